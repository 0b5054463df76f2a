"""Preparation for Play: what a battle's set-up file may say."""

from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from scales.centurion.catalog import data
from scales.centurion.construction import designs as built
from scales.centurion.construction.design import Design
from scales.centurion.preparation.ground_setup import BoardSpec, DeploySpec, EnterSpec
from scales.centurion.preparation.orbit_setup import ShipSpec, ThorSpec
from scales.centurion.preparation.spec import Edge, Facing, Id, Label, Spec
from scales.centurion.preparation.victory_setup import VictorySpec
from scales.engine import Json

COUNTER = "defensive_installation"
"""The kind of a century that is a Legatus counter of installations."""


class SideSpec(Spec):
    """A side: its faction of the vocabulary, the seat that decides, the edge of the board it comes from. `air_defense`: the Air Defense Value of
    its area against missile barrages by Leviathan's rules, beside that of its units."""

    id: Id
    faction: str
    seat: Id
    name: str = ""
    edge: Edge | None = None
    attacker: bool = False
    air_defense: Annotated[int, Field(ge=0, le=20)] = 0
    anti_air_gunnery: Annotated[int, Field(ge=0, le=10)] | None = None
    """Gunnery of its installations and air-defense vehicles against craft of the board above; left out as the rules have it."""


Mode = Literal["nf", "ttf", "laf"]


class CenturySpec(Spec):
    """A century to be expanded into platoons; without a kind its platoons are those that name it. `damage` gives the sheets of an earlier
    battle by unit id; `fire_control` adds the vehicle of a Naval Fire Control Officer; `dug_in`: its vehicles begin grounded in craters; `mode`:
    of flight in which its grav vehicles begin.
    `leadership_before`: the rating that counts until the Centurion has entered. `kills` and `advancement_points` come from earlier battles: the
    enemies it destroyed since its last promotion, and those of its Centurion, which give his rating."""

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
    mode: Mode = "nf"
    fire_control: bool = False
    from_ground: bool = False
    enter: EnterSpec | None = None
    centurion: str = ""
    leadership_before: Annotated[int, Field(ge=-5, le=20)] | None = None
    kills: Annotated[int, Field(ge=0, le=1000)] = 0
    advancement_points: Annotated[int, Field(ge=-100, le=100)] | None = None


class VehicleSpec(Spec):
    """A single vehicle; without a hex it is placed with its side. `mode`: of flight. `dropped`: it has just been released at low altitude and
    full speed. `hidden`: in a crater and unseen, which cost a digging `charge` or none."""

    id: Id
    type: str
    name: str = ""
    hex: Label | None = None
    facing: Facing | None = None
    velocity: Annotated[int, Field(ge=-10, le=75)] = 0
    mode: Mode = "nf"
    dropped: bool = False
    grounded: bool = False
    crater: bool = False
    damage: Json = {}
    hard_points: list[Literal["sss", "hell_missile"]] | None = None
    """What hangs on its hard points, in the order of its sheet; left out SSS missiles."""
    hidden: bool = False
    charge: bool = False


class SquadSpec(Spec):
    """A single squad, in a hex (`level`: on a storey of its building) or aboard a vehicle of its platoon. `hidden`: there, or in a crater.
    `sneak_suit`: hidden on foot even while it moves, unless it fights or an enemy is near."""

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
    sneak_suit: bool = False


class PlatoonSpec(Spec):
    """A platoon given unit by unit. Its century, if any, must be listed; `centurion` names the vehicle of its Centurion. `deploy` and `enter`
    are for this platoon alone; `dug_in` lets vehicles and squads on the ground begin in craters, for `charges` digging charges a vehicle."""

    id: Id
    side: Id
    century: str = ""
    vehicles: list[VehicleSpec] = []
    squads: list[SquadSpec] = []
    centurion: str | None = None
    leadership: Annotated[int, Field(ge=-5, le=20)] | None = None
    name: str = ""
    deploy: DeploySpec | None = None
    enter: EnterSpec | None = None
    dug_in: bool = False
    charges: Annotated[int, Field(ge=0, le=9)] = 0
    quality: Literal["elite", "veteran", "regular", "green", "militia"] | None = None
    """Of a platoon attached for this battle: that of the century it belongs to."""

    @property
    def units(self) -> list[VehicleSpec | SquadSpec]:
        return [*self.vehicles, *self.squads]


class GarrisonSpec(Spec):
    """A squad inside an installation, on a storey of it."""

    type: str
    strength: Annotated[int, Field(ge=1, le=8)] = 8
    level: Annotated[int, Field(ge=1, le=10)] = 1


class InstallationSpec(Spec):
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


def installations_of(counter: CenturySpec) -> list[InstallationSpec]:
    """The installations that a Legatus counter stands for, somewhere in its hexes; its formation names their type. A crippled counter has lost
    two of its turrets (designed; R-LEG-18)."""
    figures, kind = data("installations")["counter"], counter.formation.removeprefix("installation_")
    ids = [f"{counter.id}/{n}" for n in range(1, int(figures["installations"]) + 1)]
    lost = [id for id in ids if counter.damage.get(id, {}).get("destroyed")]
    standing = [id for id in ids if id not in lost]
    short = max(0, int(figures["crippled_turrets"]) - len(lost)) if counter.crippled else 0
    damage = counter.damage | {id: {**counter.damage.get(id, {}), "destroyed": True} for id in standing[:short]}
    common = {"side": counter.side, "type": int(kind) if kind in ("1", "2", "3", "4") else 1, "century": counter.id, "damage": damage}
    places = {"legatus": counter.deploy.legatus}
    return [InstallationSpec.model_validate({"id": id, "name": f"{counter.name} {n}", **common, **places}) for n, id in enumerate(ids, 1)]


class BatterySpec(Spec):
    """Offboard artillery at a side's call."""

    id: Id
    name: str
    side: Id
    missions: Annotated[int, Field(ge=0, le=20)]
    modifier: Annotated[int, Field(ge=-10, le=10)] = 0
    shots: Annotated[int, Field(ge=0, le=1000)]


class MinefieldSpec(Spec):
    """A minefield laid before play in one hex; `hidden`: the other side does not know of it."""

    hex: Label
    side: Id
    hidden: bool = True


class SetUp(Spec):
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
    victory: VictorySpec | None = None
    ships: Annotated[list[ShipSpec], Field(max_length=12)] = []
    thor: Annotated[list[ThorSpec], Field(max_length=2)] = []

    @model_validator(mode="after")
    def _stand_up(self) -> Self:
        """Legatus counters of installations among the centuries become installations of this board."""
        counters = [c for c in self.centuries if c.kind == COUNTER]
        self.centuries = [c for c in self.centuries if c.kind != COUNTER]
        self.installations = [*self.installations, *(spec for counter in counters for spec in installations_of(counter))]
        return self

    @model_validator(mode="after")
    def _build(self) -> Self:
        """Units of the set-up's own designs get the type ids under which these play."""
        own = built.types(self.designs)
        for vehicle in (v for platoon in self.platoons for v in platoon.vehicles):
            vehicle.type = own.get(vehicle.type, vehicle.type)
        return self
