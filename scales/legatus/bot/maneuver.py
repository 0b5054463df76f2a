"""Where centuries go, react and pursue: the line into fights that pay, all of a cohort to one place, dug in where it waits."""

from collections.abc import Sequence
from typing import cast

from scales.engine import Orders, Slot
from scales.legatus.board import dispersion, distances
from scales.legatus.bot import rear, values
from scales.legatus.bot.scene import Scene
from scales.legatus.deployment import fielded, modified
from scales.legatus.movement.moving_offers import March
from scales.legatus.state import Century, hexes_of
from scales.legatus.view import View

STEP, STEP_DEFENDING = 40, 25
"""What a hex nearer to the aim is worth."""
SPREAD = 5
"""Hexes around the middle of a cohort in which it still is one."""
GOAL, POST, WAITING = 120, 60, 30
"""What it is worth to stand on a place to be taken, on one held that is threatened, and to be dug in where enemies may come."""
THREATENED = 4
"""Hexes at which an enemy may be upon a century next."""


def march(view: View, offers: Sequence[Slot], *, now: bool = False) -> Orders:
    """Each century in turn takes its best option, knowing where those before it go; `now`: the fight follows at once."""
    scene, orders, ways = Scene(view.state, view.side), Orders(), dict[str, Way]()
    units = view.state.units
    for slot in sorted(offers, key=lambda s: (rear.rank(units[s.id]), s.id)):
        judge = _judge(scene, units[slot.id], ways, now)
        if not judge.looks():
            orders.choices[slot.id] = {"path": []}
            scene.plan(units[slot.id], units[slot.id].at)
            continue
        pick = judge.best(cast(list[March], slot.options))
        orders.choices[slot.id] = pick.order
        scene.plan(units[slot.id], pick.at)
    return orders


def _judge(scene: Scene, unit: Century, ways: dict[str, "Way"], now: bool) -> "Line | rear.Rear":
    """`ways`: those to the aims of cohorts asked about before."""
    if rear.rank(unit):
        return rear.Rear(scene, unit, now)
    aim = scene.aim(unit)
    if aim not in ways:
        ways[aim] = Way(scene, aim, now)
    return Line(scene, unit, ways[aim], now)


NOTHING = -(10**9)
"""Less than any option is worth."""
Worth = tuple[int, tuple[int, ...]]


class Way(dict[tuple[str, str], Worth]):
    """What places are worth at an altitude to whoever goes to one aim, in hundredths of a victory point, without the fight that waits there, and the
    groups of enemies of that fight: the same for all of a cohort, so worked out once, when it is first looked up."""

    def __init__(self, scene: Scene, aim: str, now: bool) -> None:
        self.scene, self.far = scene, scene.foes.far
        self.away = distances(scene.grid, (hexes_of(aim)[0],))
        self.pace = 0 if now else STEP_DEFENDING if scene.defends else STEP
        self.marked = scene.goals | scene.posts | scene.obstacles
        self.ceiling = self.pace + (GOAL if scene.goals else POST if scene.posts else 0) + WAITING
        """What a place without a fight is worth at most, less the pace for each hex to the aim."""

    def __missing__(self, place: tuple[str, str]) -> Worth:
        at, altitude = place
        near = self.scene.foes.near(at)
        found = self[place] = self.ground(at) + (0 if near else self.calm(at, altitude)), near
        return found

    def ground(self, at: str) -> int:
        """What a place is worth whatever the altitude: near to the aim, on what is to be taken or held, within its cohort."""
        away = max(0, self.away[at] - 1)
        total = -away * self.pace
        if away > SPREAD:
            total -= 8 * (away - SPREAD)
        hexes = hexes_of(at)
        return total if self.marked.isdisjoint(hexes) else total + self.mark(at, hexes)

    def mark(self, at: str, hexes: Sequence[str]) -> int:
        """What is to be taken or held there, less what slows down whoever goes there."""
        scene, total = self.scene, 0
        if not scene.goals.isdisjoint(hexes):
            total = GOAL
        elif not scene.posts.isdisjoint(hexes) and self.far[at] <= THREATENED:
            total = POST
        return total if scene.obstacles.isdisjoint(hexes) else total - 30

    def calm(self, at: str, altitude: str) -> int:
        """Without an enemy beside it: dug in to wait, never low where enemies are near, low to go far."""
        far = self.far[at]
        if altitude == "low_altitude":
            return 15 if far > 6 and not self.scene.defends else -80 if far <= THREATENED else 0
        if altitude == "dug_in":
            return WAITING if far <= THREATENED else 15 if self.scene.defends and self.away[at] <= 2 else -60
        return -10 if altitude == "tree_top" and far <= THREATENED else 0


