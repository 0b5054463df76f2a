"""What passes between scales: the data of every message, one class a kind. Engines fill and read these; `orchestrator.links` carries them.

Hexes of joined boards are written 'sheet:CCRR' (Leviathan '1:0214', Interceptor '2:0101'), those of one sheet 'CCRR'. Every unit id is
unique in the campaign and stays with the unit on every board.
"""

from msgspec import Struct

from scales.engine import Json

# kind of message -> the class of its data (filled by `_kind`)
KINDS: dict[str, type[Struct]] = {}


def _kind(cls: type[Struct]) -> type[Struct]:
    name = cls.__name__
    KINDS["".join("_" + c.lower() if c.isupper() else c for c in name).lstrip("_")] = cls
    return cls


# ---- Leviathan and Interceptor -------------------------------------------------------------------------------------


class Airman(Struct):
    """A pilot on both boards: skills of his own, combat missions in his craft, a `craft` of that type ('' for any), and what became of him: '' while
    he flies, else dead, captured, alive (without his craft) or a wound of the Pilot Survival Table."""

    name: str
    gunnery: int
    piloting: int
    missions: int = 0
    craft: str = ""
    result: str = ""


class Stores(Struct):
    """What hangs on the hard points of one craft of a type, missiles, rounds and pods by their ids; `lost` with the craft."""

    craft: str
    loads: dict[str, int]
    lost: bool = False


@_kind
class FightersDown(Struct):
    """Leviathan (end of B) -> Interceptor (D3 of minute 1): a fighter unit comes down; it shows one craft for each six fighters.

    `fighters` counts the craft of each type as organised; `boxes` and `boxes_left` are those of the Leviathan counter.
    `mission`: fighters, or ground (loaded before play: no missiles, ground weapons instead).
    centurion: Moving Between Leviathan and Interceptor Boards
    """

    unit: str
    name: str
    side: str
    hex: str
    size: str
    fighters: dict[str, int]
    boxes: int
    boxes_left: int
    mission: str = "fighters"
    pilots: list[Airman] = []
    """Pilots whom people know by name, those who fly; the craft shown are theirs first."""
    loads: dict[str, dict[str, int]] = {}
    """Ground loads of a craft by its type, chosen before play; a type that is not named has the usual ones."""
    stores: list[Stores] = []
    """What craft carried when they went up again since they were last armed; others are fully armed."""
    armed: bool = True
    """False when the unit has used its missiles above."""


@_kind
class FightersUp(Struct):
    """Interceptor (end of D4, or D5b when the last one died) -> Leviathan (E): all craft of a unit are gone from the board below.

    `craft_lost` of `craft_shown` died or left otherwise: six boxes each. `hex` is the Leviathan hex above the last one to leave.
    `appeared` is False when none appeared below; the unit may try again next turn.
    """

    unit: str
    side: str
    hex: str
    craft_shown: int
    craft_lost: int
    appeared: bool = True
    pilots: list[Airman] = []
    """The pilots of the craft shown as they are now."""
    stores: list[Stores] = []
    """What each of the craft shown carries or carried."""


@_kind
class FightersLost(Struct):
    """Leviathan -> Interceptor (next D3): the counter above was destroyed, its craft below leave play."""

    unit: str


# ---- Leviathan and the ground --------------------------------------------------------------------------------------


class GroundUnit(Struct):
    """What Leviathan may search for or shoot at in a ground hex. `kind`: century, installation; `mode`: nf, ttf, laf, grounded.

    `terrain`: open, wooded, mountainous_urban, water (leviathan: Spotting). `in_battle` units stand on a Centurion map.
    """

    id: str
    name: str
    side: str
    kind: str
    hex: str
    terrain: str
    mode: str
    century_type: str = ""
    installation_type: int = 0
    in_battle: str = ""


@_kind
class GroundPicture(Struct):
    """Legatus (after its movement) or the orchestrator -> Leviathan (C): every unit on the ground, the sheet of the truth, not of what is known.

    `battles` gives the ground hex of every open Centurion battle.
    """

    units: list[GroundUnit]
    battles: dict[str, str] = {}


