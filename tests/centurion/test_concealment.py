"""Concealed Infantry, Dismounted Vehicle Crew: hiding takes effect in the turn after, coming out is declared with the fire."""

from typing import Any

import pytest

from scales.centurion import ENGINE
from scales.centurion.combat import aim, effects, fire_orders, plan_faults
from scales.centurion.movement import maneuver, options, orders
from scales.centurion.state import BattleState
from scales.engine import Decision
from tests.centurion.firing_range import advance, at, bones, foot, play, squad, table, tank, vehicle

SMALL_GUN = {"fire": [[0, "s", "anti_personnel"]]}


def hiding(turn: int = 1) -> BattleState:
    """A squad of the loser of the initiative, hiding since a turn, three hexes from a Viper."""
    state = table([squad("s", "0505"), tank("h", "horatius", "0101")], [tank("v", "viper", "0508")])
    state.turn = turn
    maneuver.carry_out(play(state), foot(state, "s"), {"kind": "conceal"})
    assert foot(state, "s").concealed
    return state


def test_a_squad_is_a_target_in_the_turn_in_which_it_hides_and_not_in_the_next() -> None:
    state = hiding()
    assert plan_faults.faults(state, "v", SMALL_GUN) == []
    assert ENGINE.view(state, "blue").state.squads["s"].hex == at("0505")
    state.turn += 1
    assert plan_faults.faults(state, "v", SMALL_GUN)
    assert ENGINE.view(state, "blue").state.squads["s"].hex is None


def test_who_stands_in_its_hex_can_always_engage_it() -> None:
    state = hiding()
    state.turn += 1
    vehicle(state, "v").hex = at("0505")
    assert plan_faults.faults(state, "v", SMALL_GUN) == []


def test_a_hiding_squad_neither_moves_nor_paints_nor_watches() -> None:
    state = hiding()
    state.turn += 1
    foot(state, "s").moved = False
    for order in ({"kind": "march", "route": "1"}, {"kind": "stay", "watch": 8}, {"kind": "conceal"}):
        assert orders.faults_of(state, foot(state, "s"), order), order


def test_a_squad_may_come_out_without_firing_and_moves_again() -> None:
    state = hiding()
    state.turn += 1
    foot(state, "s").moved = False
    step, events = advance(state, "combat", bones(), {"fire:red": {"s": {"action": "appear"}}})
    shown = next(e for e in events if e.kind == "appears")
    assert shown.seen_by is None
    out = step.state.squads["s"]
    assert (out.concealed, out.fired) == (False, False)
    assert orders.faults_of(step.state, out, {"kind": "march", "route": "1"}) == []


def test_coming_out_is_heard_by_whoever_declares_later() -> None:
    state = hiding()
    state.turn += 1
    _, events = advance(state, "combat", bones(), {"fire:red": {"s": {"action": "appear"}}, "fire:blue": {"v": SMALL_GUN}})
    assert [e.kind for e in events[:2]] == ["appears", "fire"]


def test_whoever_declares_first_cannot_answer_a_free_shot() -> None:
    state = hiding()
    state.turn, state.winner_of_initiative = 2, "red"
    assert plan_faults.faults(state, "v", SMALL_GUN)
    state.vehicles["v"].hex = at("0507")
    step, events = advance(state, "combat", bones(), {"fire:red": {"s": {"action": "missiles", "target": "v", "count": 1}}})
    assert [e.units[0] for e in events if e.kind == "fire"] == ["s"]
    assert not step.state.squads["s"].concealed


@pytest.mark.parametrize("order", [{"action": "appear", "target": "v"}, {"action": "appear", "place": -1}])
def test_coming_out_says_nothing_else(order: Any) -> None:
    assert plan_faults.faults(hiding(), "s", order)


def test_only_a_hiding_squad_comes_out() -> None:
    state = hiding()
    foot(state, "s").concealed = False
    assert plan_faults.faults(state, "s", {"action": "appear"}) == ["s is not hiding (centurion: Concealed Infantry)."]


def test_a_hiding_squad_is_asked_although_it_has_no_target() -> None:
    state = hiding()
    vehicle(state, "v").hex = at("2414")
    decision = Decision("fire:red", "red", "fire", "", ["s"], data={"side": "red", "units": ["s"], "declared": {}})
    slot = fire_orders.offers(ENGINE.view(state, "red").state, decision)[0]
    assert [option.order for option in slot.options] == [{}, {"action": "appear"}]


def test_a_crew_on_foot_hides_and_rides_but_never_fights() -> None:
    state = table([tank("h", "lupis", "0505"), tank("w", "horatius", "0505")], [tank("v", "viper", "0508")])
    effects.destroy(play(state), vehicle(state, "w"), "v", "a hit goes right through it")
    crew = foot(state, "w-crew")
    state.turn += 1
    crew.moved = crew.in_wreck = False
    found = [option.order["kind"] for option in options.options(state, crew)]
    assert {"conceal", "mount", "march"} <= set(found)
    assert not aim.can_fire(crew)
    maneuver.carry_out(play(state), crew, {"kind": "mount", "vehicle": "h"})
    assert (crew.aboard, vehicle(state, "h").inside) == ("h", "w-crew")


def test_a_squad_that_rode_along_counts_as_moved() -> None:
    state = table([tank("h", "lupis", "0505"), squad("s", "0505")], [tank("v", "viper", "0512")])
    maneuver.carry_out(play(state), foot(state, "s"), {"kind": "mount", "vehicle": "h"})
    order = {"kind": "grav", "accelerate": 2, "path": "FF", "decelerate": 2, "dismount": ["s"]}
    maneuver.carry_out(play(state), vehicle(state, "h"), order)
    assert foot(state, "s").hexes_moved == 2
