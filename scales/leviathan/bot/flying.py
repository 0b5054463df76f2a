"""Where fighters fly."""

from scales.engine import Option, Slot
from scales.hexes import Hex, distance
from scales.leviathan import board
from scales.leviathan.board import PARITY
from scales.leviathan.combat import fire
from scales.leviathan.state import FighterUnit, Ship, State


def fly(state: State, unit: FighterUnit, slot: Slot) -> Option:
    """The best of the flights offered; it rams nothing, since that does nothing to a ship."""
    return max((o for o in slot.options if "ram" not in o.order), key=lambda o: (_value(state, unit, o), -len(o.order["to"])))


def _value(state: State, unit: FighterUnit, option: Option) -> int:
    """Near the enemy where its guns tell: close to weak counters, three hexes from strong ones; home when it is nearly gone."""
    hex = Hex(*option.info["at"])
    value = 0
    if state.interceptor and _wanted_below(state, unit):
        value = 5000 - 60 * _to_the_strip(state, hex)
    for target in fire.targets(state, unit.side):
        away = min(distance(hex, h, PARITY) for h in board.occupied(target))
        if isinstance(target, Ship):
            value = max(value, _strafe(unit, target, away))
        elif target.boxes_left:
            value = max(value, (600 - 20 * away) if away > 3 else 900 + (unit.cra if away <= 1 else unit.lra)[unit.row])
    if board.zone(state.layout, hex.column) == "ground":
        return -1
    return value


def _wanted_below(state: State, unit: FighterUnit) -> bool:
    """Ground loads are for the ground; others follow enemies that went down, while they are whole enough."""
    hunting = any(f.side != unit.side and f.down for f in state.fighters.values()) and 2 * unit.boxes_left >= unit.boxes
    return not unit.base and (unit.mission == "ground" or hunting)


def _to_the_strip(state: State, hex: Hex) -> int:
    """Hexes to the nearest hex over the Interceptor board."""
    layout = board.layouts()["layouts"][state.layout]
    (c1, c2), (r1, r2) = layout["interceptor_columns"], layout["interceptor_rows"]
    near = Hex(min(max(hex.column, 2, c1), c2), min(max(hex.row, r1), r2))
    return distance(hex, near, PARITY)


def _strafe(unit: FighterUnit, target: Ship, away: int) -> int:
    if away > 3:
        return 700 - 20 * away
    guns = (unit.cra if away <= 1 else unit.lra)[unit.row]
    thin = min(sum(r.bit_count() for r in g.rows) for g in target.armor.values())
    return 950 + 2 * guns + max(0, 120 - thin) - (10 * (4 - away) if away else 0)
