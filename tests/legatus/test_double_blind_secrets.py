"""A double-blind battle: nothing that a side gets holds an enemy that it has not spotted, whatever happens."""

from collections.abc import Iterator
from typing import Any

import pytest

from scales.codec import clone, encode, plain
from scales.dice import KeyedDice
from scales.engine import Decision, Delivery, Event, Json, Orders
from scales.legatus import ENGINE
from scales.legatus.double_blind.hearing import knows_marker
from scales.legatus.state import LegatusState
from scales.messages import CenturyOut, EngagementResult, GroundDamage, GroundLosses, Spotted, SquadronBack
from tests.legatus.blind import SIDES, battle, heard, heard_by, hidden, leaks, names, told
from tests.legatus.hiding import BLIND
from tests.legatus.samples import Moment
from tests.legatus.table import mail
from tests.legatus.test_secrets import HIDDEN, seen, wrong_orders
from tests.soaking import first_of

SEEDS = (2, 3, 5)
SEATS = (*SIDES, "")


@pytest.mark.parametrize("seed", first_of(SEEDS))
def test_no_event_tells_of_what_is_not_spotted(seed: int) -> None:
    """Text, data, units, checks and the labels of dice, after every step."""
    for moment in battle(seed):
        for seat in SEATS:
            for event in heard_by(moment, seat):
                assert leaks(moment.step.state, seat, told(event)) == [], (moment.phase, seat, event)
                assert not ground_named(moment.step.state, seat, event), (moment.phase, seat, event)


def ground_named(state: LegatusState, side: str, event: Event) -> set[str]:
    """Hexes of prepared ground that a side has not found, in what is told of prepared ground."""
    unseen = {hex for marker in state.markers if not knows_marker(state, marker, side) for hex in marker.hexes}
    named = [*event.data.get("hexes", []), event.data.get("hex", "")] if event.kind in {"cleared", "built", "laid", "attacked"} else []
    return unseen & set(named)


@pytest.mark.parametrize("seed", first_of(SEEDS))
def test_nothing_that_a_seat_gets_names_what_is_not_spotted(seed: int) -> None:
    """Its view, the map, the sheets, how the battle stands, and what it is asked with every option."""
    for moment in battle(seed)[::4]:
        state = moment.step.state
        for seat in SEATS:
            view = ENGINE.view(state, seat)
            found = [view, ENGINE.picture(view), ENGINE.report(view.state), *(ENGINE.record(view, unit) for unit in names(state))]
            for decision in [d for d in moment.step.pending if d.seat == seat]:
                found += [decision, ENGINE.offers(view, decision), ENGINE.prospects(view, decision)]
            for each in found:
                assert leaks(state, seat, each) == [], (moment.phase, seat)


@pytest.mark.parametrize("seed", first_of(SEEDS))
def test_refusals_are_the_same_for_who_is_hidden_and_who_is_not_there(seed: int) -> None:
    """Orders at an enemy not spotted are refused as those at a name that nobody has."""
    for moment in asked(seed):
        for decision in moment.asked:
            view, given = ENGINE.view(moment.before, decision.seat), moment.given[decision.key]
            for id in sorted(hidden(moment.before, decision.seat))[:1]:
                for wrong, none in zip(wrong_orders(given, [id]), wrong_orders(given, ["stranger"]), strict=True):
                    assert refusal(view, decision, wrong, id) == refusal(view, decision, none, "stranger")


