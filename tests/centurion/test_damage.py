"""Armor, templates, widowed armor, damage along the rows, buildings."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from scales import armor
from scales.centurion.combat import damage, hit_location, internals
from scales.centurion.combat.weapons import boxes, laser_shape, table, template
from scales.centurion.ground import buildings
from scales.centurion.state import Building, Vehicle
from tests.centurion.firing_range import table as battle
from tests.centurion.firing_range import tank, vehicle
from tests.examples import oracle


def fresh(rows: int = 8) -> Vehicle:
    """A Horatius whose sections have so many rows."""
    found = vehicle(battle([tank("h", "horatius", "0505")], [tank("v", "viper", "0509")]), "h")
    found.armor = {facing: armor.full(rows) for facing in found.armor}
    return found


def gone(target: Vehicle, facing: str, column: int) -> list[int]:
    """The armor rows lost in a column."""
    return [row for row in range(1, len(target.armor[facing].rows) + 1) if not armor.has(target.armor[facing], row, column)]


@oracle("CEN-050")
def test_lasers_burn_down_their_columns(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    target = fresh(inputs["armor_rows"])
    for hit in inputs["hits"]:
        damage.strike(target, "front", laser_shape(int(hit["weapon"].split()[1])), hit["column"])
    for column, (first, last) in expected["removed"].items():
        assert gone(target, "front", int(column)) == list(range(first, last + 1))


@oracle("CEN-052")
def test_a_template_starts_at_the_highest_intact_box(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    target = fresh(inputs["armor_rows"])
    damage.strike(target, "front", laser_shape(inputs["column5_removed_rows"]), inputs["hit"]["column"])
    struck = damage.strike(target, "front", template("mdc_8"), inputs["hit"]["column"])
    assert gone(target, "front", inputs["hit"]["column"])[inputs["column5_removed_rows"]] == expected["start_row"]
    assert struck.boxes == 8


def test_the_printed_mdc_example_loses_two_points() -> None:
    target = fresh()
    damage.strike(target, "front", laser_shape(5), 3)
    damage.strike(target, "front", laser_shape(5), 5)
    assert damage.strike(target, "front", template("mdc_8"), 6).lost == 2


@oracle("CEN-053")
def test_widowed_armor(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    target = fresh(inputs["armor_rows"])
    for row, column in inputs["destroyed"]:
        armor.mark(target.armor["front"], row, column)
    assert damage.widow(target) == len(expected["widowed"])
    for row, column in expected["widowed"]:
        assert not armor.has(target.armor["front"], row, column)


@oracle("CEN-077")
def test_hell_damage_less_the_shield(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    target = fresh()
    target.shields["front"] = inputs["shield_rating"] // 10
    points = damage.hell_points(target, 100)
    assert points[inputs["location"]] == points["turret"] == expected["damage"]
    assert "bottom" not in points


@oracle("CEN-070")
def test_the_storey_struck(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    assert [hit_location.building_level(roll, inputs["height"]) for roll in inputs["rolls"]] == expected["level_hit"]


@oracle("CEN-103")
def test_factors_and_rows_of_a_record_sheet(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    viper = vehicle(battle([tank("v", "viper", "0505")], [tank("h", "horatius", "0509")]), "v")
    assert {facing: 10 * factor for facing, factor in viper.shields.items()} == inputs["shields"]
    assert viper.shields == expected["factors"]
    assert armor.boxes_left(viper.armor["front"]) == inputs["front_armor"]
    assert len(viper.armor["front"].rows) == expected["front_rows"] == 10 - expected["rows_crossed_out"]


def test_damage_along_the_rows_goes_on_inside() -> None:
    target = fresh(2)
    struck = damage.across(target, "bottom", 25, "x", "grounding")
    assert (struck.armor, struck.inside) == (20, 5)
    # columns 1 to 5 of the first internal row under the bottom
    assert struck.systems == {"bottom_shield_a": 2, "digging": 2, "helm": 1}
    assert [mark.system for mark in target.queued] == ["bottom_shield_a", "digging", "helm"]


def test_a_template_reaches_over_the_joint_only_inside() -> None:
    target = fresh(1)
    struck = damage.strike(target, "front", template("mdc_8"), 1)
    # row 1 of five boxes is armor: two of them hang over the edge and are lost; row 2 is inside, where all three count
    assert (struck.armor, struck.inside, struck.lost) == (3, 3, 2)
    turret = damage.strike(target, "turret", template("mdc_8"), 1)
    assert (turret.armor, turret.inside, turret.lost) == (3, 2, 3)


def test_every_template_has_odd_rows_and_its_total() -> None:
    for id in table("centurion_damage_templates")["templates"]:
        marks = template(id)
        assert all(0 in row for row in marks)
        assert all(sorted(row) == [-c for c in sorted(row, reverse=True)] for row in marks)
    assert boxes(template("smlm")) == 18
    assert boxes(template("thor_javelin")) == 45


@settings(max_examples=40)
@given(facing=st.sampled_from(sorted(internals._SECTIONS)), columns=st.lists(st.integers(1, 10), min_size=1, max_size=40), id=st.sampled_from(
    ["mdc_12", "heap_200mm", "apds_200mm", "smlm", "tvlg"]))  # fmt: skip
def test_points_are_never_made_or_regrown(facing: str, columns: list[int], id: str) -> None:
    target = _PLAIN.setdefault("v", fresh(4))
    target.armor = {name: armor.full(4) for name in target.armor}
    target.internals, target.queued = {}, []
    before = None
    for column in columns:
        struck = damage.strike(target, facing, template(id), column)
        assert struck.armor + struck.inside + struck.lost == boxes(template(id))
        left = armor.boxes_left(target.armor[facing]) + sum(armor.boxes_left(g) for g in target.internals.values())
        assert before is None or left == before - struck.boxes
        before = left


_PLAIN: dict[str, Vehicle] = {}


# --- buildings ------------------------------------------------------------------------------------------------------------------


def test_a_template_lies_sideways_on_a_building() -> None:
    block = Building(20, [20, 20, 20])
    assert buildings.strike(block, 2, template("heap_150mm")) == {1: 3, 2: 7, 3: 3}
    assert block.levels == [17, 13, 17]
    # the next one starts where the storey is still whole
    assert buildings.strike(block, 2, template("heap_150mm")) == {1: 3, 2: 7, 3: 3}


def test_hafe_takes_ten_boxes_of_each_storey_and_rows_go_from_the_top() -> None:
    block = Building(15, [15, 15])
    buildings.each_level(block, 10)
    assert block.levels == [5, 5]
    buildings.rows_down(block, 7)
    assert block.levels == [3, 0]
