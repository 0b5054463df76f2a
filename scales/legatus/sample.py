"""Random set-ups for fuzzing, duels and tests: skirmishes of cohorts of all kinds, standard formations, now and then a whole manus; with
installations, prepared ground, squadrons, fire from orbit and the optional rules. Both sides get the like of each other, so that a duel is
one of skill, and battles are short, for there are to be many."""

from collections.abc import Sequence

from scales.dice import Dice
from scales.engine import Json
from scales.hexes import hex_of, within
from scales.legatus import board
from scales.legatus.board import Grid
from scales.legatus.deployment import altitudes_of
from scales.legatus.switches import SWITCHES
from scales.legatus.tables import DISPERSIONS, century_count, kinds

SIDES = ("tog", "commonwealth")
FACTIONS = ("commonwealth", "commonwealth", "commonwealth", "commonwealth", "civil")
"""Factions of the second side: a permanent manus has the first four of them, the last organizes as others do."""
PLACES = {"tog": ("0808", "0712", "0705"), "commonwealth": ("1509", "1613", "1606")}
"""Where the cohorts of a side form up, one after the other."""
REAR = {"tog": "0609", "commonwealth": "1710"}
FRONTS = {"tog": 3, "commonwealth": 6}
MIDDLE = "1209"
ZONES: Json = {"tog": {"columns": [6, 10]}, "commonwealth": {"columns": [14, 18]}}
ARMOR = ("light_grav_armor", "light_grav_armor", "medium_grav_armor", "medium_grav_armor", "heavy_grav_armor", "grav_armored_infantry")
FOOT = ("infantry", "infantry", "marine")
SUPPORT = ("grav_artillery", "grav_artillery", "ground_artillery", "signals", "air_space_defense", "armored_engineer", "rocket")
SQUADRONS = ("interceptor_light", "interceptor_medium", "interceptor_heavy")
FORMATIONS = (
    ("medium_cohort", "medium_cohort"),
    ("light_cohort", "armored_cavalry_battalion"),
    ("armored_infantry_cohort", "armored_infantry_cohort"),
    ("heavy_cohort", "heavy_cohort"),
    ("medium_cohort", "baufrin_battalion"),
    ("praetorian_medium_cohort", "heavy_cohort"),
    ("praetorian_infantry_cohort", "heavy_cohort"),
    ("marine_cohort", "marine_cohort"),
    ("militia_regiment", "militia_regiment"),
)
"""Standard formations for each side, about as strong as each other."""
GREAT = (
    ("tog_strike_manus", "renegade_strike_manus"),
    ("tog_infantry_manus", "renegade_infantry_manus"),
    ("tog_recon_auxilia", "bekkal_brigade"),
    ("tog_assault_auxilia", "baufrin_regiment"),
    ("tog_strike_manus", "armored_cavalry_regiment"),
    ("tog_strike_manus", "kessrith_medium_brigade"),
)
"""The same of several cohorts; what one has less than the other, medium cohorts make up."""
REINFORCEMENT = "medium_cohort"
LAST_TURN = 10


def sample(dice: Dice) -> Json:
    """A valid battle: `sides` tog and commonwealth, four to ten turns."""
    id = dice.pick(board.map_ids(), "sample: map")
    grid = board.grid(id)
    faction = dice.pick(FACTIONS, "sample: faction")
    setup: Json = {
        "map": id,
        "sides": [{"id": "tog", "faction": "tog", "seat": "tog"}, {"id": "commonwealth", "faction": faction, "seat": "commonwealth"}],
        "attacker": dice.pick(SIDES, "sample: attacker"),
        "cohorts": _forces(dice, grid, faction),
        "objectives": _objectives(dice, grid),
        "options": _options(dice),
        "turn_limit": LAST_TURN + 1 - dice.roll(7, "sample: turn limit"),
    }  # fmt: skip
    if dice.d10("sample: pools") <= 5:
        setup["initiative_pools"] = {side: dice.roll(41, f"sample: pool of {side}") - 1 for side in SIDES}
    setup["installations"] = _installations(dice, grid)
    setup["defenses"] = _defenses(dice, grid)
    setup["squadrons"] = _squadrons(dice)
    setup |= _above(dice, grid)
    return setup | _placed_by_sides(dice, setup) if _chance(dice, 2, "zones") else setup


def _options(dice: Dice) -> Json:
    """Double-blind in half of the battles, every other optional rule as it stands in most."""
    return {name: int(dice.d10(f"sample: {name}") <= (5 if name == "double_blind" else 8 * s.standard + 1)) for name, s in SWITCHES.items()}


def _chance(dice: Dice, tenths: int, what: str) -> bool:
    return dice.d10(f"sample: {what}") <= tenths


