"""Results of a Legatus battle that was played on a table."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scales.codec import clone, encode, plain
from scales.dice import ScriptedDice
from scales.engine import Fault, Json
from scales.legatus import ENGINE
from scales.legatus.state import LegatusState, Plans
from tests.legatus.samples import battle
from tests.legatus.table import Table, century, setup, table
from tests.soaking import first_of

GRAV = "medium_grav_armor"
GOAL = [{"name": "bridge", "hex": "0604", "points": 5}]
FORT = [{"id": "fort", "name": "Fort", "side": "commonwealth", "hex": "1404"}]


def here() -> LegatusState:
    wings = [{"id": "w", "name": "Wing", "side": "tog", "kind": "interceptor_heavy"}]
    return table([century("a", GRAV, "0604"), century("b", GRAV, "0504")], [century("x", GRAV, "1410")], objectives=GOAL, installations=FORT, squadrons=wings)  # fmt: skip


def told(state: LegatusState, **changes: Json) -> Json:
    """The report of a state as JSON, some fates changed."""
    report: Json = plain(ENGINE.report(state))
    for id, change in changes.items():
        sheet = report["fates"][id]["sheet"] | change.pop("sheet", {})
        report["fates"][id] |= {**change, "sheet": sheet}
    return report


def codes(state: LegatusState, report: Json) -> set[tuple[str, str]]:
    found: list[Fault] = ENGINE.report_faults(state, report)
    assert all(not f.text[0].islower() for f in found)
    assert all(f.text.endswith(".") for f in found)
    if found:
        before = encode(state)
        with pytest.raises(ValueError, match=r".") as error:
            ENGINE.settle(state, report)
        assert all(f.text in str(error.value) for f in found)
        assert encode(state) == before
    return {(f.code, f.where) for f in found}


@pytest.mark.parametrize("seed", first_of(range(1, 8), 2))
def test_a_report_settled_changes_no_unit(seed: int) -> None:
    """Part-way through battles: the engine's own report, as JSON, is a result without faults, and every fate stays what it was."""
    for moment in battle(seed)[::7]:
        report = told(moment.step.state)
        step = ENGINE.settle(moment.step.state, report)
        assert encode(ENGINE.report(step.state).fates) == encode(ENGINE.report(moment.step.state).fates)
        assert [e.kind for e in step.events] in ([], ["ended"])
        assert (step.done, step.state.at.phase, ENGINE.invariants(step.state)) == (True, "", [])


@pytest.mark.parametrize("seed", first_of(range(1, 8), 2))
def test_what_the_engine_fought_and_reported_comes_out_the_same_on_another_table(seed: int) -> None:
    """Fought by the engine, or reported onto the opening by its form, or by statuses alone, the same is left of everybody."""
    opening, end = battle(seed)[0].before, battle(seed)[-1].step.state
    fought = ENGINE.report(end)
    settled = ENGINE.report(ENGINE.settle(opening, plain(fought)).state)
    assert encode(settled.fates) == encode(fought.fates)
    assert (settled.over, settled.winner, settled.outcome, settled.points) == (True, fought.winner, fought.outcome, fought.points)
    statuses = {id: {"status": fate.status} for id, fate in fought.fates.items()}
    by_form = ENGINE.report(ENGINE.settle(opening, {"fates": statuses}).state)
    assert {id: f.status for id, f in by_form.fates.items()} == {id: f.status for id, f in fought.fates.items()}
    assert by_form.effective == fought.effective


