"""Reactions at the beginning of the combat phase, and pursuit."""

from collections.abc import Iterator
from typing import Any

import pytest

from scales.dice import ScriptedDice
from scales.engine import Decision, Json, Orders, Step
from scales.legatus import ENGINE
from scales.legatus.combat import reactions
from scales.legatus.state import LegatusState
from tests.legatus.table import FLAT, Table, century, table

GRAV = "medium_grav_armor"


def facing(tog: list[Any], other: list[Any], **more: Any) -> LegatusState:
    """Before the commitment phase, cohort t ahead of cohort c."""
    state = table(tog, other, **more)
    state.at.turn = 1
    state.cohorts["t"].initiative, state.cohorts["c"].initiative = 1, 2
    return state


def react(state: LegatusState, *script: int, **orders: Any) -> Table:
    """The commitment phase; keys of decisions are written with two underscores for the colon."""
    return Table(state).phase("commitment", *script, orders={key.replace("__", ":"): order for key, order in orders.items()})


def asked(state: LegatusState) -> list[Decision]:
    step: Step = ENGINE.advance(state, "commitment", {}, [], ScriptedDice())
    return step.pending


def step_to(unit: str, *path: str) -> dict[str, Any]:
    return {unit: {"path": list(path)}}


PASS = {"turn": {"act": "pass"}}


def test_cohorts_react_in_order_of_initiative_and_may_pass() -> None:
    """t passes, so that c, the last, must say what it does; t answers that."""
    state = facing([century("a", GRAV, "0606")], [century("x", GRAV, "0607")])
    first = asked(state)
    assert [(d.kind, d.seat, d.data["waiting"]) for d in first] == [("activation", "tog", ["t", "c"])]
    step = ENGINE.advance(state, "commitment", {}, [], ScriptedDice())
    view = ENGINE.view(step.state, "tog")
    assert [o.label for o in ENGINE.offers(view, first[0])[0].options] == ["react now", "pass"]
    (fault,) = ENGINE.check(view, first[0], Orders({"turn": {"act": "wait"}}))
    assert fault.text == "A cohort reacts ('move') or passes (legatus: Reactions)."
    play = react(state, 6, 6, activation__t=PASS, reaction__c=step_to("x", "0606"), reaction__t=step_to("a", "tree_top"))
    assert [e.text for e in play.events if e.kind in {"passed", "reacted"}] == [
        "T passes.",
        "X passes its maneuver test.",
        "A passes its maneuver test.",
    ]
    assert {e.rule for e in play.events if e.kind in {"passed", "reacted"}} == {"legatus: Reactions"}


def test_after_a_reaction_the_offers_start_again_with_the_best() -> None:
    """Three cohorts: t passes, c reacts, and t is asked before the last one."""
    state = facing([century("a", GRAV, "0606")], [century("x", GRAV, "0607")])
    state.units["b"] = type(state.units["x"])(id="b", name="B", side="commonwealth", cohort="d", kind=GRAV, at="0605")
    state.cohorts["d"] = type(state.cohorts["c"])(id="d", name="D", side="commonwealth", initiative=3)
    seen: list[str] = []
    step = ENGINE.advance(state, "commitment", {}, [], ScriptedDice())
    answers: Iterator[Json | None] = iter([PASS, {"turn": {"act": "move"}}, None, PASS, None, None])
    while step.pending[0].kind != "attack":
        (decision,) = step.pending
        seen.append(decision.key)
        order = next(answers) or {unit: {"path": []} for unit in decision.units}
        step = ENGINE.advance(step.state, "commitment", {decision.key: Orders(order)}, [], ScriptedDice())
    assert seen == ["activation:t", "activation:c", "reaction:c", "activation:t", "reaction:d", "reaction:t"]


def test_nobody_is_offered_to_pass_when_no_enemy_waits() -> None:
    state = facing([century("a", GRAV, "0606")], [century("x", GRAV, "0607")])
    state.units["x"].broken = True
    assert [d.key for d in asked(state)] == ["reaction:t"]


def test_a_cohort_that_an_enemy_reaches_by_a_reaction_may_react_afterwards() -> None:
    """d has nobody in its zone until x steps beside b."""
    state = facing([century("a", GRAV, "0606"), century("b", GRAV, "0609")], [century("x", GRAV, "0607")])
    state.units["b"].cohort = "d"
    state.cohorts["d"] = type(state.cohorts["c"])(id="d", name="D", side="tog", initiative=9)
    play = react(state, 6, 6, reaction__c=step_to("x", "0608"), reaction__d=step_to("b", "tree_top"))
    assert [e.units[0] for e in play.events if e.kind == "reacted"] == ["x", "b"]


