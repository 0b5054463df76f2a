"""Leadership Rating, Loss of Centurion: points let platoons wait or bring them forward, and are gone with the Centurion."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from scales.centurion import ENGINE
from scales.centurion.movement import initiative
from scales.centurion.state import BattleState
from scales.dice import ScriptedDice
from scales.engine import Orders, Step
from tests.centurion.field import platoon, setup, vehicle


def line_up(tog: int, cw: int, points: int = 3, first: str = "tog") -> BattleState:
    """Platoons of one vehicle at rest each; TOG has `points` to spend and side A is `first`."""
    tanks = [platoon("tog", vehicle(f"t{n}", "horatius", f"{n:02d}01"), id=f"tog-{n}") for n in range(1, tog + 1)]
    tanks += [platoon("cw", vehicle(f"c{n}", "liberator", f"{n:02d}13"), id=f"cw-{n}") for n in range(1, cw + 1)]
    tanks[0] |= {"centurion": "t1", "leadership": 2 + points}
    tanks[tog] |= {"centurion": "c1"}
    state: BattleState = ENGINE.setup(setup(*tanks), ScriptedDice.of()).state
    state.turn, state.first, state.winner_of_initiative = 1, first, first
    state.sides["tog"].advantage = points
    return state


def walk(state: BattleState, wanted: dict[str, list[Any]]) -> tuple[list[str], Step]:
    """Platoons in the order in which they moved; `wanted` gives the answers of a side, then the first option is taken."""
    step, moved = ENGINE.advance(state, "movement", {}, [], ScriptedDice.of()), []
    while not step.done:
        decision = step.pending[0]
        if decision.kind == "move":
            moved.append(decision.data["platoon"])
            answer = Orders({unit: {"kind": "stay"} for unit in decision.units})
        else:
            answers = wanted.get(decision.seat, [])
            view = ENGINE.view(step.state, decision.seat)
            order = answers.pop(0) if answers else ENGINE.offers(view, decision)[0].options[0].order
            answer = Orders({"platoon": order})
            assert ENGINE.check(view, decision, answer) == [], order
        step = ENGINE.advance(step.state, "movement", {decision.key: answer}, [], ScriptedDice.of())
    return moved, step


WAIT: dict[str, Any] = {"platoon": ""}


def test_a_platoon_that_waits_moves_after_another_one_when_its_player_likes() -> None:
    answers = [WAIT, {"platoon": "tog-1"}, WAIT, {"platoon": "tog-2"}, {"platoon": "tog-3"}]
    moved, step = walk(line_up(3, 3), {"red": answers})
    # TOG passes, then goes on waiting after its first normal move, then moves the one that waited after its second
    assert moved == ["cw-1", "tog-1", "cw-2", "tog-2", "tog-3", "cw-3"]
    assert step.state.sides["tog"].advantage == 0


def test_a_platoon_that_waits_may_move_after_the_next_one_already() -> None:
    moved, _ = walk(line_up(3, 3), {"red": [WAIT, {"platoon": "tog-1"}, {"platoon": "tog-2"}]})
    assert moved == ["cw-1", "tog-1", "tog-2", "cw-2", "tog-3", "cw-3"]


def test_a_platoon_is_named_when_it_is_let_wait_and_moves_right_after_another() -> None:
    """Leadership Rating: the player passes on moving that platoon."""
    answers: list[Any] = [{"platoon": "", "waits": "tog-2"}, {"platoon": "tog-1"}, WAIT, {"platoon": "tog-3"}]
    moved, step = walk(line_up(3, 3), {"red": answers})
    assert moved == ["cw-1", "tog-1", "cw-2", "tog-3", "tog-2", "cw-3"]
    assert step.state.sides["tog"].advantage == 0


def test_a_platoon_that_waits_is_not_moved_as_normal_while_there_are_others() -> None:
    step = ENGINE.advance(line_up(3, 3), "movement", {}, [], ScriptedDice.of())
    view, orders = ENGINE.view(step.state, "red"), Orders({"platoon": {"platoon": "", "waits": "tog-2"}})
    options = ENGINE.offers(view, step.pending[0])[0].options
    assert [o.order["waits"] for o in options if "waits" in o.order] == ["tog-1", "tog-2", "tog-3"]
    assert ENGINE.check(view, step.pending[0], Orders({"platoon": {"platoon": "", "waits": "cw-1"}}))
    step = ENGINE.advance(step.state, "movement", {"platoon-tog": orders}, [], ScriptedDice.of())
    (told,) = [e for e in step.events if e.kind == "platoon_waits"]
    assert (told.text, told.units) == ("TOG lets platoon tog-2 wait for 3 Leadership points.", ["t2"])
    step = stay(step)
    assert step.pending[0].data["platoons"] == ["tog-1", "tog-3"]
    assert ENGINE.check(ENGINE.view(step.state, "red"), step.pending[0], Orders({"platoon": {"platoon": "tog-2"}}))


def stay(step: Step) -> Step:
    """The Commonwealth's first platoon does not move."""
    step = ENGINE.advance(step.state, "movement", {"platoon-cw": Orders({"platoon": {"platoon": "cw-1"}})}, [], ScriptedDice.of())
    return ENGINE.advance(step.state, "movement", {"move-cw-1": Orders({"c1": {"kind": "stay"}})}, [], ScriptedDice.of())


