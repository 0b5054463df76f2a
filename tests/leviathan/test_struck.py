"""The defender chooses the side that a shot along a boundary strikes (leviathan: Range, Target Shield Factor Modifier)."""

from typing import Any

import pytest

from scales.engine import Decision, Event
from scales.leviathan import ENGINE
from scales.leviathan.combat import struck
from scales.leviathan.state import State
from tests.leviathan.table import Game, ship, table


def boundary(**shields: int) -> State:
    """A destroyer whose right broadside fires along the line between the aft and the left rear side of a battleship (case 3 of the book)."""
    state = table([ship("d", "fulgur", "tog", "2:1101", 1), ship("b", "repulse", "rl", "1:1312", 1)])
    state.ships["b"].shields |= shields
    return state


class Told(Game):
    """A game that keeps its decisions."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.asked: list[Decision] = []

    def _answer(self, decision: Any, chance: Any, say: dict[str, Any]) -> Any:
        self.asked.append(decision)
        return super()._answer(decision, chance, say)


def bay(state: State) -> str:
    """The destroyer's right bay that reaches farthest."""
    return str(
        max((n for n, b in enumerate(state.ships["d"].card.bays) if b.location == "R"), key=lambda n: state.ships["d"].card.bays[n].damage)
    )


def fought(state: State, **say: Any) -> tuple[Told, list[Event]]:
    """A Combat Phase in which only that bay fires, at the battleship's stern."""
    game = Told(state, check=True)
    order = {"broadsides": ["R"], "bays": {bay(state): {"target": "b", "at": 3}}}
    events = game.phase("combat", say={"d": order, "d/missiles": {"target": ""}, "b": {}, "b/missiles": {"target": ""}} | say)
    return game, [e for e in events if e.kind == "fired"]


@pytest.mark.parametrize("side", ["A", "AL"])
def test_the_side_that_the_defender_names_is_struck(side: str) -> None:
    state = boundary(A=2, AL=4)
    _, (event,) = fought(state, **{f"d/{bay(state)}": {"side": side}})
    assert event.data["side"] == side
    shield = {"A": 2, "AL": 4}[side]
    assert [(m.name, m.value) for m in event.checks[0].modifiers] == [(f"shield {side}", -shield)]


@pytest.mark.parametrize(("shields", "side"), [({"A": 2, "AL": 4}, "AL"), ({"A": 4, "AL": 2}, "A")])
def test_who_names_none_takes_it_on_the_better_protected_side(shields: dict[str, int], side: str) -> None:
    state = boundary(**shields)
    _, (event,) = fought(state)
    assert event.data["side"] == side


def test_the_defender_is_asked_with_the_figures_of_each_side_in_one_step_with_the_turrets() -> None:
    state = boundary(A=2, AL=4)
    game, _ = fought(state)
    (decision,) = [d for d in game.asked if d.kind == "struck"]
    assert (decision.seat, decision.units, decision.sealed) == ("rl", ["b"], True)
    (slot,) = ENGINE.offers(ENGINE.view(state, "rl"), decision)
    assert (slot.unit, slot.id) == ("b", f"d/{bay(state)}")
    assert [o.order["side"] for o in slot.options] == ["", "A", "AL"]
    assert [o.info["shots"][0]["to_hit"] for o in slot.options] == [4, 6, 4]


def test_nobody_is_asked_where_no_line_meets_a_boundary() -> None:
    state = table([ship("d", "fulgur", "tog", "2:1301", 1), ship("b", "repulse", "rl", "1:1312", 1)])
    game = Told(state, check=True)
    game.phase("combat")
    assert "struck" not in {d.kind for d in game.asked}


def test_another_side_is_refused() -> None:
    state = boundary()
    game, _ = fought(state)
    (decision,) = [d for d in game.asked if d.kind == "struck"]
    (slot,) = struck.shots_of(decision)
    assert not struck.faults(decision, slot.slot, {"side": "A"})
    for order in ({"side": "F"}, {"side": 1}, {}, None):
        (text,) = struck.faults(decision, slot.slot, order)
        assert text == "this shot meets the boundary of A and AL: name one of them, or '' for the better protected (leviathan: Range)"
