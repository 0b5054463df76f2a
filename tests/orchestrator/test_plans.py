"""Orders for a whole phase, given ahead: the first that is legal when it comes to it, otherwise the bot's or a question."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Raw

from campaigns.library import find
from orchestrator.campaign import Campaigns
from orchestrator.dispatch.calls import Call, Calls
from orchestrator.dispatch.case import Case, Submission
from orchestrator.dispatch.wishes import FAULTS_AT_MOST, ORDERS_AT_MOST, names
from orchestrator.errors import OrdersRefused, StaleOrders
from orchestrator.links.every import every_link
from orchestrator.planning import plan_of
from orchestrator.store.writing import Store
from scales.codec import decode, encode
from scales.dice import KeyedDice, phase_key, seeded_secret
from scales.engine import Engine, Json
from scales.engines import engine
from tests.orchestrator.duty import ANN, BEN, CAI, SKY, Duty, on_duty
from tests.orchestrator.test_jobs import RULES, cut, job, opened, orders
from workers.filling import Formation, Plan, keys
from workers.jobs import NO_STATE, PhaseJob, PhaseResult, run_phase_job

SCALES = ("legatus", "leviathan", "interceptor", "centurion")
RED2 = "landfall-leviathan-red2"


def planned(plan: Plan, phase: str = "movement", **more: Any) -> PhaseResult:
    return run_phase_job(job(phase, opened(2).state, 1, people=["red"], plans={"red": {"": plan}}, **more), RULES)


# ---- what a plan gives ----------------------------------------------------------------------------------------------


def test_the_first_order_that_is_legal_is_given_and_the_bot_decides_the_rest() -> None:
    done = planned(Plan({"move/red1": [{"move": "fly"}, {"move": "hold"}], "move/red2": [{"move": "fly"}]}))
    assert done.done
    assert orders(done.steps, "red1").choices == {"red1": {"move": "hold"}}
    assert orders(done.steps, "red2").choices == {"red2": {"move": "close"}}


def test_a_person_who_wants_to_be_asked_is_asked_where_no_order_is_legal() -> None:
    asked = planned(Plan({"move/red1": [{"move": "hold"}], "move/red2": [{"move": "fly"}]}, "ask"))
    assert [decision.key for decision in asked.pending] == ["red2"]
    assert orders(asked.steps, "red1").choices == {"red1": {"move": "hold"}}


def test_a_formation_has_a_plan_of_its_own() -> None:
    formation = Formation("f", "red", ["red2"], is_person=True)
    plans = {"red": {"f": Plan({"fire/red2": [{"target": ""}], "fire/red1": [{"target": ""}]})}}
    done = run_phase_job(job("combat", opened(2).state, 1, formations=[formation], plans=plans), RULES)
    given = orders(done.steps, "fire red").choices
    assert (given["red2"]["target"], bool(given["red1"]["target"])) == ("", True)


def test_a_slot_whose_name_does_not_say_whose_it_is_is_planned_by_unit() -> None:
    rules = engine("interceptor")
    before = next(before for phase, before, _ in _phases("interceptor") if phase == "movement")
    asked = run_phase_job(_job("interceptor", "movement", before, people=["tog", "commonwealth"]), rules)
    (decision,) = asked.pending
    view = rules.view(decode(bytes(asked.state), rules.state_type), decision.seat)
    (slot,) = rules.offers(view, decision)
    wanted = slot.options[-1].order
    plans = {decision.seat: {"": Plan({f"move/{decision.units[0]}/{slot.id}": [wanted]})}}
    whole = run_phase_job(_job("interceptor", "movement", before, people=[decision.seat], plans=plans), rules)
    assert orders(whole.steps, decision.key).choices == {slot.id: wanted}


MOVES = [{"move": "close"}, {"move": "hold"}, {"move": "fly"}, {}, {"move": None}, {"sail": 3}]


@given(
    prefer=st.dictionaries(
        st.sampled_from(["move/red1", "move/red2", "move/blue1", "fire/red1", "move/", "x"]), st.lists(st.sampled_from(MOVES), max_size=4)
    ),
    otherwise=st.sampled_from(["bot", "ask"]),
)
@settings(max_examples=60, deadline=None)
def test_whatever_a_plan_says_the_phase_ends_or_asks(prefer: dict[str, list[Json]], otherwise: str) -> None:
    found = planned(Plan(prefer, otherwise))
    assert found.done or (otherwise == "ask" and {each.seat for each in found.pending} == {"red"})


@given(st.dictionaries(st.sampled_from(["move/red1", "move/red2"]), st.lists(st.sampled_from(MOVES), max_size=3)))
@settings(max_examples=20, deadline=None)
def test_a_phase_with_a_plan_is_the_same_whether_it_is_cut_or_not(prefer: dict[str, list[Json]]) -> None:
    start, plans = opened(2), {"red": {"": Plan(prefer)}}
    whole = run_phase_job(job("movement", start.state, 1, people=["red"], plans=plans), RULES)
    again = cut("movement", start, ["blue"], lambda made: run_phase_job(_with(made, plans), RULES))
    assert encode(again) == encode(whole.steps)


def _with(made: PhaseJob, plans: dict[str, dict[str, Plan]]) -> PhaseJob:
    made.plans = plans
    made.people = [*made.people, "red"]
    return made


# ---- on every scale ---------------------------------------------------------------------------------------------------


def _job(scale: str, phase: str, state: Raw, **more: Any) -> PhaseJob:
    key, bot_key = (phase_key(seeded_secret(5), 0, "b", 1, stream).hex() for stream in ("dice", "bot"))
    return PhaseJob("c", 0, "b", scale, 1, 1, phase, key, bot_key, state=state, **more)


def _setup(scale: str) -> Raw:
    sample = engine(scale).sample(KeyedDice(key=seeded_secret(5)))
    made = _job(scale, "", NO_STATE, kind="setup", order=sample)
    return run_phase_job(made, engine(scale)).state


def _phases(scale: str) -> list[tuple[str, Raw, PhaseResult]]:
    """The phases of a first turn among bots, each with the state before it."""
    state, found = _setup(scale), []
    for phase in engine(scale).phases:
        result = run_phase_job(_job(scale, phase, state), engine(scale))
        found.append((phase, state, result))
        state = result.state
    return found


def _as_planned(rules: Engine, phase: str, before: Raw, result: PhaseResult) -> dict[str, dict[str, Plan]]:
    """The bots' orders of a phase as plans, those for slots that were asked once."""
    listed: list[tuple[str, str, Json]] = []

    def note(_job: PhaseJob, rules: Engine, state: Any, version: int, pending: Any) -> Any:
        step = next((step for step in result.steps if step.version == version + 1), None)
        for decision in pending:
            given = step.orders[decision.key].orders.choices if step else {}
            slots = rules.offers(rules.view(state, decision.seat), decision)
            listed.extend((decision.seat, keys(decision, slot)[0], given[slot.id]) for slot in slots if slot.id in given)
        return step.orders if step else None

    run_phase_job(_job(result.battle and rules.scale, phase, before), rules, note)
    times = Counter((seat, key) for seat, key, _ in listed)
    plans: dict[str, dict[str, Plan]] = {}
    for seat, key, order in listed:
        if times[seat, key] == 1:
            plans.setdefault(seat, {"": Plan()})[""].prefer[key] = [order]
    return plans


