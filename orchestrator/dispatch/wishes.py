"""What is wrong with a plan: every order that it lists is looked at, by the decisions of the phase that can be foreseen.

The first order of a list must be legal as things stand. Those it falls back on may become so: they must have the form of what is offered there,
or be legal now.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from scales.codec import encode
from scales.engine import Decision, Engine, Fault, Json, Orders, Slot
from workers.filling import OTHERWISE, Plan, first_options, keys

ORDERS_AT_MOST = 50
"""How many orders a plan may list for one slot."""
FAULTS_AT_MOST = 100
"""So many faults of a plan are told, and no more of it is looked at."""

Prospect = tuple[Decision, list[Slot], list[Slot]]
"""A decision that can be foreseen, with all its slots and those that the plan speaks for."""


@dataclass(slots=True)
class _Meant:
    """A slot for which a list is meant, and an order for every slot of its decision."""

    decision: Decision
    slot: Slot
    base: dict[str, Json]


def plan_faults(rules: Engine, view: Any, prospects: Sequence[Prospect], plan: Plan) -> list[Fault]:
    """The faults of a plan; each names the list and the place in it."""
    found = []
    if plan.otherwise not in OTHERWISE:
        found.append(Fault("otherwise", f"otherwise is one of {', '.join(OTHERWISE)}, not {plan.otherwise!r}", "otherwise"))
    lists = (fault for key, orders in plan.prefer.items() for fault in _list_faults(rules, view, prospects, key, orders))
    return found + list(islice(lists, FAULTS_AT_MOST))


def names(prospects: Iterable[Prospect]) -> list[str]:
    """Under which names lists can be given: `<kind>/<slot>` where that means one slot alone, `<kind>/<unit>/<slot>` elsewhere."""
    slots = [keys(decision, slot) for decision, _, ours in prospects for slot in ours]
    meant: dict[str, set[str]] = {}
    for known in slots:
        meant.setdefault(known[-1], set()).add(known[0])
    return sorted({known[-1] if len(meant[known[-1]]) == 1 else known[0] for known in slots})


def _list_faults(rules: Engine, view: Any, prospects: Sequence[Prospect], key: str, orders: list[Json]) -> Iterator[Fault]:
    meant = [
        _Meant(decision, slot, first_options(all)) for decision, all, ours in prospects for slot in ours if key in keys(decision, slot)
    ]
    if not meant:
        known = ", ".join(names(prospects)) or "nothing"
        yield Fault("unknown_slot", f"{key!r} will not be asked in this phase; foreseen are {known}", key)
    elif not 1 <= len(orders) <= ORDERS_AT_MOST:
        yield Fault("orders", f"{key}: 1 to {ORDERS_AT_MOST} orders can be listed, not {len(orders)}", key)
    else:
        for place, order in enumerate(orders):
            is_fit = place > 0 and any(has_form(order, each.slot) for each in meant)
            if not is_fit:
                yield from _order_faults(rules, view, meant, f"{key}, order {place + 1}", key, order)


def _order_faults(rules: Engine, view: Any, meant: Sequence[_Meant], named: str, key: str, order: Json) -> list[Fault]:
    """None if the order is legal now for any of the slots."""
    first: list[Fault] = []
    for each in meant:
        found = rules.check(view, each.decision, Orders(each.base | {each.slot.id: order}))
        if not found:
            return []
        first = first or found
    like = next((option.order for each in meant for option in each.slot.options if option.order), {})
    hint = "" if any(has_form(order, each.slot) for each in meant) else f"; one that is offered is {encode(like).decode()}"
    return [Fault(fault.code, f"{named}: {fault.text}{hint}", key) for fault in first]


def has_form(order: Any, slot: Slot) -> bool:
    """Whether an order says something of what the options of a slot say, and each part of it as they do."""
    offered = [option.order for option in slot.options]
    if order in offered:
        return True
    said: dict[str, list[Any]] = {}
    for each in offered:
        for name, value in each.items():
            said.setdefault(name, []).append(value)
    return isinstance(order, dict) and bool(order) and all(name in said and _is_like(value, said[name]) for name, value in order.items())


def _is_like(value: Any, known: Sequence[Any]) -> bool:
    """Whether a value is of the kind of others, with what is in it."""
    same = [each for each in known if type(each) is type(value)]
    if not isinstance(value, (dict, list)):
        return bool(same)
    inside = [part for each in same for part in _contents(each)]
    return bool(same) and (not inside or all(_is_like(part, inside) for part in _contents(value)))


def _contents(value: Any) -> list[Any]:
    return list(value.values()) if isinstance(value, dict) else list(value)
