"""Combat Phase, unit by unit: sides declare in turn, the winner of the initiative keeps the last word, those in hiding may wait for all others."""

from typing import Any

import pytest

from scales.centurion import ENGINE
from scales.centurion.combat import declaring
from scales.centurion.state import BattleState
from scales.codec import encode, plain
from scales.dice import KeyedDice, phase_key, seeded_secret
from scales.engine import Decision, Event, Fault, Json, Orders, Step, random_orders
from tests.centurion.battles import ambush, bot, lent
from tests.centurion.firing_range import bones, foot, mount_of, squad, table, tank, vehicle
from tests.centurion.test_secrets import SEATS, otherwise, seen
from workers.filling import Plan, wished

LASER = mount_of("horatius", "laser_3_6")
BY_UNIT = {"options": {"declare_by_unit": 1}}


def at(target: str) -> Json:
    return {"fire": [[LASER, target, ""]]}


def line(red: int = 3, blue: int = 2) -> BattleState:
    """Horatius tanks face to face at seven hexes; red has lost the initiative."""
    reds = [tank(f"r{n}", "horatius", f"{4 + n:02d}05", 4) for n in range(1, red + 1)]
    blues = [tank(f"b{n}", "horatius", f"{4 + n:02d}12", 1) for n in range(1, blue + 1)]
    return table(reds, blues, **BY_UNIT)


def declare(state: BattleState, choices: dict[str, list[tuple[str, Json]]]) -> tuple[list[str], list[Decision], list[Event]]:
    """Play the Combat Phase, each side declaring its list of units with their orders, then nothing more. Returns who declared fire in what
    order, all decisions, and the events."""
    step, asked, events, order = ENGINE.advance(state, "combat", {}, [], bones()), [], [], []
    lists = {side: list(units) for side, units in choices.items()}
    events += step.events
    while not step.done:
        (decision,) = step.pending
        asked.append(decision)
        answer = answer_to(decision, lists, order)
        assert ENGINE.check(ENGINE.view(step.state, decision.seat), decision, answer) == []
        step = ENGINE.advance(step.state, "combat", {decision.key: answer}, [], bones())
        events += step.events
    return order, asked, events


def answer_to(decision: Decision, lists: dict[str, list[tuple[str, Json]]], order: list[str]) -> Orders:
    """The next unit of the side's list; it paints nothing."""
    of, mine = decision.data.get("of", decision.kind), lists.get(decision.data["side"], [])
    if decision.kind == "declare":
        return Orders({"unit": {"unit": mine[0][0]} if of == "fire" and mine else {}})
    if of != "fire":
        return Orders({unit: {} for unit in decision.data["units"]})
    (unit,) = decision.data["units"]
    found = next((each for each in mine if each[0] == unit), (unit, {}))
    lists[decision.data["side"]] = [each for each in mine if each[0] != unit]
    order.append(unit)
    return Orders({unit: found[1]})


RED = [("r2", at("b1")), ("r1", at("b1")), ("r3", at("b2"))]
BLUE = [("b1", at("r1")), ("b2", at("r2"))]


def test_three_against_two_declare_in_turn_and_the_winner_last() -> None:
    order, _, events = declare(line(), {"red": RED, "blue": BLUE})
    assert order == ["r2", "b1", "r1", "r3", "b2"]
    told = [e for e in events if e.kind == "declared"]
    assert [e.units[0] for e in told] == order
    assert told[0].text == "r2 declares fire at b1."
    assert {e.units[0] for e in events if e.kind == "fire"} == {"r1", "r2", "r3", "b1", "b2"}


@pytest.mark.parametrize(
    ("red", "blue", "wanted"),
    [
        (1, 1, ["r1", "b1"]),
        (2, 3, ["r1", "b1", "r2", "b2", "b3"]),
        (3, 1, ["r1", "r2", "r3", "b1"]),
        (1, 3, ["r1", "b1", "b2", "b3"]),
        (4, 3, ["r1", "b1", "r2", "b2", "r3", "r4", "b3"]),
    ],
)
def test_the_winner_has_the_last_word(red: int, blue: int, wanted: list[str]) -> None:
    reds = [(f"r{n}", at("b1")) for n in range(1, red + 1)]
    blues = [(f"b{n}", at("r1")) for n in range(1, blue + 1)]
    assert declare(line(red, blue), {"red": reds, "blue": blues})[0] == wanted


