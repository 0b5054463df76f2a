"""Attacks by fighter units (leviathan: Fighters, Combat; Damage, Fighters).

An order is JSON: {"target": unit, "column": 0..10, "missiles": target}: guns at one target, missiles once in the battle at another or the
same; `column` is where a squadron strikes (0: where the armor is thinnest). Empty targets hold fire.
"""

from scales import armor
from scales.engine import Check, Json, Modifier
from scales.leviathan import board, catalog
from scales.leviathan.board import Shot
from scales.leviathan.combat import fire
from scales.leviathan.combat.fire import Target
from scales.leviathan.damage import damage
from scales.leviathan.state import FighterUnit, Ship, State
from scales.play import Play

RANGE = 3


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
    return (unit.cra if hexes <= 1 else unit.lra)[unit.row]


def may_attack(state: State, unit: FighterUnit) -> bool:
    return unit.on_map and not unit.down and unit.fresh != state.turn and unit.boxes_left > 0


def has_missiles(unit: FighterUnit) -> bool:
    return unit.missiles_left and unit.missile_attack > 0 and unit.mission == "fighters"


def aim(state: State, unit: FighterUnit, target: Target) -> fire.Aim | None:
    """The best way to attack a target: number, then range."""
    best: fire.Aim | None = None
    for shot in board.ways(unit, target, "*"):
        found = _aim(state, unit, target, shot)
        if found and (best is None or (found.number, -shot.range) > (best.number, -best.shot.range)):
            best = found
    return best


def _aim(state: State, unit: FighterUnit, target: Target, shot: Shot) -> fire.Aim | None:
    if shot.range > RANGE or not _zones(state, unit, shot):
        return None
    side = ""
    modifiers: tuple[Modifier, ...] = ()
    if isinstance(target, Ship):
        side = damage.best_side(target, shot.sides)
        if target.shield(side):
            modifiers = (Modifier(f"shield {side}", -target.shield(side), "leviathan: Target Shield Factor Modifier"),)
    return fire.Aim(shot, fighter_number(shot.range), modifiers, side)


def _zones(state: State, unit: FighterUnit, shot: Shot) -> bool:
    """Fighters attack the ground only from the air right above it."""
    if board.zone(state.layout, shot.mark.column) == "ground":
        low = board.zone(state.layout, unit.hex.column) == "atmosphere"
        return unit.base or (low and board.ground_modifier(state.layout, shot.origin, shot.mark) is not None)
    return unit.base or board.may_fire(state.layout, shot.origin, shot.mark)


def unshielded(target: Target, found: fire.Aim) -> bool:
    """Missiles of fighters hit fighters and sides without a shield only."""
    return isinstance(target, FighterUnit) or target.shield(found.side) == 0


def faults(state: State, unit: FighterUnit, order: object) -> list[str]:
    if not isinstance(order, dict) or set(order) - {"target", "column", "missiles"}:
        return ["a fighter order has target, column and missiles"]
    target, column, missiles = order.get("target", ""), order.get("column", 0), order.get("missiles", "")
    if not isinstance(target, str) or not isinstance(missiles, str) or type(column) is not int or not 0 <= column <= 10:
        return ["target and missiles name units, column is 0 to 10"]
    found = []
    for name, guns in ((target, True), (missiles, False)):
        if name:
            found += _target_faults(state, unit, name, guns)
    return found


def _target_faults(state: State, unit: FighterUnit, name: str, guns: bool) -> list[str]:
    enemy = fire.find(state, name)
    if enemy is None or enemy.side == unit.side or not enemy.on_map:
        return [f"{unit.name}: there is no enemy '{name[:40]}' to attack"]
    found = aim(state, unit, enemy)
    if found is None:
        return [f"{unit.name} does not reach {enemy.name}"]
    if not guns and not has_missiles(unit):
        return [f"{unit.name} has no missiles left"]
    return [] if guns or unshielded(enemy, found) else [f"the missiles of {unit.name} do not pass the shield of {enemy.name}"]


def resolve(play: Play[State], unit: FighterUnit, order: Json, value: dict[str, int]) -> None:
    """Attack as ordered. `value` holds what the unit had when the segment began, so that fighters fire at each other at once."""
    for name, guns in ((order.get("target", ""), True), (order.get("missiles", ""), False)):
        target = fire.find(play.state, name) if name else None
        found = aim(play.state, unit, target) if target is not None else None
        if target is not None and found is not None:
            points = value["cra" if found.shot.range <= 1 else "lra"] if guns else unit.missile_attack
            if not guns:
                unit.missiles_left = False
            _attack(play, unit, target, found, points, order.get("column", 0) if guns else -1)


def _attack(play: Play[State], unit: FighterUnit, target: Target, found: fire.Aim, points: int, column: int) -> None:
    weapon = "missiles" if column < 0 else "guns"
    roll = play.dice.d10(f"to hit: {unit.name} {weapon} on {target.name}")
    check = Check("to hit", found.base, list(found.modifiers), found.number, roll, fire.succeeds(roll, found.number),
                  "leviathan: Fighter Base To-Hit")  # fmt: skip
    what = f"{unit.name} attacks {target.name} with {weapon}, range {found.shot.range}"
    text = f"{what}: {_hurt(play, unit, target, found, points, column)}." if check.passed else f"{what}: a miss."
    play.tell("attacked", text, "leviathan: Fighters", units=[unit.id, target.id], checks=[check],
              data={"weapon": weapon, "range": found.shot.range, "side": found.side, "points": points, "hit": check.passed})  # fmt: skip


def _hurt(play: Play[State], unit: FighterUnit, target: Target, found: fire.Aim, points: int, column: int) -> str:
    if isinstance(target, FighterUnit):
        return damage.hit_fighters(play, target, points, unit.id)
    damage.blame(target, unit.id)
    if column < 0 or style(unit.size) == "row":
        return damage.by_rows(play, target, found.side, points)
    if style(unit.size) == "three_columns":
        return damage.by_mount(play, target, found.side, flight_depth(points), unit.name)
    return damage.by_column(play, target, found.side, points, column if 1 <= column <= target.card.width else thinnest(target, found.side))


def thinnest(ship: Ship, side: str) -> int:
    """The column with the least armor left."""
    grid = ship.armor[side]
    return min(range(1, grid.width + 1), key=lambda c: (armor.column_left(grid, c), c))
