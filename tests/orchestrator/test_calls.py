"""What people are asked: numbered for each seat, drafted at will, sealed once, and hidden from everybody else until all is revealed."""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict

import pytest

from orchestrator.campaign import Campaigns
from orchestrator.dispatch.calls import Call
from orchestrator.dispatch.case import CHARACTERS_AT_MOST, Submission
from orchestrator.errors import AlreadySealed, Conflict, ImperatorError, NotFound, OrdersRefused, StaleOrders
from orchestrator.store.writing import text
from scales.codec import plain
from scales.engine import Orders
from tests.orchestrator.duty import ANN, BEN, CAI, SKY, Duty, on_duty
from tests.orchestrator.scenes import campaigns
from tests.postgres_server import LocalPostgres, postgres_binaries
from workers.filling import Plan

RED2 = "landfall-leviathan-red2"


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    if postgres_binaries() is None:
        pytest.skip("there is no PostgreSQL on this machine")
    with LocalPostgres() as server:
        yield server.url


@pytest.fixture
def duty(game: Campaigns) -> Duty:
    return on_duty(game, at_sea=True)


def until(duty: Duty, wanted: Callable[[Call], bool], *people: str) -> Call:
    """Play until somebody is asked what is wanted."""
    duty.run()
    for _ in range(200):
        asked = [(person, call) for person in people or (ANN, BEN, CAI) for call in duty.asked(person)]
        if found := next((call for _, call in asked if wanted(call)), None):
            return found
        for person, call in asked:
            duty.calls.submit(duty.id, call.id, duty.as_it_comes(call), person)
        duty.run()
    raise AssertionError("nobody was asked that")


def is_fire(call: Call) -> bool:
    return (call.kind, call.battle, call.seat) == ("fire", SKY, "red")


def shooting(duty: Duty, call: Call, option: int) -> dict[str, object]:
    return {slot.id: slot.options[option].order for slot in duty.calls.call(duty.id, call.id).offers}


def test_a_campaign_played_by_calls_ends_and_can_be_played_again(duty: Duty) -> None:
    assert duty.play_on(ANN, BEN) == "ended"
    assert duty.is_sound()


def test_people_who_leave_all_to_the_bot_get_the_campaign_of_the_bots(duty: Duty) -> None:
    other = Duty.at_sea(duty.game)
    assert other.run() == "ended"
    while duty.run() == "waiting":
        for call in duty.calls.of_campaign(duty.id):
            duty.calls.leave_to_bot(duty.id, call.id)
    assert duty.game.digest(duty.id) == other.game.digest(other.id)


def test_a_seat_counts_its_own_calls_and_nothing_that_is_hidden(duty: Duty) -> None:
    seen: dict[str, list[str]] = {ANN: [], BEN: []}
    while duty.run() == "waiting":
        for person in (ANN, BEN):
            for call in duty.asked(person):
                seen[person].append(call.id)
                duty.calls.submit(duty.id, call.id, duty.as_it_comes(call), person)
    assert seen[ANN] == [f"0-red-{n + 1}" for n in range(len(seen[ANN]))]
    assert seen[BEN] == [f"0-blue-{n + 1}" for n in range(len(seen[BEN]))]


def test_syncing_again_changes_nothing(duty: Duty) -> None:
    duty.game.run(duty.id)
    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(lambda _: duty.calls.sync(duty.id), range(8))) == 1
    assert duty.calls.sync(duty.id) == 0
    assert [call.id for call in duty.asked(BEN)] == ["0-blue-1"]


def test_a_call_tells_what_is_asked_and_what_can_be_chosen(duty: Duty) -> None:
    call = until(duty, is_fire)
    full = duty.calls.call(duty.id, call.id, ANN)
    assert (full.call.kind, full.call.battle, full.call.scale, full.call.side, full.call.turn) == ("fire", SKY, "leviathan", "red", 1)
    assert full.call.is_simultaneous
    assert full.call.prompt == "Whom do you shoot at?"
    assert [slot.id for slot in full.offers] == full.call.units
    assert full.prospects == []
    assert ":" not in full.call.id
    assert "version" not in json.dumps(plain(asdict(full)))


