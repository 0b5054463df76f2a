"""A patrol craft on the ground map: a target of two hexes, guns of its own, units that get out and are taken up
(centurion: Landing or Launching Centurion Units)."""

from typing import Any

import pytest

from scales.centurion import ENGINE
from scales.centurion.combat import painting, plans, squad_plans
from scales.centurion.state import BattleState, Landed, Vehicle
from scales.centurion.support import (
    air_offers,
    landed_craft,
    landed_craft_blast,
    landed_craft_fire,
    landed_craft_units,
    rounds,
    stand_off,
    thor,
)
from scales.codec import plain
from scales.dice import ScriptedDice
from scales.engine import Delivery, Event, Json, Message, Orders, Step, random_orders
from scales.hexes import hex_of
from scales.messages import CraftLanded, CraftTookOff, GroundAttack, GroundLoad, HitFromAbove, LandedGun, StandOff, UnitsLanded
from tests.centurion.firing_range import advance, bones, kinds, play, squad, table, tank

SHIELDS = {"bow": 40, "right_bow": 30, "right_stern": 30, "stern": 40, "left_stern": 30, "left_bow": 30}
GUNS = [
    LandedGun(0, -1, "bow", HitFromAbove("laser_7_5_4", "7.5/4 Laser", 7)),
    LandedGun(1, 0, "bow", HitFromAbove("mdc_10", "MDC-10", 10, [5, 3, 1, 1])),
    LandedGun(2, 2, "stern", HitFromAbove("laser_5_4", "5/4 Laser", 5)),
]
RULE = landed_craft.RULE


def craft(**more: Any) -> CraftLanded:
    return CraftLanded("ponto", "Ponto 1", "ponto", "red", "b", 4, dict(SHIELDS), list(GUNS), 3, **more)


def field(
    *red: Json, blue: tuple[Json, ...] = (tank("v", "liberator", "1508", 5),), heading: int = 3, hex: str = "1010", **more: Any
) -> BattleState:
    """A transport of red on open ground, its bow in 1010 and its stern behind it; a Liberator of blue northeast of it."""
    state = table([tank("r", "horatius", "0305"), *red], list(blue), **more)
    state.landed["ponto"] = Landed(craft(), hex_of(hex), heading)
    return state


def landed(state: BattleState) -> Landed:
    return state.landed["ponto"]


# --- down -------------------------------------------------------------------------------------------------------------------------


def touching(order: Any, **more: Any) -> tuple[Step, list[Event]]:
    news = Delivery("m", "craft_landed", "air", plain(craft(**more)), "air:4")
    orders = {"touch_down:red": {"ponto": order}}
    return advance(table([tank("r", "horatius", "0305")], [tank("v", "viper", "2010")]), "hits", bones(), orders, [news])


def test_it_stands_where_its_player_likes_in_two_hexes() -> None:
    step, events = touching({"hex": "1010", "heading": 1})
    assert [hex.label for hex in landed_craft.hexes_of(step.state.landed["ponto"])] == ["1010", "1011"]
    (told,) = events
    assert (told.kind, told.rule, told.cause) == ("craft_on_ground", RULE, "air:4")
    assert ENGINE.invariants(step.state) == []


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ({"hex": "9999", "heading": 1}, "Both hexes of Ponto 1 lie on the map"),
        ({"hex": "0101", "heading": 4}, "Both hexes of Ponto 1 lie on the map"),
        ({"hex": "1010", "heading": 0}, "is 1 to 6"),
        ({"hex": "1010"}, "a mapping with hex and heading"),
    ],
)
def test_a_place_off_the_map_is_refused(order: Any, words: str) -> None:
    news = Delivery("m", "craft_landed", "air", plain(craft()), "air:4")
    step = ENGINE.advance(table([tank("r", "horatius", "0305")], [tank("v", "viper", "2010")]), "hits", {}, [news], bones())
    (asked,) = step.pending
    view = ENGINE.view(step.state, "red")
    assert words in ENGINE.check(view, asked, Orders({"ponto": order}))[0].text
    (slot,) = ENGINE.offers(view, asked)
    assert all(ENGINE.check(view, asked, Orders({"ponto": o.order})) == [] for o in slot.options)
    assert ENGINE.view(step.state, "blue").state.landing == []


