"""A small random set-up for fuzzing: mixed fleets with fighters, in deep space, at a planet with bases, or in a chase; every optional rule on
in four battles of five. Each side has as much in classes of the same size, so that a duel is one of skill. The map is to be held: who leaves
it is lost, or running away would be worth as much as fighting."""

from scales.dice import Dice
from scales.engine import Json
from scales.leviathan import catalog
from scales.leviathan.switches import SWITCHES

CAPITAL = ("destroyer", "destroyer", "destroyer", "frigate", "frigate", "cruiser", "cruiser", "battleship", "patrol")
"""Sizes of ships to draw from."""
SIZES = ("squadron", "squadron", "flight", "group")
TURNS = 12
MISSILE_BOAT: Json = {
    "name": "Missile Boat", "class": "escort", "thrust": 3, "power": 20_000, "hard_points": 6, "anti_grav": True, "spinal_mount": "A",
    "armor": dict.fromkeys(("bow", "right_bow", "right_stern", "stern", "left_stern", "left_bow"), 300),
    "weapons": [
        *[{"weapon": "autoloading_hard_point", "location": "bow"}] * 5, *[{"weapon": "laser_7_5_6", "location": "bow"}] * 4,
        *[{"weapon": "mdc_12", "location": "left_bow"}] * 4, *[{"weapon": "mdc_12", "location": "right_bow"}] * 4,
        *[{"weapon": "laser_7_5_6", "location": turret} for turret in ("turret_1", "turret_2", "turret_3")] * 2,
    ],
}  # fmt: skip
"""A patrol ship by its Interceptor statistics, with a mount and missiles enough for an attack."""


def sample(dice: Dice) -> Json:
    kind = dice.d10("sample: kind")
    setup: Json = {
        "layout": "leviathan_planet" if kind <= 3 else "leviathan_end_to_end" if kind == 10 else "leviathan_deep_space",
        "sides": [{"id": "tog", "faction": "tog", "seat": "tog"}, {"id": "rl", "faction": "commonwealth", "seat": "rl"}],
        "units": [], "fighters": [], "installations": [], "turn_limit": TURNS, "victory": {"leaving_is_loss": True},
    }  # fmt: skip
    if dice.d10("sample: options") <= 8:
        setup["options"] = dict.fromkeys(SWITCHES, 1)
    hulls = [dice.pick(CAPITAL, "sample: hull") for _ in range(1 + dice.roll(3, "sample: ships"))]
    flights = [dice.pick(SIZES, "sample: size") for _ in range(dice.roll(3, "sample: fighters") - 1)]
    for number, side in enumerate(("tog", "rl")):
        _ships(setup, side, number, hulls, dice)
        _fighters(setup, side, number, flights, dice)
    if kind <= 3:
        _planet(setup, dice)
    elif kind == 10:
        _chase(setup)
    elif kind >= 8:
        _deploy(setup, dice)
    return setup


def _ships(setup: Json, side: str, number: int, hulls: list[str], dice: Dice) -> None:
    for n, hull in enumerate(hulls):
        kind = dice.pick(_classes(hull), "sample: ship")
        unit = {"id": f"{side}-{n}", "name": f"{kind.title()} {side} {n}", "class": kind, "side": side, "hex": _hex(setup, number, dice),
                "heading": dice.roll(6, "sample: heading"), "velocity": dice.roll(4, "sample: velocity") - 1}  # fmt: skip
        if n == 0:
            unit |= {"skill": dice.roll(4, "sample: skill") - 1, "commander": 1}
            if catalog.sheets()[kind].fighters >= 6:
                unit["fighters"] = [{"id": f"{side}-aboard", "name": f"Aboard {side}", "unit": "gladius_squadron"}]
        if hull == "patrol" and dice.d10("sample: boat") <= 4:
            unit |= {"class": "", "interceptor": MISSILE_BOAT, "fighters": []}
        setup["units"].append(unit)


def _classes(hull: str) -> list[str]:
    """Classes of a size."""
    ships = {id: sheet for id, sheet in catalog.sheets().items() if sheet.kind == "ship"}
    return sorted(id for id, sheet in ships.items() if (sheet.is_patrol if hull == "patrol" else sheet.hull == hull))


def _fighters(setup: Json, side: str, number: int, flights: list[str], dice: Dice) -> None:
    for n, size in enumerate(flights):
        craft = dice.pick(sorted(catalog.fighters()), "sample: craft")
        pilots = [{"name": f"Pilot {side} {n}", "gunnery": dice.roll(8, "sample: gunnery"), "piloting": dice.roll(8, "sample: piloting")}]
        setup["fighters"].append({"id": f"{side}-f{n}", "name": f"Fighters {side} {n}", "unit": f"{craft}_{size}", "side": side,
                                  "hex": _hex(setup, number, dice), "pilots": pilots})  # fmt: skip


def _hex(setup: Json, number: int, dice: Dice) -> str:
    """Somewhere on the side's half of the map, well inside it."""
    column, row = 8 + dice.roll(12, "sample: column"), 2 + dice.roll(5, "sample: row")
    if setup["layout"] == "leviathan_deep_space":
        return f"{2 if number else 1}:{column:02d}{row if number else row + 5:02d}"
    if setup["layout"] == "leviathan_planet":
        return f"{number + 1}:{column:02d}{row:02d}"
    return f"{1 if number else 2}:{column + 2 if number else column - 6:02d}{row + 2:02d}"


def _planet(setup: Json, dice: Dice) -> None:
    """A base on the ground, one in orbit, and rockets that nobody knows of, each for a side."""
    for name, kinds, hex in (("base", ("gl1", "gl2", "gn1", "gn3"), "1:0114"), ("station", ("on1", "on2", "on3", "on4"), "1:2412")):
        if dice.d10(f"sample: {name}") <= 5:
            side = dice.pick(("tog", "rl"), f"sample: {name}")
            kind = dice.pick(kinds, f"sample: {name}")
            setup["installations"].append({"id": name, "name": name.title(), "class": kind, "side": side, "hex": hex})
    if dice.d10("sample: troops") <= 3:
        kind = dice.pick(("air_space_defense", "rocket", "other"), "sample: troops")
        setup["ground"] = [{"id": "troops", "name": "Troops", "class": kind, "side": "rl", "hex": "1:0110"}]


def _chase(setup: Json) -> None:
    setup["victory"] = {"kind": "chase", "pursued": "rl"}


def _deploy(setup: Json, dice: Dice) -> None:
    """Nobody stands yet: the sides place their ships and organize a wing."""
    zone = {"within": 6, "apart": 3, "carried": True}
    setup["deployment"] = {"tog": {"edge": "top", **zone}, "rl": {"edge": "bottom", **zone}}
    for unit in [*setup["units"], *setup["fighters"]]:
        del unit["hex"]
    craft = dice.pick(sorted(catalog.fighters()), "sample: wing")
    setup["wings"] = [{"id": f"{side}-wing", "name": f"Wing {side}", "side": side, "fighters": {craft: 24}} for side in ("tog", "rl")]
