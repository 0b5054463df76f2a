"""What an offer says is what play then rolls; what a plan can answer is offered and checked."""

from collections.abc import Iterator
from typing import Any

import pytest

from scales.codec import decode, encode, plain
from scales.dice import KeyedDice
from scales.engine import Check, Decision, Event, Json, Option, Orders, Slot, Step, random_orders
from scales.legatus import ENGINE, board
from scales.legatus.state import LegatusState
from tests.legatus.samples import Moment, battle, moments, sample
from tests.legatus.table import Table, century, setup, table
from tests.soaking import first_of

GRAV = "medium_grav_armor"
SEEDS = range(1, 11)
ROLLED = ("what", "base", "modifiers", "target", "rule")


def taken(state: LegatusState, decision: Decision, orders: Orders) -> dict[str, Option]:
    """The option that each order was, by slot."""
    offers = ENGINE.offers(ENGINE.view(state, decision.seat), decision)
    return {slot.id: next(o for o in slot.options if o.order == orders.choices[slot.id]) for slot in offers}


def same(told: Json, check: Check) -> bool:
    mine: Json = plain(check)
    return {k: told[k] for k in ROLLED} == {k: mine[k] for k in ROLLED}


def of(events: list[Event], kind: str, *units: str) -> list[Event]:
    return [e for e in events if e.kind == kind and e.units[: len(units)] == list(units)]


def open_battle(seed: int) -> Iterator[Moment]:
    """Without the Double-blind rules: what a side does not know of changes rolls that it was told."""
    setup = sample(seed, turn_limit=4)
    return moments(setup | {"options": setup["options"] | {"double_blind": 0}}, seed)


@pytest.mark.parametrize("seed", first_of(SEEDS, 3))
def test_an_offer_says_what_is_then_rolled(seed: int) -> None:
    fire: dict[str, Option] = {}
    before_combat: LegatusState | None = None
    for moment in open_battle(seed):
        before, phase, step = moment.before, moment.phase, moment.step
        for decision in moment.asked:
            options = taken(before, decision, moment.given[decision.key])
            if decision.kind == "movement":
                _moves_as_told(before, options, step.events)
            elif decision.kind in {"reaction", "pursuit"}:
                _reacts_as_told(options, step.events)
            elif decision.kind == "initiative":
                _initiative_as_told(options["spend"], step)
            elif decision.kind == "attack":
                fire |= options
        if phase == "combat":
            _fires_as_told(before_combat or before, fire, step.events)
            fire = {}
        before_combat = step.state


def _moves_as_told(before: LegatusState, options: dict[str, Option], events: list[Event]) -> None:
    for id, option in options.items():
        changed = [e for e in events[: events.index(m)] if e.kind in {"denied", "cleared"}] if (m := _moved(events, id)) else []
        if m is None or changed:  # artillery of the same cohort has changed the zones meanwhile
            continue
        tests = option.info["tests"]
        assert len(m.checks) <= len(tests)
        assert all(same(test["roll"], check) for test, check in zip(tests, m.checks, strict=False)), (option.label, m)
        if "stops there" not in m.text:
            assert len(m.checks) == len(tests)
            assert (m.data["to"], m.data["altitude"]) == (option.info["at"], option.info["altitude"])
        assert option.info["used_halves"] > 0 <= option.info["left_halves"]
        assert before.units[id].at == m.data["from"]


def _moved(events: list[Event], id: str) -> Event | None:
    return next(iter(of(events, "moved", id)), None)


def _reacts_as_told(options: dict[str, Option], events: list[Event]) -> None:
    for id, option in options.items():
        for event in [*of(events, "held", id), *of(events, "reacted", id)]:
            assert same(option.info["roll"], event.checks[0]), (option.label, event)


def _initiative_as_told(option: Option, step: Step) -> None:
    for cohort, values in option.info["cohorts"].items():
        assert step.state.cohorts[cohort].initiative == values["after"], option.label


def _fires_as_told(before: LegatusState, fire: dict[str, Option], events: list[Event]) -> None:
    batteries = {f"artillery: {before.units[id.removeprefix('fire:')].name}": o for id, o in fire.items() if o.order.get("support")}
    for id, option in fire.items():
        target = option.order.get("target", "")
        for kind in ("attacked", "ground_attack", "thor"):
            for event in of(events, kind, id, target) if target else []:
                check = event.checks[0]
                helped = [m for m in check.modifiers if m.name in batteries]
                check.modifiers = [m for m in check.modifiers if m not in helped]
                check.target -= sum(m.value for m in helped)
                assert same(option.info["roll"], check), (option.label, event)
                assert not (helped and option.info["support_barred"])
                assert all(plain(m) in batteries[m.name].info["modifiers"] for m in helped)
        for event in of(events, "naval_fire", id):
            assert same(option.info["strikes"][event.units[1]], event.checks[0])


def test_defense_and_morale_are_told_with_the_attack() -> None:
    """Attacks hit with 1; x fails its defense of 6 with 9, a misses; x holds with 3."""
    play = Table(table([century("a", GRAV, "0606")], [century("x", GRAV, "0607", altitude="dug_in")]))
    play.phase("initiative").phase("movement").phase("spotting")
    asked = Decision("attack:tog", "tog", "attack", "?")
    info = ENGINE.offers(ENGINE.view(play.state, "tog"), asked)[0].options[0].info
    play.phase("commitment").phase("combat", 1, 10, 9, 3)
    hit = next(e for e in play.events if e.kind == "hit")
    assert same(info["defense"], hit.checks[0])
    assert same(info["morale"], hit.checks[1])
    assert info["morale"] | {"holds": 60, "retreats": 40, "broken": 0} == info["morale"]
    assert (info["roll"]["target"], info["roll"]["chance"]) == (5, 50)