def test_it_is_gone_when_it_took_off_and_stays_as_it_is_told() -> None:
    state = field()
    worn = craft()
    worn.shields["bow"] = 0
    step, _ = advance(state, "hits", bones(), None, [Delivery("m", "craft_landed", "air", plain(worn))])
    assert (step.state.landed["ponto"].craft.shields["bow"], step.state.landed["ponto"].hex) == (0, hex_of("1010"))
    gone, _ = advance(step.state, "hits", bones(), None, [Delivery("n", "craft_took_off", "air", plain(CraftTookOff("ponto", "b")))])
    assert gone.state.landed == {}


# --- as a target ------------------------------------------------------------------------------------------------------------------


def test_either_hex_is_a_target_of_vehicles_and_squads() -> None:
    state = field(blue=(tank("v", "liberator", "1210", 5), squad("s", "1109")))
    for unit in (state.vehicles["v"], state.squads["s"]):
        assert {"ponto:bow", "ponto:stern"} <= set(plans.targets_near(state, unit))
    assert any(order["target"] == "ponto:bow" for order, *_ in squad_plans.squad_plans(state, state.squads["s"]))
    assert plans.aim_at(state, state.vehicles["r"], "ponto:bow") is None


@pytest.mark.parametrize(
    ("hex", "half", "side"),
    [
        ("1008", "bow", "bow"),
        ("1012", "bow", "left_bow"),
        ("1210", "bow", "right_bow"),
        ("0810", "bow", "left_bow"),
        ("1014", "stern", "stern"),
        ("1210", "stern", "right_stern"),
        ("0811", "stern", "left_stern"),
        ("1010", "stern", "right_stern"),
    ],
)
def test_the_side_struck_is_one_that_its_half_shows(hex: str, half: str, side: str) -> None:
    state = field(heading=1)
    found = landed_craft.facing(landed(state), half, hex_of(hex), painted=False)
    assert found == side or (half == "bow" and found in ("left_bow", "right_bow") and hex == "1012")


