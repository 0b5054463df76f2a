"""Who flies the same craft battle after battle learns its ways (interceptor: Familiarity).

Of a patrol craft the pilot gains piloting and the gunners gunnery: no gunner gains piloting.
"""

from functools import lru_cache

from scales.interceptor.state import Craft
from scales.interceptor.tables import table

RULE = "interceptor: Familiarity"


@lru_cache(maxsize=256)
def bonus(missions: int) -> tuple[int, int]:
    """Increase of piloting and of gunnery for so many combat missions in a craft."""
    rows: list[list[int]] = table("pilots")["familiarity"]["rows"]
    return next((piloting, gunnery) for last, piloting, gunnery in rows if missions <= last or not last)


def piloting_bonus(craft: Craft) -> int:
    return bonus(craft.missions)[0]


def gunnery_bonus(craft: Craft) -> int:
    return bonus(craft.missions)[1]
