"""Deadlines: they pass once, never for time in which the service did not run, and never over an answer."""

import shutil
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest

from orchestrator.campaign import Campaigns
from orchestrator.dispatch.calls import Call
from orchestrator.dispatch.case import Submission
from orchestrator.dispatch.deadlines import BEAT_SECONDS, STOOD_STILL_SECONDS, Deadlines
from orchestrator.errors import AlreadySealed, StaleOrders
from tests.orchestrator.duty import BEN, SKY, Duty, on_duty
from tests.orchestrator.scenes import campaigns
from workers.filling import Plan

HOUR = 3600


@pytest.fixture
def duty(game: Campaigns) -> Duty:
    """Ben has an hour for what he is asked; then the bot decides."""
    made = on_duty(game, at_sea=True)
    made.give(seat="blue", person=BEN, deadline_seconds=HOUR, on_deadline="bot")
    made.deadlines.resume()
    return made


def asked(duty: Duty) -> Call:
    duty.run()
    (call,) = duty.asked(BEN)
    return call


def passes(duty: Duty) -> list[tuple[str, str]]:
    return [(each.call, each.done) for each in duty.deadlines.pass_due()]


def alive(duty: Duty, **span: int) -> None:
    """Time in which the service runs."""
    end = duty.moment + timedelta(**span)
    while duty.moment < end:
        duty.moment = min(end, duty.moment + timedelta(seconds=55))
        duty.deadlines.beat()


def test_the_bot_answers_for_somebody_who_was_not_there_in_time(duty: Duty) -> None:
    """megamek#3045: a reaction is asked of a player who never answers."""
    call = asked(duty)
    alive(duty, minutes=59)
    assert passes(duty) == []
    alive(duty, minutes=1)
    assert passes(duty) == [(call.id, "bot")]
    assert passes(duty) == []
    assert duty.run() == "waiting"
    with pytest.raises((StaleOrders, AlreadySealed)):
        duty.calls.submit(duty.id, call.id, duty.as_it_comes(asked(duty)), BEN)


def test_a_campaign_in_which_nobody_answers_comes_to_its_end(duty: Duty) -> None:
    for seat in ("red", "blue"):
        duty.give(seat=seat, deadline_seconds=10, on_deadline="bot")
    while duty.run() == "waiting":
        alive(duty, seconds=10)
        assert passes(duty)
    assert duty.is_sound()


def test_the_gm_is_asked_once_and_decides(duty: Duty) -> None:
    duty.give(seat="blue", person=BEN, deadline_seconds=HOUR, on_deadline="ask")
    call = asked(duty)
    alive(duty, hours=1)
    assert passes(duty) == [(call.id, "ask")]
    assert passes(duty) == []
    (overdue,) = duty.calls.of_campaign(duty.id)
    assert (overdue.id, overdue.status, bool(overdue.overdue_utc)) == (call.id, "open", True)
    assert duty.calls.extend(duty.id, call.id, 60).overdue_utc is None
    alive(duty, minutes=1)
    assert passes(duty) == [(call.id, "ask")]
    assert duty.calls.submit(duty.id, call.id, duty.as_it_comes(call), BEN).status == "sealed"


def test_where_all_wait_nothing_happens(duty: Duty) -> None:
    duty.give(seat="blue", person=BEN, deadline_seconds=HOUR, on_deadline="wait")
    call = asked(duty)
    alive(duty, hours=2)
    assert passes(duty) == []
    assert duty.asked(BEN)[0].id == call.id


def test_nobody_is_defaulted_for_our_downtime(duty: Duty) -> None:
    """lila#18208: stop the service across a deadline."""
    call = asked(duty)
    alive(duty, minutes=50)
    duty.later(days=3)
    again = Deadlines(duty.calls)
    assert again.resume() == timedelta(days=3)
    assert again.pass_due() == []
    assert duty.asked(BEN)[0].due_utc == "2026-03-04T21:00:00.000000+00:00"
    duty.deadlines = again
    alive(duty, minutes=10)
    assert passes(duty) == [(call.id, "bot")]


def test_time_in_which_the_service_stood_still_does_not_count(duty: Duty) -> None:
    asked(duty)
    alive(duty, minutes=30)
    duty.later(hours=8)
    assert passes(duty) == []
    duty.later(seconds=STOOD_STILL_SECONDS - 1)
    assert duty.deadlines.pass_due() == []
    assert duty.asked(BEN)[0].due_utc == "2026-03-02T05:00:00.000000+00:00"