def test_the_number_against_it_is_that_of_any_normal_target() -> None:
    state = field(terrain={"1010": "0l"})
    aimed = plans.aim_at(state, state.vehicles["v"], "ponto:bow")
    assert aimed is not None
    assert (aimed.kind, aimed.seen, aimed.shield) == ("craft", True, SHIELDS[aimed.facing] // 10)
    assert [m.rule for m in aimed.modifiers] == ["centurion: Terrain Modifiers"]
    landed(state).painted_by = ["v"]
    painted = plans.aim_at(state, state.vehicles["v"], "ponto:bow")
    assert painted is not None
    assert painted.painted


def test_vehicles_and_squads_may_paint_it() -> None:
    state = field(blue=(tank("v", "liberator", "1210", 5), squad("s", "1109")))
    for id in ("v", "s"):
        assert "ponto" in [target for target, _ in painting.choices(state, id)]
    step, events = advance(state, "combat", ScriptedDice.of(1), {"paint:blue": {"v": {"paint": "ponto"}}})
    assert [e.units for e in events if e.kind == "painted"] == [["v", "ponto"]]
    assert landed(step.state).painted_by == []


def test_what_hits_it_goes_to_its_own_board_with_side_and_damage() -> None:
    state = field()
    bearing = plans.bearing(state, state.vehicles["v"], "ponto:bow")
    assert bearing is not None
    order = plans.plan_of(bearing.shots)
    step, events = advance(state, "combat", ScriptedDice.of(*[1] * 30), {"fire:blue": {"v": order}})
    (sent,) = [m for m in step.outbox if m.kind == "fire_on_landed"]
    assert len(sent.data["hits"]) == len(bearing.shots)
    assert {hit["facing"] for hit in sent.data["hits"]} == {bearing.aim.facing}
    assert {hit["by"] for hit in sent.data["hits"]} == {"v"}
    assert "fire_on_landed" in kinds(events)
    assert landed(step.state).hits == []
    assert ENGINE.invariants(step.state) == []


def test_a_hafe_round_strikes_every_side_of_each_hex_that_it_covers() -> None:
    state = field(heading=1)
    attack = GroundAttack("a", "Avenger 1", "avenger", "blue", "b", "dive_bombing", 4, {}, {"hafe_i": 1}, {"bow": 50})
    mails = [Delivery("m", "ground_attack", "air", plain(attack))]
    orders = {"air:blue": {"a": {"hex": "1009", "heading": 1, "bombs": {"hafe_i": 1}}}}
    step, _ = advance(state, "combat", ScriptedDice.of(1), orders, mails)
    (sent,) = [m for m in step.outbox if m.kind == "fire_on_landed"]
    assert [(h["facing"], h["damage"], h["template"]) for h in sent.data["hits"]] == [
        (side, 10, "spread") for side in ("bow", "right_bow", "left_bow")
    ]


def test_a_strafing_run_engages_one_hex_of_it() -> None:
    state = field(heading=1)
    attack = GroundAttack("a", "Avenger 1", "avenger", "blue", "b", "strafing", 4, {"laser_5_4": 2}, {}, {"bow": 50})
    mails = [Delivery("m", "ground_attack", "air", plain(attack))]
    run = {"hex": "1014", "heading": 1, "length": 10}
    step, events = advance(state, "combat", ScriptedDice.of(*[1] * 6), {"air:blue": {"a": run}}, mails)
    (strafed,) = [e for e in events if e.kind == "strafed"]
    assert strafed.units == ["a", "ponto"]
    (sent,) = [m for m in step.outbox if m.kind == "fire_on_landed"]
    assert [(h["facing"], h["by"]) for h in sent.data["hits"]] == [("stern", "a")] * 2


# --- from above -------------------------------------------------------------------------------------------------------------------


def told_hits(step: Step) -> list[Json]:
    """What goes to the board of the craft."""
    return [hit for m in step.outbox if m.kind == "fire_on_landed" for hit in m.data["hits"]]


def test_a_glad_round_strikes_the_end_of_the_half_in_its_hex() -> None:
    attack = GroundAttack("a", "Avenger 1", "avenger", "blue", "b", "dive_bombing", 4, {}, {"glad": 1}, {"bow": 50})
    orders = {"air:blue": {"a": {"hex": "1011", "heading": 1, "bombs": {"glad": 1}}}}
    step, events = advance(
        field(heading=1), "combat", ScriptedDice.of(1, 1), orders, [Delivery("m", "ground_attack", "air", plain(attack))]
    )
    (told,) = [e for e in events if e.kind == "glad"]
    assert [(m.name, m.value) for m in told.checks[0].modifiers] == [("stern shield", -4)]
    (hit,) = told_hits(step)
    assert (hit["facing"], hit["arm"], sum(hit["rows"])) == ("stern", "a GLAD round", hit["damage"])


def test_paint_leads_a_glad_round_past_its_shield_from_the_next_hex() -> None:
    state = field(heading=1)
    landed(state).painted_by = ["v"]
    mission = play(state, 9)
    rounds.glad(mission, rounds.Blast(hex_of("1009"), "blue"))
    (told,) = [e for e in mission.events if e.kind == "glad"]
    assert (told.checks[0].target, told.checks[0].modifiers) == (9, [])
    assert [hit.facing for hit in landed(state).hits] == ["bow"]


def test_a_javelin_may_fall_on_either_half() -> None:
    state = field(options={"thor_missions": 1})
    called, _ = advance(state, "end", bones(), {"thor:blue": {"thor": {"call": True}}})
    called.state.turn = called.state.calls[0].due
    (asked,) = thor.ask_targets(called.state, "blue")
    first, second, _ = thor.offers(called.state, asked)
    assert [o.info["location"] for o in first.options[:3] if "ponto" in o.order["target"]] == [{"bow": 100}, {"stern": 100}]
    aim = {first.id: {"target": "ponto:stern"}, second.id: {"target": "ponto:bow"}}
    step, events = advance(called.state, "combat", ScriptedDice.of(1, 9, 3, 3), {"javelins:blue": aim})
    (hit,) = told_hits(step)
    assert (hit["facing"], hit["damage"], hit["rows"]) == ("stern", 45, [3] * 15)
    assert kinds(events).count("javelin_landed") == 1


def test_a_stand_off_missile_follows_paint_to_its_stern() -> None:
    state = field()
    missile = StandOff("a.m1", "a", "Avenger 1", "blue", "b", "ponto", 8, HitFromAbove("sss", "SSS", 20, [7, 5, 5, 3]), arrives=True)
    state.stand_off = [missile]
    assert stand_off.target_of(state, missile) is None
    landed(state).painted_by = ["v"]
    mission = play(state, 8)
    stand_off.strike(mission)
    assert next(e.text for e in mission.events) == "The SSS of Avenger 1 at Ponto 1 hits."
    assert [(h.facing, h.damage, h.template, h.shooter) for h in landed(state).hits] == [("stern", 20, "missile", "Avenger 1")]


def test_runs_and_dives_at_a_craft_on_the_ground_are_offered_and_chosen() -> None:
    state = field(heading=1)
    state.vehicles["r"].left, state.vehicles["r"].hex = True, None
    attacks = {
        "s": GroundAttack("s", "Avenger 1", "avenger", "blue", "b", "strafing", 4, {"laser_5_4": 2}, {}, {"bow": 50}),
        "d": GroundAttack("d", "Avenger 2", "avenger", "blue", "b", "dive_bombing", 4, {}, {"hafe_i": 1}, {"bow": 50}),
    }
    runs, dives = (air_offers.options(state, attack) for attack in attacks.values())
    assert runs[0].info["score"] == 3
    assert [(line["target"], line["half"]) for line in runs[0].info["targets"]] in ([("ponto", "bow")], [("ponto", "stern")])
    assert dives[0].order["hex"] in {"1010", "1011"} | {hex.label for hex in landed_craft.hexes_of(landed(state))}
    mails = [Delivery(id, "ground_attack", "air", plain(attack)) for id, attack in attacks.items()]
    step = ENGINE.advance(state, "combat", {}, mails, bones())
    (asked,) = [d for d in step.pending if d.kind == "air"]
    view = ENGINE.view(step.state, "blue")
    chosen = ENGINE.choose(view, asked, ENGINE.offers(view, asked), bones()).choices
    assert all(chosen[id] for id in attacks)


# --- its own fire -----------------------------------------------------------------------------------------------------------------


def test_its_guns_bear_by_the_arcs_of_its_board_to_twenty_hexes() -> None:
    state = field(
        heading=1, blue=(tank("north", "liberator", "1004"), tank("south", "liberator", "1013"), tank("far", "liberator", "2501"))
    )
    bear = {
        id: [gun.number for gun in GUNS if landed_craft_fire.bears(state, landed(state), gun, state.vehicles[id])]
        for id in ("north", "south", "far")
    }
    assert bear == {"north": [0, 1], "south": [0], "far": [0]}
    state.vehicles["far"].hex = hex_of("2514")
    assert len([gun for gun in GUNS if landed_craft_fire.bears(state, landed(state), gun, state.vehicles["r"])]) == 0


def test_it_fires_and_its_damage_is_that_of_range_one() -> None:
    state = field(heading=1, blue=(tank("north", "liberator", "1004"),))
    fire = {"landed_fire:red": {"ponto": {"fire": {"0": "north", "1": "north"}}}}
    _, events = advance(state, "combat", ScriptedDice.of(1, 1, 1, 5, 5), fire)
    (told,) = [e for e in events if e.kind == "landed_fire"]
    assert (told.rule, [c.base for c in told.checks]) == (RULE, [10, 10])
    assert [m.name for m in told.checks[0].modifiers] == ["stern shield"] or told.checks[0].modifiers
    (hit,) = [e for e in events if e.kind == "hit"]
    assert hit.data["facing"] == "turret"
    assert next(line["armor"] + line["inside"] for line in hit.data["hits"]) == 7


@pytest.mark.parametrize(
    ("fire", "words"),
    [
        ({"9": "v"}, "has no gun 9"),
        ({"1": "r"}, "does not bear on 'r'"),
        ({"0": 5}, "does not bear on '5'"),
        ([], "a mapping fire from the number of a gun"),
    ],
)
def test_fire_that_it_cannot_give_is_refused(fire: Any, words: str) -> None:
    state = field()
    (fault, *_) = landed_craft_fire.faults(state, landed(state), {"fire": fire})
    assert words in fault


def test_its_guns_fire_at_the_turret_of_an_installation_as_at_a_building() -> None:
    state = field(heading=1, installations=[{"id": "fort", "name": "Fort", "side": "blue", "type": 1, "hex": "1006"}])
    found = {unit.id: guns for unit, guns in landed_craft_fire.targets(state, landed(state))}
    assert [gun.number for gun in found["fort"]] == [1, 0]
    how = landed_craft_fire.reckoned(state, landed(state), found["fort"][0], state.vehicles["fort"])
    assert [(m.name, m.value) for m in how.modifiers] == [("installation shield", -10)]
    _, events = advance(state, "combat", ScriptedDice.of(1, 5, 5), {"landed_fire:red": {"ponto": {"fire": {"0": "fort"}}}})
    (told,) = [e for e in events if e.kind == "building_hit"]
    assert told.units == ["ponto", "fort"]
    assert told.data["hex"] == "1006"


def test_squads_are_targets_too() -> None:
    state = field(heading=1, blue=(squad("s", "1007"),))
    _, events = advance(state, "combat", ScriptedDice.of(1, 1, 1), {"landed_fire:red": {"ponto": {"fire": {"0": "s"}}}})
    assert [e.units for e in events if e.kind == "infantry_hit"] == [["s", "ponto"]]


def test_the_bot_fires_all_that_bears() -> None:
    state = field(heading=1, blue=(tank("north", "liberator", "1004"),))
    (asked,) = landed_craft_fire.ask(state)
    view = ENGINE.view(state, "red")
    slots = ENGINE.offers(view, asked)
    assert ENGINE.choose(view, asked, slots, bones()).choices == {"ponto": {"fire": {"0": "north", "1": "north"}}}
    assert all(ENGINE.check(view, asked, Orders({"ponto": option.order})) == [] for option in slots[0].options)


# --- unloading and taking up ------------------------------------------------------------------------------------------------------


def load(id: str, type: str = "horatius", **more: Any) -> GroundLoad:
    return GroundLoad(id, id, "red", more.pop("kind", "grav"), 250, 3, **{"unit": {"type": type}, **more})


def soldiers(id: str, aboard: str = "", **more: Any) -> GroundLoad:
    return GroundLoad(id, id, "red", "squad", 0, 8, aboard, unit={"type": "bounce_tvlg"}, **more)


def bays(*units: GroundLoad, **more: Any) -> Delivery:
    figures = {"bays": 4, "bay_tons": 300, "passengers": 60, **more}
    return Delivery("m", "units_landed", "air", plain(UnitsLanded("ponto", "Ponto 1", "red", "b", list(units), **figures)), "air:9")


def opened(state: BattleState, *units: GroundLoad, orders: Json, **more: Any) -> tuple[Step, list[Event]]:
    """The first decision of the movement phase answered; the rest of the phase is left."""
    state.winner_of_initiative, state.first = "blue", "red"
    step = ENGINE.advance(state, "movement", {}, [bays(*units, **more)], bones())
    if step.pending and step.pending[0].kind == "unload":
        (asked,) = step.pending
        answer = Orders({id: orders.get(id, {"do": "stay"}) for id in asked.units})
        assert ENGINE.check(ENGINE.view(step.state, "red"), asked, answer) == []
        before = step
        step = ENGINE.advance(step.state, "movement", {asked.key: answer}, [], bones())
        return step, [*before.events, *step.events]
    return step, step.events


OUT = {"do": "out", "hex": "1010", "facing": 2}


def test_units_get_out_beside_their_craft_and_move_in_the_same_phase() -> None:
    step, _ = opened(field(), load("a", "romulus"), soldiers("s", "a"), soldiers("f"), orders={"a": OUT, "f": {**OUT, "hex": "1010"}})
    a: Vehicle = step.state.vehicles["a"]
    assert (a.hex, a.facing, a.velocity, a.mode, a.inside) == (hex_of("1010"), 2, 0, "nf", "s")
    assert step.state.squads["f"].hex == hex_of("1010")
    assert [m.kind for m in step.outbox] == []
    moved = {d.data.get("platoon") for d in step.pending} | {id for d in step.pending for id in d.data.get("platoons", [])}
    assert "ponto/landed" in moved
    assert ENGINE.invariants(step.state) == []


def test_what_stays_aboard_goes_back_to_its_craft_once() -> None:
    step, _ = opened(field(), load("a"), load("b"), orders={"a": OUT})
    (sent,) = [m for m in step.outbox if m.kind == "units_aboard"]
    assert [unit["id"] for unit in sent.data["units"]] == ["b"]
    assert "b" not in step.state.vehicles


def test_units_in_its_hexes_may_be_taken_up_with_their_riders_and_their_damage() -> None:
    state = field(tank("t", "romulus", "1010"), squad("s", "1010"), squad("elsewhere", "1110"))
    state.vehicles["t"].effects = ["comm"]
    strength = state.sides["red"].start_points
    step, events = opened(state, orders={"t": {"do": "up"}, "s": {"do": "up"}})
    (sent,) = [m for m in step.outbox if m.kind == "units_aboard"]
    units = {unit["id"]: unit for unit in sent.data["units"]}
    assert set(units) == {"t", "s"}
    assert units["t"]["unit"]["damage"]["effects"] == ["comm"]
    assert "t" not in step.state.vehicles
    assert "s" not in step.state.squads
    assert step.state.sides["red"].start_points < strength
    assert "taken_up" in kinds(events)
    assert ENGINE.invariants(step.state) == []


def test_units_taken_up_come_down_again_as_they_were() -> None:
    state = field(tank("t", "romulus", "1010"))
    state.vehicles["t"].effects = ["comm"]
    (load,) = landed_craft_units.leave(state, [state.vehicles["t"]])
    (back,) = landed_craft_units.join(state, "ponto", [load], {"t": {"hex": "1010", "facing": 3}})
    assert isinstance(back, Vehicle)
    assert (back.effects, back.platoon) == (["comm"], "red-1")
    assert "t" in state.platoons["red-1"].units


def test_no_more_is_taken_up_than_there_is_room_for() -> None:
    state = field(tank("t", "horatius", "1010"), tank("u", "horatius", "1010"))
    state.winner_of_initiative, state.first = "blue", "red"
    step = ENGINE.advance(state, "movement", {}, [bays(load("a"), bays=2)], bones())
    (asked,) = step.pending
    view = ENGINE.view(step.state, "red")
    offered = {slot.id: [o.order["do"] for o in slot.options] for slot in ENGINE.offers(view, asked)}
    assert offered == {"a": ["out", "out", "stay"], "t": ["stay", "up"], "u": ["stay"]}
    (fault,) = ENGINE.check(view, asked, Orders({"a": {"do": "stay"}, "t": {"do": "up"}, "u": {"do": "up"}}))
    assert "has 2 bays, these are 3 vehicles" in fault.text
    assert ENGINE.check(view, asked, Orders({"a": OUT, "t": {"do": "up"}, "u": {"do": "up"}})) == []


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ({"do": "out", "hex": "1212", "facing": 1}, "gets out into a hex of Ponto 1"),
        ({"do": "out", "hex": "1010", "facing": 9}, "is 1 to 6"),
        ({"do": "up"}, "stays aboard, or gets out"),
        ([], "stays aboard, or gets out"),
    ],
)
def test_other_orders_for_what_is_aboard_are_refused(order: Any, words: str) -> None:
    step = ENGINE.advance(field(), "movement", {}, [bays(load("a"))], bones())
    (asked,) = step.pending
    assert words in ENGINE.check(ENGINE.view(step.state, "red"), asked, Orders({"a": order}))[0].text


