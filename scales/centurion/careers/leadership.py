"""Leadership Ratings and the Advancement Points they stand for (centurion: Centurion Advancement)."""

from scales.centurion.movement.initiative import rating_by_points

BEGINNER = 2
"""Rating of a Centurion at the beginning of his career."""
FIRST, BAND = -6, 5
"""Points of a rating of 0, and how many a rating takes."""


def least_points(rating: int) -> int:
    """The points nearest to none that give a rating (Leadership Rating Table by total advancement points; R-CEN-26)."""
    return BAND * (rating - BEGINNER) if rating >= BEGINNER else FIRST + BAND * rating


def at_start(rating: int | None, points: int | None, usual: int) -> tuple[int, int]:
    """Rating and points of a Centurion: as they are named, each by the other, else those that are usual for his century."""
    if points is not None:
        return rating_by_points(points) if rating is None else rating, points
    found = usual if rating is None else rating
    return found, least_points(found)
