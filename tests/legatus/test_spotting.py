"""The spotting phase of a double-blind battle. legatus: Double-blind rules: Spotting"""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scales.codec import encode, plain
from scales.dice import ScriptedDice
from scales.engine import Delivery, Event, Json, Orders
from scales.legatus import ENGINE
from scales.legatus.board import grid
from scales.legatus.double_blind import glimpses
from scales.legatus.state import LegatusState
from tests.legatus.table import FLAT, Table, century, table

GRAV = "medium_grav_armor"
BLIND = {"options": {"double_blind": 1}}
UP, DOWN = 1, 4


def blind(tog: list[Json], commonwealth: list[Json], **more: Any) -> LegatusState:
    return table(tog, commonwealth, **BLIND, **more)


def spot(state: LegatusState, *script: int, tog: Json | None = None, commonwealth: Json | None = None) -> Table:
    """Run the spotting phase. Without orders everybody looks north (heading 1), which shows nobody in these tests unless he stands there."""
    return Table(state).phase("spotting", *script, orders={"spot:tog": tog or {}, "spot:commonwealth": commonwealth or {}})


def toward(heading: int, *ids: str) -> Json:
    return {id: {"heading": heading} for id in ids}


def told(play: Table, kind: str) -> list[Event]:
    return [e for e in play.events if e.kind == kind]


def ruled(rows: list[str], hex: str, token: str) -> list[str]:
    """A map with another token in one hex."""
    column, row = int(hex[:2]) - 1, int(hex[2:]) - 1
    lines = [line.split() for line in rows]
    lines[row][column] = token
    return [" ".join(line) for line in lines]


def changes(state: LegatusState, spotter: str, target: str) -> dict[str, int]:
    """The modifiers of a look at a target, by name."""
    board = grid(state.map.id, tuple(state.map.rows))
    eye = glimpses.spotter_of(state, state.units[spotter], UP)
    quarry = glimpses.quarry_of(state, board, state.units[target])
    found = glimpses.Glimpse(0, 0, eye.hexes[0], quarry.hexes[0])
    return {m.name: m.value for m in glimpses.modifiers_of(eye, quarry, found)}


def test_nobody_is_asked_and_nothing_is_rolled_without_the_double_blind_rules() -> None:
    step = ENGINE.advance(table([century("a", GRAV, "0606")], [century("x", GRAV, "0604")]), "spotting", {}, [], ScriptedDice())
    assert (step.done, step.pending, step.events) == (True, [], [])


def test_both_sides_seal_the_arcs_of_all_that_do_not_look_all_around() -> None:
    state = blind(
        [century("a", GRAV, "0606"), century("b", GRAV, "0606|0607"), century("d", GRAV, "0606|0607|0707")], [century("x", GRAV, "1410")]
    )
    step = ENGINE.advance(state, "spotting", {}, [], ScriptedDice())
    assert [(d.key, d.seat, d.kind, d.units, d.sealed) for d in step.pending] == [
        ("spot:tog", "tog", "spot", ["a", "b"], True),
        ("spot:commonwealth", "commonwealth", "spot", ["x"], True),
    ]


def test_a_side_of_dispersed_centuries_is_asked_nothing_and_looks_all_around() -> None:
    state = blind([century("d", GRAV, "0606|0607|0707")], [century("x", GRAV, "0609|0610|0710")])
    play = Table(state).phase("spotting", 3, 4)
    assert [e.checks[0].target for e in told(play, "looked")] == [3, 3]
    assert (play.state.units["x"].spotted_by, play.state.units["d"].spotted_by) == (["tog"], ["commonwealth"])


@pytest.mark.parametrize(("roll", "spotted"), [(1, False), (2, True), (10, True)])
def test_a_roll_at_or_above_the_modified_range_spots(roll: int, spotted: bool) -> None:
    """Three hexes to a concentrated target: 3 - 1 = 2 or more."""
    play = spot(blind([century("a", GRAV, "0607")], [century("x", GRAV, "0604")]), roll)
    (check,) = told(play, "looked")[0].checks
    assert (check.base, check.target, check.roll, check.passed) == (3, 2, roll, spotted)
    assert [(m.name, m.value) for m in check.modifiers] == [("concentrated", -1)]
    assert play.state.units["x"].spotted_by == (["tog"] if spotted else [])


