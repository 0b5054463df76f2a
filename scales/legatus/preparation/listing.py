"""What a set-up may name, with the figures of each: centuries, formations, terrain, victory points, maps, counters of Prefect."""

from collections.abc import Callable

from scales.engine import Json
from scales.legatus import board
from scales.legatus.prefect.counters import types
from scales.legatus.tables import Kind, Stats, century_count, formations, kinds, tables
from scales.terrain import sheet, sheet_ids


def centuries() -> list[Json]:
    """Centuries, installations and squadrons: attack, defense and maneuver of both faces of the counter, movement in points."""
    return [
        {
            "id": kind.name,
            "group": kind.group,
            "whole": _numbers(kind.whole),
            "crippled": "" if kind.carriage == "air" else _numbers(kind.crippled),
            "infantry": kind.infantry,
            "carriage": kind.carriage,
            "movement": _points(kind),
        }
        for kind in kinds().values()
    ]


def _numbers(face: Stats) -> str:
    """'5/6/6'."""
    return "/".join(map(str, face))


def _points(kind: Kind) -> int:
    return int(tables()["movement_points"]["allowance"].get(kind.carriage, 0))


def formations_list() -> list[Json]:
    """Standard formations: their parts, their own centuries, headquarters, and how many centuries there are in all."""
    return [
        {
            "id": id,
            "name": row["name"],
            "level": row["level"],
            "factions": row["factions"],
            "parts": row["formations"],
            "centuries": row["centuries"],
            "headquarters": row["hq"] if row["hq"] != "none" else "",
            "organic_signals": row["organic_signals"],
            "quality": row["troop_quality"],
            "in_all": century_count(id),
        }
        for id, row in formations().items()
    ]


def terrain() -> list[Json]:
    """Movement points to enter a hex for infantry, ground and grav centuries; '-' where they cannot go. Climbs are added."""
    table = tables()["terrain_movement"]
    rows = {**table["ground"], **{name: table[name] for name in ("road", "river", "climb_one", "climb_two", "climb_three")}}
    return [{"id": name, **dict(zip(table["columns"], map(_cost, costs), strict=True))} for name, costs in rows.items()]


def _cost(halves: int) -> str:
    """Half points as points: '1/2', '1', '3'."""
    if not halves:
        return "-"
    return f"{halves // 2}" if halves % 2 == 0 else f"{halves}/2"


def victory() -> list[Json]:
    """Victory points for crippling and for destroying a unit of each group."""
    rows = {name: row for name, row in tables()["victory_points"].items() if isinstance(row, list) and name != "columns"}
    return [{"id": name, "crippled": crippled, "destroyed": destroyed} for name, (crippled, destroyed) in rows.items()]


def map_ids() -> list[str]:
    """Sheets made for Legatus, and those of Centurion, which will do as well. legatus: Maps"""
    return [*board.map_ids(), *sheet_ids("centurion")]


def maps() -> list[Json]:
    """Map sheets with their size in hexes."""
    return [_map(id) for id in map_ids()]


def _map(id: str) -> Json:
    grid = board.grid(id)
    return {"id": id, "title": sheet(id).heading.get("title", id), "columns": grid.columns, "rows": grid.rows}


def counters() -> list[Json]:
    """Counters of the strategic game (`imperator convert prefect`) with what each becomes on the map."""
    return [
        {
            "id": type.id,
            "name": type.name,
            "becomes": type.gives,
            "kind": type.kind or type.formation,
            "installations": len(type.installations),
            "defensive_hexes": type.defensive_hexes,
            "attack": type.attack,
            "factions": list(type.factions),
        }
        for type in types().values()
    ]


LISTS: dict[str, Callable[[], list[Json]]] = {
    "centuries": centuries,
    "formations": formations_list,
    "terrain": terrain,
    "victory": victory,
    "maps": maps,
    "counters": counters,
}
