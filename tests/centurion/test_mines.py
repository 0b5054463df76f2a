"""Mines: who is struck and how, hidden fields and how they come to light, what clears them, and offers that warn of them."""

from typing import Any

import pytest

from scales.armor import of_points
from scales.centurion import ENGINE
from scales.centurion.combat.weapons import boxes, figures, template
from scales.centurion.ground import mines
from scales.centurion.invariants import invariants
from scales.centurion.movement import maneuver, on_the_way, options
from scales.centurion.preparation.faults import faults
from scales.centurion.preparation.setup import SetUp
from scales.centurion.state import BattleState
from scales.centurion.support import artillery, rounds
from scales.centurion.support.rounds import Blast
from scales.codec import clone
from scales.engine import Event, Json, Orders
from tests.centurion import field as grounds
from tests.centurion.firing_range import at, bones, foot, kinds, play, squad, table, tank, vehicle
from tests.examples import oracle

MINE = {"hex": "0505", "side": "blue"}


def field(*minefields: Json, **more: Any) -> BattleState:
    """A horatius and a squad before a minefield, the enemy far away."""
    red = [tank("h", "horatius", "0507"), squad("s", "0507")]
    return table(red, [tank("v", "viper", "1510"), squad("w", "1510")], minefields=list(minefields), **more)


def armor_left(state: BattleState, id: str) -> int:
    return sum(row.bit_count() for row in vehicle(state, id).armor["bottom"].rows)


def fly(state: BattleState, *script: int, path: str = "FF", accelerate: int = 2, id: str = "h", **more: Any) -> list[Event]:
    """A vehicle at rest moves by itself; the state is changed."""
    working = play(state, *script) if script else play(state)
    order = {"kind": "grav", "accelerate": accelerate, "path": path, **more}
    maneuver.carry_out(working, vehicle(state, id), order)
    return working.events


