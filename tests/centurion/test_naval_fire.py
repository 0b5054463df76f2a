"""Naval fire support and barrages: calls, delays, one mission a Leviathan turn, blast, reports."""

from typing import Any

import pytest

from scales.centurion import damage, naval_calls, naval_fire
from scales.centurion.rounds import Blast
from scales.centurion.state import BattleState
from scales.codec import plain
from scales.dice import ScriptedDice
from scales.engine import Delivery, Json
from scales.messages import Bay, FireSupport
from tests.centurion.firing_range import advance, at, bones, foot, kinds, play, squad, table, tank, vehicle
from tests.examples import oracle

BAYS = [Bay("fulgur/0", "25 37.5/10", "L", 12), Bay("fulgur/1", "10 37.5/10", "L", 12)]
HEX = {"hexes": {"fulgur/0": "0505"}}


def field(officer: bool = False, **ship: Any) -> BattleState:
    """Blue has a ship overhead, called by its Centurion or by the officer in a Spartius."""
    state = table(
        [tank("h", "horatius", "0505", 4), tank("far", "viper", "0101"), squad("s", "0506")],
        [tank("v", "viper", "2010"), tank("o", "spartius_fire_control", "2011")],
    )
    century = next(c for c in state.centuries.values() if c.side == "blue")
    century.name = "1 Century"
    century.fire_control = ["o"] if officer else []
    state.ships["fulgur"] = FireSupport(
        "fulgur", "Fulgur DD-3", "fulgur", "blue", "b", **{"zone": "atmosphere", "in_arc": True, "bays": BAYS, **ship}
    )
    state.ship_since["fulgur"] = 1
    return state


