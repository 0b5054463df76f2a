"""Smoke: rounds of idle guns and mortars, grenades, what smoke does, and how it goes."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scales import armor
from scales.centurion import ENGINE
from scales.centurion.bot.tactics import choose
from scales.centurion.combat import aim, end, fire, plan_faults, plans
from scales.centurion.ground import los, smoke, smoke_offers
from scales.centurion.ground.terrain import terrain_of
from scales.centurion.movement import grounding
from scales.centurion.state import BattleState
from scales.dice import ScriptedDice
from scales.engine import Event, Json, Orders
from scales.hexes import HEADINGS, hex_of
from tests.centurion.firing_range import advance, bones, foot, mount_of, play, squad, table, tank, vehicle

GUN = mount_of("horatius", "gauss_150mm")
LASER = mount_of("horatius", "laser_3_6")


def field(**more: Any) -> BattleState:
    """A Horatius and a mortar squad against a Liberator five hexes to the south."""
    red = [tank("h", "horatius", "0505", 4), squad("m", "0605", "bounce_mortar")]
    return table(red, [tank("l", "liberator", "0510", 1)], **more)


def end_phase(state: BattleState, orders: Json, *dice: int) -> tuple[BattleState, list[Event]]:
    """The End Phase in which red lays smoke by these orders."""
    step, events = advance(state, "end", ScriptedDice.of(*dice) if dice else bones(), {"smoke:red": orders})
    return step.state, events


def faults(state: BattleState, id: str, order: Any) -> str:
    return " ".join(smoke.order_faults(state, id, order))


# --- rounds -----------------------------------------------------------------------------------------------------------------------


def test_a_gun_that_did_not_fire_lays_smoke_on_a_hex() -> None:
    """Range 5 is 11 or less, terrain or not."""
    state, events = end_phase(field(terrain={"0510": "0h"}), {"h": {"rounds": [[GUN, "0510"]]}}, 9)
    assert state.ground.smoke == {"0510": 1}
    (event,) = [e for e in events if e.kind == "smoke_fired"]
    assert (event.checks[0].base, event.checks[0].modifiers, event.checks[0].target) == (10, [], 10)
    assert event.rule == "centurion: Smoke"


def test_a_miss_scatters() -> None:
    state, events = end_phase(field(), {"h": {"rounds": [[GUN, "0510"]]}}, 10, 7, 2)
    (event,) = [e for e in events if e.kind == "smoke_fired"]
    assert event.data["landed"] != "0510"
    assert list(state.ground.smoke) == [event.data["landed"]]


def test_damage_to_the_targeting_systems_counts() -> None:
    state = field()
    vehicle(state, "h").targeting = 2
    assert smoke.reckoned(state, vehicle(state, "h"), smoke.guns(vehicle(state, "h"))[0].arm, hex_of("0510")).number == 8


def test_a_gun_that_fired_has_no_smoke_round_and_other_fire_binds_the_rest() -> None:
    state = field()
    run = play(state)
    fire.fire(run, "h", {"fire": [[LASER, "l", ""]]})
    assert vehicle(state, "h").aimed_at == "0510"
    assert "smoke of this turn goes there too" in faults(state, "h", {"rounds": [[GUN, "0509"]]})
    assert faults(state, "h", {"rounds": [[GUN, "0510"]]}) == ""
    assert {o.info["hex"] for o in smoke_offers.offers(state, smoke.ask(state, "red")[0])[0].options if "rounds" in o.order} == {"0510"}
    vehicle(state, "h").mounts_fired.append(GUN)
    assert "has no smoke round to fire in this turn" in faults(state, "h", {"rounds": [[GUN, "0510"]]})


def test_the_next_turn_knows_nothing_of_what_was_fired() -> None:
    state = field()
    fire.fire(play(state), "h", {"fire": [[LASER, "l", ""]]})
    end.forget(play(state))
    assert (vehicle(state, "h").aimed_at, vehicle(state, "h").mounts_fired) == ("", [])


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ({"rounds": [[LASER, "0510"]]}, "has no smoke round"),
        ({"rounds": [[GUN, "0501"]]}, "outside the forward arc"),
        ({"rounds": [[GUN, "2505"]]}, "reaches 15 hexes"),
        ({"rounds": [[GUN, "2699"]]}, "not on the board"),
        ({"rounds": [[GUN, "0510", 3]]}, "artillery alone lays a column"),
        ({"rounds": [[GUN, 510]]}, "a hex of the map"),
        ({"rounds": [[GUN, "0510"], [GUN, "0509"]]}, "each weapon fires one round"),
        ({"rounds": "all"}, "smoke round"),
        ({"rounds": [GUN]}, "a round is"),
        ({"grenades": 7}, "along a heading"),
        ({"smoke": 1}, "rounds and grenades only"),
    ],
)
def test_what_is_refused_is_refused_with_the_reason(order: Json, reason: str) -> None:
    assert reason in faults(field(), "h", order)


def test_sight_is_needed() -> None:
    state = field(terrain={"0507": "0h"})
    assert "no line of sight to hex 0510" in faults(state, "h", {"rounds": [[GUN, "0510"]]})


def test_mortars_lay_one_round_each_unless_the_squad_did_something_else() -> None:
    state = field()
    assert [gun.number for gun in smoke.guns(foot(state, "m"))] == [0, 1]
    state, _ = end_phase(state, {"m": {"rounds": [[0, "0510"], [1, "0511"]]}}, 1, 1)
    assert sorted(state.ground.smoke) == ["0510", "0511"]
    foot(state, "m").fired = True
    assert smoke.guns(foot(state, "m")) == []


def test_artillery_on_the_board_lays_a_column_in_the_end_phase_and_none_in_weapons_fire() -> None:
    state = table([tank("p", "pedden", "0502", 4)], [tank("l", "liberator", "0510", 1)])
    gun = next(n for n, arm, _ in plans.armed(vehicle(state, "p")) if arm.family == "artillery")
    assert "fired in the End Phase" in plan_faults.faults(state, "p", {"fire": [[gun, "hex:0510", "smoke"]]})[0]
    after, events = end_phase(state, {"p": {"rounds": [[gun, "0508", 1]]}}, 7)
    assert sorted(after.ground.smoke) == ["0507", "0508", "0509"]
    assert next(e for e in events if e.kind == "smoke_fired").checks[0].base == 7


# --- grenades ---------------------------------------------------------------------------------------------------------------------


def test_grenades_fill_three_hexes_next_to_the_vehicle() -> None:
    state, events = end_phase(field(), {"h": {"grenades": 4}})
    assert sorted(state.ground.smoke) == sorted(["0506", "0405", "0605"])
    assert vehicle(state, "h").smoke == 3
    assert "3 grenades left" in next(e for e in events if e.kind == "smoke_grenades").text


def test_without_grenades_there_are_none_to_launch() -> None:
    state = field()
    vehicle(state, "h").smoke = 0
    assert "no smoke grenades" in faults(state, "h", {"grenades": 4})
    vehicle(state, "h").smoke = 1
    vehicle(state, "h").mode = "laf"
    assert not smoke.has_grenades(vehicle(state, "h"))


# --- what smoke does ----------------------------------------------------------------------------------------------------------------


def test_smoke_blocks_sight_one_level_high_and_hinders_fire_at_vehicles_alone() -> None:
    state = field()
    gunner, target = vehicle(state, "h"), vehicle(state, "l")
    state.ground.smoke["0508"] = 1
    assert not los.sees(state, gunner, target)
    assert los.hex_sees(state, hex_of("0505"), hex_of("0510"), 1, 1)
    state.ground.smoke = {"0510": 1, "0605": 1}
    assert [m.value for m in aim.cover(state, target) if m.name.startswith("smoke")] == [-2]
    assert aim.aim(state, target, foot(state, "m")).modifiers == []


def test_smoke_halves_the_limit_of_grav_vehicles_below_low_altitude() -> None:
    state = field()
    state.ground.smoke["0506"] = 1
    terrain = terrain_of(state)
    there = terrain.index(hex_of("0505"))
    limits = {mode: terrain.way(there, mode)[3][2] for mode in ("nf", "ttf", "laf")}
    assert limits["nf"] == 10
    assert limits["laf"] > 20


def test_a_cratering_charge_clears_the_smoke_of_its_hex() -> None:
    run = play(field())
    run.state.ground.smoke = {"0505": 1, "0506": 1}
    grounding.dig(run, vehicle(run.state, "h"))
    assert run.state.ground.smoke == {"0506": 1}
    assert [e.kind for e in run.events] == ["crater_dug", "smoke_gone"]


def test_smoke_stays_through_the_next_turn() -> None:
    state, _ = end_phase(field(), {"h": {"grenades": 4}})
    state.turn = 2
    state, events = end_phase(state, {})
    assert state.ground.smoke == {}
    assert "smoke_gone" in [e.kind for e in events]


# --- decisions ----------------------------------------------------------------------------------------------------------------------


def test_nobody_is_asked_with_the_switch_off() -> None:
    state = field(options={"smoke": 0})
    assert smoke.ask(state, "red") == []
    battery = {"id": "b", "name": "B", "side": "red", "missions": 1, "shots": 1}
    with_guns = field(options={"smoke": 0}, batteries=[battery])
    step = ENGINE.advance(with_guns, "end", {}, [], bones())
    (decision,) = [d for d in step.pending if d.kind == "artillery"]
    offered = {o.order.get("round") for slot in ENGINE.offers(ENGINE.view(step.state, "red"), decision) for o in slot.options}
    assert "smoke" not in offered
    order = Orders({"b#1": {"hex": "0510", "round": "smoke"}})
    assert "Smoke is not played" in ENGINE.check(ENGINE.view(step.state, "red"), decision, order)[0].text


def test_the_bot_covers_who_is_hurt_and_cannot_get_away() -> None:
    state = field()
    decision = smoke.ask(state, "red")[0]
    assert choose(state, decision, smoke_offers.offers(state, decision), bones()).choices == {"h": {}, "m": {}}
    vehicle(state, "h").effects = ["grav_drive"]
    vehicle(state, "h").internals = {"bottom": armor.full(12, 10)}
    orders = choose(state, decision, smoke_offers.offers(state, decision), bones()).choices
    assert orders["h"]
    assert faults(state, "h", orders["h"]) == ""


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 25), st.integers(1, 14), st.sampled_from(HEADINGS), st.booleans())
def test_all_that_is_offered_is_legal(column: int, row: int, facing: int, has_fired: bool) -> None:
    red = [
        tank("h", "horatius", f"{column:02d}{row:02d}", facing),
        squad("m", "0605", "bounce_mortar"),
        tank("p", "pedden", "0202", facing),
    ]
    state = table(red, [tank("l", "liberator", "1212", 1)], {"0808": "0h", "1010": "1l"})
    if has_fired:
        vehicle(state, "h").aimed_at = "1212"
    (decision,) = smoke.ask(state, "red")
    for slot in smoke_offers.offers(state, decision):
        for option in slot.options:
            assert smoke.order_faults(state, slot.id, option.order) == []
