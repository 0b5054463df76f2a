"""Units that come later: which they are, over which hexes, at which velocities (Scenario Design: one player may enter from a chosen edge).

A unit begins its first move in the edge hex over which it comes, at a velocity and facing of its player's choice, and moves on as any other.
"""

from msgspec.structs import replace

from scales.centurion.catalog import vehicle_type
from scales.centurion.movement.grav import thrust_of
from scales.centurion.movement.track import because
from scales.centurion.preparation import zones
from scales.centurion.preparation.ground_setup import EnterSpec
from scales.centurion.preparation.setup import SetUp
from scales.centurion.state import BattleState, Entry, Platoon, Squad, Vehicle
from scales.hexes import Hex, hex_of

RULE = "centurion: Scenario Design"


def announce(state: BattleState, setup: SetUp) -> None:
    """Platoons that come later, by their own word or their century's."""
    centuries = {c.id: c.enter for c in setup.centuries}
    own = {p.id: p.enter for p in setup.platoons}
    edges = {side.id: side.edge_name for side in state.sides.values()}
    for platoon in state.platoons.values():
        spec = own.get(platoon.id) or centuries.get(platoon.century)
        if spec is not None:
            platoon.entry = of(state, spec, edges[platoon.side] or "north")


def of(state: BattleState, spec: EnterSpec, edge: str) -> Entry:
    """How a platoon enters: over the outermost hexes of its zone by which the board can be entered at all."""
    over = [h.label for h in zones.zone(state.board, spec, edge, depth=1) if zones.ways_in(state.board, h)]
    most = -1 if spec.velocity == "thrust" else spec.velocity
    return Entry(over, spec.turn, spec.or_later, spec.least, most)


def entry_of(state: BattleState, unit: Vehicle | Squad) -> Entry | None:
    """How a unit that waits off the board comes onto it; None for one that is on it, gone, or aboard another."""
    if unit.hex is not None or unit.destroyed or unit.left or (isinstance(unit, Squad) and unit.aboard is not None):
        return None
    platoon = state.platoons.get(unit.platoon)
    return platoon.entry if platoon is not None else None


def is_due(state: BattleState, unit: Vehicle | Squad) -> bool:
    """May it come onto the board in this turn?"""
    entry = entry_of(state, unit)
    return entry is not None and state.turn >= entry.turn


def is_waiting(state: BattleState, platoon: Platoon) -> bool:
    """Is the whole platoon still to come, in a later turn?"""
    units = [u for id in platoon.units if (u := state.unit(id)) is not None and not u.destroyed and not u.left]
    return platoon.entry is not None and platoon.entry.turn > state.turn and all(u.hex is None for u in units)


def velocities(entry: Entry, unit: Vehicle | Squad) -> tuple[int, int]:
    """The least and the greatest velocity at which a unit may come; ground vehicles and squads come at none."""
    if isinstance(unit, Squad) or not vehicle_type(unit.type).grav:
        return 0, 0
    return entry.least, thrust_of(unit) if entry.most < 0 else entry.most


def placed(unit: Vehicle | Squad, hex: Hex, facing: int, velocity: int) -> Vehicle | Squad:
    """The unit as it would stand in the edge hex."""
    return replace(unit, hex=hex, facing=facing, velocity=velocity) if isinstance(unit, Vehicle) else replace(unit, hex=hex)


def objections(state: BattleState, unit: Vehicle | Squad, label: str, facing: int, velocity: int) -> list[str]:
    """What is against coming onto the board so."""
    entry = entry_of(state, unit)
    if entry is None:
        return [because("is on the board or gone, and does not enter", RULE)]
    if state.turn < entry.turn:
        return [because(f"enters in turn {entry.turn}, not in turn {state.turn}", RULE)]
    if label not in entry.hexes:
        return [because(f"does not enter over {label}, but over {listed(entry.hexes)}", RULE)]
    out = []
    least, most = velocities(entry, unit)
    if not least <= velocity <= most:
        out.append(because(f"enters at velocity {least} to {most}, not {velocity}", RULE))
    if isinstance(unit, Vehicle) and facing not in (ways := zones.ways_in(state.board, hex_of(label))):
        out.append(because(f"enters over {label} with facing {' or '.join(map(str, ways))}, not {facing}", RULE))
    return out


def listed(labels: list[str]) -> str:
    """The first and the last of a row of hexes."""
    return labels[0] if len(labels) == 1 else f"one of {len(labels)} hexes from {labels[0]} to {labels[-1]}"
