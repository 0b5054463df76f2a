"""Bays and spinal mounts of ships and installations (leviathan: Combat, To-Hit Procedures, Bays, Spinal Mounts, Weapons).

A fire order is JSON: {"broadsides": ["L"], "bays": {"0": target, ...}, "spinal": target}. Bays are numbered as on the class sheet; a block of
power fires one broadside with the bays fore and aft, or the mount. "ram" names a ship to run into instead of firing.
"""

from typing import NamedTuple

from scales.engine import Check, Json, Modifier
from scales.leviathan import board, catalog
from scales.leviathan.board import Shot
from scales.leviathan.damage import damage, internals
from scales.leviathan.power import power
from scales.leviathan.state import FighterUnit, Ship, State
from scales.play import Play

Target = Ship | FighterUnit


class Aim(NamedTuple):
    """A way to hit with its number: base, named modifiers, the side struck ('' for fighters)."""

    shot: Shot
    base: int
    modifiers: tuple[Modifier, ...]
    side: str

    @property
    def number(self) -> int:
        return self.base + sum(m.value for m in self.modifiers)


def base_number(distance: int) -> int:
    """Base To-Hit Number at a range, 0 beyond 20 hexes."""
    at = catalog.band(distance)
    numbers: list[int] = catalog.tables()["base_to_hit"]
    return 0 if at is None else numbers[at]


def size_modifier(unit: FighterUnit) -> int:
    """What bays lose on small groups of fighters (leviathan: Other Modifiers)."""
    return {"squadron": -2, "flight": -1}.get(unit.size, 0)


def succeeds(roll: int, number: int) -> bool:
    """A 1 always hits, a 10 always misses."""
    return roll == 1 or (roll != 10 and roll <= number)


def find(state: State, target: str) -> Target | None:
    """A unit that is in the battle, or was until it was destroyed."""
    found = state.ships.get(target) or state.fighters.get(target)
    return None if found is None or found.left else found


def targets(state: State, side: str) -> list[Target]:
    """Enemy counters on the map that are worth a shot."""
    found: list[Target] = [s for s in state.ships.values() if s.side != side and s.alive]
    return found + [f for f in state.fighters.values() if f.side != side and f.on_map]


def aims(state: State, ship: Ship, location: str, target: Target, *, mount: bool = False) -> list[Aim]:
    """Every way a weapon at a location bears on a target, best number first."""
    found = []
    for shot in board.ways(ship, target, location):
        aim = _aim(state, ship, target, shot, mount=mount)
        if aim:
            found.append(aim)
    return sorted(found, key=lambda a: (-a.number, a.shot.range))


def _aim(state: State, ship: Ship, target: Target, shot: Shot, *, mount: bool) -> Aim | None:
    base = base_number(max(shot.range, 1))
    modifiers = power.cic_modifiers(ship)
    side = ""
    if isinstance(target, FighterUnit):
        if mount or target.hex == ship.hex:  # in its stern hex only turrets reach them
            return None
        if size_modifier(target):
            modifiers.append(Modifier(f"fighter {target.size}", size_modifier(target), "leviathan: Other Modifiers"))
    else:
        side = damage.best_side(target, shot.sides)
        if not mount and target.shield(side):
            modifiers.append(Modifier(f"shield {side}", -target.shield(side), "leviathan: Target Shield Factor Modifier"))
    height = _height(state, ship, shot)
    if height is None:
        return None
    if height:
        modifiers.append(Modifier("height over the target", height, "leviathan: Space and the Ground"))
    return Aim(shot, base, tuple(modifiers), side)


def _height(state: State, ship: Ship, shot: Shot) -> int | None:
    """0, or what height does to fire at the ground; None when the zones forbid the shot."""
    if ship.kind != "ground" and board.zone(state.layout, shot.mark.column) == "ground":
        return board.ground_modifier(state.layout, shot.origin, shot.mark)
    return 0 if ship.kind == "ground" or board.may_fire(state.layout, shot.origin, shot.mark) else None