def test_slots_name_their_units_and_options_read_as_sentences() -> None:
    named = set()
    for moment in battle(4):
        before = moment.before
        for decision in moment.asked:
            slots: list[Slot] = ENGINE.offers(ENGINE.view(before, decision.seat), decision)
            fates = ENGINE.report(before).fates
            for slot in slots:
                named.add(slot.unit)
                assert slot.unit == "" or fates[slot.unit].side == ENGINE.view(before, decision.seat).side
                assert len({o.label for o in slot.options}) == len(slot.options), (decision.kind, slot.title)
            assert decode(encode(slots), list[Slot]) == [
                Slot(s.id, s.title, [Option(**plain(o)) for o in s.options], s.unit) for s in slots
            ]
    assert len(named) > 3


# ---- what a plan can answer -------------------------------------------------------------------------------------------


def four_cohorts() -> LegatusState:
    given = setup([century("a", GRAV, "0202")], [century("x", GRAV, "1410")])
    given["cohorts"] += [
        {"id": "t2", "name": "T2", "side": "tog", "centuries": [century("b", GRAV, "0302"), century("b2", GRAV, "0306")]},
        {"id": "c2", "name": "C2", "side": "commonwealth", "centuries": [century("y", GRAV, "1210"), century("y2", GRAV, "1202")]},
    ]
    state: LegatusState = ENGINE.setup(given, KeyedDice(key=b"s")).state
    return state


def begun(state: LegatusState, phase: str) -> Step:
    return ENGINE.advance(state, phase, {}, [], KeyedDice(key=b"d"))


def test_a_plan_for_movement_answers_every_move_of_the_seat() -> None:
    play = Table(four_cohorts()).phase("initiative")
    step = begun(play.state, "movement")
    plans: dict[str, dict[str, Orders]] = {"tog": {}, "commonwealth": {}}
    for seat, plan in plans.items():
        view = ENGINE.view(step.state, seat)
        mine = [c for c in view.waiting if view.state.cohorts[c].side == seat]
        first = Decision(f"activation:{mine[0]}", seat, "activation", "?", [mine[0]], data={"waiting": view.waiting})
        found = ENGINE.prospects(view, first)
        assert found[0] is first
        assert [d.key for d in found if d.kind == "movement"] == [f"movement:{c}" for c in mine]
        assert len({d.key for d in found}) == len(found)
        for decision in found:
            orders = random_orders(ENGINE.offers(view, decision), KeyedDice(key=b"p"))
            assert ENGINE.check(view, decision, orders) == []
            plan[decision.key] = Orders({"turn": {"act": "move"}}) if decision.kind == "activation" else orders
    while not step.done:
        answers = {d.key: plans[d.seat][d.key] for d in step.pending}
        step = ENGINE.advance(step.state, "movement", answers, [], KeyedDice(key=b"d", index=step.state.at.rolls))


def test_the_plan_of_commitment_has_reactions_and_attacks() -> None:
    play = Table(table([century("a", GRAV, "0606")], [century("x", GRAV, "0607")])).phase("initiative").phase("movement").phase("spotting")
    step = begun(play.state, "commitment")
    decision = step.pending[0]
    view = ENGINE.view(step.state, decision.seat)
    found = ENGINE.prospects(view, decision)
    assert [d.kind for d in found] == ["activation", "reaction", "attack"]
    for each in found:
        assert ENGINE.check(view, each, random_orders(ENGINE.offers(view, each), KeyedDice(key=b"p"))) == []


def test_who_leaves_a_zone_is_told_who_may_pursue() -> None:
    play = Table(table([century("a", GRAV, "0606")], [century("x", GRAV, "0607")])).phase("initiative").phase("movement").phase("spotting")
    options = _options(play.state, Decision("reaction:t", "tog", "reaction", "?", ["a"]))
    assert options["0605"].info["pursuers"] == ["x"]
    beside = board.common("0606", "0607")[0]
    assert options[beside].info["pursuers"] == options["0606"].info.get("pursuers", []) == []
    assert options["0605"].label == "on 6 or less: move to 0605: 1 of 1 point"


def _options(state: LegatusState, decision: Decision) -> dict[str, Any]:
    return {str(o.info["at"]): o for o in reversed(ENGINE.offers(ENGINE.view(state, decision.seat), decision)[0].options)}


def test_a_move_tells_points_tests_and_whom_it_meets() -> None:
    play = Table(table([century("a", GRAV, "0604")], [century("x", GRAV, "0807")])).phase("initiative")
    option = _options(play.state, Decision("movement:t", "tog", "movement", "?", ["a"]))["0607"]
    assert option.label == "move to 0607: 3 of 6 points"
    near = _options(play.state, Decision("movement:t", "tog", "movement", "?", ["a"]))["0707"]
    assert near.label == "move to 0707: 3 of 6 points, next to X"
    assert (near.info["in_zone"], near.info["adjacent"], near.info["used_halves"], near.info["left_halves"]) == (True, ["x"], 6, 6)


def test_faults_of_orders_stand_at_their_slot_in_plain_sentences() -> None:
    moment = next(m for m in battle(1) if any(d.kind == "movement" for d in m.asked))
    (decision,) = [d for d in moment.asked if d.kind == "movement"][:1]
    view = ENGINE.view(moment.before, decision.seat)
    first, *others = decision.units
    faults = ENGINE.check(view, decision, Orders({first: {"path": 7, "fly": True}, "nobody": {}}))
    assert {f.where for f in faults} == {first, "nobody", *others}
    (text,) = [f.text for f in faults if f.where == first]
    assert all(words in text for words in ("'path' is a list", "no field 'fly'", "path, deny, build"))
