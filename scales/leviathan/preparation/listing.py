"""What a set-up may name, with the figures of each: ships, patrol ships, fighters, fighter units, installations, the smallest of them, layouts."""

from collections.abc import Callable, Sequence

from scales.engine import Json
from scales.leviathan import board, catalog
from scales.leviathan.catalog import Sheet


def ships() -> list[Json]:
    """Capital ships and transports: length in hexes, thrust in points, mass in tons, cost in talents, power in points, armor in boxes, shields as
    factors, the turret factor by range from 0; cargo in tons, crew without passengers and marines."""
    return [_ship(catalog.sheets()[row["id"]], row) for row in catalog.ship_rows()["ships"]]


def _ship(card: Sheet, row: Json) -> Json:
    built = row["build"]
    return {
        **_head(card),
        "hexes": card.hexes,
        "thrust": card.thrust,
        "mass": card.mass,
        "cost": row["cost"],
        "power": card.power,
        **_protection(card),
        "spinal": card.spinal,
        "bays": _bays(card),
        "missiles": card.missile,
        "salvos": card.salvos,
        "turrets": _by_range(card.turret_factor),
        "fighters": card.fighters,
        **{name: built[name] for name in ("small_craft", "cargo", "crew", "passengers", "marines", "extras")},
    }


def _head(card: Sheet) -> Json:
    return {"id": card.id, "name": card.name, "faction": card.faction, "class": card.ship_class}


def _protection(card: Sheet) -> Json:
    """Sides without armor or shields are left out."""
    return {
        "armor": {side: boxes for side, boxes in card.armor.items() if boxes},
        "shields": {side: factor for side, factor in card.shields.items() if factor},
    }


def _bays(card: Sheet) -> list[Json]:
    return [{"name": bay.name, "location": bay.location} for bay in card.bays]


def _by_range(values: Sequence[int]) -> str:
    """'6/6/5/4'."""
    return "/".join(map(str, values))


def patrol_ships() -> list[Json]:
    """Escorts, corvettes and gunboats: bays with their damage at ranges 1, 2 and 3, and how many turrets have the factor by range from 0."""
    cards = [card for card in catalog.sheets().values() if card.is_patrol and card.kind == "ship"]
    return [
        {
            **_head(card),
            "thrust": card.thrust,
            **_protection(card),
            "bays": [{"damage": _by_range(bay.damage), "location": bay.location} for bay in card.bays],
            "turrets": card.turrets,
            "turret_factor": _by_range(card.turret_factor),
            "fighters": card.fighters,
        }
        for card in cards
    ]


def fighters() -> list[Json]:
    """Single fighters: thrust in points, armor in hundredths, close and long range attack, missiles."""
    return [
        {
            "id": craft.id,
            "name": craft.name,
            "faction": craft.faction,
            "thrust": craft.thrust,
            "armor_hundredths": craft.armor_hundredths,
            "cra": craft.cra,
            "lra": craft.lra,
            "missiles": craft.missiles,
        }
        for craft in catalog.fighters().values()
    ]


def units() -> list[Json]:
    """Fighter units by name (`unit`): thrust in points, boxes of armor, attack values with all boxes, and the strength of their missile attack."""
    return [_unit(name, size, count) for name, (size, count) in catalog.named_units().items()]


def _unit(name: str, size: str, count: dict[str, int]) -> Json:
    values = catalog.convert(size, count)
    return {
        "id": name,
        "size": size,
        "fighters": count,
        "thrust": values.thrust,
        "boxes": sum(values.rows),
        "cra": values.cra[0],
        "lra": values.lra[0],
        "missile_attack": values.missile_attack,
    }


def installations() -> list[Json]:
    """Installations with a sheet of their own: armor in boxes, shields as factors, bays, missiles, the turret factor by range from 0."""
    return [
        {
            "id": card.id,
            "name": card.name,
            "kind": card.kind,
            **_protection(card),
            "bays": _bays(card),
            "missiles": card.missile,
            "salvos": card.salvos,
            "turrets": _by_range(card.turret_factor),
            "fighters": card.fighters,
        }
        for card in catalog.sheets().values()
        if card.kind != "ship"
    ]


def bases() -> list[Json]:
    """The smallest installations, which have the sheet of a fighter unit."""
    names = ("id", "name", "treat_as", "armor_boxes", "cra", "lra", "fighters")
    return [{name: row[name] for name in names} for row in catalog.bases().values()]


def layouts() -> list[Json]:
    """Layouts: their sheets, columns and rows in all, and the joined columns of the zones of a planet."""
    found = board.layouts()
    return [_layout(id, row, found["columns"], found["rows"]) for id, row in found["layouts"].items()]


def _layout(id: str, row: Json, columns: int, rows: int) -> Json:
    places = row["sheets"].values()
    return {
        "id": id,
        "sheets": list(row["sheets"]),
        "columns": max(column for column, _ in places) + columns,
        "rows": max(added for _, added in places) + rows,
        "zones": {zone: f"{first} to {last}" for zone, (first, last) in row.get("planet", {}).items()},
    }


LISTS: dict[str, Callable[[], list[Json]]] = {
    "ships": ships,
    "patrol_ships": patrol_ships,
    "fighters": fighters,
    "units": units,
    "installations": installations,
    "bases": bases,
    "layouts": layouts,
}
