"""Whatever is offered is legal, also where a craft cannot help being harmed, is very fast, or is gone since it was asked."""

from collections.abc import Callable
from typing import Any

import pytest

from scales.codec import encode, plain
from scales.engine import Decision, Orders
from scales.interceptor import ENGINE
from scales.interceptor.state import Craft, Shot, State
from scales.messages import GroundTarget
from tests.interceptor.scenes import board_of, craft


def assert_legal(state: State, decision: Decision) -> None:
    view = ENGINE.view(state, decision.seat)
    offers = ENGINE.offers(view, decision)
    firsts = {slot.id: slot.options[0].order for slot in offers}
    for slot in offers:
        for option in slot.options:
            assert ENGINE.check(view, decision, Orders(firsts | {slot.id: option.order})) == [], (decision.kind, option.order)


@pytest.mark.parametrize("velocity", [5, 9, 13])
@pytest.mark.parametrize(
    ("layout", "hex"), [("three_game", "1:0308"), ("three_game", "1:0505"), ("two_game", "2:2308"), ("two_game", "2:2112")]
)
def test_every_move_offered_near_the_air_is_legal(layout: str, hex: str, velocity: int) -> None:
    """Also when all ends of a move are in air that the craft is too fast for, which ends its path before its time."""
    units = [craft(f"t{heading}", "gladius", hex, heading=heading) for heading in range(1, 7)]
    state = board_of(*units, layout=layout)
    for unit in sorted(state.craft):
        state.craft[unit].velocity = velocity
        assert_legal(state, Decision("move:0", "tog", "move", "Move.", [unit]))


@pytest.mark.parametrize("velocity", [20, 40, 63, 64, 65, 90])
def test_every_move_of_a_craft_as_fast_as_it_comes_is_legal(velocity: int) -> None:
    state = board_of(craft("t1", "gladius", "1:1010"), craft("t2", "ponto", "2:0505", velocity=0))
    for each in state.craft.values():
        each.velocity = velocity
    for unit in ("t1", "t2"):
        assert_legal(state, Decision("move:0", "tog", "move", "Move.", [unit]))


def crowded() -> State:
    """A craft with something of each kind to shoot at: enemies, a missile, and vehicles that fly low, drop and stand below."""
    units = [
        craft("t1", "gladius", "2:2508", heading=4, loads={"sss": 2, "dfm": 1, "ecm_pod": 1}),
        craft("c1", "avenger", "2:2510", heading=1),
    ]
    state = board_of(*units, layout="two_game", standing=True, battles={"b1": "2:2608"})
    modes = ("laf", "dropping", "nf")
    state.ground["b1"] = [GroundTarget(mode, mode, "com", "vehicle", mode, 1, {}) for mode in modes]
    target = state.craft["t1"]
    state.shots = [Shot("c1.m1", "sss", "com", "c1", "t1", target.column, target.row + 1, 3, 0)]
    return state


GONE: dict[str, Callable[[Craft], Any]] = {
    "there": lambda _: None,
    "destroyed": lambda c: setattr(c, "where", "destroyed"),
    "away": lambda c: (setattr(c, "where", "away"), setattr(c, "away", 1)),
    "attacking": lambda c: (setattr(c, "where", "ground_attack"), setattr(c, "attack", "strafing"), setattr(c, "battle", "b1")),
    "helpless": lambda c: c.marks.update(pilot=6),
    "out of control": lambda c: setattr(c, "wild", True),
    "without guns": lambda c: [setattr(m, "gone", True) for m in c.mounts],
}


@pytest.mark.parametrize("fate", GONE)
@pytest.mark.parametrize("kind", ["move", "fire", "launch", "defend", "announce", "pull_out"])
def test_what_a_craft_is_offered_that_is_not_as_it_was_when_asked_is_legal(kind: str, fate: str) -> None:
    state = crowded()
    GONE[fate](state.craft["t1"])
    assert_legal(state, Decision(f"{kind}:tog", "tog", kind, "?", ["t1"], True))


@pytest.mark.parametrize("kind", ["fire", "launch"])
def test_a_decision_about_hundreds_is_still_small_enough_to_send(kind: str) -> None:
    """So many craft in one heap are not what anybody plays, but what a campaign may hold."""
    heap = [craft(f"{'ct'[n % 2]}{n}", "gladius", f"1:{10 + n % 7:02d}{3 + n % 11:02d}", loads={"sss": 3}) for n in range(160)]
    state = board_of(*heap)
    units = [id for id in state.craft if id.startswith("t")]
    decision = Decision(f"{kind}:tog", "tog", kind, "?", units, True)
    view = ENGINE.view(state, "tog")
    offers = ENGINE.offers(view, decision)
    assert len(encode(plain(offers))) < 2_000_000
    assert all(len(slot.options) > 1 for slot in offers)
    assert ENGINE.check(view, decision, Orders({slot.id: slot.options[-1].order for slot in offers})) == []
