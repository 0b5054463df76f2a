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


class BoardSpec(_Spec):
    """Printed sheets from north to south, or a generated field; `terrain` replaces the token of single hexes."""

    sheets: Annotated[list[str], Field(max_length=3)] = []
    legatus_field: FieldSpec | None = None
    terrain: dict[Label, str] = {}


class DeploySpec(_Spec):
    """Where a century stands: single hexes, an edge of the board, or Legatus hexes of the field; else its side's edge."""

    hexes: list[Label] = []
    edge: Edge | None = None
    legatus: list[Label] = []


class CenturySpec(_Spec):
    """A century to be expanded into platoons. `damage` gives the sheets of an earlier battle by unit id; `fire_control` adds the vehicle of
    a Naval Fire Control Officer; `dug_in`: its vehicles begin grounded in craters."""

    id: Id
    name: str
    side: Id
    kind: str
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


class VehicleSpec(_Spec):
    """A single vehicle; without a hex it is placed with its side."""

    id: Id
    type: str
    name: str = ""
    hex: Label | None = None
    facing: Facing | None = None
    velocity: Annotated[int, Field(ge=-10, le=40)] = 0
    grounded: bool = False
    crater: bool = False
    damage: Json = {}


class SquadSpec(_Spec):
    """A single squad, in a hex or aboard a vehicle of its platoon."""

    id: Id
    type: str
    name: str = ""
    hex: Label | None = None
    aboard: str | None = Field(default=None, min_length=1)
    strength: Annotated[int, Field(ge=1, le=8)] = 8
    damage: Json = {}


class PlatoonSpec(_Spec):
    """A platoon given unit by unit. Its century, if any, must be listed; `centurion` names the vehicle of its Centurion."""

    id: Id
    side: Id
    century: str = ""
    vehicles: list[VehicleSpec] = []
    squads: list[SquadSpec] = []
    centurion: str | None = None
    leadership: Annotated[int, Field(ge=-5, le=20)] = 2

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


class SetUp(_Spec):
    """A Centurion battle before play."""

    title: str = ""
    board: BoardSpec
    sides: Annotated[list[SideSpec], Field(min_length=2, max_length=2)]
    centuries: list[CenturySpec] = []
    platoons: list[PlatoonSpec] = []
    installations: Annotated[list[InstallationSpec], Field(max_length=60)] = []
    batteries: list[BatterySpec] = []
    craters: list[Label] = []
    turn_limit: Annotated[int, Field(ge=1, le=200)] = 20
    standing: bool = False
    options: dict[str, bool | int] = {}
    rules: dict[str, Any] = {}
    engagement: str = ""
    ground_hex: str = ""
    installation: str = ""
    attacker: str = ""
    designs: dict[Id, Design] = {}

    @model_validator(mode="after")
    def _build(self) -> Self:
        """Units of the set-up's own designs get the type ids under which these play."""
        own = built.types(self.designs)
        for vehicle in (v for platoon in self.platoons for v in platoon.vehicles):
            vehicle.type = own.get(vehicle.type, vehicle.type)
        return self
