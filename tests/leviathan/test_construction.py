"""Ship Construction: the worked example step by step, and the tables."""

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from scales.engine import Json
from scales.leviathan import catalog
from scales.leviathan.construction import components, crew, rules, weapon_rules
from scales.leviathan.construction.construction import worksheet
from scales.leviathan.construction.design import Design
from scales.leviathan.construction.figures import Exact, bay, class_of, limits
from scales.worksheet import added, figures, whole
from tests.examples import oracle

Example = dict[str, Any]
WORKED: Json = yaml.safe_load((Path(__file__).parents[2] / "docs" / "ship.yaml").read_text())
"""The battleship of the worked example."""
SIDES = ("F", "FR", "AR", "A", "AL", "FL")
DESTROYER: Json = {
    "name": "Novus",
    "faction": "commonwealth",
    "class": "destroyer",
    "engines": [12000, 12000, 12000],
    "armor": dict.fromkeys(SIDES, 50),
    "shields": dict.fromkeys(SIDES, 2),
    "bays": {"L": ["50 37.5/5", "50 22.5/10"], "R": ["50 37.5/5", "50 22.5/10"], "F": ["50 22.5/10"], "A": ["50 22.5/10"]},
    "missiles": "B",
    "fighters": {"number": 6},
}
CARRIER: Json = {
    "name": "Nest",
    "class": "frigate",
    "carrier": True,
    "engines": [18000, 18000, 18000],
    "bays": {"L": ["50 37.5/5"], "R": ["50 37.5/5"]},
    "fighters": {"number": 360},
}


def design(base: Json = WORKED, **changes: Any) -> Design:
    return Design.model_validate(base | changes)


def codes(base: Json = WORKED, **changes: Any) -> list[str]:
    return [broken.code for broken in worksheet(design(base, **changes)).broken]


@lru_cache(maxsize=1)
def running() -> dict[str, dict[str, int]]:
    """Totals up to each step of the worked example, as they are shown."""
    return {step.title: figures(so_far) for step, so_far in worksheet(design()).running()}


def after(title: str) -> tuple[int, int, int]:
    so_far = running()[title]
    return so_far["mass"], so_far["cost"], so_far["bay_factors"]


def step(title: str, base: Json = WORKED, **changes: Any) -> Exact:
    return next(each.load for each in worksheet(design(base, **changes)).steps if each.title == title)


def shown(load: Exact) -> tuple[int, int]:
    """Mass and cost as the worksheet shows them."""
    return whole(load.mass), whole(load.cost)


# --- the worked example -----------------------------------------------------------------------------------------------------------


@oracle("CON-001")
def test_three_engines_with_triple_links(inputs: Example, expected: Example) -> None:
    *engines, link = components.engines(design(engines=[inputs["rating"]] * inputs["engines"]))
    assert {shown(each.load) for each in engines} == {(inputs["mass_each"], inputs["cost_each"])}
    assert (link.name, *shown(link.load)) == ("Triple links", expected["link_mass"], expected["link_cost"])
    assert after("Choose Engines") == (expected["running_mass"], expected["running_cost"], 0)


@oracle("CON-002")
def test_armor_of_the_worked_example(inputs: Example, expected: Example) -> None:
    found = step("Choose Armor", armor=dict.fromkeys(SIDES, inputs["boxes_per_side"]), **{"class": inputs["class"]})
    assert shown(found) == (expected["mass"], expected["cost"])
    assert after("Choose Armor") == (expected["running_mass"], expected["running_cost"], 0)


@oracle("CON-003")
def test_weapons_of_the_worked_example(inputs: Example, expected: Example) -> None:
    lines = Counter((*shown(line.load), line.load.bay_factors) for line in components.weapons(design()))
    assert lines == {(tons, talents, factors): count for _, count, tons, talents, factors in inputs["items"]}
    found = step("Choose Weapons")
    assert (*shown(found), found.bay_factors) == (expected["mass"], expected["cost"], expected["bay_factors"])
    assert after("Choose Weapons") == (expected["running_mass"], expected["running_cost"], expected["bay_factors"])


@oracle("CON-004")
def test_the_structure_of_a_bay(inputs: Example, expected: Example) -> None:
    row = bay(inputs["bay"])
    assert (row.tons, row.mass) == (inputs["laser_tons"], expected["bay_mass"])


@oracle("CON-006")
def test_shield_generators(inputs: Example, expected: Example) -> None:
    line = components.shields(inputs["power"], Fraction(inputs["mass_so_far"]))
    assert shown(line.load) == (expected["six_mass"], expected["six_cost"])
    assert f"{expected['generator_mass']:,} tons" in line.name
    assert shown(line.load)[1] == 6 * expected["generator_cost"]
    assert after("Choose Shields")[:2] == (expected["running_mass"], expected["running_cost"])


