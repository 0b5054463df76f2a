"""What a century does when its cohort moves: it follows a path, lays artillery denial, or builds. legatus: Movement Phase, Artillery, Engineers"""

from collections.abc import Sequence

from scales.legatus.defenses import engineers, passive
from scales.legatus.double_blind import sightings
from scales.legatus.double_blind.hearing import hides
from scales.legatus.double_blind.jamming import tell_tests
from scales.legatus.movement.movement import RULE
from scales.legatus.movement.walking import UNSEEN, Trip
from scales.legatus.orders import March
from scales.legatus.state import Century, LegatusState, Marker
from scales.legatus.support.artillery import RULE as ARTILLERY
from scales.play import Play

REACTIONS = "legatus: Reactions"
ALTITUDES = {"dug_in": "dug in", "normal": "at normal altitude", "tree_top": "at tree top", "low_altitude": "at low altitude"}
"""How a century is at an altitude, in a sentence."""


def move(play: Play[LegatusState], unit: Century, order: March) -> None:
    """Carry out the order of a century in the movement phase."""
    if order.deny:
        _deny(play, unit, order.deny)
    elif order.build:
        unit.building = True
    elif order.path:
        _travel(play, Trip(play.state, unit, play.dice, pay_higher=order.pay_higher, clear=order.clear), order.path, "moves", RULE)


def react(play: Play[LegatusState], unit: Century, path: Sequence[str], verb: str) -> None:
    """One step of one point at the beginning of the combat phase. legatus: Reactions"""
    _travel(play, Trip(play.state, unit, play.dice, points=1, combat=True), path, verb, REACTIONS)


def _travel(play: Play[LegatusState], trip: Trip, path: Sequence[str], verb: str, rule: str) -> None:
    """Move a century along its path and tell it, with what passive defenses and engineers do about it.

    In a double-blind battle nobody hears of the steps that were planned and not made.
    """
    unit, start, mode = trip.unit, trip.unit.at, trip.unit.altitude
    trip.go(path)
    text = _told(trip, start, mode, verb)
    steps = trip.made if hides(play.state) else list(path)
    data = {"from": start, "to": unit.at, "altitude": unit.altitude, "path": steps}
    # signals centuries count in the combat phase only
    tell_tests(play, "moved", text, rule, unit, [start, unit.at] if trip.combat else [], trip.checks, data)
    for marker, hexes in trip.cleared:
        engineers.tell_cleared(play, unit, marker, hexes)
    if trip.caught:
        gone = [marker for marker, hexes in trip.cleared if marker.kind == "passive" and trip.caught in hexes]
        passive.strike(play, unit, trip.caught, gone)


def _told(trip: Trip, start: str, mode: str, verb: str) -> str:
    """Where a century went, how it now flies, and why it stopped; of an unseen enemy only that it was stopped."""
    unit = trip.unit
    if not trip.made:
        return f"{unit.name} is stopped in {unit.at}."
    altered = f", now {ALTITUDES[unit.altitude]}" if unit.altitude != mode else ""
    ended = f"{altered and ','} and stops there: {trip.stopped}" if trip.stopped else ""
    done = (
        f"{verb} from {start} to {unit.at}" if unit.at != start else f"{'changes its deployment' if verb == 'moves' else verb} in {unit.at}"
    )
    return f"{unit.name} {done}{altered}{' and is stopped there' if trip.stopped == UNSEEN else ended}."


def _deny(play: Play[LegatusState], unit: Century, places: list[str]) -> None:
    """Fire missions that deny hexes to both sides until the end of the turn; who fires is spotted."""
    for at in places:
        unit.shots += 1
        play.state.markers.append(Marker("denial", unit.side, at.split("|")))
    sightings.reveal(play.state, unit)
    play.tell("denied", f"{unit.name} lays fire on {', '.join(places)}.", ARTILLERY, units=[unit.id], data={"hexes": places})
