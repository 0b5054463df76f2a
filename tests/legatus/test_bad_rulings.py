"""Rulings and results at any moment, sound ones and nonsense: refused in a sentence that changes nothing, or the battle goes on."""

from collections.abc import Iterator
from itertools import cycle
from typing import Any

import pytest

from scales.codec import decode, encode
from scales.dice import KeyedDice, ScriptedDice, phase_key, seeded_secret
from scales.engine import Decision, Delivery, Event, Json, Orders, Step
from scales.legatus import ENGINE
from scales.legatus.state import LegatusState
from scales.misfits import CONTROL
from tests.legatus.blind import heard, leaks, told
from tests.legatus.samples import answer, sample
from tests.legatus.table import century, setup
from tests.legatus.test_bad_orders import BROKEN_OFF, JUNK

SEATS = ("tog", "commonwealth")
GRAV = "medium_grav_armor"


def ruled(state: LegatusState, kind: str, **fields: Any) -> tuple[LegatusState, list[Event]]:
    step = ENGINE.amend(state, {"kind": kind, "reason": "so", **fields}, ScriptedDice())
    assert ENGINE.invariants(step.state) == []
    return step.state, step.events


def refused(state: LegatusState, ruling: Json) -> str:
    before = encode(state)
    with pytest.raises(ValueError, match=r".") as error:
        ENGINE.amend(state, ruling, ScriptedDice())
    assert encode(state) == before
    return str(error.value)


# ---- what has still to be placed -----------------------------------------------------------------------------------


def placing(blind: int = 0) -> tuple[LegatusState, dict[str, Decision]]:
    """Both sides are asked to place their centuries; the middle of the zone of tog is a lake."""
    lake = [" ".join(["0.", "0w", "0."] + ["0."] * 13)] * 12
    forces = [{"id": f"{side}{n}", "name": f"{side} {n}", "kind": "infantry"} for side in "ac" for n in (1, 2)]
    zones = {"tog": {"columns": [1, 3]}, "commonwealth": {"edge": "right"}}
    given = setup(forces[:2], forces[2:], rows=lake, zones=zones, options={"double_blind": blind})
    state = ENGINE.setup(given, ScriptedDice()).state
    step = ENGINE.advance(state, "initiative", {}, [], ScriptedDice())
    return step.state, {d.seat: d for d in step.pending}


@pytest.mark.parametrize("blind", [0, 1])
def test_what_has_still_to_be_placed_is_destroyed_withdrawn_damaged_and_placed_by_a_ruling(blind: int) -> None:
    state, decisions = placing(blind)
    # when a century is destroyed and one withdrawn, one crippled, one placed
    state, events = ruled(state, "destroy", unit="a1")
    assert (state.units["a1"].status, ENGINE.report(state).fates["a1"].status) == ("destroyed", "destroyed")
    assert [e.seen_by for e in events] == [["tog"] if blind else None]
    state, events = ruled(state, "damage", unit="a2")
    assert (state.units["a2"].status, state.units["a2"].crippled) == ("waiting", True)
    assert [e.seen_by for e in events] == [["tog"]]
    state, _ = ruled(state, "remove", unit="c1")
    state, _ = ruled(state, "move", unit="c2", to="1606", altitude="dug_in")
    assert (state.units["c2"].at, state.units["c2"].altitude, state.units["c2"].status) == ("1606", "dug_in", "ok")
    # then the decisions that stand can be answered, and what is left is placed
    answers = {}
    for seat, decision in decisions.items():
        view = ENGINE.view(state, seat)
        answers[decision.key] = Orders({slot.id: slot.options[0].order for slot in ENGINE.offers(view, decision)})
        assert ENGINE.check(view, decision, answers[decision.key]) == []
    step = ENGINE.advance(state, "initiative", answers, [], ScriptedDice())
    assert (step.state.units["a2"].status, step.state.units["c2"].at) == ("ok", "1606")
    assert ENGINE.invariants(step.state) == []


def test_what_was_never_placed_comes_back_on_dry_ground() -> None:
    state, _ = placing()
    state, _ = ruled(state, "destroy", unit="a1")
    state, _ = ruled(state, "repair", unit="a1")
    assert (state.units["a1"].status, state.units["a1"].at[:2]) != ("ok", "02")


def test_nobody_spots_what_has_still_to_be_placed() -> None:
    assert "still to place" in refused(placing(1)[0], {"kind": "spot", "unit": "a1", "side": "commonwealth"})


# ---- words that cannot be shown -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "ruling",
    [
        {"kind": "end", "outcome": "\x1b[2J"},
        {"kind": "end", "outcome": "\ud800"},
        {"kind": "add", "cohort": "t", "century": {"id": "new", "name": "A\x1b[2J", "kind": "infantry", "at": "0303"}},
        {"kind": "add", "squadron": {"id": "new", "name": "A\u202eB", "side": "tog"}},
        {"kind": "move", "unit": "a", "to": "0303\n"},
    ],
)
def test_rulings_with_words_that_steer_a_terminal_are_refused(ruling: Json) -> None:
    state = ENGINE.setup(setup([century("a", GRAV, "0202")], [century("x", GRAV, "1410")]), ScriptedDice()).state
    assert not CONTROL.search(refused(state, ruling))


