from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scales.centurion.movement import initiative
from tests.centurion.field import battle
from tests.examples import oracle


@oracle("CEN-001", "CEN-002")
def test_sequence_of_platoons(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    found = initiative.sequence(inputs["first_side"], inputs["platoons"])
    assert [list(item) for item in found] == expected["sequence"]


@given(st.integers(0, 12), st.integers(0, 12))
def test_everybody_moves_once_and_b_last(a: int, b: int) -> None:
    found = initiative.sequence("A", {"A": a, "B": b})
    assert sum(n for s, n in found if s == "A") == a
    assert sum(n for s, n in found if s == "B") == b
    if a and b:
        assert found[-1][0] == "B"


@oracle("CEN-004")
def test_low_roll_after_advantage_wins(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    results, winner = initiative.modified(inputs["rolls"], inputs["advantage_used"])
    assert results == expected["modified"]
    assert winner == expected["winner"]


@oracle("CEN-005")
def test_advantage_is_the_difference(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    found = initiative.advantages(inputs["ratings"])
    assert found == expected["advantage"]
    assert initiative.passes(max(found.values()), 0) == expected["platoon_passes_available"]


@oracle("CEN-104")
def test_three_points_buy_a_pass(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    assert initiative.passes(inputs["advantage"], inputs["spent_on_initiative"]) == expected["platoon_passes_available"]


@oracle("CEN-072")
def test_starting_ratings(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    assert [initiative.rating_by_roll(roll) for roll in inputs["roll"]] == expected["rating"]


@oracle("CEN-073")
def test_ratings_by_points(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    assert [initiative.rating_by_points(points) for points in inputs["points"]] == expected["rating"]


def test_ratings_beyond_the_table_follow_the_ruling() -> None:
    assert [initiative.rating_by_points(p) for p in (29, 30, 35, -10, -11, -15, -16)] == [7, 8, 9, 0, -1, -1, -2]


def test_a_lost_centurion_leads_no_more() -> None:
    state = battle({"id": "h1", "type": "horatius", "hex": "0505", "name": "h1"})
    assert initiative.leadership(state, "tog") == 2
    state.vehicles["h1"].effects.append("comm")
    assert initiative.leadership(state, "tog") == 0
