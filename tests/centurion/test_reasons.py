"""What decided a battle is told: the field, the points, the terms of the scenario (Victory Levels)."""

import pytest

from scales.centurion import ENGINE
from scales.centurion.scenario.reasons import reasons
from scales.centurion.state import BattleState
from scales.dice import seeded_secret
from tests.centurion.field import battle, vehicle
from tests.centurion.scenario_files import given, opened
from workers.battle import play_battle


def over(state: BattleState) -> BattleState:
    """A battle after a whole last turn."""
    state.turn = state.turns_played = state.turn_limit
    return state


def duel() -> BattleState:
    return battle(vehicle("t", "horatius", "0505"))


def test_a_battle_that_goes_on_says_nothing() -> None:
    assert reasons(duel()) == []


def test_the_field_decides_before_points_do() -> None:
    state = over(duel())
    state.retreat = "tog"
    names = {side: state.sides[side].name for side in state.sides}
    assert reasons(state) == [
        f"It ended because {names['tog']} gave up the field.",
        f"{names['cw']} wins because the other side gave up the field; by points it is a draw (0 to 0).",
    ]
    state.retreat = ""
    state.vehicles["t"].destroyed = True
    assert reasons(state)[1].startswith(f"{names['cw']} wins because it alone has effective units; by points it is a decisive victory for")


def test_points_decide_when_time_is_up() -> None:
    state = over(duel())
    assert reasons(state)[0] == f"It ended because turn {state.turn_limit} was the last."
    assert "draw (0 to 0)" in reasons(state)[1]


def test_objectives_are_told_with_who_held_them() -> None:
    state = over(opened("fog_bound_massacre"))
    found = reasons(state)
    assert sum("held by" in each for each in found) == 5
    assert any(each.startswith("The scenario's own table over objectives held (") for each in found)


def test_what_left_and_what_decides_is_told() -> None:
    report = play_battle(ENGINE, given("welcoming_committee"), seeded_secret(1))
    assert report.over
    assert any("the Labienus is away" in each for each in report.reasons)
    assert report.reasons[-1].endswith(".")


@pytest.mark.parametrize(
    "name", ["desperate_times", "nowhere_to_run", "pass_in_review", "sharp_as_a_vipers_tooth", "snake_pit", "wolves_among_sheep"]
)
def test_every_scenario_says_by_what_it_is_judged(name: str) -> None:
    found = reasons(over(opened(name)))
    assert found[0].startswith("It ended because ")
    assert all(each[-1] == "." for each in found)
