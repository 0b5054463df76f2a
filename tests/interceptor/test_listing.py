"""Whatever an Interceptor set-up may name is listed by the command line, with the figures that a battle plays with."""

import re

import pytest

from api.commands.reference import INTERCEPTOR
from scales.interceptor import ENGINE
from scales.interceptor.board import layouts
from scales.interceptor.preparation import listing
from scales.interceptor.preparation.craft import fresh_craft
from scales.interceptor.scenario.scoring import points_of
from scales.interceptor.switches import SWITCHES
from scales.interceptor.tables import PODS, craft_types, missiles, rounds, table, weapons
from tests.cli.conftest import imperator
from tests.interceptor.documents import BATTLES
from tests.interceptor.scenes import craft, setup_of


def test_the_catalog_lists_what_there_is() -> None:
    found = imperator("catalog", "interceptor", "--json").json
    assert list(INTERCEPTOR) == list(listing.LISTS)
    assert set(found) == set(INTERCEPTOR)
    assert [row["id"] for row in found["craft"] + found["satellites"]] == list(craft_types())
    assert [row["id"] for row in found["weapons"]] == list(weapons())
    assert [row["id"] for row in found["missiles"]] == list(missiles())
    assert {row["id"] for row in found["loads"]} == set(missiles()) - {"thor_cluster"} | set(rounds()) | set(PODS)
    assert [row["id"] for row in found["layouts"]] == list(layouts())


def test_figures_of_the_lists() -> None:
    found = {name: {row["id"]: row for row in rows} for name, rows in imperator("catalog", "interceptor", "--json").json.items()}
    gladius = found["craft"]["gladius"]
    assert (gladius["mass"], gladius["thrust"], gladius["hard_points"], gladius["air"]) == (195, 6, 6, "streamlined")
    assert (gladius["armor"]["bow"], gladius["shields"]["left"]) == (100, 40)
    assert {"name": "MDC 10", "location": "turret"} in gladius["weapons"]
    assert (found["craft"]["angel"]["bays"], found["craft"]["angel"]["hexes"]) == ({"count": 6, "max_tons": 275}, 2)
    assert found["weapons"]["mdc_8"]["damage"] == {"0 to 1": 8, "2 to 3": 8, "4 to 6": 8}
    assert found["weapons"]["safeguard_2"]["intercepts"] == "8/4/2/1"
    assert (found["missiles"]["sss"]["thrust"], found["missiles"]["sss"]["intelligence"]) == (15, 8)
    assert found["layouts"]["three_game"]["zones"] == {"ground": "1", "atmosphere": "2 to 6", "interface": "7", "gravity": "8 to 26"}
    assert found["layouts"]["two_game"]["zones"]["gravity"] == "1:26 to 2:19"


def test_points_are_those_that_a_battle_counts() -> None:
    for row in listing.craft():
        assert row["points"] == points_of(fresh_craft("x", "", craft_types()[row["id"]], "tog", mission="fighters"))


def test_figures_that_no_book_prints_are_marked() -> None:
    """Every mark of the data on a figure that is shown is shown with it."""
    rows = {row["id"]: row for row in table("craft")["craft"]}
    for row in [*listing.craft(), *listing.satellites()]:
        assert row["not_printed"] == {name: s for name, s in rows[row["id"]].get("not_printed", {}).items() if name in row}
    assert listing.craft()[0]["not_printed"] == {"shields": "reconstructed", "crew": "designed"}
    by_id = {row["id"]: row["not_printed"] for row in [*listing.fittings(), *listing.missiles()]}
    assert (by_id["mdc_8"], by_id["laser_7_5_1"], by_id["safeguard_1"]) == ({}, {"all": "reconstructed"}, {"intercept": "reconstructed"})
    assert (by_id["sss"], by_id["dfm"]) == ({"damage": "designed"}, {"all": "designed"})


@pytest.mark.parametrize("name", listing.LISTS)
def test_a_list_of_the_catalog_as_text(name: str) -> None:
    shown = imperator("catalog", "interceptor", name)
    assert shown.code == 0
    assert len(shown.out.splitlines()) == 2 + len(listing.LISTS[name]())


def test_whatever_is_listed_can_be_set_up() -> None:
    for row in listing.craft():
        assert ENGINE.faults(setup_of(craft("t1", row["id"], "1:1208"))) == []
    for row in listing.loads():
        given = craft("t1", "gladius", "1:1208", mission="fighters" if row["kind"] == "missile" else "ground", loads={row["id"]: 1})
        other = craft("t2", "gladius", "1:1208", mission="ground", loads={"adm": 6})
        more = craft("t3", "gladius", "1:1208", mission="ground", loads={"adm": 6})
        assert ENGINE.faults(setup_of(given, other, more)) == []
    for row in listing.layouts_list():
        assert ENGINE.faults(setup_of(layout=row["id"], battles={"b1": row["battlefield"]} if row["battlefield"] else {})) == []


def test_every_optional_rule_is_listed_and_documented_with_its_values() -> None:
    assert [rule["name"] for rule in imperator("rules", "interceptor", "--json").json] == list(SWITCHES)
    assert all(name in imperator("rules", "interceptor").out for name in SWITCHES)
    rows = [line for line in BATTLES.read_text().splitlines() if re.match(r"\| `\w+` \| \d+ \| \d+ to", line)]
    assert rows == [f"| `{n}` | {s.standard} | 0 to {s.most} | {s.text} ({s.chapter}) |" for n, s in SWITCHES.items()]


@pytest.mark.parametrize(("wrong", "meant"), [("optional_turn", "optional_turning"), ("zzzz", "")])
def test_a_wrong_rule_is_told_with_the_nearest_and_where_the_list_is(wrong: str, meant: str) -> None:
    (fault,) = ENGINE.faults(setup_of(options={wrong: 1}))
    assert meant in fault.text
    assert "'imperator rules interceptor'" in fault.text
    assert "docs/interceptor-battles.md" in fault.text


def test_a_list_that_there_is_not() -> None:
    known = "known are craft, satellites, weapons, missiles, loads, layouts"
    assert imperator("catalog", "interceptor", "weapon").refusal() == f"there is no list 'weapon' (did you mean weapons?); {known}"
    assert imperator("catalog", "interceptor", "zzzz").refusal() == f"there is no list 'zzzz'; {known}"
