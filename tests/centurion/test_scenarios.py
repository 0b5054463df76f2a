"""The published scenarios set up and played; what only scenarios have: sneak suits, missions off the board, help from orbit."""

from typing import Any

import pytest

from scales.centurion import ENGINE
from scales.centurion.ground import sneak
from scales.centurion.movement import maneuver
from scales.centurion.preparation.setup import SetUp
from scales.centurion.scenario import bill, scoring
from scales.centurion.state import BattleState
from scales.centurion.support import calls, naval_calls, off_board, thor
from scales.dice import seeded_secret
from scales.engine import Json, Orders
from scales.hexes import hex_of
from scales.play import Play
from tests.centurion.field import battle, platoon, play, setup, vehicle
from tests.centurion.scenario_files import given, opened
from workers.battle import Battle, play_battle

SCENARIOS = (
    "nowhere_to_run",
    "desperate_times",
    "pass_in_review",
    "sharp_as_a_vipers_tooth",
    "welcoming_committee",
    "snake_pit",
    "fog_bound_massacre",
    "wolves_among_sheep",
)


# --- the published scenarios --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_published_scenario_is_set_up_as_it_says(name: str) -> None:
    state = opened(name)
    assert ENGINE.invariants(state) == []
    assert state.goals is not None
    for century in state.centuries.values():
        assert century.centurion in state.vehicles or not any(v.century == century.id for v in state.vehicles.values())
    for each in state.vehicles.values():
        assert (each.hex is None) == (state.platoons[each.platoon].entry is not None)


@pytest.mark.parametrize("name", SCENARIOS)
def test_bots_play_a_published_scenario_soundly(name: str) -> None:
    playing = Battle(ENGINE, given(name), seeded_secret(3))
    for number, _ in enumerate(playing.play()):
        assert ENGINE.invariants(playing.table()) == []
        if number == len(ENGINE.phases):
            break
    assert playing.report is not None
    assert playing.report.turn >= 1


def test_a_published_scenario_ends_with_levels_for_both_sides() -> None:
    report = play_battle(ENGINE, given("welcoming_committee"), seeded_secret(1))
    assert report.over
    assert sorted(level.split("_")[-1] for level in report.levels.values()) == ["defeat", "victory"]
    assert report.levels[report.winner or ""].endswith("victory")


def test_columns_stand_where_the_parade_says() -> None:
    state = opened("pass_in_review")
    assert [v.hex.label for v in state.vehicles.values() if v.platoon == "cw-1-2" and v.hex] == ["1318", "1319", "1320"]
    assert state.vehicles["cw-2-1-1"].hex == hex_of("0723")


def test_centuries_of_one_side_have_leaders_and_troops_of_their_own() -> None:
    state = opened("welcoming_committee")
    assert [(c.leadership, c.quality) for c in state.centuries.values()] == [(2, "regular"), (5, "elite"), (2, "regular"), (4, "regular")]


# --- missions off the board -----------------------------------------------------------------------------------------------------------


def guns(*dice: int) -> Play[BattleState]:
    """A grounded and a hovering Pedden whose missions are paid, and an enemy with a battery."""
    term = {"side": "tog", "event": "mission", "edges": ["south"], "points": 2, "text": "missions"}
    battery = {"id": "b", "name": "B", "side": "cw", "missions": 1, "shots": 9}
    down = vehicle("g", "pedden", "0505", grounded=True)
    return play(battle(down, vehicle("h", "pedden", "0605"), victory={"terms": [term]}, batteries=[battery]), *dice)


def test_a_grounded_gun_sends_three_missions_and_draws_fire_on_its_hex() -> None:
    told = guns(1, 5)
    (decision,) = off_board.send(told)
    assert [len(slot.options) for slot in off_board.offers(told.state, decision)] == [3, 2]
    told.answers = {decision.key: Orders({"g": {"missions": 3}, "h": {"missions": 1}})}
    assert off_board.send(told) == ()
    assert scoring.points(told.state) == {"tog": 8, "cw": 0}
    assert [(c.side, c.round, c.due) for c in told.state.calls] == [("cw", "hafe_i", 1)] * 2
    assert told.state.calls[0].hex == hex_of("0505")
    assert [e.seen_by for e in told.events] == [None, ["cw"], None]


def test_a_gun_that_hovers_sends_one_mission_and_one_that_has_fired_none() -> None:
    told = guns()
    (decision,) = off_board.send(told)
    faults = off_board.check(told.state, decision, Orders({"g": {"missions": 4}, "h": {"missions": 3}}))
    assert [fault.text.partition(" (")[0] for fault in faults] == [
        "g is grounded and sends 1 to 3 missions, not 4",
        "h is not grounded and sends 1 to 1 missions, not 3",
    ]
    told.state.vehicles["g"].fired = True
    told.state.vehicles["h"].effects += ["turret_weapons", "hull_weapons_1", "hull_weapons_2"]
    assert off_board.guns(told.state, "tog") == []


