"""What installations and air-defense vehicles can fire at the board above, what it costs them here, and their hard points."""

from typing import Any

import pytest

from scales.centurion import ENGINE
from scales.centurion.adjudication import worn
from scales.centurion.catalog import vehicle_types
from scales.centurion.combat import aim, effects, plan_faults
from scales.centurion.ground import buildings, smoke
from scales.centurion.preparation import muster
from scales.centurion.preparation.setup import VehicleSpec
from scales.centurion.state import BattleState
from scales.centurion.support import anti_air, anti_air_loads
from scales.centurion.support.seen_from_above import ground_forces
from scales.codec import plain
from scales.dice import ScriptedDice
from scales.engine import Delivery, Event, Json
from scales.messages import AntiAir, GroundFired, GroundTarget
from scales.play import Play
from tests.centurion.field import platoon, setup
from tests.centurion.firing_range import advance, bones, table, tank, vehicle
from tests.centurion.fort import fort

AIR_DEFENSE = ("eradicator", "scipio")


def ground(*red: Json, **more: Any) -> BattleState:
    """A Scipio of red before an installation of blue."""
    return table([tank("s", "scipio", "0805", 2), *red], [tank("far", "liberator", "2513")], None, **{"installations": [fort()], **more})


def arms(state: BattleState, id: str) -> AntiAir | None:
    found = {unit.id: unit for unit in ground_forces(state, "b").units}
    return found[id].anti_air if id in found else None


def fired(state: BattleState, unit: str, **what: Any) -> list[Event]:
    """The board above says what a unit fired; the battle goes on from there."""
    news = Delivery("m1", "ground_fired", "above", plain(GroundFired("b", unit, **what)), "above:7")
    step, events = advance(state, "hits", ScriptedDice.of(), inbox=[news])
    assert ENGINE.invariants(step.state) == []
    state.vehicles, state.ground = step.state.vehicles, step.state.ground
    return events


# --- what there is ----------------------------------------------------------------------------------------------------------------------


def test_what_each_can_fire_upward() -> None:
    """A Scipio its laser and the missiles of four hard points, five tries; an installation its lasers and a HELL missile from each launcher."""
    state = ground()
    assert arms(state, "s") == AntiAir(["laser_7_5_6"], {"sss": 4}, 5, 4)
    assert arms(state, "fort") == AntiAir(["laser_7_5_6"] * 2, {"hell_missile": 1}, 1, 4)
    assert arms(state, "far") is None


@pytest.mark.parametrize(("type", "lasers"), [(1, 2), (2, 1), (3, 0), (4, 0)])
def test_installations_by_type(type: int, lasers: int) -> None:
    """No Gauss cannon fires into the map above."""
    found = arms(ground(installations=[fort(type)]), "fort")
    assert found is not None
    assert (len(found.lasers), found.missiles, found.tries) == (lasers, {"hell_missile": type}, type)


def test_vehicles_without_an_air_defense_system_fire_at_nothing_above() -> None:
    able = [kind.id for kind in vehicle_types().values() if anti_air_loads.has_system(kind)]
    assert tuple(sorted(able)) == AIR_DEFENSE
    for kind in vehicle_types().values():
        assert not anti_air_loads.places(kind) or kind.id in able


@pytest.mark.parametrize(
    ("change", "lasers", "missiles"),
    [
        ({"effects": ["turret_weapons"]}, 0, 0),
        ({"effects": ["hull_weapons_1"]}, 1, 2),
        ({"effects": ["hull_weapons_1", "hull_weapons_2"]}, 1, 0),
        ({"effects": ["comm"]}, 1, 4),
        ({"crew": {"gunner": "unconscious", "commander": "ok", "driver": "ok"}}, 1, 4),
        ({"crew": {"gunner": "dead", "commander": "unconscious", "driver": "ok"}}, 0, 0),
        ({"fired": True}, 0, 0),
        ({"dropped": True}, 0, 0),
        ({"fired_above": True}, 0, 0),
        ({"morale": "withdrawing"}, 0, 0),
        ({"hard_points": ["", "hell_missile", "", "sss"]}, 1, 2),
    ],
)
def test_what_closes_a_vehicle_off(change: Json, lasers: int, missiles: int) -> None:
    state = ground()
    for name, value in change.items():
        setattr(vehicle(state, "s"), name, value)
    found = arms(state, "s") or AntiAir([], {}, 0, 0)
    assert (len(found.lasers), sum(found.missiles.values())) == (lasers, missiles)


