"""Armor grids: the books' worked examples and properties that always hold."""

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scales import armor, codec
from scales.armor import Grid
from tests.examples import oracle

MDC_8 = armor.centered([5, 3])
SMLM = armor.shape([[-4, -3, -2, -1, 0, 1, 2, 3, 4], [-4, -2, 0, 2, 4], [-2, 0, 2], [0]])


def gone(grid: Grid, column: int) -> int:
    return len(grid.rows) - armor.column_left(grid, column)


def without(depth: int, boxes: list[list[int]], width: int = armor.COLUMNS) -> Grid:
    grid = armor.full(depth, width)
    for row, column in boxes:
        assert armor.mark(grid, row, column)
    return grid


@oracle("LEV-032")
def test_bay_damage_runs_along_the_row(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    grid = armor.full(inputs["armor_rows"])
    grid.next_column = inputs["start_column"]
    armor.by_rows(grid, inputs["damage"])
    assert [gone(grid, c) for c in range(1, 11)] == expected["boxes_per_column"]
    assert grid.next_column == expected["next_column"]


@oracle("LEV-033")
def test_cruiser_side_in_the_printed_order(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    grid = armor.full(inputs["armor_rows"])
    first, bay, squadron, second = inputs["hits"]
    armor.by_template(grid, armor.spinal(first["depth"]), first["center"])
    armor.by_rows(grid, bay["damage"])
    armor.by_column(grid, squadron["column"], squadron["damage"])
    assert grid.next_column == expected["second_bay_starts_column"]
    hit = armor.by_rows(grid, second["damage"])
    assert [gone(grid, c) for c in range(1, 11)] == expected["removed_per_column"]
    column, points = expected["penetrating"]["column"], expected["penetrating"]["points"]
    assert hit.inside == [[depth, column] for depth in range(1, points + 1)]


@oracle("LEV-034")
def test_crowbar_undercuts_the_edge(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    grid = armor.full(inputs["armor_rows"])
    squadron, crowbar = inputs["hits"]
    armor.by_column(grid, squadron["column"], squadron["damage"])
    hit = armor.by_template(grid, armor.spinal(crowbar["depth"]), crowbar["center"])
    rows = [row for row, _ in hit.marked]
    assert [min(rows), max(rows)] == expected["removed_by_spinal_rows"]
    assert sorted({column for _, column in hit.marked}) == expected["columns"]
    assert armor.widow(grid) == expected["widowed"]


@oracle("CEN-050")
def test_lasers_burn_straight_down(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    grid = armor.full(inputs["armor_rows"])
    for shot in inputs["hits"]:
        hit = armor.by_column(grid, shot["column"], int(shot["weapon"].split()[1]))
        rows = [row for row, column in hit.marked if column == shot["column"]]
        assert [min(rows), max(rows)] == expected["removed"][str(shot["column"])]


@oracle("CEN-052")
def test_the_arrow_is_lowered_to_the_first_intact_box(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    grid = armor.full(inputs["armor_rows"])
    armor.by_column(grid, 5, inputs["column5_removed_rows"])
    assert armor.by_template(grid, MDC_8, inputs["hit"]["column"]).start == expected["start_row"]


@oracle("RT-019")
def test_boxes_over_a_damaged_column_are_wasted(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    grid = armor.full(inputs["armour_rows"], 6)
    armor.by_column(grid, 4, inputs["column4_removed_rows"])
    hit = armor.by_template(grid, MDC_8, inputs["hit"]["column"])
    assert hit.start == expected["start_row"]
    assert (hit.lost > 0) is expected["overlap_lost"]


@oracle("CEN-053", "RT-022")
def test_armor_without_a_way_down_is_widowed(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    depth = inputs.get("armor_rows") or inputs["armour_rows"]
    grid = without(depth, inputs["destroyed"], inputs.get("columns", armor.COLUMNS))
    assert armor.widowed(grid) == expected["widowed"]
    assert armor.widow(grid) == expected["widowed"]
    assert armor.widowed(grid) == []


def test_spinal_overhang_beside_column_one_is_lost() -> None:
    grid = armor.full(10)
    hit = armor.by_template(grid, armor.spinal(5), 1)
    assert (len(hit.marked), hit.lost, hit.inside) == (10, 5, [])


def test_rows_past_the_armor_go_inside() -> None:
    hit = armor.by_template(armor.full(3), armor.spinal(7), 4)
    assert (len(hit.marked), hit.depth_inside, len(hit.inside)) == (9, 4, 12)


def test_internal_grid_is_an_extension_and_transfers_sideways() -> None:
    side, hull = armor.full(1), armor.full(12, 46)
    hit = armor.by_template(side, MDC_8, 10, hull, 12)
    assert hit.marked == [[1, 8], [1, 9], [1, 10]]
    assert hit.inside == [[1, 21], [1, 22], [1, 23]]
    assert hit.lost == 2
    second = armor.by_template(side, MDC_8, 10, hull, 12)
    assert second.start == 3
    assert armor.by_column(side, 10, 20, hull, 12).lost == 20 - armor.column_left(armor.full(12), 1) + 3


def test_a_gap_loses_template_boxes_but_not_laser_points() -> None:
    grid = armor.from_rows(["##########", "....#.....", "##########"])
    assert armor.by_column(copy.deepcopy(grid), 1, 2).marked == [[1, 1], [3, 1]]
    assert armor.by_template(grid, SMLM, 1).lost == 4 + 4 + 1


def test_a_side_without_a_bottom_row_loses_everything() -> None:
    grid = armor.from_rows(["###", "###", "..."])
    assert len(armor.widow(grid)) == 6
    assert armor.boxes_left(grid) == 0


def test_odd_points_lie_outside_and_printed_rows_come_back() -> None:
    assert armor.to_rows(armor.of_points(13)) == ["###.......", "##########"]
    assert armor.to_rows(armor.from_rows(["##.", "#.#"])) == ["##.", "#.#"]
    with pytest.raises(ValueError, match=r"no box \[3, 1\]"):
        armor.mend(armor.full(2), [[3, 1]])


grids = st.builds(Grid, st.lists(st.integers(0, 1023), max_size=12).map(tuple), st.just(10), st.integers(1, 10))
columns = st.integers(1, 10)
templates = st.sampled_from([MDC_8, SMLM, armor.spinal(6), armor.centered([1, 3, 7, 9])])


def hit_once(grid: Grid, how: str, column: int, points: int, template: armor.Template) -> tuple[armor.Hit, int]:
    if how == "rows":
        return armor.by_rows(grid, points), points
    if how == "column":
        return armor.by_column(grid, column, points), points
    return armor.by_template(grid, template, column), armor.size(template)


@given(grids, st.sampled_from(["rows", "column", "template"]), columns, st.integers(0, 60), templates)
def test_boxes_never_grow_and_every_point_is_accounted_for(
    grid: Grid, how: str, column: int, points: int, template: armor.Template
) -> None:
    before = copy.deepcopy(grid)
    hit, damage = hit_once(grid, how, column, points, template)
    assert len(hit.marked) + len(hit.inside) + hit.lost == damage
    assert armor.boxes_left(before) - armor.boxes_left(grid) == len(hit.marked)
    assert all(new & ~old == 0 for new, old in zip(grid.rows, before.rows, strict=True))
    armor.mend(grid, hit.marked)
    assert grid.rows == before.rows


hulls = st.lists(st.integers(0, 2**46 - 1), min_size=12, max_size=12).map(lambda rows: Grid(tuple(rows), 46))


shifts = st.sampled_from([0, 12, 24, 36])


def assert_inside_is_accounted_for(hit: armor.Hit, damage: int, before: Grid, after: Grid) -> None:
    assert len(hit.marked) + len(hit.inside) + hit.lost == damage
    assert armor.boxes_left(before) - armor.boxes_left(after) == len(hit.inside)
    assert all(armor.has(before, *box) and not armor.has(after, *box) for box in hit.inside)


@given(grids, hulls, columns, st.integers(0, 40), shifts)
def test_a_column_takes_armor_first_then_internals(grid: Grid, hull: Grid, column: int, points: int, shift: int) -> None:
    before, left = copy.deepcopy(hull), armor.column_left(grid, column)
    hit = armor.by_column(grid, column, points, hull, shift)
    assert_inside_is_accounted_for(hit, points, before, hull)
    assert len(hit.marked) == min(points, left)
    assert hit.inside == [] or armor.column_left(grid, column) == 0


@given(grids, hulls, columns, templates, shifts)
def test_a_template_goes_on_inside(grid: Grid, hull: Grid, column: int, template: armor.Template, shift: int) -> None:
    before = copy.deepcopy(hull)
    hit = armor.by_template(grid, template, column, hull, shift)
    assert_inside_is_accounted_for(hit, armor.size(template), before, hull)
    assert hit.inside == [] or hit.start + len(template) > len(grid.rows)


@given(st.integers(1, 12), columns, st.lists(st.integers(0, 30), max_size=5))
def test_bay_hits_in_parts_equal_one_hit(depth: int, start: int, parts: list[int]) -> None:
    one, many = armor.full(depth), armor.full(depth)
    one.next_column = many.next_column = start
    armor.by_rows(one, sum(parts))
    for points in parts:
        armor.by_rows(many, points)
    assert one == many


@given(grids)
def test_what_stays_after_widowing_is_anchored(grid: Grid) -> None:
    before = armor.boxes_left(grid)
    lost = armor.widow(grid)
    assert armor.boxes_left(grid) == before - len(lost)
    assert armor.widow(grid) == []
    assert all(grid.rows[-1] for row in grid.rows if row)


@given(grids)
def test_grids_survive_json(grid: Grid) -> None:
    assert codec.clone(grid) == grid


@given(grids, st.integers(0, 160))
def test_heat_goes_along_the_rows_over_boxes_that_are_left(grid: Grid, points: int) -> None:
    before = [(r, c) for r in range(1, len(grid.rows) + 1) for c in range(1, grid.width + 1) if armor.has(grid, r, c)]
    hit = armor.along_rows(grid, points)
    assert [tuple(box) for box in hit.marked] == before[:points]
    assert [box for box in before if armor.has(grid, *box)] == before[points:]
    assert len(hit.inside) == max(0, points - len(before))
