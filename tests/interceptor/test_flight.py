"""Flight: thrust, turns, paths, the air, gravity."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scales.armor import boxes_left
from scales.dice import ScriptedDice
from scales.engine import Orders
from scales.hexes import Hex, distance
from scales.interceptor.board import board
from scales.interceptor.movement.control import tumble
from scales.interceptor.movement.ends import ends, is_harmless
from scales.interceptor.movement.flight import Plan, Pose, Wings, cost, fall, follow, may_raise, turn_cost
from scales.interceptor.movement.flying import fly
from scales.interceptor.movement.well import gravity
from scales.interceptor.tables import rule
from tests.interceptor.scenes import Table, board_of, craft, play_of

WINGS = Wings(4)


def test_a_hexside_costs_more_the_faster_a_craft_flies() -> None:
    assert [turn_cost(v) for v in (0, 2, 3, 5, 6, 9, 12, 26, 27, 40)] == [1, 1, 2, 2, 3, 4, 5, 9, 10, 10]


def test_a_plan_costs_its_velocity_changes_and_its_turns() -> None:
    assert cost(Plan(2, (0, 1, 0, 0, -1, 0), 1), 3, WINGS) == 2 + 2 + 2 + 1
    assert cost(Plan(0, (0, 1, -1)), 2, Wings(4, left=1)) == 1 + 2, "a broken left thruster asks one more for a turn to the left"


def test_a_path_turns_before_it_moves() -> None:
    track = follow(board("interceptor_deep_space"), Pose(Hex(10, 14), 1, 3), Plan(0, (0, 1, 0, 2)), WINGS)
    assert track.hexes == [Hex(10, 13), Hex(11, 12), Hex(12, 12)]
    assert (track.pose.heading, track.pose.velocity, track.end) == (4, 3, "")


def test_flying_over_an_edge_leaves_the_board_and_into_the_ground_crashes() -> None:
    assert follow(board("interceptor_deep_space"), Pose(Hex(1, 5), 6, 2), Plan(0, (0, 0, 0)), WINGS).end == "left"
    assert follow(board("three_game"), Pose(Hex(2, 5), 6, 2), Plan(0, (0, 0, 0)), WINGS).end == "crash"


@pytest.mark.parametrize(
    ("velocity", "limit", "end", "scorch"),
    [(4, 4, "", 0), (5, 4, "", 10), (6, 4, "", 20), (7, 4, "burnt", 0), (2, 2, "", 0), (4, 2, "", 20), (1, 0, "burnt", 0)],
)
def test_the_air_slows_burns_or_breaks_what_is_too_fast(velocity: int, limit: int, end: str, scorch: int) -> None:
    track = follow(board("three_game"), Pose(Hex(7, 10), 6, velocity), Plan(0, (0,) * (velocity + 1)), Wings(limit))
    assert (track.end, track.scorch) == (end, scorch)
    if scorch:
        assert track.pose.velocity == limit


POSES = st.builds(Pose, st.builds(Hex, st.integers(1, 26), st.integers(1, 28)), st.integers(1, 6), st.integers(0, 9))


@given(POSES, st.integers(1, 9), st.sampled_from([0, 2, 4]))
def test_every_end_is_where_its_plan_leads(start: Pose, budget: int, limit: int) -> None:
    b = board("three_game")
    wings = Wings(limit, left=1)
    for end in ends(start, budget, wings):
        plan = Plan(end.faster, end.turns)
        assert cost(plan, start.velocity, wings) == end.spent <= budget
        assert distance(start.hex, end.hex, "odd") <= end.velocity
        if is_harmless(b, start.hex, end, wings):
            track = follow(b, start, plan, wings)
            assert (track.pose, track.end, track.scorch) == (Pose(end.hex, end.heading, end.velocity), "", 0)


def test_gravity_pulls_down_one_hex_and_changes_velocity_along_the_fall() -> None:
    b = board("three_game")
    assert fall(b, Pose(Hex(12, 9), 6, 3)) == Pose(Hex(11, 9), 6, 4)
    assert fall(b, Pose(Hex(12, 9), 2, 3)) == Pose(Hex(11, 9), 2, 2)
    assert fall(b, Pose(Hex(12, 9), 1, 3)) == Pose(Hex(11, 9), 1, 3)
    assert fall(b, Pose(Hex(7, 9), 1, 3)).hex == Hex(6, 9), "the interface belongs to the well"
    assert fall(b, Pose(Hex(6, 9), 6, 3)) == Pose(Hex(6, 9), 6, 3), "the atmosphere does not"
    assert fall(board("two_game"), Pose(Hex(10, 9), 2, 3)) == Pose(Hex(11, 9), 2, 4)


def test_an_orbit_is_raised_only_along_the_ground_in_the_well() -> None:
    b = board("three_game")
    assert may_raise(b, Hex(10, 5), 1)
    assert not may_raise(b, Hex(10, 5), 2)
    assert not may_raise(b, Hex(5, 5), 1)
    assert follow(b, Pose(Hex(10, 5), 4, 1), Plan(0, (0, 0), 0, 2), WINGS).pose.hex == Hex(12, 6)


def test_gravity_into_the_air_scorches_a_fast_craft() -> None:
    state = board_of(craft("t1", "gladius", "1:0705", heading=1, velocity=6), layout="three_game")
    play = play_of(state)
    gravity(play)
    t1 = state.craft["t1"]
    assert (t1.column, t1.velocity) == (6, 4)
    assert play.events[-1].kind == "scorched"
    assert boxes_left(t1.armor["bow"]) == 100 - 20


def test_a_craft_not_made_for_the_air_crashes_in_it() -> None:
    state = board_of(craft("t1", "tormenta", "1:0705", heading=1, velocity=1), layout="three_game")
    gravity(play_of(state))
    assert state.craft["t1"].where == "destroyed"


def test_powerless_and_out_of_control_in_a_ground_hex_is_a_crash() -> None:
    state = board_of(craft("t1", "gladius", "1:0105", heading=1), craft("t2", "gladius", "1:0105", heading=1), layout="three_game")
    for id in ("t1", "t2"):
        state.craft[id].marks["drive"] = 4
    state.craft["t1"].wild = True
    gravity(play_of(state, 7))
    assert [state.craft[i].where for i in ("t1", "t2")] == ["destroyed", "board"]


@pytest.mark.parametrize(("die", "crew", "hex"), [(7, "ejected", "1:0105"), (8, "dead", "")])
def test_the_pilot_of_a_crashed_craft_stays_in_its_hex_if_the_ejection_system_works(die: int, crew: str, hex: str) -> None:
    state = board_of(craft("t1", "gladius", "1:0105", heading=1), layout="three_game")
    state.craft["t1"].marks["drive"], state.craft["t1"].wild = 4, True
    gravity(play_of(state, die))
    assert (state.craft["t1"].crew, state.craft["t1"].pilot_in) == (crew, hex)


@pytest.mark.parametrize("die", range(1, 10))
def test_random_movement_follows_the_chart(die: int) -> None:
    state = board_of(craft("t1", "gladius", "1:1010", heading=1, velocity=3))
    tumble(play_of(state, die), state.craft["t1"])
    result, t1 = rule("random_movement")["die"][die - 1], state.craft["t1"]
    if result.endswith("V"):
        assert (t1.velocity, t1.heading) == (3 + int(result[:-1]), 1)
        assert t1.hex == Hex(10, 10 - t1.velocity)
    else:
        assert t1.heading == {"TR1": 2, "TL1": 6, "TR2": 3, "TL2": 5}[result]
        assert (distance(t1.hex, Hex(10, 10), "odd"), t1.velocity) == (1, 3)


def test_out_of_control_keeps_the_hex_and_turns_at_random() -> None:
    state = board_of(craft("t1", "gladius", "1:1010", heading=1, velocity=3))
    tumble(play_of(state, 10, 4), state.craft["t1"])
    t1 = state.craft["t1"]
    assert (t1.wild, t1.heading, t1.hex) == (True, 4, Hex(10, 10))


@pytest.mark.parametrize(("die", "kinds"), [(7, ["thrust_exceeded", "moved"]), (8, ["thrust_exceeded", "random_maneuver", "moved"])])
def test_more_than_the_safe_thrust_needs_a_saving_roll(die: int, kinds: list[str]) -> None:
    """Funda: thrust 10, piloting 5, safe 8; nine points are one over, 7 or less holds."""
    table = Table(board_of(craft("t1", "funda", "1:1014", heading=1, velocity=1)))
    table.state.order = [["tog", "0"]]
    order = Orders({"move": {"craft": "t1", "faster": 9, "turns": [0] * 11}})
    table.phase("movement", answers={"move:0": order}, dice=ScriptedDice.of(*([die] if die == 7 else [die, 2])))
    assert [e.kind for e in table.events] == kinds


def test_fly_tells_where_it_went() -> None:
    state = board_of(craft("t1", "gladius", "1:1010", heading=1, velocity=2))
    play = play_of(state)
    fly(play, state.craft["t1"], Plan(0, (0, 0, 1)))
    assert play.events[-1].text == "t1 flies to 1:1008, heading 2, velocity 2."
