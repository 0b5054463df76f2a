"""Fighters between two real boards: down with pilots and loads, up again, and back where there is no board to come down to."""

from dataclasses import replace

from orchestrator.links.fighter_transfer import FIGHTERS_DOWN, FIGHTERS_UP
from orchestrator.store.records import Sent
from scales.codec import encode, plain, typed
from scales.dice import KeyedDice, seeded_secret
from scales.engine import Delivery, Message
from scales.engines import engine
from scales.messages import FightersDown, FightersUp
from tests.orchestrator.test_rule_links import Board, boards, scene

__all__ = ["boards"]
ABOVE, BELOW = "ostia.leviathan", "ostia.interceptor"


def going_down(boards: dict[str, Board]) -> Sent:
    """The Red Lancea Flight, loaded for the ground, announces it at the end of its movement."""
    unit = boards[ABOVE].state().fighters["tog-lancea-1"]
    news = FightersDown(unit.id, unit.name, unit.side, "1:0214", unit.size, unit.fighters, unit.boxes, unit.boxes_left, unit.mission)
    return Sent("m1", ABOVE, 1, Message("fighters_down", plain(news)), "ostia.leviathan:1:1")


def test_a_unit_comes_down_once_in_the_first_minute_and_goes_up_for_the_launch_phase(boards: dict[str, Board]) -> None:
    here = scene(boards, "leviathan", "movement")
    (due,) = FIGHTERS_DOWN.deliver(going_down(boards), here).dues
    assert (due.battle, due.tick) == (BELOW, here.next_tick("interceptor", "initiative"))
    sky = engine("interceptor")
    step = sky.advance(
        boards[BELOW].state(), "initiative", {}, [Delivery("m1", due.kind, due.source, due.data, due.cause)], KeyedDice(key=b"x" * 32)
    )
    shown = [c for c in step.state.craft.values() if c.unit == "tog-lancea-1"]
    assert (len(shown), {c.mission for c in shown}) == (4, {"ground"})
    up = FightersUp("tog-lancea-1", "tog", "1:0213", 4, 1)
    at_d4 = scene(boards, "interceptor", "movement")
    (back,) = FIGHTERS_UP.deliver(Sent("m2", BELOW, 2, Message("fighters_up", plain(up)), None), at_d4).dues
    assert (back.battle, back.tick) == (ABOVE, at_d4.next_tick("leviathan", "launch"))


def test_a_unit_that_finds_no_open_board_stays_above(boards: dict[str, Board]) -> None:
    over = replace(boards[BELOW].record, status="ended")
    closed = boards | {BELOW: Board(over, engine("interceptor"))}
    here = scene(closed, "leviathan", "movement")
    (due,) = FIGHTERS_DOWN.deliver(going_down(boards), here).dues
    message = typed(due.data, FightersUp)
    assert (due.battle, due.kind, due.tick) == (ABOVE, "fighters_up", here.next_tick("leviathan", "launch"))
    assert (message.unit, message.appeared, message.hex) == ("tog-lancea-1", False, "1:0214")
    bounced = FIGHTERS_DOWN.bounce(Delivery("m1", "fighters_down", ABOVE, going_down(boards).message.data), here)
    assert [d.data for d in bounced.dues] == [due.data]
    space = engine("leviathan")
    state = boards[ABOVE].read(encode(boards[ABOVE].state()))
    state.fighters["tog-lancea-1"].down = True
    step = space.advance(state, "launch", {}, [Delivery("m1", due.kind, due.source, due.data)], KeyedDice(key=seeded_secret(1)))
    assert not step.state.fighters["tog-lancea-1"].down


def test_a_unit_of_a_battle_that_is_over_too_is_struck_off(boards: dict[str, Board]) -> None:
    ended = {id: Board(replace(boards[id].record, status="ended"), boards[id].rules) for id in (ABOVE, BELOW)}
    got = FIGHTERS_DOWN.deliver(going_down(boards), scene(boards | ended, "leviathan", "movement"))
    assert (got.dues, bool(got.struck)) == ([], True)
