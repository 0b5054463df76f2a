"""Hidden Units: how they begin, who knows of them, what reveals them, and what strikes them unseen."""

from typing import Any

import pytest

from scales.centurion import ENGINE
from scales.centurion.bot import bot
from scales.centurion.combat.effects import destroy
from scales.centurion.ground import hidden
from scales.centurion.ground.buildings import building_at, hurt_inside
from scales.centurion.invariants import invariants
from scales.centurion.movement import entering, initiative, maneuver, on_the_way, options
from scales.centurion.movement.orders import faults_of
from scales.centurion.preparation.faults import faults
from scales.centurion.preparation.setup import SetUp
from scales.centurion.state import BattleState, Call
from scales.centurion.support import artillery, rounds
from scales.centurion.support.rounds import Blast
from scales.codec import clone, encode, plain
from scales.dice import ScriptedDice
from scales.engine import Decision, Event, Json, Orders
from tests.centurion import field as grounds
from tests.centurion.firing_range import advance, at, bones, foot, kinds, play, squad, table, tank, vehicle

BUILDING = {"0808": "0b3/20"}


def field(*more_blue: Json, **more: Any) -> BattleState:
    """Red in the open; blue hides a tank in 0805 and a squad in the building in 0808, and shows a tank far away."""
    red = [tank("h", "horatius", "0509"), squad("s", "0510")]
    blue = [
        tank("v", "viper", "2010"),
        tank("lurker", "liberator", "0805", facing=5) | {"hidden": True},
        squad("den", "0808") | {"hidden": True, "level": 2},
    ]
    return table(red, [*blue, *more_blue], BUILDING, **more)


def knows(state: BattleState, seat: str) -> set[str]:
    """The units that a seat's view holds."""
    seen = ENGINE.view(state, seat).state
    return {u.id for u in seen.units()}


# --- before play ----------------------------------------------------------------------------------------------------------------


def test_they_begin_grounded_in_craters_or_inside_buildings() -> None:
    state = field()
    lurker, den = vehicle(state, "lurker"), foot(state, "den")
    assert (lurker.hidden, lurker.mode, lurker.velocity, lurker.crater, lurker.digging) == (True, "grounded", 0, True, 4)
    assert (den.hidden, den.level, den.crater) == (True, 2, False)
    assert state.ground.craters == {}
    assert invariants(state) == []


def test_the_scenario_says_whether_the_crater_cost_a_charge() -> None:
    state = field(tank("paid", "liberator", "0905") | {"hidden": True, "charge": True})
    assert vehicle(state, "paid").digging == 3


def test_a_hidden_squad_in_the_open_lies_in_a_crater() -> None:
    state = field(squad("scrape", "0905") | {"hidden": True})
    assert (foot(state, "scrape").crater, foot(state, "scrape").level) == (True, 0)


def test_without_the_rule_they_begin_in_the_same_places_and_seen() -> None:
    state = field(options={"hidden_units": 0})
    assert (vehicle(state, "lurker").hidden, vehicle(state, "lurker").crater) == (False, True)
    assert state.ground.craters == {"0805": 1}
    assert "lurker" in knows(state, "red")


def test_faults_of_hidden_units() -> None:
    lake, built = {"1010": "0.v", "1111": "0b2/20"}, {"hidden": True}
    spec = grounds.vehicle
    vehicles = [
        spec("fast", "horatius", "0101", velocity=3, **built),
        spec("street", "horatius", "1111", **built),
        spec("found", "horatius", "2010", **built),
        spec("open", "horatius", "0105", charge=True),
    ]
    squads = (
        {"id": "rider", "type": "bounce_tvlg", "aboard": "open", "hidden": True},
        {"id": "high", "type": "bounce_tvlg", "hex": "1111", "level": 3},
        {"id": "below", "type": "bounce_tvlg", "hex": "1111", "hidden": True},
        {"id": "homeless", "type": "bounce_tvlg", "hex": "0106", "level": 1},
    )
    enemy = grounds.platoon("cw", spec("b", "viper", "2010"))
    given = grounds.setup(grounds.platoon("tog", *vehicles, squads=squads), enemy, changes=lake)
    found = {f.where: f.code for f in faults(SetUp.model_validate(given))}
    assert found == dict.fromkeys(("fast", "street", "found", "open", "rider", "below"), "hidden") | dict.fromkeys(
        ("high", "homeless"), "storey"
    )


