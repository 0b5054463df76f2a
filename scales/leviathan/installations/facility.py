"""What an installation is there for, and what damage leaves of it (leviathan: Orbital Installations, Main Computer,
Secondary Computer, Installation Equipment, Facility Half-Damaged, Facility Destroyed).

The main computer runs it, the secondary one half of it; each box of its equipment is a share of its output. Its warehouses lose half of what is
in them, then all.
"""

from scales.engine import Json
from scales.leviathan import catalog
from scales.leviathan.state import Ship

EQUIPMENT = "installation_equipment"
ON_SECONDARY = 50
"""Percent of its output on the secondary computer."""


def output(ship: Ship) -> int:
    """What it makes or does of what it normally would, in percent, rounded down; an abandoned one does nothing."""
    if ship.destroyed or ship.abandoned:
        return 0
    boxes = _equipment_boxes(ship)
    whole = max(0, boxes - ship.effects.get(EQUIPMENT, 0))
    return _computers(ship) * whole // boxes


def _computers(ship: Ship) -> int:
    if not ship.effects.get("main_computer"):
        return 100
    return 0 if ship.effects.get("secondary_computer") else ON_SECONDARY


def _equipment_boxes(ship: Ship) -> int:
    return sum(row.count(EQUIPMENT) for row in catalog.blocks()[ship.card.internals].grid)


def stores(ship: Ship) -> int:
    """Raw materials and finished goods left, in percent."""
    if ship.destroyed or ship.effects.get("facility_destroyed"):
        return 0
    return 50 if ship.effects.get("facility_half_damaged") else 100


def figures(ship: Ship) -> Json:
    """What a campaign asks of a facility after a battle: `output` and `stores` in percent, `boats` left in it, whether it is `abandoned`, and
    `saved` percent of its people that lifeboats have brought to safety."""
    escape = ship.evacuation
    return {"output": output(ship), "stores": stores(ship), "boats": escape.boats, "abandoned": ship.abandoned, "saved": escape.saved}


def words(ship: Ship) -> str:
    """'works at 50 percent of its output and has all of its stores'."""
    made, kept = output(ship), stores(ship)
    work = f"works at {made} percent of its output" if 0 < made < 100 else "works as ever" if made else "is out of service"
    return f"{work} and has {'all' if kept == 100 else 'half' if kept else 'none'} of its stores"
