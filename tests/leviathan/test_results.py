"""Results of battles that were played on a table."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scales.codec import clone, encode, plain
from scales.dice import KeyedDice, seeded_secret
from scales.engine import Json
from scales.leviathan import ENGINE
from scales.leviathan.state import State
from tests.leviathan.moments import moments, planet
from tests.leviathan.table import Game, document, fighters, ship, table

SEEDS = (0, 1, 2, 5, 8)


def written(state: State) -> Json:
    """The engine's report as a table would send it."""
    report: Json = plain(ENGINE.report(state))
    return report


def fates(state: State) -> Json:
    found: Json = written(state)["fates"]
    return found


def battle() -> State:
    return table(
        [ship("a", "fulgur", "tog", "1:1305", 1), ship("b", "shiva", "rl", "1:1310", 4),
         ship("c", "lexington", "tog", "1:1008", 2, fighters=[fighters("cargo", "gladius_flight", "tog")])],
        fighters=[fighters("f", "gladius_flight", "tog", "1:1305")],
    )  # fmt: skip


def result(**changed: Any) -> Json:
    return {"fates": {u: {"status": "ok"} for u in ("a", "b", "c", "cargo", "f")} | changed}


def codes(state: State, report: Any) -> dict[str, list[str]]:
    """Faults by where they are; settling refuses them all in one sentence each, and changes nothing."""
    found: dict[str, list[str]] = {}
    before, faults = encode(state), ENGINE.report_faults(state, report)
    for fault in faults:
        found.setdefault(fault.where.removeprefix("fates."), []).append(fault.code)
    if faults:
        with pytest.raises(ValueError, match=r".") as caught:
            ENGINE.settle(state, report)
        assert all(fault.text in str(caught.value) for fault in faults)
    assert encode(state) == before
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_a_report_of_an_unchanged_battle_changes_no_unit(seed: int) -> None:
    for moment in moments(seed):
        for state in (moment.state, moment.after):
            settled = ENGINE.settle(state, written(state)).state
            assert ENGINE.invariants(settled) == []
            assert known(settled) == known(state)


def known(state: State) -> Json:
    """Fates, but of fighters aboard a ship that is lost: they are counted as lost when the turn ends."""
    lost = [s.id for s in state.ships.values() if not s.alive]
    return {u: fate for u, fate in fates(state).items() if fate["sheet"].get("aboard") not in lost}


@pytest.mark.parametrize("seed", SEEDS)
def test_fought_here_and_then_reported_is_the_same(seed: int) -> None:
    """The end of a battle, sent as the result of the same battle at its beginning: no two ways to different rosters."""
    path = moments(seed)
    start, end = path[0].state, path[-1].after
    report = written(end)
    report["fates"] = {u: fate for u, fate in report["fates"].items() if u in {**start.ships, **start.fighters}}
    settled = fates(ENGINE.settle(start, report).state)
    for unit, fate in report["fates"].items():
        assert (settled[unit]["status"], settled[unit]["sheet"]) == (fate["status"], fate["sheet"]), unit


def test_what_is_set_up_again_from_the_sheets_is_the_same() -> None:
    end = moments(0)[-1].after
    setup = planet()
    setup["units"] = [unit for unit in setup["units"] if fates(end)[unit["id"]]["status"] != "destroyed"]
    for unit in [*setup["units"], *setup["fighters"], *setup["installations"]]:
        unit["sheet"] = fates(end)[unit["id"]]["sheet"]
    assert ENGINE.faults(setup) == []
    again = ENGINE.setup(setup, KeyedDice(key=seeded_secret(1))).state
    for unit in [*setup["units"], *setup["installations"]]:
        assert fates(again)[unit["id"]]["sheet"] == unit["sheet"]
        now = again.ships[unit["id"]]
        assert (now.shorted, now.pending, now.support, now.bound, now.plant_shorts, now.rolled) == ([], [], "", "", 0, False)


