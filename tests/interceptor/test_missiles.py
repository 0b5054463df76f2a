"""Missiles: lock-on, launching, what they seek, their flight, what they meet and what they do."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scales.armor import boxes_left
from scales.engine import Modifier, Orders
from scales.hexes import Hex, distance
from scales.interceptor import ENGINE
from scales.interceptor.board import board
from scales.interceptor.missiles.flying import at_the_ground, fly_all, fly_hell
from scales.interceptor.missiles.in_flight import destroy_shot, leg, locked_on, put_in_flight, turns_to
from scales.interceptor.missiles.launches import launch_decision
from scales.interceptor.missiles.launching import Launcher, launch, launch_at_ground, launch_from_ground
from scales.interceptor.missiles.lock_on import can_launch, lock_number, targets_of
from scales.interceptor.missiles.seeking import target_of
from scales.interceptor.state import Battle, Cluster, Shot, State
from scales.interceptor.tables import craft_types, missiles
from tests.interceptor.scenes import Moment, Table, board_of, craft, linked_battle, play_of, sample_battle


def duel(**more: object) -> State:
    return board_of(craft("c1", "stinger", "1:1014", heading=1), craft("t1", "gladius", "1:1010", heading=1, **more))


def shot_at(state: State, kind: str = "sss", *, by: str = "c1", at: str = "t1", row: int = 14, id: str = "m1") -> Shot:
    """A missile of the turn before."""
    shot = Shot(id, kind, state.craft[by].side, by, at, 10, row, 0, state.at.turn - 1)
    state.shots.append(shot)
    return shot


def flown(state: State, *dice: int) -> list[Any]:
    """The events of a flight."""
    play = play_of(state, *dice)
    fly_all(play)
    fly_hell(play)
    return play.events


# --- lock-on --------------------------------------------------------------------------------------------------------------------------


def test_a_missile_locks_on_by_gunnery_and_strikes_next_turn() -> None:
    state = duel()
    c1, t1 = state.craft["c1"], state.craft["t1"]
    launch(play_of(state, 4), c1, "sss", t1)
    assert (c1.missiles, len(state.shots)) == ({"sss": 2}, 1)
    assert flown(state) == [], "it flies from the next turn on"
    state.at.turn = 2
    events = flown(state, 8, 5)
    assert (state.shots, events[-1].data["side"]) == ([], "stern")
    assert boxes_left(t1.armor["stern"]) == craft_types()["gladius"].armor["stern"] - 20


def test_no_lock_keeps_the_missile_and_uses_the_try() -> None:
    state = duel()
    c1 = state.craft["c1"]
    assert not launch(play_of(state, 5), c1, "sss", state.craft["t1"])
    assert (c1.missiles, state.shots, can_launch(state, c1)) == ({"sss": 3}, [], [])
    state.at.turn = 2
    assert can_launch(state, c1) == ["sss"]


@pytest.mark.parametrize(("kind", "number"), [("sss", 4), ("ris", 4), ("tgm", 8), ("dfm", 8), ("hell_missile", 4)])
def test_lock_on_by_kind(kind: str, number: int) -> None:
    state = duel()
    base, modifiers = lock_number(state.craft["c1"], missiles()[kind], state.craft["t1"])
    assert base + sum(m.value for m in modifiers) == number


def test_circuits_and_a_pod_take_from_the_lock_on_but_not_from_that_of_a_hell_missile() -> None:
    state = duel(loads={"ecm_pod": 1})
    c1, t1 = state.craft["c1"], state.craft["t1"]
    c1.marks = {"target_locking_circuits": 1}
    named = [(m.name, m.value) for m in lock_number(c1, missiles()["tgm"], t1)[1]]
    assert named == [("target locking circuits", -2), ("ECM pod", -3)]
    assert [m.name for m in lock_number(c1, missiles()["hell_missile"], t1)[1]] == ["target locking circuits"]


def test_sensors_and_the_forward_arc_limit_the_lock() -> None:
    state = board_of(craft("c1", "stinger", "1:1014", heading=1), craft("t1", "gladius", "1:1003"), craft("t2", "gladius", "2:1002"))
    c1 = state.craft["c1"]
    assert [t.id for t in targets_of(state, c1, "sss")] == ["t1"], "t2 is astern"
    c1.marks = {"long_range_sensors": 1}
    assert targets_of(state, c1, "sss") == [], "eleven hexes are too far without long range sensors"


def test_a_hell_missile_may_be_launched_at_javelins() -> None:
    state = board_of(craft("c1", "stinger", "1:1014", loads={"hell_missile": 1}), craft("t1", "gladius", "1:1012", heading=4))
    state.shots = [Shot("t1.m1", "thor_cluster", "tog", "t1", "", 10, 11, 1, 1, battle="b", cluster=Cluster("", 3))]
    assert [t.id for t in targets_of(state, state.craft["c1"], "hell_missile")] == ["t1", "t1.m1"]
    assert launch(play_of(state, 4), state.craft["c1"], "hell_missile", state.shots[0])
    state.at.turn = 2
    state.shots[0].launched = 2
    kinds = [e.kind for e in flown(state, *[10] * 60)]
    assert kinds[0] == "hell_burst"
    assert "javelins_lost" in kinds
    assert state.shots == []


# --- launches -------------------------------------------------------------------------------------------------------------------------


def test_a_craft_launches_one_missile_a_turn_from_one_of_its_hard_points() -> None:
    state = duel()
    c1 = state.craft["c1"]
    play = play_of(state, 1)
    launch(play, c1, "sss", state.craft["t1"])
    side = play.events[-1].data["hard_point"]
    assert side in craft_types()["stinger"].points
    assert len(c1.bare) == 1
    assert c1.mounts[c1.bare[0]].location == side
    assert can_launch(state, c1) == []


def test_a_hard_point_that_is_out_launches_nothing() -> None:
    state = duel()
    c1 = state.craft["c1"]
    for mount in c1.mounts:
        mount.out = 1 if mount.weapon == "hard_point" else 0
    assert can_launch(state, c1) == []
    state.at.turn = 2
    assert can_launch(state, c1) == ["sss"]


def test_every_autoloading_hard_point_launches_one_a_turn() -> None:
    state = board_of(craft("t1", "liburna", "1:1014", heading=1), craft("c1", "gladius", "1:1008", heading=1, loads={}))
    assert state.craft["t1"].missiles == {"sss": 20}
    table = Table(state)
    c1 = {"missile": "sss", "target": "c1"}
    answers = {launch_decision("tog", [], n).key: Orders({"t1": c1}) for n in (1, 2, 3)}
    table.phase("combat", answers=answers)
    assert [d.key for d in table.asked if d.kind == "launch"] == ["launch:tog", "launch:tog:2"]
    tried = [e for e in table.events if e.kind in ("missile_launched", "no_lock")]
    assert len(tried) == 2
    assert table.craft("t1").missiles.get("sss", 0) == 20 - sum(e.kind == "missile_launched" for e in tried)


def test_who_launches_nothing_is_not_asked_again() -> None:
    state = board_of(craft("t1", "liburna", "1:1014", heading=1), craft("c1", "gladius", "1:1008", heading=1, loads={}))
    table = Table(state)
    table.phase("combat", answers={"launch:tog": Orders({"t1": {"missile": ""}})})
    assert [d.key for d in table.asked if d.kind == "launch"] == ["launch:tog"]


def test_a_dfm_needs_its_own_number_and_bursts_at_once() -> None:
    state = board_of(craft("c1", "stinger", "1:1014", heading=1, loads={"dfm": 2}), craft("t1", "gladius", "1:1012", heading=1))
    table = Table(state)
    table.phase("combat", answers={"launch:com": Orders({"c1": {"missile": "dfm", "ahead": 2}})})
    told = next(e for e in table.events if e.kind in ("dfm_burst", "no_lock"))
    assert (told.checks[0].base, [m.value for m in told.checks[0].modifiers], told.checks[0].target) == (4, [4], 8)
    assert table.craft("c1").missiles == {"dfm": 1 if told.kind == "dfm_burst" else 2}


# --- what they seek -------------------------------------------------------------------------------------------------------------------


def three() -> State:
    """A missile's target and a wingman nearer to the missile; turn 2."""
    state = board_of(
        craft("c1", "stinger", "1:1014", heading=1),
        craft("t1", "gladius", "1:1008"),
        craft("t2", "gladius", "1:1011"),
        craft("c2", "stinger", "1:1012"),
    )
    state.at.turn, state.at.phase = 2, "movement"
    return state


