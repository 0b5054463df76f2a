"""Defense Installations: the building with its turret, its shield over the buildings around it, what destroys and who takes it."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scales.centurion import (
    ENGINE,
    aim,
    air,
    buildings,
    damage,
    effects,
    end,
    fire,
    installation_capture,
    installations,
    maneuver,
    movement,
    naval_fire,
    opportunity,
    orders,
    painting,
    plans,
    reporting,
    rounds,
    thor,
)
from scales.centurion.catalog import installation_types
from scales.centurion.invariants import invariants
from scales.centurion.naval_fire import strike
from scales.centurion.rounds import Blast
from scales.centurion.state import BattleState, Building, Installation, Run
from scales.centurion.weapons import laser_shape, weapon
from scales.codec import plain
from scales.dice import KeyedDice, phase_key, seeded_secret
from scales.engine import Json
from scales.messages import Bay, FireSupport, GroundAttack
from tests.centurion.firing_range import advance, at, bones, foot, kinds, mount_of, play, squad, table, tank, vehicle

FORT = "1205"


def fort(type: int = 1, side: str = "blue", hex: str = FORT, **more: Any) -> Json:
    return {"id": "fort", "side": side, "type": type, "hex": hex, "name": "Fort", **more}


def field(
    *red: Json, blue: tuple[Json, ...] = (), terrain: dict[str, str] | None = None, bases: tuple[Json, ...] = (), **more: Any
) -> BattleState:
    """Red before an installation of blue, whose tank is far away."""
    far = (tank("far", "liberator", "2513"), *blue)
    return table(list(red) or [tank("h", "horatius", "0805", 2)], list(far), terrain, installations=list(bases or (fort(),)), **more)


def base(state: BattleState) -> Installation:
    return state.installations["fort"]


# --- set-up ---------------------------------------------------------------------------------------------------------------------


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


# --- movement -------------------------------------------------------------------------------------------------------------------


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


# --- shields --------------------------------------------------------------------------------------------------------------------


def test_the_shield_covers_its_own_hex_and_those_next_to_it() -> None:
    state = field(terrain={"1206": "0b2/20", "1207": "0b2/20"})
    firer = vehicle(state, "h")
    near, far = aim.aim_building(state, firer, at("1206")), aim.aim_building(state, firer, at("1207"))
    assert (near.shield, far.shield) == (10, 0)
    assert aim.number(near, weapon("laser_7_5_6")) == aim.base_of(near) - 10
    assert aim.number(near, weapon("gauss_200mm")) == aim.base_of(near)


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
    assert aim.number(found, weapon("laser_7_5_6")) == painting.target_number(state, "h", "fort") == 0
    vehicle(state, "fort").painted_by = ["h"]
    found = plans.aim_at(state, vehicle(state, "h"), "fort")
    assert found is not None
    assert aim.number(found, weapon("laser_7_5_6")) == 10


def test_without_generators_there_is_no_shield() -> None:
    state = field(terrain={"1206": "0b2/20"})
    base(state).shield = 0
    assert aim.aim_building(state, vehicle(state, "h"), at("1206")).shield == 0


# --- fire -----------------------------------------------------------------------------------------------------------------------


def test_the_turret_fires_at_one_target_all_around() -> None:
    state = field(tank("h", "horatius", "0805", 2), tank("g", "horatius", "1509", 5))
    turret, gauss = vehicle(state, "fort"), mount_of("installation_1", "gauss_200mm")
    assert plans.vehicle_faults(state, turret, {"fire": [[0, "h", ""], [gauss, "h", "heap"]]}) == []
    assert plans.vehicle_faults(state, turret, {"fire": [[0, "g", ""]]}) == []
    split = plans.vehicle_faults(state, turret, {"fire": [[0, "h", ""], [gauss, "g", "heap"]]})
    assert split == ["All direct-fire weapons of Fort turret must fire at one target."]


def test_a_low_roll_strikes_a_storey_and_any_other_the_turret() -> None:
    state = field()
    orders_of_h = {"fire": _shots(state, "h", "fort")}
    count = len(orders_of_h["fire"])
    # every shot hits on a 1; storey 1 for the first, the roof and column 5 for the others
    script = [1] * count + [1] + [9, 5] * (count - 1)
    ran = play(state, *script)

    fire.fire(ran, "h", orders_of_h)
    event = next(e for e in ran.events if e.kind == "building_hit")
    assert event.data["boxes"] > 0
    assert len(event.data["turret"]) == count - 1
    assert "turret" in event.text
    assert sum(row.bit_count() for row in vehicle(ran.state, "fort").armor["turret"].rows) < 100
    assert installations.levels(ran.state, base(ran.state))[0] < 40


def _shots(state: BattleState, firer: str, target: str) -> list[Any]:
    found = plans.bearing(state, vehicle(state, firer), target, missiles=False)
    assert found is not None
    lines: list[Any] = plans.plan_of(found.shots)["fire"]
    return lines


def test_firing_at_the_building_is_firing_at_the_installation() -> None:
    state = field()
    whole, block = (plans.aim_at(state, vehicle(state, "h"), target) for target in ("fort", f"building:{FORT}"))
    assert whole == block


def test_a_squad_chooses_no_side_of_an_installation() -> None:
    state = field(squad("s", FORT))
    faults = plans.squad_faults(state, foot(state, "s"), {"action": "personal", "target": "fort", "facing": "turret"})
    assert faults == ["An installation is struck like a building: nobody chooses a side of it."]


def test_a_turret_destroyed_leaves_launchers_and_shield_and_nobody_climbs_out() -> None:
    state = field()
    ran = play(state)
    vehicle(ran.state, "fort").internals.clear()
    buildings.burnt(ran, at(FORT), 230, by="", weapon="a test", rule=buildings.RULE)

    effects.all_take_effect(ran)
    turret = vehicle(ran.state, "fort")
    assert turret.destroyed
    assert (base(ran.state).launchers, base(ran.state).shield) == (1, 100)
    assert "fort-crew" not in ran.state.squads
    assert installations.levels(ran.state, base(ran.state)) == [30]
    assert ENGINE.report(ran.state).points["red"] == 100
    assert invariants(ran.state) == []


def test_a_storey_that_falls_takes_the_turret_and_the_lowest_takes_everything() -> None:
    ran = play(field(terrain={"1204": "1h"}))
    installations.building(ran.state, base(ran.state)).levels[2] = 0
    buildings.collapse(ran)
    assert vehicle(ran.state, "fort").destroyed
    assert base(ran.state).launchers == 1
    installations.building(ran.state, base(ran.state)).levels[0] = 0
    buildings.collapse(ran)
    assert (base(ran.state).launchers, base(ran.state).shield) == (0, 0)
    assert all(foot(ran.state, f"fort/s{n}").destroyed for n in (1, 2, 3))
    assert FORT in ran.state.ground.rubble
    assert kinds(ran.events).count("installation_lost") == 1
    assert installations.is_out(ran.state, base(ran.state))


def test_damage_inside_the_turret_works_as_in_a_vehicle() -> None:
    state = field()
    ran = play(state, *[1] * 40)
    turret = vehicle(ran.state, "fort")
    turret.armor["turret"].rows = [0] * 10

    damage.strike(turret, "turret", laser_shape(4), 3)
    damage.strike(turret, "turret", laser_shape(4), 7)
    effects.take_effect(ran, turret)
    assert "comm" in turret.effects
    assert turret.targeting == 1
    assert not painting.may_paint(turret)


# --- rounds from above ----------------------------------------------------------------------------------------------------------


def test_hafe_takes_ten_points_off_every_level_and_off_the_turret() -> None:
    ran = play(field())
    rounds.hafe(ran, Blast(at(FORT), "red"))
    assert installations.levels(ran.state, base(ran.state)) == [30]
    assert vehicle(ran.state, "fort").armor["turret"].rows[0] == 0
    assert vehicle(ran.state, "fort").armor["turret"].rows[1] == 1023


def test_a_hell_round_stops_at_the_shield_and_burns_what_has_none() -> None:
    state = field(terrain={"1206": "0b2/20"})
    ran = play(state)
    rounds.hell(ran, Blast(at("1206"), "red"))
    block = buildings.building_at(ran.state, at("1206"))
    assert block is not None
    assert block.levels == [20, 20]
    state.installations["fort"].shield = 0
    ran = play(state)
    rounds.hell(ran, Blast(at(FORT), "red"))
    end.widowed(ran)
    assert vehicle(ran.state, "fort").destroyed
    assert base(ran.state).launchers == 0


def test_naval_fire_on_a_shielded_building_goes_down_in_rows_less_the_shield() -> None:
    ran = play(field(terrain={"1206": "0b2/20"}))
    ship = FireSupport("s", "Shiva", "shiva", "red", "b", zone="atmosphere", in_arc=True, bays=[], rating=130)
    strike(ran, Blast(at("1206"), "red", "s"), Bay("s/0", "450", "L", 0), ship)
    block = buildings.building_at(ran.state, at("1206"))
    assert block is not None
    assert block.levels == [10, 0]
    assert sum(row.bit_count() for row in vehicle(ran.state, "fort").armor["turret"].rows) == 70


# --- infantry -------------------------------------------------------------------------------------------------------------------


def taken(state: BattleState) -> BattleState:
    """Red's squad alone on the bottom level."""
    for n in (1, 2, 3):
        foot(state, f"fort/s{n}").level = 2
    foot(state, "s").level, foot(state, "s").moved = 1, False
    return state