def test_every_fault_is_found_at_once() -> None:
    state = battle()
    state.ships["b"].destroyed = True
    sheet = fates(state)["a"]["sheet"]
    report = {
        "winner": "france", "outcome": "",
        "fates": {
            "a": {"status": "damaged", "sheet": sheet | {"salvos": 99, "sails": 3}}, "b": {"status": "ok"},
            "c": {"status": "captured", "by": ["nobody"]}, "f": {"status": "damaged", "lost": 99}, "strangers": {"status": "ok"},
        },
    }  # fmt: skip
    found = codes(state, report)
    assert found == {
        "winner": ["bad_verdict", "bad_verdict"], "strangers": ["unknown_unit"], "a": ["bad_sheet", "bad_sheet"], "b": ["gone_before"],
        "c": ["bad_status", "bad_fate"], "f": ["bad_sheet"], "cargo": ["missing_unit"],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"f": {"status": "damaged", "lost": 21}}, "bad_sheet"),
        ({"f": {"status": "damaged", "lost": 20}}, "bad_status"),
        ({"f": {"status": "ok", "lost": 3}}, "bad_status"),
        ({"f": {"status": "damaged", "lost": 3, "sheet": {"lost": 4}}}, "bad_sheet"),
        ({"f": {"status": "crippled"}}, "bad_status"),
        ({"f": {"status": "damaged", "sheet": {"lost": 3, "boxes": 40}}}, "bad_sheet"),
        ({"f": {"status": "ok", "sheet": {"aboard": "b"}}}, "bad_sheet"),
        ({"f": {"status": "destroyed", "sheet": {"aboard": "nobody"}}}, "bad_sheet"),
        ({"f": {"status": "ok", "side": "rl"}}, "wrong_name"),
        ({"a": {"status": "ok", "wounded": 3}}, "bad_fate"),
        ({"a": "ok"}, "bad_fate"),
        ({"a": {"status": "damaged", "sheet": {"internals": [0]}}}, "bad_sheet"),
        ({"a": {"status": "ok", "sheet": {"effects": {"main_bridge": 1}}}}, "bad_status"),
        ({"a": {"status": ["ok"]}}, "bad_status"),
        ({"cargo": {"status": "ok", "by": {}}}, None),
        ({"a": {"status": "ok", "by": ["b"]}}, "bad_fate"),
    ],
)
def test_what_cannot_be_is_refused(changed: Json, code: str | None) -> None:
    found = codes(battle(), result(**changed))
    assert [c for each in found.values() for c in each] == ([code] if code else [])


def test_what_no_file_takes_is_no_result() -> None:
    deep: list[Any] = []
    for _ in range(2000):
        deep = [deep]
    wrong: list[Json] = [{"\ud800": {"status": "ok"}}, {"f": {"status": "\udfff"}}, {"a": {"status": "ok", "sheet": deep}}, {"a": object()}]
    for changed in wrong:
        assert codes(battle(), {"fates": result()["fates"] | changed}) == {"fates": ["malformed"]}


def test_damage_of_before_does_not_heal() -> None:
    state = battle()
    state.fighters["f"].lost = 6
    before = fates(state)["a"]["sheet"]
    hurt = ENGINE.amend(state, {"kind": "damage", "unit": "a", "side": "F", "points": 5}, KeyedDice(key=seeded_secret(1))).state
    found = codes(hurt, result(a={"status": "ok", "sheet": before}, f={"status": "damaged", "lost": 5}))
    assert found == {"a": ["healed"], "f": ["healed"]}
    assert codes(hurt, result(f={"status": "damaged"})) == {"a": ["bad_status"]}


def test_a_carrier_of_which_nothing_is_said_is_missing_and_one_that_is_hurt_comes_back_hurt() -> None:
    report = result()
    del report["fates"]["c"]
    assert codes(battle(), report) == {"c": ["missing_unit"]}
    after = fates(ENGINE.settle(battle(), result(c={"status": "damaged"})).state)["c"]
    assert after["status"] == "damaged"


def test_what_is_aboard_goes_with_its_carrier_unless_it_was_launched() -> None:
    report = result(c={"status": "destroyed", "by": "b"})
    lost = fates(ENGINE.settle(battle(), report).state)
    assert (lost["cargo"]["status"], lost["cargo"]["by"]) == ("destroyed", "b")
    del report["fates"]["cargo"]
    assert fates(ENGINE.settle(battle(), report).state)["cargo"]["status"] == "destroyed"
    report["fates"]["cargo"] = {"status": "ok", "sheet": {"aboard": ""}}
    saved = ENGINE.settle(battle(), report).state
    assert fates(saved)["cargo"]["status"] == "ok"
    assert saved.fighters["cargo"].hex == saved.ships["c"].hex
    assert fates(ENGINE.settle(battle(), result(c={"status": "left"})).state)["cargo"]["status"] == "left"


