"""What one side weighs when it moves: its centuries as planned so far, the enemies it knows and how near they are, and what it is about."""

from collections.abc import Sequence
from functools import cached_property, lru_cache

from scales.legatus.board import around, distances, gap, nearest
from scales.legatus.bot import values
from scales.legatus.combat import combat
from scales.legatus.defenses.installations import is_fixed
from scales.legatus.movement.movement import grid_of
from scales.legatus.movement.zones import attack_range
from scales.legatus.rolls import automatic_results, chance
from scales.legatus.state import Century, LegatusState, enemies_of, hexes_of, units_of
from scales.legatus.tables import kinds

FAR = 99
ENOUGH = 3
"""Centuries around an enemy beyond which one more changes nothing."""
SUPPORTED, COMING = 2, 8
"""Hexes to enemies at which guns are kept for support; at which they are still to come."""
OUTNUMBERED = 3, 2
"""A side defends itself against enemies of more than so many times its strength."""


class Scene:
    """`place`: where each own century will be; `threat` tenths of a chance that an enemy hits; `prize` what a hit on it is worth;
    `company` how many own centuries will be in contact with it, as far as it matters. Enemies are known by their number in `enemies`."""

    def __init__(self, state: LegatusState, side: str) -> None:
        self.state, self.side, self.grid = state, side, grid_of(state)
        self.automatic = automatic_results(state)
        self.enemies = [e for e in enemies_of(state, side) if not e.engaged]
        self.own = units_of(state, side)
        self.place = {u.id: u.at for u in self.own}
        self.threat = [self.tenths(combat.attack_value(state, e)) for e in self.enemies]
        self.defense = [combat.defense_value(state, e) for e in self.enemies]
        self.prize = [values.harm(state, e, self.defense[n], e.altitude == "dug_in") for n, e in enumerate(self.enemies)]
        self.forts = {n for n, e in enumerate(self.enemies) if is_fixed(e)}
        self._near: dict[str, tuple[int, ...]] = {}
        self._aims: dict[str, str] = {}
        self._crowd, self.company = [0] * len(self.enemies), [0] * len(self.enemies)
        for unit in self.own:
            self._count(unit.at, 1)

    def tenths(self, value: int) -> int:
        """Tenths of a chance that a d10 succeeds."""
        return chance(value, self.automatic) // 10

    # ---- where everybody is ----

    def plan(self, unit: Century, at: str) -> None:
        """A century will be somewhere; '': nobody knows yet."""
        for place, more in ((self.place[unit.id], -1), (at, 1)):
            if place:
                self._count(place, more)
        self.place[unit.id] = at

    def _count(self, at: str, more: int) -> None:
        for n in self.near(at):
            self._crowd[n] += more
            self.company[n] = min(ENOUGH, self._crowd[n])

    def near(self, at: str) -> tuple[int, ...]:
        """The enemies that a century there fights with."""
        found = self._near.get(at)
        if found is None:
            hexes = hexes_of(at)
            by_hex = self._by_hex
            first = by_hex.get(hexes[0], ())
            if len(hexes) > 1:
                first = tuple(sorted({n for h in hexes for n in by_hex.get(h, ())}))
            found = self._near[at] = first
        return found

    @cached_property
    def _by_hex(self) -> dict[str, tuple[int, ...]]:
        """The enemies in contact with whoever stands in a hex; an installation fires two hexes far."""
        found: dict[str, tuple[int, ...]] = {}
        for n, enemy in enumerate(self.enemies):
            for hex in _around(enemy.at, attack_range(enemy)):
                found[hex] = (*found.get(hex, ()), n)
        return found

    @cached_property
    def slows(self) -> bool:
        """Is it time for artillery denial: enemies are near, and none so near that guns will be needed for support?"""
        nearest_one = min((self.far(u.at) for u in self.own), default=FAR)
        return SUPPORTED < nearest_one <= COMING

    def touched(self, at: str, near: Sequence[int]) -> Sequence[int]:
        """Those of the enemies that it fights with whom a century there can attack: installations fire farther than one fires back."""
        if self.forts.isdisjoint(near):
            return near
        return [n for n in near if n not in self.forts or gap(at, self.enemies[n].at) <= 1]

    @cached_property
    def _depth(self) -> dict[str, int]:
        return distances(self.grid, tuple(sorted({e.at for e in self.enemies})))

    @cached_property
    def earthworks(self) -> frozenset[str]:
        return frozenset(h for m in self.state.markers if m.kind == "earthworks" for h in m.hexes)

    @cached_property
    def obstacles(self) -> frozenset[str]:
        """Passive defenses of enemies, and artillery denial."""
        found = [m for m in self.state.markers if m.kind == "denial" or (m.kind == "passive" and m.side != self.side)]
        return frozenset(h for m in found for h in m.hexes)

    def far(self, at: str) -> int:
        """Hexes to the nearest enemy known."""
        return nearest(self._depth, at) if self._depth else FAR

    # ---- what it is about ----

    @cached_property
    def defends(self) -> bool:
        """Does this side wait for the enemy? When it is much weaker, or when it is attacked and holds all places that count."""
        theirs, mine = OUTNUMBERED
        if strength(self.own) * theirs < strength(self.enemies) * mine:
            return True
        return self.side != self.state.attacker and bool(self.state.objectives) and not self.goals

    @cached_property
    def goals(self) -> tuple[str, ...]:
        """Places to be taken."""
        return tuple(o.hex for o in self.state.objectives if o.holder != self.side)

    @cached_property
    def posts(self) -> tuple[str, ...]:
        """Places that are held."""
        return tuple(o.hex for o in self.state.objectives if o.holder == self.side)

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
        _, prey = min([(gap(middle, e.at) * 4 + self._hard[n], n) for n, e in enumerate(self.enemies)])
        goal = min(self.goals, key=lambda g: (gap(middle, g), g), default="")
        return goal if goal and gap(middle, goal) <= gap(middle, self.enemies[prey].at) + 1 else self.enemies[prey].at

    @cached_property
    def _hard(self) -> list[int]:
        """Which enemies are to be gone for later, besides those far away: the strong ones and those in company."""
        places = [e.at for e in self.enemies]
        company = [sum([gap(at, other) <= 1 for other in places]) for at in places]
        return [self.defense[n] + company[n] * 2 - 4 * e.crippled for n, e in enumerate(self.enemies)]

    def _middle(self, cohort: str) -> str:
        """The century of a cohort that is nearest to all others."""
        here = [u.at for u in self.own if u.cohort == cohort]
        return min(here, key=lambda at: (sum(gap(at, other) for other in here), at), default="")

    def _expected(self) -> str:
        """Where an enemy that nobody has seen may be: opposite to one's own rear, which is what is farthest from the middle of the map."""
        columns, rows = self.grid.columns, self.grid.rows
        center = f"{(columns + 1) // 2:02d}{(rows + 1) // 2:02d}"
        rear = max(self.own, key=lambda u: (gap(u.at, center), u.id)).at
        return f"{columns + 1 - int(rear[:2]):02d}{rows + 1 - int(rear[2:4]):02d}"


@lru_cache(maxsize=20_000)
def _around(at: str, radius: int) -> frozenset[str]:
    """The hexes within some hexes of a position."""
    found = set(hexes_of(at))
    for _ in range(radius):
        found |= {n for h in found for n in around(h)}
    return frozenset(found)


def strength(units: list[Century]) -> int:
    """Centuries that fight, crippled and broken ones for half."""
    fighting = [u for u in units if kinds()[u.kind].group in {"combat", "defensive_installation"}]
    return sum(1 if u.crippled or u.broken else 2 for u in fighting)