@_kind
class Spotted(Struct):
    """Leviathan (C) -> Legatus (its next phase): a ship's search found units; they are shown from F of the next turn on."""

    ship: str
    ship_name: str
    side: str
    hex: str
    units: list[str]


class Bay(Struct):
    """One bay of a ship lent to the ground: `damage` in Leviathan boxes at the range of the support (x 10 on the ground)."""

    id: str
    name: str
    arc: str
    damage: int
    to_hit: int = 0


@_kind
class FireSupport(Struct):
    """Leviathan (C) -> the named Centurion battle (D1 of minute 1): a ship is assigned for this turn.

    `zone`: atmosphere, interface, space (gravity counts as space). `in_arc` says whether the battle's hex is in arc after movement.
    `bays` are those of one broadside that bears (R-LEV-46). leviathan: Full Leviathan/Centurion Integration
    """

    ship: str
    ship_name: str
    ship_class: str
    side: str
    battle: str
    zone: str
    in_arc: bool
    bays: list[Bay]
    missiles: int = 0
    missile_type: str = ""


@_kind
class FireSupportReport(Struct):
    """Centurion (after D7 of minute 5) -> Leviathan (E): what the assigned ship did. `open_call` binds it next turn too."""

    ship: str
    battle: str
    shots: int
    open_call: bool
    missiles_fired: bool = False


@_kind
class GroundDamage(Struct):
    """Leviathan (F) -> Legatus or Centurion: a ship hit a ground unit. `outcome`: destroyed, crippled, damaged."""

    unit: str
    ship: str
    outcome: str
    sheet: Json = {}


@_kind
class GroundLosses(Struct):
    """Centurion or Legatus -> Leviathan (C): installations and centuries lost or damaged below; `sheet` as in installations.yaml."""

    unit: str
    outcome: str
    sheet: Json = {}


# ---- Interceptor and Centurion -------------------------------------------------------------------------------------


@_kind
class Battlefield(Struct):
    """Orchestrator -> Interceptor (its next phase): a ground battle opens or ends in a ground hex. `sides` have units there."""

    battle: str
    hex: str
    open: bool
    sides: list[str]


@_kind
class GroundAttack(Struct):
    """Interceptor (end of D4) -> Centurion (D6): a craft attacks the ground this minute. `attack`: strafing, dive_bombing.

    Centurion asks the craft's seat for run or target hex, rolls to hit ground units, and applies the damage. `weapons` are ids of the
    Interceptor table with counts, `bombs` artillery rounds (hafe_i, adm, smoke, glad, hell). `shields` by facing, percent. `condition` is
    what the craft's own damage does to its fire when it strafes.
    """

    craft: str
    craft_name: str
    craft_type: str
    side: str
    battle: str
    attack: str
    gunnery: int
    weapons: dict[str, int]
    bombs: dict[str, int]
    shields: dict[str, int]
    painting: bool = False
    condition: dict[str, int] = {}


class AirHit(Struct):
    """One hit on a craft: `damage` as Interceptor counts it, `facing` the side struck, `by` the firing unit; `shooter` and `arm` are what people
    call that unit and its weapon. `rows` are the widths of a template of the ground from the surface inward, where the other board has none."""

    by: str
    weapon: str
    damage: int
    facing: str
    template: str = ""
    shooter: str = ""
    arm: str = ""
    rows: list[int] = []


@_kind
class ReturnFire(Struct):
    """Centurion (D6) -> Interceptor (D6b): the hits that an attacking craft took, and the bombs it used; it is then back in the battlefield hex."""

    craft: str
    battle: str
    hits: list[AirHit]
    bombs_used: dict[str, int] = {}


class AntiAir(Struct):
    """What a ground unit can fire at the board above in this minute: `lasers` by their ids in Interceptor's tables, `missiles` by kind, and how
    many launches it may try. `modifiers` is what its damage takes from every roll, by name. centurion: Attacking Fighters from the Centurion Board
    """

    lasers: list[str]
    missiles: dict[str, int]
    tries: int
    gunnery: int
    modifiers: dict[str, int] = {}