def test_small_generators_have_a_least_price() -> None:
    assert shown(components.shields(300, Fraction(0)).load) == (18, 600_000)


@oracle("CON-007")
def test_controls(inputs: Example, expected: Example) -> None:
    assert shown(components.part("controls", Fraction(inputs["mass_so_far"])).load) == (expected["mass"], expected["cost"])
    assert after("Add Controls")[:2] == (expected["running_mass"], expected["running_cost"])


@oracle("CON-008")
def test_cargo_fighters_and_small_craft(inputs: Example, expected: Example) -> None:
    fighters = {"number": inputs["fighters"], "tons_each": inputs["fighter_tons"]}
    small = {"number": inputs["small_craft"], "tons_each": inputs["small_craft_tons"]}
    fighter, boat = (line.load for line in components.craft(design(fighters=fighters, small_craft=small)))
    cargo = components.part("cargo", Fraction(inputs["cargo"])).load
    assert [shown(load) for load in (cargo, fighter, boat)] == [
        (expected[name], 1000 * expected[name]) for name in ("cargo_mass", "fighter_mass", "small_craft_mass")
    ]
    assert (fighter.bay_factors, boat.bay_factors) == (expected["fighter_bf"], expected["small_craft_bf"])
    totals = (expected["running_mass"], expected["running_cost"], expected["running_bf"])
    assert after("Add Fighter and Small Craft Facilities") == totals


@oracle("CON-009")
def test_ftl_drives(inputs: Example, expected: Example) -> None:
    load = components.part("ftl", Fraction(str(inputs["unrounded_mass_so_far"]))).load
    assert shown(load) == (expected["mass"], expected["cost"])
    assert after("Add FTL Drives")[:2] == (expected["running_mass"], expected["running_cost"])


@oracle("CON-010")
def test_crew_by_department(inputs: Example, expected: Example) -> None:
    kinds = {"engines": "engine_mass", "ftl": "ftl_mass", "spinal": "spinal_mass", "missiles": "missile_mass", "turrets": "turret_mass"}
    tons = {kind: Fraction(inputs[name]) for kind, name in kinds.items()} | {
        "controls": Fraction(inputs["bridge_base_mass"] - inputs["ftl_mass"])
    }
    craft = {name: {"number": inputs[name]} for name in ("fighters", "small_craft")}
    found = crew.complement(design(bays={}, passengers=0, marines=0, **craft), tons)
    assert list(found.values()) == list(expected.values())
    assert list(found) == [name for name in [*crew.DEPARTMENTS.values(), "fighter crews", "small craft crews"] if name != "bay technicians"]


@oracle("CON-011")
def test_bay_technicians_by_tons_or_by_guns(inputs: Example, expected: Example) -> None:
    tons = {"bays": Fraction(inputs["bay_mass"])}
    assert crew.guns(design()) == inputs["bay_guns"]
    assert crew.complement(design(), tons)["bay technicians"] == expected["bay_crew_printed"]
    assert crew.complement(design(bay_crew="guns"), tons)["bay technicians"] == expected["bay_crew_by_text"]


@oracle("CON-012")
def test_life_support(inputs: Example, expected: Example) -> None:
    assert shown(components.life_support(inputs["crew_total"]).load) == (expected["mass"], expected["cost"])
    assert after("Add Life-Support Facilities")[:2] == (expected["running_mass"], expected["running_cost"])


def test_the_compensator_and_the_finished_ship() -> None:
    assert shown(step("Add Acceleration Compensator")) == (162_029, 1_620_291_128)
    assert after("Add Acceleration Compensator") == (4_212_757, 26_102_201_028, 9414)
    results = worksheet(design()).results
    assert results == {
        "power_rating": 150_000,
        "power_used": 150_000,
        "mass": 4_212_757,
        "cost": 26_102_201_028,
        "bay_factors": 9414,
        "thrust": 2,
        "crew": 2717,
    }


@oracle("CON-014")
def test_the_worked_example_is_the_catalogued_ship(inputs: Example, expected: Example) -> None:
    sheet = worksheet(design())
    card = catalog.sheets()[inputs["ship"].lower()]
    assert sheet.broken == []
    assert sheet.results["mass"] == card.mass == expected["mass"]
    assert sheet.results["crew"] == expected["crew"]
    given_ = design()
    assert (given_.passengers, given_.marines) == (expected["passengers"], expected["marines"])
    assert (given_.fighters.number, given_.small_craft.number) == (expected["fighters"], expected["small_craft"])


# --- the tables -------------------------------------------------------------------------------------------------------------------


@oracle("CON-015")
def test_the_class_by_the_power(inputs: Example, expected: Example) -> None:
    assert [class_of(power) for power in inputs["power"]] == expected["class"]
    assert [class_of(power) for power in (100_000, 2501, 2500)] == ["cruiser", "gunboat", ""]


