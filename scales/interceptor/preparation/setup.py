"""A set-up becomes a board: models of the JSON, what is wrong with one, and craft fresh from their sheets."""

from collections import Counter
from difflib import get_close_matches
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from scales import switches
from scales.armor import of_points
from scales.engine import At, Fault, Json
from scales.interceptor.board import board, layouts
from scales.interceptor.damage.condition import air_limit, kind
from scales.interceptor.damage.sheets import with_sheet
from scales.interceptor.missiles.hard_points import PLAIN
from scales.interceptor.patrol.allocation import fit_faults
from scales.interceptor.patrol.halves import in_air, spots
from scales.interceptor.satellites import placing
from scales.interceptor.satellites.placing import SatelliteIn
from scales.interceptor.state import Battle, Craft, Mount, Side, State, Unit
from scales.interceptor.switches import SWITCHES
from scales.interceptor.tables import PODS, CraftType, aliases, craft_types, missiles, rounds, rule, table, weapons

Id = Annotated[str, Field(min_length=1, max_length=100)]
Label = Annotated[str, Field(min_length=4, max_length=12)]
HELL_SHARE = 10
"""At most one in so many ground rounds of a side may be HELL (centurion: Fighter Ground Missions)."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class SideIn(_Strict):
    """A side, its faction (tog, commonwealth) and the seat that plays it."""

    id: Id
    faction: str = ""
    seat: Annotated[str, Field(max_length=100)]


class CraftIn(_Strict):
    """One craft. `loads` names what its hard points carry; `sheet` is the damage it brings, as a report's fate gives it."""

    id: Id
    name: str = ""
    type: str
    side: Id
    hex: Label
    heading: Annotated[int, Field(ge=1, le=6)] = 1
    velocity: Annotated[int, Field(ge=0, le=40)] = 0
    gunnery: Annotated[int, Field(ge=0, le=10)] = 4
    piloting: Annotated[int, Field(ge=0, le=10)] = 5
    mission: Literal["fighters", "ground"] = "fighters"
    unit: str = ""
    squadron: str = ""
    loads: dict[str, Annotated[int, Field(ge=1, le=20)]] | None = None
    sheet: Json = Field(default_factory=dict)
    shields: dict[str, int] = Field(default_factory=dict, max_length=6)
    """How the variable shields of a patrol craft are set; left out as on its sheet."""


class Setup(_Strict):
    """An Interceptor board. `battles` gives the ground hex of each ground battle; a standing board is never over."""

    layout: str = "interceptor_deep_space"
    sides: list[SideIn] = Field(min_length=1, max_length=8)
    craft: list[CraftIn] = Field(default_factory=list, max_length=400)
    satellites: list[SatelliteIn] = Field(default_factory=list, max_length=12)
    battles: dict[str, Label] = Field(default_factory=dict)
    options: dict[str, bool | int] = Field(default_factory=dict)
    turn_limit: Annotated[int, Field(ge=1, le=100_000)] = 30
    standing: bool = False
    rules: Json = Field(default_factory=dict)


# --- faults -----------------------------------------------------------------------------------------------------------------------------


def faults_of(setup: Setup) -> list[Fault]:
    """Every mistake of meaning at once."""
    if setup.layout not in layouts():
        return [Fault("unknown_layout", f"There is no Interceptor layout '{setup.layout}'; known are {', '.join(layouts())}.", "layout")]
    found = _twice([s.id for s in setup.sides], "sides", "side") + _twice(
        [*(c.id for c in setup.craft), *(s.id for s in setup.satellites)], "craft", "craft"
    )
    found += [Fault("no_seat", f"Side '{s.id}' has no seat.", f"sides.{n}.seat") for n, s in enumerate(setup.sides) if not s.seat]
    found += switches.faults("interceptor", SWITCHES, setup.options)
    found += [Fault("unknown_rule", f"There is no rule '{r}' to override.", f"rules.{r}") for r in sorted(setup.rules)]
    for number, craft in enumerate(setup.craft):
        found += craft_faults(setup.layout, [s.id for s in setup.sides], craft, f"craft.{number}")
    for number, satellite in enumerate(setup.satellites):
        found += placing.faults(setup.layout, [s.id for s in setup.sides], satellite, f"satellites.{number}")
    for battle, label in setup.battles.items():
        found += _hex_faults(setup.layout, label, f"battles.{battle}", "ground")
    return found + _hell_faults(setup)


def _twice(ids: list[str], where: str, what: str) -> list[Fault]:
    return [
        Fault("double_id", f"Two {what}s have the id '{id}'." if what == "side" else f"Two {what} have the id '{id}'.", where)
        for id, n in Counter(ids).items()
        if n > 1
    ]


def craft_faults(layout: str, sides: list[str], craft: CraftIn, where: str) -> list[Fault]:
    """Everything wrong with one craft on a board of these sides."""
    found = _hex_faults(layout, craft.hex, where + ".hex")
    if craft.side not in sides:
        found.append(Fault("unknown_side", f"{craft.id}: there is no side '{craft.side}'.", where + ".side"))
    id = aliases().get(craft.type.lower())
    if id is None:
        near = get_close_matches(craft.type.lower(), sorted(craft_types()), 3, 0.5)
        words = f"; did you mean {' or '.join(near)}?" if near else "."
        return [*found, Fault("unknown_type", f"{craft.id}: there is no craft '{craft.type}'{words}", where + ".type")]
    if craft_types()[id].kind == "satellite":
        found.append(
            Fault(
                "not_a_craft",
                f"{craft.id}: a Thor satellite is no craft that a side can fly: it is one of the satellites.",
                where + ".type",
            )
        )
    return found or _condition_faults(layout, craft, where)


