"""Naval fire support and barrages: calls, delays, one mission a Leviathan turn, blast, reports."""

from typing import Any

import pytest

from scales.centurion import ENGINE
from scales.centurion.combat import damage, internals
from scales.centurion.preparation.orbit_setup import ShipSpec
from scales.centurion.state import BattleState
from scales.centurion.support import air_defense, naval_calls, naval_fire, naval_offers, orbit
from scales.centurion.support.rounds import Blast
from scales.codec import plain
from scales.dice import ScriptedDice
from scales.engine import Delivery, Json, Orders
from scales.messages import Bay, FireSupport
from tests.centurion.firing_range import SIDES, advance, at, bones, foot, kinds, play, squad, table, tank, vehicle
from tests.examples import oracle

BAYS = [Bay("fulgur/0", "25 37.5/10", "L", 12), Bay("fulgur/1", "10 37.5/10", "L", 12)]
HEX = {"hexes": {"fulgur/0": "0505"}}


def alone(kind: str = "fulgur", options: Json | None = None, officer: bool = False, **ship: Any) -> BattleState:
    """A battle by itself in which blue is lent a ship, and perhaps an officer to call it."""
    given = {"id": "x", "name": "X", "side": "blue", "type": kind, "since": 3, "until": 5, **ship}
    red = [tank("h", "horatius", "0505", 4), tank("far", "viper", "0101"), squad("s", "0506")]
    blue = [tank("v", "viper", "2010"), tank("o", "spartius_fire_control", "2011")]
    state = table(red, blue, ships=[given], options=options or {})
    next(c for c in state.centuries.values() if c.side == "blue").fire_control = ["o"] if officer else []
    return state


def field(officer: bool = False, **ship: Any) -> BattleState:
    """Blue has a ship overhead, called by its Centurion or by the officer in a Spartius."""
    state = table(
        [tank("h", "horatius", "0505", 4), tank("far", "viper", "0101"), squad("s", "0506")],
        [tank("v", "viper", "2010"), tank("o", "spartius_fire_control", "2011")],
    )
    century = next(c for c in state.centuries.values() if c.side == "blue")
    century.name = "1 Century"
    century.fire_control = ["o"] if officer else []
    state.ships["fulgur"] = FireSupport(
        "fulgur", "Fulgur DD-3", "fulgur", "blue", "b", **{"zone": "atmosphere", "in_arc": True, "bays": BAYS, **ship}
    )
    state.ship_since["fulgur"] = 1
    return state


