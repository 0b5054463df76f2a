"""Boards: labels, joins, zones, edges and overlaps, against what the printed rules name."""

import itertools
import re
from collections import Counter, deque
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from scales import boards, codec, fields, hexes, overlaps
from scales.boards import Board, BoardSpec
from scales.hexes import HEADINGS, Hex
from scales.terrain import boards_data
from tests.examples import oracle


@lru_cache(maxsize=1)
def printed() -> Any:
    return yaml.safe_load((Path(__file__).parent / "data" / "board_examples.yaml").read_text(encoding="utf-8"))


def spread(label_range: str) -> list[str]:
    """'2:2212-2214' becomes its labels."""
    found = re.fullmatch(r"(\d):(\d\d)(\d\d)(?:-\d\d(\d\d))?", label_range)
    assert found is not None
    sheet, column, first, last = found.groups()
    return [f"{sheet}:{column}{row:02d}" for row in range(int(first), int(last or first) + 1)]


def reached_from(board: Board, start: Hex) -> dict[Hex, int]:
    steps, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for there in board.around(here):
            if there not in steps:
                steps[there] = steps[here] + 1
                queue.append(there)
    return steps


LAYOUTS = boards.layouts()


@pytest.mark.parametrize("id", LAYOUTS)
def test_a_layout_is_one_piece_and_distance_is_steps(id: str) -> None:
    board = boards.board(id)
    first, top, last, bottom = board.bounds
    start = Hex((first + last) // 2, (top + bottom) // 2)
    reached = reached_from(board, start)
    assert set(reached) == set(board.labels)
    assert all(steps == hexes.distance(start, hex, board.parity) for hex, steps in reached.items())


@pytest.mark.parametrize("id", LAYOUTS)
def test_labels_read_back(id: str) -> None:
    board = boards.board(id)
    assert all(board.hex(label) == hex for hex, label in board.labels.items())
    assert all(part.column % 2 == 0 for part in board.sheets)
    rows = board.sheets[0].rows if id == "centurion_east_west" else 0
    assert len(board.labels) == sum(part.columns * part.rows for part in board.sheets) - rows


@pytest.mark.parametrize("case", printed()["steps"], ids=lambda case: f"{case['from']}-{case['heading']}")
def test_printed_steps(case: dict[str, Any]) -> None:
    board = boards.board(case["layout"], tuple(case.get("sheets", ())))
    assert board.label(hexes.neighbor(board.hex(case["from"]), case["heading"], board.parity)) == case["to"]


def test_printed_column_of_vehicles_and_square() -> None:
    case = printed()["column_of_vehicles"]
    board = boards.board(case["layout"], tuple(case["sheets"]))
    places = [board.hex(label) for label in case["hexes"]]
    assert all(hexes.neighbor(a, case["heading"], board.parity) == b for a, b in itertools.pairwise(places))
    case = printed()["square"]
    board = boards.board(case["layout"], tuple(case["sheets"]))
    columns, rows = zip(*(board.hex(label) for label in case["corners"]), strict=True)
    assert (max(columns) - min(columns) + 1, max(rows) - min(rows) + 1) == (case["columns"], case["rows"])


@pytest.mark.parametrize(
    ("game", "id", "sheet"),
    [("interceptor", "three_game", "1"), ("leviathan", "leviathan_planet", "1"), ("centurion", "centurion_north_south", "4")],
)
def test_printed_labels_exist(game: str, id: str, sheet: str) -> None:
    names = ("4", "3") if game == "centurion" else ()
    board = boards.board(id, names)
    assert all(board.contains(board.hex(f"{sheet}:{label}")) for label in printed()["labels"]["exist"][game])
    for label in printed()["labels"]["not"][game]:
        with pytest.raises(ValueError, match="is no hex of this board"):
            board.hex(f"{sheet}:{label}")


@pytest.mark.parametrize("id", [id for id in LAYOUTS if boards.board(id).planet])
def test_zones_cover_the_board_and_headings_lead_through_them(id: str) -> None:
    board = boards.board(id)
    planet = board.planet
    assert planet is not None
    assert {board.zone(hex) for hex in board.labels} == {name for name, _, _ in planet.zones}
    assert sum(last - first + 1 for _, first, last in planet.zones) == board.bounds[2] - board.bounds[0] + 1
    assert board.zone(board.hex(board.battlefield)) == "ground"
    middle = Hex(planet.ground + (5 if planet.ground == board.bounds[0] else -5), 7)
    for heading in HEADINGS:
        change = board.altitude(hexes.neighbor(middle, heading, board.parity)) - board.altitude(middle)
        assert heading in {-1: planet.down, 0: planet.along, 1: planet.up}[change]


@pytest.mark.parametrize("id", ["three_game", "two_game"])
def test_every_ground_hex_can_hold_a_battle(id: str) -> None:
    board = boards.board(id)
    order = overlaps.ground_hexes(id)
    assert order[0] == board.battlefield
    assert sorted(order) == sorted(label for hex, label in board.labels.items() if board.zone(hex) == "ground")


@pytest.mark.parametrize("id", LAYOUTS)
def test_edges_lie_at_the_edge(id: str) -> None:
    board = boards.board(id)
    assert len(board.edges) == 4
    for name in board.edges:
        edge = board.edge(name)
        assert edge
        assert all(len(board.around(hex)) < 6 for hex in edge)
    with pytest.raises(ValueError, match="has no edge 'inside'"):
        board.edge("inside")


@oracle("XSC-001")
def test_hex_sizes(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    sizes = {game: boards_data()["boards"][game]["hex_m"] for game in inputs["hex_m"]}
    assert sizes == inputs["hex_m"]
    assert boards_data()["scale_ratios"] == {
        "interceptor_over_centurion": expected["interceptor_over_centurion"],
        "leviathan_over_interceptor": expected["leviathan_over_interceptor"],
        "area_leviathan_interceptor": expected["area_ratio_leviathan_interceptor"],
    }
    assert sizes["interceptor"] == sizes["centurion"] * expected["interceptor_over_centurion"]
    assert sizes["leviathan"] == sizes["interceptor"] * expected["leviathan_over_interceptor"]


@oracle("XSC-005")
def test_hexes_under_a_leviathan_hex(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    under = overlaps.down(f"{inputs['leviathan_map']}:{inputs['leviathan_hex']}")
    assert list(under) == [f"{expected['interceptor_map']}:{label}" for label in expected["hexes"]]
    assert len(under) == expected["count"]


@oracle("XSC-029")
def test_rows_of_the_planet(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    assert inputs == {}
    for id, rows in (("leviathan_planet", expected["leviathan_rows"]), ("three_game", expected["interceptor_rows"])):
        planet = boards.board(id).planet
        assert planet is not None
        zones = {name: f"{first:02d}" if first == last else f"{first:02d}-{last:02d}" for name, first, last in planet.zones}
        assert {name: zones[name] for name in rows} == rows
        assert boards.board(id).battlefield == f"1:{expected['centurion_board_hex']}"


def test_overlap_is_the_printed_table_and_one_to_one() -> None:
    table = {above: [label for item in items for label in spread(item)] for above, items in printed()["overlap"].items()}
    counted = Counter(label for labels in table.values() for label in labels)
    assert set(counted) == set(boards.board("three_game").labels.values())
    assert set(counted.values()) == {1}
    for above, labels in table.items():
        assert sorted(overlaps.down(above)) == sorted(labels)
        assert {overlaps.up(label) for label in labels} == {above}
    assert overlaps.up(boards.board("three_game").battlefield) == boards.board("leviathan_planet").battlefield
    assert overlaps.down("1:1401") == ()


def test_neighbors_below_are_the_same_or_neighbors_above() -> None:
    below, above = boards.board("three_game"), boards.board("leviathan_planet")
    over = {hex: above.hex(overlaps.up(label)) for hex, label in below.labels.items()}
    for hex in below.labels:
        assert all(hexes.distance(over[hex], over[n], above.parity) <= 1 for n in below.around(hex))


@pytest.mark.parametrize("row", printed()["legatus_columns"], ids=lambda row: row[0])
def test_legatus_columns_along_the_ground(row: list[str]) -> None:
    first, _, last = row[0].partition("-")
    for column in range(int(first), int(last or first) + 1):
        assert overlaps.legatus_ground(column) == row[1]
        assert overlaps.legatus_ground(column, "two_game") == row[2]
        assert overlaps.leviathan_ground(column) == row[3]


def test_the_attack_cone_widens_upward() -> None:
    cone = {label for label in boards.board("leviathan_planet").labels.values() if overlaps.in_attack_cone(label, "1:0114")}
    widths = Counter(label[2:4] for label in cone)
    assert (widths["01"], widths["02"], widths["03"], widths["04"], widths["05"]) == (0, 1, 3, 5, 7)
    assert sorted(cone)[:4] == ["1:0214", "1:0313", "1:0314", "1:0412"]
    assert "14" not in widths
    with pytest.raises(ValueError, match="no ground hex"):
        overlaps.in_attack_cone("1:0214", "1:0214")


def test_thor_starts_where_the_books_say() -> None:
    assert overlaps.thor_start("two_game") == ("2:1901", 4, 2)
    assert overlaps.thor_start("three_game") == ("1:0801", 4, 2)
    with pytest.raises(ValueError, match="no orbit"):
        overlaps.thor_start("three_sheets")


def test_a_field_of_legatus_hexes_is_one_board() -> None:
    spec = BoardSpec(map="legatus_uplands", key="sample", hexes=("0909", "0910", "1009"))
    board = boards.open_board(codec.decode(codec.encode(spec), BoardSpec))
    assert board is boards.open_board(spec)
    assert board.bounds == (1, 1, 40, 40)
    assert len(board.labels) == len(board.tokens) == 1200
    assert set(reached_from(board, Hex(1, 1))) == set(board.labels)
    assert board.label(Hex(3, 25)) == "0910:0305"
    assert board.tokens == fields.field_tokens(fields.Source("sample", "legatus_uplands"), spec.hexes)
    steepest = max(abs(board.terrain(a).level - board.terrain(b).level) for a in board.labels for b in board.around(a))
    assert steepest <= 4


@pytest.mark.parametrize(
    ("spec", "fault"),
    [
        (BoardSpec("nowhere"), "no layout or map sheet 'nowhere'"),
        (BoardSpec("centurion_north_south", ("4",)), "has 2 sheets, 1 are named"),
        (BoardSpec("centurion_north_south", ("4", "9")), "no map sheet '9'"),
        (BoardSpec("centurion_north_south", ("3", "3")), "must differ"),
        (BoardSpec(map="nowhere", hexes=("0101",)), "no map sheet 'nowhere'"),
        (BoardSpec(map="legatus_uplands", hexes=("2519",)), "has no hex 2519"),
        (BoardSpec(map="legatus_uplands", hexes=("19",)), "is no hex"),
        (BoardSpec(map="legatus_uplands", hexes=("0101", "0101")), "named twice"),
    ],
)
def test_faults_of_specs_are_sentences(spec: BoardSpec, fault: str) -> None:
    (sentence,) = boards.faults(spec)
    assert fault in sentence


def test_sheets_bring_their_terrain() -> None:
    board = boards.board("centurion_north_south", ("4", "3"))
    assert board.terrain(board.hex("3:1201")).river
    assert board.terrain(board.hex("3:2202")).level == 4
    space = boards.board("interceptor_deep_space", ("space_asteroids_belt", ""))
    assert space.terrain(space.hex("1:1403")).ground == "clear"
    assert space.terrain(space.hex("1:1503")).ground == "asteroids"
    assert space.terrain(space.hex("2:1503")).ground == "clear"
    single = boards.board("centurion_town")
    assert single.label(Hex(12, 6)) == "1206"
    assert boards.faults(BoardSpec("centurion_town")) == []


@given(st.sampled_from(LAYOUTS), st.from_regex(r"(\w?:)?\w{0,5}"))
def test_text_is_a_label_of_the_board_or_refused(id: str, text: str) -> None:
    board = boards.board(id)
    if text in board.labels.values():
        assert board.label(board.hex(text)) == text
        return
    with pytest.raises(ValueError, match="is no hex of this board"):
        board.hex(text)