def _condition_faults(layout: str, given: CraftIn, where: str) -> list[Fault]:
    """Loads or a sheet that do not fit, and air that it cannot fly in."""
    try:
        craft = with_sheet(new_craft(given), given.sheet)
    except ValueError as error:
        return [Fault("bad_sheet", f"{given.id}: {error}", where)]
    found = [Fault("shields", f"{given.id}: {words}.", where + ".shields") for words in fit_faults(craft, craft.shields)]
    b = board(layout)
    if in_air(b, spots(b, b.hex(given.hex), given.heading, kind(craft).hexes)) and not air_limit(craft):
        found.append(Fault("not_made_for_air", f"{given.id} cannot fly in the atmosphere, where {given.hex} is.", where + ".hex"))
    return found


def _hex_faults(layout: str, label: str, where: str, zone: str = "") -> list[Fault]:
    try:
        hex = board(layout).hex(label)
    except ValueError as error:
        return [Fault("off_the_board", f"{error}.", where)]
    if zone and board(layout).zone(hex) != zone:
        return [Fault("not_ground", f"{label} is no ground hex of this board.", where)]
    return []


def _hell_faults(setup: Setup) -> list[Fault]:
    found = []
    for side in setup.sides:
        loads: Counter[str] = Counter()
        for craft in setup.craft:
            if craft.side == side.id and craft.mission == "ground" and craft.loads:
                loads.update({k: v for k, v in craft.loads.items() if k in rounds()})
        if loads["hell"] * HELL_SHARE > sum(loads.values()):
            found.append(Fault("too_many_hell", f"More than a tenth of the ground ordnance of side '{side.id}' is HELL rounds.", "craft"))
    return found


# --- craft ------------------------------------------------------------------------------------------------------------------------------


def default_loads(kind: CraftType, mission: str) -> dict[str, int]:
    """What the hard points carry when nobody says: SSS missiles, or rounds for the ground (designed)."""
    chart = table("weapons")["load_default"]
    auto = sum(weapons()[w].missiles for w, _, _ in kind.weapons if w == "autoloading_hard_point")
    if mission == "ground":
        picked = [chart["ground"][n % len(chart["ground"])] for n in range(kind.hard_points)]
        return dict(sorted(Counter(picked).items()))
    count = kind.hard_points + auto
    return {chart["fighters"]: count} if count else {}


def stow(craft: Craft, kind: CraftType, loads: dict[str, int]) -> None:
    """Hang loads on the hard points; ValueError when they do not fit."""
    auto = sum(weapons()[w].missiles for w, _, _ in kind.weapons if w == "autoloading_hard_point")
    for name, count in sorted(loads.items()):
        if name in missiles() and name != "thor_cluster":
            craft.missiles[name] = count
        elif name in rounds():
            craft.bombs[name] = count
        elif name in PODS:
            craft.pods += [name] * count
        else:
            known = ", ".join([*(m for m in missiles() if m != "thor_cluster"), *rounds(), *PODS])
            raise ValueError(f"no hard point carries '{name}'; known are {known}")
    others = sum(craft.bombs.values()) + len(craft.pods) + max(0, sum(craft.missiles.values()) - auto)
    if others > kind.hard_points:
        raise ValueError(f"{kind.name} has {kind.hard_points} hard points, the loads need {others}")
    if craft.pods.count("painting_laser") > 1:
        raise ValueError("a craft carries one painting laser at most")
    if craft.mission == "ground" and craft.missiles:
        raise ValueError("a craft on a ground mission carries no missiles")


def fresh_craft(id: str, name: str, kind: CraftType, side: str, *, mission: str, loads: dict[str, int] | None = None) -> Craft:
    """A craft as its sheet prints it, not yet anywhere, with skills of the regulars."""
    skill = rule("skills")
    armor = {s: of_points(points) for s, points in kind.armor.items()}
    mounts = [Mount(*w) for w in kind.weapons]
    mounts += [] if kind.is_satellite else [Mount(PLAIN, side, "bow") for side in kind.points]
    craft = Craft(id, name or f"{kind.name} {id}", kind.id, side, 0, 0, 1, 0, skill["gunnery"], skill["piloting"], armor, mounts, mission)
    stow(craft, kind, default_loads(kind, mission) if loads is None else loads)
    return craft


def new_craft(given: CraftIn) -> Craft:
    """A craft of a set-up."""
    kind = craft_types()[aliases()[given.type.lower()]]
    craft = fresh_craft(given.id, given.name, kind, given.side, mission=given.mission, loads=given.loads)
    craft.gunnery, craft.piloting, craft.heading, craft.velocity = given.gunnery, given.piloting, given.heading, given.velocity
    craft.unit, craft.squadron, craft.shields = given.unit, given.squadron, dict(given.shields)
    if given.squadron:
        craft.home = given.hex
    return craft


# --- state ------------------------------------------------------------------------------------------------------------------------------


def build(setup: Setup) -> State:
    """The board at the start of play."""
    here = board(setup.layout)
    sides = [Side(s.id, s.faction, s.seat) for s in setup.sides]
    state = State(At(), setup.layout, sides, {}, turn_limit=setup.turn_limit, standing=setup.standing)
    state.options = {name: int(value) for name, value in setup.options.items()}
    for given in setup.craft:
        craft = with_sheet(new_craft(given), given.sheet)
        craft.place(here.hex(given.hex))
        state.craft[craft.id] = craft
        if craft.unit:
            unit = state.units.setdefault(craft.unit, Unit(craft.unit, craft.unit, craft.side, []))
            unit.craft.append(craft.id)
    for satellite in setup.satellites:
        state.craft[satellite.id] = placing.new_satellite(setup.layout, satellite)
    for id, label in setup.battles.items():
        hex = here.hex(label)
        state.battles[id] = Battle(id, hex.column, hex.row, [s.id for s in sides])
    return state
