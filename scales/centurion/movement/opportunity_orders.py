"""Whether a watcher fires at the enemy that has just entered a hex (Opportunity Fire): the slots, and the check of what comes back."""

from scales.centurion.combat.painting import name_of
from scales.centurion.state import BattleState
from scales.engine import Decision, Fault, Option, Orders, Slot


def offers(state: BattleState, decision: Decision) -> list[Slot]:
    """A slot for each watcher: hold fire and go on watching, or fire what bears."""
    hold = Option({}, "hold fire and go on watching", {"expected_tenths": 0})
    return [
        Slot(id, f"{name_of(state, id)} fires", [hold, *(Option(o["order"], o["label"], o["info"]) for o in found)], id)
        for id, found in decision.data["offered"].items()
    ]


def check(state: BattleState, decision: Decision, orders: Orders) -> list[Fault]:
    """All faults: a watcher fires as offered or not at all."""
    return [
        Fault("not_legal", f"{slot.title[:-6]} fires as offered or holds its fire (centurion: Opportunity Fire).", slot.id)
        for slot in offers(state, decision)
        if slot.id in orders.choices and orders.choices[slot.id] not in [option.order for option in slot.options]
    ]
