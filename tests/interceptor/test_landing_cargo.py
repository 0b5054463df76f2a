"""Ground units in the bays of patrol craft, and vehicles dropped over a battle (centurion: Landing or Launching Centurion Units)."""

from typing import Any

import pytest

from scales.dice import ScriptedDice
from scales.engine import Json, Orders
from scales.interceptor import ENGINE
from scales.interceptor.damage import sheets
from scales.interceptor.landing import hold
from scales.interceptor.patrol import cargo
from scales.interceptor.state import State
from scales.messages import GroundForces, UnitsAboard
from tests.interceptor.scenes import Table, board_of, craft, mail, play_of, setup_of


def tank(id: str, **more: Any) -> Json:
    return {"id": id, "name": id, "kind": "grav", "mass": 250, "men": 3, "shields": {"left": 4}, "unit": {"type": "wolverine"}, **more}


def squad(id: str, **more: Any) -> Json:
    return {"id": id, "name": id, "kind": "squad", "men": 8, "unit": {"type": "bounce_tvlg"}, **more}


def truck(id: str, **more: Any) -> Json:
    return tank(id, kind="ground", shields={}, **more)


def transport(*cargo: Json, kind: str = "ponto", **more: Any) -> Json:
    return craft("t1", kind, more.pop("hex", "1:0114"), heading=2, cargo=list(cargo), **more)


def over_the_battle(*cargo: Json, **more: Any) -> State:
    """A transport over a battle, an enemy fighter beside it."""
    fighter = craft("c1", "stinger", "1:0214", heading=4)
    return board_of(transport(*cargo, **more), fighter, layout="three_game", battles={"b1": "1:0114"}, standing=True)


# --- set-up -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (transport(tank("a", mass=301)), "takes vehicles of 300 tons at most, a has 301"),
        (transport(*(tank(f"v{n}") for n in range(5))), "has 4 bays for vehicles, its cargo is 5"),
        (transport(*(squad(f"s{n}") for n in range(8))), "has room for 60 passengers, crews and squads of its cargo are 64"),
        (transport(squad("s", aboard="x")), "carries s, but not the vehicle 'x' that it rides in"),
        (transport(tank("a"), tank("a")), "Two craft or units aboard have the id 'a'."),
        (transport(tank("t1")), "Two craft or units aboard have the id 't1'."),
        (transport(tank("a"), kind="gladius"), "has 0 bays for vehicles, its cargo is 1"),
        (transport(tank("a", mass=288), kind="angel"), "takes vehicles of 275 tons at most, a has 288"),
    ],
)
def test_what_the_bays_do_not_take_is_refused(given: Json, words: str) -> None:
    faults = ENGINE.faults(setup_of(given, layout="three_game"))
    assert any(words in fault.text for fault in faults), faults


def test_a_scenario_may_put_more_into_the_bays_than_the_sheet_allows() -> None:
    given = transport(*(tank(f"v{n}", mass=288) for n in range(6)), kind="angel", bay_tons=288, hex="2:1010")
    assert ENGINE.faults(setup_of(given, layout="three_game")) == []


def test_cargo_is_known_to_its_own_side_alone() -> None:
    state = over_the_battle(tank("a"), squad("s", aboard="a"))
    assert [load.id for load in hold.aboard(ENGINE.view(state, "tog").state, state.craft["t1"])] == ["a", "s"]
    for seat in ("com", ""):
        seen = ENGINE.view(state, seat).state
        assert (seen.loads, seen.craft["t1"].cargo) == ({}, [])
    assert ENGINE.record(ENGINE.view(state, "tog"), "t1")["aboard"][1] == {"unit": "s", "name": "s", "kind": "squad", "men": 8, "in": "a"}
    assert "aboard" not in ENGINE.record(ENGINE.view(state, "com"), "t1")


# --- losses -----------------------------------------------------------------------------------------------------------------------------


def test_cargo_is_lost_with_its_craft() -> None:
    state = over_the_battle(tank("a"), squad("s"))
    step = ENGINE.amend(state, {"kind": "destroy", "unit": "t1"}, ScriptedDice.of())
    assert step.state.loads == {}
    (lost,) = [e for e in step.events if e.kind == "cargo_lost"]
    assert (lost.seen_by, lost.units) == (["tog"], ["t1", "a", "s"])
    assert ENGINE.invariants(step.state) == []


def test_a_squad_outlives_the_vehicle_that_a_hit_destroys_in_its_bay() -> None:
    state = over_the_battle(tank("a"), squad("s", aboard="a"))
    hold.lose(state, state.craft["t1"], "a")
    assert [(load.id, load.aboard) for load in state.loads["t1"]] == [("s", "")]


