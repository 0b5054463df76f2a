"""What comes down on an area is worth to the side that calls it: whom it reaches when it lands, and how far friends may have come by then.

Worths are millionths of a scenario point, as in `shooting` (centurion: Artillery Rounds, Naval Fire Support, Missile Barrages).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from scales.centurion.bot import breach
from scales.centurion.catalog import vehicle_type
from scales.centurion.combat import aim, damage
from scales.centurion.combat.damage import SIDES
from scales.centurion.combat.reckoning import chance
from scales.centurion.combat.weapons import figures, template
from scales.centurion.movement import grav, ground_move
from scales.centurion.preparation.opening import points_of
from scales.centurion.state import PARITY, BattleState, Call, Squad, Unit, Vehicle
from scales.centurion.support import naval_fire, rounds, shelling
from scales.engine import Json
from scales.hexes import Hex, distance, hex_of
from scales.messages import Bay, FireSupport

SCATTER = shelling.DANGER - shelling.REACH
"""Hexes beyond its reach within which what misses may come down."""
SCATTERED, STRAY = 15, 3
"""Percent that a friend counts who is near enough for a miss, and one who could come under it by then: he knows of it, and keeps away."""
SMALL = 1
"""Reach of an area that friends can keep out of; a deadly one that is greater is not called where one of them could be in a minute."""
BLINDED = 5
"""Percent of a unit that a gravitic aftershock costs."""
STERN, OF_TEN = 7, 10
"""How often a hit from above strikes the stern, and not the turret."""
Harm = Callable[[Unit, int], int]
"""What a unit so many hexes from the target suffers."""


@dataclass(slots=True, frozen=True)
class Fall:
    """What comes down: how far it reaches, whom it costs what there, in how many minutes, and whether it spares friends or destroys."""

    reach: int
    harm: Harm
    delay: int = 1
    spares: bool = False
    deadly: bool = False


def worth(state: BattleState, side: str, hex: Hex, fall: Fall) -> int:
    """Below zero when the side's own units would suffer more, and where one of them is near what destroys."""
    total = 0
    for unit in state.in_play():
        if unit.hex is None or (isinstance(unit, Squad) and unit.level):
            continue
        away = distance(unit.hex, hex, PARITY)
        if unit.side != side:
            total += fall.harm(unit, away) * _remains(unit, fall, away) // 100 if away <= fall.reach else 0
        elif not fall.spares:
            if fall.deadly and away <= fall.reach + SCATTER + (stride(unit) if fall.reach > SMALL else 0):
                return -breach.WHOLE
            total -= shelling.OWN_MEN * fall.harm(unit, min(away, fall.reach)) * _endangered(unit, fall, away) // 100
    return total


def _endangered(unit: Unit, fall: Fall, away: int) -> int:
    """Percent that a friend counts."""
    if away <= fall.reach:
        return 100
    if away <= fall.reach + SCATTER:
        return SCATTERED
    return STRAY if away <= fall.reach + SCATTER + fall.delay * stride(unit) else 0


