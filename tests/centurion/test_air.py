"""Strafing and dive bombing."""

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from scales.centurion import ENGINE
from scales.centurion.combat import painting
from scales.centurion.state import BattleState, Run
from scales.centurion.support import air, air_orders, strafing
from scales.codec import plain
from scales.dice import ScriptedDice
from scales.engine import Delivery, Json, Orders, Slot
from scales.messages import GroundAttack
from tests.centurion.firing_range import advance, at, bones, kinds, squad, table, tank, vehicle
from tests.examples import oracle

RUN = {"hex": "0501", "heading": 4, "length": 10}


def craft(**more: Any) -> GroundAttack:
    base: Json = {
        "attack": "strafing",
        "gunnery": 4,
        "weapons": {"laser_5_4": 2, "epc_9": 1},
        "bombs": {},
        "shields": {"bow": 60, "left": 40},
    }
    return GroundAttack("avenger", "Avenger 1", "avenger", "blue", "b", **{**base, **more})


def mail(attack: GroundAttack) -> list[Delivery]:
    return [Delivery("m1", "ground_attack", "air", plain(attack), "air:3")]


def field() -> BattleState:
    """Red stands in and beside column 05, blue has one tank in the way too."""
    return table([tank("h", "horatius", "0505", 1), squad("s", "0604")], [tank("v", "viper", "0410", 1), tank("safe", "viper", "2010")])


def test_everything_in_the_corridor_is_engaged_friend_or_foe() -> None:
    # Horatius: 8 less shield 7, a 1 hits and a 3 misses; location, column. Squad: 1 and 10, casualties 9. Own Viper: 10, 10
    dice = ScriptedDice.of(1, 3, 5, 5, 1, 10, 9, 10, 10)
    step, events = advance(field(), "combat", dice, {"air:blue": {"avenger": RUN}}, mail(craft()))
    strafed = [e for e in events if e.kind == "strafed"]
    assert [e.units[1] for e in strafed] == ["h", "s", "v"]
    assert events[0].cause == "air:3"
    tank_check = strafed[0].checks[0]
    assert (tank_check.base, tank_check.target) == (4, 1)
    assert [(m.name, m.value) for m in tank_check.modifiers] == [("gunnery", 4), ("front shield", -7)]
    # 5/4 lasers strafe for 7
    assert next(e for e in events if e.kind == "hit").data["hits"][0]["armor"] == 7
    assert step.state.squads["s"].strength == 8 - 2
    assert step.state.air == []


