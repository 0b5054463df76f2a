"""Orders that are none, of decisions of every kind: refused in sentences, the state as it was; what is not refused is carried out."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import cycle, islice
from typing import Any

import pytest

from scales.codec import encode
from scales.dice import KeyedDice, seeded_secret
from scales.engine import Decision, Json, Orders, Slot
from scales.legatus import ENGINE, refusals
from scales.misfits import CONTROL
from tests.legatus.samples import Moment, moments
from tests.legatus.table import century, setup
from tests.legatus.test_bad_setups import GRAV, changed, places, rich

BROKEN_OFF: list[Any] = []
for _ in range(2000):
    BROKEN_OFF = [BROKEN_OFF]
JUNK: list[Any] = [
    None, True, -1, 0, 1, 99, 2**64, 10**30, 0.5, float("nan"), float("inf"), "", "0", "٣", "\ud800", "\x00", "\x1b[2J", "\u202ex", "x" * 3000,
    [], {}, [0], [[]], {"x": 1}, {1: 2}, {"\x1b[2J": 3, "\ud800": 2}, {"target": None}, {1, 2}, b"x", "0603", "0603|0604", "9901", "٠٦٠٣", "0603\n",
    "0604|0603", "low_altitude", ["0603"] * 50, BROKEN_OFF, object(),
]  # fmt: skip
NONE: list[Any] = [None, "x", [], {}, {"nobody": {}, "": 1, "\ud800": 2, "\x1b[2J": 3, "x" * 5000: 4, 1: 5, None: 6}]


def armed(blind: int) -> Json:
    """Something of everything on both sides, near each other."""
    given = rich()
    guns = [century("n1", "grav_artillery", "1104"), century("n2", "ground_artillery", "1106")]
    given["cohorts"].append({"id": "n", "name": "Guns", "side": "commonwealth", "permanent": False, "centuries": guns})
    given["squadrons"] += [{"id": f"q{n}", "side": side, "kind": "interceptor_light"} for n, side in enumerate(("tog", "commonwealth") * 2)]
    return given | {"options": {"double_blind": blind}, "turn_limit": 4}


def apart(blind: int) -> Json:
    """Batteries out of everybody's reach, and squadrons with nothing but low centuries to go for."""
    sides = (("tog", "02"), ("commonwealth", "15"))
    forces = [
        [century(f"{side}-g{n}", "grav_artillery", f"{column}0{n}", altitude="dug_in") for n in (2, 4, 6)]
        + [century(f"{side}-low{n}", GRAV, f"{column}0{n}", altitude="low_altitude") for n in (3, 8)]
        for side, column in sides
    ]
    wings = [{"id": f"{side}-q{n}", "side": side} for side, _ in sides for n in (1, 2, 3)]
    return setup(*forces, squadrons=wings, options={"double_blind": blind}, turn_limit=2)


