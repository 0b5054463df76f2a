"""Scenarios: craft that their side places, safe edges, terms that earn points, victory levels, the end of a battle."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.check import board_setup
from campaigns.library import find
from scales.codec import decode, encode
from scales.dice import KeyedDice, ScriptedDice, seeded_secret
from scales.engine import Decision, Json, Orders, Report
from scales.engines import engine
from scales.hexes import Hex
from scales.interceptor import ENGINE
from scales.interceptor.board import board
from scales.interceptor.bot.errands import way_out
from scales.interceptor.movement.flight import Plan
from scales.interceptor.movement.flying import fly
from scales.interceptor.scenario import edges, ending, scoring
from scales.interceptor.scenario.goals import Goals, Level, Term
from scales.interceptor.state import State
from scales.interceptor.transfers.going_up import close_units
from tests.interceptor.scenes import Table, board_of, craft, play_of, setup_of

ANGELS = "on_the_wings_of_angels"
LEFT = {"exits": [{"side": "com", "edges": ["left"]}]}
WEST = {"side": "com", "corners": ["1:0401", "1:1001"], "headings": [3, 4], "velocity": 3}


def waiting(id: str, kind: str = "stinger", **more: Any) -> Json:
    """A craft that its side places."""
    return {name: value for name, value in craft(id, kind, "", **more).items() if name != "hex"}


def asked(state: State, turn: int = 1) -> list[Decision]:
    """What the initiative phase of a turn asks first."""
    state.at.turn = turn - 1
    return ENGINE.advance(state, "initiative", {}, [], KeyedDice(key=b"x")).pending


def wings(changes: Mapping[str, Any] | None = None) -> Json:
    """The set-up of the library's scenario for fighters alone."""
    campaign = find(ANGELS, engine)
    return board_setup(campaign, campaign.theatres[0], "interceptor") | dict(changes or {})


# --- placing ------------------------------------------------------------------------------------------------------------------------------


def test_both_sides_place_in_secret_before_anything_else() -> None:
    entries = [WEST, {"side": "tog", "corners": ["2:0414", "2:1014"], "headings": [1]}]
    state: State = ENGINE.setup(setup_of(waiting("c1"), waiting("t1"), entries=entries), ScriptedDice.of()).state
    assert state.craft["c1"].where == "waiting"
    assert ENGINE.report(state).effective == {"tog": 1, "com": 1}
    decisions = asked(state)
    assert [(d.key, d.units, d.sealed) for d in decisions] == [("deploy:com", ["c1"], True), ("deploy:tog", ["t1"], True)]
    first = Table(state)
    first.phase("initiative", answers={"deploy:com": Orders({"c1": {"hex": "1:0701", "heading": 3, "velocity": 2}})})
    assert next(e.text for e in first.events if e.kind == "deployed") == "c1 begins in 1:0701, heading 3, velocity 2."
    assert (first.craft("c1").hex, first.craft("c1").where) == (Hex(7, 1), "board")


def test_what_enters_later_is_asked_about_then_and_keeps_the_battle_going() -> None:
    state = board_of(craft("t1", "gladius", "2:1010"), waiting("c1"), entries=[WEST | {"turn": 3}])
    assert not ENGINE.report(state).over
    assert [d.kind for d in asked(state, 2)] == []
    assert [d.kind for d in asked(state, 3)] == ["deploy"]


@pytest.mark.parametrize(
    ("velocity", "most"),
    [(3, 3), ("sot", 7), ("thrust", 8)],
)
def test_velocity_at_the_start_is_the_number_the_rating_or_the_thrust(velocity: int | str, most: int) -> None:
    """A Stinger of thrust 8 with piloting 5 has a rating of 7."""
    state = board_of(waiting("c1", piloting=5), entries=[WEST | {"velocity": velocity}])
    (decision,) = asked(state)
    for speed, fine in ((most, True), (most + 1, False)):
        faults = ENGINE.check(ENGINE.view(state, "com"), decision, Orders({"c1": {"hex": "1:0401", "heading": 4, "velocity": speed}}))
        assert (faults == []) is fine, faults


def test_a_place_outside_the_zone_is_refused_with_all_that_is_wrong() -> None:
    state = board_of(waiting("c1"), entries=[WEST])
    (decision,) = asked(state)
    faults = ENGINE.check(ENGINE.view(state, "com"), decision, Orders({"c1": {"hex": "1:1101", "heading": 1, "velocity": 9}}))
    assert [f.text for f in faults] == [
        "c1 begins between 1:0401 and 1:1001, not in '1:1101' (interceptor: Set-Up).",
        "c1 begins on heading 3 or 4, not 1 (interceptor: Set-Up).",
        "c1 begins with a velocity of 3 at most, not 9 (interceptor: Set-Up).",
    ]


