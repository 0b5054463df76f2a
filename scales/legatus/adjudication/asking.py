"""How decisions that stand read after a ruling: of the centuries that are still there. Answers are asked for under the same keys."""

from scales.engine import Decision
from scales.legatus.combat import reactions
from scales.legatus.movement import marching
from scales.legatus.state import LegatusState

KINDS = {"movement": marching.movement, "commitment": reactions.reaction}


def as_it_stands(state: LegatusState) -> list[Decision]:
    """The decisions of every cohort that this phase may be waiting for, made anew; none between phases."""
    ask = KINDS.get(state.at.phase)
    return [ask(state, cohort) for cohort in sorted(state.cohorts)] if ask is not None else []
