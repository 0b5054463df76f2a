"""Which craft of the bot moves, and how: the best place to be that it can leave again."""

from collections.abc import Iterator, Sequence
from heapq import heapify, heappop
from typing import Any

from scales.engine import Decision
from scales.hexes import Hex, distance
from scales.interceptor.board import WELL, Board, board
from scales.interceptor.bot.aims import goal_of, is_worn
from scales.interceptor.bot.caution import Safety, settled
from scales.interceptor.bot.errands import way_out
from scales.interceptor.bot.judges import Fight, Judge, Travel
from scales.interceptor.bot.retreat import breaks_off, nearest_edge, way_off
from scales.interceptor.bot.straining import risks
from scales.interceptor.combat.gunnery import enemies
from scales.interceptor.damage.condition import kind, safe_thrust, thrust
from scales.interceptor.movement.flight import End, Plan, Pose, is_harmless
from scales.interceptor.movement.frame import Frame
from scales.interceptor.movement.handling import handling, safe_rating
from scales.interceptor.movement.move_offers import move_json, movers, safe_ends
from scales.interceptor.movement.spread import Place, Way, end, places
from scales.interceptor.state import Craft, State

TRIES = 40
LOOKED_AT = 40
"""Craft among which it is chosen who moves next."""
SHORT_LIST = 32
"""Places that a craft in a fight looks at: those nearest to where its nearest enemy is likely to be."""


def move(state: State, decision: Decision) -> dict[str, Any]:
    """Craft with a place to go first, then those that enemies see least of; of a great many the first are looked at."""
    waiting = movers(state, decision)[:LOOKED_AT]
    if not waiting:
        return {"craft": ""}
    craft = waiting[0]
    if len(waiting) > 1:
        places = sorted({enemy.hex for enemy in enemies(state, craft)})
        craft = min(waiting, key=lambda c: (goal_of(state, c) is None, -_nearest(c, places), c.id))
    return move_json(craft, plan_for(state, craft))


def _nearest(craft: Craft, places: list[Hex]) -> int:
    here = craft.hex
    return min((distance(here, hex, "odd") for hex in places), default=0)


def plan_for(state: State, craft: Craft) -> Plan:
    """The way out if it has one to take, else the best safe move."""
    if (out := way_out(state, craft, tired=is_worn(craft))) is not None:
        return out
    goal = goal_of(state, craft)
    if goal is None and breaks_off(state, craft):
        if (off := way_off(state, craft)) is not None:
            return off
        goal = nearest_edge(board(state.layout), craft.hex)
    return Mover(state, craft, goal).plan()


Choice = tuple[int, int, Place, Way]
"""An end of a move: how little it is worth, its number, which keeps the order of those worth the same, and the way there."""


class Mover:
    """A craft that looks for its move: to a goal, or in a fight."""

    def __init__(self, state: State, craft: Craft, goal: Hex | None) -> None:
        self.state, self.craft, self.b = state, craft, board(state.layout)
        self.pose = Pose(craft.hex, craft.heading, craft.velocity)
        self.frame, self.wings = Frame(craft.hex, craft.heading), handling(state, craft)
        self.budget, self.hexes = safe_thrust(craft, state.at.turn), kind(craft).hexes
        self.judge: Judge = Fight(state, craft) if goal is None else Travel(self.b, craft, goal)
        self.safe = Safety(self.b, self.budget, self.wings)
        self.most = thrust(craft, state.at.turn)
        self.is_slow = safe_rating(craft, state.at.turn) > self.most
        """Whether its plant can be pushed without a saving roll."""

    def plan(self) -> Plan:
        """The best move after which the craft can still save itself, with more thrust than is safe where that pays; if there is none, the one
        farthest from trouble."""
        best = self._first(self.rated(self.budget))
        if best is None or self.judge.is_pressed or self.is_slow:
            best = self._first(list(self._strained(best))) or best
        if best is None:
            last = _farthest_from_trouble(self.safe, safe_ends(self.state, self.craft), self.hexes)
            return Plan(last.faster, last.turns)
        way = best[3]
        return Plan(way.faster, way.turns, push=max(0, way.spent - self.most))

    def _first(self, choices: list[Choice]) -> Choice | None:
        """The best of the first ones from which the craft can save itself."""
        heapify(choices)
        for _ in range(min(TRIES, len(choices))):
            choice = heappop(choices)
            found = end(self.frame, choice[2], choice[3])
            if is_harmless(self.b, self.craft.hex, found, self.wings) and self.safe.lasts(settled(self.b, found, self.hexes)):
                return choice
        return None

    def _strained(self, best: Choice | None) -> Iterator[Choice]:
        """Moves with more thrust than is safe that are better than the best safe one even with what they risk."""
        costs = risks(self.craft, self.state.at.turn)
        for loss, number, place, way in self.rated(len(costs) - 1):
            total = loss + costs[way.spent]
            if way.spent > self.budget and (best is None or total < best[0]):
                yield total, number, place, way

    def rated(self, budget: int) -> list[Choice]:
        """Every end within so much thrust that is on the board and not too fast for its air, rated."""
        found: list[Choice] = []
        b, cube = self.b, self.frame.cube
        for place in self._places(budget):
            x, z = cube(place.x, place.z)
            spot = Hex(x, z + x // 2)
            if b.has(spot):
                self._rate(place, spot, x, z, found)
        return found

    def _rate(self, place: Place, spot: Hex, x: int, z: int, found: list[Choice]) -> None:
        """The ways to a place, rated by where gravity pulls the craft from there."""
        b, turn, zone, number = self.b, self.frame.turn, self.b.zone(spot), len(found)
        most, pulled = self.wings.most(zone), zone in WELL
        worth, paces = self.judge.at(*_pulled(b, spot)) if pulled else self.judge.at(x, z)
        for way in place.ways:
            heading, velocity = (way.heading + turn) % 6, way.velocity
            if velocity <= most:
                number += 1
                gain = _gain(b, heading + 1, velocity) if pulled else 0
                found.append((-worth[heading] - paces[velocity + gain], number, place, way))

    def _places(self, budget: int) -> Sequence[Place]:
        found = places(self.pose, budget, self.wings)
        if self.judge.focus is None or len(found) <= SHORT_LIST:
            return found
        fx, fz = self.frame.seen(*self.judge.focus)
        away = [max(abs(x - fx), abs(z - fz), abs(x - fx + z - fz)) for x, z, _ in found]
        return [found[n] for n in sorted(range(len(found)), key=away.__getitem__)[:SHORT_LIST]]


def _pulled(b: Board, spot: Hex) -> tuple[int, int]:
    """Where gravity pulls a craft, in cube coordinates."""
    column = spot.column + b.fall
    return column, spot.row - column // 2


def _gain(b: Board, heading: int, velocity: int) -> int:
    """What gravity does to a velocity."""
    return 1 if heading in b.down else -1 if heading in b.up and velocity else 0


def _farthest_from_trouble(safe: Safety, ends: tuple[End, ...], hexes: int) -> End:
    """The end that leaves most room; of those the first from which the craft can save itself."""
    ranked = sorted(ends, key=lambda e: (-safe.margin(settled(safe.b, e, hexes)), e.velocity))
    return next((e for e in ranked[:TRIES] if safe.lasts(settled(safe.b, e, hexes))), ranked[0])
