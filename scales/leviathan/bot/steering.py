"""How a ship moves: where it gives more fire than it takes, now and after the turn that follows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scales.engine import Json, Option, Slot
from scales.hexes import Hex, distance, neighbor, turned
from scales.leviathan import board
from scales.leviathan.board import PARITY
from scales.leviathan.bot import batteries, fleeing, gunnery, hazards
from scales.leviathan.bot.gunnery import Exchange, Scene
from scales.leviathan.combat import fire
from scales.leviathan.movement.movement import straight_needed
from scales.leviathan.patrol import crossing
from scales.leviathan.scenario.chase import pursued
from scales.leviathan.state import FighterUnit, Ship, State

LOOKED_AHEAD = 12
"""Moves, best first, that are weighed with the turn after them."""
GIVEN, TAKEN, NEXT = 10, 10, 5
"""Tenths that count of the fire given, of the fire taken, and of the balance a turn later."""
NEVER = -1_000_000
ERRAND = 60
"""What a hex nearer to the battle on the ground is worth to a ship with troops for it."""
HOME = 150
"""What a hex nearer to the edge is worth to a ship that breaks off."""


def steer(state: State, ship: Ship, slot: Slot) -> Option:
    """The best of the moves offered."""
    helm, options = _helm(state, ship), fleeing.worth_it(ship, slot.options)
    first = sorted(((helm.now(o.info), n) for n, o in enumerate(options)), key=lambda found: (-found[0], found[1]))
    values = [(value + (helm.later(options[n].info) if value > NEVER and not helm.flees else 0), -n) for value, n in first[:LOOKED_AHEAD]]
    return options[-max(values)[1]]


@dataclass(slots=True)
class Helm:
    """What a move of one ship is weighed with: the fire of both sides, where friends lie, whether only fighters are against it, and
    whether it breaks off."""

    state: State
    ship: Ship
    scene: Scene
    crowd: Sequence[Hex]
    wary: bool
    flees: bool

    def now(self, info: Json) -> int:
        """The worth of a move for this turn."""
        if info["crashes"] or (info["leaves_map"] and not self.flees):
            return NEVER
        stern = Hex(*info["at"])
        volleys = self.scene.exchange(stern, info["heading"], info["rolled"])
        value = _balance(volleys, self.ship.weapons) - 40 * int(info["burns"]) - (3 if info["rolls"] else 0)
        if self.flees:
            return value - HOME * fleeing.to_the_edge(self.state, stern)
        value -= 200 * self.crowd.count(stern)
        value += hazards.danger(self.state, self.ship, stern, info["heading"], info["velocity"])
        return value + self._bearing(stern, info["velocity"], volleys)

    def _bearing(self, stern: Hex, velocity: int, volleys: Exchange) -> int:
        """Closeness and pace, for ships that fight; distance for carriers; the way out for the hunted."""
        if self.ship.side == pursued(self.state):
            return 12 * min(velocity, 8) - 40 * stern.column
        if self.ship.card.carrier:
            return 30 * min(volleys.closest, 12)
        if self.ship.cargo and self.state.ground.battles and crossing.may_carry_down(self.state):
            return -ERRAND * min(distance(stern, mark, PARITY) for mark in self.state.ground.battles.values())
        if self.wary:
            return 300 * min(volleys.closest, batteries.REACH) - 100 * velocity
        value = -25 * max(0, volleys.closest - 2) - (20 if self.ship.card.hexes > 2 else 8) * abs(
            velocity - _pace(self.ship, volleys.closest)
        )
        if not self.scene.foes and self.state.ground.battles:
            value -= 12 * min(distance(stern, mark, PARITY) for mark in self.state.ground.battles.values())
        return value

    def later(self, info: Json) -> int:
        """What the best of the plain moves of the turn after it gives, enemies going straight on."""
        stern, velocity = Hex(*info["at"]), info["velocity"]
        found = [
            _balance(self.scene.exchange(*place, info["rolled"]), 1)
            for place in _next_places(self.ship, stern, info["heading"], velocity, info["drift"])
            if not board.off_map(self.state, place[0])
        ]
        return max(found, default=-2000) * NEXT // 10


def _helm(state: State, ship: Ship) -> Helm:
    crowd = [h for s in state.of_side(ship.side) if s.alive and s.id != ship.id for h in board.occupied(s)]
    enemies = fire.targets(state, ship.side)
    wary = bool(enemies) and all(isinstance(t, FighterUnit) for t in enemies)
    return Helm(state, ship, gunnery.scene(state, ship), crowd, wary, fleeing.breaks_off(state, ship))


def _balance(volleys: Exchange, blocks: int) -> int:
    return (GIVEN * volleys.given(blocks) - TAKEN * volleys.taken) // 10


def _pace(ship: Ship, closest: int) -> int:
    """Fast enough to come up, slow enough to turn: large ships that rush by are long in coming back."""
    if closest > 12:
        return 5 if ship.card.hexes <= 2 else 3
    return 3 if ship.card.hexes <= 2 else 2


def _next_places(ship: Ship, stern: Hex, heading: int, velocity: int, drift: int) -> Iterator[tuple[Hex, int]]:
    """Straight on, or turned to one side as soon as the ship may."""
    yield neighbor(stern, heading, PARITY, velocity), heading
    before = max(0, straight_needed(ship.card.hexes) - drift)
    if before <= velocity:
        pivot = neighbor(stern, heading, PARITY, before)
        for side in (-1, 1):
            course = turned(heading, side)
            yield neighbor(pivot, course, PARITY, velocity - before), course
