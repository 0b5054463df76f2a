"""What a scenario wants of its sides, as the state keeps it: where craft begin, safe edges, terms that earn points, how victory is read."""

from msgspec import Struct


class Entry(Struct):
    """Craft that their side places itself at the start of turn `turn`, in secret: in one of `hexes` (labels), on one of `headings`.

    `velocity` is the greatest at which they begin; -1 stands for the SOT rating of each, -2 for its thrust.
    """

    side: str
    units: list[str]
    hexes: list[str]
    headings: list[int]
    velocity: int
    turn: int


class Exit(Struct):
    """Edges, by their printed names, over which craft of a side leave unharmed and for good; `units` whom it is for ([] all)."""

    side: str
    edges: list[str]
    units: list[str] = []


class Term(Struct):
    """Something that earns a side `points` each time. `event`: destroy (an enemy craft lost), exit (an own craft off by a safe edge), carry (a
    vehicle aboard one that left so), keep (an own craft still in action at the end).

    `units` are the craft that it is about ([] all); `wins`: it decides the battle.
    """

    side: str
    event: str
    text: str
    points: int = 1
    units: list[str] = []
    wins: bool = False
    earned: int = 0


class Level(Struct):
    """A row of a scenario's own victory table: what `side` wins by when the measure is from `least` to `most` (-1 no end)."""

    level: str
    side: str
    least: int = 0
    most: int = -1


class Goals(Struct):
    """The terms of a scenario. `levels` read the points that `of` has by its terms; without them the ratio of all points decides.

    `ends_without`: the battle is over when none of these craft is left in action.
    """

    exits: list[Exit] = []
    terms: list[Term] = []
    levels: list[Level] = []
    of: str = ""
    ends_without: list[str] = []
    told: bool = False