def test_calls_of_others_and_calls_that_are_not_there_are_not_found(duty: Duty) -> None:
    duty.run()
    (call,) = duty.asked(BEN)
    for id, person in ((call.id, ANN), (call.id, CAI), (call.id, "nobody"), ("0-blue-99", BEN), ("0-red-1", ANN), ("7-blue-1", BEN)):
        with pytest.raises(NotFound, match="there is no call"):
            duty.calls.call(duty.id, id, person)
    for id in ("", "blue", "0-blue-x", "0--1", "-1-blue-1", "0-blue-" + "9" * 30, "0-blue-²"):
        with pytest.raises(NotFound):
            duty.calls.submit(duty.id, id, Submission(), BEN)


def test_a_draft_is_kept_with_its_faults_and_can_be_changed_until_it_is_sealed(duty: Duty) -> None:
    call = until(duty, is_fire)
    first, second = call.units
    draft = duty.calls.save_draft(duty.id, call.id, {first: {"target": "the moon"}, "ghost": {}}, 0, person=ANN)
    assert draft.revision == 1
    assert sorted(fault.code for fault in draft.faults) == ["illegal", "unknown_slot"]
    assert duty.calls.call(duty.id, call.id, ANN).draft == Submission({first: {"target": "the moon"}, "ghost": {}})
    good = shooting(duty, call, 0)
    draft = duty.calls.save_draft(duty.id, call.id, {first: good[first]}, 1, person=ANN)
    assert (draft.revision, draft.faults) == (2, [])
    with pytest.raises(OrdersRefused, match=second):
        duty.calls.submit(duty.id, call.id, person=ANN)
    duty.calls.save_draft(duty.id, call.id, good, 2, person=ANN)
    assert duty.calls.submit(duty.id, call.id, person=ANN).status == "sealed"
    with pytest.raises(AlreadySealed):
        duty.calls.save_draft(duty.id, call.id, {}, 4, person=ANN)


def test_two_windows_do_not_overwrite_each_other(duty: Duty) -> None:
    """boardgame.io#828: the same orders sent twice from two windows with the same base version."""
    call = until(duty, is_fire)
    one, other = shooting(duty, call, 0), shooting(duty, call, 1)
    assert duty.calls.save_draft(duty.id, call.id, one, 0).revision == 1
    assert duty.calls.save_draft(duty.id, call.id, one, 0).revision == 1
    with pytest.raises(Conflict, match="revision 1, not 0"):
        duty.calls.save_draft(duty.id, call.id, other, 0)
    assert duty.calls.call(duty.id, call.id).draft == Submission(one)


def test_sealed_orders_stand(duty: Duty) -> None:
    call = until(duty, is_fire)
    one, other = Submission(shooting(duty, call, 0)), Submission(shooting(duty, call, 1))
    first = duty.calls.submit(duty.id, call.id, one, ANN)
    assert duty.calls.submit(duty.id, call.id, one, ANN) == first
    with pytest.raises(AlreadySealed):
        duty.calls.submit(duty.id, call.id, other, ANN)
    with pytest.raises(AlreadySealed):
        duty.calls.leave_to_bot(duty.id, call.id)
    with pytest.raises(StaleOrders):
        duty.calls.extend(duty.id, call.id, 60)


def test_every_fault_of_an_answer_is_named(duty: Duty) -> None:
    call = until(duty, is_fire)
    wrong = {unit: {"target": "the moon"} for unit in call.units} | {"ghost": {}}
    with pytest.raises(OrdersRefused) as error:
        duty.calls.submit(duty.id, call.id, Submission(wrong), ANN)
    assert len(error.value.faults) == 3
    with pytest.raises(OrdersRefused, match="characters"):
        duty.calls.submit(duty.id, call.id, Submission({call.units[0]: {"target": "x" * CHARACTERS_AT_MOST}}), ANN)
    with pytest.raises(OrdersRefused, match="characters"):
        duty.calls.save_draft(duty.id, call.id, {call.units[0]: {"target": "x" * CHARACTERS_AT_MOST}}, 0)
    assert duty.asked(ANN) == [call]


