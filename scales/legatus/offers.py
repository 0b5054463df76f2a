"""The choices a seat is offered, all legal in any combination. legatus: Movement Phase, Combat Phase, Initiative Phase

What an option tells of a roll comes from the function that play rolls with (`rolls.Trial`), so that it is what the event's check will say.
"""

from collections.abc import Callable
from functools import partial

from scales.engine import Decision, Json, Option, Slot
from scales.late import LateSlot
from scales.legatus.combat import fire_offers
from scales.legatus.double_blind import spotting_offers
from scales.legatus.initiative import spending_offers
from scales.legatus.movement.moving_offers import march_options, step_options
from scales.legatus.movement.outlook import Surroundings
from scales.legatus.orders import slots_of
from scales.legatus.preparation import placing_offers
from scales.legatus.support import air_offers, gun_offers
from scales.legatus.view import View


def offers(view: View, decision: Decision) -> list[Slot]:
    """One slot for each unit or question of a decision."""
    kind, units = decision.kind, view.state.units
    if kind == "activation":
        return [_activation(view, decision)]
    if kind == "postpone":
        return [_postpone(view, decision)]
    if kind == "initiative":
        return spending_offers.offers(view, decision, [s for s in slots_of(view, decision) if s != "spend"])
    if kind == "movement":
        around = Surroundings(view.state, view.side)
        return [LateSlot(u, units[u].name, partial(march_options, around, units[u]), u) for u in decision.units]
    if kind in {"reaction", "pursuit"}:
        around = Surroundings(view.state, view.side, combat=True)
        return [LateSlot(u, units[u].name, partial(step_options, around, units[u], kind == "pursuit"), u) for u in decision.units]
    return _OTHERS.get(kind, fire_offers.offers)(view, decision)


_OTHERS: dict[str, Callable[[View, Decision], list[Slot]]] = {
    "deploy": placing_offers.offers,
    "spot": spotting_offers.offers,
    "counter_battery": gun_offers.counter_slots,
    "intercept": air_offers.slots,
    "contact": air_offers.slots,
    "low_attack": air_offers.slots,
}


def _activation(view: View, decision: Decision) -> Slot:
    """Whoever passes is offered the move, or the reaction, again once another cohort has taken it."""
    waiting = [
        {"cohort": c, "side": view.state.cohorts[c].side, "initiative": view.state.cohorts[c].initiative}
        for c in decision.data.get("waiting", [])
    ]
    info: Json = {"waiting": waiting}
    now = "react now" if view.state.at.phase == "commitment" else "move now"
    return Slot("turn", decision.prompt, [Option({"act": "move"}, now, info), Option({"act": "pass"}, "pass", info)])


def _postpone(view: View, decision: Decision) -> Slot:
    """Move now, or wait for one of the enemy cohorts whose headquarters is seen. legatus: Double-blind rules: Movement"""
    known = [view.state.cohorts[c] for c in decision.data["after"] if c in view.state.cohorts]
    waits = [Option({"after": c.id}, f"wait until {c.name} has moved", {"cohort": c.id, "initiative": c.initiative}) for c in known]
    return Slot("turn", decision.prompt, [Option({"after": ""}, "move now"), *waits])