def test_an_sss_follows_its_target_alone() -> None:
    state = three()
    shot = shot_at(state)
    assert target_of(state, shot) == "t1"
    state.craft["t1"].where = "left"
    assert [e.kind for e in flown(state)] == ["missile_lost"]


def test_a_ris_follows_radiation() -> None:
    state = three()
    shot = shot_at(state, "ris")
    assert target_of(state, shot) == "", "nobody radiates"
    state.craft["t1"].beamed = 1
    assert target_of(state, shot) == "t1"
    state.craft["t1"].beamed, state.craft["c2"].beamed, state.craft["t2"].pods = 0, 1, ["ecm_pod"]
    assert target_of(state, shot) == "t2", "a pod is the strongest source"
    state.craft["t2"].pods = []
    assert target_of(state, shot) == "c2", "it does not ask whose it is"
    state.at.turn = 3
    assert [e.text for e in flown(state)] == ["The RIS of c1 finds no radiation to follow."]


def test_a_ris_is_launched_only_at_what_radiates() -> None:
    state = three()
    state.at.phase = "combat"
    assert targets_of(state, state.craft["c1"], "ris") == []
    state.craft["t1"].beamed = 2
    assert [t.id for t in targets_of(state, state.craft["c1"], "ris")] == ["t1"]


