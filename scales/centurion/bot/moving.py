"""How the bot weighs the end of a move: fire given and fire taken there, weapon by weapon and facing by facing, cover, and closeness.

Worths are millionths of a scenario point, as in `shooting`. What has still to move will stand elsewhere and face another way.
"""

from dataclasses import dataclass, field
from functools import lru_cache

from scales.centurion.bot import bombardment, breach, firepower
from scales.centurion.bot.firepower import Firepower
from scales.centurion.bot.nearest import Nearest, enemy_places, nearest_of
from scales.centurion.catalog import vehicle_type
from scales.centurion.combat import aim, plans
from scales.centurion.ground import installations, los
from scales.centurion.ground.terrain import Terrain, ground_modifier, terrain_of
from scales.centurion.movement import approach
from scales.centurion.preparation.opening import points_of
from scales.centurion.state import PARITY, BattleState, Squad, Vehicle
from scales.centurion.support import shelling
from scales.engine import Option
from scales.hexes import ARCS, Hex, bearing, from_cube

BEARINGS = 12
FRONT = ARCS["front"]
FAR_OFF = 20
MOST_FOES = 9
"""The nearest enemies that a move is weighed against."""
MOST_PAINTERS = 3
ALOFT = 100
"""Levels above the ground at which nothing hides a unit: low altitude flight."""
CRATER = -2
CAUTION, LEAST_CAUTION = 100, 30
"""Percent that fire taken counts of fire given, shared by the vehicles of the side: the enemy fires at one of them, they all at the best."""
OTHERS = 25
"""Percent that targets beside the best one count: something to fire at when the best one is gone or out of sight."""
UNMOVED = 60
"""Percent that an enemy counts who has still to move."""
CLOSE = 2
"""Hexes at which shields and cover help the enemy least; farther costs `FAR` for each hex and point of the unit."""
FAR = 2500
RAM = breach.WHOLE
"""What ramming is worth to a vehicle without weapons, for each of its points; others do not want it."""
PACE = 800
"""Cost of each point of velocity too many or too few, for each point of the unit."""
TOGETHER = 50
"""Percent that a target is worth more for each friend of the platoon that goes for it."""
UNDER_SHELLS, UNDER_SHIPS, DEEPER = 300_000, 1_500_000, 5_000
"""Cost for each point of a unit that ends where its own side's fire is coming down, artillery or what destroys, and for each hex inside."""
HASTE = (100, 50, 25, 15)
"""Percent that this counts of fire that lands in this minute and the next ones."""
DIG, ON_THE_WAY, CLIMB_OUT = 2_000, 40_000, 50_000
"""What it costs to dig, the more where the fight is not yet, and to leave a crater again, for each point of the unit."""
AT_REST, MELEE = 2, 4
"""The velocity that a vehicle wants at most where it means to stay, and the hexes within which everybody goes on turning around the other."""
STACKED, UNDER_GUNS = 3_000, 15_000
"""Cost of each friend in the same hex, for each point of the unit; where artillery or ships may be called."""
EXPOSED = {"ttf": 10_000, "laf": 200_000}
"""What it costs to be seen above the trees, on the belly, for each point of the unit."""
STRAIN = 100
"""What each percent of risk costs that a vane is hurt, for each point of the unit."""
MINED = 20_000
"""What each known minefield on the way costs, for each point of the unit."""
KEEP_OFF = 16
"""Hexes that artillery, command and supply vehicles keep from the enemy."""
SECOND_LINE = ("artillery", "command", "supply", "transport")
PAINTING_RANGE = 6
"""Hexes within which a squad paints and fires its missiles."""
NEAR = 4
OFF_IN_SIGHT, OFF_NEAR, OFF_FAR = 20_000, 2_000, -10_000
"""What it is worth to let the infantry off, for each point of its vehicle."""
WATCH = 500


@lru_cache(maxsize=50_000)
def bearing_of(dx: int, dz: int) -> int:
    """Bearing of the step (dx, dz) in cube coordinates, in twelfths (`hexes.bearing`)."""
    a = Hex(40, 80)
    return bearing(a, from_cube(40 + dx, a.row - 20 + dz, PARITY), PARITY)


@dataclass(slots=True)
class Sides:
    """What a unit shows toward each relative bearing: worth of a tenth of a box there, and the shield."""

    worth: list[int]
    shield: list[int]


