"""Fighters that go down to the board below: what they are loaded with, who flies them, and what comes back."""

from typing import Any

import pytest

from scales.codec import plain
from scales.engine import Json
from scales.leviathan import ENGINE
from scales.leviathan.fighters import below, pilots
from scales.leviathan.state import State
from scales.messages import Airman, FightersDown, FightersUp, Stores
from tests.leviathan.table import Game, document, fighters, mail, ship, table

ACES = [{"name": "Drusus", "gunnery": 4, "piloting": 5, "missions": 5, "craft": "gladius"}, {"name": "Galba", "gunnery": 3, "piloting": 4}]


def battle(**more: Any) -> State:
    wing = fighters("wing", "gladius_flight", "tog", "1:0214", **more)
    return table([ship("e", "ajax", "rl", "1:1404")], fighters=[wing], layout="leviathan_planet", interceptor=True)


def sent(state: State) -> FightersDown:
    return below.down(state.fighters["wing"], "1:0214")


def back(state: State, **more: Any) -> Game:
    """The unit returns in the launch phase."""
    state.fighters["wing"].down = True
    game = Game(state)
    up = FightersUp("wing", "tog", "1:0213", 4, 1, **more)
    game.phase("launch", [mail("fighters_up", plain(up))])
    return game


def loaded(loads: Json, **more: Any) -> Json:
    return fighters("wing", "gladius_flight", "tog", "1:0214", mission="ground", ground_loads=loads, **more)


def faults_of(*units: Json) -> list[str]:
    found = ENGINE.faults(document([ship("e", "ajax", "rl", "1:1404")], fighters=list(units), layout="leviathan_planet", interceptor=True))
    return [f.text for f in found]


# ---- ground loads --------------------------------------------------------------------------------------------------


def test_a_unit_takes_its_loads_down_and_has_no_missile_attack() -> None:
    state = battle(mission="ground", ground_loads={"gladius": {"hafe_i": 5, "painting_laser": 1}})
    assert sent(state).loads == {"gladius": {"hafe_i": 5, "painting_laser": 1}}
    assert (sent(state).mission, state.fighters["wing"].missile_attack) == ("ground", 0)


def test_what_a_unit_is_loaded_with_is_its_own_sides_alone() -> None:
    state = battle(mission="ground", ground_loads={"gladius": {"hafe_i": 6}})
    state.fighters["wing"].stores = [Stores("gladius", {"hafe_i": 1})]
    record = ENGINE.record(ENGINE.view(state, state.sides[0].seat), "wing")
    assert (record["ground_loads"], record["stores"]) == ({"gladius": {"hafe_i": 6}}, [{"craft": "gladius", "loads": {"hafe_i": 1}}])
    seen = ENGINE.view(state, state.sides[1].seat)
    assert (seen.state.fighters["wing"].loads, seen.state.fighters["wing"].stores) == ({}, [])
    assert "ground_loads" not in ENGINE.record(seen, "wing")


@pytest.mark.parametrize(
    ("loads", "words"),
    [
        ({"gladius": {"hafe_i": 7}}, "it has 6 hard points"),
        ({"gladius": {"painting_laser": 2}}, "1 painting laser at most"),
        ({"gladius": {"sss": 1}}, "is loaded with 'sss'"),
        ({"onagri": {"glad": 1}}, "no 'onagri' in the unit"),
        ({"gladius": {"hell": 1, "glad": 5}}, "more than a tenth"),
    ],
)
def test_loads_that_do_not_fit_are_refused(loads: Json, words: str) -> None:
    (text,) = faults_of(loaded(loads))
    assert words in text
    assert "(centurion: Fighter Ground Missions)" in text


def test_loads_without_the_mission_are_refused() -> None:
    (text,) = faults_of(fighters("wing", "gladius_flight", "tog", "1:0214", ground_loads={"gladius": {"glad": 6}}))
    assert "mission ground" in text


def test_a_tenth_of_all_rounds_of_a_side_may_be_hell() -> None:
    """A squadron with one HELL round a craft beside a flight with the usual loads: 6 of 180 rounds."""
    squadron = fighters("red", "gladius_squadron", "tog", "1:0213", mission="ground", ground_loads={"gladius": {"hell": 1, "glad": 5}})
    assert faults_of(squadron, fighters("wing", "gladius_flight", "tog", "1:0214", mission="ground")) == []
    assert len(faults_of(squadron)) == 1


# ---- coming back ---------------------------------------------------------------------------------------------------


def test_stores_follow_the_craft_until_the_unit_is_armed_again() -> None:
    state = battle(mission="ground")
    state.fighters["wing"].stores = [Stores("gladius", {"adm": 1})]
    game = back(state, stores=[Stores("gladius", {"glad": 1}), Stores("gladius", {}), Stores("gladius", {"glad": 6}, lost=True)])
    unit = game.state.fighters["wing"]
    assert unit.stores == [Stores("gladius", {"glad": 1}), Stores("gladius", {})]
    assert sent(game.state).stores == unit.stores
    game = back(game.state, stores=[Stores("gladius", {})])
    assert game.state.fighters["wing"].stores == [Stores("gladius", {})] * 2


def test_a_unit_without_its_missiles_says_so() -> None:
    state = battle()
    assert sent(state).armed
    state.fighters["wing"].missiles_left = False
    assert not sent(state).armed


def test_pilots_bring_missions_back_and_lose_them_with_their_craft() -> None:
    state = battle(pilots=ACES)
    assert sent(state).pilots == [Airman("Drusus", 4, 5, 5, "gladius"), Airman("Galba", 3, 4)]
    news = [Airman("Drusus", 4, 5, 6, "gladius"), Airman("Galba", 3, 4, 0, "gladius", "wounded"), Airman("Nobody", 4, 5)]
    game = back(state, pilots=news)
    drusus, galba = game.state.fighters["wing"].pilots
    assert (drusus.missions, drusus.craft, drusus.result) == (6, "gladius", "")
    assert (galba.missions, galba.result, galba.fighter, pilots.out_hours(galba)) == (0, "wounded", "lost", 168)
    assert [p.name for p in sent(game.state).pilots] == ["Drusus"]
    assert game.state.fighters["wing"].lost == 6


def test_what_became_of_a_pilot_below_stands_on_the_sheet_for_later_battles() -> None:
    game = back(battle(pilots=ACES), pilots=[Airman("Drusus", 4, 5, 6, "gladius"), Airman("Galba", 3, 4, 0, "gladius", "captured")])
    sheet = ENGINE.report(game.state).fates["wing"].sheet
    assert sheet["pilots"][0]["missions"] == 6
    later = battle(sheet=sheet, hours=10_000)
    assert [(p.name, p.missions, p.result) for p in later.fighters["wing"].pilots] == [("Drusus", 6, ""), ("Galba", 0, "captured")]