def test_a_platoon_that_is_lost_while_it_waits_waits_no_more() -> None:
    step = ENGINE.advance(line_up(2, 2), "movement", {}, [], ScriptedDice.of())
    orders = Orders({"platoon": {"platoon": "", "waits": "tog-2"}})
    step = stay(ENGINE.advance(step.state, "movement", {"platoon-tog": orders}, [], ScriptedDice.of()))
    step.state.vehicles["t2"].destroyed = True
    step = ENGINE.advance(step.state, "movement", {"move-tog-1": Orders({"t1": {"kind": "stay"}})}, [], ScriptedDice.of())
    assert [d.key for d in step.pending] == ["move-cw-2"]


def test_a_platoon_may_be_brought_forward_at_the_start_of_a_portion() -> None:
    moved, step = walk(line_up(3, 3), {"red": [{"platoon": "tog-3", "early": True}, {"platoon": "tog-1"}]})
    assert moved[:3] == ["tog-3", "tog-1", "cw-1"]
    assert step.state.sides["tog"].advantage == 0


def test_nothing_is_brought_forward_in_the_middle_of_a_portion() -> None:
    step = ENGINE.advance(line_up(4, 2, points=6), "movement", {}, [], ScriptedDice.of())
    assert step.pending[0].data["early"]
    step = ENGINE.advance(step.state, "movement", {"platoon-tog": Orders({"platoon": {"platoon": "tog-1"}})}, [], ScriptedDice.of())
    step = ENGINE.advance(step.state, "movement", {"move-tog-1": Orders({"t1": {"kind": "stay"}})}, [], ScriptedDice.of())
    assert step.pending[0].key == "platoon-tog"
    assert not step.pending[0].data["early"]
    order = Orders({"platoon": {"platoon": "tog-2", "early": True}})
    assert ENGINE.check(ENGINE.view(step.state, "red"), step.pending[0], order)


def test_without_three_points_nobody_waits_or_hurries() -> None:
    step = ENGINE.advance(line_up(3, 3, points=2), "movement", {}, [], ScriptedDice.of())
    assert (step.pending[0].data["pass"], step.pending[0].data["early"]) == (False, False)


def test_points_are_gone_with_the_centurion() -> None:
    state = line_up(3, 3)
    state.vehicles["t1"].crew["commander"] = "unconscious"
    assert initiative.leadership(state, "tog") == 0
    step = ENGINE.advance(state, "movement", {}, [], ScriptedDice.of())
    assert not step.pending[0].data["pass"]


def test_a_centurion_who_wakes_leads_again() -> None:
    state = line_up(3, 3)
    state.vehicles["t1"].crew["commander"] = "unconscious"
    initiative.open_turn(_play(state))
    assert state.sides["tog"].advantage == 0
    state.vehicles["t1"].crew["commander"] = "ok"
    initiative.open_turn(_play(state))
    assert state.sides["tog"].advantage == 3


def _play(state: BattleState) -> Any:
    from tests.centurion.field import play

    return play(state)


def test_units_of_a_platoon_move_in_the_order_that_their_player_likes() -> None:
    tanks = platoon("tog", *(vehicle(f"t{n}", "horatius", f"0{n}01") for n in (1, 2, 3)))
    state: BattleState = ENGINE.setup(setup(tanks, platoon("cw", vehicle("c1", "liberator", "2513"))), ScriptedDice.of()).state
    state.turn, state.first, state.winner_of_initiative = 1, "tog", "tog"
    spin = {"kind": "grav", "spin": 4}
    step = ENGINE.advance(state, "movement", {}, [], ScriptedDice.of())
    orders = Orders({"t1": spin | {"place": 2}, "t2": spin | {"place": 1}, "t3": spin})
    step = ENGINE.advance(step.state, "movement", {"move-tog-1": orders}, [], ScriptedDice.of())
    assert [event.units[0] for event in step.events if event.kind == "moved"] == ["t3", "t2", "t1"]


@settings(max_examples=25, deadline=None)
@given(tog=st.integers(1, 5), cw=st.integers(1, 5), points=st.integers(0, 9), data=st.data())
def test_whatever_waits_or_hurries_every_platoon_moves_once(tog: int, cw: int, points: int, data: st.DataObject) -> None:
    step, moved = ENGINE.advance(line_up(tog, cw, points), "movement", {}, [], ScriptedDice.of()), []
    while not step.done:
        decision = step.pending[0]
        options = ENGINE.offers(ENGINE.view(step.state, decision.seat), decision)[0].options
        if decision.kind == "move":
            moved.append(decision.data["platoon"])
            answer = Orders({unit: {"kind": "stay"} for unit in decision.units})
        else:
            answer = Orders({"platoon": data.draw(st.sampled_from(options)).order})
        step = ENGINE.advance(step.state, "movement", {decision.key: answer}, [], ScriptedDice.of())
    assert sorted(moved) == sorted([f"tog-{n}" for n in range(1, tog + 1)] + [f"cw-{n}" for n in range(1, cw + 1)])
    assert step.state.sides["tog"].advantage >= points % 3
