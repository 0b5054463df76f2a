"""The bot of the Initiative and Movement Phases: closes to a few hexes, seeks cover and craters, shows its front, fights with local odds."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from scales.centurion import bot_errands, grav, installation_tactics, plans
from scales.centurion.catalog import data, vehicle_type
from scales.centurion.los import places_see
from scales.centurion.nearest import enemy_places
from scales.centurion.state import PARITY, BattleState, Squad, Vehicle
from scales.centurion.terrain import Terrain, terrain_of
from scales.centurion.view import View
from scales.dice import Dice
from scales.engine import Decision, Json, Option, Orders, Slot
from scales.hexes import Hex, arc_sides, from_cube

WEIGHTS = (9, 9, 8, 8, 7, 7, 7, 6, 6, 6, 6, 4, 4, 4, 4, 4, 2, 2, 2, 2, 2)
"""How well fire works at a range in hexes (Base To-Hit Number less a usual modifier of 3)."""
ARC_FACTOR = {1: 2, 2: 3, 6: 3, 3: 3, 5: 3, 4: 4}
"""What a hit on a hexside is worth: front, sides, stern."""
FRONT_SIDES = (1, 2, 6)
CRATER = -3
EXPOSED = {"nf": 0, "ttf": 200, "laf": 4000}
"""What it costs to be seen above the trees, on the belly."""
RAM = 10_000
"""What a ram is worth to a vehicle without weapons; others do not want it."""
STRAIN = 2
"""What each percent of risk costs that an emergency turn hurts its vane."""
MOST_FOES = 9
"""The nearest enemies that a move is weighed against."""
MINED = 300
"""What each known minefield on the way is feared for."""
FAR = 5
"""Points that each hex of distance costs while no enemy is in sight."""


@lru_cache(maxsize=50_000)
def side_struck(dx: int, dz: int, facing: int) -> int:
    """The hexside of a unit with a facing that looks toward (dx, dz); 1 when that is its own hex."""
    a = Hex(40, 80)
    sides = arc_sides(a, facing, from_cube(40 + dx, a.row - 20 + dz, PARITY), PARITY)
    return sides[0] if sides else 1


@dataclass(slots=True)
class Foe:
    """An enemy vehicle as a threat and a target: where, its facing, cover modifier, and worth in points."""

    place: int
    facing: int
    cover: int
    worth: int


@dataclass(slots=True)
class Scene:
    """What a side's bot weighs its moves against; `friends` are places of its own vehicles."""

    terrain: Terrain
    foes: list[Foe]
    friends: list[int]
    places: list[int] = field(default_factory=list)
    seen: dict[int, tuple[int, list[tuple[int, int, int, Foe]]]] = field(default_factory=dict)


def scene(state: BattleState, side: str) -> Scene:
    """The enemy and the friends of a side."""
    terrain = terrain_of(state)
    foes, friends = [], []
    for v in state.vehicles.values():
        if v.hex is None or v.destroyed or v.left or v.under_water:
            continue
        place = terrain.index(v.hex)
        if v.side == side:
            friends.append(place)
        else:
            foes.append(Foe(place, v.facing, cover(terrain, place) + (CRATER if v.crater else 0), vehicle_type(v.type).points))
    return Scene(terrain, foes, friends, enemy_places(state, side))


def cover(terrain: Terrain, place: int) -> int:
    """Combat modifier of the terrain of a place."""
    tile = terrain.tiles[place]
    return int(data("movement")["terrain"][tile.ground]["modifier"]) if tile else 0


def choose(view: View, decision: Decision, offers: Sequence[Slot], dice: Dice) -> Orders:
    """Orders for the decisions of the first two phases."""
    if decision.kind == "initiative":
        return Orders({slot.id: slot.options[-1].order for slot in offers})
    if decision.kind == "initiative_order":
        return Orders({slot.id: slot.options[-1].order for slot in offers})
    if decision.kind == "move_platoon":
        return Orders({slot.id: _platoon(view.state, slot.options) for slot in offers})
    about = scene(view.state, view.side)
    return Orders({slot.id: _best(view.state, about, slot, dice) for slot in offers})


