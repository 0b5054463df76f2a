"""What lies on a Leviathan table. Hexes are joined coordinates (`scales.leviathan.board`); boxes, hexes and thrust are whole numbers."""

from itertools import count

from msgspec import Struct, field

from scales.armor import Grid
from scales.engine import At, Json
from scales.hexes import Hex
from scales.leviathan import catalog
from scales.leviathan.catalog import Sheet
from scales.leviathan.construction import cards
from scales.messages import GroundLoad, Stores


class Side(Struct):
    """One side and the seat that commands it."""

    id: str
    faction: str
    seat: str


class SheetAt(Struct):
    """A mapsheet in play: what is added to its labels to give joined coordinates."""

    number: str
    column: int
    row: int
    entered: list[str] = []


class BayState(Struct):
    """Damage of one bay: `fire_control` boxes hit, each one off the to-hit number."""

    fire_control: int = 0
    destroyed: bool = False


class Evacuation(Struct):
    """How an installation is abandoned: `boats` still in it; `launching` automatic or manual once the order is given, in the Movement Phase of
    turn `due`; each boat takes `load` percent of the normal population, `saved` percent are safe."""

    boats: int = 10
    launching: str = ""
    due: int = 0
    load: int = 0
    saved: int = 0


class Ship(Struct):
    """A ship or an installation. `hex` is its stern (the aft hex of the counter), `kind` ship, orbital or ground; `waiting` until its side
    has placed it.

    `weapons`, `maneuver` and `shield_power` are blocks of power allocated this turn, `ordered_power` and `ordered_shields` what its bridge
    gave last (those blocks, and the shield points by side), `power_marks` the boxes of its sheet (`scales.leviathan.power.marks`).
    `shields_lost` counts points that lost generators take. `commander` is its leader's place in the succession, 0 for none, `bridge` where
    he is. `drift` counts hexes moved straight since the last turn. The numbers of turns a short lasts count the turns to come. `effects`
    counts components hit (by area, or by box where each box counts).
    `arrived` orders entries of hexes within the battle, `entered` is the heading of the last one (0: has not moved).
    `struck` says what a component hit cost (a shield side, the number of a bay) by its area in the block, `patched` names components that the
    crew has mended as far as it can, `repairs` are boxes that it works on: row, column, turns to go. `spare_bays` and `spare_shields` are given
    up first.
    `faces` are the sides of a shared stern hex that it shows, first and second choice; `ramming` names what it rams, its die changed by
    `ram_change` at most, for `ram_damage` points. `course` gives the velocity of every turn flown straight since the last deviation, oldest
    first; `translating` that it leaves for T-space at the end of the turn, `ftl` with what result it did (`scales.leviathan.movement.translation`).
    """

    id: str
    name: str
    side: str
    sheet: str
    hex: Hex
    heading: int = 1
    velocity: int = 0
    kind: str = "ship"
    rolled: bool = False
    drift: int = 0
    skill: int = 0
    armor: dict[str, Grid] = {}
    internals: list[int] = []
    shields: dict[str, int] = {}
    shorted: list[str] = []
    broken: list[str] = []
    bays: list[BayState] = []
    salvos: int = 0
    weapons: int = 1
    maneuver: int = 1
    plant_shorts: int = 0
    sld_shorts: int = 0
    left_out: int = 0
    right_out: int = 0
    spinal_shorts: int = 0
    turret_fc: dict[str, int] = {}
    turret_halves: dict[str, int] = {}
    effects: dict[str, int] = {}
    pending: list[list[str]] = []
    destroyed: bool = False
    exploded: bool = False
    left: bool = False
    crashed: bool = False
    row_boxes: int = 0
    row_fresh: bool = False
    by: str = ""
    entered: int = 0
    arrived: int = 0
    support: str = ""
    bound: str = ""
    ground_target: str = ""
    ramming: str = ""
    told: str = ""
    waiting: bool = False
    shield_power: int = 1
    ordered_power: list[int] = []
    ordered_shields: dict[str, int] = {}
    power_marks: list[str] = []
    shields_lost: int = 0
    commander: int = 0
    bridge: str = ""
    struck: dict[str, str] = {}
    patched: list[str] = []
    repairs: list[list[int]] = []
    spare_bays: list[int] = []
    spare_shields: list[str] = []
    evacuation: Evacuation = field(default_factory=Evacuation)
    faces: list[int] = []
    ram_change: int = 0
    ram_damage: int = 0
    course: list[int] = []
    translating: bool = False
    ftl: Json = {}
    below: bool = False
    """It flies on the board below or was lost there (option patrol_craft_cross), and nothing of it is here."""
    sheet_below: Json = {}
    """The sheet of its craft on that board when it last came up."""
    cargo: list[GroundLoad] = []
    """Ground units aboard, known to its own side."""

    @property
    def card(self) -> Sheet:
        return cards.card(self.sheet)

    @property
    def on_map(self) -> bool:
        """Is there something of it on the map? Wrecks drift on; exploded, crashed and departed ships are gone."""
        return not (self.exploded or self.left or self.crashed or self.waiting or self.below)

    @property
    def alive(self) -> bool:
        return self.on_map and not self.destroyed

    @property
    def flies_below(self) -> bool:
        """Is it another board's, and not lost there?"""
        return self.below and not (self.destroyed or self.left)

    @property
    def hulk(self) -> bool:
        """It can no longer fight or maneuver (leviathan: Structural Collapse, Abandoning an Installation)."""
        return self.destroyed or self.effects.get("structural_collapse", 0) > 0 or self.abandoned

    @property
    def abandoned(self) -> bool:
        """Has its commander given the order to abandon it?"""
        return bool(self.evacuation.launching)

    @property
    def controlled(self) -> bool:
        """Is there a bridge left to steer it? (leviathan: Main Bridge)"""
        if not self.effects.get("main_bridge"):
            return True
        return any("flag_bridge" in row for row in catalog.blocks()[self.card.internals].grid) and not self.effects.get("flag_bridge")

    @property
    def power(self) -> int:
        """Blocks of power for weapons and drives: 2 undamaged, 1 at half, 0 without (leviathan: Engineering)."""
        e = self.effects
        if e.get("plant_destroyed") or e.get("sld_destroyed") or self.plant_shorts or self.hulk:
            return 0
        return 1 if e.get("plant_half") or e.get("sld_half") else 2

    @property
    def cic(self) -> int:
        """What a damaged Combat Information Center takes off every to-hit number (ruling R-LEV-08)."""
        return 3 if self.effects.get("cic_destroyed") else self.effects.get("cic", 0)

    @property
    def effective(self) -> bool:
        """Can it still move or fire?"""
        return (self.alive or self.flies_below) and not self.hulk and (self.power > 0 or self.plant_shorts > 0)

    def shield(self, side: str) -> int:
        """Shield factor of a side as it stands; shorted and destroyed sides have none."""
        return 0 if side in self.shorted or side in self.broken else self.shields.get(side, 0)


