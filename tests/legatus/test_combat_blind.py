"""The combat phase of a double-blind battle: plotted reactions, attacks on the spotted, ambushes with their results first."""

from typing import Any

import pytest

from scales.dice import ScriptedDice
from scales.engine import Event, Json, Orders
from scales.legatus import ENGINE
from scales.legatus.combat import reactions
from scales.legatus.combat.committing import attack_orders
from scales.legatus.state import LegatusState
from tests.legatus.table import Table, century, table

GRAV = "medium_grav_armor"
TOG, OTHER = ["tog"], ["commonwealth"]
MARK = {"id": "fort", "name": "Fort", "side": "commonwealth", "hex": "0605"}


def unseen(tog: list[Any], other: list[Any], *, spotted: str = "", **more: Any) -> LegatusState:
    """A double-blind battle before its commitment phase; `spotted` are the units that the other side has seen."""
    state = table(tog, other, options={"double_blind": 1}, **more)
    state.at.turn = 1
    state.cohorts["t"].initiative, state.cohorts["c"].initiative = 1, 2
    for id in spotted.split():
        state.units[id].spotted_by = OTHER if state.units[id].side == "tog" else TOG
    return state


def fight(state: LegatusState, *script: int, **orders: Json) -> Table:
    play = Table(state).phase("commitment", orders={f"attack:{side}": order for side, order in orders.items()})
    return play.phase("combat", *script)


def attacks(play: Table) -> list[tuple[str, ...]]:
    return [tuple(e.units) for e in play.events if e.kind == "attacked"]


def heard(events: list[Event], side: str) -> list[Event]:
    return [e for e in events if e.seen_by is None or side in e.seen_by]


def pair(spotted: str = "", **more: Any) -> LegatusState:
    return unseen([century("a", GRAV, "0606")], [century("x", GRAV, "0607")], spotted=spotted, **more)


# ---- reactions -------------------------------------------------------------------------------------------------------


def test_both_sides_plot_sealed_and_at_once() -> None:
    state = pair("a x")
    step = ENGINE.advance(state, "commitment", {}, [], ScriptedDice())
    assert [(d.key, d.kind, d.sealed, d.units) for d in step.pending] == [
        ("reactions:tog", "reaction", True, ["a"]),
        ("reactions:commonwealth", "reaction", True, ["x"]),
    ]
    away = {"reactions:tog": Orders({"a": {"path": ["0605"]}}), "reactions:commonwealth": Orders({"x": {"path": ["0606"]}})}
    done = ENGINE.advance(step.state, "commitment", away, [], ScriptedDice.of(6, 6))
    assert [done.state.units[u].at for u in ("a", "x")] == ["0605", "0606"]


def test_only_who_knows_of_an_enemy_in_its_zone_reacts() -> None:
    step = ENGINE.advance(pair("x"), "commitment", {}, [], ScriptedDice())
    assert [d.key for d in step.pending] == ["reactions:tog"]
    assert ENGINE.advance(pair(), "commitment", {}, [], ScriptedDice()).done


def test_a_reaction_is_heard_by_those_who_know_of_the_century() -> None:
    for spotted, count in (("x", 0), ("a x", 2)):
        orders = {"reactions:tog": {"a": {"path": ["tree_top"]}}}
        play = Table(pair(spotted)).phase("commitment", 6, orders=orders)
        assert len([e for e in heard(play.events, "commonwealth") if e.kind in {"reacted", "moved"}]) == count
        assert len([e for e in heard(play.events, "tog") if e.kind in {"reacted", "moved"}]) == 2


def test_who_knows_that_an_enemy_has_left_its_zone_may_pursue() -> None:
    orders = {"reactions:tog": {"a": {"path": ["0605"]}}, "pursuit:commonwealth": {"x": {"path": ["0606"]}}}
    play = Table(pair("a x")).phase("commitment", 6, 6, orders=orders)
    assert [play.state.units[u].at for u in ("a", "x")] == ["0605", "0606"]
    play = Table(pair("x")).phase("commitment", 6, orders=orders)
    assert [play.state.units[u].at for u in ("a", "x")] == ["0605", "0607"]


