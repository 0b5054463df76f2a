"""What a bot does for its scenario besides fighting: who has an exit of his own runs for it, and leaving the board is for those whom it pays."""

from scales.centurion.combat.morale import is_withdrawing
from scales.centurion.ground.terrain import terrain_of
from scales.centurion.movement import exits
from scales.centurion.state import BattleState, Vehicle
from scales.engine import Json, Option

HEX = 100
"""What a hex nearer to its exit is worth to a unit that runs for it."""
GO = 100_000


def worth(state: BattleState, vehicle: Vehicle, option: Option) -> int | None:
    """What an option is worth by the scenario alone; None where the unit fights as any other."""
    info = option.info
    if "leaves" in info:
        return GO if _should_go(state, vehicle, info["leaves"]) else -GO
    goals = state.goals
    own = [e for e in goals.exits if vehicle.id in e.units] if goals is not None else []
    if not own or "at" not in info or info.get("place", -1) < 0:
        return None
    return -HEX * min(_to_edge(state, info, edge) for e in own for edge in e.edges) + int(info.get("velocity", 0))


def _to_edge(state: BattleState, info: Json, edge: str) -> int:
    """Rows or columns from the end of a move to an edge of the board."""
    column, row = info["at"]
    terrain = terrain_of(state)
    return int({"west": column - 1, "east": terrain.columns - column, "north": row - 1, "south": terrain.rows - row}[edge])


def _should_go(state: BattleState, vehicle: Vehicle, edge: str) -> bool:
    """Off the board: who withdraws, who wins by it, whom it pays as much as half of himself, and who has nobody left to fight."""
    goals = state.goals
    if is_withdrawing(vehicle) or state.sides[vehicle.side].retreating:
        return True
    if goals is None or not exits.named(state, vehicle):
        return False
    mine = [t for t in goals.terms if t.event == "exit" and t.side == vehicle.side and edge in t.edges]
    mine = [t for t in mine if (not t.units or vehicle.id in t.units) and t.since <= state.turn <= (t.until or state.turn)]
    alone = not any(u.side != vehicle.side for u in state.in_play())
    return any(t.wins or t.half or alone for t in mine) or any(vehicle.id in e.units for e in goals.exits)
