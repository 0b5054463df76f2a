"""Movement Phase: sides alternate by platoons; each platoon is asked for the orders of its units and moves them."""

from collections.abc import Sequence
from dataclasses import dataclass

from scales.centurion.ground import installations, sneak
from scales.centurion.movement import initiative, maneuver, mounting, opportunity, orders
from scales.centurion.preparation import entry
from scales.centurion.state import BattleState, Platoon, Squad, Vehicle
from scales.codec import clone
from scales.engine import Decision, Json, Orders
from scales.play import Play

RULE = "centurion: Movement Phase"


# --- whose turn -------------------------------------------------------------------------------------------------------------------


def move(play: Play[BattleState]) -> Sequence[Decision]:
    """Platoon by platoon until all have moved.

    `memo`: run (sides still to move in this pair), portion (the side that has begun its part of it), offered (platoons of which one is chosen),
    platoon (the one ordered to move) and how (normal, early, waited), waiting (platoons let wait, by side; '' for one not named yet), extra (the
    side that may move one of these now), queue (units of the platoon that moves, with their orders), asking (decisions of watchers that are
    open).
    """
    pending = _take_answers(play)
    while not pending:
        memo = play.state.at.memo
        if memo.get("platoon"):
            pending = ask(play.state, play.state.platoons[memo["platoon"]]) or _finish(play, memo, {})
            continue
        choice = _next_choice(play.state, memo)
        if choice is None:
            return ()
        if len(choice.platoons) > 1 or choice.may_pass or choice.may_hurry:
            memo["offered"] = [p.id for p in choice.platoons]
            return [_ask_platoon(play.state, choice)]
        memo["platoon"], memo["how"] = choice.platoons[0].id, choice.how
    return pending


def _take_answers(play: Play[BattleState]) -> list[Decision]:
    """The platoon chosen, the orders of its units, or whether watchers fire; returns the watchers that are asked next."""
    memo = play.state.at.memo
    for key, answer in sorted(play.answers.items()):
        if key.startswith("platoon-"):
            _choose(play, memo, key.removeprefix("platoon-"), answer.choices.get("platoon", {}))
        elif key.startswith("move-"):
            return _finish(play, memo, answer.choices)
    asking = memo.pop("asking", None)
    if asking is None:
        return []
    for decision in asking:
        answer = play.answers.get(f"opportunity:{decision['side']}", Orders())
        opportunity.take_answer(play.state, decision, answer.choices)
    return _carry_on(play)


def first_of(state: BattleState, side: str, order: Json, offered: Sequence[str]) -> str:
    """The platoon that an order names of those offered: itself, or of a list for the whole phase the first that has still to move; '' passes."""
    wanted = order.get("platoons", [order.get("platoon", "")])
    waiting = {p.id for p in initiative.unmoved(state, side)}
    return next((str(id) for id in wanted if id in waiting and id in offered), "")


def _choose(play: Play[BattleState], memo: Json, side: str, order: Json) -> None:
    """The platoon to move now, early or as normal; an empty name lets the one in `waits` wait, or goes on waiting (Leadership Rating)."""
    platoon, is_extra = first_of(play.state, side, order, memo.pop("offered")), memo.pop("extra", "") == side
    if platoon:
        memo["platoon"], memo["how"] = platoon, "waited" if is_extra else "early" if order.get("early") else "normal"
    elif not is_extra:
        memo["run"].pop(0)
        memo["portion"] = side
        waits = play.state.platoons.get(str(order.get("waits", "")))
        memo["waiting"] = memo.get("waiting", {}) | {side: [*_waiting(play.state, memo, side), waits.id if waits else ""]}
        what = f"lets platoon {waits.name or waits.id} wait" if waits else "lets a platoon wait"
        _pay(play, side, what, "platoon_waits", waits.units if waits else [])
    if platoon and memo["how"] == "early":
        _pay(play, side, f"brings platoon {platoon} forward", "platoon_early", play.state.platoons[platoon].units)


