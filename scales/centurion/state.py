"""The state of a Centurion battle: everything that is on the table, as plain data. One hex is 200 metres, one turn one minute.

Armor is one `scales.armor.Grid` of intact boxes for each facing. `internals` holds the internal grids turret, hull and bottom once they
are damaged (a grid that is missing is whole). Hexes are joined coordinates (`scales.hexes`).
"""

from msgspec import Struct, field

from scales.armor import Grid
from scales.centurion.scenario.goals import Goals, Gone
from scales.engine import At, Json
from scales.hexes import Hex, Parity
from scales.messages import (
    AirHit,
    Battery,
    CraftLanded,
    FireSupport,
    GroundAttack,
    Overhead,
    SatelliteAbove,
    StandOff,
    UnitsDropped,
    UnitsLanded,
)

FACINGS = ("front", "left", "right", "stern", "turret", "bottom")
WEAPON_SYSTEMS = ("turret_weapons", "hull_weapons_1", "hull_weapons_2")
"""The effects that put the weapons of a location out of action."""
CREW = ("gunner", "commander", "driver")
PARITY: Parity = "even"


class Mark(Struct):
    """Something waiting for the end of fire: a system hit, a crew roll, men killed. `boxes` counts the boxes lost now in that system."""

    system: str
    boxes: int
    by: str = ""
    weapon: str = ""


class Vehicle(Struct):
    """A grav or ground vehicle. `type` is an id of the vehicle catalogue; `hex` is None when off the board.

    `mode`: nf, grounded, ttf, laf. `effects` names the systems out of action (comm, turret_weapons, hull_weapons_1, hull_weapons_2,
    left_vane, right_vane, thrust_1_4, thrust_2_4, thrust_3_4, tsr, front_shield .. bottom_shield, digging, helm, grav_drive, engine,
    mobility, infantry). `crew` gives ok, unconscious or dead. `crater`: it uses a crater of its hex (hull down when grounded).
    """

    id: str
    name: str
    side: str
    century: str
    platoon: str
    type: str
    hex: Hex | None
    facing: int = 1
    velocity: int = 0
    mode: str = "nf"
    under_water: bool = False
    crater: bool = False
    destroyed: bool = False
    left: bool = False
    by: str | None = None
    armor: dict[str, Grid] = {}
    shields: dict[str, int] = {}
    internals: dict[str, Grid] = {}
    effects: list[str] = []
    queued: list[Mark] = []
    crew: dict[str, str] = field(default_factory=lambda: dict.fromkeys(CREW, "ok"))
    stunned: dict[str, int] = {}
    """The turn in which a crew member lost consciousness."""
    targeting: int = 0
    missiles: dict[str, int] = {}
    smoke: int = 0
    digging: int = 0
    inside: str | None = None
    outside: str | None = None
    painted_by: list[str] = []
    moved: bool = False
    hexes_moved: int = 0
    entered: dict[str, int] = {}
    """Hexside of this vehicle (1 front .. 6 left front) through which an enemy in the same hex came in, by the enemy's id."""
    fired: bool = False
    ever_fired: bool = False
    painting: bool = False
    vulcan_declared: int = 0
    vulcan_used: int = 0
    turn_damaged: int = 0
    killed: int = 0
    ramming: str = ""
    """The enemy vehicle that it has declared to ram in this turn."""
    shorted: dict[str, int] = {}
    """Vanes shorted out by emergency turns: 2 until this turn is over, 1 while they are out."""
    morale: str = ""
    """'' steady; failed: withdraws from the next turn on; withdrawing."""
    attacked_by: list[str] = []
    """Who fired at it in this turn; `attacked_before` who did in the last one, `paint_tried_by` who tried to paint it in this one."""
    attacked_before: list[str] = []
    paint_tried_by: list[str] = []
    mounts_fired: list[int] = []
    """Weapons of its sheet that it fired in this turn; `aimed_at`: the hex at which its direct-fire weapons were."""
    aimed_at: str = ""
    dropped: bool = False
    """Released at low altitude in this turn: it does not fight until the turn is over (Landing or Launching Centurion Units)."""
    hidden: bool = False
    """Camouflaged in a crater since before play: the other side does not see it (Hidden Units)."""
    laser: bool = False
    """Its planar laser is on where it is now (Clearing Trees)."""
    cutting: int = 0
    """The hexside through which it came into its hex of woods with the planar laser on; 0: it cuts no path here."""
    lane: int = 0
    """The hexside through which it came safely into a minefield, along a pathway or clearing one; 0: neither."""
    clearing: bool = False
    """It clears the pathway that it is on: the way out is laid down when it leaves the hex (Clearing Minefields)."""
    elevation: int = 0
    """Levels above the ground of its hex at which a turret of an installation stands."""
    gone: Gone | None = None
    """How it left the board."""
    odd: str = "front"
    """Where an odd ten points of damage go when it strikes the ground, front or bottom, as its player wishes (Exceeding the Speed Limit)."""
    grounded_at: int = 0
    """The velocity at which it grounded in what is resolved now: of the explosion that follows its crew gets out at that (Ammo Stores Explode)."""
    hard_points: list[str] = []
    """What hangs on its hard points, in the order of its sheet: sss, hell_missile, or '' for a missile that is gone."""
    fired_above: bool = False
    """It fired at the board above in this turn: not at the ground too (Attacking Fighters from the Centurion Board)."""