@oracle("INT-019")
def test_strafing_number(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    """4 + Gunnery less terrain and, unless it is painted, the shield (R-CEN-30): as a craft rolls for it in the corridor."""
    state = table(
        [tank("h", "horatius", "0505", 1)], [tank("safe", "viper", "2010")], {"0505": {"light_woods": "0l"}[inputs["target_terrain"]]}
    )
    vehicle(state, "h").shields["front"] = inputs["target_shield"]
    assert not inputs["painted"]
    attack = craft(gunnery=inputs["gunnery"], weapons={"laser_5_4": 1})
    _, events = advance(state, "combat", ScriptedDice.of(10), {"air:blue": {"avenger": RUN}}, mail(attack))
    (check,) = next(e for e in events if e.kind == "strafed").checks
    assert check.target == expected["to_hit"]
    assert {m.name: m.value for m in check.modifiers} == {
        "gunnery": inputs["gunnery"],
        "light woods at the target": -1,
        "front shield": -inputs["target_shield"],
    }


def test_the_condition_of_the_craft_counts_when_it_strafes() -> None:
    dice = ScriptedDice.of(10, 10, 10, 10, 10, 10)
    _, events = advance(field(), "combat", dice, {"air:blue": {"avenger": RUN}}, mail(craft(condition={"fire_computer": -2})))
    checks = [e.checks[0] for e in events if e.kind == "strafed"]
    assert all(("fire computer", -2) in [(m.name, m.value) for m in check.modifiers] for check in checks)
    assert [check.target for check in checks] == [-1, 6, 1]


def test_every_attack_is_reported_even_without_a_hit() -> None:
    step, events = advance(field(), "combat", bones(), {"air:blue": {"avenger": {}}}, mail(craft()))
    assert kinds(events)[0] == "attack_broken_off"
    report = next(m for m in step.outbox if m.kind == "return_fire")
    assert report.data == {"craft": "avenger", "battle": "b", "hits": [], "bombs_used": {}}


def test_bombs_land_at_once_or_scatter() -> None:
    bomber = craft(attack="dive_bombing", weapons={}, bombs={"hafe_i": 2, "adm": 1})
    order = {"hex": "0505", "heading": 1, "bombs": {"hafe_i": 1, "adm": 1}}
    # adm first: 9 misses, scatters one hex to heading 4; hafe hits on 8, the squad next to it rolls 10
    step, events = advance(field(), "combat", ScriptedDice.of(9, 4, 8, 10), {"air:blue": {"avenger": order}}, mail(bomber))
    assert step.state.ground.mines == {"0506": ["blue"]}
    assert step.state.squads["s"].destroyed
    assert [e.checks[0].target for e in events if e.kind == "bomb"] == [8, 8]
    assert {m.rule for e in events if e.kind == "bomb" for m in e.checks[0].modifiers} == {"centurion: Dive Bombing"}
    assert next(m for m in step.outbox if m.kind == "return_fire").data["bombs_used"] == {"adm": 1, "hafe_i": 1}


@oracle("INT-020")
def test_dive_bombing_number(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    bomber = craft(attack="dive_bombing", weapons={}, bombs={"adm": 1}, gunnery=inputs["gunnery"])
    order = {"hex": "0505", "heading": 1, "bombs": {"adm": 1}}
    _, events = advance(field(), "combat", ScriptedDice.of(expected["to_hit"]), {"air:blue": {"avenger": order}}, mail(bomber))
    (check,) = next(e for e in events if e.kind == "bomb").checks
    assert (check.target, check.passed, [m.name for m in check.modifiers]) == (expected["to_hit"], True, ["gunnery"])


def test_a_pod_paints_before_the_run() -> None:
    pod = craft(painting=True, weapons={"mdc_8": 1})
    orders: dict[str, Any] = {"air:blue": {"avenger": RUN}, "paint:blue": {"avenger": {"paint": "h"}}}
    # painting needs 8 less front shield 7; then the MDC meets no shield
    _, events = advance(field(), "combat", ScriptedDice.of(1, 10, 8, 4, 4, 10), orders, mail(pod))
    assert next(e for e in events if e.kind == "painted").units == ["avenger", "h"]
    strafed = next(e for e in events if e.kind == "strafed" and e.units[1] == "h")
    assert strafed.checks[0].target == 8


def test_squads_do_not_paint_craft_but_vehicles_do() -> None:
    state = field()
    state.air, state.runs = [craft()], {"avenger": Run(at("0501"), 4, 10)}
    assert painting.order_faults(state, "h", {"paint": "avenger"}) == []
    assert painting.order_faults(state, "s", {"paint": "avenger"})


def test_only_lasers_and_mass_drivers_strafe() -> None:
    assert strafing.gun("npc_9") is None
    assert strafing.gun("epc_9") is None
    gun = strafing.gun("lepc_9")
    assert gun is not None
    assert len(gun.marks) == 4


@pytest.mark.parametrize("order", [{"hex": "0501", "heading": 4, "length": 9}, {"hex": "9901", "heading": 4, "length": 10},
                                   {"hex": "0501", "heading": 0, "length": 10}, {**RUN, "dfm": "0505"}, {**RUN, "bombs": {"hell": 1}}, [1]])  # fmt: skip
def test_bad_runs_are_refused(order: Any) -> None:
    assert air_orders.faults(field(), craft(), order)


@pytest.mark.parametrize("order", [{"hex": "0501", "heading": 4, "bombs": {"hell": 1}}, {"hex": "0501", "heading": 4, "bombs": {"adm": 2}},
                                   {"hex": "0501", "heading": 4}, {"hex": "0501", "heading": 4, "bombs": {"adm": True}}])  # fmt: skip
def test_bad_dives_are_refused(order: Any) -> None:
    assert air_orders.faults(field(), craft(attack="dive_bombing", bombs={"adm": 1}), order)


def test_a_dfm_sweeps_a_hex_of_the_corridor() -> None:
    armed = craft(weapons={"dfm": 1})
    order = {**RUN, "dfm": "0505"}
    assert air_orders.faults(field(), armed, order) == []
    step, events = advance(field(), "combat", ScriptedDice.of(2), {"air:blue": {"avenger": order}}, mail(armed))
    assert [e.units[0] for e in events if e.kind == "blast"] == ["h"]
    assert next(m for m in step.outbox if m.kind == "return_fire").data["bombs_used"] == {"dfm": 1}


def test_offered_runs_are_legal_and_meet_the_enemy() -> None:
    state = field()
    state.air = [craft()]
    slot = air_orders.offers(state, air._ask(state, "blue"))[0]
    assert len(slot.options) > 1
    assert all(air_orders.faults(state, craft(), option.order) == [] for option in slot.options)


# --- the corridor ---------------------------------------------------------------------------------------------------------------


def _strafed(state: BattleState, **more: Any) -> list[list[str]]:
    """Units of every strafing attack along column 05, all dice missing."""
    _, events = advance(state, "combat", bones(), {"air:blue": {"avenger": RUN}}, mail(craft(**more)))
    return [e.units[1:] for e in events if e.kind == "strafed"]


def test_the_corridor_is_three_hexes_wide_and_as_long_as_the_run() -> None:
    state = table(
        [tank("on", "viper", "0503"), tank("left", "viper", "0604"), tank("right", "viper", "0408"), tank("end", "viper", "0511")],
        [tank("wide", "viper", "0707"), tank("beyond", "viper", "0513"), tank("own", "viper", "0509")],
    )
    assert _strafed(state) == [["on"], ["left"], ["right"], ["own"], ["end"]]


def test_hidden_concealed_and_sheltered_units_are_not_strafed() -> None:
    state = table(
        [tank("dug", "viper", "0505"), tank("sunk", "viper", "0506"), squad("gone", "0507"), squad("late", "0508"), squad("wreck", "0509")],
        [tank("v", "viper", "2010")],
    )
    state.vehicles["dug"].hidden, state.vehicles["sunk"].under_water = True, True
    for id, hid in (("gone", 0), ("late", 1)):
        state.squads[id].concealed, state.squads[id].hid = True, hid
    state.squads["wreck"].in_wreck = True
    # who hides himself in this very turn is still there to be shot at
    assert _strafed(state) == [["late"]]


def test_infantry_in_a_building_is_safe_but_the_building_is_not() -> None:
    state = table([squad("s", "0505")], [tank("v", "viper", "2010")], {"0505": "0b2/20"})
    state.squads["s"].level = 1
    _, events = advance(state, "combat", bones(), {"air:blue": {"avenger": RUN}}, mail(craft()))
    (attack,) = [e for e in events if e.kind == "strafed"]
    assert (attack.units, attack.data["hex"]) == (["avenger"], "0505")
    assert [m.name for m in attack.checks[0].modifiers] == ["gunnery"]


def test_smoke_woods_and_paint_count_for_each_target_by_itself() -> None:
    state = table([tank("h", "horatius", "0505", 1), tank("p", "horatius", "0507", 1)], [tank("v", "viper", "2010")], {"0505": "0l"})
    state.ground.smoke["0505"] = 1
    orders: dict[str, Any] = {"air:blue": {"avenger": RUN}, "paint:blue": {"avenger": {"paint": "p"}}}
    dice = ScriptedDice.of(1, 10, 10)
    _, events = advance(state, "combat", dice, orders, mail(craft(painting=True, weapons={"mdc_8": 1})))
    names = {e.units[1]: [m.name for m in e.checks[0].modifiers] for e in events if e.kind == "strafed"}
    assert names == {"h": ["gunnery", "light woods at the target", "smoke at the target", "front shield"], "p": ["gunnery"]}


def test_a_run_tells_of_itself_hex_by_hex() -> None:
    """What it begins with, what it strikes on its way, and only then how long it was."""
    armed, order = craft(weapons={"laser_5_4": 1, "dfm": 1}), {**RUN, "length": 12, "dfm": "0511"}
    _, events = advance(field(), "combat", bones(), {"air:blue": {"avenger": order}}, mail(armed))
    told = [
        e.kind for e in events if e.kind in ("craft_placed", "strafing", "strafed", "dfm", "round_landed", "strafing_over", "return_fire")
    ]
    assert told == ["craft_placed", "strafing", "strafed", "strafed", "strafed", "dfm", "round_landed", "strafing_over", "return_fire"]
    begun, over = (next(e for e in events if e.kind == kind) for kind in ("strafing", "strafing_over"))
    assert begun.data == {"hex": "0501", "heading": 4, "weapons": {"dfm": 1, "laser_5_4": 1}}
    assert "12 hexes" not in begun.text
    assert over.data == {"length": 12, "hex": "0513", "on_map": True}


def test_offers_of_a_run_name_everything_in_its_corridor_and_use_the_dfm() -> None:
    state = table([tank("h", "horatius", "0505", 1), squad("s", "0604")], [tank("safe", "viper", "2010")], {"0507": "0b2/20"})
    state.air = [craft(weapons={"laser_5_4": 1, "dfm": 1})]
    options = [o for o in air_orders.offers(state, air._ask(state, "blue"))[0].options if o.order]
    best = options[0]
    assert best.info["score"] == 2
    assert all("dfm" in o.order for o in options)
    assert all(air_orders.faults(state, state.air[0], o.order) == [] for o in options)
    along = next(o for o in options if o.order["hex"] == "0503" and o.order["heading"] == 4)
    assert {line["target"]: line["to_hit"] for line in along.info["targets"]} == {"h": 1, "s": 8, "building:0507": 8}


def test_a_longer_run_is_offered_where_it_meets_more() -> None:
    state = table([tank("a", "viper", "0503"), tank("b", "viper", "0514")], [tank("safe", "viper", "2010")])
    state.air = [craft()]
    options = [o for o in air_orders.offers(state, air._ask(state, "blue"))[0].options if o.order]
    assert (options[0].info["score"], options[0].order["length"] > 10) == (2, True)


# --- bombs ----------------------------------------------------------------------------------------------------------------------


def _dropped(kind: str, *dice: int, hex: str = "0505", **options: int) -> tuple[BattleState, list[Any]]:
    """One round of a kind on the hex of the Horatius."""
    state = table([tank("h", "horatius", "0505", 1)], [tank("safe", "viper", "2010")], options=options)
    bomber = craft(attack="dive_bombing", weapons={}, bombs={kind: 1})
    orders = {"air:blue": {"avenger": {"hex": hex, "heading": 2, "bombs": {kind: 1}}}}
    step, events = advance(state, "combat", ScriptedDice.of(*dice), orders, mail(bomber))
    assert [e.rule for e in events if e.kind == "bomb"] == ["centurion: Dive Bombing"]
    return step.state, events


def test_every_kind_of_round_works_at_once_as_from_artillery() -> None:
    state, events = _dropped("hafe_i", 8)
    assert [e.data["points"]["front"] for e in events if e.kind == "blast"] == [10]
    state, _ = _dropped("adm", 8)
    assert state.ground.mines == {"0505": ["blue"]}
    state, _ = _dropped("smoke", 8)
    assert sorted(state.ground.smoke) == ["0405", "0505", "0604"]
    state, events = _dropped("hell", 8)
    assert state.vehicles["h"].mode == "grounded"
    assert [e.rule for e in events if e.kind == "blast"] == ["centurion: HELL Rounds"]
    # the bomb hits, the guided round has its own 9 less the shield of the front, the Vulcan misses it, turret, column
    _, events = _dropped("glad", 8, 2, 10, 1, 5)
    assert next(e for e in events if e.kind == "hit").data["facing"] == "turret"


def test_a_column_of_smoke_lies_along_any_heading() -> None:
    state = table([tank("h", "horatius", "0505", 1)], [tank("safe", "viper", "2010")])
    bomber = craft(attack="dive_bombing", weapons={}, bombs={"smoke": 1})
    order = {"hex": "0505", "heading": 2, "bombs": {"smoke": 1}, "column": 1}
    step, _ = advance(state, "combat", ScriptedDice.of(8), {"air:blue": {"avenger": order}}, mail(bomber))
    assert sorted(step.state.ground.smoke) == ["0504", "0505", "0506"]
    for wrong in (0, 7, "1", True, None):
        assert air_orders.faults(state, bomber, {**order, "column": wrong})
    assert air_orders.faults(state, craft(attack="dive_bombing", bombs={"adm": 1}), {**order, "bombs": {"adm": 1}})


def test_every_round_but_glad_scatters() -> None:
    for kind in ("hafe_i", "adm", "smoke", "hell"):
        _, events = _dropped(kind, 9, 8, 3, hex="0510")
        assert "scatters from hex 0510" in next(e for e in events if e.kind == "bomb").text
    _, events = _dropped("glad", 9)
    assert kinds(events) == ["craft_placed", "bomb", "return_fire"]


def test_rounds_that_need_a_rule_not_played_are_not_dropped() -> None:
    bomber = craft(attack="dive_bombing", bombs={"adm": 1, "smoke": 1, "hafe_i": 1})
    state = table([tank("h", "horatius", "0505", 1)], [tank("safe", "viper", "2010")], options={"mines": 0, "smoke": 0})
    state.air = [bomber]
    for kind in ("adm", "smoke"):
        assert "not" in air_orders.faults(state, bomber, {"hex": "0505", "heading": 1, "bombs": {kind: 1}})[0]
    offered = [o.order["bombs"] for o in air_orders.offers(state, air._ask(state, "blue"))[0].options if o.order]
    assert offered
    assert all(bombs == {"hafe_i": 1} for bombs in offered)


def test_all_or_a_part_of_the_bombs_is_offered_on_a_facing_that_shields_the_craft() -> None:
    state = table([tank("h", "horatius", "0505", 1)], [tank("safe", "viper", "2510")])
    state.air = [craft(attack="dive_bombing", bombs={"adm": 1, "hafe_i": 2}, shields={"bow": 40, "right": 80, "left": 30, "stern": 20})]
    options = [o for o in air_orders.offers(state, air._ask(state, "blue"))[0].options if o.order]
    assert options[0].order["bombs"] == {"adm": 1, "hafe_i": 2}
    parts = [o.order["bombs"] for o in options if len(o.order["bombs"]) == 1]
    assert all(part in parts for part in ({"hafe_i": 2}, {"hafe_i": 1}, {"adm": 1}))
    assert all(air_orders.faults(state, state.air[0], o.order) == [] for o in options)
    beside = next(o for o in options if o.order["hex"] == "0504")
    # the Horatius is due south: the craft turns the better of its sides to it, right front
    assert beside.order["heading"] == 3


# --- whole attacks --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_every_craft_is_reported_once_whatever_the_bots_order(seed: int) -> None:
    """Craft of both sides over a crowded field: all of them come back with what they took and used, and the board holds nothing of them."""
    reds = [tank(f"r{n}", kind, f"{4 + 2 * n:02d}05", 4) for n, kind in enumerate(("horatius", "horatius", "aeneas"))]
    blues = [tank(f"b{n}", "liberator", f"{5 + 2 * n:02d}11", 1) for n in range(3)]
    state = table([*reds, squad("rs", "0806")], [*blues, squad("bs", "0710")], {"0707": "0l", "0808": "0b2/20"}, options={"hell_rounds": 1})
    shields = {"bow": 50, "right": 40, "left": 40, "stern": 40}
    loads: list[Json] = [
        {"weapons": {"laser_5_4": 2, "mdc_8": 2, "dfm": 1}, "painting": seed % 2 == 0, "condition": {"fire_computer": -2}},
        {"attack": "dive_bombing", "weapons": {}, "bombs": {"hafe_i": 1, "adm": 1, "smoke": 1, "glad": 1, "hell": 1}},
    ]
    flight = [
        replace(craft(**load, shields=shields), craft=f"{side}-{n}", craft_name=f"{side} {n}", side=side)
        for side in ("red", "blue")
        for n, load in enumerate(loads)
    ]
    step = ENGINE.advance(state, "combat", {}, [Delivery(f"m{c.craft}", "ground_attack", "air", plain(c)) for c in flight], bones(seed))
    events, outbox, dice = list(step.events), list(step.outbox), bones(seed)
    while not step.done:
        assert ENGINE.invariants(step.state) == []
        given = {}
        for decision in step.pending:
            view = ENGINE.view(step.state, decision.seat)
            offers = ENGINE.offers(view, decision)
            given[decision.key] = (
                _any(offers, seed) if decision.kind == "air" and seed % 3 else ENGINE.choose(view, decision, offers, bones(1))
            )
            assert ENGINE.check(view, decision, given[decision.key]) == []
        dice.index = step.state.at.rolls
        step = ENGINE.advance(step.state, "combat", given, [], dice)
        events, outbox = events + step.events, outbox + step.outbox
    reports = [m.data for m in outbox if m.kind == "return_fire"]
    assert sorted(r["craft"] for r in reports) == sorted(c.craft for c in flight)
    assert (step.state.air, step.state.runs, ENGINE.invariants(step.state)) == ([], {}, [])
    for each in flight:
        (report,) = [r for r in reports if r["craft"] == each.craft]
        fired = [h for e in events if e.kind == "fire" and each.craft in e.units for h in e.data["hits"]]
        assert len(report["hits"]) == len(fired)
        assert all(count <= each.bombs.get(kind, 1) for kind, count in report["bombs_used"].items())


def _any(offers: Sequence[Slot], seed: int) -> Orders:
    return Orders({slot.id: slot.options[seed % len(slot.options)].order for slot in offers})


def test_counters_of_craft_are_on_the_picture_where_they_were_put() -> None:
    state = field()
    state.air, state.runs = [craft()], {"avenger": Run(at("0501"), 4, 14)}
    for seat in ("red", "blue"):
        (counter,) = [c for c in ENGINE.picture(ENGINE.view(state, seat)).counters if c.unit == "avenger"]
        assert (counter.at, counter.facing, counter.side) == ("0501", 4, "blue")


@pytest.mark.parametrize("more", [{"attack": "dive_bombing", "bombs": {"hafe_i": 2}}, {"weapons": {"laser_5_4": 1, "dfm": 1}}])
def test_a_battle_that_is_broken_off_before_the_attack_gives_the_craft_back_as_it_came(more: Json) -> None:
    state, attack = field(), craft(**more)
    order = {"hex": "0505", "heading": 1, "bombs": {"hafe_i": 2}} if attack.bombs else {**RUN, "dfm": "0505"}
    step = ENGINE.advance(state, "combat", {}, mail(attack), bones())
    step = ENGINE.advance(step.state, "combat", {"air:blue": Orders({"avenger": order})}, [], bones())
    assert step.state.runs
    ended = ENGINE.amend(step.state, {"kind": "recall", "reason": "rain"}, bones())
    (report,) = [m.data for m in ended.outbox if m.kind == "return_fire"]
    assert report == {"craft": "avenger", "battle": "b", "hits": [], "bombs_used": {}}
    assert ended.state.air == []
