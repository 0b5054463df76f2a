"""The turn sequence as a table: which phase of which scale comes when. A campaign without a scale has no rows for it.

A tick is a row counted from the start of the campaign: turn * rows + row. The minute of a row counts from the start of its turn; rows of
one minute follow each other in the order of the table. centurion: Renegade Legion Integration (Turn Sequence)
"""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

Place = tuple[str, str, str]

LEGATUS_OPENS: tuple[Place, ...] = (
    ("open", "legatus", "initiative"),
    ("open", "legatus", "movement"),
    ("open", "legatus", "spotting"),
    ("open", "legatus", "commitment"),
)
SHIPS_BEFORE: tuple[Place, ...] = (
    ("A", "leviathan", "power"),
    ("B", "leviathan", "movement"),
    ("C", "leviathan", "spotting"),
)
MINUTE: tuple[Place, ...] = (
    ("D1", "centurion", "initiative"),
    ("D2", "centurion", "movement"),
    ("D3", "interceptor", "initiative"),
    ("D4", "interceptor", "movement"),
    ("D5", "interceptor", "combat"),
    ("D5b", "centurion", "hits"),
    ("D6", "centurion", "combat"),
    ("D6b", "interceptor", "hits"),
    ("D7", "centurion", "end"),
)
SHIPS_AFTER: tuple[Place, ...] = (
    ("E", "leviathan", "launch"),
    ("F", "leviathan", "combat"),
)
LEGATUS_CLOSES: tuple[Place, ...] = (
    ("close", "legatus", "combat"),
    ("close", "legatus", "end"),
)

MINUTES_OF_A_SHIP_TURN = 5
SHIP_TURNS = 4


@dataclass(slots=True, frozen=True)
class Row:
    """One row: `letter` as the rules print it, `minute` from the start of the turn."""

    index: int
    letter: str
    scale: str
    phase: str
    minute: int


@dataclass(frozen=True)
class Sequence:
    """The rows of one turn, in order, and how many minutes the turn lasts."""

    rows: tuple[Row, ...]
    minutes: int

    @cached_property
    def _places(self) -> dict[tuple[str, str], list[int]]:
        places: dict[tuple[str, str], list[int]] = {}
        for row in self.rows:
            places.setdefault((row.scale, row.phase), []).append(row.index)
        return places

    @cached_property
    def _firsts(self) -> frozenset[int]:
        return frozenset({(row.scale, row.minute // MINUTES_OF_A_SHIP_TURN): row.index for row in reversed(self.rows)}.values())

    def row(self, tick: int) -> Row:
        return self.rows[tick % len(self.rows)]

    def turn(self, tick: int) -> int:
        """The turn of a tick, from 1; a campaign not yet begun (tick -1) is in turn 0."""
        return tick // len(self.rows) + 1

    def minute(self, tick: int) -> int:
        """Minutes from the start of the campaign."""
        return max(tick, 0) // len(self.rows) * self.minutes + (self.row(tick).minute if tick >= 0 else 0)

    def is_last(self, tick: int) -> bool:
        """Whether the row closes its turn."""
        return tick % len(self.rows) == len(self.rows) - 1

    def is_first_of_scale(self, tick: int) -> bool:
        """Whether the row is its scale's first of the turn or of five minutes of it."""
        return tick % len(self.rows) in self._firsts

    def next_tick(self, scale: str, phase: str, after: int, skip: int = 0) -> int | None:
        """The first tick later than `after` with this phase, or after `skip` more of them; None when the campaign has no such row."""
        places = self._places.get((scale, phase))
        if not places:
            return None
        turn, index = divmod(after + 1, len(self.rows))
        passed = sum(place < index for place in places) + skip
        return (turn + passed // len(places)) * len(self.rows) + places[passed % len(places)]

    def tick_at(self, minute: int, scale: str) -> int | None:
        """The first tick of a scale at or after a minute of the campaign: when what arrives then can take effect."""
        if not any(row.scale == scale for row in self.rows):
            return None
        tick = max(minute - 1, 0) // self.minutes * len(self.rows)
        while self.row(tick).scale != scale or self.minute(tick) < minute:
            tick += 1
        return tick


def sequence(scales: Collection[str]) -> Sequence:
    """The table for a campaign of these scales: twenty minutes with Legatus, five with Leviathan, else one."""
    if "legatus" in scales:
        places, minutes = _legatus_turn(), SHIP_TURNS * MINUTES_OF_A_SHIP_TURN
    elif "leviathan" in scales:
        places, minutes = _ship_turn(0), MINUTES_OF_A_SHIP_TURN
    else:
        places, minutes = [(0, place) for place in MINUTE], 1
    kept = [(minute, place) for minute, place in places if place[1] in scales]
    if not kept:
        raise ValueError(f"no row of the turn sequence belongs to {', '.join(sorted(scales)) or 'no scale'}")
    return Sequence(tuple(Row(n, *place, minute) for n, (minute, place) in enumerate(kept)), minutes)


def _legatus_turn() -> list[tuple[int, Place]]:
    turns = [row for turn in range(SHIP_TURNS) for row in _ship_turn(turn * MINUTES_OF_A_SHIP_TURN)]
    end = SHIP_TURNS * MINUTES_OF_A_SHIP_TURN
    return [(0, place) for place in LEGATUS_OPENS] + turns + [(end, place) for place in LEGATUS_CLOSES]


def _ship_turn(start: int) -> list[tuple[int, Place]]:
    minutes = [(start + minute, place) for minute in range(MINUTES_OF_A_SHIP_TURN) for place in MINUTE]
    end = start + MINUTES_OF_A_SHIP_TURN
    return [(start, place) for place in SHIPS_BEFORE] + minutes + [(end, place) for place in SHIPS_AFTER]
