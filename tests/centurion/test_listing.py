"""Whatever a set-up may name is listed, by the command line and in the documentation."""

import re

import pytest

from api.commands.reference import TITLES
from scales.centurion import ENGINE, switches
from scales.centurion.catalog import century_types, platoon_types, squad_types, vehicle_types
from scales.centurion.preparation import listing
from scales.terrain import parse
from tests.centurion.field import setup
from tests.centurion.scenario_files import DOCUMENT
from tests.cli.conftest import imperator


def test_every_optional_rule_is_documented_with_its_values() -> None:
    lines = DOCUMENT.read_text().splitlines()
    rows = [f"| `{n}` | {s.standard} | 0 to {s.most} | {s.text} ({s.chapter}) |" for n, s in switches.SWITCHES.items()]
    assert [row for row in rows if row not in lines] == []
    assert [line for line in lines if re.match(r"\| `\w+` \| \d+ \| \d+ to", line)] == rows


def test_every_optional_rule_is_listed() -> None:
    assert [rule["name"] for rule in imperator("rules", "centurion", "--json").json] == list(switches.SWITCHES)
    assert all(name in imperator("rules", "centurion").out for name in switches.SWITCHES)


@pytest.mark.parametrize(("wrong", "meant"), [("moral", "morale"), ("thor", "thor_missions"), ("zzzz", "")])
def test_a_wrong_rule_is_told_with_the_nearest_and_where_the_list_is(wrong: str, meant: str) -> None:
    (fault,) = [each for each in ENGINE.faults(setup(options={wrong: 1})) if each.code == "unknown_option"]
    assert meant in fault.text
    assert "'imperator rules centurion'" in fault.text
    assert "docs/centurion-battles.md" in fault.text


def test_the_catalog_lists_what_there_is() -> None:
    found = imperator("catalog", "centurion", "--json").json
    assert list(TITLES) == list(listing.LISTS)
    assert {v["id"] for v in found["vehicles"]} == set(vehicle_types())
    assert {s["id"] for s in found["squads"]} == set(squad_types()) - {listing.CREW}
    assert {p["id"] for p in found["platoons"]} == set(platoon_types())
    assert {c["id"] for c in found["centuries"]} == set(century_types())
    assert [i["type"] for i in found["installations"]] == [1, 2, 3, 4]
    liberator = next(v for v in found["vehicles"] if v["id"] == "liberator")
    assert (liberator["points"], liberator["thrust"], liberator["armor"]["front"]) == (17, 6, 80)


@pytest.mark.parametrize("name", listing.LISTS)
def test_a_list_of_the_catalog_as_text(name: str) -> None:
    shown = imperator("catalog", "centurion", name)
    assert shown.code == 0
    assert len(shown.out.splitlines()) == 2 + len(listing.LISTS[name]())


def test_a_list_that_there_is_not() -> None:
    refusal = imperator("catalog", "centurion", "vehicle").refusal()
    assert refusal == "there is no list 'vehicle' (did you mean vehicles?); known are " + ", ".join(listing.LISTS)


def test_marks_of_terrain_are_documented_and_read() -> None:
    for row in listing.ground():
        assert parse(row["example"])
        assert f"| `{row['mark']}` | {row['means'].replace('_', ' ')} | `{row['example']}` |" in DOCUMENT.read_text()
