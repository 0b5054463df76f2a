"""How locations, sides and ranges are called in what a person reads."""

from collections.abc import Sequence

from scales.leviathan import catalog
from scales.leviathan.state import State

LOCATIONS = {"F": "forward", "L": "port", "R": "starboard", "A": "aft"}
SIDES = {"": "", "F": "forward", "FR": "forward right", "AR": "aft right", "A": "aft", "AL": "aft left", "FL": "forward left"}


def name_of(state: State, unit: str) -> str:
    """The name of a ship, a fighter unit or something on the ground; its id when the view does not show it."""
    found = state.ships.get(unit) or state.fighters.get(unit) or state.ground.things.get(unit)
    return found.name if found else unit


def bracket(distance: int) -> str:
    """The range bracket of the Base To-Hit Table that a distance falls in, such as '7 to 10'."""
    at = catalog.band(max(1, distance))
    if at is None:
        return "out of range"
    limits: list[int] = catalog.tables()["range_bands"]
    low = limits[at - 1] + 1 if at else 1
    return f"{low} to {limits[at]}" if low < limits[at] else str(low)


def count(number: int, word: str, many: str = "") -> str:
    """'1 hex', '3 hexes'."""
    return f"{number} {word if number == 1 else many or word + 's'}"


def hexes_of(name: str, length: int) -> str:
    """'a hex of Shiva, counted from its bow: 0 to 3', '0: Fulgur is one hex long'; what an order may name."""
    return f"a hex of {name}, counted from its bow: 0 to {length - 1}" if length > 1 else f"0: {name} is one hex long"


def bays(location: str, numbers: Sequence[int]) -> str:
    """'port bays 2, 3'."""
    return f"{LOCATIONS[location]} bay{'' if len(numbers) == 1 else 's'} {', '.join(map(str, numbers))}"


def bay_name(name: str, form: str) -> str:
    """A bay's name put into ' ({})'; nothing of the bay of a patrol ship or a base, which has no name."""
    return "" if name == "bay" else form.format(name)


def mount(name: str) -> str:
    """A turret slot: 'port turrets', or 'turret 3' of a patrol ship."""
    return f"turret {name}" if name.isdecimal() else f"{LOCATIONS[name]} turrets"
