"""Who steers: drifting, out of control, random movement near the air and the edges, whose move is used up by what nobody steers."""

import pytest

from scales.dice import ScriptedDice
from scales.hexes import Hex
from scales.interceptor import ENGINE
from scales.interceptor.damage.condition import kind
from scales.interceptor.initiative.initiative import roll_initiative, turns
from scales.interceptor.movement.control import tumble
from scales.interceptor.movement.handling import is_steered
from scales.interceptor.movement.movement import move_all
from scales.interceptor.prospects import to_move
from scales.interceptor.state import State
from tests.interceptor.scenes import Table, board_of, craft, play_of


def lone(state: State) -> Table:
    """t1's side is alone to move."""
    table = Table(state)
    table.state.order = [["tog", str(kind(state.craft["t1"]).weight)]]
    return table


@pytest.mark.parametrize("why", ["no thrust", "no crew", "no thrust, out of control"])
def test_without_thrust_or_crew_a_craft_keeps_velocity_and_heading(why: str) -> None:
    table = lone(board_of(craft("t1", "angel", "1:1005", heading=4, velocity=3)))
    t1 = table.craft("t1")
    t1.marks = {"pilot": 6} if why == "no crew" else {"drive": 4}
    t1.wild = why.endswith("control")
    table.phase("movement", dice=ScriptedDice.of())
    t1 = table.craft("t1")
    assert table.asked == []
    assert [e.text for e in table.events] == ["t1 drifts to 1:1008, heading 4, velocity 3."]
    assert (t1.hex, t1.velocity, t1.wild) == (Hex(10, 8), 3, why.endswith("control"))


def test_a_drifting_craft_flies_off_the_board_for_good() -> None:
    table = lone(board_of(craft("t1", "gladius", "1:1001", heading=1, velocity=2)))
    table.craft("t1").marks = {"drive": 4}
    table.phase("movement", dice=ScriptedDice.of())
    assert (table.craft("t1").where, table.events[0].text) == ("left", "t1 drifts off the board for good.")


def test_a_drifting_craft_flies_into_the_ground() -> None:
    table = lone(board_of(craft("t1", "gladius", "1:0205", heading=6, velocity=2), layout="three_game"))
    table.craft("t1").marks = {"drive": 4}
    table.phase("movement", dice=ScriptedDice.of(7, 10))
    t1 = table.craft("t1")
    assert (t1.where, t1.crew, t1.pilot_in) == ("destroyed", "ejected", "1:0104")
    assert [e.kind for e in table.events] == ["ejection", "craft_destroyed", "pilot_down"]
    assert table.events[1].text == "t1 flies into the ground; its pilot ejects and is down in 1:0104."


@pytest.mark.parametrize(("dice", "kinds", "wild"), [((5, 1), ["control"], False), ((6, 1), ["control", "random_maneuver", "moved"], True)])
def test_control_is_regained_on_the_piloting_skill(dice: tuple[int, ...], kinds: list[str], wild: bool) -> None:
    """Regained, the craft moves as its pilot wants this turn; else the chart moves it."""
    state = board_of(craft("t1", "gladius", "1:1010", heading=4, velocity=3))
    state.craft["t1"].wild, state.order = True, [["tog", str(kind(state.craft["t1"]).weight)]]
    play = play_of(state, *dice[: 1 if not wild else 2])
    asked = move_all(play)
    assert [e.kind for e in play.events] == kinds
    assert (bool(asked), state.craft["t1"].wild) == (not wild, wild)
    assert play.events[0].checks[0].target == 5


