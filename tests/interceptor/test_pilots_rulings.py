"""What a game master may say of pilots."""

from typing import Any

import pytest

from scales.codec import encode
from scales.dice import ScriptedDice
from scales.engine import Json
from scales.interceptor import ENGINE
from scales.interceptor.damage.condition import gunnery, piloting, wounds
from scales.interceptor.damage.damage import destroy
from scales.interceptor.pilots.fates import state_of
from scales.interceptor.state import State
from tests.interceptor.scenes import board_of, craft, play_of


def scene() -> State:
    return board_of(
        craft("t1", "gladius", "1:1010"), craft("t2", "angel", "1:1012"), craft("c1", "avenger", "1:1006"),
        layout="three_game", standing=True, satellites=[{"id": "tsat", "side": "tog", "hex": "1:0901"}],
    )  # fmt: skip


def ruled(board: State, *dice: int, unit: str = "t1", **what: Any) -> State:
    step = ENGINE.amend(board, {"kind": "pilot", "unit": unit, **what}, ScriptedDice.of(*dice))
    assert ENGINE.invariants(step.state) == []
    assert step.events[0].kind == "amended"
    return step.state


def test_a_pilot_is_healed_trained_and_named() -> None:
    state = scene()
    state.craft["t1"].marks = {"pilot": 2, "drive": 1}
    t1 = ruled(state, name="Nemo", gunnery=6, piloting=3, missions=12, wounds=0).craft["t1"]
    assert (t1.pilot, gunnery(t1), piloting(t1), t1.missions, t1.marks) == ("Nemo", 7, 5, 12, {"drive": 1})


def test_a_pilot_dies_with_his_fighter_and_a_patrol_craft_flies_on_helpless() -> None:
    state = ruled(scene(), state="dead")
    assert (state.craft["t1"].where, state_of(state.craft["t1"])) == ("destroyed", "dead")
    state = ruled(scene(), unit="t2", state="dead")
    assert (state.craft["t2"].where, wounds(state.craft["t2"])) == ("board", 6)


@pytest.mark.parametrize(("roll", "crew"), [(7, "ejected"), (8, "dead")])
def test_wounds_that_are_too_many_make_him_eject(roll: int, crew: str) -> None:
    state = ruled(scene(), roll, wounds=3)
    assert (state.craft["t1"].where, state.craft["t1"].crew) == ("destroyed", crew)


def test_what_became_of_one_who_got_out_is_ruled_on() -> None:
    state = scene()
    destroy(play_of(state), state.craft["t1"], "breaks up")
    assert state_of(state.craft["t1"]) == "dead"
    state = ruled(state, state="captured")
    assert (state_of(state.craft["t1"]), state.craft["t1"].pilot_in) == ("captured", "1:1010")
    assert state_of(ruled(state, state="alive").craft["t1"]) == "alive"


@pytest.mark.parametrize(
    ("unit", "what", "words"),
    [
        ("t1", {}, "changes one of name"),
        ("t1", {"state": "captured"}, "he may be wounded, or dead"),
        ("t1", {"wounds": 4}, "3 wounds are the most"),
        ("t1", {"gunnery": 11}, "gunnery"),
        ("t1", {"luck": 1}, "no field luck"),
        ("tsat", {"wounds": 1}, "nobody flies"),
        ("t9", {"wounds": 1}, "no craft 't9'"),
        ("c1", {"state": "alive"}, "is alive already"),
        ("c1", {"missions": 3}, "only the name and the state"),
    ],
)
def test_rulings_that_mean_nothing_are_refused(unit: str, what: Json, words: str) -> None:
    state = scene()
    destroy(play_of(state), state.craft["c1"], "breaks up")
    state.craft["c1"].crew, state.craft["c1"].pilot_in, state.craft["c1"].pilot_fate = "ejected", "1:1006", "alive"
    before = encode(state)
    with pytest.raises(ValueError, match=words):
        ENGINE.amend(state, {"kind": "pilot", "unit": unit, **what}, ScriptedDice.of())
    assert encode(state) == before
