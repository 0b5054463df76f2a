"""Scenario points, terms, Victory Levels, the bill, and mistakes of scenarios (Scenario Design)."""

from collections.abc import Iterator
from typing import Any

import pytest

from scales.centurion import ENGINE
from scales.centurion.preparation.setup import SetUp
from scales.centurion.scenario import bill, ending, scoring
from scales.centurion.state import BattleState
from scales.dice import seeded_secret
from scales.engine import Json
from scales.hexes import hex_of
from scales.play import Play
from tests.centurion.field import battle, platoon, play, setup, vehicle
from tests.centurion.scenario_files import example, opened
from workers.battle import play_battle

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
    assert told.events[0].text == "TOG has lost 1 vehicle and fights on: die 4 and 1 lost make 5, 15 gives it up."
    assert told.events[0].checks[0].target == 14
