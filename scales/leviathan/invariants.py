"""What must hold of every state of a battle, whatever is done to it."""

from scales.leviathan import board
from scales.leviathan.state import State


def broken(state: State) -> list[str]:
    """Invariants that do not hold."""
    found = []
    for ship in state.ships.values():
        for side, grid in ship.armor.items():
            if sum(r.bit_count() for r in grid.rows) > ship.card.armor[side]:
                found.append(f"{ship.name} has more armor on {side} than its class")
        if ship.velocity < 0 or ship.salvos < 0 or ship.salvos > ship.card.salvos or not 1 <= ship.heading <= 6:
            found.append(f"{ship.name} has an impossible velocity, heading or number of salvos")
        if ship.weapons + ship.maneuver > 2:
            found.append(f"{ship.name} uses more power than it has")
        if ship.on_map and board.off_map(state, ship.hex):
            found.append(f"{ship.name} is on the map and off it")
    for unit in state.fighters.values():
        if not 0 <= unit.lost <= unit.boxes:
            found.append(f"{unit.name} has lost {unit.lost} of {unit.boxes} boxes")
        if unit.aboard and unit.aboard not in state.ships:
            found.append(f"{unit.name} is aboard a ship that is not there")
        if unit.on_map and board.off_map(state, unit.hex):
            found.append(f"{unit.name} is on the map and off it")
        if unit.down and unit.aboard:
            found.append(f"{unit.name} is in two places")
        if unit.alive and not unit.boxes_left:
            found.append(f"{unit.name} has no boxes and is alive")
    return found