# --- help from orbit ------------------------------------------------------------------------------------------------------------------


def lent(**more: Any) -> BattleState:
    ships = [{"id": "dd", "name": "Fulgur", "side": "tog", "type": "fulgur", "since": 4, "until": 6}]
    given = {"ships": ships, "thor": [{"side": "tog", "missions": 1, "since": 3, "until": 4}], "turn_limit": 12} | more
    return battle(vehicle("t", "horatius", "0307"), **given)


def test_each_laser_bay_of_a_ship_is_a_mission_a_turn_within_its_window() -> None:
    state = lent()
    assert {id: [bay.damage for bay in ship.bays] for id, ship in state.ships.items()} == {"dd/1": [140], "dd/2": [10]}
    state.turn = 1
    assert naval_calls.ready(state, "tog") == []
    state.turn = 2
    assert [ship.ship for ship in naval_calls.ready(state, "tog")] == ["dd/1", "dd/2"]
    calls.new_call(state, "tog", kind="laser", source="dd/1", hex=hex_of("0505"), due=4)
    assert [ship.ship for ship in naval_calls.ready(state, "tog")] == ["dd/2"]
    naval_calls.report(play(state))
    assert set(state.ships) == {"dd/1", "dd/2"}


def test_a_satellite_is_called_in_its_window_only() -> None:
    state = lent()
    for state.turn, left in ((2, 0), (3, 1), (4, 1), (5, 0)):
        assert thor.missions(state, "tog") == left
    assert thor.missions(state, "cw") == 0
    assert ENGINE.view(state, "blue").state.thor == {}
    assert ENGINE.view(state, "blue").state.ship_windows == {}


def test_help_from_orbit_has_its_price() -> None:
    found = bill.bill(
        SetUp.model_validate(setup(platoon("tog", vehicle("t", "horatius", "0307")), platoon("cw", vehicle("e", "viper", "2507")), **ORBIT))
    )
    assert [(line.what, line.count, line.points) for line in found["tog"][1:]] == [
        ("turn of naval fire at 140 by Fulgur", 3, 42),
        ("turn of naval fire at 10 by Fulgur", 3, 3),
        ("turn with a mission of Thor", 2, 20),
    ]


def test_missiles_have_a_price_and_leviathans_rules_count_every_fifth_turn() -> None:
    ship = {"id": "bb", "name": "Shiva", "side": "tog", "type": "shiva", "since": 2, "until": 9, "missiles": True, "lasers": False}
    given = {"ships": [ship], "options": {"missile_barrages": True}}
    for options, count in (({}, 3), ({"leviathan_naval_rules": True}, 2), ({"naval_fire": False}, 0)):
        sides = platoon("tog", vehicle("t", "horatius", "0307")), platoon("cw", vehicle("e", "viper", "2507"))
        found = bill.bill(SetUp.model_validate(setup(*sides, **given | {"options": given["options"] | options})))
        lines = [(line.what, line.count, line.each) for line in found["tog"][1:]]
        assert lines == ([("missile barrage by Shiva", count, 15)] if count else [])


ORBIT: Json = {
    "ships": [{"id": "dd", "name": "Fulgur", "side": "tog", "type": "fulgur", "since": 4, "until": 6}],
    "thor": [{"side": "tog", "since": 3, "until": 4}],
}


def test_mistakes_about_orbit_are_named() -> None:
    ships = [{"id": "dd", "name": "x", "side": "rome", "type": "argo", "since": 4, "until": 3}]
    wrong = setup(
        platoon("tog", vehicle("t", "horatius", "0307")),
        platoon("cw", vehicle("e", "viper", "2507")),
        ships=ships,
        thor=[{"side": "tog"}] * 2,
    )
    text = " ".join(fault.text for fault in ENGINE.faults(wrong))
    assert all(says in text for says in ("of a class 'argo'", "no side 'rome'", "never comes", "two satellites"))


# --- sneak suits ------------------------------------------------------------------------------------------------------------------------


def sneaking(hex: str) -> BattleState:
    squad = {"id": "s", "type": "bounce_tvlg", "name": "s", "hex": hex, "sneak_suit": True}
    return battle(vehicle("t", "horatius", "0101"), squads=(squad,))


def test_squads_in_sneak_suits_are_out_of_sight_until_an_enemy_is_near() -> None:
    state = sneaking("2009")
    sneak.vanish(play(state))
    assert state.squads["s"].hidden
    assert "s" not in ENGINE.view(state, "blue").state.squads
    maneuver.carry_out(play(state), state.squads["s"], {"kind": "march", "route": "3"})
    assert state.squads["s"].hidden
    assert ENGINE.invariants(state) == []
    state.squads["s"].hex = hex_of("2311")
    told = play(state)
    sneak.notice(told)
    assert not state.squads["s"].hidden
    assert told.events[0].text == "s, hidden in 2311, is revealed: enemy is within 3 hexes."
    sneak.vanish(play(state))
    assert not state.squads["s"].hidden