@lru_cache(maxsize=2)
def asked(blind: int) -> tuple[tuple[Moment, Decision], ...]:
    """Up to three decisions of each kind, with their moments."""
    kinds: dict[str, list[tuple[Moment, Decision]]] = {}
    for given, seed in ((armed(blind), 3), (armed(blind), 4), (apart(blind), 23)):
        for moment in moments(given, seed):
            for decision in moment.asked:
                kinds.setdefault(decision.kind, []).append((moment, decision))
    return tuple(found for of_kind in kinds.values() for found in of_kind[:: max(1, len(of_kind) // 3)][:3])


def test_decisions_of_every_kind_are_tried() -> None:
    assert {decision.kind for blind in (0, 1) for _, decision in asked(blind)} == set(refusals.RULES)


def variants(order: Any, moment: Moment, fresh: Iterator[Any]) -> Iterator[Any]:
    """One thing in an order replaced, left out, doubled or added: junk in turn, everybody's ids, what stands elsewhere in it."""
    state = moment.before
    above = [s.id for s in state.satellites] + [s.id for s in state.supports]
    ids = cycle([*state.units, *state.squadrons, *state.cohorts, *above])
    for path in islice(places(order), 12):
        there = order
        for key in path:
            there = there[key]
        yield from (
            changed(order, path, new) for new in (*islice(fresh, 3), next(ids), [next(ids), next(ids)], {next(ids): 1, next(ids): -4})
        )
        if isinstance(there, dict):
            yield from (changed(order, path, {k: v for k, v in there.items() if k != left}) for left in there)
            yield from (changed(order, path, there | {name: next(fresh)}) for name in ("extra", next(ids)))
        elif isinstance(there, list):
            yield from (changed(order, path, more) for more in (there + there, [*there, next(fresh)]))
        elif type(there) is int:
            yield from (changed(order, path, other) for other in (there + 1, -there - 1, float(there), bool(there), str(there)))


def tried(moment: Moment, decision: Decision, offers: list[Slot], fresh: Iterator[Any]) -> Iterator[Orders]:
    """The orders that were given with one slot changed; slots that there are not, and none."""
    given = moment.given[decision.key].choices
    for number, slot in enumerate(offers):
        for order in (given[slot.id], slot.options[-1 - number % len(slot.options)].order):
            yield from (Orders({**given, slot.id: wrong}) for wrong in islice(variants(order, moment, fresh), 40))
        yield Orders({k: v for k, v in given.items() if k != slot.id})
    yield from (Orders(each) for each in NONE)
    yield Orders(given | {name: next(fresh) for name in moment.before.units})


@pytest.mark.parametrize("blind", [0, 1])
def test_orders_are_refused_in_sentences_or_carried_out(blind: int) -> None:
    """Every sentence names its rule, or the order is none at all, and can be shown; what is accepted is carried out and breaks no invariant."""
    fresh, refused, taken = cycle(JUNK), 0, 0
    for moment, decision in asked(blind):
        view, before = ENGINE.view(moment.before, decision.seat), encode(moment.before)
        for orders in islice(tried(moment, decision, ENGINE.offers(view, decision)[:4], fresh), 150):
            faults = ENGINE.check(view, decision, orders)
            assert all(f.code and 0 < len(f.text) < 600 and encode(f) for f in faults), (decision.kind, faults)
            assert not any(CONTROL.search(f.text + f.where) for f in faults), faults
            assert all("(legatus: " in f.text for f in faults if f.code != "malformed"), faults
            refused += bool(faults)
            if not faults and taken < 200:
                taken += 1
                carried_out(moment, {**moment.given, decision.key: orders})
        assert encode(moment.before) == before, decision.kind
    assert refused > 1000
    assert taken > 30


def carried_out(moment: Moment, given: dict[str, Orders]) -> None:
    dice = KeyedDice(index=moment.before.at.rolls, key=seeded_secret(3))
    step = ENGINE.advance(moment.before, moment.phase, given, [], dice)
    assert ENGINE.invariants(step.state) == [], given


@pytest.mark.parametrize("blind", [0, 1])
def test_answers_to_the_other_seat_are_refused(blind: int) -> None:
    for moment, decision in asked(blind):
        for seat in {"tog", "commonwealth", ""} - {decision.seat}:
            (fault,) = ENGINE.check(ENGINE.view(moment.before, seat), decision, moment.given[decision.key])
            assert fault.code == "not_yours"


def test_every_unit_is_judged_however_many_there_are() -> None:
    """Given 300 centuries to place, when one of the last is placed in the enemy's zone, then that is refused."""
    cohorts = [
        {"id": f"{side}{n}", "side": side, "centuries": [{"id": f"{side}{n}-{m}", "kind": "infantry"} for m in range(60)]}
        for side, count in (("tog", 5), ("commonwealth", 1))
        for n in range(count)
    ]
    zones = {"tog": {"edge": "left"}, "commonwealth": {"edge": "right"}}
    state = ENGINE.setup(setup([], [], cohorts=cohorts, zones=zones), KeyedDice(key=b"x")).state
    step = ENGINE.advance(state, "initiative", {}, [], KeyedDice(key=b"x"))
    decision = next(d for d in step.pending if d.seat == "tog")
    view = ENGINE.view(step.state, "tog")
    given = {slot.id: slot.options[0].order for slot in ENGINE.offers(view, decision)}
    (fault,) = ENGINE.check(view, decision, Orders(given | {"tog4-9": {"at": "1603", "altitude": "normal"}}))
    assert (fault.code, fault.where) == ("illegal", "tog4-9")
