"""Placing forces before turn 1: zones, sealed orders, defensive hexes, what the other side sees. legatus: Prefect to Legatus"""

from typing import Any

import pytest

from scales.dice import KeyedDice, ScriptedDice, seeded_secret
from scales.engine import Decision, Json, Orders, random_orders
from scales.legatus import ENGINE, board
from scales.legatus.preparation import placement
from scales.legatus.state import WAITING, LegatusState
from tests.legatus.samples import moments
from tests.legatus.table import FLAT, Table, century, setup, table

GRAV = "medium_grav_armor"
ZONES = {"tog": {"edge": "left", "within": 4}, "commonwealth": {"edge": "right", "within": 4}}
LAKE = [" ".join(["0w", *["0."] * 15]), *FLAT[1:]]


def waits(id: str, kind: str = GRAV, **more: Any) -> Json:
    return {"id": id, "name": id.upper(), "kind": kind, **more}


def open_table(**more: Any) -> LegatusState:
    """Both sides place a headquarters and two centuries; tog a fort and three defensive hexes as well."""
    given: Json = {"zones": ZONES, "installations": [{"id": "fort", "side": "tog"}], "defensive_hexes": {"tog": 3}} | more
    tog = [waits("hq", "hq_grav"), waits("a"), waits("i", "infantry", altitude="dug_in")]
    return table(tog, [waits("q", "hq_grav"), waits("x"), waits("y", "marine")], **given)


def asked(state: LegatusState) -> tuple[LegatusState, dict[str, Decision]]:
    step = ENGINE.advance(state, "initiative", {}, [], ScriptedDice())
    return step.state, {d.seat: d for d in step.pending}


def refused(order: Json, unit: str = "a", side: str = "tog", **more: Any) -> str:
    state, decisions = asked(open_table(**more))
    view, decision = ENGINE.view(state, side), decisions[side]
    good = {s.id: s.options[0].order for s in ENGINE.offers(view, decision)}
    found = ENGINE.check(view, decision, Orders(good | {unit: order}))
    assert all(f.where == unit for f in found)
    return " ".join(f.text for f in found)


def test_both_sides_are_asked_at_once_and_sealed() -> None:
    state, decisions = asked(open_table())
    assert {(d.kind, d.sealed) for d in decisions.values()} == {("deploy", True)}
    assert decisions["tog"].prompt == "Place 4 units and lay 3 defensive hexes in your zone of 48 hexes"
    assert decisions["commonwealth"].units == ["q", "x", "y"]
    assert decisions["tog"].data["zone"] == state.zones["tog"]
    assert state.at.turn == 0


def test_what_waits_is_seen_by_its_side_alone() -> None:
    state, _ = asked(open_table())
    assert set(ENGINE.view(state, "tog").state.units) == {"hq", "a", "i", "fort"}
    assert set(ENGINE.view(state, "commonwealth").state.units) == {"q", "x", "y"}
    assert set(ENGINE.view(state, "tog").state.cohorts) == {"t"}
    assert ENGINE.view(state, "onlooker").state.units == {}
    assert ENGINE.invariants(state) == []
    report = ENGINE.report(state)
    assert report.effective == {"tog": 3, "commonwealth": 2}
    assert {fate.status for fate in report.fates.values()} == {"ok"}


def test_units_stand_where_they_are_placed() -> None:
    orders = {
        "deploy:tog": {
            "a": {"at": "0303|0304", "altitude": "tree_top"},
            "i": {"at": "0404", "altitude": "dug_in"},
            "fort": {"at": "0105", "altitude": "normal"},
            "hq": {"at": "0201", "altitude": "low_altitude"},
            "defenses": {"passive": ["0401"], "hidden": ["0402"], "earthworks": ["0404"]},
        }
    }
    play = Table(open_table()).phase("initiative", orders=orders)
    units = play.state.units
    assert [(units[u].at, units[u].altitude) for u in ("a", "i", "fort", "hq")] == [
        ("0303|0304", "tree_top"),
        ("0404", "dug_in"),
        ("0105", "normal"),
        ("0201", "low_altitude"),
    ]
    assert not any(u.status == WAITING for u in units.values())
    told = next(e for e in play.events if e.kind == "deployed")
    assert told.text == "Tog places A at 0303|0304, tree top; fort at 0105; HQ at 0201, low altitude; I at 0404, dug in."
    assert told.seen_by is None
    laid = [(e.text, e.seen_by) for e in play.events if e.kind == "laid"]
    assert laid == [
        ("Tog lays passive defenses in 0401.", None),
        ("Tog lays hidden passive defenses in 0402.", ["tog"]),
        ("Tog lays earthworks in 0404.", None),
    ]
    assert [len(ENGINE.view(play.state, seat).state.markers) for seat in ("tog", "commonwealth", "onlooker")] == [3, 2, 2]
    assert play.state.at.turn == 1
    play.phase("end", 1, 1)
    assert "deployed" not in play.phase("initiative").kinds()


