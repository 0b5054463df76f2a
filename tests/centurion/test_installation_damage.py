"""Defense Installations under fire: storeys and turret, rounds from above, and infantry that takes them."""

import pytest

from scales.centurion import ENGINE
from scales.centurion.combat import aim, combat, damage, effects, end, fire, painting, plan_faults, plans, squad_plans
from scales.centurion.combat.weapons import laser_shape
from scales.centurion.ground import buildings, installation_capture, installations
from scales.centurion.invariants import invariants
from scales.centurion.movement import movement
from scales.centurion.state import BattleState
from scales.centurion.support import rounds
from scales.centurion.support.naval_fire import strike
from scales.centurion.support.rounds import Blast
from scales.codec import plain
from scales.engine import Delivery
from scales.messages import Bay, FireSupport, GroundDamage
from tests.centurion.firing_range import at, bones, foot, kinds, mount_of, play, squad, tank, vehicle
from tests.centurion.fort import FORT, base, field, fort, shots


def test_the_turret_fires_at_one_target_all_around() -> None:
    state = field(tank("h", "horatius", "0805", 2), tank("g", "horatius", "1509", 5))
    turret, gauss = vehicle(state, "fort"), mount_of("installation_1", "gauss_200mm")
    assert plan_faults.vehicle_faults(state, turret, {"fire": [[0, "h", ""], [gauss, "h", "heap"]]}) == []
    assert plan_faults.vehicle_faults(state, turret, {"fire": [[0, "g", ""]]}) == []
    split = plan_faults.vehicle_faults(state, turret, {"fire": [[0, "h", ""], [gauss, "g", "heap"]]})
    assert split == ["All direct-fire weapons of Fort turret must fire at one target (centurion: Firing Arcs)."]


def test_a_low_roll_strikes_a_storey_and_any_other_the_turret() -> None:
    state = field()
    orders_of_h = {"fire": shots(state, "h", "fort")}
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


def test_firing_at_the_building_is_firing_at_the_installation() -> None:
    state = field()
    whole, block = (plans.aim_at(state, vehicle(state, "h"), target) for target in ("fort", f"building:{FORT}"))
    assert whole == block


def test_a_squad_chooses_no_side_of_an_installation() -> None:
    state = field(squad("s", FORT))
    faults = squad_plans.squad_faults(state, foot(state, "s"), {"action": "personal", "target": "fort", "facing": "turret"})
    assert faults == ["An installation is struck like a building: nobody chooses a side of it (centurion: Defense Installations)."]


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
    turret.armor["turret"].rows = (0,) * 10

    damage.strike(turret, "turret", laser_shape(4), 3)
    damage.strike(turret, "turret", laser_shape(4), 7)
    effects.take_effect(ran, turret)
    assert "comm" in turret.effects
    assert turret.targeting == 1
    assert not painting.may_paint(turret)


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
    ran.state.ship_windows["s"] = [1, 9]
    ship = FireSupport("s", "Shiva", "shiva", "red", "", zone="atmosphere", in_arc=True, bays=[])
    strike(ran, Blast(at("1206"), "red", "s"), Bay("s/0", "130", "", 130), ship)
    block = buildings.building_at(ran.state, at("1206"))
    assert block is not None
    assert block.levels == [10, 0]
    assert sum(row.bit_count() for row in vehicle(ran.state, "fort").armor["turret"].rows) == 70


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


def test_nobody_fires_the_turret_while_gunner_and_commander_are_out() -> None:
    """R-CEN-36: one of them has to come round."""
    state = field()
    turret = vehicle(state, "fort")
    turret.crew["gunner"] = turret.crew["commander"] = "unconscious"
    assert not aim.can_fire(turret)
    turret.crew["gunner"] = "ok"
    assert aim.can_fire(turret)
    assert not painting.may_paint(turret)


def test_its_vulcan_engages_the_missiles_that_hit() -> None:
    state = field(tank("h", "horatius", "0805", 2), bases=(fort(4),))
    missile = next(n for n, arm, _ in plans.armed(vehicle(state, "h")) if arm.family == "missile")
    ran = play(state, 1, 1)
    fire.fire(ran, "h", {"fire": [[missile, "fort", ""]]})
    assert kinds(ran.events) == ["fire", "vulcan"]


@pytest.mark.parametrize(("outcome", "standing", "launchers"), [("crippled", 1, 3), ("destroyed", 0, 0)])
def test_what_another_board_does_to_a_counter(outcome: str, standing: int, launchers: int) -> None:
    counter = [{**fort(hex=hex), "id": f"di/{n}", "century": "di"} for n, hex in enumerate(("1205", "1209", "1609"), 1)]
    state = field(bases=tuple(counter))
    ran = play(state)
    ran.state.at.inbox = [Delivery("m", "ground_damage", "above", plain(GroundDamage("di", "Ship", outcome)))]
    combat.take_hits(ran)
    buildings.collapse(ran)
    bases = list(ran.state.installations.values())
    assert sum(installations.turret_of(ran.state, each) is not None for each in bases) == standing
    assert sum(each.launchers for each in bases) == launchers
