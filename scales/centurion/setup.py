"""Preparation for Play: what a battle's set-up file may say."""

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from scales.centurion import designs as built
from scales.centurion.design import Design
from scales.engine import Json

Label = Annotated[str, Field(pattern=r"^\d{4}$")]
Id = Annotated[str, Field(min_length=1, max_length=200)]
Facing = Annotated[int, Field(ge=1, le=6)]
Edge = Literal["north", "south", "east", "west"]
Ground = Literal["clear", "light_woods", "heavy_woods", "lake", "rough_rubble"]
Span = Annotated[list[Annotated[int, Field(ge=1, le=99)]], Field(min_length=2, max_length=2)]
Velocity = Annotated[int, Field(ge=0, le=40)]


class _Spec(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class SideSpec(_Spec):
    """A side: its faction of the vocabulary, the seat that decides, the edge of the board it comes from."""

    id: Id
    faction: str
    seat: Id
    name: str = ""
    edge: Edge | None = None
    attacker: bool = False


class FieldSpec(_Spec):
    """A generated field: campaign key, id of the Legatus map, Legatus hexes that are fought over."""

    campaign_key: str
    map: str
    hexes: Annotated[list[Label], Field(min_length=1, max_length=12)]


class BuildingSpec(_Spec):
    """A building counter on a hex; `antenna` is one box more on top of it."""

    hex: Label
    levels: Annotated[int, Field(ge=1, le=10)]
    armor_factor: Annotated[int, Field(ge=1, le=100)]
    antenna: bool = False


class ReadAsSpec(_Spec):
    """Ground that a scenario reads otherwise than it is printed, on the sheets named or everywhere: `ground` by ground, and that of `hills`."""

    sheets: list[str] = []
    ground: dict[Ground, Ground] = {}
    hills: Ground | None = None


class BoardSpec(_Spec):
    """Printed sheets, or a generated field. The sheets are named row by row from the north-west, `across` of them side by side (1: from
    north to south). `terrain` replaces the token of single hexes."""

    sheets: Annotated[list[str], Field(max_length=6)] = []
    across: Annotated[int, Field(ge=1, le=3)] = 1
    legatus_field: FieldSpec | None = None
    terrain: dict[Label, str] = {}
    read_as: Annotated[list[ReadAsSpec], Field(max_length=12)] = []
    buildings: Annotated[list[BuildingSpec], Field(max_length=100)] = []


class ZoneSpec(_Spec):
    """Hexes of the board: single ones, Legatus hexes of the field, whole sheets by name, or what lies `within` so many hexes of an edge of the
    board or, with sheets, of an edge of these; `columns` and `rows` (first, last) cut any of them down."""

    hexes: list[Label] = []
    edge: Edge | None = None
    within: Annotated[int, Field(ge=1, le=60)] | None = None
    sheets: list[str] = []
    legatus: list[Label] = []
    columns: Span | None = None
    rows: Span | None = None


class DeploySpec(ZoneSpec):
    """Where units stand before play: a zone, or one zone and `also` others; without a word about it the edge of their side."""

    anywhere: bool = False
    also: Annotated[list[ZoneSpec], Field(max_length=8)] = []


class EnterSpec(ZoneSpec):
    """Units that come later: over the outermost hexes of their zone, in the Movement Phase of `turn` (or a later one), at a velocity of at most
    `velocity`; a grav vehicle without a word about it enters at up to its thrust."""

    turn: Annotated[int, Field(ge=1, le=200)] = 1
    or_later: bool = False
    velocity: Velocity | Literal["thrust"] = "thrust"
    least: Velocity = 0


class CenturySpec(_Spec):
    """A century to be expanded into platoons; without a kind its platoons are those that name it. `damage` gives the sheets of an earlier
    battle by unit id; `fire_control` adds the vehicle of a Naval Fire Control Officer; `dug_in`: its vehicles begin grounded in craters.
    `leadership_before`: the rating that counts until the Centurion has entered."""

    id: Id
    name: str
    side: Id
    kind: str = ""
    faction: str = ""
    formation: str = ""
    crippled: bool = False
    quality: Literal["elite", "veteran", "regular", "green", "militia"] = "regular"
    leadership: Annotated[int, Field(ge=-5, le=20)] | None = None
    deploy: DeploySpec = DeploySpec()
    damage: dict[str, Json] = {}
    dug_in: bool = False
    fire_control: bool = False
    from_ground: bool = False
    enter: EnterSpec | None = None
    centurion: str = ""
    leadership_before: Annotated[int, Field(ge=-5, le=20)] | None = None


class VehicleSpec(_Spec):
    """A single vehicle; without a hex it is placed with its side. `mode`: of flight. `dropped`: it has just been released at low altitude and
    full speed. `hidden`: in a crater and unseen, which cost a digging `charge` or none."""

    id: Id
    type: str
    name: str = ""
    hex: Label | None = None
    facing: Facing | None = None
    velocity: Annotated[int, Field(ge=-10, le=75)] = 0
    mode: Literal["nf", "ttf", "laf"] = "nf"
    dropped: bool = False
    grounded: bool = False
    crater: bool = False
    damage: Json = {}
    hidden: bool = False
    charge: bool = False


class SquadSpec(_Spec):
    """A single squad, in a hex (`level`: on a storey of its building) or aboard a vehicle of its platoon. `hidden`: there, or in a crater."""

    id: Id
    type: str
    name: str = ""
    hex: Label | None = None
    aboard: str | None = Field(default=None, min_length=1)
    strength: Annotated[int, Field(ge=1, le=8)] = 8
    crater: bool = False
    damage: Json = {}
    hidden: bool = False
    level: Annotated[int, Field(ge=0, le=10)] = 0


class PlatoonSpec(_Spec):
    """A platoon given unit by unit. Its century, if any, must be listed; `centurion` names the vehicle of its Centurion. `deploy` and `enter`
    are for this platoon alone; `dug_in` lets vehicles and squads on the ground begin in craters, for `charges` digging charges a vehicle."""

    id: Id
    side: Id
    century: str = ""
    vehicles: list[VehicleSpec] = []
    squads: list[SquadSpec] = []
    centurion: str | None = None
    leadership: Annotated[int, Field(ge=-5, le=20)] = 2
    name: str = ""
    deploy: DeploySpec | None = None
    enter: EnterSpec | None = None
    dug_in: bool = False
    charges: Annotated[int, Field(ge=0, le=9)] = 0

    @property
    def units(self) -> list[VehicleSpec | SquadSpec]:
        return [*self.vehicles, *self.squads]


class GarrisonSpec(_Spec):
    """A squad inside an installation, on a storey of it."""

    type: str
    strength: Annotated[int, Field(ge=1, le=8)] = 8
    level: Annotated[int, Field(ge=1, le=10)] = 1


class InstallationSpec(_Spec):
    """A defensive installation of type 1 to 4, in a hex of its own or somewhere in Legatus hexes of the field. Without a garrison it gets three
    squads. `century`: the Legatus counter it is part of; `damage` gives the sheets of an earlier battle by unit id, the turret's under its own."""

    id: Id
    side: Id
    type: Annotated[int, Field(ge=1, le=4)]
    name: str = ""
    hex: Label | None = None
    legatus: list[Label] = []
    facing: Facing | None = None
    century: str = ""
    garrison: Annotated[list[GarrisonSpec], Field(max_length=12)] = []
    damage: dict[str, Json] = {}


class BatterySpec(_Spec):
    """Offboard artillery at a side's call."""

    id: Id
    name: str
    side: Id
    missions: Annotated[int, Field(ge=0, le=20)]
    modifier: Annotated[int, Field(ge=-10, le=10)] = 0
    shots: Annotated[int, Field(ge=0, le=1000)]


class MinefieldSpec(_Spec):
    """A minefield laid before play in one hex; `hidden`: the other side does not know of it."""

    hex: Label
    side: Id
    hidden: bool = True


class SetUp(_Spec):
    """A Centurion battle before play."""

    title: str = ""
    board: BoardSpec
    sides: Annotated[list[SideSpec], Field(min_length=2, max_length=2)]
    centuries: list[CenturySpec] = []
    platoons: list[PlatoonSpec] = []
    installations: Annotated[list[InstallationSpec], Field(max_length=60)] = []
    batteries: list[BatterySpec] = []
    designs: dict[Id, Design] = {}
    craters: list[Label] = []
    minefields: Annotated[list[MinefieldSpec], Field(max_length=500)] = []
    turn_limit: Annotated[int, Field(ge=1, le=200)] = 20
    standing: bool = False
    options: dict[str, bool | int] = {}
    rules: dict[str, Any] = {}
    engagement: str = ""
    ground_hex: str = ""
    installation: str = ""
    attacker: str = ""

    @model_validator(mode="after")
    def _build(self) -> Self:
        """Units of the set-up's own designs get the type ids under which these play."""
        own = built.types(self.designs)
        for vehicle in (v for platoon in self.platoons for v in platoon.vehicles):
            vehicle.type = own.get(vehicle.type, vehicle.type)
        return self