def test_survivors_of_a_wreck_stand_where_it_was() -> None:
    step, events = opened(field(), load("a", kind="crew", unit={}), soldiers("s"), orders={}, wrecked=True)
    assert step.state.landed == {}
    assert (step.state.squads["s"].hex, step.state.squads["a-crew"].hex) == (hex_of("1010"), hex_of("1010"))
    assert step.state.squads["a-crew"].type == "vehicle_crew"
    assert [e.cause for e in events if e.kind == "survivors"] == ["air:9"]
    assert ENGINE.invariants(step.state) == []


def test_the_picture_shows_it_over_its_two_hexes() -> None:
    (counter,) = [c for c in ENGINE.picture(ENGINE.view(field(heading=1), "blue")).counters if c.unit == "ponto"]
    assert (counter.at, counter.facing, counter.length, counter.side) == ("1011", 1, 2, "red")


def test_what_it_is_to_fire_at_only_its_side_knows() -> None:
    state = field()
    landed(state).fire = {"0": "v"}
    assert ENGINE.view(state, "red").state.landed["ponto"].fire == {"0": "v"}
    assert ENGINE.view(state, "blue").state.landed["ponto"].fire == {}


def test_naval_fire_burns_it_as_it_burns_vehicles() -> None:
    state = field(heading=1)
    mission = play(state)
    landed_craft_blast.burn(mission, [hex_of("1010")], 60, landed_craft_blast.Source("ship", "naval_laser", "the guns of Fulgur"))
    assert {hit.facing: hit.damage for hit in landed(mission.state).hits} == {"bow": 20, "right_bow": 30, "left_bow": 30}