def test_what_is_offered_above_a_planet_can_be_flown_there() -> None:
    entry = {"side": "com", "corners": ["1:0203", "1:0803"], "velocity": "thrust"}
    state = board_of(waiting("c1", "stinger"), layout="three_game", entries=[entry])
    (decision,) = asked(state)
    view = ENGINE.view(state, "com")
    options = ENGINE.offers(view, decision)[0].options
    assert {board("three_game").zone(Hex(*o.info["at"])) for o in options} >= {"atmosphere", "gravity"}
    assert all(ENGINE.check(view, decision, Orders({"c1": o.order})) == [] for o in options)
    fast = Orders({"c1": {"hex": "1:0203", "heading": 1, "velocity": 8}})
    assert "cannot fly in 1:0203 at velocity 8" in ENGINE.check(view, decision, fast)[0].text


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"entries": []}, "c1 has no hex and enters nowhere"),
        ({"entries": [WEST, WEST]}, "c1 begins in two places"),
        ({"entries": [WEST | {"side": "x"}]}, "There is no side 'x'"),
        ({"entries": [WEST | {"units": ["t1"]}]}, "'t1' belongs to side 'tog', not to 'com'."),
        ({"entries": [WEST | {"units": ["z"]}]}, "There is no craft 'z' in this set-up."),
        ({"entries": [WEST | {"corners": ["1:0401", "9:0101"]}]}, "9:0101"),
        ({"entries": [WEST | {"turn": 31}]}, "Turn 31 is after the last, 30"),
        ({"victory": {"exits": [{"side": "com", "edges": ["west"]}]}}, "no edge 'west'; it has left, right, bottom, top"),
        ({"victory": {"terms": [{"side": "com", "event": "exit", "text": "t"}]}}, "Side 'com' has no safe edge to leave by"),
        ({"victory": {"terms": [{"side": "com", "event": "keep", "text": "t", "wins": True}]}}, "decides nothing before it"),
        ({"victory": {"ends_without": ["z"]}}, "There is no craft 'z'"),
        ({"victory": {"levels": [{"level": "decisive", "side": "com"}]}}, "There is no side ''"),
        (
            {"victory": {"of": "com", "levels": [{"level": "decisive", "side": "com"}, {"level": "marginal", "side": "tog", "least": 3}]}},
            "A row before this one has some of the same points",
        ),
    ],
)
def test_faults_of_a_scenario_are_named(changes: Json, words: str) -> None:
    setup = setup_of(waiting("c1"), craft("t1", "gladius", "2:1010"), entries=[WEST]) | changes
    assert any(words in fault.text for fault in ENGINE.faults(setup)), ENGINE.faults(setup)


def test_nothing_begins_on_the_ground_and_no_transport_from_space_in_the_air() -> None:
    ground = {"side": "com", "corners": ["1:0101", "1:0114"]}
    air = {"side": "com", "corners": ["1:0201", "1:0214"]}
    for entry, words in ((ground, "on the ground"), (air, "cannot fly in the atmosphere")):
        setup = setup_of(waiting("c1", "punisher"), waiting("c2", "defiant"), layout="three_game", entries=[entry])
        setup["craft"][1]["type"] = "cwtp"
        assert any(words in fault.text for fault in ENGINE.faults(setup))


def test_a_craft_still_to_be_placed_is_known_by_its_sheet_and_not_ruled_on() -> None:
    state = board_of(waiting("c1"), craft("t1", "gladius", "2:1010"), entries=[WEST | {"turn": 3}])
    record = ENGINE.record(ENGINE.view(state, "tog"), "c1")
    assert (record["place"], record["at"]) == ("still to be placed", "")
    with pytest.raises(ValueError, match="c1 is still to be placed: rule on it once it is there"):
        ENGINE.amend(state, {"kind": "destroy", "unit": "c1", "reason": "x"}, ScriptedDice.of())


def test_a_ruling_between_question_and_answer_asks_again() -> None:
    state = board_of(waiting("c1"), craft("t1", "gladius", "2:1010"), entries=[WEST])
    state.at.turn = 0
    step = ENGINE.advance(state, "initiative", {}, [], KeyedDice(key=b"x"))
    amended = ENGINE.amend(step.state, {"kind": "move", "unit": "t1", "hex": "2:1111", "reason": "x"}, ScriptedDice.of())
    assert [(d.key, d.units) for d in amended.pending] == [("deploy:com", ["c1"])]


