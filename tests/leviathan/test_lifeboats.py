"""Installations are abandoned; their lifeboats fly and land (leviathan: Abandoning an Installation)."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from scales.dice import ScriptedDice
from scales.engine import Decision, Orders
from scales.hexes import Hex
from scales.leviathan import ENGINE, board
from scales.leviathan.installations import abandoning, boats, facility
from scales.leviathan.state import Lifeboat, State
from scales.play import Play
from tests.leviathan.table import Game, ship, table


def _planet(kind: str = "on4", hex: str = "1:0914", **more: Any) -> State:
    units = [ship("fulgur", "fulgur", "tog", "2:2412", 1), ship("ajax", "ajax", "rl", "2:2601", 1)]
    base = {"id": "base", "name": "Base", "class": kind, "side": "rl", "hex": hex, **more}
    return table(units, layout="leviathan_planet", installations=[base])


def _abandoned(state: State | None = None) -> Game:
    """A base whose commander has given the order in the first turn."""
    game = Game(state or _planet())
    game.phase("power")
    game.phase("movement", say={"base": {"abandon": True}})
    return game


def _rest(game: Game) -> None:
    for name in ("spotting", "launch", "combat", "power"):
        game.phase(name)


def _boat(state: State, **more: Any) -> Lifeboat:
    boat = replace(Lifeboat("b", "Lifeboat", "rl", "base", Hex(10, 14), 10, 0, heading=5), **more)
    state.lifeboats[boat.id] = boat
    return boat


# ---- the order -----------------------------------------------------------------------------------------------------


def test_ten_boats_are_placed_at_the_beginning_of_the_next_movement_phase() -> None:
    game = _abandoned()
    (told,) = [e for e in game.events if e.kind == "abandoned"]
    assert told.data == {"boats": 10, "launching": "automatic", "turn": 2, "people": 10}
    assert game.state.lifeboats == {}
    _rest(game)
    events = game.phase("movement")
    (launched,) = [e for e in events if e.kind == "lifeboats_launched"]
    assert launched.data == {"launched": 10, "failed": 0, "people": 10}
    assert launched.checks == []
    assert events.index(launched) < min(n for n, e in enumerate(events) if e.kind == "moved")
    assert len(game.state.lifeboats) == 10
    assert game.state.ships["base"].evacuation.boats == 0


def test_after_the_order_an_installation_does_nothing_and_its_shields_stay() -> None:
    state = _planet()
    state.ships["fulgur"].hex = Hex(12, 14)
    shields = dict(state.ships["base"].shields)
    game = _abandoned(state)
    for name in ("spotting", "launch", "combat", "power"):
        assert not [e for e in game.phase(name) if e.units[:1] == ["base"] and e.kind in ("fired", "turrets", "launched", "searched")]
    base = game.state.ships["base"]
    assert base.shields == shields
    assert (base.abandoned, base.effective, base.power) == (True, False, 0)
    assert not abandoning.may_abandon(base)


def test_a_commander_is_asked_once_a_turn_and_never_again_after_the_order() -> None:
    state = _planet()
    assert [d.key for d in abandoning.asked(state, "rl")] == ["abandon:rl"]
    assert abandoning.asked(state, "tog") == []
    assert abandoning.asked(_abandoned(state).state, "rl") == []


def test_the_offer_tells_what_the_order_means() -> None:
    state = _planet()
    state.ships["base"].effects |= {"lifeboat_system": 1, "main_computer": 1}
    (slot,) = ENGINE.offers(ENGINE.view(state, "rl"), abandoning.asked(state, "rl")[0])
    hold, go = slot.options
    assert (hold.order, go.order) == ({"abandon": False}, {"abandon": True})
    assert go.info == {"boats": 10, "people": 10, "turn": 2, "by_hand": True, "output": 50, "stores": 100}


@pytest.mark.parametrize("order", [{"abandon": 1}, {"abandon": 0}, {"abandon": True, "more": 1}, "yes", {"abandon": "no"}])
def test_an_order_that_says_neither_is_refused(order: Any) -> None:
    state = _planet()
    decision = abandoning.asked(state, "rl")[0]
    (fault,) = ENGINE.check(ENGINE.view(state, "rl"), decision, Orders({"base": order}))
    assert "Base" in fault.text or fault.code == "malformed"
    assert "leviathan: Abandoning an Installation" in fault.text or fault.code == "malformed"


# ---- damaged systems -----------------------------------------------------------------------------------------------


def test_damaged_in_the_turn_of_the_order_each_boat_rolls_odd_to_go() -> None:
    game = _abandoned()
    game.state.ships["base"].effects["lifeboat_system"] = 1
    state = game.state
    state.turn = 2
    play = Play(state, ScriptedDice.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10))
    abandoning.launch_boats(play)
    (event,) = play.events
    assert [c.passed for c in event.checks] == [True, False] * 5
    assert event.data == {"launched": 5, "failed": 5, "people": 10}
    base = state.ships["base"]
    assert (base.evacuation.boats, base.evacuation.launching, base.evacuation.due) == (5, "manual", 5)
    for turn in (3, 4):
        state.turn = turn
        assert abandoning.launch_boats(play) == []
        assert base.evacuation.boats == 5
    state.turn = 5  # a turn later by hand, and that takes two
    abandoning.launch_boats(play)
    assert base.evacuation.boats == 0
    assert len(state.lifeboats) == 10
    assert len({b.id for b in state.lifeboats.values()}) == 10


def test_damaged_before_the_order_the_boats_are_launched_by_hand_in_two_turns() -> None:
    state = _planet()
    state.ships["base"].effects["lifeboat_system"] = 1
    game = _abandoned(state)
    (told,) = [e for e in game.events if e.kind == "abandoned"]
    assert (told.data["launching"], told.data["turn"]) == ("manual", 3)
    for turn in (2, 3):
        _rest(game)
        events = game.phase("movement")
        assert bool([e for e in events if e.kind == "lifeboats_launched" and not e.rolls]) == (turn == 3)


def test_a_destroyed_installation_launches_nothing() -> None:
    game = _abandoned()
    game.state.ships["base"].destroyed = True
    game.state.turn = 2
    abandoning.launch_boats(Play(game.state, ScriptedDice.of()))
    assert game.state.lifeboats == {}


@pytest.mark.parametrize(("left", "people"), [(10, 10), (7, 14), (5, 20), (3, 20), (0, 0)])
def test_people_spread_over_the_boats_and_twenty_percent_is_the_most(left: int, people: int) -> None:
    base = _planet().ships["base"]
    base.evacuation.boats = left
    assert abandoning.load(base) == people


# ---- flying --------------------------------------------------------------------------------------------------------


def test_a_boat_takes_any_direction_at_its_launch_and_pays_for_turns_later() -> None:
    state = _planet()
    boat = _boat(state, fresh=3)
    state.turn = 3
    assert {boats.cost(state, boat, heading, 1) for heading in range(1, 7)} == {0}
    state.turn = 4
    assert [boats.cost(state, boat, heading, 1) for heading in (5, 6, 4, 1, 2)] == [0, 1, 1, 2, 3]
    assert boats.cost(state, boat, 6, 3) == 2 + 2


def test_thrust_points_never_come_back() -> None:
    state = _planet()
    boat = _boat(state, hex=Hex(24, 10), fresh=1, heading=2)
    state.turn = 1
    play = Play(state, ScriptedDice.of())
    play.answers = {"lifeboats:rl": Orders({"b": {"heading": 2, "velocity": 3}})}
    state.at.memo["asked"] = True
    boats.fly_all(play)
    assert (boat.thrust, boat.velocity) == (1, 3)
    state.turn = 2
    assert "has 1 thrust point" in boats.fault(state, boat, {"heading": 2, "velocity": 5})
    assert boats.fault(state, boat, {"heading": 2, "velocity": 4}) == ""


@pytest.mark.parametrize(
    "order", [{"heading": 7, "velocity": 1}, {"heading": 1}, {"heading": 1, "velocity": -1}, {"heading": True, "velocity": 1}, []]
)
def test_what_is_no_flight_is_refused_with_the_rule(order: Any) -> None:
    state = _planet()
    boat = _boat(state)
    view, decision = ENGINE.view(state, "rl"), boats.asked(state, "rl")[0]
    (fault,) = ENGINE.check(view, decision, Orders({boat.id: order}))
    assert fault.code in ("illegal", "malformed")
    assert fault.code == "malformed" or fault.text.endswith("(leviathan: Abandoning an Installation)")


@pytest.mark.parametrize(("velocity", "status"), [(4, "landed"), (6, "landed"), (7, "lost")])
def test_a_boat_lands_if_it_enters_the_interface_at_six_or_less(velocity: int, status: str) -> None:
    state = _planet()
    boat = _boat(state, hex=Hex(5, 12), velocity=velocity, thrust=0)
    assert boats.fly(state, boat, 5, velocity).status == status


def test_a_boat_in_the_air_lands_without_thrust() -> None:
    state = _planet()
    boat = _boat(state, hex=Hex(4, 14), velocity=1, thrust=0)
    play = Play(state, ScriptedDice.of())
    boats.fly_all(play)  # nobody answers: it is asked first
    play.answers = {"lifeboats:rl": Orders({"b": {"heading": 5, "velocity": 1}})}
    boats.fly_all(play)
    assert boat.status == "landed"  # to the interface, and pulled into the atmosphere
    assert state.ships["base"].evacuation.saved == 10
    assert play.events[-1].data == {"people": 10, "saved": 10}


def test_a_boat_that_leaves_the_map_saves_its_people_too() -> None:
    state = _planet()
    boat = _boat(state, hex=Hex(26, 14), heading=2)
    assert boats.fly(state, boat, 2, 1).status == "left"


def test_the_pull_of_the_planet_may_drive_a_boat_into_the_interface_too_fast() -> None:
    state = _planet()
    boat = _boat(state, hex=Hex(4, 14), velocity=6)
    assert boats.pulled(state, boat) == boats.Flight(Hex(3, 14), 7, "lost")
    assert boats.pulled(state, replace(boat, velocity=5)).status == "flying"
    assert boats.pulled(state, replace(boat, hex=Hex(20, 14))).hex == Hex(20, 14)


def test_the_people_of_a_ground_installation_are_safe_when_the_boats_are_out() -> None:
    game = _abandoned(_planet("gl2", "1:0114"))
    _rest(game)
    events = game.phase("movement")
    assert len([e for e in events if e.kind == "lifeboat_saved"]) == 10
    assert facility.figures(game.state.ships["base"]) == {"output": 0, "stores": 100, "boats": 0, "abandoned": True, "saved": 100}


def test_boats_fly_after_everything_else_has_moved() -> None:
    game = _abandoned()
    _rest(game)
    moved = [e.units[0] for e in game.phase("movement") if e.kind == "moved"]
    first = next(n for n, unit in enumerate(moved) if unit in game.state.lifeboats)
    assert set(moved[:first]) == {"ajax", "fulgur"}
    assert all(unit in game.state.lifeboats for unit in moved[first:])


def test_the_bots_boats_come_down_safely() -> None:
    game = _abandoned()
    for _ in range(6):
        _rest(game)
        game.phase("movement")
    assert game.state.ships["base"].evacuation.saved == 100


def test_boats_are_no_targets() -> None:
    state = _planet()
    _boat(state, hex=Hex(23, 26))
    game = Game(state)
    game.turn()
    asked = Decision("fire:tog", "tog", "fire", "Fire.", ["fulgur"])
    targets = [str(o.order) for slot in ENGINE.offers(ENGINE.view(game.state, "tog"), asked) for o in slot.options]
    assert not [t for t in targets if "'b'" in t]


@settings(max_examples=60, deadline=None)
@given(column=st.integers(2, 26), row=st.integers(1, 28), heading=st.integers(1, 6), velocity=st.integers(0, 5), thrust=st.integers(0, 3))
def test_every_course_offered_is_legal_and_comes_to_something(column: int, row: int, heading: int, velocity: int, thrust: int) -> None:
    state = _planet()
    state.turn = 5
    boat = _boat(state, hex=Hex(column, row), heading=heading, velocity=velocity, thrust=thrust)
    (slot,) = ENGINE.offers(ENGINE.view(state, "rl"), boats.asked(state, "rl")[0])
    assert {"heading": heading, "velocity": velocity} in [o.order for o in slot.options]
    for option in slot.options:
        assert boats.fault(state, boat, option.order) == ""
        assert 0 <= option.info["cost"] <= thrust
        assert option.info["status"] in ("flying", "landed", "left", "lost")
        assert not board.off_map(state, Hex(*option.info["at"]))


# ---- how it shows --------------------------------------------------------------------------------------------------


def test_everybody_sees_boats_on_the_picture_and_their_record() -> None:
    game = _abandoned()
    _rest(game)
    game.phase("movement", say={f"base-lifeboat-{n}": {"heading": 2, "velocity": 1} for n in range(1, 11)})
    view = ENGINE.view(game.state, "tog")
    assert "base-lifeboat-1" in [c.unit for c in ENGINE.picture(view).counters]
    record = ENGINE.record(view, "base-lifeboat-1")
    assert (record["type"], record["people"], record["movement"]["thrust_left"]) == ("lifeboat", 10, 3)
    assert ENGINE.record(view, "base")["state"] == "abandoned"


def test_a_ruling_brings_the_crew_back() -> None:
    game = _abandoned()
    ruled = ENGINE.amend(game.state, {"kind": "repair", "unit": "base", "component": "crew", "reason": "a mistake"}, ScriptedDice.of())
    base = ruled.state.ships["base"]
    assert (base.abandoned, base.evacuation.boats) == (False, 10)


def test_variable_shields_stay_as_they_are_when_an_installation_is_abandoned() -> None:
    state = _planet()
    state.options = {"variable_shields": 1}
    game = Game(state)
    game.phase("power")
    shields = dict(game.state.ships["base"].shields)
    game.phase("movement", say={"base": {"abandon": True}})
    _rest(game)
    assert game.state.ships["base"].shields == shields
    assert any(shields.values())


def test_the_bot_gives_up_what_is_nearly_gone_and_nothing_else() -> None:
    answers = []
    for rows, effects in ((0, {}), (3, {"main_computer": 1}), (6, {}), (0, {"structural_collapse": 1}), (0, {"plant_destroyed": 1})):
        state = _planet()
        base = state.ships["base"]
        base.internals = [1023] * rows + base.internals[rows:]
        base.effects |= effects
        view, decision = ENGINE.view(state, "rl"), abandoning.asked(state, "rl")[0]
        orders = ENGINE.choose(view, decision, ENGINE.offers(view, decision), ScriptedDice.of())
        answers.append(orders.choices["base"]["abandon"])
    assert answers == [False, False, True, True, True]
