"""The orders of Legatus as models, and the checks that say what is wrong with them."""

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from scales import misfits
from scales.engine import Decision, Fault, Orders
from scales.legatus.combat import targets
from scales.legatus.defenses import engineers
from scales.legatus.double_blind import watching
from scales.legatus.double_blind.hearing import hides
from scales.legatus.initiative import spending
from scales.legatus.movement import movement
from scales.legatus.preparation import placement
from scales.legatus.state import WAITING, LegatusState, free, on_mission
from scales.legatus.support import air_defense, artillery, calls, support_checks
from scales.legatus.view import View

M = TypeVar("M", bound="Order")


class Order(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Spend(Order):
    """Steps down by cohort or whole manus; cohorts that a manus headquarters takes over, battalions by the brigade headquarters attached to them;
    an offer to end the battle."""

    points: dict[str, int] = Field(default_factory=dict, max_length=40)
    take_over: list[str] = Field(default_factory=list, max_length=40)
    attach: dict[str, str] = Field(default_factory=dict, max_length=40)
    finish: bool = False


class Place(Order):
    """Where a unit is placed before play: a hex, hexside or junction, and its altitude."""

    at: str = ""
    altitude: str = "normal"


class Lay(Order):
    """Hexes of passive defenses, of hidden ones, and of earthworks laid before play."""

    passive: list[str] = Field(default_factory=list, max_length=100)
    hidden: list[str] = Field(default_factory=list, max_length=100)
    earthworks: list[str] = Field(default_factory=list, max_length=100)


class Mission(Order):
    """A place on the mission sheet: ready, cap, ground_support."""

    box: str = "ready"


class Turn(Order):
    """move or pass."""

    act: str = "move"


class Postpone(Order):
    """The enemy cohort that a cohort waits for; '' moves now."""

    after: str = ""


class March(Order):
    """A century's movement: a path, or hexes of artillery denial, or building earthworks.

    `pay_higher`: where it moves into two unlike hexes it pays for the dearer one without a test. `clear`: an engineer century removes passive
    defenses and artillery denial that it moves onto.
    """

    path: list[str] = Field(default_factory=list, max_length=40)
    deny: list[str] = Field(default_factory=list, max_length=3)
    build: bool = False
    pay_higher: bool = False
    clear: bool = True


class Attack(Order):
    """Whom a century or squadron attacks; '' nobody."""

    target: str = ""


class Barrage(Order):
    """Whom an artillery century supports."""

    support: list[str] = Field(default_factory=list, max_length=3)


class AirDefense(Order):
    """Does air/space defense fire at squadrons, or hold its fire? In a double-blind battle."""

    air_defense: str = "fire"


class Counter(Order):
    """Shots of counter-battery fire by the enemy battery they are taken from."""

    targets: dict[str, int] = Field(default_factory=dict, max_length=3)


class Arc(Order):
    """The heading, 1 to 6, around which a century spots."""

    heading: int = 0


class Scout(Order):
    """The hex that a squadron looks at; '' none."""

    hex: str = ""


class Meet(Order):
    """Does a squadron on CAP meet those that look over the map?"""

    intercept: bool = False


class Intercept(Order):
    """The squadron that one on CAP intercepts; '' it stays on patrol."""

    raider: str = ""


class Contact(Order):
    """Does an intercepted squadron try to avoid contact, and which of those that met it does it fire back at ('' the first)?"""

    evade: bool = True
    target: str = ""


def read(model: type[M], order: Any) -> M:
    """An order that was checked; nothing given means the order that does nothing."""
    try:
        return model.model_validate(order or {})
    except ValidationError:
        return model()


def check(view: View, decision: Decision, orders: Orders) -> list[Fault]:
    """Everything wrong with an answer, a sentence each."""
    if view.seat != decision.seat:
        return [Fault("not_yours", "This decision is another seat's.")]
    if not isinstance(orders.choices, dict):
        return [Fault("malformed", "The choices must be a map from slot to order.")]
    wanted = slots_of(view, decision)
    faults = [Fault("slot_missing", f"Nothing is ordered for '{s}'.", s) for s in sorted(wanted) if s not in orders.choices]
    strange = [str(id)[:40] for id in sorted(orders.choices, key=str) if id not in wanted]
    faults += [Fault("slot_unknown", f"This decision has no slot '{id}'.", id) for id in strange[:MOST_STRANGERS]]
    for id in sorted(wanted.keys() & orders.choices.keys()):
        faults += _check_slot(view, decision, wanted[id], id, orders.choices[id])
    return faults


MOST_STRANGERS = 200
"""As many slots that there are not are named one by one."""


def _check_slot(view: View, decision: Decision, model: type[Order], id: str, order: Any) -> Iterator[Fault]:
    try:
        parsed = model.model_validate(order)
    except (ValidationError, RecursionError) as error:
        what = "; ".join(misfits.sentences(error)[:MOST_MISFITS]) if isinstance(error, ValidationError) else "it is nested too deep"
        yield Fault("malformed", f"The order for '{id}' cannot be read: {what}. {_form(model)}", id)
        return
    found = _CHECKS[type(parsed)](view, decision, id, parsed)
    yield from (Fault("illegal", text, id) for text in ([found] if isinstance(found, str) else found) if text)


MOST_MISFITS = 5
"""As many fields that cannot be read are named in one sentence."""


def _form(model: type[Order]) -> str:
    """What an order of a model may have."""
    return f"Such an order has {', '.join(model.model_fields)}."


def slots_of(view: View, decision: Decision) -> dict[str, type[Order]]:
    """The slots a decision has and the model of each."""
    state, kind = view.state, decision.kind
    if kind == "deploy":
        return {**dict.fromkeys(decision.units, Place), **({"defenses": Lay} if decision.data["defensive_hexes"] else {})}
    if kind in {"activation", "postpone"}:
        return {"turn": Turn if kind == "activation" else Postpone}
    if kind == "initiative":
        return {"spend": Spend, **{q.id: Mission for q in on_mission(state, view.side, "ready")}}
    if kind in {"movement", "reaction", "pursuit"}:
        return dict.fromkeys(decision.units, March)
    if kind == "spot":
        return {id: _look(state, id) for id in decision.units}
    return _committed(view) if kind == "attack" else _in_support(view, decision)


def _committed(view: View) -> dict[str, type[Order]]:
    """The slots of attacks: centuries, batteries, air/space defense, squadrons on ground support, satellites and ships."""
    state = view.state
    found: dict[str, type[Order]] = {u.id: Attack for u in targets.attackers(state, view.side)}
    found |= {f"fire:{u.id}": Barrage for u in artillery.batteries(state, view.side)}
    found |= {f"fire:{u.id}": AirDefense for u in air_defense.asked(state, view.side)}
    found |= {q.id: Attack for q in on_mission(state, view.side, "ground_support")}
    found |= dict.fromkeys(calls.callable_ids(state, view.side), Attack)
    return found


def _in_support(view: View, decision: Decision) -> dict[str, type[Order]]:
    """The slots of counter-battery fire, and of squadrons in the combat phase."""
    state, kind = view.state, decision.kind
    if kind == "counter_battery":
        return {u.id: Counter for u in artillery.batteries(state, view.side)}
    if kind == "intercept":
        return {q.id: Intercept for q in on_mission(state, view.side, "cap")}
    if kind == "contact":
        return {id: Contact for id in decision.data["contacts"] if id in state.squadrons}
    return {q.id: Attack for q in on_mission(state, view.side, "ground_support")}


def _look(state: LegatusState, id: str) -> type[Order]:
    """What a unit is ordered in the spotting phase."""
    if id in state.units:
        return Arc
    return Meet if state.squadrons[id].box == "cap" else Scout


def _check_spend(view: View, _decision: Decision, _id: str, order: Spend) -> list[str]:
    return spending.faults(view.state, view.side, order.points, order.take_over, order.attach)


def _check_place(view: View, _decision: Decision, id: str, order: Place) -> list[str]:
    unit = view.state.units[id]
    return [] if unit.status != WAITING else placement.place_faults(view.state, unit, order.at, order.altitude)


def _check_lay(view: View, _decision: Decision, _id: str, order: Lay) -> list[str]:
    side = next(s for s in view.state.sides if s.id == view.side)
    return list(placement.lay_faults(view.state, side, order.model_dump()))


def _check_mission(_view: View, _decision: Decision, _id: str, order: Mission) -> str:
    known = ("ready", "cap", "ground_support")
    return "" if order.box in known else f"A ready squadron is assigned to one of {', '.join(known)} (legatus: Interceptors)."


def _check_turn(view: View, _decision: Decision, _id: str, order: Turn) -> str:
    if order.act in {"move", "pass"}:
        return ""
    reacting = view.state.at.phase == "commitment"
    return "A cohort reacts ('move') or passes (legatus: Reactions)." if reacting else "A cohort moves or passes."


def _check_postpone(_view: View, decision: Decision, _id: str, order: Postpone) -> str:
    known = decision.data.get("after", [])
    if not order.after or order.after in known:
        return ""
    names = ", ".join(f"'{c}'" for c in known)
    return f"A cohort waits only for one with worse initiative whose headquarters it sees and that has still to move: {names}."


def _check_march(view: View, decision: Decision, id: str, order: March) -> str:
    unit = view.state.units[id]
    if not free(unit):
        return f"{unit.name} can only stay: it is not free on the map any more." if order != March() else ""
    if decision.kind != "movement":
        step_only = order == March(path=order.path)
        return movement.reaction_fault(view.state, unit, order.path) if step_only else "Only a step can be ordered here."
    if bool(order.path) + bool(order.deny) + order.build > 1:
        return "A century moves, or lays artillery denial, or builds: one of them."
    if order.deny:
        return artillery.denial_fault(view.state, unit, order.deny)
    if order.build:
        return engineers.build_fault(view.state, unit)
    return movement.march_fault(view.state, unit, order.path, order.pay_higher)


def _check_attack(view: View, decision: Decision, id: str, order: Attack) -> str:
    found, why = support_checks.allowed(view.state, view.side, decision.kind, id)
    names = [u.id for u in found]
    if order.target in names or (not order.target and (id not in view.state.units or not names or hides(view.state))):
        return ""
    if id in view.state.units:
        return targets.attack_fault(view.state, view.state.units[id], order.target)
    return f"'{order.target[:40]}' cannot be attacked: {', '.join(names) or 'nobody'} can{why}."


def _check_barrage(view: View, _decision: Decision, id: str, order: Barrage) -> str:
    return artillery.barrage_fault(view.state, view.state.units[id.removeprefix("fire:")], order.support)


_CHECKS: dict[type[Order], Callable[[View, Decision, str, Any], str | list[str]]] = {
    Spend: _check_spend,
    Place: _check_place,
    Lay: _check_lay,
    Mission: _check_mission,
    Turn: _check_turn,
    Postpone: _check_postpone,
    March: _check_march,
    Attack: _check_attack,
    Barrage: _check_barrage,
    AirDefense: lambda view, _decision, id, order: air_defense.order_fault(view.state.units[id.removeprefix("fire:")], order.air_defense),
    Counter: lambda view, _decision, id, order: artillery.counter_fault(view.state, view.state.units[id], order.targets),
    Intercept: lambda _view, decision, _id, order: support_checks.intercept_fault(decision.data["flights"], order.raider),
    Contact: lambda _view, decision, id, order: support_checks.contact_fault(decision.data["contacts"][id], order.target),
    Meet: lambda *_: "",
    Arc: lambda view, _decision, id, order: watching.arc_fault(view.state.units[id], order.heading),
    Scout: lambda view, _decision, id, order: watching.scout_fault(movement.grid_of(view.state), view.state.squadrons[id], order.hex),
}