class GroundTarget(Struct):
    """A unit of a ground battle as craft above see it. `kind`: vehicle, installation, craft (a patrol craft on the ground).

    `mode`: nf, grounded, ttf, laf, dropping (released at low altitude this minute). `heading` is its facing on the ground map, `shields` give
    the shield factor by facing. A `hidden` one is known to its own side alone.
    """

    id: str
    name: str
    side: str
    kind: str
    mode: str
    heading: int
    shields: dict[str, int]
    hidden: bool = False
    anti_air: AntiAir | None = None
    """What it can fire upward, known to its own side alone; None for most units."""


@_kind
class GroundForces(Struct):
    """A Centurion battle -> Interceptor (D5 of the same minute): who is on the ground below after ground movement."""

    battle: str
    units: list[GroundTarget]


@_kind
class GroundFired(Struct):
    """Interceptor (D5) -> Centurion (D5b of the same minute): a unit of the battle fired so many lasers at the board above, or tried so many launches
    there; `missiles` left the ground. centurion: Attacking Fighters from the Centurion Board
    """

    battle: str
    unit: str
    lasers: int = 0
    tries: int = 0
    missiles: dict[str, int] = {}


class Overhead(Struct):
    """A craft in the battlefield hex of the board above. `shields` by facing, percent."""

    id: str
    name: str
    type: str
    side: str
    heading: int
    velocity: int
    shields: dict[str, int]


@_kind
class CraftOverhead(Struct):
    """Interceptor -> Centurion (D6 of the same minute): the craft that are on the board above in the hex of the battle."""

    battle: str
    craft: list[Overhead]


class HitFromAbove(Struct):
    """One hit of a craft or a missile: `damage` at the range it was fired from, `rows` the widths of its template from the surface inward; a
    laser has none and burns down one column."""

    weapon: str
    name: str
    damage: int
    rows: list[int] = []


@_kind
class AttackAtLaf(Struct):
    """Interceptor (D5) -> Centurion (D5b of the same minute): a craft's fire, or its missiles, hit a vehicle that flies at low altitude or drops.

    `facing` is the side attacked: front, right, stern, left. The battle rolls the location and applies the damage; `missiles` may be
    intercepted. centurion: Attacks at LAF
    """

    craft: str
    craft_name: str
    side: str
    battle: str
    unit: str
    facing: str
    hits: list[HitFromAbove]
    missiles: bool = False


@_kind
class FireFromLaf(Struct):
    """Centurion (D6) -> Interceptor (D6b): vehicles at low altitude hit a craft of the board above in their hex. centurion: Attacks at LAF"""

    craft: str
    hits: list[AirHit]


@_kind
class StandOff(Struct):
    """Interceptor -> Centurion (D6): a missile for a painted unit. First when it was launched (`arrives` False): the battle tells if the unit is
    not painted then. At last when it enters the battlefield hex: it is the battle's from then on. centurion: Stand-Off Attacks
    """

    missile: str
    craft: str
    craft_name: str
    side: str
    battle: str
    unit: str
    intelligence: int
    hit: HitFromAbove
    arrives: bool = False


@_kind
class StandOffLost(Struct):
    """Centurion (D6) -> Interceptor (D6b): the target of a missile just launched is not painted: it has nothing to fly at. `why` in words."""

    missile: str
    battle: str
    why: str


class GroundLoad(Struct):
    """A ground unit that a craft carries. `kind`: grav, ground (vehicles), squad, crew (of a vehicle that is lost); `mass` in tons, `men` its crew or
    its men, `aboard` the vehicle that a squad rides in, `platoon` the one that it joins on the ground, '' for that of its craft.

    `shields` gives shield factors by facing. `unit` is what the ground board says of it, as in a set-up of that board: no other reads it.
    """

    id: str
    name: str
    side: str
    kind: str
    mass: int
    men: int
    aboard: str = ""
    platoon: str = ""
    shields: dict[str, int] = {}
    unit: Json = {}