def test_firing_beams_makes_a_craft_radiate() -> None:
    state = board_of(craft("t1", "cuspis", "1:1012", heading=1, loads={}), craft("c1", "cuspis", "1:1008", heading=4, loads={}))
    beams = [str(n) for n, m in enumerate(state.craft["t1"].mounts) if m.weapon.startswith("laser")]
    table = Table(state)
    table.phase("combat", answers={"fire:tog": Orders({"t1": {"fire": {beams[0]: "c1"}}}), "fire:com": Orders({"c1": {"fire": {}}})})
    assert (table.craft("t1").beamed, table.craft("c1").beamed) == (1, 0)


def test_a_tgm_takes_the_nearest_craft_without_its_code() -> None:
    state = three()
    shot = shot_at(state, "tgm")
    assert target_of(state, shot) == "t2", "c2 is nearer and answers with the code"
    state.craft["c2"].marks = {"computer_transponder": 1}
    assert target_of(state, shot) == "c2"
    events = flown(state, 1, 1)
    assert events[0].kind == "missile_turns"
    assert {tuple(sorted(e.units)) for e in events[1:]} == {("c1", "c2")}


# --- flight ---------------------------------------------------------------------------------------------------------------------------


def test_a_missile_gains_its_thrust_each_turn() -> None:
    state = board_of(craft("c1", "stinger", "2:1014", heading=1), craft("t1", "gladius", "1:1001"))
    b = board(state.layout)
    goal = state.craft["t1"].hex
    shot = put_in_flight(state, "hell_missile", "com", "c1", state.craft["c1"].hex, "t1")
    away, turns = state.craft["c1"].row - state.craft["t1"].row, turns_to(b, shot, goal)
    gone = 0
    for turn in range(2, 2 + turns):
        state.at.turn = turn
        way = leg(b, shot, goal)
        assert way.velocity == 4 * (turn - 1)
        gone += len(way.path)
        assert way.arrives == (turn == 1 + turns)
        if not way.arrives:
            events = flown(state)
            assert [e.kind for e in events] == ["missile_flies"]
            assert len(events[0].data["path"]) == way.velocity
    assert gone == away


