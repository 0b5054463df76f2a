"""Return fire: at dive bombers from where they dive, at strafing craft at the moment of their run that the defender chooses."""

from typing import Any

from msgspec.structs import replace

from scales.centurion import ENGINE
from scales.centurion.combat import fire_orders, fire_segment, moments, plan_faults, plans, to_hit
from scales.centurion.combat.weapons import weapon
from scales.centurion.state import PARITY, BattleState, Run
from scales.centurion.support import craft_aim
from scales.dice import KeyedDice, ScriptedDice
from scales.engine import Decision, Event, Json, Option, Orders
from scales.hexes import arc_sides
from tests.centurion.firing_range import advance, at, bones, kinds, mount_of, table, tank, vehicle
from tests.centurion.test_air import RUN, craft, field, mail

LASER = mount_of("horatius", "laser_3_6")
FAR = {**RUN, "hex": "1501"}
"""A run ten columns away from the Horatius: past it, along column 15."""


def shot(at: int | str | None = None, mount: int = LASER, target: str = "avenger") -> Json:
    order: Json = {"fire": [[mount, target, ""]]}
    return order if at is None else {**order, "at": at}


def flown(run: Json, order: Json, *dice: int, state: BattleState | None = None, **more: Any) -> tuple[Any, list[Event]]:
    """A run of blue over red, whose Horatius answers."""
    orders = {"air:blue": {"avenger": run}, "fire:red": {"h": order}}
    return advance(state or field(), "combat", ScriptedDice.of(*dice), orders, mail(craft(**more)))


def waiting(run: Run, **more: Any) -> BattleState:
    """The craft placed, with its run before it."""
    state = field()
    state.air, state.runs = [craft(**more)], {"avenger": run}
    return state


# --- the moment -----------------------------------------------------------------------------------------------------------------


def test_return_fire_is_rolled_here_and_reported_above() -> None:
    step, events = flown(FAR, shot(4), 1, shields={})
    fired = next(e for e in events if e.kind == "fire")
    assert (fired.units, fired.rule) == (["h", "avenger"], "centurion: Return Fire")
    report = next(m for m in step.outbox if m.kind == "return_fire")
    (hit,) = report.data["hits"]
    assert hit == {
        "by": "h", "weapon": "laser_3_6", "damage": 8, "facing": "right", "template": "laser", "shooter": "h", "arm": "3/6 Laser", "rows": []
    }  # fmt: skip
    assert report.event is not None


def test_a_unit_fires_from_where_the_craft_is_at_its_moment() -> None:
    """Ahead, abeam and astern of it the side, the angle of attack and the range are others."""
    found = {}
    for moment in (0, 5, 9):
        _, events = flown(RUN, shot(moment), *[10] * 5, state=table([tank("h", "horatius", "0506", 1)], [tank("safe", "viper", "2010")]))
        told = next(e for e in events if e.kind == "under_fire")
        check = next(e for e in events if e.kind == "fire").checks[0]
        found[moment] = (told.data, next(e for e in events if e.kind == "fire").data["side"], [(m.name, m.value) for m in check.modifiers])
    assert found[0] == ({"hex": "0501", "flown": 0}, "bow", [("bow shield", -6), ("angle of attack", -1)])
    assert found[5] == ({"hex": "0506", "flown": 5}, "bow", [("bow shield", -6), ("angle of attack", -1)])
    assert found[9] == ({"hex": "0510", "flown": 9}, "stern", [])


def test_who_sits_in_the_corridor_gains_by_holding_fire_until_it_has_passed() -> None:
    """A shot at the stern, at an angle of attack of 0, is what the bot picks too."""
    state = table([tank("h", "horatius", "0505", 4)], [tank("safe", "viper", "2510")])
    state.air, state.runs = [craft(shields={"bow": 60, "stern": 30})], {"avenger": Run(at("0501"), 4, 10)}
    view = ENGINE.view(state, "red")
    (decision,) = fire_segment.ask(state, "red", {}, ["h"])
    offers = fire_orders.offers(view.state, decision)
    chosen = ENGINE.choose(view, decision, offers, KeyedDice(key=b"bot")).choices["h"]
    option = next(o for o in offers[0].options if o.order == chosen)
    assert option.info["facing"] == "stern"
    assert all(m["name"] != "angle of attack" for line in option.info["weapons"] for m in line["modifiers"])
    assert chosen["at"] > 4