def test_hidden_passive_defenses_are_seen_once_a_century_has_come_into_them() -> None:
    mines = [{"kind": "passive", "side": "commonwealth", "hex": "0605", "hidden": True}]
    play = Table(table([century("a", GRAV, "0604")], [century("x", GRAV, "1410")], defenses=mines)).phase("initiative")
    assert ENGINE.view(play.state, "tog").state.markers == []
    play.phase("movement", 3, orders={"movement:t": {"a": {"path": ["0605"]}}})
    assert play.state.units["a"].at == "0605"
    assert [m.hexes for m in ENGINE.view(play.state, "tog").state.markers] == [["0605"]]


@pytest.mark.parametrize(
    ("order", "unit", "why"),
    [
        ({"at": "0505"}, "a", "A is placed in your zone, and 0505 is not of it (legatus: Prefect to Legatus)."),
        ({"at": "0404|0504"}, "a", "0504 is not of it"),
        ({"at": "9999"}, "a", "9999 is not of it"),
        ({"at": "0301|0405"}, "a", "is no hex, hexside or junction for A"),
        ({"at": ""}, "a", "is no hex, hexside or junction for A"),
        ({"at": "0303", "altitude": "low_altitude"}, "i", "I can be at dug_in or normal, not at 'low_altitude' (legatus: Deployment)."),
        ({"at": "0303", "altitude": "dug_in"}, "fort", "fort can be at normal, not at 'dug_in'"),
        ({"at": "0303|0304"}, "fort", "stands in one hex"),
        ({"at": "0303", "heading": 3}, "a", "there is no field 'heading'"),
        ({"at": 303}, "a", "'at' is a text"),
        ({"passive": ["0303", "0303"]}, "defenses", "Hex 0303 can hold passive defenses or earthworks once"),
        ({"passive": ["0303"], "hidden": ["0304", "0301"], "earthworks": ["0302"]}, "defenses", "You lay 4 defensive hexes and are entitled to 3"),
        ({"earthworks": ["0505"]}, "defenses", "'0505' is not of it"),
    ],
)  # fmt: skip
def test_placements_that_are_refused(order: Json, unit: str, why: str) -> None:
    assert why in refused(order, unit)


def test_every_fault_of_a_placement_at_once() -> None:
    found = refused({"at": "0505", "altitude": "tree_top"}, "i")
    assert "not at 'tree_top'" in found
    assert "0505 is not of it" in found
    both = refused({"passive": ["0303", "0303", "0909"], "earthworks": ["0101"]}, "defenses", rows=LAKE)
    assert all(part in both for part in ("You lay 4", "Hex 0303", "'0909' is not of it", "no earthworks in the lake of 0101"))


def test_lakes_hold_grav_centuries_that_are_not_dug_in() -> None:
    assert refused({"at": "0101"}, "a", rows=LAKE) == ""
    assert "A cannot be on the lake of 0101" in refused({"at": "0101", "altitude": "dug_in"}, "a", rows=LAKE)
    assert "I cannot be on the lake of 0101" in refused({"at": "0101"}, "i", rows=LAKE)


def test_offers_are_legal_and_tell_the_numbers_of_each_place() -> None:
    state, decisions = asked(open_table(rows=LAKE))
    for side, decision in decisions.items():
        view = ENGINE.view(state, side)
        slots = {s.id: s for s in ENGINE.offers(view, decision)}
        for slot in slots.values():
            assert len(slot.options) >= 2 or slot.id == "fort"
            assert len({str(o.order) for o in slot.options}) == len(slot.options)
        for n in range(40):
            orders = random_orders(list(slots.values()), KeyedDice(key=seeded_secret(n)))
            assert ENGINE.check(view, decision, orders) == []
    dug = next(o for o in slots["x"].options if o.order["altitude"] == "dug_in")
    assert {k: dug.info[k] for k in ("attack", "defense", "maneuver")} == {"attack": 6, "defense": 8, "maneuver": 3}


def test_the_arrangement_keeps_cohorts_together_with_headquarters_behind() -> None:
    """The commonwealth faces left: its line stands farther left than its headquarters."""
    play = Table(open_table()).phase("initiative")
    units = play.state.units
    assert int(units["x"].at[:2]) < int(units["q"].at[:2])
    assert int(units["a"].at[:2]) > int(units["hq"].at[:2])
    assert units["i"].altitude == "dug_in"
    assert board.gap(units["x"].at, units["y"].at) <= 4
    assert {m.kind for m in play.state.markers} == {"passive", "earthworks"}