def test_an_idle_squad_destroys_the_launchers_and_then_the_generators() -> None:
    ran = play(taken(field(squad("s", FORT), terrain={"1204": "1h"})))
    installation_capture.take(ran)
    assert (base(ran.state).launchers, base(ran.state).shield) == (0, 100)
    installation_capture.take(ran)
    assert (base(ran.state).launchers, base(ran.state).shield) == (0, 0)
    assert not vehicle(ran.state, "fort").destroyed
    assert [e.data["shield"] for e in ran.events] == [100, 0]


@pytest.mark.parametrize("busy", ["moved", "fired", "painting"])
def test_a_squad_that_does_anything_else_destroys_nothing(busy: str) -> None:
    state = taken(field(squad("s", FORT), terrain={"1204": "1h"}))
    setattr(foot(state, "s"), busy, True)
    ran = play(state)
    installation_capture.take(ran)
    assert base(ran.state).launchers == 1


def test_a_squad_of_its_own_on_the_bottom_level_keeps_it() -> None:
    state = taken(field(squad("s", FORT), terrain={"1204": "1h"}))
    foot(state, "fort/s1").level = 1
    ran = play(state)
    installation_capture.take(ran)
    assert base(ran.state).launchers == 1


def test_the_bot_takes_an_open_installation() -> None:
    """Two turns on the bottom level, then nothing is left to take."""
    state = field(squad("s", FORT), terrain={"1204": "1h"})
    for n in (1, 2, 3):
        foot(state, f"fort/s{n}").destroyed = True
    view = ENGINE.view(state, "red")

    decision = movement.ask(view.state, view.state.platoons["red-1"])[0]

    chosen = ENGINE.choose(view, decision, ENGINE.offers(view, decision), bones())
    assert chosen.choices["s"] == {"kind": "storey", "level": 1}
    foot(state, "s").level = 1
    chosen = ENGINE.choose(view, decision, ENGINE.offers(ENGINE.view(state, "red"), decision), bones())
    assert chosen.choices["s"] == {"kind": "stay"}


