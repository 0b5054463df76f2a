"""Armor, components, and how a craft ends."""

import pytest

from scales.armor import boxes_left, mark
from scales.dice import KeyedDice, seeded_secret
from scales.interceptor import ENGINE
from scales.interceptor.damage.condition import air_limit, is_helpless, shield, wings
from scales.interceptor.damage.damage import destroy, spread, strike, take_effect, widow_all
from scales.interceptor.missiles.flying import fly_hell
from scales.interceptor.movement.flight import STRAIGHT
from scales.interceptor.preparation.loads import default_loads
from scales.interceptor.state import Shot, State
from scales.interceptor.tables import craft_types, template
from scales.play import Play
from tests.interceptor.scenes import board_of, craft, play_of


def one(kind: str = "gladius", **more: object) -> State:
    return board_of(craft("t1", kind, "1:1010", heading=1, **more))


def test_a_laser_goes_straight_down_a_column() -> None:
    state = one()
    blow = strike(play_of(state, 4).dice, state.craft["t1"], "bow", "laser", 6)
    assert (blow.column, blow.marked, blow.inside) == (4, 6, 0)
    assert [row >> 3 & 1 for row in state.craft["t1"].armor["bow"].rows[:7]] == [0] * 6 + [1]


def test_templates_are_centered_and_lose_what_hangs_over() -> None:
    state = one()
    assert [len(row) for row in template("mdc", 10) or ()] == [5, 3, 1, 1]
    assert strike(play_of(state, 5).dice, state.craft["t1"], "stern", "mdc", 10).marked == 10
    assert strike(play_of(state, 1).dice, state.craft["t1"], "bow", "epc", 18).marked == 10


def test_every_four_boxes_inside_mark_a_component() -> None:
    state = one()
    t1 = state.craft["t1"]
    t1.armor["stern"].rows = (0,) * len(t1.armor["stern"].rows)
    play = play_of(state, 3, 1, 10, 6, 10)
    blow = strike(play.dice, t1, "stern", "laser", 5)
    assert blow.parts == t1.fresh == ["drive", "plant"]
    play.tell("test", "A hit.", "test")
    take_effect(play, t1)
    assert t1.marks == {"drive": 1, "plant": 1}
    assert t1.fresh == []


def test_a_patrol_craft_holds_eight_boxes_to_a_component() -> None:
    state = one("pegasus")
    t1 = state.craft["t1"]
    t1.armor["right_stern"].rows = ()
    assert len(strike(play_of(state, 3, 1, 10, 6, 10).dice, t1, "right_stern", "laser", 9).parts) == 2


def test_components_a_craft_lacks_are_superstructure() -> None:
    state = one("tormenta")
    t1 = state.craft["t1"]
    t1.armor["bow"].rows = ()
    assert strike(play_of(state, 1, 9, 3).dice, t1, "bow", "laser", 1).parts == ["superstructure"]


@pytest.mark.parametrize(
    ("marks", "fresh", "dice", "how"),
    [
        ({"plant": 3}, ["plant"], [], "explodes"),
        ({"superstructure": 2}, ["superstructure"], [8], "breaks up"),
        ({"superstructure": 2}, ["superstructure"], [7], "breaks up, its pilot ejects"),
        ({"pilot": 2}, ["pilot"], [7], "is lost, its pilot ejects"),
        ({"pilot": 2}, ["pilot"], [8], "is lost with its pilot"),
    ],
)
def test_how_a_craft_ends(marks: dict[str, int], fresh: list[str], dice: list[int], how: str) -> None:
    state = one()
    t1 = state.craft["t1"]
    t1.marks, t1.fresh = marks, fresh
    play = play_of(state, *dice)
    take_effect(play, t1)
    assert (t1.where, play.events[-1].data["how"]) == ("destroyed", how)


def test_a_patrol_crew_bears_six_wounds_and_then_drifts() -> None:
    state = one("pegasus")
    t1 = state.craft["t1"]
    t1.marks, t1.fresh = {"pilot": 5}, ["pilot"]
    take_effect(play_of(state), t1)
    assert (t1.where, is_helpless(t1)) == ("board", True)


