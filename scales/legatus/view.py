"""What a seat may know. Without the double-blind rules everything on the map is seen. Not seen of the other side are its sealed answers,
its pool of initiative points, orders not yet carried out, satellites not yet activated, and how strong a century came back from below.

With the double-blind rules nothing of an enemy is seen that the side has not spotted, nor by whom its own are spotted, until the battle is over.

legatus: Initiative Phase (points are spent in secret), Thor, Interceptors, Double-blind rules
"""

from dataclasses import dataclass

from msgspec.structs import replace

from scales.engine import At
from scales.legatus.double_blind.hearing import hides, known_of, knows, knows_marker
from scales.legatus.state import (
    WAITING,
    Century,
    Clash,
    Cohort,
    LegatusState,
    Marker,
    Objective,
    Plans,
    Side,
    Squadron,
    hexes_of,
    side_of,
    side_of_seat,
)

UNKNOWN_BOX = "unknown"
"""The place of an enemy squadron on its mission sheet, in a double-blind battle."""

UNKNOWN = -1
"""The pool of another side."""


@dataclass(slots=True)
class View:
    """A seat, its side ('' for an onlooker), and the table as it sees it. Nobody changes the state of a view.

    `waiting` are the cohorts that have still to move, or to react, in this phase, best initiative first: everybody can see that, of the cohorts
    whose initiative he knows.
    """

    seat: str
    side: str
    state: LegatusState
    waiting: list[str]


def view(state: LegatusState, seat: str) -> View:
    side, unseen = side_of_seat(state, seat), hides(state)
    seen = replace(
        state,
        at=At(phase=state.at.phase, stage=state.at.stage, turn=state.at.turn),
        sides=[_pool_hidden(s, side) for s in state.sides],
        units={
            unit.id: _half_seen(unit, side) if unseen else unit if unit.side == side else _outside(unit)
            for unit in known_of(state, side, _placed(state, side))
        },
        markers=[_found(m, side) for m in state.markers if knows_marker(state, m, side)],
        plans=_own(state, side),
        satellites=[s for s in state.satellites if s.spent or s.side == side],
    )
    if WAITING in {unit.status for unit in state.units.values()}:
        seen = _unplaced(seen, side)
    if unseen:
        seen = _spotted(seen, state, side)
    return View(seat, side, seen, [c for c in state.at.memo.get("order", []) if knows(state, side, c)])


def _placed(state: LegatusState, side: str) -> list[Century]:
    """All centuries but those that others have still to place."""
    return [unit for unit in state.units.values() if unit.status != WAITING or unit.side == side]


def _unplaced(seen: LegatusState, side: str) -> LegatusState:
    """A view without the cohorts of others that have still to be placed."""
    there = {unit.cohort for unit in seen.units.values()}
    return replace(seen, cohorts={c: cohort for c, cohort in seen.cohorts.items() if cohort.side == side or c in there})


def _spotted(seen: LegatusState, state: LegatusState, side: str) -> LegatusState:
    """What is left of a view in a double-blind battle: of cohorts, those of which any century is spotted. Who has spotted whom is told to nobody,
    nor how long nothing has been hit."""
    met = {unit.cohort for unit in seen.units.values()}
    return replace(
        seen,
        cohorts={c: _met(state, cohort, side) for c, cohort in state.cohorts.items() if cohort.side == side or c in met},
        squadrons={q: _aloft(squadron, side) for q, squadron in state.squadrons.items() if knows(state, side, q)},
        supports=[s for s in state.supports if knows(state, side, s.id)],
        objectives=[_held(goal, side) for goal in state.objectives],
        clashes=[clash for each in state.clashes if (clash := _clash(state, each, side)).units],
        quiet=0,
        damaged=False,
        zones={owner: hexes for owner, hexes in state.zones.items() if owner == side},
    )


def _by_whom(unit: Century | Squadron, side: str) -> list[str]:
    """One's own do not say who has spotted them, others only that this side has."""
    return [side] if side and unit.side != side else []


def _aloft(squadron: Squadron, side: str) -> Squadron:
    """A squadron of the enemy without its place on the mission sheet, unless it is out of the battle."""
    seen = replace(squadron, spotted_by=_by_whom(squadron, side))
    return seen if squadron.side == side or squadron.box in {"destroyed", "left"} else replace(seen, box=UNKNOWN_BOX)


def _found(marker: Marker, side: str) -> Marker:
    """Prepared ground without who else has found it."""
    return replace(marker, known_to=[side] if side in marker.known_to else []) if marker.known_to else marker


def _met(state: LegatusState, cohort: Cohort, side: str) -> Cohort:
    """A cohort of the enemy without what its formation and manus tell of it, and without its initiative where its headquarters is not spotted.

    Nor is its base value told while points are spent: it would tell of centuries that nobody has spotted.
    """
    if cohort.side == side:
        return cohort
    is_told = state.at.phase != "initiative" and knows(state, side, cohort.id)
    initiative, tie = (cohort.initiative, cohort.tie) if is_told else (0, [])
    return replace(cohort, formation="", manus="", permanent=False, under="", initiative=initiative, tie=tie)


def _held(goal: Objective, side: str) -> Objective:
    """A place with the holder that a side knows of."""
    return replace(goal, holder=goal.known.get(side, goal.holder), known={})


def _clash(state: LegatusState, clash: Clash, side: str) -> Clash:
    """A battle below as far as a side knows who is in it."""
    units = [u for u in clash.units if knows(state, side, u)]
    hexes = sorted({h for u in units for h in hexes_of(state.units[u].at)} & set(clash.hexes))
    return replace(clash, units=units, hexes=hexes, installation=clash.installation if clash.installation in units else "")


def _pool_hidden(other: Side, side: str) -> Side:
    """Another side without its pool, and without the defenses that it has still to lay."""
    return other if other.id == side else replace(other, pool=UNKNOWN, defensive_hexes=0)


def _outside(unit: Century) -> Century:
    """A century as its enemies see it: not that it was ordered to build, where it watches, nor its record sheet, nor what was told of it to
    ships."""
    if not (unit.building or unit.sheet or unit.reported or unit.watch):
        return unit
    return replace(unit, building=False, sheet={}, reported="", watch=0)


def _half_seen(unit: Century, side: str) -> Century:
    """The same where a move may be unseen: nor from what altitude it came, nor who else has spotted it. Of one's own nothing is left out but who
    has spotted it."""
    is_own, known = unit.side == side, _by_whom(unit, side)
    seen, began = (unit, unit.began) if is_own else (_outside(unit), "")
    return seen if (seen.spotted_by, seen.began) == (known, began) else replace(seen, spotted_by=known, began=began)


def _own(state: LegatusState, side: str) -> Plans:
    """What this side has ordered for combat; the other side's orders show when they are carried out."""
    plans = state.plans
    ordered = {*plans.attacks, *plans.support, *plans.missions, *plans.calls, *plans.held}
    mine = {id for id in ordered if side and side_of(state, id) == side}
    return Plans(
        {u: t for u, t in plans.attacks.items() if u in mine},
        {u: list(t) for u, t in plans.support.items() if u in mine},
        {u: t for u, t in plans.missions.items() if u in mine},
        {u: t for u, t in plans.calls.items() if u in mine},
        [u for u in plans.held if u in mine],
    )
