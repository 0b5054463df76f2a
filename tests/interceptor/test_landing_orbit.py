"""Grav vehicles that drop from orbit: counters on their way down, targets of fighters (Distant Fire, Rode the Six Hundred)."""

from typing import Any

import pytest

from scales.dice import ScriptedDice
from scales.engine import Json, Orders
from scales.interceptor import ENGINE
from scales.interceptor.ground_attack import at_laf, stand_off
from scales.interceptor.missiles.in_flight import put_in_flight
from scales.interceptor.state import State
from tests.interceptor.scenes import Table, board_of, craft, play_of, setup_of
from tests.interceptor.test_landing_cargo import squad, tank


def drop(hex: str = "2:0306", *riders: Json, **more: Any) -> Json:
    return {"side": "tog", "hex": hex, "units": [tank("a", **more), *riders]}


def over(*drops: Json, **more: Any) -> State:
    hunter = craft("c1", "stinger", more.pop("hunter", "2:0506"), heading=more.pop("heading", 1), velocity=0)
    return board_of(hunter, layout="drop_zone", battles={"b1": "2:0107"}, standing=True, drops=list(drops), **more)


def fallen(table: Table) -> None:
    table.state.order = []
    table.phase("movement")


def test_they_fall_straight_to_the_battle_a_hex_a_minute() -> None:
    table = Table(over(drop("2:0406")))
    way = []
    while table.state.falling:
        fallen(table)
        way += [e.data["hex"] for e in table.events if e.kind in ("falls", "units_dropped")]
        table.state.at.turn += 1
    assert way[-1] == "2:0107"
    assert len(way) == 3
    assert [m["how"] for m in table.sent("units_dropped")] == ["orbit"]


@pytest.mark.parametrize("hex", ["2:0207", "2:0208"])
def test_from_the_hexes_above_the_battle_they_pass_to_it(hex: str) -> None:
    table = Table(over(drop(hex, squad("s"))))
    fallen(table)
    (sent,) = table.sent("units_dropped")
    assert [(u["id"], u["aboard"]) for u in sent["units"]] == [("a", ""), ("s", "a")]
    assert table.state.falling == {}


def test_fighters_fire_at_them_and_what_hits_strikes_where_they_arrive() -> None:
    table = Table(over(drop("2:0406"), hunter="2:0506", heading=1))
    (low,) = at_laf.targets(table.state, "com")
    assert (low.unit.mode, low.spot) == ("dropping", table.state.falling["a"].hex)
    numbers = at_laf.bearing(table.state, table.craft("c1"), low) or at_laf.bearing(table.state, turned(table), low)
    assert numbers
    while not table.state.falling["a"].attacks:
        table.phase("combat", answers={"fire:com": Orders({"c1": {"fire": {str(n): "a" for n in numbers}}})})
        assert table.sent("attack_at_laf") == []
        table.state.at.turn += 1
    count = len(table.state.falling["a"].attacks)
    table.state.craft.pop("c1")
    while table.state.falling:
        fallen(table)
        table.state.at.turn += 1
    assert [m["battle"] for m in table.sent("attack_at_laf")] == ["b1"] * count


def hunted(hex: str, velocity: int) -> Table:
    """A missile of the hunter on its way to a vehicle that falls."""
    table = Table(over(drop(hex)))
    shot = put_in_flight(table.state, "sss", "com", "c1", table.craft("c1").hex, unit="a")
    shot.velocity, shot.launched = velocity, 0
    return table


def test_missiles_are_launched_at_them_too() -> None:
    state = over(drop("2:0406"), hunter="2:0506")
    hunter = state.craft["c1"]
    hunter.missiles = {"sss": 1}
    for heading in range(1, 7):
        hunter.heading = hunter.heading if stand_off.units(state, hunter, "sss") else heading
    (option,) = stand_off.options(state, hunter, "sss", 5)
    assert (option.order, option.info["mode"], option.info["paint"]) == ({"missile": "sss", "target": "a"}, "dropping", False)
    low = stand_off.find_unit(state, hunter, "sss", "a")
    assert low is not None
    stand_off.launch(play_of(state, 1), hunter, "sss", low)
    (shot,) = state.shots
    assert (shot.unit, shot.battle, shot.painted) == ("a", "", False)
    assert ENGINE.invariants(state) == []


def test_a_missile_follows_them_and_what_it_hits_strikes_where_they_arrive() -> None:
    table = hunted("2:0306", 3)
    fallen(table)
    (told,) = [e for e in table.events if e.kind == "missile_flies"]
    assert "flies to a, velocity" in told.text
    table.phase("combat", dice=ScriptedDice.of(1, 1))
    assert [(a.missiles, a.hits[0].weapon) for a in table.state.falling["a"].attacks] == [(True, "sss")]
    assert table.state.shots == []


def test_a_missile_goes_on_to_the_battle_when_they_are_there_first() -> None:
    table = hunted("2:0207", 0)
    table.state.shots[0].launched = table.state.at.turn
    fallen(table)
    assert table.state.falling == {}
    assert (table.state.shots[0].unit, table.state.shots[0].battle) == ("a", "b1")
    assert ENGINE.invariants(table.state) == []


def turned(table: Table) -> Any:
    """The hunter with its bow on the vehicle."""
    hunter = table.craft("c1")
    for heading in range(1, 7):
        hunter.heading = heading
        if at_laf.bearing(table.state, hunter, at_laf.targets(table.state, "com")[0]):
            break
    return hunter


def test_who_rides_down_its_own_side_knows() -> None:
    state = over(drop("2:0406", squad("s")))
    assert [u.id for u in ENGINE.view(state, "tog").state.falling["a"].units] == ["a", "s"]
    (seen,) = ENGINE.view(state, "com").state.falling["a"].units
    assert (seen.id, seen.unit) == ("a", {})


def test_without_a_battle_they_wait_where_they_are() -> None:
    table = Table(over(drop("2:0406")))
    table.state.battles.clear()
    before = table.state.falling["a"].hex
    fallen(table)
    assert table.state.falling["a"].hex == before


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (drop("9:9999"), "off_the_board"),
        (drop(kind="ground"), "no_drop"),
        (drop("2:0306", tank("b")), "no_drop"),
        (drop() | {"side": "x"}, "unknown_side"),
        (drop("2:0306", squad("a")), "double_id"),
    ],
)
def test_what_is_wrong_with_a_drop(given: Json, code: str) -> None:
    assert code in [fault.code for fault in ENGINE.faults(setup_of(layout="drop_zone", drops=[given]))]


def test_in_deep_space_nothing_drops() -> None:
    assert "no_planet" in [fault.code for fault in ENGINE.faults(setup_of(drops=[drop("0101")]))]


def test_the_picture_shows_them() -> None:
    state = over(drop("2:0406"))
    assert "a" in [counter.unit for counter in ENGINE.picture(ENGINE.view(state, "com")).counters]
