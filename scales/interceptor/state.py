"""What is on an Interceptor board: craft, missiles in flight, ground battles below, and the Leviathan units that sent craft down.

Positions are joined coordinates (column, row). A turn is a minute, a hex 15 km. Every id stays with its unit for ever.
"""

from collections.abc import Callable

from msgspec import Struct

from scales.armor import Grid
from scales.engine import At
from scales.hexes import Hex
from scales.interceptor.scenario.goals import Entry, Goals
from scales.messages import AttackAtLaf, GroundLoad, GroundTarget

ON_BOARD = ("board", "ground_attack", "on_ground")
HERE = ("waiting", "arriving", *ON_BOARD, "away")
"""Not gone: still to be placed or to come down, on the board, or off an edge of it and able to come back."""
LOST = ("destroyed", "left", "captured")
"""Gone, and not back to where it came from."""


class Mount(Struct):
    """A weapon or a hard point where it sits; a short keeps it silent from turn `since` to turn `out`, `gone` means destroyed."""

    weapon: str
    location: str
    arc: str
    gone: bool = False
    out: int = 0
    since: int = 0


class Guard(Struct):
    """How a craft meets the missiles of this phase: `ecm` is pod, missile or '' for none, `engage` the missiles its point defense shoots at."""

    ecm: str = ""
    engage: list[str] = []


class Craft(Struct):
    """One craft counter. `where`: waiting (for its side to place it), arriving, board, ground_attack, on_ground (a patrol craft on the map of `battle`), away (flew off the board in
    turn `away`, may come back), up (gone to Leviathan), left, landed, captured, destroyed.

    `marks` counts hits by component, `component:side` where the side matters; `fresh` are those of this phase whose effect is still to come;
    `shorts` gives the last turn of a passing fault, `since` its first. `wild` is out of control, `tumbling` moved at random this turn.
    `reported` is how a table said it is, where that is worse than its sheet shows: damaged or crippled.
    """

    id: str
    name: str
    type: str
    side: str
    column: int
    row: int
    heading: int
    velocity: int
    gunnery: int
    piloting: int
    armor: dict[str, Grid]
    mounts: list[Mount]
    mission: str = "fighters"
    unit: str = ""
    squadron: str = ""
    home: str = ""
    where: str = "board"
    missiles: dict[str, int] = {}
    bombs: dict[str, int] = {}
    pods: list[str] = []
    marks: dict[str, int] = {}
    fresh: list[str] = []
    shorts: dict[str, int] = {}
    wild: bool = False
    tumbling: bool = False
    moved: int = 0
    launched: int = 0
    battle: str = ""
    attack: str = ""
    life_support: int = 0
    by: str = ""
    cause: str = ""
    reported: str = ""
    crew: str = "aboard"
    """aboard, ejected (the pilot is down or adrift in the hex of the label `pilot_in`), dead."""
    pilot_in: str = ""
    away: int = 0
    launches: int = 0
    """Launches tried in the turn `launched`."""
    beamed: int = 0
    """The last turn in which it fired a beam weapon: what a radiation seeker sees."""
    bare: list[int] = []
    """Numbers, among the mounts, of the hard points whose load is used."""
    guard: Guard | None = None
    since: dict[str, int] = {}
    shields: dict[str, int] = {}
    """The setting of variable shields, by side in percent; empty is as the sheet prints it."""
    cargo: list[str] = []
    """Ids of the vehicles in its bays, known to its own side; `cargo_lost` those destroyed there."""
    cargo_lost: list[str] = []
    exit: str = ""
    """The edge, safe for it, over which it has left for good."""
    bay_tons: int = 0
    """What each of its bays takes where a scenario says so (R-INT-08), 0 as its sheet prints it; `room` so many passengers likewise."""
    room: int = 0
    down: int = 0
    """The turn in which it came down on the ground map."""
    pilot: str = ""
    """Who flies it, '' in a satellite; `missions` counts his combat missions in this craft, `debriefed` says that this battle is in it."""
    missions: int = 0
    debriefed: bool = False
    has_fired: bool = False
    """In this battle, within effective range of an enemy craft or installation; `was_fired_at` by one."""
    was_fired_at: bool = False
    pilot_fate: str = ""
    """What became of a pilot who ejected, once he was looked for: see `pilots.fates`."""

    @property
    def hex(self) -> Hex:
        return Hex(self.column, self.row)

    def place(self, hex: Hex) -> None:
        self.column, self.row = hex.column, hex.row


class Falling(Struct):
    """A grav vehicle on its way down from orbit: `units` are itself and the squads that ride in it, `attacks` what has hit it."""

    units: list[GroundLoad]
    side: str
    column: int
    row: int
    attacks: list[AttackAtLaf] = []

    @property
    def hex(self) -> Hex:
        return Hex(self.column, self.row)