def bay_aim(ship: Ship, index: int, ways: list[Aim]) -> tuple[Aim, int] | None:
    """The best way for a bay with its damage at that range; None out of range."""
    bay = ship.card.bays[index]
    best: tuple[Aim, int] | None = None
    for aim in ways:
        points = catalog.bay_damage(ship.card, bay, max(aim.shot.range, 1))
        if points and (best is None or _worth(aim, points) > _worth(*best)):
            best = aim, points
    if best and ship.bays[index].fire_control:
        control = Modifier("damaged fire control", -ship.bays[index].fire_control, "leviathan: Bay Fire Control")
        best = best[0]._replace(modifiers=(*best[0].modifiers, control)), best[1]
    return best


def _worth(aim: Aim, points: int) -> int:
    return chance(aim.number) * points


def chance(number: int) -> int:
    """Chances in ten to roll a number or less."""
    return min(9, max(1, number))


def mount_aim(ship: Ship, ways: list[Aim]) -> tuple[Aim, int] | None:
    """The best way for the spinal mount with its depth in rows."""
    best: tuple[Aim, int] | None = None
    for aim in ways:
        depth = catalog.spinal_depth(ship.card.spinal, max(aim.shot.range, 1))
        if depth and (best is None or _worth(aim, depth) > _worth(*best)):
            best = aim, depth
    return best


def may_fire_bays(ship: Ship) -> bool:
    """Has it power in its weapons, and are its bays its own this turn (not lent to the ground)?"""
    return ship.alive and not ship.hulk and ship.weapons > 0 and not ship.support and not ship.bound and not ship.ground_target


def mount_ready(ship: Ship) -> bool:
    return may_fire_bays(ship) and internals.mount_works(ship) and power.spinal_powered(ship)


def faults(state: State, ship: Ship, order: object) -> list[str]:
    """What is wrong with a fire order."""
    if not isinstance(order, dict) or set(order) - {"broadsides", "bays", "spinal", "ram"}:
        return ["a fire order has broadsides, bays, spinal and ram"]
    sides, bays, spinal = order.get("broadsides", []), order.get("bays", {}), order.get("spinal", "")
    if not isinstance(sides, list) or not isinstance(bays, dict) or not isinstance(spinal, str) or len(bays) > 40:
        return ["broadsides is a list, bays gives a target for each bay by number, spinal names a target"]
    if order.get("ram"):
        return _ram_faults(state, ship, order["ram"], bool(bays or spinal))
    return _power_faults(ship, sides, bays, spinal) + _bay_faults(state, ship, sides, bays) + _mount_faults(state, ship, spinal)


def _power_faults(ship: Ship, sides: list[object], bays: Json, spinal: str) -> list[str]:
    if any(s not in ("L", "R") for s in sides) or len(set(map(str, sides))) != len(sides):
        return ["broadsides are L and R, each once"]
    if (bays or spinal) and not may_fire_bays(ship):
        return [f"{ship.name} has no power in its weapons, or its bays are assigned to the ground"]
    used = len(sides) + (1 if spinal else 0)
    if used > ship.weapons:
        return [f"{ship.name} has {ship.weapons} block(s) of power in its weapons; this takes {used}"]
    return ["bays fire with a broadside: name L or R"] if bays and not sides else []


def _bay_faults(state: State, ship: Ship, sides: list[object], bays: Json) -> list[str]:
    found = []
    for number, target in bays.items():
        if not (isinstance(number, str) and number.isdecimal() and int(number) < len(ship.bays) and isinstance(target, str)):
            return ["bays gives a target for each bay by number"]
        location = ship.card.bays[int(number)].location
        enemy = find(state, target)
        if ship.bays[int(number)].destroyed:
            found.append(f"bay {number} of {ship.name} is destroyed")
        elif location in "LR" and location not in sides:
            found.append(f"bay {number} of {ship.name} is on side {location}, which has no power this turn")
        elif enemy is None or enemy.side == ship.side or not enemy.on_map:
            found.append(f"bay {number} of {ship.name}: there is no enemy '{target[:40]}' to fire at")
        elif not bay_aim(ship, int(number), aims(state, ship, location, enemy)):
            found.append(f"bay {number} of {ship.name} does not bear on {enemy.name} or does not reach it")
    return found


