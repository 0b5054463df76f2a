"""Turrets (leviathan: Turrets, Turret Factor Table, Turret Base To-Hit Number Table; Missiles, point defense; Patrol Class Ships, Combat).

An order is JSON for one flank, or one turret of a patrol ship: {"points": {target: points}} when all targets are at one range, or {"shares":
{target: percent}}; the target "missiles:<ship>" is a salvo on its way, the id of a ship one that rams theirs. Empty: hold.
"""

from collections.abc import Sequence

from scales.dice import succeeds
from scales.engine import Check, Json, Modifier
from scales.hexes import Hex, distance, line, neighbor
from scales.leviathan import board, catalog
from scales.leviathan.board import PARITY
from scales.leviathan.combat import rammers
from scales.leviathan.combat.fire_control import cic_modifiers, turret_boxes
from scales.leviathan.combat.missiles import POINTS_PER_FACTOR, Salvo, owner
from scales.leviathan.damage import components, damage
from scales.leviathan.records.words import SIDES
from scales.leviathan.records.words import mount as mount_words
from scales.leviathan.state import FighterUnit, Ship, State
from scales.play import Play

RANGE = 3
MISSILES = "missiles:"


def mounts(ship: Ship) -> list[str]:
    """Turret slots of a ship: its two flanks, or every turret of a patrol ship (leviathan: Patrol Class Ships)."""
    if not ship.alive or ship.hulk or (ship.power == 0) or not any(ship.card.turret_factor):
        return []
    if ship.card.is_patrol:
        return [str(n) for n in range(1, ship.card.turrets + 1)]
    return ["F"] if ship.kind == "ground" else ["L", "R"]


def factor(ship: Ship, mount: str, hexes: int) -> int:
    """Turret factor of a flank at a range of 0 to 3 hexes, halved for every half lost."""
    if not 0 <= hexes <= RANGE or hexes >= len(ship.card.turret_factor):
        return 0
    return ship.card.turret_factor[hexes] >> ship.turret_halves.get(components.flank_of(mount), 0)


def turret_number(hexes: int) -> int:
    numbers: list[int] = catalog.tables()["turret_to_hit"]
    return numbers[hexes]


def turret_modifiers(ship: Ship, mount: str) -> list[Modifier]:
    found, control = cic_modifiers(ship), turret_boxes(ship, mount)
    return [*found, Modifier("damaged turret fire control", -control, "leviathan: Turret Fire Control")] if control else found


def shared(points: int, percent: int) -> int:
    """A share of a turret factor, rounded down (leviathan: Turrets)."""
    return points * percent // 100


def points_at(ship: Ship, mount: str, order: Json, target: str, hexes: int) -> int:
    """The points of the factor that an order gives to a target."""
    if "points" in order:
        given: int = order["points"][target]
        return given
    return shared(factor(ship, mount, hexes), order["shares"][target])


# ---- what turrets bear on ------------------------------------------------------------------------------------------


def _sees(ship: Ship, mount: str, origin: Hex, mark: Hex) -> bool:
    if mount not in ("L", "R"):
        return ship.kind != "ground" or mark.column > origin.column
    real = mount if not ship.rolled else "LR"["RL".index(mount)]
    return real in board.flank(ship.heading, origin, mark)


def range_to(ship: Ship, mount: str, target: FighterUnit) -> int | None:
    """Range at which a flank's turrets bear on fighters: 0 when the counters overlap, and then only the flank they came in by."""
    mine = board.occupied(ship)
    if target.hex in mine:
        came = neighbor(target.hex, target.entered + 3, PARITY) if target.entered else target.hex
        return 0 if _sees(ship, mount, target.hex, came) else None
    return _nearest(ship, mount, [target.hex])


def range_to_path(ship: Ship, mount: str, salvo: Salvo) -> int | None:
    """Range from a ship to the nearest hex of the missiles' path that the flank sees; at range 0 only the flank they come in by."""
    steps = line(salvo.origin, salvo.mark, PARITY)
    mine = board.occupied(ship)
    inside = next((n for n, step in enumerate(steps) if any(h in mine for h in step)), None)
    if inside is None:
        return _nearest(ship, mount, [h for step in steps for h in step])
    here = next(h for h in steps[inside] if h in mine)
    return 0 if any(_sees(ship, mount, here, h) for h in steps[max(0, inside - 1)]) else None