def test_nobody_is_spotted_outside_the_arc_or_beyond_the_range_of_the_altitude() -> None:
    assert not told(spot(blind([century("a", GRAV, "0607")], [century("x", GRAV, "0604")]), tog=toward(DOWN, "a")), "looked")
    low = {"altitude": "dug_in"}
    assert not told(spot(blind([century("a", GRAV, "0608", **low)], [century("x", GRAV, "0603")])), "looked")
    assert told(spot(blind([century("a", GRAV, "0607", **low)], [century("x", GRAV, "0603")]), 9), "spotted")


@pytest.mark.parametrize(("altitude", "reach"), [("low_altitude", 10), ("tree_top", 7), ("normal", 5), ("dug_in", 3)])
def test_the_spotting_range_goes_by_altitude(altitude: str, reach: int) -> None:
    assert glimpses.spotting_range(altitude) == reach


@pytest.mark.parametrize(
    ("kind", "at", "altitude", "expected"),
    [
        (GRAV, "0604", "low_altitude", {"low altitude": -3, "concentrated": -1}),
        (GRAV, "0604|0605", "tree_top", {"tree top": -1}),
        (GRAV, "0604|0605|0705", "normal", {"dispersed": 1}),
        (GRAV, "0604", "dug_in", {"concentrated": -1, "dug in": 2}),
        ("infantry", "0604", "normal", {"concentrated": -1, "infantry": 2}),
    ],
)
def test_what_the_deployment_of_the_target_adds(kind: str, at: str, altitude: str, expected: dict[str, int]) -> None:
    state = blind([century("a", GRAV, "0608")], [century("x", kind, at, altitude=altitude)])
    assert changes(state, "a", "x") == expected


@pytest.mark.parametrize(
    ("token", "expected"),
    [("0l", {"light woods": 1}), ("0h", {"heavy woods": 2}), ("0b", {"buildings": 2}), ("0u", {"rough rubble": 1}), ("0w", {"lake": -1})],
)
def test_the_ground_counts_where_the_target_is_not_above_it(token: str, expected: dict[str, int]) -> None:
    rows = ruled(FLAT, "0604", token)
    low = blind([century("a", GRAV, "0608")], [century("x", GRAV, "0604")], rows=rows)
    assert changes(low, "a", "x") == expected | {"concentrated": -1}
    above = blind([century("a", GRAV, "0608")], [century("x", GRAV, "0604", altitude="tree_top")], rows=rows)
    assert changes(above, "a", "x") == {"tree top": -1, "concentrated": -1}


def test_earthworks_installations_and_signals_count() -> None:
    dug = [century("x", GRAV, "0604", altitude="dug_in"), century("s", "signals", "0603")]
    works = [{"kind": "earthworks", "side": "commonwealth", "hex": "0604"}]
    forts = [{"id": "f", "name": "F", "side": "commonwealth", "hex": "0904", "kind": "defensive_installation_2"}]
    state = blind([century("a", GRAV, "0608"), century("h", "signals", "0609")], dug, defenses=works, installations=forts)
    by_spotter = {"signals century next to the spotter": -2}
    works_and_signals = {"earthworks": 1, "signals century next to the target": 2}
    assert changes(state, "a", "x") == {"concentrated": -1, "dug in": 2} | works_and_signals | by_spotter
    assert changes(state, "a", "f") == {"concentrated": -1, "defensive installation": -1} | by_spotter
    state.units["s"].crippled = state.units["h"].crippled = True
    assert changes(state, "a", "x") == {"concentrated": -1, "dug in": 2, "earthworks": 1}


def test_of_many_hexes_the_lowest_modified_range_counts() -> None:
    """The nearer hex lies in heavy woods: the clear one behind it is one hex farther and easier, but hidden by them."""
    rows = ruled(FLAT, "0605", "0h")
    state = blind([century("a", GRAV, "0608")], [century("x", GRAV, "0604|0605")], rows=rows)
    play = spot(state, 1)
    assert (told(play, "looked")[0].data["to"], told(play, "looked")[0].checks[0].target) == ("0605", 5)
    state.units["a"].altitude = "low_altitude"
    play = spot(state, 1)
    assert (told(play, "looked")[0].data["to"], told(play, "looked")[0].checks[0].target) == ("0604", 4)