def _platoon(state: BattleState, options: Sequence[Option]) -> Json:
    """The platoon farthest from the enemy moves first: what moves last sees most. Passing is never wanted."""
    terrain = terrain_of(state)

    def near(option: Option) -> int:
        platoon = state.platoons.get(str(option.order.get("platoon", "")))
        if platoon is None:
            return -1
        foes = enemy_places(state, platoon.side)
        places = [terrain.index(u.hex) for i in platoon.units if (u := state.unit(i)) is not None and u.hex is not None]
        return min((terrain.distance(p, f) for p in places for f in foes), default=0)

    return max(options, key=near).order


def _best(state: BattleState, about: Scene, slot: Slot, dice: Dice) -> Json:
    """The option with the best score; equals are drawn."""
    unit = state.unit(slot.id)
    assert unit is not None
    if len(slot.options) == 1:
        return slot.options[0].order
    if unit.hidden and not (isinstance(unit, Squad) and unit.sneak_suit):
        return _in_ambush(slot.options)
    if isinstance(unit, Squad):
        scored = [(_squad_worth(state, about, unit, o) - _danger(o), o) for o in slot.options]
    else:
        scored = _safe(about, unit, [(_worth(state, about, unit, o) - _danger(o), o) for o in slot.options])
    top = max(score for score, _ in scored)
    return dice.pick([o for score, o in scored if score == top], f"move of {unit.name}").order


def _worth(state: BattleState, about: Scene, vehicle: Vehicle, option: Option) -> int:
    """What an option is worth by the scenario, else in the fight."""
    errand = bot_errands.worth(state, vehicle, option)
    return _score(about, vehicle, option) if errand is None else errand


def _in_ambush(options: Sequence[Option]) -> Json:
    """A hidden unit stays where it is, and watches if it can."""
    quiet = [o for o in options if not o.info.get("reveals")] or list(options)
    return next((o for o in quiet if o.info.get("watch")), quiet[0]).order


def _danger(option: Option) -> int:
    """What mines on the way take off a move; engineers do not mind them."""
    return 0 if "mine_clearing" in option.info else MINED * len(option.info.get("mines", ()))


def _safe(about: Scene, vehicle: Vehicle, scored: list[tuple[int, Option]]) -> list[tuple[int, Option]]:
    """Only the best end from which the vehicle can go on next turn without striking the ground, and its equals at rest."""
    effects = vehicle.effects
    vanes = tuple(vane not in effects and vane not in vehicle.shorted for vane in ("left_vane", "right_vane"))
    scored.sort(key=lambda pair: -pair[0])
    for score, option in scored:
        velocity = int(option.info.get("velocity", 0))
        how = grav.Handling(False, vanes[0], vanes[1], "tsr" in effects, option.info.get("flight", "nf"))
        if not velocity or grav.reach(about.terrain, option.info["place"], option.info["facing"], velocity, how).ends:
            return [(s, o) for s, o in scored if s == score and (o is option or not o.info.get("velocity"))]
    return scored


def _score(about: Scene, vehicle: Vehicle, option: Option) -> int:
    """What an end of a move is worth: fire given less fire taken, and closeness while nobody is in sight. Who can fire no more rams."""
    info = option.info
    if "ram" in info:
        return -RAM if plans.armed(vehicle) else RAM
    place = int(info.get("place", -1))
    if place < 0:
        return -1000
    stop = int(info["stop"])
    shelter = cover(about.terrain, place) + (CRATER if stop in (2, 3) else 0)
    given, taken, best, closest = _exchange(about, place, int(info["facing"]), shelter)
    score = 4 * best + given - 2 * taken - FAR * max(0, closest - 4) - abs(int(info["velocity"]) - _pace(closest)) * 2
    if vehicle_type(vehicle.type).role in ("artillery", "command", "supply", "transport"):
        score = -taken * 4 - abs(closest - 16) * FAR
    seen_by_all = EXPOSED[info.get("flight", "nf")]
    strain = STRAIN * sum(100 - int(vane["chance"]) for vane in info.get("vanes", ()))
    return score * 4 + _riders_score(vehicle, stop, closest) + _watch_score(option, given, closest) - seen_by_all - strain


