"""Who spots: centuries and installations through their arcs, squadrons over a hex. legatus: Double-blind rules: Spotting"""

from scales.engine import Decision
from scales.legatus.board import Grid
from scales.legatus.double_blind import arcs
from scales.legatus.double_blind.glimpses import RULE
from scales.legatus.state import Century, LegatusState, Side, Squadron, free, on_mission, units_of

TOWARDS = ("nowhere", "north", "northeast", "southeast", "south", "southwest", "northwest")
"""A heading in words."""


def watchers(state: LegatusState, side: str) -> list[Century]:
    """Every century and installation on the map that no battle below holds, crippled and broken ones too."""
    return [u for u in units_of(state, side) if free(u)]


def turning(state: LegatusState, side: str) -> list[Century]:
    """Those that must be told where to look: a dispersed one looks everywhere."""
    return [u for u in watchers(state, side) if arcs.degrees_of(u.at) < arcs.ALL_AROUND]


def spot_orders(state: LegatusState, side: Side) -> Decision:
    """A side is asked for its arcs, the hexes its ground support looks at, and whether its CAP meets who looks."""
    asked = [u.id for u in turning(state, side.id)]
    asked += [q.id for box in ("ground_support", "cap") for q in on_mission(state, side.id, box)]
    prompt = "Spotting arcs, and hexes for squadrons to look at"
    return Decision(f"spot:{side.id}", side.seat, "spot", prompt, asked, sealed=True, data={"side": side.id})


def arc_fault(unit: Century, heading: int) -> str:
    """Why an arc cannot be given; '' when it can."""
    if 1 <= heading <= 6:
        return ""
    return f"{unit.name} spots through {arcs.degrees_of(unit.at)} degrees around one of the headings 1 to 6, not around {heading} ({RULE})."


def scout_fault(grid: Grid, squadron: Squadron, hex: str) -> str:
    """Why a squadron cannot look at a hex; '' when it can, or when it stays."""
    return "" if not hex or hex in grid.cells else f"{squadron.name} looks at one hex of the map: '{hex[:20]}' is none ({RULE})."
