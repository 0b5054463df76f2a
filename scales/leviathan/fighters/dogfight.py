"""How fighter units bear on a target, and what their attacks do (leviathan: Fighters, Fighter Base To-Hit Number Table, Damage).

What an order to attack says is in `attack_orders`. Fighter units have suffered all that ships did to them when they attack; among themselves they
attack at once, with what each had when the segment began.
"""

from collections.abc import Sequence

from scales import armor
from scales.dice import succeeds
from scales.engine import Check, Json, Modifier
from scales.leviathan import board, catalog
from scales.leviathan.board import Shot
from scales.leviathan.combat import fire
from scales.leviathan.combat.fire import Aim, Target
from scales.leviathan.damage import damage
from scales.leviathan.records.words import SIDES
from scales.leviathan.state import FighterUnit, Ship, State
from scales.play import Play

RANGE = 3
"""Weapon Range of guns and missiles, in hexes."""
CLOSE = 1
"""The farthest range at which the Close-Range Attack counts."""
GUNS, MISSILES = "leviathan: Fighters", "leviathan: Missile Attack Value"


def fighter_number(hexes: int) -> int:
    numbers: list[int] = catalog.tables()["fighter_to_hit"]
    return numbers[hexes]


def style(size: str) -> str:
    """How a unit marks its damage on ships: groups by rows, flights three columns wide, squadrons in a column they choose."""
    return {"group": "row", "flight": "three_columns", "squadron": "chosen_column"}[size]


