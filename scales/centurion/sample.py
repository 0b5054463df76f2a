"""Random but valid small set-ups, for fuzzing: two sides of one or two platoons on a random sheet."""

from scales.centurion.catalog import platoon_types
from scales.centurion.sheets import joined, known_sheets
from scales.dice import Dice
from scales.engine import Json
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
    found = {"board": board, "sides": sides, "platoons": platoons, "batteries": batteries, "turn_limit": 8 + dice.roll(6, "turns")}
    found |= {"installations": [_installation(board, dice)]} if dice.roll(4, "installation") == 1 else {}
    found |= {"minefields": _ambush(board, platoons, dice)} if dice.roll(3, "ambush") == 1 else {}
    found |= {"options": {name: 1 for name in ("morale", "flight_modes") if dice.roll(2, name) == 1}}
    return _with_help_from_orbit(found, dice) if dice.roll(4, "help from orbit") == 1 else found


def _ambush(board: Json, platoons: list[Json], dice: Dice) -> list[Json]:
    """One side lies in wait: its first platoon is hidden, and mines that nobody knows of lie across the middle of the sheet."""
    waiting = dice.pick(platoons[:: len(platoons) // 2], "who lies in wait")
    for vehicle in waiting["vehicles"]:
        vehicle["hidden"] = True
    middle = [hex.label for hex in joined(board["sheets"]) if 6 <= hex.row <= 9]
    mined = {dice.pick(middle, "minefield") for _ in range(8)}
    return [{"hex": label, "side": waiting["side"]} for label in sorted(mined)]


def _with_help_from_orbit(found: Json, dice: Dice) -> Json:
    """Each side has a Centurion in its first platoon to call a ship and a satellite, by the simple tables or by Leviathan's rules."""
    windows, options = {"since": dice.roll(3, "since"), "until": 4 + dice.roll(4, "until")}, {"missile_barrages": 1}
    classes = {side["id"]: dice.pick(_CLASSES[side["id"]], "class") for side in found["sides"]}
    for side in found["sides"]:
        first = next(p for p in found["platoons"] if p["side"] == side["id"])
        first["centurion"] = first["vehicles"][0]["id"]
        side["air_defense"] = dice.roll(5, "air defense") - 1
    ships = [{"id": f"{s}-ship", "name": f"{s} ship", "side": s, "type": t, "missiles": True, **windows} for s, t in classes.items()]
    options |= {"leviathan_naval_rules": 1} if dice.roll(2, "naval rules") == 1 else {}
    return found | {"ships": ships, "thor": [{"side": s, **windows} for s in classes], "options": found["options"] | options}


_CLASSES = {"tog": ("fulgur", "shiva"), "commonwealth": ("exeter", "repulse")}


def _installation(board: Json, dice: Dice) -> Json:
    """An installation of one side in the middle of the sheet, on dry ground."""
    dry = [
        hex.label
        for hex, token in joined(board["sheets"]).items()
        if 10 <= hex.column <= 16 and 5 <= hex.row <= 10 and parse(token).ground != "lake"
    ]
    side = dice.pick(("tog", "commonwealth"), "its side")
    return {"id": "fort", "name": "Fort", "side": side, "type": dice.roll(4, "its type"), "hex": dice.pick(dry, "its hex")}


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