def test_a_missile_from_the_ground_climbs_slower_until_it_is_clear_of_the_well() -> None:
    b = board("two_game")
    state = board_of(craft("t1", "gladius", b.label(Hex(-24, 8)), heading=4, loads={}), layout="two_game")
    play = play_of(state, 4)
    fort = Launcher("fort", "Fort 1", "com", Battle("b1", 26, 8, ["com"]), (Modifier("targeting control systems", -1),))
    assert not launch_from_ground(play, fort, "hell_missile", state.craft["t1"]), "three or less"
    fort = Launcher("fort", "Fort 1", "com", Battle("b1", 26, 8, ["com"]))
    assert launch_from_ground(play_of(state, 4), fort, "hell_missile", state.craft["t1"])
    (shot,) = state.shots
    assert (shot.hex, shot.owner, shot.name, shot.climbing) == (Hex(26, 8), "fort", "Fort 1", True)
    assert [c.turns for c in locked_on(state, state.craft["t1"])] == [6]
    velocities = []
    for state.at.turn in (2, 3, 4, 5):
        events = flown(state)
        assert events[0].text.startswith("The HELL missile of Fort 1 flies toward t1")
        velocities.append((shot.velocity, shot.climbing))
    assert velocities == [(3, True), (6, True), (9, True), (12, False)]
    assert leg(b, shot, state.craft["t1"].hex).velocity == 16
    assert ENGINE.invariants(state) == []


def test_a_missile_from_the_ground_may_find_no_lock() -> None:
    state = board_of(craft("t1", "gladius", "2:1014", loads={"ecm_pod": 1}), layout="three_game")
    ground = Launcher("inst", "Fort 1", "com", Battle("b1", 1, 14, ["com"]))
    play = play_of(state, 2)
    assert not launch_from_ground(play, ground, "sss", state.craft["t1"])
    assert (play.events[-1].checks[0].target, state.shots) == (1, [])


def test_a_missile_flies_down_to_a_battlefield() -> None:
    state = board_of(craft("c1", "stinger", "1:0514", heading=5), craft("t1", "gladius", "2:1014"), layout="three_game")
    state.battles["b1"] = Battle("b1", 1, 14, ["tog"])
    assert launch_at_ground(play_of(state, 1), state.craft["c1"], "sss", "b1", "tank", "Tank 7") is not None
    assert at_the_ground(state) == []
    state.at.turn = 2
    assert [e.kind for e in flown(state)] == ["missile_flies"]
    (shot,) = at_the_ground(state)
    assert (shot.unit, shot.battle, shot.hex) == ("tank", "b1", Hex(1, 14))
    state.at.turn = 3
    assert flown(state)[0].text.endswith("bursts on the ground.")
    assert state.shots == []


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ({"missile": "sss"}, "'target' is missing: a SSS is launched at somebody (interceptor: Missiles)."),
        ({"missile": "sss", "target": "t1", "ahead": 2}, "'ahead' is for a DFM, no SSS has it (interceptor: Missiles)."),
        ({"missile": "sss", "target": "c1"}, "c1 cannot lock on 'c1' (interceptor: Missiles)."),
    ],
)
def test_a_launch_is_refused_in_a_sentence(order: dict[str, Any], words: str) -> None:
    found = ENGINE.check(ENGINE.view(duel(), "com"), launch_decision("com", ["c1"]), Orders({"c1": order}))
    assert [fault.text for fault in found] == [words]


def test_a_missile_of_a_battle_that_is_over_is_struck_off() -> None:
    state = board_of(craft("c1", "stinger", "1:0514", heading=5), layout="three_game")
    put_in_flight(state, "sss", "com", "c1", Hex(5, 14), battle="b1", unit="tank")
    state.at.turn = 2
    assert [e.kind for e in flown(state)] == ["missile_lost"]


