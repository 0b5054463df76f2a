"""Vehicles that a patrol craft drops over a battle (centurion: Landing or Launching Centurion Units)."""

from typing import Any

import pytest

from scales.centurion import ENGINE
from scales.centurion.combat import aim
from scales.centurion.state import BattleState
from scales.centurion.support import landed_craft, landed_craft_units
from scales.centurion.support.seen_from_above import ground_forces
from scales.codec import plain
from scales.dice import ScriptedDice
from scales.engine import Delivery, Json, Orders, Step
from scales.hexes import hex_of
from scales.messages import AttackAtLaf, GroundLoad, HitFromAbove, UnitsDropped
from tests.centurion.firing_range import advance, bones, kinds, table, tank

ON = {"flight_modes": 1}
RULE = landed_craft.RULE


def load(id: str, type: str = "horatius", **more: Any) -> GroundLoad:
    kind = more.pop("kind", "grav")
    return GroundLoad(id, id, "red", kind, 250, 3, **{"unit": {"type": type}, **more})


def squad(id: str, aboard: str = "") -> GroundLoad:
    return GroundLoad(id, id, "red", "squad", 0, 8, aboard, unit={"type": "bounce_tvlg"})


def drop(*units: GroundLoad, craft: str = "ponto") -> Delivery:
    news = UnitsDropped(craft, "Ponto 1", "red", "b", list(units))
    return Delivery(f"m:{craft}", "units_dropped", "air", plain(news), "air:7")


def battle(**more: Any) -> BattleState:
    return table([tank("r", "horatius", "0505")], [tank("v", "viper", "2010")], options=ON, **more)


def dropped(state: BattleState, *mails: Delivery, dice: tuple[int, ...] = (), **places: tuple[str, int]) -> tuple[Step, list[Any]]:
    orders: Json = {"drop:red": {id: {"hex": hex, "facing": facing} for id, (hex, facing) in places.items()}}
    step, events = advance(state, "hits", ScriptedDice.of(*dice), orders, list(mails))
    assert ENGINE.invariants(step.state) == []
    return step, events


def test_dropped_vehicles_stand_where_their_player_likes_at_low_altitude_and_full_speed() -> None:
    step, events = dropped(battle(), drop(load("a"), load("b")), a=("2509", 3), b=("0101", 6))
    found = {id: step.state.vehicles[id] for id in ("a", "b")}
    assert [(v.hex.label, v.facing, v.mode, v.velocity) for v in found.values() if v.hex] == [
        ("2509", 3, "laf", 75),
        ("0101", 6, "laf", 75),
    ]
    assert [(e.rule, e.cause) for e in events if e.kind == "dropped"] == [(RULE, "air:7")] * 2
    assert found["a"].platoon == "ponto/landed"
    assert step.state.dropping == []


def test_they_cannot_fight_in_their_first_minute_but_may_be_fired_upon() -> None:
    step, _ = dropped(battle(), drop(load("a")), a=("1910", 3))
    a, v = step.state.vehicles["a"], step.state.vehicles["v"]
    assert not aim.can_fire(a)
    assert aim.aim(step.state, v, a).seen
    (target,) = [t for t in ground_forces(step.state, "b").units if t.id == "a"]
    assert target.mode == "dropping"
    after, _ = advance(step.state, "end", bones())
    assert aim.can_fire(after.state.vehicles["a"])
    assert next(t for t in ground_forces(after.state, "b").units if t.id == "a").mode == "laf"


def test_riders_come_down_with_their_vehicle() -> None:
    step, _ = dropped(battle(), drop(load("a", "romulus"), squad("s", "a")), a=("1010", 3))
    assert (step.state.squads["s"].aboard, step.state.vehicles["a"].inside) == ("a", "s")


def test_damage_comes_down_with_a_vehicle() -> None:
    other = battle().vehicles["r"]
    other.effects, other.smoke = ["comm"], 0
    worn = landed_craft_units.load_of(other)
    worn.id, worn.platoon = "a", ""
    step, _ = dropped(battle(), drop(worn), a=("1010", 3))
    assert (step.state.vehicles["a"].effects, step.state.vehicles["a"].smoke) == (["comm"], 0)


