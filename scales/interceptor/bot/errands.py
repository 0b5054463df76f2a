"""Where the bot's craft begin when their side places them, and how those fly home that have something to carry over a safe edge."""

from collections.abc import Iterator

from scales.engine import Json, Option, Slot
from scales.hexes import Hex, distance, neighbor, turned
from scales.interceptor.board import Board, board
from scales.interceptor.bot.caution import Safety, settled
from scales.interceptor.damage.condition import kind, safe_thrust
from scales.interceptor.movement.flight import Plan, Pose, cost, follow
from scales.interceptor.movement.handling import handling
from scales.interceptor.movement.move_offers import safe_ends
from scales.interceptor.movement.special_moves import BENDS
from scales.interceptor.scenario.deploying import entry_of
from scales.interceptor.scenario.edges import crossed, gap, safe_edges
from scales.interceptor.state import Craft, State

CRUISE = 4
"""A velocity at which a fighter can still turn."""
TRIES = 40


# --- placing ------------------------------------------------------------------------------------------------------------------------------


def begin(state: State, slot: Slot) -> Json:
    """Spread over the zone, heading for the middle of the board, or fast for the way out."""
    craft, b = state.craft[slot.id], board(state.layout)
    entry, errand = entry_of(state, craft), has_errand(state, craft)
    number = entry.units.index(craft.id)
    wanted = b.hex(entry.hexes[(2 * number + 1) * len(entry.hexes) // (2 * len(entry.units))])

    def worth(option: Option) -> tuple[int, int, int]:
        place = option.order
        ahead = neighbor(b.hex(place["hex"]), place["heading"], "odd", CRUISE)
        left = _left(state, craft, ahead) if errand else distance(ahead, _middle(b), "odd")
        slow = -place["velocity"] if errand else abs(place["velocity"] - CRUISE)
        return (distance(b.hex(place["hex"]), wanted, "odd"), left, slow)

    return min(slot.options, key=worth).order


def _middle(b: Board) -> Hex:
    return Hex((b.first.column + b.last.column) // 2, (b.first.row + b.last.row) // 2)


# --- what the scenario turns on ------------------------------------------------------------------------------------------------------------


def is_quarry(state: State, side: str, craft: Craft) -> bool:
    """Does the scenario turn on this enemy of a side, to destroy it or to keep it from leaving?"""
    goals = state.goals
    if goals is None or craft.side == side:
        return False
    named = [t.units for t in goals.terms if (t.event == "destroy") == (t.side == side) and t.event != "keep"]
    return craft.id in goals.ends_without or any(craft.id in units for units in named)


# --- over a safe edge ---------------------------------------------------------------------------------------------------------------------


def has_errand(state: State, craft: Craft) -> bool:
    """Does its side earn something when it leaves over a safe edge?"""
    terms = state.goals.terms if state.goals is not None else []
    mine = [t for t in terms if t.side == craft.side and (not t.units or craft.id in t.units)]
    wanted = any(t.event == "exit" or (t.event == "carry" and craft.cargo) for t in mine)
    return wanted and bool(safe_edges(state, craft))


def way_out(state: State, craft: Craft, *, tired: bool) -> Plan | None:
    """The move that brings a craft with an errand, or one too tired to fight on, off by a safe edge or nearest to it; None for others."""
    if not (has_errand(state, craft) or (tired and safe_edges(state, craft))):
        return None
    if (last := next(_leaving(state, craft), None)) is not None:
        return last
    b, ends = board(state.layout), safe_ends(state, craft)
    safe = Safety(b, safe_thrust(craft, state.at.turn), handling(state, craft))
    later = {n: neighbor(end.hex, end.heading, "odd", 2 * end.velocity) for n, end in enumerate(ends)}
    ranked = sorted(later, key=lambda n: (max(0, _left(state, craft, later[n])), _left(state, craft, ends[n].hex), n))
    lasting = (n for n in ranked[:TRIES] if _lasts(state, craft, safe, settled(b, ends[n], kind(craft).hexes)))
    best = ends[next(lasting, ranked[0])]
    return Plan(best.faster, best.turns)


def _leaving(state: State, craft: Craft) -> Iterator[Plan]:
    """Straight ways off the board over a safe edge within the safe thrust, with the smallest turns first."""
    b, wings, safe = board(state.layout), handling(state, craft), safe_thrust(craft, state.at.turn)
    pose = Pose(craft.hex, craft.heading, craft.velocity)
    for bend in BENDS:
        for velocity in range(max(0, craft.velocity - safe), craft.velocity + safe + 1):
            if not _crosses(state, craft, craft.hex, turned(craft.heading, bend), velocity):
                continue
            plan = Plan(velocity - craft.velocity, (bend, *(0,) * velocity))
            if cost(plan, craft.velocity, wings) <= safe and follow(b, pose, plan, wings).end == "left":
                yield plan


def _left(state: State, craft: Craft, hex: Hex) -> int:
    """Hexrows to the nearest safe edge."""
    return min(gap(state.layout, edge, hex) for edge in safe_edges(state, craft))


def _lasts(state: State, craft: Craft, safe: Safety, pose: Pose) -> bool:
    """Is it safe there, or straight on its way out?"""
    return safe.lasts(pose) or _crosses(state, craft, pose.hex, pose.heading, pose.velocity)


def _crosses(state: State, craft: Craft, hex: Hex, heading: int, velocity: int) -> bool:
    """Does so many hexes of straight flight lead over a safe edge?"""
    path = (neighbor(hex, heading, "odd", n) for n in range(velocity))
    inside = [h for h in path if board(state.layout).has(h)]
    return bool(inside) and crossed(state.layout, inside[-1], heading) in safe_edges(state, craft)
