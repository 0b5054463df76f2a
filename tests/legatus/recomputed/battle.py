"""A whole battle before the referee: every event is played again on his table, which must come out like that of the engine."""

from collections.abc import Iterable, Mapping

from scales.engine import Event
from scales.legatus.state import LegatusState, Marker
from tests.legatus.recomputed import fights, flights, looks, marches, turns
from tests.legatus.recomputed.referee import Handler, Referee, told_again
from tests.legatus.samples import Moment


def judged(name: str, moments: Iterable[Moment]) -> Referee:
    """Play a battle again; the referee has counted what it worked out and noted what is wrong."""
    ref, order = Referee(name), turns.Sequence()
    for moment in moments:
        if moment.before.over:
            break
        ref.begin(moment)
        if moment.phase == "movement":
            _open(ref) if not moment.asked else None
        _play(ref)
        if moment.phase == "movement":
            order.follow(ref)
        if moment.phase == "commitment":
            _reactions(ref)
        _compare(ref, moment.step.state)
    return ref


def _open(ref: Referee) -> None:
    """Broken centuries run before anybody else moves, by id: each of them that is not where it cannot do better."""
    told = {e.units[0]: e for e in ref.log if e.kind in {"fled", "left"}}
    for id, unit in sorted(ref.table.units.items()):
        if unit.broken and unit.status == "ok":
            marches.fled(ref, unit, told.pop(id, None))
    ref.is_right("only broken centuries run", list(told), [])


def _play(ref: Referee) -> None:
    phase = ref.moment.phase
    if phase == "initiative" and not ref.moment.before.at.phase:
        _new_turn(ref)
    if phase == "combat":
        _combat(ref)
        return
    salvos = [e for e in ref.log if e.kind == "counter_battery"]
    if salvos:
        fights.counter_battery(ref, salvos)
    if phase == "spotting":
        _each(ref, {**AIR})
        looks.spot(ref) if not ref.moment.step.pending and ref.blind else None
        return
    if phase == "end":
        _each(ref, {"pool": turns.pooled})
        turns.rally(ref)
    _each(ref, GROUND)
    if phase == "end":
        ref.table.markers = [m for m in ref.table.markers if m.kind != "denial"]


def _each(ref: Referee, handlers: Mapping[str, Handler]) -> None:
    for event in ref.log:
        if event.kind in handlers and not told_again(event, ref.log):
            handlers[event.kind](ref, event)


def _new_turn(ref: Referee) -> None:
    ref.table.at.turn += 1
    for unit in ref.table.units.values():
        unit.moved = unit.reacted = unit.building = unit.fought = False
        unit.shots, unit.began = 0, ""


def _combat(ref: Referee) -> None:
    """Raids and their interception, all attacks, all hits, then the hunt at low altitude."""
    log, step = ref.log, ref.moment.step
    # stages: news, interception, attacks, hunt
    fought = ref.moment.before.at.stage < 3 and (step.done or step.state.at.stage == 3)
    ground_events = [n for n, e in enumerate(log) if e.kind in {"attacked", "ground_attack", "thor", "naval_fire"}]
    first = ground_events[0] if ground_events else len(log)
    for event in log[:first]:
        if event.kind in AIR:
            AIR[event.kind](ref, event)
    blows = fights.fight(ref) if fought else []
    for n, event in enumerate(log):
        if event.kind == "ground_attack":
            blow = flights.ground_attack(ref, event, log[n + 1 :])
            blows += [blow] if blow else []
        elif event.kind == "thor":
            blow = flights.thor(ref, event)
            blows += [blow] if blow else []
    blows += flights.naval(ref, [e for e in log if e.kind == "naval_fire"])
    last = max((n for n, e in enumerate(log) if e.kind in {"attacked", "ground_attack", "air_attack", "thor", "naval_fire"}), default=-1)
    hits = [n for n, e in enumerate(log) if e.kind == "hit"]
    ref.is_right("nothing takes effect before all have attacked", [n for n in hits if first <= n < last and not ref.blind], [])
    fights.settle(ref, blows, [e for n, e in enumerate(log) if n > last])
    for n, event in enumerate(log):
        if n > last and n >= first and event.kind in AIR:
            AIR[event.kind](ref, event)