@pytest.mark.parametrize("scale", SCALES)
def test_a_plan_that_prefers_what_the_bot_would_choose_gives_the_game_of_the_bot(scale: str) -> None:
    rules = engine(scale)
    for phase, before, result in _phases(scale):
        plans = _as_planned(rules, phase, before, result)
        again = run_phase_job(_job(scale, phase, before, people=sorted(plans), plans=plans), rules)
        assert encode(again) == encode(result), phase


@pytest.mark.parametrize("scale", SCALES)
def test_plans_of_any_foreseen_options_never_fail_a_phase(scale: str) -> None:
    rules, dice = engine(scale), KeyedDice(key=seeded_secret(8))
    for phase, before, result in _phases(scale):
        seats = sorted({given.seat for step in result.steps for given in step.orders.values()})
        asked = run_phase_job(_job(scale, phase, before, people=seats), rules)
        state = decode(bytes(asked.state), rules.state_type)
        plans: dict[str, dict[str, Plan]] = {}
        for decision in asked.pending:
            view = rules.view(state, decision.seat)
            plan = plans.setdefault(decision.seat, {"": Plan()})[""]
            for each in rules.prospects(view, decision):
                for slot in rules.offers(view, each):
                    plan.prefer[keys(each, slot)[0]] = [dice.pick(slot.options, "any").order for _ in range(2)] + [{"strange": 1}]
        assert run_phase_job(_job(scale, phase, before, people=sorted(plans), plans=plans), rules).done, phase


