"""What the bot keeps of a craft's guns and sides, in tables, so that all places and headings are weighed at once."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from scales.armor import boxes_left
from scales.interceptor.bot.bearings import BACK, BEARS, HEADINGS, SIDES
from scales.interceptor.combat.gunnery import angle_of, base_at, damage_of
from scales.interceptor.damage.condition import armed, gunnery, kind, shield_factor
from scales.interceptor.movement.search import Ints
from scales.interceptor.state import Craft, State
from scales.interceptor.tables import craft_types, rule

BANDS: tuple[int, ...] = tuple(rule("bands")["last_hex"])
"""The last hex of every range band in which guns reach."""
BOXES_THIN, THIN = 12, 15
"""Armor boxes left on a side under which a hit is likely to go inside, and how much more it then counts, in tenths."""
_FIRST, _LAST = (np.array([sides[end] for sides in SIDES])[:, None] for end in (0, -1))


Mounts = tuple[tuple[str, str], ...]
"""Weapons with the arcs that they fire in."""


class Against(NamedTuple):
    """What a craft on a certain heading is for another, by bearing from it and its heading: see `Gun`."""

    power: Ints
    guards: Ints
    thins: Ints


class Gun:
    """Guns and sides in rows by bearing and the heading 0 to 5 of one craft (`bearings.LINES`): `power` of its guns, `guards` and `thins` of its own
    side that is struck, what it takes from a number to hit and how thin it is in tenths. `against`: the same for each heading of its own when
    bearing and heading are those of the other craft. `power` and `base`, the to-hit, have a row for each range band, `guard` and `thin` one
    figure for each hexside.

    Craft with the same figures share one (`gun`).
    """

    def __init__(self, type: str, mounts: Mounts, skill: int, guard: tuple[int, ...], thin: tuple[int, ...]) -> None:
        power, self.base = _power(type, mounts), _bases(skill)
        self.guard, self.thin = np.array(guard), np.array(thin)
        first, last = (_FIRST - HEADINGS) % 6, (_LAST - HEADINGS) % 6
        struck = np.where(self.guard[last] < self.guard[first], last, first)
        guards, thins = self.guard[struck], self.thin[struck]
        self.power, self.guards, self.thins = power.reshape(len(BANDS), -1), guards.ravel(), thins.ravel()
        self.against = [Against(*(each[..., BACK, h].repeat(6, axis=-1) for each in (power, guards, thins))) for h in range(6)]


def gun(state: State, craft: Craft) -> Gun:
    """The guns and sides of a craft as they are this turn."""
    turn, sides = state.at.turn, kind(craft).sides
    shields = {side: shield_factor(craft, side, turn) for side in craft.armor}
    thin = {side: THIN if boxes_left(grid) < BOXES_THIN else 10 for side, grid in craft.armor.items()}
    mounts = tuple((craft.mounts[n].weapon, craft.mounts[n].arc) for n in armed(craft, turn))
    guard = tuple(angle_of(s)[1] - shields[side] for s, side in enumerate(sides))
    return _gun(craft.type, mounts, gunnery(craft), guard, tuple(thin[side] for side in sides))


_gun = lru_cache(maxsize=512)(Gun)


@lru_cache(maxsize=512)
def _power(type: str, mounts: Mounts) -> Ints:
    """Damage of these guns of a craft; in one hex all bear."""
    around, by_side = np.zeros(len(BANDS), np.int64), np.zeros((6, len(BANDS)), np.int64)
    for name, arc in mounts:
        if arc == "turret":
            around += _damage(name)
        else:
            by_side[0 if arc == "bow" else craft_types()[type].sides.index(arc)] += _damage(name)
    return around[:, None, None] + np.tensordot(by_side.T, BEARS.transpose(2, 0, 1), axes=1)


@lru_cache(maxsize=64)
def _damage(weapon: str) -> Ints:
    """Damage of a weapon by range band."""
    return np.array([damage_of(weapon, r) for r in BANDS])


@lru_cache(maxsize=64)
def _bases(skill: int) -> Ints:
    """To-hit by range band with a gunnery skill, before angle and shields."""
    return np.array([[base_at(r) + skill] for r in BANDS])