# --- reports --------------------------------------------------------------------------------------------------------------------


def test_its_sheet_goes_into_a_later_battle() -> None:
    ran = play(field())
    base(ran.state).launchers, base(ran.state).shield = 0, 0
    rounds.hafe(ran, Blast(at(FORT), "red"))
    fates = ENGINE.report(ran.state).fates
    sheets = fates["blue-installations"].sheet["units"]
    later = field(bases=(fort(damage=sheets),))
    assert installations.sheet(later, base(later)) == {"turret": True, "levels": [30], "launchers": 0, "shield": 0}
    assert vehicle(later, "fort").armor == vehicle(ran.state, "fort").armor
    lost = field(bases=(fort(damage={"fort": {"destroyed": True, "installation": {"turret": False, "levels": [7]}}}),))
    assert installations.turret_of(lost, base(lost)) is None
    assert ENGINE.report(lost).points == {"red": 0, "blue": 0}
    assert invariants(lost) == []


def test_a_counter_of_three_is_crippled_by_two_and_destroyed_by_three() -> None:
    counter = [{**fort(hex=hex), "id": f"di/{n}", "century": "di"} for n, hex in enumerate(("1205", "1209", "1609"), 1)]
    state = field(bases=tuple(counter))
    outcomes = []
    for n in (1, 2, 3):
        vehicle(state, f"di/{n}").destroyed = True
        outcomes.append(installations.outcome(state, "di"))
        state.installations[f"di/{n}"].launchers = 0
        outcomes.append(installations.outcome(state, "di"))
    assert outcomes == ["effective", "effective", "effective", "crippled", "crippled", "destroyed"]
    assert reporting.century_fate(state, state.centuries["di"]).status == "destroyed"


