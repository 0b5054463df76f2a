"""Who decides: the most particular assignment holds, and what cannot be given is refused with every fault."""

import pytest

from orchestrator.campaign import Campaigns
from orchestrator.dispatch.assigning import Wish
from orchestrator.errors import AssignmentRefused, NotFound
from orchestrator.loading import table_of
from tests.orchestrator.duty import ANN, BEN, CAI, GROUND, SKY, Duty, on_duty
from tests.orchestrator.scenes import two_scales

RED1, RED2 = "landfall-centurion-red1", "landfall-centurion-red2"
BLUE1 = "landfall-centurion-blue1"


@pytest.fixture
def duty(game: Campaigns) -> Duty:
    return on_duty(game)


def refused(duty: Duty, **wish: object) -> list[str]:
    with pytest.raises(AssignmentRefused) as error:
        duty.give(**wish)
    return [fault.code for fault in error.value.faults]


def holder(duty: Duty, seat: str, battle: str) -> str:
    record = duty.game.reading.campaign(duty.id)
    return table_of(duty.game.reading, record, duty.game.resolve).holder(seat, battle)


def test_the_most_particular_assignment_holds(duty: Duty) -> None:
    game = duty.game
    duty.id = game.create(two_scales(boats=2, turns=2), {"red": "person"}, seed=1)
    assert [holder(duty, "red", battle) for battle in (SKY, GROUND)] == ["person", "person"]
    everywhere = duty.give(seat="red", holder="bot")
    assert [holder(duty, "red", battle) for battle in (SKY, GROUND)] == ["bot", "bot"]
    duty.give(seat="red", battle=GROUND)
    assert [holder(duty, "red", battle) for battle in (SKY, GROUND)] == ["bot", "person"]
    duty.assigning.withdraw(duty.id, everywhere.id)
    assert holder(duty, "red", SKY) == "person"


def test_a_member_who_holds_a_seat_decides_for_it(duty: Duty) -> None:
    assert duty.game.reading.campaign(duty.id).seats == {"red": "bot", "blue": "bot"}
    duty.give(seat="blue", holder="bot")
    assert duty.run() == "waiting"
    assert {call.seat for call in duty.asked(ANN)} == {"red"}
    duty.give(seat="red", holder="bot")
    assert duty.asked(ANN) == []


def test_a_formation_is_asked_of_its_commander_and_the_rest_of_the_seat_is_not(duty: Duty) -> None:
    for seat in ("red", "blue"):
        duty.give(seat=seat, holder="bot")
    duty.give(seat="red", battle=GROUND, units=[RED2], person=CAI)
    asked = []
    while duty.run() == "waiting":
        (call,) = duty.asked(CAI)
        asked.append((call.kind, [slot.id for slot in duty.calls.call(duty.id, call.id).offers]))
        duty.calls.submit(duty.id, call.id, duty.as_it_comes(call), CAI)
    assert {kind for kind, _ in asked} == {"move", "fire"}
    assert all(slots == [RED2] for _, slots in asked)
    assert duty.is_sound()


def test_every_fault_is_named_at_once(duty: Duty) -> None:
    found = refused(
        duty, seat="green", battle="landfall.moon", units=["x"], holder="dog", pace="slow", deadline_seconds=9, on_deadline="cry"
    )
    assert sorted(found) == ["battle", "deadline", "holder", "on_deadline", "pace", "seat"]
    assert refused(duty, seat="red", person=BEN) == ["person"]
    assert refused(duty, seat="red", person="nobody") == ["person"]
    assert refused(duty, seat="red", battle=GROUND, units=[BLUE1, "ghost"], person=ANN) == ["units", "units"]
    assert refused(duty, seat="red", units=[RED1], person=ANN) == ["battle"]
    assert refused(duty, seat="red", holder="bot", person=ANN) == ["person"]
    assert refused(duty, battle="", seat="", holder="table") == ["table"]
    assert refused(duty, seat="red", deadline_seconds=61 * 24 * 3600) == ["deadline"]
    assert duty.assigning.all(duty.id) == []


def test_a_battle_or_campaign_that_has_ended_is_given_to_nobody(duty: Duty) -> None:
    for seat in ("red", "blue"):
        duty.give(seat=seat, holder="bot")
    assert duty.run() == "ended"
    assert refused(duty, seat="red", person=ANN) == ["ended"]


