"""The orders of Legatus as models, and the checks that say what is wrong with them."""

from collections.abc import Callable
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from scales import misfits
from scales.engine import Decision, Fault, Orders
from scales.legatus.combat import targets
from scales.legatus.double_blind import watching
from scales.legatus.initiative import initiative
from scales.legatus.movement import movement
from scales.legatus.state import Century, LegatusState, free
from scales.legatus.support import artillery, calls
from scales.legatus.view import View

M = TypeVar("M", bound="Order")


class Order(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Spend(Order):
    """Steps down by cohort or whole manus."""

    points: dict[str, int] = Field(default_factory=dict, max_length=40)


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
    """Whom an artillery century supports, and shots of counter-battery fire by target."""

    support: list[str] = Field(default_factory=list, max_length=3)
    counter: dict[str, int] = Field(default_factory=dict, max_length=3)


class Arc(Order):
    """The heading, 1 to 6, around which a century spots."""

    heading: int = 0


class Scout(Order):
    """The hex that a squadron looks at; '' none."""

    hex: str = ""


class Patrol(Order):
    """Does a squadron on CAP intercept?"""

    intercept: bool = True


def read(model: type[M], order: Any) -> M:
    """An order that was checked; nothing given means the order that does nothing."""
    try:
        return model.model_validate(order or {})
    except ValidationError:
        return model()


def check(view: View, decision: Decision, orders: Orders) -> list[Fault]:
    """Everything wrong with an answer, a sentence each."""
    if not isinstance(orders.choices, dict):
        return [Fault("shape", "The choices must be a map from slot to order.")]
    wanted = slots_of(view, decision)
    faults = [Fault("slot_missing", f"Nothing is ordered for '{s}'.", s) for s in sorted(wanted) if s not in orders.choices]
    for id in sorted(orders.choices, key=str)[:200]:
        faults += _check_slot(view, decision, wanted, id, orders.choices[id])
    return faults


def _check_slot(view: View, decision: Decision, wanted: dict[str, type[Order]], id: Any, order: Any) -> list[Fault]:
    if id not in wanted:
        return [Fault("slot_unknown", f"This decision has no slot '{str(id)[:40]}'.", str(id)[:40])]
    try:
        parsed = wanted[id].model_validate(order)
    except (ValidationError, RecursionError) as error:
        what = "; ".join(misfits.sentences(error)) if isinstance(error, ValidationError) else "it is nested too deep"
        return [Fault("shape", f"The order for '{id}' cannot be read: {what}. {_form(wanted[id])}", id)]
    text = _CHECKS[type(parsed)](view, decision, id, parsed)
    return [Fault("illegal", text, id)] if text else []


def _form(model: type[Order]) -> str:
    """What an order of a model may have."""
    return f"Such an order has {', '.join(model.model_fields)}."


def slots_of(view: View, decision: Decision) -> dict[str, type[Order]]:
    """The slots a decision has and the model of each."""
    state, kind = view.state, decision.kind
    if kind == "activation":
        return {"turn": Turn}
    if kind == "postpone":
        return {"turn": Postpone}
    if kind == "initiative":
        return {"spend": Spend, **{q.id: Mission for q in _squadrons(state, view.side, "ready")}}
    if kind in {"movement", "reaction", "pursuit"}:
        return dict.fromkeys(decision.units, March)
    if kind == "spot":
        return {id: _look(state, id) for id in decision.units}
    found: dict[str, type[Order]] = {u.id: Attack for u in targets.attackers(state, view.side)}
    found |= {f"fire:{u.id}": Barrage for u in artillery.batteries(state, view.side)}
    found |= {q.id: Attack for q in _squadrons(state, view.side, "ground_support")}
    found |= dict.fromkeys(calls.callable_ids(state, view.side), Attack)
    return found | {q.id: Patrol for q in _squadrons(state, view.side, "cap")}


def _look(state: LegatusState, id: str) -> type[Order]:
    """What a unit is ordered in the spotting phase."""
    if id in state.units:
        return Arc
    return Patrol if state.squadrons[id].box == "cap" else Scout


def _squadrons(state: LegatusState, side: str, box: str) -> list[Any]:
    return [state.squadrons[q] for q in sorted(state.squadrons) if state.squadrons[q].side == side and state.squadrons[q].box == box]


def _check_spend(view: View, _decision: Decision, _id: str, order: Spend) -> str:
    state = view.state
    for key, steps in order.points.items():
        if steps < 0:
            return "Initiative can only be bought down, not up."
        if steps and not initiative.price_of(state, view.side, key):
            return f"The initiative of '{key[:40]}' cannot be changed: it is no cohort of yours with a headquarters."
    cost, pool = initiative.cost_of(state, view.side, order.points), next(s.pool for s in state.sides if s.id == view.side)
    return f"That costs {cost} points and the pool holds {pool}." if cost > pool else ""


def _check_mission(_view: View, _decision: Decision, _id: str, order: Mission) -> str:
    known = ("ready", "cap", "ground_support")
    return "" if order.box in known else f"A squadron is assigned to one of {', '.join(known)}."


def _check_turn(_view: View, _decision: Decision, _id: str, order: Turn) -> str:
    return "" if order.act in {"move", "pass"} else "A cohort moves or passes."


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
        return "" if unit.kind == "armored_engineer" and not unit.crippled else "Only an uncrippled engineer century builds earthworks."
    return movement.path_faults(movement.ground_for(view.state, unit), movement.start_walk(unit), order.path, order.pay_higher)


def _check_attack(view: View, _decision: Decision, id: str, order: Attack) -> str:
    names = [u.id for u in _allowed(view, id)]
    if order.target in names or (not order.target and (id not in view.state.units or not names)):
        return ""
    return f"'{order.target[:40]}' cannot be attacked: {', '.join(names) or 'nobody'} can."


def _allowed(view: View, id: str) -> list[Century]:
    """Whom a century, squadron, satellite or ship may attack."""
    if id in view.state.units:
        return targets.targets_of(view.state, view.state.units[id])
    return targets.squadron_targets(view.state, view.side) if id in view.state.squadrons else calls.targets_for(view.state, id)


def _check_barrage(view: View, _decision: Decision, id: str, order: Barrage) -> str:
    return artillery.barrage_fault(view.state, view.state.units[id.removeprefix("fire:")], order.support, order.counter)


_CHECKS: dict[type[Order], Callable[[View, Decision, str, Any], str]] = {
    Spend: _check_spend,
    Mission: _check_mission,
    Turn: _check_turn,
    Postpone: _check_postpone,
    March: _check_march,
    Attack: _check_attack,
    Barrage: _check_barrage,
    Patrol: lambda *_: "",
    Arc: lambda view, _decision, id, order: watching.arc_fault(view.state.units[id], order.heading),
    Scout: lambda view, _decision, id, order: watching.scout_fault(movement.grid_of(view.state), view.state.squadrons[id], order.hex),
}
