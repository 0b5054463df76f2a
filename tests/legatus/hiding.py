"""Changes to what a side of a double-blind battle has not found out: they must change nothing that it gets. In other battles they do nothing."""

from collections.abc import Callable

from scales.legatus.double_blind.hearing import hides, knows, knows_marker
from scales.legatus.state import Century, LegatusState, Marker, Squadron, Support
from tests.legatus.blind import has_met

Change = Callable[[LegatusState, str], None]


def units_elsewhere(state: LegatusState, mine: str) -> None:
    """Of the centuries that are not spotted one in three is gone, one lost, one something else somewhere else; there is one more."""
    if not hides(state):
        return
    unseen = [u for u in sorted(state.units) if not knows(state, mine, u)]
    for n, id in enumerate(unseen):
        unit = state.units[id]
        if n % 3 == 0 and not unit.engaged:
            del state.units[id]
        elif n % 3 == 1:
            unit.status, unit.crippled = "destroyed", True
        else:
            unit.name, unit.kind, unit.at, unit.altitude = "Somebody else", "infantry", "0303", "dug_in"
            unit.broken, unit.moved, unit.shots, unit.hq = True, True, 2, not unit.hq
    cohort = next((c for c in state.cohorts.values() if c.side != mine), None)
    if cohort is not None:
        state.units["ambush"] = Century("ambush", "Ambush", cohort.side, cohort.id, "marine", "0808")


def cohorts_unmet(state: LegatusState, mine: str) -> None:
    """Other initiatives where no headquarters is spotted, and other names where nobody is."""
    if not hides(state):
        return
    for cohort in state.cohorts.values():
        if cohort.side != mine and not knows(state, mine, cohort.id):
            cohort.initiative, cohort.tie = cohort.initiative + 3, [7]
        if not has_met(state, cohort, mine):
            cohort.name = "Another cohort"
        if cohort.side != mine:
            cohort.formation, cohort.manus, cohort.permanent = "heavy_cohort", "another", not cohort.permanent


def above(state: LegatusState, mine: str) -> None:
    """Squadrons not spotted, and ships that have not fired."""
    if not hides(state):
        return
    other = next(s.id for s in state.sides if s.id != mine)
    for squadron in state.squadrons.values():
        if not knows(state, mine, squadron.id):
            squadron.name, squadron.box, squadron.kind = "Another wing", "cap", "interceptor_heavy"
    for support in state.supports:
        if not knows(state, mine, support.id):
            support.name, support.attack = "Another ship", support.attack + 1
    state.squadrons["another-wing"] = Squadron("another-wing", "Another wing", other, "interceptor_light", "spiculum")
    state.supports.append(Support("another-ship", "Another ship", other, 3))


def prepared_ground(state: LegatusState, mine: str) -> None:
    """Passive defenses and earthworks that the side has not found, and who knows of its own; in other battles hidden ones alone."""
    sides = [s.id for s in state.sides]
    for marker in state.markers:
        if not knows_marker(state, marker, mine):
            marker.hexes = ["0404"]
        elif mine and marker.side == mine:
            marker.known_to = [] if marker.known_to else [s for s in sides if s != mine]
    state.markers.append(Marker("passive", next(s for s in sides if s != mine), ["0909"], hidden=not state.over))


def places_taken(state: LegatusState, mine: str) -> None:
    """Places are held by somebody else than the side knows, and others know so."""
    if not hides(state):
        return
    for goal in state.objectives:
        goal.holder = next(s.id for s in state.sides if s.id != goal.holder)
        goal.known |= {s.id: goal.holder for s in state.sides if s.id != mine}


def who_has_spotted(state: LegatusState, mine: str) -> None:
    """Enemies have spotted others of its own, and nothing says whether anything was hit."""
    if not hides(state):
        return
    others = [s.id for s in state.sides if s.id != mine]
    for own in [*state.units.values(), *state.squadrons.values()]:
        if mine and own.side == mine:
            own.spotted_by = [] if own.spotted_by else list(others)
    state.quiet, state.damaged = state.quiet + 2, not state.damaged


BLIND: tuple[Change, ...] = (units_elsewhere, cohorts_unmet, above, prepared_ground, places_taken, who_has_spotted)
