"""Ship Construction: every rule a design may break, what carriers and crews follow, and the catalogue rebuilt."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scales.engine import Json
from scales.leviathan import catalog
from scales.leviathan.construction import crew, rules, weapon_rules
from scales.leviathan.construction.construction import worksheet
from scales.leviathan.construction.design import LOCATIONS, Design, design_of, type_id
from scales.leviathan.construction.design_build import build
from scales.leviathan.construction.figures import FIGURES, Exact, limits
from scales.worksheet import added, plain_sheet, whole
from tests.leviathan.test_construction import CARRIER, DESTROYER, SIDES, WORKED, codes, design, shown, step

# --- the rules --------------------------------------------------------------------------------------------------------------------

BROKEN: dict[str, Json] = {
    "class": WORKED | {"class": "escort", "engines": [20000], "spinal_mount": "", "bays": {}, "missiles": "", "fighters": {}, "small_craft": {}, "armor": {}, "shields": {}},
    "power": DESTROYER | {"engines": [20000, 20000, 20000]},
    "engine": WORKED | {"engines": [50500, 50500, 50000]},
    "links": WORKED | {"engines": [40000, 40000, 40000, 30000]},
    "armor": DESTROYER | {"armor": {"F": 51}},
    "mount": WORKED | {"spinal_mount": "F"},
    "carrier_mount": CARRIER | {"spinal_mount": "A", "bays": {}},
    "class_mount": DESTROYER | {"spinal_mount": "B", "bays": {}, "engines": [50000], "missiles": ""},
    "mount_power": DESTROYER | {"spinal_mount": "A", "engines": [29000]},
    "bay": WORKED | {"bays": {"L": ["12 37.5/25"]}},
    "bays": DESTROYER | {"bays": {"L": ["10 7.5/5"] * 4, "R": ["10 7.5/5"] * 4}},
    "bay_place": DESTROYER | {"bays": {"L": ["10 7.5/5"] * 3}},
    "bay_size": DESTROYER | {"bays": {"L": ["100 30/10"]}, "missiles": ""},
    "carrier_bay": CARRIER | {"bays": {"L": ["100 7.5/5"]}},
    "end_bay": DESTROYER | {"bays": {"L": ["10 37.5/5"], "F": ["10 37.5/10"]}},
    "missiles": WORKED | {"missiles": "H"},
    "factors": DESTROYER | {"missiles": "F"},
    "carrier_factors": CARRIER | {"fighters": {"number": 0}, "bays": {place: ["50 22.5/20"] * 4 for place in "LR"}},
    "shield": DESTROYER | {"shields": {"A": -1}},
    "shields": DESTROYER | {"shields": dict.fromkeys(SIDES, 3)},
    "fighters": DESTROYER | {"fighters": {"number": 25}, "missiles": ""},
    "launchers": DESTROYER | {"fighters": {"launchers": 1}},
    "anti_grav": WORKED | {"anti_grav": True},
    "streamlining": WORKED | {"streamlining": True},
    "power_drawn": DESTROYER | {"extra_thrust": True, "bays": {place: ["100 15/30"] for place in "LR"}, "missiles": ""},
}  # fmt: skip


@pytest.mark.parametrize("code", BROKEN)
def test_each_rule_is_told_with_its_heading(code: str) -> None:
    broken = worksheet(design(BROKEN[code])).broken
    assert code in {each.code for each in broken}
    assert all(each.rule.startswith("leviathan: ") and each.rule in each.sentence for each in broken)


def test_every_heading_is_one_of_the_book() -> None:
    """What a refusal names stands in the rules: the steps, and the sections of the chapter."""
    told = {broken.rule for found in BROKEN.values() for broken in worksheet(design(found)).broken}
    assert told <= {
        f"leviathan: {heading}"
        for heading in (
            "Ship Class", "Engines", "Armor", "Weapons", "Spinal Mounts (Construction)", "Bays", "Bay Geometry", "Missiles (Construction)",
            "Shields", "Fighter Bays", "Anti-Grav Drives", "Streamlining", "Checking Limitations",
        )
    }  # fmt: skip


def test_all_broken_rules_are_told_at_once() -> None:
    wrong = codes(DESTROYER, engines=[9000], armor={"F": 60}, spinal_mount="Z", bays={"F": ["x"]}, shields={"F": 9}, streamlining=True)
    assert wrong == ["power", "engine", "armor", "mount", "bay", "shield"]


def test_a_carrier_uses_the_factors_that_its_fighters_leave() -> None:
    assert codes(CARRIER) == []
    full = CARRIER | {"class": "cruiser", "fighters": {"number": 1080}}
    assert codes(full) == ["factors"]
    assert codes(full, bays={}) == []
    assert codes(CARRIER, fighters={"number": 361}) == ["fighters"]
    assert rules.power_left(design(CARRIER)) == 36_000
    assert rules.power_left(design(CARRIER, extra_thrust=True)) == 18_000


def test_further_facilities_cost_room_and_handle_more_fighters() -> None:
    more = {"number": 24, "tons_each": 200, "launchers": 2, "stations": 1}
    assert shown(step("Add Fighter and Small Craft Facilities", DESTROYER, fighters=more)) == (24 * 1000 + 3 * 1000, 27_000_000)
    record = build(DESTROYER | {"fighters": more, "missiles": ""}, "").record
    assert record["fighters"] == {"number": 24, "launched_in_a_turn": 36, "recovered_in_a_turn": 18}


def test_departments_have_ten_at_least_and_nobody_works_at_nothing() -> None:
    found = crew.complement(
        design(DESTROYER, fighters={"number": 1}, small_craft={"number": 1}), {"engines": Fraction(1), "turrets": Fraction(20_000)}
    )
    assert found == {"sub-light drive engineers": 10, "turret technicians": 200, "fighter crews": 4, "small craft crews": 5}


def test_masses_and_prices_are_carried_exactly() -> None:
    sheet = worksheet(design(DESTROYER, cargo=1, anti_grav=True, streamlining=True))
    *_, (_, used) = sheet.running()
    assert all(type(amount) in (int, Fraction) for line in (line for each in sheet.steps for line in each.parts) for amount in line.load)
    assert used.mass.denominator > 1
    assert sheet.results["mass"] == whole(used.mass)
    assert all(type(amount) is int for each in plain_sheet(sheet)["steps"] for amount in each["running"].values())


designs = st.builds(
    lambda hull, carrier, engines, mount, bays, missiles, fighters, boats, cargo, air, fast: design(
        {
            "name": "Any", "class": hull, "carrier": carrier, "engines": engines, "spinal_mount": mount, "bays": bays, "missiles": missiles,
            "fighters": {"number": fighters}, "small_craft": {"number": boats}, "cargo": cargo, "anti_grav": air, "streamlining": air,
            "extra_thrust": fast,
        }
    ),
    st.sampled_from(FIGURES["built"]),
    st.booleans(),
    st.lists(st.sampled_from(list(FIGURES["engines"])), min_size=1, max_size=3),
    st.sampled_from(["", *FIGURES["spinal_mounts"]]),
    st.dictionaries(
        st.sampled_from(LOCATIONS),
        st.lists(st.builds("{} {}".format, st.sampled_from(FIGURES["bay_guns"]), st.sampled_from(list(FIGURES["bays"]))), max_size=5),
    ),
    st.sampled_from(["", *FIGURES["missiles"]]),
    st.integers(0, 400),
    st.integers(0, 13),
    st.integers(0, 20_000),
    st.booleans(),
    st.booleans(),
)  # fmt: skip


@given(designs)
def test_a_worksheet_adds_up_and_breaks_what_its_totals_break(found: Design) -> None:
    sheet = worksheet(found)
    used = added([each.load for each in sheet.steps], Exact())
    assert list(sheet.running())[-1][1] == used
    assert (sheet.results["mass"], sheet.results["cost"]) == shown(used)
    told = {broken.code for broken in sheet.broken}
    room = limits(found.hull)["total"]
    arms = used.bay_factors - weapon_rules.fighter_factors(found) - weapon_rules.craft_factors(found)
    assert ("factors" in told) == (room is not None and used.bay_factors > room and (arms > 0 or not found.carrier))
    assert ("power_drawn" in told) == (used.power > found.power)
    assert ("fighters" in told) == (found.fighters.number > rules.most_fighters(found))


@given(designs)
def test_a_type_id_is_its_design(found: Design) -> None:
    assert design_of(type_id(found)) == found


def test_bad_files_are_told_in_sentences() -> None:
    wrong = build({"name": "Odd", "class": "scow", "engines": "fast", "wings": 2, "shields": {"top": 1}}, "odd").broken
    assert {broken.text for broken in wrong} >= {"'engines' is a list", "there is no field 'wings'"}
    assert any(broken.text.startswith("'class' is one of battleship, cruiser") for broken in wrong)
    assert any("shields" in broken.where for broken in wrong)
    assert {broken.rule for broken in wrong} == {"leviathan: Ship Construction"}


# --- the catalogue ----------------------------------------------------------------------------------------------------------------

DEVIATIONS = {
    "shiva": (0, 0), "mars": (0, 0), "vitak": (0, 0), "lexington": (0, 0),
    "repulse": (26, 15), "syracuse": (-49, -142), "bantha": (144, 131), "carthage": (-300, -251), "valiant": (-47, 142),
    "xerxes": (-303, 84), "county": (-321, 66),
    "fulgur": (1346, 856), "serpens": (1311, 804), "exeter": (1030, 684), "ajax": (1074, 753),
    "carrus": (-3833, -371), "mound": (-3833, -371),
}  # fmt: skip
"""By how many ten-thousandths mass and cost come out above what the catalogue has. Engines above 17,000, bays and missiles are reconstructed; why
destroyers come out heavier is not known; the transports' mass and cost are designed, not built."""
UNLIKE = {"bantha": ["end_bay", "end_bay"], "county": ["end_bay"], "carrus": ["end_bay", "end_bay"], "mound": ["end_bay", "end_bay"]}
"""Ships of the catalogue that break a rule as their lost rows are reconstructed."""


