"""Centuries and squadrons that come into a battle under way, by the models of a set-up."""

from scales.legatus.movement.movement import grid_of
from scales.legatus.preparation.deploying import century_of
from scales.legatus.preparation.models import CenturyUnit, SquadronIn
from scales.legatus.preparation.setup import squadron_of
from scales.legatus.preparation.setup_faults import air_kinds, ground_kinds, near, stand_faults
from scales.legatus.state import Century, LegatusState, Squadron


def add_century(state: LegatusState, entry: CenturyUnit, cohort: str) -> Century:
    """Put a century on the map; raises ValueError with a sentence."""
    joined = state.cohorts.get(cohort)
    if joined is None:
        raise ValueError(f"there is no cohort {cohort[:40]!r} to join: the cohorts are {', '.join(sorted(state.cohorts))}")
    if entry.kind not in ground_kinds():
        raise ValueError(f"{entry.kind[:40]!r} is no century type; {near(entry.kind[:40], ground_kinds())}")
    _must_be_new(state, entry.id)
    unit = century_of(grid_of(state), joined, entry)
    faults = [fault.text for fault in stand_faults(grid_of(state), "century", unit)]
    if faults:
        raise ValueError(faults[0])
    unit.crippled_at_start, unit.reported = unit.crippled, "crippled" if unit.crippled else ""
    state.units = dict(sorted({**state.units, unit.id: unit}.items()))
    return unit


def add_squadron(state: LegatusState, entry: SquadronIn) -> Squadron:
    """Put a squadron into the ready box; raises ValueError with a sentence."""
    side = next((s for s in state.sides if s.id == entry.side), None)
    if side is None:
        raise ValueError(f"there is no side {entry.side[:40]!r}: the sides are {', '.join(s.id for s in state.sides)}")
    if entry.kind not in air_kinds():
        raise ValueError(f"{entry.kind[:40]!r} is no squadron type; {near(entry.kind[:40], air_kinds())}")
    _must_be_new(state, entry.id)
    state.squadrons[entry.id] = squadron_of(entry, side.faction)
    return state.squadrons[entry.id]


def _must_be_new(state: LegatusState, id: str) -> None:
    taken = {*state.units, *state.cohorts, *state.squadrons, *(s.id for s in state.satellites), *(s.id for s in state.supports)}
    if id in taken:
        raise ValueError(f"there is a unit {id[:40]!r} already: a new one needs an id of its own")
    if not all(c.isalnum() or c in "-_." for c in id) or len(id) > LONGEST_ID:
        raise ValueError(f"an id is of at most {LONGEST_ID} letters, digits, '-', '_' and '.'")


LONGEST_ID = 60
