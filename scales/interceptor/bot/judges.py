"""How good places are for a craft: for one that fights, and for one on its way somewhere. All ends of a move are judged at once, in arrays."""

from functools import lru_cache
from typing import Protocol

import numpy as np

from scales.hexes import Hex, to_cube
from scales.interceptor.board import Board, board
from scales.interceptor.bot.aims import friends, is_worn
from scales.interceptor.bot.bearings import AHEAD, length, lines
from scales.interceptor.bot.breaking import Threat, by_bearing, threats
from scales.interceptor.bot.exchange import CLOSE, NEAR, exchange
from scales.interceptor.bot.guns import gun
from scales.interceptor.bot.prey import javelins, marks
from scales.interceptor.damage.condition import air_limit, kind
from scales.interceptor.landing.hold import aboard
from scales.interceptor.movement.search import Ints
from scales.interceptor.state import Craft, State

EDGE = 3
"""What counts against a hex nearer to an edge than five."""
SHY, SHY_WORN = 7, 12
"""How damage taken counts beside damage done, in tenths, for a sound craft and for one that is worn."""
NEAR_EDGE = 5
JAVELINS, ESCORT, ESCORTED = 60, 6, 4
"""What javelins ahead within ESCORTED hexes count; a hex farther than that from a friend with troops aboard."""
LOW, LOW_SPEED = 9, 7
"""Columns above the ground down to which a craft is slow enough for the air, and its velocity above them."""


class Judge(Protocol):
    is_pressed: bool
    """Whether more thrust than is safe may be worth its risk."""

    def worth(self, x: Ints, z: Ints, heading: Ints, velocity: Ints) -> Ints:
        """How good it is to be in places in cube coordinates, on headings 0 to 5, at velocities."""
        ...


class Travel:
    """Nearer to the goal is better; slow enough near the end to stop there."""

    def __init__(self, b: Board, craft: Craft, goal: Hex) -> None:
        self.b, self.limit, self.goal = b, air_limit(craft), to_cube(goal, "odd")
        self.is_pressed = False

    def worth(self, x: Ints, z: Ints, heading: Ints, velocity: Ints) -> Ints:
        left, bearing = lines(self.b).at(self.goal[0] - x, self.goal[1] - z)
        slow = (self.b.zones[0][1] - x) * self.b.fall <= LOW if self.b.zones else False
        wanted = np.minimum(left, np.where(slow, self.limit, LOW_SPEED))
        return 10 * AHEAD[bearing, heading] - 20 * left - 6 * abs(velocity - wanted)


class Fight:
    """Deal more than you take, now where the enemy has moved, else where he is likely to be; stay near, at a velocity that can turn."""

    def __init__(self, state: State, craft: Craft) -> None:
        self.b, self.shy = board(state.layout), SHY_WORN if is_worn(craft) else SHY
        me = gun(state, craft)
        self.exchanges = [(exchange(me, m.gun, m.heading, m.sure, self.shy), m.x, m.z) for m in marks(state, craft)]
        self.threats, self.javelins = threats(state, craft), javelins(state, craft)
        self.is_pressed = any(threat.is_grave for threat in self.threats)
        self.charges = [to_cube(c.hex, "odd") for c in friends(state, craft) if aboard(state, c)] if not kind(craft).is_patrol else []
        self.pace, self.price = (5, 5) if kind(craft).thrust > 4 else (3, 15)

    def worth(self, x: Ints, z: Ints, heading: Ints, velocity: Ints) -> Ints:
        total = -EDGE * _edge(self.b, x, z) - self.price * abs(velocity - self.pace)
        deals, to, closeness = np.zeros_like(total), lines(self.b), _closeness(self.b)
        for between, ex, ez in self.exchanges:
            place = to.place(ex - x, ez - z)
            row = to.rows.take(place) + heading
            total += between.worth.take(row, mode="clip") + closeness.take(place)
            deals = np.maximum(deals, between.deals.take(row, mode="clip"))
        for threat in self.threats:
            total -= self._threatened(threat, x, z, heading)
        for jx, jz in self.javelins:
            away, bearing = to.at(jx - x, jz - z)
            total += JAVELINS * (AHEAD[bearing, heading] & (away <= ESCORTED))
        for cx, cz in self.charges:
            total -= ESCORT * np.maximum(0, length(cx - x, cz - z) - ESCORTED)
        return total + deals

    def _threatened(self, threat: Threat, x: Ints, z: Ints, heading: Ints) -> Ints:
        """What a missile locked on the craft does to it; nothing where the missile does not reach it this minute."""
        away, bearing = lines(self.b).at(threat.x - x, threat.z - z)
        cost: Ints = by_bearing(threat.costs)[bearing, heading] * self.shy // 10
        cost[away > threat.flies] = 0
        return cost


@lru_cache(maxsize=16)
def _closeness(b: Board) -> Ints:
    """What the distance of an enemy counts for on every heading, by his place (`Lines.place`)."""
    return np.minimum(0, CLOSE * (NEAR - lines(b).lengths))


def _edge(b: Board, x: Ints, z: Ints) -> Ints:
    """How much nearer than five hexes an edge is."""
    row = z + x // 2
    sideways, along = np.minimum(x - b.first.column, b.last.column - x), np.minimum(row - b.first.row, b.last.row - row)
    missing: Ints = NEAR_EDGE - np.minimum(sideways, along)
    return np.maximum(0, missing)
