"""Alternate Grav Movement Modes: normal, tree-top and low-altitude flight, what changing between them costs, and how fast each may be.

Levels are counted from 0 (normal flight) to 2 (low altitude); a vehicle on the ground counts as at normal flight once it has risen.
"""

from scales.centurion import switches
from scales.centurion.catalog import data, vehicle_type
from scales.centurion.ground.terrain import FLIGHT
from scales.centurion.movement.track import because
from scales.centurion.state import BattleState, Vehicle

RULE = "centurion: TTF and NF Movement"
TOP_SPEED = 60
"""Velocity beyond this is refused below low altitude, where no ground allows more than 20 without a roll."""
NAMES = {"nf": "normal flight", "ttf": "tree-top flight", "laf": "low-altitude flight"}


def level(vehicle: Vehicle) -> int:
    """The level at which a vehicle flies."""
    return FLIGHT.index(vehicle.mode) if vehicle.mode in FLIGHT else 0


def mode_after(vehicle: Vehicle, climb: int) -> str:
    """The mode of flight after a climb (or a descent, negative) of so many levels."""
    return FLIGHT[max(0, min(len(FLIGHT) - 1, level(vehicle) + climb))]


def is_high(vehicle: Vehicle) -> bool:
    """Does it fly above the trees?"""
    return level(vehicle) > 0


def thrust_for(climb: int) -> int:
    """Thrust for a change of so many levels, up or down."""
    return abs(climb) * int(data("flight")["thrust"])


def top_speed(mode: str) -> int:
    """The greatest velocity to which a vehicle may accelerate."""
    return int(data("flight")["laf"]["limit"]) if mode == "laf" else TOP_SPEED


def fall(vehicle: Vehicle) -> int:
    """Velocity that is added when the vehicle drops to the ground from where it flies (Loss of Grav Drive)."""
    return int(data("flight")[vehicle.mode]["fall"]) if is_high(vehicle) else 0


def objections(state: BattleState, vehicle: Vehicle, climb: int) -> list[str]:
    """What is against a change of level."""
    if not climb:
        return []
    if not switches.is_on(state, "flight_modes"):
        return [because("cannot change its mode of flight: Alternate Grav Movement Modes are not played in this battle", RULE)]
    if not 0 <= level(vehicle) + climb < len(FLIGHT):
        way = "climb" if climb > 0 else "come down"
        text = f"cannot {way} {levels(abs(climb))} from {NAMES[FLIGHT[level(vehicle)]]}: the modes of flight are NF, TTF and LAF"
        return [because(text, RULE)]
    return []


def levels(count: int) -> str:
    """'1 level' or '2 levels'."""
    return "1 level" if count == 1 else f"{count} levels"


def climbs(state: BattleState, vehicle: Vehicle) -> list[int]:
    """The changes of level that the rules of this battle allow, none first."""
    if not switches.is_on(state, "flight_modes") or not vehicle_type(vehicle.type).grav:
        return [0]
    return [0, *(to - level(vehicle) for to in range(len(FLIGHT)) if to != level(vehicle))]