@pytest.mark.parametrize("status", ["ok", "damaged", "crippled", "destroyed", "left"])
def test_a_status_alone_is_taken(status: str) -> None:
    settled = ENGINE.settle(battle(), result(a={"status": status})).state
    assert fates(settled)["a"]["status"] == status


def test_a_named_winner_goes_before_the_count() -> None:
    report = ENGINE.report(ENGINE.settle(battle(), result(b={"status": "destroyed"})).state)
    assert (report.over, report.winner, report.outcome) == (True, "tog", "victory")
    named = result(b={"status": "destroyed"}) | {"winner": "rl", "outcome": "moral victory"}
    report = ENGINE.report(ENGINE.settle(battle(), named).state)
    assert (report.winner, report.outcome) == ("rl", "moral victory")


def test_no_order_of_the_turn_outlasts_the_battle() -> None:
    state = battle()
    state.ships["a"].support, state.ships["a"].ground_target, state.ships["a"].bound, state.ships["a"].ramming = "g", "t", "g", "b"
    after = ENGINE.settle(state, result()).state.ships["a"]
    assert (after.support, after.ground_target, after.bound, after.ramming) == ("", "", "", "")


def test_a_sheet_in_a_set_up_must_fit_its_class() -> None:
    setup = document([ship("a", "fulgur", "tog", "1:1305", sheet={"armor": {}}), ship("b", "shiva", "rl", "1:1310", sheet={"bays": [7]})])
    setup["fighters"] = [fighters("f", "gladius_flight", "tog", "1:1305", sheet={"lost": 400})]
    assert [(f.code, f.where) for f in ENGINE.faults(setup)] == [
        ("bad_sheet", "units.0.sheet"), ("bad_sheet", "units.1.sheet"), ("bad_sheet", "fighters.0.sheet"),
    ]  # fmt: skip


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from([10**40, "a", "c", "ok", "damaged", 0, 1, 20]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_any_damage_to_a_result_is_named_or_settled(data: st.DataObject) -> None:
    moment = data.draw(st.sampled_from([m for seed in (1, 2, 5) for m in moments(seed)][::5]))
    report = clone(written(moment.after))
    where: Any = report
    for _ in range(data.draw(st.integers(0, 4))):
        inner = [
            k for k in (sorted(where) if isinstance(where, dict) else range(len(where))) if isinstance(where[k], dict | list) and where[k]
        ]
        where = where[data.draw(st.sampled_from(inner))] if inner else where
    keys = sorted(where) if isinstance(where, dict) else range(len(where))
    where[data.draw(st.sampled_from(keys))] = data.draw(ANYTHING)
    before = encode(moment.after)
    if ENGINE.report_faults(moment.after, report):
        with pytest.raises(ValueError, match=r"."):
            ENGINE.settle(moment.after, report)
    else:
        assert ENGINE.invariants(ENGINE.settle(moment.after, report).state) == []
    assert encode(moment.after) == before


def test_a_standing_board_is_not_ended_by_a_result() -> None:
    game = Game(document([ship("a", "fulgur", "tog", "1:1308", 1)], standing=True))
    settled = ENGINE.settle(game.state, {"fates": {"a": {"status": "damaged"}}}).state
    assert (settled.ended, ENGINE.report(settled).over) == ("", False)


def test_what_was_destroyed_does_not_come_back_in_a_later_battle() -> None:
    # given an Ajax whose last row was hit
    state = table([ship("shiva", "shiva", "tog", "2:1310"), ship("ajax", "ajax", "rl", "1:1303", 4)])
    wreck = state.ships["ajax"]
    wreck.destroyed, wreck.effects, wreck.internals = True, {"ship_destroyed": 1}, [1023] * len(wreck.internals)
    sheet = ENGINE.report(state).fates["ajax"].sheet
    # when a later battle is set up with its sheet
    later = document([ship("shiva", "shiva", "tog", "2:1310"), ship("ajax", "ajax", "rl", "1:1303", 4, sheet=sheet)])
    # then it is refused
    assert [f.code for f in ENGINE.faults(later) if "was destroyed" in f.text] == ["destroyed"], ENGINE.faults(later)
