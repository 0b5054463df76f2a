from itertools import groupby
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchestrator.clock import Clock
from orchestrator.sequence import sequence
from scales.engines import SCALES
from tests.examples import oracle

ALL = sequence(SCALES)
some_scales = st.sets(st.sampled_from(SCALES), min_size=1)


def test_the_rows_of_a_turn_of_all_four_scales_are_those_of_the_book() -> None:
    letters = [row.letter for row in ALL.rows]
    minute = ["D1", "D2", "D3", "D4", "D5", "D5b", "D6", "D6b", "D7"]
    assert letters == ["open"] * 4 + (["A", "B", "C"] + minute * 5 + ["E", "F"]) * 4 + ["close"] * 2
    assert ALL.minutes == 20
    assert [row.minute for row in ALL.rows if row.letter == "D6"] == list(range(20))
    assert [row.minute for row in ALL.rows if row.letter == "F"] == [5, 10, 15, 20]


def _turns(scale: str) -> int:
    """Turns of a scale in twenty minutes, by the phase that it has once a turn."""
    once = {"centurion": "initiative", "interceptor": "initiative", "leviathan": "power", "legatus": "initiative"}[scale]
    return sum((row.scale, row.phase) == (scale, once) for row in ALL.rows)


@oracle("XSC-002")
def test_how_long_the_turns_of_the_scales_are(inputs: dict[str, Any], expected: dict[str, int]) -> None:
    assert {scale: ALL.minutes // _turns(scale) for scale in inputs["turn_minutes"]} == inputs["turn_minutes"]
    assert expected == {
        "centurion_turns_per_leviathan_turn": _turns("centurion") // _turns("leviathan"),
        "leviathan_turns_per_legatus_turn": _turns("leviathan") // _turns("legatus"),
        "centurion_turns_per_legatus_turn": _turns("centurion") // _turns("legatus"),
    }


@oracle("XSC-011")
def test_the_order_of_a_turn_of_three_games(inputs: dict[str, Any], expected: dict[str, list[str]]) -> None:  # noqa: ARG001
    names = {"power": "leviathan_initiative", "movement": "leviathan_movement", "spotting": "spotting",
             "launch": "leviathan_launch_recovery", "combat": "leviathan_combat"}  # fmt: skip
    rows = sequence(("leviathan", "centurion", "interceptor")).rows
    told = [names[row.phase] if row.scale == "leviathan" else "five_centurion_interceptor_turns" for row in rows]
    assert [name for name, _ in groupby(told)] == expected["sequence"]
    assert len({row.minute for row in rows if row.scale == "centurion"}) == 5


@pytest.mark.parametrize(
    ("scales", "rows", "minutes"),
    [
        (("legatus",), 6, 20),
        (("leviathan",), 5, 5),
        (("centurion",), 5, 1),
        (("interceptor",), 4, 1),
        (("leviathan", "interceptor"), 25, 5),
        (("legatus", "centurion"), 106, 20),
    ],
)
def test_a_campaign_without_a_scale_has_no_rows_for_it(scales: tuple[str, ...], rows: int, minutes: int) -> None:
    table = sequence(scales)
    assert (len(table.rows), table.minutes) == (rows, minutes)
    assert {row.scale for row in table.rows} == set(scales)


def test_a_campaign_of_no_known_scale_is_refused() -> None:
    with pytest.raises(ValueError, match="no row of the turn sequence belongs to chess"):
        sequence(["chess"])


@given(some_scales, st.integers(-1, 2000), st.integers(0, 7), st.data())
def test_the_next_row_of_a_phase_is_the_first_after_now(scales: set[str], after: int, skip: int, data: st.DataObject) -> None:
    table = sequence(scales)
    row = data.draw(st.sampled_from(table.rows))
    found = table.next_tick(row.scale, row.phase, after, skip)
    assert found is not None
    passed = [tick for tick in range(after + 1, found + 1) if (table.row(tick).scale, table.row(tick).phase) == (row.scale, row.phase)]
    assert len(passed) == skip + 1
    assert passed[-1] == found


@given(some_scales, st.integers(0, 300), st.data())
def test_what_arrives_at_a_minute_takes_effect_in_the_first_row_of_its_scale_from_then(
    scales: set[str], minute: int, data: st.DataObject
) -> None:
    table = sequence(scales)
    scale = data.draw(st.sampled_from(sorted(scales)))
    tick = table.tick_at(minute, scale)
    assert tick is not None
    assert table.row(tick).scale == scale
    assert table.minute(tick) >= minute
    assert not any(table.row(t).scale == scale and table.minute(t) >= minute for t in range(max(0, tick - len(table.rows)), tick))


@given(some_scales, st.integers(0, 1000))
def test_a_clock_made_from_a_cursor_goes_on_as_one_that_never_stopped(scales: set[str], cursor: int) -> None:
    table = sequence(scales)
    clock = Clock(table, cursor)
    for tick in range(cursor, cursor + 30):
        assert clock.next() == tick
        assert clock.minute == table.minute(tick)


def test_minutes_go_on_from_turn_to_turn() -> None:
    assert [sequence(["leviathan"]).minute(tick) for tick in range(10)] == [0, 0, 0, 5, 5, 5, 5, 5, 10, 10]
