"""Attacks, defense and morale on the map, with and without automatic results."""

from typing import Any

import pytest

from scales.dice import ScriptedDice
from scales.engine import Check, Json, Orders
from scales.legatus import ENGINE
from scales.legatus.combat import combat
from scales.legatus.combat.committing import attack_orders
from scales.legatus.movement.walking import REACTION, maneuver_trial
from scales.legatus.rolls import chance, succeeds, tenths
from scales.legatus.state import LegatusState
from tests.legatus.table import Table, century, table

GRAV = "medium_grav_armor"


def fight(state: LegatusState, *script: int, **orders: Json) -> Table:
    """Commitment with attack orders by side, then the combat phase with these dice."""
    state.at.turn = 1
    play = Table(state).phase("commitment", orders={f"attack:{side}": order for side, order in orders.items()})
    return play.phase("combat", *script)


def checks(play: Table, kind: str, unit: str) -> list[Check]:
    return [c for e in play.events if e.kind == kind and e.units[0] == unit for c in e.checks]


def refusals(state: LegatusState, side: str, choices: Json) -> list[str]:
    """What is wrong with attack orders that give every other slot its first option."""
    view = ENGINE.view(state, side)
    decision = attack_orders(next(s for s in state.sides if s.id == side))
    given = {slot.id: slot.options[0].order for slot in ENGINE.offers(view, decision)} | choices
    return [fault.text for fault in ENGINE.check(view, decision, Orders(given))]


def test_each_century_attacks_one_enemy_of_its_owners_choice() -> None:
    """x may attack a or b, attacks b, and nobody hits."""
    state = table([century("a", GRAV, "0606"), century("b", GRAV, "0707")], [century("x", GRAV, "0607")])
    play = fight(state, 10, 10, 10, commonwealth={"x": {"target": "b"}})
    assert [e.units for e in play.events if e.kind == "attacked"] == [["a", "x"], ["b", "x"], ["x", "b"]]
    assert {e.rule for e in play.events if e.kind == "attacked"} == {"legatus: Attacks"}


def test_attacks_are_simultaneous_also_of_who_is_destroyed() -> None:
    """Crippled a attacks at 3 and is destroyed by x (defense 4), which it cripples (defense 6) in the same phase."""
    state = table([century("a", GRAV, "0606", crippled=True)], [century("x", GRAV, "0607")])
    play = fight(state, 3, 5, 5, 7, 3)
    assert (state.units["a"].status, play.state.units["a"].status, play.state.units["x"].crippled) == ("ok", "destroyed", True)


def test_a_broken_century_attacks_and_is_attacked() -> None:
    state = table([century("a", GRAV, "0606")], [century("x", GRAV, "0607")])
    state.units["x"].broken = True
    play = fight(state, 10, 10)
    assert [e.units for e in play.events if e.kind == "attacked"] == [["a", "x"], ["x", "a"]]


def test_in_the_same_hex_they_fight_too() -> None:
    state = table([century("a", GRAV, "0606")], [century("x", GRAV, "0606")])
    assert [e.kind for e in fight(state, 10, 10).events] == ["attacked", "attacked"]


@pytest.mark.parametrize(
    ("altitude", "at", "attack", "defense", "morale"),
    [
        ("normal", "0607", 5, 6, 3),
        ("tree_top", "0607", 5, 5, 3),
        ("low_altitude", "0607|0608", 4, 4, 3),
        ("dug_in", "0607", 6, 8, 6),
        ("dug_in", "0607|0608|0708", 4, 8, 6),
    ],
)
def test_deployment_changes_attack_defense_and_morale(altitude: str, at: str, attack: int, defense: int, morale: int) -> None:
    state = table([century("a", GRAV, "0606")], [century("x", GRAV, at, altitude=altitude)])
    play = fight(state, 1, 10, 1, 1)
    (rolled,) = checks(play, "attacked", "x")
    defended, held = checks(play, "hit", "x")
    assert (rolled.target, defended.target, held.target) == (attack, defense, morale)
    for check in (rolled, defended, held):
        assert check.base + sum(m.value for m in check.modifiers) == check.target
        assert all(m.name and m.rule for m in check.modifiers)
    assert defended.rule == held.rule == "legatus: Defense and Morale"


@pytest.mark.parametrize(("quality", "morale"), [("green", 2), ("regular", 3), ("elite", 4)])
def test_morale_is_that_of_the_cohort(quality: str, morale: int) -> None:
    for roll, result in ((morale, "holds"), (morale + 1, "retreats"), (2 * morale, "retreats"), (2 * morale + 1, "broken")):
        state = table([century("a", GRAV, "0606")], [century("x", GRAV, "0607", quality=quality)])
        play = fight(state, 1, 10, 1, roll)
        assert next(e for e in play.events if e.kind == "hit").data["morale"] == result


def test_who_is_destroyed_tests_no_morale() -> None:
    state = table([century("a", GRAV, "0606")], [century("x", GRAV, "0607", crippled=True)])
    assert len(checks(fight(state, 1, 10, 10), "hit", "x")) == 1


