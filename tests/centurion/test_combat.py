"""The Combat and End Phases as a whole: offers of every kind are legal, garbage is refused, order of segments, damage from above."""

from typing import Any

import pytest
from msgspec.structs import replace

from scales.centurion import ENGINE
from scales.centurion.combat import combat
from scales.centurion.state import BattleState, Landed
from scales.codec import clone, encode, plain
from scales.engine import Decision, Delivery, Event, Orders, random_orders
from scales.hexes import hex_of
from scales.messages import Bay, CraftLanded, FireSupport, GroundAttack, GroundDamage, GroundLoad, UnitsDropped, UnitsLanded
from tests.centurion.firing_range import bones, kinds, squad, table, tank

SHIP = FireSupport(
    "ship", "Fulgur DD-3", "fulgur", "blue", "b", "atmosphere", True, [Bay("b0", "25 37.5/10", "L", 12), Bay("b1", "50 37.5/10", "L", 8)]
)
BATTERY = {"id": "bat", "name": "Battery", "side": "blue", "missions": 2, "shots": 9}
OPTIONS = {"hell_rounds": True, "missile_barrages": True, "thor_missions": 1}
CRAFT = {
    "strafing": GroundAttack("avenger", "Avenger", "avenger", "blue", "b", "strafing", 4, {"laser_5_4": 2}, {}, {"bow": 60}, painting=True),
    "dive_bombing": GroundAttack("bomber", "Bomber", "avenger", "red", "b", "dive_bombing", 4, {}, {"hafe_i": 2, "smoke": 1}, {"bow": 60}),
}


def field() -> BattleState:
    """Some of everything on both sides, with a battery, a ship and a building."""
    red = [tank("h", "horatius", "0505", 4), tank("p", "pompey", "0502", 4), squad("s", "0507"), squad("in", "0808")]
    blue = [tank("l", "labienus", "0509", 1), tank("v", "viper", "0711", 6), squad("m", "0510", "bounce_mortar"), squad("t", "0608")]
    state = table(red, blue, {"0808": "0b2/20", "0507": "0l"}, batteries=[BATTERY], options=OPTIONS)
    state.squads["in"].level = 1
    state.ships["ship"] = SHIP
    return state


def play_phase(state: BattleState, phase: str, seed: int, bots: bool, inbox: list[Delivery]) -> tuple[BattleState, list[Event]]:
    """A phase by bots or random orders; every random choice of offered options must be legal."""
    dice, own, events = bones(seed), bones(seed + 1000), []
    step = ENGINE.advance(state, phase, {}, inbox, dice)
    events += step.events
    while not step.done:
        answers = {}
        for decision in step.pending:
            view = ENGINE.view(step.state, decision.seat)
            offers = ENGINE.offers(view, decision)
            orders = ENGINE.choose(view, decision, offers, own) if bots else random_orders(offers, own)
            assert ENGINE.check(view, decision, orders) == []
            answers[decision.key] = orders
        step = ENGINE.advance(clone(step.state), phase, answers, [], dice)
        events += step.events
    return step.state, events


@pytest.mark.parametrize("bots", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_any_choice_of_offers_is_legal_and_nothing_breaks(seed: int, bots: bool) -> None:
    state = field()
    for turn in range(1, 4):
        state.turn = turn
        mail = [Delivery(f"m{turn}", "ground_attack", "air", plain(CRAFT[name]), None) for name in sorted(CRAFT)]
        state, events = play_phase(state, "combat", 10 * seed + turn, bots, mail)
        assert {"return_fire"} <= set(kinds(events))
        state, events = play_phase(state, "end", 10 * seed + turn, bots, [])
        assert ENGINE.invariants(state) == []
        for unit in state.units():
            unit.fired = False


def test_segments_come_in_printed_order() -> None:
    state = field()
    state.turn = 1
    state, _ = play_phase(state, "end", 3, True, [])
    state.turn = 2
    _, events = play_phase(state, "combat", 4, True, [Delivery("m", "ground_attack", "air", plain(CRAFT["strafing"]), None)])
    order = ["craft_placed", "painted", "strafing", "fire", "artillery"]
    places = [kinds(events).index(kind) for kind in order if kind in kinds(events)]
    assert len(places) >= 4
    assert places == sorted(places)


def come_down(state: BattleState) -> None:
    """A craft on the ground with open bays, one that lands, and a vehicle that drops, all of blue."""
    craft = CraftLanded("lander", "Lander", "ponto", "blue", "b", 4, {}, [], 0)
    state.landing, state.landed = [craft], {"ponto": Landed(replace(craft, craft="ponto"), hex_of("1010"), 1)}
    tank, cargo = (GroundLoad(id, id, "blue", "grav", 250, 3) for id in ("tank", "cargo"))
    state.dropping = [UnitsDropped("other", "Other", "blue", "b", [tank])]
    state.unloading = [UnitsLanded("ponto", "Ponto", "blue", "b", [cargo], 4, 300, 60)]


@pytest.mark.parametrize(
    "garbage", [None, [], "x", 7, {"fire": None}, {"paint": [1]}, {"hexes": [1]}, {"target": {"a": 1}}, {"hex": "05\u0665"}]
)
def test_garbage_is_refused_for_every_kind(garbage: Any) -> None:
    state = field()
    state.air = [CRAFT["strafing"]]
    slots = {
        "air": ["avenger"],
        "declare": ["unit"],
        "paint": ["v"],
        "fire": ["v"],
        "artillery": ["bat#1"],
        "naval": ["ship"],
        "thor": ["thor"],
        "javelins": ["x#1"],
        "smoke": ["v"],
        "opportunity": ["v"],
        "ram": ["v"],
        "missions": ["v"],
        "drop": ["tank"],
        "touch_down": ["lander"],
        "landed_fire": ["ponto"],
        "unload": ["cargo"],
    }
    come_down(state)
    for kind in combat.KINDS:
        about = "slots" if kind in ("declare", "artillery", "naval", "thor", "javelins", "missions") else "units"
        data = {"side": "blue", about: slots[kind], "offered": {"v": []}, "left": ["v"]}
        decision = Decision(f"{kind}:blue", "blue", kind, "?", data=data)
        before = encode(state)
        assert combat.check_for(ENGINE.view(state, "blue"), decision, Orders({slots[kind][0]: garbage}))
        assert combat.check_for(ENGINE.view(state, "blue"), decision, Orders({}))
        assert combat.check_for(ENGINE.view(state, "blue"), decision, Orders({slots[kind][0]: {}, "other": {}}))
        assert encode(state) == before


def test_what_a_ship_destroys_from_above_is_gone() -> None:
    mail = [Delivery("m", "ground_damage", "fleet", plain(GroundDamage("v", "Shiva", "destroyed")), None)]
    state, events = play_phase(field(), "hits", 1, True, mail)
    assert state.vehicles["v"].destroyed
    assert "Shiva" in events[0].text
