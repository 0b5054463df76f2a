"""Figures of craft, weapons, missiles and the core charts, read once from data/*.yaml."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from scales import facts
from scales.armor import Template, centered

DATA = Path(__file__).parent / "data"
FIGHTER_SIDES = ("bow", "right", "right", "stern", "left", "left")
PATROL_SIDES = ("bow", "right_bow", "right_stern", "stern", "left_stern", "left_bow")
"""The side of the craft at each hexside, clockwise from its heading."""


@lru_cache(maxsize=8)
def table(name: str) -> dict[str, Any]:
    """One file of data/."""
    found: dict[str, Any] = facts.read(DATA / f"{name}.yaml")
    return found


@lru_cache(maxsize=64)
def rule(name: str) -> Any:
    """A block of the core charts."""
    return table("rules")[name]


@dataclass(frozen=True, slots=True)
class CraftType:
    """A craft as its sheet prints it: thrust in points, shields in percent, armor in points.

    Sides of variable shields share `shield_power`, `shields` is their first setting; `turrets` gives the half of each turret, bow or stern.
    `internals` names a block of hit tables of its own.
    """

    id: str
    name: str
    faction: str
    kind: str
    hexes: int
    cost: int
    thrust: int
    shields: Mapping[str, int]
    armor: Mapping[str, int]
    weapons: tuple[tuple[str, str, str], ...]
    hard_points: int
    loads: Mapping[str, int]
    streamlined: bool
    anti_grav: bool
    shield_power: int = 0
    turrets: tuple[str, ...] = ()
    internals: str = ""
    points: tuple[str, ...] = ()
    """The side that each hard point sits on."""
    passengers: int = 0
    bays: int = 0
    """Bays for vehicles, each of which takes one of `bay_tons` at most."""
    bay_tons: int = 0

    @property
    def is_patrol(self) -> bool:
        return self.hexes > 1

    @property
    def is_satellite(self) -> bool:
        """Is it a satellite, which nobody flies?"""
        return self.kind == "satellite"

    @property
    def sides(self) -> tuple[str, ...]:
        return PATROL_SIDES if self.is_patrol else FIGHTER_SIDES

    @property
    def weight(self) -> int:
        """Place among the tonnage categories, 0 the lightest (Interceptor: Initiative)."""
        found: int = rule("classes").index(self.kind)
        return found


@lru_cache(maxsize=1)
def craft_types() -> dict[str, CraftType]:
    """All craft by id."""
    return {row["id"]: _craft(row) for row in table("craft")["craft"]}


def _craft(row: Mapping[str, Any]) -> CraftType:
    weapons = tuple((w["weapon"], w["location"], w["arc"]) for w in row["weapons"])
    points = row["hard_points"]
    return CraftType(
        row["id"], row["name"], row["faction"], row["class"], row["hexes"], row["cost"], row["thrust"], row["shields"], row["armor"],
        weapons, points["count"], points.get("loads", {}), row["streamlined"], row["anti_grav"],
        row.get("shield_power", 0), tuple(row.get("turrets", ())), row.get("internals", ""),
        tuple(points["locations"]),
        row.get("passengers", 0), row.get("bays", {}).get("count", 0), row.get("bays", {}).get("max_tons", 0),
    )  # fmt: skip


@lru_cache(maxsize=1)
def aliases() -> dict[str, str]:
    """Every spelling of a craft, in lower case, to its id."""
    found = {}
    for row in table("craft")["craft"]:
        for name in (row["id"], row["name"], *row.get("aliases", ())):
            found[name.lower()] = row["id"]
    return found


@dataclass(frozen=True, slots=True)
class HitTables:
    """Where hits inside go: areas by facing, components by area (keys are the highest die result of a row), and what passing faults put out."""

    facings: Mapping[str, Mapping[int, str]]
    areas: Mapping[str, Mapping[int, str]]
    shorts: Mapping[str, str]

    @property
    def components(self) -> tuple[str, ...]:
        """Every component that a hit can find."""
        areas = dict.fromkeys(area for rows in self.facings.values() for area in rows.values())
        return tuple(dict.fromkeys(part for area in areas for part in self.areas[area].values()))


@lru_cache(maxsize=8)
def hit_tables(internals: str) -> HitTables:
    """The hit tables of a craft type by its `internals`, those of all craft where that is ''."""
    charts = table("internals")
    own = charts[internals] if internals else {}
    facings = own.get("areas_by_facing", charts["fighter_areas"])
    return HitTables(facings, charts["areas"] | own.get("areas", {}), charts["shorts"] | own.get("shorts", {}))


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon row: damage by band; `second` is the electron part of a LEPC; `intercept` by missiles engaged."""

    id: str
    name: str
    family: str
    damage: tuple[int, ...]
    second: tuple[int, ...]
    template: str
    intercept: tuple[int, ...]
    missiles: int