def test_the_record_sheet_shows_the_building_and_the_turret() -> None:
    state = field()
    sheet = ENGINE.record(ENGINE.view(state, "red"), "fort")
    assert sheet["installation"]["launchers"] == {"left": 1, "of": 1}
    assert sheet["installation"]["shield"] == {"left": 10, "of": 10}
    assert sheet["installation"]["storeys"] == [{"storey": 1, "left": 40, "of": 40}]
    assert [each["unit"] for each in sheet["installation"]["inside"]] == ["fort/s1", "fort/s2", "fort/s3"]
    assert sheet["armor"] == {"turret": {"left": 100, "of": 100}}
    assert set(sheet["crew"]) == {"gunner", "commander"}
    assert sheet["movement"] == {"mode": "fixed"}


# --- rulings --------------------------------------------------------------------------------------------------------------------


def rule(state: BattleState, **ruling: Any) -> BattleState:

    found: BattleState = ENGINE.amend(state, {"reason": "test", **ruling}, bones()).state
    return found


def test_a_game_master_mends_launchers_and_generators_and_moves_no_installation() -> None:
    state = field()
    base(state).launchers = base(state).shield = 0
    assert base(rule(state, kind="repair", unit="fort", system="launchers")).launchers == 1
    assert base(rule(state, kind="repair", unit="fort", system="shield_generators")).shield == 100
    with pytest.raises(ValueError, match="cannot be moved"):
        rule(state, kind="move", unit="fort", hex="0505")
    with pytest.raises(ValueError, match="side turret alone"):
        rule(state, kind="damage", unit="fort", side="front", points=5)
    hurt = rule(state, kind="damage", unit="fort", side="turret", points=15)
    assert sum(row.bit_count() for row in vehicle(hurt, "fort").armor["turret"].rows) == 85


# --- whole turns ----------------------------------------------------------------------------------------------------------------


@settings(max_examples=6, deadline=None)
@given(seed=st.integers(1, 10_000), type=st.integers(1, 4))
def test_battles_about_an_installation_stay_sound(seed: int, type: int) -> None:

    red = [tank("h", "horatius", "0805", 2), tank("c", "romulus", "0905", 2), squad("s", "1106"), squad("t", "1105")]
    state = table(red, [tank("l", "liberator", "1705", 5)], {"1304": "0b3/20"}, installations=[fort(type)])
    secret, number = seeded_secret(seed), 0
    for _ in range(3):
        for phase in ENGINE.phases:
            number += 1
            dice = KeyedDice(key=phase_key(secret, 0, "fort", number))
            step = ENGINE.advance(state, phase, {}, [], dice)
            while not step.done:
                views = {d.key: (ENGINE.view(step.state, d.seat), d) for d in step.pending}
                answers = {k: ENGINE.choose(v, d, ENGINE.offers(v, d), bones(seed)) for k, (v, d) in views.items()}
                assert not [f for k, (v, d) in views.items() for f in ENGINE.check(v, d, answers[k])]
                step = ENGINE.advance(step.state, phase, answers, [], dice)
            state = step.state
        assert invariants(state) == []
        if ENGINE.report(state).over:
            break
    assert vehicle(state, "fort").facing == 1


def test_the_turret_fires_in_the_combat_phase() -> None:
    state = field(tank("h", "horatius", "1005", 2))

    order = {"fire:blue": {"fort": {"fire": _shots(state, "fort", "h")}}}
    _, events = advance(state, "combat", bones(), order)
    assert any(e.kind == "fire" and "fort" in e.units for e in events)


def test_a_legatus_counter_comes_as_three_installations_in_its_hexes() -> None:
    sides = [{"id": "red", "faction": "tog", "seat": "red"}, {"id": "blue", "faction": "commonwealth", "seat": "blue"}]
    board = {"legatus_field": {"campaign_key": "key", "map": "legatus_uplands", "hexes": ["0504", "0505"]}}
    tanks = {"id": "a", "name": "A", "side": "red", "kind": "medium_grav_armor", "deploy": {"legatus": ["0505"]}}
    counter = {"id": "di", "name": "Port", "side": "blue", "kind": "defensive_installation", "formation": "installation_3"}
    given = {"board": board, "sides": sides, "centuries": [tanks, counter | {"deploy": {"legatus": ["0504"]}, "crippled": True}]}
    given |= {"installation": "di", "engagement": "e1"}
    assert ENGINE.faults(given) == []
    state: BattleState = ENGINE.setup(given, bones()).state
    bases = list(state.installations.values())
    assert [(b.id, b.type, b.launchers) for b in bases] == [(f"di/{n}", "installation_3", 3) for n in (1, 2, 3)]
    assert len({b.hex for b in bases}) == 3
    assert [installations.turret_of(state, b) is not None for b in bases] == [False, False, True]
    assert reporting.engagement_result(state, "b").installation_outcome == "effective"
    assert [c.id for c in reporting.engagement_result(state, "b").centuries] == ["a"]
    assert invariants(state) == []


