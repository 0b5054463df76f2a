"""Random but valid small set-ups, for fuzzing: two sides of one or two platoons on a random sheet."""

from scales.centurion.catalog import platoon_types
from scales.centurion.preparation.sheets import joined, known_sheets
from scales.dice import Dice
from scales.engine import Json
from scales.hexes import Hex
from scales.terrain import parse

KINDS = (
    "light_tank",
    "medium_tank",
    "heavy_tank",
    "light_armored_infantry",
    "medium_armored_infantry",
    "medium_armored_infantry_mortar",
    "grav_artillery",
    "recon",
    "foot_tvlg",
    "foot_mortar",
    "ground_medium_tank",
    "ground_light_infantry",
    "engineer",
    "naval_fire_control",
)
FIGHTERS = ("light_tank", "medium_tank", "heavy_tank", "medium_armored_infantry", "ground_medium_tank")
"""One of these leads every side, so that there is a battle."""
OPTIONS = ("flight_modes", "hell_rounds", "morale", "missile_barrages", "random_leadership")
"""Optional rules that are off unless a battle names them: random battles play them all, with those that are on anyway."""
VARIANTS = (
    "variant_initiative",
    "shield_penetration",
    "emergency_turns",
    "ramming",
    "lateral_shift",
    "declare_by_unit",
    "leviathan_naval_rules",
)
"""Other ways of playing a rule: each in one battle of four."""


def sample(dice: Dice) -> Json:
    """A set-up drawn with dice."""
    sides = [{"id": "tog", "faction": "tog", "seat": "red"}, {"id": "commonwealth", "faction": "commonwealth", "seat": "blue"}]
    count = dice.roll(2, "platoons")
    both = [k for k in KINDS if all(f"{side['id']}_{k}" in platoon_types() for side in sides)]
    kinds = [dice.pick(FIGHTERS, "platoon"), *(dice.pick(both, "platoon") for _ in range(count - 1))]
    platoons = [_platoon(side["id"], n, kind) for side in sides for n, kind in enumerate(kinds, start=1)]
    batteries = [
        {"id": f"{s['id']}-battery", "name": f"{s['id']} battery", "side": s["id"], "missions": 1, "modifier": 1, "shots": 4}
        for s in sides
        if dice.roll(3, "battery") == 1
    ]
    board = {"sheets": [dice.pick(known_sheets(), "sheet")]}
    found = {"board": board, "sides": sides, "platoons": platoons, "batteries": batteries, "turn_limit": 12 + dice.roll(8, "turns")}
    found |= {"installations": _installations(board, dice)} if dice.roll(4, "installation") == 1 else {}
    found |= {"minefields": _ambushes(board, platoons, dice)} if dice.roll(3, "ambush") == 1 else {}
    found |= {"options": dict.fromkeys(OPTIONS, 1) | {name: 1 for name in VARIANTS if dice.roll(4, name) == 1}}
    return _with_help_from_orbit(found, dice) if count > 1 and dice.roll(3, "help from orbit") == 1 else found


def _ambushes(board: Json, platoons: list[Json], dice: Dice) -> list[Json]:
    """Both sides lie in wait: their first platoons are hidden, so are all squads on foot, every other one in sneak suits, and mines that only
    their side knows of lie across the middle of the sheet."""
    for platoon in platoons[:: len(platoons) // 2]:
        for vehicle in platoon["vehicles"]:
            vehicle["hidden"] = True
    for platoon in platoons:
        for n, squad in enumerate(s for s in platoon["squads"] if "aboard" not in s):
            squad |= {"hidden": True, "sneak_suit": n % 2 == 0}
    middle = [hex.label for hex in joined(board["sheets"]) if 6 <= hex.row <= 9]
    return [
        {"hex": label, "side": side} for side in ("tog", "commonwealth") for label in sorted({dice.pick(middle, "mines") for _ in range(5)})
    ]


def _with_help_from_orbit(found: Json, dice: Dice) -> Json:
    """Each side has a Centurion in its first platoon to call a ship and a satellite, by the simple tables or by Leviathan's rules."""
    windows = {"since": dice.roll(3, "since"), "until": 4 + dice.roll(4, "until")}
    classes = {side["id"]: dice.pick(_CLASSES[side["id"]], "class") for side in found["sides"]}
    for side in found["sides"]:
        first = next(p for p in found["platoons"] if p["side"] == side["id"])
        first["centurion"] = first["vehicles"][0]["id"]
        side["air_defense"] = dice.roll(5, "air defense") - 1
    ships = [{"id": f"{s}-ship", "name": f"{s} ship", "side": s, "type": t, "missiles": True, **windows} for s, t in classes.items()]
    return found | {"ships": ships, "thor": [{"side": s, **windows} for s in classes]}


_CLASSES = {"tog": ("fulgur", "serpens"), "commonwealth": ("exeter", "ajax")}
"""Destroyers: a battleship over two platoons leaves nothing to fight about."""


def _installations(board: Json, dice: Dice) -> list[Json]:
    """An installation of each side in its half of the sheet, of one type, on dry ground."""
    dry = [hex for hex, token in joined(board["sheets"]).items() if 8 <= hex.column <= 18 and parse(token).ground != "lake"]
    type, halves = dice.roll(4, "type of the installations"), {"tog": range(3, 7), "commonwealth": range(9, 13)}
    return [
        {"id": f"{side}-fort", "name": f"{side} fort", "side": side, "type": type, "hex": _one_of(dry, rows, dice)}
        for side, rows in halves.items()
    ]


def _one_of(hexes: list[Hex], rows: range, dice: Dice) -> str:
    return dice.pick([hex.label for hex in hexes if hex.row in rows], "hex of an installation")


def _platoon(side: str, number: int, name: str) -> Json:
    """A platoon of a kind; both sides have the same kinds, so that neither is much the stronger."""
    kind = platoon_types()[f"{side}_{name}"]
    id = f"{side}-{number}"
    vehicles: list[Json] = [
        {"id": f"{id}/{n}", "type": t, "name": f"{side} {t} {number}.{n}"} for n, t in enumerate(kind.vehicles, start=1)
    ]
    squads: list[Json] = []
    for n, t in enumerate(kind.squads, start=1):
        aboard = {"aboard": vehicles[n - 1]["id"]} if n <= len(vehicles) else {}
        squads.append({"id": f"{id}/s{n}", "type": t, "name": f"{side} squad {number}.{n}", **aboard})
    return {"id": id, "side": side, "vehicles": vehicles, "squads": squads}
