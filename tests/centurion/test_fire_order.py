"""Weapons Fire: the player chooses the order in which his units fire, since armor suffers at once."""

from typing import Any

import pytest

from scales.centurion.combat import plan_faults, plans
from scales.centurion.state import BattleState
from tests.centurion.firing_range import advance, bones, mount_of, squad, table, tank


def firing_line() -> BattleState:
    return table(
        [tank("a", "horatius", "0505", 4), tank("b", "horatius", "0605", 4), squad("m", "0506")], [tank("l", "liberator", "0509", 1)]
    )


def shot(**more: Any) -> dict[str, Any]:
    return {"fire": [[mount_of("horatius", "laser_3_6"), "l", ""]], **more}


def who_fires(orders: dict[str, Any]) -> list[str]:
    _, events = advance(firing_line(), "combat", bones(), {"fire:red": orders})
    return [event.units[0] for event in events if event.kind == "fire"]


def test_units_fire_in_the_order_of_their_ids_when_nobody_chooses() -> None:
    assert who_fires({"b": shot(), "a": shot(), "m": {"action": "missiles", "target": "l"}}) == ["a", "b", "m"]


def test_the_player_chooses_which_unit_fires_first() -> None:
    assert who_fires({"a": shot(place=2), "b": shot(place=1), "m": {"action": "missiles", "target": "l"}}) == ["m", "b", "a"]


@pytest.mark.parametrize("place", [-1, 100, "first", True, None, 1.5])
def test_a_place_is_a_small_number(place: Any) -> None:
    state = firing_line()
    assert plan_faults.faults(state, "a", shot(place=place)) == [plans.NO_PLACE]
    assert plans.NO_PLACE in plan_faults.faults(state, "m", {"action": "missiles", "target": "l", "place": place})


def test_a_plan_without_a_shot_is_no_fire() -> None:
    step, events = advance(firing_line(), "combat", bones(), {"fire:red": {"a": {"fire": [], "vulcan": 0}}})
    assert not step.state.vehicles["a"].fired
    assert "fire" not in [event.kind for event in events]
