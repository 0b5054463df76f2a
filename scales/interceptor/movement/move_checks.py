"""What is wrong with a move: whose craft, how far, with what thrust, out of what plant (Interceptor: Movement)."""

from scales.engine import Decision, Fault
from scales.interceptor.board import board
from scales.interceptor.damage.condition import thrust
from scales.interceptor.movement.control import EXCEEDING, PUSHING
from scales.interceptor.movement.flight import Plan, cost
from scales.interceptor.movement.flying import GRAVITY, RULE, pose
from scales.interceptor.movement.handling import handling, push_chart, safe_rating
from scales.interceptor.movement.move_offers import movers
from scales.interceptor.movement.special_moves import raises
from scales.interceptor.orders import MoveOrder
from scales.interceptor.state import Craft, State


def move_faults(state: State, decision: Decision, order: MoveOrder) -> list[Fault]:
    """Everything wrong with a move: is it a craft that moves now, is the path as long as it is fast, and within its thrust?"""
    waiting = movers(state, decision)
    if not waiting and not order.craft:
        return []
    if order.craft not in [c.id for c in waiting]:
        return [Fault("not_yours", f"'{order.craft}' is none of the craft that move now.", RULE)]
    craft, plan = state.craft[order.craft], order.plan()
    return _path_faults(craft, plan) or [
        *_thrust_faults(state, craft, plan),
        *_push_faults(state, craft, plan),
        *_orbit_faults(state, craft, plan),
    ]


def _path_faults(craft: Craft, plan: Plan) -> list[Fault]:
    flown = craft.velocity + plan.faster
    if flown < 0 or flown + plan.after < 0:
        return [Fault("velocity", f"The velocity of {craft.name} cannot fall below 0.", RULE)]
    if len(plan.turns) != flown + 1:
        words = (
            f"{craft.name} flies {flown} {'hex' if flown == 1 else 'hexes'}: {flown + 1} {'turn' if flown == 0 else 'turns'} must be given"
        )
        return [Fault("path", f"{words}, not {len(plan.turns)}.", RULE)]
    return []


def _thrust_faults(state: State, craft: Craft, plan: Plan) -> list[Fault]:
    """More than the thrust there is with what the plant gives; more than is safe where the navigation is out."""
    turn = state.at.turn
    needed, most = min(cost(plan, craft.velocity, handling(state, craft)), 999), thrust(craft, turn) + plan.push
    if needed > most:
        return [Fault("thrust", f"The path needs {needed} thrust, {craft.name} has {most}.", RULE)]
    if craft.marks.get("navigation") and needed > safe_rating(craft, turn):
        text = f"The path needs {needed} thrust; without navigation {craft.name} may not use more than {safe_rating(craft, turn)} ({EXCEEDING})."
        return [Fault("thrust", text, EXCEEDING)]
    return []


def _push_faults(state: State, craft: Craft, plan: Plan) -> list[Fault]:
    most = len(push_chart(craft, state.at.turn))
    if plan.push <= most:
        return []
    return [Fault("plant", f"The plant of {craft.name} can be pushed for {most} thrust at most, not {plan.push} ({PUSHING}).", PUSHING)]


def _orbit_faults(state: State, craft: Craft, plan: Plan) -> list[Fault]:
    """May it raise its orbit from where the path ends?"""
    if not plan.up or raises(board(state.layout), pose(craft), plan, handling(state, craft)):
        return []
    return [Fault("orbit", f"{craft.name} can raise its orbit only along the ground in the gravity well ({GRAVITY}).", GRAVITY)]