# --- safe edges ---------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("layout", "hex", "heading", "edge"),
    [
        ("three_sheets", "1:0501", 1, "left"),
        ("three_sheets", "3:0514", 4, "right"),
        ("three_sheets", "2:0107", 5, "bottom"),
        ("three_sheets", "2:2607", 2, "top"),
        ("two_game", "1:0107", 6, "top"),
        ("two_game", "2:1501", 1, "right"),
        ("three_game", "1:2601", 1, "left"),
        ("three_game", "1:1007", 1, ""),
    ],
)
def test_edges_are_called_as_the_sheets_lie_before_the_players(layout: str, hex: str, heading: int, edge: str) -> None:
    assert edges.crossed(layout, board(layout).hex(hex), heading) == edge


def test_a_craft_leaves_over_its_safe_edge_for_good_and_is_not_lost() -> None:
    state = board_of(craft("c1", "stinger", "1:0501", heading=1, velocity=2), craft("t1", "gladius", "1:0901", heading=1), victory=LEFT)
    play = play_of(state)
    for id in ("c1", "t1"):
        fly(play, state.craft[id], Plan(0, (0,) * (state.craft[id].velocity + 1)) if id == "c1" else Plan(1, (0, 0)))
    assert [(c.where, c.exit) for c in state.craft.values()] == [("left", "left"), ("away", "")]
    assert play.events[0].text == "c1 leaves over the left edge, which is safe for it."
    assert ENGINE.invariants(state) == []
    assert scoring.points(state) == {"tog": 0, "com": 0}
    state.craft["t1"].where = "left"
    assert scoring.points(state) == {"tog": 0, "com": scoring.points_of(state.craft["t1"])}


def test_who_leaves_over_a_safe_edge_is_no_loss_of_its_unit() -> None:
    state = board_of(craft("c1", "stinger", "1:0501", heading=1, velocity=1, unit="wing"), victory=LEFT)
    play = play_of(state)
    fly(play, state.craft["c1"], Plan(0, (0, 0)))
    close_units(play)
    assert state.units["wing"].lost == 0


# --- points and levels --------------------------------------------------------------------------------------------------------------------


def test_a_craft_is_worth_twice_its_cost_by_hundred_thousands() -> None:
    state = board_of(craft("c1", "stinger", "1:0501"), craft("t1", "gladius", "1:0901"))
    state.craft["t1"].where = "destroyed"
    assert scoring.points(state) == {"tog": 0, "com": 81}
    assert ENGINE.report(state).points["com"] == 81


def carried(count: int, *, exit: str = "left") -> State:
    """The scenario once both corvettes are off with so many vehicles."""
    state: State = ENGINE.setup(wings(), ScriptedDice.of()).state
    state.at.turn = state.turns_over = 7
    for n, id in enumerate(("angel-1", "angel-2")):
        angel = state.craft[id]
        angel.where, angel.exit = "left", exit
        angel.cargo = angel.cargo[: max(0, count - 6 * n)]
    return state


@pytest.mark.parametrize(
    ("vehicles", "side", "level"),
    [
        (0, "tog", "decisive"), (1, "tog", "substantial"), (4, "tog", "substantial"), (5, "tog", "marginal"), (6, "", "draw"),
        (7, "commonwealth", "marginal"), (9, "commonwealth", "marginal"), (10, "commonwealth", "substantial"),
        (12, "commonwealth", "decisive"),
    ],
)  # fmt: skip
def test_on_the_wings_of_angels_is_read_by_the_vehicles_carried_off(vehicles: int, side: str, level: str) -> None:
    report: Report = ENGINE.report(carried(vehicles))
    assert (report.over, report.outcome) == (True, "Angel One and Angel Two are no longer there")
    assert (report.winner or "", report.points["commonwealth"]) == (side, vehicles)
    assert report.levels[side or "tog"] == (f"{level}_victory" if side else "draw")


def test_corvettes_that_left_elsewhere_have_carried_nothing() -> None:
    assert ENGINE.report(carried(12, exit="")).levels == {"tog": "decisive_victory", "commonwealth": "decisive_defeat"}


