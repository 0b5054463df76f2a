"""A vehicle of one's own as its file describes it, and the type id under which it plays.

The id of a designed vehicle is its whole design, so that every worker, replay and viewer of a state can build it again from the state alone.
"""

from typing import Annotated, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field

from scales.centurion.vehicle import Mount
from scales.codec import encode
from scales.misfits import PLAIN

Drive = Literal["grav", "ground"]
ShieldSide = Literal["front", "left", "right", "stern", "bottom"]
Section = Literal["front", "left", "right", "stern", "turret", "bottom"]
SHIELD_SIDES: tuple[str, ...] = get_args(ShieldSide)
SECTIONS: tuple[str, ...] = get_args(Section)
Weapons = Annotated[list[Annotated[str, Field(max_length=60)]], Field(max_length=50)]
Loads = Annotated[list[Literal["sss", "hell_missile"]], Field(max_length=50)]
PLACES = ("turret", "hull_1", "hull_2")
PREFIX = "design:"


class _Spec(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Mounts(_Spec):
    """Weapons by id of the weapons table, in the order of the record sheet."""

    turret: Weapons = []
    hull_1: Weapons = []
    hull_2: Weapons = []


class HardPoints(_Spec):
    """Hard points of the hull, each with the missile that it carries."""

    hull_1: Loads = []
    hull_2: Loads = []


class Rounding(_Spec):
    """How fractions of a ton are rounded where published vehicles do not agree with the worked example (R-CEN-18, CON-111)."""

    turret: Literal["up", "nearest"] = "up"
    grav_drive: Literal["up", "nearest"] = "up"


class Design(_Spec):
    """What a player chooses. `shields` are flicker rates, `armor` points; what is left out is not there. `cargo` in tons."""

    name: Annotated[str, Field(min_length=1, max_length=60, pattern=PLAIN)]
    faction: Literal["tog", "commonwealth", "civil", "any"] = "any"
    drive: Drive = "grav"
    engine: int
    shields: dict[ShieldSide, int] = {}
    armor: dict[Section, int] = {}
    weapons: Mounts = Mounts()
    engineering: bool = False
    air_defense: bool = False
    hard_points: HardPoints = HardPoints()
    infantry: bool = False
    digging_cannon: bool = False
    turret: bool = True
    cargo: Annotated[int, Field(ge=0, le=100_000)] = 0
    engine_price: Literal["charged", "listed"] = "charged"
    rounding: Rounding = Rounding()

    @property
    def grav(self) -> bool:
        return self.drive == "grav"

    def mounts(self) -> list[Mount]:
        """Everything that takes weapon slots, by location in the order of the record sheet."""
        out = [Mount(weapon, place) for place in PLACES for weapon in getattr(self.weapons, place)]
        out += [Mount("engineering_attachment", "hull_both")] if self.engineering else []
        out += [Mount("air_defense_system", "turret")] if self.air_defense else []
        return out + [Mount("hard_point", place) for place in ("hull_1", "hull_2") for _ in getattr(self.hard_points, place)]


def type_id(design: Design) -> str:
    """The type id of a design; equal designs have equal ids."""
    return PREFIX + encode(design.model_dump(mode="json", exclude_defaults=True)).decode()


def design_of(type: str) -> Design:
    """The design of a type id made by `type_id`."""
    return Design.model_validate_json(type.removeprefix(PREFIX))
