"""Which craft of the bot moves, and how: the best place to be that it can leave again."""

from typing import Any

import numpy as np

from scales.engine import Decision
from scales.hexes import Hex, distance
from scales.interceptor.board import board
from scales.interceptor.bot.aims import goal_of, is_worn
from scales.interceptor.bot.caution import Safety, settled
from scales.interceptor.bot.errands import way_out
from scales.interceptor.bot.judges import Fight, Judge, Travel
from scales.interceptor.bot.retreat import breaks_off, nearest_edge, way_off
from scales.interceptor.bot.skies import sky
from scales.interceptor.bot.straining import risks
from scales.interceptor.combat.gunnery import enemies
from scales.interceptor.damage.condition import kind, safe_thrust, thrust
from scales.interceptor.movement.ends import End, Fan, end, fan, is_harmless
from scales.interceptor.movement.flight import Plan, Pose
from scales.interceptor.movement.frame import Frame
from scales.interceptor.movement.handling import handling, safe_rating
from scales.interceptor.movement.move_offers import move_json, movers, safe_ends
from scales.interceptor.movement.search import Ints
from scales.interceptor.state import Craft, State

TRIES = 40
RISKED = 1500
"""The greatest risk that is taken for the sake of a better place."""
LOOKED_AT = 40
"""Craft among which it is chosen who moves next."""


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


Choice = tuple[int, End]
"""What an end of a move is worth, and the end."""


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
        best = self._first(*self.rated(self.budget))
        if best is None or self.judge.is_pressed or self.is_slow:
            best = self._strained(best) or best
        if best is None:
            last = _farthest_from_trouble(self.safe, safe_ends(self.state, self.craft), self.hexes)
            return Plan(last.faster, last.turns)
        last = best[1]
        return Plan(last.faster, last.turns, push=max(0, last.spent - self.most))

    def _first(self, ends: Fan, worth: Ints) -> Choice | None:
        """The best of the first ones from which the craft can save itself."""
        for number in np.argsort(-worth, kind="stable")[:TRIES]:
            found = end(self.frame, self.wings, ends, number)
            if is_harmless(self.b, self.craft.hex, found, self.wings) and self.safe.lasts(settled(self.b, found, self.hexes)):
                return int(worth[number]), found
        return None

    def _strained(self, best: Choice | None) -> Choice | None:
        """The best move with more thrust than is safe, if it is better than the best safe one even with what it risks."""
        costs = [risk for risk in risks(self.craft, self.state.at.turn) if best is None or risk <= RISKED]
        ends, worth = self.rated(len(costs) - 1)
        worth = worth - np.array(costs)[ends.spent]
        better = (ends.spent > self.budget) & (best is None or worth > best[0])
        return self._first(ends.only(better), worth[better])

    def rated(self, budget: int) -> tuple[Fan, Ints]:
        """Every end within so much thrust that is on the board and not too fast for its air, and what it is worth once gravity has pulled."""
        ends, above = fan(self.pose, budget, self.wings), sky(self.b, self.wings)
        ends = ends.only(above.holds(*self.frame.cube(ends.x, ends.z), ends.velocity))
        heading = (ends.heading + self.craft.heading - 1) % 6
        x, z, velocity = above.settled(*self.frame.cube(ends.x, ends.z), heading, ends.velocity)
        return ends, self.judge.worth(x, z, heading, velocity)


def _farthest_from_trouble(safe: Safety, ends: tuple[End, ...], hexes: int) -> End:
    """The end that leaves most room; of those the first from which the craft can save itself."""
    ranked = sorted(ends, key=lambda e: (-safe.margin(settled(safe.b, e, hexes)), e.velocity))
    return next((e for e in ranked[:TRIES] if safe.lasts(settled(safe.b, e, hexes))), ranked[0])
