"""What a set-up of a Leviathan battle may say: its models (leviathan: Mapsheet Layout). Hexes are 'sheet:CCRR' (or 'CCRR' on the first sheet); a ship's hex is that of its stern."""

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from scales.ground_loads import CargoIn
from scales.leviathan.construction import designs as built
from scales.leviathan.construction.design import Design
from scales.leviathan.fighters.craft import Fighter, named, types
from scales.leviathan.patrol.statistics import Interceptor, type_id
from scales.leviathan.power.shields import MOST
from scales.misfits import PLAIN

Id = Annotated[str, Field(min_length=1, max_length=80, pattern=PLAIN)]
Text = Annotated[str, Field(min_length=1, max_length=80, pattern=PLAIN)]
Short = Annotated[str, Field(max_length=80)]
"""A text that may be left out."""
Stem = Annotated[str, Field(min_length=1, max_length=70, pattern=PLAIN)]
"""An id or a name to which numbers are put."""
Craft = Annotated[str, Field(max_length=400)]
"""The id of a fighter; that of one of a set-up's own is all of its values."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, populate_by_name=True)


class SideIn(_Strict):
    id: Id
    faction: Text
    seat: Id


class PilotIn(_Strict):
    """A pilot with the skills of Interceptor, and the combat missions that he has flown in his `craft`."""

    name: Text
    gunnery: Annotated[int, Field(ge=0, le=20)] = 4
    piloting: Annotated[int, Field(ge=0, le=20)] = 5
    missions: Annotated[int, Field(ge=0, le=1000)] = 0
    craft: Short = ""


class FightersIn(_Strict):
    """A fighter unit: by the name of a pure or mixed unit (`gladius_squadron`, `squadron of gladius`, `mochov_group`), or size and counts.

    `ground_loads` of a craft by its type, for the mission ground; `pilots` who fly in it; `hours` since the battle that its `sheet` tells of, whose pilots stand on that sheet.
    """

    id: Id
    name: Text
    side: Short = ""
    unit: Short = ""
    size: Literal["squadron", "flight", "group", ""] = ""
    fighters: dict[Craft, Annotated[int, Field(ge=1, le=400)]] = {}
    hex: Short = ""
    aboard: Short = ""
    mission: Literal["fighters", "ground"] = "fighters"
    ground_loads: Annotated[dict[Craft, dict[Short, Annotated[int, Field(ge=1, le=20)]]], Field(max_length=20)] = {}
    sheet: dict[str, Any] = {}
    pilots: Annotated[list[PilotIn], Field(max_length=72)] = []
    hours: Annotated[int, Field(ge=0, le=1_000_000)] = 0


class ShipIn(_Strict):
    """A ship; without a hex its side places it before play (`deployment`).

    `course`: velocities of the turns that it has flown straight on before the battle, oldest first (it computes a translation into T-space).
    `skill` of its leader, `commander` 1 if he leads the squadron, 2 if he succeeds him, and his `bridge`; `shields` by side of a patrol ship.
    Instead of a class a patrol ship may give its `interceptor` statistics, which are converted. `cargo`: ground units that a patrol ship takes down.
    """

    id: Id
    name: Text
    kind: Annotated[str, Field(max_length=80, alias="class")] = ""
    interceptor: Interceptor | None = None
    side: Id
    hex: Short = ""
    heading: Annotated[int, Field(ge=1, le=6)] = 1
    velocity: Annotated[int, Field(ge=0, le=40)] = 0
    course: Annotated[list[Annotated[int, Field(ge=1, le=40)]], Field(max_length=20)] = []
    skill: Annotated[int, Field(ge=0, le=9)] = 0
    commander: Annotated[int, Field(ge=0, le=99)] = 0
    bridge: Literal["flag", "main", ""] = ""
    shields: dict[Short, Annotated[int, Field(ge=0, le=MOST)]] = {}
    fighters: list[FightersIn] = []
    sheet: dict[str, Any] = {}
    cargo: Annotated[list[CargoIn], Field(max_length=40)] = []

    @model_validator(mode="after")
    def _convert(self) -> Self:
        """A ship by its Interceptor statistics gets the class id under which their conversion plays."""
        if bool(self.kind) == bool(self.interceptor):
            raise ValueError("a ship has either a class or the Interceptor statistics that it is converted from")
        self.kind = type_id(self.interceptor) if self.interceptor else self.kind
        return self


class InstallationIn(_Strict):
    id: Id
    name: Text
    kind: Id = Field(alias="class")
    side: Id
    hex: Short
    heading: Annotated[int, Field(ge=1, le=6)] = 1
    skill: Annotated[int, Field(ge=0, le=9)] = 0
    commander: Annotated[int, Field(ge=0, le=99)] = 0
    fighters: list[FightersIn] = []
    sheet: dict[str, Any] = {}


class GroundIn(_Strict):
    """Mobile troops in a ground hex, hidden unless `spotted`: air defense and rocket centuries fire from there, any may be attacked."""

    id: Id
    name: Text
    kind: Literal["air_space_defense", "rocket", "other"] = Field("air_space_defense", alias="class")
    side: Id
    hex: Short
    terrain: Literal["mountainous_urban", "wooded", "open", "water"] = "open"
    mode: Literal["grounded", "nf", "ttf", "laf"] = "grounded"
    spotted: bool = False


class VictoryIn(_Strict):
    kind: Literal["strength", "tonnage", "battleship", "chase"] = "strength"
    leaving_is_loss: bool = False
    battleship: Short = ""
    pursued: Short = ""


class ZoneIn(_Strict):
    """Where a side places what has no hex: hexes from an edge of the map, hexes from one unit to the next, velocity at most; `carried`: its
    fighters may begin aboard its ships."""

    edge: Literal["left", "right", "top", "bottom"]
    within: Annotated[int, Field(ge=1, le=60)] = 5
    apart: Annotated[int, Field(ge=1, le=60)] = 2
    velocity: Annotated[int, Field(ge=0, le=40)] = 6
    carried: bool = False


class WingIn(_Strict):
    """Fighters by craft that their side organizes into units before play; `most_percent` of them at most are of one craft."""

    id: Stem
    name: Stem
    side: Short = ""
    aboard: Short = ""
    fighters: Annotated[dict[Craft, Annotated[int, Field(ge=1, le=2000)]], Field(min_length=1)]
    most_percent: Annotated[int, Field(ge=1, le=100)] = 100


class Setup(_Strict):
    """What a Leviathan battle is set up from."""

    layout: Short = "leviathan_deep_space"
    sides: Annotated[list[SideIn], Field(min_length=1, max_length=2)]
    units: list[ShipIn] = []
    fighters: list[FightersIn] = []
    installations: list[InstallationIn] = []
    ground: list[GroundIn] = []
    deployment: dict[Id, ZoneIn] = {}
    wings: list[WingIn] = []
    interceptor: bool = False
    options: dict[Short, bool | int] = {}
    turn_limit: Annotated[int, Field(ge=1, le=800)] = 30
    standing: bool = False
    rules: dict[str, Any] = {}
    victory: VictoryIn = VictoryIn()
    designs: Annotated[dict[Id, Design], Field(max_length=50)] = {}
    craft: Annotated[dict[Id, Fighter], Field(max_length=50)] = {}

    @model_validator(mode="after")
    def _build(self) -> Self:
        """Ships and fighters of the set-up's own designs get the ids under which these play."""
        own, craft = built.types(self.designs), types(self.craft)
        for ship in self.units:
            ship.kind = own.get(ship.kind, ship.kind)
        carried = [f for u in self.units for f in u.fighters] + [f for i in self.installations for f in i.fighters]
        units: list[FightersIn | WingIn] = [*carried, *self.fighters, *self.wings]
        for unit in units:
            unit.fighters = named(unit.fighters, craft)
        return self
