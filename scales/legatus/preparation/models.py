"""What a set-up of a Legatus battle may say: its models. Hexes are four digits, column and row. legatus: Standard Centuries, Deployment"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from scales.misfits import PLAIN

Id = Annotated[str, Field(min_length=1, max_length=60, pattern=PLAIN)]
Short = Annotated[str, Field(max_length=80)]
"""A text that may be left out."""
Place = Annotated[str, Field(max_length=14)]
"""A hex, hexside or junction; empty where the side places the unit itself."""
Altitude = Literal["dug_in", "normal", "tree_top", "low_altitude"]
Quality = Literal["green", "regular", "elite"]
InstallationKind = Literal[
    "defensive_installation", "defensive_installation_1", "defensive_installation_2", "defensive_installation_3", "defensive_installation_4"
]


class Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class SideIn(Model):
    """A side. Of its faction come the craft that it flies and how its manus works (tog: ad hoc; commonwealth, renegade: permanent)."""

    id: Id
    faction: Short = "any"
    seat: Id
    name: str = Field("", max_length=100)


class CenturyUnit(Model):
    """A century: `at` is a hex, a hexside or a junction ('0603', '0603|0604'); `hex` with `dispersion` picks one by itself.

    Without either its side places it before play in its zone.
    """

    id: Id
    name: Short = ""
    kind: Short
    at: Place = ""
    hex: Place = ""
    dispersion: Literal["", "concentrated", "semi_dispersed", "dispersed"] = ""
    altitude: Altitude = "normal"
    quality: Quality | Literal[""] = ""
    crippled: bool = False
    hq: bool = False
    high_hq: bool = False
    organic_signals: bool = False


class CohortIn(Model):
    """A cohort given by centuries, or by the id or name of a standard formation with the hex of its headquarters and the heading it fronts.

    `manus` names the manus that it is of, `level` manus its headquarters with the support; `permanent` says whether that manus is (by its
    faction if left out). A single cohort with centuries of its own has those and no others; a formation of several cohorts has them as
    support under its headquarters, beside those of the book. `attached`: to which of its battalions the
    headquarters of a brigade is attached at the start.
    """

    id: Id
    name: Short = ""
    side: Short
    formation: Short = ""
    level: Literal["cohort", "manus"] = "cohort"
    manus: Short = ""
    permanent: bool | None = None
    attached: int = Field(1, ge=1, le=9)
    quality: Quality | Literal[""] = ""
    hex: Place = ""
    front: int = Field(1, ge=1, le=6)
    altitude: Altitude = "normal"
    centuries: list[CenturyUnit] = Field([], max_length=60)


class InstallationIn(Model):
    """An installation; without a hex its side places it before play."""

    id: Id
    name: Short = ""
    side: Short
    hex: Place = ""
    kind: InstallationKind = "defensive_installation_1"
    crippled: bool = False


class SquadronIn(Model):
    id: Id
    name: Short = ""
    side: Short
    kind: Short = "interceptor_medium"
    craft_type: Short = ""


class ObjectiveIn(Model):
    name: Id
    hex: Place
    points: int = Field(0, ge=0, le=1000)
    holder: Short = ""


class DefenseIn(Model):
    """Passive defenses or earthworks placed before play; `hidden` passive defenses are not seen before a century enters their hex."""

    kind: Literal["passive", "earthworks"]
    side: Short
    hex: Place
    hidden: bool = False


class SatelliteIn(Model):
    """A Thor satellite with its recorded start: hex, heading 1..6, velocity in hexes a turn."""

    id: Id
    name: Short = ""
    side: Short
    hex: Place
    heading: int = Field(ge=1, le=6)
    velocity: int = Field(ge=0, le=12)


class SupportIn(Model):
    """Ships that give fire support when the Leviathan board is not in play."""

    id: Id
    name: Short = ""
    side: Short
    attack: int = Field(ge=1, le=12)


class ZoneIn(Model):
    """Where a side places what has no place: hexes within so many of an edge, between columns and rows (first and last), or a list of them."""

    edge: Literal["", "left", "right", "top", "bottom"] = ""
    within: int = Field(4, ge=1, le=99)
    columns: list[int] = Field([], max_length=2)
    rows: list[int] = Field([], max_length=2)
    hexes: list[Place] = Field([], max_length=2000)


class EngagementsIn(Model):
    policy: Literal["none", "strongest", "all"] = "none"
    at_most: int = Field(1, ge=0, le=100)
    centuries: int = Field(4, ge=2, le=100)


class RulesIn(Model):
    engagements: EngagementsIn = EngagementsIn()


class Setup(Model):
    """A Legatus battle. `map` is the id of a sheet; `rows` (terrain tokens of each row) replace it. `zones` by side: where what has no place is
    placed before play, with as many hexes of passive defenses or earthworks as `defensive_hexes` says."""

    map: Short = "legatus_uplands"
    rows: list[Annotated[str, Field(max_length=2000)]] = Field([], max_length=99)
    sides: list[SideIn] = Field(min_length=2, max_length=8)
    attacker: Short = ""
    cohorts: list[CohortIn] = Field([], max_length=100)
    installations: list[InstallationIn] = Field([], max_length=100)
    squadrons: list[SquadronIn] = Field([], max_length=100)
    satellites: list[SatelliteIn] = Field([], max_length=100)
    naval_support: list[SupportIn] = Field([], max_length=100)
    superiority: Short = ""
    objectives: list[ObjectiveIn] = Field([], max_length=100)
    defenses: list[DefenseIn] = Field([], max_length=500)
    zones: dict[Id, ZoneIn] = Field({}, max_length=8)
    defensive_hexes: dict[Id, Annotated[int, Field(ge=0, le=100)]] = Field({}, max_length=8)
    initiative_pools: dict[Id, int] = Field({}, max_length=8)
    options: dict[Short, bool | int] = Field({}, max_length=20)
    rules: RulesIn = RulesIn()
    turn_limit: int = Field(20, ge=1, le=500)
    standing: bool = False
    leviathan: bool = False
    interceptor: bool = False
