"""Random set-ups for fuzzing, duels and tests: two sides of three to five craft of the same classes, on every layout, with all that hard points carry,
pilots of all skills, satellites, ground battles below, and the optional rules. Both sides get the like of each other, so that a duel is one of skill."""

from typing import NamedTuple

from scales.dice import Dice
from scales.engine import Json
from scales.hexes import Hex
from scales.interceptor.board import board
from scales.interceptor.satellites.placing import has_orbit
from scales.interceptor.switches import SWITCHES
from scales.interceptor.tables import PODS, CraftType, craft_types, rounds

SIDES = ("tog", "commonwealth")
TURNS = 25


class Field(NamedTuple):
    """Where two sides start, in joined coordinates: their rows, and the columns used."""

    rows: tuple[int, int]
    columns: range


FIELDS = {
    "interceptor_deep_space": Field((4, 24), range(8, 19)),
    "three_sheets": Field((10, 30), range(8, 19)),
    "two_game": Field((2, 13), range(6, 16)),
    "three_game": Field((4, 24), range(10, 21)),
    "drop_zone": Field((2, 13), range(14, 24)),
}
HEADINGS = (4, 1)
CLASSES = ("light fighter", "medium fighter", "medium fighter", "heavy fighter", "heavy fighter", "gunboat", "corvette", "escort")
MISSILES = ("sss", "sss", "sss", "ris", "tgm", "dfm", "hell_missile", "ecm_missile")
HELL, HELL_AMONG = "hell", 10
"""One round in so many may be HELL (centurion: Fighter Ground Missions)."""
CRUISE = 4


def sample(dice: Dice) -> Json:
    """A valid set-up drawn by the dice."""
    layout = dice.pick(sorted(FIELDS), "layout")
    classes = [dice.pick(CLASSES, "class") for _ in range(2 + dice.roll(3, "number of craft"))]
    craft = [_craft(dice, layout, side, number, kind) for side in SIDES for number, kind in enumerate(classes, start=1)]
    for side in SIDES:
        _add_hell([c for c in craft if c["side"] == side])
    found: Json = {
        "layout": layout,
        "sides": [{"id": side, "faction": side, "seat": side} for side in SIDES],
        "craft": craft,
        "satellites": _satellites(dice, layout),
        "installations": _installations(dice, layout),
        "battles": {"below": board(layout).battlefield} if _is_over_ground(layout) and dice.roll(2, "ground battle") == 1 else {},
        "options": {name: 1 for name in sorted(SWITCHES) if dice.roll(3, name) == 1},
        "turn_limit": TURNS,
    }
    dice.fresh = []
    return found


def _is_over_ground(layout: str) -> bool:
    return bool(board(layout).zones)


def _satellites(dice: Dice, layout: str) -> list[Json]:
    """A Thor satellite for each side, in its standard orbit, where the layout has one."""
    if not has_orbit(layout) or dice.roll(4, "satellites") != 1:
        return []
    return [{"id": f"{side}-thor", "side": side} for side in SIDES]


def _installations(dice: Dice, layout: str) -> list[Json]:
    """An installation for each side, of the same type, somewhere on the ground."""
    if not _is_over_ground(layout) or dice.roll(4, "installations") != 1:
        return []
    b, type = board(layout), dice.roll(4, "type of installation")
    ground = [b.label(hex) for hex in sorted(b.sheets.labels) if b.zone(hex) == "ground"]
    places = {side: ground[dice.roll(len(ground), "ground hex") - 1] for side in SIDES}
    return [{"id": f"{side}-fort", "side": side, "hex": hex, "type": type} for side, hex in places.items()]


# --- craft ------------------------------------------------------------------------------------------------------------------------------


def _craft(dice: Dice, layout: str, side: str, number: int, kind: str) -> Json:
    """One craft of a class and faction in its side's row."""
    types = [t for t in craft_types().values() if t.kind == kind and t.faction == side and t.weapons]
    drawn, field = dice.pick(types, "type of craft"), FIELDS[layout]
    column = field.columns[dice.roll(len(field.columns), "column") - 1]
    hex = Hex(column, field.rows[SIDES.index(side)])
    mission = "ground" if _is_over_ground(layout) and dice.roll(4, "mission") == 1 else "fighters"
    return {
        "id": f"{side}-{number}",
        "type": drawn.id,
        "side": side,
        "hex": board(layout).label(hex),
        "heading": HEADINGS[SIDES.index(side)],
        "velocity": min(CRUISE, drawn.thrust),
        "mission": mission,
        "gunnery": 2 + dice.roll(4, "gunnery"),
        "piloting": 3 + dice.roll(4, "piloting"),
        "missions": 3 * dice.roll(4, "missions") - 3,
    } | _loads(dice, drawn, mission)


def _loads(dice: Dice, drawn: CraftType, mission: str) -> Json:
    """What hangs on each hard point; every other craft has the usual loads."""
    if not drawn.hard_points or dice.roll(2, "loads") == 1:
        return {}
    stores = [name for name in rounds() if name != HELL] if mission == "ground" else MISSILES
    loads = dict.fromkeys(sorted({dice.pick(PODS, "pod")}), 1) if dice.roll(3, "pod or not") == 1 else {}
    for _ in range(drawn.hard_points - len(loads)):
        name = dice.pick(stores, "store")
        loads[name] = loads.get(name, 0) + 1
    return {"loads": loads}


def _add_hell(craft: list[Json]) -> None:
    """One HELL round in place of another, for a side that has so many rounds in loads of its own choice."""
    bombers = [c["loads"] for c in craft if c["mission"] == "ground" and "loads" in c]
    if sum(n for loads in bombers for name, n in loads.items() if name in rounds()) < HELL_AMONG:
        return
    loads = bombers[0]
    name = next(name for name in loads if name in rounds())
    loads[name] -= 1
    loads[HELL] = 1
    if not loads[name]:
        del loads[name]