def _pace(closest: int) -> int:
    """The velocity wanted at the end: fast while far away, at rest in the fight."""
    return 9 if closest > 18 else 5 if closest > 11 else 2 if closest > 8 else 0


def _watch_score(option: Option, given: int, closest: int) -> int:
    """Watching pays for a unit that nobody sees yet when the enemy is about to come; the bot fires without being asked."""
    if not option.info.get("watch"):
        return 0
    if option.info.get("ask"):
        return -1000
    return 2 if not given and closest <= 12 else -2


def _riders_score(vehicle: Vehicle, stop: int, closest: int) -> int:
    """Infantry gets off near the enemy and stays aboard far from him."""
    if vehicle.inside is None and vehicle.outside is None:
        return 0
    off = stop in (1, 3)
    return (30 if closest <= 5 else -40) if off else 0


def _exchange(about: Scene, place: int, facing: int, shelter: int) -> tuple[int, int, int, int]:
    """Fire given and taken at a place, the best single target, and the distance of the nearest enemy."""
    closest, seen = _seen(about, place)
    given = taken = best = 0
    for dx, dz, away, foe in seen:
        weight = WEIGHTS[away]
        mine = side_struck(dx, dz, facing)
        attack = max(1, weight + foe.cover) * ARC_FACTOR[side_struck(-dx, -dz, foe.facing)] * (2 if mine in FRONT_SIDES else 1)
        given += attack // 4
        best = max(best, attack)
        taken += max(1, weight + shelter) * ARC_FACTOR[mine] // 2
    return given, taken, best, closest


def _seen(about: Scene, place: int) -> tuple[int, list[tuple[int, int, int, Foe]]]:
    """Distance of the nearest enemy, and the enemies in sight within range with direction and distance; remembered by place."""
    found = about.seen.get(place)
    if found is None:
        terrain, stride = about.terrain, about.terrain.stride
        column, z = place // stride, place % stride
        near = []
        for number, foe in enumerate(about.foes):
            dx, dz = foe.place // stride - column, foe.place % stride - z
            near.append(((abs(dx) + abs(dz) + abs(dx + dz)) // 2, number, dx, dz))
        near.sort()
        in_sight = [
            (dx, dz, away, about.foes[n])
            for away, n, dx, dz in near[:MOST_FOES]
            if away <= 20 and places_see(terrain, place, about.foes[n].place)
        ]
        found = about.seen[place] = near[0][0] if near else 99, in_sight
    return found


def _squad_worth(state: BattleState, about: Scene, squad: Squad, option: Option) -> int:
    """What a squad has to do with an installation comes first."""
    held = installation_tactics.squad_score(state, squad, option)
    return _squad_score(about, squad, option) if held is None else held


def _squad_score(about: Scene, squad: Squad, option: Option) -> int:
    """Infantry goes for cover within a few hexes of the enemy, rides when he is far, and does not hide."""
    info = option.info
    place, stop = int(info["place"]), int(info["stop"])
    closest = min((about.terrain.distance(place, p) for p in about.places), default=0)
    shelter = -cover(about.terrain, place) + (2 if stop == 2 else 0)
    if stop == 4 or info.get("ask"):
        return -100
    if stop == 7:
        return 10 if info["fits"] and closest > 6 else -100
    if stop == 5:
        return 60 if closest > 8 else -60
    if squad.type == "vehicle_crew":
        return closest * 3 + shelter
    return shelter * 4 - 3 * abs(closest - 2)
