"""A small random set-up for fuzzing: two sides of three to five craft of the same classes, in deep space or above a planet."""

from scales.dice import Dice
from scales.engine import Json
from scales.interceptor.board import board
from scales.interceptor.tables import CraftType, craft_types

PLACES = {
    "interceptor_deep_space": (("1:{c}04", 4), ("2:{c}10", 1), (8, 18)),
    "two_game": (("2:{c}02", 4), ("2:{c}13", 1), (6, 15)),
    "three_game": (("1:{c}04", 4), ("2:{c}10", 1), (10, 20)),
}
"""Layout: hex and heading of the first side, of the second, and the columns used."""
ORBITS = {"two_game": range(12, 20), "three_game": range(8, 16)}
"""Columns in which satellites enter."""
CLASSES = ("light fighter", "medium fighter", "medium fighter", "heavy fighter", "heavy fighter", "gunboat", "corvette", "escort")
SIDES = ("tog", "commonwealth")


def sample(dice: Dice) -> Json:
    """A valid set-up drawn by the dice."""
    layout = dice.pick(sorted(PLACES), "layout")
    classes = [dice.pick(CLASSES, "class") for _ in range(2 + dice.roll(3, "number of craft"))]
    craft = [_craft(dice, layout, side, number, kind) for side in SIDES for number, kind in enumerate(classes, start=1)]
    satellites = _satellites(dice, layout) if layout in ORBITS and dice.roll(4, "satellites") == 1 else []
    forts = _installations(dice, layout) if layout in ORBITS and dice.roll(4, "installations") == 1 else []
    dice.fresh = []
    sides = [{"id": side, "faction": side, "seat": side} for side in SIDES]
    return {"layout": layout, "sides": sides, "craft": craft, "satellites": satellites, "installations": forts, "turn_limit": 25}


def _satellites(dice: Dice, layout: str) -> list[Json]:
    """A Thor satellite for each side, somewhere along the edge where they enter."""
    columns = ORBITS[layout]
    places = {side: columns[dice.roll(len(columns), "orbit") - 1] for side in SIDES}
    speeds = {side: dice.roll(3, "velocity of the satellite") for side in SIDES}
    map = "2" if layout == "two_game" else "1"
    return [{"id": f"{side}-thor", "side": side, "hex": f"{map}:{places[side]:02d}01", "velocity": speeds[side]} for side in SIDES]


def _installations(dice: Dice, layout: str) -> list[Json]:
    """An installation for each side, of the same type."""
    b, type = board(layout), dice.roll(4, "type of installation")
    ground = [b.label(hex) for hex in sorted(b.sheets.labels) if b.zone(hex) == "ground"]
    places = {side: ground[dice.roll(len(ground), "ground hex") - 1] for side in SIDES}
    return [{"id": f"{side}-fort", "side": side, "hex": hex, "type": type} for side, hex in places.items()]


def _craft(dice: Dice, layout: str, side: str, number: int, kind: str) -> Json:
    """One craft of a class and faction in its side's row."""
    found: list[CraftType] = [t for t in craft_types().values() if t.kind == kind and t.faction == side and t.weapons]
    drawn = dice.pick(found, "type of craft")
    first, second, columns = PLACES[layout]
    pattern, heading = second if side == SIDES[1] else first
    hex = pattern.format(c=f"{columns[0] + dice.roll(columns[1] - columns[0] + 1, 'column') - 1:02d}")
    mission = "ground" if layout != "interceptor_deep_space" and dice.roll(4, "mission") == 1 else "fighters"
    velocity = min(4, drawn.thrust)
    return {
        "id": f"{side}-{number}",
        "type": drawn.id,
        "side": side,
        "hex": hex,
        "heading": heading,
        "velocity": velocity,
        "mission": mission,
    }
