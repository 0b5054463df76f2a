"""A small random set-up for fuzzing: two sides of three to five craft, in deep space or above a planet."""

from scales.dice import Dice
from scales.engine import Json
from scales.interceptor.tables import CraftType, craft_types

PLACES = {
    "interceptor_deep_space": (("1:{c}04", 4), ("2:{c}10", 1), (8, 18)),
    "two_game": (("2:{c}02", 4), ("2:{c}13", 1), (6, 15)),
    "three_game": (("1:{c}04", 4), ("2:{c}10", 1), (10, 20)),
}
"""Layout: hex and heading of the first side, of the second, and the columns used."""


def sample(dice: Dice) -> Json:
    """A valid set-up drawn by the dice."""
    layout = dice.pick(sorted(PLACES), "layout")
    sides = [{"id": "tog", "faction": "tog", "seat": "tog"}, {"id": "com", "faction": "commonwealth", "seat": "com"}]
    craft = []
    for index, side in enumerate(("tog", "com")):
        types = _types("tog" if side == "tog" else "commonwealth")
        for number in range(2 + dice.roll(3, "number of craft")):
            kind = dice.pick(types, "type of craft")
            craft.append({"id": f"{side}{number + 1}", "side": side} | _craft(dice, layout, index, kind))
    dice.fresh = []
    return {"layout": layout, "sides": sides, "craft": craft, "turn_limit": 25}


def _types(faction: str) -> list[CraftType]:
    return [t for t in craft_types().values() if t.faction == faction and t.weapons]


def _craft(dice: Dice, layout: str, index: int, kind: CraftType) -> Json:
    first, second, columns = PLACES[layout]
    pattern, heading = (first, second)[index]
    column = columns[0] + dice.roll(columns[1] - columns[0] + 1, "column") - 1
    return {"type": kind.id, "hex": pattern.format(c=f"{column:02d}"), "heading": heading, "velocity": min(4, kind.thrust)}
