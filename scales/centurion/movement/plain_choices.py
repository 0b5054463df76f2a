"""Decisions of the first two phases: points for the initiative, who moves first, which platoon moves now, and the moves of its units."""

from collections.abc import Iterator
from typing import Any

from scales.centurion.movement import initiative, orders
from scales.centurion.preparation import entry
from scales.centurion.state import BattleState
from scales.centurion.view import View
from scales.engine import Decision, Fault, Option, Orders, Slot

MOST_CHOICES = 64
LEADERSHIP = "centurion: Leadership Rating"


def slot(view: View, decision: Decision) -> Slot:
    """The slot of a decision that is one plain choice."""
    if decision.kind == "initiative":
        points = range(int(decision.data["advantage"]) + 1)
        how = "added to the roll" if decision.data.get("adds") else "off the roll"
        return Slot("points", "Points for the roll", [Option({"points": p}, f"{p} points {how}", {"cost": p}) for p in points])
    if decision.kind == "initiative_order":
        return Slot("order", "Order of movement", [Option({"first": True}, "move first"), Option({"first": False}, "move last")])
    return Slot("platoon", "Platoon", list(_platoons(view.state, decision)))


def _platoons(state: BattleState, decision: Decision) -> Iterator[Option]:
    """Each platoon that may move, then what Leadership points buy: letting one wait, bringing one forward (Leadership Rating)."""
    data, cost = decision.data, initiative.POINTS_A_PASS
    platoons = [_platoon(state, str(p)) for p in data["platoons"]]
    yield from platoons
    if data.get("waited"):
        yield from [Option({"platoon": ""}, "let it wait on", {"cost": 0})] if data.get("pass") else []
        return
    for option in platoons if data.get("early") else []:
        label = f"bring it forward before the others ({cost} Leadership points): {option.label}"
        yield Option(option.order | {"early": True}, label, option.info | {"cost": cost})
    for option in platoons if data.get("pass") else []:
        label = f"let it wait ({cost} Leadership points): {option.label}"
        yield Option({"platoon": "", "waits": option.order["platoon"]}, label, option.info | {"cost": cost})


def _platoon(state: BattleState, id: str) -> Option:
    found = [u for i in state.platoons[id].units if (u := state.unit(i)) is not None and not u.destroyed]
    units = [u for u in found if u.hex is not None or entry.is_due(state, u)]
    where = [{"unit": u.id, "name": u.name, "hex": u.hex.label, "at": [u.hex.column, u.hex.row]} for u in units if u.hex is not None]
    return Option({"platoon": id}, f"{state.platoons[id].name or f'platoon {id}'}: {', '.join(u.name for u in units)}", {"units": where})


def check(view: View, decision: Decision, answer: Orders) -> list[Fault]:
    """All faults of an answer to a decision of the first two phases."""
    if not isinstance(answer.choices, dict) or len(answer.choices) > MOST_CHOICES:
        return [Fault("malformed", "the orders are no small table of slots")]
    wanted = list(decision.units) if decision.kind == "move" else [slot(view, decision).id]
    strange = [str(s)[:80] for s in answer.choices if s not in wanted]
    out = [Fault("unknown_slot", f"there is no slot '{s}' in this decision", s) for s in strange]
    out += [Fault("missing_slot", f"slot '{s}' has no order", s) for s in wanted if s not in answer.choices]
    for each in wanted:
        if each in answer.choices:
            out += _faults_of(view, decision, each, answer.choices[each])
    return out


def _faults_of(view: View, decision: Decision, slot_id: str, order: Any) -> list[Fault]:
    if decision.kind == "move":
        unit = view.state.unit(slot_id)
        return orders.faults_of(view.state, unit, order) if unit is not None else []
    if order in [option.order for option in slot(view, decision).options]:
        return []
    if decision.kind == "move_platoon" and order == {"platoon": ""} and decision.data.get("pass"):
        return []  # which one waits shows when it moves
    if decision.kind == "move_platoon" and isinstance(order, dict) and list(order) == ["platoons"]:
        return [Fault("illegal", text, slot_id) for text in _sequence_faults(decision, order["platoons"])]
    return [Fault("illegal", _objection(decision, order), slot_id)]


def _objection(decision: Decision, order: Any) -> str:
    """What is wrong with an order that is none of the options."""
    data = decision.data
    if decision.kind == "initiative":
        return f"the roll takes 0 to {data['advantage']} points ({LEADERSHIP})"
    if decision.kind == "initiative_order":
        return "the winner moves first or last"
    if isinstance(order, dict) and "early" in order and not data.get("early"):
        return f"no platoon can be brought forward now ({LEADERSHIP})"
    if isinstance(order, dict) and "waits" in order and not data.get("pass"):
        return f"there are no {initiative.POINTS_A_PASS} Leadership points left to let a platoon wait ({LEADERSHIP})"
    return f"a platoon that has still to move now is named: {', '.join(data['platoons'])}"


def _sequence_faults(decision: Decision, wanted: Any) -> list[str]:
    """An order of platoons for the whole phase holds as long as one of them has still to move."""
    if not isinstance(wanted, list) or not all(isinstance(id, str) for id in wanted) or len(set(wanted)) != len(wanted):
        return ["platoons is a list of ids of platoons, each once"]
    return [] if set(wanted) & set(decision.data["platoons"]) else ["none of these platoons has still to move"]