# --- what is known --------------------------------------------------------------------------------------------------------------


def test_the_other_side_knows_nothing_of_them() -> None:
    state = field()
    assert knows(state, "red") == knows(state, "") == {"h", "s", "v"}
    assert knows(state, "blue") == {"h", "s", "v", "lurker", "den"}
    view = ENGINE.view(state, "red")
    assert {c.unit for c in ENGINE.picture(view).counters} == {"h", "s", "v"}
    assert ENGINE.record(view, "lurker") == {}
    assert view.state.platoons["blue-1"].units == ["v"]
    assert (
        view.state.sides["blue"].start_points == view.state.centuries["blue-century"].start_points == hidden.points_of(vehicle(state, "v"))
    )
    assert ENGINE.record(view, "blue-century")["strength_percent"] == 100
    assert [u["unit"] for u in ENGINE.record(view, "blue-century")["units"]] == ["v"]
    own = ENGINE.record(ENGINE.view(state, "blue"), "lurker")
    assert own["movement"]["hidden"]


def test_a_platoon_or_century_that_is_hidden_whole_is_not_there() -> None:
    state = field()
    vehicle(state, "v").hidden = True
    view = ENGINE.view(state, "red").state
    assert (list(view.platoons), list(view.centuries)) == (["red-1"], ["red-century"])
    assert view.sides["blue"].start_points == 0


def test_who_rides_in_a_hidden_vehicle_is_hidden_with_it() -> None:
    red, carrier = [tank("h", "horatius", "0509")], tank("box", "spartius", "0905") | {"hidden": True}
    rider = {"id": "rider", "type": "bounce_tvlg", "name": "rider", "aboard": "box", "strength": 8}
    state = table(red, [tank("v", "viper", "2010"), carrier, rider])
    assert knows(state, "red") == {"h", "v"}


def test_the_opening_counts_nobody_who_hides() -> None:
    red = grounds.platoon("tog", grounds.vehicle("a", "horatius", "0101"))
    blue = grounds.platoon("cw", grounds.vehicle("b", "viper", "2010"), grounds.vehicle("c", "viper", "2011", hidden=True))
    (opened,) = ENGINE.setup(grounds.setup(red, blue), bones()).events
    assert "Commonwealth (1 units)" in opened.text


def test_orders_that_name_them_are_refused_like_any_nonsense() -> None:
    state = field()
    view = ENGINE.view(state, "red")
    said = {}
    for id in ("lurker", "no such unit"):
        plan = Decision("fire:red", "red", "fire", "", ["h", "s"], data={"side": "red", "units": ["h", "s"], "declared": {}})
        orders = Orders({"h": {"fire": [[0, id, ""]]}, "s": {"action": "personal", "target": id}})
        paint = Decision("paint:red", "red", "paint", "", ["h"], data={"side": "red", "units": ["h"], "declared": {}})
        faults = [*ENGINE.check(view, plan, orders), *ENGINE.check(view, paint, Orders({"h": {"paint": id}}))]
        said[id] = [fault.text.replace(id, "X") for fault in faults]
    assert said["lurker"] == said["no such unit"]
    assert len(said["lurker"]) == 3


def test_nobody_is_asked_to_fire_or_paint_for_their_sake() -> None:
    """Only the hidden tank stands in range: the decision itself would betray it."""
    state = field()
    vehicle(state, "h").hex, vehicle(state, "v").hex = at("0507"), at("2514")
    step = ENGINE.advance(state, "combat", {}, [], bones())
    assert not [d for d in step.pending if d.seat == "red"]


