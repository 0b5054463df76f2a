"""To-hit numbers, arcs, weapons that bear."""

import pytest

from scales.dice import succeeds
from scales.hexes import neighbor
from scales.interceptor.board import board
from scales.interceptor.combat.combat import fire
from scales.interceptor.combat.gunner import Gunner
from scales.interceptor.damage.condition import armed, shots_allowed, thrust
from scales.interceptor.state import Craft, State
from scales.interceptor.tables import damage_at, weapons
from tests.interceptor.scenes import Table, aim, board_of, craft, play_of


def pair(heading: int, hexes: int, target: str = "gladius", firer: str = "avenger") -> tuple[State, Craft, Craft]:
    """A firer behind a target that flies heading 1, `hexes` away on the target's hexside named by the firer's place."""
    state = board_of(craft("t1", target, "1:1210", heading=1), craft("c1", firer, "1:1214", heading=1))
    t1, c1 = state.craft["t1"], state.craft["c1"]
    c1.place(neighbor(t1.hex, heading, "odd", hexes))
    c1.heading = (heading + 2) % 6 + 1
    return state, c1, t1


@pytest.mark.parametrize(
    ("side", "hexes", "target"),
    [
        (4, 1, 8 + 4 - 6),
        (4, 3, 7 + 4 - 6),
        (1, 1, 8 + 4 - 6 - 1),
        (2, 4, 6 + 4 - 4 - 4),
        (3, 6, 6 + 4 - 4 - 2),
        (5, 7, 5 + 4 - 4 - 2),
        (4, 11, 4 + 4 - 6),
    ],
)
def test_to_hit_is_range_gunnery_shield_and_angle(side: int, hexes: int, target: int) -> None:
    """Gladius: shields 60 at bow and stern, 40 at the sides; the firer stands off a hexside of a target on heading 1."""
    state, c1, t1 = pair(side, hexes)
    assert aim(state, c1, t1).target == target


def test_broken_fire_control_and_wounds_lower_the_number() -> None:
    state, c1, t1 = pair(4, 4)
    clean = aim(state, c1, t1).target
    c1.marks |= {"fire_computer": 1, "scanner_systems": 1, "pilot": 1}
    assert aim(state, c1, t1).target == clean - 2 - 1 - 1


def test_on_a_corner_the_defender_has_the_better_side() -> None:
    state, c1, t1 = pair(4, 2)
    c1.place(neighbor(neighbor(t1.hex, 2, "odd"), 3, "odd"))
    sides = {s.side for s in [aim(state, c1, t1)]}
    assert sides == {"right"}
    assert aim(state, c1, t1).modifiers[1][1] == -4, "of side front and side rear the worse for the firer"


def test_one_always_hits_and_ten_never() -> None:
    assert succeeds(1, -5)
    assert not succeeds(10, 15)
    assert (succeeds(5, 5), succeeds(6, 5)) == (True, False)


def test_fixed_guns_bear_ahead_and_turrets_all_round() -> None:
    state, c1, t1 = pair(4, 3)
    assert len(Gunner(state, c1).strongest(t1)) == 5
    c1.heading = 4
    assert Gunner(state, c1).strongest(t1) == []
    assert [t1.mounts[n].weapon for n in Gunner(state, t1).strongest(c1)] == ["mdc_10", "mdc_10"]


def test_electron_beams_need_vacuum() -> None:
    state = board_of(craft("t1", "gladius", "1:0510", heading=1), craft("c1", "shuttle", "1:0509"), layout="three_game")
    assert board("three_game").zone(state.craft["t1"].hex) == "atmosphere"
    assert {state.craft["t1"].mounts[n].weapon for n in Gunner(state, state.craft["t1"]).strongest(state.craft["c1"])} == {"mdc_10"}


def test_damage_falls_with_range() -> None:
    laser = weapons()["laser_7_5_6"]
    assert [damage_at(laser.damage, r) for r in (0, 1, 3, 4, 7, 11, 15, 16)] == [10, 10, 9, 8, 7, 6, 6, 0]


def test_control_and_plant_hits_cost_weapons_and_drive_hits_thrust() -> None:
    state, c1, _ = pair(4, 1)
    assert shots_allowed(c1, state.at.turn) == len(c1.mounts)
    c1.marks |= {"plant": 1, "main_weapons_control": 1}
    assert shots_allowed(c1, state.at.turn) == len(c1.mounts) - 2
    c1.marks["auxiliary_weapons_controls"] = 1
    assert armed(c1, state.at.turn) == []
    c1.marks["drive"] = 1
    assert thrust(c1, state.at.turn) == 5, "three quarters of seven, rounded"
    c1.shorts["drive"] = state.at.turn
    assert thrust(c1, state.at.turn) == 0


def test_fire_is_simultaneous() -> None:
    """Both shoot the other dead in the same segment; neither loses its shots."""
    state, c1, t1 = pair(1, 1)
    for unit in (c1, t1):
        for grid in unit.armor.values():
            grid.rows = (0,) * len(grid.rows)
        unit.marks["superstructure"] = 2
        unit.mounts = unit.mounts[:1]
        unit.mounts[0].weapon, unit.mounts[0].arc = "laser_1_5_1", "turret"
    table = Table(state)
    table.phase("combat", dice=play_of(state, 1, 1, 10, 1, 1, 1, 10, 1, 10, 10).dice)
    assert {c.id: c.where for c in table.state.craft.values()} == {"c1": "destroyed", "t1": "destroyed"}


def test_a_lepc_needs_a_second_roll_for_its_beam() -> None:
    state, c1, t1 = pair(4, 1, firer="punisher")
    c1.mounts = [m for m in c1.mounts if m.weapon.startswith("lepc")][:1]
    t1.mounts, t1.missiles, c1.missiles = [], {}, {}
    table = Table(state)
    table.phase("combat", dice=play_of(state, 2, 5, 2).dice)
    assert (
        table.events[0].text
        == f"c1 fires its {weapons()[c1.mounts[0].weapon].name} at the stern of t1: 4 armor boxes gone, then 18 armor boxes gone."
    )
    state = board_of(craft("t1", "gladius", "1:1210"))
    assert fire(play_of(state)) == []