@oracle("CEN-087")
def test_mines(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    state = table([tank("h", "horatius", "0505")], [tank("v", "viper", "1510")], {"0505": "0h"})
    state.ground.mines["0505"] = ["blue"]
    vehicle(state, "h").shields["bottom"] = inputs["bottom_shield"]
    working = play(state, expected["to_hit"], 5)
    mines.enter(working, vehicle(state, "h"), 1)
    check = working.events[0].checks[0]
    assert (check.target, check.passed) == (expected["to_hit"], True)
    assert figures("mine")["location"] == expected["location"]
    # four rows of armor stop eight boxes of the template, the five of its last row lie inside
    assert armor_left(state, "h") == 40 - (boxes(template("tvlg")) - 5)
    assert figures("mine")["template"].upper() == expected["template"]


def test_a_miss_leaves_the_vehicle_whole_and_the_field_active() -> None:
    state = field(MINE | {"hidden": False})
    before = armor_left(state, "h")
    events = fly(state, 10)
    assert "gets through the mines" in next(e.text for e in events if e.kind == "mines")
    assert armor_left(state, "h") == before
    assert state.ground.mines == {"0505": ["blue"]}


def test_friends_pass_their_own_mines() -> None:
    state = field({"hex": "0505", "side": "red"})
    assert kinds(fly(state)) == ["moved"]
    assert state.ground.hidden_mines == {"0505": ["red"]}


def test_nobody_at_low_altitude_sets_mines_off_but_whoever_flies_at_tree_tops_does() -> None:
    for mode, struck in (("laf", False), ("ttf", True), ("nf", True)):
        state = field(MINE)
        vehicle(state, "h").hex, vehicle(state, "h").mode = at("0505"), mode
        working = play(state)
        mines.enter(working, vehicle(state, "h"), 1)
        assert ("mines" in kinds(working.events)) == struck
        assert "mines_found" in kinds(working.events)


def test_a_squad_walking_into_mines_loses_men() -> None:
    state = field(MINE)
    working = play(state, 10)
    maneuver.carry_out(working, foot(state, "s"), {"kind": "march", "route": "11"})
    assert foot(state, "s").destroyed
    assert kinds(working.events) == ["mines_found", "mines", "casualties", "moved"]


def test_a_squad_that_gets_off_among_mines_walks_into_them() -> None:
    state = table([tank("h", "romulus", "0505"), squad("s", "0505")], [tank("v", "viper", "1510")])
    state.ground.mines["0505"] = ["blue"]
    foot(state, "s").aboard, foot(state, "s").hex = "h", None
    vehicle(state, "h").inside = "s"
    working = play(state, 10)
    maneuver.carry_out(working, vehicle(state, "h"), {"kind": "stay", "dismount": ["s"]})
    assert kinds(working.events)[:2] == ["dismounted", "mines"]
    assert foot(state, "s").destroyed


def test_riders_outside_suffer_with_their_vehicle() -> None:
    state = field(MINE)
    foot(state, "s").aboard, foot(state, "s").hex, foot(state, "s").outside = "h", None, True
    vehicle(state, "h").outside = "s"
    vehicle(state, "h").armor["bottom"] = of_points(100)
    events = fly(state, 1, 5, 3)
    assert foot(state, "s").strength == 5
    assert "casualties" in kinds(events)


# --- hidden fields --------------------------------------------------------------------------------------------------------------


def test_hidden_mines_are_known_to_their_side_alone_until_an_enemy_enters() -> None:
    state = field(MINE)
    assert ENGINE.view(state, "blue").state.ground.hidden_mines == {"0505": ["blue"]}
    assert ENGINE.view(state, "red").state.ground.hidden_mines == {}
    assert "mines" not in ENGINE.picture(ENGINE.view(state, "red")).labels.get("0505", "")
    assert "hidden mines" in ENGINE.picture(ENGINE.view(state, "blue")).labels["0505"]
    events = fly(state)
    found = next(e for e in events if e.kind == "mines_found")
    assert (found.seen_by, found.data["sides"]) == (None, ["blue"])
    assert (state.ground.mines, state.ground.hidden_mines) == ({"0505": ["blue"]}, {})
    assert "mines" in ENGINE.picture(ENGINE.view(state, "red")).labels["0505"]


def test_mines_from_the_air_are_seen_at_once_and_lie_beside_those_of_the_enemy() -> None:
    state = field(MINE)
    rounds.land(play(state), "adm", Blast(at("0505"), "red"))
    assert (state.ground.mines, state.ground.hidden_mines) == ({"0505": ["red"]}, {"0505": ["blue"]})
    rounds.land(play(state), "adm", Blast(at("0505"), "red"))
    fly(state)
    assert state.ground.mines == {"0505": ["blue", "red"]}
    assert invariants(state) == []


@pytest.mark.parametrize(("round", "left"), [("ama", False), ("hell", False), ("hafe_i", True), ("crater", True)])
def test_what_clears_a_minefield(round: str, left: bool) -> None:
    state = field(MINE, MINE | {"hex": "0404", "hidden": False})
    state.ground.mine_paths = ["0505/14"]
    working = play(state)
    rounds.land(working, round, Blast(at("0505"), "red"))
    assert bool(state.ground.hidden_mines) == left
    assert bool(state.ground.mine_paths) == left
    assert state.ground.mines == {"0404": ["blue"]}
    secret = [e.seen_by for e in working.events if e.kind == "hidden_mines_gone"]
    assert secret == ([] if left else [["blue"]])


def test_amending_rounds_say_the_same_whether_or_not_mines_were_hidden_there() -> None:
    told = []
    for minefields in ([MINE], []):
        working = play(field(*minefields))
        rounds.land(working, "ama", Blast(at("0505"), "red"))
        told.append([e.text for e in working.events if e.seen_by is None])
    assert told[0] == told[1]


# --- offers ---------------------------------------------------------------------------------------------------------------------


def test_offers_warn_of_mines_that_are_known_and_of_no_others() -> None:
    state = field(MINE | {"hidden": False}, {"hex": "0506", "side": "blue"})
    seen = ENGINE.view(state, "red").state
    found = on_the_way.noted(seen, seen.vehicles["h"], options.options(seen, seen.vehicles["h"]))
    warned = [o for o in found if o.info.get("mines")]
    assert {label for o in warned for label in o.info["mines"]} == {"0505"}
    assert all("into mines in 0505 (hit on" in o.label and o.info["mine_attack"]["base"] == 12 for o in warned)
    assert warned[0].info["mine_attack"]["to_hit"] == mines.reckoned(vehicle(state, "h")).number


def test_what_is_warned_of_is_what_happens() -> None:
    """Every move offered meets the mines it names, in that order, unless the first of them stop it."""
    fields = [{"hex": label, "side": "blue", "hidden": False} for label in ("0505", "0506", "0605", "0606", "0406", "0405")]
    start = field(*fields)
    start.ground.mine_paths = ["0505/14", "0606/25"]
    vehicle(start, "h").velocity = 3
    found = on_the_way.noted(start, vehicle(start, "h"), options.options(start, vehicle(start, "h")))
    assert sum(bool(o.info.get("mines")) for o in found) > 3
    for option in found:
        state = clone(start)
        working = play(state)
        maneuver.carry_out(working, vehicle(state, "h"), option.order)
        met = [e for e in working.events if e.kind == "mines"]
        warned = option.info.get("mines", [])
        stopped = vehicle(state, "h").destroyed or vehicle(state, "h").effects
        assert len(met) == len(warned) or (stopped and len(met) < len(warned))


# --- the switch -----------------------------------------------------------------------------------------------------------------


def test_without_the_rule_there_are_no_mines_and_no_rounds_for_them() -> None:
    battery = {"id": "bat", "name": "Guns", "side": "blue", "missions": 1, "shots": 5}
    state = field(MINE, MINE | {"hex": "0404", "hidden": False}, options={"mines": 0}, batteries=[battery])
    assert (state.ground.mines, state.ground.hidden_mines) == ({}, {})
    rounds.land(play(state), "adm", Blast(at("0505"), "blue"))
    assert state.ground.mines == {}
    assert "without mines" in artillery.order_faults(state, {"hex": "0505", "round": "adm"})[0]
    assert artillery.order_faults(state, {"hex": "0505", "round": "hafe_i"}) == []
    step = ENGINE.advance(state, "end", {}, [], bones())
    calls = [d for d in step.pending if d.kind == "artillery"]
    given = [o.order.get("round") for d in calls for slot in ENGINE.offers(ENGINE.view(step.state, d.seat), d) for o in slot.options]
    assert {"hafe_i"} <= set(given)
    assert not {"adm", "ama"} & set(given)


# --- set-up and rulings ---------------------------------------------------------------------------------------------------------


def test_faults_of_minefields() -> None:
    wrong = [{"hex": "0505", "side": "nobody"}, {"hex": "9905", "side": "cw"}, {"hex": "0606", "side": "cw"}, {"hex": "0606", "side": "cw"}]
    red = grounds.platoon("tog", grounds.vehicle("a", "horatius", "0101"))
    blue = grounds.platoon("cw", grounds.vehicle("b", "viper", "2010"))
    given = grounds.setup(red, blue, minefields=wrong)
    assert sorted(f.code for f in faults(SetUp.model_validate(given))) == ["off_the_map", "twice", "unknown_side"]


def test_rulings_lay_hide_and_clear_mines() -> None:
    state = field()
    laid = ENGINE.amend(state, {"kind": "mines", "hex": "0505", "side": "blue", "hidden": True, "reason": "forgotten"}, bones())
    assert laid.state.ground.hidden_mines == {"0505": ["blue"]}
    assert [e.seen_by for e in laid.events] == [["blue"]]
    cleared = ENGINE.amend(laid.state, {"kind": "mines", "hex": "0505", "clear": True, "reason": "wrong hex"}, bones())
    assert cleared.state.ground.hidden_mines == {}
    for wrong in ({"hex": "9999", "side": "blue"}, {"hex": "0505", "side": "green"}, {"hex": "0505", "clear": True}, {"hex": "0505"}):
        with pytest.raises(ValueError, match=r"hex|side|mines"):
            ENGINE.amend(state, {"kind": "mines", "reason": "why not", **wrong}, bones())


def test_a_whole_phase_with_mines_is_played_and_told() -> None:
    state = field(MINE)
    order = {"move-red-1": {"h": {"kind": "grav", "accelerate": 2, "path": "FF"}, "s": {"kind": "stay"}}}
    order["move-blue-1"] = {"v": {"kind": "stay"}, "w": {"kind": "stay"}}
    state.first = "red"
    before = clone(state)
    step, events = advance_movement(state, order)
    assert [k for k in kinds(events) if k.startswith("mines")] == ["mines_found", "mines"]
    assert state == before
    assert invariants(step.state) == []


def advance_movement(state: BattleState, orders: dict[str, Json]) -> tuple[Any, list[Event]]:
    step = ENGINE.advance(state, "movement", {}, [], bones())
    events = list(step.events)
    while not step.done:
        step = ENGINE.advance(step.state, "movement", {d.key: Orders(orders.get(d.key, {})) for d in step.pending}, [], bones())
        events += step.events
    return step, events
