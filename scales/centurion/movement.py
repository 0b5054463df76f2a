"""Movement Phase: sides alternate by platoons; each platoon is asked for the orders of its units and moves them."""

from collections.abc import Sequence

from scales.centurion import entry, initiative, installations, maneuver, mounting, opportunity, orders
from scales.centurion.state import BattleState, Platoon, Squad, Vehicle
from scales.engine import Decision, Json
from scales.play import Play

RULE = "centurion: Movement Phase"


# --- whose turn -------------------------------------------------------------------------------------------------------------------


def move(play: Play[BattleState]) -> Sequence[Decision]:
    """Platoon by platoon until all have moved. `memo`: run (sides still to move in this pair), platoon (the one ordered to move)."""
    memo = play.state.at.memo
    _take_answers(play, memo)
    while True:
        if memo.get("platoon"):
            pending = ask(play.state, play.state.platoons[memo["platoon"]])
            if pending:
                return pending
            _finish(play, memo, {})
            continue
        side = _next_side(play.state, memo)
        if side is None:
            return ()
        choice = initiative.unmoved(play.state, side)
        if len(choice) > 1 or _may_pass(play.state, side, memo):
            return [_ask_platoon(play.state, side, choice, _may_pass(play.state, side, memo))]
        memo["platoon"] = choice[0].id


def _take_answers(play: Play[BattleState], memo: Json) -> None:
    """The platoon chosen, or the orders of its units."""
    for key, answer in sorted(play.answers.items()):
        if key.startswith("platoon-"):
            _choose(play, memo, first_of(play.state, memo["run"][0], answer.choices.get("platoon", {})))
        elif key.startswith("move-"):
            _finish(play, memo, answer.choices)


def first_of(state: BattleState, side: str, order: Json) -> str:
    """The platoon that an order names: itself, or of a list for the whole phase the first that has still to move; '' passes."""
    wanted = order.get("platoons", [order.get("platoon", "")])
    waiting = {p.id for p in initiative.unmoved(state, side)}
    return next((str(id) for id in wanted if id in waiting), "")


def _choose(play: Play[BattleState], memo: Json, platoon: str) -> None:
    """The platoon to move now; an empty name passes (Leadership Rating)."""
    side = memo["run"][0]
    if platoon:
        memo["platoon"] = platoon
        return
    state = play.state
    state.sides[side].advantage -= initiative.POINTS_A_PASS
    memo["run"].pop(0)
    memo.setdefault("owed", {})[side] = memo.get("owed", {}).get(side, 0) + 1
    play.tell("platoon_waits", f"{state.sides[side].name} lets a platoon wait.", "centurion: Leadership Rating")


def _may_pass(state: BattleState, side: str, memo: Json) -> bool:
    """Three unspent points let one platoon wait, if another of the side will still move."""
    waiting = memo.get("owed", {}).get(side, 0)
    return initiative.passes(state.sides[side].advantage, 0) > 0 and len(initiative.unmoved(state, side)) > waiting + 1


def _next_side(state: BattleState, memo: Json) -> str | None:
    """Who moves a platoon now; before each pair the numbers are counted again (ruling R-CEN-16)."""
    run = [s for s in memo.get("run", []) if initiative.unmoved(state, s)]
    if not run:
        second = next(s for s in state.sides if s != state.first)
        counts = {s: len(initiative.unmoved(state, s)) for s in (state.first, second)}
        first_block = initiative.block(counts[state.first], counts[second])
        run = [state.first] * first_block + [second] * initiative.block(counts[second], counts[state.first])
    memo["run"] = run
    return run[0] if run else None


def _ask_platoon(state: BattleState, side: str, choice: Sequence[Platoon], may_pass: bool) -> Decision:
    data: Json = {"platoons": [p.id for p in choice], "pass": may_pass}
    return Decision(f"platoon-{side}", state.seat(side), "move_platoon", "Which platoon moves next?", data=data)


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


def _finish(play: Play[BattleState], memo: Json, choices: dict[str, Json]) -> None:
    """Carry out a platoon's orders: squads mount first, then vehicles, then squads on foot."""
    platoon = play.state.platoons[memo.pop("platoon")]
    found = [(u, choices.get(u.id)) for id in platoon.units if (u := play.state.unit(id)) is not None]
    for unit, raw in sorted(found, key=lambda pair: _rank(*pair)):
        maneuver.carry_out(play, unit, raw)
    platoon.moved = True
    side = platoon.side
    if memo.get("run") and memo["run"][0] == side:
        memo["run"].pop(0)
    owed = memo.get("owed", {})
    if owed.get(side):
        owed[side] -= 1
        memo["run"] = [side, *memo.get("run", [])]


def _rank(unit: Vehicle | Squad, raw: Json | None) -> int:
    if isinstance(unit, Vehicle):
        return 1
    return 0 if isinstance(raw, dict) and raw.get("kind") == "mount" else 2


STAGES = [move]
