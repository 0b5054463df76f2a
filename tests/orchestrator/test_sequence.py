import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchestrator.clock import Clock
from orchestrator.sequence import sequence
from scales.engines import SCALES

ALL = sequence(SCALES)
some_scales = st.sets(st.sampled_from(SCALES), min_size=1)


def test_the_rows_of_a_turn_of_all_four_scales_are_those_of_the_book() -> None:
    letters = [row.letter for row in ALL.rows]
    minute = ["D1", "D2", "D3", "D4", "D5", "D5b", "D6", "D6b", "D7"]
    assert letters == ["open"] * 4 + (["A", "B", "C"] + minute * 5 + ["E", "F"]) * 4 + ["close"] * 2
    assert ALL.minutes == 20
    assert [row.minute for row in ALL.rows if row.letter == "D6"] == list(range(20))
    assert [row.minute for row in ALL.rows if row.letter == "F"] == [5, 10, 15, 20]


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
