"""Ground units that patrol craft carry, on whatever board these fly: how a set-up writes them, and what bays and passenger room take.

A bay takes one vehicle at or under its tonnage, and crews and infantry count among the passengers (centurion: Landing or Launching Centurion Units).
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from scales.engine import Json
from scales.messages import GroundLoad
from scales.misfits import PLAIN

RULE = "centurion: Landing or Launching Centurion Units"
VEHICLES = ("grav", "ground")
Name = Annotated[str, Field(max_length=100, pattern=rf"^$|{PLAIN}")]


class CargoIn(BaseModel):
    """A ground unit in the cargo of a craft. `unit` is written as in a set-up of the ground board, without id, name and place."""

    model_config = ConfigDict(extra="forbid", strict=True)
    id: Annotated[str, Field(min_length=1, max_length=100, pattern=PLAIN)]
    name: Name = ""
    kind: Literal["grav", "ground", "squad"]
    mass: Annotated[int, Field(ge=0, le=5000)] = 0
    men: Annotated[int, Field(ge=0, le=40)]
    aboard: Name = ""
    platoon: Name = ""
    shields: dict[str, Annotated[int, Field(ge=0, le=20)]] = Field(default_factory=dict, max_length=6)
    unit: Json = Field(default_factory=dict)


class Room(NamedTuple):
    """What a craft takes: `bays` for a vehicle of `tons` at most each, and so many `passengers`."""

    bays: int
    tons: int
    passengers: int


def load_of(given: CargoIn, side: str) -> GroundLoad:
    """A unit of a set-up as a state keeps it."""
    figures = (given.kind, given.mass, given.men, given.aboard, given.platoon)
    return GroundLoad(given.id, given.name or given.id, side, *figures, dict(given.shields), dict(given.unit))


def is_vehicle(load: GroundLoad) -> bool:
    return load.kind in VEHICLES


def misfits(room: Room, loads: Sequence[GroundLoad]) -> Iterator[str]:
    """Why these units do not go into a craft together, every reason, without a full stop."""
    vehicles = [load for load in loads if is_vehicle(load)]
    if len(vehicles) > room.bays:
        yield f"has {room.bays} bays for vehicles, its cargo is {len(vehicles)}"
    for load in vehicles:
        if load.mass > room.tons:
            yield f"takes vehicles of {room.tons} tons at most, {load.name} has {load.mass}"
    men = sum(load.men for load in loads)
    if men > room.passengers:
        yield f"has room for {room.passengers} passengers, crews and squads of its cargo are {men}"
    for load in loads:
        if load.aboard and load.aboard not in {v.id for v in vehicles}:
            yield f"carries {load.name}, but not the vehicle '{load.aboard}' that it rides in"
