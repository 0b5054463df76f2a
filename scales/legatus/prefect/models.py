"""The file of a battle of the strategic game: its models. Hexes are those of the Legatus map. legatus: Prefect to Legatus"""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from scales.legatus.preparation.models import Model, Place, Quality, ZoneIn
from scales.misfits import PLAIN

FORMAT = 1
MOST_ENTRIES = 40
Word = Annotated[str, Field(min_length=1, max_length=40, pattern="^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$")]
"""An id. It has no dots: those stand between a counter and its centuries."""
Name = Annotated[str, Field(max_length=36)]
"""A name; those of a formation's centuries are longer by the number of the cohort and the century."""


class CounterIn(Model):
    """A counter of a task force: its type and state. `part_of` names the headquarters above it, `with` the cohort to which it is attached;
    `hex` is for bases, `attack` and `in_orbit` (the ground support orbit) for ships."""

    model_config = ConfigDict(extra="forbid", strict=True, populate_by_name=True)

    id: Word
    name: Name = ""
    type: Annotated[str, Field(min_length=1, max_length=60, pattern=PLAIN)]
    fatigue: int = Field(0, ge=0, le=3)
    disrupted: bool = False
    quality: Quality | Literal[""] = ""
    part_of: Annotated[str, Field(max_length=40)] = ""
    beside: Annotated[str, Field(max_length=40, alias="with")] = ""
    hex: Place = ""
    attack: int = Field(0, ge=0, le=12)
    in_orbit: bool = True


class ThorIn(Model):
    """A Thor satellite as its side recorded it: hex, heading 1..6, hexes that it flies a turn."""

    id: Word
    name: Name = ""
    hex: Place
    heading: int = Field(ge=1, le=6)
    velocity: int = Field(ge=0, le=12)


class WorkIn(Model):
    """One of the defensive hexes of a side where its author wants it, passive defenses perhaps hidden; the others are placed before play."""

    kind: Literal["passive", "earthworks"]
    hex: Place
    hidden: bool = False


class TaskForceIn(Model):
    """A side of the battle. `passed_by`: points by which it passed its roll to detect the enemy, left out if it failed; `zone`: where it sets up."""

    name: Name = ""
    faction: Literal["tog", "commonwealth"]
    seat: Annotated[str, Field(max_length=40, pattern="^([A-Za-z0-9][A-Za-z0-9_-]{0,39})?$")] = ""
    passed_by: int | None = Field(None, ge=0, le=20)
    zone: ZoneIn
    counters: list[CounterIn] = Field(min_length=1, max_length=MOST_ENTRIES)
    satellites: list[ThorIn] = Field([], max_length=9)
    works: list[WorkIn] = Field([], max_length=99)


class StrategicBattle(Model):
    """A battle between two task forces. `map` is the id of a sheet; `rows` of terrain tokens replace it."""

    prefect: Literal[1]
    name: Word
    title: Annotated[str, Field(max_length=200)] = ""
    map: Annotated[str, Field(max_length=80)] = "legatus_uplands"
    rows: list[Annotated[str, Field(max_length=2000)]] = Field([], max_length=99)
    attacker: str
    turn_limit: int = Field(20, ge=1, le=200)
    double_blind: bool = False
    superiority: str = ""
    sides: dict[Word, TaskForceIn] = Field(min_length=2, max_length=2)
