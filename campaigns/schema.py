"""The campaign file: what a GM writes, checked by pydantic and by the engines that will play it."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

FORMAT = 1
Scale = Literal["legatus", "leviathan", "interceptor", "centurion"]
SCALES: tuple[Scale, ...] = ("legatus", "leviathan", "interceptor", "centurion")
Id = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_\-]{0,39}$")


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Side(Strict):
    """One of the parties at war."""

    name: str = Field(max_length=100, description="what people call it")
    faction: Literal["tog", "commonwealth", "civil"]


class Seat(Strict):
    """A place at the table: one person (or the bot) who decides for a side on some scales."""

    side: str
    scales: list[Scale] = Field(default=list(SCALES), min_length=1, description="the boards this seat decides on")
    name: str = Field(default="", max_length=100)


class Engagements(Strict):
    """Which engagements of the Legatus map are fought out as Centurion battles."""

    policy: Literal["none", "strongest", "all"] = "strongest"
    at_most: int = Field(default=2, ge=0, le=20, description="battles open at once")
    centuries: int = Field(default=6, ge=2, le=12, description="the most centuries in one battle, half of them a side")
    fire_control: list[str] = Field(
        default=[], max_length=8, description="sides whose first century in a battle has a Naval Fire Control Officer"
    )


class Condition(Strict):
    """Something that earns victory points. `decides` ends the campaign at once when it comes true."""

    side: str = Field(description="who earns the points; 'each' for kind book")
    kind: Literal["hold", "destroy", "keep", "book"]
    points: int = Field(default=1, ge=0, le=100_000, description="for book: hundredths of each point that the rule books give")
    objective: str = Field(default="", description="hold: the name of an objective of the Legatus board")
    units: list[str] = Field(default=[], description="destroy, keep: ids of units; keep counts those that are neither destroyed nor gone")
    scales: list[Scale] = Field(default=[], description="book: the boards whose points count, all if none is named")
    decides: bool = False


class Victory(Strict):
    """How the campaign ends. There is always a turn limit."""

    turn_limit: int = Field(ge=1, le=200, description="turns of the largest scale in play: Legatus 20 minutes, Leviathan 5, others 1")
    conditions: list[Condition] = []


class Theatre(Strict):
    """One planet or stretch of space, with a board for each scale in play. A board is the set-up of its engine (`imperator schema`)."""

    id: str = Id
    name: str = Field(default="", max_length=100)
    boards: dict[Scale, dict[str, Any]] = Field(min_length=1)
    engagements: Engagements = Engagements()
    terrain_key: str = Field(
        default="imperator", max_length=60, description="the key from which Centurion maps are made out of Legatus hexes"
    )


class Campaign(Strict):
    """A campaign or a single battle."""

    imperator: Literal[1] = Field(description="the version of this format")
    name: str = Id
    title: str = Field(max_length=200)
    about: str = Field(default="", max_length=5_000)
    sides: dict[str, Side] = Field(min_length=2, max_length=8)
    seats: dict[str, Seat] = Field(min_length=1, max_length=64)
    options: dict[Scale, dict[str, bool | int]] = Field(
        default={}, description="optional rules by scale; those not named have the standard value of their scale"
    )
    rules: dict[Scale, dict[str, Any]] = Field(default={}, description="house rules and decisions where the books are silent, by scale")
    theatres: list[Theatre] = Field(min_length=1, max_length=8)
    victory: Victory