def test_every_fault_of_a_result_at_once() -> None:
    state = here()
    state.units["b"].status, state.units["b"].crippled = "destroyed", True
    state.units["x"].crippled = True
    report = told(state)
    report["fates"]["stranger"] = {"status": "destroyed"}
    del report["fates"]["w"]
    report["fates"]["a"] |= {"status": "exploded", "sheet": report["fates"]["a"]["sheet"] | {"at": "9999", "kind": "infantry", "mood": 3}}
    report["fates"]["b"]["status"] = "ok"
    report["fates"]["x"]["status"] = "ok"
    report["fates"]["fort"] |= {"status": "left", "side": "tog"}
    report |= {"winner": "kess", "over": "yes", "objectives": {"bridge": "kess", "tower": ""}, "weather": "fair"}
    assert codes(state, report) == {
        ("unknown", "weather"), ("winner", "winner"), ("over", "over"), ("holder", "objectives.bridge"),
        ("objective_unknown", "objectives.tower"), ("unit_unknown", "fates.stranger"), ("unit_missing", "fates.w"), ("status", "fates.a.status"), ("off_map", "fates.a.sheet.at"),
        ("sheet", "fates.a.sheet.kind"), ("sheet", "fates.a.sheet.mood"), ("status", "fates.b.status"), ("sheet", "fates.b.sheet.crippled"), ("status", "fates.x.status"),
        ("sheet", "fates.x.sheet.crippled"), ("status", "fates.fort.status"), ("side", "fates.fort.side"),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("unit", "change", "code"),
    [
        ("a", {"sheet": {"at": "9999"}}, "off_map"),
        ("a", {"sheet": {"at": 604}}, "sheet"),
        ("a", {"sheet": {"altitude": "orbit"}}, "altitude"),
        ("a", {"sheet": {"crippled": True}}, "sheet"),
        ("a", {"sheet": {"broken": 1}}, "sheet"),
        ("a", {"sheet": {"strength_hundredths": 101}}, "sheet"),
        ("a", {"sheet": {"strength_hundredths": True}}, "sheet"),
        ("a", {"status": ["ok"]}, "status"),
        ("a", {"status": "captured"}, "status"),
        ("a", {"by": 7}, "fate"),
        ("a", {"boxes": 7}, "fate"),
        ("w", {"status": "crippled"}, "status"),
        ("w", {"sheet": {"box": "hangar"}}, "sheet"),
        ("fort", {"sheet": {"at": "1405"}}, "sheet"),
    ],
)
def test_a_fate_that_cannot_be(unit: str, change: Json, code: str) -> None:
    assert {c for c, _ in codes(here(), told(here(), **{unit: change}))} == {code}


@pytest.mark.parametrize("report", [{}, {"fates": {}}, {"fates": []}, {"fates": {"a": None}}, {"fates": {"a": {"sheet": 1}}}])
def test_a_result_that_is_none_is_refused(report: Json) -> None:
    assert codes(here(), report)


def test_a_result_is_taken_over() -> None:
    state = here()
    report = told(
        state,
        a={"status": "destroyed"},
        x={"status": "crippled", "sheet": {"at": "1409", "crippled": True, "broken": True}},
        b={"status": "left"},
    )
    step = ENGINE.settle(state, report | {"objectives": {"bridge": "tog"}, "over": True, "winner": "tog", "outcome": "a long evening"})
    found = ENGINE.report(step.state)
    assert {id: fate.status for id, fate in found.fates.items()} == {
        "a": "destroyed",
        "b": "left",
        "x": "crippled",
        "fort": "ok",
        "w": "ok",
    }
    assert (step.state.units["x"].at, step.state.units["x"].broken) == ("1409", True)
    assert (found.over, found.winner, found.outcome, found.objectives) == (True, "tog", "a long evening", {"bridge": "tog"})
    assert [(e.kind, e.units) for e in step.events] == [("settled", ["a"]), ("settled", ["b"]), ("settled", ["x"]), ("ended", [])]


@pytest.mark.parametrize(("standing", "over"), [(False, True), (True, False)])
def test_a_result_ends_a_battle_but_no_standing_board(standing: bool, over: bool) -> None:
    state = table([century("a", GRAV, "0604")], [century("x", GRAV, "1410")], standing=standing)
    step = ENGINE.settle(state, {"fates": {"a": {"status": "ok"}, "x": {"status": "destroyed"}}})
    assert ENGINE.report(step.state).over is over
    assert ENGINE.report(step.state).winner == ("tog" if over else None)