def as_design(row: Json) -> Design:
    """A ship of the catalogue as a design."""
    kept, hull = row["build"], row["hull"]
    return Design.model_validate(
        {
            "name": row["name"],
            "faction": row["faction"],
            "class": hull,
            "carrier": row["carrier"],
            "engines": kept["engines"],
            "armor": row["armor"],
            "shields": row["shields"],
            "spinal_mount": row["spinal_mount"].replace("none", ""),
            "bays": {place: [each["bay"] for each in row["bays"] if each["location"] == place] for place in LOCATIONS},
            "missiles": row["missile_system"]["type"].replace("none", ""),
            "fighters": {"number": row["fighters"]},
            "small_craft": {"number": kept["small_craft"]},
            **{name: kept[name] for name in ("cargo", "passengers", "marines")},
            **{name: name in kept["extras"] for name in ("anti_grav", "streamlining")},
            "extra_thrust": "thrust_option" in kept["extras"],
        }
    )


def ten_thousandths(built: int, listed: int) -> int:
    return whole(Fraction(10_000 * (built - listed), listed))


@pytest.mark.parametrize("row", catalog.ship_rows()["ships"], ids=lambda row: str(row["id"]))
def test_the_catalogue_rebuilt(row: Json) -> None:
    sheet = worksheet(as_design(row))
    found = tuple(ten_thousandths(sheet.results[name], row[name]) for name in ("mass", "cost"))
    assert found == DEVIATIONS[row["id"]]
    assert [broken.code for broken in sheet.broken] == UNLIKE.get(row["id"], [])
    if row["ship_class"] != "transport":
        assert sheet.results["thrust"] == row["thrust"]
        assert sheet.results["power_rating"] == row["power"]


@pytest.mark.parametrize(
    "row", [row for row in catalog.ship_rows()["ships"] if row["ship_class"] != "transport"], ids=lambda row: str(row["id"])
)
def test_the_crew_of_the_catalogue(row: Json) -> None:
    """Within six of what is listed; the Carthage has 155 more, as if its bays were heavier."""
    found, listed = worksheet(as_design(row)).results["crew"], row["build"]["crew"]
    assert abs(found - listed) <= (155 if row["id"] == "carthage" else 6)