# ---- given by people --------------------------------------------------------------------------------------------------


@pytest.fixture
def duty(game: Campaigns) -> Duty:
    made = on_duty(game, at_sea=True)
    made.give(seat="blue", holder="bot")
    return made


def first(duty: Duty, kind: str) -> Call:
    """The first call of this kind that red gets, everything before being left to the bot."""
    while duty.run() == "waiting":
        (call,) = duty.calls.of_campaign(duty.id, "red")
        if call.kind == kind:
            return call
        duty.calls.leave_to_bot(duty.id, call.id)
    raise AssertionError(kind)


def given_to(duty: Duty, key: str) -> list[Json]:
    steps = [step for step in duty.game.export(duty.id).steps if step.battle == SKY and key in step.orders]
    return [step.orders[key].orders.choices for step in steps]


def test_a_plan_answers_the_rest_of_its_phase_and_the_next_one_is_asked_again(duty: Duty) -> None:
    duty.give(seat="red", battle=SKY, person=ANN, pace="plan")
    call = first(duty, "move")
    assert call.pace == "plan"
    prospects = duty.calls.call(duty.id, call.id, ANN).prospects
    assert prospects[0].offers[0].id == "landfall-leviathan-red1"
    plan = Plan({"move/landfall-leviathan-red1": [{"move": "hold"}]})
    duty.calls.submit(duty.id, call.id, Submission(plan=plan), ANN)
    assert duty.run() == "waiting"
    (after,) = duty.asked(ANN)
    assert after.kind == "fire"
    assert given_to(duty, "landfall-leviathan-red1") == [{"landfall-leviathan-red1": {"move": "hold"}}]
    assert given_to(duty, RED2) == [{RED2: {"move": "close"}}]
    assert duty.play_on(ANN) == "ended"
    assert duty.is_sound()


def test_plans_that_leave_all_to_the_bot_give_the_campaign_of_the_bots(duty: Duty) -> None:
    other = Duty.at_sea(duty.game)
    assert other.run() == "ended"
    while duty.run() == "waiting":
        for call in duty.asked(ANN):
            duty.calls.submit(duty.id, call.id, Submission(plan=Plan()), ANN)
    assert duty.game.digest(duty.id) == other.game.digest(other.id)


def test_every_fault_of_a_plan_is_named(duty: Duty) -> None:
    call = first(duty, "fire")
    one = call.units[0]
    many = [{"target": ""}] * (ORDERS_AT_MOST + 1)
    plan = Plan({f"fire/{one}": [{"target": "the moon"}], "dance/x": [{}], f"fire/{RED2}": many}, "perhaps")
    with pytest.raises(OrdersRefused) as error:
        duty.calls.submit(duty.id, call.id, Submission(plan=plan), ANN)
    assert sorted(fault.code for fault in error.value.faults) == ["illegal", "missing", "missing", "orders", "otherwise", "unknown_slot"]


def test_what_an_order_falls_back_on_may_be_illegal_now(duty: Duty) -> None:
    call = first(duty, "fire")
    plan = Plan({f"fire/{unit}": [{"target": ""}, {"target": "a boat to come"}] for unit in call.units})
    assert duty.calls.submit(duty.id, call.id, Submission(plan=plan), ANN).status == "sealed"


def test_a_plan_that_asks_must_answer_what_is_asked_now(duty: Duty) -> None:
    call = first(duty, "fire")
    one, two = call.units
    plan = Plan({f"fire/{one}": [{"target": ""}]}, "ask")
    with pytest.raises(OrdersRefused, match=f"{two}: no order is given"):
        duty.calls.submit(duty.id, call.id, Submission(plan=plan), ANN)
    duty.calls.submit(duty.id, call.id, Submission({two: {"target": ""}}, plan), ANN)
    duty.run()
    assert given_to(duty, "fire red") == [{one: {"target": ""}, two: {"target": ""}}]