def _pay(play: Play[BattleState], side: str, what: str, kind: str, units: Sequence[str]) -> None:
    state = play.state
    state.sides[side].advantage -= initiative.POINTS_A_PASS
    text = f"{state.sides[side].name} {what} for {initiative.POINTS_A_PASS} Leadership points."
    play.tell(kind, text, "centurion: Leadership Rating", units=units)


@dataclass(slots=True)
class Choice:
    """What a side may do now: the platoons that it may move and how, and whether it may let one wait or bring one forward."""

    side: str
    platoons: list[Platoon]
    how: str = "normal"
    may_pass: bool = False
    may_hurry: bool = False


def _next_choice(state: BattleState, memo: Json) -> Choice | None:
    """Who moves a platoon now, None when all have moved."""
    side = memo.get("extra", "")
    if side and (waiting := _waiting(state, memo, side)) and (ready := initiative.unmoved(state, side)):
        which = ready if "" in waiting else [p for p in ready if p.id in waiting]
        return Choice(side, which, "waited", may_pass=len(ready) > len(waiting))
    memo.pop("extra", None)
    side = _next_side(state, memo)
    if not side:
        return None
    ready, waiting = initiative.unmoved(state, side), _waiting(state, memo, side)
    ready = [p for p in ready if p.id not in waiting] or ready
    spare = _left(state, memo, side) > 1 and initiative.passes(_points(state, side), 0) > 0
    return Choice(side, ready, may_pass=spare, may_hurry=spare and memo.get("portion") != side)


def _points(state: BattleState, side: str) -> int:
    """Unspent points of the Leadership Advantage; none once the Centurion that gave it is lost (Loss of Centurion)."""
    now = initiative.advantages({s: initiative.leadership(state, s) for s in state.sides})
    return min(state.sides[side].advantage, now[side])


def _waiting(state: BattleState, memo: Json, side: str) -> list[str]:
    """Platoons of a side that were let wait and have still to move."""
    ready = {p.id for p in initiative.unmoved(state, side)}
    return [id for id in memo.get("waiting", {}).get(side, []) if not id or id in ready]


def _left(state: BattleState, memo: Json, side: str) -> int:
    """Platoons that a side has still to move in the sequence: those let wait only count when no other is left."""
    ready, waiting = len(initiative.unmoved(state, side)), len(_waiting(state, memo, side))
    return ready - waiting if ready > waiting else ready


def _next_side(state: BattleState, memo: Json) -> str:
    """Who moves a platoon as normal now; before each pair the numbers are counted again (ruling R-CEN-16)."""
    run = [s for s in memo.get("run", []) if _left(state, memo, s)]
    if not run:
        second = next(s for s in state.sides if s != state.first)
        counts = {s: _left(state, memo, s) for s in (state.first, second)}
        first_block = initiative.block(counts[state.first], counts[second])
        run = [state.first] * first_block + [second] * initiative.block(counts[second], counts[state.first])
        memo["portion"] = ""
    memo["run"] = run
    return run[0] if run else ""


def _ask_platoon(state: BattleState, choice: Choice) -> Decision:
    data: Json = {"platoons": [p.id for p in choice.platoons], "pass": choice.may_pass, "early": choice.may_hurry}
    prompt = "Which platoon moves next?"
    if choice.how == "waited":
        prompt, data = "Move a platoon that waited now?", data | {"waited": True}
    return Decision(f"platoon-{choice.side}", state.seat(choice.side), "move_platoon", prompt, data=data)


def ask(state: BattleState, platoon: Platoon) -> list[Decision]:
    """One decision for the whole platoon, if any of its units has one: they do not hinder each other (Stacking: no limit)."""
    units = [u.id for u in deciding(state, platoon)]
    prompt, data = f"Move the units of platoon {platoon.name or platoon.id}.", {"platoon": platoon.id}
    return [Decision(f"move-{platoon.id}", state.seat(platoon.side), "move", prompt, units=units, data=data)] if units else []