def test_the_end_tells_who_won_in_the_tables_words_what_was_lost_and_why() -> None:
    state = table([century("a", GRAV, "0604")], [century("x", GRAV, "1410")])
    told = {
        "fates": {"a": {"status": "ok"}, "x": {"status": "destroyed"}},
        "winner": "tog",
        "outcome": "a rout",
        "reason": "approved by Ann",
    }
    event = ENGINE.settle(state, told).events[-1]
    assert event.text == "Played on a table, the battle is over: tog wins (a rout); 1 unit lost of commonwealth (approved by Ann)."
    assert event.data == {"winner": "tog", "outcome": "a rout", "lost": ["x"], "reason": "approved by Ann"}


def test_engagements_below_are_released_by_a_result() -> None:
    given = setup([century("a", GRAV, "0606")], [century("x", GRAV, "0607")], rules={"engagements": {"policy": "all"}}, standing=True)
    play = Table(ENGINE.setup(given, ScriptedDice()).state).phase("initiative").phase("movement").phase("spotting").phase("commitment")
    assert play.state.clashes
    step = ENGINE.settle(play.state, told(play.state, x={"status": "crippled", "sheet": {"crippled": True}}))
    assert (step.state.clashes, step.state.settled) == ([], ["e1.1"])
    assert [e.kind for e in step.events] == ["released", "settled"]
    assert not any(u.engaged for u in step.state.units.values())
    later = Table(step.state).phase("combat").phase("end").phase("initiative").phase("movement")
    assert later.state.at.turn == 2


def test_nothing_of_the_turn_survives_a_result() -> None:
    """No order, shot, mark of movement or artillery zone: what is tactical ends with the battle."""
    for moment in battle(4)[::5]:
        state = ENGINE.settle(moment.step.state, told(moment.step.state)).state
        assert state.plans == Plans()
        assert (state.at.memo, state.at.stage, [m for m in state.markers if m.kind == "denial"]) == ({}, 0, [])
        assert not any(u.moved or u.reacted or u.building or u.fought or u.shots or u.engaged for u in state.units.values())


def test_a_battle_goes_on_after_a_result_that_says_so() -> None:
    state = clone(battle(2)[len(battle(2)) // 2].step.state)
    state.units[min(state.units)].broken = True
    step = ENGINE.settle(state, told(state))
    assert not ENGINE.report(step.state).over or state.over
    Table(step.state).phase("end").phase("initiative").phase("movement").phase("spotting").phase("commitment").phase("combat")


VALUES: Any = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.just(10**30)
    | st.text(max_size=6)
    | st.sampled_from(["ok", "left", "destroyed", "0604"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["status", "sheet", "at", "side", "a"]), inner, max_size=3),
    max_leaves=5,
)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_damaged_result_is_refused_with_its_faults_or_leaves_a_sound_board(data: st.DataObject) -> None:
    state = data.draw(st.sampled_from(battle(data.draw(st.sampled_from((2, 4, 5)))))).step.state
    report = told(state)
    spot: Any = report
    for _ in range(data.draw(st.integers(1, 4))):
        key = data.draw(st.sampled_from(sorted(spot)))
        if not isinstance(spot[key], dict) or not spot[key]:
            break
        spot = spot[key]
    spot[data.draw(st.sampled_from(sorted(spot)))] = data.draw(VALUES)
    found = ENGINE.report_faults(state, report)
    if found:
        with pytest.raises(ValueError, match=r"."):
            ENGINE.settle(state, report)
        return
    step = ENGINE.settle(state, report)
    assert ENGINE.invariants(step.state) == []
    assert clone(step.state) == step.state
    assert encode(step.events)
