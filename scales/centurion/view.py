"""What a seat may see of a battle: all counters, but not the other side's calls, batteries and ships, nor anything sealed."""

from dataclasses import dataclass, replace

from scales.centurion.state import BattleState, Run
from scales.centurion.weapons import figures
from scales.engine import At


@dataclass(slots=True, frozen=True)
class View:
    """The battle as a seat sees it; `side` is '' for a seat without a side. The state is shared: nobody may change it."""

    seat: str
    side: str
    state: BattleState


def _runs(state: BattleState, own: set[str]) -> dict[str, Run]:
    """Runs of craft; of the other side's only where the counter stands, not how long the run will be nor what falls (Strafing)."""
    sides = {craft.craft: craft.side for craft in state.air}
    least = int(figures("air")["least_run"])
    return {i: r if sides.get(i) in own else replace(r, length=least if r.length else 0, dfm=None, bombs={}) for i, r in state.runs.items()}


def view(state: BattleState, seat: str) -> View:
    """The state as `seat` may see it."""
    own = {s.id for s in state.sides.values() if s.seat == seat}
    side = next(iter(sorted(own)), "")
    at = At(phase=state.at.phase, stage=state.at.stage, turn=state.at.turn)
    seen = replace(
        state,
        at=at,
        calls=[c for c in state.calls if c.side in own],
        batteries={i: b for i, b in state.batteries.items() if b.side in own},
        missions_left={i: n for i, n in state.missions_left.items() if i in state.batteries and state.batteries[i].side in own},
        ships={i: s for i, s in state.ships.items() if s.side in own},
        causes={i: c for i, c in state.causes.items() if i not in state.ships or state.ships[i].side in own},
        ship_since={i: n for i, n in state.ship_since.items() if i in state.ships and state.ships[i].side in own},
        ship_shots={i: n for i, n in state.ship_shots.items() if i in state.ships and state.ships[i].side in own},
        ship_missiles={i: n for i, n in state.ship_missiles.items() if i in state.ships and state.ships[i].side in own},
        runs=_runs(state, own),
        painted={label: kept for label, sides in state.painted.items() if (kept := [s for s in sides if s in own])},
    )
    return View(seat, side, seen)
