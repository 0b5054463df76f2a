"""What harm is worth to the bot, in hundredths of a victory point, from the tables that play counts and rolls with. legatus: Victory"""

from functools import lru_cache

from scales.legatus.combat import combat
from scales.legatus.defenses import installations
from scales.legatus.rolls import automatic_results, chance
from scales.legatus.state import Century, LegatusState
from scales.legatus.tables import kinds, tables

POINT = 100
FADED = 150
"""What a century has lost, besides the points, when its crippled face shows."""
DRIVEN = 40
"""What it costs to be driven back."""


def harm(state: LegatusState, unit: Century, defense: int, dug_in: bool, crippled: bool | None = None) -> int:
    """What a hit costs the side of a century on the average; `crippled`: as if it were, or were not."""
    hurt = unit.crippled if crippled is None else crippled
    return hit(unit.kind, unit.quality, unit.high_hq, hurt, unit.broken, dug_in, defense, automatic_results(state))


@lru_cache(maxsize=8192)
def hit(kind: str, quality: str, high_hq: bool, crippled: bool, broken: bool, dug_in: bool, defense: int, automatic: bool) -> int:
    """The same for any century so deployed; an installation has no morale."""
    group = "high_hq" if high_hq else kinds()[kind].group
    cost = (100 - chance(defense, automatic)) * step(group, crippled)
    if kind != installations.KIND and not broken:
        results = [combat.morale_result(combat.morale_of(quality, dug_in), roll) for roll in range(1, 11)]
        cost += 10 * (results.count("broken") * (2 * POINT if group == "combat" else POINT) + results.count("retreats") * DRIVEN)
    return cost // 100


def step(group: str, crippled: bool) -> int:
    """What a failed defense roll costs: the points the enemy gains, and those that a combat century left over would have been."""
    first, last = tables()["victory_points"][group]
    if not crippled:
        return int(first) * POINT + FADED
    own = int(tables()["victory_points"]["own_unbroken_combat_century"]) if group == "combat" else 0
    return int(last - first + own) * POINT


def harm_now(state: LegatusState, unit: Century, crippled: bool | None = None) -> int:
    """The same for a century as it stands."""
    return harm(state, unit, combat.defense_value(state, unit), unit.altitude == "dug_in", crippled)