def test_a_run_that_ends_before_the_moment_is_fired_at_as_it_ends() -> None:
    _, events = flown({**FAR, "length": 10}, shot(12), 1, shields={})
    assert kinds(events) == ["craft_placed", "strafing", "strafing_over", "fire", "return_fire"]
    assert next(e for e in events if e.kind == "strafing_over").data == {"length": 10, "hex": "1511", "on_map": True}
    assert next(e for e in events if e.kind == "fire").data["range"] == 11


def test_a_longer_run_is_fired_at_when_its_moment_comes() -> None:
    _, events = flown({**FAR, "length": 13}, shot(12), 1, shields={})
    assert kinds(events) == ["craft_placed", "strafing", "under_fire", "fire", "strafing_over", "return_fire"]


def test_who_names_no_moment_fires_when_the_run_is_over() -> None:
    _, events = flown(FAR, shot(), 1, shields={})
    assert kinds(events) == ["craft_placed", "strafing", "strafing_over", "fire", "return_fire"]


def test_a_craft_that_leaves_the_map_was_last_seen_at_its_edge() -> None:
    _, events = flown({**FAR, "hex": "1510"}, shot("end"), 1, shields={})
    over = next(e for e in events if e.kind == "strafing_over")
    assert over.data == {"length": 10, "hex": "1514", "on_map": False}
    assert "off the map" in over.text
    assert kinds(events)[-2:] == ["fire", "return_fire"]


def test_weapons_that_do_not_bear_when_the_run_ends_do_not_fire() -> None:
    """The craft ends its run behind a vehicle that faces away, whose hull weapons are forward."""
    hull = next(n for n, arm, where in plans.armed(vehicle(field(), "h")) if where != "turret" and arm.family in ("laser", "gauss", "mdc"))
    shell = "heap" if next(arm for n, arm, _ in plans.armed(vehicle(field(), "h")) if n == hull).family == "gauss" else ""
    order = {"fire": [[hull, "avenger", shell]], "at": "end"}
    state = table([tank("h", "horatius", "1004", 1)], [tank("safe", "viper", "2010")])
    assert moments.faults(waiting(Run(at("1501"), 4, 10)), vehicle(state, "h"), order) == []
    step, events = flown(FAR, order, state=state)
    assert kinds(events)[-2:] == ["no_shot", "return_fire"]
    assert not step.state.vehicles["h"].fired


def test_armor_goes_at_once_and_what_is_inside_at_the_end_of_the_phase() -> None:
    """A vehicle that is strafed before its moment still fires with everything."""
    state = table([tank("h", "horatius", "0505", 4)], [tank("safe", "viper", "2010")])
    _, events = flown(RUN, shot(9), 1, 1, 5, 5, 5, 1, state=state, shields={})
    order = [e.kind for e in events if e.kind in ("strafed", "hit", "under_fire", "fire", "strafing_over", "return_fire")]
    assert order == ["strafed", "hit", "under_fire", "fire", "strafing_over", "return_fire"]


# --- orders ---------------------------------------------------------------------------------------------------------------------


def test_a_unit_that_fires_at_a_craft_has_no_other_target() -> None:
    state = waiting(Run(at("0501"), 4, 10))
    gun = mount_of("horatius", "smlm_2")
    assert plan_faults.faults(state, "h", shot(0)) == []
    assert plan_faults.faults(state, "h", {"fire": [[LASER, "avenger", ""], [gun, "v", ""]], "at": "end"})
    assert plan_faults.faults(state, "s", {"action": "personal", "target": "avenger"})


def test_moments_that_there_are_not_are_refused() -> None:
    state = waiting(Run(at("0501"), 4, 10))
    for wrong in (-1, 61, "start", True, 1.0, None, [1]):
        assert any("0 to 60" in text for text in plan_faults.faults(state, "h", {**shot(), "at": wrong})), wrong
    assert "left the map" in plan_faults.faults(state, "h", shot(14))[0]
    assert "strafing craft" in plan_faults.faults(state, "h", shot(3, target="v"))[0]
    state.runs["avenger"] = Run(at("0505"), 4)
    assert "strafing craft" in plan_faults.faults(state, "h", shot(3))[0]


