"""Hex geometry: properties that hold everywhere, and lines and arcs checked by hand."""

import itertools
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scales import hexes
from scales.hexes import HEADINGS, Hex, Parity

coordinates = st.builds(Hex, st.integers(-30, 60), st.integers(-30, 60))
parities = st.sampled_from(["odd", "even"])
headings = st.sampled_from(HEADINGS)


@given(coordinates, coordinates, coordinates, parities)
def test_distance_is_a_metric(a: Hex, b: Hex, c: Hex, parity: Parity) -> None:
    assert (hexes.distance(a, b, parity) == 0) is (a == b)
    assert hexes.distance(a, b, parity) == hexes.distance(b, a, parity)
    assert hexes.distance(a, c, parity) <= hexes.distance(a, b, parity) + hexes.distance(b, c, parity)


@given(coordinates, headings, parities, st.integers(0, 12))
def test_going_back_leads_home(a: Hex, heading: int, parity: Parity, steps: int) -> None:
    there = hexes.neighbor(a, heading, parity, steps)
    assert hexes.distance(a, there, parity) == steps
    assert hexes.neighbor(there, hexes.turned(heading, 3), parity, steps) == a
    assert hexes.to_cube(a, parity) == hexes.to_cube(hexes.from_cube(*hexes.to_cube(a, parity), parity), parity)


@given(coordinates, coordinates, parities)
def test_lines_read_the_same_both_ways(a: Hex, b: Hex, parity: Parity) -> None:
    there, back = hexes.line(a, b, parity), hexes.line(b, a, parity)
    assert [item[::-1] for item in reversed(there)] == list(back)


@given(coordinates, coordinates, parities)
def test_lines_run_without_gaps(a: Hex, b: Hex, parity: Parity) -> None:
    items = hexes.line(a, b, parity)
    assert (items[0], items[-1]) == ((a,), (b,))
    assert len(items) > hexes.distance(a, b, parity) or any(len(item) == 2 for item in items)
    for here, there in itertools.pairwise(items):
        assert all(hexes.distance(x, y, parity) == 1 for x in here for y in there)
    for item in items:
        assert len(item) == 1 or hexes.distance(item[0], item[-1], parity) == 1
    flat = [h for item in items for h in item]
    assert len(flat) == len(set(flat))


near = st.builds(Hex, st.integers(-8, 8), st.integers(-8, 8))


@settings(max_examples=60, deadline=None)
@given(near, near, parities, st.lists(st.fractions(0, 1, max_denominator=97), min_size=8, max_size=8))
def test_lines_enter_every_hex_that_a_point_of_them_lies_in(a: Hex, b: Hex, parity: Parity, places: list[Fraction]) -> None:
    (ax, az), (bx, bz) = hexes.to_cube(a, parity), hexes.to_cube(b, parity)
    listed = {h for item in hexes.line(a, b, parity) for h in item}
    for place in places:
        assert nearest(ax + (bx - ax) * place, az + (bz - az) * place, parity) & listed


def nearest(x: Fraction, z: Fraction, parity: Parity) -> set[Hex]:
    """The hexes whose centers are nearest to a cube point."""
    around = [(cx, cz) for cx in range(int(x) - 2, int(x) + 3) for cz in range(int(z) - 2, int(z) + 3)]
    squares = {c: (c[0] - x) ** 2 + (c[1] - z) ** 2 + (c[0] - x) * (c[1] - z) for c in around}
    least = min(squares.values())
    return {hexes.from_cube(*c, parity) for c, square in squares.items() if square == least}


@pytest.mark.parametrize(
    ("to", "labels"),
    [
        ("0504", [["0505"], ["0504"]]),
        ("0604", [["0505"], ["0604"]]),
        ("0603", [["0505"], ["0504", "0604"], ["0603"]]),
        ("0705", [["0505"], ["0604", "0605"], ["0705"]]),
        ("0703", [["0505"], ["0604"], ["0603"], ["0703"]]),
        ("0702", [["0505"], ["0504", "0604"], ["0603"], ["0602", "0703"], ["0702"]]),
        ("0602", [["0505"], ["0504"], ["0603"], ["0602"]]),
    ],
)
def test_lines_by_hand_on_a_centurion_sheet(to: str, labels: list[list[str]]) -> None:
    got = hexes.line(hexes.hex_of("0505"), hexes.hex_of(to), "even")
    assert [[h.label for h in item] for item in got] == labels


@given(coordinates, headings, coordinates, parities)
def test_arcs_cover_the_circle(a: Hex, facing: int, b: Hex, parity: Parity) -> None:
    arcs = hexes.arcs_of(a, facing, b, parity)
    if a == b:
        assert arcs == ("front", "right", "rear", "left")
        return
    on_boundary = hexes.relative_bearing(a, facing, b, parity) in (2, 4, 8, 10)
    assert len(arcs) == (2 if on_boundary else 1)
    assert hexes.in_arc(a, hexes.turned(facing, 3), b, "rear", parity) is ("front" in arcs)
    assert hexes.in_arc(a, facing, b, "left_half", parity) or hexes.in_arc(a, facing, b, "right_half", parity)


@given(coordinates, headings, coordinates, parities)
def test_a_line_leaves_by_one_side_or_by_a_corner(a: Hex, facing: int, b: Hex, parity: Parity) -> None:
    sides = hexes.arc_sides(a, facing, b, parity)
    if a == b:
        assert sides == ()
        return
    assert len(sides) == (2 if len(hexes.line(a, b, parity)[1]) == 2 else 1)
    first = {hexes.neighbor(a, hexes.turned(facing, side - 1), parity) for side in sides}
    assert first == set(hexes.line(a, b, parity)[1])
    assert hexes.in_sides(a, facing, b, {sides[0]}, parity)
    assert not hexes.in_sides(a, facing, b, set(HEADINGS) - set(sides), parity)


@pytest.mark.parametrize(
    ("to", "arcs"),
    [
        ("0503", ("front",)),
        ("0603", ("front",)),
        ("0704", ("front", "right")),
        ("0605", ("right", "rear")),
        ("0705", ("right",)),
        ("0507", ("rear",)),
        ("0304", ("front", "left")),
        ("0305", ("left",)),
    ],
)
def test_arcs_by_hand(to: str, arcs: tuple[str, ...]) -> None:
    assert hexes.arcs_of(hexes.hex_of("0505"), 1, hexes.hex_of(to), "even") == arcs


@given(coordinates, st.integers(0, 6), parities)
def test_rings_have_their_size(a: Hex, radius: int, parity: Parity) -> None:
    around = hexes.within(a, radius, parity)
    assert len(set(around)) == len(around) == 3 * radius * (radius + 1) + 1
    assert all(hexes.distance(a, h, parity) <= radius for h in around)


@pytest.mark.parametrize("label", ["603", "06a3", "06033", "", "-603", "٠٦٠٣"])
def test_labels_that_are_none(label: str) -> None:
    with pytest.raises(ValueError, match="is no hex"):
        hexes.hex_of(label)