class Pilot(Struct):
    """A pilot whom a set-up names: `result` and `fighter` are what a battle made of him (leviathan: Pilot Survival), '' while he flies."""

    name: str
    gunnery: int = 4
    piloting: int = 5
    result: str = ""
    fighter: str = ""
    missions: int = 0
    """Combat missions flown in his fighter on the board below (interceptor: Familiarity)."""
    craft: str = ""
    """The type of that fighter, '' when he flies none yet."""


class FighterUnit(Struct):
    """A counter of fighters: rows of armor boxes from the top used row down, `lost` boxes marked off from the top.

    `aboard` names the ship that carries it (then `hex` means nothing); `down` says that it flies on the board below. `fresh` is the turn
    of its launch, in which it neither moves nor attacks. `base` marks the smallest installations, which have a fighter sheet.
    `lost_before`: boxes lost in earlier battles. `recovers`: boxes it gets back within a day of the battle, -1 before that is rolled.
    `landing` names the ship that has recovered `landed` of its fighters so far, up to turn `landed_on`.
    """

    id: str
    name: str
    side: str
    size: str
    fighters: dict[str, int]
    thrust: int
    rows: list[int]
    cra: list[int]
    lra: list[int]
    missile_attack: int
    hex: Hex
    missiles_left: bool = True
    mission: str = "fighters"
    lost: int = 0
    aboard: str = ""
    aboard_since: int = 0
    down: bool = False
    fresh: int = -1
    base: bool = False
    destroyed: bool = False
    left: bool = False
    by: str = ""
    entered: int = 0
    arrived: int = 0
    waiting: bool = False
    lost_before: int = 0
    recovers: int = -1
    pilots: list[Pilot] = []
    landing: str = ""
    landed: int = 0
    landed_on: int = 0
    ramming: str = ""
    ground_target: str = ""
    loads: dict[str, dict[str, int]] = {}
    """Ground loads of a craft by its type, as chosen before play; the usual ones where a type is not named."""
    stores: list[Stores] = []
    """What is left on the craft that were on the board below since they were last armed."""

    @property
    def boxes(self) -> int:
        return sum(self.rows)

    @property
    def boxes_left(self) -> int:
        return max(0, self.boxes - self.lost)

    @property
    def count(self) -> int:
        """Fighters as organised."""
        return sum(self.fighters.values())

    @property
    def row(self) -> int:
        """Index of the topmost row that still has boxes."""
        gone = self.lost
        for at, boxes in enumerate(self.rows):
            if gone < boxes:
                return at
            gone -= boxes
        return len(self.rows) - 1

    @property
    def on_map(self) -> bool:
        return not (self.destroyed or self.left or self.aboard or self.waiting)

    @property
    def alive(self) -> bool:
        return not (self.destroyed or self.left)


