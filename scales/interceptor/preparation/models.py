"""What a set-up of an Interceptor board may say: its models. Hexes are labels, sheet and hex: `1:0510`."""

from typing import Annotated, Literal

from pydantic import Field

from scales.engine import Json
from scales.ground_loads import CargoIn
from scales.interceptor.ground_fire.installed import InstallationIn
from scales.interceptor.preparation.scenario_models import EntryIn, VictoryIn
from scales.interceptor.satellites.placing import SatelliteIn
from scales.interceptor.shapes import Strict
from scales.misfits import PLAIN

Id = Annotated[str, Field(min_length=1, max_length=100, pattern=PLAIN)]
Short = Annotated[str, Field(max_length=100)]
"""A text that may be left out."""
Label = Annotated[str, Field(min_length=4, max_length=12)]


class SideIn(Strict):
    """A side, its faction (tog, commonwealth) and the seat that plays it."""

    id: Id
    faction: Short = ""
    seat: Short


class CraftIn(Strict):
    """One craft. `loads` names what its hard points carry; `sheet` is the damage it brings, as a report's fate gives it."""

    id: Id
    name: Short = ""
    type: Short
    side: Short
    hex: Label | Literal[""] = ""
    """Left out for one that its side places itself: see `EntryIn`."""
    heading: Annotated[int, Field(ge=1, le=6)] = 1
    velocity: Annotated[int, Field(ge=0, le=40)] = 0
    gunnery: Annotated[int, Field(ge=0, le=10)] = 4
    piloting: Annotated[int, Field(ge=0, le=10)] = 5
    pilot: Short = ""
    missions: Annotated[int, Field(ge=0, le=1000)] = 0
    """Combat missions that the pilot has flown in this craft (interceptor: Familiarity)."""
    mission: Literal["fighters", "ground"] = "fighters"
    unit: Short = ""
    squadron: Short = ""
    loads: dict[Short, Annotated[int, Field(ge=1, le=20)]] | None = Field(None, max_length=20)
    sheet: Json = Field(default_factory=dict)
    shields: dict[Short, int] = Field(default_factory=dict, max_length=6)
    """How the variable shields of a patrol craft are set; left out as on its sheet."""
    cargo: list[CargoIn] = Field(default_factory=list, max_length=40)
    bay_tons: Annotated[int, Field(ge=0, le=5000)] = 0
    """What each of its bays takes in a scenario that puts more into them than its sheet allows (R-INT-08); `room` passengers likewise."""
    room: Annotated[int, Field(ge=0, le=1000)] = 0


class DropIn(Strict):
    """A grav vehicle that drops from orbit, the first of `units`, with the squads that ride in it, from a hex on."""

    side: Short
    hex: Label
    units: list[CargoIn] = Field(min_length=1, max_length=3)


class Setup(Strict):
    """An Interceptor board. `battles` gives the ground hex of each ground battle; a standing board is never over."""

    layout: Short = "interceptor_deep_space"
    sides: list[SideIn] = Field(min_length=1, max_length=8)
    craft: list[CraftIn] = Field(default_factory=list, max_length=400)
    satellites: list[SatelliteIn] = Field(default_factory=list, max_length=12)
    battles: dict[Id, Label] = Field(default_factory=dict, max_length=100)
    drops: list[DropIn] = Field(default_factory=list, max_length=100)
    installations: list[InstallationIn] = Field(default_factory=list, max_length=20)
    options: dict[Short, bool | int] = Field(default_factory=dict, max_length=20)
    turn_limit: Annotated[int, Field(ge=1, le=100_000)] = 30
    standing: bool = False
    entries: list[EntryIn] = Field(default_factory=list, max_length=40)
    victory: VictoryIn | None = None
    rules: Json = Field(default_factory=dict)
