"""What a seat will be asked in the rest of a phase: what a plan for the whole phase can answer.

Everything is foreseen from where the craft are now: a move or a hit may still take a later question away.
"""

from collections.abc import Callable

from scales.engine import Decision
from scales.interceptor.damage.condition import kind
from scales.interceptor.ground_attack.announce import choosers
from scales.interceptor.ground_attack.announce import decision as announce_decision
from scales.interceptor.ground_fire import launches as ground_launches
from scales.interceptor.missiles.launches import launch_decision, launchers
from scales.interceptor.movement.handling import is_steered
from scales.interceptor.movement.movement import move_decision
from scales.interceptor.patrol import allocation
from scales.interceptor.state import Craft, State
from scales.interceptor.view import View


def prospects(view: View, decision: Decision) -> list[Decision]:
    """The decisions to come, the present one first."""
    later: dict[str, Callable[[View, Decision], list[Decision]]] = {"place": _after_place, "move": _after_move, "fire": _after_fire}
    later |= {"pull_out": _after_pull_out}
    later |= {"ground_fire": _after_fire, "launch": _ground_launches}
    return [decision, *later.get(decision.kind, _nothing)(view, decision)]


def _nothing(view: View, decision: Decision) -> list[Decision]:  # noqa: ARG001
    return []


def _after_place(view: View, decision: Decision) -> list[Decision]:  # noqa: ARG001
    """What comes down is followed by the shields of patrol craft."""
    asked = view.state.by_seat(lambda side: allocation.choosers(view.state, side)).get(view.seat)
    return [allocation.decision(view.seat, asked)] if asked else []


def _after_pull_out(view: View, decision: Decision) -> list[Decision]:
    """Craft that take off do so before all others move."""
    return _after_move(view, decision) if view.state.at.phase == "movement" else []


def _after_move(view: View, decision: Decision) -> list[Decision]:
    """A move of each craft that has still to move, one decision a craft, then what the seat may announce.

    Who moves first is decided as the phase goes: where the present decision is a choice among craft, each of them has a decision here too.
    """
    waiting = [c for c in to_move(view) if decision.units != [c.id]]
    found = [move_decision(view.state, f"move:{c.id}", c.side, [c]) for c in waiting]
    asked = view.state.by_seat(lambda side: choosers(view.state, side)).get(view.seat)
    return found + ([announce_decision(view.seat, asked)] if asked else [])


def to_move(view: View) -> list[Craft]:
    """The seat's craft that have still to move and can be steered, in the order of their tonnage categories."""
    state = view.state
    able = [
        c
        for c in state.flying()
        if c.side in view.sides and c.moved < state.at.turn and is_steered(c, state.at.turn) and _has_turn(state, c)
    ]
    return sorted(able, key=lambda c: (-kind(c).weight, c.id))


def _has_turn(state: State, craft: Craft) -> bool:
    """Is its side and category among those that move this turn?"""
    return [craft.side, str(kind(craft).weight)] in state.order


def _after_fire(view: View, decision: Decision) -> list[Decision]:
    """Missiles are launched after all fire, those of craft first."""
    asked = view.state.by_seat(lambda side: launchers(view.state, side)).get(view.seat)
    return [*([launch_decision(view.seat, asked)] if asked else []), *_ground_launches(view, decision)]


def _ground_launches(view: View, decision: Decision) -> list[Decision]:  # noqa: ARG001
    """The ground launches last."""
    return [each for each in ground_launches.decisions(view.state) if each.seat == view.seat]
