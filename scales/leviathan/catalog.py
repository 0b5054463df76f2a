"""Ship classes, fighters, installations and tables as data (leviathan: Ship Descriptions, TOG and Commonwealth; Leviathan Fighter Values, Leviathan
Squadron Values, Leviathan Flight Values, Conversion, Movement Rating). Everything is read once; ranges in hexes, damage and armor in boxes."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from scales import facts

SIDES = ("F", "FR", "AR", "A", "AL", "FL")
"""The six shield and armor sides clockwise from the bow (leviathan: Target Shield Factor Modifier)."""
PATROL = ("escort", "corvette", "gunboat")
OWN_CRAFT = "craft:"
"""Begins the ids of fighters that are not on the list."""


def _load(name: str) -> dict[str, Any]:
    loaded: dict[str, Any] = facts.read(Path(__file__).parent / "data" / name)
    return loaded


@dataclass(slots=True, frozen=True)
class BayClass:
    """One bay: `location` F, L, R or A; `damage` by range band."""

    name: str
    location: str
    damage: tuple[int, ...]


@dataclass(slots=True, frozen=True)
class Sheet:
    """The record sheet of a ship class or an installation. `hull` is the class by size, which moves, collides and explodes. `missile_attack` is
    that of a patrol ship with missiles like those of fighters; it makes it once (`salvos`)."""

    id: str
    name: str
    faction: str
    ship_class: str
    hull: str
    hexes: int
    thrust: int
    mass: int
    power: int
    shields: dict[str, int]
    armor: dict[str, int]
    bays: tuple[BayClass, ...]
    spinal: str
    missile: str
    salvos: int
    turret_factor: tuple[int, ...]
    turrets: int
    fighters: int
    internals: str
    atmosphere: bool
    carrier: bool
    kind: str = "ship"
    more_launchers: int = 0
    more_stations: int = 0
    fighter_tons: int = 300
    ftl: bool = True
    missile_attack: int = 0

    @property
    def width(self) -> int:
        """Columns of the armor diagrams and the internal block (leviathan: Patrol Class Ships)."""
        return 5 if self.is_patrol else 10

    @property
    def is_patrol(self) -> bool:
        return self.hull in PATROL

    @property
    def launchers(self) -> int:
        """Fighters that may be launched in a turn: six a launcher, one launcher for every six, and what was built beyond (ruling R-LEV-36)."""
        return (-(-self.fighters // 6) + self.more_launchers) * 6

    @property
    def stations(self) -> int:
        """Fighters that may be recovered in a turn: six a station, one station for every twelve, and what was built beyond (ruling R-LEV-36)."""
        return (-(-self.fighters // 12) + self.more_stations) * 6


@dataclass(slots=True, frozen=True)
class FighterClass:
    """A single fighter; mass in tons, armor in hundredths of a Leviathan armor value."""

    id: str
    name: str
    faction: str
    mass: int
    thrust: int
    armor_hundredths: int
    cra: int
    lra: int
    missiles: int


@dataclass(slots=True, frozen=True)
class Block:
    """An Internal Component Block: component names by row and column, and the number of the area each box belongs to."""

    grid: tuple[tuple[str, ...], ...]
    areas: tuple[tuple[int, ...], ...]


@dataclass(slots=True, frozen=True)
class UnitValues:
    """A fighter unit as converted: `rows`, `cra`, `lra` from the top used row down."""

    thrust: int
    rows: list[int] = field(default_factory=list)
    cra: list[int] = field(default_factory=list)
    lra: list[int] = field(default_factory=list)
    missile_attack: int = 0


@lru_cache(maxsize=1)
def tables() -> dict[str, Any]:
    return _load("tables.yaml")


@lru_cache(maxsize=1)
def construction() -> dict[str, Any]:
    """The figures of Ship Construction."""
    return _load("construction.yaml")


@lru_cache(maxsize=1)
def components() -> dict[str, dict[str, Any]]:
    """What it takes to mend each component of the blocks."""
    return _load("components.yaml")


@lru_cache(maxsize=1)
def blocks() -> dict[str, Block]:
    raw = _load("blocks.yaml")["blocks"]
    found = {k: Block(tuple(tuple(r) for r in b["grid"]), tuple(tuple(r) for r in b["areas"])) for k, b in raw.items()}
    return {f"{hull}_carrier": _with_deck(found[hull]) for hull in ("battleship", "cruiser")} | found


def _with_deck(block: Block) -> Block:
    """The block of a carrier: its flight deck lies where other ships have the spinal mount."""
    parts = {f"spinal_{part}": f"flight_deck_{part.removeprefix('coil_')}" for part in ("coil_shorts", "coil_damaged", "destroyed")}
    return Block(tuple(tuple(parts.get(name, name) for name in row) for row in block.grid), block.areas)


def _bays(raw: list[dict[str, Any]]) -> tuple[BayClass, ...]:
    """Bays worth firing: a bay that does nothing at any range is none (ruling R-LEV-49)."""
    return tuple(BayClass(b.get("bay", "bay"), b["location"], tuple(b["damage"])) for b in raw if any(b["damage"]))


def _capital(x: dict[str, Any]) -> Sheet:
    missile = x["missile_system"]
    return Sheet(
        x["id"], x["name"], x["faction"], x["ship_class"], x["hull"], x["hexes"], x["thrust"], x["mass"], x["power"], x["shields"], x["armor"],
        _bays(x["bays"]), _none(x["spinal_mount"]), _none(missile["type"]), missile["shots"], tuple(x["turret_factor"]), 1,
        x["fighters"], x["internals"], x["may_enter_atmosphere"], x["carrier"],
    )  # fmt: skip


def _patrol(x: dict[str, Any]) -> Sheet:
    attack = x["missile_attack"]
    return Sheet(
        x["id"], x["name"], x["faction"], x["ship_class"], x["ship_class"], x["hexes"], x["thrust"], 0, 0, x["shields"], x["armor"],
        _bays(x["bays"]), "", "", int(attack > 0), (x["turret_factor"][0], *x["turret_factor"]), x["turrets"], x["fighters"], x["internals"],
        x["may_enter_atmosphere"], False, missile_attack=attack,
    )  # fmt: skip


def _installation(x: dict[str, Any]) -> Sheet:
    """An installation that has a sheet of its own (the smallest bases are fighter units: `bases`)."""
    missile = x["missile_system"]
    kind = "ground" if x["kind"].startswith("ground") else "orbital"
    shields = {s: x["shields"].get(s, 0) for s in SIDES}
    armor = {s: x["armor"].get(s, 0) for s in SIDES}
    if kind == "ground":
        shields = {s: v if s == "F" else 0 for s, v in shields.items()}
        armor = {s: v if s == "F" else 0 for s, v in armor.items()}
    return Sheet(
        x["id"], x["name"], "any", "installation", x.get("treat_as", "destroyer"), 1, 0, 0, 0, shields, armor, _bays(x["bays"]), "",
        _none(missile["type"]), missile["shots"], tuple(x["turret_factor"]), 1, x.get("fighters", 0), "installation", True, False, kind,
    )  # fmt: skip


def _none(value: str) -> str:
    return "" if value == "none" else value


@lru_cache(maxsize=1)
def ship_rows() -> dict[str, list[dict[str, Any]]]:
    """Capital ships and transports (`ships`) and patrol ships (`patrol_ships`) as their file has them."""
    return _load("ships.yaml")


@lru_cache(maxsize=1)
def sheets() -> dict[str, Sheet]:
    """Every ship class and every installation with a sheet, by id."""
    raw = ship_rows()
    found = [_capital(x) for x in raw["ships"]] + [_patrol(x) for x in raw["patrol_ships"]]
    found += [_installation(x) for x in _load("installations.yaml")["facilities"] if x["sheet"] == "installation"]
    return {s.id: s for s in found}


@lru_cache(maxsize=1)
def bases() -> dict[str, dict[str, Any]]:
    """The smallest installations, kept on fighter sheets."""
    return {x["id"]: x for x in _load("installations.yaml")["facilities"] if x["sheet"] == "fighter_unit"}


@lru_cache(maxsize=1)
def _fighter_file() -> dict[str, Any]:
    return _load("fighters.yaml")


@lru_cache(maxsize=1)
def fighters() -> dict[str, FighterClass]:
    keys = ("id", "name", "faction", "mass", "thrust", "armor_hundredths", "cra", "lra", "missiles")
    return {x["id"]: FighterClass(*(x[k] for k in keys)) for x in _fighter_file()["fighters"]}


def fighter(craft: str) -> FighterClass:
    """A fighter of the list, or one of a set-up whose values are its id (`fighters.craft`)."""
    return fighters()[craft] if craft in fighters() else _own_fighter(craft)


def is_fighter(craft: str) -> bool:
    return craft in fighters() or craft.startswith(OWN_CRAFT)


@lru_cache(maxsize=256)
def _own_fighter(craft: str) -> FighterClass:
    name, faction, *values = json.loads(craft.removeprefix(OWN_CRAFT))
    return FighterClass(craft, name, faction, *values)


def sizes() -> dict[str, int]:
    """Fighters in a squadron, flight and group."""
    found: dict[str, int] = _fighter_file()["sizes"]
    return found


@lru_cache(maxsize=1)
def named_units() -> dict[str, tuple[str, dict[str, int]]]:
    """Every unit that has a name: pure squadrons, flights and groups (`gladius_squadron`), and the mixed ones of the scenarios."""
    found = {u["id"]: (u["size"], dict(u["fighters"])) for u in _fighter_file()["units"]}
    for size, count in sizes().items():
        for craft in fighters():
            found[f"{craft}_{size}"] = (size, {craft: count})
    return found


def _nearest(amount: int, over: int) -> int:
    return (2 * amount + over) // (2 * over)


def armor_rows(boxes: int, size: str) -> list[int]:
    """Boxes of the used rows, top first; missing ones come off one a row from the top down, repeating (ruling R-LEV-17)."""
    data = _fighter_file()
    rows: list[int] = list(data["row_boxes"])[-data["rows_used"][size] :]
    missing, at = sum(rows) - boxes, 0
    while missing > 0:
        if rows[at % len(rows)] > 0:
            rows[at % len(rows)] -= 1
            missing -= 1
        at += 1
    if missing < 0:  # more boxes than the printed rows hold: the top row is longer
        rows[0] -= missing
    return rows


def convert(size: str, count: Mapping[str, int]) -> UnitValues:
    """A fighter unit from its fighters; even the smallest has a box (leviathan: Conversion; rulings R-LEV-13 to R-LEV-15, R-LEV-48)."""
    data = _fighter_file()
    kinds = [(fighter(craft), number) for craft, number in sorted(count.items())]
    rows = armor_rows(max(1, _nearest(sum(f.armor_hundredths * n for f, n in kinds), 10_000)), size)
    attack = missile_attack(sum(f.missiles * n for f, n in kinds))
    thrust = min(f.thrust for f, _ in kinds) + data["movement_bonus"][size]
    return UnitValues(
        thrust, rows, steps(sum(f.cra * n for f, n in kinds), len(rows)), steps(sum(f.lra * n for f, n in kinds), len(rows)), attack
    )


def missile_attack(missiles: int) -> int:
    """The one-time Missile Attack Value of so many missiles (leviathan: Missile Attack Value; rulings R-LEV-14, R-LEV-15)."""
    found: int = next(value for limit, value in _fighter_file()["missile_brackets"] if missiles <= limit)
    return found


def steps(total: int, rows: int) -> list[int]:
    """Attack values by rows left: the sum over 20 to the nearest, falling by equal shares to the last row."""
    value = _nearest(total, 20)
    return [_nearest(value * left, rows) for left in range(rows, 0, -1)]


@lru_cache(maxsize=200)
def band(distance: int) -> int | None:
    """Range band 0..5 of a distance of 1 to 20 hexes; None beyond. Range 0 counts as 1 for ships' weapons."""
    for number, limit in enumerate(tables()["range_bands"]):
        if distance <= limit:
            return number
    return None


