"""How the bot weighs the end of a squad's move: cover, the range of its painting lasers, and fire of its own side that comes down."""

from scales.centurion.bot import moving
from scales.centurion.bot.moving import Scene
from scales.centurion.state import Squad
from scales.engine import Option

FOOT = 6000
"""Millionths of a point that one point of the score of infantry stands for, under fire of its own side."""
HIDE, LEAVE_TO_OTHERS = 4, 7
"""Ends of a squad's move, as `options` numbers them, that are rarely wanted."""
MOUNT = 5


def squad_score(about: Scene, squad: Squad, option: Option) -> int:
    """Infantry goes for cover from which it sees the enemy within its range, rides when he is far, and does not hide."""
    place = int(option.info.get("place", -1))
    return _on_foot(about, squad, option) - (moving.shelled(about, place) // FOOT if place >= 0 and about.shells else 0)


def _on_foot(about: Scene, squad: Squad, option: Option) -> int:
    info = option.info
    place, stop = int(info.get("place", -1)), int(info.get("stop", 0))
    if place < 0:
        return -100
    closest = min((about.terrain.distance(place, p) for p in about.places), default=0)
    shelter = -moving.cover(about.terrain, place) + (2 if stop == 2 else 0)
    if stop == HIDE or info.get("ask"):
        return -100
    if stop == LEAVE_TO_OTHERS:
        return 10 if info.get("fits") and closest > moving.PAINTING_RANGE else -100
    if stop == MOUNT:
        return 60 if closest > 8 else -60
    if squad.type == "vehicle_crew":
        return closest * 3 + shelter
    sees = any(away <= moving.PAINTING_RANGE for _, _, away, _ in moving.sight(about, place)[1])
    return shelter * 4 - 3 * abs(closest - 2) + (12 if sees else 0)
