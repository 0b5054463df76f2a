"""Before play: how the bot organizes its fighters and where it places its forces."""

from scales.dice import Dice
from scales.engine import Decision, Option, Slot
from scales.hexes import Hex, distance, turned
from scales.leviathan import board
from scales.leviathan.combat import fire
from scales.leviathan.scenario import deployment
from scales.leviathan.state import State
from scales.leviathan.view import View

SPEED = 4
"""Velocity at the start: fast enough to come up."""


def organize(_view: View, _decision: Decision, slot: Slot, _dice: Dice) -> Option:
    """The largest units that the wing makes; what other organizations do in The Swarm is told in docs/performance.md."""
    return slot.options[-1]


def deploy(view: View, decision: Decision, slot: Slot, _dice: Dice) -> Option:
    """In open order at a fair speed, opposite the enemy as far as he can be seen; a ship by itself waits."""
    found = max(slot.options, key=lambda o: (-abs(o.info["velocity"] - SPEED), -_away(view.state, view.side, o)))
    alone = len(found.order["ships"]) == 1 and not found.order["fighters"]
    return _waiting(view.state, decision, found) if alone else found


def _waiting(state: State, decision: Decision, option: Option) -> Option:
    """At the very edge, at rest and across the way of whoever comes, so that a broadside meets him all the way."""
    zone, (ship, spot) = deployment.zone_of(decision), next(iter(option.order["ships"].items()))
    middle = Hex(*option.info["at"])
    for hex in sorted(deployment.hexes_of(state, zone), key=lambda h: (_depth(h, zone.edge), distance(h, middle, board.PARITY), h)):
        across = {"hex": board.label(state.sheets, hex), "heading": turned(spot["heading"], 1), "velocity": 0}
        order = option.order | {"ships": {ship: across}}
        if not deployment.faults(state, decision, order):
            return Option(order, option.label, option.info)
    return option


def _depth(hex: Hex, edge: str) -> int:
    """Less is nearer to the edge, among hexes of one zone."""
    along = hex.column if edge in ("left", "right") else hex.row
    return along if edge in ("left", "top") else -along


def _away(state: State, side: str, option: Option) -> int:
    """Hexes from the middle of a formation to the nearest enemy, 0 while none is placed."""
    enemies = fire.targets(state, side)
    return min((distance(Hex(*option.info["at"]), e.hex, board.PARITY) for e in enemies), default=0)