class Squad(Struct):
    """An infantry squad or a vehicle crew on foot. `type` is an id of the squad catalogue or vehicle_crew; `aboard` the vehicle's id.

    `strength` men of eight; `missiles` TVLG left; `mortars` 0..2; `level` the storey of a building (0 outside).
    """

    id: str
    name: str
    side: str
    century: str
    platoon: str
    type: str
    hex: Hex | None
    aboard: str | None = None
    outside: bool = False
    strength: int = 8
    joins: str = ""
    """The squad that gets its men at the end of this turn."""
    missiles: int = 0
    mortars: int = 0
    concealed: bool = False
    level: int = 0
    crater: bool = False
    destroyed: bool = False
    left: bool = False
    by: str | None = None
    casualties_queued: int = 0
    moved: bool = False
    hexes_moved: int = 0
    fired: bool = False
    ever_fired: bool = False
    painting: bool = False
    turn_damaged: int = 0
    killed: int = 0
    entered: dict[str, int] = {}
    painted_by: list[str] = []
    morale: str = ""
    """As a vehicle's."""
    attacked_by: list[str] = []
    attacked_before: list[str] = []
    casualties: int = 0
    """Men lost in this battle."""
    in_the_air: bool = False
    """It is jumping from a vehicle at this moment: no terrain shelters it (Alternate Grav Movement Modes: Infantry)."""
    hid: int = -1
    """The turn in which it concealed itself: it is out of sight from the next one on."""
    in_wreck: bool = False
    """Its vehicle was destroyed in this turn: it gets out when the next one begins."""
    spent: bool = False
    """It got out of an explosion, which was its move of the next turn."""
    men_to_join: int = 0
    """How many of its men go over to the squad that it joins; 0 as many as there is room for."""
    hidden: bool = False
    """In a building or a crater since before play and not seen by the other side (Hidden Units)."""
    lane: int = 0
    """The hexside through which it came into a minefield along a cleared pathway; 0: it did not."""
    gone: Gone | None = None
    """How it left the board, with its vehicle."""
    sneak_suit: bool = False
    """It is hidden even while it moves on foot."""
    killer: str | None = None
    """Who brought it to five casualties, with which it counts as destroyed (Destroying a Unit); `by`: who cost it men last."""


class Entry(Struct):
    """How a platoon comes onto the board: over which hexes, from which turn on, and at which velocities (`most` -1: its thrust)."""

    hexes: list[str]
    turn: int = 1
    or_later: bool = False
    least: int = 0
    most: int = -1


Unit = Vehicle | Squad


class Platoon(Struct):
    """Vehicles and squads of one record sheet: they move together."""

    id: str
    side: str
    century: str
    units: list[str]
    moved: bool = False
    quality: str = ""
    """Of an attached platoon whose parent century is of another quality; '' is the century's."""
    entry: Entry | None = None
    """How its units that are not on the board yet come onto it."""
    name: str = ""
    """What people call it; '' is its id."""


class Century(Struct):
    """A century with its Centurion. `start` is its strength at the start in hundredths of its paper strength, `kind` a century type."""

    id: str
    name: str
    side: str
    kind: str
    quality: str = "regular"
    leadership: int = 2
    centurion: str = ""
    fire_control: list[str] = []
    paper_points: int = 0
    start_points: int = 0
    from_ground: bool = False
    kills: int = 0
    """Enemy vehicles and full squads destroyed in earlier battles since its last promotion; `advancement` points of its Centurion."""
    advancement: int = 0
    men: int = 0
    """Crew and infantry at the start; `personnel` what its vehicles and squads have at full strength."""
    personnel: int = 0
    leadership_before: int | None = None
    """Its rating until the Centurion has come onto the board; None: his own."""