def _remains(unit: Unit, fall: Fall, away: int) -> int:
    """Percent of chance that an enemy is still under it: he stays, or the area is too wide for him to leave."""
    stays = shelling.stays(unit)
    for _ in range(fall.delay - 1):
        stays = stays * shelling.stays(unit) // 100
    return max(stays, min(100, 100 * (fall.reach - away) // max(1, fall.delay * stride(unit))))


def stride(unit: Unit) -> int:
    """About how many hexes a unit may go in a minute."""
    if isinstance(unit, Squad) or not vehicle_type(unit.type).grav:
        return ground_move.points_of(unit)
    return abs(unit.velocity) + (grav.thrust_of(unit) if grav.is_steered(unit) else 0)


# --- what it costs --------------------------------------------------------------------------------------------------------------


def burned(unit: Unit, points: dict[str, int]) -> int:
    """What fire costs a unit: a vehicle by what passes its shields on each facing, a squad all its men."""
    if isinstance(unit, Squad):
        return points_of(unit) * breach.WHOLE if unit.strength > shelling.BROKEN else 0
    found = [each.burnt(points[side]) for side in SIDES if points[side] and (each := breach.wall(unit, side)) is not None]
    return points_of(unit) * min(breach.WHOLE, sum(found))


def _hell(unit: Unit, rating: int) -> int:
    return burned(unit, damage.hell_points(unit, rating) if isinstance(unit, Vehicle) else {})


def shell(state: BattleState, side: str, round: str, delay: int = 1) -> Fall | None:
    """Rounds that harm; None for any other."""
    if round == "hafe_i":
        return Fall(shelling.REACH, lambda unit, _: shelling.suffers(unit), delay)
    if round == "hell":
        rating = int(figures("artillery")["hell"]["damage"])
        return Fall(SMALL, lambda unit, away: 0 if away else _hell(unit, rating), delay)
    return Fall(0, lambda unit, _: _from_above(state, side, unit, delay), delay, spares=True) if round == "glad" else None


def _from_above(state: BattleState, side: str, unit: Unit, delay: int) -> int:
    """A GLAD round on the turret or the stern; who is not painted has his front shield, and who may be until it lands half of it."""
    if isinstance(unit, Squad):
        return 0
    painted, cover = any(aim.side_of(state, painter) == side for painter in unit.painted_by), aim.cover(state, unit)
    bare, behind = (chance(rounds.glad_number(rounds.glad_modifiers(unit, each, cover))) for each in (True, False))
    odds = bare if painted else (bare + behind) // 2 if delay else behind
    marks, total = template(figures("artillery")["glad"]["template"]), 0
    for facing, share in (("stern", STERN), ("turret", OF_TEN - STERN)):
        struck = breach.wall(unit, facing)
        if struck is not None:
            gain = struck.hit(marks)
            total += share * (gain.kill + gain.progress)
    return points_of(unit) * total // OF_TEN * odds // 10


def bay(state: BattleState, ship: FireSupport, of: Bay, delay: int) -> Fall:
    """A bay of a ship: nothing to who stands behind stronger shields, by the simple tables."""
    reach = int(figures("naval")["laser"]["radius"])
    if naval_fire.by_simple_tables(state, ship):
        return Fall(reach, lambda unit, _: _hell(unit, of.damage), delay, deadly=True)
    hits = [naval_fire.vehicle_hits(naval_fire.bay_size(of), die) for die in range(1, 11)]
    points = dict.fromkeys(SIDES, naval_fire.bay_points(of.damage, sum(hits)) // len(hits))
    return Fall(reach, lambda unit, _: burned(unit, points), delay, deadly=True)


def barrage(state: BattleState, ship: FireSupport, delay: int) -> Fall:
    """Destroyed, burnt or only shaken, by the distance."""
    destroyed, burnt, shaken = naval_fire.full_reach(state, ship)
    rating = int(figures("artillery")["hell"]["damage"])

    def harm(unit: Unit, away: int) -> int:
        if away <= destroyed:
            return points_of(unit) * breach.WHOLE
        return _hell(unit, rating) if away <= burnt else points_of(unit) * breach.WHOLE * BLINDED // 100

    return Fall(shaken, harm, delay, deadly=True)


def mission(state: BattleState, side: str, ship: FireSupport, order: Json, delay: int) -> int:
    """What a call of a ship is worth: all its bays on their hexes, or a barrage."""
    if order.get("kind", "laser") == "missiles":
        return worth(state, side, hex_of(order["hex"]), barrage(state, ship, delay))
    aims = order["hexes"]
    return sum(worth(state, side, hex_of(aims[of.id]), bay(state, ship, of, delay)) for of in ship.bays if of.id in aims)


# --- what is on its way ---------------------------------------------------------------------------------------------------------


@dataclass(slots=True, frozen=True)
class Area:
    """What one's own side has coming down: where, how far it reaches, in how many minutes, and whether it destroys."""

    hex: Hex
    reach: int
    minutes: int
    deadly: bool


def areas(state: BattleState, side: str) -> list[Area]:
    """Everything of one's own that friends must keep out of."""
    own = [call for call in state.calls if call.side == side]
    return [area for call in own for area in _areas(state, call, max(0, call.due - state.turn))]


def _areas(state: BattleState, call: Call, minutes: int) -> Iterator[Area]:
    ship = state.ships.get(call.source)
    if call.kind == "artillery" and call.round in ("hafe_i", "hell"):
        yield Area(call.hex, SMALL, minutes, call.round == "hell")
    elif call.kind == "laser":
        reach = int(figures("naval")["laser"]["radius"])
        yield from (Area(hex_of(label), reach, minutes, True) for label in sorted(set(call.data["hexes"].values())))
    elif call.kind == "missiles" and ship is not None:
        yield Area(call.hex, naval_fire.full_reach(state, ship)[2], minutes, True)