def _nearest(ship: Ship, mount: str, marks: list[Hex]) -> int | None:
    ranges = [distance(h, m, PARITY) for h in board.occupied(ship) for m in marks if _sees(ship, mount, h, m)]
    return min(ranges) if ranges and min(ranges) <= RANGE else None


def reach(state: State, ship: Ship, mount: str, salvos: list[Salvo], target: str) -> int | None:
    """The range at which a mount fires at a target: fighters of the enemy, those among them that this turn's fire has destroyed; missiles,
    whoever has sent them and whomever they are meant for (leviathan: Missiles); a ship that rams this one (leviathan: Collisions)."""
    unit = state.fighters.get(target)
    if unit is not None:
        here = unit.side != ship.side and not (unit.left or unit.aboard) and board.may_fire(state.layout, ship.hex, unit.hex)
        hexes = range_to(ship, mount, unit) if here else None
    elif ram := rammers.rammer(state, ship, target):
        hexes = rammers.RANGE if mount not in ("L", "R") or mount in rammers.flanks(ship, ram) else None
    else:
        salvo = next((s for s in salvos if MISSILES + s.ship == target), None)
        hexes = range_to_path(ship, mount, salvo) if salvo else None
    return hexes if hexes is not None and factor(ship, mount, hexes) else None


def prey(state: State, ship: Ship, mount: str, salvos: list[Salvo]) -> dict[str, int]:
    """What a turret mount may fire at, with the range."""
    targets = [*(f.id for f in state.fighters.values() if f.on_map), *(MISSILES + s.ship for s in salvos)]
    targets += [s.id for s in state.ships.values() if s.ramming == ship.id]
    return {t: hexes for t in targets if (hexes := reach(state, ship, mount, salvos, t)) is not None}


# ---- orders --------------------------------------------------------------------------------------------------------


def turret_faults(state: State, ship: Ship, mount: str, salvos: list[Salvo], order: object) -> list[str]:
    """What is wrong with an order for a mount, all at once."""
    if not isinstance(order, dict) or set(order) not in ({"shares"}, {"points"}):
        return ["a turret order has points for each target, or shares: a percentage for each target (leviathan: Turrets)"]
    kind, given = next(iter(order.items()))
    if not isinstance(given, dict) or not all(type(n) is int and 0 < n <= 100 for n in given.values()):
        return [f"{kind} give each target a whole number above 0 (leviathan: Turrets)"]
    what = f"{mount_words(mount)} of {ship.name}"
    ranges = {t: reach(state, ship, mount, salvos, t) for t in given}
    found = [_why_not(state, ship, salvos, t, what) for t, hexes in ranges.items() if hexes is None]
    if len(given) > 1:
        found += _split_faults(ship, list(given), what)
    if found:
        return found
    return _sum_faults(ship, mount, order, {t: hexes for t, hexes in ranges.items() if hexes is not None}, what)


def _split_faults(ship: Ship, targets: list[str], what: str) -> list[str]:
    found = []
    if ship.card.is_patrol:
        found.append(f"{what}: one target only (leviathan: Patrol Class Ships)")
    if any(t.startswith(MISSILES) for t in targets):
        found.append(f"{what}: no other attack beside one at missiles (leviathan: Missiles)")
    return found


def _sum_faults(ship: Ship, mount: str, order: Json, ranges: dict[str, int], what: str) -> list[str]:
    """Are the points those of the factor, and does each target get some?"""
    if "points" in order and len(set(ranges.values())) > 1:
        return [f"{what}: the targets are at different ranges; give each a share in percent (leviathan: Turrets)"]
    most = 100 if "shares" in order else min((factor(ship, mount, hexes) for hexes in ranges.values()), default=0)
    given = order.get("shares") or order.get("points") or {}
    if sum(given.values()) > most:
        return [f"{what}: there are {most}{' percent' if 'shares' in order else ' points'} to share out (leviathan: Turrets)"]
    idle = [t for t, hexes in ranges.items() if not points_at(ship, mount, order, t, hexes)]
    return [f"{what}: the share of '{t[:40]}' is less than one point and is rounded down (leviathan: Turrets)" for t in idle]