def test_the_same_answer_sent_many_times_at_once_is_one_and_of_two_others_one_stands(duty: Duty) -> None:
    call = until(duty, is_fire)
    answers = [Submission(shooting(duty, call, n % 2)) for n in range(8)]

    def send(answer: Submission) -> str:
        try:
            return duty.calls.submit(duty.id, call.id, answer, ANN).status
        except AlreadySealed:
            return "refused"

    with ThreadPoolExecutor(8) as pool:
        sent = list(pool.map(send, answers))
    assert sorted(sent) == ["refused"] * 4 + ["sealed"] * 4
    assert len({text(answer) for answer, how in zip(answers, sent, strict=True) if how == "sealed"}) == 1


def test_orders_for_what_is_past_are_refused(duty: Duty) -> None:
    """vasl#69: written for turn 4, sent in turn 6."""
    duty.run()
    (call,) = duty.asked(BEN)
    answer = duty.as_it_comes(call)
    duty.play_on(ANN, BEN, rounds=3)
    for act in (lambda: duty.calls.extend(duty.id, call.id, 60), lambda: duty.calls.save_draft(duty.id, call.id, {}, 0, person=BEN)):
        with pytest.raises((StaleOrders, AlreadySealed)):
            act()
    assert duty.calls.submit(duty.id, call.id, answer, BEN).id == call.id
    with pytest.raises(AlreadySealed):
        duty.calls.submit(duty.id, call.id, Submission(is_left=True), BEN)


def test_what_the_other_side_reads_is_the_same_before_and_after_sealed_orders(duty: Duty) -> None:
    """megamek#176: as side B look for A's hidden moves."""
    call = until(duty, is_fire)

    def read_by_ben() -> str:
        calls = duty.calls
        return text(
            [
                calls.open_calls(BEN),
                [calls.call(duty.id, each.id, BEN) for each in calls.open_calls(BEN)],
                duty.game.seen(duty.id, "blue"),
                plain(duty.game.view(duty.id, SKY, "blue")),
            ]
        )

    before = read_by_ben()
    assert duty.asked(BEN)
    duty.calls.submit(duty.id, call.id, duty.as_it_comes(call), ANN)
    duty.run()
    assert read_by_ben() == before
    with pytest.raises(NotFound):
        duty.calls.call(duty.id, call.id, BEN)
    assert duty.calls.call(duty.id, call.id, ANN).call.status == "sealed"
    assert [each.status for each in duty.calls.of_campaign(duty.id, "blue")] == ["open"]


def test_parts_of_a_decision_are_answered_by_their_commanders_and_revealed_together(duty: Duty) -> None:
    duty.give(seat="red", battle=SKY, units=[RED2], person=CAI)
    duty.give(seat="blue", holder="bot")
    main = until(duty, is_fire, ANN, CAI)
    mine, his = [call for call in duty.asked(ANN) if is_fire(call)], [call for call in duty.asked(CAI) if is_fire(call)]
    assert [slot.id for slot in duty.calls.call(duty.id, his[0].id).offers] == [RED2]
    assert RED2 not in [slot.id for slot in duty.calls.call(duty.id, mine[0].id).offers]
    with pytest.raises(OrdersRefused, match="is not asked here"):
        duty.calls.submit(duty.id, mine[0].id, Submission(shooting(duty, his[0], 0)), ANN)
    with pytest.raises(NotFound):
        duty.calls.call(duty.id, his[0].id, ANN)
    duty.calls.submit(duty.id, main.id, duty.as_it_comes(main))
    assert duty.run() == "waiting"
    assert [call.id for call in duty.asked(CAI)] == [his[0].id]
    duty.calls.submit(duty.id, his[0].id, duty.as_it_comes(his[0]), CAI)
    assert duty.play_on(ANN, CAI) == "ended"
    assert duty.is_sound()


