"""Defense Installations: the building with its turret, and its shield over the buildings around it."""

from typing import Any

import pytest

from scales.centurion import ENGINE
from scales.centurion.catalog import installation_types
from scales.centurion.combat import aim, painting, plans, to_hit
from scales.centurion.combat.weapons import weapon
from scales.centurion.ground import buildings, installations
from scales.centurion.invariants import invariants
from scales.centurion.movement import movement, orders
from scales.centurion.state import BattleState, Building
from scales.engine import Json
from tests.centurion.firing_range import at, tank, vehicle
from tests.centurion.fort import FORT, base, field, fort


@pytest.mark.parametrize(
    ("type", "guns", "launchers"),
    [
        (1, ["laser_7_5_6", "laser_7_5_6", "gauss_200mm"], 1),
        (2, ["gauss_200mm", "gauss_200mm", "laser_7_5_6"], 2),
        (3, ["gauss_200mm", "gauss_200mm", "vulcan_3"], 3),
        (4, ["vulcan_4", "gauss_200mm", "gauss_200mm"], 4),
    ],
)
def test_the_installation_table(type: int, guns: list[str], launchers: int) -> None:
    kind = installation_types()[f"installation_{type}"]
    assert [mount.weapon for mount in kind.turret.weapons] == guns
    assert (kind.launchers, kind.shield, kind.armor_factor, kind.turret.armor) == (launchers, 100, 40, {"turret": 100})
    assert kind.turret.points == 100


def test_an_installation_is_a_building_with_a_turret_and_three_squads_inside() -> None:
    state = field()
    turret = vehicle(state, "fort")
    assert buildings.building_at(state, at(FORT)) == Building(40, [40])
    assert (turret.elevation, turret.hex, turret.name) == (1, at(FORT), "Fort turret")
    inside = [s for s in state.squads.values() if s.hex == at(FORT)]
    assert [(s.type, s.level, s.strength) for s in inside] == [("ground_tvlg", 1, 8), ("ground_tvlg", 1, 8), ("ground_mortar", 1, 8)]
    assert invariants(state) == []


def test_it_is_one_level_higher_than_what_stands_around_it() -> None:
    woods, block = {"1204": "1h"}, {"1204": "0b4/30", "1304": "2."}
    assert installations.levels(field(terrain=woods), base(field(terrain=woods))) == [40] * 3
    assert len(installations.levels(field(terrain=block), base(field(terrain=block)))) == 5
    assert vehicle(field(terrain=block), "fort").elevation == 5


def test_it_sees_over_the_woods_around_it() -> None:
    ring = dict.fromkeys(("1204", "1304", "1305", "1206", "1105", "1104"), "0h")
    state = field(terrain=ring)
    found = plans.aim_at(state, vehicle(state, "fort"), "h")
    assert found is not None
    assert found.seen


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        (fort(hex="9901"), "not on the board"),
        (fort(side="green"), "belongs to no side"),
        (fort(garrison=[{"type": "ground_tvlg"}]), "at least 3 are assigned"),
        (fort(garrison=[{"type": "nobody"}] * 3), "there is no squad 'nobody'"),
        ({**fort(), "hex": None}, "neither a hex nor Legatus hexes"),
    ],
)
def test_what_a_set_up_may_not_say(given: Json, fault: str) -> None:
    platoons = [{"id": "p", "side": "red", "vehicles": [tank("h", "horatius", "0505")]}]
    sides = [{"id": "red", "faction": "tog", "seat": "red"}, {"id": "blue", "faction": "commonwealth", "seat": "blue"}]
    setup = {"board": {"sheets": ["map_3"]}, "sides": sides, "platoons": platoons, "installations": [given]}
    assert any(fault in each.text for each in ENGINE.faults(setup))


def test_without_the_optional_rule_a_set_up_names_none() -> None:
    platoons = [{"id": "p", "side": "red", "vehicles": [tank("h", "horatius", "0505")]}]
    sides = [{"id": "red", "faction": "tog", "seat": "red"}, {"id": "blue", "faction": "commonwealth", "seat": "blue"}]
    setup = {
        "board": {"sheets": ["map_3"]},
        "sides": sides,
        "platoons": platoons,
        "installations": [fort()],
        "options": {"installations": 0},
    }
    assert any("'installations' is off" in each.text for each in ENGINE.faults(setup))


def test_two_installations_do_not_share_a_hex() -> None:
    setup_faults = ENGINE.faults(
        {
            "board": {"sheets": ["map_3"]},
            "sides": [{"id": "red", "faction": "tog", "seat": "red"}, {"id": "blue", "faction": "commonwealth", "seat": "blue"}],
            "installations": [fort(), {**fort(), "id": "other"}, {**fort(side="red"), "id": "third", "hex": "0303"}],
        }
    )
    assert [f.text for f in setup_faults if "one hex" in f.text]


def test_it_neither_moves_nor_turns() -> None:
    state = field()
    turret = vehicle(state, "fort")
    for order in ({"kind": "drive", "route": "1", "facing": 1}, {"kind": "drive", "facing": 3}, {"kind": "grav", "path": "F"}):
        assert "neither moves nor turns" in orders.faults_of(state, turret, order)[0].text
    view = ENGINE.view(state, "blue")
    offered = [o.order for o in ENGINE.offers(view, _move(state))[0].options]
    assert {order["kind"] for order in offered} == {"stay"}
    assert any(order.get("watch") for order in offered)


def _move(state: BattleState) -> Any:

    return movement.ask(state, state.platoons["fort/garrison"])[0]


def test_the_shield_covers_its_own_hex_and_those_next_to_it() -> None:
    state = field(terrain={"1206": "0b2/20", "1207": "0b2/20"})
    firer = vehicle(state, "h")
    near, far = aim.aim_building(state, firer, at("1206")), aim.aim_building(state, firer, at("1207"))
    assert (near.shield, far.shield) == (10, 0)
    assert to_hit.number(near, weapon("laser_7_5_6")) == to_hit.base_of(near) - 10
    assert to_hit.number(near, weapon("gauss_200mm")) == to_hit.base_of(near)


def test_vehicles_in_the_streets_have_the_terrain_and_no_shield() -> None:
    state = field(tank("h", "horatius", "0805", 2), blue=(tank("street", "liberator", FORT, 5),))
    found = aim.aim(state, vehicle(state, "h"), vehicle(state, "street"))
    assert found.shield_facing != "installation"
    assert [(m.name, m.value) for m in found.modifiers] == [("buildings at the target", -2)]


def test_an_installation_is_fired_at_without_terrain_and_through_its_shield_unless_it_is_painted() -> None:
    state = field()
    found = plans.aim_at(state, vehicle(state, "h"), "fort")
    assert found is not None
    assert (found.location, found.facing, found.modifiers) == ("building", "turret", [])
    assert to_hit.number(found, weapon("laser_7_5_6")) == painting.target_number(state, "h", "fort") == 0
    vehicle(state, "fort").painted_by = ["h"]
    found = plans.aim_at(state, vehicle(state, "h"), "fort")
    assert found is not None
    assert to_hit.number(found, weapon("laser_7_5_6")) == 10


def test_without_generators_there_is_no_shield() -> None:
    state = field(terrain={"1206": "0b2/20"})
    base(state).shield = 0
    assert aim.aim_building(state, vehicle(state, "h"), at("1206")).shield == 0