def test_what_comes_at_a_craft_is_told_with_its_time() -> None:
    state = board_of(craft("c1", "stinger", "2:1014"), craft("t1", "gladius", "1:1010"))
    near = put_in_flight(state, "sss", "com", "c1", Hex(10, 20), "t1")
    far = put_in_flight(state, "hell_missile", "com", "c1", Hex(10, 20), "t1")
    assert [(c.shot.id, c.turns) for c in locked_on(state, state.craft["t1"])] == [(near.id, 1), (far.id, 2)]
    assert locked_on(state, state.craft["c1"]) == []


def test_a_missile_that_is_shot_down_does_not_explode() -> None:
    state = duel()
    shot = shot_at(state, "hell_missile")
    play = play_of(state)
    destroy_shot(play, shot, "is shot down by t1")
    assert (state.shots, [e.kind for e in play.events]) == ([], ["missile_shot_down"])


def test_a_hell_missile_flies_last_and_takes_the_missiles_in_its_hex_along() -> None:
    state = board_of(craft("c1", "stinger", "1:1014", heading=1), craft("t1", "gladius", "1:1010"), craft("t2", "gladius", "1:1001"))
    state.at.turn = 2
    shot_at(state, "hell_missile", id="h")
    other = shot_at(state, "sss", id="s", at="c1", row=10, by="t2")
    other.launched = 2
    kinds = [e.kind for e in flown(state, *[10] * 60)]
    assert kinds[:2] == ["hell_burst", "hell_damage"]
    assert kinds[2] == "missile_lost"
    assert state.shots == []


# --- the order of the minute ----------------------------------------------------------------------------------------------------------


def test_missiles_fly_after_all_craft_and_leave_after_all_fire() -> None:
    flights = launched = 0
    for moments in (linked_battle(), sample_battle(3), sample_battle(5)):
        for phase, kinds in played(moments):
            if "moved" in kinds and {"missile_flies", "missile_attack"} & set(kinds):
                flights += 1
                assert first(kinds, "missile_flies", "missile_attack") > last(kinds, "moved")
            if phase == "combat" and {"missile_launched", "no_lock"} & set(kinds):
                launched += 1
                assert first(kinds, "missile_launched", "no_lock") > last(kinds, "hit", "miss")
    assert flights
    assert launched


def played(moments: tuple[Moment, ...]) -> list[tuple[str, list[str]]]:
    """The kinds of the events of each phase that ended, in their order."""
    found, kinds = [], list[str]()
    for moment in moments:
        kinds = kinds + [e.kind for e in moment.step.events]
        if moment.step.done:
            found.append((moment.phase, kinds))
            kinds = []
    return found


def first(kinds: list[str], *wanted: str) -> int:
    return min(n for n, kind in enumerate(kinds) if kind in wanted)


def last(kinds: list[str], *wanted: str) -> int:
    return max((n for n, kind in enumerate(kinds) if kind in wanted), default=-1)


HEXES = st.builds(Hex, st.integers(1, 26), st.integers(1, 28))


@settings(max_examples=60, deadline=None)
@given(start=HEXES, goal=HEXES, kind=st.sampled_from(["sss", "tgm", "hell_missile"]), climbing=st.booleans())
def test_every_flight_is_a_shortest_path_over_the_board_and_takes_the_turns_foretold(
    start: Hex, goal: Hex, kind: str, climbing: bool
) -> None:
    b = board("three_game")
    shot = Shot("m", kind, "com", "c", "t", *start, 0, 1, climbing=climbing)
    foretold, flown, turns = turns_to(b, shot, goal), 0, 0
    assert (shot.hex, shot.velocity) == (start, 0), "foretelling moves nothing"
    while shot.hex != goal or not turns:
        way = leg(b, shot, goal)
        assert way.velocity == shot.velocity + missiles()[kind].thrust - climbing
        assert len(way.path) == min(way.velocity, distance(shot.hex, goal, "odd"))
        for here, there in pairwise([shot.hex, *way.path]):
            assert distance(here, there, "odd") == 1
            assert b.has(there)
        shot.place(way.path[-1] if way.path else shot.hex)
        shot.velocity, flown, turns = way.velocity, flown + len(way.path), turns + 1
    assert (turns, flown) == (foretold, distance(start, goal, "odd"))
