"""What led to an event on its own board: the shot behind the hit behind the loss, the round behind the blast; nothing behind a deed."""

from orchestrator.readers.before import just_before, led_to
from orchestrator.store.reading import LoggedEvent
from orchestrator.store.records import Place
from scales.engine import Check, Event

HIT, MISS = Check("to hit", 9, [], 9, 3, True), Check("to hit", 9, [], 9, 10, False)


def told(*events: tuple[str, list[str], list[Check]]) -> list[LoggedEvent]:
    return [
        LoggedEvent(Place("g", 7, n), 1, Event(kind, "", "", units=units, checks=checks), "")
        for n, (kind, units, checks) in enumerate(events)
    ]


STEP = told(
    ("fire", ["a", "b"], [HIT]),
    ("vulcan", ["b", "a"], [MISS]),
    ("hit", ["b", "a"], []),
    ("fire", ["b", "a"], [MISS]),
    ("fire", ["c", "b"], [MISS]),
    ("system_lost", ["b"], []),
    ("vehicle_destroyed", ["b", "a"], []),
    ("artillery", ["battery"], [HIT]),
    ("blast", ["c"], []),
    ("blast", ["d"], []),
    ("moved", ["e"], []),
)


def before(n: int) -> str | None:
    return just_before(STEP[: n + 1])


def test_a_loss_is_led_back_to_the_hit_and_the_shot_that_did_it() -> None:
    assert [before(n) for n in (6, 5, 2, 1)] == ["g:7:2", "g:7:2", "g:7:1", "g:7:0"]


def test_what_falls_on_many_is_led_back_to_the_round() -> None:
    assert [before(n) for n in (8, 9)] == ["g:7:7", "g:7:7"]


def test_what_units_do_of_themselves_has_nothing_before_it() -> None:
    assert [before(n) for n in (0, 3, 4, 7, 10)] == [None] * 5


FROM_ABOVE = [
    LoggedEvent(Place("g", 9, n), 1, Event(kind, "", "", {"boxes": boxes}, units, checks, cause="fleet:24:1"), "")
    for n, (kind, units, checks, boxes) in enumerate(
        [
            ("naval_fire", ["ship", "caller"], [HIT], 0),
            ("blast", ["a"], [], 12),
            ("blast", ["b"], [], 9),
            ("naval_fire", ["ship", "caller"], [HIT], 0),
            ("blast", ["a"], [], 0),
            ("vehicle_destroyed", ["a", "ship"], [], 0),
            ("vehicle_destroyed", ["stranger", "ship"], [], 0),
        ]
    )
]


def test_what_comes_from_another_board_is_led_back_over_the_shot_on_this_one() -> None:
    chain = [led_to(FROM_ABOVE[: n + 1]) for n in range(len(FROM_ABOVE))]
    cause = "fleet:24:1"
    assert chain == [cause, "g:9:0", "g:9:0", cause, "g:9:3", "g:9:1", cause]


def test_without_a_cause_elsewhere_the_board_tells_all() -> None:
    assert [led_to(STEP[: n + 1]) for n in (6, 0)] == ["g:7:2", None]
