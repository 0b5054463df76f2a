"""Which hexes of one board lie over which of another: Leviathan over Interceptor, Interceptor over Centurion and Legatus, attack from above.

(centurion: Moving Between Leviathan and Interceptor Boards, Map Set-Up, Boards; rulings R-CEN-32, R-CEN-33, R-LEV-45)
"""

from functools import lru_cache

from scales.boards import board
from scales.hexes import Hex
from scales.terrain import Terrain, boards_data

LEVIATHAN, INTERCEPTOR = "leviathan_planet", "three_game"
_LEVIATHAN_ROWS = (12, 17)


def _over(hex: Hex) -> Hex:
    """Joined Leviathan hex over a joined Interceptor hex: bricks of five columns and five rows, shifted by half a brick in odd columns."""
    column = (hex.column + 8) // 5
    row = (2 * hex.row + hex.column % 2 + (114 if column % 2 else 119)) // 10
    return Hex(column, min(max(row, _LEVIATHAN_ROWS[0]), _LEVIATHAN_ROWS[1]))


def up(label: str) -> str:
    """Label of the one Leviathan hex over an Interceptor hex of the three-game layout ("2:2212" -> "2:0603")."""
    return board(LEVIATHAN).label(_over(board(INTERCEPTOR).hex(label)))


@lru_cache(maxsize=1)
def _below() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for hex, label in board(INTERCEPTOR).labels.items():
        found.setdefault(board(LEVIATHAN).label(_over(hex)), []).append(label)
    return {above: tuple(sorted(labels)) for above, labels in found.items()}


def down(label: str) -> tuple[str, ...]:
    """Labels of the Interceptor hexes under a Leviathan hex; none outside the strip that the Interceptor board lies under."""
    board(LEVIATHAN).hex(label)
    return _below().get(label, ())


def ground_hexes(layout: str) -> tuple[str, ...]:
    """Ground hexes in the order in which battles without a Legatus map take them, the battlefield first (three_game, two_game)."""
    found = board(layout).data
    return tuple(found.get("other_ground_battles", [found["battlefield"]] if "battlefield" in found else []))


def legatus_ground(column: int, layout: str = INTERCEPTOR, anchor: int | None = None) -> str:
    """Label of the Interceptor ground hex that holds a column of the Legatus map.

    The map lies along the ground, east toward Map 2 (three_game) or toward row xx01 (two_game); `anchor` is the column in the battlefield hex.
    """
    along = boards_data()["ground"]["legatus_along"]
    place = (along["step_m"] * (column - (along["anchor_column"] if anchor is None else anchor)) + 7500) // 15000
    found = board(layout)
    here = found.hex(found.battlefield)
    row = here.row + (place if layout == INTERCEPTOR else -place)
    return found.label(Hex(here.column, row))


def leviathan_ground(column: int, anchor: int | None = None) -> str:
    """Label of the Leviathan ground hex that holds a column of the Legatus map."""
    return up(legatus_ground(column, INTERCEPTOR, anchor))


def leviathan_class(terrain: Terrain) -> str:
    """Terrain class of a Legatus hex for a search from space: open, wooded, mountainous_urban or water."""
    if terrain.level >= 2:
        return "mountainous_urban"
    return str(boards_data()["ground"]["leviathan_classes"][terrain.ground])


def cone_width(label: str) -> int:
    """Half width in hexes of the attack cone in the column of a Leviathan hex over the planet; -1 where nothing can attack the ground.

    0 in the atmosphere, 1 in the interface, one more with each column of the gravity well (leviathan: Space and the Ground, Combat).
    """
    found = board(LEVIATHAN)
    hex = found.hex(label)
    zone = found.zone(hex)
    return {"atmosphere": 0, "interface": 1, "gravity": hex.column - 2}.get(zone, -1)


def in_attack_cone(attacker: str, ground: str) -> bool:
    """May a ship in one Leviathan hex attack a ground hex, as far as the hexes go? The hex over another has the same joined row."""
    found = board(LEVIATHAN)
    if found.zone(found.hex(ground)) != "ground":
        raise ValueError(f"{ground} is no ground hex")
    return abs(found.hex(attacker).row - found.hex(ground).row) <= cone_width(attacker)


def thor_start(layout: str) -> tuple[str, int, int]:
    """Label, heading and velocity of a Thor satellite in its standard orbit; raises ValueError where the layout has none."""
    thor = board(layout).data.get("thor")
    if thor is None:
        raise ValueError(f"layout '{layout}' has no orbit for a Thor satellite")
    return thor["start"], thor["heading"], thor["velocity"]
