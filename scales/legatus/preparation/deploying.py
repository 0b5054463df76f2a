"""Formations become cohorts of centuries that stand on the map or wait to be placed. legatus: Standard Centuries, Manus"""

from dataclasses import dataclass, field
from typing import Any

from scales.hexes import Hex, distance, hex_of, neighbor, within
from scales.legatus import board
from scales.legatus.board import Grid
from scales.legatus.deployment import altitudes_of
from scales.legatus.preparation.models import CenturyUnit, CohortIn
from scales.legatus.state import WAITING, Century, Cohort
from scales.legatus.tables import DISPERSIONS, century_names, formation_ids, formations, kinds

PERMANENT = ("commonwealth", "renegade")
"""Factions whose manus trains together. legatus: Manus"""
HQ_KINDS = {"hq_grav", "hq_ground"}


@dataclass(slots=True)
class Formed:
    """The cohorts and centuries that one entry of a set-up stands for."""

    cohorts: list[Cohort] = field(default_factory=list)
    units: list[Century] = field(default_factory=list)


def form(grid: Grid, entry: CohortIn, faction: str = "any", home: str = "") -> Formed:
    """A cohort given by its centuries, or a standard formation spread around a hex.

    What has no place waits, and counts as standing at `home`, a hex of the zone in which its side will place it. Centuries of a formation
    of several cohorts are support under its headquarters; those of a single cohort are all that it has.
    """
    if entry.formation and (has_parts(entry) or not entry.centuries):
        formed = _standard(grid, entry, faction, home)
        formed.units += [_support(grid, entry, formed, c, home) for c in entry.centuries]
        return formed
    cohort = Cohort(
        entry.id, entry.name or entry.id, entry.side, entry.formation, entry.level, entry.quality or "regular", entry.manus,
        is_permanent(entry, faction),
    )  # fmt: skip
    return Formed([cohort], [century_of(grid, cohort, c, home) for c in entry.centuries])


def has_parts(entry: CohortIn) -> bool:
    """Is it a formation of several cohorts?"""
    row = formations().get(formation_ids().get(entry.formation.lower(), ""))
    return bool(row and row["formations"])


def _support(grid: Grid, entry: CohortIn, formed: Formed, c: CenturyUnit, home: str) -> Century:
    """A century beside those of the book, with the headquarters of the formation: where that is, unless it has a place of its own."""
    above = next(u.cohort for u in formed.units if u.id in (f"{entry.id}-hq", f"{entry.id}.0-hq"))
    there = c if c.at or c.hex or not entry.hex else c.model_copy(update={"hex": entry.hex})
    return century_of(grid, next(cohort for cohort in formed.cohorts if cohort.id == above), there, home)


def is_permanent(entry: CohortIn, faction: str) -> bool:
    """Is the manus of a cohort a permanent formation? legatus: Manus"""
    if entry.permanent is not None:
        return entry.permanent and bool(entry.manus)
    return bool(entry.manus) and any(word in faction.lower() for word in PERMANENT)