def _reactions(ref: Referee) -> None:
    """Who is asked to react and to pursue."""
    movers = [u for kind in ("reaction", "pursuit") for u, order in ref.ordered(kind).items() if order.get("path")]
    for decision in ref.moment.step.pending:
        if decision.kind == "reaction":
            side = decision.data.get("side") or ref.table.cohorts[decision.data["cohort"]].side
            mine = [u for u in ref.friends(side) if decision.data.get("cohort") in {None, u.cohort}]
            ref.is_right("who may react", sorted(decision.units), [u.id for u in mine if marches.can_react(ref, u)])
    pursuit = sorted(u for d in ref.moment.step.pending if d.kind == "pursuit" for u in d.units)
    ref.is_right("who may pursue", pursuit, marches.pursuers(ref, movers) if movers else [])


def _compare(ref: Referee, state: LegatusState) -> None:
    """The referee's table and that of the engine are the same after a moment."""
    for id, unit in state.units.items():
        mine = ref.table.units[id]
        for name in ("at", "altitude", "status", "crippled", "broken", "moved", "reacted", "shots", "began", "cohort", "spotted_by"):
            ref.is_right(f"{name} of {id}", getattr(unit, name), getattr(mine, name))
    boxes = {q: s.box for q, s in state.squadrons.items()}
    ref.is_right(
        "mission sheets",
        boxes,
        {q: "re_arming" if s.box == "contact" and not state.at.phase else s.box for q, s in ref.table.squadrons.items()}
        if "contact" not in {s.box for s in ref.table.squadrons.values()}
        else boxes,
    )
    ref.is_right("pools", [s.pool for s in state.sides], [s.pool for s in ref.table.sides])
    ref.is_right(
        "initiatives", {c: x.initiative for c, x in state.cohorts.items()}, {c: x.initiative for c, x in ref.table.cohorts.items()}
    )
    ref.is_right("markers", _hexes(state.markers), _hexes(ref.table.markers))


def _hexes(markers: Iterable[Marker]) -> list[tuple[str, str, list[str]]]:
    return sorted((m.kind, m.side, m.hexes) for m in markers)


def _deployed(ref: Referee, event: Event) -> None:
    for id, place in event.data["places"].items():
        unit = ref.table.units[id]
        unit.at, unit.altitude, unit.status = place["at"], place["altitude"], "ok"


def _laid(ref: Referee, event: Event) -> None:
    kind = "earthworks" if event.data["kind"] == "earthworks" else "passive"
    ref.table.markers += [Marker(kind, event.data["side"], [h], hidden=event.data["kind"] == "hidden") for h in event.data["hexes"]]


def _took_over(ref: Referee, event: Event) -> None:
    head = ref.table.units[event.data["headquarters"]]
    lost = ref.table.cohorts[event.data["cohort"]]
    ref.is_right("who takes over", (head.hq, head.side, ref.commander(lost.id)), (True, lost.side, None))
    lost.under = head.cohort


def _attached(ref: Referee, event: Event) -> None:
    head = ref.table.units[event.data["headquarters"]]
    ref.is_right("who is attached", head.high_hq, True)
    head.cohort = event.data["cohort"]


def _built(ref: Referee, event: Event) -> None:
    turns.built(ref, event)
    ref.table.markers.append(Marker("earthworks", ref.table.units[event.units[0]].side, [event.data["hex"]]))


def _holds(ref: Referee, event: Event) -> None:
    goal = next(o for o in ref.table.objectives if o.name == event.data["objective"])
    goal.holder = event.data["holder"]


AIR: dict[str, Handler] = {
    "raid": flights.raid,
    "intercepted": flights.intercepted,
    "evaded": flights.evaded,
    "air_attack": flights.air_attack,
}
GROUND: dict[str, Handler] = {
    "deployed": _deployed,
    "laid": _laid,
    "initiative_base": turns.base,
    "took_over": _took_over,
    "attached": _attached,
    "initiative_spent": turns.spent,
    "initiative_order": turns.ranked,
    "assigned": flights.assigned,
    "rearmed": flights.rearmed,
    "stood_down": flights.stood_down,
    "moved": marches.moved,
    "held": marches.tested,
    "reacted": marches.tested,
    "denied": marches.denied,
    "supported": fights.supported,
    "built": _built,
    "finished": turns.finished,
    "objective": _holds,
    "ended": turns.ended,
}