@oracle("CON-017")
def test_a_destroyers_power_plant(inputs: Example, expected: Example) -> None:
    plant = design(engines=inputs["ratings"])
    *engines, link = components.engines(plant)
    assert plant.power == expected["power"]
    assert shown(added([each.load for each in engines], Exact())) == (expected["engine_mass"], expected["engine_cost"])
    assert link.load.mass == Fraction(str(expected["triple_link_mass"]))


def test_links_of_two_engines_and_none_of_one() -> None:
    *_, link = components.engines(design(engines=[20000, 20000]))
    assert (link.name, link.load.mass, link.load.cost) == ("Double links", 22, 222_000)
    assert len(components.engines(design(engines=[56000]))) == 1


@oracle("CON-019")
def test_the_most_fighters_and_their_bay_factors(inputs: Example, expected: Example) -> None:
    ships = [
        design(fighters={"number": number}, **{"class": kind}) for kind, number in zip(inputs["class"], inputs["fighters"], strict=True)
    ]
    assert [weapon_rules.fighter_factors(ship) for ship in ships] == expected["fighter_bf"]
    assert [rules.most_fighters(ship) for ship in ships] == inputs["fighters"]
    assert all(
        "fighters" not in codes(DESTROYER, fighters={"number": n}, **{"class": k})
        for k, n in zip(inputs["class"], inputs["fighters"], strict=True)
    )
    assert all(
        "fighters" in codes(DESTROYER, fighters={"number": n + 1}, **{"class": k})
        for k, n in zip(inputs["class"], inputs["fighters"], strict=True)
    )


@oracle("CON-021")
def test_a_third_of_the_power_for_thrust(inputs: Example, expected: Example) -> None:
    faster = design(extra_thrust=bool(inputs["extra_thrust"]))
    sheet = worksheet(faster)
    assert sheet.results["power_rating"] == inputs["power"]
    assert sheet.results["thrust"] == expected["thrust"]
    assert rules.power_left(faster) == expected["power_left_for_weapons"]
    assert [broken.code for broken in sheet.broken] == ["power_drawn"]
    assert "draw 150,000 power, and it has 100,000 for them" in sheet.broken[0].text
    assert step("Add Acceleration Compensator", extra_thrust=True) == step("Add Acceleration Compensator")


@oracle("CON-022")
def test_shield_factors_by_class(inputs: Example, expected: Example) -> None:
    assert [limits(kind)["shields"] for kind in inputs["class"]] == expected["points"]
    most = expected["max_per_side"]
    assert "shield" not in codes(shields={"F": most})
    assert "shield" in codes(shields={"F": most + 1})
    for kind, points in zip(inputs["class"], expected["points"], strict=True):
        spread = {side: points // 6 + (n < points % 6) for n, side in enumerate(SIDES)}
        assert "shields" not in codes(shields=spread, **{"class": kind})
        assert "shields" in codes(shields=spread | {"F": spread["F"] + 1}, **{"class": kind})


@oracle("CON-024")
def test_anti_grav_drives_and_streamlining(inputs: Example, expected: Example) -> None:
    mass = Fraction(inputs["mass"])
    drives = components.part("anti_grav", mass).load
    hull = components.part("streamlining", mass + drives.mass).load
    assert shown(drives) == (expected["anti_grav_mass"], expected["anti_grav_cost"])
    assert shown(hull) == (expected["streamlining_mass"], expected["streamlining_cost"])
    assert mass + drives.mass + hull.mass == expected["final_mass"]
    before, both = worksheet(design(DESTROYER)), worksheet(design(DESTROYER, anti_grav=True, streamlining=True))
    masses = [added([each.load for each in sheet.steps], Exact()).mass for sheet in (before, both)]
    assert masses[1] == masses[0] * Fraction(111, 100) * Fraction(105, 100)


@oracle("CON-026")
def test_places_for_bays(inputs: Example, expected: Example) -> None:
    for kind, flank, end in zip(inputs["class"], expected["side_bays"], expected["end_bays"], strict=True):
        for place, most in (("L", flank), ("R", flank), ("F", end), ("A", end)):
            assert "bay_place" not in codes(bays={place: ["10 7.5/5"] * most}, **{"class": kind})
            assert "bay_place" in codes(bays={place: ["10 7.5/5"] * (most + 1)}, **{"class": kind})


def test_bays_of_the_tables_do_the_damage_of_the_catalogue() -> None:
    rows = [row for ship in catalog.ship_rows()["ships"] for row in ship["bays"]]
    assert all(bay(row["bay"]).damage == row["damage"] for row in rows)


def test_prices_of_bays() -> None:
    assert (bay("100 37.5/30").cost, bay("25 37.5/25").cost, bay("50 22.5/5").cost) == (731_250_000, 152_343_750, 36_562_500)
    assert bay("25 7.5/15").power == Fraction(2675, 2)
