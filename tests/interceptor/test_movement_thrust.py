"""Thrust: the optional column, pushing the plant, more than is safe, thrust at the end (Interceptor movement charts)."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scales.dice import ScriptedDice
from scales.engine import Decision, Json, Orders
from scales.interceptor import ENGINE
from scales.interceptor.damage.condition import kind
from scales.interceptor.movement.flight import cost, turn_cost
from scales.interceptor.movement.handling import handling, push_chart, safe_rating
from scales.interceptor.movement.move_offers import MOVES_OFFERED
from scales.interceptor.movement.movement import move_decision
from scales.interceptor.orders import read
from scales.interceptor.state import State
from tests.interceptor.scenes import Table, board_of, craft


def asked(state: State, *ids: str) -> Decision:
    state.at.phase = "movement"
    return move_decision(state, "move:0", "tog", [state.craft[id] for id in ids])


def faults(state: State, **order: object) -> list[str]:
    """What is refused of a move of t1, as sentences with their rules."""
    found = ENGINE.check(ENGINE.view(state, "tog"), asked(state, "t1"), Orders({"move": {"craft": "t1", **order}}))
    return [fault.text for fault in found]


def moved(state: State, order: Json, *dice: int) -> Table:
    """t1 moves alone."""
    table = Table(state)
    table.state.order = [["tog", str(kind(state.craft["t1"]).weight)]]
    table.phase("movement", answers={"move:0": Orders({"move": {"craft": "t1", **order}})}, dice=ScriptedDice.of(*dice))
    return table


# --- heading changes ------------------------------------------------------------------------------------------------------------------

PRINTED = [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8, 9, 9, 9, 10, 10]


def test_heading_changes_cost_by_the_chart() -> None:
    assert [turn_cost(v) for v in range(29)] == PRINTED


def test_the_optional_column_is_a_point_less_a_hexside() -> None:
    def price(velocity: int, **options: Any) -> int:
        state = board_of(craft("t1", "gladius", "1:1010", heading=4, velocity=velocity), **options)
        order = read("move", {"craft": "t1", "turns": [1, *[0] * velocity]})
        return cost(order.plan(), velocity, handling(state, state.craft["t1"]))

    assert [price(v) for v in range(29)] == PRINTED
    assert [price(v, options={"optional_turning": 1}) for v in range(29)] == [p - 1 for p in PRINTED]
    assert [price(v, options={"optional_turning": 0}) for v in range(29)] == PRINTED


# --- pushing the plant ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("drive", "row"),
    [(0, [8, 6, 4, 2, "A"]), (1, [8, 6, 4, 2, "A"]), (2, [8, 6, 4, "A"]), (3, [8, "A"]), (4, [])],
)
def test_the_plant_is_pushed_by_the_current_maximum_thrust(drive: int, row: list[int | str]) -> None:
    """Avenger: thrust 7, by hits on the drive 5, 4 (a half, rounded up), 2, none."""
    state = board_of(craft("t1", "avenger", "1:1010", heading=4, velocity=1))
    t1 = state.craft["t1"]
    t1.marks = {"drive": drive} if drive else {}
    assert push_chart(t1, 1) == row
    assert ENGINE.record(ENGINE.view(state, "com"), "t1")["movement"]["plant"] == row


@pytest.mark.parametrize(("die", "hits"), [(6, 0), (7, 1), (10, 1), (1, 0)])
def test_the_plant_holds_on_its_number_and_the_thrust_is_there_in_any_case(die: int, hits: int) -> None:
    """Gladius: thrust 6, piloting 5, SOT rating 6; two more are held on 6 or less, then the saving roll for two over it is 4."""
    state = board_of(craft("t1", "gladius", "1:1001", heading=4, velocity=1))
    table = moved(state, {"faster": 8, "turns": [0] * 10, "push": 2}, die, 4)
    pushed, exceeded, flown = [e for e in table.events if e.kind != "system_hit"]
    assert (pushed.kind, pushed.rule) == ("plant_pushed", "interceptor: Pushing the Plant")
    assert (pushed.checks[0].target, pushed.checks[0].roll, pushed.checks[0].passed) == (6, die, not hits)
    assert exceeded.kind == "thrust_exceeded"
    assert [(m.name, m.value) for m in exceeded.checks[0].modifiers] == [("thrust over the safe limit", -2)]
    assert (flown.kind, flown.data["thrust"], table.craft("t1").velocity) == ("moved", 8, 9)
    assert table.craft("t1").marks.get("plant", 0) == hits


def test_the_last_column_damages_the_plant_without_a_roll() -> None:
    state = board_of(craft("t1", "gladius", "1:1001", heading=4, velocity=0))
    table = moved(state, {"faster": 0, "turns": [3], "push": 5})
    assert [e.kind for e in table.events] == ["plant_pushed", "system_hit", "moved"]
    assert table.events[0].rolls == []
    assert table.craft("t1").marks == {"plant": 1}


def test_a_plant_pushed_to_its_fourth_hit_explodes_before_the_craft_moves() -> None:
    state = board_of(craft("t1", "gladius", "1:1001", heading=4, velocity=1), craft("c1", "avenger", "2:1001"))
    state.craft["t1"].marks = {"plant": 3}
    table = moved(state, {"faster": 7, "turns": [0] * 9, "push": 1}, 9)
    assert [e.kind for e in table.events] == ["plant_pushed", "system_hit", "craft_destroyed"]
    assert table.craft("t1").hex == state.craft["t1"].hex


def test_a_slow_craft_may_push_its_plant_up_to_its_rating_without_a_saving_roll() -> None:
    """Thrust 3 and piloting 5: the rating of 4 lies above the thrust."""
    state = board_of(craft("t1", "gladius", "1:1001", heading=4, velocity=1))
    state.craft["t1"].marks = {"drive": 2}
    assert (safe_rating(state.craft["t1"], 1), len(push_chart(state.craft["t1"], 1))) == (4, 3)
    table = moved(state, {"faster": 4, "turns": [0] * 6, "push": 1}, 8)
    assert [e.kind for e in table.events] == ["plant_pushed", "moved"]


def test_refusals_name_the_chart() -> None:
    state = board_of(craft("t1", "gladius", "1:1001", heading=4, velocity=1))
    assert faults(state, faster=7, turns=[0] * 9) == ["The path needs 7 thrust, t1 has 6 (interceptor: Movement)."]
    assert faults(state, faster=7, turns=[0] * 9, push=1) == []
    state.craft["t1"].marks = {"drive": 3}
    (short, plant) = faults(state, faster=7, turns=[0] * 9, push=3)
    assert short == "The path needs 7 thrust, t1 has 5 (interceptor: Movement)."
    assert plant == "The plant of t1 can be pushed for 2 thrust at most, not 3 (interceptor: Pushing the Plant)."


def test_without_navigation_no_more_than_the_safe_thrust() -> None:
    state = board_of(craft("t1", "funda", "1:1001", heading=4, velocity=1))
    state.craft["t1"].marks = {"navigation": 1}
    assert faults(state, faster=8, turns=[0] * 10) == []
    (text,) = faults(state, faster=9, turns=[0] * 11)
    assert text == "The path needs 9 thrust; without navigation t1 may not use more than 8 (interceptor: Exceeding SOT)."


# --- what is offered ------------------------------------------------------------------------------------------------------------------


def test_every_kind_of_move_is_offered() -> None:
    state = board_of(craft("t1", "funda", "1:1204", heading=1, velocity=4), layout="three_game")
    (slot,) = ENGINE.offers(ENGINE.view(state, "tog"), asked(state, "t1"))
    orders = [o.order for o in slot.options]
    assert any(o.get("after", 0) < 0 for o in orders), "thrust at the end"
    assert any(o.get("up") for o in orders), "a raised orbit"
    assert {o["push"] for o in orders if o.get("push")} == {1, 2, 3, 4, 5}
    assert any("saving" in o.info and "push" not in o.info for o in slot.options), "more than is safe"
    assert any(o.info.get("end") == "left" for o in slot.options), "off the board"
    assert not any(o.info.get("end") in ("crash", "burnt") for o in slot.options)
    assert len(orders) <= MOVES_OFFERED + 1


def test_an_offer_tells_what_is_rolled_for() -> None:
    state = board_of(craft("t1", "gladius", "1:1014", heading=4, velocity=2))
    (slot,) = ENGINE.offers(ENGINE.view(state, "tog"), asked(state, "t1"))
    option = next(o for o in slot.options if o.order.get("push") == 2 and "saving" in o.info)
    assert option.info["push"] == {"extra": 2, "number": 6, "chance": 60}
    assert option.info["saving"] == {"over": 2, "number": 4, "chance": 40}
    assert "it holds on 6 or less" in option.label
    assert "2 over the safe limit: 4 or less" in option.label


@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from(["gladius", "funda", "avenger", "angel", "tormenta"]),
    st.sampled_from([("interceptor_deep_space", "1:0302"), ("three_game", "1:0904"), ("two_game", "2:1802")]),
    st.integers(1, 6),
    st.integers(0, 9),
    st.integers(0, 1),
)
def test_every_move_offered_is_legal(type: str, place: tuple[str, str], heading: int, velocity: int, optional: int) -> None:
    layout, hex = place
    state = board_of(craft("t1", type, hex, heading=heading, velocity=velocity), layout=layout, options={"optional_turning": optional})
    view, decision = ENGINE.view(state, "tog"), asked(state, "t1")
    (slot,) = ENGINE.offers(view, decision)
    assert slot.options
    for option in slot.options:
        assert ENGINE.check(view, decision, Orders({"move": option.order})) == []