def test_losses_of_cargo_are_in_the_report_and_on_the_sheet() -> None:
    state = over_the_battle(tank("a"), tank("b"))
    lost = state.craft["t1"]
    cargo_hit = play_of(state, 1, 1)
    assert cargo.is_hit(cargo_hit, lost)
    assert ENGINE.report(state).fates["t1"].sheet["cargo_lost"] == ["a"]
    sheet = sheets.sheet_of(lost)
    fresh = over_the_battle(tank("c")).craft["t1"]
    assert sheets.with_sheet(fresh, sheet).cargo_lost == ["a"]
    assert sheets.grown(lost, {"cargo_lost": []}) == ["a was lost out of its bays and is there again"]
    assert sheets.sheet_faults(lost, {"cargo_lost": ["a", "a"]}) == ["cargo_lost lists the ids of vehicles lost out of the bays, each once"]
    assert "cargo_lost" not in ENGINE.report(ENGINE.view(state, "com").state).fates["t1"].sheet


# --- drops ------------------------------------------------------------------------------------------------------------------------------


def announce(table: Table, **order: Any) -> None:
    """The movement phase in which the transport stays where it is and announces."""
    table.state.order = []
    table.phase("movement", answers={"announce:tog": Orders({"t1": order})})


def test_grav_vehicles_drop_with_their_riders_and_the_rest_waits() -> None:
    table = Table(over_the_battle(tank("a"), tank("b"), truck("g"), squad("s", aboard="a"), squad("f")))
    announce(table, do="drop", battle="b1", units=["a"])
    (sent,) = table.sent("units_dropped")
    assert [unit["id"] for unit in sent["units"]] == ["a", "s"]
    assert [load.id for load in table.state.loads["t1"]] == ["b", "g", "f"]
    assert table.craft("t1").where == "ground_attack"
    assert [e.rule for e in table.events if e.kind == "units_dropped"] == [hold.RULE]


@pytest.mark.parametrize("units", [[], ["g"], ["a", "a"], ["s"], ["x"]])
def test_only_grav_vehicles_aboard_can_be_dropped(units: list[str]) -> None:
    state = over_the_battle(tank("a"), truck("g"), squad("s", aboard="a"))
    state.at.phase, state.at.stage = "movement", 0
    table = Table(over_the_battle(tank("a"), truck("g"), squad("s", aboard="a")))
    table.state.order = []
    step = ENGINE.advance(table.state, "movement", {}, (), ScriptedDice.of())
    (asked,) = [d for d in step.pending if d.seat == "tog"]
    view = ENGINE.view(step.state, "tog")
    (fault,) = ENGINE.check(view, asked, Orders({"t1": {"do": "drop", "battle": "b1", "units": units}}))
    assert fault.code == "not_aboard"


def test_falling_vehicles_are_targets_in_that_minute_alone() -> None:
    table = Table(over_the_battle(tank("a")))
    announce(table, do="drop", battle="b1", units=["a"])
    table.phase("combat", [mail("ground_forces", GroundForces("b1", []))])
    assert [(t.id, t.mode, t.shields) for t in table.state.ground["b1"]] == [("a", "dropping", {"left": 4})]
    table.phase("hits")
    assert table.craft("t1").where == "board"
    table.phase("initiative")
    table.phase("movement")
    table.phase("combat", [mail("ground_forces", GroundForces("b1", []))])
    assert table.state.ground["b1"] == []


def test_a_craft_comes_back_from_a_drop_on_the_heading_of_its_choice_with_its_velocity() -> None:
    table = Table(over_the_battle(tank("a"), velocity=2))
    announce(table, do="drop", battle="b1", units=["a"])
    table.phase("combat")
    table.phase("hits", answers={"pull_out:tog": Orders({"t1": {"heading": 4}})})
    assert (table.craft("t1").heading, table.craft("t1").velocity, table.craft("t1").where) == (4, 2, "board")
    assert [e.rule for e in table.events if e.kind == "attack_over"] == [hold.RULE]


def test_units_that_could_not_be_delivered_are_aboard_again_once() -> None:
    table = Table(over_the_battle(tank("a")))
    load = table.state.loads["t1"][0]
    announce(table, do="drop", battle="b1", units=["a"])
    back = mail("units_aboard", UnitsAboard("t1", "b1", [load]))
    table.phase("combat")
    table.phase("hits", [back, back])
    assert table.state.loads["t1"] == [load]
    assert table.craft("t1").cargo == ["a"]
