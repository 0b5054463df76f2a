"""Battles in which everything happens at once: every kind of unit of both sides, close together on broken ground, with all that the book has."""

from scales.dice import Dice
from scales.engine import Json
from scales.legatus import board
from scales.legatus.deployment import altitudes_of
from scales.legatus.tables import kinds
from tests.legatus.recomputed import book, ground

GROUND = ("0.", "0.", "0.r", "0.r", "0.v", "0l", "0h", "0u", "0s", "0b", "1.", "1l", "2.", "0.rv", "0w")
COLUMNS, ROWS = 14, 12
SIDES = ("tog", "commonwealth")
FACES = {"tog": 4, "commonwealth": 9}
"""The column around which a side stands."""


def crowded(dice: Dice, double_blind: int = 0) -> Json:
    """A battle of five turns; both sides have a manus with two cohorts, one of them without a headquarters, an installation in some."""
    rows = [" ".join(dice.pick(GROUND, "ground") for _ in range(COLUMNS)) for _ in range(ROWS)]
    grid = board.grid("crowded", tuple(rows))
    spots = {side: [h for h in grid.cells if abs(int(h[:2]) - FACES[side]) <= 2 and grid.cells[h].ground != "lake"] for side in SIDES}
    permanent = dice.d10("permanent") <= 5
    setup: Json = {
        "map": "crowded",
        "rows": rows,
        "sides": [{"id": side, "faction": side, "seat": side} for side in SIDES],
        "cohorts": [c for side in SIDES for c in _cohorts(dice, side, spots[side], permanent and side == "commonwealth")],
        "squadrons": [
            {"id": f"{s}-q{n}", "name": f"Wing {n} of {s}", "side": s, "kind": k} for s in SIDES for n, k in enumerate(book.SQUADRONS)
        ],
        "satellites": [_satellite(dice, side, spots) for side in SIDES],
        "defenses": [_works(dice, side, spots) for side in SIDES for _ in range(5)],
        "options": {"double_blind": double_blind},
        "turn_limit": 5,
    }
    if dice.d10("fort") <= 5:
        setup["installations"] = [_fort(dice, side, spots) for side in SIDES]
        setup["superiority"] = dice.pick(SIDES, "superiority")
    else:
        setup["naval_support"] = [{"id": f"{s}-ships", "name": f"Ships of {s}", "side": s, "attack": 5} for s in SIDES]
    return setup


def _cohorts(dice: Dice, side: str, spots: list[str], permanent: bool) -> list[Json]:
    """The line under its headquarters, some more without one, support with that of the manus."""
    line = [kind for kind in book.CENTURIES if kind in book.COMBAT]
    support = [kind for kind in book.CENTURIES if kind not in book.COMBAT and not kind.startswith(("hq", "def"))]
    found = []
    for id, kinds_, level in (("a", ["hq_grav", *line], "cohort"), ("b", line, "cohort"), ("m", ["hq_ground", *support], "manus")):
        centuries = [_century(dice, f"{side}-{id}{n}", kind, spots) for n, kind in enumerate(kinds_)]
        centuries[0]["organic_signals"] = id == "a"
        entry = {
            "id": f"{side}-{id}",
            "name": f"{side} {id}",
            "side": side,
            "level": level,
            "centuries": centuries,
            "manus": f"{side}-manus",
        }
        found.append(entry | {"quality": dice.pick(("green", "regular", "elite"), "quality"), "permanent": permanent})
    return found


def _century(dice: Dice, id: str, kind: str, spots: list[str]) -> Json:
    at = dice.pick(spots, "place")
    for _ in range(dice.roll(3, "spread") - 1):
        at = dice.pick([p for p in board.spreads(at) if len(p) > len(at) and set(ground.hexes(p)) <= set(spots)] or [at], "spread")
    fliers = altitudes_of(kinds()[kind].carriage)
    altitude = dice.pick(("dug_in", "normal", *fliers), "altitude")
    return {"id": id, "name": id, "kind": kind, "at": at, "altitude": altitude, "crippled": dice.d10("crippled") == 1}


def _satellite(dice: Dice, side: str, spots: dict[str, list[str]]) -> Json:
    where = dice.pick(spots["tog" if side == "commonwealth" else "commonwealth"], "satellite")
    return {"id": f"{side}-thor", "name": f"Thor of {side}", "side": side, "hex": where, "heading": dice.roll(6, "heading"), "velocity": 1}


def _works(dice: Dice, side: str, spots: dict[str, list[str]]) -> Json:
    kind = dice.pick(("passive", "earthworks", "earthworks"), "works")
    return {"kind": kind, "side": side, "hex": dice.pick(spots[side], "works"), "hidden": kind == "passive" and dice.d10("hidden") <= 5}


def _fort(dice: Dice, side: str, spots: dict[str, list[str]]) -> Json:
    crippled = dice.d10("crippled") <= 5
    return {"id": f"{side}-fort", "name": f"Fort of {side}", "side": side, "hex": dice.pick(spots[side], "fort"), "crippled": crippled}