class Side(Struct):
    """A side, its seat, and what it holds. `edge_name`: the edge of the board it came from and withdraws to ('' = none)."""

    id: str
    faction: str
    seat: str
    name: str = ""
    edge_name: str = ""
    attacker: bool = False
    advantage: int = 0
    start_points: int = 0
    retreating: bool = False


class Call(Struct):
    """A mission on its way. `due` is the turn in which it arrives; `source` a battery's id, a ship's id, or an on-board vehicle.

    `kind`: artillery, laser, missiles. `round` as in the weapons table (hafe_i, adm, ama, hell, smoke, crater, glad).
    """

    id: str
    side: str
    kind: str
    source: str
    hex: Hex
    due: int
    caller: str = ""
    round: str = ""
    spotter: str = ""
    to_hit: int = 0
    heading: int = 1
    officer: bool = False
    data: Json = {}


class ThorWindow(Struct):
    """Missions of a satellite that a side may call, and the turns in which it may."""

    missions: int
    since: int
    until: int


class Building(Struct):
    """A city block: intact boxes of each storey, lowest first."""

    armor_factor: int
    levels: list[int]


class Installation(Struct):
    """A defensive installation. Its id is that of its turret among the vehicles, its storeys are the buildings of its hex.

    `type` is an id of the Installation Table, `launchers` counts HELL launchers left, `shield` is the rating of its generators, 0 once they
    are destroyed; `century` is the Legatus counter it belongs to, or all the installations of its side.
    """

    id: str
    name: str
    side: str
    century: str
    type: str
    hex: Hex
    launchers: int
    shield: int


class Ground(Struct):
    """What play has changed on the ground, by hex label CCRR."""

    craters: dict[str, int] = {}
    rubble: list[str] = []
    smoke: dict[str, int] = {}
    """The turn in which the smoke was laid; it goes in the End Phase of the next."""
    mines: dict[str, list[str]] = {}
    """The sides that have a minefield there which everybody sees."""
    buildings: dict[str, Building] = {}
    cleared: list[str] = []
    hidden_mines: dict[str, list[str]] = {}
    """The sides that have a minefield there which the other side has not found."""
    tree_paths: list[str] = []
    """Paths cut through woods, sorted, as CCRR/ab: the hex and the two hexsides that the path joins, the lower first (Clearing Trees)."""
    mine_paths: list[str] = []
    """Cleared pathways through minefields, in the same form (Clearing Minefields)."""


class Board(Struct):
    """Which ground is fought over. `terrain` and `elevation` of every hex are derived from this alone (`terrain.board_of`).

    `sheets` are ids of printed sheets laid side by side; `field` is a generated field of Legatus hexes: campaign key, map and hexes.
    """

    sheets: list[str] = []
    campaign_key: str = ""
    map: str = ""
    hexes: list[str] = []
    terrain: dict[str, str] = {}
    across: int = 1
    """Sheets side by side."""


class Run(Struct):
    """Where a craft that attacks the ground has its counter: a strafing run of `length` hexes from `hex` along `heading`, or the target
    hex of a dive (length 0). `dfm` is the hex of a DFM cluster, `bombs` the rounds dropped. The length is secret until it is flown: `flown` hexes
    of it are behind the counter, and `over` says that it has ended."""

    hex: Hex
    heading: int
    length: int = 0
    dfm: Hex | None = None
    bombs: dict[str, int] = {}
    painted_by: list[str] = []
    flown: int = 0
    over: bool = False
    column: int = 0
    """The heading along which the smoke of a dive lies."""


class Landed(Struct):
    """A patrol craft of the board above that stands on this map, its bow in `hex` (Landing or Launching Centurion Units).

    `hits` are those of this minute that its own board has still to apply; `fire` gives the targets of its guns by their numbers.
    """

    craft: CraftLanded
    hex: Hex
    heading: int
    painted_by: list[str] = []
    hits: list[AirHit] = []
    fire: dict[str, str] = {}


class Verdict(Struct):
    """How a battle ended on a table: the winning side or None, and the outcome in the table's words ('' = as the rules put it)."""

    winner: str | None
    outcome: str = ""


