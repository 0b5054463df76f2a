"""Whatever is offered is legal, also where a craft cannot help being harmed."""

import pytest

from scales.engine import Decision, Orders
from scales.interceptor import ENGINE
from tests.interceptor.scenes import board_of, craft


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
        decision = Decision("move:0", "tog", "move", "Move.", [unit])
        view = ENGINE.view(state, "tog")
        (slot,) = ENGINE.offers(view, decision)
        for option in slot.options:
            assert ENGINE.check(view, decision, Orders({slot.id: option.order})) == [], (unit, option.order)