@oracle("XSC-014", "XSC-015")
def test_number_and_delay(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    kind = "missiles" if inputs.get("weapon") == "missile_barrage" else "laser"
    found = [naval_fire.mission(kind, who == "fire_control_officer") for who in inputs["requested_by"]]
    assert [number for number, _ in found] == expected["to_hit"]
    assert [delay for _, delay in found] == expected["delay_turns"]


@oracle("XSC-016")
def test_missions_of_a_class(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    for kind, missions in zip(inputs["ship"], expected["missions"], strict=True):
        state = alone(kind.lower())
        assert [bay.damage for ship in state.ships.values() for bay in ship.bays] == missions
        assert all(len(ship.bays) == 1 for ship in state.ships.values())


@oracle("XSC-018")
def test_bay_damage_on_the_ground(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    bay = Bay("x", inputs["bay"], "L", 23)
    assert naval_fire.bay_size(bay) == 100
    assert naval_fire.vehicle_hits(100, 4) == inputs["hits"]
    assert naval_fire.bay_points(bay.damage, inputs["hits"]) == expected["centurion_damage_per_facing"]


@oracle("XSC-020")
def test_barrage_radii_by_strength(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    found = [naval_fire.radii(strength) for strength in inputs["damage"]]
    assert [r[0] for r in found] == expected["destroyed_radius"]
    assert [[r[0] + 1, r[1]] for r in found] == expected["hundred_point"]
    assert [[r[1] + 1, r[2]] for r in found] == expected["gravitic"]


@oracle("XSC-022")
def test_barrage_radii_by_type(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    found = [naval_fire.full_reach(alone(), FireSupport("x/1", "X", "x", "blue", "", "atmosphere", True, [], 1, t)) for t in inputs["type"]]
    state = alone("shiva", missiles=True)
    assert [radius for radius, _, _ in found] == expected["destroyed_radius"]
    assert naval_fire.full_reach(state, state.ships["x/missiles"]) == (12, 18, 24)


def test_the_officer_calls_and_the_ship_fires_in_the_next_minute() -> None:
    step, events = advance(field(officer=True), "end", bones(), {"naval:blue": {"fulgur": HEX}})
    call = step.state.calls[0]
    assert (call.due, call.to_hit, call.officer, call.caller) == (2, 9, True, "o")
    assert events[0].seen_by == ["blue"]
    step.state.turn = 2
    # to hit 9, then hits by a bay of 25 on a 7 for the Horatius: once, 120 points a facing
    step, events = advance(step.state, "combat", ScriptedDice.of(9, 7))
    fired, burnt = events[0], events[1]
    assert fired.text == "Fulgur DD-3 fires on hex 0505 for 1 Century, called by the NFCO in o."
    assert fired.checks[0].passed
    assert burnt.data["points"] == dict.fromkeys(damage.SIDES, 120)
    assert step.state.squads["s"].destroyed
    assert step.state.vehicles["h"].mode == "nf"
    assert step.state.ship_shots == {"fulgur": 1}


def test_the_centurion_needs_two_minutes_and_a_six() -> None:
    step, _ = advance(field(), "end", bones(), {"naval:blue": {"fulgur": HEX}})
    assert (step.state.calls[0].due, step.state.calls[0].to_hit) == (3, 6)


@pytest.mark.parametrize("hurt", ["comm", "commander", "stunned", "infantry", "destroyed", "left", "comm box", "infantry box"])
def test_the_officer_needs_his_vehicle_whole(hurt: str) -> None:
    state = field(officer=True)
    carrier = vehicle(state, "o")
    if hurt in ("commander", "stunned"):
        carrier.crew["commander"] = "dead" if hurt == "commander" else "unconscious"
    elif hurt in ("destroyed", "left"):
        setattr(carrier, hurt, True)
    elif hurt.endswith(" box"):
        internals.cross_off(carrier, hurt.removesuffix(" box"))
    else:
        carrier.effects.append(hurt)
    assert [c[2] for c in naval_calls.callers(state, "blue")] == [False]


def test_zone_modifiers_have_names() -> None:
    assert [(m.name, m.value) for m in naval_fire.zone_modifiers("space")] == [("fire from space", -5)]
    assert naval_fire.zone_modifiers("interface")[0].value == -2
    assert naval_fire.zone_modifiers("atmosphere") == []


def test_one_mission_a_leviathan_turn() -> None:
    state = field(officer=True)
    ship = state.ships["fulgur"]
    assert naval_calls.free_for(state, ship, 2)
    state.ship_shots["fulgur"] = 1
    assert not naval_calls.free_for(state, ship, 5)
    # due in turn 6 it belongs to the next Leviathan turn
    assert naval_calls.free_for(state, ship, 6)
    state.turn = 5
    step, _ = advance(state, "end", bones(), {"naval:blue": {"fulgur": HEX}})
    report = next(m for m in step.outbox if m.kind == "fire_support_report")
    assert report.data == {"ship": "fulgur", "battle": "b", "shots": 1, "open_call": True, "missiles_fired": False}
    assert step.state.ships == {}


def test_an_open_call_is_fired_when_the_ship_is_assigned_again_and_blocks_a_second() -> None:
    state = field(officer=True)
    state.turn = 5
    step, _ = advance(state, "end", bones(), {"naval:blue": {"fulgur": HEX}})
    ship = FireSupport("fulgur", "Fulgur DD-3", "fulgur", "blue", "b", "interface", True, BAYS)
    step.state.turn = 6
    mail = [Delivery("m1", "fire_support", "fleet", plain(ship), "fleet:7")]
    fired, events = advance(step.state, "combat", ScriptedDice.of(7, 7), None, mail)
    assert (events[0].kind, events[0].cause, events[0].seen_by) == ("fire_support", "fleet:7", ["blue"])
    # 9 by the officer, 2 less from the interface
    assert events[1].checks[0].target == 7
    assert not naval_calls.free_for(fired.state, fired.state.ships["fulgur"], 7)
    # what the ship did on the ground leads back to the order that lent it
    assert {e.cause for e in events if e.kind in ("naval_fire", "blast", "vehicle_destroyed")} == {"fleet:7"}


def test_a_call_without_its_ship_is_struck_off() -> None:
    step, _ = advance(field(officer=True), "end", bones(), {"naval:blue": {"fulgur": HEX}})
    step.state.ships.clear()
    step.state.turn = 2
    step, events = advance(step.state, "combat", bones())
    assert kinds(events) == ["call_struck_off"]
    assert step.state.calls == []


def test_the_rating_of_a_lent_ship_is_stopped_by_shields() -> None:
    state = field(officer=True)
    state.ship_windows["fulgur"] = [1, 5]
    working = play(state)
    naval_fire.strike(working, Blast(at("0505"), "blue", "fulgur"), Bay("fulgur/1/bay", "140", "", 140), state.ships["fulgur"])
    assert working.events[0].data["points"]["front"] == 70


def test_what_a_strike_does_to_the_ground() -> None:
    state = table([squad("s", "0505"), squad("in", "0506")], [tank("v", "viper", "2010")], {"0504": "0h", "0506": "0b2/20"})
    state.squads["in"].level = 1
    state.ground.mines["0505"], state.ground.craters["0505"] = ["red"], 1
    state.ships["fulgur"] = FireSupport("fulgur", "Fulgur", "fulgur", "blue", "b", "atmosphere", True, BAYS)
    naval_fire.strike(play(state), Blast(at("0505"), "blue", "fulgur"), BAYS[0], state.ships["fulgur"])
    assert (foot(state, "s").casualties_queued, foot(state, "in").casualties_queued) == (8, 8)
    assert (state.ground.mines, state.ground.craters) == ({}, {})
    assert state.ground.cleared == ["0504", "0506"]


def test_barrages_need_authority_and_reach_far() -> None:
    order: Json = {"kind": "missiles", "hex": "0505"}
    state = field(officer=True, missiles=2, missile_type="A")
    assert naval_calls.order_faults(state, state.ships["fulgur"], order)
    state.options["missile_barrages"] = 1
    assert naval_calls.order_faults(state, state.ships["fulgur"], order) == []
    step, _ = advance(state, "end", bones(), {"naval:blue": {"fulgur": order}})
    assert step.state.calls[0].due == 3
    step.state.turn = 3
    step, _ = advance(step.state, "combat", ScriptedDice.of(9, 1))
    assert step.state.vehicles["h"].destroyed
    assert step.state.vehicles["h"].by == "fulgur"
    # four hexes away: as by a HELL round
    assert sum(row.bit_count() for row in step.state.vehicles["far"].armor["front"].rows) == 0
    assert not step.state.vehicles["v"].turn_damaged


@pytest.mark.parametrize("order", [{"hexes": {}}, {"hexes": {"nobay": "0505"}}, {"hexes": {"fulgur/0": "9999"}}, {"kind": "bombs"}, 5,
                                   {"hexes": {"fulgur/0": "0505"}, "caller": "h"}])  # fmt: skip
def test_bad_calls_are_refused(order: Any) -> None:
    state = field(officer=True)
    assert naval_calls.order_faults(state, state.ships["fulgur"], order)


def test_a_ship_out_of_arc_takes_calls_only_for_the_next_leviathan_turn() -> None:
    state = field(officer=True, in_arc=False)
    assert naval_calls.ready(state, "blue") == []
    state.turn = 5
    assert [ship.ship for ship in naval_calls.ready(state, "blue")] == ["fulgur"]


# --- ships that the scenario lends --------------------------------------------------------------------------------------------------


def test_each_attack_lands_once_in_each_turn_of_the_window() -> None:
    state = alone(officer=True)
    assert naval_calls.ready(state, "blue") == list(state.ships.values())
    # the officer's call would land in turn 2, that of the Centurion in 3
    assert naval_calls.order_faults(state, state.ships["x/1"], {"hexes": {"x/1/bay": "0505"}, "caller": "o"}) == [
        "X, bay 1 cannot fire in turn 2 of the battle, when a call of the Naval Fire Control Officer lands: it makes one attack a minute, "
        "from turn 3 to 5 of the battle (centurion: Naval Fire Support)."
    ]
    step, _ = advance(state, "end", bones(), {"naval:blue": {"x/1": {"hexes": {"x/1/bay": "0505"}}}})
    assert [(c.due, c.caller, c.to_hit) for c in step.state.calls] == [(3, "v", 6)]
    step.state.turn = 2
    assert [ship.ship for ship in naval_calls.ready(step.state, "blue")] == ["x/1", "x/2"]
    # turn 3 is taken for bay 1: now only the Centurion's call comes down in a free one
    assert [c[0] for c in naval_calls.in_time(step.state, step.state.ships["x/1"], "laser")] == ["v"]
    step.state.turn = 5
    assert naval_calls.ready(step.state, "blue") == []


def test_a_lent_ship_fires_its_rating_less_shields_and_leaves() -> None:
    step, _ = advance(alone(), "end", bones(), {"naval:blue": {"x/1": {"hexes": {"x/1/bay": "0505"}}}})
    step.state.turn = 3
    step, events = advance(step.state, "combat", ScriptedDice.of(6))
    assert (events[0].kind, events[0].checks[0].target, events[0].checks[0].passed) == ("naval_fire", 6, True)
    assert events[1].data["points"] == {"front": 70, "left": 80, "right": 80, "stern": 70, "turret": 70}
    step.state.turn = 5
    step, events = advance(step.state, "end", bones())
    assert [(e.text, e.seen_by) for e in events if e.kind == "fire_support_over"] == [
        ("X, bay 1 is out of reach from now on.", ["blue"]),
        ("X, bay 2 is out of reach from now on.", ["blue"]),
    ]
    assert not [m for m in step.outbox if m.kind == "fire_support_report"]


def test_offers_name_caller_minute_number_and_damage() -> None:
    state = alone(options={"missile_barrages": 1}, missiles=1, officer=True)
    state.turn = 2
    decision = naval_calls.ask(state, "blue")[0]
    slots = {slot.id: slot for slot in naval_offers.offers(ENGINE.view(state, "blue").state, decision)}
    assert list(slots) == ["x/1", "x/2", "x/missiles"]
    first = slots["x/1"].options[1]
    assert first.label == "X, bay 1 fires on hex 0505, landing in turn 3 of the battle on 9 or less"
    assert (first.info["caller"], first.info["lands"], first.info["to_hit"], first.info["chance"]) == ("o", 3, 9, 90)
    assert first.info["weapons"][0]["points"] == 140
    barrage = slots["x/missiles"].options[1]
    assert (barrage.info["radii"], barrage.info["lands"], barrage.info["rule"]) == ([3, 6, 8], 4, "centurion: Missile Barrages")
    assert barrage.info["costs"] == "the ship's one mission of that minute and one of 1 salvos"


def test_salvos_are_used_up_by_calls() -> None:
    state = alone(options={"missile_barrages": 1}, missiles=1, officer=True)
    state.turn, order = 2, {"kind": "missiles", "hex": "0505"}
    step, _ = advance(state, "end", bones(), {"naval:blue": {"x/missiles": order}})
    assert naval_calls.order_faults(step.state, step.state.ships["x/missiles"], order | {"caller": "v"}) == [
        "X, missiles has no missiles left for a barrage (centurion: Missile Barrages)."
    ]
    step.state.turn = 4
    step, _ = advance(step.state, "combat", ScriptedDice.of(9, 9))
    assert step.state.ships["x/missiles"].missiles == 0
    assert step.state.vehicles["h"].destroyed
    assert ENGINE.invariants(step.state) == []


def test_no_naval_fire_no_calls() -> None:
    assert naval_calls.ask(alone(), "blue")
    assert naval_calls.ask(alone(options={"naval_fire": 0}), "blue") == []


@pytest.mark.parametrize(
    ("ship", "says"),
    [
        ({"type": "bantha", "missiles": True}, "ships of the class 'bantha' have no missiles"),
        ({"missiles": 3}, "ships of the class 'fulgur' have 2 salvos of missiles, not 3"),
        ({"lasers": False}, "ship 'x' has neither lasers nor missiles to fire"),
        ({"id": "x/1"}, "has a stroke in it"),
        ({"since": 21}, "help from turn 21 until turn 20 never comes"),
    ],
)
def test_mistakes_about_a_ship_are_named(ship: Json, says: str) -> None:
    spec = ShipSpec.model_validate({"id": "x", "name": "X", "side": "blue", "type": "fulgur", **ship})
    assert [says in fault.text for fault in orbit.faults({"red", "blue"}, [spec], [], 20)] == [True]


# --- Leviathan's rules --------------------------------------------------------------------------------------------------------------

DETAILED = {"leviathan_naval_rules": 1, "missile_barrages": 1}


def test_by_leviathans_rules_a_lent_ship_fires_one_broadside_in_five_turns() -> None:
    state = alone(options=DETAILED, officer=True, zone="interface", until=12)
    assert [bay.name for bay in state.ships["x"].bays] == ["50 30/30", "10 37.5/10"]
    state.turn = 2
    step, _ = advance(state, "end", bones(), {"naval:blue": {"x": {"hexes": {"x/0": "0101", "x/1": "0505"}}}})
    step.state.turn = 3
    # a hit on 7 for each bay, and on the Vehicle Hit Table a 1 for the Viper and a 10 for the Horatius, which ten guns then hit twice
    step, events = advance(step.state, "combat", ScriptedDice.of(7, 1, 7, 10))
    assert [e.checks[0].target for e in events if e.kind == "naval_fire"] == [7, 7]
    assert [e.data["points"]["stern"] for e in events if e.kind == "blast"] == [0, 40]
    assert [naval_calls.free_for(step.state, step.state.ships["x"], due) for due in (4, 7, 8)] == [False, False, True]
    step.state.turn = 7
    step, _ = advance(step.state, "end", bones())
    assert step.state.ship_shots == {}
    assert naval_calls.free_for(step.state, step.state.ships["x"], 8)
    assert ENGINE.record(ENGINE.view(step.state, "blue"), "x")["fires_by"] == "Leviathan's rules"


def test_ships_of_a_fleet_fire_by_leviathans_rules_whatever_the_option_says() -> None:
    fleet = field()
    assert not naval_fire.by_simple_tables(fleet, fleet.ships["fulgur"])
    assert naval_fire.by_simple_tables(alone(), alone().ships["x/1"])
    assert not naval_fire.by_simple_tables(alone(options=DETAILED), alone(options=DETAILED).ships["x"])


@pytest.mark.parametrize(("roll", "reach"), [(9, (3, 6, 8)), (10, (12, 18, 24))])
def test_air_defense_weakens_a_barrage(roll: int, reach: tuple[int, int, int]) -> None:
    state = alone("shiva", options=DETAILED, missiles=True)
    state.air_defense["red"] = 10
    ran = play(state, roll)
    assert naval_fire._reach(ran, state.ships["x"]) == reach
    assert ran.events[0].data["points"] == (100 if roll == 9 else 0)


def test_air_defense_that_stops_everything_leaves_nothing() -> None:
    state = alone("fulgur", options=DETAILED, missiles=True)
    state.air_defense["red"] = 5
    assert naval_fire._reach(play(state, 1), state.ships["x"]) is None


def test_centuries_of_air_defense_and_installations_add_to_the_value() -> None:
    fort = {"id": "fort", "name": "Fort", "side": "red", "type": 2, "hex": "0807"}
    sides = [{**side, "air_defense": 2 * (side["id"] == "red")} for side in SIDES]
    state = table([tank("h", "horatius", "0505")], [tank("v", "viper", "2010")], installations=[fort], sides=sides)
    century = state.centuries[vehicle(state, "h").century]
    century.kind = "air_space_defense"
    assert air_defense.parts(state, "red") == {"area": 2, century.id: 1, "fort": 5}
    assert ENGINE.view(state, "blue").state.air_defense == {}
    vehicle(state, "h").hidden = True
    vehicle(state, "fort").destroyed = True
    assert air_defense.parts(state, "red") == {"area": 2}


# --- rulings ------------------------------------------------------------------------------------------------------------------------


def test_a_ruling_lends_a_ship_and_takes_it_away() -> None:
    ship = {"id": "y", "name": "Y", "side": "blue", "type": "shiva", "since": 2, "until": 9}
    added = ENGINE.amend(field(), {"kind": "add", "reason": "r", "ship": ship}, bones())
    assert [(e.text, e.seen_by) for e in added.events] == [("Y, bay 1, Y, bay 2, Y, bay 3 is in reach: r.", ["blue"])]
    step, _ = advance(added.state, "end", bones(), {"naval:blue": {"y/2": {"hexes": {"y/2/bay": "0505"}}}})
    gone = ENGINE.amend(step.state, {"kind": "remove", "reason": "r", "unit": "y"}, bones())
    assert gone.events[0].seen_by == ["blue"]
    assert set(gone.state.ships) == {"fulgur"}
    assert ENGINE.invariants(gone.state) == []
    gone.state.turn = 3
    _, events = advance(gone.state, "combat", bones())
    assert kinds(events) == ["call_struck_off"]
    with pytest.raises(ValueError, match="already something with the id 'y'"):
        ENGINE.amend(added.state, {"kind": "add", "reason": "r", "ship": ship}, bones())


def test_a_ship_that_a_ruling_takes_away_while_it_is_called_is_called_no_more() -> None:
    state = alone()
    decision = naval_calls.ask(state, "blue")[0]
    orbit.recall(state, "x")
    assert [[o.order for o in slot.options] for slot in naval_offers.offers(state, decision)] == [[{}], [{}]]
    orders = Orders({"x/1": {}, "x/2": {"hexes": {"x/2/bay": "0505"}}})
    assert [f.text for f in naval_calls.check(state, decision, orders)] == ["The ship x/2 is out of reach (centurion: Naval Fire Support)."]


def test_the_bot_aims_its_attacks_at_different_hexes() -> None:
    state = alone("repulse")
    decision = naval_calls.ask(state, "blue")[0]
    view = ENGINE.view(state, "blue")
    chosen = ENGINE.choose(view, decision, ENGINE.offers(view, decision), bones()).choices
    aims = [hex for order in chosen.values() for hex in order["hexes"].values()]
    assert len(set(aims)) == len(aims) == 3


def test_a_ship_has_an_id_of_its_own() -> None:
    given = {"id": "v", "name": "V", "side": "blue", "type": "fulgur"}
    with pytest.raises(AssertionError, match="two units have the id 'v'"):
        table([tank("h", "horatius", "0505")], [tank("v", "viper", "2010")], ships=[given])


def test_calls_are_asked_again_as_they_stand_after_a_ruling_in_the_end_phase() -> None:
    state = alone()
    step = ENGINE.advance(state, "end", {}, [], bones())
    assert [decision.key for decision in step.pending] == ["naval:blue"]
    again = ENGINE.amend(step.state, {"kind": "remove", "reason": "r", "unit": "x/1"}, bones()).pending
    assert {decision.key: decision.data["slots"] for decision in again} == {"naval:blue": ["x/2"]}


def test_what_is_wrong_with_the_lent_ships_of_a_battle_shows_among_its_invariants() -> None:
    state = alone(missiles=True, options={"missile_barrages": 1})
    state.ships["x/missiles"].missiles = -1
    del state.ships["x/1"]
    assert len(ENGINE.invariants(state)) == 2
