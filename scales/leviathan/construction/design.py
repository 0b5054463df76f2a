"""A ship of one's own as its file describes it, and the id under which it plays.

The id of a designed ship is its whole design, so that every worker, replay and viewer of a state can build it again from the state alone.
"""

from typing import Annotated, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field

from scales.codec import encode
from scales.misfits import PLAIN

Hull = Literal["battleship", "cruiser", "frigate", "destroyer", "escort", "corvette", "gunboat"]
Side = Literal["F", "FR", "AR", "A", "AL", "FL"]
Location = Literal["F", "R", "L", "A"]
LOCATIONS: tuple[Location, ...] = get_args(Location)
BayName = Annotated[str, Field(max_length=40)]
MANY = 100_000
PREFIX = "design:"


class _Spec(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, populate_by_name=True)


class Craft(_Spec):
    """Fighters or small craft: how many, and the tons of the heaviest."""

    number: Annotated[int, Field(ge=0, le=MANY)] = 0
    tons_each: Annotated[int, Field(ge=1, le=MANY)]


class Fighters(Craft):
    """Fighters; `launchers` and `stations` are launch and recovery facilities beyond those that come with their bays."""

    tons_each: Annotated[int, Field(ge=1, le=MANY)] = 300
    launchers: Annotated[int, Field(ge=0, le=MANY)] = 0
    stations: Annotated[int, Field(ge=0, le=MANY)] = 0


class SmallCraft(Craft):
    tons_each: Annotated[int, Field(ge=1, le=MANY)] = 1000


class Design(_Spec):
    """What a player chooses. `engines` are power ratings, `armor` boxes, `shields` factors by side, `bays` named by guns and laser ("25 37.5/25")
    by location, `cargo` in tons; what is left out is not there. `bay_crew`: bay technicians by the tons of the bays or by their guns (R-LEV-02)."""

    name: Annotated[str, Field(min_length=1, max_length=60, pattern=PLAIN)]
    faction: Literal["tog", "commonwealth", "any"] = "any"
    hull: Annotated[Hull, Field(alias="class")]
    carrier: bool = False
    engines: Annotated[list[int], Field(min_length=1, max_length=10)]
    armor: dict[Side, int] = {}
    spinal_mount: Annotated[str, Field(max_length=10)] = ""
    bays: dict[Location, Annotated[list[BayName], Field(max_length=50)]] = {}
    missiles: Annotated[str, Field(max_length=10)] = ""
    turrets: bool = True
    shields: dict[Side, int] = {}
    cargo: Annotated[int, Field(ge=0, le=100_000_000)] = 0
    fighters: Fighters = Fighters()
    small_craft: SmallCraft = SmallCraft()
    ftl: bool = True
    passengers: Annotated[int, Field(ge=0, le=10_000_000)] = 0
    marines: Annotated[int, Field(ge=0, le=10_000_000)] = 0
    anti_grav: bool = False
    streamlining: bool = False
    extra_thrust: bool = False
    bay_crew: Literal["tons", "guns"] = "tons"

    @property
    def power(self) -> int:
        """The power rating: what the engines give together."""
        return sum(self.engines)

    @property
    def ship_class(self) -> str:
        return f"{self.hull}_carrier" if self.carrier else self.hull

    def armor_of(self, side: str) -> int:
        """Boxes of a side."""
        return sum(boxes for each, boxes in self.armor.items() if each == side)

    def shield_of(self, side: str) -> int:
        """Shield factor of a side."""
        return sum(factor for each, factor in self.shields.items() if each == side)

    def placed_bays(self) -> list[tuple[Location, str]]:
        """Every bay with its location, in the order of the record sheet."""
        return [(place, name) for place in LOCATIONS for name in self.bays.get(place, [])]


def type_id(design: Design) -> str:
    """The id under which a design plays; equal designs have equal ids."""
    return PREFIX + encode(design.model_dump(mode="json", by_alias=True, exclude_defaults=True)).decode()


def design_of(type: str) -> Design:
    """The design of an id made by `type_id`."""
    return Design.model_validate_json(type.removeprefix(PREFIX))