def bay_row(guns: int, length_tenths: int, diameter: int) -> list[int]:
    """Damage of a bay at the six range bands from its guns, their length (in tenths: 375 for 37.5) and diameter (ruling R-LEV-09)."""
    bands = {375: 6, 300: 5, 225: 4, 150: 3, 75: 2}[length_tenths]
    # guns x (length / 1.5 + diameter - 5 band) / 200, halves up; all times 15 to stay whole
    values = [guns * (length_tenths + 15 * diameter - 75 * k) for k in range(bands)]
    return [(2 * v + 3000) // 6000 for v in values] + [0] * (6 - bands)


def bay_damage(sheet: Sheet, bay: BayClass, distance: int) -> int:
    """Damage of a bay at a range; patrol ships fire at ranges 1, 2 and 3 only."""
    if sheet.is_patrol:
        return bay.damage[max(distance, 1) - 1] if distance <= 3 else 0
    at = band(distance)
    return 0 if at is None else bay.damage[at]


def bay_range(sheet: Sheet, bay: BayClass) -> int:
    """Weapon range of a bay in hexes."""
    last = max((i for i, d in enumerate(bay.damage) if d), default=-1)
    if last < 0:
        return 0
    limits: list[int] = tables()["range_bands"]
    return last + 1 if sheet.is_patrol else limits[last]


def spinal_depth(kind: str, distance: int) -> int:
    """Rows a spinal mount penetrates at a range."""
    at = band(distance)
    rows: list[int] = tables()["spinal_mounts"][kind] if kind else []
    return rows[at] if kind and at is not None and at < len(rows) else 0


def thrust(sheet: Sheet, blocks: int, damaged: bool) -> tuple[int, int]:
    """(thrust points, how many of them may change velocity) with 0, 1 or 2 blocks of power in the drives (leviathan: Maneuver; R-LEV-35)."""
    base = sheet.thrust // 2 if damaged else sheet.thrust
    return base * blocks, base if blocks else 0
