"""Formations become cohorts of centuries that stand on the map. legatus: Standard Centuries, Manus"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from scales.hexes import Hex, distance, hex_of, neighbor, within
from scales.legatus import board
from scales.legatus.board import Grid
from scales.legatus.deployment import altitudes_of
from scales.legatus.state import Century, Cohort
from scales.legatus.tables import DISPERSIONS, formation_ids, formations, kinds

if TYPE_CHECKING:
    from scales.legatus.preparation.setup import CenturyUnit, CohortIn


@dataclass(slots=True)
class Formed:
    """The cohorts and centuries that one entry of a set-up stands for."""

    cohorts: list[Cohort] = field(default_factory=list)
    units: list[Century] = field(default_factory=list)


def form(grid: Grid, entry: CohortIn) -> Formed:
    """A cohort given by its centuries, or a standard formation spread around a hex."""
    if entry.formation and not entry.centuries:
        return _standard(grid, entry)
    cohort = Cohort(
        entry.id, entry.name or entry.id, entry.side, entry.formation, entry.level, entry.quality or "regular", entry.manus, entry.permanent
    )
    return Formed([cohort], [century_of(grid, cohort, c) for c in entry.centuries])


def century_of(grid: Grid, cohort: Cohort, c: CenturyUnit) -> Century:
    """A century of a set-up as it stands on the map."""
    at = c.at or placed(grid, c.hex, c.dispersion or "concentrated")
    hq = c.hq or c.kind in {"hq_grav", "hq_ground"}
    return Century(
        c.id, c.name or c.id, cohort.side, cohort.id, c.kind, at, c.altitude, c.quality or cohort.quality,
        crippled=c.crippled, hq=hq, high_hq=c.high_hq, organic_signals=c.organic_signals,
    )  # fmt: skip


def placed(grid: Grid, hex: str, dispersion: str) -> str:
    """The first position of a dispersion around a hex that lies on the map; the hex itself when there is none."""
    at = hex
    for _ in range(DISPERSIONS.index(dispersion)):
        if not board.is_position(at):
            return hex
        wider = [p for p in board.spreads(at) if p.count("|") > at.count("|") and board.on_map(grid, p)]
        at = wider[0] if wider else at
    return at


@dataclass(slots=True)
class Part:
    """A cohort of a formation before it is on the map: its row of the book, names, the hex of its headquarters, the manus it is of."""

    row: dict[str, Any]
    id: str
    name: str
    hex: str
    manus: str


def _standard(grid: Grid, entry: CohortIn) -> Formed:
    """A formation of the book: its parts fan out to both sides of the front, its headquarters and support stay in the middle."""
    row = formations()[formation_ids()[entry.formation.lower()]]
    formed, name = Formed(), entry.name or row["name"]
    rows = [formations()[part] for part, n in row["formations"].items() for _ in range(n)]
    manus = entry.id if rows else entry.manus
    for n, part in enumerate(rows, 1):
        spot = _beside(grid, entry.hex, entry.front, n - 1)
        _cohort(grid, formed, entry, Part(part, f"{entry.id}.{n}", f"{name}, {n}. {part['name']}", spot, manus))
    if not rows or row["level"] == "manus":
        _cohort(grid, formed, entry, Part(row, entry.id, name, entry.hex, manus))
        formed.cohorts[-1].level = "manus" if rows else entry.level
    else:
        _attach(formed, entry, row)
    for cohort in formed.cohorts:
        cohort.permanent = entry.permanent or bool(row.get("permanent_manus"))
    return formed


def _beside(grid: Grid, hex: str, front: int, n: int) -> str:
    """Where the n-th part of a larger formation stands: two, four ... hexes to the right and left of the front."""
    if len(hex) != 4 or not hex.isdecimal():
        return hex
    steps = (n + 2) // 2 * 3
    at = neighbor(hex_of(hex), front + (2 if n % 2 == 0 else -2), "even", steps)
    column, line = min(max(at.column, 1), grid.columns), min(max(at.row, 1), grid.rows)
    return Hex(column, line).label


def _cohort(grid: Grid, formed: Formed, entry: CohortIn, part: Part) -> None:
    """Put a cohort on the map: headquarters and support in its hex, combat centuries around it."""
    row, id, hex = part.row, part.id, part.hex
    quality = entry.quality or row["troop_quality"]
    formed.cohorts.append(Cohort(id, part.name, entry.side, row["id"], "cohort", quality, part.manus))
    if row["hq"] != "none":
        hq = Century(f"{id}-hq", f"{part.name} headquarters", entry.side, id, row["hq"], hex, quality=quality, hq=True)
        hq.organic_signals = row["organic_signals"]
        formed.units.append(hq)
    spots, used = _spots(grid, hex, entry.front), 0
    for n, kind in enumerate((kind for kind, count in row["centuries"].items() for _ in range(count)), 1):
        front = kinds()[kind].group == "combat" and bool(spots)
        at = spots[used % len(spots)] if front else hex
        used += front
        altitude = entry.altitude if entry.altitude in altitudes_of(kinds()[kind].carriage) else "normal"
        formed.units.append(Century(f"{id}-{n}", f"{part.name} {n}", entry.side, id, kind, at, altitude, quality))


def _spots(grid: Grid, hex: str, front: int) -> list[str]:
    """Land hexes within two of a hex, those toward the front first."""
    if hex not in grid.cells:
        return []
    ahead = neighbor(hex_of(hex), front, "even", 3)
    near = [
        h.label for h in within(hex_of(hex), 2, "even") if h.label in grid.cells and h.label != hex and grid.cells[h.label].ground != "lake"
    ]
    return sorted(near, key=lambda h: (board.gap(h, hex) > 1, _distance(h, ahead), h))


def _distance(label: str, to: Hex) -> int:
    return distance(hex_of(label), to, "even")


def _attach(formed: Formed, entry: CohortIn, row: dict[str, Any]) -> None:
    """A brigade headquarters and what goes with it are attached to the first cohort: no unit of its own. legatus: Manus"""
    first = formed.cohorts[0]
    hq = Century(
        f"{entry.id}-hq",
        f"{entry.name or row['name']} headquarters",
        entry.side,
        first.id,
        row["hq"],
        entry.hex,
        quality=first.quality,
        hq=True,
        high_hq=True,
    )
    formed.units.append(hq)
    types = [kind for kind, n in row["centuries"].items() for _ in range(n)]
    for n, kind in enumerate(types, 1):
        formed.units.append(
            Century(f"{entry.id}-{n}", f"{entry.name or row['name']} {n}", entry.side, first.id, kind, entry.hex, quality=first.quality)
        )