@dataclass(slots=True)
class Foe:
    """An enemy as a threat and a target; `aimed` counts the friends that chose a place to fire at it from."""

    id: str
    place: int
    facing: int
    cover: int
    arms: Firepower
    sides: Sides
    moved: bool
    points: int
    squad: bool = False
    aimed: int = 0


@dataclass(slots=True)
class Scene:
    """What a side's bot weighs its moves against; what can be seen from a place is remembered."""

    state: BattleState
    side: str
    terrain: Terrain
    enemies: list[Vehicle | Squad]
    spots: list[tuple[int, int, int]]
    """Column, z and height of each of them."""
    places: list[int]
    """Where the enemies are that one goes for; nobody goes for the turret of an installation."""
    near: Nearest
    painters: int
    caution: int
    shells: list[tuple[int, int, int]]
    """Places where fire of one's own lands in these minutes, how far it reaches, and what it costs to end there."""
    crowd: list[int]
    """Where vehicles of one's own end this turn, as far as they have moved or been told to."""
    crowding: int
    foes: dict[int, Foe] = field(default_factory=dict)
    """Those that came in sight of some place, by their number among the enemies."""
    seen: dict[int, tuple[int, list[tuple[int, int, int, Foe]]]] = field(default_factory=dict)


def scene(state: BattleState, side: str) -> Scene:
    """The enemy as a side sees him."""
    terrain = terrain_of(state)
    enemies = [unit for unit in aim.enemies(state, side) if not (isinstance(unit, Vehicle) and unit.under_water)]
    spots = [(*divmod(terrain.index(unit.hex), terrain.stride), _height(unit)) for unit in enemies if unit.hex is not None]
    friends = [unit for unit in state.in_play() if unit.side == side and isinstance(unit, Vehicle)]
    painters, caution = sum(map(aim.commands, friends)), max(LEAST_CAUTION, CAUTION // max(1, len(friends)))
    shells = [_coming(terrain, area) for area in bombardment.areas(state, side) if area.minutes < len(HASTE)]
    mobile = [terrain.index(u.hex) for u in aim.enemies(state, side) if isinstance(u, Vehicle) and u.hex and not installations.is_turret(u)]
    places = mobile or enemy_places(state, side)
    near = nearest_of(terrain, places)
    crowd = [terrain.index(friend.hex) for friend in friends if friend.moved and friend.hex is not None]
    crowding = UNDER_GUNS if _guns(state, side) else STACKED
    return Scene(state, side, terrain, enemies, spots, places, near, min(MOST_PAINTERS, painters), caution, shells, crowd, crowding)


def _coming(terrain: Terrain, area: bombardment.Area) -> tuple[int, int, int]:
    cost = UNDER_SHIPS if area.deadly else UNDER_SHELLS
    return terrain.index(area.hex), area.reach, cost * HASTE[area.minutes] // 100


def _guns(state: BattleState, side: str) -> bool:
    """Does the enemy seem to have artillery? His gravitic cannons are seen; who has guns or ships of his own reckons with his."""
    seen = any(isinstance(u, Vehicle) and vehicle_type(u.type).role == "artillery" for u in aim.enemies(state, side))
    return seen or bool(state.batteries or state.ships)


def _height(unit: Vehicle | Squad) -> int:
    """Levels above the ground at which an enemy is looked for; infantry on the ground."""
    if isinstance(unit, Squad):
        return 0
    return ALOFT if los.is_high(unit) else los.height(unit)


def _foe_number(about: Scene, number: int) -> Foe:
    found = about.foes.get(number)
    if found is None:
        found = about.foes[number] = _foe(about.terrain, about.enemies[number])
    return found


def _foe(terrain: Terrain, unit: Vehicle | Squad) -> Foe:
    assert unit.hex is not None
    place, arms = terrain.index(unit.hex), firepower.of(unit)
    if isinstance(unit, Squad):
        return Foe(unit.id, place, 1, 0, arms, _open(unit), unit.moved, points_of(unit), squad=True)
    shelter = 0 if unit.mode in EXPOSED else cover(terrain, place) + (CRATER if aim.hull_down(unit) else 0)
    return Foe(unit.id, place, unit.facing, shelter, arms, sides(unit, known=unit.moved), unit.moved, points_of(unit))


def _open(squad: Squad) -> Sides:
    """A squad looks the same from everywhere: a hundredth of a man for five men and its points."""
    need = max(1, squad.strength - shelling.BROKEN)
    return Sides([points_of(squad) * breach.WHOLE // (100 * need)] * BEARINGS, [0] * BEARINGS)


def sides(vehicle: Vehicle, known: bool = True) -> Sides:
    """A vehicle's sides; the average of them all when it is not known how it will stand."""
    if vehicle.mode in EXPOSED:
        return Sides([breach.worth_of_tenth(vehicle, "bottom")] * BEARINGS, [vehicle.shields.get("bottom", 0)] * BEARINGS)
    found = [max(shown, key=lambda side: vehicle.shields.get(side, 0)) if len(shown) > 1 else shown[0] for shown in aim.SHOWN]
    soft = {facing: breach.worth_of_tenth(vehicle, facing) for facing in set(found)}
    worth, shield = [soft[facing] for facing in found], [vehicle.shields.get(facing, 0) for facing in found]
    if known:
        return Sides(worth, shield)
    return Sides([sum(worth) // BEARINGS] * BEARINGS, [sum(shield) // BEARINGS] * BEARINGS)


def cover(terrain: Terrain, place: int) -> int:
    """Combat modifier of the terrain and smoke of a place."""
    tile = terrain.tiles[place]
    smoke = aim.SMOKE if terrain.smoke[place] else 0
    return smoke + (ground_modifier(tile.ground) if tile else 0)


# --- vehicles -------------------------------------------------------------------------------------------------------------------


Exchange = tuple[int, int, int, Foe | None]
"""Distance of the nearest enemy, worth of the fire given and of the fire taken, and the best target."""


@dataclass(slots=True)
class Mover:
    """The vehicle that moves: its weapons, its sides, its points, whether it flies and keeps off the enemy, and what was found about the ends of
    its move."""

    vehicle: Vehicle
    arms: Firepower
    sides: Sides
    points: int
    flies: bool
    keeps_off: bool
    known: dict[tuple[int, int, int], Exchange] = field(default_factory=dict)


def mover(vehicle: Vehicle) -> Mover:
    kind = vehicle_type(vehicle.type)
    return Mover(vehicle, firepower.of(vehicle), sides(vehicle), max(1, points_of(vehicle)), kind.grav, kind.role in SECOND_LINE)


def score(about: Scene, own: Mover, option: Option) -> tuple[int, Foe | None]:
    """What an end of a move is worth, and the enemy that it is best placed against. Who can fire no more rams."""
    info = option.info
    if "ram" in info:
        return (-RAM if plans.armed(own.vehicle) else RAM) * own.points, None
    place = int(info.get("place", -1))
    if place < 0:
        return -RAM * own.points, None
    stop, facing = int(info.get("stop", 0)), int(info.get("facing", own.vehicle.facing))
    shelter = cover(about.terrain, place) + (CRATER if stop in (2, 3) else 0)
    closest, given, taken, target = exchange(about, own, place, facing, shelter)
    gap = max(0, _way(about, own, place, closest) - CLOSE)
    if own.keeps_off:
        given, gap = given // 4, 2 * abs(closest - KEEP_OFF)
    each = FAR * gap + PACE * abs(int(info.get("velocity", 0)) - pace(closest)) + shelled(about, place) + _risks(option)
    each += _digging(
        own.vehicle, option, is_here=bool(given) and closest >= MELEE and pace(closest) <= AT_REST
    ) + about.crowding * about.crowd.count(place)
    each -= riders(about, own, place, stop, closest) + _watching(option, given, closest)
    return given - taken * about.caution // 100 - each * own.points, target


def _risks(option: Option) -> int:
    """Flying high, straining a vane, known mines on the way."""
    info = option.info
    strain = sum(100 - int(vane["chance"]) for vane in info["vanes"]) if "vanes" in info else 0
    return EXPOSED.get(info.get("flight", "nf"), 0) + STRAIN * strain + MINED * mines(option)


def mines(option: Option) -> int:
    """Known minefields on the way; engineers do not mind them."""
    return 0 if "mine_clearing" in option.info else len(option.info.get("mines", ()))


def _way(about: Scene, own: Mover, place: int, closest: int) -> int:
    """How far the enemy is: in hexes for who flies, in movement points for who drives."""
    if own.flies:
        return closest
    return approach.field_of(about.terrain, about.places)[place]


def pace(closest: int) -> int:
    """The velocity wanted at the end: fast while far away, at rest in the fight."""
    return 9 if closest > 18 else 5 if closest > 11 else 2 if closest > 8 else 0


def exchange(about: Scene, own: Mover, place: int, facing: int, shelter: int) -> Exchange:
    """What is exchanged at a place; the same for all options that end there with one facing and cover."""
    key = place, facing, shelter
    found = own.known.get(key)
    if found is None:
        found = own.known[key] = _exchange(about, own, *key)
    return found


def _exchange(about: Scene, own: Mover, place: int, facing: int, shelter: int) -> Exchange:
    closest, seen = sight(about, place)
    total = taken = best = 0
    target = None
    mine, turn = own.sides, 2 * (facing - 1)
    for dx, dz, away, foe in seen:
        toward = bearing_of(dx, dz)
        ahead = (toward - turn) % BEARINGS
        back = (toward + 6 - 2 * (foe.facing - 1)) % BEARINGS
        attack = _attack(about, own, foe, away, ahead in FRONT, back)
        bears = foe.squad or not foe.moved or back in FRONT
        hurt = foe.arms.boxes(away, bears, mine.shield[ahead], shelter, 1) * mine.worth[ahead]
        if not foe.moved:
            attack, hurt = attack * UNMOVED // 100, hurt * UNMOVED // 100
        total, taken = total + attack, taken + hurt
        if attack > best:
            best, target = attack, foe
    return closest, best + (total - best) * OTHERS // 100, taken, target


def _attack(about: Scene, own: Mover, foe: Foe, away: int, front: bool, side: int) -> int:
    """Worth of one turn's fire at an enemy, more when friends have chosen him as well."""
    if foe.squad:
        return own.arms.men(away) * foe.sides.worth[side]
    boxes = own.arms.boxes(away, front, foe.sides.shield[side], foe.cover, about.painters)
    return boxes * foe.sides.worth[side] * (100 + TOGETHER * foe.aimed) // 100


def sight(about: Scene, place: int) -> tuple[int, list[tuple[int, int, int, Foe]]]:
    """Distance of the nearest enemy, and the enemies in sight within range with direction and distance; remembered by place."""
    found = about.seen.get(place)
    if found is None:
        terrain, stride = about.terrain, about.terrain.stride
        column, z = place // stride, place % stride
        near = []
        for number, (x, y, high) in enumerate(about.spots):
            dx, dz = x - column, y - z
            away = (abs(dx) + abs(dz) + abs(dx + dz)) // 2
            if away <= FAR_OFF:
                near.append((away, number, dx, dz, high))
        near.sort()
        in_sight = [
            (dx, dz, away, _foe_number(about, number))
            for away, number, dx, dz, high in near[:MOST_FOES]
            if los.places_see(terrain, place, place + dx * stride + dz, 0, high)
        ]
        found = about.seen[place] = about.near(place)[0] if about.places else approach.NOWHERE, in_sight
    return found


def shelled(about: Scene, place: int) -> int:
    """Millionths of a unit lost where its own side's fire comes down in this minute or soon, more the deeper inside."""
    worst = 0
    for shell, reach, cost in about.shells:
        inside = reach - about.terrain.distance(place, shell)
        if inside >= -bombardment.SCATTER:
            worst = max(worst, cost + DEEPER * inside if inside >= 0 else cost // 10)
    return worst


def _digging(vehicle: Vehicle, option: Option, *, is_here: bool) -> int:
    """A crater is dug where the fight is, to stay in it; it is left for something much better only."""
    if option.order.get("dig"):
        return DIG if is_here else ON_THE_WAY
    return CLIMB_OUT if vehicle.crater and option.order.get("kind") != "stay" else 0


def riders(about: Scene, own: Mover, place: int, stop: int, closest: int) -> int:
    """Infantry gets off where it can see the enemy within the range of its painting lasers and missiles, and rides until then."""
    if stop not in (1, 3) or (own.vehicle.inside is None and own.vehicle.outside is None):
        return 0
    near = any(away <= PAINTING_RANGE for _, _, away, _ in sight(about, place)[1])
    return OFF_IN_SIGHT if near else OFF_NEAR if closest <= NEAR else OFF_FAR


def _watching(option: Option, given: int, closest: int) -> int:
    """Watching pays for a unit that nobody sees yet when the enemy is about to come; the bot fires without being asked."""
    if not option.info.get("watch"):
        return 0
    if option.info.get("ask"):
        return -breach.WHOLE
    return WATCH if not given and closest <= 12 else -WATCH
