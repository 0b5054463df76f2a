"""What a seat may see of a battle: all counters, but not the other side's calls, batteries and ships, nor anything sealed."""

from dataclasses import dataclass, replace

from scales.centurion.state import BattleState
from scales.engine import At


@dataclass(slots=True, frozen=True)
class View:
    """The battle as a seat sees it; `side` is '' for a seat without a side. The state is shared: nobody may change it."""

    seat: str
    side: str
    state: BattleState


def view(state: BattleState, seat: str) -> View:
    """The state as `seat` may see it."""
    own = {s.id for s in state.sides.values() if s.seat == seat}
    side = next(iter(sorted(own)), "")
    at = At(phase=state.at.phase, stage=state.at.stage, rolls=state.at.rolls, turn=state.at.turn)
    seen = replace(
        state,
        at=at,
        calls=[c for c in state.calls if c.side in own],
        batteries={i: b for i, b in state.batteries.items() if b.side in own},
        missions_left={i: n for i, n in state.missions_left.items() if i in state.batteries and state.batteries[i].side in own},
        ships={i: s for i, s in state.ships.items() if s.side in own},
    )
    return View(seat, side, seen)
