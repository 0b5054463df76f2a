"""What is on a Legatus table. Positions are labels: '0603' a hex, '0603|0703' a hexside, '0603|0703|0704' a junction."""

from msgspec import Struct, field

from scales.engine import At, Json


class Side(Struct):
    """`defensive_hexes`: hexes of passive defenses or earthworks that it has still to lay; `finish`: the turn in which it last offered to end the battle;
    `name`: what people call it, by its id where it has none."""

    id: str
    faction: str
    seat: str
    pool: int = 10
    defensive_hexes: int = 0
    finish: int = 0
    name: str = ""


class Century(Struct):
    """A century or a defensive installation. `at` is its position; the rest of its state is that of the counter.

    `began` is the altitude at which it began the turn, once it has left that.

    `watch` is the heading that its spotting arc was last turned to, 0 for none.
    `engaged` names the engagement fought below that holds it, `fought` says that one ended this turn; `sheet` is what came back from there and is kept for a later battle.
    """

    id: str
    name: str
    side: str
    cohort: str
    kind: str
    at: str
    altitude: str = "normal"
    quality: str = "regular"
    status: str = "ok"
    crippled: bool = False
    crippled_at_start: bool = False
    broken: bool = False
    hq: bool = False
    high_hq: bool = False
    organic_signals: bool = False
    moved: bool = False
    reacted: bool = False
    building: bool = False
    reported: str = ""
    engaged: str = ""
    fought: bool = False
    shots: int = 0
    spotted_by: list[str] = []
    installation_type: int = 0
    sheet: Json = {}
    began: str = ""
    watch: int = 0


class Cohort(Struct):
    """A cohort, battalion, or the headquarters and support of a manus (`level` manus), with its initiative of this turn.

    `manus` names the formation it belongs to; `tie` are the rolls that settled equal initiatives; `under` is the cohort of the manus headquarters
    that has taken over its command.
    """

    id: str
    name: str
    side: str
    formation: str = ""
    level: str = "cohort"
    quality: str = "regular"
    manus: str = ""
    permanent: bool = False
    initiative: int = 0
    tie: list[int] = []
    under: str = ""


class Squadron(Struct):
    """Six interceptors. `box` is its place on the mission sheet: ready, cap, ground_support, re_arming; away (on the Interceptor board), left or destroyed."""

    id: str
    name: str
    side: str
    kind: str
    craft_type: str
    box: str = "ready"
    spotted_by: list[str] = []


class Satellite(Struct):
    """A Thor satellite: where it started, its heading and velocity (hexes a turn). Secret until it is activated; `left`: withdrawn without that."""

    id: str
    name: str
    side: str
    hex: str
    heading: int
    velocity: int
    spent: bool = False
    left: bool = False


class Support(Struct):
    """Naval fire support with the attack value of the scenario; `left` when the ships are gone, `fired` when they have fired."""

    id: str
    name: str
    side: str
    attack: int
    left: bool = False
    fired: bool = False


class Marker(Struct):
    """Hexes under artillery denial, passive defenses or earthworks. `known_to`: the other sides that know of it, when it is `hidden` or the battle double-blind."""

    kind: str
    side: str
    hexes: list[str]
    known_to: list[str] = []
    hidden: bool = False


class Objective(Struct):
    """A place and the side that holds it. `known`: the holder as each side ('': an onlooker) knows him, in a double-blind battle."""

    name: str
    hex: str
    points: int = 0
    holder: str = ""
    known: dict[str, str] = {}


class Clash(Struct):
    """An engagement that is fought below. `started` is its turn."""

    id: str
    attacker: str
    units: list[str]
    hexes: list[str]
    installation: str
    started: int


class Field(Struct):
    """The map: the id of a sheet, or rows of terrain tokens given in the set-up."""

    id: str
    rows: list[str] = []


