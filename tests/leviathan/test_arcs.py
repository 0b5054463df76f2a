"""Firing arcs, the sides that are struck, range (leviathan: Firing Arcs, Overlapping Ships, Range, Target Shield Factor Modifier)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scales.hexes import HEADINGS, Hex, distance
from scales.leviathan import board
from scales.leviathan.board import PARITY, Place, Shot, shots
from scales.leviathan.combat import fire, turrets
from tests.leviathan.table import fighters, ship, table

BATTLESHIP = Place(Hex(13, 12), 1, 4, False, "ship")
"""Bow in 1309, stern in 1312."""


def place(column: int, row: int, heading: int, length: int, *, rolled: bool = False) -> Place:
    return Place(Hex(column, row), heading, length, rolled, "ship")


def ways(a: Place, t: Place, location: str, entered: tuple[int, int] = (0, 0)) -> tuple[Shot, ...]:
    return shots(a, t, location, *entered)


def bearing(a: Place, t: Place, entered: tuple[int, int] = (0, 0)) -> str:
    """The locations of `a` that bear on `t`."""
    return "".join(location for location in "FRAL" if ways(a, t, location, entered))


def hex_of(at: Place, hex: Hex) -> int:
    """A hex of a counter, counted from the bow."""
    return board.hexes(at.stern, at.heading, at.length).index(hex)


def marks(a: Place, t: Place, location: str) -> set[int]:
    return {hex_of(t, s.mark) for s in ways(a, t, location)}


# ---- the examples of the book: firing arcs -------------------------------------------------------------------------


def test_a_target_in_two_arcs_is_fired_at_where_each_weapon_bears() -> None:
    # given a cruiser with a battleship in its right and its aft arc
    cruiser = place(8, 11, 6, 3)
    # then the broadside bears on the front two hexes, the aft weapons on the rear two
    assert marks(cruiser, BATTLESHIP, "R") == {0, 1}
    assert marks(cruiser, BATTLESHIP, "A") == {2, 3}


def test_ends_fire_from_the_ends_and_broadsides_from_any_hex() -> None:
    cruiser = place(18, 13, 6, 3)
    assert marks(cruiser, BATTLESHIP, "L") == {3}
    assert marks(cruiser, BATTLESHIP, "F") == {0, 1, 2}
    assert {hex_of(cruiser, s.origin) for s in ways(cruiser, BATTLESHIP, "F")} == {0}
    assert {s.sides for s in ways(cruiser, BATTLESHIP, "F") if hex_of(BATTLESHIP, s.mark) == 2} == {("AR",)}
    flank = place(20, 10, 1, 3)
    assert {hex_of(flank, s.origin) for s in ways(flank, BATTLESHIP, "L")} == {0, 1, 2}


def test_the_hex_that_fires_decides_the_side() -> None:
    # given a cruiser before a battleship, its left broadside on the bow
    cruiser = place(15, 9, 6, 3)
    struck = {hex_of(cruiser, s.origin): s.sides for s in ways(cruiser, BATTLESHIP, "L") if hex_of(BATTLESHIP, s.mark) == 0}
    # then fire from its own bow meets the forward shield, from its other hexes the forward right
    assert struck == {0: ("F",), 1: ("FR",), 2: ("FR",)}


def test_a_line_along_a_boundary_may_strike_either_side() -> None:
    destroyer = place(11, 15, 1, 1)
    (shot,) = [s for s in ways(destroyer, BATTLESHIP, "R") if hex_of(BATTLESHIP, s.mark) == 3]
    assert shot.sides == ("A", "AL")


# ---- overlapping counters ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cruiser", "mine", "its", "struck"),
    [
        pytest.param(place(13, 10, 4, 3), "F", "F", "F", id="case 1: head to head"),
        pytest.param(place(13, 9, 4, 3), "F", "F", "F", id="case 2: head to head"),
        pytest.param(place(13, 10, 1, 3), "F", "A", "A", id="case 3: the battleship is behind the cruiser"),
        pytest.param(place(13, 10, 6, 3), "F", "L", "AL", id="cases 4 and 5: the cruiser's left side"),
        pytest.param(place(13, 10, 2, 3), "F", "R", "AR", id="the cruiser's right side"),
    ],
)
def test_overlapping_ships_fire_from_stern_to_stern(cruiser: Place, mine: str, its: str, struck: str) -> None:
    assert (bearing(BATTLESHIP, cruiser), bearing(cruiser, BATTLESHIP)) == (mine, its)
    (shot,) = ways(BATTLESHIP, cruiser, mine)
    assert (shot.range, shot.sides, shot.origin, shot.mark) == (1, (struck,), BATTLESHIP.stern, cruiser.stern)


@pytest.mark.parametrize(
    ("entered", "side"),
    [
        pytest.param(6, "AR", id="case 6: the right side"),
        pytest.param(5, "AR", id="case 6: the right side, from ahead"),
        pytest.param(4, "F", id="case 7: the front"),
        pytest.param(1, "A", id="case 8: the aft"),
        pytest.param(2, "AL", id="case 9: the left side"),
        pytest.param(3, "AL", id="case 9: the left side, from ahead"),
    ],
)
def test_in_one_stern_hex_the_later_ship_points_the_way_it_came(entered: int, side: str) -> None:
    # given a cruiser that moved into the stern hex of a battleship after it
    cruiser = place(13, 12, entered, 3)
    # then its front points at that side, and that side's weapons bear on its front
    (shot,) = ways(cruiser, BATTLESHIP, "F", (entered, 0))
    assert (shot.range, shot.sides) == (1, (side,))
    answer = side if side in ("F", "A") else side[1]
    assert bearing(BATTLESHIP, cruiser, (0, entered)) == answer
    assert ways(BATTLESHIP, cruiser, answer, (0, entered))[0].sides == ("F",)


def test_two_ships_placed_in_one_hex_see_each_other_the_same_way() -> None:
    state = table([ship("a", "syracuse", "tog", "1:1307", 2), ship("b", "repulse", "rl", "1:1307", 1)])
    one, other = state.ships["a"], state.ships["b"]
    assert board.entries(one, other) == tuple(reversed(board.entries(other, one)))


def test_fighters_over_a_ship_are_at_range_one_and_in_one_hex_with_each_other_at_zero() -> None:
    flying = [fighters("f", "gladius_group", "tog", "1:1306"), fighters("g", "cheetah_squadron", "rl", "1:1306")]
    state = table([ship("b", "repulse", "rl", "1:1307", 1)], fighters=flying)
    assert {s.range for s in board.ways(state.fighters["f"], state.ships["b"], "*")} == {1}
    assert {s.range for s in board.ways(state.fighters["f"], state.fighters["g"], "*")} == {0}
    # and only turrets fire at range 0
    assert {a.shot.range for a in fire.aims(state, state.ships["b"], "F", state.fighters["f"])} == {1}
    assert turrets.range_to(state.ships["b"], "L", state.fighters["f"]) == 0


def test_bays_do_not_reach_fighters_in_their_own_stern_hex() -> None:
    state = table([ship("b", "repulse", "rl", "1:1307", 1)], fighters=[fighters("f", "gladius_group", "tog", "1:1307")])
    assert not any(fire.aims(state, state.ships["b"], location, state.fighters["f"]) for location in "FLRA")


# ---- the example of Range ------------------------------------------------------------------------------------------


def test_range_is_that_of_the_hexes_that_fire_and_are_fired_at() -> None:
    # given a frigate with fighters seven hexes away, a cruiser four, a destroyer five ahead
    units = [ship("v", "valiant", "rl", "1:1310", 1), ship("c", "syracuse", "tog", "1:0912", 1), ship("d", "fulgur", "tog", "1:1304", 1)]
    state = table(units, fighters=[fighters("f", "gladius_squadron", "tog", "1:0606")])
    one = state.ships["v"]
    assert [board.between(one, t) for t in (state.fighters["f"], state.ships["c"], state.ships["d"])] == [7, 4, 5]
    # then of its left bays one reaches the fighters, all the cruiser, and nothing ahead the destroyer
    left = {n for n, b in enumerate(one.card.bays) if b.location == "L"}
    able = {t.id: {n for n in left if fire.bay_aim(one, n, fire.aims(state, one, "L", t))} for t in fire.targets(state, "rl")}
    assert able["c"] == left
    assert {one.card.bays[n].name for n in able["f"]} == {"100 22.5/10"}
    ahead = [n for n, b in enumerate(one.card.bays) if b.location == "F"]
    assert not any(fire.bay_aim(one, n, fire.aims(state, one, "F", state.ships["d"])) for n in ahead)


# ---- what holds everywhere -----------------------------------------------------------------------------------------

somewhere = st.builds(place, st.integers(1, 26), st.integers(1, 28), st.sampled_from(HEADINGS), st.integers(1, 4), rolled=st.booleans())


def overlap(a: Place, t: Place) -> bool:
    return bool(set(board.hexes(a.stern, a.heading, a.length)) & set(board.hexes(t.stern, t.heading, t.length)))


@given(somewhere, somewhere)
def test_arcs_meet_all_round(a: Place, t: Place) -> None:
    if a.stern != t.stern:
        assert bearing(a, t)


@given(somewhere, somewhere, st.sampled_from("FLRA"))
def test_a_shot_runs_between_hexes_of_the_counters_at_their_distance(a: Place, t: Place, location: str) -> None:
    for shot in ways(a, t, location) if not overlap(a, t) else ():
        assert shot.origin in board.hexes(a.stern, a.heading, a.length)
        assert shot.mark in board.hexes(t.stern, t.heading, t.length)
        assert shot.range == distance(shot.origin, shot.mark, PARITY)
        assert 1 <= len(shot.sides) <= 2


@given(somewhere, somewhere)
def test_a_boundary_lies_between_neighboring_sides(a: Place, t: Place) -> None:
    around = ("F", "FR", "AR", "A", "AL", "FL")
    for shot in ways(a, t, "*"):
        if len(shot.sides) == 2:
            one, other = map(around.index, shot.sides)
            assert (one - other) % 6 in (1, 5)


@given(somewhere, somewhere)
def test_a_roll_swaps_broadsides_and_the_sides_that_are_struck(a: Place, t: Place) -> None:
    turned = a._replace(rolled=not a.rolled)
    assert bearing(a, t).translate(str.maketrans("LR", "RL")) == "".join(sorted(bearing(turned, t), key=" FLAR".index))
    swapped = {s: s.translate(str.maketrans("LR", "RL")) for s in ("F", "FR", "AR", "A", "AL", "FL")}
    for before, after in zip(ways(t, a, "*"), ways(t, turned, "*"), strict=True):
        assert {swapped[s] for s in before.sides} == set(after.sides)
