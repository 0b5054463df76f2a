"""What hangs where: hard points on the sides of a craft, each with one missile, bomb or pod, and autoloading hard points with ten missiles.

A load list says what is aboard; it hangs on the hard points in its order, missiles first, one after the other, leaving out those that are bare:
used or destroyed. Craft with autoloading hard points have no others; their missiles lie in equal parts in those that are left (designed).
"""

from scales.interceptor.damage.condition import is_ready
from scales.interceptor.state import Craft

PLAIN = "hard_point"
AUTO = "autoloading_hard_point"


def has_autoloaders(craft: Craft) -> bool:
    return AUTO in [m.weapon for m in craft.mounts]


def stores(craft: Craft) -> list[str]:
    """Everything that hangs on plain hard points, one entry each, in the order in which it hangs."""
    missiles = {} if has_autoloaders(craft) else craft.missiles
    return [s for held in (missiles, craft.bombs) for s in sorted(held) for _ in range(held[s])] + sorted(craft.pods)


def hung(craft: Craft) -> dict[int, str]:
    """What hangs on each plain hard point, by its number among the mounts; bare ones are left out."""
    free = [n for n, m in enumerate(craft.mounts) if m.weapon == PLAIN and not m.gone and n not in craft.bare]
    return dict(zip(free, stores(craft), strict=False))


def leaves_from(craft: Craft, missile: str, turn: int) -> list[int]:
    """Numbers of the hard points that work and can launch a missile of a kind."""
    if has_autoloaders(craft):
        numbers = [n for n, m in enumerate(craft.mounts) if m.weapon == AUTO] if craft.missiles.get(missile) else []
    else:
        numbers = [n for n, hanging in hung(craft).items() if hanging == missile]
    return [n for n in numbers if is_ready(craft, craft.mounts[n], turn)]


def launches_allowed(craft: Craft, turn: int) -> int:
    """Missiles that a craft may try to launch in a turn: one, or one from each autoloading hard point that works."""
    if not has_autoloaders(craft):
        return 1
    return sum(m.weapon == AUTO and is_ready(craft, m, turn) for m in craft.mounts)


def unload(craft: Craft, missile: str, turn: int, tried: int = 1) -> str:
    """Take one missile off a craft; returns the side of the hard point that it left. `tried` launches of the turn use the autoloaders in turn."""
    numbers = leaves_from(craft, missile, turn)
    number = numbers[(tried - 1) % len(numbers)] if has_autoloaders(craft) else numbers[-1]
    if not has_autoloaders(craft):
        craft.bare.append(number)
    craft.missiles[missile] -= 1
    if craft.missiles[missile] <= 0:
        del craft.missiles[missile]
    return craft.mounts[number].location
