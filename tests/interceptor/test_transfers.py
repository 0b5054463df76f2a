"""The way down and up: what a unit shows, with whom and what aboard, and what goes back with it."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scales.dice import ScriptedDice
from scales.interceptor import ENGINE
from scales.interceptor.board import leviathan_above
from scales.interceptor.damage.damage import destroy
from scales.interceptor.state import State
from scales.interceptor.transfers.coming_down import counters
from scales.interceptor.transfers.finishing import finish
from scales.interceptor.transfers.showing import show
from scales.messages import Airman, FightersDown, Stores
from tests.interceptor.scenes import Table, board_of, craft, mail, play_of


def down(size: str = "squadron", hex: str = "1:0214", **more: Any) -> FightersDown:
    given = {"fighters": {"gladius": 6}, "boxes": 5, "boxes_left": 5} | more
    return FightersDown("wing", "Wing", "tog", hex, size, **given)


def shown(news: FightersDown, count: int, *dice: int) -> State:
    state = board_of(layout="three_game")
    show(play_of(state, *dice), news, count)
    return state


# --- how many, of which type -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "fighters", "boxes", "left", "roll", "count"),
    [
        ("squadron", 6, 5, 5, 0, 1), ("flight", 24, 20, 20, 0, 4), ("group", 72, 60, 60, 0, 12),
        ("squadron", 6, 5, 1, 5, 1), ("squadron", 6, 5, 1, 6, 0), ("squadron", 6, 5, 4, 1, 1), ("squadron", 6, 5, 4, 10, 0),
        ("flight", 24, 20, 19, 0, 4), ("flight", 24, 20, 18, 0, 3), ("flight", 24, 20, 1, 0, 1), ("group", 72, 60, 31, 0, 6),
    ],
)  # fmt: skip
def test_how_many_craft_a_unit_shows(size: str, fighters: int, boxes: int, left: int, roll: int, count: int) -> None:
    assert counters(size, fighters, boxes, left, roll) == count


@given(st.integers(1, 72), st.integers(1, 72), st.integers(0, 72))
def test_no_unit_shows_more_than_one_for_six(fighters: int, boxes: int, left: int) -> None:
    for size in ("flight", "group"):
        assert 0 <= counters(size, fighters, boxes, min(left, boxes), 0) <= -(-fighters // 6)


def test_a_damaged_squadron_rolls_in_the_open() -> None:
    table = Table(board_of(layout="three_game", standing=True))
    table.phase("initiative", [mail("fighters_down", down(boxes_left=3))], dice=ScriptedDice.of(6, 1, 2))
    check = next(e for e in table.events if e.kind == "fighters_down").checks[0]
    assert (check.roll, check.target, check.passed) == (6, 5, False)
    assert [(m["appeared"], m["hex"]) for m in table.sent("fighters_up")] == [(False, "1:0214")]


def test_types_are_drawn_like_fighters_out_of_the_unit() -> None:
    news = down("flight", fighters={"gladius": 2, "spiculum": 22})
    state = shown(news, 4, 1, 1, 22, 1)
    assert [c.type for c in state.craft.values()] == ["gladius", "gladius", "spiculum", "spiculum"], (
        "both Gladii are out: no die for the rest"
    )
    assert {c.unit for c in state.craft.values()} == {"wing"}


# --- who and what is aboard ------------------------------------------------------------------------------------------------------------------


def test_pilots_of_the_unit_fly_the_craft_shown() -> None:
    pilots = [Airman("Vibia", 5, 6, 12, "spiculum"), Airman("Drusus", 3, 4, 8, "gladius"), Airman("Galba", 4, 5)]
    state = shown(down("flight", fighters={"gladius": 24}, pilots=pilots), 3)
    flying = [(c.pilot, c.gunnery, c.piloting, c.missions) for c in state.craft.values()]
    assert flying[:2] == [("Drusus", 3, 4, 8), ("Galba", 4, 5, 0)], "Vibia's own fighter is a Spiculum"
    assert flying[2][1:] == (4, 5, 0)


def test_loads_chosen_before_play_hang_on_the_craft() -> None:
    state = shown(down(mission="ground", loads={"gladius": {"hafe_i": 5, "painting_laser": 1}}), 1)
    assert (state.craft["wing/1"].bombs, state.craft["wing/1"].pods, state.craft["wing/1"].missiles) == (
        {"hafe_i": 5},
        ["painting_laser"],
        {},
    )


def test_what_craft_carried_when_they_went_up_they_carry_when_they_come_down_again() -> None:
    stores = [Stores("gladius", {"hafe_i": 1})]
    state = shown(down("flight", fighters={"gladius": 24}, mission="ground", loads={"gladius": {"glad": 6}}, stores=stores), 2)
    assert [c.bombs for c in state.craft.values()] == [{"hafe_i": 1}, {"glad": 6}]


def test_a_unit_that_spent_its_missiles_above_has_none_below() -> None:
    assert shown(down(armed=False), 1).craft["wing/1"].missiles == {}
    assert shown(down(), 1).craft["wing/1"].missiles == {"sss": 6}


# --- back up ---------------------------------------------------------------------------------------------------------------------------------


def test_a_unit_goes_up_when_its_last_craft_has_left_and_tells_of_pilots_and_stores() -> None:
    table = Table(board_of(layout="three_game", standing=True))
    news = down(
        "flight", fighters={"gladius": 24}, boxes=20, boxes_left=13, pilots=[Airman("Drusus", 4, 5, 5, "gladius"), Airman("Galba", 4, 5)]
    )
    table.phase("initiative", [mail("fighters_down", news)])
    one, two, three = (table.craft(f"wing/{n}") for n in (1, 2, 3))
    one.where, one.has_fired, one.was_fired_at, one.missiles = "up", True, True, {"sss": 2}
    two.crew, two.pilot_in = "ejected", "1:0514"
    destroy(play_of(table.state), two, "breaks up")
    three.where = "left"
    table.state.units["wing"].last = "1:0213"
    table.phase("hits", dice=ScriptedDice.of(5))
    (sent,) = table.sent("fighters_up")
    assert (sent["craft_shown"], sent["craft_lost"], sent["hex"]) == (3, 2, "1:0213")
    assert [(p["name"], p["missions"], p["result"]) for p in sent["pilots"][:2]] == [("Drusus", 6, ""), ("Galba", 0, "wounded")]
    assert [(s["loads"], s["lost"]) for s in sent["stores"]] == [({"sss": 2}, False), ({"sss": 6}, True), ({"sss": 6}, True)]


def test_a_craft_that_may_still_come_back_keeps_its_unit_here() -> None:
    table = Table(board_of(layout="three_game", standing=True))
    table.phase("initiative", [mail("fighters_down", down("flight", fighters={"gladius": 24}, boxes=20, boxes_left=9))])
    table.craft("wing/1").where = "up"
    table.craft("wing/2").where, table.craft("wing/2").away = "away", 1
    table.phase("hits")
    assert table.sent("fighters_up") == []
    assert not table.state.units["wing"].closed


def test_when_the_battle_is_over_what_came_from_above_goes_back_up() -> None:
    state = board_of(craft("c1", "avenger", "1:1006"), layout="three_game")
    table = Table(state)
    table.phase("initiative", [mail("fighters_down", down())])
    table.state.ended = True
    play = play_of(table.state)
    finish(play)
    here = leviathan_above("three_game", table.craft("wing/1").hex)
    assert (table.craft("wing/1").where, table.state.units["wing"].closed) == ("up", True)
    assert [(m.kind, m.data["hex"], m.data["craft_lost"]) for m in play.outbox] == [("fighters_up", here, 0)]
    assert ENGINE.report(table.state).over


def test_a_result_from_a_table_carries_pilots() -> None:
    state = board_of(craft("t1", "gladius", "1:1010"), craft("c1", "avenger", "1:1006"))
    pilot = {"name": "Nemo", "missions": 1, "state": "slightly_wounded"}
    given = {"fates": {"t1": {"status": "destroyed", "sheet": {"pilot": pilot}}}}
    settled = ENGINE.settle(state, given).state
    assert ENGINE.report(settled).fates["t1"].sheet["pilot"]["state"] == "slightly_wounded"
    assert ENGINE.invariants(settled) == []
    alive = {"fates": {"t1": {"status": "ok", "sheet": {"pilot": {"state": "dead"}}}}}
    assert [f.code for f in ENGINE.report_faults(state, alive)] == ["dead_alive"]
    veteran = {"fates": {"t1": {"status": "ok", "sheet": {"pilot": {"missions": 3}}}}}
    assert [f.code for f in ENGINE.report_faults(state, veteran)] == ["grown_back"]
