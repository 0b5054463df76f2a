"""Offboard artillery, its rounds, scattering, mines, smoke, and the gravitic cannon on the board."""

from typing import Any

import pytest

from scales.centurion.combat import aim, painting, plan_faults
from scales.centurion.combat.reckoning import Reckoning
from scales.centurion.combat.weapons import boxes, figures, template
from scales.centurion.ground.terrain import tile
from scales.centurion.state import BattleState, Call
from scales.centurion.support import artillery, rounds, scatter
from scales.centurion.support.rounds import Blast
from scales.dice import ScriptedDice
from scales.engine import Modifier
from scales.hexes import distance, neighbor
from tests.centurion.firing_range import advance, at, bones, foot, kinds, mount_of, play, squad, table, tank, vehicle
from tests.examples import oracle

BATTERY = {"id": "bat", "name": "Battery", "side": "blue", "missions": 2, "shots": 3}


def field(**more: Any) -> BattleState:
    return table([tank("h", "horatius", "0505", 4), squad("s", "0506")], [tank("v", "viper", "1510", 1)], **more)


@oracle("CEN-075")
def test_to_hit_with_and_without_a_spotter(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    assert [artillery.number(seen) for seen in inputs["observer_los"]] == expected["to_hit"]
    assert artillery.due_turn(4) == 4 + expected["turns_to_arrive"]


@oracle("CEN-076")
def test_scattering(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    assert scatter.offset(inputs["rolls"]) == (expected["hexes_off"], expected["direction"])
    landed = scatter.scatter(play(field(), *inputs["rolls"]), at("0808"), "a round")
    assert landed == neighbor(at("0808"), expected["direction"], "even", expected["hexes_off"])


@oracle("CEN-080")
def test_hafe_takes_ten_points_of_every_facing(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    assert not inputs
    state = field()
    assert len(rounds.area(state, at("0808"), figures("artillery")["hafe_i"]["radius"])) == expected["hexes_affected"]
    before = {facing: grid.rows[0] for facing, grid in vehicle(state, "h").armor.items()}
    rounds.land(play(state, 5), "hafe_i", Blast(at("0504"), "blue", "v"))
    assert expected["damage_each_facing"] == 10
    hit = [facing for facing, grid in vehicle(state, "h").armor.items() if grid.rows[0] == 0 and before[facing]]
    assert sorted(hit) == sorted(expected["facings"])


@oracle("CEN-081")
def test_glad_number(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    state = table([tank("h", "horatius", "0505")], [tank("v", "viper", "1510")], {"0505": "0l"})
    target = vehicle(state, "h")
    target.shields["front"] = inputs["shield"]
    modifiers = rounds.glad_modifiers(target, inputs["painted"], aim.cover(state, target))
    assert rounds.glad_number(modifiers) == expected["to_hit"]
    assert figures("artillery")["glad"]["template"] == "heap_150mm"
    assert rounds.glad_number(rounds.glad_modifiers(target, False, [])) == 4
    assert boxes(template(figures("artillery")["glad"]["template"])) == 15
    assert expected["template"] == "150mm HEAP"


@oracle("CEN-109")
def test_a_mission_lands_in_the_turn_after_its_call(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    state = field(batteries=[BATTERY])
    state.turn = inputs["called_in_end_phase_of_turn"]
    order = {"artillery:blue": {"bat#1": {"hex": "0505", "round": "hafe_i"}, "bat#2": {"hex": "0506", "round": "smoke", "heading": 2}}}
    step, events = advance(state, "end", bones(), order)
    assert [e.seen_by for e in events if e.kind == "artillery_called"] == [["blue"], ["blue"]]
    assert step.state.batteries["bat"].shots == 1
    step.state.turn = expected["lands_in_combat_phase_of_turn"]
    assert {c.due for c in step.state.calls} == {expected["lands_in_combat_phase_of_turn"]}
    # nobody sees the hex: 6 lands it; the squad next to it rolls 4 on the table
    step, events = advance(step.state, "combat", ScriptedDice.of(6, 4))
    assert kinds(events) == ["artillery", "blast", "round_landed", "casualties"]
    step, events = advance(step.state, "end", ScriptedDice.of(6))
    assert sorted(step.state.ground.smoke) == sorted(
        h.label for h in (neighbor(at("0506"), 5, "even"), at("0506"), neighbor(at("0506"), 2, "even"))
    )
    step.state.turn += 1
    step, events = advance(step.state, "end", bones())
    assert step.state.ground.smoke == {}


def test_a_spotter_makes_it_nine() -> None:
    state = field()
    state.calls.append(Call("c", "blue", "artillery", "bat", at("1509"), 1, round="crater"))
    step, events = advance(state, "combat", ScriptedDice.of(9), {"paint:blue": {"v": {"spot": "1509"}}})
    landed = next(e for e in events if e.kind == "artillery")
    assert landed.checks[0].target == 9
    assert "marked by v" in landed.text
    assert step.state.ground.craters == {"1509": 1}


def test_no_call_without_an_active_centurion() -> None:
    state = field(batteries=[BATTERY])
    assert artillery.slots(state, "blue") == ["bat#1", "bat#2"]
    vehicle(state, "v").effects.append("comm")
    assert artillery.slots(state, "blue") == []
    vehicle(state, "v").effects.clear()
    vehicle(state, "v").crew["commander"] = "unconscious"
    assert artillery.slots(state, "blue") == []


def test_hell_grounds_burns_and_clears() -> None:
    state = table([tank("h", "horatius", "0505", 4), tank("n", "viper", "0506"), squad("s", "0505")], [tank("v", "viper", "1510")],
                  {"0505": "0h", "0504": "0l"})  # fmt: skip
    state.ground.mines["0505"], state.ground.craters["0505"] = ["red"], 1
    target, near = vehicle(state, "h"), vehicle(state, "n")
    target.velocity, near.velocity = 1, 2
    working = play(state, 6)
    rounds.land(working, "hell", Blast(at("0505"), "blue", "v"))
    assert (target.mode, near.mode) == ("grounded", "grounded")
    # shields 7 in front: 30 of 100 points get through
    assert next(e for e in working.events if e.kind == "blast").data["points"]["front"] == 30
    assert foot(state, "s").casualties_queued == 8
    assert (state.ground.mines, state.ground.craters, state.ground.cleared, state.ground.rubble) == ({}, {}, ["0505"], ["0504"])
    assert sum(row.bit_count() for row in near.armor["front"].rows) == 50


def test_hell_burns_buildings_to_the_ground() -> None:
    state = table([tank("h", "horatius", "0501"), squad("s", "0505")], [tank("v", "viper", "1510")], {"0505": "0b2/20"})
    foot(state, "s").level = 2
    working = play(state)
    rounds.land(working, "hell", Blast(at("0505"), "blue", "v"))
    assert foot(state, "s").casualties_queued == 8
    step, events = advance(state, "end", bones())
    assert tile(step.state, at("0505")).ground == "clear"
    assert "building_rubbled" not in kinds(events)


def test_glad_takes_a_painted_vehicle_next_to_the_hex_first() -> None:
    state = table([tank("h", "horatius", "0505"), tank("n", "viper", "0506")], [tank("v", "viper", "1510")])
    assert getattr(rounds.glad_target(state, Blast(at("0505"), "blue")), "id", "") == "h"
    vehicle(state, "n").painted_by = ["v"]
    assert getattr(rounds.glad_target(state, Blast(at("0505"), "blue")), "id", "") == "n"
    working = play(state, 9, 4, 5)
    rounds.land(working, "glad", Blast(at("0505"), "blue", "v"))
    assert kinds(working.events) == ["glad", "hit"]
    assert working.events[1].data["facing"] == "stern"
    assert rounds.glad_target(state, Blast(at("2001"), "blue")) is None


def test_a_gravitic_cannon_on_the_board_lands_at_once() -> None:
    state = table([tank("h", "horatius", "0505")], [tank("p", "pedden", "0512")])
    gun = mount_of("pedden", "gpa_e")
    step, events = advance(state, "combat", ScriptedDice.of(7), {"fire:blue": {"p": {"fire": [[gun, "hex:0505", "hafe_i"]]}}})
    assert events[0].checks[0].target == 7
    assert events[0].rule == "centurion: On-Board Artillery Fire"
    assert "blast" in kinds(events)
    assert step.state.vehicles["h"].turn_damaged == 1
    assert plan_faults.faults(state, "p", {"fire": [[gun, "hex:0510", "hell"]]})
    assert plan_faults.faults(state, "p", {"fire": [[gun, "h", "hafe_i"]]})


@pytest.mark.parametrize("order", [3, {"hex": "9999", "round": "hafe_i"}, {"hex": "0505", "round": "nuke"}, {"hex": "0505", "round": "hell"},
                                   {"hex": "0505", "round": "smoke", "heading": 7}, {"hex": 505, "round": "adm"}, {"at": "0505"}])  # fmt: skip
def test_bad_missions_are_refused(order: Any) -> None:
    assert artillery.order_faults(field(), order)


def test_offers_keep_off_friends() -> None:
    state = table([tank("h", "horatius", "0505")], [tank("v", "viper", "1510"), tank("w", "viper", "0506")], batteries=[BATTERY])
    options = artillery._options(state, "blue")
    assert all(distance(at(o.order["hex"]), at("0506"), "even") > 1 for o in options if o.order)


def test_scattering_off_the_board_is_lost() -> None:
    check = scatter.to_hit(play(field(), 10), Reckoning(9, [Modifier("zone", -2)], "rule"), "a round")
    assert (check.target, check.passed) == (7, False)
    assert scatter.lands(play(field(), 1), at("0501"), check) is None
    assert scatter.where(at("0501"), None).endswith("off the map")


def test_without_the_optional_rule_no_battery_is_called() -> None:
    for on, slots in ((1, ["bat#1", "bat#2"]), (0, [])):
        state = field(batteries=[BATTERY], options={"artillery": on})
        assert artillery.slots(state, "blue") == slots
        assert bool(artillery.ask(state, "blue")) is bool(slots)


def test_glad_takes_the_vehicle_that_it_hits_best() -> None:
    state = table([tank("h", "horatius", "0505"), tank("n", "viper", "0505")], [tank("v", "viper", "1510")])
    vehicle(state, "h").shields["front"], vehicle(state, "n").shields["front"] = 7, 3
    assert getattr(rounds.glad_target(state, Blast(at("0505"), "blue")), "id", "") == "n"


def test_a_vulcan_shoots_a_glad_round_down() -> None:
    state = table([tank("h", "horatius", "0505")], [tank("v", "viper", "1510")])
    vehicle(state, "h").painted_by = ["v"]
    working = play(state, 9, 1)
    rounds.land(working, "glad", Blast(at("0505"), "blue", "v"))
    assert kinds(working.events) == ["glad", "vulcan"]
    assert vehicle(state, "h").vulcan_used == 1


def test_a_glad_round_of_a_gravitic_cannon_that_misses_does_not_scatter() -> None:
    state = table([tank("h", "horatius", "0505")], [tank("p", "pedden", "0512")])
    order = {"fire": [[mount_of("pedden", "gpa_e"), "hex:0505", "glad"]]}
    _, events = advance(state, "combat", ScriptedDice.of(8), {"fire:blue": {"p": order}})
    assert events[0].text.endswith("it misses.")
    assert kinds(events) == ["artillery"]


def test_beyond_twenty_hexes_a_gravitic_cannon_fires_indirectly_and_a_spotter_helps() -> None:
    state = table([tank("h", "horatius", "2501")], [tank("p", "pedden", "0112"), tank("v", "viper", "2503")])
    assert distance(at("0112"), at("2501"), "even") > 20
    assert aim.aim_hex(state, vehicle(state, "p"), at("2501")).base == 6
    order = {"fire": [[mount_of("pedden", "gpa_e"), "hex:2501", "hafe_i"]]}
    _, events = advance(state, "combat", ScriptedDice.of(9), {"paint:blue": {"v": {"spot": "2501"}}, "fire:blue": {"p": order}})
    assert kinds(events)[:2] == ["hex_marked", "artillery"]
    assert (events[1].checks[0].target, events[1].checks[0].passed) == (9, True)


def test_only_a_hex_in_sight_is_marked_for_a_gravitic_cannon() -> None:
    state = table([tank("h", "horatius", "2501")], [tank("p", "pedden", "0112"), tank("v", "viper", "2503")], {"2502": "5."})
    assert painting.order_faults(state, "v", {"spot": "2501"})
    assert painting.order_faults(state, "v", {"spot": "9999"})
    assert painting.order_faults(state, "v", {"spot": "2504"}) == []
    vehicle(state, "p").destroyed = True
    assert painting.order_faults(state, "v", {"spot": "2504"})


def test_without_artillery_no_gravitic_cannon_fires_indirectly() -> None:
    state = table([tank("h", "horatius", "2501"), tank("n", "horatius", "0405")], [tank("p", "pedden", "0112")], options={"artillery": 0})
    gun = mount_of("pedden", "gpa_e")
    assert plan_faults.faults(state, "p", {"fire": [[gun, "hex:2501", "hafe_i"]]}) == [
        "p cannot fire at hex:2501: this battle is played without artillery, so gravitic cannons do not fire indirectly "
        "(centurion: General Artillery Rules)."
    ]
    assert plan_faults.faults(state, "p", {"fire": [[gun, "hex:0405", "hafe_i"]]}) == []


def test_gravitic_cannons_have_hell_rounds_only_where_they_are_played() -> None:
    order = {"fire": [[mount_of("pedden", "gpa_e"), "hex:0405", "hell"]]}
    for played in (0, 1):
        state = table([tank("n", "horatius", "0405")], [tank("p", "pedden", "0112")], options={"hell_rounds": played})
        assert [fault.endswith("(centurion: HELL Rounds).") for fault in plan_faults.faults(state, "p", order)] == [True] * (not played)
