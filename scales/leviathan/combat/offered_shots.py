"""What an option says of the shots it stands for. A shot is JSON:

`weapon` in words, `target` and `name`, `range` in hexes and its `bracket`, the `side` struck, `base`, `modifiers` (name, value, rule), `to_hit` the
number to roll or less (a 1 always hits, a 10 never), `chance` in percent, `damage` in boxes, `expected_tenths`: tenths of a box to be expected. All of it comes
from the functions that the shot itself is rolled with.
"""

from collections.abc import Sequence

from scales.engine import Json, Modifier
from scales.leviathan import board
from scales.leviathan.combat import fire, missiles, rammers, turrets
from scales.leviathan.combat.fire import Aim, Target
from scales.leviathan.combat.missiles import Salvo
from scales.leviathan.ground import ground_attack
from scales.leviathan.records.words import SIDES, bracket, name_of
from scales.leviathan.records.words import mount as mount_words
from scales.leviathan.state import Ship, State


def shot(weapon: str, target: Target, aim: Aim, damage: int) -> Json:
    """A shot along an aim."""
    return roll(weapon, target.id, target.name, aim.base, aim.modifiers, damage) | {
        "range": aim.shot.range, "bracket": bracket(aim.shot.range), "side": aim.side,
    }  # fmt: skip


def roll(weapon: str, target: str, name: str, base: int, modifiers: Sequence[Modifier], damage: int) -> Json:
    """A shot of which neither range nor side matters to the roll."""
    number = base + sum(m.value for m in modifiers)
    chance = fire.chance(number)
    return {
        "weapon": weapon, "target": target, "name": name, "base": base, "to_hit": number, "chance": 10 * chance, "damage": damage,
        "modifiers": [{"name": m.name, "value": m.value, "rule": m.rule} for m in modifiers], "expected_tenths": chance * damage,
    }  # fmt: skip


def faces(found: Json) -> int:
    """Faces of the die that hit: of ten at least one, at most nine."""
    return int(found["chance"]) // 10


def words(found: Json) -> str:
    """'port bays 2, 3 at Shiva, range 8, forward right side, 5 or less'."""
    reach = f", range {found['range']}" if "range" in found else ""
    side = f", {SIDES[found['side']]} side" if found.get("side") else ""
    return f"{found['weapon']} at {found['name']}{reach}{side}, {faces(found)} or less"


def strikes(state: State, salvo: Salvo) -> list[Json]:
    """What a salvo meets in its hex before any turret has fired: every ship with its shield, every fighter unit, friends too."""
    found = []
    for ship in state.ships.values():
        if ship.on_map and salvo.mark in board.occupied(ship):
            found.append(_strike(state, ship, salvo))
    for unit in state.fighters.values():
        if unit.on_map and unit.hex == salvo.mark:
            damage = min(salvo.strength, unit.boxes_left)
            found.append({"target": unit.id, "name": unit.name, "damage": damage, "expected_tenths": 10 * damage})
    for thing in ground_attack.swept(state, salvo.mark):
        _, named = ground_attack.blast_number(missiles.BASE, missiles.height_of(state.layout, salvo), thing)
        found.append(roll("missiles", thing.id, thing.name, missiles.BASE, named, salvo.strength))
    return found


def _strike(state: State, ship: Ship, salvo: Salvo) -> Json:
    """Each of `sides` takes the damage; when the shield holds, `damage_held` in all."""
    sides = missiles.sides_struck(ship, salvo.mark)
    held = sum(missiles.held(salvo.strength, ship.shield(s)) for s in sides)
    info = roll("missiles", ship.id, ship.name, missiles.BASE, missiles.modifiers(state.layout, ship, salvo), salvo.strength * len(sides))
    info["expected_tenths"] += (10 - faces(info)) * held
    return info | {"side": missiles.faced_side(ship, salvo), "sides": list(sides), "damage_held": held}


def turret_shot(state: State, ship: Ship, mount: str, target: str, hexes: int, points: int) -> Json:
    """Turrets of one mount at fighters or at a ship that rams theirs."""
    shield = rammers.struck(ship, state.ships[target])[1] if target in state.ships else []
    return _turret_roll(ship, mount, target, name_of(state, target), hexes, points, shield)


def turret_shot_at_missiles(state: State, ship: Ship, mount: str, salvo: Salvo, hexes: int, points: int) -> Json:
    """Turrets of one mount at a salvo on its way: `damage` is what they take off its `strength`; `aimed_at` the unit and `hex`, `at` the place
    that it flies to, `own` that it is of the ship's own side."""
    own, at = missiles.owner(state, salvo.ship).side == ship.side, board.label(state.sheets, salvo.mark)
    whose = f"your own missiles from {name_of(state, salvo.ship)}" if own else f"the missiles of {name_of(state, salvo.ship)}"
    name = f"{whose}, {salvo.strength} strong, bound for {name_of(state, salvo.target)} in {at}"
    found = _turret_roll(ship, mount, turrets.MISSILES + salvo.ship, name, hexes, points * missiles.POINTS_PER_FACTOR)
    return found | {"strength": salvo.strength, "aimed_at": salvo.target, "hex": at, "at": list(salvo.mark), "own": own}


def _turret_roll(ship: Ship, mount: str, target: str, name: str, hexes: int, points: int, shield: Sequence[Modifier] = ()) -> Json:
    modifiers = [*turrets.turret_modifiers(ship, mount), *shield]
    return roll(mount_words(mount), target, name, turrets.turret_number(hexes), modifiers, points) | {"range": hexes, "bracket": str(hexes)}
