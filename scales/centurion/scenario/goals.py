"""What a scenario wants of its sides, as the state keeps it: safe exits, objectives, terms that earn points, and how victory is read."""

from msgspec import Struct


class Exit(Struct):
    """Edges by which units of a side may leave; `hexes` are those of the edge ([] all), `units` whom it is for ([] all).

    Open from turn `since` until turn `until` (0 no end), once so many `buildings` of those in the hexes `ruins` have fallen.
    """

    side: str
    edges: list[str]
    hexes: list[str] = []
    units: list[str] = []
    since: int = 0
    until: int = 0
    buildings: int = 0
    ruins: list[str] = []


class Gone(Struct):
    """How a unit left the board: over which edge, from which hex, in which turn, and whether that was safe for it."""

    edge: str
    hex: str
    turn: int
    safe: bool


class Objective(Struct):
    """Ground to hold: one of its hexes, or with `building` the buildings there, which count for nobody once they have fallen."""

    name: str
    hexes: list[str]
    building: bool = False


class Term(Struct):
    """Something that earns a side points beside the units destroyed. `event`: exit, destroy, able, stay, ruin, damage, storey, hold, mission.

    `points` each, or with `half` half of the unit's own. `while_able`: only while one of these units is able to do its work. `hidden_from`: a side
    that does not know of it. `wins`: it decides the battle.
    """

    side: str
    event: str
    text: str
    points: int = 0
    half: bool = False
    units: list[str] = []
    hexes: list[str] = []
    edges: list[str] = []
    objective: str = ""
    level: int = 0
    since: int = 0
    until: int = 0
    while_able: list[str] = []
    hidden_from: str = ""
    wins: bool = False
    counted: list[str] = []
    """Units that have earned it, where it must be seen when it happens."""
    earned: int = 0


class Level(Struct):
    """A row of a scenario's own victory table: the level that a measure from `least` to `most` (-1 no end) is worth to a side ('' either)."""

    level: str
    side: str = ""
    least: int = 0
    most: int = -1


class Goals(Struct):
    """The terms of a scenario. `measure`: points (their ratio), objectives (held alone), or losses (of side `of`: gone 1, destroyed 2).

    `ends_with`: the battle is over when one of these units is gone. `hold_all`: or when a side has held every objective alone for so many whole
    turns, from turn `hold_since` on; `held` counts them. `force_withdrawal`: sides that roll for it at each vehicle lost; `lost` counts those.
    """

    exits: list[Exit] = []
    objectives: list[Objective] = []
    terms: list[Term] = []
    levels: list[Level] = []
    measure: str = "points"
    of: str = ""
    ends_with: list[str] = []
    hold_all: int = 0
    hold_since: int = 1
    held: dict[str, int] = {}
    force_withdrawal: list[str] = []
    lost: dict[str, int] = {}