class Cluster(Struct):
    """Thor javelins on their way: how many are left of three, the call they answer, and what of the satellite was out when they were launched."""

    call: str
    javelins: int
    spoiled: list[str] = []


class Shot(Struct):
    """A missile in flight toward its target, a craft or another missile. It flies from the turn after its launch on.

    One from the ground has a launcher that may be no craft of this board, called `name`, and is `climbing` until it is out of the gravity well.
    One at the ground flies at `unit` in `battle` instead of a target; `there` is the turn in which it reached that hex.
    """

    id: str
    kind: str
    side: str
    owner: str
    target: str
    column: int
    row: int
    velocity: int
    launched: int
    name: str = ""
    battle: str = ""
    unit: str = ""
    climbing: bool = False
    there: int = 0
    painted: bool = False
    """It flies at a unit that must be painted for it (Stand-Off Attacks)."""
    cluster: Cluster | None = None

    @property
    def hex(self) -> Hex:
        return Hex(self.column, self.row)

    def place(self, hex: Hex) -> None:
        self.column, self.row = hex.column, hex.row


class Side(Struct):
    id: str
    faction: str
    seat: str


class Battle(Struct):
    """A ground battle below: its ground hex and the sides that have units in it."""

    id: str
    column: int
    row: int
    sides: list[str]

    @property
    def hex(self) -> Hex:
        return Hex(self.column, self.row)


class Unit(Struct):
    """A Leviathan fighter unit with `craft` on this board. `lost` counts those destroyed or gone otherwise; `last` is the Leviathan hex above
    the last one to leave; `closed` when all have left and the Leviathan board knows; `cause` is the event that sent it down."""

    id: str
    name: str
    side: str
    craft: list[str]
    lost: int = 0
    last: str = ""
    closed: bool = False
    cause: str = ""


class Mission(Struct):
    """A Thor mission that a ground commander called for, until a satellite of his side launches it. `cause` is the event of the call."""

    call: str
    battle: str
    side: str
    cause: str | None = None


class Installed(Struct):
    """A defensive installation of the set-up: `type` of the Installation Table, in a ground hex without a battle of its own."""

    id: str
    name: str
    side: str
    type: str
    column: int
    row: int


class Verdict(Struct):
    """How a battle played on a table ended, as reported; `outcome` is '' when nobody said."""

    outcome: str
    winner: str | None


class State(Struct):
    """A whole board. `order` holds who moves when; `quiet` counts turns without damage; `hits` armor boxes and components lost this turn.

    `turns_over` counts turns played to their end; `ended` says that a ruling has ended the battle.
    """

    at: At
    layout: str
    sides: list[Side]
    craft: dict[str, Craft]
    shots: list[Shot] = []
    battles: dict[str, Battle] = {}
    units: dict[str, Unit] = {}
    order: list[list[str]] = []
    turn_limit: int = 30
    standing: bool = False
    quiet: int = 0
    hits: int = 0
    next_shot: int = 1
    turns_over: int = 0
    options: dict[str, int] = {}
    ground: dict[str, list[GroundTarget]] = {}
    """Who is on the ground this minute, by battle, from ground movement on (centurion: Attacks at LAF)."""
    verdict: Verdict | None = None
    ended: bool = False
    installations: list[Installed] = []
    missions: list[Mission] = []
    """Thor missions called for and not yet launched, in the order of the calls."""
    entries: list[Entry] = []
    goals: Goals | None = None
    loads: dict[str, list[GroundLoad]] = {}
    """Ground units aboard, by craft: known to its own side (Landing or Launching Centurion Units)."""
    falling: dict[str, Falling] = {}
    """Grav vehicles that drop from orbit, by vehicle."""
    released: dict[str, list[GroundTarget]] = {}
    """Vehicles dropped in this minute over each battle, until its board tells of them itself."""

    def side(self, id: str) -> Side:
        return next(s for s in self.sides if s.id == id)

    def by_seat(self, ids: Callable[[str], list[str]]) -> dict[str, list[str]]:
        """Ids that each seat is asked about, from those of its sides; seats without any are left out."""
        found: dict[str, list[str]] = {}
        for side in self.sides:
            if mine := ids(side.id):
                found.setdefault(side.seat, []).extend(mine)
        return {seat: found[seat] for seat in sorted(found)}

    def flying(self) -> list[Craft]:
        """Craft on the board itself, not those attacking the ground, in order of id."""
        return [self.craft[i] for i in sorted(self.craft) if self.craft[i].where == "board"]