def test_of_a_formation_with_a_person_the_bot_fills_in_the_rest(duty: Duty) -> None:
    for seat in ("red", "blue"):
        duty.give(seat=seat, holder="bot")
    duty.give(seat="red", battle=SKY, units=[RED2], person=CAI)
    call = until(duty, is_fire, CAI)
    nothing = Submission({RED2: {"target": ""}})
    duty.calls.submit(duty.id, call.id, nothing, CAI)
    duty.run()
    given = [step.orders["fire red"].orders for step in duty.game.export(duty.id).steps if step.battle == SKY and "fire red" in step.orders]
    assert given[0].choices[RED2] == {"target": ""}
    assert given[0].choices["landfall-leviathan-red1"]["target"]


def test_two_commanders_who_seal_at_the_same_moment_complete_the_decision_once(duty: Duty) -> None:
    duty.give(seat="red", battle=SKY, units=[RED2], person=CAI)
    duty.give(seat="blue", holder="bot")
    until(duty, is_fire, ANN, CAI)
    both = [(person, call) for person in (ANN, CAI) for call in duty.asked(person) if is_fire(call)]
    answers = [(person, call.id, duty.as_it_comes(call)) for person, call in both]
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda each: duty.calls.submit(duty.id, each[1], each[2], each[0]), answers))
    assert [call for call in duty.calls.of_campaign(duty.id) if is_fire(call)] == []
    assert duty.play_on(ANN, CAI) == "ended"


def test_the_command_line_answers_the_same_decisions(duty: Duty) -> None:
    duty.run()
    (call,) = duty.asked(BEN)
    (asked,) = duty.game.decisions(duty.id, "blue")
    duty.game.answer(duty.id, asked.id, Orders(duty.as_it_comes(call).choices), "blue")
    assert duty.asked(BEN) == []
    with pytest.raises(StaleOrders):
        duty.calls.submit(duty.id, call.id, Submission(is_left=True), BEN)


def test_a_gm_gives_more_time_and_answers_for_somebody(duty: Duty) -> None:
    duty.give(seat="blue", deadline_seconds=600, on_deadline="ask")
    duty.run()
    (call,) = duty.asked(BEN)
    assert call.due_utc == "2026-03-01T20:10:00.000000+00:00"
    assert duty.calls.extend(duty.id, call.id, 300).due_utc == "2026-03-01T20:15:00.000000+00:00"
    duty.later(hours=1)
    assert duty.calls.extend(duty.id, call.id, 300).due_utc == "2026-03-01T21:05:00.000000+00:00"
    for seconds in (0, -5, 10**9):
        with pytest.raises(OrdersRefused, match="seconds"):
            duty.calls.extend(duty.id, call.id, seconds)
    assert duty.calls.submit(duty.id, call.id, duty.as_it_comes(call)).status == "sealed"


def test_the_bot_is_told_once_to_answer(duty: Duty) -> None:
    duty.run()
    (call,) = duty.asked(BEN)
    assert [duty.calls.leave_to_bot(duty.id, call.id) for _ in range(3)] == [True, False, False]
    duty.run()
    assert call.id not in [each.id for each in duty.asked(BEN)]


def test_a_call_whose_formation_was_dissolved_is_no_longer_open(duty: Duty) -> None:
    for seat in ("red", "blue"):
        duty.give(seat=seat, holder="bot")
    formation = duty.give(seat="red", battle=SKY, units=[RED2], person=CAI)
    call = until(duty, is_fire, CAI)
    answer = duty.as_it_comes(call)
    duty.assigning.withdraw(duty.id, formation.id)
    assert duty.asked(CAI) == []
    with pytest.raises(ImperatorError):
        duty.calls.submit(duty.id, call.id, answer, CAI)
    with pytest.raises(StaleOrders, match="given to another"):
        duty.calls.submit(duty.id, call.id, answer)
    assert duty.run() == "ended"


def test_calls_of_all_campaigns_come_together_the_most_urgent_first(duty: Duty) -> None:
    second = Duty.at_sea(duty.game)
    second.admit(BEN, "blue", "blue")
    second.give(seat="blue", deadline_seconds=60)
    second.run()
    duty.run()
    assert [call.campaign for call in duty.asked(BEN)] == [second.id, duty.id]
    assert duty.calls.of_campaign(second.id)[0].battle == SKY