def test_a_unit_is_not_given_twice_neither_itself_nor_by_what_it_belongs_to(duty: Duty) -> None:
    """mekhq#6199, mekhq#8121: a unit directly and through its parent formation."""
    whole = duty.give(seat="red", battle=GROUND, units=["landfall-centurion"], person=ANN)
    assert refused(duty, seat="red", battle=GROUND, units=[RED1], person=CAI) == ["overlap"]
    duty.assigning.withdraw(duty.id, whole.id)
    duty.give(seat="red", battle=GROUND, units=[RED1], person=CAI)
    assert refused(duty, seat="red", battle=GROUND, units=[RED2, RED1], person=ANN) == ["overlap"]
    assert refused(duty, seat="red", battle=GROUND, units=["landfall"], person=ANN) == ["overlap"]


def test_a_formation_that_is_split_and_joined_again_has_each_unit_once(game: Campaigns) -> None:
    """nebulous#352: a duplicate after detaching and rejoining."""
    duty = on_duty(game, at_sea=True)
    for seat in ("red", "blue"):
        duty.give(seat=seat, holder="bot")
    boats = ["landfall-leviathan-red1", "landfall-leviathan-red2"]
    whole = duty.give(seat="red", battle=SKY, units=boats, person=CAI)
    duty.assigning.withdraw(duty.id, whole.id)
    halves = [duty.give(seat="red", battle=SKY, units=[unit], person=CAI) for unit in boats]
    for half in halves:
        duty.assigning.withdraw(duty.id, half.id)
    duty.give(seat="red", battle=SKY, units=boats[::-1], person=CAI)
    assert duty.play_on(CAI) == "ended"
    moved = [unit for _, logged in game.log(duty.id) if logged.event.kind == "moved" for unit in logged.event.units]
    assert [moved.count(unit) for unit in boats] == [2, 2]
    assert duty.is_sound()


def test_a_seat_without_units_in_a_battle_is_not_given_there(game: Campaigns) -> None:
    """nebulous#544: a battle in which an invited player controls nothing."""
    plan = two_scales(boats=2, turns=2)
    plan.seats["green"] = "green"
    duty = Duty(game, game.create(plan, seed=1))
    duty.admit("eve", "green", "green")
    assert refused(duty, seat="green", battle=GROUND, person="eve") == ["seat"]
    duty.give(seat="green", person="eve")
    assert duty.run() == "ended"


def test_the_same_again_is_one_and_another_holder_takes_the_place(duty: Duty) -> None:
    first = duty.give(seat="red", battle=GROUND, person=ANN)
    assert duty.give(seat="red", battle=GROUND, person=ANN) == first
    second = duty.give(seat="red", battle=GROUND, person=CAI)
    assert duty.assigning.all(duty.id) == [second]
    with pytest.raises(NotFound, match="no assignment"):
        duty.assigning.withdraw(duty.id, first.id)


def test_who_gets_what_is_asked_already_gets_the_time_for_it(duty: Duty) -> None:
    duty.give(seat="blue", holder="bot")
    duty.run()
    call = next(call for call in duty.asked(ANN) if call.battle == SKY)
    assert call.due_utc is None
    duty.later(hours=3)
    duty.give(seat="red", battle=SKY, person=CAI, deadline_seconds=3600, on_deadline="bot")
    (given,) = duty.asked(CAI)
    assert (given.id, given.due_utc) == (call.id, "2026-03-02T00:00:00.000000+00:00")
    assert call.id not in [each.id for each in duty.asked(ANN)]


def test_assignments_of_campaigns_that_are_not_there_are_refused(duty: Duty) -> None:
    with pytest.raises(NotFound):
        duty.assigning.assign("nowhere", Wish(seat="red"))
    with pytest.raises(NotFound):
        duty.assigning.all("nowhere")


def test_a_formation_has_the_terms_of_its_seat_unless_it_says_otherwise(duty: Duty) -> None:
    duty.give(seat="red", pace="plan", deadline_seconds=600, on_deadline="bot")
    same = duty.give(seat="red", battle=GROUND, units=[RED1], person=CAI)
    assert (same.pace, same.deadline_seconds, same.on_deadline) == ("plan", 600, "bot")
    other = duty.give(seat="red", battle=GROUND, units=[RED2], person=CAI, pace="live", deadline_seconds=60, on_deadline="ask")
    assert (other.pace, other.deadline_seconds, other.on_deadline) == ("live", 60, "ask")
    alone = duty.give(seat="blue", battle=GROUND, units=[BLUE1], person=BEN)
    assert (alone.pace, alone.deadline_seconds, alone.on_deadline) == ("live", None, "wait")


def test_what_a_seat_is_asked_says_which_units_are_anothers(duty: Duty) -> None:
    duty.give(seat="blue", holder="bot")
    duty.give(seat="red", battle=GROUND, units=[RED2], person=CAI)
    duty.run()
    without = {call.battle: call.without for call in duty.asked(ANN)}
    assert without.get(SKY, []) == []
    assert without.get(GROUND, [RED2]) == [RED2]
    assert all(call.without == [] for call in duty.asked(CAI))
