"""Orders that are none, of decisions of every kind: refused in sentences, the state as it was; what is not refused is carried out."""

from collections.abc import Iterator
from itertools import cycle, islice
from typing import Any

import pytest

from scales.codec import encode
from scales.dice import KeyedDice, seeded_secret
from scales.engine import Fault, Orders, Slot
from scales.interceptor import ENGINE, refusals
from scales.interceptor.state import State
from scales.misfits import CONTROL
from scales.refusals import BOOKS
from tests.interceptor.asking import SCENES, Asked, answer, decisions
from tests.interceptor.broken import STRANGE, at, changed, places

NONE: list[Any] = [None, "x", [], {}, {"nobody": {}, "": 1, "\ud800": 2, "\x1b[2J": 3, "x" * 5000: 4, 1: 5, None: 6}]
NUMBERS = (1, -1, 2, 7, 60)


def test_decisions_of_every_kind_are_tried() -> None:
    assert set(SCENES) == set(refusals.RULES)
    assert all(decisions(kind) for kind in SCENES)


def ids(state: State) -> list[str]:
    """Everything that an order may name, also where it may not."""
    below = [unit.id for units in state.ground.values() for unit in units]
    return [*state.craft, *(s.id for s in state.shots), *below, *state.battles, *state.units, "0", "1", "bow", "sss", "1:0114", "strafing"]


def variants(order: Any, known: Iterator[str], fresh: Iterator[Any]) -> Iterator[Any]:
    """One thing in an order replaced, left out, doubled or added: junk in turn, everybody's ids, what stands elsewhere in it."""
    for path in islice(places(order), 12):
        there = at(order, path)
        yield from (changed(order, path, new) for new in (*islice(fresh, 4), next(known), [next(known)] * 2, {next(known): next(known)}))
        if isinstance(there, dict):
            yield from (changed(order, path, {k: v for k, v in there.items() if k != left}) for left in there)
            yield from (changed(order, path, there | {name: next(fresh)}) for name in ("extra", next(known)))
        elif isinstance(there, list):
            yield from (changed(order, path, more) for more in (there + there, [*there, next(fresh)], there * 40))
        elif type(there) is int:
            yield from (changed(order, path, there + more) for more in NUMBERS)
            yield from (changed(order, path, other) for other in (float(there), bool(there), str(there)))


def tried(found: Asked, offers: list[Slot], fresh: Iterator[Any]) -> Iterator[Orders]:
    """The calmest orders with one slot changed; slots that there are not, and none."""
    given = answer(found.state, found.decision, {}).choices
    known = cycle(ids(found.state))
    for number, slot in enumerate(offers):
        for order in (given[slot.id], slot.options[-1 - number % len(slot.options)].order, slot.options[0].order):
            yield from (Orders({**given, slot.id: wrong}) for wrong in islice(variants(order, known, fresh), 60))
        yield Orders({k: v for k, v in given.items() if k != slot.id})
    yield from (Orders(each) for each in NONE)
    yield Orders(given | {name: next(fresh) for name in found.state.craft})


@pytest.mark.parametrize("kind", SCENES)
def test_orders_are_refused_in_sentences_or_carried_out(kind: str) -> None:
    """Every sentence names its rule and can be shown; nothing has changed; what is accepted is carried out and breaks no invariant."""
    fresh, refused, taken = cycle(STRANGE), 0, 0
    for found in decisions(kind)[:3]:
        view, before = ENGINE.view(found.state, found.decision.seat), encode(found.state)
        for orders in islice(tried(found, ENGINE.offers(view, found.decision)[:3], fresh), 300):
            faults = ENGINE.check(view, found.decision, orders)
            judged(faults)
            refused += bool(faults)
            if not faults and taken < 25:
                taken += 1
                carried_out(found, orders)
        assert encode(found.state) == before
    assert refused > 40
    assert taken or kind == "place"


def judged(faults: list[Fault]) -> None:
    assert all(f.code and 0 < len(f.text) < 900 and encode(f) for f in faults), faults
    assert not any(CONTROL.search(f.text + f.where) for f in faults), faults
    assert all(any(book in f.text for book in BOOKS) for f in faults), faults


def carried_out(found: Asked, orders: Orders) -> None:
    given = {d.key: answer(found.state, d, {}) for d in found.pending} | {found.decision.key: orders}
    step = ENGINE.advance(found.state, found.phase, given, [], KeyedDice(key=seeded_secret(3)))
    assert ENGINE.invariants(step.state) == [], orders


@pytest.mark.parametrize("kind", SCENES)
def test_answers_to_the_other_seat_are_refused(kind: str) -> None:
    for found in decisions(kind):
        given = answer(found.state, found.decision, {})
        for seat in {"tog", "cw", ""} - {found.decision.seat}:
            (fault,) = ENGINE.check(ENGINE.view(found.state, seat), found.decision, given)
            assert fault.code == "not_yours"


def test_all_faults_of_an_answer_are_named_at_once() -> None:
    """Given three craft that fire, when each order is wrong in another way, then every one is named with its craft."""
    found = decisions("fire")[1]
    assert found.decision.units == ["lance-1", "lance-2", "ponto"]
    wrong = {"lance-1": {"fire": {"0": "patrol-2", "9": "patrol-1"}}, "lance-2": {"fire": {"0": "lance-1"}}, "ponto": {"shoot": 1}, "x": {}}
    faults = ENGINE.check(ENGINE.view(found.state, "tog"), found.decision, Orders(wrong))
    assert {f.where for f in faults} == {"lance-1", "lance-2", "ponto", "x"}
    assert {f.code for f in faults} == {"no_weapon", "no_target", "bad_order", "unknown_slot"}