def _mount_faults(state: State, ship: Ship, spinal: str) -> list[str]:
    if not spinal:
        return []
    enemy = find(state, spinal)
    if not mount_ready(ship):
        return [f"{ship.name} has no spinal mount that works and has power"]
    if enemy is None or enemy.side == ship.side or not enemy.on_map:
        return [f"there is no enemy '{spinal[:40]}' to fire the mount at"]
    if isinstance(enemy, FighterUnit):
        return ["a spinal mount cannot be fired at fighters"]
    return [] if mount_aim(ship, aims(state, ship, "F", enemy, mount=True)) else [f"the mount of {ship.name} does not reach {enemy.name}"]


def _ram_faults(state: State, ship: Ship, ram: object, also: bool) -> list[str]:
    target = state.ships.get(ram) if isinstance(ram, str) else None
    if target is None or target.side == ship.side:
        return ["there is no such enemy ship to ram"]
    if also:
        return ["a ramming ship does not fire"]
    if not can_ram(ship, target):
        return [f"{ship.name} cannot ram {target.name}: same stern hex, no larger than the target, drives whole"]
    return []


def can_ram(ship: Ship, target: Ship) -> bool:
    """leviathan: Collisions; a larger ship never hits a smaller one."""
    whole = not ship.effects.get("maneuver_power_system") and not ship.hulk and ship.kind == "ship" and ship.controlled
    return whole and ship.alive and target.on_map and ship.hex == target.hex and target.card.hexes >= ship.card.hexes


# ---- resolving -----------------------------------------------------------------------------------------------------


def resolve(play: Play[State], ship: Ship, order: Json) -> None:
    """Fire as ordered: bays in order, the mount last."""
    for number in sorted(order.get("bays", {}), key=int):
        target = find(play.state, order["bays"][number])
        if target is not None:
            _fire_bay(play, ship, int(number), target)
    if order.get("spinal"):
        target = find(play.state, order["spinal"])
        if isinstance(target, Ship):
            _fire_mount(play, ship, target)


def _fire_bay(play: Play[State], ship: Ship, index: int, target: Target) -> None:
    bay = ship.card.bays[index]
    found = bay_aim(ship, index, aims(play.state, ship, bay.location, target))
    if found is None:
        return
    aim, points = found
    what = f"{ship.name} fires its {bay.location} bay {index} ({bay.name}) at {target.name}, range {aim.shot.range}"
    check = roll_to_hit(play, aim, f"to hit: {ship.name} bay {index} on {target.name}", "leviathan: Modified To-Hit Number")
    if not check.passed:
        text = f"{what}: a miss."
    elif isinstance(target, FighterUnit):
        text = f"{what}: {damage.hit_fighters(play, target, points, ship.id)}."
    else:
        damage.blame(target, ship.id)
        text = f"{what}, side {aim.side}: {damage.by_rows(play, target, aim.side, points)}."
    play.tell("fired", text, "leviathan: Bays", units=[ship.id, target.id], checks=[check],
              data={"weapon": bay.name, "range": aim.shot.range, "side": aim.side, "points": points, "hit": check.passed})  # fmt: skip


def _fire_mount(play: Play[State], ship: Ship, target: Ship) -> None:
    found = mount_aim(ship, aims(play.state, ship, "F", target, mount=True))
    if found is None:
        return
    aim, depth = found
    what = f"{ship.name} fires its spinal mount at {target.name}, range {aim.shot.range}"
    check = roll_to_hit(play, aim, f"to hit: {ship.name} spinal mount on {target.name}", "leviathan: Spinal Mounts")
    if check.passed:
        damage.blame(target, ship.id)
        text = f"{what}, side {aim.side}: {damage.by_mount(play, target, aim.side, depth, 'the mount')}."
    else:
        text = f"{what}: a miss."
    play.tell("fired", text, "leviathan: Spinal Mounts", units=[ship.id, target.id], checks=[check],
              data={"weapon": ship.card.spinal, "range": aim.shot.range, "side": aim.side, "depth": depth, "hit": check.passed})  # fmt: skip


def roll_to_hit(play: Play[State], aim: Aim, why: str, rule: str) -> Check:
    roll = play.dice.d10(why)
    return Check("to hit", aim.base, list(aim.modifiers), aim.number, roll, succeeds(roll, aim.number), rule)
