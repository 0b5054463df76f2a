"""Weapons fire: numbers, arcs, plans, location, missiles, Vulcan, infantry attacks."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scales.armor import full
from scales.centurion.combat import aim, fire, hit_location, infantry_combat, plan_faults, plans, squad_plans, to_hit, vulcan
from scales.centurion.combat.aim import Aim
from scales.centurion.combat.weapons import DIRECT, base_to_hit, weapon
from scales.dice import ScriptedDice
from scales.engine import Modifier
from scales.hexes import neighbor
from tests.centurion.firing_range import advance, at, bones, foot, kinds, mount_of, play, squad, table, tank, vehicle
from tests.examples import oracle

WOODS = Modifier("light woods at the target", -1)


@oracle("CEN-038")
def test_the_worked_shot_at_a_liberator(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    target = neighbor(at("0505"), 3, "even", inputs["range"])
    state = table([tank("h", "horatius", "0505", 3)], [tank("l", "liberator", target.label, 1)], {target.label: "0l"})
    found = aim.aim(state, vehicle(state, "h"), vehicle(state, "l"))
    found.shield = inputs["target_side_shield"]
    arms = {"SMLM": "smlm_2", "3/6 laser": "laser_3_6", "150mm HEAP": "gauss_150mm"}
    checks = [to_hit.roll(found, weapon(arms[name]), name, fell) for name, fell in zip(inputs["weapons"], inputs["rolls"], strict=True)]
    assert [check.target for check in checks] == expected["to_hit"]
    assert [check.passed for check in checks] == expected["hit"]


@oracle("CEN-039")
def test_base_numbers(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    assert [base_to_hit(hexes) for hexes in inputs["range"]] == expected["base"]


@oracle("CEN-040")
def test_ten_always_misses(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    found = Aim("a", "b", "vehicle", inputs["range"], True, True, shield=inputs["target_side_shield"])
    checks = [to_hit.roll(found, weapon("gauss_200mm"), inputs["weapon"], fell) for fell in inputs["rolls"]]
    assert [check.passed for check in checks] == expected["hit"]
    assert checks[0].target == expected["to_hit"]


@oracle("CEN-107")
def test_smoke_at_the_target(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    target = neighbor(at("0505"), 4, "even", inputs["range"])
    state = table([tank("h", "horatius", "0505", 4)], [tank("l", "liberator", target.label, 3)])
    state.ground.smoke[target.label] = 1
    found = aim.aim(state, vehicle(state, "h"), vehicle(state, "l"))
    found.shield = inputs["target_side_shield"]
    assert to_hit.number(found, weapon("laser_3_6")) == expected["to_hit"]


@oracle("CEN-061")
def test_same_hex_counts_as_range_one(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    state = table([tank("h", "horatius", "0505")], [tank("l", "liberator", "0505")])
    assert not inputs
    vehicle(state, "l").entered["h"] = 6
    found = aim.aim(state, vehicle(state, "h"), vehicle(state, "l"))
    assert found.range == expected["range"]
    assert found.seen


def test_same_hex_the_way_in_decides_the_side() -> None:
    state = table([tank("h", "horatius", "0505")], [tank("l", "liberator", "0505")])
    for side, facing in ((1, "front"), (4, "stern")):
        vehicle(state, "l").entered["h"] = side
        assert aim.aim(state, vehicle(state, "h"), vehicle(state, "l")).facing == facing


@oracle("CEN-043", "CEN-044")
def test_hit_location(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    assert [hit_location.location(inputs["mode"], roll) for roll in inputs["rolls"]] == expected["location"]


@oracle("CEN-045")
def test_hit_location_in_tree_top_flight(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    shield, column = aim.shield_and_location(inputs["attacker_mode"], inputs["target_mode"], "front")
    assert (shield, column) == ("bottom", "ttf")
    assert [roll + inputs["range"] for roll in inputs["rolls"]] == expected["modified"]
    assert [hit_location.location(column, roll, inputs["range"]) for roll in inputs["rolls"]] == expected["location"]


@oracle("CEN-047")
def test_fire_at_low_altitude(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    found = [aim.shield_and_location(mode, inputs["target_mode"], "facing") for mode in inputs["attacker_mode"]]
    assert [shield for shield, _ in found] == expected["shield_used"]
    struck = [hit_location.facing_of(column, 9, 1, "facing") for _, column in found]
    assert struck == expected["damage_to"]


@oracle("CEN-082")
def test_hits_from_above(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    assert [hit_location.location("top", roll) for roll in inputs["roll"]] == expected["location"]


def _everything(state: Any) -> dict[str, int]:
    """Weapon numbers of the Labienus, which has guns and missiles in turret and hull, by group."""
    groups: dict[str, int] = {}
    for number, arm, where in plans.armed(vehicle(state, "v")):
        kind = "missiles" if arm.family == "missile" else "direct" if arm.family in DIRECT else ""
        groups.setdefault(f"{'turret' if where == 'turret' else 'hull'}_{kind}", number)
    return groups


@oracle("CEN-105")
def test_firing_arcs(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    state = table([tank("front", "horatius", "0803"), tank("left", "horatius", "0606")], [tank("v", "labienus", "0806", 1)])
    groups = _everything(state)
    assert not aim.in_front(vehicle(state, "v"), at("0606"), "left")
    legal = []
    for option in inputs["options"]:
        lines = []
        for group, target in option.items():
            number = groups[group]
            arm = next(a for n, a, _ in plans.armed(vehicle(state, "v")) if n == number)
            lines.append([number, target, plans.best_shell(arm, "vehicle")])
        legal.append(plan_faults.faults(state, "v", {"fire": lines}) == [])
    assert legal == expected["legal"]


@oracle("CEN-062")
def test_missiles_a_turn(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    assert not inputs
    limits = {"smlm": expected["max_smlm_per_turn"], "tvlg": expected["max_tvlg_per_turn"]}
    assert limits == plans.MISSILES_A_TURN
    state = table([tank("t", "horatius", "0803")], [tank("v", "viper", "0806", 1)])
    hull = mount_of("viper", "tvlg_2")
    assert plan_faults.faults(state, "v", {"fire": [[hull, "t", ""]] * 2}) == []
    assert plan_faults.faults(state, "v", {"fire": [[hull, "t", ""]] * 3})


@oracle("CEN-064")
def test_the_vulcan_shares_its_rolls(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    state = table([tank("h", "horatius", "0803")], [tank("v", "viper", "0806", 1)])
    target = vehicle(state, "h")
    target.vulcan_declared = inputs["engaged"]
    working = play(state, 2, 3)
    found = aim.aim(state, vehicle(state, "v"), target)
    shots = [plans.Shot(2, weapon("tvlg_2"), "h"), plans.Shot(3, weapon("tvlg_2"), "h")]
    through = vulcan.intercept(working, target, shots, found)
    checks = working.events[0].checks
    assert [check.target for check in checks] == [expected["to_hit"]] * expected["rolls_now"]
    assert len(through) == 1
    assert target.vulcan_declared - target.vulcan_used == expected["rolls_left"]


@oracle("CEN-065")
def test_vulcan_table(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    rows = [[vulcan.number(kind, count) or None for count in range(1, 6)] for kind in range(1, len(inputs["type"]) + 1)]
    assert rows == expected["to_hit_by_count"]


@oracle("CEN-066")
def test_ap_laser(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    legal = []
    for hexes in inputs["range"]:
        state = table([tank("h", "horatius", "0805")], [squad("s", neighbor(at("0805"), 4, "even", hexes).label)])
        legal.append(plan_faults.faults(state, "h", {"fire": [[mount_of("horatius", "ap_laser"), "s", ""]]}) == [])
    assert legal == expected["legal"]


@oracle("CEN-068")
def test_personal_attacks(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    where = {"moved": (True, "0506"), "not_moved": (False, "0506"), "not_moved_same_hex": (False, "0505")}
    found = []
    for kind in inputs["target"]:
        moved, hex = where[kind]
        state = table([tank("t", "horatius", hex)], [squad("s", "0505")])
        vehicle(state, "t").moved, vehicle(state, "t").hexes_moved = moved, int(moved)
        found.append(squad_plans.squad_weapon(state, foot(state, "s"), "personal", "t")[1])
    assert found == expected["attacks"]


# --- whole volleys --------------------------------------------------------------------------------------------------------------


def test_one_location_for_all_weapons_and_a_column_for_each() -> None:
    state = table([tank("h", "horatius", "0505", 4)], [tank("l", "liberator", "0512", 1)])
    laser, gun, small = (mount_of("horatius", w) for w in ("laser_3_6", "gauss_150mm", "gauss_50mm"))
    order = {"fire": [[gun, "l", "heap"], [laser, "l", ""]]}
    # range 7: 150mm needs 9, laser 9 - 6; location 5 is the side, columns 5 and 2
    _, events = advance(state, "combat", ScriptedDice.of(9, 3, 5, 5, 2), {"fire:red": {"h": order}})
    shot, hit = events[0], events[1]
    assert [(c.target, c.passed) for c in shot.checks] == [(9, True), (3, True)]
    assert hit.data["facing"] == "front"
    assert [(line["column"], line["armor"] + line["inside"]) for line in hit.data["hits"]] == [(5, 15), (2, 8)]
    assert plan_faults.faults(state, "h", {"fire": [[small, "l", "heap"]]})


def test_internal_damage_waits_until_all_have_fired() -> None:
    state = table([tank("h", "horatius", "0505", 4)], [tank("v", "viper", "0509", 1)])
    target = vehicle(state, "v")
    target.armor["turret"].rows = (0,) * 5
    target.internals["turret"] = inside = full(12)
    inside.rows = (0,) * 10 + inside.rows[10:]
    order = {"fire": [[mount_of("horatius", "laser_3_6"), "v", ""]]}
    back = {"fire": [[mount_of("viper", "smlm_2"), "h", ""]]}
    # the laser hits the turret and destroys the Viper, whose missile still flies
    step, events = advance(state, "combat", ScriptedDice.of(1, 1, 4, 10), {"fire:red": {"h": order}, "fire:blue": {"v": back}})
    assert step.state.vehicles["v"].destroyed
    assert kinds(events)[:3] == ["fire", "hit", "fire"]
    assert kinds(events).index("vehicle_destroyed") == 3
    assert "v-crew" in step.state.squads


def test_indirect_missiles_need_a_friend_who_paints() -> None:
    state = table([tank("h", "horatius", "0501", 4)], [tank("v", "viper", "0508"), tank("w", "liberator", "1008")], {"0505": "5."})
    smlm = mount_of("horatius", "smlm_2")
    assert plan_faults.faults(state, "h", {"fire": [[smlm, "v", ""]]})
    state.vehicles["h2"] = vehicle(table([tank("h2", "horatius", "0802")], [tank("x", "viper", "0101")]), "h2")
    vehicle(state, "v").painted_by = ["h2"]
    assert plan_faults.faults(state, "h", {"fire": [[smlm, "v", ""]]}) == []
    assert plan_faults.faults(state, "h", {"fire": [[mount_of("horatius", "laser_3_6"), "v", ""]]})


def test_missiles_may_not_be_fired_at_infantry_and_guns_use_anti_personnel_rounds() -> None:
    state = table([tank("h", "horatius", "0505", 4)], [squad("s", "0508")])
    assert plan_faults.faults(state, "h", {"fire": [[mount_of("horatius", "smlm_2"), "s", ""]]})
    gun = mount_of("horatius", "gauss_150mm")
    assert plan_faults.faults(state, "h", {"fire": [[gun, "s", "heap"]]})
    assert plan_faults.faults(state, "h", {"fire": [[gun, "s", "anti_personnel"]]}) == []


def test_a_squad_in_its_own_hex_picks_the_facing() -> None:
    state = table([tank("t", "horatius", "0505")], [squad("s", "0505")])
    order = {"action": "personal", "target": "t", "count": 1, "facing": "stern"}
    _, events = advance(state, "combat", ScriptedDice.of(1, 5), {"fire:blue": {"s": order}})
    assert events[1].data["facing"] == "stern"
    assert plan_faults.faults(state, "s", {**order, "facing": "bottom"})


def test_a_close_assault_meets_the_shield_where_it_attacks() -> None:
    state = table([tank("t", "horatius", "0505")], [squad("s", "0505")], {"0505": "0h"})
    target = vehicle(state, "t")
    target.shields |= {"front": 7, "left": 6, "right": 6, "stern": 2}
    target.entered["s"] = 1
    for facing, shield in (("front", 7), ("stern", 2), ("turret", 7)):
        found = squad_plans.squad_aim(state, foot(state, "s"), "t", facing)
        assert found is not None
        assert (found.chosen, to_hit.number(found, weapon("iwf_9"))) == (facing, 12 - shield)


def test_a_squad_that_says_nothing_attacks_where_shield_and_armor_are_weakest() -> None:
    state = table([tank("t", "horatius", "0505")], [squad("s", "0505")])
    vehicle(state, "t").shields |= {"front": 7, "left": 7, "right": 7, "stern": 0}
    assert squad_plans.squad_plans(state, foot(state, "s"))[0][0]["facing"] == "stern"


def test_missiles_choose_in_the_same_hex_and_nothing_chooses_from_afar() -> None:
    state = table([tank("t", "horatius", "0505")], [squad("s", "0505"), squad("f", "0506")])
    assert plan_faults.faults(state, "s", {"action": "missiles", "target": "t", "facing": "stern"}) == []
    for action in ("personal", "missiles"):
        assert "own hex" in plan_faults.faults(state, "f", {"action": action, "target": "t", "facing": "stern"})[0]


def test_smoke_hinders_even_a_close_assault_and_woods_do_not() -> None:
    state = table([tank("t", "horatius", "0505")], [squad("s", "0505")], {"0505": "0h"})
    assert aim.aim(state, foot(state, "s"), vehicle(state, "t")).modifiers == []
    state.ground.smoke["0505"] = 1
    assert [m.value for m in aim.aim(state, foot(state, "s"), vehicle(state, "t")).modifiers] == [-2]


@pytest.mark.parametrize(("type", "most"), [("horatius", 4), ("liberator", None)])
def test_a_vulcan_engages_no_more_than_its_table_says(type: str, most: int | None) -> None:
    state = table([tank("t", type, "0505")], [tank("v", "viper", "0508")])
    most = plan_faults.most_engaged(vehicle(state, "t")) if most is None else most
    assert plan_faults.most_engaged(vehicle(state, "t")) == most
    assert plan_faults.faults(state, "t", {"fire": [], "vulcan": most}) == []
    assert plan_faults.faults(state, "t", {"fire": [], "vulcan": most + 1})


def test_nobody_serves_the_vulcan_of_a_stunned_crew() -> None:
    state = table([tank("t", "horatius", "0505")], [tank("v", "viper", "0508")])
    vehicle(state, "t").crew |= {"gunner": "unconscious", "commander": "unconscious"}
    assert vulcan.engage(play(state), vehicle(state, "t"), ["TVLG"]) == [False]


def test_opportunity_fire_takes_effect_at_once_and_uses_up_the_turn() -> None:
    state = table([tank("h", "horatius", "0505", 4)], [tank("v", "viper", "0509", 1)])
    working = play(state, 1, 5, 5)
    fire.opportunity_fire(working, "h", {"fire": [[mount_of("horatius", "laser_3_6"), "v", ""]]})
    assert vehicle(state, "h").fired
    assert not aim.can_fire(vehicle(state, "h"))


def test_gunner_and_commander_unconscious_cannot_fire() -> None:
    state = table([tank("h", "horatius", "0505", 4)], [tank("v", "viper", "0509", 1)])
    vehicle(state, "h").crew.update(gunner="unconscious")
    assert aim.can_fire(vehicle(state, "h"))
    vehicle(state, "h").crew.update(commander="unconscious")
    assert not aim.can_fire(vehicle(state, "h"))


@pytest.mark.parametrize(
    "order",
    [
        {"fire": "all"},
        {"fire": [[99, "v", ""]]},
        {"fire": [[True, "v", ""]]},
        {"fire": [[0, "nobody", ""]]},
        {"fire": [[0, "h", ""]]},
        {"fire": [[0, "v", "heap"]]},
        {"fire": [[0, "v", ""], [0, "v", ""]]},
        {"fire": [], "vulcan": 9},
        {"shoot": []},
        {"fire": [[0, "v", ""]] * 500},
        7,
    ],
)
def test_bad_plans_are_refused_with_a_sentence(order: Any) -> None:
    state = table([tank("h", "horatius", "0505", 4)], [tank("v", "viper", "0509", 1)])
    faults = plan_faults.faults(state, "h", order)
    assert faults
    assert all(len(fault) > 10 for fault in faults)


def test_a_concealed_squad_fires_first_and_can_be_shot_at_by_the_later_side() -> None:
    state = table([squad("s", "0505")], [tank("v", "viper", "0506")])
    foot(state, "s").concealed = True
    assert plan_faults.faults(state, "v", {"fire": [[0, "s", "anti_personnel"]]})
    order = {"action": "personal", "target": "v", "count": 1}
    _, events = advance(state, "combat", bones(), {"fire:red": {"s": order}, "fire:blue": {"v": {"fire": [[0, "s", "anti_personnel"]]}}})
    assert [e.units[0] for e in events if e.kind == "fire"] == ["s", "v"]


@given(hexes=st.integers(1, 20), shield=st.integers(0, 9), fell=st.integers(1, 10), painted=st.booleans())
def test_a_one_hits_and_a_ten_misses_whatever_the_number(hexes: int, shield: int, fell: int, painted: bool) -> None:
    found = Aim("a", "b", "vehicle", hexes, True, True, painted=painted, shield=shield, modifiers=[WOODS])
    check = to_hit.roll(found, weapon("laser_3_6"), "laser", fell)
    assert check.base + sum(m.value for m in check.modifiers) == check.target
    assert check.passed is (fell == 1 or (fell < 10 and fell <= check.target))


def test_infantry_table_column_of_weapons() -> None:
    names = [infantry_combat.damage_column(weapon(w)) for w in ("laser_3_6", "laser_1_5_1", "gauss_100mm", "mdc_10", "ap_laser")]
    assert names == ["mdc_8", "laser_2", "gauss_100mm_mdc_10", "gauss_100mm_mdc_10", "ap_laser"]
