"""Pilots: names and skills, familiarity by missions in one craft, and who comes back."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scales.dice import KeyedDice, ScriptedDice, seeded_secret
from scales.engine import Json
from scales.interceptor import ENGINE
from scales.interceptor.damage.condition import gunnery, piloting
from scales.interceptor.damage.damage import destroy, take_effect
from scales.interceptor.missiles.attack import attack
from scales.interceptor.missiles.in_flight import put_in_flight
from scales.interceptor.pilots import debriefing, engagement, roster
from scales.interceptor.pilots.familiarity import bonus
from scales.interceptor.pilots.fates import state_of
from scales.interceptor.state import State
from scales.messages import GroundTarget
from tests.interceptor.scenes import Table, aim, board_of, craft, play_of, setup_of


def duel(**more: Any) -> State:
    """t1 straight behind c1, four hexes off."""
    return board_of(craft("t1", "gladius", "1:1010", heading=1, **more), craft("c1", "avenger", "1:1006", heading=1))


# --- familiarity ------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("missions", "piloting_more", "gunnery_more"),
    [(0, 0, 0), (5, 0, 0), (6, 1, 0), (10, 1, 0), (11, 2, 1), (20, 2, 1), (21, 3, 2), (30, 3, 2), (31, 4, 3), (99, 4, 3)],
)
def test_familiarity_grows_with_missions(missions: int, piloting_more: int, gunnery_more: int) -> None:
    assert bonus(missions) == (piloting_more, gunnery_more)
    t1 = duel(missions=missions).craft["t1"]
    assert (piloting(t1), gunnery(t1)) == (5 + piloting_more, 4 + gunnery_more)


def test_familiarity_is_named_in_the_to_hit_number() -> None:
    state, plain = duel(missions=31), duel()
    with_it, without = (aim(s, s.craft["t1"], s.craft["c1"]) for s in (state, plain))
    assert ("familiarity", 3) in with_it.modifiers
    assert "familiarity" not in dict(without.modifiers)
    assert with_it.target == without.target + 3


def test_wounds_and_familiarity_add_up() -> None:
    t1 = duel(missions=31).craft["t1"]
    t1.marks = {"pilot": 2}
    assert (piloting(t1), gunnery(t1)) == (7, 5)


# --- what is a mission ------------------------------------------------------------------------------------------------------------------


def both_fired(state: State) -> None:
    engagement.shot_at(state, "t1", "c1")
    engagement.shot_at(state, "c1", "t1")


def test_who_fired_and_was_fired_at_has_flown_a_mission() -> None:
    state = duel()
    engagement.shot_at(state, "t1", "c1")
    assert not engagement.is_mission(state, state.craft["t1"])
    both_fired(state)
    assert engagement.is_mission(state, state.craft["t1"])


def test_who_shot_somebody_down_has_flown_a_mission() -> None:
    state = duel()
    destroy(play_of(state), state.craft["c1"], "explodes", "t1")
    assert engagement.is_mission(state, state.craft["t1"])
    state.craft["c1"].side = "tog"
    assert not engagement.is_mission(state, state.craft["t1"]), "his own wingman does not count"


def test_a_ground_attack_is_no_mission() -> None:
    state = duel(mission="ground")
    both_fired(state)
    assert not engagement.is_mission(state, state.craft["t1"])


def test_fire_that_misses_counts_and_fire_at_missiles_does_not() -> None:
    table = Table(duel())
    table.phase("combat")
    t1, c1 = table.craft("t1"), table.craft("c1")
    assert (t1.has_fired, t1.was_fired_at, c1.has_fired, c1.was_fired_at) == (True, False, False, True)


def test_a_missile_that_attacks_is_fire() -> None:
    state = duel()
    shot = put_in_flight(state, "sss", "com", "c1", state.craft["t1"].hex, "t1")
    attack(play_of(state, 10), state.craft["t1"], shot)
    assert (state.craft["c1"].has_fired, state.craft["t1"].was_fired_at) == (True, True)


def test_fire_of_an_installation_counts_and_that_of_other_units_on_the_ground_does_not() -> None:
    state = duel()
    state.ground = {
        "b1": [GroundTarget(id, id, "com", kind, "grounded", 1, {}) for id, kind in (("tank", "vehicle"), ("port-di", "installation"))]
    }
    engagement.shot_at(state, "tank", "t1")
    assert not state.craft["t1"].was_fired_at
    engagement.shot_at(state, "port-di", "t1")
    engagement.shot_at(state, "t1", "c1")
    assert engagement.is_mission(state, state.craft["t1"])


# --- debriefing -------------------------------------------------------------------------------------------------------------------------


def test_missions_are_added_up_when_the_battle_is_over_and_go_on_with_the_sheet() -> None:
    state = duel(missions=5)
    both_fired(state)
    play = play_of(state)
    debriefing.debrief(play)
    assert play.events == [], "it goes on"
    state.ended = True
    debriefing.debrief(play)
    debriefing.debrief(play)
    told = [e for e in play.events if e.kind == "pilot_gained"]
    assert [(e.units, e.data["missions"], e.data["piloting"], e.rule) for e in told] == [
        (["c1"], 1, 0, "interceptor: Familiarity"),
        (["t1"], 6, 1, "interceptor: Familiarity"),
    ]
    assert told[1].text == f"{state.craft['t1'].pilot} has flown 6 combat missions in t1: familiarity is now piloting +1, gunnery +0."
    sheet = ENGINE.report(state).fates["t1"].sheet
    later = board_of(craft("t9", "gladius", "1:1010", sheet=sheet)).craft["t9"]
    assert (later.pilot, later.missions, piloting(later), later.has_fired) == (state.craft["t1"].pilot, 6, 6, False)


def test_a_craft_that_left_has_flown_its_mission_and_one_that_is_lost_has_not() -> None:
    state = duel()
    both_fired(state)
    state.craft["t1"].where = "left"
    destroy(play_of(state), state.craft["c1"], "explodes", "t1")
    play = play_of(state)
    debriefing.debrief(play)
    assert [e.units for e in play.events] == [["t1"]]
    assert (state.craft["t1"].missions, state.craft["c1"].missions) == (1, 0)


def test_a_whole_battle_tells_of_its_pilots() -> None:
    table = Table(
        board_of(
            *(
                craft(f"{s}{n}", k, f"1:{9 + n:02}{r}", heading=h)
                for n in range(3)
                for s, k, r, h in (("t", "gladius", 14, 1), ("c", "avenger", "07", 4))
            )
        ),
        3,
    )
    table.state.turn_limit = 6
    told = []
    while not ENGINE.report(table.state).over:
        for phase in ENGINE.phases:
            if not ENGINE.report(table.state).over:
                table.phase(phase)
                told += table.events
    gained = {e.units[0] for e in told if e.kind == "pilot_gained"}
    assert gained == {c.id for c in table.state.craft.values() if c.missions}
    assert gained, "somebody fought"
    ejected = {e.units[0] for e in told if e.kind == "ejection" and e.data["ejects"]}
    assert ejected == {e.units[0] for e in told if e.kind == "pilot_down"}
    assert all(state_of(c) != "ejected" for c in table.state.craft.values())


# --- ejecting and being found ------------------------------------------------------------------------------------------------------------


def downed(**more: Any) -> State:
    """t1 lost, its pilot out; another of its side flies on."""
    state = board_of(craft("t1", "gladius", "1:1010", **more), craft("t2", "gladius", "1:1012"), craft("c1", "avenger", "1:1006"))
    state.craft["t1"].marks, state.craft["t1"].fresh = {"superstructure": 2}, ["superstructure"]
    play = play_of(state, 7)
    take_effect(play, state.craft["t1"])
    assert [e.kind for e in play.events] == ["system_hit", "ejection", "craft_destroyed"]
    assert (play.events[1].data["ejects"], play.events[1].checks[0].target, state_of(state.craft["t1"])) == (True, 7, "ejected")
    return state


@pytest.mark.parametrize(
    ("skills", "roll", "fate"),
    [({}, 1, "dead"), ({}, 2, "dead"), ({}, 4, "severely_wounded"), ({}, 5, "wounded"), ({}, 6, "slightly_wounded"), ({}, 7, "alive"),
     ({"gunnery": 6}, 2, "severely_wounded"), ({"piloting": 7}, 5, "alive"), ({"gunnery": 9}, 1, "dead")],
)  # fmt: skip
def test_a_pilot_who_ejected_is_looked_for_when_the_battle_is_over(skills: Json, roll: int, fate: str) -> None:
    state = downed(**skills)
    state.ended = True
    play = play_of(state, roll)
    debriefing.debrief(play)
    (event,) = play.events
    assert (event.kind, event.rule, event.data["result"], event.data["hex"]) == ("pilot_down", "leviathan: Pilot Survival", fate, "1:1010")
    assert (state_of(state.craft["t1"]), ENGINE.invariants(state)) == (fate, [])
    debriefing.debrief(play)
    assert len(play.events) == 1, "once"


def test_wounds_count_against_a_pilot_and_nobody_explodes_alive() -> None:
    state = downed()
    state.craft["t1"].marks["pilot"] = 2
    state.ended = True
    play = play_of(state, 7)
    debriefing.debrief(play)
    assert [(m.name, m.value) for m in play.events[0].checks[0].modifiers] == [("wounds", -2)]
    assert state_of(state.craft["t1"]) == "wounded"
    state.craft["t2"].fresh = ["plant"] * 4
    take_effect(play_of(state), state.craft["t2"])
    assert state_of(state.craft["t2"]) == "dead"


def test_who_lives_is_captured_where_only_the_enemy_is_left() -> None:
    state = downed()
    state.craft["t2"].where = "left"
    play = play_of(state, 8)
    debriefing.debrief(play)
    assert play.events[-1].text.endswith("is alive and captured.")
    assert state_of(state.craft["t1"]) == "captured"
    report = ENGINE.report(state)
    assert report.over
    assert report.reasons[-1] == f"Pilots lost: {state.craft['t1'].pilot} of t1 (captured)"


# --- names and skills --------------------------------------------------------------------------------------------------------------------


def test_every_craft_has_a_pilot_of_its_own_and_a_satellite_has_none() -> None:
    units = [craft(f"{s}{n}", "gladius", "1:1010") for s in "tc" for n in range(40)]
    state = board_of(*units, layout="three_game", satellites=[{"id": "tsat", "side": "tog", "hex": "1:0901"}])
    names = [c.pilot for c in state.craft.values() if c.id != "tsat"]
    assert len(set(names)) == 80
    assert state.craft["tsat"].pilot == ""
    assert names == [c.pilot for c in board_of(*units, layout="three_game").craft.values()], "the same every time"
    assert board_of(craft("t1", "gladius", "1:1010", pilot="Nemo")).craft["t1"].pilot == "Nemo"


@pytest.mark.parametrize(("roll", "skills"), [(1, (6, 6)), (2, (5, 5)), (3, (5, 4)), (8, (5, 4)), (9, (4, 3)), (10, (3, 2))])
def test_pilots_nobody_knows_roll_for_their_skills(roll: int, skills: tuple[int, int]) -> None:
    units = [craft("t1", "gladius", "1:1010"), craft("c1", "avenger", "1:1006", gunnery=7)]
    step = ENGINE.setup(setup_of(*units, options={"random_pilots": 1}), ScriptedDice.of(roll))
    t1, c1 = step.state.craft["t1"], step.state.craft["c1"]
    assert ((t1.piloting, t1.gunnery), (c1.piloting, c1.gunnery)) == (skills, (5, 7))
    assert [e.units for e in step.events if e.kind == "pilot_skills"] == [["t1"]]
    assert roster.rolled_skills(roll) == skills
    assert ENGINE.setup(setup_of(*units), ScriptedDice.of()).state.craft["t1"].piloting == 5, "off, nobody rolls"


@given(st.integers(1, 1000), st.sampled_from(["gunnery", "piloting", "missions"]), st.integers(-3, 2000))
def test_a_sheet_with_a_strange_pilot_is_refused(seed: int, key: str, value: int) -> None:
    fresh = ENGINE.report(ENGINE.setup(setup_of(craft("t1", "gladius", "1:1010")), KeyedDice(key=seeded_secret(seed))).state)
    sheet = fresh.fates["t1"].sheet
    sheet["pilot"][key] = value
    most = 1000 if key == "missions" else 10
    faults = ENGINE.faults(setup_of(craft("t1", "gladius", "1:1010", sheet=sheet)))
    assert bool(faults) == (not 0 <= value <= most)


def test_the_record_shows_the_pilot() -> None:
    state = downed(missions=12)
    view = ENGINE.view(state, "com")
    crew = ENGINE.record(view, "t1")["crew"]
    assert (crew["pilot"], crew["pilot_is"], crew["pilot_in"], crew["missions"]) == (state.craft["t1"].pilot, "ejected", "1:1010", 12)
    assert crew["familiarity"] == {"piloting": 2, "gunnery": 1}
