"""Which side takes a shot that comes in along the boundary of two: the defender decides (leviathan: Range, Target Shield Factor Modifier).

He is asked when all fire has been declared, of each such shot: {"side": "F"}, or {"side": ""} for the side that is protected best when it is struck.
A decision tells of its shots in `data`: [attacker, weapon, target, sides, hex of the attacker, hex of the target], hexes counted from the bow.
"""

from typing import NamedTuple

from scales.engine import Decision, Json
from scales.leviathan import board
from scales.leviathan.combat import fire, fire_orders
from scales.leviathan.combat.fire import Aim, Line
from scales.leviathan.state import FighterUnit, Ship, State


class Boundary(NamedTuple):
    """A declared shot along the boundary between `sides` of its target."""

    attacker: str
    weapon: str
    target: str
    sides: tuple[str, ...]
    origin: int
    mark: int

    @property
    def slot(self) -> str:
        return f"{self.attacker}/{self.weapon}"

    @property
    def line(self) -> Line:
        return Line(self.target, self.origin, self.mark)


def of_ships(state: State) -> list[Boundary]:
    """The shots of ships that have been declared and strike a boundary."""
    found = []
    for ship_id, order in sorted(state.at.memo["orders"].items()):
        ship = state.ships[ship_id]
        for weapon, line in fire_orders.lines(order).items():
            target, aimed = state.ships.get(line.target), fire.line_aim(state, ship, weapon, line)
            if target and aimed and len(aimed[0].shot.sides) > 1:
                found.append(boundary(ship, weapon, target, aimed[0]))
    return found


def boundary(attacker: Ship | FighterUnit, weapon: str, target: Ship, aim: Aim) -> Boundary:
    shot = aim.shot
    origin, mark = board.occupied(attacker).index(shot.origin), board.occupied(target).index(shot.mark)
    return Boundary(attacker.id, weapon, target.id, shot.sides, origin, mark)


def asked(state: State, shots: list[Boundary]) -> list[Decision]:
    """A decision for each side that has ships among the targets."""
    found = []
    for side in state.sides:
        mine = [shot for shot in shots if state.ships[shot.target].side == side.id]
        if mine:
            prompt = "Say which side takes each shot that comes in along a boundary."
            units = list(dict.fromkeys(shot.target for shot in mine))
            data: Json = {"shots": [list(shot) for shot in mine]}
            found.append(Decision(f"struck:{side.id}", side.seat, "struck", prompt, units, sealed=True, data=data))
    return found


def shots_of(decision: Decision) -> list[Boundary]:
    """The shots that a decision asks about."""
    return [Boundary(a, w, t, tuple(sides), origin, mark) for a, w, t, sides, origin, mark in decision.data["shots"]]


def faults(decision: Decision, slot: str, order: object) -> list[str]:
    shot = next(s for s in shots_of(decision) if s.slot == slot)
    if isinstance(order, dict) and set(order) == {"side"} and order["side"] in ("", *shot.sides):
        return []
    return [
        f"this shot meets the boundary of {' and '.join(shot.sides)}: name one of them, or '' for the better protected (leviathan: Range)"
    ]
