"""What outlasts a battle of an installation's evacuation: lifeboats left, whether it is abandoned, how many of its people are safe."""

from scales.engine import Json
from scales.leviathan.state import Evacuation, Ship
from scales.misfits import is_whole

KEYS = ("output", "stores", "boats", "abandoned", "saved")
BY_HAND = "manual"
"""Boats that stayed behind are launched by hand, if ever."""
MOST = {"output": 100, "stores": 100, "boats": 10, "saved": 100}


def restore(ship: Ship, value: Json) -> None:
    """Take over the `facility` of a sheet; what it makes and stores follows from its components."""
    ship.evacuation.boats, ship.evacuation.saved = value.get("boats", ship.evacuation.boats), value.get("saved", 0)
    ship.evacuation.launching = BY_HAND if value.get("abandoned") else ""


def faults(value: object) -> list[str]:
    """Why this cannot be the `facility` of a sheet."""
    if not isinstance(value, dict) or set(value) - set(KEYS):
        return [f"the facility of an installation has {', '.join(KEYS)}"]
    found = [f"{k} of a facility is a whole number from 0 to {most}" for k, most in MOST.items() if not is_whole(value.get(k, 0), 0, most)]
    return found if type(value.get("abandoned", False)) is bool else [*found, "abandoned is true or false"]


def come_back(ship: Ship) -> None:
    """A crew takes an abandoned installation over again, with the lifeboats that are left."""
    ship.evacuation = Evacuation(ship.evacuation.boats, saved=ship.evacuation.saved)
