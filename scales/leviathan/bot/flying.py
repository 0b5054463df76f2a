"""Where fighters fly: to where their guns tell most for what turrets and bays will take of them first."""

from collections.abc import Sequence
from dataclasses import dataclass

from scales.engine import Option, Slot
from scales.hexes import Hex, distance, neighbor
from scales.leviathan import board
from scales.leviathan.board import PARITY
from scales.leviathan.bot import batteries
from scales.leviathan.bot.batteries import Guns
from scales.leviathan.combat import fire, turrets
from scales.leviathan.combat.fire import Target
from scales.leviathan.combat.worth import worth
from scales.leviathan.damage import damage
from scales.leviathan.fighters import dogfight
from scales.leviathan.state import FighterUnit, Ship, State

CROWD = 400
"""What a friend in the same hex costs while an enemy has missiles: one salvo strikes both."""
SPREAD = 6
"""Targets among which the bays of a ship are taken to choose."""


def fly(state: State, unit: FighterUnit, slot: Slot) -> Option:
    """The best of the flights offered; it rams nothing, since that does nothing to a ship, and stays in the battle."""
    sky = _sky(state, unit)
    return max(
        (o for o in slot.options if "ram" not in o.order and not o.info["leaves_map"]),
        key=lambda o: (sky.value(Hex(*o.info["at"]), o.order["entered"]), -len(o.order["to"])),
    )


@dataclass(slots=True)
class Sky:
    """A fighter unit, its enemies with the guns of their ships, and friends in the air."""

    state: State
    unit: FighterUnit
    enemies: list[Target]
    guns: list[tuple[Ship, Guns]]
    friends: Sequence[Hex]

    def value(self, hex: Hex, entered: int) -> int:
        """The worth of being there when the guns fire."""
        if board.zone(self.state.layout, hex.column) == "ground":
            return -1_000_000
        if self.state.interceptor and _wanted_below(self.state, self.unit):
            return -60 * _to_the_strip(self.state, hex)
        strike = max((self._strike(target, hex, entered) for target in self.enemies), default=0)
        return strike - self._danger(hex) - (0 if strike else self._way_to_go(hex))

    def _strike(self, target: Target, hex: Hex, entered: int) -> int:
        """What the unit's guns are worth on a target from a hex."""
        found = _aim(target, hex, entered)
        if found is None:
            return 0
        away, side = found
        shield = target.shield(side) if isinstance(target, Ship) else 0
        points = dogfight.attack_value(self.unit, away)
        return worth(target, points, fire.chance(dogfight.fighter_number(away) - shield), side)

    def _danger(self, hex: Hex) -> int:
        """Boxes that turrets and bays will take, at what a box is worth; in a stern hex no bay reaches."""
        turret_boxes, bay_boxes = 0, 0
        sheltered = any(ship.hex == hex for ship, _ in self.guns)
        for ship, guns in self.guns:
            away = min(distance(hex, h, PARITY) for h in board.occupied(ship))
            if away <= turrets.RANGE:
                turret_boxes += turrets.factor(ship, "L", away) * fire.chance(turrets.turret_number(away))
            if not sheltered and away <= batteries.REACH:
                points = max(guns["L"][away], guns["R"][away])
                bay_boxes += points * fire.chance(fire.base_number(max(1, away)) + fire.size_modifier(self.unit))
        box = 20 + max(self.unit.cra[self.unit.row], self.unit.lra[self.unit.row])
        boxes = min(turret_boxes // 2 + bay_boxes // SPREAD, 10 * self.unit.boxes_left)
        return boxes * box // 24 + self._crowd(hex, sheltered)

    def _crowd(self, hex: Hex, sheltered: bool) -> int:
        if sheltered or not any(ship.salvos for ship, _ in self.guns):
            return 0
        return CROWD * self.friends.count(hex)

    def _way_to_go(self, hex: Hex) -> int:
        """Out of reach it comes within one flight of the nearest enemy, no nearer."""
        away = min((distance(hex, t.hex, PARITY) for t in self.enemies), default=0)
        return 60 * max(0, away - self.unit.thrust)


def _sky(state: State, unit: FighterUnit) -> Sky:
    enemies = [t for t in fire.targets(state, unit.side) if isinstance(t, Ship) or t.boxes_left]
    armed = [(t, batteries.guns(t)) for t in enemies if isinstance(t, Ship)]
    friends = [f.hex for f in state.fighters.values() if f.side == unit.side and f.on_map and f.id != unit.id]
    return Sky(state, unit, enemies, armed, friends)


def _aim(target: Target, hex: Hex, entered: int) -> tuple[int, str] | None:
    """Range and side struck from a hex, None out of range; in the stern hex from where it comes in (leviathan: Overlapping Ships)."""
    if isinstance(target, FighterUnit):
        away = distance(hex, target.hex, PARITY)
        return (away, "") if away <= dogfight.RANGE else None
    hexes = board.occupied(target)
    if hex in hexes:
        came = neighbor(hex, entered + 3, PARITY) if hex == target.hex and entered else hex
        return (0 if hex == target.hex else 1), _side(target, len(hexes) - 1, target.hex, came)
    away, index = min((distance(hex, h, PARITY), n) for n, h in enumerate(hexes))
    return (away, _side(target, index, hexes[index], hex)) if away <= dogfight.RANGE else None


def _side(ship: Ship, index: int, mark: Hex, origin: Hex) -> str:
    if ship.kind == "ground":
        return "F"
    hexsides = board.arcs(mark, ship.heading, origin) or (4,)
    return damage.best_side(ship, tuple(board.armor_side(ship.card.hexes, index, h, ship.rolled) for h in hexsides))


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