class BattleState(Struct):
    """One Centurion battle between phases."""

    at: At
    board: Board
    sides: dict[str, Side]
    centuries: dict[str, Century]
    platoons: dict[str, Platoon]
    vehicles: dict[str, Vehicle]
    squads: dict[str, Squad]
    ground: Ground = field(default_factory=Ground)
    turn: int = 0
    turns_played: int = 0
    """Turns whose End Phase is over."""
    turn_limit: int = 20
    standing: bool = False
    options: dict[str, int] = {}
    first: str = ""
    """Side A of the Movement Phase of this turn; side B moves last."""
    winner_of_initiative: str = ""
    initiative: dict[str, int] = {}
    batteries: dict[str, Battery] = {}
    missions_left: dict[str, int] = {}
    """Missions each battery may still fire in this turn."""
    ships: dict[str, FireSupport] = {}
    ship_shots: dict[str, int] = {}
    ship_missiles: dict[str, bool] = {}
    ship_since: dict[str, int] = {}
    """The turn in which a ship of the fleet was assigned; ships of a stand-alone scenario have none."""
    calls: list[Call] = []
    air: list[GroundAttack] = []
    overhead: list[Overhead] = []
    """The craft on the board above in the hex of this battle, until combat is over (Attacks at LAF)."""
    causes: dict[str, str] = {}
    """The event of another board that brought a ship or craft to this battle, by ship or craft."""
    runs: dict[str, Run] = {}
    """The attacks of the craft in `air`, by craft."""
    painted: dict[str, list[str]] = {}
    """Hex label -> sides whose spotters watch it (artillery spotting)."""
    engagement: str = ""
    ground_hex: str = ""
    installation: str = ""
    points: dict[str, int] = {}
    last_damage: int = 0
    retreat: str = ""
    """The side that gave up the field, when one did."""
    recalled: bool = False
    """The campaign told both sides to break off."""
    verdict: Verdict | None = None
    captured: list[str] = []
    """Units that a table says were taken: gone like destroyed ones."""
    designs: dict[str, str] = {}
    """Type ids of the vehicles that the set-up designed, by their ids in it."""
    installations: dict[str, Installation] = {}
    goals: Goals | None = None
    """The terms of a scenario, when the set-up names any."""
    ship_windows: dict[str, list[int]] = {}
    """The first and last turn in which a ship without a board of its own may fire."""
    thor: dict[str, ThorWindow] = {}
    """The satellites of a scenario, by side."""
    air_defense: dict[str, int] = {}
    """Air Defense Value that the scenario gives the area of a side, beside that of its units (Missile Barrages)."""
    above: dict[str, str] = {}
    """Names of the craft of the board above that have struck units here, by craft (Attacks at LAF, Stand-Off Attacks)."""
    painted_above: dict[str, list[str]] = {}
    """Who has painted a craft of the board above in this minute, by craft (Attacks at LAF)."""
    stand_off: list[StandOff] = []
    """Missiles of craft at units here: launched in this minute or arriving in it, until combat is over (Stand-Off Attacks)."""

    anti_air_gunnery: dict[str, int] = {}
    """The Gunnery of a side's air defense, where the scenario gives it another than the standard one."""
    dropping: list[UnitsDropped] = []
    """Vehicles released above that their sides have still to place (Landing or Launching Centurion Units)."""
    landing: list[CraftLanded] = []
    """Patrol craft that have come down and are still to be placed."""
    landed: dict[str, Landed] = {}
    """Those that stand on the map."""
    unloading: list[UnitsLanded] = []
    """What is aboard them, while its side decides what gets out and what is taken up."""
    satellites: dict[str, list[SatelliteAbove]] = {}
    """Thor satellites of the board above, by side, as they stood when they could last be called; those of sides that never had one are not there."""

    def unit(self, id: str) -> Vehicle | Squad | None:
        """A vehicle or squad by its id."""
        return self.vehicles.get(id) or self.squads.get(id)

    def units(self) -> list[Vehicle | Squad]:
        """All units, vehicles first, in setup order by id."""
        return [*self.vehicles.values(), *self.squads.values()]

    def in_play(self) -> list[Vehicle | Squad]:
        """Vehicles on the board and squads on foot, not destroyed nor gone."""
        on = [v for v in self.vehicles.values() if not v.destroyed and not v.left and v.hex is not None]
        return [*on, *(s for s in self.squads.values() if not s.destroyed and not s.left and s.hex is not None and s.aboard is None)]

    def seat(self, side: str) -> str:
        """The seat that decides for a side."""
        return self.sides[side].seat

    def enemies(self, side: str) -> list[str]:
        """The ids of the other sides."""
        return [s for s in self.sides if s != side]
