"""What must hold of every state of a battle, whatever is done to it."""

from collections.abc import Iterator

from scales.leviathan import board
from scales.leviathan.damage import components, internals
from scales.leviathan.power import shields
from scales.leviathan.state import FighterUnit, Lifeboat, Ship, State


def broken(state: State) -> list[str]:
    """Invariants that do not hold."""
    found = [text for ship in state.ships.values() for text in _ship(state, ship)]
    found += [text for unit in state.fighters.values() for text in _fighters(state, unit)]
    return found + [text for boat in state.lifeboats.values() for text in _lifeboat(state, boat)]


def _ship(state: State, ship: Ship) -> Iterator[str]:
    for side, grid in ship.armor.items():
        if sum(r.bit_count() for r in grid.rows) > ship.card.armor[side]:
            yield f"{ship.name} has more armor on {side} than its class"
    if ship.velocity < 0 or ship.salvos < 0 or ship.salvos > ship.card.salvos or not 1 <= ship.heading <= 6:
        yield f"{ship.name} has an impossible velocity, heading or number of salvos"
    if ship.weapons + ship.maneuver + ship.shield_power > 3:
        yield f"{ship.name} uses more power than it has"
    if sum(ship.shields.values()) > ship.shield_power * shields.points(ship) or max(ship.shields.values()) > shields.MOST:
        yield f"{ship.name} has stronger shields than its power gives"
    if ship.waiting and state.turn and ship.id not in {u for group in state.due for u in group["units"]}:
        yield f"{ship.name} waits to be placed and nobody will be asked for it"
    if ship.ftl and not ship.left:
        yield f"{ship.name} is in T-space and has not left"
    if ship.ramming and ship.ramming not in state.ships:
        yield f"{ship.name} rams what is not there"
    if ship.below and (ship.cargo or ship.waiting or ship.kind != "ship"):
        yield f"{ship.name} is on the board below, and something of it is here"
    if ship.on_map and board.off_map(state, ship.hex):
        yield f"{ship.name} is on the map and off it"
    yield from _damage(ship)


def _damage(ship: Ship) -> Iterator[str]:
    """What is out of order fits the Internal Component Block; shorts last no longer than there are boxes; parties work where there is something."""
    block = ship.card.internals
    for component, hits in ship.effects.items():
        if not 1 <= hits <= internals.most(block, component):
            yield f"{ship.name} has {component} hit {hits} times"
    for field in sorted(set(components.SHORTS.values())):
        longest = max(1, sum(internals.most(block, c) for c, f in components.SHORTS.items() if f == field))
        if not 0 <= getattr(ship, field) <= longest:
            yield f"{ship.name} is out for {getattr(ship, field)} turns ({field})"
    if len(set(ship.broken)) < len(ship.broken) or len(set(ship.shorted)) < len(ship.shorted):
        yield f"{ship.name} has lost a shield twice"
    if any(bay.fire_control < 0 for bay in ship.bays) or min([0, *ship.turret_fc.values(), *ship.turret_halves.values()]) < 0:
        yield f"{ship.name} has bays or turrets better than new"
    yield from _repairs(ship)


def _repairs(ship: Ship) -> Iterator[str]:
    columns = [column for _, column, _ in ship.repairs]
    if len(set(columns)) < len(columns) or any(left < 1 for *_, left in ship.repairs):
        yield f"{ship.name} repairs a column twice, or nothing"


def _lifeboat(state: State, boat: Lifeboat) -> Iterator[str]:
    escape = state.ships[boat.home].evacuation
    if not 0 <= escape.boats <= 10 or not 0 <= escape.saved <= 100:
        yield f"{boat.name} comes from an impossible number of lifeboats, or too many are saved"
    if not 0 <= boat.thrust <= 3 or boat.velocity < 0:
        yield f"{boat.name} has an impossible velocity or number of thrust points"
    if boat.on_map and board.off_map(state, boat.hex):
        yield f"{boat.name} is on the map and off it"


def _fighters(state: State, unit: FighterUnit) -> Iterator[str]:
    if not 0 <= unit.lost <= unit.boxes:
        yield f"{unit.name} has lost {unit.lost} of {unit.boxes} boxes"
    if not -1 <= unit.recovers <= unit.lost:
        yield f"{unit.name} recovers {unit.recovers} of {unit.lost} boxes lost"
    if unit.landed and not (unit.landing in state.ships and unit.landed < unit.count):
        yield f"{unit.name} has landed {unit.landed} of {unit.count} fighters"
    if unit.aboard and unit.aboard not in state.ships:
        yield f"{unit.name} is aboard a ship that is not there"
    if unit.on_map and board.off_map(state, unit.hex):
        yield f"{unit.name} is on the map and off it"
    if unit.down and unit.aboard:
        yield f"{unit.name} is in two places"
    if unit.alive and not unit.boxes_left:
        yield f"{unit.name} has no boxes and is alive"
    if unit.waiting and state.turn:
        yield f"{unit.name} waits to be placed in a battle under way"
