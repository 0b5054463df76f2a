"""Stand-Off Attacks on the ground: painted in the minute of the shot and again when the missile comes, from above like a GLAD round."""

from typing import Any

import pytest

from scales.centurion import ENGINE
from scales.centurion.bot import tactics
from scales.centurion.state import BattleState
from scales.codec import plain
from scales.dice import ScriptedDice
from scales.engine import Delivery, Event, Message
from scales.messages import HitFromAbove, StandOff
from tests.centurion.firing_range import advance, kinds, table, tank

SSS = HitFromAbove("sss", "SSS", 20, [7, 5, 5, 3])
PAINT = {"paint:blue": {"v": {"paint": "h"}}}


def field() -> BattleState:
    """A Horatius of red in front of a Viper of blue that may paint it."""
    return table([tank("h", "horatius", "0505")], [tank("v", "viper", "0508")])


def missile(id: str = "hawk.m1", *, arrives: bool = True, unit: str = "h") -> Delivery:
    shot = StandOff(id, "hawk", "Hawk 1", "blue", "b", unit, 8, SSS, arrives)
    return Delivery(f"m:{id}", "stand_off", "air", plain(shot), f"air:{id}")


def fought(
    *dice: int, orders: dict[str, Any] | None = None, inbox: list[Delivery] | None = None
) -> tuple[list[Event], list[Message], BattleState]:
    step, events = advance(field(), "combat", ScriptedDice.of(*dice), orders or {}, inbox or [missile()])
    assert ENGINE.invariants(step.state) == []
    assert step.state.stand_off == []
    assert "hawk" not in step.state.causes
    return events, step.outbox, step.state


def test_a_missile_that_was_just_fired_goes_on_if_its_target_is_painted() -> None:
    events, sent, _ = fought(1, orders=PAINT, inbox=[missile(arrives=False)])
    assert kinds(events) == ["painted", "stand_off_guided"]
    assert events[1].cause == "air:hawk.m1"
    assert sent == []


@pytest.mark.parametrize("dice", [(), (10,)])
def test_it_is_lost_if_its_target_is_not_painted(dice: tuple[int, ...]) -> None:
    events, (sent,), _ = fought(*dice, orders=PAINT if dice else {}, inbox=[missile(arrives=False)])
    assert events[-1].kind == "stand_off_lost"
    assert events[-1].rule == "centurion: Stand-Off Attacks"
    assert (sent.kind, sent.data["missile"]) == ("stand_off_lost", "hawk.m1")


@pytest.mark.parametrize(("roll", "facing"), [(3, "turret"), (4, "stern")])
def test_it_strikes_a_painted_target_from_above(roll: int, facing: str) -> None:
    """Paint 1; the SSS hits on its intelligence of 8 or less, the Vulcan-2 misses with a 9."""
    events, _, state = fought(1, 8, 9, roll, 5, orders=PAINT)
    assert kinds(events) == ["painted", "stand_off", "vulcan", "hit"]
    check = events[1].checks[0]
    assert (check.base, check.modifiers, check.target, check.passed) == (8, [], 8, True)
    assert (events[3].rule, events[3].data["facing"]) == ("centurion: GLAD Hit Location Table", facing)
    assert events[3].data["hits"][0]["armor"] == 20
    assert [e.cause for e in events[1:]] == ["air:hawk.m1", None, "air:hawk.m1"]
    assert state.above == {"hawk": "Hawk 1"}


def test_a_vulcan_stops_it_and_a_nine_misses() -> None:
    assert kinds(fought(1, 8, 8, orders=PAINT)[0]) == ["painted", "stand_off", "vulcan"]
    assert kinds(fought(1, 9, orders=PAINT)[0]) == ["painted", "stand_off"]


@pytest.mark.parametrize("unit", ["h", "nobody"])
def test_it_misses_what_is_gone_or_not_painted(unit: str) -> None:
    events, sent, _ = fought(inbox=[missile(unit=unit)])
    assert kinds(events) == ["stand_off_missed"]
    assert sent == []


def test_paint_of_the_other_side_does_not_help() -> None:
    state = field()
    state.vehicles["v"].side, state.vehicles["h"].side = "red", "blue"
    shot = StandOff("x", "hawk", "Hawk 1", "red", "b", "v", 8, SSS, True)
    orders = {"paint:red": {"v": {"paint": "h"}}}
    _, events = advance(state, "combat", ScriptedDice.of(1), orders, [Delivery("m", "stand_off", "air", plain(shot), "air:1")])
    assert kinds(events) == ["painted", "stand_off_missed"]


def test_only_its_own_side_knows_of_a_missile_and_its_bot_paints_the_target() -> None:
    """What its fire would win from the paint, and what the missile would besides."""
    without = tactics.gain(field(), "blue", "h")
    step = ENGINE.advance(field(), "combat", {}, [missile()], ScriptedDice.of())
    mine, other = (ENGINE.view(step.state, seat).state for seat in ("blue", "red"))
    assert [m.missile for m in mine.stand_off] == ["hawk.m1"]
    assert other.stand_off == []
    assert tactics.gain(mine, "blue", "h") > without
    assert tactics.gain(other, "blue", "h") == without


def test_no_missile_hangs_above_a_battle_that_a_table_ended() -> None:
    step = ENGINE.advance(field(), "combat", {}, [missile()], ScriptedDice.of())
    assert step.state.stand_off
    ended = ENGINE.settle(step.state, plain(ENGINE.report(step.state)) | {"winner": "red", "over": True})
    assert ended.state.stand_off == []
    assert ENGINE.invariants(ended.state) == []