def test_targeting_systems_and_the_scenario_change_the_numbers() -> None:
    state = ground(
        sides=[
            {"id": "red", "faction": "tog", "seat": "red", "anti_air_gunnery": 6},
            {"id": "blue", "faction": "commonwealth", "seat": "blue"},
        ]
    )
    vehicle(state, "s").targeting = 2
    found, base = arms(state, "s"), arms(state, "fort")
    assert found is not None
    assert base is not None
    assert (found.gunnery, found.modifiers) == (6, {"targeting systems hit": -2})
    assert (base.gunnery, base.modifiers) == (4, {})


def test_launchers_outlive_the_turret_but_not_its_crew() -> None:
    state = ground()
    turret = vehicle(state, "fort")
    turret.effects = ["turret_weapons"]
    assert arms(state, "fort") == AntiAir([], {"hell_missile": 1}, 1, 4)
    turret.crew |= {"gunner": "unconscious", "commander": "dead"}
    assert arms(state, "fort") is None
    play = Play(state, bones())
    effects.destroy(play, turret, "", "struck")
    assert arms(state, "fort") == AntiAir([], {"hell_missile": 1}, 1, 4)
    assert turret.id not in [u.id for u in state.in_play()]
    buildings.razed(play, state.installations["fort"].hex, "")
    play.dice.fresh = []
    step, _ = advance(state, "end", bones())
    assert [u.id for u in ground_forces(step.state, "b").units] == ["far", "s"]


# --- what it costs ------------------------------------------------------------------------------------------------------------------------


def test_a_vehicle_that_fired_upward_does_not_fire_at_the_ground() -> None:
    state = ground(tank("h", "horatius", "0806", 2))
    (event,) = fired(state, "s", lasers=1)
    assert (event.kind, event.cause, event.rule) == ("fired_above", "above:7", anti_air.RULE)
    assert event.text == "s fires 1 laser at craft above: it does not fire at the ground."
    assert not aim.can_fire(vehicle(state, "s"))
    assert aim.can_fire(vehicle(state, "h"))
    (text,) = plan_faults.faults(state, "s", {"fire": [[0, "far", ""]]})
    assert "it has fired at craft above in this turn (centurion: Attacking Fighters from the Centurion Board)" in text
    assert plan_faults.faults(state, "s", {"vulcan": 1}) == []
    assert smoke.guns(vehicle(state, "s")) == []
    assert ENGINE.record(ENGINE.view(state, "red"), "s")["fired_above"] is True
    step, _ = advance(state, "end", bones())
    assert not step.state.vehicles["s"].fired_above


def test_missiles_are_spent_once_and_tries_cost_the_ground_fire_too() -> None:
    state = ground()
    state.vehicles["s"].hard_points = ["sss", "hell_missile", "sss", "sss"]
    state.vehicles["s"].effects = ["hull_weapons_1"]
    (event,) = fired(state, "s", tries=3, missiles={"sss": 1})
    assert event.text == "s launches 1 SSS at craft above: it does not fire at the ground."
    assert state.vehicles["s"].hard_points == ["sss", "hell_missile", "", "sss"]
    assert event.data["left"] == 1
    (event,) = fired(state, "s", tries=5)
    assert event.text == "s finds no lock at craft above: it does not fire at the ground."