def asked(seed: int) -> list[Moment]:
    """Moments at which somebody is asked, about one of each kind of decision in turn."""
    found = [m for m in battle(seed) if m.asked]
    return found[:: max(1, len(found) // 8)]


def refusal(view: Any, decision: Decision, orders: Orders, name: str) -> list[str]:
    """Every sentence, with the name that was asked for taken out."""
    return sorted(f"{fault.code} {fault.where}: {fault.text}".replace(name, "X") for fault in ENGINE.check(view, decision, orders))


@pytest.mark.parametrize("seed", first_of(SEEDS))
def test_what_is_hidden_changes_nothing_that_a_seat_gets(seed: int) -> None:
    """All of it at once: what each change is about `tests.legatus.hiding` says."""
    for moment in [*asked(seed), battle(seed)[-2]]:
        for seat in SEATS:
            other = clone(moment.before)
            for change in HIDDEN:
                change(other, seat)
            assert encode(other) != encode(moment.before)
            assert seen(other, seat, moment) == seen(moment.before, seat, moment), (moment.phase, seat)


def test_the_changes_reach_every_kind_of_hidden_thing() -> None:
    """So that the test above compares something."""
    for change in BLIND:
        states = [clone(next(m.before for m in battle(seed) if m.phase == "movement")) for seed in SEEDS]
        before = encode(states)
        for state in states:
            change(state, "tog")
        assert encode(states) != before, change.__name__


def test_there_is_something_to_hide_and_something_is_found() -> None:
    for seed in SEEDS:
        first, last = battle(seed)[0].step.state, battle(seed)[-2].before
        assert all(hidden(first, side) for side in SIDES)
        assert any(len(hidden(last, side)) < len(hidden(first, side)) for side in SIDES)


@pytest.mark.parametrize("seed", first_of(SEEDS))
def test_rulings_on_what_is_hidden_are_told_to_its_own_side(seed: int) -> None:
    """The game master moves, harms, heals, adds and takes away what one side has not spotted: the other hears nothing, and is asked nothing new."""
    for moment in asked(seed)[::3]:
        for side in SIDES:
            for ruling in rulings(moment.before, side):
                step = ENGINE.amend(moment.before, ruling, KeyedDice(key=b"ruling"))
                for event in [e for e in step.events if heard(e, side)]:
                    assert leaks(step.state, side, told(event)) == [], event
                for decision in [d for d in step.pending if d.seat == side]:
                    assert leaks(step.state, side, decision) == []


def rulings(state: LegatusState, side: str) -> Iterator[Json]:
    """Rulings on a unit that a side has not spotted, and reinforcements of its enemy."""
    unseen = [state.units[u] for u in sorted(hidden(state, side)) if u in state.units and state.units[u].status == "ok"]
    if not unseen:
        return
    unit = unseen[len(unseen) // 2]
    yield {"kind": "move", "unit": unit.id, "to": unit.at}
    yield {"kind": "destroy", "unit": unit.id}
    yield {"kind": "remove", "unit": unit.id}
    if not unit.crippled:
        yield {"kind": "damage", "unit": unit.id}
    if unit.cohort:
        yield {"kind": "add", "cohort": unit.cohort, "century": {"id": "fresh", "name": "Fresh troops", "kind": "marine", "at": "0101"}}


@pytest.mark.parametrize("seed", first_of(SEEDS))
def test_mail_about_what_is_hidden_is_told_to_who_knows_it(seed: int) -> None:
    """Damage from space, losses, ships that spot, results of fights that never were, and squadrons that come back, for each phase that opens."""
    for moment in [m for m in battle(seed) if not m.asked and not m.before.at.phase]:
        for side in SIDES:
            step = ENGINE.advance(moment.before, moment.phase, {}, letters(moment.before, side), KeyedDice(key=b"mail"))
            for seat in SEATS:
                for event in [e for e in step.events if heard(e, seat)]:
                    assert leaks(step.state, seat, told(event)) == [], event


def letters(state: LegatusState, side: str) -> list[Delivery]:
    """Messages about what a side has not spotted."""
    units = [u for u in sorted(hidden(state, side)) if u in state.units][:3]
    wings = [q for q in sorted(hidden(state, side)) if q in state.squadrons][:1]
    found: list[tuple[str, Any]] = [("spotted", Spotted("s", "Ship", side, "1:0101", units[:1]))]
    found += [("ground_damage", GroundDamage(u, "s", "crippled")) for u in units[1:2]]
    found += [("ground_losses", GroundLosses(u, "destroyed")) for u in units[2:]]
    found += [("squadron_back", SquadronBack(q, state.squadrons[q].side, True)) for q in wings]
    outs = [CenturyOut(u, "destroyed", 0, True) for u in units]
    found.append(("engagement_result", EngagementResult("b", "e9.9", True, None, outs, {}, "")))
    return [mail(kind, plain(data)) for kind, data in found]


@pytest.mark.parametrize("seed", first_of(SEEDS))
def test_a_result_from_a_table_that_ends_nothing_tells_of_nobody_hidden(seed: int) -> None:
    """Given a battle taken to a table in the middle, when it comes back with a loss and goes on, then only who knew the unit hears of it."""
    state = battle(seed)[len(battle(seed)) // 2].step.state
    if state.over:
        return
    fates: Json = {id: {"status": fate.status, "sheet": fate.sheet} for id, fate in ENGINE.report(state).fates.items()}
    for id in [u for u in sorted(hidden(state, "tog")) if u in state.units and fates[u]["status"] == "ok"][:2]:
        fates[id] = {"status": "destroyed"}
    step = ENGINE.settle(state, {"fates": fates, "over": False})
    for side in SEATS:
        for event in [e for e in step.events if heard(e, side)]:
            assert leaks(step.state, side, told(event)) == [], event


def test_when_it_is_over_everybody_sees_all_of_it() -> None:
    state = battle(1)[-1].step.state
    assert state.over
    for seat in SEATS:
        view = ENGINE.view(state, seat).state
        assert set(view.units) == set(state.units)
        assert [o.holder for o in view.objectives] == [o.holder for o in state.objectives]
        assert ENGINE.report(view).points == ENGINE.report(state).points