def test_results_with_words_that_steer_a_terminal_are_refused() -> None:
    state = ENGINE.setup(setup([century("a", GRAV, "0202")], [century("x", GRAV, "1410")]), ScriptedDice()).state
    fates: Json = {"a": {"status": "ok", "\x1b[2J": 1}, "x": {"status": "ok", "sheet": {"\ud800": 1}}, "\x1b[2J": {}}
    found = ENGINE.report_faults(state, {"fates": fates, "outcome": "\x1b[2J", "\ud800": 1})
    assert len(found) == 5
    assert not any(CONTROL.search(fault.text + fault.where) for fault in found)


def test_a_ruling_whose_kind_is_nested_too_deep_is_refused() -> None:
    state = ENGINE.setup(setup([century("a", GRAV, "0202")], [century("x", GRAV, "1410")]), ScriptedDice()).state
    assert "without a kind" in refused(state, {"kind": BROKEN_OFF, "unit": "a"})


# ---- anything, at any moment ------------------------------------------------------------------------------------------


def wild(state: LegatusState, step: int) -> Iterator[Json]:
    """Rulings of every kind on everything in turn, each once as it should be and once with a word of junk."""
    ids = cycle([*sorted(state.units), *state.squadrons, *state.cohorts, *(s.id for s in (*state.satellites, *state.supports)), "nobody"])
    for _ in range(step * 5):
        next(ids)
    places = [u.at for u in state.units.values()] or ["0303"]
    junk = JUNK[:31]
    for n, kind in enumerate(ENGINE.rulings):
        ruling: Json = {"kind": kind}
        ruling |= {
            "move": lambda: {"unit": next(ids), "to": places[step % len(places)]},
            "mission": lambda: {"unit": next(ids), "box": "cap"},
            "spot": lambda: {"unit": next(ids), "side": SEATS[step % 2], "spotted": bool(step % 3)},
            "pool": lambda: {"side": SEATS[step % 2], "points": step},
            "release": lambda: {"engagement": "e1.1"},
            "add": lambda: {"cohort": min(state.cohorts), "century": {"id": f"new{step}", "kind": "grav_artillery", "at": "1209"}},
            "end": lambda: {"winner": "tog"},
            "note": lambda: {"text": "the weather turns"},
            "reroll": lambda: {"sides": 10, "why": "the die fell off the table"},
        }.get(kind, lambda: {"unit": next(ids)})()
        yield ruling
        yield ruling | {[*ruling, "altitude", "reason", "extra"][(step + n) % (len(ruling) + 3)]: junk[(step * 7 + n) % len(junk)]}


def judged(state: LegatusState, ruling: Json, blind: int) -> Step | None:
    """What came of a ruling, None if it is refused."""
    before, step, said = encode(state), None, ""
    try:
        step = ENGINE.amend(state, ruling, KeyedDice(key=b"ruling"))
    except ValueError as error:
        said = str(error)
    assert encode(state) == before
    if step is None:
        assert 0 < len(said) < 1200, ruling
        assert not CONTROL.search(said), ruling
        return None
    assert ENGINE.invariants(step.state) == [], ruling
    assert step.events, ruling
    for side in SEATS if blind and "reason" not in ruling else ():
        for event in [e for e in step.events if heard(e, side)]:
            # who is lost from sight by it was known before
            assert set(leaks(state, side, told(event))) & set(leaks(step.state, side, told(event))) == set(), ruling
    return step


@pytest.mark.parametrize(("seed", "blind"), [(1, 0), (6, 1)])
def test_rulings_at_any_moment_are_refused_or_the_battle_goes_on(seed: int, blind: int) -> None:
    """Every ruling is tried before every step; the battle goes on from one of those carried out."""
    given = sample(seed, turn_limit=2) | {"options": {"double_blind": blind}}
    state: LegatusState = ENGINE.setup(given, KeyedDice(key=b"set-up")).state
    number = carried = rejected = 0
    while not state.over and number < 12:
        for phase in ENGINE.phases if not state.over else ():
            number += 1
            dice, answers, done = KeyedDice(key=phase_key(seeded_secret(seed), 0, "b", number)), dict[str, Orders](), False
            while not done:
                step = ENGINE.advance(state, phase, answers, list[Delivery](), dice)
                state, done, pending = step.state, step.done, step.pending
                found = [after for ruling in wild(state, number + dice.index) if (after := judged(state, ruling, blind)) is not None]
                carried, rejected = carried + len(found), rejected + 2 * len(ENGINE.rulings) - len(found)
                going = [after for after in found if not after.state.over]
                if going and dice.index % 2:
                    after = going[dice.index % len(going)]
                    state, again = decode(encode(after.state), LegatusState), {d.key: d for d in after.pending}
                    pending = [again.get(d.key, d) for d in pending]
                answers = {d.key: answer(state, d, number, d.seat == "tog") for d in pending}
            assert ENGINE.invariants(state) == []
    assert carried > 50
    assert rejected > 50


def test_the_same_result_five_times_is_taken_once_over_and_changes_nothing_more() -> None:
    state = ENGINE.setup(sample(3), KeyedDice(key=b"set-up")).state
    fates = {id: {"status": fate.status, "sheet": fate.sheet} for id, fate in ENGINE.report(state).fates.items()}
    lost = next(id for id, unit in state.units.items() if unit.kind != "defensive_installation")
    fates[lost] = {"status": "destroyed"}
    states = [state]
    for _ in range(5):
        states.append(ENGINE.settle(states[-1], {"fates": fates, "over": True}).state)
    assert len({encode(plainly.units) for plainly in states[1:]}) == 1
    assert all(ENGINE.invariants(each) == [] for each in states)
