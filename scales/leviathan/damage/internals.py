"""The Internal Component Block and what its components do (leviathan: Damaging Internal Components and the component lists).

Boxes are marked at once; their effects wait in `ship.pending` until all fire of the turn is done, since damage is simultaneous.
"""

from collections.abc import Callable, Iterable

from scales.dice import Dice
from scales.leviathan import catalog
from scales.leviathan.catalog import SIDES, Block
from scales.leviathan.state import Ship

GROUP = 4
EACH_BOX = (
    "plant_shorts", "sld_shorts", "left_thruster_out", "right_thruster_out", "left_turret_fire_control", "right_turret_fire_control",
    "damage_control", "installation_equipment", "ship_destroyed",
)  # fmt: skip


def block_of(ship: Ship) -> Block:
    return catalog.blocks()[ship.card.internals]


def groups(points: int) -> list[int]:
    """Penetrating damage in groups of four, the last one what is left."""
    return [GROUP] * (points // GROUP) + ([points % GROUP] if points % GROUP else [])


def roll_column(dice: Dice, width: int, why: str) -> int:
    """The column of a hit; patrol ships throw again what is beyond their five columns."""
    while True:
        column = dice.d10(why)
        if column <= width:
            return column


def take_points(ship: Ship, side: str, column: int, points: int) -> list[str]:
    """Mark points straight down one column from its first undamaged box; what is beyond the block counts as boxes of the last row."""
    rows = len(ship.internals)
    named: list[str] = []
    for row in range(rows):
        if points and not ship.internals[row] >> (column - 1) & 1:
            named += _mark(ship, side, row, column)
            points -= 1
    beyond(ship, points)
    return named


def take_spinal(ship: Ship, side: str, column: int, depth: int) -> list[str]:
    """Rows of a penetrating mount: three columns, from the first undamaged box of the middle one."""
    rows = len(ship.internals)
    start = next((r for r in range(rows) if not ship.internals[r] >> (column - 1) & 1), rows)
    named: list[str] = []
    for row in range(start, start + depth):
        for c in (column - 1, column, column + 1):
            if not 1 <= c <= ship.card.width:
                continue
            if row >= rows:
                beyond(ship, 1)
            elif not ship.internals[row] >> (c - 1) & 1:
                named += _mark(ship, side, row, c)
    return named


def gone(ship: Ship) -> bool:
    """Is every box of the block marked? Then no column need be rolled for more."""
    return all(row == (1 << ship.card.width) - 1 for row in ship.internals)


def beyond(ship: Ship, points: int) -> None:
    """Points that reach the last row or go beyond it."""
    if points:
        ship.row_boxes += points
        ship.row_fresh = True


def _mark(ship: Ship, side: str, row: int, column: int) -> list[str]:
    """Mark one box; its component is hit when the box is the first of its area or counts by itself."""
    block = block_of(ship)
    component, area = block.grid[row][column - 1], block.areas[row][column - 1]
    first = not any(
        ship.internals[r] >> c & 1 for r in range(len(block.areas)) for c in range(len(block.areas[r])) if block.areas[r][c] == area
    )
    ship.internals[row] |= 1 << (column - 1)
    if component == "ship_destroyed":
        beyond(ship, 1)
    if not first and component not in EACH_BOX:
        return []
    ship.pending.append([component, side])
    return [component]


def words(components: Iterable[str]) -> str:
    """Components hit, as a person reads them."""
    found = list(dict.fromkeys(components))
    return ", ".join(c.replace("_", " ") for c in found)


# ---- effects -------------------------------------------------------------------------------------------------------


def settle(ship: Ship) -> list[str]:
    """The end of the turn: shorts of earlier turns pass, then the components hit this turn take effect. Returns the components."""
    ship.shorted = []
    for name in ("plant_shorts", "sld_shorts", "left_out", "right_out", "spinal_shorts"):
        setattr(ship, name, max(0, getattr(ship, name) - 1))
    hit = [component for component, _ in ship.pending]
    for component, side in ship.pending:
        _EFFECTS.get(component, _count)(ship, component, side)
    ship.pending = []
    if ship.row_boxes:
        ship.destroyed = True
    return hit


def _count(ship: Ship, component: str, _side: str) -> None:
    ship.effects[component] = ship.effects.get(component, 0) + 1


def _short(field: str) -> Callable[[Ship, str, str], None]:
    def effect(ship: Ship, _component: str, _side: str) -> None:
        setattr(ship, field, getattr(ship, field) + 1)

    return effect


def _other_shield(ship: Ship, gone: list[str], side: str) -> str:
    """The side hit or, when it is gone already, the one the defender can best spare."""
    if side not in gone and ship.shields.get(side, 0):
        return side
    return min((s for s in SIDES if s not in gone), key=lambda s: (ship.shields.get(s, 0), SIDES.index(s)), default="")


def _shield_shorts(ship: Ship, _component: str, side: str) -> None:
    struck = side if side not in ship.shorted else _other_shield(ship, ship.shorted + ship.broken, side)
    if struck:
        ship.shorted.append(struck)


def _shield_destroyed(ship: Ship, _component: str, side: str) -> None:
    struck = side if side not in ship.broken else _other_shield(ship, ship.broken, side)
    if struck:
        ship.broken.append(struck)


def _flank(side: str) -> str:
    """The weapon location behind an armor side."""
    return side if side in ("F", "A") else side[1]


def _pick_bay(ship: Ship, side: str, *, fire_control: bool) -> int | None:
    """The bay hit: on the side hit if there is an undamaged one, else anywhere; of several the defender gives the weakest."""
    bays = ship.card.bays
    open_ = [i for i, b in enumerate(ship.bays) if not b.destroyed and not (fire_control and b.fire_control)]
    on_side = [i for i in open_ if bays[i].location == _flank(side)]
    return min(on_side or open_, key=lambda i: (sum(bays[i].damage), i), default=None)


def _bay_fire_control(ship: Ship, _component: str, side: str) -> None:
    at = _pick_bay(ship, side, fire_control=True)
    if at is not None:
        ship.bays[at].fire_control += 1


def _bay_destroyed(ship: Ship, _component: str, side: str) -> None:
    at = _pick_bay(ship, side, fire_control=False)
    if at is not None:
        ship.bays[at].destroyed = True


def _half_turret(ship: Ship, _component: str, side: str) -> None:
    """Half the turrets of the side hit; hit from ahead or astern the defender gives the side that has fewer left."""
    flank = "F" if ship.kind == "ground" else side[1:] or max("LR", key=lambda s: (ship.turret_halves.get(s, 0), s))
    ship.turret_halves[flank] = ship.turret_halves.get(flank, 0) + 1


def _turret_fc(ship: Ship, component: str, _side: str) -> None:
    flank = "L" if component.startswith("left") else "R"
    ship.turret_fc[flank] = ship.turret_fc.get(flank, 0) + 1


def _spine(ship: Ship, component: str, side: str) -> None:
    """Cracked spine: the mount is gone with it."""
    _count(ship, component, side)
    _count(ship, "spinal_destroyed", side)


_EFFECTS: dict[str, Callable[[Ship, str, str], None]] = {
    "plant_shorts": _short("plant_shorts"),
    "sld_shorts": _short("sld_shorts"),
    "left_thruster_out": _short("left_out"),
    "right_thruster_out": _short("right_out"),
    "spinal_coil_shorts": _short("spinal_shorts"),
    "flight_deck_shorts": _short("spinal_shorts"),
    "shield_shorts": _shield_shorts,
    "shield_destroyed": _shield_destroyed,
    "bay_fire_control": _bay_fire_control,
    "bay_destroyed": _bay_destroyed,
    "half_turret_lost": _half_turret,
    "left_turret_fire_control": _turret_fc,
    "right_turret_fire_control": _turret_fc,
    "spine_cracks": _spine,
}


def mount_works(ship: Ship) -> bool:
    """May the spinal mount fire (power aside)?"""
    e = ship.effects
    return bool(ship.card.spinal) and not (ship.spinal_shorts or e.get("spinal_coil_damaged") or e.get("spinal_destroyed"))


def deck_works(ship: Ship) -> bool:
    """May fighters be launched and recovered? (leviathan: Spinal Mount, on carriers; Orbital Installations, Fighter Bay)"""
    e = ship.effects
    if ship.hulk or e.get("fighter_bay"):
        return False
    return not (ship.card.carrier and (ship.spinal_shorts or e.get("flight_deck_damaged") or e.get("flight_deck_destroyed")))


def repairs(undamaged_boxes: int, hull: str, bridge: bool) -> int:
    """Boxes a turn that damage control may mend (leviathan: Damage Control Parties, an option; used between battles)."""
    if hull in ("destroyer", "frigate"):
        return 1 if bridge else 0
    return undamaged_boxes