def test_effects_of_thrusters_shields_and_air_systems() -> None:
    state = one("gaul")
    t1 = state.craft["t1"]
    t1.fresh = [
        "vector_thruster:left",
        "vector_thruster:right",
        "vector_thruster:right",
        "shield_power_converter",
        "shield_destroyed:stern",
    ]
    take_effect(play_of(state), t1)
    assert (wings(t1).left, wings(t1).right) == (1, STRAIGHT)
    assert (shield(t1, "bow", 1), shield(t1, "stern", 1)) == (30, 0)
    assert air_limit(t1) == 2, "anti-grav alone"
    t1.marks["anti_grav_drive"] = 1
    assert air_limit(t1) == 0


def test_a_short_comes_with_the_next_turn_and_goes_with_it() -> None:
    state = one()
    t1 = state.craft["t1"]
    t1.fresh = ["shield_short:bow", "power_coupling"]
    take_effect(play_of(state), t1)
    assert [shield(t1, "bow", turn) for turn in (1, 2, 3)] == [60, 0, 60]


def test_a_destroyed_weapon_is_drawn_from_the_side_or_the_next_clockwise() -> None:
    state = one("avenger")
    t1 = state.craft["t1"]
    t1.fresh = ["weapon_destroyed:stern"]
    play = play_of(state, 1)
    take_effect(play, t1)
    gone = [m.location for m in t1.mounts if m.gone]
    assert gone == ["left"], "nothing sits astern; clockwise comes left"


def test_loose_armor_falls_off() -> None:
    state = one()
    bow = state.craft["t1"].armor["bow"]
    mark(bow, len(bow.rows), 1)
    for row in range(1, len(bow.rows) + 1):
        mark(bow, row, 2)
    before = boxes_left(bow)
    widow_all(play_of(state))
    assert boxes_left(bow) == before - (len(bow.rows) - 1)


def test_an_autoloading_hard_point_goes_up_with_its_missiles() -> None:
    state = one("pharetra")
    t1 = state.craft["t1"]
    assert default_loads(craft_types()["pharetra"], "fighters") == {"sss": 10} == t1.missiles
    t1.mounts = [m for m in t1.mounts if m.weapon == "autoloading_hard_point"]
    t1.fresh = ["weapon_destroyed:bow"]
    take_effect(play_of(state), t1)
    assert t1.where == "destroyed"


def test_the_killer_is_remembered() -> None:
    state = one()
    destroy(play_of(state), state.craft["t1"], "explodes", "c9")
    assert state.craft["t1"].by == "c9"


@pytest.mark.parametrize("how", ["hell", "air", "ruling"])
def test_heat_goes_along_the_rows_and_does_not_count_boxes_gone(how: str) -> None:
    """A HELL missile burns as a HELL round does on the ground (centurion: HELL Rounds, Damage from Grounding)."""
    state = one("shuttle", velocity=3)
    t1 = state.craft["t1"]
    bow = t1.armor["bow"]
    bow.rows = (0, 0b1000000001, *bow.rows[2:])
    left = boxes_left(bow)
    dice = KeyedDice(key=seeded_secret(3))
    if how == "hell":
        state.shots, state.at.turn = [Shot("m1", "hell_missile", "com", "c1", "t1", 10, 12, 0, 1)], 2
        play = Play(state, dice)
        fly_hell(play)
        burnt = next(e for e in play.events if e.kind == "hell_damage")
        assert (boxes_left(bow), "area inside t1's bow" in {r.why for r in burnt.rolls}) == (0, True)
    elif how == "air":
        spread(dice, t1, "bow", 5)
        assert (bow.rows[1], bow.rows[2], boxes_left(bow)) == (0, 0b1111111000, left - 5)
    else:
        after = ENGINE.amend(state, {"kind": "damage", "unit": "t1", "side": "bow", "points": left, "reason": "as agreed"}, dice).state
        assert (boxes_left(after.craft["t1"].armor["bow"]), after.craft["t1"].marks) == (0, {})
