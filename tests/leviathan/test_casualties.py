"""What comes after a battle for fighters: boxes recovered, pilots looked for, and what a later battle makes of their sheets."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scales.dice import KeyedDice, ScriptedDice, seeded_secret
from scales.engine import Json
from scales.leviathan import ENGINE
from scales.leviathan.fighters import after_battle, casualties, pilots
from scales.leviathan.state import FighterUnit, State
from scales.play import Play
from tests.examples import oracle
from tests.leviathan.table import Game, document, fighters, ship, table

GROUP = {"size": "group", "fighters": {"gladius": 12, "spiculum": 60}}
ACES = [{"name": "Vibia", "gunnery": 4, "piloting": 6}]


def battle(*units: Json, **more: Any) -> State:
    """Fighter units of the Commonwealth against a destroyer, the battle ended."""
    state = table([ship("a", "fulgur", "tog", "1:1207")], fighters=list(units), **more)
    state.turn, state.ended = 3, "one_side_left"
    return state


def group(**more: Any) -> Json:
    return {"id": "g", "name": "Group", "side": "rl", "hex": "1:1310", **GROUP, **more}


def review(state: State, *rolls: int) -> Play[State]:
    play = Play(state, ScriptedDice.of(*rolls))
    after_battle.review(play)
    return play


def hurt(state: State, lost: int, unit: str = "g") -> FighterUnit:
    found = state.fighters[unit]
    found.lost = lost
    found.destroyed = not found.boxes_left
    return found


# ---- Fighter Casualties --------------------------------------------------------------------------------------------


@oracle("LEV-060")
def test_boxes_that_recover(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    """A group of 64 boxes stands in for the 70: its sheet is given six boxes more in the top row."""
    state = battle(group())
    unit = state.fighters["g"]
    unit.rows[0] += inputs["armor"] - unit.boxes
    hurt(state, inputs["damage"])
    (event,) = review(state, inputs["roll"]).events
    assert unit.recovers == expected["recovered"]
    assert event.data["left"] == expected["remaining_armor"]
    assert casualties.lost_for_good(unit) == expected["net_lost"]
    assert (event.kind, event.rule, event.data["in_hours"]) == ("casualties", "leviathan: Fighter Casualties", 24)


@pytest.mark.parametrize(("lost", "roll", "back"), [(5, 1, 1), (4, 1, 0), (15, 3, 5), (53, 10, 53), (1, 5, 1), (1, 4, 0)])
def test_fractions_go_to_the_nearest_box_and_halves_up(lost: int, roll: int, back: int) -> None:
    assert casualties.recovered(lost, roll) == back


@given(st.integers(0, 72), st.integers(1, 10))
def test_no_more_recovers_than_was_lost(lost: int, roll: int) -> None:
    assert 0 <= casualties.recovered(lost, roll) <= lost


def test_a_unit_destroyed_recovers_too_and_one_unhurt_does_not_roll() -> None:
    state = battle(group(), fighters("s", "gladius_squadron", "rl", "1:1310"), fighters("w", "gladius_squadron", "rl", "1:1311"))
    hurt(state, state.fighters["g"].boxes)
    hurt(state, 2, "s")
    play = review(state, 10, 5)
    assert [e.units for e in play.events] == [["g"], ["s"]]
    assert (state.fighters["g"].recovers, state.fighters["s"].recovers) == (state.fighters["g"].boxes, 1)
    assert state.fighters["g"].destroyed, "it is out of this battle all the same"


def test_each_unit_rolls_once() -> None:
    state = battle(group(pilots=ACES))
    hurt(state, 30)
    review(state, 5, 10)
    assert review(state).events == []


def test_what_went_down_with_its_ship_does_not_recover() -> None:
    state = battle(fighters("s", "gladius_squadron", "tog", aboard="a"))
    state.fighters["s"].lost, state.fighters["s"].destroyed = 2, True
    assert review(state).events == []


def test_a_unit_that_left_with_its_ship_rolls() -> None:
    state = battle(fighters("s", "gladius_squadron", "tog", aboard="a"))
    state.fighters["s"].lost, state.fighters["s"].left = 2, True
    assert [e.kind for e in review(state, 5).events] == ["casualties"]


def test_nothing_is_rolled_before_the_end_or_with_the_rules_off() -> None:
    state = battle(group(pilots=ACES))
    hurt(state, 30)
    state.ended = ""
    assert review(state).events == []
    state.ended, state.options = "ruled", {"fighter_casualties": 0, "pilot_survival": 0}
    assert review(state).events == []


def test_a_board_that_stands_rolls_on_its_last_turn_and_not_again() -> None:
    state = battle(group(), standing=True, turn_limit=4)
    state.ended = ""
    hurt(state, 30)
    state.at.phase = "combat"
    assert review(state).events == []
    state.turn, state.at.phase = 4, "movement"
    assert review(state).events == []
    state.at.phase = "combat"
    assert [e.kind for e in review(state, 5).events] == ["casualties"]
    assert review(state).events == []


def test_a_board_that_stands_rolls_when_a_side_has_nothing_left_of_what_it_had() -> None:
    state = battle(group(), standing=True)
    state.ended, state.at.phase = "", "combat"
    hurt(state, 30)
    state.ships["a"].destroyed = True
    assert [e.kind for e in review(state, 5).events] == ["casualties"]


def test_a_battle_rolls_as_it_ends() -> None:
    """Played out: the event of the end, then the dice."""
    game = Game(battle(group(pilots=ACES)))
    game.state.ended, game.state.turn_limit = "", 3
    hurt(game.state, 30)
    kinds = [e.kind for e in game.phase("combat")]
    assert kinds[-3:] == ["ended", "casualties", "pilot"]


def test_a_battle_ended_by_a_ruling_rolls() -> None:
    state = battle(group())
    state.ended = ""
    hurt(state, 30)
    step = ENGINE.amend(state, {"kind": "end", "reason": "Dawn."}, ScriptedDice.of(4))
    assert [e.kind for e in step.events] == ["ruling", "casualties"]
    assert ENGINE.report(step.state).fates["g"].sheet["recovers"] == 12


# ---- Pilot Survival ------------------------------------------------------------------------------------------------


@oracle("LEV-062")
def test_a_pilot_of_the_group(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    """The group of the other example: 16 of 70 boxes lost for good."""
    state = battle(group(pilots=[{"name": "Vibia", "gunnery": inputs["gunnery"], "piloting": inputs["piloting"]}]))
    unit = state.fighters["g"]
    unit.rows[0] += 70 - unit.boxes
    hurt(state, 53)
    _, event = review(state, 7, inputs["roll"]).events
    assert pilots.percent_lost(unit) == int(inputs["net_lost_percent"])
    assert (event.data["number"], event.data["result"], event.data["fighter"]) == tuple(
        expected[k] for k in ("modified", "pilot", "fighter")
    )
    (check,) = event.checks
    assert [(m.name, m.value) for m in check.modifiers] == [("22 percent of the boxes lost", -2), ("Piloting 6", 1)]
    assert check.base + sum(m.value for m in check.modifiers) == check.target
    assert event.seen_by == ["rl"]


@pytest.mark.parametrize(("roll", "number", "result"), [(1, 1, "dead"), (10, 10, "alive")])
def test_a_natural_one_and_ten_stand(roll: int, number: int, result: str) -> None:
    named = pilots.modifiers(100 if roll == 10 else 0, 9, 9)
    assert pilots.modified(roll, named) == number
    assert pilots.fate(number)[0] == result


def test_the_table() -> None:
    """9 and 10 go on from 7 and 8 (ruling R-LEV-20)."""
    found = [pilots.fate(n) for n in range(1, 11)]
    assert found == [
        ("dead", "lost"), ("dead", "lost"), ("severely_wounded", "lost"), ("severely_wounded", "lost"), ("wounded", "lost"),
        ("slightly_wounded", "lost"), ("alive", "out_one_week"), ("alive", "out_one_day"), ("alive", "available"), ("alive", "available"),
    ]  # fmt: skip


@given(st.integers(1, 10), st.integers(0, 100), st.integers(0, 20), st.integers(0, 20))
def test_every_number_is_one_of_the_table(roll: int, percent: int, gunnery: int, piloting: int) -> None:
    assert 1 <= pilots.modified(roll, pilots.modifiers(percent, gunnery, piloting)) <= 10


def test_pilots_of_a_unit_without_losses_are_not_looked_for() -> None:
    assert review(battle(group(pilots=ACES))).events == []


def test_pilots_who_went_down_with_their_ship_have_lost_every_box() -> None:
    state = battle(fighters("s", "gladius_squadron", "tog", aboard="a", pilots=ACES))
    state.fighters["s"].destroyed = True
    (event,) = review(state, 9).events
    assert (event.data["percent"], event.data["number"], event.data["result"]) == (100, 1, "dead")


def test_without_casualties_no_box_counts_as_recovered() -> None:
    state = battle(group(pilots=ACES), options={"fighter_casualties": 0})
    unit = hurt(state, 32)
    (event,) = review(state, 9).events
    assert event.data["percent"] == 100 * 32 // unit.boxes
    assert "recovers" not in ENGINE.report(state).fates["g"].sheet


def test_the_record_sheet_shows_pilots_and_recovery_to_their_side() -> None:
    state = battle(group(pilots=ACES))
    hurt(state, 30)
    review(state, 5, 6)
    own, other = (ENGINE.record(ENGINE.view(state, seat), "g") for seat in ("rl", "tog"))
    assert own["recovers"] == {"boxes": 15, "in_hours": 24}
    assert [p["name"] for p in own["pilots"]] == ["Vibia"]
    assert "pilots" not in other
    assert ENGINE.view(state, "tog").state.fighters["g"].pilots == []


def test_a_ruling_brings_pilots_and_boxes_back() -> None:
    state = battle(group(pilots=ACES))
    hurt(state, 30)
    review(state, 5, 1)
    assert state.fighters["g"].pilots[0].result == "dead"
    ruling = {"kind": "repair", "unit": "g", "reason": "Picked up at dawn."}
    state = ENGINE.amend(state, ruling | {"component": "pilots"}, ScriptedDice.of()).state
    assert state.fighters["g"].pilots[0].result == ""
    state = ENGINE.amend(state, ruling, ScriptedDice.of()).state
    assert (state.fighters["g"].lost, state.fighters["g"].recovers) == (0, -1)


# ---- the next battle -----------------------------------------------------------------------------------------------


def _sheet() -> Json:
    state = battle(group(pilots=ACES))
    hurt(state, 30)
    review(state, 5, 7)
    return ENGINE.report(state).fates["g"].sheet


def _again(sheet: Json, hours: int) -> FighterUnit:
    setup = document([ship("a", "fulgur", "tog", "1:1207")], fighters=[group(sheet=sheet, hours=hours)])
    assert ENGINE.faults(setup) == []
    return ENGINE.setup(setup, KeyedDice(key=seeded_secret(1))).state.fighters["g"]


@pytest.mark.parametrize(
    ("hours", "lost", "result"), [(0, 30, "slightly_wounded"), (23, 30, "slightly_wounded"), (24, 15, ""), (500, 15, "")]
)
def test_a_later_battle_gets_the_mended_sheet(hours: int, lost: int, result: str) -> None:
    unit = _again(_sheet(), hours)
    assert (unit.lost, unit.pilots[0].result) == (lost, result)


def test_losses_of_an_earlier_battle_are_not_rolled_for_again() -> None:
    state = battle(group(sheet=_sheet(), hours=24))
    assert review(state).events == []
    hurt(state, 25)
    casualty, pilot = review(state, 5, 10).events
    assert (casualty.data["lost"], casualty.data["recovers"], pilot.data["number"]) == (10, 5, 10)


def test_a_unit_without_a_box_is_set_up_off_the_map() -> None:
    boxes = _again({}, 0).boxes
    unit = _again({"lost": boxes, "recovers": boxes, "in_hours": 24}, 12)
    assert (unit.left, unit.alive) == (True, False)
    assert _again({"lost": boxes, "recovers": boxes, "in_hours": 24}, 24).boxes_left == boxes


def test_the_dead_do_not_fly_again() -> None:
    unit = _again({"lost": 10, "pilots": [{"name": "Vibia", "result": "dead", "fighter": "lost"}]}, 10_000)
    assert unit.pilots[0].result == "dead"
    unit.lost = 40
    assert pilots.looked_for(unit) == []


@pytest.mark.parametrize(
    ("more", "text"),
    [
        ({"sheet": {"lost": 5, "recovers": 6}}, "recovers 0 to 5 of the boxes"),
        ({"sheet": {"pilots": [{"name": "A", "result": "dead", "fighter": "available"}]}}, "no such result"),
        ({"sheet": {"pilots": [{"name": "A", "rank": "Tribune"}]}}, "has no 'rank'"),
        ({"sheet": {"pilots": [{"gunnery": 4}]}}, "a name of 1 to 80 characters"),
        ({"sheet": {"pilots": "A"}}, "pilots are a list"),
        ({"pilots": ACES * 2}, "two pilots are called 'Vibia'"),
        ({"pilots": ACES, "sheet": {"pilots": ACES}}, "name them there or in the set-up"),
        ({"unit": "gladius_squadron", "size": "", "fighters": {}, "pilots": [{"name": str(n)} for n in range(7)]}, "6 pilots at most, not 7"),
    ],
)  # fmt: skip
def test_faults_of_sheets_and_pilots(more: Json, text: str) -> None:
    setup = document([ship("a", "fulgur", "tog", "1:1207")], fighters=[group(**more)])
    assert [f.text for f in ENGINE.faults(setup) if text in f.text]


def test_a_result_of_a_table_may_tell_of_recovery_and_pilots() -> None:
    state = battle(group(pilots=ACES))
    state.ended = ""
    hurt(state, 10)
    sheet = {"lost": 30, "recovers": 12, "in_hours": 24, "pilots": [ACES[0] | {"result": "wounded", "fighter": "lost"}]}
    fates = {"a": {"status": "ok"}, "g": {"status": "damaged", "sheet": sheet}}
    settled = ENGINE.settle(state, {"fates": fates}).state
    assert ENGINE.report(settled).fates["g"].sheet["recovers"] == 12
    assert settled.fighters["g"].pilots[0].result == "wounded"
