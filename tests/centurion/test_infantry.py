"""Infantry: effectiveness, casualties, mortars, attacks in buildings."""

from typing import Any

from scales.centurion import ENGINE
from scales.centurion.combat import effects, infantry_combat, plan_faults
from scales.centurion.combat.weapons import weapon
from scales.centurion.ground import buildings, los
from scales.centurion.state import Building
from scales.dice import ScriptedDice
from tests.centurion.firing_range import advance, at, bones, foot, mount_of, play, squad, table, tank, vehicle
from tests.examples import oracle


@oracle("CEN-067")
def test_effectiveness(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    rows = [infantry_combat.effectiveness(strength) for strength in inputs["strength"]]
    assert [row.tvlg for row in rows] == expected["tvlg"]
    assert [row.mortars for row in rows] == expected["mortars"]
    assert [weapon(row.weapon).name for row in rows] == expected["template"]


def test_printed_rows_of_the_damage_table() -> None:
    assert [infantry_combat.killed("hafe_i", roll) for roll in (-1, 0, 1, 2, 3)] == [0, 1, 2, 2, 3]
    assert [infantry_combat.killed("ap_laser", roll) for roll in (-5, 0, 1, 3)] == [0, 0, 1, 1]
    assert infantry_combat.killed("gauss_200mm", 3) == 1


def test_woods_and_craters_shelter_but_at_most_three() -> None:
    state = table([tank("h", "horatius", "0505", 4)], [squad("s", "0508")], {"0508": "0h"})
    men = foot(state, "s")
    assert infantry_combat.shelter(state, men) == 2
    men.crater = True
    assert infantry_combat.shelter(state, men) == 3


def test_losses_count_when_all_fire_is_resolved_and_take_the_weapons_along() -> None:
    state = table([tank("h", "horatius", "0505", 4)], [squad("s", "0506")])
    laser = mount_of("horatius", "ap_laser")
    # to hit 12, casualties 9: six men; the squad still answers with eight: to hit 12 less front shield 7
    orders: dict[str, Any] = {
        "fire:red": {"h": {"fire": [[laser, "s", ""]]}},
        "fire:blue": {"s": {"action": "missiles", "target": "h", "count": 4}},
    }
    step, events = advance(state, "combat", ScriptedDice.of(5, 9, 6, 6, 6, 10), orders)
    assert [e.text for e in events if e.kind == "casualties"] == ["s loses 6 of 8 men."]
    left = step.state.squads["s"]
    assert (left.strength, left.missiles) == (2, 0)
    assert step.state.vehicles["h"].killed == 1


def test_a_mortar_round_harms_every_squad_in_the_hex() -> None:
    state = table([squad("m", "0505", "bounce_mortar")], [squad("s", "0508"), squad("t", "0508")])
    order = {"action": "mortars", "target": "s", "count": 1}
    step, _ = advance(state, "combat", ScriptedDice.of(2, 10, 10), {"fire:red": {"m": order}})
    assert [step.state.squads[id].strength for id in ("s", "t")] == [3, 3]


def test_an_observer_is_enough_for_anti_personnel_rounds() -> None:
    hill = {"0507": "4."}
    state = table([squad("m", "0505", "bounce_mortar")], [squad("s", "0509")], hill)
    order = {"action": "mortars", "target": "s"}
    assert plan_faults.faults(state, "m", order)
    state = table([squad("m", "0505", "bounce_mortar"), tank("h", "horatius", "0808")], [squad("s", "0509")], hill)
    assert plan_faults.faults(state, "m", order) == []


def test_a_guided_mortar_round_needs_no_sight_of_a_painted_vehicle() -> None:
    state = table([squad("m", "0505", "bounce_mortar")], [tank("v", "viper", "0509")], {"0507": "4."})
    order = {"action": "mortars", "target": "v"}
    assert plan_faults.faults(state, "m", order)
    state.squads["f"] = foot(table([squad("f", "0509")], [tank("x", "viper", "0101")]), "f")
    vehicle(state, "v").painted_by = ["f"]
    assert plan_faults.faults(state, "m", order) == []


def test_squads_inside_are_hurt_only_in_the_last_five_boxes() -> None:
    state = table([tank("h", "horatius", "0505", 4)], [squad("s", "0508")], {"0508": "0b2/20"})
    men = foot(state, "s")
    men.level = 1
    assert plan_faults.faults(state, "h", {"fire": [[mount_of("horatius", "ap_laser"), "s", ""]]})
    gun = [mount_of("horatius", "gauss_150mm"), "building:0508", "heap"]
    assert plan_faults.faults(state, "h", {"fire": [gun]}) == []
    state.ground.buildings["0508"] = Building(20, [10, 20])
    # hit on 8, first storey: seven boxes of ten go, men are hurt on a 9
    step, events = advance(state, "combat", ScriptedDice.of(8, 1, 9), {"fire:red": {"h": {"fire": [gun]}}})
    assert step.state.ground.buildings["0508"].levels == [3, 17]
    assert step.state.squads["s"].strength == 5
    assert any(e.kind == "building_hit" for e in events)


def test_a_storey_without_boxes_takes_those_above_along() -> None:
    state = table([tank("h", "horatius", "0505")], [squad("s", "0508")], {"0508": "0b3/20"})
    foot(state, "s").level = 3
    state.ground.buildings["0508"] = Building(20, [20, 0, 20])
    buildings.collapse(play(state))
    assert state.ground.buildings["0508"].levels == [20, 0, 0]
    assert foot(state, "s").destroyed
    state.ground.buildings["0508"].levels[0] = 0
    buildings.collapse(play(state))
    assert state.ground.rubble == ["0508"]


def test_a_crew_on_foot_may_do_nothing() -> None:
    state = table([tank("h", "horatius", "0505")], [tank("v", "viper", "0506")])
    effects.destroy(play(state), vehicle(state, "v"), "h", "a hit goes right through it")
    crew = foot(state, "v-crew")
    assert crew.hex == at("0506")
    assert not infantry_combat.may_fight(crew)
    assert plan_faults.faults(state, "v-crew", {"action": "personal", "target": "h"})


def test_recombined_orders_are_refused() -> None:
    state = table([tank("h", "horatius", "0505")], [squad("s", "0506")])
    for order in (
        {"action": "dance", "target": "h"},
        {"action": "missiles", "target": "s"},
        {"action": "missiles", "target": "h", "count": 9},
    ):
        assert plan_faults.faults(state, "s", order)
    _, events = advance(state, "combat", bones(), {"fire:blue": {"s": {"action": "missiles", "target": "h", "count": 1}}})
    assert events[0].units == ["s", "h"]


def test_a_squad_upstairs_sees_from_the_level_that_it_occupies() -> None:
    state = table([tank("h", "horatius", "0505")], [squad("s", "0508")], {"0508": "0b3/20", "0507": "0l"})
    men = foot(state, "s")
    men.level = 1
    assert los.height(men) == 1
    assert los.sees(state, men, vehicle(state, "h"))
    men.level = 0
    assert not los.sees(state, men, vehicle(state, "h"))


def test_one_crater_shelters_a_vehicle_and_a_squad_and_the_empty_one_goes() -> None:
    state = table([tank("h", "horatius", "0505"), squad("s", "0505")], [tank("v", "viper", "0512")])
    state.ground.craters["0505"] = 2
    vehicle(state, "h").crater = foot(state, "s").crater = True
    buildings.clear_craters(state, "0505")
    assert state.ground.craters["0505"] == 1


def test_a_squad_is_the_kill_of_who_brought_it_to_five_casualties_whoever_comes_after() -> None:
    """R-CEN-13: the survivors fight on, and the last of them are nobody's kill any more."""
    state = table([tank("h", "horatius", "0505"), tank("t", "horatius", "0506")], [squad("s", "0508")])
    for men, by in ((4, "t"), (1, "h"), (3, "t")):
        infantry_combat.kill(play(state), state.squads["s"], men, by)
    fate = ENGINE.report(state).fates["s"]
    assert (fate.status, fate.by, state.vehicles["h"].killed, state.vehicles["t"].killed) == ("destroyed", "h", 1, 0)
