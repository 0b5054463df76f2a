"""Weapons by their rows and templates, and the order in which fire and its effects come (Interceptor: Combat)."""

import pytest

from scales.armor import boxes_left, size
from scales.engine import Decision, Orders
from scales.interceptor import ENGINE
from scales.interceptor.combat.combat import can_fire, fire
from scales.interceptor.combat.gunner import Gunner
from scales.interceptor.combat.gunnery import base_at, enemies
from scales.interceptor.state import State
from scales.interceptor.tables import template, weapons
from scales.play import Play
from tests.interceptor.scenes import aim, board_of, craft, play_of

LENGTHS = {"7_5": (4, 5), "5": (3, 4), "3": (2, 3), "1_5": (1, 2)}
"""Laser lengths: what is added to the diameter at range 1, and how many brackets the beam reaches."""
GUNS = [w for w in weapons().values() if any(w.damage)]


@pytest.mark.parametrize("weapon", [w for w in GUNS if w.id.startswith("laser")], ids=lambda w: w.id)
def test_a_laser_loses_a_point_a_bracket(weapon: object) -> None:
    found = weapons()[weapon.id]  # type: ignore[attr-defined]
    length, _, diameter = found.id.removeprefix("laser_").rpartition("_")
    more, brackets = LENGTHS[length]
    assert found.damage == tuple(max(0, more + int(diameter) - n) if n < brackets else 0 for n in range(5))


@pytest.mark.parametrize("weapon", GUNS, ids=lambda w: w.id)
def test_a_template_has_as_many_boxes_as_the_weapon_does_damage(weapon: object) -> None:
    found = weapons()[weapon.id]  # type: ignore[attr-defined]
    for family, row in ((found.template, found.damage), ("epc", found.second)):
        for damage in {d for d in row if d}:
            shape = template("laser" if found.second and family != "epc" else family, damage)
            assert shape is None or size(shape) == damage


def test_base_numbers_by_range() -> None:
    assert [base_at(r) for r in (0, 1, 2, 3, 4, 6, 7, 10, 11, 15, 16, 20, 21)] == [8, 8, 7, 7, 6, 6, 5, 5, 4, 4, 3, 3, 0]


# --- particle beams -------------------------------------------------------------------------------------------------------------------


def lepc(*dice: int, layout: str = "interceptor_deep_space") -> Play[State]:
    """One LEPC-18 of c1 at the stern of t1, a hex away."""
    state = board_of(craft("t1", "gladius", "1:0410", heading=1), craft("c1", "punisher", "1:0411", heading=1), layout=layout)
    c1 = state.craft["c1"]
    c1.mounts = [m for m in c1.mounts if m.weapon == "lepc_18"][:1]
    state.craft["t1"].mounts, c1.missiles = [], {}
    play = play_of(state, *dice)
    play.answers = {"fire:com": Orders({"c1": {"fire": {"0": "t1"}}})}
    assert fire(play) == []
    return play


def test_the_beam_of_a_lepc_strikes_at_the_bottom_of_the_hole_of_its_laser() -> None:
    play = lepc(6, 5, 6)
    rows = [row.bit_count() for row in play.state.craft["t1"].armor["stern"].rows]
    whole = boxes_left(board_of(craft("t1", "gladius", "1:0410")).craft["t1"].armor["stern"]) // 10
    assert rows == [9, 9, 9, 9, 1, 1] + [10] * (whole - 6)


def test_both_parts_of_a_lepc_miss_with_its_laser() -> None:
    play = lepc(10)
    assert [(e.kind, len(e.checks)) for e in play.events] == [("miss", 1)]


def test_the_beam_alone_may_miss() -> None:
    play = lepc(6, 5, 7)
    assert [(e.kind, len(e.checks)) for e in play.events] == [("hit", 2)]
    assert play.events[0].text.endswith("4 armor boxes gone, its beam misses.")


