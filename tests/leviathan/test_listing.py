"""Whatever a Leviathan set-up may name is listed by the command line, with the figures that a battle plays with."""

import pytest

from api.commands.reference import LEVIATHAN
from scales.leviathan import ENGINE, catalog
from scales.leviathan.board import layouts
from scales.leviathan.preparation import listing
from tests.cli.conftest import imperator
from tests.leviathan.table import document, fighters, ship


def test_the_catalog_lists_what_there_is() -> None:
    found = imperator("catalog", "leviathan", "--json").json
    assert list(LEVIATHAN) == list(listing.LISTS)
    assert set(found) == set(LEVIATHAN)
    named = [row["id"] for name in ("ships", "patrol_ships", "installations") for row in found[name]]
    assert sorted(named) == sorted(catalog.sheets())
    assert {row["id"] for row in found["bases"]} == set(catalog.bases())
    assert {row["id"] for row in found["fighters"]} == set(catalog.fighters())
    assert {row["id"] for row in found["units"]} == set(catalog.named_units())
    assert [row["id"] for row in found["layouts"]] == list(layouts()["layouts"])


def test_figures_of_the_lists() -> None:
    found = {name: {row["id"]: row for row in rows} for name, rows in imperator("catalog", "leviathan", "--json").json.items()}
    shiva = found["ships"]["shiva"]
    assert (shiva["mass"], shiva["cost"], shiva["crew"], shiva["spinal"], shiva["salvos"]) == (4_212_757, 26_102_205_500, 2717, "E", 3)
    assert (shiva["armor"]["A"], shiva["shields"]["F"], len(shiva["bays"]), shiva["turrets"]) == (200, 4, 12, "6/6/5/4")
    assert found["units"]["gladius_flight"]["fighters"] == {"gladius": 24}
    assert found["installations"]["gl1"]["armor"] == {"F": 50}
    assert found["layouts"]["leviathan_planet"]["zones"]["gravity"] == "4 to 13"


@pytest.mark.parametrize("name", listing.LISTS)
def test_a_list_of_the_catalog_as_text(name: str) -> None:
    shown = imperator("catalog", "leviathan", name)
    assert shown.code == 0
    assert len(shown.out.splitlines()) == 2 + len(listing.LISTS[name]())


def test_whatever_is_listed_can_be_set_up() -> None:
    lists = {name: make() for name, make in listing.LISTS.items()}
    for row in [*lists["ships"], *lists["patrol_ships"]]:
        assert ENGINE.faults(document([ship("a", row["id"], "tog", "1:1305")])) == []
    named = [fighters(f"f{n}", row["id"], "tog", "1:0505") for n, row in enumerate(lists["units"])]
    assert ENGINE.faults(document([], fighters=named)) == []
    for n, row in enumerate([*lists["installations"], *lists["bases"]]):
        hex = "1:0105" if row["id"].startswith("g") else "1:1405"
        base = ship(f"b{n}", row["id"], "tog", hex)
        assert ENGINE.faults(document([], installations=[base], layout="leviathan_planet")) == []


def test_a_list_that_there_is_not() -> None:
    known = "known are ships, patrol_ships, fighters, units, installations, bases, layouts"
    assert imperator("catalog", "leviathan", "ship").refusal() == f"there is no list 'ship' (did you mean ships?); {known}"
    assert imperator("catalog", "leviathan", "nonsense").refusal() == f"there is no list 'nonsense'; {known}"