def test_a_plan_with_an_answer_is_kept_with_the_draft(duty: Duty) -> None:
    call = until(duty, is_fire)
    plan = Plan({f"fire/{call.units[0]}": [{"target": ""}]})
    duty.calls.save_draft(duty.id, call.id, {}, 0, plan, ANN)
    assert duty.calls.call(duty.id, call.id, ANN).draft == Submission({}, plan)
    assert duty.calls.submit(duty.id, call.id, person=ANN).status == "sealed"


def test_postgres_keeps_calls_as_well(postgres: str) -> None:
    game = campaigns(postgres)
    duty = on_duty(game, at_sea=True)
    duty.give(seat="red", battle=SKY, units=[RED2], person=CAI, deadline_seconds=60, on_deadline="bot")
    duty.game.run(duty.id)
    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(lambda _: duty.calls.sync(duty.id), range(8))) == 1
    assert duty.play_on(ANN, BEN, CAI, rounds=5) == "waiting"
    game.store.close()


def test_postgres_lets_two_commanders_seal_at_once(postgres: str) -> None:
    game = campaigns(postgres)
    duty = on_duty(game, at_sea=True)
    duty.give(seat="red", battle=SKY, units=[RED2], person=CAI)
    duty.give(seat="blue", holder="bot")
    until(duty, is_fire, ANN, CAI)
    both = [(person, call) for person in (ANN, CAI) for call in duty.asked(person) if is_fire(call)]
    answers = [(person, call.id, duty.as_it_comes(call)) for person, call in both] * 3
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda each: duty.calls.submit(duty.id, each[1], each[2], each[0]), answers))
    assert duty.run() == "waiting"
    assert not [call for call in duty.calls.of_campaign(duty.id) if is_fire(call)]
    game.store.close()


# ---- what is over -----------------------------------------------------------------------------------------------------


def test_a_call_that_is_over_can_be_read_by_its_seat_and_not_answered(duty: Duty) -> None:
    call = until(duty, is_fire)
    answer = duty.as_it_comes(call)
    duty.calls.submit(duty.id, call.id, answer, ANN)
    for other in duty.asked(BEN):
        duty.calls.submit(duty.id, other.id, duty.as_it_comes(other), BEN)
    duty.run()
    over = duty.calls.call(duty.id, call.id, ANN)
    assert (over.call.status, over.call.sealed_by, over.draft, over.offers, over.prospects) == ("over", "player", answer, [], [])
    assert (over.call.phase, over.call.turn, over.call.minute) == (call.phase, call.turn, call.minute)
    with pytest.raises(NotFound):
        duty.calls.call(duty.id, call.id, BEN)
    with pytest.raises(StaleOrders):
        duty.calls.extend(duty.id, call.id, 60)


def test_what_is_over_is_listed_newest_first_for_its_seat_and_for_the_gm(duty: Duty) -> None:
    seen: list[str] = []
    for _ in range(6):
        if duty.run() != "waiting":
            break
        duty.later(minutes=1)
        for person in (ANN, BEN):
            for call in duty.asked(person):
                duty.calls.submit(duty.id, call.id, duty.as_it_comes(call), person, by="gm" if person == BEN else "player")
                seen += [call.id] if person == ANN else []
    duty.run()
    mine = duty.calls.past(duty.id, ANN)
    assert sorted(call.id for call in mine) == sorted(seen)
    assert [call.asked_utc for call in mine] == sorted((call.asked_utc for call in mine), reverse=True)
    assert {(call.seat, call.status, call.sealed_by) for call in mine} == {("red", "over", "player")}
    assert {(call.seat, call.sealed_by) for call in duty.calls.past(duty.id)} == {("red", "player"), ("blue", "gm")}
    assert duty.calls.past(duty.id, ANN, at_most=2) == mine[:2]
    assert duty.calls.past(duty.id, CAI) == []


def test_all_that_was_asked_can_be_read_when_the_campaign_has_ended(duty: Duty) -> None:
    assert duty.play_on(ANN, BEN) == "ended"
    for call in duty.calls.past(duty.id, ANN):
        assert duty.calls.call(duty.id, call.id, ANN).call == call