def test_a_plan_of_the_phase_has_the_plot_and_the_attacks() -> None:
    state = pair("a x")
    step = ENGINE.advance(state, "commitment", {}, [], ScriptedDice())
    view = ENGINE.view(step.state, "tog")
    assert [d.key for d in ENGINE.prospects(view, step.pending[0])] == ["reactions:tog", "attack:tog"]
    assert reactions.plot(view.state, view.state.sides[0]).units == ["a"]


# ---- attacks ---------------------------------------------------------------------------------------------------------


def test_only_the_spotted_can_be_attacked() -> None:
    state = unseen([century("a", GRAV, "0606")], [century("x", GRAV, "0607"), century("y", GRAV, "0605")], spotted="x")
    view, asked = ENGINE.view(state, "tog"), attack_orders(state.sides[0])
    assert [o.order for o in ENGINE.offers(view, asked)[0].options] == [{"target": "x"}, {"target": ""}]
    (fault,) = ENGINE.check(view, asked, Orders({"a": {"target": "y"}}))
    words = "A cannot attack 'y', only a spotted enemy in its hex or next to it (legatus: Double-blind rules: Combat): 'x' can be attacked."
    assert fault.text == words
    unknown = ENGINE.check(view, asked, Orders({"a": {"target": "z"}}))
    assert [f.text.replace("'z'", "'y'") for f in unknown] == [words]


def test_nobody_who_has_spotted_nobody_is_asked_or_fights() -> None:
    assert attacks(fight(pair())) == []


def test_whoever_fires_is_spotted_for_good_before_it_is_told() -> None:
    play = fight(pair("x"), 10, 10)
    assert play.state.units["a"].spotted_by == OTHER
    assert [e.seen_by for e in play.events if e.kind == "attacked"] == [None, None]


def test_a_battery_that_supports_is_spotted_when_the_attack_is_made() -> None:
    tog = [century("a", GRAV, "0606"), century("g", "grav_artillery", "0201"), century("h", "grav_artillery", "0301")]
    play = fight(unseen(tog, [century("x", GRAV, "0607")], spotted="x"), 10, 10, tog={"fire:g": {"support": ["a"]}})
    assert [play.state.units[u].spotted_by for u in ("g", "h")] == [OTHER, []]
    # and the other side reads so, before the attack that it supports
    (event,) = [e for e in play.events if e.kind == "spotted"]
    assert event.text == "G of Tog supports A and is spotted in 0201: grav artillery, concentrated, normal altitude."
    assert (event.seen_by, event.units, event.rule) == (OTHER, ["g"], "legatus: Double-blind rules: Spotting")
    assert [e.kind for e in play.events][:2] == ["spotted", "attacked"]


def test_a_battery_that_was_spotted_before_is_not_told_of_again() -> None:
    tog = [century("a", GRAV, "0606"), century("g", "grav_artillery", "0201")]
    play = fight(unseen(tog, [century("x", GRAV, "0607")], spotted="x g"), 10, 10, tog={"fire:g": {"support": ["a"]}})
    assert not [e for e in play.events if e.kind == "spotted"]


def test_both_spotted_they_attack_at_once() -> None:
    """Both hit and both are crippled: nobody has an advantage."""
    play = fight(pair("a x"), 5, 5, 7, 3, 7, 3)
    assert [play.state.units[u].crippled for u in ("a", "x")] == [True, True]
    assert {e.rule for e in play.events if e.kind == "attacked"} == {"legatus: Attacks"}


def test_results_of_an_ambush_come_before_the_attack_back() -> None:
    """a, unseen, hits x (5), which is crippled (7), holds (3) and then attacks back at 3 instead of 5."""
    play = fight(pair("x"), 5, 7, 3, 4)
    assert [e.kind for e in play.events] == ["attacked", "hit", "attacked"]
    assert attacks(play) == [("a", "x"), ("x", "a")]
    assert [e.checks[0].target for e in play.events if e.kind == "attacked"] == [5, 3]
    assert play.events[0].rule == "legatus: Double-blind rules: Combat"
    assert play.events[0].text == "A attacks X unseen and hits."


