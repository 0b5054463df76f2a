"""Off the board and back: when, where and how fast, what it keeps of its unit, and that it can be gone for good."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scales.dice import Dice, KeyedDice, ScriptedDice
from scales.engine import Json, Orders
from scales.hexes import Hex, neighbor
from scales.interceptor import ENGINE
from scales.interceptor.board import board
from scales.interceptor.movement import away
from scales.interceptor.movement.flight import Plan
from scales.interceptor.movement.flying import fly
from scales.interceptor.records.record import record
from scales.interceptor.state import State, Unit
from tests.interceptor.scenes import Table, board_of, craft, play_of


def gone_off(
    hex: str = "1:1001", heading: int = 1, velocity: int = 3, layout: str = "interceptor_deep_space", type: str = "gladius"
) -> State:
    """t1 has flown straight off the board in turn 1; c1 is far away."""
    state = board_of(craft("t1", type, hex, heading=heading, velocity=velocity), craft("c1", "avenger", "2:1010"), layout=layout)
    fly(play_of(state), state.craft["t1"], Plan(0, (0,) * (velocity + 1)))
    assert state.craft["t1"].where == "away"
    return state


def at_initiative(state: State, turn: int, order: Json | None = None, dice: Dice | None = None) -> Table:
    """The initiative phase of a turn, the return of t1 answered so, or by the bot."""
    state.at.turn = turn - 1
    table = Table(state)
    answers = {} if order is None else {"return:tog": Orders({"t1": order})}
    table.phase("initiative", answers=answers, dice=dice or KeyedDice(key=b"any"))
    return table


def asked(table: Table) -> list[str]:
    return [d.kind for d in table.asked if d.kind == "return"]


def test_a_craft_may_come_back_two_initiatives_later() -> None:
    assert asked(at_initiative(gone_off(), 2)) == []
    table = at_initiative(gone_off(), 3, {"do": "return", "hex": "1:1201", "heading": 4})
    t1 = table.craft("t1")
    assert asked(table) == ["return"]
    assert (t1.where, t1.hex, t1.heading, t1.velocity) == ("board", Hex(12, 1), 4, 3)
    back = next(e for e in table.events if e.kind == "came_back")
    assert back.text == "t1 comes back onto the board in 1:1201, heading 4, velocity 3."
    assert any(side == "tog" for side, _ in table.state.order), "it moves this turn"


def test_it_waits_until_it_is_too_late() -> None:
    state = gone_off()
    for turn in (3, 4, 5):
        state = at_initiative(state, turn, {"do": "wait"}).state
        assert state.craft["t1"].where == "away"
    view, decision = ENGINE.view(state, "tog"), away.return_decision(state, "tog", ["t1"])
    state.at.turn = view.state.at.turn = 6
    assert [f.text for f in ENGINE.check(view, decision, Orders({"t1": {"do": "wait"}}))] == [
        "t1 must come back now or is gone for good (interceptor: Movement)."
    ]
    assert not any(o.order["do"] == "wait" for o in ENGINE.offers(view, decision)[0].options)
    assert at_initiative(state, 6, {"do": "gone"}).craft("t1").where == "left"


def test_a_craft_out_of_control_must_regain_it_before_it_can_turn_round() -> None:
    state = gone_off()
    state.craft["t1"].wild = True
    assert asked(at_initiative(state, 3, dice=ScriptedDice.of(6))) == []
    state.craft["t1"].wild = True
    assert at_initiative(state, 6, dice=ScriptedDice.of(9)).craft("t1").where == "left", "no turn is left"


@pytest.mark.parametrize("mark", ["drive", "pilot"])
def test_what_nobody_can_turn_round_is_gone_at_once(mark: str) -> None:
    state = board_of(craft("t1", "angel", "1:1001", heading=1, velocity=3))
    state.craft["t1"].marks = {mark: 6}
    fly(play_of(state), state.craft["t1"], Plan(0, (0,) * 4))
    assert state.craft["t1"].where == "left"


def test_nobody_can_be_shot_at_off_the_board_and_the_battle_waits() -> None:
    state = gone_off()
    assert [c.id for c in state.flying()] == ["c1"]
    assert not ENGINE.report(state).over
    assert ENGINE.report(state).effective == {"tog": 1, "com": 1}
    assert record(ENGINE.view(state, "com"), "t1")["place"] == "off the board, may come back"


def test_a_leviathan_unit_loses_a_craft_only_when_it_is_gone_for_good() -> None:
    state = gone_off()
    state.craft["t1"].unit = "wing"
    state.units["wing"] = Unit("wing", "Wing", "tog", ["t1"])
    table = at_initiative(state, 3, {"do": "wait"})
    assert (table.sent("fighters_up"), table.state.units["wing"].closed) == ([], False)
    table = at_initiative(table.state, 4, {"do": "gone"})
    assert [m["craft_lost"] for m in table.sent("fighters_up")] == [1]


def test_the_way_in_is_refused_with_the_ways_there_are() -> None:
    state = gone_off(velocity=1)
    state.at.turn = 3
    view, decision = ENGINE.view(state, "tog"), away.return_decision(state, "tog", ["t1"])
    (fault,) = ENGINE.check(view, decision, Orders({"t1": {"do": "return", "hex": "1:1401", "heading": 4}}))
    assert fault.text == "t1 comes back on a heading onto the board in one of 1:0901, 1:1001, 1:1101 (interceptor: Movement)."
    assert ENGINE.check(view, decision, Orders({"t1": {"do": "return", "hex": "1:1101", "heading": 4}})) == []
    assert ENGINE.check(view, decision, Orders({"t1": {"do": "return", "hex": "1:1101", "heading": 1}})) != []


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(["interceptor_deep_space", "three_game", "two_game"]),
    st.integers(1, 26),
    st.integers(1, 28),
    st.integers(1, 6),
    st.integers(1, 9),
)
def test_every_way_in_offered_is_legal_leads_inward_and_harms_nobody(
    layout: str, column: int, row: int, heading: int, velocity: int
) -> None:
    b = board(layout)
    hex = b.nearest(Hex(column, row))
    state = board_of(craft("t1", "gladius", b.label(hex), heading=heading), layout=layout)
    play = play_of(state)
    t1 = state.craft["t1"]
    t1.velocity = velocity
    out = neighbor(hex, heading, "odd")
    if b.has(out) or b.height(out) < 0:
        return
    fly(play, t1, Plan(0, (0,) * (velocity + 1)))
    state.at.turn = 3
    view, decision = ENGINE.view(state, "tog"), away.return_decision(state, "tog", ["t1"])
    (slot,) = ENGINE.offers(view, decision)
    ways = [o for o in slot.options if o.order["do"] == "return"]
    assert ways
    for option in slot.options:
        assert ENGINE.check(view, decision, Orders({"t1": option.order})) == []
    for option in ways:
        here = Hex(*option.info["at"])
        assert b.has(here)
        assert b.has(neighbor(here, option.order["heading"], "odd"))
        assert max(abs(here.column - hex.column), abs(here.row - hex.row)) <= velocity
    answer = ENGINE.choose(view, decision, [slot], KeyedDice(key=b"bot"))
    assert answer.choices["t1"]["do"] == "return"


def test_a_game_master_brings_a_craft_back_or_takes_it_out() -> None:
    state = gone_off()
    step = ENGINE.amend(state, {"kind": "move", "unit": "t1", "hex": "1:1010", "reason": "x"}, ScriptedDice.of())
    assert step.state.craft["t1"].where == "board"
    step = ENGINE.amend(state, {"kind": "remove", "unit": "t1", "reason": "x"}, ScriptedDice.of())
    assert step.state.craft["t1"].where == "left"
    for ruling in ({"kind": "repair"}, {"kind": "move", "heading": 2}, {"kind": "damage", "side": "bow", "points": 5}):
        with pytest.raises(ValueError, match="off the board"):
            ENGINE.amend(state, {**ruling, "unit": "t1", "reason": "x"}, ScriptedDice.of())


def test_a_ruling_between_question_and_answer_asks_again_of_those_still_away() -> None:
    state = gone_off()
    state.at.turn = 2
    step = ENGINE.advance(state, "initiative", {}, [], KeyedDice(key=b"any"))
    assert [d.key for d in step.pending] == ["return:tog"]
    step = ENGINE.amend(step.state, {"kind": "remove", "unit": "t1", "reason": "x"}, ScriptedDice.of())
    assert [(d.key, d.units) for d in step.pending] == [("return:tog", [])]
