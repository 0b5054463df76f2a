"""The movement phase: craft move in turn, one after the other as initiative has it (Interceptor: Movement)."""

from scales.engine import Decision, Orders
from scales.interceptor.damage.condition import kind, thrust
from scales.interceptor.damage.damage import P
from scales.interceptor.movement.control import drift, exceed, push, regains, tumble
from scales.interceptor.movement.flight import cost
from scales.interceptor.movement.flying import fly
from scales.interceptor.movement.handling import drifts, handling, is_steered, push_chart, safe_rating
from scales.interceptor.orders import MoveOrder, read
from scales.interceptor.state import Craft, State


def unmoved(state: State, side: str, weight: int) -> list[Craft]:
    """Craft of a side and tonnage category that still have to move this turn."""
    turn = state.at.turn
    return [c for c in state.flying() if c.side == side and c.moved < turn and kind(c).weight == weight]


def steered(state: State, side: str, weight: int) -> list[Craft]:
    """Those of them that somebody steers."""
    return [c for c in unmoved(state, side, weight) if is_steered(c, state.at.turn)]


def move_all(play: P) -> list[Decision]:
    """One craft after the other as initiative has it. What nobody steers moves by itself, before those of its side that are steered."""
    state, memo = play.state, play.state.at.memo
    memo.setdefault("next", 0)
    while memo["next"] < len(state.order):
        side, weight = state.order[memo["next"]]
        key = f"move:{memo['next']}"
        waiting = unmoved(state, side, int(weight))
        if not _moves_itself(play, waiting):
            obeyed = waiting and key in play.answers and _obey(play, waiting, play.answers.pop(key))
            if waiting and not obeyed:
                return [move_decision(state, key, side, waiting)]
        memo["next"] += 1
    return []


def move_decision(state: State, key: str, side: str, waiting: list[Craft]) -> Decision:
    """Which of these craft moves, and how."""
    names = ", ".join(c.name for c in waiting)
    prompt = f"Move {names}." if len(waiting) == 1 else f"Move one of {names}."
    return Decision(key, state.side(side).seat, "move", prompt, [c.id for c in waiting])


def _moves_itself(play: P, waiting: list[Craft]) -> bool:
    """Move the first craft that nobody steers; False when all are steered, some of them again."""
    turn = play.state.at.turn
    for craft in waiting:
        if craft.wild and regains(play, craft):
            continue
        if not is_steered(craft, turn):
            craft.moved = turn
            (drift if drifts(craft, turn) else tumble)(play, craft)
            return True
    return False


def _obey(play: P, waiting: list[Craft], orders: Orders) -> bool:
    """Carry an order out; False when a ruling has meanwhile taken the craft away or changed its flight: then it is asked for again."""
    order = read("move", orders.choices["move"])
    craft = next((c for c in waiting if c.id == order.craft), None)
    if craft is None or not _is_still_possible(play.state, craft, order):
        return False
    craft.moved = play.state.at.turn
    plan = order.plan()
    spent = cost(plan, craft.velocity, handling(play.state, craft))
    if plan.push:
        push(play, craft, plan.push)
    if craft.where != "board":
        return True
    excess = spent - safe_rating(craft, play.state.at.turn)
    if excess > 0 and not exceed(play, craft, excess):
        tumble(play, craft)
    else:
        fly(play, craft, plan, spent=spent)
    return True


def _is_still_possible(state: State, craft: Craft, order: MoveOrder) -> bool:
    """Does an order that was checked before still fit the velocity and the thrust of its craft?"""
    plan, turn = order.plan(), state.at.turn
    if len(plan.turns) != craft.velocity + plan.faster + 1 or plan.push > len(push_chart(craft, turn)):
        return False
    return cost(plan, craft.velocity, handling(state, craft)) <= thrust(craft, turn) + plan.push
