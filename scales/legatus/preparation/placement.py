"""Where a side may place what has no place, and lay its defensive hexes, before play. legatus: Prefect to Legatus, Passive Defenses, Earthworks"""

from collections.abc import Iterator, Mapping, Sequence

from scales.engine import Decision
from scales.legatus import board
from scales.legatus.deployment import altitudes_of
from scales.legatus.movement.movement import grid_of
from scales.legatus.state import WAITING, Century, LegatusState, Side, hexes_of
from scales.legatus.tables import kinds

RULE = "legatus: Prefect to Legatus"


def waiting(state: LegatusState, side: str) -> list[str]:
    """Units that a side has still to place, by id."""
    return [u for u in sorted(state.units) if state.units[u].side == side and state.units[u].status == WAITING]


def decision(state: LegatusState, side: Side) -> Decision:
    """Where does a side place its units and lay its defensive hexes?"""
    units, zone = waiting(state, side.id), state.zones.get(side.id, [])
    laid = f" and lay {side.defensive_hexes} defensive {'hex' if side.defensive_hexes == 1 else 'hexes'}" if side.defensive_hexes else ""
    prompt = f"Place {len(units)} unit{'s' if len(units) != 1 else ''}{laid} in your zone of {len(zone)} hexes"
    data = {"side": side.id, "zone": list(zone), "defensive_hexes": side.defensive_hexes}
    return Decision(f"deploy:{side.id}", side.seat, "deploy", prompt, units, sealed=True, data=data)


def _either(words: list[str]) -> str:
    """'a', 'a or b', 'a, b or c'."""
    return " or ".join([part for part in (", ".join(words[:-1]), words[-1]) if part])


def place_faults(state: LegatusState, unit: Century, at: str, altitude: str) -> list[str]:
    """Everything wrong with a place and an altitude for a unit."""
    kind, grid = kinds()[unit.kind], grid_of(state)
    found = []
    if altitude not in ("normal",) if kind.carriage == "fixed" else altitude not in altitudes_of(kind.carriage):
        allowed = ["normal"] if kind.carriage == "fixed" else list(altitudes_of(kind.carriage))
        found.append(f"{unit.name} can be at {_either(allowed)}, not at '{altitude[:20]}' (legatus: Deployment).")
    if not board.is_position(at):
        return [*found, f"'{at[:20]}' is no hex, hexside or junction for {unit.name}, such as '0603', '0603|0604' (legatus: Deployment)."]
    if kind.carriage == "fixed" and "|" in at:
        found.append(f"{unit.name} is an installation and stands in one hex, not on {at} (legatus: Defensive Installations).")
    outside = [h for h in hexes_of(at) if h not in state.zones.get(unit.side, [])]
    if outside:
        return [*found, f"{unit.name} is placed in your zone, and {', '.join(outside)} is not of it ({RULE})."]
    lakes = [h for h in hexes_of(at) if not board.standable(grid, kind.carriage, h) or (altitude == "dug_in" and _is_lake(state, h))]
    if lakes:
        found.append(
            f"{unit.name} cannot be on the lake of {', '.join(lakes)}: only grav centuries can, not dug in (legatus: Movement Points)."
        )
    return found


def _is_lake(state: LegatusState, hex: str) -> bool:
    return grid_of(state).cells[hex].ground == "lake"


def lay_faults(state: LegatusState, side: Side, hexes: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Everything wrong with defensive hexes, given by kind: passive, hidden (passive defenses), earthworks."""
    every = [h for listed in hexes.values() for h in listed]
    if len(every) > side.defensive_hexes:
        yield f"You lay {len(every)} defensive hexes and are entitled to {side.defensive_hexes} ({RULE})."
    for hex in sorted({h for h in every if every.count(h) > 1}):
        yield f"Hex {hex[:20]} can hold passive defenses or earthworks once ({RULE})."
    for hex in every:
        if hex not in state.zones.get(side.id, []):
            yield f"Defensive hexes are laid in your zone, and '{hex[:20]}' is not of it ({RULE})."
        elif any(m.side == side.id and hex in m.hexes for m in state.markers):
            yield f"There are defenses of yours in {hex} already ({RULE})."
    for hex in hexes["earthworks"]:
        if hex in state.zones.get(side.id, []) and _is_lake(state, hex):
            yield f"There can be no earthworks in the lake of {hex} (legatus: Earthworks)."