def test_they_take_their_place_in_the_alternation() -> None:
    state = field()
    state.platoons["blue-2"] = clone(state.platoons["blue-1"])
    state.platoons["blue-2"].id, state.platoons["blue-2"].units = "blue-2", ["lurker"]
    state.platoons["blue-1"].units.remove("lurker")
    vehicle(state, "lurker").platoon = "blue-2"
    assert [p.id for p in initiative.unmoved(state, "blue")] == ["blue-1", "blue-2"]
    state.first = "blue"
    step = ENGINE.advance(state, "movement", {}, [], bones())
    (asked,) = step.pending
    step = ENGINE.advance(step.state, "movement", {asked.key: Orders({"platoon": {"platoon": "blue-2"}})}, [], bones())
    (move,) = step.pending
    assert move.units == ["lurker"]
    step = ENGINE.advance(step.state, "movement", {move.key: Orders({"lurker": {"kind": "stay", "watch": 8}})}, [], bones())
    assert step.state.platoons["blue-2"].moved
    assert vehicle(step.state, "lurker").hidden
    assert [e.seen_by for e in step.events if e.seen_by != ["blue"]] == []


# --- coming to light ------------------------------------------------------------------------------------------------------------


def moved(state: BattleState, id: str, order: Json) -> list[Event]:
    unit = state.unit(id)
    assert unit is not None
    assert faults_of(state, unit, order) == []
    working = play(state)
    maneuver.carry_out(working, unit, order)
    return working.events


@pytest.mark.parametrize(
    ("id", "order", "shown"),
    [
        ("lurker", {"kind": "stay"}, False),
        ("lurker", {"kind": "stay", "watch": 8}, False),
        ("lurker", {"kind": "grav", "lift": True, "accelerate": 3, "path": "F"}, True),
        ("lurker", {"kind": "grav", "lift": True, "accelerate": 2, "spin": 1, "ground": True}, True),
        ("den", {"kind": "stay"}, False),
        ("den", {"kind": "storey", "level": 1}, True),
        ("den", {"kind": "storey", "level": 0}, True),
    ],
)
def test_who_moves_or_turns_is_placed_on_the_map(id: str, order: Json, shown: bool) -> None:
    state = field()
    events = moved(state, id, order)
    assert ("revealed" in kinds(events)) == shown == (id in knows(state, "red"))
    assert state.ground.craters == ({"0805": 1} if shown and id == "lurker" else {})
    if shown:
        assert (events[0].seen_by, events[0].rule, events[0].data["why"]) == (None, "centurion: Hidden Units", "it moves")


def test_an_enemy_who_enters_the_hex_finds_them() -> None:
    state = field()
    unit = vehicle(state, "h")
    unit.hex, unit.facing, unit.velocity = at("0806"), 1, 1
    events = moved(state, "h", {"kind": "grav", "path": "F"})
    assert kinds(events)[0] == "revealed"
    assert (events[0].data["hex"], events[0].data["crater"], events[0].data["facing"]) == ("0805", True, 5)
    assert (knows(state, "red"), state.ground.craters) == ({"h", "s", "v", "lurker"}, {"0805": 1})
    assert vehicle(state, "lurker").entered == {"h": vehicle(state, "lurker").entered["h"]}


def test_opportunity_fire_reveals_in_the_middle_of_the_enemys_move() -> None:
    state = field()
    unit = vehicle(state, "h")
    unit.hex, unit.facing, unit.velocity = at("0510"), 1, 3
    working = play(state)
    maneuver.carry_out(working, vehicle(state, "lurker"), {"kind": "stay", "watch": 4})
    maneuver.carry_out(working, unit, {"kind": "grav", "path": "FFF"})
    told = kinds(working.events)
    assert told.index("watches") < told.index("revealed") < told.index("fire")
    assert not vehicle(state, "lurker").hidden


