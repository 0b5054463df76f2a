"""Where initiative points go: where a cohort that can fight gets before enemies, a share of the pool each turn. legatus: Initiative Phase"""

from collections.abc import Mapping, Sequence
from typing import cast

from scales.engine import Json, Orders, Slot
from scales.legatus.board import gap
from scales.legatus.bot import air
from scales.legatus.initiative.spending_offers import Spending
from scales.legatus.state import LegatusState, active, enemies_of
from scales.legatus.view import View

INCOME = 5
"""Points that come back each turn, roughly."""
IN_REACH = 9
LEADERLESS = 15
"""What it is worth that a cohort without headquarters has one again."""


def spend(view: View, slots: Sequence[Slot]) -> Orders:
    """Points and mission sheet."""
    orders = Orders(dict(air.assign(view, [s for s in slots if s.id in view.state.squadrons])))
    for slot in slots:
        if slot.id == "spend":
            orders.choices[slot.id] = _points(view, slot)
    return orders


def _points(view: View, slot: Slot) -> Json:
    """The spending that overtakes most for least; what the last turns would not use is spent freely."""
    state = view.state
    pool = next(s.pool for s in state.sides if s.id == view.side)
    most = INCOME + pool // max(1, state.turn_limit - state.at.turn + 1)
    own = {c.id: c.initiative for c in state.cohorts.values() if c.side == view.side}
    weights = {c: _weight(state, view.side, c) for c in own}
    theirs = [c.initiative for c in state.cohorts.values() if c.side != view.side and active(state, c.id)]
    if not any(weights.values()):
        return max(slot.options, key=lambda o: len(o.order.get("take_over", ()))).order
    options = cast(list[Spending], slot.options)
    able = [o for o in options if o.cost <= most and not o.order.get("finish")] or options[:1]
    leads = {value: _lead(value, theirs) for value in {*own.values(), *(value for o in able for value in o.after.values())}}
    return max(able, key=lambda o: (_worth(o, own, weights, leads), -o.cost)).order


def _worth(option: Spending, own: Mapping[str, int], weights: Mapping[str, int], leads: Mapping[int, int]) -> int:
    """What the values of one's own cohorts are worth, each by the weight of it, less the cost."""
    lasting, after = LEADERLESS * len(option.order.get("take_over", ())), option.after
    return lasting + sum([weight * leads[after.get(c, own[c])] for c, weight in weights.items() if weight]) - 3 * option.cost


def _lead(value: int, theirs: Sequence[int]) -> int:
    """Ten for each enemy cohort that a value goes before."""
    return sum([_ahead(value, enemy) for enemy in theirs])


def _ahead(mine: int, enemy: int) -> int:
    """Sure, even or not; enemies may spend as well, so a lead of two is safer than one."""
    return 10 if mine <= enemy - 2 else 8 if mine < enemy else 4 if mine == enemy else 0


def _weight(state: LegatusState, side: str, cohort: str) -> int:
    """Centuries of a cohort that enemies are within reach of: none, and going first helps nobody."""
    enemies = enemies_of(state, side)
    return min(4, sum(any(gap(u.at, e.at) <= IN_REACH for e in enemies) for u in active(state, cohort)))
