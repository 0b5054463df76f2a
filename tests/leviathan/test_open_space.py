"""Paths far from planets and edges are looked up; following them hex by hex must lead to the same place."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scales.hexes import Hex
from scales.leviathan.movement import movement, open_space, reachable
from scales.leviathan.state import Ship, State
from tests.leviathan.table import ship, table


@settings(max_examples=60, deadline=None)
@given(
    kind=st.sampled_from(("shiva", "mars", "fulgur")), column=st.integers(3, 24), row=st.integers(3, 12), heading=st.integers(1, 6), velocity=st.integers(0, 6),
    drift=st.integers(0, 4), out=st.sampled_from(((0, 0), (1, 0), (0, 1))), rolled=st.booleans(),
)  # fmt: skip
def test_a_path_that_is_looked_up_leads_where_following_it_does(
    kind: str, column: int, row: int, heading: int, velocity: int, drift: int, out: tuple[int, int], rolled: bool
) -> None:
    # given a ship somewhere on the map, at any speed, perhaps with thrusters out
    state = table([ship("a", kind, "tog", "1207", heading, velocity=velocity), ship("b", "shiva", "rl", "1010")])
    unit = state.ships["a"]
    unit.hex = Hex(column, row)
    unit.drift, unit.rolled, (unit.left_out, unit.right_out) = drift, rolled, out
    # when its paths are looked up
    for plan, track in _looked_up(state, unit):
        # then each is what the rules of movement say of it, and breaks none
        assert track == movement.follow(state, unit, plan)


def _looked_up(state: State, unit: Ship) -> list[tuple[movement.Plan, movement.Track]]:
    clear = open_space.area(state)
    assert clear
    plans = [plan for plan, _ in reachable.every_plan(state, unit) if not plan.last and "O" not in plan.path]
    return [(plan, track) for plan in plans if (track := open_space.track(unit, plan, clear))]


def test_paths_are_looked_up_in_the_middle_of_the_map_and_followed_at_its_edge() -> None:
    state = table([ship("a", "shiva", "tog", "1207", 3, velocity=4), ship("b", "shiva", "rl", "2007")])
    clear, plan = open_space.area(state), movement.Plan(0, "AAAA")
    assert clear
    assert open_space.track(state.ships["a"], plan, clear)
    state.ships["a"].hex = Hex(clear.right - 2, 7)
    assert open_space.track(state.ships["a"], plan, clear) is None


@pytest.mark.parametrize(("layout", "clear"), [("leviathan_deep_space", True), ("leviathan_planet", False)])
def test_nothing_is_looked_up_near_a_planet(layout: str, clear: bool) -> None:
    state = table([ship("a", "shiva", "tog", "1207"), ship("b", "shiva", "rl", "2007")], layout=layout)
    assert bool(open_space.area(state)) is clear


@given(last=st.integers(-4, 4))
def test_a_change_of_velocity_after_a_way_needs_no_other_way(last: int) -> None:
    state = table([ship("a", "fulgur", "tog", "1207", 2, velocity=4), ship("b", "shiva", "rl", "2007")])
    unit, plan = state.ships["a"], movement.Plan(0, "AAAA", last)
    track = movement.follow(state, unit, plan)
    if not track.faults:
        assert track == movement.follow(state, unit, plan._replace(last=0)).then(last)
