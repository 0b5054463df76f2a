"""Hits on weapons and hard points: which one, what goes with it, and what a craft without any has instead (Interceptor internal systems)."""

import pytest

from scales.interceptor.damage.damage import strike, take_effect
from scales.interceptor.damage.sheets import sheet_of, with_sheet
from scales.interceptor.missiles.hard_points import hung
from scales.interceptor.missiles.lock_on import can_launch
from scales.interceptor.preparation.craft import fresh_craft
from scales.interceptor.state import Craft, State
from scales.interceptor.tables import craft_types
from scales.play import Play
from tests.interceptor.scenes import board_of, craft, play_of


def one(kind: str, **more: object) -> tuple[State, Craft]:
    state = board_of(craft("t1", kind, "1:1010", heading=1, **more), craft("c1", "avenger", "1:1012"))
    return state, state.craft["t1"]


def hit(state: State, craft: Craft, part: str, *dice: int) -> Play[State]:
    craft.fresh = [part]
    play = play_of(state, *dice)
    take_effect(play, craft)
    return play


@pytest.mark.parametrize("roll", [1, 5, 10])
def test_a_hit_on_weapons_where_there_are_none_is_one_on_the_superstructure(roll: int) -> None:
    """The table of a side names weapons, the sheet of the craft shows none there."""
    state, t1 = one("avenger")
    t1.mounts = [m for m in t1.mounts if m.location != "right"]
    t1.armor["right"].rows = ()
    assert strike(play_of(state, 1, 1, roll).dice, t1, "right", "laser", 1).parts == ["superstructure"]
    t1.armor["left"].rows = ()
    assert strike(play_of(state, 1, 1, roll).dice, t1, "left", "laser", 1).parts != ["superstructure"]


def test_with_no_weapon_left_at_all_the_superstructure_is_hit() -> None:
    state, t1 = one("avenger")
    for mount in t1.mounts:
        mount.gone = True
    hit(state, t1, "weapon_destroyed:left")
    assert t1.marks == {"superstructure": 1}


def test_turret_weapons_lie_under_every_side() -> None:
    state, t1 = one("gladius", loads={})
    hit(state, t1, "weapon_destroyed:left", 2)
    assert [m.location for m in t1.mounts if m.gone] == ["turret"]


def test_a_hard_point_is_lost_with_what_hangs_on_it() -> None:
    """Six hard points, three on a side; a SSS hangs on each of the first two, an ECM pod on the third."""
    state, t1 = one("gladius", loads={"sss": 2, "ecm_pod": 1})
    left = [n for n, store in hung(t1).items() if t1.mounts[n].location == "left"]
    assert [hung(t1)[n] for n in left] == ["sss", "sss", "ecm_pod"]
    play = hit(state, t1, "weapon_destroyed:left", 5)
    assert (t1.missiles, t1.pods) == ({"sss": 2}, [])
    assert [(e.kind, e.seen_by) for e in play.events] == [("weapon_hit", None), ("store_lost", ["tog"])]
    hit(state, t1, "weapon_destroyed:left", 3)
    assert (t1.missiles, t1.where) == ({"sss": 1}, "board"), "a missile that is lost with its hard point does not explode"


def test_empty_hard_points_are_passed_over() -> None:
    state, t1 = one("funda", loads={"sss": 1})
    assert [t1.mounts[n].location for n in hung(t1)] == ["right"]
    play = hit(state, t1, "weapon_destroyed:left", 1)
    assert [e.text for e in play.events] == ["The 1.5/5 Laser of t1 is destroyed."], "nothing hangs on the left; clockwise comes the bow"


def test_a_shorted_hard_point_launches_nothing_in_the_next_turn() -> None:
    state, t1 = one("funda", loads={"sss": 1, "ris": 1})
    hit(state, t1, "weapon_short:right", 1)
    able = []
    for turn in (1, 2, 3):
        state.at.turn = turn
        able.append(can_launch(state, t1))
    assert able == [["ris", "sss"], ["sss"], ["ris", "sss"]], "the RIS hangs on the right"


def test_of_two_autoloaders_one_goes_up_with_its_half() -> None:
    state, t1 = one("liburna", loads={"sss": 5})
    t1.mounts = [m for m in t1.mounts if m.location == "bow" and m.weapon == "autoloading_hard_point"]
    t1.marks = {}
    play = hit(state, t1, "weapon_destroyed:bow", 1)
    assert t1.missiles == {"sss": 2}
    assert [e.kind for e in play.events] == ["weapon_hit", "missiles_explode", "craft_destroyed"]
    assert play.events[1].data == {"missiles": 3}


def test_an_empty_autoloader_does_not_explode() -> None:
    state, t1 = one("pharetra", loads={})
    t1.mounts = [m for m in t1.mounts if m.location == "bow"]
    play = hit(state, t1, "weapon_destroyed:bow", 1)
    assert ([e.kind for e in play.events], t1.where) == (["weapon_hit"], "board")


def test_lost_hard_points_and_pods_go_with_the_sheet() -> None:
    state, t1 = one("gladius", loads={"sss": 2, "ecm_pod": 1})
    hit(state, t1, "weapon_destroyed:left", 5)
    fresh = fresh_craft("t1", "t1", craft_types()["gladius"], "tog", mission="fighters", loads={"sss": 2, "ecm_pod": 1})
    again = with_sheet(fresh, sheet_of(t1))
    assert ([m.gone for m in again.mounts], again.pods) == ([m.gone for m in t1.mounts], [])
