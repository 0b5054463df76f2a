"""How decisions that stand read after a ruling: of the centuries that are still there. Answers are asked for under the same keys."""

from scales.engine import Decision
from scales.legatus.combat import reactions
from scales.legatus.double_blind import watching
from scales.legatus.movement import marching
from scales.legatus.preparation import placement
from scales.legatus.state import LegatusState


def as_it_stands(state: LegatusState) -> list[Decision]:
    """The decisions that this phase may be waiting for and that name centuries, made anew; none between phases."""
    cohorts, phase = sorted(state.cohorts), state.at.phase
    if phase == "initiative":
        return [placement.decision(state, side) for side in state.sides]
    if phase == "movement":
        return [marching.movement(state, cohort) for cohort in cohorts]
    if phase == "spotting":
        return [watching.spot_orders(state, side) for side in state.sides]
    if phase == "commitment":
        return [*(reactions.reaction(state, cohort) for cohort in cohorts), *(reactions.plot(state, side) for side in state.sides)]
    return []