def test_what_nobody_steers_takes_the_first_move_of_its_side() -> None:
    state = board_of(craft("t1", "gladius", "1:1010", heading=4, velocity=3), craft("t2", "gladius", "1:1205", heading=4, velocity=3))
    state.craft["t1"].marks = {"drive": 4}
    state.order = [["tog", str(kind(state.craft["t1"]).weight)]] * 2
    play = play_of(state)
    (decision,) = move_all(play)
    assert (decision.key, decision.units, state.craft["t1"].moved) == ("move:1", ["t2"], 1)
    assert [c.id for c in to_move(ENGINE.view(state, "tog"))] == ["t2"], "no plan is wanted for what drifts"
    assert [is_steered(state.craft[id], 1) for id in ("t1", "t2")] == [False, True]


def test_random_movement_turns_move_one_hex_whatever_the_velocity() -> None:
    state = board_of(craft("t1", "gladius", "1:1010", heading=1, velocity=0))
    tumble(play_of(state, 6), state.craft["t1"])
    t1 = state.craft["t1"]
    assert (t1.heading, t1.hex != Hex(10, 10), t1.velocity) == (2, True, 0)


@pytest.mark.parametrize(("velocity", "where", "after"), [(6, "board", 4), (8, "destroyed", 8)])
def test_a_random_turn_into_the_air_burns_at_the_real_velocity(velocity: int, where: str, after: int) -> None:
    state = board_of(craft("t1", "gladius", "1:0710", heading=1, velocity=velocity), layout="three_game")
    play = play_of(state, 7)
    tumble(play, state.craft["t1"])
    t1 = state.craft["t1"]
    assert (t1.where, t1.velocity) == (where, after)
    assert play.events[-1].kind == ("scorched" if where == "board" else "craft_destroyed")


def test_a_random_maneuver_over_an_edge_leaves_the_board() -> None:
    state = board_of(craft("t1", "gladius", "1:1002", heading=1, velocity=3))
    tumble(play_of(state, 2), state.craft["t1"])
    assert state.craft["t1"].where == "away", "its pilot may turn it round"


# --- initiative -------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("counts", "order"),
    [
        ({"a": 2, "b": 2}, "abab"),
        ({"a": 2, "b": 4}, "abbabb"),
        ({"a": 5, "b": 2}, "aabaaab"),
        ({"a": 1, "b": 3}, "abbb"),
    ],
)
def test_the_larger_side_moves_a_proportionate_number(counts: dict[str, int], order: str) -> None:
    assert "".join(turns(["a", "b"], counts)) == order


def rolled(*dice: int) -> list[list[str]]:
    """The order of moves of two gladii and a corvette against one avenger and a corvette."""
    units = [craft("t1", "gladius", "1:1010"), craft("t2", "gladius", "1:1110"), craft("t3", "angel", "1:1210")]
    state = board_of(*units, craft("c1", "avenger", "2:1004"), craft("c3", "pegasus", "2:1206"))
    roll_initiative(play_of(state, *dice))
    return state.order


def test_the_largest_category_moves_first_and_the_higher_roll_first_in_it() -> None:
    heavy, corvette = str(kind(board_of(craft("t1", "gladius", "1:1010")).craft["t1"]).weight), "4"
    assert rolled(3, 8, 9, 2) == [["com", corvette], ["tog", corvette], ["tog", heavy], ["tog", heavy], ["com", heavy]]


def test_level_dice_are_rolled_again() -> None:
    assert [side for side, _ in rolled(5, 5, 4, 6, 9, 2)] == ["com", "tog", "tog", "tog", "com"]


def test_three_sides_that_are_level_roll_again_among_themselves() -> None:
    """The best first roll stays the best, whatever the others roll in their tie."""
    sides = [{"id": id, "faction": "tog", "seat": id} for id in ("a", "b", "c")]
    units = [craft(f"t{id}", "gladius", "1:1010") | {"side": id} for id in ("a", "b", "c")]
    setup = {"layout": "interceptor_deep_space", "sides": sides, "craft": units}
    assert ENGINE.faults(setup) == []
    state = ENGINE.setup(setup, ScriptedDice.of()).state
    roll_initiative(play_of(state, 5, 8, 5, 9, 10))
    assert [side for side, _ in state.order] == ["b", "c", "a"]