@_kind
class UnitsDropped(Struct):
    """Interceptor (end of D4) -> Centurion (D5b of the same minute): vehicles released at low altitude, theirs from now on.

    `how`: craft (a patrol craft dropped them) or orbit. centurion: Landing or Launching Centurion Units
    """

    craft: str
    craft_name: str
    side: str
    battle: str
    units: list[GroundLoad]
    how: str = "craft"


class LandedGun(Struct):
    """A gun of a craft on the ground: its number there, the hexside of its arc (0 ahead, clockwise; -1 all round), the half of the craft that it is
    in (bow, stern), and what it does at every range."""

    number: int
    hexside: int
    half: str
    hit: HitFromAbove


@_kind
class CraftLanded(Struct):
    """Interceptor (end of D4) -> Centurion (D5b of the same minute): a patrol craft is on the map, or still there and as it is now.

    `shields` by side, percent; `most` guns may fire together; `condition` is what its damage does to its fire.
    """

    craft: str
    craft_name: str
    craft_type: str
    side: str
    battle: str
    gunnery: int
    shields: dict[str, int]
    guns: list[LandedGun]
    most: int
    condition: dict[str, int] = {}


@_kind
class FireOnLanded(Struct):
    """Centurion (D6) -> Interceptor (D6b): what hit a craft on the ground."""

    craft: str
    battle: str
    hits: list[AirHit]


@_kind
class UnitsLanded(Struct):
    """Interceptor (D6b) -> Centurion (D2 of the next minute): all that is aboard a craft on the ground, the battle's until it says what stayed.

    `bays` take a vehicle of `bay_tons` each, `passengers` its men. Of a `wrecked` craft these are the survivors.
    """

    craft: str
    craft_name: str
    side: str
    battle: str
    units: list[GroundLoad]
    bays: int
    bay_tons: int
    passengers: int
    wrecked: bool = False


@_kind
class CraftTookOff(Struct):
    """Interceptor (D4) -> Centurion (D5b): a craft has left the ground."""

    craft: str
    battle: str


@_kind
class UnitsAboard(Struct):
    """Centurion (D2) -> Interceptor (D4), or whatever could not be delivered: units that a craft carries from now on."""

    craft: str
    battle: str
    units: list[GroundLoad]


# ---- patrol craft between Leviathan and Interceptor ----------------------------------------------------------------


@_kind
class PatrolDown(Struct):
    """Leviathan (end of B) -> Interceptor (D3 of minute 1), where `patrol_craft_cross` is played: a patrol class ship comes down, one craft for it.

    `armor` gives boxes left and those of the class by facing (bow, right_bow, right_stern, stern, left_stern, left_bow). Lost are all guns of the
    places `weapons_lost` (bow, left, right, stern), half of those in turrets `turret_halves` times over, the shields of `shields_lost`, and
    `systems` by what Leviathan calls them. `sheet` is the craft's own as it last went up, which no other board reads.
    """

    ship: str
    name: str
    side: str
    hex: str
    craft_type: str
    armor: dict[str, list[int]]
    weapons_lost: list[str] = []
    turret_halves: int = 0
    shields_lost: list[str] = []
    systems: list[str] = []
    sheet: Json = {}
    cargo: list[GroundLoad] = []


@_kind
class PatrolUp(Struct):
    """Interceptor (end of D4, or D5b when it died) -> Leviathan (E): a patrol class ship is gone from the board below.

    `news`: up (in the Leviathan hex above, as it flew), lost (`how` it was, `by` whom), back (it never came down and stays where it is).
    `armor` gives points left and those of the sheet by facing, `turret_guns` those that still work and all; the rest is as in `patrol_down`.
    """

    ship: str
    side: str
    hex: str
    news: str
    heading: int = 1
    velocity: int = 0
    how: str = ""
    by: str = ""
    armor: dict[str, list[int]] = {}
    weapons_lost: list[str] = []
    turret_guns: list[int] = []
    shields_lost: list[str] = []
    systems: list[str] = []
    sheet: Json = {}
    cargo: list[GroundLoad] = []