@oracle("XSC-014", "XSC-015")
def test_number_and_delay(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    kind = "missiles" if inputs.get("weapon") == "missile_barrage" else "laser"
    found = [naval_fire.mission(kind, who == "fire_control_officer") for who in inputs["requested_by"]]
    assert [number for number, _ in found] == expected["to_hit"]
    assert [delay for _, delay in found] == expected["delay_turns"]


@oracle("XSC-016")
def test_missions_of_a_class(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    assert [naval_fire.class_missions(ship) for ship in inputs["ship"]] == expected["missions"]


@oracle("XSC-018")
def test_bay_damage_on_the_ground(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    bay = Bay("x", inputs["bay"], "L", 23)
    assert naval_fire.bay_size(bay) == 100
    assert naval_fire.vehicle_hits(100, 4) == inputs["hits"]
    assert naval_fire.bay_points(bay.damage, inputs["hits"]) == expected["centurion_damage_per_facing"]


@oracle("XSC-020")
def test_barrage_radii_by_strength(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    found = [naval_fire.radii(strength) for strength in inputs["damage"]]
    assert [r[0] for r in found] == expected["destroyed_radius"]
    assert [[r[0] + 1, r[1]] for r in found] == expected["hundred_point"]
    assert [[r[1] + 1, r[2]] for r in found] == expected["gravitic"]


@oracle("XSC-022")
def test_barrage_radii_by_type(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    assert [naval_fire.type_radii(kind)[0] for kind in inputs["type"]] == expected["destroyed_radius"]


def test_the_officer_calls_and_the_ship_fires_in_the_next_minute() -> None:
    step, events = advance(field(officer=True), "end", bones(), {"naval:blue": {"fulgur": HEX}})
    call = step.state.calls[0]
    assert (call.due, call.to_hit, call.officer, call.caller) == (2, 9, True, "o")
    assert events[0].seen_by == ["blue"]
    step.state.turn = 2
    # to hit 9, then hits by a bay of 25 on a 7 for the Horatius: once, 120 points a facing
    step, events = advance(step.state, "combat", ScriptedDice.of(9, 7))
    fired, burnt = events[0], events[1]
    assert fired.text == "Fulgur DD-3 fires on hex 0505 for 1 Century, called by the NFCO in o."
    assert fired.checks[0].passed
    assert burnt.data["points"] == dict.fromkeys(damage.SIDES, 120)
    assert step.state.squads["s"].destroyed
    assert step.state.vehicles["h"].mode == "nf"
    assert step.state.ship_shots == {"fulgur": 1}


def test_the_centurion_needs_two_minutes_and_a_six() -> None:
    step, _ = advance(field(), "end", bones(), {"naval:blue": {"fulgur": HEX}})
    assert (step.state.calls[0].due, step.state.calls[0].to_hit) == (3, 6)


@pytest.mark.parametrize("hurt", ["comm", "commander", "infantry", "destroyed"])
def test_the_officer_needs_his_vehicle_whole(hurt: str) -> None:
    state = field(officer=True)
    carrier = vehicle(state, "o")
    if hurt == "commander":
        carrier.crew["commander"] = "dead"
    elif hurt == "destroyed":
        carrier.destroyed = True
    else:
        carrier.effects.append(hurt)
    assert [c[2] for c in naval_calls.callers(state, "blue")] == [False]


def test_zone_modifiers_have_names() -> None:
    assert [(m.name, m.value) for m in naval_fire.zone_modifiers("space")] == [("fire from space", -5)]
    assert naval_fire.zone_modifiers("interface")[0].value == -2
    assert naval_fire.zone_modifiers("atmosphere") == []


def test_one_mission_a_leviathan_turn() -> None:
    state = field(officer=True)
    ship = state.ships["fulgur"]
    assert naval_calls.free_for(state, ship, 2)
    state.ship_shots["fulgur"] = 1
    assert not naval_calls.free_for(state, ship, 5)
    # due in minute 6 it belongs to the next Leviathan turn
    assert naval_calls.free_for(state, ship, 6)
    state.turn = 5
    step, _ = advance(state, "end", bones(), {"naval:blue": {"fulgur": HEX}})
    report = next(m for m in step.outbox if m.kind == "fire_support_report")
    assert report.data == {"ship": "fulgur", "battle": "b", "shots": 1, "open_call": True, "missiles_fired": False}
    assert step.state.ships == {}


def test_an_open_call_is_fired_when_the_ship_is_assigned_again_and_blocks_a_second() -> None:
    state = field(officer=True)
    state.turn = 5
    step, _ = advance(state, "end", bones(), {"naval:blue": {"fulgur": HEX}})
    ship = FireSupport("fulgur", "Fulgur DD-3", "fulgur", "blue", "b", "interface", True, BAYS)
    step.state.turn = 6
    mail = [Delivery("m1", "fire_support", "fleet", plain(ship), "fleet:7")]
    fired, events = advance(step.state, "combat", ScriptedDice.of(7, 7), None, mail)
    assert (events[0].kind, events[0].cause, events[0].seen_by) == ("fire_support", "fleet:7", ["blue"])
    # 9 by the officer, 2 less from the interface
    assert events[1].checks[0].target == 7
    assert not naval_calls.free_for(fired.state, fired.state.ships["fulgur"], 7)
    # what the ship did on the ground leads back to the order that lent it
    assert {e.cause for e in events if e.kind in ("naval_fire", "blast", "vehicle_destroyed")} == {"fleet:7"}


def test_a_call_without_its_ship_is_struck_off() -> None:
    step, _ = advance(field(officer=True), "end", bones(), {"naval:blue": {"fulgur": HEX}})
    step.state.ships.clear()
    step.state.turn = 2
    step, events = advance(step.state, "combat", bones())
    assert kinds(events) == ["call_struck_off"]
    assert step.state.calls == []


def test_the_rating_of_a_lent_ship_is_stopped_by_shields() -> None:
    state = field(officer=True)
    state.ship_windows["fulgur"] = [1, 5]
    working = play(state)
    naval_fire.strike(working, Blast(at("0505"), "blue", "fulgur"), Bay("fulgur/1/bay", "140", "", 140), state.ships["fulgur"])
    assert working.events[0].data["points"]["front"] == 70


def test_what_a_strike_does_to_the_ground() -> None:
    state = table([squad("s", "0505"), squad("in", "0506")], [tank("v", "viper", "2010")], {"0504": "0h", "0506": "0b2/20"})
    state.squads["in"].level = 1
    state.ground.mines["0505"], state.ground.craters["0505"] = ["red"], 1
    state.ships["fulgur"] = FireSupport("fulgur", "Fulgur", "fulgur", "blue", "b", "atmosphere", True, BAYS)
    naval_fire.strike(play(state), Blast(at("0505"), "blue", "fulgur"), BAYS[0], state.ships["fulgur"])
    assert (foot(state, "s").casualties_queued, foot(state, "in").casualties_queued) == (8, 8)
    assert (state.ground.mines, state.ground.craters) == ({}, {})
    assert state.ground.cleared == ["0504", "0506"]


def test_barrages_need_authority_and_reach_far() -> None:
    order: Json = {"kind": "missiles", "hex": "0505"}
    state = field(officer=True, missiles=2, missile_type="A")
    assert naval_calls.order_faults(state, state.ships["fulgur"], order)
    state.options["missile_barrages"] = 1
    assert naval_calls.order_faults(state, state.ships["fulgur"], order) == []
    step, _ = advance(state, "end", bones(), {"naval:blue": {"fulgur": order}})
    assert step.state.calls[0].due == 3
    step.state.turn = 3
    step, _ = advance(step.state, "combat", ScriptedDice.of(9, 1))
    assert step.state.vehicles["h"].destroyed
    assert step.state.vehicles["h"].by == "fulgur"
    # four hexes away: as by a HELL round
    assert sum(row.bit_count() for row in step.state.vehicles["far"].armor["front"].rows) == 0
    assert not step.state.vehicles["v"].turn_damaged


@pytest.mark.parametrize("order", [{"hexes": {}}, {"hexes": {"nobay": "0505"}}, {"hexes": {"fulgur/0": "9999"}}, {"kind": "bombs"}, 5,
                                   {"hexes": {"fulgur/0": "0505"}, "caller": "h"}])  # fmt: skip
def test_bad_calls_are_refused(order: Any) -> None:
    state = field(officer=True)
    assert naval_calls.order_faults(state, state.ships["fulgur"], order)


def test_a_ship_out_of_arc_takes_calls_only_for_the_next_leviathan_turn() -> None:
    state = field(officer=True, in_arc=False)
    assert naval_calls.ready(state, "blue") == []
    state.turn = 5
    assert [ship.ship for ship in naval_calls.ready(state, "blue")] == ["fulgur"]