def test_a_hull_weapon_must_bear_at_the_moment_named() -> None:
    state = waiting(Run(at("0501"), 4, 10))
    hull = next(n for n, arm, where in plans.armed(vehicle(state, "h")) if where != "turret" and arm.family == "gauss")
    order = {"fire": [[hull, "avenger", "heap"]]}
    assert plan_faults.faults(state, "h", {**order, "at": 0}) == []
    assert "forward arc" in plan_faults.faults(state, "h", {**order, "at": 9})[0]
    assert plan_faults.faults(state, "h", {**order, "at": "end"}) == []


def _options(state: BattleState) -> list[Option]:
    (slot,) = fire_orders.offers(state, Decision("fire:red", "red", "fire", "", ["h"], data={"side": "red", "units": ["h"]}))
    return [o for o in slot.options if o.info.get("target") == "avenger"]


def test_moments_worth_a_thought_are_offered_with_their_figures() -> None:
    state = waiting(Run(at("0501"), 4, 10))
    options = _options(state)
    assert [o.order["at"] for o in options][-1] == "end"
    assert {o.info["facing"] for o in options} >= {"bow", "stern"}
    assert all(plan_faults.faults(state, "h", o.order) == [] for o in options)
    for option in options[:-1]:
        found = craft_aim.aim_after(state, vehicle(state, "h"), "avenger", option.order["at"])
        assert (option.info["range"], option.info["facing"]) == (found.range, found.facing)
        assert (option.info["moment"], option.info["hex"]) == (option.order["at"], f"05{option.order['at'] + 1:02d}")
        for line in option.info["weapons"]:
            assert line["to_hit"] == to_hit.number(found, weapon(_id(state, line)))


def _id(state: BattleState, line: Json) -> str:
    return next(arm.id for number, arm, _ in plans.armed(vehicle(state, "h")) if number == line["mount"])


def test_offers_do_not_tell_how_long_a_run_is() -> None:
    """Nor do the orders that are taken: each is checked as if the run might be of any length."""
    seen = []
    for length in (10, 14, 30):
        state = waiting(Run(at("0501"), 4, length, dfm=at("0505")))
        view = ENGINE.view(state, "red").state
        legal = [moment for moment in range(61) if plan_faults.faults(state, "h", shot(moment)) == []]
        seen.append((_options(view), legal, fire_segment.able(state, "red"), view.runs))
    assert seen[0] == seen[1] == seen[2]


def test_the_length_can_be_read_once_the_run_is_over() -> None:
    state = waiting(Run(at("0501"), 4, 14))
    assert ENGINE.view(state, "red").state.runs["avenger"].length == 10
    assert ENGINE.view(state, "blue").state.runs["avenger"].length == 14
    state.runs["avenger"] = replace(state.runs["avenger"], over=True)
    assert ENGINE.view(state, "red").state.runs["avenger"].length == 14


def test_nobody_hears_what_waits_for_a_strafing_craft() -> None:
    state = field()
    state.winner_of_initiative = "blue"
    declared = {"red": {"h": moments.settled(waiting(Run(at("0501"), 4, 10)), shot())}}
    (decision,) = fire_segment.ask(state, "blue", declared, None)
    assert decision.data["declared"] == {"red": {}}
    (own,) = fire_segment.ask(state, "red", declared, None)
    assert own.data["declared"]["red"]["h"]["at"] == "end"


def test_nobody_hears_it_either_where_sides_declare_unit_by_unit() -> None:
    """The other side declares without knowing at what the unit that has spoken will fire."""
    state = table([tank("h", "horatius", "0505", 1)], [tank("v", "viper", "0512")], options={"declare_by_unit": 1})
    orders = {"air:blue": {"avenger": FAR}, "fire:red": {"h": shot(4)}, "declare-fire:red": {"unit": {"unit": "h"}}}
    _, events = advance(state, "combat", bones(), orders, mail(craft()))
    assert "fire" in kinds(events)
    assert not [e for e in events if e.kind == "declared" and "h" in e.units]


def test_a_hidden_unit_shows_itself_when_it_fires_and_not_before() -> None:
    state = table([tank("h", "horatius", "0505", 1)], [tank("safe", "viper", "2010")])
    vehicle(state, "h").hidden = True
    _, events = flown(FAR, shot(4), 10, state=state)
    assert kinds(events) == ["craft_placed", "strafing", "under_fire", "revealed", "fire", "strafing_over", "return_fire"]


