"""Variable shields: what a rating costs in power, how a craft's shields are set, and what else its power allows (Interceptor: Variable Shields).

A setting gives the rating of each side in percent: a row of the shield table, or 0. All sides together cost no more than the craft's shield power.
"""

from collections.abc import Iterable, Mapping, Sequence

from scales.interceptor.state import Craft
from scales.interceptor.tables import craft_types, rule


def prices() -> Mapping[int, int]:
    """Power by rating, 0 for a shield that is down (centurion: Shield Table)."""
    rows: dict[int, int] = rule("shield_power")["price"]
    return {0: 0} | rows


def power_of(setting: Mapping[str, int]) -> int:
    """The power that a setting takes."""
    price = prices()
    return sum(price[rating] for rating in setting.values())


def setting(craft: Craft) -> Mapping[str, int]:
    """How the shields of a craft are set: as last chosen, or as the sheet prints them."""
    return craft.shields or craft_types()[craft.type].shields


def faults(sides: Iterable[str], power: int, given: Mapping[str, int]) -> list[str]:
    """Everything wrong with a setting, in sentences without a full stop."""
    price, known = prices(), list(sides)
    found = [f"there is no side '{side[:20]}'" for side in given if side not in known]
    if missing := [side.replace("_", " ") for side in known if side not in given]:
        found.append(f"every side needs a rating, there is none for {', '.join(missing)}")
    rows = f"a rating is one of {', '.join(map(str, price))}"
    found += [f"{rows}, not {rating}" for rating in sorted(set(given.values())) if rating not in price]
    if not found and power_of(given) > power:
        found.append(f"the setting takes {power_of(given)} power of {power}")
    return found


def strengthened(sides: Sequence[str], power: int, floor: Mapping[str, int], first: Sequence[str]) -> dict[str, int]:
    """A setting from a floor up: `first` as high as the power allows, what is left evenly on the others."""
    ratings = {side: floor[side] for side in sides}
    _raise(ratings, first, power)
    _raise(ratings, sides, power)
    return ratings


def _raise(ratings: dict[str, int], group: Sequence[str], power: int) -> None:
    """Raise the sides of a group row by row, the lowest first, as long as the power lasts."""
    price = prices()
    rows = list(price)
    left, able = power - power_of(ratings), [side for side in group if side in ratings]
    while able:
        side = min(able, key=lambda s: ratings[s])
        row = rows.index(ratings[side]) + 1
        step = price[rows[row]] - price[ratings[side]] if row < len(rows) else left + 1
        if step > left:
            able.remove(side)
        else:
            ratings[side], left = rows[row], left - step
