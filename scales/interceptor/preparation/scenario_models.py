"""What a set-up may say of a scenario: craft placed before play or entering later, safe edges, what earns points, how victory is read."""

from typing import Annotated, Literal

from pydantic import Field

from scales.interceptor.shapes import Strict

Name = Annotated[str, Field(min_length=1, max_length=100)]
Label = Annotated[str, Field(min_length=4, max_length=12)]


class EntryIn(Strict):
    """Craft that their side places in secret at the start of a turn: those named, or all of the side without a hex and an entry of their own.

    `corners` are two hexes between which they begin, a rectangle of the joined sheets; `velocity` is the greatest they may have.
    """

    side: Name
    units: list[Name] = Field(default_factory=list, max_length=400)
    corners: Annotated[list[Label], Field(min_length=2, max_length=2)]
    headings: Annotated[list[Annotated[int, Field(ge=1, le=6)]], Field(min_length=1, max_length=6)] = Field([1, 2, 3, 4, 5, 6])
    velocity: Annotated[int, Field(ge=0, le=40)] | Literal["sot", "thrust"] = "sot"
    turn: Annotated[int, Field(ge=1, le=10_000)] = 1


class ExitIn(Strict):
    """Edges over which craft of a side leave unharmed, by their printed names; all its craft or those named."""

    side: Name
    edges: Annotated[list[Name], Field(min_length=1, max_length=4)]
    units: list[Name] = Field(default_factory=list, max_length=400)


class TermIn(Strict):
    """Something that earns a side points; see `goals.Term`."""

    side: Name
    event: Literal["destroy", "exit", "carry", "keep"]
    text: Annotated[str, Field(min_length=1, max_length=200)]
    points: Annotated[int, Field(ge=0, le=1000)] = 1
    units: list[Name] = Field(default_factory=list, max_length=400)
    wins: bool = False


class LevelIn(Strict):
    """A row of a victory table of its own."""

    level: Literal["decisive", "substantial", "marginal"]
    side: Name
    least: Annotated[int, Field(ge=0, le=100_000)] = 0
    most: Annotated[int, Field(ge=-1, le=100_000)] = -1


class VictoryIn(Strict):
    """How a scenario ends and how its victory is read; see `goals.Goals`."""

    exits: Annotated[list[ExitIn], Field(max_length=20)] = Field([])
    terms: Annotated[list[TermIn], Field(max_length=40)] = Field([])
    levels: Annotated[list[LevelIn], Field(max_length=20)] = Field([])
    of: Annotated[str, Field(max_length=100)] = ""
    ends_without: Annotated[list[Name], Field(max_length=40)] = Field([])