def flight_depth(points: int) -> int:
    """Rows of a flight's attack: its attack value spread over the three columns of a mount's profile, to the nearest row."""
    return max(1, (2 * points + 3) // 6)


def attack_value(unit: FighterUnit, hexes: int) -> int:
    """CRA at 0 and 1 hex, LRA at 2 and 3, by the topmost row left."""
    return (unit.cra if hexes <= CLOSE else unit.lra)[unit.row]


def may_attack(state: State, unit: FighterUnit) -> bool:
    """May it attack what flies or has a sheet: is it able to, and not sent against troops on the ground?"""
    return is_able(state, unit) and not unit.ground_target


def is_able(state: State, unit: FighterUnit) -> bool:
    """Neither on the turn of its launch nor on one on which part of it has landed."""
    busy = unit.fresh == state.turn or (unit.landed and unit.landed_on == state.turn)
    return not busy and unit.on_map and not unit.down and unit.boxes_left > 0 and not unit.ramming


def has_missiles(unit: FighterUnit) -> bool:
    return unit.missiles_left and unit.missile_attack > 0 and unit.mission == "fighters"


# ---- what bears ----------------------------------------------------------------------------------------------------


def aims(state: State, unit: FighterUnit | Ship, target: Target) -> list[Aim]:
    """Every way to attack a target all round, best number first, then the nearest."""
    found = [aim for shot in board.ways(unit, target, "*") if (aim := _aim(state, unit, target, shot))]
    return sorted(found, key=lambda a: (-a.number, a.shot.range))


def aim(state: State, unit: FighterUnit, target: Target, at: int | None = None) -> Aim | None:
    """The best way for the guns, at one hex of the target (counted from its bow) if one is named."""
    hexes = board.occupied(target)
    return next((a for a in aims(state, unit, target) if at is None or hexes[at : at + 1] == (a.shot.mark,)), None)


def missile_aim(state: State, unit: FighterUnit | Ship, target: Target) -> Aim | None:
    """The best way for missiles."""
    return next((a for a in aims(state, unit, target) if unshielded(target, a)), None)


def unshielded(target: Target, found: Aim) -> bool:
    """Missiles of fighters hit fighters and sides without a shield only (leviathan: Missile Attack Value)."""
    return isinstance(target, FighterUnit) or target.shield(found.side) == 0


def _aim(state: State, unit: FighterUnit | Ship, target: Target, shot: Shot, side: str = "") -> Aim | None:
    if shot.range > RANGE or not _zones(state, unit, shot):
        return None
    modifiers: tuple[Modifier, ...] = ()
    if isinstance(target, Ship):
        side = side or damage.best_side(target, shot.sides)
        if target.shield(side):
            modifiers = (Modifier(f"shield {side}", -target.shield(side), "leviathan: Target Shield Factor Modifier"),)
    return Aim(shot, fighter_number(shot.range), modifiers, side)


def _zones(state: State, unit: FighterUnit | Ship, shot: Shot) -> bool:
    """Fighters attack the ground only from the air right above it; bases fire anywhere."""
    if isinstance(unit, FighterUnit) and unit.base:
        return True
    if board.zone(state.layout, shot.mark.column) == "ground":
        low = board.zone(state.layout, shot.origin.column) == "atmosphere"
        return low and board.ground_modifier(state.layout, shot.origin, shot.mark) is not None
    return board.may_fire(state.layout, shot.origin, shot.mark)


# ---- resolving -----------------------------------------------------------------------------------------------------


def values(units: Sequence[FighterUnit]) -> dict[str, tuple[int, int]]:
    """(CRA, LRA) of each unit as the segment begins."""
    return {u.id: (attack_value(u, 0), attack_value(u, RANGE)) for u in units}


def declared(state: State, unit: FighterUnit, order: Json) -> list[tuple[str, Aim, Target]]:
    """What an order attacks with, and how: guns, missiles."""
    guns, missiles = fire.find(state, order.get("target", "")), fire.find(state, order.get("missiles", ""))
    found = []
    if guns and (way := aim(state, unit, guns, order.get("at"))):
        found.append(("guns", way, guns))
    if missiles and (way := missile_aim(state, unit, missiles)):
        found.append(("missiles", way, missiles))
    return found


def resolve(play: Play[State], unit: FighterUnit, order: Json, value: tuple[int, int], sides: dict[str, str]) -> None:
    """Attack as ordered with the (CRA, LRA) the unit had when the segment began; `sides` are what defenders chose on boundaries, by
    "unit/weapon"."""
    for weapon, found, target in declared(play.state, unit, order):
        met = struck_on(play.state, unit, target, found, sides.get(f"{unit.id}/{weapon}", ""))
        if weapon == "guns":
            points = value[0 if found.shot.range <= CLOSE else 1]
            _attack(play, unit, target, met, weapon, points, order.get("column", 0))
        else:
            unit.missiles_left = False
            _attack(play, unit, target, met, weapon, unit.missile_attack, 0)


def struck_on(state: State, unit: FighterUnit | Ship, target: Target, found: Aim, side: str) -> Aim:
    """The same attack on the side that the defender chose, if it is one of those along the line."""
    return (_aim(state, unit, target, found.shot, side) if side in found.shot.sides else None) or found


def _attack(play: Play[State], unit: FighterUnit, target: Target, found: Aim, weapon: str, points: int, column: int) -> None:
    check = roll(play, f"to hit: {unit.name} {weapon} on {target.name}", found)
    what = f"{unit.name} attacks {target.name} with {weapon}, range {found.shot.range}"
    what += f", {SIDES[found.side]} side" if check.passed and found.side else ""
    hurt = _by_guns if weapon == "guns" else _by_missiles
    text = f"{what}: {hurt(play, unit, target, found, points, column)}." if check.passed else f"{what}: a miss."
    data = {"weapon": weapon, "range": found.shot.range, "side": found.side, "points": points, "hit": check.passed}
    play.tell("attacked", text, GUNS if weapon == "guns" else MISSILES, units=[unit.id, target.id], checks=[check], data=data)


def roll(play: Play[State], why: str, found: Aim) -> Check:
    fell = play.dice.d10(why)
    passed = succeeds(fell, found.number)
    return Check("to hit", found.base, list(found.modifiers), found.number, fell, passed, "leviathan: Fighter Base To-Hit Number Table")


def _by_missiles(play: Play[State], unit: FighterUnit, target: Target, found: Aim, points: int, _column: int) -> str:
    return by_missiles(play, unit.id, target, found, points)


def by_missiles(play: Play[State], firer: str, target: Target, found: Aim, points: int) -> str:
    """Boxes of fighters, what is left over passing on; on a ship by rows."""
    if isinstance(target, FighterUnit):
        return damage.hit_fighters(play, target, points, firer)
    damage.blame(target, firer)
    return damage.by_rows(play, target, found.side, points)


def _by_guns(play: Play[State], unit: FighterUnit, target: Target, found: Aim, points: int, column: int) -> str:
    if isinstance(target, FighterUnit):
        return damage.hit_fighters(play, target, points, unit.id)
    damage.blame(target, unit.id)
    if style(unit.size) == "row":
        return damage.by_rows(play, target, found.side, points)
    if style(unit.size) == "three_columns":
        return damage.by_mount(play, target, found.side, flight_depth(points), unit.name)
    struck = column or thinnest(target, found.side)
    return f"column {struck}, {damage.by_column(play, target, found.side, points, struck)}"


def thinnest(ship: Ship, side: str) -> int:
    """The column with the least armor left."""
    grid = ship.armor[side]
    return min(range(1, grid.width + 1), key=lambda c: (armor.column_left(grid, c), c))
