"""Line of sight over the map of a double-blind battle. legatus: Double-blind rules: Spotting"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scales.legatus.board import Grid, grid
from scales.legatus.double_blind.sight import cover, is_open, sees
from scales.legatus.tables import ALTITUDES

COLUMNS, ROWS = 9, 9
LOW = [a for a in ALTITUDES if a != "low_altitude"]
TOKENS = ("0.", "0l", "0h", "0b", "1.", "2h", "0w", "-1.")


def ground(**tokens: str) -> Grid:
    """A flat map, nine by nine, with other terrain in hexes named h0404 and so on."""
    rows = [[tokens.get(f"h{c:02d}{r:02d}", "0.") for c in range(1, COLUMNS + 1)] for r in range(1, ROWS + 1)]
    return grid("sight", tuple(" ".join(row) for row in rows))


def seen(board: Grid, a: str, b: str, first: str = "normal", second: str = "normal") -> bool:
    return sees(board, a, first, b, second)


def test_over_open_ground_everything_is_in_sight() -> None:
    assert seen(ground(), "0101", "0909")


@pytest.mark.parametrize("woods", ["0l", "0h"])
def test_woods_block_from_the_ground(woods: str) -> None:
    assert not seen(ground(h0404=woods), "0402", "0407")


@pytest.mark.parametrize(
    ("spotter", "target", "clear"), [("tree_top", "normal", True), ("normal", "tree_top", False), ("dug_in", "normal", False)]
)
def test_the_unit_nearer_to_the_woods_looks_over_them_from_the_tree_tops(spotter: str, target: str, clear: bool) -> None:
    """The woods are one hex from 0402 and four from 0407."""
    board = ground(h0403="0h")
    assert seen(board, "0402", "0407", spotter, target) == clear
    assert seen(board, "0407", "0402", target, spotter) == clear


def test_of_woods_midway_both_are_the_nearer() -> None:
    board = ground(h0404="0l")
    assert seen(board, "0402", "0406", "tree_top", "normal")
    assert seen(board, "0402", "0406", "normal", "tree_top")
    assert not seen(board, "0402", "0406")


def test_woods_near_both_ends_need_both_at_the_tree_tops() -> None:
    board = ground(h0403="0l", h0406="0l")
    assert [seen(board, "0402", "0407", a, b) for a, b in (("tree_top", "normal"), ("normal", "tree_top"), ("tree_top", "tree_top"))] == [
        False,
        False,
        True,
    ]


@pytest.mark.parametrize("wall", ["0b", "1.", "3h"])
def test_nothing_but_low_altitude_sees_over_buildings_and_hills(wall: str) -> None:
    board = ground(h0404=wall)
    assert not any(seen(board, "0402", "0406", a, b) for a in LOW for b in LOW)
    assert all(seen(board, "0402", "0406", "low_altitude", b) and seen(board, "0402", "0406", b, "low_altitude") for b in ALTITUDES)


def test_ground_as_high_as_one_end_does_not_block() -> None:
    assert seen(ground(h0402="2.", h0404="2."), "0402", "0406")
    assert not seen(ground(h0402="1.", h0404="2."), "0402", "0406")


def test_what_stands_at_the_ends_does_not_block() -> None:
    assert seen(ground(h0402="0h", h0406="2b"), "0402", "0406")
    assert seen(ground(h0404="0h", h0405="0b"), "0404", "0405")


@pytest.mark.parametrize("beside", ["h0504", "h0505"])
def test_where_the_line_runs_between_two_hexes_either_blocks(beside: str) -> None:
    """From 0404 to 0604 the line runs along the side of 0504 and 0505."""
    assert seen(ground(), "0404", "0604")
    assert not seen(ground(**{beside: "0h"}), "0404", "0604")


def test_hexes_off_the_map_do_not_block() -> None:
    """Along the upper edge the line runs between 0201 and what lies above it."""
    assert seen(ground(), "0101", "0301")


HEXES = st.builds(lambda c, r: f"{c:02d}{r:02d}", st.integers(1, COLUMNS), st.integers(1, ROWS))
MAPS = st.dictionaries(HEXES.map(lambda h: f"h{h}"), st.sampled_from(TOKENS), max_size=25).map(lambda tokens: ground(**tokens))


@given(MAPS, HEXES, HEXES, st.sampled_from(ALTITUDES), st.sampled_from(ALTITUDES))
def test_who_sees_is_seen(board: Grid, a: str, b: str, first: str, second: str) -> None:
    assert seen(board, a, b, first, second) == seen(board, b, a, second, first)


@given(MAPS, HEXES, HEXES, st.sampled_from(LOW), st.sampled_from(LOW))
def test_going_up_never_hides_anything(board: Grid, a: str, b: str, first: str, second: str) -> None:
    """Each step of altitude sees at least what the one below it sees, from the same hexes."""
    higher = ALTITUDES[ALTITUDES.index(first) + 1]
    assert seen(board, a, b, higher, second) or not seen(board, a, b, first, second)


@given(MAPS, HEXES, HEXES)
def test_cover_is_what_stands_between(board: Grid, a: str, b: str) -> None:
    found = cover(board, a, b)
    assert is_open(found, "normal", "normal") == (not any(found))
