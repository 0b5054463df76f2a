"""What a seat is asked, what it may answer, and what it may know, in every engine."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scales.codec import clone, decode, encode, plain
from scales.dice import KeyedDice, seeded_secret
from scales.engine import Decision, Engine, Event, Fault, Orders, random_orders
from scales.engines import SCALES, engine
from tests.conformance.playthrough import Moment, Playthrough, advance_again, playthrough, seen_by

OPTIONS_AT_MOST = 250
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=12) | st.sampled_from(["", "0512", "1:0214", "x" * 5000]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


def test_seats_that_are_asked_play_a_side(run: Playthrough) -> None:
    seats = {side["seat"] for side in run.setup["sides"]}
    for moment in run.moments:
        asked = [decision.key for decision in moment.step.pending]
        assert len(set(asked)) == len(asked), moment.phase
        assert all(decision.seat in seats and decision.prompt and decision.kind for decision in moment.step.pending)


def test_every_seat_is_asked_something(run: Playthrough) -> None:
    asked = {decision.seat for moment in run.moments for decision in moment.pending}
    assert asked == {side["seat"] for side in run.setup["sides"]}


def test_every_decision_is_answerable_from_its_own_options(rules: Engine, run: Playthrough) -> None:
    for number, moment in enumerate(run.asked(120)):
        for decision in moment.pending:
            view = rules.view(clone(moment.before), decision.seat)
            offers = rules.offers(view, decision)
            assert len({slot.id for slot in offers}) == len(offers)
            for slot in offers:
                assert 1 <= len(slot.options) <= OPTIONS_AT_MOST, (decision.kind, slot.id, len(slot.options))
                assert all(option.label for option in slot.options)
            for attempt in range(3):
                orders = random_orders(offers, KeyedDice(key=seeded_secret(number * 10 + attempt)))
                assert rules.check(view, decision, orders) == [], (decision.kind, orders)


def test_random_answers_are_carried_out(rules: Engine, run: Playthrough) -> None:
    for number, moment in enumerate(run.asked(60)):
        picked = {d.key: picks(rules, moment.before, d, number) for d in moment.pending}
        step = advance_again(rules, run, moment, picked)
        assert step.done or step.pending
        assert encode(moment.before) == moment.digest


def picks(rules: Engine, state: Any, decision: Decision, seed: int) -> Orders:
    return random_orders(rules.offers(rules.view(state, decision.seat), decision), KeyedDice(key=seeded_secret(seed)))


def test_offers_and_checks_survive_json(rules: Engine, run: Playthrough) -> None:
    """What a page or a program sends back is what was offered, through JSON and back."""
    for moment in run.asked(20):
        for decision in moment.pending:
            view = rules.view(moment.before, decision.seat)
            same = decode(encode(decision), Decision)
            assert encode(plain(rules.offers(view, same))) == encode(plain(rules.offers(view, decision)))
            orders = decode(encode(picks(rules, moment.before, decision, 1)), Orders)
            assert rules.check(view, same, orders) == []


def test_answers_are_carried_out_alike_in_whatever_order_their_parts_stand(rules: Engine, run: Playthrough) -> None:
    """A log holds them in another order than they came in: a replay must come out the same."""
    for number, moment in enumerate(run.asked(120)):
        picked = {d.key: picks(rules, moment.before, d, number) for d in moment.pending}
        for answers in (moment.given, picked):
            steps = [
                advance_again(rules, run, moment, {key: turned_round(orders, way) for key, orders in answers.items()}) for way in (1, -1)
            ]
            assert encode(plain(steps[0].events)) == encode(plain(steps[1].events)), moment.phase
            assert encode(steps[0].state) == encode(steps[1].state)


def turned_round(orders: Orders, way: int) -> Orders:
    """The same orders, every table in it sorted forward (1) or backward (-1)."""

    def turned(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: turned(value[key]) for key in sorted(value)[::way]}
        return [turned(each) for each in value] if isinstance(value, list) else value

    return Orders(turned(orders.choices))


def test_empty_foreign_and_surplus_orders_are_refused(rules: Engine, run: Playthrough) -> None:
    for moment in run.asked(20):
        for decision in moment.pending:
            view = rules.view(moment.before, decision.seat)
            offers = rules.offers(view, decision)
            right = picks(rules, moment.before, decision, 2)
            surplus = Orders({**right.choices, "no such slot": {"unit": "nobody"}})
            assert faulty(rules, view, decision, surplus), decision.kind
            if offers:
                assert faulty(rules, view, decision, Orders({})), decision.kind
                assert faulty(rules, view, decision, Orders({slot.id: {"no": "such order"} for slot in offers})), decision.kind


def faulty(rules: Engine, view: Any, decision: Decision, orders: Orders) -> list[Fault]:
    faults = rules.check(view, decision, orders)
    assert all(isinstance(fault, Fault) and fault.code and fault.text for fault in faults)
    return faults


@pytest.mark.parametrize("scale", SCALES)
@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_garbage_is_refused_without_raising_and_leaves_the_state_equal(scale: str, data: st.DataObject) -> None:
    """One slot of a legal answer is replaced by anything that JSON can say. What passes the check can be carried out."""
    rules, run = engine(scale), playthrough(scale)
    moment = data.draw(st.sampled_from(run.asked()))
    decision = data.draw(st.sampled_from(moment.pending))
    orders = clone(moment.given[decision.key])
    slot = data.draw(st.sampled_from(sorted(orders.choices) or ["slot"]))
    orders.choices[slot] = damaged(data, orders.choices.get(slot, {}))
    faults = faulty(rules, rules.view(moment.before, decision.seat), decision, orders)
    assert encode(moment.before) == moment.digest
    if not faults:
        advance_again(rules, run, moment, {**moment.given, decision.key: orders})
        assert encode(moment.before) == moment.digest


def damaged(data: st.DataObject, order: dict[str, Any]) -> Any:
    """An order with one value replaced, or something else altogether."""
    if order and data.draw(st.booleans()):
        return {**order, data.draw(st.sampled_from(sorted(order))): data.draw(VALUES)}
    return data.draw(VALUES)


def test_an_order_with_one_part_missing_is_refused_or_carried_out(rules: Engine, run: Playthrough) -> None:
    for moment in run.asked(60):
        for decision in moment.pending:
            given = moment.given[decision.key]
            for slot, key in [(slot, key) for slot, order in given.choices.items() for key in order]:
                orders = Orders({**given.choices, slot: {k: v for k, v in given.choices[slot].items() if k != key}})
                if not faulty(rules, rules.view(moment.before, decision.seat), decision, orders):
                    advance_again(rules, run, moment, {**moment.given, decision.key: orders})


# ---- secrets -------------------------------------------------------------------------------------------------------


def test_a_view_changes_only_by_what_its_seat_could_see(rules: Engine, run: Playthrough) -> None:
    """Side A answers one way or another: if side B is told the same of both, B's view of both is the same, byte for byte."""
    compared = 0
    for number, moment in enumerate(run.asked(80)):
        for decision in moment.pending:
            other = {**moment.given, decision.key: picks(rules, moment.before, decision, number)}
            step = advance_again(rules, run, moment, other)
            for side in run.setup["sides"]:
                if side["seat"] != decision.seat and told(side["id"], step.events) == told(side["id"], moment.step.events):
                    compared += 1
                    mine, theirs = (encode(plain(rules.view(s, side["seat"]))) for s in (step.state, moment.step.state))
                    assert mine == theirs, f"{side['seat']} can tell how {decision.seat} answered {decision.kind} ({decision.key})"
    assert compared