@pytest.mark.parametrize(("roll", "facing"), [(1, "bottom"), (3, "bottom"), (4, "left"), (7, "left"), (8, "turret"), (10, "turret")])
def test_what_craft_hit_of_a_dropping_vehicle_strikes_it_when_it_has_been_placed(roll: int, facing: str) -> None:
    hit = AttackAtLaf("c1", "Stinger", "blue", "b", "a", "left", [HitFromAbove("laser_5_4", "5/4 Laser", 5)])
    mails = (drop(load("a")), Delivery("m2", "attack_at_laf", "air", plain(hit), "air:8"))
    _, events = dropped(battle(), *mails, dice=(roll, 5), a=("1010", 3))
    assert next(e for e in events if e.kind == "hit").data["facing"] == facing


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ({"hex": "9999", "facing": 1}, "a hex of the map"),
        ({"hex": "0505", "facing": 7}, "is 1 to 6"),
        ({"hex": 5, "facing": True}, "a hex of the map"),
        ({"hex": "0505"}, "a mapping with hex and facing"),
        ([], "a mapping with hex and facing"),
    ],
)
def test_a_place_that_is_none_is_refused(order: Any, words: str) -> None:
    step = ENGINE.advance(battle(), "hits", {}, [drop(load("a"))], bones())
    (asked,) = step.pending
    (fault, *_) = ENGINE.check(ENGINE.view(step.state, "red"), asked, Orders({"a": order}))
    assert words in fault.text
    assert RULE in fault.text


def test_every_offer_is_legal_and_the_bot_spreads_its_vehicles() -> None:
    step = ENGINE.advance(battle(), "hits", {}, [drop(load("a"), load("b"))], bones())
    (asked,) = step.pending
    view = ENGINE.view(step.state, "red")
    slots = ENGINE.offers(view, asked)
    for option in slots[0].options:
        assert ENGINE.check(view, asked, Orders({"a": option.order, "b": option.order})) == []
    orders = ENGINE.choose(view, asked, slots, bones())
    assert ENGINE.check(view, asked, orders) == []
    assert orders.choices["a"] != orders.choices["b"]


def test_what_is_to_be_placed_only_its_side_knows() -> None:
    step = ENGINE.advance(battle(), "hits", {}, [drop(load("a"))], bones())
    assert len(ENGINE.view(step.state, "red").state.dropping) == 1
    assert ENGINE.view(step.state, "blue").state.dropping == []
    assert "ponto" not in ENGINE.view(step.state, "blue").state.causes


def test_what_cannot_join_a_battle_goes_back_to_its_craft() -> None:
    step, events = dropped(battle(), drop(load("r")), r=("1010", 1))
    assert kinds(events) == ["drop_refused"]
    assert [(m.kind, m.data["units"][0]["id"]) for m in step.outbox] == [("units_aboard", "r")]
    assert step.state.vehicles["r"].hex == hex_of("0505")


def test_without_modes_of_flight_a_dropped_vehicle_is_set_down_at_rest() -> None:
    state = table([tank("r", "horatius", "0505")], [tank("v", "viper", "2010")])
    step, _ = dropped(state, drop(load("a")), a=("1010", 1))
    assert (step.state.vehicles["a"].mode, step.state.vehicles["a"].velocity, step.state.vehicles["a"].dropped) == ("nf", 0, True)


def test_later_drops_of_a_platoon_join_it() -> None:
    step, _ = dropped(battle(), drop(load("a", platoon="x")), drop(load("b", platoon="x"), craft="other"), a=("1010", 1), b=("1011", 1))
    assert step.state.platoons["x"].units == ["a", "b"]
    points = step.state.sides["red"].start_points - battle().sides["red"].start_points
    assert points == 2 * battle().sides["red"].start_points


# --- from orbit -------------------------------------------------------------------------------------------------------------------


def from_orbit(state: BattleState, *dice: int) -> tuple[Step, list[Any]]:
    news = UnitsDropped("a", "a", "red", "b", [load("a", platoon="x")], "orbit")
    mail = Delivery("m", "units_dropped", "air", plain(news), "air:7")
    return dropped(state, mail, dice=dice, a=("1010", 3))


@pytest.mark.parametrize(("roll", "scatter", "hex"), [(7, (), "1010"), (1, (), "1010"), (8, (1,), "1009"), (10, (7, 4), "1012")])
def test_out_of_orbit_a_vehicle_may_miss_its_hex(roll: int, scatter: tuple[int, ...], hex: str) -> None:
    step, events = from_orbit(battle(), roll, *scatter)
    found = step.state.vehicles["a"]
    assert found.hex is not None
    assert (found.hex.label, found.mode, found.velocity, found.dropped) == (hex, "laf", 15, True)
    assert next(e for e in events if e.kind == "out_of_orbit").checks[0].target == 7


def test_off_the_map_it_is_lost() -> None:
    state = battle()
    news = UnitsDropped("a", "a", "red", "b", [load("a")], "orbit")
    step, events = dropped(state, Delivery("m", "units_dropped", "air", plain(news)), dice=(9, 1), a=("1001", 3))
    assert "a" not in step.state.vehicles
    assert kinds(events) == ["out_of_orbit"]
    assert step.outbox == []