def test_a_success_is_told_to_the_spotting_side_and_a_failure_to_nobody() -> None:
    state = blind([century("a", GRAV, "0607"), century("b", GRAV, "0608")], [century("x", GRAV, "0604")])
    play = spot(state, 1, 9)
    assert [(e.units, e.seen_by) for e in told(play, "looked")] == [(["a", "x"], []), (["b", "x"], [])]
    (event,) = told(play, "spotted")
    assert (event.units, event.seen_by, event.data["at"], event.checks[0].roll) == (["b", "x"], ["tog"], "0604", 9)
    assert "X of Commonwealth in 0604" in event.text


def test_who_is_spotted_is_not_told_and_does_not_see_it_on_his_own_sheet() -> None:
    play = spot(blind([century("a", GRAV, "0607")], [century("x", GRAV, "0604")]), 9)
    assert not [e for e in play.events if e.seen_by is None or ("commonwealth" in e.seen_by and "x" in e.units and e.kind != "watched")]
    own, other = ENGINE.view(play.state, "commonwealth"), ENGINE.view(play.state, "tog")
    assert ENGINE.record(own, "x")["spotted_by"] == []
    assert ENGINE.record(other, "x")["spotted_by"] == ["tog"]


def test_once_spotted_it_is_not_rolled_for_again_and_stays_spotted() -> None:
    state = blind([century("a", GRAV, "0607"), century("b", GRAV, "0608")], [century("x", GRAV, "0604")])
    play = spot(state, 9)
    assert len(told(play, "looked")) == 1
    again = Table(play.state).phase("spotting", orders={"spot:tog": toward(DOWN, "a", "b")})
    assert not told(again, "looked")
    assert again.state.units["x"].spotted_by == ["tog"]


def test_within_one_hex_nothing_is_certain_that_the_modifiers_do_not_make_so() -> None:
    """Next to a concentrated century anything spots (1 - 1 = 0); infantry dug in beside one may still stay unseen."""
    assert told(spot(blind([century("a", GRAV, "0605")], [century("x", GRAV, "0604")]), 1), "spotted")
    hidden = blind([century("a", GRAV, "0605")], [century("x", "infantry", "0604", altitude="dug_in")])
    assert not told(spot(hidden, 3), "spotted")
    assert told(spot(hidden, 4), "spotted")


def test_crippled_and_broken_centuries_and_installations_spot_and_those_held_below_do_not() -> None:
    forts = [{"id": "f", "name": "F", "side": "tog", "hex": "0807", "kind": "defensive_installation_2"}]
    state = blind(
        [century("a", GRAV, "0607", crippled=True)], [century("x", GRAV, "0604"), century("y", GRAV, "0804")], installations=forts
    )
    state.units["a"].broken = True
    play = spot(state, 1, 1, 1, 1)
    assert sorted({e.units[0] for e in told(play, "looked")}) == ["a", "f"]


def test_signals_that_are_not_spotted_do_not_show_in_what_a_side_is_told() -> None:
    """The true number is 2 + 2 = 4; who does not know of the signals century reckons with 2."""
    state = blind([century("a", GRAV, "0607")], [century("x", GRAV, "0604"), century("z", "signals", "0504")])
    play = spot(state, 4, 1)
    assert told(play, "looked")[0].checks[0].target == 4
    assert told(play, "looked")[0].seen_by == []
    (event,) = told(play, "spotted")
    assert (event.checks[0].target, [m.name for m in event.checks[0].modifiers], event.rolls) == (2, ["concentrated"], [])
    assert "signals" not in str(plain(event))


def test_a_century_spotted_from_space_is_told_to_the_side_above_alone() -> None:
    news = {"side": "tog", "ship": "s1", "ship_name": "Nova", "units": ["x"], "hex": "0604"}
    state = blind([century("a", GRAV, "0607")], [century("x", GRAV, "1404")])
    play = Table(state).phase("spotting", inbox=[Delivery("1", "spotted", "sky", news, "e1")])
    assert [(e.seen_by, e.units) for e in told(play, "spotted")] == [(["tog"], ["x"])]
    assert play.state.units["x"].spotted_by == ["tog"]


WINGS = [{"id": f"{s}-wing", "name": f"{s} wing", "side": s, "kind": "interceptor_medium"} for s in ("tog", "commonwealth")]


def air(tog: str, commonwealth: str, target: str = "1404") -> LegatusState:
    """Two squadrons, one a side, in boxes of the mission sheet; the Commonwealth century is far from that of TOG."""
    state = blind([century("a", GRAV, "0210")], [century("x", GRAV, target)], squadrons=WINGS)
    state.squadrons["tog-wing"].box, state.squadrons["commonwealth-wing"].box = tog, commonwealth
    return state