def told(side: str, events: list[Event]) -> bytes:
    return encode(plain(seen_by(side, events)))


def test_sealed_answers_are_not_in_the_other_seats_views(rules: Engine, run: Playthrough) -> None:
    """While a sealed decision stands, the other seat's view does not depend on whether and what it asks."""
    for moment in sealed(run):
        for decision in moment.pending:
            others = [side["seat"] for side in run.setup["sides"] if side["seat"] != decision.seat]
            for seat in others:
                view = encode(plain(rules.view(moment.before, seat)))
                assert encode(decision.key) not in view, (decision.kind, seat)


def sealed(run: Playthrough) -> list[Moment]:
    return [moment for moment in run.moments if any(decision.sealed for decision in moment.pending)][:30]


def test_no_view_counts_the_dice_that_its_seat_did_not_see(rules: Engine, run: Playthrough) -> None:
    for moment in run.asked(40):
        for decision in moment.pending:
            assert plain(rules.view(moment.before, decision.seat))["state"]["at"]["rolls"] == 0


def test_views_say_whose_they_are_and_travel_as_json(rules: Engine, run: Playthrough) -> None:
    for side in run.setup["sides"]:
        view = plain(rules.view(run.opening.state, side["seat"]))
        assert view["seat"] == side["seat"]
        assert encode(decode(encode(view), dict)) == encode(view)


# ---- the GM's hand -------------------------------------------------------------------------------------------------


def test_a_gm_destroys_a_unit_and_nonsense_is_refused(rules: Engine, run: Playthrough) -> None:
    state = run.opening.state
    unit = sorted(run.report.fates)[0]
    step = rules.amend(state, {"kind": "destroy", "unit": unit, "reason": "an umpire's ruling"}, KeyedDice(key=seeded_secret(1)))
    assert rules.report(step.state).fates[unit].status == "destroyed"
    assert rules.invariants(step.state) == []
    assert step.events
    for nonsense in ({"kind": "destroy", "unit": "nobody", "reason": "x"}, {"kind": "sing", "unit": unit, "reason": "x"}, {}):
        with pytest.raises(ValueError, match=r".+"):
            rules.amend(state, nonsense, KeyedDice(key=seeded_secret(1)))
    assert encode(state) == encode(run.opening.state)


def test_a_table_result_with_a_stranger_is_refused_whole(rules: Engine, run: Playthrough) -> None:
    state = run.opening.state
    before = encode(state)
    unit = sorted(run.report.fates)[0]
    everyone = {u: {"status": "destroyed" if u == unit else fate.status} for u, fate in rules.report(state).fates.items()}
    with pytest.raises(ValueError, match=r".+"):
        rules.settle(state, {"fates": {**everyone, "nobody at all": {"status": "destroyed"}}})
    assert encode(state) == before
    step = rules.settle(state, {"fates": everyone})
    assert rules.report(step.state).fates[unit].status == "destroyed"
