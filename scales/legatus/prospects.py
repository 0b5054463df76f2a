"""What a seat will be asked in the rest of a phase: what a plan for the whole phase can answer."""

from collections.abc import Iterator

from scales.engine import Decision
from scales.legatus.combat.committing import attack_orders
from scales.legatus.combat.reactions import offer, reaction, waiting
from scales.legatus.double_blind.hearing import blind, hides
from scales.legatus.movement.marching import activation, movement, movers
from scales.legatus.movement.postponing import postponement
from scales.legatus.orders import slots_of
from scales.legatus.view import View


def prospects(view: View, decision: Decision) -> list[Decision]:
    """The decisions to come, the present one first.

    Movement: the offers and the moves of the seat's cohorts that have still to move, best initiative first. Commitment: the offers and reactions of
    its cohorts as they stand now, once counter-battery fire is over, then its attacks. Pursuits cannot be foreseen.
    """
    if view.state.at.phase == "movement":
        return [decision, *(d for d in _moves(view) if d.key != decision.key)]
    if decision.kind in {"counter_battery", "activation", "reaction", "pursuit"}:
        return [decision, *(d for d in _combat(view) if d.key != decision.key)]
    return [decision]


def _own(view: View) -> list[str]:
    return [c for c in view.waiting if view.state.cohorts[c].side == view.side]


def _moves(view: View) -> Iterator[Decision]:
    """The last cohort of all is not asked whether it moves: it must."""
    for cohort in _own(view):
        if movers(view.state, cohort):
            if choice := _choice(view, cohort):
                yield choice
            yield movement(view.state, cohort)


def _choice(view: View, cohort: str) -> Decision | None:
    """When a cohort moves: an offer to pass, or in a double-blind battle to wait."""
    if blind(view.state):
        return postponement(view.state, cohort, view.waiting)
    return activation(view.state, cohort, view.waiting) if cohort != view.waiting[-1] else None


def _combat(view: View) -> Iterator[Decision]:
    left = waiting(view.state, view.waiting)
    for cohort in [c for c in _own(view) if c in left and not hides(view.state)]:
        if choice := offer(view.state, cohort, left):
            yield choice
        yield reaction(view.state, cohort)
    attacks = attack_orders(next(s for s in view.state.sides if s.id == view.side))
    if slots_of(view, attacks):
        yield attacks