def test_a_squadron_on_ground_support_looks_ten_hexes_all_around_a_hex() -> None:
    play = spot(air("ground_support", "ready"), 8, tog={"tog-wing": {"hex": "0604"}})
    (event,) = told(play, "spotted")
    assert (event.units, event.checks[0].base, event.checks[0].target, event.data["range"]) == (["tog-wing", "x"], 8, 7, 10)
    assert play.state.squadrons["tog-wing"].box == "ground_support", "it still has its attack"
    assert [e.seen_by for e in told(play, "scouted")] == [["tog"]]


def test_a_squadron_may_stay_and_one_that_is_not_on_ground_support_is_not_asked() -> None:
    assert not told(spot(air("ground_support", "ready"), tog={"tog-wing": {"hex": ""}}), "looked")
    step = ENGINE.advance(air("ready", "re_arming"), "spotting", {}, [], ScriptedDice())
    assert [d.units for d in step.pending] == [["a"], ["x"]]


def test_cap_meets_who_looks_and_stops_him() -> None:
    """Interception passes (7 or less), evasion passes: both re-arm, nobody is looked for."""
    orders = {"tog": {"tog-wing": {"hex": "1204"}}, "commonwealth": {"commonwealth-wing": {"intercept": True}}}
    play = spot(air("ground_support", "cap"), 7, 7, **orders)
    assert [e.kind for e in play.events if e.kind != "watched"] == ["scouted", "intercepted", "evaded"]
    assert [q.box for q in play.state.squadrons.values()] == ["re_arming", "re_arming"]


def test_cap_that_fails_re_arms_and_cap_that_waits_stays() -> None:
    play = spot(
        air("ground_support", "cap"), 10, 9, tog={"tog-wing": {"hex": "1204"}}, commonwealth={"commonwealth-wing": {"intercept": True}}
    )
    assert told(play, "spotted")
    assert play.state.squadrons["commonwealth-wing"].box == "re_arming"
    play = spot(
        air("ground_support", "cap"), 9, tog={"tog-wing": {"hex": "1204"}}, commonwealth={"commonwealth-wing": {"intercept": False}}
    )
    assert told(play, "spotted")
    assert play.state.squadrons["commonwealth-wing"].box == "cap"


def test_cap_stays_where_nobody_looks() -> None:
    play = spot(air("ground_support", "cap"), tog={"tog-wing": {"hex": ""}}, commonwealth={"commonwealth-wing": {"intercept": True}})
    assert play.state.squadrons["commonwealth-wing"].box == "cap"
    assert not told(play, "intercepted")


def asked(state: LegatusState) -> tuple[Any, Any]:
    """A view and the decision of TOG."""
    step = ENGINE.advance(state, "spotting", {}, [], ScriptedDice())
    return ENGINE.view(step.state, "tog"), step.pending[0]


def test_an_arc_that_is_no_heading_and_a_hex_off_the_map_are_refused_with_the_rule() -> None:
    view, decision = asked(air("ground_support", "ready"))
    faults = ENGINE.check(view, decision, Orders({"a": {"heading": 7}, "tog-wing": {"hex": "9999"}}))
    assert [(f.code, f.where) for f in faults] == [("illegal", "a"), ("illegal", "tog-wing")]
    assert all("(legatus: Double-blind rules: Spotting)" in f.text for f in faults)
    assert "headings 1 to 6" in faults[0].text
    assert "'9999'" in faults[1].text


def test_an_arc_option_tells_what_it_shows() -> None:
    rows = ruled(FLAT, "0605", "0h")
    state = blind([century("a", GRAV, "0607")], [century("x", GRAV, "1404")], rows=rows, objectives=[{"name": "the ford", "hex": "0606"}])
    view, decision = asked(state)
    (slot,) = ENGINE.offers(view, decision)
    north = slot.options[0]
    assert (north.order, north.info["degrees"], north.info["range"], north.info["objectives"]) == ({"heading": 1}, 120, 5, ["the ford"])
    assert north.info["covered"] > 0
    assert sum(north.info["ground"].values()) == north.info["hexes"]
    assert north.info["known_enemies"] == []
    assert [o.order["heading"] for o in slot.options] == [1, 2, 3, 4, 5, 6]