# ---- Thor satellites ------------------------------------------------------------------------------------------------


@_kind
class ThorCall(Struct):
    """Centurion (D7) -> Interceptor (D5 of the next minute): a ground commander calls for a Thor mission of a satellite of his side."""

    call: str
    battle: str
    side: str


@_kind
class ThorNews(Struct):
    """Interceptor (D4, D5) -> Centurion (D6 of the same minute): what became of a call. `news`: launched, struck (for a `reason`).

    `minutes` until the javelins land, `lost` names what of the satellite was out at the launch.
    """

    call: str
    battle: str
    news: str
    reason: str = ""
    minutes: int = 0
    lost: list[str] = []


@_kind
class ThorJavelins(Struct):
    """Interceptor (D5) -> Centurion (D6 of the same minute): a cluster is in the battlefield hex with so many javelins left of three.

    `lost` is what damage of the satellite at the launch takes from each javelin's to-hit number, by name.
    """

    call: str
    battle: str
    side: str
    javelins: int
    lost: dict[str, int] = {}


class SatelliteAbove(Struct):
    """A Thor satellite of the board above: clusters left (0 when it is gone), calls of its side that still wait, what of it is out.

    `minutes` from a launch in the next minute until the javelins land, 0 when the battlefield will not be in its arc then.
    """

    id: str
    name: str
    side: str
    clusters: int
    waiting: int
    lost: list[str]
    minutes: int


@_kind
class ThorAbove(Struct):
    """Interceptor -> Centurion (D7 of the same minute): the satellites there are or were above a battle, for those who may call."""

    battle: str
    satellites: list[SatelliteAbove]


# ---- Legatus and Centurion -----------------------------------------------------------------------------------------


class CenturyIn(Struct):
    """A century as it enters a Centurion battle. `hex` are its Legatus hexes; `kind` a century type of the vocabulary."""

    id: str
    name: str
    side: str
    kind: str
    hexes: list[str]
    altitude: str
    dispersion: str
    crippled: bool
    formation: str = ""
    quality: str = "regular"


class Battery(Struct):
    """Offboard artillery at a battle's call: `missions` a minute at `modifier` while `shots` last (designed)."""

    id: str
    name: str
    side: str
    missions: int
    modifier: int
    shots: int


@_kind
class Engagement(Struct):
    """Legatus (commitment) -> a new or running Centurion battle: who fights whom in which hexes. `terrain` is the token of each Legatus hex."""

    id: str
    attacker: str
    hexes: list[str]
    terrain: dict[str, str]
    centuries: list[CenturyIn]
    batteries: list[Battery] = []
    installation: str = ""


class CenturyOut(Struct):
    """A century as it comes back. `outcome`: effective, crippled, destroyed, retreats, broken; strength in hundredths of its start.

    `quality` is what the battle made of its troops, '' if it left them as they were (centurion: Skill Improvement).
    """

    id: str
    outcome: str
    strength_hundredths: int
    fired: bool
    quality: str = ""


@_kind
class EngagementResult(Struct):
    """Centurion -> Legatus (combat phase): the outcome replaces the rolls for these centuries. `ended` is False while they stay in contact."""

    battle: str
    engagement: str
    ended: bool
    winner: str | None
    centuries: list[CenturyOut]
    points: dict[str, int] = {}
    installation_outcome: str = ""


@_kind
class InterceptorMission(Struct):
    """Legatus (initiative) -> Interceptor (D3 of minute 1): a ground squadron of six takes off as one craft counter."""

    squadron: str
    name: str
    side: str
    craft_type: str
    mission: str
    hex: str = ""


@_kind
class SquadronBack(Struct):
    """Interceptor -> Legatus (end phase): the squadron landed or is lost."""

    squadron: str
    side: str
    lost: bool
