"""A side learns nothing from the log that its events do not say: no ids, no counts, no numbers of dice."""

from hypothesis import given
from hypothesis import strategies as st

from orchestrator.campaign import Campaigns
from orchestrator.readers.seeing import seen_by
from orchestrator.store.reading import LoggedEvent
from orchestrator.store.records import Place
from scales.codec import encode
from scales.dice import Roll
from scales.engine import Event
from tests.orchestrator.scenes import two_scales

events = st.builds(
    Event,
    kind=st.sampled_from(["shot", "moved"]),
    text=st.text(max_size=9),
    rule=st.just("toy"),
    seen_by=st.sampled_from([None, [], ["red"], ["blue"], ["red", "blue"]]),
    cause=st.none() | st.builds("b:{}:0".format, st.integers(1, 20)),
)


def log_of(happened: list[Event]) -> list[LoggedEvent]:
    for n, event in enumerate(happened):
        event.rolls = [Roll(n, 10, 1 + n % 10, "why")]
    return [LoggedEvent(Place("b", n, 0), 0, event, "0" * 64) for n, event in enumerate(happened, 1)]


@given(st.lists(events, max_size=12), st.lists(st.tuples(st.integers(0, 12), events), max_size=5))
def test_what_the_other_side_does_in_hiding_changes_nothing_of_what_is_seen(seen: list[Event], hidden: list[tuple[int, Event]]) -> None:
    for event in seen:
        event.cause = None
    before = seen_by("red", log_of(seen))
    for place, event in hidden:
        event.seen_by = ["blue"]
        seen.insert(min(place, len(seen)), event)
    after = seen_by("red", log_of(seen))
    assert [(each.number, each.event.text, each.event.cause, each.event.seen_by) for each in after] == [
        (each.number, each.event.text, each.event.cause, each.event.seen_by) for each in before
    ]
    assert all(roll.index == n for each in after for n, roll in enumerate(each.event.rolls))


def test_a_cause_is_named_by_the_number_under_which_it_was_seen_or_not_at_all() -> None:
    shot = Event("shot", "A fires.", "toy", seen_by=["red"])
    hit = Event("hit", "B is hit.", "toy", cause="b:1:0")
    assert [each.event.cause for each in seen_by("red", log_of([shot, hit]))] == [None, "1"]
    assert [each.event.cause for each in seen_by("blue", log_of([shot, hit]))] == [None]


def test_a_seat_sees_its_campaign_without_versions_or_the_secret(game: Campaigns) -> None:
    id = game.create(two_scales(boats=2, turns=1), seed=1)
    game.run(id)
    seen = game.seen(id, "red")
    assert [each.number for each in seen] == list(range(1, len(seen) + 1))
    assert len(seen) > 50
    text = encode(seen).decode()
    assert game.reading.campaign(id).secret.hex() not in text
    assert '"version"' not in text
