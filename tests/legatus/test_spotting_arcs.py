"""Spotting arcs: what of the map 120, 240 and 360 degrees cover. legatus: Double-blind rules: Spotting"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scales.hexes import HEADINGS, bearing, hex_of, within
from scales.legatus.board import around, gap, grid, sides
from scales.legatus.double_blind.arcs import covers, degrees_of
from scales.legatus.double_blind.glimpses import Spotter
from scales.legatus.double_blind.panorama import panorama
from tests.legatus.table import FLAT

CENTER = "0606"
NEAR = [h.label for h in within(hex_of(CENTER), 4, "even")]


def drawn(heading: int, degrees: int, radius: int = 3) -> str:
    """The hexes around CENTER, half a row to a line: O itself, # in the arc, . outside."""
    lines: dict[int, dict[int, str]] = {}
    for hex in within(hex_of(CENTER), radius, "even"):
        inside = "O" if hex.label == CENTER else "#" if covers(CENTER, heading, degrees, hex.label) else "."
        lines.setdefault(2 * hex.row + (hex.column % 2 == 0), {})[hex.column - 6 + radius] = inside
    return "\n".join("".join(lines[y].get(x, " ") for x in range(2 * radius + 1)).rstrip() for y in sorted(lines))


NORTH_120 = """
   #
  # #
 # # #
# # # #
 # # #
. # # .
 . O .
. . . .
 . . .
. . . .
 . . .
  . .
   .
"""
NORTHEAST_120 = """
   #
  . #
 . # #
. . # #
 . # #
. . # #
 . O #
. . # #
 . . #
. . . #
 . . .
  . .
   .
"""
NORTH_240 = """
   #
  # #
 # # #
# # # #
 # # #
# # # #
 # O #
# # # #
 # . #
# . . #
 . . .
  . .
   .
"""


@pytest.mark.parametrize(("heading", "degrees", "picture"), [(1, 120, NORTH_120), (2, 120, NORTHEAST_120), (1, 240, NORTH_240)])
def test_an_arc_lies_between_two_rows_of_hexes_that_belong_to_it(heading: int, degrees: int, picture: str) -> None:
    assert drawn(heading, degrees) == picture.strip("\n")


def test_three_arcs_of_120_degrees_cover_everything_and_meet_on_their_rows() -> None:
    for hex in NEAR:
        inside = [h for h in (1, 3, 5) if covers(CENTER, h, 120, hex)]
        on_row = hex != CENTER and bearing(hex_of(CENTER), hex_of(hex), "even") in {2, 6, 10}
        assert len(inside) == (3 if hex == CENTER else 2 if on_row else 1), hex


@pytest.mark.parametrize("heading", HEADINGS)
def test_240_degrees_are_two_arcs_of_120(heading: int) -> None:
    sides = [(heading - 2) % 6 + 1, heading % 6 + 1]
    for hex in NEAR:
        assert covers(CENTER, heading, 240, hex) == any(covers(CENTER, h, 120, hex) for h in sides), hex


@pytest.mark.parametrize("heading", HEADINGS)
def test_240_degrees_leave_out_what_lies_strictly_behind(heading: int) -> None:
    behind = (heading + 2) % 6 + 1
    rows = {h for h in NEAR if hex_of(h) != hex_of(CENTER) and bearing(hex_of(CENTER), hex_of(h), "even") % 2 == 0}
    for hex in NEAR:
        if hex != CENTER and hex not in rows:
            assert covers(CENTER, heading, 240, hex) != covers(CENTER, behind, 120, hex), hex


def test_a_dispersed_century_sees_all_around_and_an_arc_never_turned_sees_its_own_hex_only() -> None:
    assert all(covers(CENTER, 0, 360, hex) for hex in NEAR)
    assert [hex for hex in NEAR if covers(CENTER, 0, 120, hex) or covers(CENTER, 0, 240, hex)] == [CENTER]


def test_the_arc_is_as_wide_as_the_century_is_dispersed() -> None:
    assert [degrees_of(at) for at in ("0606", "0606|0607", "0606|0607|0707")] == [120, 240, 360]


@given(st.sampled_from(sides(CENTER)), st.sampled_from(HEADINGS))
def test_a_semi_dispersed_century_sees_what_either_of_its_hexes_sees(at: str, heading: int) -> None:
    flat, hexes = grid("flat", tuple(FLAT)), tuple(at.split("|"))
    shown = panorama(flat, Spotter("a", "A", "tog", hexes, "normal", 240, heading), heading)
    reach = [(start, h) for h in flat.cells for start in hexes if gap(start, h) <= 5]
    assert set(shown.seen) == {h for start, h in reach if covers(start, heading, 240, h)}
    assert all(distance >= gap(at, h) for h, distance in shown.seen.items())
    assert (shown.covered, shown.ground) == (0, {"clear": len(shown.seen)})
    assert shown.seen.keys() >= set(hexes)


@given(st.sampled_from(HEADINGS), st.sampled_from((120, 240)), st.integers(0, 5))
def test_arcs_turn_with_their_heading(heading: int, degrees: int, turns: int) -> None:
    """As many hexes of every ring whichever way it looks."""
    ring = around(CENTER)
    count = sum(covers(CENTER, heading, degrees, hex) for hex in ring)
    assert count == sum(covers(CENTER, (heading - 1 + turns) % 6 + 1, degrees, hex) for hex in ring) == {120: 3, 240: 5}[degrees]
