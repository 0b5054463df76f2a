"""The moment of a strafing run at which a unit fires at the craft (centurion: Return Fire).

The `at` of a fire order says how many hexes of its run the craft has behind it then, or "end": once the run is over. A run that ends earlier is
fired at as it ends. How long it is only the craft's own side knows, so nothing here depends on that.
"""

from collections.abc import Mapping
from typing import Any

from scales.centurion.combat import plans
from scales.centurion.combat.aim import Aim
from scales.centurion.combat.plans import Bearing
from scales.centurion.ground.terrain import on_board
from scales.centurion.state import BattleState, Vehicle
from scales.centurion.support import craft_aim
from scales.centurion.support.craft_aim import LONGEST
from scales.engine import Json

RULE = "centurion: Return Fire"
END = "end"


def craft_of(state: BattleState, order: Mapping[str, Any]) -> str:
    """The strafing craft that an order fires at, '' if it has another target."""
    lines = order.get("fire") or []
    target = lines[0][1] if isinstance(lines, list) and lines and isinstance(lines[0], list) and len(lines[0]) > 1 else ""
    return target if isinstance(target, str) and craft_aim.is_strafing(state, target) else ""


def settled(state: BattleState, order: Json) -> Json:
    """The order with its moment; one that names none waits for the end."""
    return {"at": END, **order} if craft_of(state, order) else order


def aim_at(state: BattleState, firer: Vehicle, craft: str, at: Any) -> Aim:
    """The aim at a moment. Where the craft is when its run ends nobody can tell: of what is fired then, that counts which bears."""
    if type(at) is int:
        return craft_aim.aim_after(state, firer, craft, at)
    found = craft_aim.aim_now(state, firer, craft)
    found.range, found.front = 1, True
    return found


def faults(state: BattleState, vehicle: Vehicle, order: Mapping[str, Any]) -> list[str]:
    """What is wrong with the moment that an order names."""
    if "at" not in order:
        return []
    craft, at = craft_of(state, order), order["at"]
    if not craft:
        return [f"{vehicle.name} waits for a moment only when it fires at a strafing craft ({RULE})."]
    if at == END:
        return []
    if type(at) is not int or not 0 <= at <= LONGEST:
        return [f"A moment of a strafing run is 0 to {LONGEST}, the hexes it has behind it, or {END} ({RULE})."]
    if not on_board(state, craft_aim.passed(state.runs[craft], at)):
        return [f"After {at} hexes the craft has left the map: {vehicle.name} fires earlier, or at the {END} ({RULE})."]
    return []


# --- what is offered ------------------------------------------------------------------------------------------------------------


def bearings(state: BattleState, vehicle: Vehicle, craft: str) -> list[tuple[int | str, Bearing]]:
    """Moments worth a thought with what bears then: the best one for each side of the craft, in the order of the run, then its end, with the
    figures of a run that ends as soon as it may."""
    best: dict[str, tuple[int, Bearing]] = {}
    for at, bearing in plans.along(state, vehicle, craft):
        side = bearing.aim.facing
        if side not in best or bearing.expected > best[side][1].expected:
            best[side] = (at, bearing)
    found: list[tuple[int | str, Bearing]] = [*sorted(best.values(), key=lambda each: each[0])]
    last = plans.bearing_after(state, vehicle, craft, craft_aim.sure(state, state.runs[craft]))
    return [*found, (END, last)] if last is not None else found


def order_at(state: BattleState, vehicle: Vehicle, bearing: Bearing, at: int | str) -> Json:
    """The order for a moment. For the end it names every weapon, since any may bear then."""
    if at != END:
        return {**plans.plan_of(bearing.shots), "at": at}
    craft = bearing.aim.target
    anywhere = plans.bearing(state, vehicle, craft, aim_at(state, vehicle, craft, END))
    return {**plans.plan_of((anywhere or bearing).shots), "at": END}


def words(at: int | str, sure: int) -> str:
    """'after 4 hexes of its run', or of the end what its figures hold for."""
    return f"when its run ends, as if after {sure} hexes" if at == END else f"after {at} hexes of its run"
