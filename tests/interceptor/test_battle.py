"""Whole battles, set-ups and what is wrong with them, rulings, and what a seat may know."""

from typing import Any

import pytest

from scales.armor import set_row
from scales.codec import clone, encode
from scales.dice import KeyedDice, ScriptedDice, seeded_secret
from scales.engine import Orders
from scales.interceptor import ENGINE
from scales.interceptor.tables import craft_types, weapons
from tests.interceptor.scenes import Table, aim, board_of, craft, setup_of


def battle(seed: int) -> Table:
    """A sample battle, played by bots to its end."""
    setup = ENGINE.sample(KeyedDice(key=seeded_secret(seed)))
    assert ENGINE.faults(setup) == []
    table = Table(ENGINE.setup(setup, KeyedDice(key=seeded_secret(seed))).state, seed)
    while not ENGINE.report(table.state).over:
        table.turn()
        assert table.state.at.turn <= setup["turn_limit"]
    return table


@pytest.mark.parametrize("seed", [3, 5])
def test_bots_fight_to_an_end(seed: int) -> None:
    table = battle(seed)
    report = ENGINE.report(table.state)
    assert report.outcome != "the battle goes on"
    assert set(report.fates) == set(table.state.craft)
    assert any(f.status == "destroyed" and f.by for f in report.fates.values())


def test_a_lone_patrol_above_a_planet_neither_crashes_nor_leaves() -> None:
    units = [craft("t1", "gladius", "1:0414", velocity=3), craft("t2", "gaul", "1:1010", velocity=3), craft("t3", "pegasus", "2:2614")]
    table = Table(board_of(*units, layout="three_game", standing=True, turn_limit=5))
    for _ in range(30):
        table.turn()
    assert {c.where for c in table.state.craft.values()} == {"board"}
    assert not ENGINE.report(table.state).over, "a standing board is never over"


def test_ten_turns_without_damage_end_a_battle() -> None:
    table = Table(board_of(craft("t1", "shuttle", "1:0505"), craft("c1", "shuttle", "2:2010"), turn_limit=50))
    while not ENGINE.report(table.state).over:
        table.turn()
    report = ENGINE.report(table.state)
    assert (report.outcome, report.winner, report.turn) == ("ten turns without damage", None, 11)


def test_every_craft_has_weapons_that_the_table_knows() -> None:
    assert len(craft_types()) == 65
    for kind in craft_types().values():
        assert {w for w, _, _ in kind.weapons} <= set(weapons())
        assert set(kind.armor) == set(kind.sides) or kind.is_patrol


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"layout": "nowhere"}, "unknown_layout"),
        ({"layout": "centurion_north_south"}, "unknown_layout"),
        ({"craft": [craft("t1", "gladus", "1:1010")]}, "unknown_type"),
        ({"craft": [craft("t1", "gladius", "1:2710")]}, "off_the_board"),
        ({"craft": [craft("t1", "gladius", "1:1010"), craft("t1", "gladius", "1:1011")]}, "double_id"),
        ({"craft": [craft("t1", "gladius", "1:1010", side="nobody")]}, "unknown_side"),
        ({"craft": [craft("t1", "gladius", "1:1010", loads={"sss": 7})]}, "loads"),
        ({"craft": [craft("t1", "gladius", "1:1010", mission="ground", loads={"sss": 1})]}, "loads"),
        ({"craft": [craft("t1", "gladius", "1:1010", mission="ground", loads={"hell": 2})]}, "too_many_hell"),
        ({"craft": [craft("t1", "gladius", "1:1010", sheet={"armor": {"bow": ["##"]}})]}, "bad_sheet"),
        ({"layout": "three_game", "battles": {"b": "1:0214"}}, "not_ground"),
        ({"sides": [{"id": "tog", "seat": ""}]}, "no_seat"),
        ({"options": {"flubber": True}}, "unknown_option"),
        ({"nonsense": 1}, "bad_shape"),
        ({"turn_limit": "5"}, "bad_shape"),
    ],
)
def test_what_is_wrong_with_a_setup(change: dict[str, Any], code: str) -> None:
    assert code in [f.code for f in ENGINE.faults(setup_of() | change)]


def test_a_near_name_is_suggested() -> None:
    (fault,) = ENGINE.faults(setup_of(craft("t1", "gladus", "1:1010")))
    assert "gladius" in fault.text