class Line:
    """What options to move are worth to one century of the line, in hundredths of a victory point."""

    def __init__(self, scene: Scene, unit: Century, way: Way, now: bool) -> None:
        self.scene, self.unit, self.way = scene, unit, way
        self.dread = 0 if now else 3 * clumsy(scene, unit)
        self.exchange = Exchange(scene, unit)

    def looks(self) -> bool:
        """Is there anything to consider? Not for one dug in where it should wait, with no enemy near, or in a fight that goes well for it."""
        scene, unit = self.scene, self.unit
        near = scene.foes.near(unit.at)
        scene.plan(unit, "")
        if unit.altitude != "dug_in":
            return True
        if near:
            return self.exchange.worth(unit.at, unit.altitude, near) < 0
        return not scene.defends or scene.foes.far[unit.at] <= THREATENED or self.way.away[unit.at] > 2

    def best(self, options: Sequence[March]) -> March:
        """The option that is worth most; of equals the first, which does nothing. Where no fight waits that is too far from the aim to be worth
        more is not looked at."""
        way, fight, dread = self.way, self.exchange.worth, self.dread
        away, far, reach, ceiling, pace = way.away, way.far, self.scene.foes.reach, way.ceiling, way.pace
        best, most = options[0], NOTHING
        for option in options:
            at = option.at
            if far[at] > reach and ceiling - pace * away[at] <= most:
                continue
            worth, near = way[at, option.altitude]
            worth -= option.risk * dread
            if near:
                worth += fight(at, option.altitude, near)
            if worth > most:
                best, most = option, worth
        return best


class Exchange:
    """What a century gains and loses in a fight, the hits of one round on both sides."""

    def __init__(self, scene: Scene, unit: Century) -> None:
        self.scene, self.unit = scene, unit
        self.figures: dict[tuple[str, str, bool], tuple[int, int]] = {}
        self._fights: dict[tuple[Sequence[int], Sequence[int], int, int], int] = {}

    def worth(self, at: str, altitude: str, near: tuple[int, ...]) -> int:
        scene = self.scene
        hit, harm = self._figures(dispersion(at), altitude, altitude == "dug_in" and not scene.earthworks.isdisjoint(hexes_of(at)))
        fight = (near, scene.foes.touched(at, near), hit, harm)
        if fight not in self._fights:
            self._fights[fight] = self._weigh(*fight)
        return self._fights[fight]

    def _weigh(self, near: Sequence[int], touched: Sequence[int], hit: int, harm: int) -> int:
        """A fight with some groups of enemies, of which it can attack those that it touches."""
        foes, company = self.scene.foes, self.scene.company
        gain = max([foes.prizes[n] * (4 + company[n]) for n in touched], default=0) * hit // 40
        loss = sum([threat * harm // (1 + company[n]) for n in near for threat in foes.threats[n]]) // 10
        return gain - loss if self.scene.defends else gain + gain // 4 - loss

    def _figures(self, spread: str, altitude: str, works: bool) -> tuple[int, int]:
        """Tenths of a chance to hit, and what a hit on it costs."""
        key = (spread, altitude, works)
        if key not in self.figures:
            attack, defense, _ = fielded(self.unit.kind, self.unit.crippled, spread, altitude, works)
            harm = values.harm(self.scene.state, self.unit, defense, altitude == "dug_in")
            self.figures[key] = self.scene.tenths(attack), harm
        return self.figures[key]


def clumsy(scene: Scene, unit: Century) -> int:
    """Tenths of a chance that a maneuver test fails."""
    return 10 - scene.tenths(modified(scene.state, unit).maneuver)
