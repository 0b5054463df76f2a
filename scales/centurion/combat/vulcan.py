"""The Vulcan anti-missile laser: how many missiles it engages this turn, and which get through (centurion: Vulcan Anti-Missile)."""

from collections.abc import Mapping
from typing import Any

from scales.centurion.catalog import vehicle_type
from scales.centurion.combat.aim import Aim, crew_fights, enemies
from scales.centurion.combat.infantry_combat import is_hidden
from scales.centurion.combat.plans import Shot, armed
from scales.centurion.combat.weapons import weapon
from scales.centurion.state import PARITY, BattleState, Squad, Vehicle
from scales.dice import succeeds
from scales.engine import Check, Json
from scales.hexes import distance
from scales.play import Play

RULE = "centurion: Vulcan Anti-Missile Laser System"
MOST = 5


def number(kind: int, engaged: int) -> int:
    """To-hit number of a Vulcan of a kind when it engages so many missiles this turn; 0 where it cannot engage as many."""
    return weapon(f"vulcan_{kind}").intercept[engaged - 1] if 1 <= engaged <= MOST else 0


def best(kind: int, incoming: int) -> int:
    """How many missiles to engage so that most are expected to fall, the fewer when equal."""
    return max(range(1, max(1, min(MOST, incoming)) + 1), key=lambda n: (n * number(kind, n), -n))


def note(state: BattleState, orders: Mapping[str, Json]) -> None:
    """Put the declared Vulcan numbers down; -1 stands for holding it back. One that met missiles from above already has its number."""
    for id, order in orders.items():
        vehicle = state.vehicles.get(id)
        if vehicle is not None and "vulcan" in order and not vehicle.vulcan_used:
            vehicle.vulcan_declared = order["vulcan"] or -1


def works(vehicle: Vehicle) -> bool:
    """Is it there, and somebody to serve it? (Turret Weapons Hit, Gunner Hit)"""
    return (
        vehicle_type(vehicle.type).vulcan > 0 and "turret_weapons" not in vehicle.effects and not vehicle.destroyed and crew_fights(vehicle)
    )


def is_needed(state: BattleState, vehicle: Vehicle) -> bool:
    """Has it a Vulcan that works, and might missiles of an enemy that is known of reach it in this turn?"""
    if vehicle.hidden or vehicle.hex is None or vehicle.vulcan_used or not works(vehicle):
        return False
    near = [
        u for u in enemies(state, vehicle.side) if u.hex is not None and not u.fired and not (isinstance(u, Squad) and is_hidden(state, u))
    ]
    return any(distance(u.hex, vehicle.hex, PARITY) <= _missile_range(u) for u in near if u.hex is not None)


def _missile_range(unit: Vehicle | Squad) -> int:
    """Hexes that the missiles left to a unit fly; -1 without any."""
    if isinstance(unit, Squad):
        return weapon("infantry_tvlg").range if unit.missiles else -1
    return max((arm.range for _, arm, _ in armed(unit) if arm.family == "missile" and unit.missiles.get(arm.kind, 0)), default=-1)


def intercept(play: Play[BattleState], vehicle: Vehicle, struck: list[Shot], found: Aim) -> list[Shot]:
    """Roll against missiles that hit, as long as the turn's number lasts; returns what gets through, other weapons included."""
    incoming = [number for number, shot in enumerate(struck) if shot.arm.family == "missile"]
    fates = engage(play, vehicle, [struck[number].arm.name for number in incoming], found.firer)
    down = {number for number, destroyed in zip(incoming, fates, strict=True) if destroyed}
    return [shot for number, shot in enumerate(struck) if number not in down]


def engage(play: Play[BattleState], vehicle: Vehicle, missiles: list[str], firer: str = "") -> list[bool]:
    """Which of the missiles named, all of which hit, the Vulcan destroys. A GLAD round is a missile too (centurion: GLAD Round)."""
    if not missiles or not works(vehicle) or vehicle.vulcan_declared < 0:
        return [False] * len(missiles)
    kind = vehicle_type(vehicle.type).vulcan
    if not vehicle.vulcan_declared:
        vehicle.vulcan_declared = best(kind, max(len(missiles), expected(play.state, vehicle)))
    checks: list[Check] = []
    fates = [_shot_down(play, vehicle, name, kind, checks) for name in missiles]
    if checks:
        count = f"{len(checks)} missile{'s' if len(checks) != 1 else ''}"
        text = f"The Vulcan of {vehicle.name} engages {count} and destroys {sum(fates) or 'none'}."
        units = [vehicle.id, *([firer] if firer else [])]
        play.tell("vulcan", text, RULE, units=units, checks=checks, data={"destroyed": sum(fates)})
    return fates


def expected(state: BattleState, vehicle: Vehicle) -> int:
    """Missiles declared against a vehicle in this phase, as far as everyone knows them."""
    declared: dict[str, dict[str, Any]] = state.at.memo.get("declared", {})
    orders = [(id, order) for side in declared.values() for id, order in side.items()]
    total = 0
    for id, order in orders:
        total += sum(1 for line in order.get("fire", []) if line[1] == vehicle.id and _is_missile(state, id, line[0]))
        if order.get("target") == vehicle.id and order.get("action") == "missiles":
            total += order.get("count", state.squads[id].missiles if id in state.squads else 0)
    return total


def _is_missile(state: BattleState, id: str, mount: int) -> bool:
    mounts = vehicle_type(state.vehicles[id].type).weapons if id in state.vehicles else ()
    return mount < len(mounts) and weapon(mounts[mount].weapon).family == "missile"


def _shot_down(play: Play[BattleState], vehicle: Vehicle, missile: str, kind: int, checks: list[Check]) -> bool:
    if vehicle.vulcan_used >= vehicle.vulcan_declared:
        return False
    vehicle.vulcan_used += 1
    target = number(kind, vehicle.vulcan_declared)
    roll = play.dice.d10(f"Vulcan of {vehicle.name} against {missile}")
    check = Check(
        f"Vulcan-{kind}, {vehicle.vulcan_declared} engaged", target, [], target, roll, target > 0 and succeeds(roll, target), RULE
    )
    checks.append(check)
    return check.passed
