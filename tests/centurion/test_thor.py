"""Thor missions: three javelins, three turns, from above."""

from typing import Any

import pytest

from scales.centurion import ENGINE
from scales.centurion.combat.weapons import figures, template
from scales.centurion.preparation.orbit_setup import ThorSpec
from scales.centurion.state import BattleState
from scales.centurion.support import orbit, thor
from scales.dice import ScriptedDice
from scales.engine import Decision, Json
from tests.centurion.firing_range import advance, bones, kinds, play, squad, table, tank, vehicle
from tests.examples import oracle


@oracle("CEN-094")
def test_a_mission(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    assert not inputs
    state = table([tank("h", "horatius", "0505"), tank("g", "viper", "0606")], [tank("v", "viper", "1510")], options={"thor_missions": 1})
    step, _ = advance(state, "end", bones(), {"thor:blue": {"thor": {"call": True}}})
    made = step.state.calls[0]
    assert made.due - state.turn == expected["turns_to_arrive"]
    assert thor.missions(step.state, "blue") == 0
    step.state.turn = made.due
    slots = thor._slots(step.state, "blue")
    assert len(slots) == expected["javelins"]
    marks = template(figures("thor")["template"])
    assert (len(marks), {len(row) for row in marks}) == (expected["template_rows"], {expected["template_columns"]})
    # one hit on the stern, which it goes right through; one miss that scatters; one left unused
    orders = {"javelins:blue": {slots[0]: {"target": "g"}, slots[1]: {"target": "h"}}}
    step, events = advance(step.state, "combat", ScriptedDice.of(expected["to_hit"], 7, 5, 7, 3), orders)
    assert kinds(events) == ["javelin", "hit", "javelin", "javelin_landed", "system_lost", "vehicle_destroyed"]
    assert [e.checks[0].target for e in events if e.kind == "javelin"] == [expected["to_hit"]] * 2
    assert step.state.vehicles["g"].destroyed
    assert step.state.calls == []


def test_targets_are_vehicles_and_buildings_held() -> None:
    state = table(
        [tank("h", "horatius", "0505"), squad("s", "0606"), squad("in", "0808")], [tank("v", "viper", "1510")], {"0808": "0b2/20"}
    )
    state.squads["in"].level = 1
    assert thor.targets(state, "blue") == ["h", "building:0808"]
    assert thor.order_faults(state, "blue", {"target": "s"})
    assert thor.order_faults(state, "blue", 3)
    vehicle(state, "v").crew["commander"] = "dead"
    state.options["thor_missions"] = 1
    step, _ = advance(state, "end", bones(), {})
    assert step.state.calls == []


def test_a_javelin_on_a_building_brings_it_down() -> None:
    state = table([squad("in", "0808")], [tank("v", "viper", "1510")], {"0808": "0b2/12"}, options={"thor_missions": 1})
    state.squads["in"].level = 1
    step, _ = advance(state, "end", bones(), {"thor:blue": {"thor": {"call": True}}})
    step.state.turn = 4
    first = thor._slots(step.state, "blue")[0]
    # storey 1: fifteen rows of a storey of twelve, and those of the storey above; the squad rolls 10
    step, _ = advance(step.state, "combat", ScriptedDice.of(2, 1, 10), {"javelins:blue": {first: {"target": "building:0808"}}})
    assert step.state.ground.buildings["0808"].levels == [0, 0]
    step, _ = advance(step.state, "end", bones())
    assert step.state.ground.rubble == ["0808"]
    assert step.state.squads["in"].destroyed


# --- satellites of the set-up -------------------------------------------------------------------------------------------------------


def lent(red: list[Json] | None = None, **more: Any) -> BattleState:
    satellite = {"side": "blue", "missions": 2, "since": 2, "until": 4}
    return table(red or [tank("h", "horatius", "0505")], [tank("v", "viper", "1510")], thor=[satellite], **more)


def test_a_satellite_is_called_once_a_turn_in_its_window_by_an_active_centurion() -> None:
    state = lent()
    assert thor.ask(state, "blue") == []
    for turn, left in ((2, 1), (3, 0)):
        state.turn = turn
        step, events = advance(state, "end", bones(), {"thor:blue": {"thor": {"call": True}}})
        state = step.state
        assert [e.data for e in events if e.kind == "thor_called"] == [{"due": turn + 3}]
        assert state.missions_left["thor:blue"] == left
    state.turn = 4
    assert thor.ask(state, "blue") == []
    fresh = lent()
    fresh.turn = 2
    assert [option.info["left"] for option in thor.offers(fresh, thor.ask(fresh, "blue")[0])[0].options[1:]] == [1]
    vehicle(fresh, "v").effects.append("comm")
    assert thor.ask(fresh, "blue") == []


def test_a_mission_under_way_comes_down_whatever_becomes_of_its_caller() -> None:
    state = lent()
    state.turn = 2
    step, _ = advance(state, "end", bones(), {"thor:blue": {"thor": {"call": True}}})
    step.state.turn, step.state.vehicles["v"].crew["commander"] = 5, "dead"
    assert [decision.key for decision in thor.ask_targets(step.state, "blue")] == ["javelins:blue"]


def test_the_record_of_a_satellite_is_its_own_side_s() -> None:
    state = lent()
    told = ENGINE.record(ENGINE.view(state, "blue"), "thor:blue")
    assert (told["missions"], told["turns"]) == ({"left": 2, "of": 2}, {"from": 2, "to": 4})
    assert ENGINE.record(ENGINE.view(state, "red"), "thor:blue") == {}


def test_more_missions_than_turns_are_refused() -> None:
    spec = ThorSpec(side="blue", missions=4, since=2, until=4)
    assert [fault.text for fault in orbit.faults({"blue"}, [], [spec], 20)] == [
        "a window of 3 turns lets no more missions be called, not 4: one in each End Phase"
    ]


def test_a_ruling_gives_a_side_a_satellite() -> None:
    state = table([tank("h", "horatius", "0505")], [tank("v", "viper", "1510")])
    ruling = {"kind": "add", "reason": "r", "thor": {"side": "blue", "missions": 3}}
    step = ENGINE.amend(state, ruling, bones())
    assert step.events[0].seen_by == ["blue"]
    assert thor.missions(step.state, "blue") == 3
    with pytest.raises(ValueError, match="has a satellite already"):
        ENGINE.amend(step.state, ruling, bones())


# --- targets ------------------------------------------------------------------------------------------------------------------------


def test_targets_are_offered_with_number_damage_and_location() -> None:
    state = lent([tank("h", "horatius", "0505"), squad("in", "0808")], terrain={"0808": "0b2/20"})
    state.squads["in"].level = 1
    options = thor.offers(state, Decision("javelins:blue", "blue", "javelins", "", data={"side": "blue", "slots": ["c#1"]}))[0].options
    assert [option.label for option in options] == ["at h, on 6 or less", "at the buildings in 0808, on 6 or less"]
    assert (options[0].info["location"], options[0].info["damage"]) == ({"turret": 30, "stern": 70}, 45)
    assert options[1].info["location"] == {"storey": "by a die"}
    assert thor.order_faults(state, "blue", {"target": "in"}) == [
        "Javelins cannot be used against dismounted infantry (centurion: Thor Satellite System)."
    ]


def test_vehicles_under_water_are_targets_too() -> None:
    state = lent()
    vehicle(state, "h").under_water = True
    assert thor.targets(state, "blue") == ["h"]


def test_an_installation_without_its_turret_is_still_a_target() -> None:
    state = lent(installations=[{"id": "fort", "name": "Fort", "side": "red", "type": 2, "hex": "0807"}])
    assert thor.targets(state, "blue") == ["fort", "h"]
    vehicle(state, "fort").destroyed = True
    assert thor.targets(state, "blue") == ["h", "building:0807"]


def test_a_javelin_that_scatters_hits_the_building_where_it_lands_and_no_vehicle() -> None:
    state = lent([tank("h", "horatius", "0505"), tank("g", "viper", "0506")], terrain={"0506": "0b2/20"})
    # a miss, a hex off over hexside 4, where the javelin strikes the lowest storey
    ran = play(state, 7, 4, 1)
    thor._strike(ran, "h", thor.reckoned())
    landed = ran.events[-1]
    assert (landed.kind, landed.data["hex"], landed.data["boxes"]) == ("javelin_landed", "0506", 30)
    assert not vehicle(state, "g").turn_damaged


def test_the_bot_sends_each_javelin_at_another_target_while_there_are_some() -> None:
    state = lent([tank("h", "horatius", "0505"), tank("g", "viper", "0606")])
    decision = Decision("javelins:blue", "blue", "javelins", "", data={"side": "blue", "slots": ["c#1", "c#2", "c#3"]})
    view = ENGINE.view(state, "blue")
    chosen = ENGINE.choose(view, decision, ENGINE.offers(view, decision), bones()).choices
    assert [order["target"] for order in chosen.values()] == ["h", "g", "h"]