class Lifeboat(Struct):
    """A lifeboat of the installation `home`, with `people` percent of its normal population. `thrust` points are left, none come back;
    `fresh` is the turn of its launch, in which it takes any direction. `status`: flying, landed, left or lost."""

    id: str
    name: str
    side: str
    home: str
    hex: Hex
    people: int
    fresh: int
    heading: int = 1
    velocity: int = 1
    thrust: int = 3
    status: str = "flying"

    @property
    def on_map(self) -> bool:
        return self.status == "flying"


Unit = Ship | FighterUnit
"""What moves and fights in space."""


class GroundThing(Struct):
    """A unit on the ground as the ground picture tells it; `hits` boxes it has taken from space; `placed` when the set-up of
    this board has put it there, so that no picture needs to tell of it."""

    id: str
    name: str
    side: str
    kind: str
    hex: Hex
    terrain: str
    mode: str
    century_type: str = ""
    in_battle: str = ""
    hits: int = 0
    gone: bool = False
    used: int = 0
    spotted: dict[str, int] = {}
    placed: bool = False


class Ground(Struct):
    """The ground below: `known` once a picture has come; `battles` gives the ground hex of each; `busy` the sides with units in each."""

    known: bool = False
    things: dict[str, GroundThing] = {}
    battles: dict[str, Hex] = {}


class Zone(Struct):
    """Where a side sets up: within so many hexes of an edge of the map (left, right, top, bottom), every unit within `apart` hexes of another
    one of the side, at no more than `velocity`; `carried`: its fighters may begin aboard its ships."""

    edge: str
    within: int
    apart: int
    velocity: int
    carried: bool = False


class Wing(Struct):
    """Fighters by craft that their side has still to organize into units; on the sheets of a carrier `aboard`."""

    id: str
    name: str
    side: str
    fighters: dict[str, int]
    aboard: str = ""


class State(Struct):
    """A Leviathan battle. `moves` counts entries of hexes; `hurt` is the last turn with a point of damage; `verdict` the `winner` and `outcome`
    that a person has named, if one has; `commanders` the ships from which the sides are led; `designs` and `craft`
    the ids under which ships and fighters of the set-up's own play, by their ids in it."""

    at: At
    sides: list[Side]
    layout: str
    sheets: list[SheetAt]
    ships: dict[str, Ship] = {}
    fighters: dict[str, FighterUnit] = {}
    ground: Ground = field(default_factory=Ground)
    turn: int = 0
    turn_limit: int = 30
    standing: bool = False
    interceptor: bool = False
    options: dict[str, int] = {}
    rules: Json = {}
    victory: Json = {}
    initiative: str = ""
    moves: int = 0
    hurt: int = 0
    rolled_reinforcements: list[int] = []
    due: list[Json] = []
    ended: str = ""
    verdict: Json = {}
    zones: dict[str, Zone] = {}
    wings: list[Wing] = []
    moves_first: str = ""
    commanders: dict[str, str] = {}
    lifeboats: dict[str, Lifeboat] = {}
    designs: dict[str, str] = {}
    craft: dict[str, str] = {}

    @property
    def moves_last(self) -> str:
        """The side that moves the last unit of each class: by the choice of the winner of the initiative (leviathan: Initiative Phase)."""
        return next((s.id for s in self.sides if s.id != self.moves_first), self.initiative) if self.moves_first else self.initiative

    def of_side(self, side: str) -> list[Ship]:
        return [s for s in self.ships.values() if s.side == side]

    def unit(self, id: str) -> Unit:
        """A ship, an installation or a fighter unit; KeyError if it is none of them."""
        return self.ships[id] if id in self.ships else self.fighters[id]

    def troops(self, unit: str) -> GroundThing | None:
        """A mobile unit on the ground; an installation that the ground tells of is one of the ships here."""
        return None if unit in self.ships or unit in self.fighters else self.ground.things.get(unit)

    def side_of_seat(self, seat: str) -> str:
        return next((s.id for s in self.sides if s.seat == seat), "")

    def seat_of(self, side: str) -> str:
        return next(s.seat for s in self.sides if s.id == side)

    def enemies(self, side: str) -> list[str]:
        return [s.id for s in self.sides if s.id != side]

    def free_id(self, stem: str, number: int) -> str:
        """The stem with the first number, from this one on, that no unit has yet."""
        taken = {*self.ships, *self.fighters, *self.ground.things, *self.lifeboats}
        return next(id for n in count(number) if (id := f"{stem}{n}") not in taken)