@pytest.mark.parametrize("change", ["broken", "crippled infantry", "out of contact", "held below"])
def test_who_may_not_react(change: str) -> None:
    kind = "infantry" if change == "crippled infantry" else GRAV
    state = facing([century("a", kind, "0606")], [century("x", GRAV, "0609" if change == "out of contact" else "0607")])
    unit = state.units["a"]
    unit.broken, unit.crippled, unit.engaged = change == "broken", change.startswith("crippled"), "e1.1" if change == "held below" else ""
    assert reactions.reacting(state, unit.cohort) == []


def test_a_point_pays_for_any_hex_also_one_of_enemies_and_for_a_change_of_formation() -> None:
    rows = [row.replace("0.", "0h") if n == 5 else row for n, row in enumerate(FLAT)]
    for word in ("0605", "0607", "0605|0606", "dug_in"):
        state = facing([century("a", GRAV, "0606")], [century("x", GRAV, "0607")], rows=rows)
        play = react(state, 6, reaction__t=step_to("a", word))
        assert word in {play.state.units["a"].at, play.state.units["a"].altitude}


def test_a_reaction_of_two_points_is_refused() -> None:
    state = facing([century("a", GRAV, "0606")], [century("x", GRAV, "0607")])
    decision = reactions.reaction(state, "t")
    for order, words in (
        ({"path": ["0605", "0604"]}, "one step"),
        ({"build": True}, "Only a step"),
        ({"path": ["0604"]}, "cannot be reached"),
    ):
        (fault,) = ENGINE.check(ENGINE.view(state, "tog"), decision, Orders({"a": order}))
        assert words in fault.text
        assert "(legatus: " in fault.text


def test_who_slips_away_is_pursued() -> None:
    """a tests (6) and steps out of x's zone; x tests (5) and follows into a's hex, which the combat phase allows."""
    state = facing([century("a", GRAV, "0606")], [century("x", GRAV, "0607")])
    play = react(state, 6, 5, reaction__t=step_to("a", "0605"), pursuit__commonwealth=step_to("x", "0606"))
    assert [play.state.units[u].at for u in ("a", "x")] == ["0605", "0606"]


def test_a_pursuer_that_leaves_a_zone_is_pursued_in_its_turn() -> None:
    """x follows a and leaves b behind, which may follow it."""
    state = facing([century("a", GRAV, "0606"), century("b", GRAV, "0608")], [century("x", GRAV, "0607")])
    orders = {"reaction__t": step_to("a", "0605"), "pursuit__commonwealth": step_to("x", "0606"), "pursuit__tog": step_to("b", "0607")}
    play = react(state, 6, 6, 6, **orders)
    assert [play.state.units[u].at for u in ("a", "x", "b")] == ["0605", "0606", "0607"]
    assert [e.text for e in play.events if e.kind == "moved"][1:] == ["X pursues from 0607 to 0606.", "B pursues from 0608 to 0607."]


def test_who_has_tested_before_does_not_pursue() -> None:
    """x fails its own reaction (7), and a then leaves its zone."""
    state = facing([century("a", GRAV, "0606")], [century("x", GRAV, "0607")])
    play = react(state, 7, 6, activation__t=PASS, reaction__c=step_to("x", "0608"), reaction__t=step_to("a", "0605"))
    assert [play.state.units[u].at for u in ("a", "x")] == ["0605", "0607"]
    assert play.kinds().count("held") == 1


def test_signals_count_in_reactions() -> None:
    """Maneuver 6, enemy signals beside it: 5 fails at 4."""
    state = facing([century("a", GRAV, "0606")], [century("x", GRAV, "0607"), century("s", "signals", "0507")])
    play = react(state, 5, reaction__t=step_to("a", "0605"))
    assert play.state.units["a"].at == "0606"
    assert next(e for e in play.events if e.kind == "held").checks[0].target == 4


@pytest.mark.parametrize(("path", "slots"), [([], ["a", "g", "fire:g"]), (["0706"], ["a"])])
def test_a_battery_that_reacts_cannot_support(path: list[str], slots: list[str]) -> None:
    tog = [century("a", GRAV, "0606"), century("g", "grav_artillery", "0707")]
    step = ENGINE.advance(facing(tog, [century("x", GRAV, "0607")]), "commitment", {}, [], ScriptedDice())
    while step.pending[0].kind != "attack":
        (d,) = step.pending
        choices = {"turn": {"act": "move"}} if d.kind == "activation" else {u: {"path": path if u == "g" else []} for u in d.units}
        dice = ScriptedDice.of(*([1] if path and "g" in d.units else []))
        step = ENGINE.advance(step.state, "commitment", {d.key: Orders(choices)}, [], dice)
    (attack,) = [d for d in step.pending if d.seat == "tog"]
    assert [slot.id for slot in ENGINE.offers(ENGINE.view(step.state, "tog"), attack)] == slots
