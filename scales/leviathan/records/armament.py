"""The weapons of a ship as its record sheet lists them: bays, spinal mount, missiles, turrets, with what damage has left of them."""

from collections.abc import Sequence

from scales.engine import Json
from scales.leviathan import catalog
from scales.leviathan.catalog import BayClass
from scales.leviathan.combat import turrets
from scales.leviathan.combat.fire_control import turret_boxes
from scales.leviathan.damage import components, internals
from scales.leviathan.fighters import dogfight
from scales.leviathan.records.words import LOCATIONS, bay_name, count, mount
from scales.leviathan.state import BayState, Ship


def weapons(ship: Ship) -> list[Json]:
    """Every weapon: name, arc, range in hexes, what it does by range bracket, state; `shots` of missiles are the own side's alone."""
    bays = [_bay(ship, n, bay, hurt) for n, (bay, hurt) in enumerate(zip(ship.card.bays, ship.bays, strict=True))]
    return bays + _spinal(ship) + _missiles(ship) + _turrets(ship)


def brackets() -> list[str]:
    """The range bands in words: '1', '2 to 3', ..."""
    limits: list[int] = catalog.tables()["range_bands"]
    lows = [1, *(limit + 1 for limit in limits[:-1])]
    return [str(low) if low == high else f"{low} to {high}" for low, high in zip(lows, limits, strict=True)]


def by_range(values: Sequence[int], names: Sequence[str]) -> Json:
    """Values by bracket, those without effect left out."""
    return {name: value for name, value in zip(names, values, strict=False) if value}


def _powered(ship: Ship) -> str:
    return "ok" if ship.power and not ship.hulk else "without power"


def _bay(ship: Ship, number: int, bay: BayClass, hurt: BayState) -> Json:
    names = ["1", "2", "3"] if ship.card.is_patrol else brackets()
    return {
        "name": f"bay {number}{bay_name(bay.name, ': {}')}", "bay": number, "arc": LOCATIONS[bay.location], "range": catalog.bay_range(ship.card, bay),
        "damage": by_range(bay.damage, names), "to_hit": -hurt.fire_control, "state": "destroyed" if hurt.destroyed else _powered(ship),
    }  # fmt: skip


def _spinal(ship: Ship) -> list[Json]:
    """`rows` it goes deep by range."""
    if not ship.card.spinal:
        return []
    depths: list[int] = catalog.tables()["spinal_mounts"][ship.card.spinal]
    reach = max((limit for limit, depth in zip(catalog.tables()["range_bands"], depths, strict=False) if depth), default=0)
    return [{
        "name": f"spinal mount {ship.card.spinal}", "arc": LOCATIONS["F"], "range": reach, "rows": by_range(depths, brackets()),
        "state": _spinal_state(ship),
    }]  # fmt: skip


def _spinal_state(ship: Ship) -> str:
    if internals.mount_gone(ship):
        return "destroyed"
    if not internals.mount_works(ship):
        return f"out for {count(ship.spinal_shorts, 'turn')}" if ship.spinal_shorts else "out of order"
    return _powered(ship)


def _missiles(ship: Ship) -> list[Json]:
    card = ship.card
    if not card.missile and not card.missile_attack:
        return []
    row = catalog.tables()["missiles"][card.missile] if card.missile else {"range": dogfight.RANGE, "damage": card.missile_attack}
    name = f"missiles {card.missile}" if card.missile else "missiles at fighters and unshielded sides"
    found: Json = {"name": name, "arc": "all round", "range": row["range"], "damage": row["damage"]}
    shots = {"left": ship.salvos, "of": ship.card.salvos}
    return [found | {"shots": shots, "state": _powered(ship) if ship.salvos else "none left"}]


def _turrets(ship: Ship) -> list[Json]:
    """`factor` by range of each flank or, on patrol ships, of each turret."""
    if not any(ship.card.turret_factor):
        return []
    patrol = [str(n) for n in range(1, ship.card.turrets + 1)]
    names = patrol if ship.card.is_patrol else ["F"] if ship.kind == "ground" else ["L", "R"]
    return [_turret(ship, name) for name in names]


def _turret(ship: Ship, name: str) -> Json:
    factors = {str(hexes): turrets.factor(ship, name, hexes) for hexes in range(turrets.RANGE + 1)}
    halves = ship.turret_halves.get(components.flank_of(name), 0)
    state = _powered(ship) if not halves else f"half lost {count(halves, 'time')}" if any(factors.values()) else "lost"
    return {
        "name": mount(name), "arc": "all round" if name.isdecimal() else LOCATIONS[name], "range": turrets.RANGE, "factor": factors,
        "to_hit": -turret_boxes(ship, name), "state": state,
    }  # fmt: skip