def test_no_event_tells_the_length_before_the_run_is_over() -> None:
    _, events = flown({**FAR, "length": 13}, shot(4), 1, shields={})
    before = events[: kinds(events).index("strafing_over")]
    assert all("13" not in e.text and "length" not in e.data for e in before)


def test_the_bot_spreads_its_fire_over_several_craft() -> None:
    reds = [tank(f"h{n}", "horatius", f"{4 + n:02d}05", 1) for n in range(6)]
    state = table(reds, [tank("safe", "viper", "2510")])
    state.air = [replace(craft(shields={}), craft=id, craft_name=id) for id in ("one", "two")]
    state.runs = {"one": Run(at("0601"), 4, 10), "two": Run(at("0701"), 4, 10)}
    view = ENGINE.view(state, "red")
    (decision,) = fire_segment.ask(state, "red", {}, None)
    orders = ENGINE.choose(view, decision, ENGINE.offers(view, decision), bones()).choices
    assert {order["fire"][0][1] for order in orders.values() if order} >= {"one", "two"}


# --- sides ----------------------------------------------------------------------------------------------------------------------


def test_a_dive_bomber_is_fired_at_from_below_at_minus_one() -> None:
    state = waiting(Run(at("0505"), 1), attack="dive_bombing")
    found = craft_aim.aim_now(state, vehicle(state, "h"), "avenger")
    assert (found.facing, found.range) == ("bow", 1)
    assert [(m.name, m.value) for m in found.modifiers] == [("angle of attack", -1)]
    assert to_hit.number(found, weapon("gauss_150mm")) == 11


def test_the_facing_of_a_dive_bomber_says_which_side_is_struck() -> None:
    sides = []
    for heading in range(1, 7):
        state = waiting(Run(at("0508"), heading), attack="dive_bombing")
        sides.append(craft_aim.aim_now(state, vehicle(state, "h"), "avenger"))
    assert [(found.facing, sum(m.value for m in found.modifiers)) for found in sides] == [
        ("bow", -1), ("left", -4), ("left", -2), ("stern", 0), ("right", -2), ("right", -4)
    ]  # fmt: skip
    assert {found.range for found in sides} == {3}


def test_each_hexside_of_a_patrol_craft_has_its_own_shield() -> None:
    shields = {"bow": 80, "right_bow": 70, "right_stern": 60, "stern": 50, "left_stern": 40, "left_bow": 30}
    state = waiting(Run(at("0508"), 3), attack="dive_bombing", shields=shields)
    found = craft_aim.aim_now(state, vehicle(state, "h"), "avenger")
    assert (found.facing, found.shield, found.shield_facing) == ("left_stern", 4, "left stern")


def test_on_the_border_of_two_sides_the_craft_shows_the_better_one() -> None:
    state = waiting(Run(at("0505"), 1), attack="dive_bombing", shields={"bow": 90, "right": 10})
    border = next(hex for hex in ("0603", "0604") if len(arc_sides(at("0505"), 1, at(hex), PARITY)) == 2)
    assert craft_aim.struck(state.air[0], 1, at("0505"), at(border), painted=False) == ("bow", -1)
    assert craft_aim.struck(state.air[0], 1, at("0505"), at(border), painted=True) == ("right", -4)


def test_paint_takes_the_shield_from_return_fire() -> None:
    state = waiting(Run(at("0501"), 4, 10))
    state.runs["avenger"].painted_by = ["h"]
    found = craft_aim.aim_after(state, vehicle(state, "h"), "avenger", 0)
    assert found.painted
    assert [m.name for m in to_hit.modifiers_for(found, weapon("laser_3_6"))] == ["angle of attack"]


def test_orders_of_every_kind_of_nonsense_are_answered() -> None:
    state = waiting(Run(at("0501"), 4, 10))
    for wrong in (
        {"fire": [], "at": 1},
        {"fire": [["x"]], "at": 1},
        {"fire": [[LASER, {}, ""]], "at": 1},
        {"at": "end"},
        {"fire": 7, "at": 1},
    ):
        decision = Decision("fire:red", "red", "fire", "", ["h"], data={"side": "red", "units": ["h"]})
        assert ENGINE.check(ENGINE.view(state, "red"), decision, Orders({"h": wrong}))