def test_in_air_a_lepc_is_a_laser() -> None:
    play = lepc(6, 5, layout="three_game")
    assert [(e.kind, len(e.checks)) for e in play.events] == [("hit", 1)]


def test_neutron_beams_need_vacuum_too() -> None:
    def beams(layout: str) -> set[str]:
        state = board_of(craft("t1", "gaul", "1:0410", heading=1), craft("c1", "avenger", "1:0407"), layout=layout)
        t1 = state.craft["t1"]
        return {t1.mounts[n].weapon for n in Gunner(state, t1).strongest(state.craft["c1"])}

    assert beams("interceptor_deep_space") - beams("three_game") == {"npc_16"}


def test_a_cone_laser_opens_inward() -> None:
    assert [len(row) for row in template("cone_laser", 15) or ()] == [1, 3, 3, 3, 5]
    assert [len(row) for row in template("npc", 16) or ()] == [len(row) for row in reversed(template("tpp", 16) or ())]


# --- who, at whom, when ---------------------------------------------------------------------------------------------------------------


def test_who_attacks_the_ground_neither_fires_in_the_air_nor_is_fired_at() -> None:
    state = board_of(craft("t1", "gladius", "1:0114", heading=1), craft("c1", "avenger", "1:0114"), layout="three_game")
    t1, c1 = state.craft["t1"], state.craft["c1"]
    assert can_fire(Gunner(state, t1))
    t1.where = "ground_attack"
    assert (can_fire(Gunner(state, t1)), enemies(state, c1)) == ([], [])
    decision = Decision("fire:com", "com", "fire", "Declare fire.", ["c1"], True)
    faults = ENGINE.check(ENGINE.view(state, "com"), decision, Orders({"c1": {"fire": {"0": "t1"}}}))
    assert [f.code for f in faults] == ["no_target"]


def test_in_one_hex_fire_comes_along_the_heading_of_the_firer() -> None:
    state = board_of(craft("t1", "gladius", "1:1010", heading=1), craft("c1", "avenger", "1:1010", heading=1))
    t1, c1 = state.craft["t1"], state.craft["c1"]
    sides = []
    for c1.heading in range(1, 7):
        found = aim(state, c1, t1)
        sides.append(found.side)
        assert (found.range_hexes, found.base) == (0, 8)
    assert sides == ["stern", "left", "left", "bow", "right", "right"]


def test_what_is_hit_still_fires_as_it_was_declared() -> None:
    """t1 loses its fire computer, twice over, to c1, which fires first, and still has its old number; after that four less."""
    state = board_of(craft("c1", "avenger", "1:1010", heading=1), craft("t1", "gladius", "1:1007", heading=4))
    t1, c1 = state.craft["t1"], state.craft["c1"]
    t1.armor["bow"].rows = ()
    before = aim(state, t1, c1).target
    play = play_of(state, 1, 5, 4, 10, 4, 10, 10)
    play.answers = {"fire:tog": Orders({"t1": {"fire": {"0": "c1"}}}), "fire:com": Orders({"c1": {"fire": {"0": "t1"}}})}
    fire(play)
    assert [(e.kind, *e.units) for e in play.events] == [
        ("hit", "c1", "t1"),
        ("miss", "t1", "c1"),
        ("system_hit", "t1"),
    ]
    assert play.events[1].checks[0].target == before
    assert aim(state, t1, c1).target == before - 4


def test_a_ruling_between_declaration_and_fire_may_cost_shots() -> None:
    state = board_of(craft("t1", "gladius", "1:1010", heading=1), craft("c1", "avenger", "1:1014", heading=1))
    c1 = state.craft["c1"]
    play = play_of(state, *[10] * 4)
    play.answers = {"fire:com": Orders({"c1": {"fire": {str(n): "t1" for n in Gunner(state, c1).strongest(state.craft["t1"])}}})}
    c1.marks["plant"] = 1
    fire(play)
    assert [e.kind for e in play.events] == ["miss"] * 4
