"""Where to look: arcs are spread over the ground where the enemy is known or expected, squadrons over what nobody else sees."""

from collections.abc import Sequence
from operator import mul

from scales.engine import Orders, Slot
from scales.legatus.board import Grid
from scales.legatus.double_blind import glimpses
from scales.legatus.double_blind.panorama import near, panorama
from scales.legatus.movement.movement import grid_of
from scales.legatus.state import LegatusState, enemies_of, hexes_of, units_of
from scales.legatus.view import View

NEAR = 5
"""Hexes around an expected place that are worth a look."""


def look(view: View, slots: Sequence[Slot]) -> Orders:
    """Each century in turn takes the arc that shows most of what those before it do not; CAP always meets who looks."""
    state, orders = view.state, Orders()
    worth = _worth(state, view.side)
    for slot in sorted(slots, key=lambda s: (s.id not in state.units, s.id)):
        if slot.id in state.squadrons and state.squadrons[slot.id].box == "cap":
            orders.choices[slot.id] = {"intercept": True}
            continue
        shown = _shown(state, slot)
        best = max(range(len(shown)), key=lambda n: (_value(worth, shown[n]), -n))
        orders.choices[slot.id] = slot.options[best].order
        for hex in shown[best]:
            worth[hex] //= 2
    return orders


def _worth(state: LegatusState, side: str) -> dict[str, int]:
    """What a look at each hex is worth, in tenths."""
    grid = grid_of(state)
    worth = dict.fromkeys(grid.cells, 10)
    for place in _expected(state, grid, side):
        for hex, distance, _ in near(grid, place, NEAR):
            worth[hex] += 10 * (NEAR + 1 - distance)
    return worth


def _expected(state: LegatusState, grid: Grid, side: str) -> list[str]:
    """Enemies seen, whose friends are near them; else the other end of the map and the places to be taken."""
    seen = [hexes_of(e.at)[0] for e in enemies_of(state, side)]
    places = [o.hex for o in state.objectives if o.holder != side]
    return seen + places if seen else [*places, *_opposite(grid, [hexes_of(u.at)[0] for u in units_of(state, side)])]


def _opposite(grid: Grid, own: Sequence[str]) -> list[str]:
    """Where the middle of one's own stands, mirrored at the middle of the map."""
    if not own:
        return []
    column, row = (sum(int(h[part]) for h in own) // len(own) for part in (slice(0, 2), slice(2, 4)))
    return [f"{grid.columns + 1 - column:02d}{grid.rows + 1 - row:02d}"]


def _shown(state: LegatusState, slot: Slot) -> list[dict[str, int]]:
    """The hexes that each option of a slot shows, with tenths of a chance to spot there."""
    grid = grid_of(state)
    if slot.id in state.units:
        eye = glimpses.spotter_of(state, state.units[slot.id], 0)
        return [panorama(grid, eye, o.order["heading"]).chances for o in slot.options]
    return [panorama(grid, glimpses.scout_over(o.order["hex"])).chances if o.order["hex"] else {} for o in slot.options]


def _value(worth: dict[str, int], shown: dict[str, int]) -> int:
    """A hex counts by the chance to spot there."""
    return sum(map(mul, map(worth.__getitem__, shown), shown.values()))
