"""Results of battles played on a table: every fault at once, and what is taken over is what the engine itself would have reported."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scales.centurion import ENGINE
from scales.centurion.combat import effects
from scales.centurion.scenario import reporting
from scales.centurion.state import BattleState
from scales.codec import clone, encode, plain
from scales.dice import ScriptedDice
from scales.engine import Json
from scales.play import Play
from tests.centurion.battles import battle
from tests.centurion.field import platoon, setup, vehicle


def as_json(state: BattleState) -> Json:
    found: Json = plain(ENGINE.report(state))
    return found


def fates(state: BattleState, **changed: Json) -> Json:
    """The fates of everybody as they are, with some changed (underscores for dashes in the ids). Centuries do not repeat their units."""
    found = as_json(state)["fates"]
    for century in state.centuries:
        found[century]["sheet"].pop("units")
    return {"fates": found | {id: found.get(id, {}) | fate for id, fate in ((k.replace("_", "-"), v) for k, v in changed.items())}}


def skirmish() -> BattleState:
    tog = platoon(
        "tog", *(vehicle(f"t{n}", "horatius", f"0{n}03") for n in (1, 2, 3)), squads=({"id": "s1", "type": "bounce_tvlg", "aboard": "t1"},)
    )
    cw = platoon(
        "cw", *(vehicle(f"c{n}", "liberator", f"2{n}03") for n in (1, 2, 3)), squads=({"id": "s2", "type": "bounce_tvlg", "hex": "2005"},)
    )
    state: BattleState = ENGINE.setup(setup(tog, cw), ScriptedDice.of()).state
    return state


def codes(state: BattleState, report: Any) -> list[tuple[str, str]]:
    found = ENGINE.report_faults(state, report)
    assert all(fault.text and fault.code for fault in found)
    return [(fault.code, fault.where) for fault in found]


def test_the_report_of_an_unchanged_battle_changes_no_unit() -> None:
    """mekhq#3999: what goes out comes back, at any moment of a battle."""
    for moment in battle().moments[::6]:
        state = moment.before
        assert codes(state, as_json(state)) == []
        after = ENGINE.settle(state, as_json(state)).state
        assert ENGINE.report(after).fates == ENGINE.report(state).fates
        assert [u.effects for u in after.vehicles.values()] == [u.effects for u in state.vehicles.values()]
        assert [u.crew for u in after.vehicles.values()] == [u.crew for u in state.vehicles.values()]
        assert ENGINE.invariants(after) == []


