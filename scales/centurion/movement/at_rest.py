"""What is offered to units that stay where they are, and how a place and a unit at rest are told in an offer."""

from collections.abc import Iterator

from scales.centurion.ground.terrain import Terrain, terrain_of, tile
from scales.centurion.movement import flight, mounting, opportunity
from scales.centurion.state import BattleState, Squad, Vehicle
from scales.engine import Json, Option
from scales.hexes import Hex

MOST = 60
"""About so many options are offered to a unit."""
WATCH = 8
"""Hexes within which a watching unit is offered to fire; an order may name another range."""


def where(terrain: Terrain, place: int) -> Json:
    """The hex of a place: its number, label and joined coordinates."""
    hex = terrain.hex(place)
    return {"place": place, "hex": hex.label, "at": [hex.column, hex.row]}


def free_crater(state: BattleState, vehicle: Vehicle, hex: Hex) -> bool:
    """Is there a crater in a hex that no other vehicle uses?"""
    craters = state.ground.craters.get(hex.label, 0) if state.ground.craters else 0
    if not craters:
        return False
    return craters > sum(v.crater and not v.hidden and v.hex == hex and v.id != vehicle.id for v in state.vehicles.values())


def resting(state: BattleState, vehicle: Vehicle) -> Iterator[Option]:
    """A vehicle at rest may simply stay, with its infantry on or off."""
    assert vehicle.hex is not None
    info = {**where(terrain_of(state), terrain_of(state).index(vehicle.hex)), "facing": vehicle.facing, "velocity": 0, "hexes": 0}
    info |= {"stop": 2 if vehicle.crater else 0, "mode": standing(vehicle)} | ({"flight": vehicle.mode} if flight.is_high(vehicle) else {})
    yield Option({"kind": "stay"}, f"stay in {vehicle.hex.label}", {**info})
    yield from watches(vehicle, info)
    riders = mounting.riders(vehicle)
    if riders and tile(state, vehicle.hex).ground != "lake" and not flight.is_high(vehicle):
        off = {**info, "stop": info["stop"] + 1, "dismounts": riders}
        yield Option({"kind": "stay", "dismount": riders}, f"stay in {vehicle.hex.label}, infantry off", off)


def watches(unit: Vehicle | Squad, info: Json) -> Iterator[Option]:
    """Opportunity fire at whatever comes first, or when the player says so."""
    if opportunity.objections(unit):
        return
    order: Json = {"kind": "stay", "watch": WATCH}
    yield Option(order, f"stay and fire at the first enemy that moves within {WATCH} hexes", info | {"watch": WATCH})
    label = f"stay and be asked whether to fire at an enemy that moves within {WATCH} hexes"
    yield Option(order | {"terms": {"ask": True}}, label, info | {"watch": WATCH, "ask": True})


def standing(unit: Vehicle | Squad) -> str:
    """How a unit at rest stands."""
    if isinstance(unit, Squad):
        return "in a crater" if unit.crater else f"on storey {unit.level}" if unit.level else "on foot"
    if unit.crater:
        return "hull down in a crater"
    if unit.under_water:
        return "under water"
    if flight.is_high(unit):
        return f"hovering in {flight.NAMES[unit.mode]}"
    return "grounded" if unit.mode == "grounded" else "at rest"
