"""Down and up: the interface, the air, the pull of gravity, the orbit, and how craft end on the ground."""

import pytest

from scales.armor import boxes_left
from scales.dice import ScriptedDice
from scales.engine import Orders
from scales.hexes import Hex
from scales.interceptor import ENGINE
from scales.interceptor.board import board
from scales.interceptor.bot.caution import Safety
from scales.interceptor.damage.condition import kind
from scales.interceptor.movement.ends import unharmed
from scales.interceptor.movement.flight import Plan, Pose
from scales.interceptor.movement.flying import fly
from scales.interceptor.movement.handling import handling
from scales.interceptor.movement.movement import move_decision
from scales.interceptor.movement.well import gravity
from tests.interceptor.scenes import board_of, craft, play_of


@pytest.mark.parametrize(("type", "velocity", "scorch"), [("gladius", 7, 0), ("pegasus", 4, 0), ("pegasus", 7, 30)])
def test_only_patrol_craft_must_be_slow_in_the_interface(type: str, velocity: int, scorch: int) -> None:
    """Ten boxes of the bow for each point over 4, and 4 from then on; fighters have no limit there."""
    state = board_of(craft("t1", type, "2:0810", heading=6, velocity=velocity), layout="three_game")
    t1 = state.craft["t1"]
    t1.place(Hex(8, 14))
    whole = boxes_left(t1.armor["bow"])
    play = play_of(state)
    fly(play, t1, Plan(0, (0, 1, *(0,) * velocity)[: velocity + 1]))
    assert whole - boxes_left(t1.armor["bow"]) == min(scorch, whole)
    if scorch:
        assert t1.velocity == 4
        assert [e.rule for e in play.events if e.kind == "scorched"] == ["leviathan: Interface Zone Movement"]


@pytest.mark.parametrize(("velocity", "where"), [(4, "board"), (6, "board"), (7, "destroyed")])
def test_gravity_pulls_into_the_air_at_the_speed_there_is(velocity: int, where: str) -> None:
    state = board_of(craft("t1", "gladius", "1:0705", heading=1, velocity=velocity), layout="three_game")
    play = play_of(state)
    gravity(play)
    assert state.craft["t1"].where == where
    assert play.events[-1].kind == {4: "gravity", 6: "scorched", 7: "craft_destroyed"}[velocity]


def test_an_offer_tells_what_gravity_and_the_air_will_do() -> None:
    state = board_of(craft("t1", "gladius", "1:0705", heading=1, velocity=6), layout="three_game")
    state.at.phase = "movement"
    (slot,) = ENGINE.offers(ENGINE.view(state, "tog"), move_decision(state, "move:0", "tog", [state.craft["t1"]]))
    fast = next(o for o in slot.options if o.info["velocity"] == 6 and o.info.get("zone") == "interface")
    assert (fast.info["gravity"]["velocity"], fast.info["gravity"]["scorch"]) == (4, 20)
    burnt = [o for o in slot.options if o.info.get("gravity", {}).get("end")]
    assert all("burns up" in " ".join(o.info["notes"]) for o in burnt)


@pytest.mark.parametrize("up", [1, 2])
def test_thrust_along_the_ground_raises_the_orbit_and_gravity_takes_one_back(up: int) -> None:
    state = board_of(craft("t1", "gladius", "1:1010", heading=4, velocity=1), layout="three_game")
    state.order, state.at.phase = [["tog", str(kind(state.craft["t1"]).weight)]], ""
    order = Orders({"move": {"craft": "t1", "turns": [0, 0], "up": up}})
    step = ENGINE.advance(state, "movement", {}, [], ScriptedDice.of())
    assert ENGINE.check(ENGINE.view(step.state, "tog"), step.pending[0], order) == []
    step = ENGINE.advance(step.state, "movement", {"move:0": order}, [], ScriptedDice.of())
    t1 = step.state.craft["t1"]
    assert (t1.hex, t1.velocity) == (Hex(10 + up - 1, 11), 1), "the speed stays as it was"


def test_an_orbit_is_not_raised_on_the_way_down() -> None:
    state = board_of(craft("t1", "gladius", "1:1010", heading=6, velocity=1), layout="three_game")
    state.at.phase = "movement"
    view, decision = ENGINE.view(state, "tog"), move_decision(state, "move:0", "tog", [state.craft["t1"]])
    (fault,) = ENGINE.check(view, decision, Orders({"move": {"craft": "t1", "turns": [0, 0], "up": 1}}))
    assert fault.text == "t1 can raise its orbit only along the ground in the gravity well (leviathan: Gravity Well Movement)."


def test_a_craft_that_loses_its_last_hold_in_the_air_crashes_with_the_ejection_to_come() -> None:
    state = board_of(craft("t1", "gladius", "1:0410", heading=1, velocity=2), layout="three_game")
    state.craft["t1"].marks = {"atmospheric_controls": 1}
    play = play_of(state, 3)
    gravity(play)
    t1 = state.craft["t1"]
    assert (t1.where, t1.crew, t1.pilot_in) == ("destroyed", "ejected", "1:0410")
    assert play.events[-1].text == "t1 cannot fly in the atmosphere and crashes; its pilot ejects and is down in 1:0410."


def test_a_craft_hangs_in_the_air_at_rest_for_gravity_does_not_reach_there() -> None:
    state = board_of(craft("t1", "gladius", "1:0410", heading=1, velocity=0), layout="three_game")
    play = play_of(state)
    gravity(play)
    assert (state.craft["t1"].hex, play.events) == (Hex(4, 10), [])


def test_no_safe_move_of_a_patrol_craft_is_too_fast_for_the_interface() -> None:
    b = board("three_game")
    state = board_of(craft("t1", "pegasus", "1:1010", heading=6, velocity=6), layout="three_game")
    wings = handling(state, state.craft["t1"])
    found = unharmed(b, Pose(Hex(10, 10), 6, 6), 3, wings)
    assert not any(b.zone(end.hex) == "interface" and end.velocity > 4 for end in found)
    assert not Safety(b, 3, wings).lasts(Pose(Hex(7, 10), 1, 6))
