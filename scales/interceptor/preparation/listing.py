"""What a set-up may name, with the figures of each: craft, satellites, weapons, missiles, loads, layouts.

`not_printed` says which figures of a row stand in no book: reconstructed from what the books say elsewhere, or designed.
"""

from collections.abc import Callable

from scales.engine import Json
from scales.interceptor.board import Board, board, layouts
from scales.interceptor.preparation.loads import launched
from scales.interceptor.scenario.scoring import points_for
from scales.interceptor.tables import CraftType, by_range, craft_types, table, weapons

STATUSES = ("status", "damage_status", "intercept_status", "use_status")


def craft() -> list[Json]:
    """Mass in tons, cost in talents, points for it, thrust in points, shields in percent (patrol craft: their first setting, and the power that all
    sides share), armor in points; how many hard points; bays for vehicles and the tons that each takes; in how many hexes it stands."""
    return [_craft(craft_types()[row["id"]], row) for row in table("craft")["craft"] if not craft_types()[row["id"]].is_satellite]


def _craft(type: CraftType, row: Json) -> Json:
    found = {
        **_head(type),
        "class": type.kind,
        "hexes": type.hexes,
        "mass": row["mass"],
        "cost": type.cost,
        "points": points_for(type),
        "thrust": type.thrust,
        **_hull(type),
        "shield_power": type.shield_power,
        "hard_points": type.hard_points,
        "air": _air(type),
        "crew": row["crew"],
        "bays": row.get("bays", {}),
        "passengers": row.get("passengers", 0),
    }
    return found | {"not_printed": _marks(found, row)}


def _marks(shown: Json, row: Json) -> Json:
    """Which of the figures shown of a craft are not printed, and what they are instead."""
    return {name: status for name, status in row.get("not_printed", {}).items() if name in shown}


def _head(type: CraftType) -> Json:
    return {"id": type.id, "name": type.name, "faction": type.faction}


def _hull(type: CraftType) -> Json:
    fittings = [{"name": weapons()[weapon].name, "location": location.replace("_", " ")} for weapon, location, _ in type.weapons]
    return {"shields": dict(type.shields), "armor": dict(type.armor), "weapons": fittings}


def _air(type: CraftType) -> str:
    """What it flies in the atmosphere with."""
    ways = [name for name, has in (("streamlined", type.streamlined), ("anti-grav", type.anti_grav)) if has]
    return ", ".join(ways)


def satellites() -> list[Json]:
    """Thor satellites: shields in percent, armor in points, what they carry."""
    rows = {row["id"]: row for row in table("craft")["craft"]}
    found = [{**_head(type), **_hull(type), "loads": dict(type.loads)} for type in craft_types().values() if type.is_satellite]
    return [each | {"not_printed": _marks(each, rows[each["id"]])} for each in found]


def fittings() -> list[Json]:
    """Weapons: damage in boxes by range in hexes, of a LEPC also that of its electrons; numbers to hit 1, 2, ... missiles; missiles inside."""
    return [_weapon(row) for row in table("weapons")["weapons"]]


def _weapon(row: Json) -> Json:
    weapon = weapons()[row["id"]]
    return {
        "id": weapon.id,
        "name": weapon.name,
        "family": weapon.family,
        "damage": by_range(weapon.damage),
        "electrons": by_range(weapon.second),
        "intercepts": "/".join(map(str, weapon.intercept)),
        "missiles": weapon.missiles,
        "not_printed": _not_printed(row),
    }


def _not_printed(row: Json) -> Json:
    """Which figures of a row stand in no book; `all` where the row does not."""
    names = {name: (name.removesuffix("_status").removesuffix("status") or "all") for name in STATUSES}
    return {names[name]: row[name] for name in STATUSES if row.get(name, "printed") != "printed"}


def missiles() -> list[Json]:
    """Missiles: thrust in hexes a minute and minute, intelligence, the number to lock on, damage in boxes, what the head seeks."""
    return [
        {
            **{name: row[name] for name in ("id", "name", "thrust", "intelligence", "lock_on", "damage")},
            "reach": row.get("range_hexes", 0),
            "seeks": row["seeks"].replace("_", " "),
            "carried": row["id"] in launched(),
            "not_printed": _not_printed(row),
        }
        for row in table("weapons")["missiles"]
    ]


def loads() -> list[Json]:
    """What a hard point may carry (`loads` of a craft): missiles, none of them on a ground mission, rounds for the ground, pods."""
    rows = {row["id"]: row for row in table("weapons")["missiles"]}
    found = [{"id": name, "name": rows[name]["name"], "kind": "missile"} for name in launched()]
    for row in table("weapons")["stores"]:
        found.append({"id": row.get("round", row["id"]), "name": row["name"], "kind": "round" if row["family"] == "bomb" else "pod"})
    return found


def layouts_list() -> list[Json]:
    """Layouts: their sheets, columns and rows in all, the columns of each zone of a planet as the sheets number them, the battlefield."""
    return [_layout(board(id)) for id in layouts()]


def _layout(b: Board) -> Json:
    return {
        "id": b.id,
        "sheets": [sheet.name for sheet in b.sheets.sheets],
        "columns": b.last.column - b.first.column + 1,
        "rows": b.last.row - b.first.row + 1,
        "zones": {name: _columns(b, first, last) for name, first, last in b.zones},
        "battlefield": b.battlefield if b.zones else "",
        "satellites": "thor" in b.sheets.data,
        "leviathan_above": b.leviathan,
    }


def _columns(b: Board, first: int, last: int) -> str:
    """'8 to 26', or '2:01 to 2:20' where the sheets lie side by side."""
    names = [b.label(b.first._replace(column=column))[:-2] for column in (first, last)]
    if len({sheet.column for sheet in b.sheets.sheets}) == 1:
        names = [str(int(name.partition(":")[2])) for name in names]
    return names[0] if first == last else f"{names[0]} to {names[1]}"


LISTS: dict[str, Callable[[], list[Json]]] = {
    "craft": craft,
    "satellites": satellites,
    "weapons": fittings,
    "missiles": missiles,
    "loads": loads,
    "layouts": layouts_list,
}