@lru_cache(maxsize=1)
def weapons() -> dict[str, Weapon]:
    """All weapons by id."""
    return {row["id"]: _weapon(row) for row in table("weapons")["weapons"]}


def _weapon(row: Mapping[str, Any]) -> Weapon:
    damage, second = row["damage"], ()
    if isinstance(damage, dict):
        damage, second = damage["laser"], tuple(damage["epc"])
    intercept = tuple(row.get("intercept_to_hit", ()))
    return Weapon(row["id"], row["name"], row["family"], tuple(damage), second, row["template"], intercept, row.get("missiles", 0))


@dataclass(frozen=True, slots=True)
class Missile:
    """A missile row: thrust in hexes a turn and turn, `lock_on` as printed (gunnery, gunnery + 4, or a number).

    `seeks`: any (the craft it locked on), radiation, no_code (craft without its side's transponder code), none. `ecm` is what one released as a
    decoy takes from missiles, `hears_ecm` whether a pod or a decoy disturbs it.
    """

    id: str
    name: str
    thrust: int
    intelligence: int
    lock_on: str
    damage: int
    reach: int
    seeks: str
    ecm: int
    hears_ecm: bool


@lru_cache(maxsize=1)
def missiles() -> dict[str, Missile]:
    """All missiles by id."""
    rows = table("weapons")["missiles"]
    return {row["id"]: _missile(row) for row in rows}


def _missile(row: Mapping[str, Any]) -> Missile:
    figures = (row["id"], row["name"], row["thrust"], row["intelligence"], row["lock_on"], row["damage"], row.get("range_hexes", 0))
    return Missile(*figures, row["seeks"], row.get("ecm", 0), row.get("hears_ecm", True))


@lru_cache(maxsize=1)
def rounds() -> dict[str, str]:
    """Bombs that a hard point may carry: round to name (centurion: Dive Bombing)."""
    return {r["round"]: r["name"] for r in table("weapons")["stores"] if r["family"] == "bomb"}


@lru_cache(maxsize=1)
def pods() -> dict[str, str]:
    """Pods that a hard point may carry: id to name."""
    return {r["id"]: r["name"] for r in table("weapons")["stores"] if r["family"] == "pod"}


PODS = ("ecm_pod", "painting_laser")


@lru_cache(maxsize=256)
def band(range_hexes: int) -> int:
    """Index of the range band, 0 for range 1 or less; 6 is beyond twenty hexes."""
    return next((i for i, last in enumerate(rule("bands")["last_hex"]) if range_hexes <= last), 6)


@lru_cache(maxsize=4096)
def bands() -> list[str]:
    """The range bands in words: '0 to 1', '2 to 3', ..."""
    lasts: list[int] = rule("bands")["last_hex"]
    return [f"{low} to {high}" for low, high in zip([0, *(last + 1 for last in lasts[:-1])], lasts, strict=True)]


def by_range(row: Iterable[int]) -> dict[str, int]:
    """Damage by range band in words; bands without any are left out."""
    return {name: damage for name, damage in zip(bands(), row, strict=False) if damage}


def damage_at(row: tuple[int, ...], range_hexes: int) -> int:
    """Damage of a row at a range."""
    index = band(range_hexes)
    return row[index] if index < len(row) else 0


@lru_cache(maxsize=256)
def template(family: str, damage: int) -> Template | None:
    """The shape of a hit; None for lasers and unknown families, which go straight down one column."""
    shapes = rule("templates").get(family)
    if shapes is None:
        return None
    fitting = [size for size in shapes if isinstance(size, int) and size <= damage]
    return centered(shapes[max(fitting)]) if fitting else None