@pytest.mark.parametrize("seed", range(8))
def test_a_battle_fought_here_and_one_reported_from_a_table_end_alike(seed: int) -> None:
    """mekhq#3999, #5730: sheets, statuses, points, winner and outcome are the same on both ways."""
    fought = battle(seed)
    told = as_json(fought.end) | {"over": True}
    for start in (fought.opening, fought.moments[len(fought.moments) // 2].before):
        step = ENGINE.settle(start, told)
        assert ENGINE.invariants(step.state) == []
        settled = ENGINE.report(step.state)
        assert settled.over
        assert plain(settled.fates) == told["fates"]
        assert (settled.winner, settled.points, settled.turn) == (told["winner"], told["points"], told["turn"])
        assert settled.outcome == told["outcome"]


def test_every_fault_is_named_at_once() -> None:
    state = skirmish()
    state.vehicles["c3"].destroyed = True
    report = fates(
        state,
        t1={"status": "vaporised"},
        nobody={"status": "ok"},
        t2={"sheet": [1]},
        c3={"status": "ok", "sheet": {}},
        s2={"sheet": {"strength": 12}},
    )
    del report["fates"]["t3"]
    report |= {"winner": "nobody", "over": "yes", "turn": -1, "loser": "tog"}
    assert sorted(codes(state, report)) == [
        ("bad_status", "fates.t1"),
        ("came_back", "fates.c3"),
        ("malformed", "over"),
        ("malformed", "turn"),
        ("missing_unit", "fates.t3"),
        ("sheet", "fates.s2"),
        ("sheet", "fates.t2"),
        ("unknown_key", "loser"),
        ("unknown_unit", "fates.nobody"),
        ("unknown_winner", "winner"),
    ]
    before = encode(state)
    with pytest.raises(ValueError, match="t3") as refused:
        ENGINE.settle(state, report)
    assert all(fault.text in str(refused.value) for fault in ENGINE.report_faults(state, report))
    assert encode(state) == before


SHEETS: list[tuple[str, Any]] = [
    ("t1", {"armor": {"nowhere": []}}),
    ("t1", {"armor": {"front": [1]}}),
    ("t1", {"armor": {"front": "full"}}),
    ("t1", {"shields": {"front": 99}}),
    ("t1", {"missiles": {"tvlg": -1}}),
    ("t1", {"effects": ["coffee"]}),
    ("t1", {"effects": [["helm"]]}),
    ("t1", {"effects": ["helm", "helm"]}),
    ("t1", {"crew": {"driver": 5}}),
    ("t1", {"crew": {"cook": "ok"}}),
    ("t1", {"targeting": True}),
    ("t1", {"internals": {"hull": {"rows": [], "width": 48}}}),
    ("t1", {"smoke": 10**30}),
    ("t1", {"colour": "red"}),
    ("s1", {"strength": "many"}),
    ("s1", {"strength": -12}),
    ("s1", {"missiles": 9}),
    ("s1", {"mortars": None}),
]


@pytest.mark.parametrize(("unit", "sheet"), SHEETS)
def test_a_sheet_that_no_report_writes_is_refused(unit: str, sheet: Any) -> None:
    state = skirmish()
    assert codes(state, fates(state, **{unit: {"sheet": sheet}})) == [("sheet", f"fates.{unit}")]


def test_nothing_that_was_lost_comes_back() -> None:
    """dcs_liberation#979 the other way round: a table does not mend; a ruling does."""
    start = skirmish()
    state = ENGINE.amend(
        start, {"kind": "damage", "unit": "t1", "side": "front", "points": 30, "reason": "before"}, ScriptedDice.of()
    ).state
    fresh = as_json(start)["fates"]["t1"]["sheet"]
    assert codes(state, fates(state, t1={"sheet": fresh})) == [("sheet", "fates.t1")]
    assert codes(state, fates(state, t1={"status": "destroyed"}, s1={"status": "destroyed"})) == []
    squads = fates(start, s1={"sheet": {"strength": 8}}, s2={"sheet": {"strength": 8}})
    assert codes(start, squads) == []
    start.squads["s1"].strength = 4
    assert codes(start, fates(start, s1={"sheet": {"strength": 8}})) == [("more_than_before", "fates")]


def test_what_is_said_twice_must_agree_but_a_form_may_repeat_what_was() -> None:
    """A form begins as the report of now: changing one unit's fate is enough, its century follows."""
    state = skirmish()
    assert codes(state, fates(state, c1={"status": "destroyed"}, c2={"status": "left"})) == []
    assert codes(state, fates(state, c1={"status": "crippled"})) == [("contradiction", "fates.c1")]
    century = as_json(state)["fates"]["cw-century"]["sheet"]
    other = fates(state, cw_century={"sheet": {**century, "strength_hundredths": 7}})
    assert codes(state, other) == [("contradiction", "fates.cw-century")]
    nested = {**century, "units": {**century["units"], "c1": {"destroyed": True}}}
    assert codes(state, fates(state, cw_century={"sheet": nested})) == [("contradiction", "fates.cw-century.sheet.units.c1")]


def test_a_unit_named_by_itself_and_on_its_centurys_sheet_must_be_the_same_in_both() -> None:
    state = skirmish()
    whole = as_json(state)["fates"]["cw-century"]["sheet"]
    lost = {**whole, "units": {**whole["units"], "c1": {"destroyed": True}}}
    assert codes(state, fates(state, cw_century={"sheet": whole})) == []
    assert codes(state, fates(state, c1={"status": "destroyed", "sheet": {}}, cw_century={"sheet": lost})) == []
    told = fates(state, c1={"status": "destroyed", "sheet": {}}, cw_century={"sheet": whole})
    (fault,) = ENGINE.report_faults(state, told)
    assert fault.where == "fates.cw-century.sheet.units.c1"
    assert "fates.c1 and fates.cw-century.sheet.units.c1" in fault.text


def bare(state: BattleState, **status: str) -> Json:
    """A result of statuses alone."""
    found = {u.id: {"status": ENGINE.report(state).fates[u.id].status} for u in state.units()}
    return {"fates": found | {id: {"status": word} for id, word in status.items()}}


def test_a_status_without_a_sheet_is_the_least_damage_that_makes_it_so() -> None:
    """As Leviathan does: a person may say no more than what became of a unit."""
    state = skirmish()
    step = ENGINE.settle(state, bare(state, c1="crippled", c2="damaged", c3="destroyed", s2="crippled"))
    after = ENGINE.report(step.state).fates
    assert [after[id].status for id in ("c1", "c2", "c3", "s2", "t1")] == ["crippled", "damaged", "destroyed", "crippled", "ok"]
    assert step.state.vehicles["c1"].armor == state.vehicles["c1"].armor
    assert (step.state.squads["s2"].strength, step.state.vehicles["c1"].crew["driver"]) == (3, "ok")
    assert ENGINE.invariants(step.state) == []
    again = ENGINE.settle(step.state, bare(step.state)).state
    assert {id: fate.status for id, fate in ENGINE.report(again).fates.items()} == {id: fate.status for id, fate in after.items()}


def test_a_damaged_unit_is_not_ok_without_a_word_about_its_sheet() -> None:
    start = skirmish()
    hit = {"kind": "damage", "unit": "t1", "side": "front", "points": 30, "reason": "before"}
    state = ENGINE.amend(start, hit, ScriptedDice.of()).state
    (fault,) = ENGINE.report_faults(state, bare(state, t1="ok"))
    assert (fault.where, "its sheet says damaged" in fault.text) == ("fates.t1", True)
    assert codes(state, bare(state)) == []


def test_the_event_tells_who_won_what_was_lost_and_why() -> None:
    state = skirmish()
    told = bare(state, t1="destroyed", t2="captured", s1="destroyed") | {"winner": "cw", "outcome": "the ford is held", "reason": "by Ann"}
    (event,) = [e for e in ENGINE.settle(state, told).events if e.kind == "settled"]
    won = "Commonwealth won (the ford is held); 2 vehicles and 1 squad lost of TOG (by Ann)."
    assert event.text == f"The result from the table is taken over: {won}"
    assert (event.data["winner"], event.data["lost"]) == ("cw", ["t1", "t2", "s1"])
    on = ENGINE.settle(state, bare(state) | {"over": False}).events[0]
    assert on.text == "The result from the table is taken over: the battle goes on."


def test_a_centurys_sheet_may_speak_for_its_units() -> None:
    state = skirmish()
    whole = fates(state)
    century = as_json(state)["fates"]["cw-century"]["sheet"]
    units = {**century["units"], "c1": {"destroyed": True}}
    for unit in units:
        del whole["fates"][unit]
    whole["fates"]["cw-century"] = {"status": "damaged", "sheet": {"units": units}}
    assert codes(state, whole) == []
    report = ENGINE.report(ENGINE.settle(state, whole).state)
    assert [report.fates[c].status for c in ("c1", "c2", "c3")] == ["destroyed", "ok", "ok"]


def test_losses_status_winner_and_outcome_reach_the_legatus_board() -> None:
    state = skirmish()
    told = fates(state, c1={"status": "destroyed", "by": "t1"}, c2={"status": "captured"}, s2={"status": "left"})
    del told["fates"]["cw-century"]
    step = ENGINE.settle(state, told | {"winner": "tog", "outcome": "TOG takes the ford", "turn": 9})
    report = ENGINE.report(step.state)
    assert (report.over, report.winner, report.outcome, report.turn) == (True, "tog", "TOG takes the ford", 9)
    assert [report.fates[id].status for id in ("c1", "c2", "c3", "s2", "t1")] == ["destroyed", "captured", "ok", "left", "ok"]
    assert report.fates["c1"].by == "t1"
    result = reporting.engagement_result(step.state, "b")
    assert (result.ended, result.winner) == (True, "tog")
    century = report.fates["cw-century"].sheet
    assert (century["fired"], century["units"]["c1"]) == (True, {"destroyed": True})
    assert century["strength_hundredths"] < 50


def test_the_loser_of_a_battle_that_both_survive_withdraws() -> None:
    """nebulous#435: a battle that ends early is still a defeat for one side's centuries."""
    state = skirmish()
    report = ENGINE.report(ENGINE.settle(state, fates(state) | {"winner": "tog"}).state)
    assert (report.winner, report.fates["cw-century"].sheet["outcome"], report.fates["tog-century"].sheet["outcome"]) == (
        "tog",
        "retreats",
        "effective",
    )
    draw = ENGINE.report(ENGINE.settle(state, fates(state) | {"winner": None}).state)
    assert (draw.winner, draw.outcome) == (None, "draw")


def test_a_crew_that_got_out_has_a_fate_of_its_own() -> None:
    """mekhq#158, #2421: the vehicle is lost, its crew picked up by the other side."""
    state = skirmish()
    lost = fates(state, c1={"status": "destroyed"}, c1_crew={"status": "captured", "sheet": {}})
    report = ENGINE.report(ENGINE.settle(state, lost).state)
    assert (report.fates["c1-crew"].status, report.fates["c1-crew"].side) == ("captured", "cw")
    assert codes(state, fates(state, c1_crew={"status": "ok", "sheet": {"strength": 2}})) == [("unknown_unit", "fates.c1-crew")]
    walks = fates(state, c1={"status": "destroyed"}, c1_crew={"status": "ok", "sheet": {"strength": 2}})
    assert ENGINE.settle(state, walks).state.squads["c1-crew"].strength == 2


def test_passengers_of_a_lost_vehicle_have_their_own_fates() -> None:
    """megamek#2459: a squad gets off a vehicle that is destroyed, and leaves with one that leaves."""
    state = skirmish()
    after = ENGINE.settle(state, fates(state, t1={"status": "destroyed"}, s1={"sheet": {"strength": 5}})).state
    assert (after.squads["s1"].strength, after.squads["s1"].aboard, after.squads["s1"].hex) == (5, None, state.vehicles["t1"].hex)
    gone = ENGINE.settle(state, fates(state, t1={"status": "left"}, s1={"status": "left"})).state
    assert (gone.squads["s1"].left, gone.vehicles["t1"].left) == (True, True)
    assert ENGINE.invariants(after) == ENGINE.invariants(gone) == []


def test_nothing_of_the_moment_survives_into_the_next_battle() -> None:
    """wesnoth#2590: painted, hidden, shaken are forgotten; calls are struck, and what other boards lent goes home."""
    moment = next(m for m in battle().asked("fire") if m.before.air and m.before.ships)
    step = ENGINE.settle(moment.before, as_json(moment.before) | {"over": True})
    state = step.state
    assert (state.calls, state.air, state.runs, state.ships, state.painted) == ([], [], {}, {}, {})
    assert not any(u.painted_by or u.painting for u in state.units())
    assert sorted({m.kind for m in step.outbox}) == ["fire_support_report", "return_fire"]
    sheets = encode(plain(ENGINE.report(state).fates))
    assert not any(word in sheets for word in (b"painted", b"concealed", b"unconscious", b"watch"))


def test_a_battle_that_goes_on_keeps_its_moment() -> None:
    moment = battle().asked("fire")[0]
    state = ENGINE.settle(moment.before, as_json(moment.before)).state
    assert encode(state) == encode(moment.before)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.sampled_from(["ok", "destroyed", "left", "t1", "tog", 10**40]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["status", "sheet", "armor", "strength", "t1", "units"]), inner, max_size=3)
    ),
    max_leaves=6,
)


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_result_is_taken_whole_or_refused_with_sentences(data: st.DataObject) -> None:
    state = skirmish()
    report = fates(state)
    unit = data.draw(st.sampled_from(sorted(report["fates"])))
    if data.draw(st.booleans()):
        report["fates"][unit] = {**report["fates"][unit], data.draw(st.sampled_from(["status", "sheet", "by", "side"])): data.draw(VALUES)}
    else:
        report[data.draw(st.sampled_from(["fates", "winner", "over", "turn", "outcome", "points", "x"]))] = data.draw(VALUES)
    before = encode(state)
    wrong = ENGINE.report_faults(state, report)
    assert encode(state) == before
    if wrong:
        with pytest.raises(ValueError, match=r"\w"):
            ENGINE.settle(clone(state), report)
    else:
        assert ENGINE.invariants(ENGINE.settle(state, report).state) == []
        encode(ENGINE.settle(state, report))


@pytest.mark.parametrize("dead", [["commander"], ["gunner"], []])
def test_a_table_knows_who_died_in_a_vehicle_that_is_lost(dead: list[str]) -> None:
    """The Centurion lives on with his crew, or is followed by a beginner: the same on both ways (Centurion Advancement)."""
    start = skirmish()
    start.centuries["tog-century"].centurion, start.centuries["tog-century"].advancement = "t1", 5
    fought = clone(start)
    fought.vehicles["t1"].crew |= dict.fromkeys(dead, "dead")
    effects.destroy(Play(fought, ScriptedDice.of()), fought.vehicles["t1"], "c1", "a hit goes right through it")
    told = as_json(fought) | {"over": False}
    assert codes(start, told) == []
    settled = ENGINE.report(ENGINE.settle(start, told).state)
    assert plain(settled.fates) == told["fates"]
    assert told["fates"]["t1"]["sheet"].get("crew", {}) == dict.fromkeys(dead, "dead")