def test_declared_fire_reveals_before_the_other_side_declares() -> None:
    state = field()
    vehicle(state, "h").hex = at("0707")
    state.winner_of_initiative = "red"
    step = ENGINE.advance(state, "combat", {}, [], bones())
    while step.pending and step.pending[0].kind != "fire":
        step = ENGINE.advance(step.state, "combat", {d.key: Orders({u: {} for u in d.units}) for d in step.pending}, [], bones())
    (mine,) = step.pending
    assert mine.seat == "blue"
    assert not [d for d in step.pending if d.seat == "red"]
    plan = next(o.order for s in ENGINE.offers(ENGINE.view(step.state, "blue"), mine) if s.id == "lurker" for o in s.options if o.order)
    step = ENGINE.advance(step.state, "combat", {mine.key: Orders({u: plan if u == "lurker" else {} for u in mine.units})}, [], bones())
    assert kinds(list(step.events))[0] == "revealed"
    (answer,) = step.pending
    targets = [o.info.get("target") for s in ENGINE.offers(ENGINE.view(step.state, "red"), answer) for o in s.options if o.order]
    assert "lurker" in targets


def test_painting_reveals() -> None:
    state = field()
    vehicle(state, "h").hex = at("0707")
    _, events = advance(state, "combat", bones(), {"paint:blue": {"lurker": {"paint": "h"}}})
    assert kinds(events)[0] == "revealed"
    assert "painting laser" in events[0].text


def test_a_unit_that_is_found_uses_a_crater_that_is_on_the_map_or_brings_its_own() -> None:
    state = field(craters=["0805"])
    working = play(state)
    hidden.reveal(working, vehicle(state, "lurker"), "a test")
    assert state.ground.craters == {"0805": 1}
    assert vehicle(state, "lurker").crater


# --- struck unseen --------------------------------------------------------------------------------------------------------------


def test_airburst_rounds_hurt_them_and_nobody_else_hears_of_it() -> None:
    state = field(squad("scrape", "0804") | {"hidden": True}, squad("seen", "0806"))
    state.calls.append(Call("c", "red", "artillery", "bat", at("0805"), 1, round="hafe_i"))
    step, events = advance(state, "combat", ScriptedDice.of(6, 9, 10, *[5] * 30))
    hurt = vehicle(step.state, "lurker")
    assert hurt.hidden
    assert sum(row.bit_count() for row in hurt.armor["front"].rows) < sum(
        row.bit_count() for row in vehicle(state, "lurker").armor["front"].rows
    )
    assert foot(step.state, "scrape").strength < 8
    public = [encode(plain(e)).decode() for e in events if e.seen_by is None]
    assert not [text for text in public if "lurker" in text or "scrape" in text]
    assert [e for e in events if e.seen_by == ["blue"] and "lurker" in e.units]
    assert any("seen" in text for text in public)


def test_the_men_lost_inside_a_building_are_not_counted_aloud() -> None:
    state = field()
    block = building_at(state, at("0808"))
    assert block is not None
    block.levels[1] = 2
    working = play(state, 8)
    assert hurt_inside(working, at("0808"), block, {2: 3}, column="gauss_200mm", by="h") == []
    assert foot(state, "den").casualties_queued > 0
    assert [e.seen_by for e in working.events] == [["blue"]]


def test_strafing_and_guided_rounds_pass_them_by() -> None:
    state = field()
    working = play(state)
    rounds.land(working, "glad", Blast(at("0805"), "red"))
    assert "finds no vehicle" in working.events[0].text


def test_who_is_destroyed_in_hiding_is_put_on_the_map() -> None:
    state = field()
    working = play(state)
    destroy(working, vehicle(state, "lurker"), "", "a naval strike")
    assert kinds(working.events)[0] == "revealed"
    assert "lurker" in knows(state, "red")


