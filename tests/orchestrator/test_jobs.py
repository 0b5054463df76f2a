from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Raw

from scales.codec import decode, encode
from scales.dice import phase_key, seeded_secret
from scales.engine import Delivery, Orders
from tests.orchestrator.toy import Sea, setup, toy
from workers.filling import Formation, names
from workers.jobs import (
    NO_STATE,
    PhaseJob,
    PhaseResult,
    StepRecord,
    attempt,
    bot_orders,
    compute,
    pack,
    run_phase_job,
    unpack_job,
    unpack_result,
)

SECRET = seeded_secret(3)
RULES = toy("centurion")


def job(phase: str, state: Raw, version: int, **more: Any) -> PhaseJob:
    key, bot_key = (phase_key(SECRET, 0, "b", 1, stream).hex() for stream in ("dice", "bot"))
    return PhaseJob("c", 0, "b", "centurion", version, 1, phase, key, bot_key, state=state, **more)


def opened(boats: int = 2) -> PhaseResult:
    return run_phase_job(job("", NO_STATE, 0, kind="setup", order=setup(boats, turn_limit=9)), RULES)


def bot(result: PhaseResult, version: int, key: str) -> Orders:
    """What a person orders who happens to think like the bot."""
    decision = next(each for each in result.pending if each.key == key)
    state = decode(bytes(result.state), Sea)
    return bot_orders(RULES, state, decision, bytes.fromhex(job("", NO_STATE, 0).bot_key), version)


def cut(phase: str, start: PhaseResult, people: list[str], wire: Callable[[PhaseJob], PhaseResult]) -> list[StepRecord]:
    """Play a phase in which people answer, a job for each time they are asked."""
    result = wire(job(phase, start.state, 1, people=people))
    steps = list(result.steps)
    while not result.done:
        version = 1 + len(steps)
        answers = {each.key: bot(result, version, each.key) for each in result.pending if each.seat in people}
        result = wire(job(phase, result.state, version, people=people, pending=result.pending, answers=answers))
        steps += result.steps
    return steps


def by_wire(job: PhaseJob) -> PhaseResult:
    return unpack_result(compute(pack(job), toy))


def test_a_phase_cut_at_every_decision_gives_the_steps_of_one_that_ran_through() -> None:
    start = opened()
    for phase in ("movement", "combat"):
        whole = run_phase_job(job(phase, start.state, 1), RULES)
        assert whole.done
        for people in (["red"], ["blue"], ["red", "blue"]):
            assert encode(cut(phase, start, people, by_wire)) == encode(whole.steps)


def test_the_first_step_of_a_phase_takes_the_inbox() -> None:
    shell = Delivery("a:1:0", "shell", "a", {"from": "far"}, "a:1:2")
    result = run_phase_job(job("movement", opened().state, 1, inbox=[shell]), RULES)
    assert [step.inbox for step in result.steps][:2] == [[shell], []]
    assert [event.cause for event in result.steps[0].events] == ["a:1:2"]


@given(
    version=st.integers(0, 10**6),
    people=st.lists(st.text(max_size=8), max_size=3),
    order=st.dictionaries(st.text(max_size=5), st.integers(-5, 5)),
)
@settings(max_examples=50)
def test_a_job_survives_the_wire(version: int, people: list[str], order: dict[str, Any]) -> None:
    made = job("combat", Raw(b'{"a":1}'), version, people=people, order=order)
    assert encode(unpack_job(pack(made))) == encode(made)


def test_an_engine_that_fails_says_so_in_the_result() -> None:
    result = attempt(job("combat", Raw(b'{"nothing": "fits"}'), 4), toy)
    assert not result.steps
    assert "missing required field" in result.error
    assert result.id == "c/0/b/4"


def test_a_bot_that_picks_at_random_is_as_repeatable_as_one_that_thinks() -> None:
    start = opened(3)
    once, twice = (run_phase_job(job("combat", start.state, 1, random_seats=["red", "blue"]), RULES) for _ in range(2))
    assert encode(once) == encode(twice)
    assert encode(once.steps) != encode(run_phase_job(job("combat", start.state, 1), RULES).steps)


def orders(steps: list[StepRecord], key: str) -> Orders:
    return next(step.orders[key].orders for step in steps if key in step.orders)


def test_a_bot_fills_in_what_a_person_left_of_a_decision() -> None:
    start = opened(2)
    asked = run_phase_job(job("combat", start.state, 1, people=["red"]), RULES)
    mine = {"red1": {"target": ""}}
    more = {"people": ["red"], "pending": asked.pending, "answers": {"fire red": Orders(mine)}, "absent": ["fire red"]}
    done = run_phase_job(job("combat", asked.state, 1 + len(asked.steps), **more), RULES)
    given = orders(done.steps, "fire red").choices
    assert given["red1"] == mine["red1"]
    assert given["red2"] == bot(asked, 1 + len(asked.steps), "fire red").choices["red2"]


def test_a_decision_waits_only_for_formations_that_people_command() -> None:
    start = opened(2)
    persons, bots = (Formation(id, "red", [unit], is_person) for id, unit, is_person in (("f", "red2", True), ("g", "red1", False)))
    asked = run_phase_job(job("movement", start.state, 1, formations=[persons, bots], people=["red"]), RULES)
    assert [decision.key for decision in asked.pending] == ["red2"]
    assert [key for step in asked.steps for key in step.orders] == ["blue1", "blue2", "red1"]
    assert run_phase_job(job("movement", start.state, 1, formations=[bots]), RULES).done


@pytest.mark.parametrize(
    ("unit", "belongs"), [("alpha/1", True), ("alpha", True), ("alpha2", False), ("alpha-2/1", True), ("beta/1", False), ("", False)]
)
def test_a_formation_is_named_by_its_units_or_by_what_their_ids_begin_with(unit: str, *, belongs: bool) -> None:
    assert names(["alpha"], unit) == belongs