def test_each_side_hears_what_has_been_declared() -> None:
    _, asked, _ = declare(line(), {"red": RED, "blue": BLUE})
    fire = [d for d in asked if d.kind == "fire"]
    assert fire[0].data["declared"] == {"red": {}, "blue": {}}
    assert fire[-1].data["declared"] == {"red": dict(RED), "blue": {"b1": at("r1")}}
    assert [d.units for d in fire] == [["r2"], ["b1"], ["r1"], ["r3"], ["b2"]]


def test_who_declares_nothing_for_a_unit_has_used_its_turn() -> None:
    order, _, events = declare(line(2, 2), {"red": [("r1", {}), ("r2", at("b1"))], "blue": BLUE})
    assert order == ["r1", "b1", "r2", "b2"]
    assert [e.units[0] for e in events if e.kind == "declared"] == ["b1", "r2", "b2"]


def test_a_side_that_declares_nothing_more_is_not_asked_again() -> None:
    order, asked, _ = declare(line(), {"red": [("r1", at("b1"))], "blue": BLUE})
    assert order == ["r1", "b1", "b2"]
    assert len([d for d in asked if d.kind == "declare" and d.data["of"] == "fire" and d.seat == "red"]) == 2


def test_units_that_made_an_opportunity_attack_are_not_asked() -> None:
    state = line()
    vehicle(state, "r1").fired = True
    vehicle(state, "b1").missiles = vehicle(state, "b2").missiles = {}
    order, asked, _ = declare(state, {"red": RED[:1] + RED[2:], "blue": BLUE})
    assert order == ["r2", "b1", "r3", "b2"]
    assert not any("r1" in d.units for d in asked if d.data.get("of", d.kind) == "fire")


def hiding(*, hidden: bool = False) -> BattleState:
    """A squad of the loser that hides two hexes from the only tank of the winner."""
    state = table([squad("s", "0510"), tank("r1", "horatius", "0505", 4)], [tank("b1", "horatius", "0512", 1)], **BY_UNIT)
    state.turn = 2
    lurker = foot(state, "s")
    lurker.concealed, lurker.hidden, lurker.hid = not hidden, hidden, 1
    return state


MISSILES = {"action": "missiles", "target": "b1", "count": 1}


@pytest.mark.parametrize("hidden", [False, True])
def test_a_squad_in_hiding_waits_until_all_have_declared_and_shoots_free(hidden: bool) -> None:
    order, asked, events = declare(hiding(hidden=hidden), {"red": [("r1", at("b1")), ("s", MISSILES)], "blue": [("b1", at("r1"))]})
    assert order == ["r1", "b1", "s"]
    blue = [d for d in asked if d.seat == "blue" and d.kind == "fire"]
    assert [d.data["declared"]["red"] for d in blue] == [{"r1": at("b1")}]
    shown = next(e for e in events if e.kind in ("appears", "revealed") and "s" in e.units)
    assert events.index(shown) > max(n for n, e in enumerate(events) if e.kind == "declared" and e.units[0] == "b1")
    assert not [e for e in events if e.kind == "fire" and e.units[1] == "s"]


def test_a_squad_that_comes_out_early_is_a_target_of_those_who_declare_later() -> None:
    order, _, events = declare(hiding(), {"red": [("s", MISSILES), ("r1", {})], "blue": [("b1", at("s"))]})
    assert order == ["s", "r1", "b1"]
    assert ["b1", "s"] in [e.units for e in events if e.kind == "fire"]


def test_what_is_hidden_does_not_show_in_who_is_asked() -> None:
    """With or without a hidden squad the other side is asked the same in the same order."""
    orders: dict[str, Any] = {"red": [("r1", at("b1"))], "blue": [("b1", at("r1"))]}
    state, without = hiding(hidden=True), hiding(hidden=True)
    without.squads.pop("s")
    without.platoons["red-1"].units.remove("s")
    asked = [[plain(d) for d in declare(each, orders)[1] if d.seat == "blue"] for each in (state, without)]
    assert asked[0] == asked[1]


def test_painting_is_declared_in_turn_too_and_marks_stay_secret() -> None:
    step = ENGINE.advance(line(1, 1), "combat", {}, [], bones())
    assert (step.pending[0].kind, step.pending[0].units) == ("paint", ["r1"])
    step = ENGINE.advance(step.state, "combat", {"paint:red": Orders({"r1": {"paint": "b1"}})}, [], bones())
    assert [e.text for e in step.events] == ["r1 declares that it paints b1."]
    (decision,) = step.pending
    assert (decision.seat, decision.data["declared"]) == ("blue", {"red": {"r1": {"paint": "b1"}}, "blue": {}})