class Policy(Struct):
    """Which engagements are fought below: `policy` none, strongest or all; `at_most` at once; `centuries` the most in one."""

    policy: str = "none"
    at_most: int = 1
    centuries: int = 4


class Links(Struct):
    """Which other boards are in play."""

    leviathan: bool = False
    interceptor: bool = False


class Plans(Struct):
    """What was ordered for combat: attacks by attacker, supported centuries by battery, missions by squadron, targets of satellites and
    ships, and the air/space defense that holds its fire at squadrons."""

    attacks: dict[str, str] = {}
    support: dict[str, list[str]] = {}
    missions: dict[str, str] = {}
    calls: dict[str, str] = {}
    held: list[str] = []


class LegatusState(Struct):
    """`units` by id and in the order of their ids, so that lists of them need no sorting."""

    map: Field
    sides: list[Side]
    attacker: str
    units: dict[str, Century]
    cohorts: dict[str, Cohort]
    squadrons: dict[str, Squadron]
    markers: list[Marker]
    objectives: list[Objective]
    links: Links
    policy: Policy
    turn_limit: int
    standing: bool
    satellites: list[Satellite] = []
    supports: list[Support] = []
    superiority: str = ""
    plans: Plans = field(default_factory=Plans)
    clashes: list[Clash] = []
    settled: list[str] = []
    quiet: int = 0
    damaged: bool = False
    over: bool = False
    outcome: str = ""
    winner: str | None = None
    options: dict[str, int] = {}
    at: At = field(default_factory=At)
    zones: dict[str, list[str]] = {}
    """By side, the hexes in which it places what has no place before play."""
    reasons: list[str] = []
    """Why the battle is over and what decided it."""


WAITING = "waiting"
"""The status of a unit that its side has still to place."""


def present(unit: Century) -> bool:
    """On the map and not destroyed."""
    return unit.status == "ok"


def hexes_of(at: str) -> list[str]:
    """The one to three hexes that a position occupies."""
    return at.split("|")


def free(unit: Century) -> bool:
    """On the map and not held by a battle below."""
    return unit.status == "ok" and not unit.engaged


def units_of(state: LegatusState, side: str) -> list[Century]:
    """The units of a side on the map, by id."""
    return [u for u in state.units.values() if u.side == side and u.status == "ok"]


def enemies_of(state: LegatusState, side: str) -> list[Century]:
    return [u for u in state.units.values() if u.side != side and u.status == "ok"]


def members(state: LegatusState, cohort: str) -> list[Century]:
    """All centuries a cohort ever had, by id, the lost ones too."""
    return [u for u in state.units.values() if u.cohort == cohort]


def active(state: LegatusState, cohort: str) -> list[Century]:
    return [u for u in state.units.values() if u.cohort == cohort and u.status == "ok"]


def on_mission(state: LegatusState, side: str, box: str) -> list[Squadron]:
    """The squadrons of a side in a box of its sheet, by id."""
    return [state.squadrons[q] for q in sorted(state.squadrons) if state.squadrons[q].side == side and state.squadrons[q].box == box]


def side_of_seat(state: LegatusState, seat: str) -> str:
    return next((s.id for s in state.sides if s.seat == seat), "")


def side_of(state: LegatusState, id: str) -> str:
    """The side of a unit, squadron, cohort, satellite or supporting ship; '' for what is none of them."""
    owned: Century | Squadron | Cohort | None = state.units.get(id) or state.squadrons.get(id) or state.cohorts.get(id)
    if owned is not None:
        return owned.side
    return next((s.side for s in state.satellites if s.id == id), "") or next((s.side for s in state.supports if s.id == id), "")


def side_name(state: LegatusState, id: str) -> str:
    """What people call a side: its name, or its id as a sentence begins with it."""
    return next((s.name for s in state.sides if s.id == id), "") or id[:1].upper() + id[1:]


def seat_of(state: LegatusState, side: str) -> str:
    return next(s.seat for s in state.sides if s.id == side)
