"""Armored engineer centuries: they clear enemy defenses and build earthworks, crippled ones too. legatus: Engineers, Earthworks"""

from scales.legatus.double_blind.hearing import Word, knows, knows_marker, tell_apart
from scales.legatus.movement.movement import grid_of
from scales.legatus.state import Century, LegatusState, Marker, free, hexes_of
from scales.play import Play

RULE = "legatus: Engineers"
CLEARED = {"passive": "passive defenses", "denial": "artillery denial"}


def is_engineer(unit: Century) -> bool:
    return unit.kind == "armored_engineer"


def clearable(marker: Marker, side: str) -> bool:
    """Passive defenses of the enemy, and artillery denial of anybody."""
    return marker.kind == "denial" or (marker.kind == "passive" and marker.side != side)


def clear(state: LegatusState, side: str, hexes: set[str]) -> list[tuple[Marker, list[str]]]:
    """Take away the counters in hexes that an engineer century moves onto; returns what was a marker and the hexes it lost."""
    found = []
    for marker in state.markers:
        gone = sorted(hexes.intersection(marker.hexes)) if clearable(marker, side) else []
        if gone:
            found.append((marker, gone))
            marker.hexes = [h for h in marker.hexes if h not in hexes]
    state.markers = [m for m in state.markers if m.hexes]
    return found


def tell_cleared(play: Play[LegatusState], unit: Century, marker: Marker, gone: list[str]) -> None:
    """A side that has not spotted the engineers hears only that nothing is left of what it knew of."""
    what, where = CLEARED[marker.kind], ", ".join(gone)

    def word(side: str) -> Word | None:
        if knows(play.state, side, unit.id):
            return Word(f"{unit.name} clears the {what} in {where}.", [unit.id], {"hexes": gone})
        if knows_marker(play.state, marker, side):
            return Word(f"Nothing is left of the {what} in {where}.", [], {"hexes": gone})
        return None

    tell_apart(play, "cleared", RULE, word)


def places(turns_without_moving: int) -> str:
    """What an engineer century may place after turns in which it did not move."""
    return "earthworks_in_own_hex" if turns_without_moving >= 1 else ""


def site(state: LegatusState, unit: Century) -> str:
    """The hex in which a century would build: the first of its own that has no earthworks and is no lake; '' when there is none."""
    taken = {h for m in state.markers if m.kind == "earthworks" for h in m.hexes}
    cells = grid_of(state).cells
    return next((h for h in hexes_of(unit.at) if h not in taken and cells[h].ground != "lake"), "")


def build_fault(state: LegatusState, unit: Century) -> str:
    """Why a century cannot be ordered to build; '' when it can."""
    if not is_engineer(unit):
        return f"Only an armored engineer century builds earthworks, and {unit.name} is none ({RULE})."
    where = ", ".join(hexes_of(unit.at))
    return "" if site(state, unit) else f"{unit.name} can build nothing in {where}: there are earthworks already, or a lake ({RULE})."


def build_all(play: Play[LegatusState]) -> None:
    """Engineers that were ordered to, and have not moved in this turn (nor reacted, retreated or fled), have built earthworks."""
    for id in sorted(play.state.units):
        unit = play.state.units[id]
        hex = site(play.state, unit) if unit.building and free(unit) and not unit.broken else ""
        if hex and places(0 if unit.moved else 1):
            play.state.markers.append(Marker("earthworks", unit.side, [hex]))
            play.tell("built", f"{unit.name} builds earthworks in {hex}.", RULE, units=[id], data={"hex": hex})
