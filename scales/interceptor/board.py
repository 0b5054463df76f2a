"""The Interceptor board of a layout: its hexes, its zones above a planet, which way is down, and the Leviathan hexes above it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from scales import boards, overlaps
from scales.hexes import Hex

AIR = ("ground", "atmosphere")
WELL = ("interface", "gravity")
"""Zones where gravity pulls: the atmosphere is left out of it (leviathan: Gravity Well Movement)."""


@dataclass(frozen=True, eq=False, slots=True)
class Board:
    """One layout, with what flight asks of it ten thousand times. `down` and `up` are headings; empty in deep space."""

    id: str
    sheets: boards.Board
    zones: tuple[tuple[str, int, int], ...]
    by_column: Mapping[int, str]
    down: tuple[int, ...]
    up: tuple[int, ...]
    first: Hex
    last: Hex

    @property
    def battlefield(self) -> str:
        return self.sheets.battlefield

    @property
    def leviathan(self) -> bool:
        """Does the Leviathan board lie over this one?"""
        return self.id == overlaps.INTERCEPTOR

    def has(self, hex: Hex) -> bool:
        return self.first.column <= hex.column <= self.last.column and self.first.row <= hex.row <= self.last.row

    def zone(self, hex: Hex) -> str:
        """ground, atmosphere, interface, gravity or space."""
        return self.by_column.get(hex.column, "space")

    @property
    def fall(self) -> int:
        """One column toward the ground: -1 or +1, 0 in deep space."""
        if not self.down:
            return 0
        return 1 if self.down[0] in (2, 3) else -1

    def height(self, hex: Hex) -> int:
        """Columns above the ground: 0 on it, negative under it; large in deep space."""
        return (self.zones[0][1] - hex.column) * self.fall if self.zones else 10_000

    def nearest(self, hex: Hex) -> Hex:
        """The hex itself, or the nearest one on the board."""
        column = min(max(hex.column, self.first.column), self.last.column)
        return Hex(column, min(max(hex.row, self.first.row), self.last.row))

    def label(self, hex: Hex) -> str:
        """The label 'sheet:CCRR' of a hex; that of the nearest edge hex when it is off the board."""
        return self.sheets.labels.get(hex) or self.sheets.label(self.nearest(hex))

    def hex(self, label: str) -> Hex:
        """The hex of a label; ValueError with a sentence when it is none of this board."""
        return self.sheets.hex(label)


@lru_cache(maxsize=16)
def board(layout: str) -> Board:
    """The board of a layout; ValueError with a sentence when there is none."""
    sheets = boards.board(layout)
    planet = sheets.planet
    c0, r0, c1, r1 = sheets.bounds
    zones = planet.zones if planet else ()
    by_column = {column: name for name, first, last in zones for column in range(first, last + 1)}
    return Board(layout, sheets, zones, by_column, planet.down if planet else (), planet.up if planet else (), Hex(c0, r0), Hex(c1, r1))


@lru_cache(maxsize=1)
def layouts() -> tuple[str, ...]:
    """Ids of the layouts that Interceptor is played on."""
    return tuple(id for id in boards.layouts() if boards.board(id).game == "interceptor")


@lru_cache(maxsize=2048)
def leviathan_above(layout: str, hex: Hex) -> str:
    """The one Leviathan hex over an Interceptor hex; '' where no Leviathan board lies above (centurion: Boards; ruling R-CEN-32)."""
    here = board(layout)
    return overlaps.up(here.label(hex)) if here.leviathan else ""


def hexes_below(layout: str, leviathan: str) -> tuple[Hex, ...]:
    """The Interceptor hexes under a Leviathan hex; none where the boards do not overlap."""
    here = board(layout)
    return tuple(here.hex(label) for label in overlaps.down(leviathan)) if here.leviathan else ()
