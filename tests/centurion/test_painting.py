"""Painting: to-hit numbers, squads, who may paint, marking hexes, declaration order."""

from typing import Any

import pytest

from scales.centurion import ENGINE
from scales.centurion.combat import declaring, painting, painting_segment
from scales.centurion.combat.aim import Aim, is_painted
from scales.centurion.combat.to_hit import number
from scales.centurion.state import Call
from scales.dice import ScriptedDice
from scales.engine import Orders
from scales.hexes import neighbor
from tests.centurion.firing_range import advance, at, bones, foot, kinds, play, squad, table, tank, vehicle
from tests.examples import oracle


@oracle("CEN-033")
def test_painting_number_of_a_vehicle(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    found = Aim("a", "b", "vehicle", inputs["range"], True, True, shield=inputs["target_shield_rating"] // 10, shield_facing="left")
    assert number(found, painting.LASER) == expected["to_hit"]
    found.shield = 0
    assert number(found, painting.LASER) == expected["base"]


def _apart(hexes: int) -> str:
    return neighbor(at("0510"), 3, "even", hexes).label


@oracle("CEN-035")
def test_a_squad_paints_to_six_hexes_only(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    for hexes, legal in ((inputs["range"], expected["legal"]), (6, True)):
        state = table([tank("t", "horatius", _apart(hexes))], [squad("s", "0510", strength=8 - inputs["casualties"])])
        assert (painting.order_faults(state, "s", {"paint": "t"}) == []) is legal


@oracle("CEN-037")
def test_a_vehicle_paints_to_twenty_hexes_only(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    for hexes, legal in ((inputs["range"], expected["legal"]), (20, True)):
        state = table([tank("t", "horatius", neighbor(at("0105"), 3, "even", 3).label)], [tank("v", "viper", "0105")])
        vehicle(state, "t").hex = at(f"{1 + hexes:02d}05") if hexes == 20 else at("2205")
        assert (painting.order_faults(state, "v", {"paint": "t"}) == []) is legal


@oracle("CEN-108")
def test_the_loser_of_the_initiative_declares_first(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    state = table([tank("t", "horatius", "0505")], [tank("v", "viper", "0508")])
    sides = {inputs["initiative_loser"]: "red", expected["declares_last"]: "blue"}
    state.winner_of_initiative = sides[expected["declares_last"]]
    order = declaring.declaring_order(state)
    assert order == [sides[expected["declares_first"]], sides[expected["declares_last"]]]


def test_a_painted_target_loses_its_shield_for_every_friend() -> None:
    state = table([tank("t", "horatius", "0505", 4)], [tank("v", "viper", "0509"), tank("w", "liberator", "0510")])
    _, events = advance(state, "combat", ScriptedDice.of(3), {"paint:blue": {"v": {"paint": "t"}}})
    painted = events[0]
    assert painted.kind == "painted"
    # range 4 (10), front shield 7, clear ground
    assert (painted.checks[0].target, painted.checks[0].passed) == (3, True)
    assert [m.name for m in painted.checks[0].modifiers] == ["front shield"]


def test_without_communications_only_ones_own_paint_helps() -> None:
    state = table([tank("t", "horatius", "0505")], [tank("v", "viper", "0509"), tank("w", "liberator", "0510")])
    vehicle(state, "w").effects.append("comm")
    assert is_painted(state, vehicle(state, "v"), ["v"])
    assert not is_painted(state, vehicle(state, "w"), ["v"])
    assert is_painted(state, vehicle(state, "w"), ["w"])
    assert not painting.may_paint(vehicle(state, "w"))


@pytest.mark.parametrize("hurt", ["turret_weapons", "comm"])
def test_damage_that_ends_painting(hurt: str) -> None:
    state = table([tank("t", "horatius", "0505")], [tank("v", "viper", "0509")])
    vehicle(state, "v").effects.append(hurt)
    assert painting.painters(state, "blue") == []


def test_a_squad_ignores_shields_but_not_its_losses() -> None:
    state = table([tank("t", "horatius", "0505")], [squad("s", "0508", strength=5)])
    _, events = advance(state, "combat", ScriptedDice.of(7), {"paint:blue": {"s": {"paint": "t"}}})
    assert events[0].kind == "painting_failed"
    assert events[0].checks[0].target == 6


def test_a_painting_squad_does_not_fire() -> None:
    state = table([tank("t", "horatius", "0505")], [squad("s", "0506")])
    _, events = advance(
        state, "combat", bones(), {"paint:blue": {"s": {"paint": "t"}}, "fire:blue": {"s": {"action": "personal", "target": "t"}}}
    )
    assert "fire" not in kinds(events)


def test_concealed_squads_and_crews_do_not_paint() -> None:
    state = table([tank("t", "horatius", "0505")], [squad("s", "0506")])
    foot(state, "s").concealed = True
    assert painting.painters(state, "blue") == []
    foot(state, "s").concealed, foot(state, "s").type = False, "vehicle_crew"
    assert painting.painters(state, "blue") == []


def test_marking_a_hex_uses_up_the_painting_laser() -> None:
    state = table([tank("t", "horatius", "0505")], [tank("v", "viper", "0509")])
    state.calls.append(Call("c", "blue", "artillery", "bat", at("0505"), 1, round="hafe_i"))
    working = play(state)
    painting_segment._resolve(working, "blue", "v", {"spot": "0505"})
    assert state.calls[0].spotter == "v"
    assert vehicle(state, "v").painting
    assert state.painted == {"0505": ["blue"]}


def test_the_other_side_is_not_told_which_hexes_are_marked() -> None:
    state = table([tank("t", "horatius", "0505")], [tank("v", "viper", "0509")])
    state.calls.append(Call("c", "red", "artillery", "bat", at("0509"), 1, round="hafe_i"))
    step = ENGINE.advance(state, "combat", {}, [], bones())
    step = ENGINE.advance(step.state, "combat", {"paint:red": Orders({"t": {"spot": "0509"}})}, [], bones())
    assert step.pending[0].data["declared"] == {"red": {}}
    painted = play(state)
    painting_segment._resolve(painted, "red", "t", {"spot": "0509"})
    assert ENGINE.view(state, "blue").state.painted == {}
    assert ENGINE.view(state, "red").state.painted == {"0509": ["red"]}
