"""Sample battles before a referee that reads the book by itself: every number of the event log is worked out anew, and every state."""

import pytest

from scales.dice import KeyedDice, seeded_secret
from scales.legatus import ENGINE
from tests.legatus.recomputed.battle import judged
from tests.legatus.recomputed.crowded import crowded
from tests.legatus.recomputed.referee import Referee
from tests.legatus.samples import moments, sample

CORE = ("attack: number", "defense: number", "costs of steps", "base initiative", "order of initiative", "victory points")
"""What every battle must have had something of, lest the referee sees nothing."""


def played(seed: int, double_blind: int) -> Referee:
    setup = sample(seed)
    return judged(f"battle {seed}", moments(setup | {"options": setup["options"] | {"double_blind": double_blind}}, seed))


@pytest.mark.parametrize("seed", [111])
def test_every_number_of_an_open_battle_is_what_the_book_makes_it(seed: int) -> None:
    referee = played(seed, 0)
    assert referee.wrong == []
    assert [what for what in CORE if not referee.made[what]] == []


@pytest.mark.parametrize("seed", [8])
def test_every_number_of_a_double_blind_battle_is_what_the_book_makes_it(seed: int) -> None:
    """Nobody attacks what his side has not spotted, firing reveals, and every look is one that arcs, ground and range allow."""
    referee = played(seed, 1)
    assert referee.wrong == []
    assert [what for what in (*CORE, "true range", "spotted") if not referee.made[what]] == []


ALL = (
    *("a retreat ends nearest to headquarters", "a broken century runs as far as it can", "a flight gets as near as it can"),
    *(
        "attack on a squadron: number",
        "thor: number",
        "morale: number",
        "interception: number",
        "bonus of support",
        "installations attack all",
    ),
    *("maneuver test, reaction: modifiers", "maneuver test, zone: number", "maneuver test, unlike: result", "price of a step"),
)
"""What happens in every one of the crowded battles."""


@pytest.mark.parametrize(("seed", "double_blind"), [(15, 0), (28, 1)])
def test_every_number_of_a_crowded_battle_is_what_the_book_makes_it(seed: int, double_blind: int) -> None:
    """All kinds of units close together, with installations, prepared ground, squadrons and satellites."""
    setup = crowded(KeyedDice(key=seeded_secret(seed)), double_blind) | {"turn_limit": 3}
    assert ENGINE.faults(setup) == []
    referee = judged(f"crowded battle {seed}", moments(setup, seed))
    assert referee.wrong == []
    assert [what for what in ALL if not referee.made[what]] == []
