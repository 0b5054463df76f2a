"""What a set-up of an Interceptor board may say: its models. Hexes are labels, such as `0510` on one sheet, `g3:0510` on several."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from scales.engine import Json
from scales.interceptor.satellites.placing import SatelliteIn

Id = Annotated[str, Field(min_length=1, max_length=100)]
Label = Annotated[str, Field(min_length=4, max_length=12)]


class Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class SideIn(Model):
    """A side, its faction (tog, commonwealth) and the seat that plays it."""

    id: Id
    faction: str = ""
    seat: Annotated[str, Field(max_length=100)]


class CraftIn(Model):
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


class Setup(Model):
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