def test_an_installation_gives_up_its_turret_for_lasers_alone() -> None:
    state = ground()
    (event,) = fired(state, "fort", tries=1, missiles={"hell_missile": 1})
    assert event.text == "Fort launches 1 HELL missile at craft above."
    assert aim.can_fire(vehicle(state, "fort"))
    assert state.installations["fort"].launchers == 1
    (event,) = fired(state, "fort", lasers=2)
    assert event.text == "Fort fires 2 lasers at craft above: its turret does not fire at the ground."
    assert not aim.can_fire(vehicle(state, "fort"))


def test_who_fires_upward_is_revealed() -> None:
    state = ground()
    truck = vehicle(state, "s")
    truck.hidden, truck.crater, truck.mode, truck.velocity = True, True, "grounded", 0
    hidden: list[GroundTarget] = [u for u in ground_forces(state, "b").units if u.hidden]
    assert [u.id for u in hidden] == ["s"]
    assert hidden[0].anti_air is not None
    events = fired(state, "s", tries=1, missiles={"sss": 1})
    assert [e.kind for e in events] == ["revealed", "fired_above"]
    assert all(e.seen_by is None for e in events)
    assert not vehicle(state, "s").hidden


def test_a_unit_that_is_gone_spends_nothing() -> None:
    assert fired(ground(), "nobody", lasers=1) == []


# --- hard points --------------------------------------------------------------------------------------------------------------------------


def test_a_set_up_loads_the_hard_points() -> None:
    """SSS where nothing is said; what is left out of a list stays empty."""
    assert muster.fresh(VehicleSpec(id="v", type="scipio"), "", "", "").hard_points == ["sss"] * 4
    loaded = muster.fresh(VehicleSpec(id="v", type="scipio", hard_points=["hell_missile", "sss"]), "", "", "")
    assert loaded.hard_points == ["hell_missile", "sss", "", ""]
    assert anti_air_loads.missiles(loaded) == {"sss": 1, "hell_missile": 1}
    assert muster.fresh(VehicleSpec(id="v", type="horatius"), "", "", "").hard_points == []
    rows = anti_air_loads.record(loaded)["hard_points"]
    assert [row["holds"] for row in rows] == ["HELL missile", "SSS", "nothing", "nothing"]
    assert [row["location"] for row in rows] == ["hull 1", "hull 1", "hull 2", "hull 2"]


@pytest.mark.parametrize(("type", "loads"), [("scipio", ["sss"] * 5), ("horatius", ["sss"])])
def test_loads_without_hard_points_are_refused(type: str, loads: list[str]) -> None:
    red, blue = tank("a", type, "1006") | {"hard_points": loads}, tank("b", "liberator", "1406")
    given = setup(platoon("tog", red), platoon("cw", blue))
    (fault,) = ENGINE.faults(given)
    assert fault.code == "hard_points"
    assert "centurion: Choose and Allocate Weapons" in fault.text


def test_what_is_left_goes_with_the_sheet() -> None:
    state = ground()
    truck = vehicle(state, "s")
    anti_air_loads.spend(truck, "sss", 3)
    sheet = muster.sheet_of(truck)
    assert sheet["hard_points"] == ["", "", "", "sss"]
    assert muster.fresh(VehicleSpec(id="v", type="scipio", damage=sheet), "", "", "").hard_points == sheet["hard_points"]
    assert worn.sheet_faults(truck, {"hard_points": ["", "", "", ""]}) == []
    for wrong in (["sss", "", "", "sss"], ["", "", ""], "sss", [1, "", "", ""]):
        assert len(worn.sheet_faults(truck, {"hard_points": wrong})) == 1
    assert "hard_points" not in muster.sheet_of(vehicle(state, "far"))


def test_a_ruling_loads_a_vehicle_anew() -> None:
    state = ground()
    anti_air_loads.spend(vehicle(state, "s"), "sss", 4)
    step = ENGINE.amend(state, {"kind": "repair", "unit": "s", "reason": "resupplied"}, ScriptedDice.of())
    assert step.state.vehicles["s"].hard_points == ["sss"] * 4
