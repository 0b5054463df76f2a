"""What a set-up file may say of how a scenario ends and how its victory is read (Scenario Design, Victory Levels)."""

from typing import Annotated, Literal

from pydantic import Field

from scales.centurion.preparation.spec import Edge, Id, Label, Spec, Turn


class ExitSpec(Spec):
    """Edges over which units of a side may leave unharmed: of the board or of the sheets named, for all its units or those named, from turn
    `since` to turn `until`, and only once so many `buildings` of those in the hexes `ruins` have fallen."""

    side: Id
    edges: Annotated[list[Edge], Field(min_length=1)]
    sheets: list[str] = []
    units: list[Id] = []
    since: Turn = 0
    until: Turn = 0
    buildings: Annotated[int, Field(ge=0, le=20)] = 0
    ruins: list[Label] = []


class ObjectiveSpec(Spec):
    """Ground to be held: hexes, or whole sheets. With `building` each counts as long as its building stands."""

    name: Annotated[str, Field(min_length=1, max_length=100)]
    hexes: list[Label] = []
    sheets: list[str] = []
    building: bool = False


class TermSpec(Spec):
    """Something that earns a side points beside what it destroys.

    `event`: exit (an own vehicle leaves over `edges`, of `sheets`), destroy (an enemy vehicle), able (a unit that can still do its work, each turn),
    stay (an own vehicle on the board when no enemy vehicle is left there), ruin and damage (buildings in `hexes`: destroyed; damaged and standing),
    storey (storey `level` of a building is gone), hold (`objective`, at the end), mission (a fire mission sent off the board over `edges`).
    """

    side: Id
    event: Literal["exit", "destroy", "able", "stay", "ruin", "damage", "storey", "hold", "mission"]
    text: Annotated[str, Field(min_length=1, max_length=200)]
    points: Annotated[int, Field(ge=0, le=1000)] = 0
    half: bool = False
    units: list[Id] = []
    hexes: list[Label] = []
    edges: list[Edge] = []
    sheets: list[str] = []
    objective: str = ""
    level: Annotated[int, Field(ge=0, le=10)] = 0
    since: Turn = 0
    until: Turn = 0
    while_able: list[Id] = []
    hidden_from: str = ""
    wins: bool = False


class LevelSpec(Spec):
    """A row of a victory table of its own."""

    level: Literal["decisive", "substantial", "marginal", "draw"]
    side: str = ""
    least: Annotated[int, Field(ge=0, le=1000)] = 0
    most: Annotated[int, Field(ge=-1, le=1000)] = -1


class VictorySpec(Spec):
    """How a scenario ends and how its victory is read; see `goals.Goals`."""

    exits: Annotated[list[ExitSpec], Field(max_length=20)] = []
    objectives: Annotated[list[ObjectiveSpec], Field(max_length=20)] = []
    terms: Annotated[list[TermSpec], Field(max_length=60)] = []
    levels: Annotated[list[LevelSpec], Field(max_length=20)] = []
    measure: Literal["points", "objectives", "losses"] = "points"
    of: str = ""
    ends_with: list[Id] = []
    hold_all: Annotated[int, Field(ge=0, le=200)] = 0
    hold_since: Annotated[int, Field(ge=1, le=200)] = 1
    force_withdrawal: list[Id] = []
