"""Where headquarters, guns and the other support go: behind the line, together, out of reach; what guns deny and engineers build."""

from collections.abc import Sequence

from scales.legatus.board import dispersion, distances, gap, reach
from scales.legatus.bot.scene import Scene
from scales.legatus.movement.moving_offers import March
from scales.legatus.state import Century, hexes_of
from scales.legatus.support import artillery
from scales.legatus.tables import kinds

SAFE, SAFE_CRIPPLED = 4, 7
"""Hexes to keep between it and enemies."""
SPREAD = 25
"""What a hex of spread costs that initiative counts."""
BEHIND, FAR_BEHIND = 3, 6
"""Hexes from the middle of the line at which one that belongs near it, or guns, may stay."""


def middle_of(places: Sequence[str]) -> str:
    """The place that is nearest to all others."""
    return min(places, key=lambda at: (sum([gap(at, other) for other in places]), at))


def rank(unit: Century) -> int:
    """The line moves first, then support, headquarters last."""
    return 0 if kinds()[unit.kind].group == "combat" else 2 if unit.hq else 1


class Rear:
    """What options to move are worth to a headquarters or support century."""

    def __init__(self, scene: Scene, unit: Century, now: bool) -> None:
        self.scene, self.unit, self.dread = scene, unit, 0 if now else 15
        near = [p for id, p in scene.place.items() if id != unit.id and scene.state.units[id].cohort == unit.cohort]
        self.line = list(dict.fromkeys(near or [p for id, p in scene.place.items() if id != unit.id]))
        self.middle = distances(scene.grid, (hexes_of(middle_of(self.line))[0],) if self.line else ())
        self.safe = SAFE_CRIPPLED if unit.crippled else SAFE
        self.follows = unit.kind in {"air_space_defense", "signals", "armored_engineer"}
        self.guns = artillery.is_artillery(unit)
        self.engineers = unit.kind == "armored_engineer"
        self.pull = SPREAD if unit.hq else 20 if self.follows else 10
        self.ceiling = 30 * self.guns + 10 + 40 * self.engineers
        """What a place is worth at most, less the pull for each hex to the middle of its line."""

    def looks(self) -> bool:
        """Is there anything to consider? Not for one on the ground, behind the line and out of reach, unless it has something to do there."""
        unit, at = self.unit, self.unit.at
        busy = self.engineers or (self.guns and self.scene.slows)
        if busy or unit.altitude not in {"normal", "dug_in"} or self.scene.foes.far[at] <= self.safe:
            return True
        return self.middle[at] > (BEHIND if self.follows or unit.hq else FAR_BEHIND)

    def best(self, options: Sequence[March]) -> March:
        """The option that is worth most; of equals the first, which does nothing. What is too far from the line to be worth more is not looked at."""
        middle, ceiling, pull = self.middle, self.ceiling, self.pull
        best, most = options[0], self.worth(options[0])
        for option in options[1:]:
            if option.does == "go" and ceiling - pull * middle[option.at] <= most:
                continue
            worth = self.worth(option)
            if worth > most:
                best, most = option, worth
        return best

    def worth(self, option: March) -> int:
        at = option.at
        total = self.place(at) + self.posture(at, option.altitude) - self.dread * option.risk
        return total if option.does == "go" else total + self.deed(option)

    def deed(self, option: March) -> int:
        """What it is worth to fire, to build, and to guns to keep still."""
        if option.does == "deny":
            return self.denial(option.deny)
        return self.works(option.at) if option.does == "build" else 60 * self.guns

    def place(self, at: str) -> int:
        """Out of reach of enemies, near to its line; a headquarters holds down the spread that initiative counts."""
        short = self.safe - self.scene.foes.far[at]
        total = -150 * short - 60 * self.scene.foes.number(at) if short > 0 else 0
        total -= self.pull * (max([reach(at, p) for p in self.line], default=0) if self.unit.hq else self.middle[at])
        return total + 40 * (self.engineers and not self.scene.obstacles.isdisjoint(hexes_of(at)))

    def posture(self, at: str, altitude: str) -> int:
        """On the ground, guns concentrated, dug in near enemies."""
        exposed = self.scene.foes.far[at] <= self.safe
        total = (20 if dispersion(at) == "concentrated" else 0) if self.guns else 0
        if altitude == "dug_in":
            return total + (10 if exposed or self.guns else 0)
        if altitude == "normal":
            return total + (5 if self.guns else 0)
        return total - (30 if exposed else 0) - (40 if self.guns else 0)

    def denial(self, place: str) -> int:
        """Fire that slows enemies down is for turns in which nobody will need support, and not for the hexes of one's own."""
        slowed = sum(gap(place, e.at) <= 1 for e in self.scene.enemies) if self.scene.slows else 0
        return 70 + 10 * slowed if slowed else -200

    def works(self, at: str) -> int:
        """Earthworks are for a side that waits, where there are none yet."""
        if not self.scene.earthworks.isdisjoint(hexes_of(at)):
            return -50
        return 80 if self.scene.defends else 12
