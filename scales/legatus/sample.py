"""Random small set-ups for fuzzing: mixed centuries, sometimes artillery, installations, squadrons and prepared ground."""

from scales.dice import Dice
from scales.engine import Json
from scales.hexes import hex_of, within
from scales.legatus import board
from scales.legatus.board import Grid
from scales.legatus.deployment import altitudes_of
from scales.legatus.tables import kinds

LINE = ("light_grav_armor", "medium_grav_armor", "heavy_grav_armor", "grav_armored_infantry", "infantry", "marine")
HELP = ("grav_artillery", "ground_artillery", "signals", "air_space_defense", "armored_engineer", "rocket")


def sample(dice: Dice) -> Json:
    """A valid battle of two to nine centuries a side, six to ten hexes apart."""
    id = dice.pick(board.map_ids(), "map")
    grid = board.grid(id)
    cohorts = [_cohort(dice, grid, side, place) for side, place in (("tog", "0808"), ("commonwealth", "1510"))]
    setup: Json = {
        "map": id,
        "sides": [
            {"id": "tog", "faction": "tog", "seat": "tog"},
            {"id": "commonwealth", "faction": "commonwealth", "seat": "commonwealth"},
        ],
        "cohorts": cohorts,
        "installations": [],
        "squadrons": [],
        "objectives": [{"name": "the crossing", "hex": "1209", "points": dice.roll(6, "objective points")}],
        "turn_limit": 4 + dice.roll(8, "turn limit"),
    }
    if dice.d10("installation") <= 3:
        setup["installations"].append(
            {"id": "fort", "name": "Fort", "side": "commonwealth", "hex": _land(grid, "1410", dice), "kind": "defensive_installation_2"}
        )
    if dice.d10("squadrons") <= 4:
        setup["squadrons"] = [
            {"id": f"{s}-wing", "name": f"{s.capitalize()} wing", "side": s, "kind": "interceptor_medium"} for s in ("tog", "commonwealth")
        ]
    if dice.d10("orbit") <= 2:
        setup["satellites"] = [{"id": "thor", "name": "Thor", "side": "tog", "hex": "1209", "heading": 3, "velocity": 0}]
        setup["naval_support"] = [{"id": "ships", "name": "The ships", "side": "commonwealth", "attack": 5}]
    if dice.d10("defenses") <= 3:
        setup["defenses"] = [{"kind": k, "side": "commonwealth", "hex": _land(grid, "1309", dice)} for k in ("passive", "earthworks")]
    return setup


def _land(grid: Grid, near: str, dice: Dice) -> str:
    found = [h.label for h in within(hex_of(near), 2, "even") if h.label in grid.cells and grid.cells[h.label].ground != "lake"]
    return dice.pick(found, f"a hex near {near}")


def _cohort(dice: Dice, grid: Grid, side: str, place: str) -> Json:
    count = dice.roll(6, f"centuries of {side}") + 1
    types = [dice.pick(LINE, "century type") for _ in range(count)] + [
        dice.pick(HELP, "support type") for _ in range(dice.roll(3, "support") - 1)
    ]
    centuries = [_century(dice, grid, f"{side}-{n}", kind, place) for n, kind in enumerate(types, 1)]
    if dice.d10("headquarters") <= 8:
        centuries.append(
            {
                "id": f"{side}-hq",
                "name": f"{side.capitalize()} headquarters",
                "kind": "hq_grav",
                "hex": _land(grid, place, dice),
                "hq": True,
            }
        )
    return {
        "id": f"{side}-cohort",
        "name": f"{side.capitalize()} cohort",
        "side": side,
        "quality": dice.pick(("green", "regular", "elite"), "quality"),
        "centuries": centuries,
    }


def _century(dice: Dice, grid: Grid, id: str, kind: str, place: str) -> Json:
    hex = _land(grid, place, dice)
    altitude = dice.pick(altitudes_of(kinds()[kind].carriage), "altitude")
    return {
        "id": id,
        "name": id.capitalize().replace("-", " "),
        "kind": kind,
        "hex": hex,
        "altitude": altitude,
        "crippled": dice.d10("crippled") == 1,
    }