def test_formations_without_a_hex_are_placed_too() -> None:
    given = setup([], [])
    given["zones"] = ZONES
    given["cohorts"] = [
        {"id": "m", "side": "tog", "formation": "tog_strike_manus"},
        {"id": "b", "side": "commonwealth", "formation": "Kessrith Medium Brigade"},
    ]
    assert ENGINE.faults(given) == []
    state: LegatusState = ENGINE.setup(given, ScriptedDice()).state
    play = Table(state).phase("initiative")
    zone = {side: set(hexes) for side, hexes in state.zones.items()}
    assert all(set(u.at.split("|")) <= zone[u.side] for u in play.state.units.values())
    for cohort in ("m.1", "b.3"):
        places = [u.at for u in play.state.units.values() if u.cohort == cohort]
        assert max(board.gap(a, b) for a in places for b in places) <= 5


@pytest.mark.parametrize(
    ("zones", "where", "why"),
    [
        ({"tog": {}}, "zones.tog", "needs an edge, columns, rows or hexes"),
        ({"tog": {"columns": [4, 2]}}, "zones.tog.columns", "a first and a last one"),
        ({"tog": {"rows": [3]}}, "zones.tog.rows", "a first and a last one"),
        ({"tog": {"hexes": ["9901"]}}, "zones.tog.hexes", "'9901' is no hex of the map"),
        ({"tog": {"columns": [40, 50]}}, "zones.tog", "holds no hex of the map"),
        ({"tog": {"edge": "left", "within": 10}}, "zones.tog", "share"),
        ({"tog": {"edge": "left", "rows": [1, 1], "within": 1}}, "zones.tog", "There is no hex in the zone of tog where 'i' can stand"),
        ({"kessrith": {"edge": "top"}}, "zones.kessrith", "There is no side 'kessrith'"),
    ],
)
def test_zones_that_are_refused(zones: Json, where: str, why: str) -> None:
    tog = [waits("a"), waits("i", "infantry")]
    given = setup(tog, [waits("x")], zones={"commonwealth": {"columns": [9, 16]}, "tog": {"edge": "left"}} | zones, rows=LAKE)
    assert any(f.where == where and why in f.text for f in ENGINE.faults(given))


def test_what_has_no_place_needs_a_zone_and_zones_hold_no_enemy() -> None:
    found = ENGINE.faults(setup([waits("a")], [century("x", GRAV, "0202")], zones={"tog": {"edge": "right"}}))
    assert found == []
    found = ENGINE.faults(setup([waits("a")], [century("x", GRAV, "0202")]))
    assert [f.text for f in found] == [
        "'a' has no place: give it a hex of the map, or give zones.tog, where its side places it before play (legatus: Prefect to Legatus)."
    ]
    found = ENGINE.faults(setup([waits("a")], [century("x", GRAV, "0202")], zones={"tog": {"edge": "left"}}))
    assert [f.text for f in found] == ["'x' of commonwealth stands in the zone of tog (legatus: Prefect to Legatus)."]
    found = ENGINE.faults(setup([waits("a")], [century("x", GRAV, "1202")], zones={"tog": {"hexes": ["0101"]}}, defensive_hexes={"tog": 2}))
    assert [f.text for f in found] == ["tog cannot lay 2 defensive hexes in a zone of 1 (legatus: Prefect to Legatus)."]


@pytest.mark.parametrize("blind", [0, 1])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_battles_that_begin_with_placing_are_played(seed: int, blind: int) -> None:
    given = setup([], [], zones=ZONES, defensive_hexes={"tog": 2, "commonwealth": 3}, turn_limit=2, options={"double_blind": blind})
    given["installations"] = [{"id": "fort", "side": "commonwealth"}]
    given["cohorts"] = [
        {"id": "m", "side": "tog", "formation": "medium_cohort"},
        {"id": "b", "side": "commonwealth", "formation": "baufrin_battalion"},
    ]
    for moment in moments(given, seed):
        assert ENGINE.invariants(moment.step.state) == []
        for decision in moment.asked:
            view = ENGINE.view(moment.before, decision.seat)
            assert ENGINE.check(view, decision, moment.given[decision.key]) == []
            if decision.kind == "deploy":
                assert all(view.state.units[u].side == view.side for u in decision.units)
        if blind:
            assert all(e.seen_by is not None for e in moment.step.events if e.kind in {"deployed", "laid"})


def test_a_unit_without_a_good_order_goes_where_the_engine_would_put_it() -> None:
    state, decisions = asked(open_table())
    step = ENGINE.advance(state, "initiative", {d.key: Orders({}) for d in decisions.values()}, [], ScriptedDice())
    units = step.state.units.values()
    assert not [u.id for u in units if u.status == WAITING]
    assert all(not placement.place_faults(step.state, u, u.at, u.altitude) for u in units)