@pytest.mark.parametrize("order", [{"unit": "b1"}, {"unit": "r9"}, {"unit": ["r1"]}, {"what": 1}, "r1", None, {"unit": "r1", "more": 1}])
def test_only_a_unit_that_has_still_to_declare_is_chosen(order: Any) -> None:
    state = line()
    decision = choosing(state).pending[0]
    faults: list[Fault] = ENGINE.check(ENGINE.view(state, "red"), decision, Orders({"unit": order}))
    assert [f.where for f in faults] == ["unit"]
    assert "r1, r2, r3" in faults[0].text
    assert declaring.RULE in faults[0].text


def choosing(state: BattleState) -> Step:
    """The moment at which red is to choose the first unit that fires."""
    step = ENGINE.advance(state, "combat", {}, [], bones())
    while step.pending[0].data.get("of") != "fire":
        decision = step.pending[0]
        nothing = {"unit": {}} if decision.kind == "declare" else {unit: {} for unit in decision.units}
        step = ENGINE.advance(step.state, "combat", {decision.key: Orders(nothing)}, [], bones())
    return step


def test_a_plan_for_the_phase_says_who_declares_and_what() -> None:
    step = choosing(line())
    decision, view = step.pending[0], ENGINE.view(step.state, "red")
    assert [d.kind for d in ENGINE.prospects(view, decision)] == ["declare", "fire"]
    plan = Plan({"declare/unit": [{"unit": "r9"}, {"unit": "r2"}, {"unit": "r1"}], "fire/r2": [at("b2")]})
    offers = ENGINE.offers(view, decision)
    wishes = wished(ENGINE, view, decision, offers, offers, plan)
    assert wishes == {"unit": {"unit": "r2"}}
    step = ENGINE.advance(step.state, "combat", {decision.key: Orders(wishes)}, [], bones())
    (decision,) = step.pending
    offers = ENGINE.offers(view, decision)
    assert wished(ENGINE, view, decision, offers, offers, plan) == {"r2": at("b2")}
    assert [d.units for d in ENGINE.prospects(view, decision)] == [["r2"], ["r1", "r3"]]


def test_after_a_ruling_the_open_declaration_is_asked_anew() -> None:
    step = choosing(line())
    ruling = {"kind": "destroy", "unit": "r2", "reason": "it never was there"}
    again = ENGINE.amend(step.state, ruling, bones())
    found = next(d for d in again.pending if d.key == step.pending[0].key)
    assert found.data["left"] == ["r1", "r3"]


@pytest.mark.parametrize("player", ["bot", "random"])
def test_battles_go_on_to_the_end_and_keep_their_secrets(player: str) -> None:
    """With an ambush, ships, craft and batteries: whoever is asked can answer, and sees nothing that he may not."""
    given = ambush()
    given["options"] |= {"declare_by_unit": 1}
    given["turn_limit"] = 2
    secret, number, kinds = seeded_secret(5), 0, set()
    state = ENGINE.setup(given, KeyedDice(key=secret)).state
    while not ENGINE.report(state).over:
        for phase in ENGINE.phases:
            number += 1
            dice = KeyedDice(key=phase_key(secret, 0, "b", number))
            step = ENGINE.advance(state, phase, {}, lent(state.turn, phase), dice)
            while not step.done:
                kinds |= {d.data.get("of", "") for d in step.pending}
                answers = {d.key: bot(step.state, d) if player == "bot" else by_chance(step.state, d, number) for d in step.pending}
                step = ENGINE.advance(step.state, phase, answers, [], dice)
            state = step.state
            assert ENGINE.invariants(state) == []
    assert kinds >= {"paint", "fire"}


def by_chance(state: BattleState, decision: Decision, number: int) -> Orders:
    view = ENGINE.view(state, decision.seat)
    orders = random_orders(ENGINE.offers(view, decision), KeyedDice(key=seeded_secret(number)))
    assert ENGINE.check(view, decision, orders) == []
    return orders


@pytest.mark.parametrize("seat", SEATS)
def test_what_a_seat_gets_while_units_declare_depends_on_nothing_secret(seat: str) -> None:
    given = ambush()
    given["options"] |= {"declare_by_unit": 1}
    state = ENGINE.setup(given, KeyedDice(key=seeded_secret(5))).state
    state.turn, state.winner_of_initiative = 1, "cw"
    step = choosing(state)
    before = seen(step.state, seat, step.pending, list(state.vehicles))
    assert seen(otherwise(step.state, SEATS[seat]), seat, step.pending, list(state.vehicles)) == before
    assert encode(plain(step.pending)).count(b"lurk") == 0 or step.pending[0].seat == "red"
