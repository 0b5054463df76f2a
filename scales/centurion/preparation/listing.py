"""What a set-up may name, with the figures of each: vehicles, squads, platoons, centuries, ships, map sheets, terrain, installations."""

from collections import Counter
from collections.abc import Callable

from scales.centurion.catalog import data, installation_types, platoon_types, squad_types, vehicle_types
from scales.centurion.combat.weapons import figures, known, weapon
from scales.centurion.construction.construction import NAMES
from scales.centurion.ground import terrain
from scales.centurion.preparation.sheets import known_sheets
from scales.engine import Json
from scales.terrain import GROUNDS, Terrain, boards_data, sheet, token

CREW = "vehicle_crew"
"""A squad that no set-up names: it comes out of a vehicle."""
SPACE = ("asteroids", "large_asteroid")
"""Grounds of space boards."""


def vehicles() -> list[Json]:
    """Thrust in points (ground vehicles: movement points), shields as flicker rates, armor in points of a facing, missiles by kind."""
    classes = {row["id"]: row["class"] for row in data("vehicles")["vehicles"]}
    return [
        {
            "id": v.id,
            "name": v.name,
            "faction": v.faction,
            "class": classes[v.id],
            "points": v.points,
            "grav": v.grav,
            "thrust": v.thrust,
            "movement": v.movement_points,
            "armor": v.armor,
            "shields": v.shields,
            "weapons": [{"name": _weapon(m.weapon), "location": m.location} for m in v.weapons],
            "missiles": v.missiles,
            "infantry": v.infantry_capacity,
            "digging_charges": v.digging_charges,
            "smoke_charges": v.smoke_charges,
        }
        for v in vehicle_types().values()
    ]


def _weapon(id: str) -> str:
    """A weapon as people call it, or another fitting."""
    return weapon(id).name if known(id) else NAMES[id]


def squads() -> list[Json]:
    """Movement points, TVLG and mortars of each kind."""
    return [
        {"id": s.id, "name": s.name, "points": s.points, "movement": s.movement, "missiles": s.missiles, "mortars": s.mortars}
        for s in squad_types().values()
        if s.id != CREW
    ]


def platoons() -> list[Json]:
    """The platoons that centuries are made of: what is in each, and its scenario points."""
    return [
        {"id": p.id, "vehicles": dict(Counter(p.vehicles)), "squads": dict(Counter(p.squads)), "points": _points(p.id)}
        for p in platoon_types().values()
    ]


def _points(platoon: str) -> int:
    found = platoon_types()[platoon]
    return sum(vehicle_types()[v].points for v in found.vehicles) + sum(squad_types()[s].points for s in found.squads)


def centuries() -> list[Json]:
    """What `kind` and `formation` of a century may be, with its platoons and scenario points."""
    return [
        {
            "id": row["id"],
            "kind": row["century_type"],
            "faction": row["faction"],
            "platoons": row["platoons"],
            "leadership": row["leadership"],
            "points": sum(_points(platoon) for platoon in row["platoons"]),
        }
        for row in data("formations")["centuries"]
    ]


def ships() -> list[Json]:
    """Warships of the naval fire table: the damage of each laser bay, missiles with their class ('' none) and capital-ship damage of a broadside."""
    return [
        {
            "id": id,
            "faction": row["faction"],
            "laser_bays": row["laser_bays"],
            "missiles": row["missiles"],
            "missile_class": row["missile_class"] if row["missiles"] else "",
            "broadside": [{"bay": name, "damage": damage} for name, damage in row["broadside"]],
        }
        for id, row in figures("naval")["ships"].items()
    ]


def sheets() -> list[Json]:
    """Map sheets: columns and rows, and the numbers of the printed maps that each stands in for."""
    return [
        {
            "id": id,
            "title": sheet(id).heading.get("title", ""),
            "columns": sheet(id).columns,
            "rows": len(sheet(id).rows),
            "maps": [number for number, other in boards_data()["stands_in_for"].items() if other == id],
        }
        for id in known_sheets()
    ]


def ground() -> list[Json]:
    """Terrain tokens: a level, one of these marks, then `r` for a road and `v` for a river. `velocity` in points of a grav vehicle, `ground` in
    movement points of a ground vehicle or squad (0: it may not enter), the speed `limit`, `modifier` to hit a unit there."""
    rows = data("movement")["terrain"]
    found = [(mark, terrain.GROUNDS.get(name, name), name) for mark, name in GROUNDS.items() if name not in SPACE]
    return [
        {"mark": mark, "example": _example(name), "means": means, **_figures(rows[means])} for mark, means, name in found if means in rows
    ]


def _example(name: str) -> str:
    """A hex at level 0 as a token; buildings of two levels with armor factor 20."""
    built = name == "buildings"
    return token(Terrain(0, name, levels=2 if built else 0, armor=20 if built else 0))


def _figures(row: Json) -> Json:
    return {key: row[key] for key in ("velocity", "ground", "limit", "modifier", "height")}


def installations() -> list[Json]:
    """Defensive installations by type: weapons of the turret, its armor, HELL launchers, shield rating and armor factor of each storey."""
    return [
        {
            "type": int(id.removeprefix("installation_")),
            "weapons": [weapon(mount.weapon).name for mount in kind.turret.weapons],
            "turret_armor": kind.turret.armor["turret"],
            "launchers": kind.launchers,
            "shield": kind.shield,
            "armor_factor": kind.armor_factor,
            "points": kind.turret.points,
        }
        for id, kind in installation_types().items()
    ]


LISTS: dict[str, Callable[[], list[Json]]] = {
    "vehicles": vehicles,
    "squads": squads,
    "platoons": platoons,
    "centuries": centuries,
    "ships": ships,
    "sheets": sheets,
    "terrain": ground,
    "installations": installations,
}
