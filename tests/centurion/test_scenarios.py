"""Scenario Design: the published scenarios set up and played, points, terms, exits and Victory Levels."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from campaigns.check import board_setup, parse
from campaigns.library import find
from scales.centurion import (
    ENGINE,
    bill,
    calls,
    ending,
    entering,
    entry,
    exits,
    initiative,
    maneuver,
    naval_calls,
    off_board,
    options,
    orders,
    scoring,
    sneak,
    thor,
)
from scales.centurion.setup import SetUp
from scales.centurion.state import BattleState
from scales.dice import KeyedDice, ScriptedDice, seeded_secret
from scales.engine import Json, Orders
from scales.engines import engine
from scales.hexes import hex_of
from scales.play import Play
from tests.centurion.field import battle, platoon, play, setup, vehicle
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
DOCUMENT = Path(__file__).parents[2] / "docs" / "centurion-battles.md"


def given(name: str) -> Json:
    """The set-up of a battle of the library."""
    campaign = find(name, engine)
    return board_setup(campaign, campaign.theatres[0], "centurion")


def opened(name: str) -> BattleState:
    state: BattleState = ENGINE.setup(given(name), KeyedDice(key=seeded_secret(1))).state
    return state


def example() -> Json:
    """The battle that the documentation shows."""
    found = re.search(r"```yaml\n(.*?)```", DOCUMENT.read_text(), re.S)
    assert found is not None
    campaign = parse(found[1], "ford.yaml", engine)
    return board_setup(campaign, campaign.theatres[0], "centurion")


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


# --- coming onto the board ----------------------------------------------------------------------------------------------------------


def late(**more: Any) -> BattleState:
    """A TOG tank that enters over the west edge in turn 2, a Liberator far away."""
    mine = platoon("tog", {"id": "t", "type": "horatius", "name": "t"}) | {"enter": {"edge": "west", "turn": 2, "velocity": 8, **more}}
    state: BattleState = ENGINE.setup(setup(mine, platoon("cw", vehicle("enemy", "liberator", "2513"))), ScriptedDice.of()).state
    return state


def refused(state: BattleState, order: Json) -> list[str]:

    return [fault.text for fault in orders.faults_of(state, state.vehicles["t"], order)]


def into(**changes: Any) -> Json:
    return {"kind": "enter", "hex": "0107", "facing": 2, "velocity": 8, "move": {"kind": "grav", "path": "F" * 8}} | changes


def test_units_that_come_later_wait_off_the_board_until_their_turn() -> None:
    state = late()
    assert state.vehicles["t"].hex is None
    state.turn = 1
    assert refused(state, into()) == ["t enters in turn 2, not in turn 1 (centurion: Scenario Design)"]
    state.turn = 2
    assert entry.is_due(state, state.vehicles["t"])
    assert refused(state, into()) == []


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"hex": "0207"}, "does not enter over 0207"),
        ({"velocity": 9}, "enters at velocity 0 to 8, not 9"),
        ({"facing": 5}, "enters over 0107 with facing 2 or 3, not 5"),
        ({"move": {"kind": "grav", "path": "F" * 9}}, "velocity points"),
    ],
)
def test_an_entry_against_the_scenario_is_refused_with_the_reason(changes: Json, says: str) -> None:
    state = late()
    state.turn = 2
    assert says in " ".join(refused(state, into(**changes)))


def test_who_must_enter_may_not_stay_away_and_who_may_come_later_may() -> None:
    state, free = late(), late(or_later=True)
    state.turn = free.turn = 2
    assert "has to enter" in refused(state, {"kind": "stay"})[0]
    assert refused(free, {"kind": "stay"}) == []


def test_every_way_in_that_is_offered_is_legal_and_ends_where_it_says() -> None:

    state = late()
    state.turn = 2
    offered = options.options(state, state.vehicles["t"])
    assert len({o.order["hex"] for o in offered}) > 2
    for option in offered[::7]:
        assert refused(state, option.order) == []
        again = late()
        again.turn = 2
        maneuver.carry_out(play(again), again.vehicles["t"], option.order)
        assert again.vehicles["t"].hex == hex_of(option.info["hex"])
        assert again.vehicles["t"].velocity == option.info["velocity"]


def test_a_centurion_still_to_come_leads_as_his_scenario_says() -> None:

    state = opened("snake_pit")
    assert initiative.leadership(state, "tog") == 1
    state.vehicles["tog-1-1-1"].hex = hex_of("2505")
    assert initiative.leadership(state, "tog") == 4


# --- leaving it ---------------------------------------------------------------------------------------------------------------------


def leaving(**exit: Any) -> BattleState:
    """A tank before the west edge, heading for it, and another exit in the east."""
    named = [{"side": "tog", "edges": ["west"], **exit}, {"side": "cw", "edges": ["east"]}]
    return battle(vehicle("t", "horatius", "0307", facing=5, velocity=6), victory={"exits": named})


OUT = {"kind": "leave", "move": {"kind": "grav", "path": "FF"}}


def test_a_vehicle_leaves_over_its_exit_and_is_not_lost() -> None:

    state = leaving()
    assert refused(state, OUT) == []
    maneuver.carry_out(play(state), state.vehicles["t"], OUT)
    gone = state.vehicles["t"].gone
    assert gone is not None
    assert (gone.edge, gone.safe, scoring.points(state)) == ("west", True, {"tog": 0, "cw": 0})


def test_an_exit_that_is_not_open_yet_refuses_with_its_terms() -> None:
    state = leaving(since=4)
    state.turn = 2
    assert "its exits are the west edge from turn 4" in refused(state, OUT)[0]
    assert "no exit" in " ".join(
        exits.refused(battle(vehicle("t", "horatius", "0307")), battle().vehicles.get("t") or state.vehicles["t"], "west", "0107")
    )


def test_leaving_by_an_edge_that_is_not_safe_counts_as_destroyed() -> None:
    state = leaving(since=4)
    state.turn = 2
    tank = state.vehicles["t"]
    tank.hex = hex_of("0107")
    entering.leave(play(state), tank, 5)
    assert tank.left
    assert scoring.points(state) == {"tog": 0, "cw": 17}


# --- points and levels --------------------------------------------------------------------------------------------------------------


def scored(*terms: Json, **more: Any) -> BattleState:
    victory = {"terms": list(terms), **more}
    changes = {"1010": "0b2/20"}
    return battle(vehicle("t", "horatius", "0307"), vehicle("u", "aeneas", "0308"), changes=changes, victory=victory)


def test_terms_earn_points_besides_what_is_destroyed() -> None:
    state = scored(
        {"side": "tog", "event": "ruin", "hexes": ["1010"], "points": 10, "text": "the depot"},
        {"side": "cw", "event": "destroy", "units": ["u"], "points": 5, "text": "the guide"},
    )
    state.ground.rubble.append("1010")
    state.vehicles["u"].destroyed = True
    assert scoring.points(state) == {"tog": 10, "cw": 9 + 5}
    told = play(state)
    scoring.count(told)
    assert [e.text for e in told.events] == ["TOG earns 10 points: the depot.", "Commonwealth earns 5 points: the guide."]


def test_what_is_destroyed_on_film_counts_only_while_somebody_films() -> None:
    term = {"side": "cw", "event": "destroy", "units": ["t", "u"], "while_able": ["enemy"], "points": 5, "text": "on film"}
    state = scored(term, {"side": "cw", "event": "able", "units": ["enemy"], "points": 1, "text": "filming"})
    state.vehicles["t"].destroyed = True
    scoring.count(play(state))
    assert scoring.points(state)["cw"] == 17 + 5 + 1
    state.vehicles["enemy"].effects.append("turret_weapons")
    state.vehicles["u"].destroyed = True
    scoring.count(play(state))
    assert scoring.points(state)["cw"] == 17 + 9 + 5 + 1


def test_objectives_belong_to_whoever_stands_there_alone() -> None:
    state = scored(
        objectives=[{"name": "hill", "hexes": ["0307", "0501"]}],
        hold_all=2,
        measure="objectives",
        levels=[{"level": "decisive", "least": 1}],
    )
    assert ENGINE.report(state).objectives == {"hill": "tog"}
    assert scoring.levels(state) == {"tog": "decisive_victory", "cw": "decisive_defeat"}
    state.vehicles["enemy"].hex = hex_of("0501")
    assert ENGINE.report(state).objectives == {"hill": ""}
    assert set(scoring.levels(state).values()) == {"draw"}
    state.vehicles["enemy"].hex = hex_of("2501")
    for state.turn in (1, 2):
        assert not ending.is_decided(state)
        scoring.count(play(state))
    assert ending.is_decided(state)


@pytest.mark.parametrize(
    ("lost", "left", "level"),
    [
        (0, 0, {"tog": "decisive_victory", "cw": "decisive_defeat"}),
        (1, 0, {"tog": "draw", "cw": "draw"}),
        (1, 1, {"tog": "marginal_defeat", "cw": "marginal_victory"}),
    ],
)
def test_a_table_of_losses_counts_the_destroyed_twice(lost: int, left: int, level: dict[str, str]) -> None:
    rows = [{"level": "decisive", "side": "tog", "most": 0}, {"level": "marginal", "side": "cw", "least": 3}]
    state = scored(measure="losses", of="tog", levels=rows)
    state.vehicles["t"].destroyed = lost > 0
    state.vehicles["u"].left = left > 0
    assert scoring.levels(state) == level


def test_levels_follow_the_ratio_of_points_for_both_sides() -> None:
    state = battle(vehicle("t", "horatius", "0307"), vehicle("u", "aeneas", "0308"))
    state.vehicles["enemy"].destroyed = state.vehicles["u"].destroyed = True
    assert scoring.points(state) == {"tog": 17, "cw": 9}
    assert ENGINE.report(state).levels == {"tog": "marginal_victory", "cw": "marginal_defeat"}


def test_a_side_with_force_withdrawal_rolls_at_each_vehicle_lost() -> None:
    state = scored(force_withdrawal=["tog"])
    state.turn = 1
    for id in ("t", "u"):
        state.vehicles[id].destroyed = True
    told = play(state, 10, 10)
    assert state.goals is not None
    ending.withdraw_forces(told, state.goals)
    assert [e.checks[0].passed for e in told.events] == [False, False]
    assert state.retreat == ""


# --- the bill -----------------------------------------------------------------------------------------------------------------------


def test_the_example_of_the_documentation_is_played_to_its_end() -> None:
    written = example()
    assert ENGINE.faults(written) == []
    report = play_battle(ENGINE, written, seeded_secret(2))
    assert report.over
    assert set(report.objectives) == {"the ford"}


def test_scenario_points_are_listed_line_by_line() -> None:
    lines = {
        side: {line.what: (line.count, line.points) for line in found} for side, found in bill.bill(SetUp.model_validate(example())).items()
    }
    assert lines["tog"] == {"Horatius": (3, 51), "Aeneas": (3, 27)}
    assert lines["cw"] == {
        "Liberator": (3, 51),
        "Viper": (2, 10),
        "bounce infantry with TVLG": (2, 4),
        "fire mission of offboard artillery a turn": (1, 30),
        "hidden minefield": (1, 10),
        "crater": (1, 5),
        "setting up on the objective": (1, 75),
    }
    document = bill.document(SetUp.model_validate(example()))
    assert document["sides"]["cw"]["total"] == 185
    assert document["remarks"] == ["tog has 78 points; 150 to 300 are suggested", "the sides are unequal: tog 78, cw 185"]


# --- mistakes -----------------------------------------------------------------------------------------------------------------------


def mistakes() -> Iterator[tuple[Json, str]]:
    yield {"victory": {"terms": [{"side": "tog", "event": "hold", "text": "x", "objective": "the moon"}]}}, "no objective 'the moon'"
    yield {"victory": {"terms": [{"side": "rome", "event": "destroy", "text": "x"}]}}, "no side 'rome'"
    yield {"victory": {"terms": [{"side": "tog", "event": "exit", "text": "x"}]}}, "needs edges"
    yield {"victory": {"terms": [{"side": "tog", "event": "ruin", "text": "x", "hexes": ["0101"]}]}}, "no buildings in 0101"
    yield {"victory": {"exits": [{"side": "tog", "edges": ["west"], "units": ["nobody"]}]}}, "no unit 'nobody'"
    yield {"victory": {"measure": "losses", "levels": [{"level": "draw"}]}}, "name it under 'of'"
    yield {"victory": {"measure": "objectives"}}, "need a table of levels"
    yield {"victory": {"objectives": [{"name": "x"}]}}, "neither hexes nor sheets"
    yield {"board": {"sheets": ["map_3", "farmland", "hills"], "across": 2}}, "do not lie 2 side by side"
    yield {"board": {"sheets": ["map_3", "generated_city"], "across": 2}}, "as many rows"
    yield {"board": {"sheets": ["map_3"], "buildings": [{"hex": "2601", "levels": 1, "armor_factor": 10}]}}, "2601 is not on the board"
    yield {"board": {"sheets": ["map_3"], "read_as": [{"sheets": ["hills"], "hills": "clear"}]}}, "'hills' is not on the board"
    yield {"centuries": [{"id": "c", "name": "c", "side": "tog"}]}, "no platoon names it"
    yield (
        {"centuries": [{"id": "c", "name": "c", "side": "tog", "kind": "light_grav_armor", "deploy": {"rows": [90, 99]}}]},
        "no hex of the board",
    )


@pytest.mark.parametrize(("changes", "says"), list(mistakes()))
def test_mistakes_of_a_scenario_are_named(changes: Json, says: str) -> None:
    good = setup(platoon("tog", vehicle("t", "horatius", "0307")), platoon("cw", vehicle("e", "liberator", "2507")))
    assert ENGINE.faults(good) == []
    assert any(says in fault.text for fault in ENGINE.faults(good | changes))


def test_entries_need_an_edge_and_no_hexes() -> None:
    inside = platoon("tog", {"id": "t", "type": "horatius"}) | {"enter": {"hexes": ["0505"]}}
    placed = platoon("cw", vehicle("e", "liberator", "2507")) | {"enter": {"edge": "east", "least": 9, "velocity": 8}}
    text = " ".join(fault.text for fault in ENGINE.faults(setup(inside, placed)))
    assert all(says in text for says in ("lies at the edge of the board", "stands in a hex before play", "least velocity 9"))


def test_secret_terms_are_not_in_the_other_sides_view() -> None:
    state = opened("sharp_as_a_vipers_tooth")
    assert state.goals is not None
    seen = ENGINE.view(state, "commonwealth").state.goals
    assert seen is not None
    assert len(seen.terms) == len(state.goals.terms) - 2
    assert ENGINE.view(state, "tog").state.goals == state.goals


def test_dice_of_a_retreat_are_told() -> None:
    state = scored(force_withdrawal=["tog"])
    state.vehicles["t"].destroyed = True
    told: Play[BattleState] = play(state, 4)
    assert state.goals is not None
    ending.withdraw_forces(told, state.goals)
    assert told.events[0].text == "TOG has lost 1 vehicles and fights on (5)."


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
    assert {id: ship.rating for id, ship in state.ships.items()} == {"dd/1": 140, "dd/2": 10}
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