def _why_not(state: State, ship: Ship, salvos: list[Salvo], target: str, what: str) -> str:
    unit = state.fighters.get(target)
    if target in state.ships and not rammers.rammer(state, ship, target):
        return f"{what}: turrets are effective only against fighters and missiles (leviathan: Turrets)"
    if unit is None and target not in state.ships and not any(MISSILES + s.ship == target for s in salvos):
        return f"{what}: there are no fighters and no missiles '{target[:40]}' (leviathan: Turrets)"
    if unit is not None and unit.side == ship.side:
        return f"{what}: {unit.name} is a friend (leviathan: Turrets)"
    if unit is not None and unit.hex in board.occupied(ship):
        return f"{what}: at range 0 only those on the side on which {unit.name} came in fire at it (leviathan: Turrets)"
    return f"{what}: '{target[:40]}' is not within {RANGE} hexes on their side (leviathan: Turrets)"


# ---- fire ----------------------------------------------------------------------------------------------------------


def fire_turrets(play: Play[State], ship: Ship, mount: str, order: Json, salvos: list[Salvo]) -> dict[str, int]:
    """Fire a mount; returns what it takes off each salvo, in points of strength."""
    taken: dict[str, int] = {}
    for target in sorted(order.get("shares") or order.get("points") or {}):
        hexes = reach(play.state, ship, mount, salvos, target)
        if hexes is None:
            continue
        points = points_at(ship, mount, order, target, hexes)
        if target.startswith(MISSILES):
            firer = target.removeprefix(MISSILES)
            taken[firer] = _at_missiles(play, ship, mount, firer, hexes, points)
        elif target in play.state.fighters:
            _at_fighters(play, ship, mount, play.state.fighters[target], hexes, points)
        else:
            _at_rammer(play, ship, mount, play.state.ships[target], points)
    return taken


def _roll(play: Play[State], ship: Ship, mount: str, what: str, hexes: int, shield: Sequence[Modifier] = ()) -> Check:
    modifiers = [*turret_modifiers(ship, mount), *shield]
    number = turret_number(hexes) + sum(m.value for m in modifiers)
    roll = play.dice.d10(f"to hit: {ship.name} turrets on {what}")
    rule = "leviathan: Turret Base To-Hit Number Table"
    return Check("to hit", turret_number(hexes), modifiers, number, roll, succeeds(roll, number), rule)


def _at_fighters(play: Play[State], ship: Ship, mount: str, unit: FighterUnit, hexes: int, points: int) -> None:
    check = _roll(play, ship, mount, unit.name, hexes)
    result = damage.hit_fighters(play, unit, points, ship.id) if check.passed else "a miss"
    play.tell("turrets", f"{ship.name} fires its {mount_words(mount)} at {unit.name}, range {hexes}: {result}.", "leviathan: Turrets",
              units=[ship.id, unit.id], checks=[check], data={"range": hexes, "points": points, "hit": check.passed})  # fmt: skip


def _at_missiles(play: Play[State], ship: Ship, mount: str, firer: str, hexes: int, points: int) -> int:
    name = owner(play.state, firer).name
    check = _roll(play, ship, mount, f"missiles of {name}", hexes)
    taken = points * POINTS_PER_FACTOR if check.passed else 0
    result = f"{taken} points of missiles gone" if taken else "a miss"
    play.tell("turrets", f"{ship.name} fires its {mount_words(mount)} at the missiles of {name}, range {hexes}: {result}.", "leviathan: Missiles",
              units=[ship.id, firer], checks=[check], data={"range": hexes, "points": taken, "hit": check.passed})  # fmt: skip
    return taken


def _at_rammer(play: Play[State], ship: Ship, mount: str, other: Ship, points: int) -> None:
    side, shield = rammers.struck(ship, other)
    check = _roll(play, ship, mount, other.name, rammers.RANGE, shield)
    result = "a miss"
    if check.passed:
        damage.blame(other, ship.id)
        result = damage.by_rows(play, other, side, points)
    play.tell("turrets", f"{ship.name} fires its {mount_words(mount)} at {other.name}, which rams it, {SIDES[side]} side: {result}.", "leviathan: Collisions",
              units=[ship.id, other.id], checks=[check], data={"range": rammers.RANGE, "points": points, "side": side, "hit": check.passed})  # fmt: skip