def minute(state: BattleState, seed: int, mails: list[Delivery], *, bots: bool) -> list[Message]:
    """A minute of bots, or of orders at random; what left the board."""
    state.turn, state.at.turn = 1, 1
    dice, own, sent = bones(seed), bones(seed + 100), []
    for phase in ("initiative", "movement", "hits", "combat", "end"):
        step = ENGINE.advance(state, phase, {}, mails if phase == "movement" else [], dice)
        sent += step.outbox
        while not step.done:
            answers = {}
            for decision in step.pending:
                view = ENGINE.view(step.state, decision.seat)
                offers = ENGINE.offers(view, decision)
                answers[decision.key] = ENGINE.choose(view, decision, offers, own) if bots else random_orders(offers, own)
                assert ENGINE.check(view, decision, answers[decision.key]) == []
            step = ENGINE.advance(step.state, phase, answers, [], dice)
            sent += step.outbox
        state = step.state
        assert ENGINE.invariants(state) == []
    return sent


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_any_orders_around_it_are_carried_out(seed: int) -> None:
    state = field(tank("t", "romulus", "1010"), squad("s", "1109"), blue=(tank("v", "liberator", "1208", 5), squad("b", "1108")))
    minute(state, seed, [bays(load("a"), soldiers("f"))], bots=False)


@pytest.mark.parametrize("seed", [1, 2])
def test_bots_fire_at_it_where_it_stands_alone(seed: int) -> None:
    state = field(blue=(tank("v", "liberator", "1208", 5), tank("w", "liberator", "1209", 5)))
    state.vehicles["r"].hex, state.vehicles["r"].left = None, True
    sent = minute(state, seed, [], bots=True)
    assert "fire_on_landed" in [message.kind for message in sent]