def test_with_nobody_left_to_stop_it_a_craft_is_as_good_as_gone() -> None:
    """The enemy's last fighter is lost while both corvettes are still on their way; one of them cannot fly any more."""
    state: State = ENGINE.setup(wings(), ScriptedDice.of()).state
    state.at.turn = state.turns_over = 3
    for c in state.craft.values():
        c.where = "destroyed" if c.side == "tog" else "board"
        c.place(Hex(5, 20))
    state.craft["angel-2"].marks["drive"] = 4
    report = ENGINE.report(state)
    assert (report.over, report.points["commonwealth"], report.winner) == (True, 6, None)


def test_levels_by_ratio_count_losses_and_terms() -> None:
    state = board_of(craft("c1", "stinger", "1:0501"), craft("t1", "gladius", "1:0901"), craft("t2", "sica", "1:1001"), victory=LEFT)
    assert state.goals is not None
    state.goals.terms = [Term("tog", "keep", "still there", 30, ["t2"]), Term("com", "destroy", "the leader", 9, ["t1"])]
    state.craft["t1"].where = "destroyed"
    assert scoring.points(state) == {"tog": 30, "com": 90}
    assert scoring.levels(state) == {"com": "decisive_victory", "tog": "decisive_defeat"}


def test_a_term_that_decides_ends_the_battle_with_all_that_it_names() -> None:
    crew = [
        craft("c1", "stinger", "1:0501"),
        craft("t1", "gladius", "1:0901"),
        craft("t2", "sica", "1:1001"),
        craft("t3", "sica", "1:1101"),
    ]
    term = {"side": "com", "event": "destroy", "text": "both leaders are down", "units": ["t1", "t2"], "wins": True}
    state = board_of(*crew, victory={"terms": [term]})
    state.craft["t1"].where = "destroyed"
    state.turns_over = state.at.turn
    assert ending.why(state) == ""
    state.craft["t2"].where = "destroyed"
    assert ending.why(state) == "com has achieved what decides: both leaders are down"
    assert ENGINE.report(state).winner == "com"


def test_a_scenario_plays_its_last_turn_to_the_end() -> None:
    state = carried(12)
    state.at.turn = 8
    assert ending.why(state) == ""
    state.turns_over = 8
    assert ending.why(state)


def test_a_scenario_does_not_end_because_nothing_happens() -> None:
    quiet = board_of(craft("c1", "stinger", "1:0501"), craft("t1", "gladius", "1:0901"))
    quiet.quiet, quiet.turns_over = 10, 1
    assert ENGINE.report(quiet).outcome == "ten turns without damage"
    quiet.goals = Goals()
    assert not ENGINE.report(quiet).over


@given(st.integers(0, 200), st.integers(0, 200))
def test_one_side_wins_what_the_other_loses(high: int, low: int) -> None:
    state = board_of(craft("c1", "stinger", "1:0501"), craft("t1", "gladius", "1:0901"))
    state.goals = Goals(terms=[Term("com", "keep", "c", high, ["c1"]), Term("tog", "keep", "t", low, ["t1"])])
    levels = scoring.levels(state)
    assert sorted(level.partition("_")[2] for level in levels.values()) in (["defeat", "victory"], ["", ""])
    state.goals.levels = [Level("marginal", "com", 50, 99), Level("decisive", "com", 100)]
    state.goals.of = "com"
    assert (scoring.winner(state) == "com") is (high >= 50)


# --- played -------------------------------------------------------------------------------------------------------------------------------


def test_the_bot_flies_its_carriers_off_and_the_end_is_told_once() -> None:
    state: State = ENGINE.setup(wings(), KeyedDice(key=seeded_secret(1))).state
    table, events = Table(state, seed=1), []
    for _ in range(8):
        table.turn()
        events += table.events
    assert {c.exit for c in table.state.craft.values() if c.id.startswith("angel")} == {"left"}
    assert [e.data["levels"]["commonwealth"] for e in events if e.kind == "victory_levels"] == ["decisive_victory"]
    assert sum(e.data["points"] for e in events if e.kind == "points_earned") == 12


def test_a_tired_fighter_goes_home_where_it_may() -> None:
    state = board_of(craft("c1", "stinger", "1:0503", heading=1, velocity=4), craft("t1", "gladius", "2:0910"), victory=LEFT)
    assert way_out(state, state.craft["c1"], tired=False) is None
    plan = way_out(state, state.craft["c1"], tired=True)
    assert plan is not None
    fly(play_of(state), state.craft["c1"], plan)
    assert state.craft["c1"].exit == "left"


def test_a_state_with_a_scenario_is_written_and_read_again() -> None:
    state: State = ENGINE.setup(wings(), ScriptedDice.of()).state
    assert encode(decode(encode(state), State)) == encode(state)