def test_a_fate_carries_its_damage_into_the_next_battle() -> None:
    state = board_of(craft("t1", "gladius", "1:1010"), craft("c1", "avenger", "1:1014"))
    t1 = state.craft["t1"]
    set_row(t1.armor["bow"], 1, 0b101)
    t1.marks, t1.mounts[0].gone, t1.missiles = {"fire_computer": 1}, True, {"sss": 2}
    fate = ENGINE.report(state).fates["t1"]
    assert fate.status == "damaged"
    again = board_of(craft("t1", "gladius", "1:1010", sheet=fate.sheet))
    assert ENGINE.report(again).fates["t1"].sheet == fate.sheet


def test_a_seat_does_not_see_what_enemies_carry() -> None:
    state = board_of(craft("t1", "gladius", "1:1010", mission="ground"), craft("c1", "stinger", "1:1014"))
    state.at.memo = {"ask": {"com": ["c1"]}}
    mine, theirs = ENGINE.view(state, "tog").state, ENGINE.view(state, "com").state
    assert mine.craft["t1"].bombs
    assert not theirs.craft["t1"].bombs
    assert (mine.craft["c1"].missiles, mine.at.memo) == ({}, {})


@pytest.mark.parametrize(
    ("order", "code"),
    [
        ({"craft": "c1", "faster": 0, "turns": [0, 0, 0, 0]}, "not_yours"),
        ({"craft": "t1", "faster": -4, "turns": [0]}, "velocity"),
        ({"craft": "t1", "faster": 0, "turns": [0, 0]}, "path"),
        ({"craft": "t1", "faster": 0, "turns": [3, 3, 3, 3]}, "thrust"),
        ({"craft": "t1", "faster": 0, "turns": [0, 0, 0, 0], "up": 1}, "orbit"),
        ({"craft": "t1", "faster": 0, "turns": [0, 0, 0, 9]}, "bad_order"),
        ({"craft": "t1", "faster": "0", "turns": [0, 0, 0, 0]}, "bad_order"),
        ({"craft": "t1", "turns": [0] * 1000}, "path"),
        (None, "bad_order"),
        ([], "bad_order"),
    ],
)
def test_moves_that_are_refused(order: Any, code: str) -> None:
    table = Table(board_of(craft("t1", "gladius", "1:1010", velocity=3), craft("c1", "avenger", "2:1010")))
    table.state.order = [["tog", "2"], ["com", "2"]]
    step = ENGINE.advance(table.state, "movement", {}, [], ScriptedDice.of())
    (decision,) = step.pending
    faults = ENGINE.check(ENGINE.view(step.state, "tog"), decision, Orders({"move": order}))
    assert [f.code for f in faults] == [code]
    assert all(f.text.endswith((".", "]", ")")) or f.code == "bad_order" for f in faults)


def test_a_gm_moves_repairs_and_destroys() -> None:
    state = board_of(craft("t1", "gladius", "1:1010"), craft("c1", "avenger", "1:1014"))
    before = encode(state)
    state2 = ENGINE.amend(state, {"kind": "move", "unit": "t1", "hex": "2:0101", "heading": 4, "reason": "slip"}, ScriptedDice.of()).state
    assert (state2.craft["t1"].row, state2.craft["t1"].heading) == (15, 4)
    state2.craft["t1"].marks = {"drive": 4}
    state3 = ENGINE.amend(state2, {"kind": "repair", "unit": "t1", "reason": "slip"}, ScriptedDice.of()).state
    assert state3.craft["t1"].marks == {}
    state4 = ENGINE.amend(state3, {"kind": "destroy", "unit": "t1", "reason": "slip"}, ScriptedDice.of()).state
    assert ENGINE.report(state4).winner == "com"
    assert encode(state) == before