def test_what_was_left_is_left_after_a_copy_is_restored_hours_later(duty: Duty, tmp_path: Path) -> None:
    """freeciv21#1579: saved with two hours left, restored five hours later."""
    duty.give(seat="blue", person=BEN, deadline_seconds=3 * HOUR)
    asked(duty)
    alive(duty, hours=1)
    with duty.game.store.database.write() as connection:
        connection.exec_driver_sql("SELECT 1")
    duty.game.store.close()
    for end in ("", "-wal", "-shm"):
        if (saved := tmp_path / f"campaigns.db{end}").exists():
            shutil.copy(saved, tmp_path / f"copy.db{end}")
    restored = campaigns(f"sqlite:///{tmp_path / 'copy.db'}")
    copy = Duty(restored, duty.id, duty.moment)
    copy.later(hours=5)
    copy.deadlines.resume()
    assert copy.asked(BEN)[0].due_utc == "2026-03-02T04:00:00.000000+00:00"
    restored.store.close()


def test_a_service_that_starts_twice_at_once_moves_deadlines_once(duty: Duty) -> None:
    asked(duty)
    duty.later(hours=2)
    services = [Deadlines(duty.calls) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        away = list(pool.map(lambda each: each.resume(), services))
    assert sorted(away) == [timedelta()] * 3 + [timedelta(hours=2)]
    assert duty.asked(BEN)[0].due_utc == "2026-03-01T23:00:00.000000+00:00"


def test_a_clock_that_was_set_back_moves_nothing(duty: Duty) -> None:
    call = asked(duty)
    duty.moment -= timedelta(hours=1)
    assert Deadlines(duty.calls).resume() == timedelta()
    assert duty.asked(BEN)[0].due_utc == call.due_utc


def test_it_is_written_down_only_so_often_that_the_service_is_alive(duty: Duty) -> None:
    asked(duty)
    duty.later(seconds=BEAT_SECONDS - 1)
    duty.deadlines.beat()
    assert Deadlines(duty.calls).resume() == timedelta(seconds=BEAT_SECONDS - 1)


@pytest.mark.parametrize("attempt", range(3))
def test_of_a_deadline_and_an_answer_in_the_same_moment_exactly_one_wins(duty: Duty, attempt: int) -> None:  # noqa: ARG001
    call = asked(duty)
    answer = duty.as_it_comes(call)
    alive(duty, hours=1)

    def submit() -> str:
        try:
            duty.calls.submit(duty.id, call.id, answer, BEN)
        except (AlreadySealed, StaleOrders):
            return ""
        return "answer"

    def pass_due() -> str:
        return "deadline" if duty.deadlines.pass_due() else ""

    with ThreadPoolExecutor(2) as pool:
        late, early = pool.submit(pass_due), pool.submit(submit)
        won = {late.result(), early.result()}
    assert won in ({"answer", ""}, {"deadline", ""})
    (asked_,) = [each for each in duty.game.reading.asked(duty.id, 0) if each.decision.seat == "blue" and each.place.battle == SKY]
    assert asked_.is_absent == ("deadline" in won)
    assert (asked_.answer is not None) == ("answer" in won)


# ---- what was left ----------------------------------------------------------------------------------------------------


def fire(duty: Duty) -> Call:
    """The first call in which several boats are to fire at once."""
    duty.give(seat="red", holder="bot")
    while (call := asked(duty)).kind != "fire":
        duty.calls.leave_to_bot(duty.id, call.id)
    return call


def sealed(duty: Duty, call: Call) -> tuple[str | None, Submission | None]:
    found = duty.calls.call(duty.id, call.id, BEN)
    return found.call.sealed_by, found.draft


def given(duty: Duty, call: Call) -> dict[str, object]:
    """The orders with which a decision was played."""
    duty.run()
    steps = duty.game.export(duty.id).steps
    return next(
        dict(step.orders[key].orders.choices) for step in reversed(steps) for key in step.orders if key == f"{call.kind} {call.seat}"
    )


def test_a_draft_that_is_complete_is_sealed_as_it_stands_when_the_time_is_over(duty: Duty) -> None:
    call = fire(duty)
    choices = {unit: {"target": ""} for unit in call.units}
    duty.calls.save_draft(duty.id, call.id, choices, 0)
    alive(duty, hours=1)
    (passed,) = duty.deadlines.pass_due()
    assert (passed.done, passed.sealed_by, passed.person) == ("bot", "deadline", BEN)
    assert sealed(duty, call) == ("deadline", Submission(choices))
    assert given(duty, call) == choices


def test_of_a_draft_with_gaps_and_mistakes_what_is_sound_stands_and_the_bot_decides_the_rest(duty: Duty) -> None:
    call = fire(duty)
    one, two = call.units
    duty.calls.save_draft(duty.id, call.id, {one: {"target": ""}, two: {"target": "the moon"}, "ghost": {}}, 0)
    alive(duty, hours=1)
    assert passes(duty) == [(call.id, "bot")]
    assert sealed(duty, call) == ("deadline", Submission({one: {"target": ""}}, is_left=True))
    played = given(duty, call)
    assert played[one] == {"target": ""}
    assert played[two] not in ({"target": ""}, {"target": "the moon"})


def test_a_plan_in_a_draft_is_used_as_far_as_it_is_sound(duty: Duty) -> None:
    call = fire(duty)
    one, two = call.units
    plan = Plan({f"fire/{one}": [{"target": ""}], f"fire/{two}": [{"nonsense": 1}]}, "perhaps")
    duty.calls.save_draft(duty.id, call.id, {}, 0, plan)
    alive(duty, hours=1)
    assert passes(duty) == [(call.id, "bot")]
    assert sealed(duty, call) == ("deadline", Submission(plan=Plan({f"fire/{one}": [{"target": ""}]}), is_left=True))
    assert given(duty, call)[one] == {"target": ""}


@pytest.mark.parametrize("draft", [None, {}, {"ghost": {"target": ""}}])
def test_where_nothing_was_left_that_can_stand_the_bot_decides(duty: Duty, draft: dict[str, dict[str, object]] | None) -> None:
    call = fire(duty)
    if draft is not None:
        duty.calls.save_draft(duty.id, call.id, draft, 0)
    alive(duty, hours=1)
    (passed,) = duty.deadlines.pass_due()
    assert passed.sealed_by == "bot"
    assert sealed(duty, call) == ("bot", Submission(is_left=True))


# ---- pauses -----------------------------------------------------------------------------------------------------------


def test_no_deadline_passes_while_a_campaign_is_paused(duty: Duty) -> None:
    """Given a call that is due in an hour, when its campaign is paused for five and runs again, then it has the time that it had left."""
    call = asked(duty)
    alive(duty, minutes=40)
    assert duty.calls.pauses.pause(duty.id)
    alive(duty, hours=5)
    assert passes(duty) == []
    assert duty.asked(BEN)[0].due_utc == call.due_utc
    assert duty.calls.pauses.go_on(duty.id) == timedelta(hours=5)
    assert duty.asked(BEN)[0].due_utc == "2026-03-02T02:00:00.000000+00:00"
    alive(duty, minutes=19)
    assert passes(duty) == []
    alive(duty, minutes=1)
    assert passes(duty) == [(call.id, "bot")]


def test_a_paused_campaign_says_so_and_takes_answers(duty: Duty) -> None:
    call = asked(duty)
    duty.calls.pauses.pause(duty.id)
    assert duty.game.show(duty.id).status == "paused"
    assert duty.calls.call(duty.id, call.id, BEN).offers
    assert duty.calls.submit(duty.id, call.id, duty.as_it_comes(call), BEN).status == "sealed"
    duty.calls.pauses.go_on(duty.id)
    assert duty.run() == "waiting"


def test_a_pause_counts_once_however_often_it_is_asked_for(duty: Duty) -> None:
    asked(duty)
    paused = []
    for _ in range(3):
        paused.append(duty.calls.pauses.pause(duty.id))
        alive(duty, hours=1)
    assert paused == [True, False, False]
    assert [duty.calls.pauses.go_on(duty.id) for _ in range(2)] == [timedelta(hours=3), timedelta()]
    assert duty.asked(BEN)[0].due_utc == "2026-03-02T00:00:00.000000+00:00"


def test_a_service_that_is_down_while_a_campaign_is_paused_moves_its_deadlines_once(duty: Duty) -> None:
    asked(duty)
    duty.calls.pauses.pause(duty.id)
    duty.later(days=2)
    duty.deadlines = Deadlines(duty.calls)
    assert duty.deadlines.resume() == timedelta(days=2)
    alive(duty, hours=1)
    duty.calls.pauses.go_on(duty.id)
    assert duty.asked(BEN)[0].due_utc == "2026-03-03T22:00:00.000000+00:00"


def test_time_given_in_a_pause_begins_when_it_ends(duty: Duty) -> None:
    call = asked(duty)
    alive(duty, minutes=30)
    duty.calls.pauses.pause(duty.id)
    alive(duty, hours=3)
    duty.give(seat="blue", person=BEN, deadline_seconds=2 * HOUR, on_deadline="bot")
    duty.calls.extend(duty.id, call.id, HOUR)
    duty.calls.pauses.go_on(duty.id)
    due = duty.asked(BEN)[0].due_utc
    assert due == (duty.moment + timedelta(hours=3)).isoformat(timespec="microseconds")


def test_the_pause_of_one_campaign_stops_no_other(duty: Duty) -> None:
    call, other = asked(duty), Duty.at_sea(duty.game)
    other.moment = duty.moment
    other.calls.pauses.pause(other.id)
    alive(duty, hours=1)
    assert passes(duty) == [(call.id, "bot")]


def test_a_campaign_that_has_ended_is_not_paused(duty: Duty) -> None:
    for seat in ("red", "blue"):
        duty.give(seat=seat, holder="bot")
    assert duty.run() == "ended"
    assert not duty.calls.pauses.pause(duty.id)
    assert duty.game.show(duty.id).status == "ended"