def test_orders_and_a_plan_of_different_commanders_go_together(duty: Duty) -> None:
    duty.give(seat="red", battle=SKY, units=[RED2], person=CAI)
    duty.run()
    while "fire" not in {call.kind for call in duty.calls.of_campaign(duty.id)}:
        for call in duty.calls.of_campaign(duty.id):
            duty.calls.leave_to_bot(duty.id, call.id)
        duty.run()
    (mine,), (his,) = duty.asked(ANN), duty.asked(CAI)
    plan = Plan({f"fire/{RED2}": [duty.calls.call(duty.id, his.id, CAI).offers[0].options[0].order]})
    duty.calls.submit(duty.id, his.id, Submission({RED2: {"target": ""}}, plan), CAI)
    with pytest.raises(StaleOrders):
        duty.calls.extend(duty.id, his.id, 5)
    target = duty.calls.call(duty.id, mine.id, ANN).offers[0].options[1].order
    duty.calls.submit(duty.id, mine.id, Submission({"landfall-leviathan-red1": target}), ANN)
    duty.run()
    assert given_to(duty, "fire red") == [{"landfall-leviathan-red1": target, RED2: {"target": ""}}]
    assert BEN not in {call.person for call in duty.calls.of_campaign(duty.id)}


# ---- what is wrong with a plan, on every scale ------------------------------------------------------------------------


BATTLES = [("dogfight", "tog", 6), ("the_chase", "rl", 8), ("copses", "tog", 8), ("uplands", "tog", 6)]
NONSENSE: list[Json] = [{"nonsense": 1}, {"path": 7}, {"fire": "all"}, {"target": ["x"], "deep": {"er": [None]}}]


def cases(file: Path, battle: str, side: str, many: int) -> Iterator[Case]:
    """What a side is asked in the beginning of a battle of the library."""
    game = Campaigns(Store(f"sqlite:///{file}"), every_link())
    plan = plan_of(find(battle, engine))
    seat = next(seat for seat, its in plan.seats.items() if its == side)
    id, calls = game.create(plan, {seat: "person"}, seed=5), Calls(game)
    for _ in range(many):
        if game.run(id).status != "waiting":
            break
        for case in calls.standing(id):
            yield case
            calls.leave_to_bot(id, case.row.id)
    game.store.close()


@pytest.mark.parametrize(("battle", "side", "many"), BATTLES)
def test_every_order_of_a_plan_is_looked_at(battle: str, side: str, many: int, tmp_path: Path) -> None:
    """Given what a side is asked, then what is offered can be listed in any place, and nonsense in none: it is named with its list and its place."""
    seen = 0
    for case in cases(tmp_path / "game.db", battle, side, many):
        for key in names(case.prospects):
            slot = next(slot for decision, _, ours in case.prospects for slot in ours if key in keys(decision, slot))
            good = [option.order for option in (slot.options[0], slot.options[-1])]
            assert case.draft_faults(Submission(plan=Plan({key: good}))) == []
            found = case.draft_faults(Submission(plan=Plan({key: [good[0], *NONSENSE, good[1]]})))
            assert {fault.text.partition(":")[0] for fault in found} == {f"{key}, order {place}" for place in (2, 3, 4, 5)}
            assert {fault.where for fault in found} == {key}
            (first, *_) = case.draft_faults(Submission(plan=Plan({key: NONSENSE})))
            assert first.text.startswith(f"{key}, order 1: ")
            seen += 1
    assert seen >= 10


@pytest.mark.parametrize(("battle", "side", "many"), BATTLES)
def test_faults_name_lists_as_plans_do(battle: str, side: str, many: int, tmp_path: Path) -> None:
    for case in cases(tmp_path / "game.db", battle, side, min(many, 3)):
        (fault,) = case.draft_faults(Submission(plan=Plan({"dance/x": [{}]})))
        assert fault.text == f"'dance/x' will not be asked in this phase; foreseen are {', '.join(names(case.prospects))}"
        told, meant = set(names(case.prospects)), [keys(decision, slot) for decision, _, ours in case.prospects for slot in ours]
        for particular, plain in ((known[0], known[-1]) for known in meant):
            is_unique = {known[0] for known in meant if known[-1] == plain} == {particular}
            assert (plain if is_unique else particular) in told


def test_a_plan_of_nothing_but_nonsense_is_not_read_to_its_end(duty: Duty) -> None:
    call = first(duty, "fire")
    plan = Plan({f"dance/{n}": [{}] for n in range(2 * FAULTS_AT_MOST)})
    with pytest.raises(OrdersRefused) as error:
        duty.calls.submit(duty.id, call.id, Submission(plan=plan), ANN)
    assert len(error.value.faults) == FAULTS_AT_MOST
