"""Spotting, and what the ships above see of the ground. legatus: Double-blind rules (Spotting); leviathan: Spotting"""

from scales.legatus import board
from scales.legatus.board import dispersion
from scales.legatus.deployment import in_earthworks
from scales.legatus.movement.movement import grid_of
from scales.legatus.state import Century, LegatusState, enemies_of, present
from scales.legatus.tables import kinds, tables
from scales.messages import GroundPicture, GroundUnit
from scales.overlaps import leviathan_class, leviathan_ground

MODES = {"dug_in": "nf", "normal": "nf", "tree_top": "ttf", "low_altitude": "laf"}


def is_spotted(modified_range: int, spotting_range: int, roll: int) -> bool:
    """Within range, a d10 at or above the modified range spots."""
    return modified_range <= spotting_range and roll >= modified_range


def spotting_range(altitude: str) -> int:
    return int(tables()["spotting"]["range"][altitude])


def modified_range(state: LegatusState, spotter: Century, target: Century) -> int:
    """Hexes to the target, changed by its deployment, cover and signals centuries. R-LEG-07"""
    table, infantry = tables()["spotting"], kinds()[target.kind].infantry
    change = table["target"]
    total = board.gap(spotter.at, target.at) + int(change.get(target.altitude, 0)) + int(change.get(dispersion(target.at), 0))
    total += change["infantry"] * infantry + change["earthworks"] * in_earthworks(state, target)
    total += change["defensive_installation"] * (target.kind == "defensive_installation")
    if target.altitude in {"normal", "dug_in"}:
        total += int(table["ground"][grid_of(state).cells[target.at.split("|")[0]].ground])
    total += table["signals"]["target"] * _signals_by(state, target) + table["signals"]["spotter"] * _signals_by(state, spotter)
    return int(total)


def _signals_by(state: LegatusState, unit: Century) -> bool:
    """Is an uncrippled signals century of its side next to a unit?"""
    return any(
        u.kind == "signals" and u.side == unit.side and not u.crippled and present(u) and board.gap(u.at, unit.at) <= 1
        for u in state.units.values()
    )


def reveal(state: LegatusState, unit: Century) -> None:
    """Who fires is spotted by every enemy, and stays so."""
    for side in sorted({e.side for e in enemies_of(state, unit.side)}):
        mark(unit, side)


def mark(unit: Century, side: str) -> None:
    if side != unit.side and side not in unit.spotted_by:
        unit.spotted_by.append(side)
        unit.spotted_by.sort()


def ground_picture(state: LegatusState) -> GroundPicture:
    """Every century and installation on the map as the ships' board knows ground units."""
    units = [state.units[u] for u in sorted(state.units) if present(state.units[u])]
    return GroundPicture([_ground_unit(state, u) for u in units])


def _ground_unit(state: LegatusState, unit: Century) -> GroundUnit:
    fixed = unit.kind == "defensive_installation"
    return GroundUnit(
        id=unit.id,
        name=unit.name,
        side=unit.side,
        kind="installation" if fixed else "century",
        hex=leviathan_ground(int(unit.at[:2])),
        terrain=leviathan_class(grid_of(state).cells[unit.at[:4]]),
        mode=MODES[unit.altitude],
        century_type="" if fixed else unit.kind,
        installation_type=unit.installation_type,
        in_battle=unit.engaged,
    )
