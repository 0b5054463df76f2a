"""What a plan for a whole phase can answer."""

import pytest

from scales.dice import KeyedDice, seeded_secret
from scales.engine import Decision
from scales.leviathan import ENGINE
from tests.leviathan.moments import Moment, moments

SEEDS = (0, 1, 2, 5, 8)
MOVING = ("next", "move", "lifeboats", "abandon")


def to_come(moment: Moment, decision: Decision) -> list[Decision]:
    return ENGINE.prospects(ENGINE.view(moment.state, decision.seat), decision)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_plan_can_answer_all_that_a_seat_is_asked_while_moving(seed: int) -> None:
    """From the first question on: every move and every choice of who moves next, under the keys that they will have."""
    path = moments(seed)
    for turn in range(1, 4):
        for seat in ("tog", "rl"):
            asked = [(m, d) for m in path for d in m.pending if m.state.turn == turn and d.seat == seat and d.kind in MOVING]
            if not asked:
                continue
            moment, first = asked[0]
            foreseen = to_come(moment, first)
            assert foreseen[0] == first
            keys = [d.key for d in foreseen]
            assert len(set(keys)) == len(keys)
            assert {d.key for _, d in asked} == set(keys), (turn, seat)


@pytest.mark.parametrize("seed", SEEDS)
def test_each_prospect_can_be_offered_and_checked_as_if_it_were_asked_now(seed: int) -> None:
    for moment in moments(seed)[::3]:
        for decision in moment.pending:
            view = ENGINE.view(moment.state, decision.seat)
            for later in to_come(moment, decision):
                orders = ENGINE.choose(view, later, ENGINE.offers(view, later), KeyedDice(key=seeded_secret(1)))
                assert later.seat == decision.seat
                assert ENGINE.check(view, later, orders) == []


def test_choices_of_who_moves_next_are_among_them() -> None:
    counts = [sum(d.kind == "next" for d in to_come(m, d)) for seed in SEEDS for m in moments(seed) for d in m.pending if d.kind == "next"]
    assert max(counts) > 1


def test_a_move_planned_at_the_beginning_is_legal_when_its_turn_comes() -> None:
    planned = 0
    for seed in SEEDS:
        plans = {}
        for moment in moments(seed, 1):
            for decision in [d for d in moment.pending if d.kind in ("next", "move")]:
                view = ENGINE.view(moment.state, decision.seat)
                for later in to_come(moment, decision):
                    if later.kind == "move" and later.key not in plans:
                        plans[later.key] = ENGINE.choose(view, later, ENGINE.offers(view, later), KeyedDice(key=seeded_secret(1)))
                if decision.kind == "move":
                    planned += 1
                    assert ENGINE.check(view, decision, plans[decision.key]) == []
    assert planned > 10


def test_duties_are_foreseen_while_the_ground_is_searched() -> None:
    kinds = [[d.kind for d in to_come(m, d)] for m in moments(0) for d in m.pending if d.kind == "search"]
    assert ["search", "assign"] in kinds


def test_what_the_other_side_decides_cannot_be_foreseen() -> None:
    for moment in moments(1):
        for decision in moment.pending:
            if decision.kind not in (*MOVING, "first", "search"):
                assert to_come(moment, decision) == [decision]