def test_options_tell_of_known_enemies_only() -> None:
    state = blind([century("a", GRAV, "0607")], [century("x", GRAV, "0604"), century("y", GRAV, "0605")])
    state.units["y"].spotted_by = ["tog"]
    view, decision = asked(state)
    assert ENGINE.offers(view, decision)[0].options[0].info["known_enemies"] == ["y"]


def test_every_option_is_legal_and_the_bot_answers_all() -> None:
    for tog in ("ground_support", "cap"):
        view, decision = asked(air(tog, "ready"))
        offers = ENGINE.offers(view, decision)
        assert {s.id for s in offers} == {"a", "tog-wing"}
        for n in range(max(len(s.options) for s in offers)):
            choices = {s.id: s.options[n % len(s.options)].order for s in offers}
            assert ENGINE.check(view, decision, Orders(choices)) == []
        assert ENGINE.check(view, decision, ENGINE.choose(view, decision, offers, ScriptedDice())) == []


def test_the_bot_looks_where_the_enemy_should_be() -> None:
    """A century at the lower left looks to the upper right, where the enemy came from."""
    view, decision = asked(blind([century("a", GRAV, "0310")], [century("x", GRAV, "1403")]))
    assert ENGINE.choose(view, decision, ENGINE.offers(view, decision), ScriptedDice()).choices["a"]["heading"] in {1, 2}


def test_a_record_tells_how_far_and_where_its_own_side_watches() -> None:
    play = spot(blind([century("a", GRAV, "0607")], [century("x", GRAV, "0604")]), 9, tog=toward(UP, "a"))
    play.state.units["a"].spotted_by = ["commonwealth"]
    own, other = (ENGINE.record(ENGINE.view(play.state, seat), "a")["spotting"] for seat in ("tog", "commonwealth"))
    assert own == {"range": 5, "degrees": 120, "heading": 1, "towards": "N"}
    assert other == {"range": 5, "degrees": 120}


def test_a_game_master_rules_who_is_spotted_and_only_the_side_that_spots_hears_it() -> None:
    state = blind([century("a", GRAV, "0607")], [century("x", GRAV, "1404")], squadrons=WINGS)
    for unit in ("x", "commonwealth-wing"):
        step = ENGINE.amend(state, {"kind": "spot", "unit": unit, "side": "tog"}, ScriptedDice())
        assert unit in {**ENGINE.view(step.state, "tog").state.units, **ENGINE.view(step.state, "tog").state.squadrons}
        assert [e.seen_by for e in step.events] == [["tog"]]
        lost = ENGINE.amend(step.state, {"kind": "spot", "unit": unit, "side": "tog", "spotted": False}, ScriptedDice())
        assert encode(lost.state) == encode(state)


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"unit": "a", "side": "tog"}, "of another"),
        ({"unit": "x", "side": "nobody"}, "a side (tog, commonwealth)"),
        ({"unit": "q", "side": "tog"}, "'q' is none"),
        ({"unit": "x", "side": "tog", "spotted": False}, "not spotted by tog as it is"),
    ],
)
def test_rulings_on_spotting_that_cannot_be_are_refused(fields: Json, why: str) -> None:
    state = blind([century("a", GRAV, "0607")], [century("x", GRAV, "1404")])
    with pytest.raises(ValueError, match=re.escape(why)):
        ENGINE.amend(state, {"kind": "spot", **fields}, ScriptedDice())
    with pytest.raises(ValueError, match="not played"):
        ENGINE.amend(
            table([century("a", GRAV, "0607")], [century("x", GRAV, "1404")]), {"kind": "spot", "unit": "x", "side": "tog"}, ScriptedDice()
        )


def test_after_a_ruling_arcs_are_asked_of_those_that_are_there() -> None:
    state = blind([century("a", GRAV, "0607"), century("b", GRAV, "0608")], [century("x", GRAV, "1404")])
    before = ENGINE.advance(state, "spotting", {}, [], ScriptedDice()).state
    step = ENGINE.amend(before, {"kind": "destroy", "unit": "b"}, ScriptedDice())
    assert {d.key: d.units for d in step.pending} == {"spot:tog": ["a"], "spot:commonwealth": ["x"]}


@given(st.integers(-5, 15), st.integers(1, 10), st.integers(3, 10))
def test_a_longer_modified_range_never_helps(modified: int, roll: int, reach: int) -> None:
    assert glimpses.is_spotted(modified, reach, roll) or not glimpses.is_spotted(modified + 1, reach, roll)
    assert glimpses.is_spotted(modified, reach, 10) == (modified <= reach)