def deciding(state: BattleState, platoon: Platoon) -> list[Vehicle | Squad]:
    """Units of the platoon on the board, or about to come onto it, that have something to decide."""
    units = [u for id in platoon.units if (u := state.unit(id)) is not None and not u.destroyed and not u.left]
    return [u for u in units if (_decides(u) if u.hex is not None else entry.is_due(state, u))]


def _decides(unit: Vehicle | Squad) -> bool:
    if isinstance(unit, Squad):
        return unit.aboard is None and not unit.moved
    if unit.moved:
        return False
    if mounting.riders(unit) and not unit.velocity:
        return True
    watches = installations.is_turret(unit) and not opportunity.objections(unit)
    return watches or orders.can_move_at_will(unit)


def _finish(play: Play[BattleState], memo: Json, choices: dict[str, Json]) -> list[Decision]:
    """Carry out a platoon's orders in the order that they give, else squads that mount first, then vehicles, then squads on foot."""
    memo["mover"] = memo.pop("platoon")
    found = [(u, choices.get(u.id)) for id in play.state.platoons[memo["mover"]].units if (u := play.state.unit(id)) is not None]
    memo["queue"] = [[unit.id, raw] for unit, raw in sorted(found, key=lambda pair: _rank(*pair))]
    return _carry_on(play)


def _carry_on(play: Play[BattleState]) -> list[Decision]:
    """The units of the platoon that have still to move, one after the other; returns the watchers that are asked meanwhile."""
    while play.state.at.memo["queue"]:
        pending = _move_next(play, *play.state.at.memo["queue"][0])
        if pending:
            play.state.at.memo["asking"] = [decision.data for decision in pending]
            return pending
        play.state.at.memo["queue"].pop(0)
    memo = play.state.at.memo
    platoon = play.state.platoons[memo.pop("mover")]
    platoon.moved = True
    sneak.notice(play)
    del memo["queue"]
    _went(play.state, memo, platoon, memo.pop("how", "normal"))
    return []


def _move_next(play: Play[BattleState], id: str, raw: Json | None) -> list[Decision]:
    """One unit moves. When a watcher is to be asked, all of its move is taken back: it is made again with the same dice when he has answered
    (Opportunity Fire)."""
    unit = play.state.unit(id)
    if unit is None:
        return []
    if not opportunity.somebody_asks(play.state):
        maneuver.carry_out(play, unit, raw)
        return []
    before, rolled, told, sent = clone(play.state), play.dice.index, len(play.events), len(play.outbox)
    try:
        maneuver.carry_out(play, unit, raw)
    except opportunity.Asked as asked:
        play.state, play.dice.index, play.dice.fresh = before, rolled, []
        del play.events[told:], play.outbox[sent:]
        return asked.decisions
    return []


def _went(state: BattleState, memo: Json, platoon: Platoon, how: str) -> None:
    """Keep the book after a platoon of a side: one let wait may follow a normal one at once (Leadership Rating)."""
    side, waiting = platoon.side, memo.get("waiting", {}).get(platoon.side, [])
    if how == "waited" and platoon.id not in waiting:
        waiting.remove("")
    elif how == "normal" and memo.get("run") and memo["run"][0] == side:
        memo["run"].pop(0)
        memo["portion"] = side
    if how != "early" and _waiting(state, memo, side):
        memo["extra"] = side


def _rank(unit: Vehicle | Squad, raw: Json | None) -> tuple[int, int]:
    order: Json = raw if isinstance(raw, dict) else {}
    place = order.get("place", 0)
    usual = 1 if isinstance(unit, Vehicle) else 0 if order.get("kind") == "mount" else 2
    return (place if isinstance(place, int) else 0), usual


STAGES = [move]
