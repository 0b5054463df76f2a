"""A small random set-up for fuzzing: a few ships a side, fighters, at times a planet with a base on the ground. The map is to be
held: who leaves it is lost, or running away would be worth as much as fighting."""

from scales.dice import Dice
from scales.engine import Json
from scales.leviathan import catalog

SHIPS = (
    "fulgur",
    "serpens",
    "exeter",
    "ajax",
    "bantha",
    "valiant",
    "syracuse",
    "carthage",
    "liburna",
    "centaur",
    "cingulum",
    "lusoria",
    "lexington",
)
UNITS = ("gladius_squadron", "cheetah_squadron", "spiculum_flight", "avenger_squadron", "space_gull_flight", "pilum_squadron")


def sample(dice: Dice) -> Json:
    planet = dice.d10("sample: planet") <= 3
    setup: Json = {
        "layout": "leviathan_planet" if planet else "leviathan_deep_space",
        "sides": [{"id": "tog", "faction": "tog", "seat": "tog"}, {"id": "rl", "faction": "commonwealth", "seat": "rl"}],
        "units": [], "fighters": [], "installations": [], "turn_limit": 12, "victory": {"leaving_is_loss": True},
    }  # fmt: skip
    for number, side in enumerate(("tog", "rl")):
        _side(setup, side, number, planet, dice)
    if planet and dice.d10("sample: base") <= 6:
        kind = dice.pick(("gl1", "gl2", "gn1", "gn3"), "sample: base")
        setup["installations"].append({"id": "base", "name": "Base", "class": kind, "side": "rl", "hex": "1:0114"})
    return setup


def _side(setup: Json, side: str, number: int, planet: bool, dice: Dice) -> None:
    for n in range(1 + dice.roll(3, "sample: ships")):
        kind = dice.pick(SHIPS, "sample: ship")
        unit = {"id": f"{side}-{n}", "name": f"{kind.title()} {side} {n}", "class": kind, "side": side, "hex": _hex(number, planet, dice),
                "heading": dice.roll(6, "sample: heading"), "velocity": dice.roll(4, "sample: velocity") - 1}  # fmt: skip
        if n == 0 and catalog.sheets()[kind].fighters >= 6:
            unit["fighters"] = [{"id": f"{side}-aboard", "name": f"Aboard {side}", "unit": "gladius_squadron"}]
        setup["units"].append(unit)
    for n in range(dice.roll(3, "sample: fighters") - 1):
        unit = {"id": f"{side}-f{n}", "name": f"Fighters {side} {n}", "unit": dice.pick(UNITS, "sample: unit"), "side": side,
                "hex": _hex(number, planet, dice)}  # fmt: skip
        setup["fighters"].append(unit)


def _hex(number: int, planet: bool, dice: Dice) -> str:
    column = 8 + dice.roll(12, "sample: column")
    row = dice.roll(5, "sample: row") + (3 if number == 0 else 7)
    return (
        f"{2 if number else 1}:{column:02d}{row if number == 0 else row - 6:02d}" if not planet else f"{number + 1}:{column:02d}{row:02d}"
    )