def test_a_centurion_who_calls_from_hiding_is_not_named() -> None:
    state = field()
    state.centuries["blue-century"].centurion = "lurker"
    state.calls.append(Call("c", "blue", "artillery", "bat", at("0509"), 1, caller="lurker", round="hafe_i"))
    step, events = advance(state, "combat", ScriptedDice.of(6, *[5] * 30))
    assert not [e for e in events if "lurker" in encode(plain(e)).decode()]
    assert artillery.calls.centurions(step.state, "blue")[0][1].id == "lurker"
    assert "lurker" not in encode(plain(ENGINE.view(step.state, "red"))).decode()


# --- offers, bot, rulings -------------------------------------------------------------------------------------------------------


def test_offers_say_what_gives_the_hiding_place_away() -> None:
    state = ENGINE.view(field(), "blue").state
    for id in ("lurker", "den"):
        unit = state.unit(id)
        assert unit is not None
        found = on_the_way.noted(state, unit, options.options(state, unit))
        quiet = [o.order for o in found if not o.info.get("reveals")]
        assert quiet
        assert all(order["kind"] == "stay" for order in quiet)
        assert all("giving its hiding place away" in o.label for o in found if o.info.get("reveals"))


def test_a_hidden_squad_has_no_need_to_conceal_itself() -> None:
    state = field()
    assert "hidden already (centurion: Hidden Units)" in faults_of(state, foot(state, "den"), {"kind": "conceal"})[0].text


def test_the_bot_waits_in_ambush_until_somebody_is_near() -> None:
    state = field()
    decision = Decision("move-blue-1", "blue", "move", "", ["lurker", "den"], data={"platoon": "blue-1"})
    view = ENGINE.view(state, "blue")
    orders = bot.choose(view, decision, ENGINE.offers(view, decision), bones())
    assert orders.choices == {id: {"kind": "stay", "watch": 8} for id in ("lurker", "den")}
    foot(state, "s").hex = at("0114")
    for hex, fires in (("0114", False), ("0707", True)):
        vehicle(state, "h").hex = at(hex)
        view = ENGINE.view(state, "blue")
        ask = Decision("fire:blue", "blue", "fire", "", ["lurker"], data={"side": "blue", "units": ["lurker"], "declared": {}})
        chosen = ENGINE.choose(view, ask, ENGINE.offers(view, ask), bones()).choices
        assert bool(chosen["lurker"]) == fires


def test_rulings_reveal_place_and_add_hidden_units() -> None:
    state = field()
    shown = ENGINE.amend(state, {"kind": "reveal", "unit": "lurker", "reason": "seen from the air"}, bones())
    assert "lurker" in knows(shown.state, "red")
    with pytest.raises(ValueError, match="is not hidden"):
        ENGINE.amend(state, {"kind": "reveal", "unit": "v", "reason": "why"}, bones())
    hurt = ENGINE.amend(state, {"kind": "damage", "unit": "lurker", "side": "front", "points": 5, "reason": "a fire"}, bones())
    assert {tuple(e.seen_by or ()) for e in hurt.events} == {("blue",)}
    put = ENGINE.amend(state, {"kind": "move", "unit": "h", "hex": "0805", "reason": "a slip"}, bones())
    assert "revealed" in kinds(list(put.events))
    new = {"id": "late", "type": "viper", "hex": "0903", "hidden": True}
    added = ENGINE.amend(state, {"kind": "add", "vehicle": new, "joins": "blue-1", "reason": "forgotten"}, bones())
    assert "late" not in knows(added.state, "red")
    assert [e.seen_by for e in added.events] == [["blue"]]
    assert invariants(added.state) == []


def test_arriving_beside_them_finds_nobody() -> None:
    state = field()
    entering.arrive(state, vehicle(state, "h"), at("0806"), 1)
    hidden.entered(play(state), vehicle(state, "h"))
    assert vehicle(state, "lurker").hidden
