"""Thor missions: three javelins, three turns, from above."""

from typing import Any

from scales.centurion import thor
from scales.centurion.weapons import figures, template
from scales.dice import ScriptedDice
from tests.centurion.firing_range import advance, bones, kinds, squad, table, tank, vehicle
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