def _land(grid: Grid, near: str, dice: Dice) -> str:
    """A hex within two of another that is no lake."""
    found = [h.label for h in within(hex_of(near), 2, "even") if h.label in grid.cells and grid.cells[h.label].ground != "lake"]
    return dice.pick(found, f"sample: a hex near {near}")


# ---- who fights ---------------------------------------------------------------------------------------------------


def _forces(dice: Dice, grid: Grid, faction: str) -> list[Json]:
    """Six battles of ten are skirmishes, three are of standard formations, one is of a manus or more."""
    kind = dice.d10("sample: forces")
    if kind <= 6:
        return _skirmish(dice, grid, faction)
    pairs = GREAT if kind == 10 else FORMATIONS
    chosen = [dice.pick(pairs, "sample: formation") for _ in range(1 if kind == 10 else dice.roll(2, "sample: formations"))]
    found: list[Json] = []
    for n, side in enumerate(SIDES):
        names = [pair[n] for pair in chosen]
        lacking = sum(century_count(pair[1 - n]) - century_count(pair[n]) for pair in chosen)
        names += [REINFORCEMENT] * max(0, lacking // century_count(REINFORCEMENT))
        found += [_formation(dice, grid, f"{side}-{k}", side, name, PLACES[side][k % 3]) for k, name in enumerate(names)]
    return found


def _formation(dice: Dice, grid: Grid, id: str, side: str, formation: str, place: str) -> Json:
    entry: Json = {"id": id, "name": f"{side.capitalize()} {id[-1]}", "side": side, "formation": formation, "front": FRONTS[side]}
    entry["hex"] = _land(grid, place, dice)
    if dice.d10("sample: quality") <= 3:
        entry["quality"] = dice.pick(("green", "regular", "elite"), "sample: quality")
    return entry


def _skirmish(dice: Dice, grid: Grid, faction: str) -> list[Json]:
    """One or two cohorts a side with the same types of centuries, sometimes under a manus that has the support; the headquarters of a brigade
    is with the first."""
    cohorts = [_types(dice) for _ in range(dice.roll(2, "sample: cohorts"))]
    help = [dice.pick(SUPPORT, "sample: support") for _ in range(dice.roll(4, "sample: support") - 1)]
    manus = len(cohorts) > 1 and _chance(dice, 5, "manus")
    found: list[Json] = []
    for side in SIDES:
        own = [_cohort(dice, grid, f"{side}-{n}", side, types, PLACES[side][n]) for n, types in enumerate(cohorts)]
        if manus and side != "tog" and faction == "civil":
            own[0]["centuries"] += _centuries(dice, grid, f"{side}-b", ["hq_grav", *help], REAR[side])
            own[0]["centuries"][-1 - len(help)]["high_hq"] = True
        elif manus:
            own.append(_cohort(dice, grid, f"{side}-m", side, ["hq_grav", *help], REAR[side]) | {"level": "manus"})
            own = [entry | {"manus": f"{side}-manus", "permanent": side != "tog"} for entry in own]
        else:
            own[0]["centuries"] += _centuries(dice, grid, f"{side}-h", help, REAR[side])
        found += own
    return found


def _types(dice: Dice) -> list[str]:
    """The types of a cohort's centuries, its headquarters last; one in five has none."""
    line = FOOT if dice.d10("sample: on foot") <= 2 else ARMOR
    found = [dice.pick(line, "sample: century") for _ in range(1 + dice.roll(4, "sample: centuries"))]
    if dice.d10("sample: headquarters") <= 8:
        found.append("hq_ground" if line is FOOT else "hq_grav")
    return found


def _cohort(dice: Dice, grid: Grid, id: str, side: str, types: Sequence[str], place: str) -> Json:
    name = f"{side.capitalize()} {'manus' if id.endswith('m') else id[-1]}"
    quality = dice.pick(("green", "regular", "regular", "elite"), "sample: quality")
    return {"id": id, "name": name, "side": side, "quality": quality, "centuries": _centuries(dice, grid, id, types, place)}


def _centuries(dice: Dice, grid: Grid, id: str, types: Sequence[str], place: str) -> list[Json]:
    return [_century(dice, grid, f"{id}-{n}", kind, place) for n, kind in enumerate(types, 1)]


def _century(dice: Dice, grid: Grid, id: str, kind: str, place: str) -> Json:
    """A century on dry ground near a place; one in ten is crippled, and support is on the ground so that it can fire."""
    altitudes = altitudes_of(kinds()[kind].carriage) if kinds()[kind].group == "combat" else ("normal", "normal", "dug_in")
    at = _land(grid, place, dice)
    spread = dice.roll(3, "sample: dispersion") - 1
    return {
        "id": id,
        "name": id.capitalize().replace("-", " "),
        "kind": kind,
        "at": _spread(grid, at, spread, dice),
        "altitude": dice.pick(altitudes, "sample: altitude"),
        "crippled": dice.d10("sample: crippled") == 1,
    }


def _spread(grid: Grid, at: str, spread: int, dice: Dice) -> str:
    """The position spread over more hexes, as long as none is a lake."""
    for _ in DISPERSIONS[:spread]:
        wider = [p for p in board.spreads(at) if p.count("|") > at.count("|") and _is_dry(grid, p)]
        at = dice.pick(wider, f"sample: spread of {at}") if wider else at
    return at


def _is_dry(grid: Grid, at: str) -> bool:
    return board.on_map(grid, at) and all(grid.cells[h].ground != "lake" for h in at.split("|"))


def _placed_by_sides(dice: Dice, setup: Json) -> Json:
    """The same forces without places: each side places them in its zone, with some defensive hexes."""
    cohorts = [
        _unplaced(c) | {"centuries": [_unplaced(u) for u in c["centuries"]]} if "centuries" in c else _unplaced(c) for c in setup["cohorts"]
    ]
    works = dice.roll(4, "sample: defensive hexes") - 1
    return {
        "cohorts": cohorts,
        "installations": [_unplaced(i) for i in setup["installations"]],
        "zones": ZONES,
        "defensive_hexes": dict.fromkeys(SIDES, works),
    }


def _unplaced(entry: Json) -> Json:
    return {key: value for key, value in entry.items() if key not in {"at", "hex"}}


# ---- ground and sky -----------------------------------------------------------------------------------------------


def _objectives(dice: Dice, grid: Grid) -> list[Json]:
    """None, one or two places worth points; the second one is somebody's from the start."""
    found: list[Json] = []
    for name, near in (("the crossing", MIDDLE), ("the depot", "1211"))[: dice.roll(3, "sample: objectives") - 1]:
        found.append({"name": name, "hex": _land(grid, near, dice), "points": dice.roll(6, "sample: points")})
    for goal in found[1:]:
        goal["holder"] = dice.pick(SIDES, "sample: holder")
    return found


def _installations(dice: Dice, grid: Grid) -> list[Json]:
    """Sometimes an installation of any type for each side, whole or crippled."""
    if not _chance(dice, 3, "installations"):
        return []
    kind, crippled = f"defensive_installation_{dice.roll(4, 'sample: installation')}", _chance(dice, 3, "crippled installation")
    return [
        {"id": f"{side}-fort", "name": f"Fort of {side}", "side": side, "hex": _land(grid, REAR[side], dice), "kind": kind, "crippled": crippled}
        for side in SIDES
    ]  # fmt: skip


def _defenses(dice: Dice, grid: Grid) -> list[Json]:
    """Passive defenses and earthworks before the places of a side."""
    if not _chance(dice, 4, "defenses"):
        return []
    number = dice.roll(3, "sample: defenses")
    kinds = [dice.pick(("passive", "earthworks"), "sample: defense") for _ in range(number)]
    found = [{"kind": kind, "side": side, "hex": _land(grid, PLACES[side][n], dice)} for side in SIDES for n, kind in enumerate(kinds)]
    return [entry | {"hidden": entry["kind"] == "passive" and _chance(dice, 5, "hidden")} for entry in found]


def _squadrons(dice: Dice) -> list[Json]:
    """None to three a side, of all weights."""
    if not _chance(dice, 5, "squadrons"):
        return []
    wings = [dice.pick(SQUADRONS, "sample: squadron") for _ in range(dice.roll(3, "sample: squadrons"))]
    return [
        {"id": f"{side}-wing-{n}", "name": f"Wing {n} of {side}", "side": side, "kind": kind}
        for side in SIDES
        for n, kind in enumerate(wings, 1)
    ]


def _above(dice: Dice, grid: Grid) -> Json:
    """Thor satellites, naval support and superiority in space."""
    found: Json = {}
    if _chance(dice, 3, "satellites"):
        found["satellites"] = [_satellite(dice, grid, side) for side in SIDES]
    if _chance(dice, 2, "naval support"):
        attack = 2 + dice.roll(6, "sample: naval attack")
        found["naval_support"] = [{"id": f"{s}-ships", "name": f"Ships of {s}", "side": s, "attack": attack} for s in SIDES]
    if _chance(dice, 2, "superiority"):
        found["superiority"] = dice.pick(SIDES, "sample: superiority")
    return found


def _satellite(dice: Dice, grid: Grid, side: str) -> Json:
    heading, velocity = dice.roll(6, "sample: heading"), dice.roll(3, "sample: velocity") - 1
    where = _land(grid, MIDDLE, dice)
    return {"id": f"{side}-thor", "name": f"Thor of {side}", "side": side, "hex": where, "heading": heading, "velocity": velocity}