def century_of(grid: Grid, cohort: Cohort, c: CenturyUnit, home: str = "") -> Century:
    """A century of a set-up as it stands on the map, or waits."""
    waits = not (c.at or c.hex) and bool(home)
    at = home if waits else c.at or placed(grid, c.hex, c.dispersion or "concentrated")
    return Century(
        c.id, c.name or c.id, cohort.side, cohort.id, c.kind, at, c.altitude, c.quality or cohort.quality, WAITING if waits else "ok",
        crippled=c.crippled, hq=c.hq or c.high_hq or c.kind in HQ_KINDS, high_hq=c.high_hq, organic_signals=c.organic_signals,
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


def ordinal(n: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 21st."""
    ending = "th" if n % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"


@dataclass(slots=True)
class Builder:
    """A formation of the book on its way to the map. `counts` numbers its centuries of each kind through all of its cohorts."""

    grid: Grid
    entry: CohortIn
    name: str
    hex: str
    formed: Formed = field(default_factory=Formed)
    counts: dict[str, int] = field(default_factory=dict)

    def cohort(self, row: dict[str, Any], id: str, name: str, hex: str, *, level: str, manus: str, permanent: bool) -> None:
        """A cohort with its headquarters and support in its hex, combat centuries around it."""
        quality = self.entry.quality or row["troop_quality"]
        self.formed.cohorts.append(Cohort(id, name, self.entry.side, row["id"], level, quality, manus, permanent))
        if row["hq"] != "none":
            self.add(id, f"{id}-hq", f"{name} headquarters", row["hq"], hex).organic_signals = row["organic_signals"]
        spots, used = _spots(self.grid, hex, self.entry.front), 0
        for n, kind in enumerate(_each(row["centuries"]), 1):
            front = kinds()[kind].group == "combat" and bool(spots)
            unit = self.add(id, f"{id}-{n}", self.numbered(kind), kind, spots[used % len(spots)] if front else hex)
            used += front
            unit.altitude = self.entry.altitude if self.entry.altitude in altitudes_of(kinds()[kind].carriage) else "normal"

    def attach(self, row: dict[str, Any]) -> None:
        """The headquarters of a brigade and what goes with it are attached to one of its battalions. legatus: Manus"""
        cohort = self.formed.cohorts[min(self.entry.attached, len(self.formed.cohorts)) - 1]
        self.add(cohort.id, f"{self.entry.id}-hq", f"{self.name} headquarters", row["hq"], self.hex).high_hq = True
        for n, kind in enumerate(_each(row["centuries"]), 1):
            self.add(cohort.id, f"{self.entry.id}-{n}", self.numbered(kind), kind, self.hex)

    def add(self, cohort: str, id: str, name: str, kind: str, at: str) -> Century:
        quality = next(c.quality for c in self.formed.cohorts if c.id == cohort)
        status = "ok" if self.entry.hex else WAITING
        unit = Century(id, name, self.entry.side, cohort, kind, at, quality=quality, status=status, hq=kind in HQ_KINDS)
        self.formed.units.append(unit)
        return unit

    def numbered(self, kind: str) -> str:
        """'1st Cohort 2nd Medium Grav Century'."""
        self.counts[kind] = self.counts.get(kind, 0) + 1
        return f"{self.name} {ordinal(self.counts[kind])} {century_names()[kind]}"


def _each(counts: dict[str, int]) -> list[str]:
    return [kind for kind, n in counts.items() for _ in range(n)]


def _standard(grid: Grid, entry: CohortIn, faction: str, home: str) -> Formed:
    """A formation of the book: its parts fan out to both sides of the front, its headquarters and support stay in the middle."""
    row = formations()[formation_ids()[entry.formation.lower()]]
    made = Builder(grid, entry, entry.name or row["name"], entry.hex or home)
    parts = _each(row["formations"])
    if not parts:
        made.cohort(row, entry.id, made.name, made.hex, level=entry.level, manus=entry.manus, permanent=is_permanent(entry, faction))
        return made.formed
    permanent = bool(row.get("permanent_manus")) if entry.permanent is None else entry.permanent
    for n, part in enumerate(parts):
        same = parts[: n + 1].count(part)
        name = f"{made.name} {ordinal(same)} {formations()[part]['name']}"
        hex = _beside(grid, made.hex, entry.front, n)
        made.cohort(formations()[part], f"{entry.id}.{n + 1}", name, hex, level="cohort", manus=entry.id, permanent=permanent)
    if row["level"] == "manus":
        made.cohort(row, f"{entry.id}.0", made.name, made.hex, level="manus", manus=entry.id, permanent=permanent)
    else:
        made.attach(row)
    return made.formed


def _beside(grid: Grid, hex: str, front: int, n: int) -> str:
    """Where the n-th part of a larger formation stands: three, six ... hexes to the right and left of the front."""
    if hex not in grid.cells:
        return hex
    steps = (n + 2) // 2 * 3
    at = neighbor(hex_of(hex), front + (2 if n % 2 == 0 else -2), "even", steps)
    return _nearest_land(grid, Hex(min(max(at.column, 1), grid.columns), min(max(at.row, 1), grid.rows)))


def _nearest_land(grid: Grid, hex: Hex) -> str:
    """The hex itself, or the nearest of the map that is no lake."""
    if grid.cells[hex.label].ground != "lake":
        return hex.label
    dry = [label for label, cell in grid.cells.items() if cell.ground != "lake"]
    return min(dry, key=lambda label: (_distance(label, hex), label), default=hex.label)


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