def test_units_without_a_hex_are_placed_along_their_edge_not_in_their_installation() -> None:
    late = [{**tank(f"t{n}", "liberator", ""), "hex": None} for n in (1, 2, 3)]
    state = table([tank("h", "horatius", "0805", 2)], late, installations=[fort()])
    assert all(vehicle(state, f"t{n}").hex != at(FORT) for n in (1, 2, 3))
    assert len({vehicle(state, f"t{n}").hex for n in (1, 2, 3)}) == 3


def test_a_game_master_damages_a_storey() -> None:
    state = field(terrain={"1204": "1h"})
    hurt = rule(state, kind="damage", unit="fort", storey=2, points=15)
    assert installations.levels(hurt, base(hurt)) == [40, 25, 40]
    with pytest.raises(ValueError, match="no storey 4 standing"):
        rule(state, kind="damage", unit="fort", storey=4, points=1)
    with pytest.raises(ValueError, match="that of an installation"):
        rule(state, kind="damage", unit="h", storey=1, points=1)


def test_a_watching_turret_fires_at_what_comes_into_its_sight() -> None:
    state = field(tank("h", "horatius", "0305", 3))
    vehicle(state, "h").hex = at("0805")
    ran = play(state)
    maneuver.carry_out(ran, vehicle(ran.state, "fort"), {"kind": "stay", "watch": 8})
    opportunity.spring(ran, vehicle(ran.state, "h"))
    assert any(e.kind == "fire" and e.units[0] == "fort" for e in ran.events)
    assert vehicle(ran.state, "fort").fired


def test_a_javelin_falls_on_the_installation_as_on_a_building() -> None:
    state = field(options={"thor_missions": 1})
    assert "fort" in thor.targets(state, "red")
    ran = play(state, 1, 9, 5)
    thor._strike(ran, "fort")
    event = next(e for e in ran.events if e.kind == "javelin_landed")
    assert event.data["turret"][0]["armor"] == 30
    assert event.data["turret"][0]["inside"] == 15


def test_craft_strafe_the_installation_and_not_its_turret_apart() -> None:
    state = field(squad("s", "0505"))
    craft = GroundAttack("c", "Avenger", "avenger", "red", "b", "strafing", 4, {"laser_5_4": 1}, {}, {})
    state.air, state.runs = [craft], {"c": Run(at("1208"), 1, 10)}
    ran = play(state, *[1] * 20)
    air.attack(ran)
    told = [e for e in ran.events if e.kind == "strafed"]
    assert [e.text for e in told if "Fort" in e.text] == ["Avenger strafes Fort: 9 boxes lost."] or len(
        [e for e in told if "Fort" in e.text]
    ) == 1
    shield = next(m for e in told for check in e.checks for m in check.modifiers if m.name == "installation shield")
    assert shield.value == -10


def test_a_working_turret_counts_against_a_barrage() -> None:
    ran = play(field(), 9)
    assert naval_fire._defended(ran, "red") == 10
    assert naval_fire._defended(play(field()), "blue") == 0


def test_a_result_from_a_table_may_tell_of_it() -> None:
    state = field()
    told = {"fates": {id: plain(fate) for id, fate in ENGINE.report(state).fates.items() if id not in state.centuries}, "over": False}
    sheet = told["fates"]["fort"]["sheet"]
    sheet["installation"] |= {"launchers": 0, "levels": [12]}
    assert ENGINE.report_faults(state, told) == []
    settled: BattleState = ENGINE.settle(state, told).state
    assert (base(settled).launchers, installations.levels(settled, base(settled))) == (0, [12])
    sheet["installation"] |= {"launchers": 5, "levels": [41], "moat": 1}
    texts = " ".join(f.text for f in ENGINE.report_faults(state, told))
    assert "launchers of the installation must be 0 to 1" in texts
    assert "levels of the installation" in texts
    assert "has no 'moat'" in texts
