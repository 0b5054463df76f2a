"""One installation on three sheets: what of its Leviathan sheet goes when the installations below are lost, and what is told of it."""

from scales import armor
from scales.engine import Json
from scales.leviathan.state import Ship


def lost(ship: Ship) -> tuple[int, int]:
    """(boxes of the forward armor lost, boxes it had)."""
    had = ship.card.armor["F"]
    return had - armor.boxes_left(ship.armor["F"]), had


def sheet_of(ship: Ship) -> Json:
    """What other boards need: forward armor lost, bays destroyed, components hit."""
    gone, had = lost(ship)
    bays = sum(b.destroyed for b in ship.bays)
    return {"armor": had, "armor_lost": gone, "bays": len(ship.bays), "bays_destroyed": bays, "components": dict(sorted(ship.effects.items())),
            "destroyed": ship.destroyed}  # fmt: skip


def told(ship: Ship) -> str:
    """All of that as one text, to see whether it has changed."""
    return str(sorted(sheet_of(ship).items()))


def is_crippled(ship: Ship) -> bool:
    gone, had = lost(ship)
    return 2 * gone >= had or 2 * sum(b.destroyed for b in ship.bays) >= len(ship.bays) > 0


def from_below(ship: Ship, outcome: str, sheet: Json) -> str:
    """Losses on the ground: `installations` of the facility and how many are `out`, thirds of the shield generators gone in
    `shield_thirds`. Each share of installations takes its armor from the outside and a bay, the smallest first."""
    if outcome == "destroyed":
        ship.destroyed = True
        return "is destroyed on the ground"
    total, out = int(sheet.get("installations", 0)), int(sheet.get("out", 0))
    if outcome == "crippled" and not total:
        total, out = 2, 1
    if total:
        _take_armor(ship, ship.card.armor["F"] * min(out, total) // total)
        _take_bays(ship, out, total)
    if sheet.get("shield_thirds"):
        ship.shields_lost = min(ship.card.shields["F"], int(sheet["shield_thirds"]))
        ship.shields["F"] = min(ship.shields["F"], ship.card.shields["F"] - ship.shields_lost)
    return f"is {outcome} on the ground, {out} of {total} installations out" if total else f"is {outcome} on the ground"


def _take_armor(ship: Ship, boxes: int) -> None:
    """Row by row from the outside until so many boxes are gone in all."""
    grid = ship.armor["F"]
    missing = boxes - lost(ship)[0]
    for row in range(1, len(grid.rows) + 1):
        for column in range(1, grid.width + 1):
            if missing > 0 and armor.mark(grid, row, column):
                missing -= 1


def _take_bays(ship: Ship, out: int, total: int) -> None:
    share = -(-total // max(1, len(ship.bays)))
    order = sorted(range(len(ship.bays)), key=lambda i: (sum(ship.card.bays[i].damage), i))
    for index in order[: out // share]:
        ship.bays[index].destroyed = True
