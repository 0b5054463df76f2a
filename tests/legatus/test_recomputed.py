"""Sample battles before a referee that reads the book by itself: every number of the event log is worked out anew, and every state."""

import pytest

from tests.legatus.recomputed.battle import judged
from tests.legatus.recomputed.referee import Referee
from tests.legatus.samples import moments, sample

CORE = ("attack: number", "defense: number", "costs of steps", "base initiative", "order of initiative", "victory points")
"""What every battle must have had something of, lest the referee sees nothing."""


def played(seed: int, double_blind: int) -> Referee:
    setup = sample(seed)
    return judged(f"battle {seed}", moments(setup | {"options": setup["options"] | {"double_blind": double_blind}}, seed))


@pytest.mark.parametrize("seed", [1, 10, 12, 111])
def test_every_number_of_an_open_battle_is_what_the_book_makes_it(seed: int) -> None:
    referee = played(seed, 0)
    assert referee.wrong == []
    assert [what for what in CORE if not referee.made[what]] == []


@pytest.mark.parametrize("seed", [8, 12, 104])
def test_every_number_of_a_double_blind_battle_is_what_the_book_makes_it(seed: int) -> None:
    """Nobody attacks what his side has not spotted, firing reveals, and every look is one that arcs, ground and range allow."""
    referee = played(seed, 1)
    assert referee.wrong == []
    assert [what for what in (*CORE, "true range", "spotted") if not referee.made[what]] == []