@pytest.mark.parametrize(("script", "crippled"), [((5, 6, 4), False), ((5, 10), True)])
def test_who_was_driven_off_or_destroyed_does_not_attack_back(script: tuple[int, ...], crippled: bool) -> None:
    state = unseen([century("a", GRAV, "0606")], [century("x", GRAV, "0607", crippled=crippled)], spotted="x")
    assert attacks(fight(state, *script)) == [("a", "x")]


def test_who_has_ordered_another_attack_makes_that() -> None:
    """x, ambushed by a, attacks b as ordered; b, seen and seeing, attacks at the same time as it."""
    tog = [century("a", GRAV, "0606"), century("b", GRAV, "0608")]
    state = unseen(tog, [century("x", GRAV, "0607")], spotted="b x")
    play = fight(state, 10, 10, 10, commonwealth={"x": {"target": "b"}})
    assert attacks(play) == [("a", "x"), ("b", "x"), ("x", "b")]


def test_of_two_that_ambushed_it_a_century_attacks_the_weaker() -> None:
    tog = [century("a", GRAV, "0606"), century("b", "light_grav_armor", "0608")]
    play = fight(unseen(tog, [century("x", GRAV, "0607")], spotted="x"), 10, 10, 10)
    assert attacks(play) == [("a", "x"), ("b", "x"), ("x", "b")]


def test_who_was_not_attacked_and_had_no_orders_does_not_fire() -> None:
    """y stands beside a too, but learns of it only when it fires at x."""
    state = unseen([century("a", GRAV, "0606")], [century("x", GRAV, "0607"), century("y", GRAV, "0605")], spotted="x")
    assert attacks(fight(state, 10, 10)) == [("a", "x"), ("x", "a")]


def test_who_holds_its_fire_stays_unseen_unless_it_is_attacked() -> None:
    play = fight(pair("x"), tog={"a": {"target": ""}})
    assert (attacks(play), play.state.units["a"].spotted_by) == ([], [])
    play = fight(pair("a"), 10, 10, commonwealth={"x": {"target": "a"}})
    assert attacks(play) == [("x", "a"), ("a", "x")]


def test_an_installation_fires_at_all_it_has_spotted_and_at_nobody_else() -> None:
    tog = [century("a", GRAV, "0606"), century("b", GRAV, "0607")]
    state = unseen(tog, [century("x", GRAV, "1410")], spotted="b", installations=[MARK])
    play = fight(state, 10)
    assert attacks(play) == [("fort", "b")]
    assert (play.state.units["fort"].spotted_by, play.state.units["a"].spotted_by) == (TOG, [])


def test_a_retreat_before_unseen_enemies_is_told_to_who_knows_of_the_century() -> None:
    """x is hit, flees, and does not go near b, of which its side knows nothing."""
    tog = [century("a", GRAV, "0606"), century("b", GRAV, "0609")]
    play = fight(unseen(tog, [century("x", GRAV, "0607")], spotted="x"), 5, 6, 4)
    assert play.state.units["b"].spotted_by == []
    assert not any("b" in e.units for e in heard(play.events, "commonwealth"))
    assert "retreated" in play.kinds()


def test_an_engagement_below_shows_all_that_fight_in_it_and_nobody_else() -> None:
    """a attacks x; y, beside x and unseen, is left out of it."""
    other = [century("x", GRAV, "0607"), century("y", GRAV, "0608")]
    state = unseen([century("a", GRAV, "0606")], other, spotted="x", rules={"engagements": {"policy": "all", "centuries": 4}})
    play = Table(state).phase("commitment")
    engaged = next(e for e in play.events if e.kind == "engaged")
    assert (engaged.units, engaged.seen_by) == (["a", "x"], None)
    assert [play.state.units[u].spotted_by for u in ("a", "x", "y")] == [OTHER, TOG, []]


def test_who_is_ambushed_by_an_installation_two_hexes_away_cannot_attack_back() -> None:
    state = unseen([century("b", GRAV, "0607")], [century("x", GRAV, "1410")], spotted="b", installations=[MARK])
    assert attacks(fight(state, 1, 1, 1)) == [("fort", "b")]
