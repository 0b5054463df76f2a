"""What one side weighs when it moves: its centuries as planned so far, the enemies it knows and how near they are, and what it is about."""

from collections import Counter
from functools import cached_property

from scales.legatus.board import gap
from scales.legatus.bot.foes import FAR, as_they_stand, foe_of
from scales.legatus.movement.movement import grid_of
from scales.legatus.rolls import automatic_results, tenths
from scales.legatus.state import Century, LegatusState, enemies_of, units_of
from scales.legatus.tables import kinds

ENOUGH = 3
"""Centuries around an enemy beyond which one more changes nothing."""
SUPPORTED, COMING = 2, 8
"""Hexes to enemies at which guns are kept for support; at which they are still to come."""
OUTNUMBERED = 3, 2
"""A side defends itself against enemies of more than so many times its strength."""


class Scene:
    """`place`: where each own century will be; `company` how many own centuries will be in contact with each group of `foes`, as far as it
    matters."""

    def __init__(self, state: LegatusState, side: str) -> None:
        self.state, self.side, self.grid = state, side, grid_of(state)
        self.enemies = [e for e in enemies_of(state, side) if not e.engaged]
        self.foes = as_they_stand(self.grid, tuple([foe_of(e) for e in self.enemies]), self.earthworks, automatic_results(state))
        self.own = units_of(state, side)
        self.place = {u.id: u.at for u in self.own}
        self._aims: dict[str, str] = {}
        self._crowd, self.company = [0] * len(self.foes.groups), [0] * len(self.foes.groups)
        for unit in self.own:
            self._count(unit.at, 1)

    def tenths(self, value: int) -> int:
        """Tenths of a chance that a d10 succeeds."""
        return tenths(self.state, value)

    # ---- where everybody is ----

    def plan(self, unit: Century, at: str) -> None:
        """A century will be somewhere; '': nobody knows yet."""
        for place, more in ((self.place[unit.id], -1), (at, 1)):
            if place:
                self._count(place, more)
        self.place[unit.id] = at

    def _count(self, at: str, more: int) -> None:
        for n in self.foes.near(at):
            self._crowd[n] += more
            self.company[n] = min(ENOUGH, self._crowd[n])

    @cached_property
    def slows(self) -> bool:
        """Is it time for artillery denial: enemies are near, and none so near that guns will be needed for support?"""
        nearest_one = min([self.foes.far[u.at] for u in self.own], default=FAR)
        return SUPPORTED < nearest_one <= COMING

    @cached_property
    def earthworks(self) -> frozenset[str]:
        return frozenset(h for m in self.state.markers if m.kind == "earthworks" for h in m.hexes)

    @cached_property
    def obstacles(self) -> frozenset[str]:
        """Passive defenses of enemies, and artillery denial."""
        found = [m for m in self.state.markers if m.kind == "denial" or (m.kind == "passive" and m.side != self.side)]
        return frozenset(h for m in found for h in m.hexes)

    # ---- what it is about ----

    @cached_property
    def defends(self) -> bool:
        """Does this side wait for the enemy? When it is much weaker, or when it is attacked and holds all places that count."""
        theirs, mine = OUTNUMBERED
        if strength(self.own) * theirs < strength(self.enemies) * mine:
            return True
        return self.side != self.state.attacker and bool(self.state.objectives) and not self.goals

    @cached_property
    def goals(self) -> frozenset[str]:
        """Places to be taken."""
        return frozenset(o.hex for o in self.state.objectives if o.holder != self.side)

    @cached_property
    def posts(self) -> frozenset[str]:
        """Places that are held."""
        return frozenset(o.hex for o in self.state.objectives if o.holder == self.side)

    def aim(self, unit: Century) -> str:
        """Where a century goes: all of a cohort to one place, so that they fight together."""
        if unit.cohort not in self._aims:
            self._aims[unit.cohort] = self._aim(unit)
        return self._aims[unit.cohort]

    def _aim(self, unit: Century) -> str:
        middle = self._middle(unit.cohort) or unit.at
        if self.defends:
            return min(self.posts, key=lambda p: (gap(middle, p), p), default=middle)
        if not self.enemies:
            return min(self.goals, key=lambda g: (gap(middle, g), g), default="") or self._expected()
        prey = self.foes.prey(middle)
        goal = min(self.goals, key=lambda g: (gap(middle, g), g), default="")
        return goal if goal and gap(middle, goal) <= gap(middle, prey) + 1 else prey

    def _middle(self, cohort: str) -> str:
        """The century of a cohort that is nearest to all others."""
        here = Counter([u.at for u in self.own if u.cohort == cohort])
        return min(here, key=lambda at: (sum([gap(at, other) * n for other, n in here.items()]), at), default="")

    def _expected(self) -> str:
        """Where an enemy that nobody has seen may be: opposite to one's own rear, which is what is farthest from the middle of the map."""
        columns, rows = self.grid.columns, self.grid.rows
        center = f"{(columns + 1) // 2:02d}{(rows + 1) // 2:02d}"
        rear = max(self.own, key=lambda u: (gap(u.at, center), u.id)).at
        return f"{columns + 1 - int(rear[:2]):02d}{rows + 1 - int(rear[2:4]):02d}"


def strength(units: list[Century]) -> int:
    """Centuries that fight, crippled and broken ones for half."""
    fighting = [u for u in units if kinds()[u.kind].group in {"combat", "defensive_installation"}]
    return sum(1 if u.crippled or u.broken else 2 for u in fighting)
