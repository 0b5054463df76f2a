"""The Victory Table, which the ground and the fighter game share: a level of victory by the ratio of two scores (centurion: Victory Levels)."""

DRAW = "draw"


def victory(high: int, low: int) -> str:
    """The level of the side with the higher score."""
    if high >= 3 * low and high > 0:
        return "decisive_victory"
    if high >= 2 * low:
        return "substantial_victory" if high else DRAW
    return "marginal_victory" if 2 * high >= 3 * low else DRAW


def defeat(level: str) -> str:
    """The level of the other side."""
    return level.replace("victory", "defeat")