def test_an_attack_that_is_not_possible_is_refused_with_those_that_are() -> None:
    state = table([century("a", GRAV, "0606"), century("b", GRAV, "1202")], [century("x", GRAV, "0607")])
    far = refusals(state, "commonwealth", {"x": {"target": "b"}})
    nobody = refusals(state, "commonwealth", {"x": {"target": ""}})
    assert far == ["X cannot attack 'b', only an enemy in its hex or next to it (legatus: Attacks): 'a' can be attacked."]
    assert nobody == ["X is in combat and attacks an enemy (legatus: Attacks): 'a' can be attacked."]


def test_an_attack_whose_target_is_gone_goes_against_the_weakest_in_reach() -> None:
    """x has orders against d, which a ruling takes away: b, light armor, defends worse than a."""
    tog = [century("a", GRAV, "0606"), century("b", "light_grav_armor", "0707"), century("d", GRAV, "0608")]
    state = table(tog, [century("x", GRAV, "0607")])
    state.at.turn = 1
    play = Table(state).phase("commitment", orders={"attack:commonwealth": {"x": {"target": "d"}}})
    play.state.units["d"].status = "left"
    play.phase("combat", 10, 10, 10)
    assert [e.units for e in play.events if e.kind == "attacked"] == [["a", "x"], ["b", "x"], ["x", "b"]]


def test_an_attack_says_when_air_defense_keeps_artillery_away() -> None:
    tog = [century("a", GRAV, "0606"), century("g", "grav_artillery", "0201")]
    for other, target in (([], 8), ([century("d", "air_space_defense", "0608")], 5)):
        state = table(tog, [century("x", GRAV, "0607"), *other])
        play = fight(state, 10, 10, tog={"fire:g": {"support": ["a"]}})
        event = next(e for e in play.events if e.kind == "attacked" and e.units[0] == "a")
        assert (event.checks[0].target, event.data["support_barred"]) == (target, bool(other))
        assert ("keeps its artillery away" in event.text) == bool(other)


# ---- automatic results -------------------------------------------------------------------------------------------------


def low(**more: Any) -> LegatusState:
    """x, signals dispersed at low altitude, attacks at -1 and defends at 1; a defends at 6."""
    return table([century("a", GRAV, "0606")], [century("x", "signals", "0607|0608|0708", altitude="low_altitude")], **more)


@pytest.mark.parametrize(("options", "hit"), [({}, True), ({"automatic_results": 1}, True), ({"automatic_results": 0}, False)])
def test_a_one_hits_by_itself_only_with_automatic_results(options: dict[str, int], hit: bool) -> None:
    state = low(options=options)
    info = ENGINE.offers(ENGINE.view(state, "commonwealth"), attack_orders(state.sides[1]))[0].options[0].info
    assert info["roll"]["chance"] == (10 if hit else 0)
    play = fight(state, 10, 1, *((1, 1) if hit else ()))
    assert [c.passed for c in checks(play, "attacked", "x")] == [hit]


@pytest.mark.parametrize(("options", "crippled"), [({}, True), ({"automatic_results": 0}, False)])
def test_a_ten_fails_by_itself_only_with_automatic_results(options: dict[str, int], crippled: bool) -> None:
    """Heavy armor, dug in on earthworks, defends at 10."""
    works = [{"kind": "earthworks", "side": "commonwealth", "hex": "0607"}]
    other = [century("x", "heavy_grav_armor", "0607", altitude="dug_in")]
    state = table([century("a", GRAV, "0606")], other, defenses=works, options=options)
    play = fight(state, 1, 10, 10, 1)
    assert checks(play, "hit", "x")[0].target == 10
    assert play.state.units["x"].crippled == crippled


def test_chances_are_those_of_the_rolls() -> None:
    for automatic in (True, False):
        state = low(options={"automatic_results": int(automatic)})
        for value in range(-4, 15):
            made = sum(succeeds(roll, value, automatic) for roll in range(1, 11))
            assert chance(value, automatic) == 10 * made == 10 * tenths(state, value)
            assert made == min(9, max(1, value)) if automatic else made == min(10, max(0, value))


def test_maneuver_tests_follow_the_switch() -> None:
    """Infantry dug in has maneuver 2, crippled 0: a 1 is enough only with automatic results."""
    for automatic in (1, 0):
        other = [century("x", "infantry", "0607", altitude="dug_in", crippled=True)]
        state = table([century("a", GRAV, "0606")], other, options={"automatic_results": automatic})
        check = maneuver_trial(state, state.units["x"], REACTION, combat=True).roll(ScriptedDice.of(1))
        assert (check.target, check.passed) == (0, bool(automatic))


def test_morale_knows_no_automatic_result() -> None:
    """It compares the plain number: dug in and veteran it holds on 8, and 10 is a retreat and no break. R-LEG-16"""
    state = table([century("a", GRAV, "0606")], [century("x", GRAV, "0607", altitude="dug_in", quality="elite")])
    assert combat.morale_told(state.units["x"]) | {"holds": 80, "retreats": 20, "broken": 0} == combat.morale_told(state.units["x"])