@pytest.mark.parametrize(
    "ruling",
    [
        {"kind": "wish", "unit": "t1"},
        {"kind": "destroy", "unit": "t9"},
        {"kind": "move", "unit": "t1", "hex": "9:9999"},
        {"kind": "move", "unit": "t1", "heading": 7},
    ],
)
def test_a_ruling_that_means_nothing_is_refused(ruling: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\w+ "):
        ENGINE.amend(board_of(craft("t1", "gladius", "1:1010")), ruling, ScriptedDice.of())


def test_a_result_from_a_table_is_taken_over_whole_or_not_at_all() -> None:
    state = board_of(craft("t1", "gladius", "1:1010"), craft("c1", "avenger", "1:1014"))
    sheet = ENGINE.report(state).fates["c1"].sheet
    sheet["marks"] = {"fire_computer": 1}
    step = ENGINE.settle(state, {"fates": {"t1": {"status": "destroyed"}, "c1": {"status": "damaged", "sheet": clone(sheet)}}})
    report = ENGINE.report(step.state)
    assert (report.over, report.winner, report.fates["c1"].status) == (True, "com", "damaged")
    for nonsense in ({}, {"fates": {"t7": {"status": "ok"}}}, {"fates": {"t1": {"status": "sunk"}}}, {"fates": {"t1": 3}}):
        with pytest.raises(ValueError, match=r"\w+ "):
            ENGINE.settle(state, nonsense)


def test_the_picture_shows_who_is_where() -> None:
    picture = ENGINE.picture(ENGINE.view(board_of(craft("t1", "gladius", "1:0110", heading=3), layout="three_game"), "tog"))
    assert [(c.hex, c.label, c.facing) for c in picture.counters] == [((1, 10), "t1", 3)]
    assert (picture.fill["0110"], picture.fill["0128"], picture.fill["0715"]) == ("ground", "ground", "interface")
    assert (picture.names["0110"], picture.names["0128"]) == ("1:0110", "2:0114")
    assert (picture.columns, picture.rows, picture.parity) == ((1, 26), (1, 28), "odd")


@pytest.mark.parametrize(
    ("velocity", "words"),
    [(0, "t1 flies 0 hexes: 1 turn must be given, not 5"), (1, "t1 flies 1 hex: 2 turns must be given, not 5")],
)
def test_a_refusal_counts_hexes_and_turns(velocity: int, words: str) -> None:
    table = Table(board_of(craft("t1", "gladius", "1:1010", velocity=velocity), craft("c1", "avenger", "2:1010")))
    table.state.order = [["tog", "2"], ["com", "2"]]
    step = ENGINE.advance(table.state, "movement", {}, [], ScriptedDice.of())
    order = {"craft": "t1", "faster": 0, "turns": [0] * 5}
    (fault,) = ENGINE.check(ENGINE.view(step.state, "tog"), step.pending[0], Orders({"move": order}))
    assert fault.text == f"{words} (interceptor: Movement)."


def test_a_check_says_at_which_range_its_base_is() -> None:
    near, far = (board_of(craft("t1", "gladius", f"1:10{row}", heading=4), craft("c1", "stinger", "1:1010")) for row in ("10", "06"))
    texts = [aim(state, state.craft["t1"], state.craft["c1"]).check("MDC 10", 5).what for state in (near, far)]
    assert texts == ["MDC 10, in the same hex", "MDC 10, range 4"]


# --- rulings while somebody is asked -------------------------------------------------------------------------------------------------------


def asked(state: Any, phase: str) -> tuple[Any, dict[str, Orders], list[Any]]:
    """A phase begun, with the answers of the bots to what stands open."""
    step = ENGINE.advance(state, phase, {}, [], KeyedDice(key=b"1"))
    answers = {}
    for decision in step.pending:
        view = ENGINE.view(step.state, decision.seat)
        answers[decision.key] = ENGINE.choose(view, decision, ENGINE.offers(view, decision), KeyedDice(key=b"2"))
    return step.state, answers, step.pending


def test_an_order_for_a_craft_that_a_ruling_took_away_is_asked_for_again() -> None:
    state = board_of(craft("t1", "gladius", "1:1010"), craft("t2", "gladius", "1:1110"), craft("c1", "avenger", "2:1010"))
    state.order = [["tog", "2"], ["tog", "2"], ["com", "2"]]
    state, answers, (decision,) = asked(state, "movement")
    gone = answers[decision.key].choices["move"]["craft"]
    state = ENGINE.amend(state, {"kind": "destroy", "unit": gone, "reason": "test"}, ScriptedDice.of()).state
    step = ENGINE.advance(state, "movement", answers, [], KeyedDice(key=b"3", index=state.at.rolls))
    assert [(d.key, gone in d.units) for d in step.pending] == [(decision.key, False)]


def test_fire_and_launches_at_what_a_ruling_moved_away_are_off() -> None:
    state = board_of(
        craft("t1", "avenger", "1:1010", heading=4), craft("c1", "stinger", "1:1012", heading=1), craft("c2", "stinger", "2:2510")
    )
    state, answers, pending = asked(state, "combat")
    assert {d.kind for d in pending} == {"fire"}
    state = ENGINE.amend(state, {"kind": "move", "unit": "c1", "hex": "2:0114", "reason": "test"}, ScriptedDice.of()).state
    step = ENGINE.advance(state, "combat", answers, [], ScriptedDice(index=state.at.rolls))
    assert [e.kind for e in step.events] == []
