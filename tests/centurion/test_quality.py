"""Troop Quality, Skill Improvement and Centurion Advancement, and how all of it goes from battle to battle."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scales import armor
from scales.centurion import ENGINE
from scales.centurion.careers import after_action, leadership, quality, ratings, repairs
from scales.centurion.combat import damage, fire, internals, plans
from scales.centurion.combat.weapons import laser_shape
from scales.centurion.movement import recombining
from scales.centurion.scenario import reporting
from scales.centurion.state import BattleState, Squad
from scales.centurion.support import rounds
from scales.dice import KeyedDice, seeded_secret
from scales.engine import Json
from tests.centurion.field import SIDES, battle, platoon
from tests.centurion.field import play as bare_play
from tests.centurion.field import setup as set_up
from tests.centurion.field import vehicle as spec
from tests.centurion.firing_range import play, table, tank
from tests.examples import oracle

# --- column shift -----------------------------------------------------------------------------------------------------------------


def holed() -> BattleState:
    """A Liberator whose front has lost all of column 6."""
    state = table([tank("h", "horatius", "0505", 4)], [tank("l", "liberator", "0510", 1)])
    damage.strike(state.vehicles["l"], "front", laser_shape(4), 6)
    return state


def test_elite_gunners_take_the_weakest_of_three_columns_and_green_ones_are_given_the_strongest() -> None:
    armor = holed().vehicles["l"].armor["front"]
    assert quality.shifted(5, "elite", armor) == 6
    assert quality.shifted(6, "green", armor) in (5, 7)
    assert quality.shifted(5, "regular", armor) == 5


@given(st.integers(1, 10), st.sampled_from(["elite", "regular", "green"]))
def test_a_column_is_shifted_by_one_at_most_and_stays_on_the_diagram(column: int, troops: str) -> None:
    armor = holed().vehicles["l"].armor["front"]
    shifted = quality.shifted(column, troops, armor)
    assert 1 <= shifted <= armor.width
    assert abs(shifted - column) <= (0 if troops == "regular" else 1)


def shoot(state: BattleState, *dice: int) -> Json:
    """One laser of the Horatius at the Liberator: to hit, location, column; the event of the hit."""
    run = play(state, *dice)
    bearing = plans.bearing(state, state.vehicles["h"], "l")
    assert bearing is not None
    shot = next(s for s in bearing.shots if s.arm.family == "laser")
    fire.fire(run, "h", plans.plan_of([shot]))
    (hit,) = [event for event in run.events if event.kind == "hit"]
    return {"text": hit.text, **hit.data["hits"][0]}


def test_the_event_of_a_hit_names_the_shift() -> None:
    state = holed()
    state.centuries["red-century"].quality = "elite"
    hit = shoot(state, 1, 5, 5)
    assert (hit["rolled"], hit["column"], hit["quality"]) == (5, 6, "elite")
    assert "elite gunners shift column 5 to 6" in hit["text"]


def test_with_the_switch_off_all_are_regular() -> None:
    state = holed()
    state.centuries["red-century"].quality, state.options = "elite", {"troop_quality": 0}
    hit = shoot(state, 1, 5, 5)
    assert hit["column"] == 5
    assert "shift" not in hit["text"]


def test_attached_platoons_keep_the_quality_of_their_parent_century() -> None:
    century = {"id": "c", "name": "Own", "side": "tog", "quality": "veteran"}
    parts = [platoon("tog", spec("a", "horatius", "0505"), id="own"), platoon("tog", spec("b", "horatius", "0605"), id="guests")]
    parts = [part | {"century": "c"} for part in parts]
    parts[1]["quality"] = "militia"
    given = set_up(*parts, platoon("cw", spec("l", "liberator", "0510")), centuries=[century])
    assert ENGINE.faults(given) == []
    state = ENGINE.setup(given, KeyedDice(key=seeded_secret(1))).state
    assert [quality.of(state, state.vehicles[id]) for id in "ab"] == ["elite", "green"]
    assert state.centuries["c"].personnel == 3
    state.vehicles["b"].killed = 5
    assert quality.kills(state, state.centuries["c"]) == 0


# --- skill ------------------------------------------------------------------------------------------------------------------------


@oracle("CEN-089")
def test_a_green_century_that_rises_and_falls_in_one_battle(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    assert quality.personnel(3, 3) == inputs["strength_personnel"]
    kills = inputs["enemy_vehicles"] + inputs["enemy_squads"]
    found = quality.improved(inputs["quality"], kills, inputs["losses_personnel"], inputs["strength_personnel"])
    assert (found.promoted, found.demoted, found.quality, found.tally) == (
        expected["promoted"],
        expected["demoted"],
        expected["final"],
        expected["kill_tally"],
    )


def test_with_fewer_losses_it_stays_what_it_became() -> None:
    assert quality.improved("green", 16, 12, 33) == quality.Skill("regular", 0, promoted=True)


@pytest.mark.parametrize(
    ("before", "tally", "lost", "after", "left"),
    [
        ("green", 8, 0, "green", 8),
        ("green", 9, 0, "regular", 0),
        ("regular", 26, 49, "regular", 26),
        ("regular", 26, 50, "green", 26),
        ("regular", 27, 29, "elite", 0),
        ("regular", 27, 30, "regular", 0),
        ("elite", 40, 29, "elite", 0),
        ("elite", 0, 30, "regular", 0),
    ],
)
def test_benchmarks(before: str, tally: int, lost: int, after: str, left: int) -> None:
    found = quality.improved(before, tally, lost, 100)
    assert (found.quality, found.tally) == (after, left)


def test_losses_count_crews_and_infantry_once_wherever_they_are() -> None:
    """A crew that gets out of its wreck lives; men who change squads within the century are not lost."""
    squads = tuple({"id": id, "type": "bounce_tvlg", "name": id, "hex": "1010", "strength": 4} for id in ("s", "t"))
    state = battle(spec("h", "horatius", "1008"), spec("g", "horatius", "1009"), squads=squads)
    century = state.centuries["tog-century"]
    assert (century.personnel, century.men) == (22, 14)
    state.vehicles["h"].crew["driver"] = "dead"
    state.vehicles["g"].destroyed = True
    state.squads["g-crew"] = Squad("g-crew", "crew", "tog", century.id, "tog-1", "vehicle_crew", None, strength=2)
    state.squads["s"].joins = "t"
    recombining.recombine(bare_play(state))
    assert quality.losses(state, century) == 2
    state.squads["t"].strength -= 3
    assert quality.losses(state, century) == 5


# --- advancement ------------------------------------------------------------------------------------------------------------------


def test_points_of_the_levels_of_victory() -> None:
    levels = [
        "decisive_victory",
        "substantial_victory",
        "marginal_victory",
        "draw",
        "marginal_defeat",
        "substantial_defeat",
        "decisive_defeat",
    ]
    assert [ratings.points_for(level) for level in levels] == [3, 2, 1, 0, -1, -2, -3]


@given(st.integers(-5, 20))
def test_points_of_a_rating_give_that_rating(rating: int) -> None:
    assert leadership.at_start(rating, None, 2) == (rating, leadership.least_points(rating))
    assert leadership.at_start(None, leadership.least_points(rating), 2)[0] == rating


def test_a_rating_that_the_points_do_not_give_is_refused() -> None:
    century = {"id": "c", "name": "C", "side": "tog", "kind": "medium_grav_armor", "leadership": 4, "advancement_points": 3}
    given = set_up(platoon("cw", spec("l", "liberator", "0510")), centuries=[century])
    assert any("give century 'c' a Leadership Rating of 2, not 4" in fault.text for fault in ENGINE.faults(given))


def test_ratings_are_rolled_where_the_set_up_leaves_them_open() -> None:
    red = platoon("tog", spec("h", "horatius", "0505"))
    blue = platoon("cw", spec("l", "liberator", "0510")) | {"leadership": 4}
    step = ENGINE.setup(set_up(red, blue, options={"random_leadership": 1}), bare_play(battle(spec("x", "horatius", "0101")), 9).dice)
    assert [e.kind for e in step.events] == ["battle_opened", "rating_rolled"]
    assert {c.id: (c.leadership, c.advancement) for c in step.state.centuries.values()} == {"tog-century": (3, 5), "cw-century": (4, 10)}


def decided() -> BattleState:
    """The TOG has destroyed the only vehicle of the Commonwealth: a decisive victory."""
    state = battle(spec("h", "horatius", "0505"))
    state.turn = state.turns_played = 3
    state.vehicles["enemy"].destroyed, state.vehicles["h"].killed = True, 1
    return state


def test_after_the_battle_it_is_told_what_centuries_and_centurions_have_become() -> None:
    state = decided()
    state.centuries["tog-century"].kills, state.centuries["tog-century"].quality = 8, "green"
    state.centuries["tog-century"].advancement = 3
    run = bare_play(state)
    after_action.review(run)
    told = {(e.kind, e.units[0]): e for e in run.events}
    assert "9 with those of earlier battles" in told["skill", "tog-century"].text
    assert "it rises to regular" in told["skill", "tog-century"].text
    assert "earns 3 Advancement Points for a decisive victory: 6 in all, Leadership Rating 3" in told["advancement", "tog-century"].text
    assert "his successor begins" in told["advancement", "cw-century"].text
    career = reporting.report(state).fates["tog-century"].sheet["career"]
    assert career == {"quality": "regular", "before": "green", "kills": 0, "advancement_points": 6, "leadership": 3}


def test_while_the_battle_goes_on_nothing_is_told() -> None:
    run = bare_play(battle(spec("h", "horatius", "0505")))
    run.state.turn = run.state.turns_played = 1
    run.state.last_damage = 1
    after_action.review(run)
    assert run.events == []


def test_a_second_battle_starts_with_what_the_first_one_left() -> None:
    def given(**more: Any) -> Json:
        centuries = [{"id": "c", "name": "C", "side": "tog", "kind": "medium_grav_armor", **more}]
        return {
            "board": {"sheets": ["map_3"]},
            "sides": SIDES,
            "centuries": centuries,
            "platoons": [platoon("cw", spec("l", "liberator", "0510"))],
        }

    first = ENGINE.setup(given(quality="green"), KeyedDice(key=seeded_secret(1))).state
    first.turn = first.turns_played = 5
    first.vehicles["l"].destroyed = True
    next(v for v in first.vehicles.values() if v.century == "c").killed = 4
    career = ENGINE.report(first).fates["c"].sheet["career"]
    assert (career["kills"], career["advancement_points"]) == (4, first.centuries["c"].advancement + 3)
    again = given(quality=career["quality"], kills=career["kills"], advancement_points=career["advancement_points"])
    assert ENGINE.faults(again) == []
    second = ENGINE.setup(again, KeyedDice(key=seeded_secret(2))).state.centuries["c"]
    assert (second.quality, second.kills, second.advancement, second.leadership) == (
        "green",
        4,
        career["advancement_points"],
        career["leadership"],
    )


# --- repair -----------------------------------------------------------------------------------------------------------------------


@oracle("CEN-102")
def test_minutes_of_repair(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    assert [repairs.minutes({box: 1}) for box in inputs["box"]] == expected["minutes"]


def test_the_record_sheet_tells_how_long_repairs_take() -> None:
    state = battle(spec("h", "horatius", "0505"))
    vehicle = state.vehicles["h"]
    damage.across(vehicle, "front", 7)
    for row, column in ((4, 2), (1, 1), (11, 1)):
        assert armor.mark(internals.grid(vehicle, "turret"), row, column)
    drawn = internals.sheet_of(vehicle)["turret"].rows
    inside = [drawn[3][1], drawn[0][0], drawn[10][0]]
    wanted = {"armor": 7 + inside.count("ballistic_protection"), "vehicle_destroyed": inside.count("vehicle_destroyed")}
    wanted["internal"] = 3 - (wanted["armor"] - 7) - wanted["vehicle_destroyed"]
    sheet = ENGINE.record(ENGINE.view(state, "red"), "h")["repair"]
    assert sheet == {"possible": True, "boxes": wanted, "minutes": repairs.minutes(wanted)}
    vehicle.effects.append("exploded")
    assert not ENGINE.record(ENGINE.view(state, "red"), "h")["repair"]["possible"]


def test_a_round_of_an_elite_gun_on_the_board_is_shifted_too() -> None:
    state = holed()
    damage.strike(state.vehicles["l"], "stern", laser_shape(4), 6)
    run = play(state, 5, 5)
    rounds.from_above(run, state.vehicles["l"], "heap_150mm", "h", "GLAD", "elite")
    assert run.events[0].data["column"] == 6
    assert "elite gunners shift column 5 to 6" in run.events[0].text


def test_what_craft_drop_is_never_shifted() -> None:
    """Pilots have skills of their own (centurion: Troop Quality); the same hole, the same die, and the round strikes where it fell."""
    state = holed()
    damage.strike(state.vehicles["l"], "stern", laser_shape(4), 6)
    run = play(state, 5, 5)
    rounds.from_above(run, state.vehicles["l"], "heap_150mm", "h", "GLAD", rounds.Blast(state.vehicles["l"].hex, "red", "bomber").troops)
    assert run.events[0].data["column"] == 5
    assert "gunners" not in run.events[0].text
