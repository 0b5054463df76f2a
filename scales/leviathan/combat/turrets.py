"""Turrets and ships' missiles (leviathan: Turrets, Missiles).

A turret order is JSON: {"shares": {target: percent}} for one flank; the target "missiles:<ship>" is a salvo on its way. A missile order is
{"target": ship or fighter unit, "hex": index of the target's hex, 0 = bow} or {"target": ""}.
"""

from typing import NamedTuple

from scales.engine import Check, Json, Modifier
from scales.hexes import Hex, arc_sides, distance, line, neighbor
from scales.leviathan import board, catalog
from scales.leviathan.board import PARITY
from scales.leviathan.combat import fire
from scales.leviathan.damage import damage
from scales.leviathan.power import power
from scales.leviathan.state import FighterUnit, GroundThing, Ship, State
from scales.play import Play

RANGE = 3
POINTS_PER_FACTOR = 10
MISSILE_BASE = 10


class Salvo(NamedTuple):
    """Missiles on their way: from a hex to a hex of the target."""

    ship: str
    target: str
    origin: Hex
    mark: Hex
    strength: int


# ---- turrets -------------------------------------------------------------------------------------------------------


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
    return ship.card.turret_factor[hexes] >> ship.turret_halves.get(mount, 0)


def turret_number(hexes: int) -> int:
    numbers: list[int] = catalog.tables()["turret_to_hit"]
    return numbers[hexes]


def turret_modifiers(ship: Ship, mount: str) -> list[Modifier]:
    return power.cic_modifiers(ship, ship.turret_fc.get(mount, 0))


def shared(points: int, percent: int) -> int:
    """A share of a turret factor, rounded down (leviathan: Turrets)."""
    return points * percent // 100


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
        return 0 if target.hex != ship.hex or _sees(ship, mount, ship.hex, came) else None
    ranges = [distance(h, target.hex, PARITY) for h in mine if _sees(ship, mount, h, target.hex)]
    return min(ranges, default=None) if ranges and min(ranges) <= RANGE else None


def range_to_path(ship: Ship, mount: str, salvo: Salvo) -> int | None:
    """Range from a ship to the nearest hex of the missiles' path that the flank sees; at range 0 only the flank they come in by."""
    path = [item[0] for item in line(salvo.origin, salvo.mark, PARITY)]
    mine = board.occupied(ship)
    inside = next((n for n, h in enumerate(path) if h in mine), None)
    if inside is not None:
        return 0 if _sees(ship, mount, path[inside], path[max(0, inside - 1)]) else None
    ranges = [distance(h, p, PARITY) for h in mine for p in path if _sees(ship, mount, h, p)]
    return min(ranges) if ranges and min(ranges) <= RANGE else None


def prey(state: State, ship: Ship, mount: str, salvos: list[Salvo]) -> dict[str, int]:
    """What a turret mount may fire at, with the range: enemy fighters and enemy missiles."""
    found: dict[str, int] = {}
    for unit in state.fighters.values():
        if unit.side != ship.side and unit.on_map and board.may_fire(state.layout, ship.hex, unit.hex):
            hexes = range_to(ship, mount, unit)
            if hexes is not None and factor(ship, mount, hexes):
                found[unit.id] = hexes
    for salvo in salvos:
        if owner(state, salvo.ship).side != ship.side:
            hexes = range_to_path(ship, mount, salvo)
            if hexes is not None and factor(ship, mount, hexes):
                found[f"missiles:{salvo.ship}"] = hexes
    return found


def turret_faults(state: State, ship: Ship, mount: str, salvos: list[Salvo], order: object) -> list[str]:
    shares = order.get("shares") if isinstance(order, dict) and set(order) == {"shares"} else None
    if not isinstance(shares, dict) or not all(type(p) is int and 0 < p <= 100 for p in shares.values()):
        return ["a turret order has shares: a percentage for each target"]
    if sum(shares.values()) > 100:
        return ["the shares of a turret factor add up to 100 percent at most"]
    bearing = prey(state, ship, mount, salvos)
    found = [f"the {mount} turrets of {ship.name} do not bear on '{str(t)[:40]}'" for t in shares if t not in bearing]
    if len(shares) > 1 and any(t.startswith("missiles:") for t in shares):
        found.append("turrets that fire at missiles fire at nothing else this turn")
    return found


def fire_turrets(play: Play[State], ship: Ship, mount: str, shares: dict[str, int], salvos: list[Salvo]) -> dict[str, int]:
    """Fire a mount; returns what it takes off each salvo, in points of strength."""
    taken: dict[str, int] = {}
    bearing = prey(play.state, ship, mount, salvos)
    for target in sorted(shares):
        hexes = bearing.get(target)
        if hexes is None:
            continue
        points = shared(factor(ship, mount, hexes), shares[target])
        modifiers = turret_modifiers(ship, mount)
        number = turret_number(hexes) + sum(m.value for m in modifiers)
        if target.startswith("missiles:"):
            taken[target[9:]] = _at_missiles(play, ship, mount, target[9:], hexes, points, modifiers, number)
        else:
            _at_fighters(play, ship, mount, play.state.fighters[target], hexes, points, modifiers, number)
    return taken


def _roll(play: Play[State], ship: Ship, what: str, hexes: int, modifiers: list[Modifier], number: int) -> Check:
    roll = play.dice.d10(f"to hit: {ship.name} turrets on {what}")
    return Check("to hit", turret_number(hexes), modifiers, number, roll, fire.succeeds(roll, number), "leviathan: Turret Base To-Hit")


def _at_fighters(
    play: Play[State], ship: Ship, mount: str, unit: FighterUnit, hexes: int, points: int, modifiers: list[Modifier], number: int
) -> None:
    check = _roll(play, ship, unit.name, hexes, modifiers, number)
    result = damage.hit_fighters(play, unit, points, ship.id) if check.passed and points else "a miss"
    play.tell("turrets", f"{ship.name} fires its {mount} turrets at {unit.name}, range {hexes}: {result}.", "leviathan: Turrets",
              units=[ship.id, unit.id], checks=[check], data={"range": hexes, "points": points, "hit": check.passed})  # fmt: skip


def _at_missiles(
    play: Play[State], ship: Ship, mount: str, firer: str, hexes: int, points: int, modifiers: list[Modifier], number: int
) -> int:
    name = owner(play.state, firer).name
    check = _roll(play, ship, f"missiles of {name}", hexes, modifiers, number)
    taken = points * POINTS_PER_FACTOR if check.passed else 0
    result = f"{taken} points of missiles gone" if taken else "a miss"
    play.tell("turrets", f"{ship.name} fires its {mount} turrets at the missiles of {name}, range {hexes}: {result}.", "leviathan: Missiles",
              units=[ship.id, firer], checks=[check], data={"range": hexes, "points": taken, "hit": check.passed})  # fmt: skip
    return taken


# ---- missiles ------------------------------------------------------------------------------------------------------


def owner(state: State, firer: str) -> Ship | GroundThing:
    """The ship or ground unit that sent a salvo."""
    return state.ships.get(firer) or state.ground.things[firer]


def missile_table(kind: str) -> dict[str, int]:
    found: dict[str, int] = catalog.tables()["missiles"][kind]
    return found


def may_launch(ship: Ship) -> bool:
    return bool(ship.card.missile) and ship.salvos > 0 and ship.alive and not ship.hulk and not ship.support and not ship.bound


def salvo_of(state: State, ship: Ship, order: Json) -> Salvo | None:
    """The salvo an order sends, None when it cannot be sent."""
    target = fire.find(state, str(order.get("target", "")))
    if target is None or not target.on_map or not may_launch(ship):
        return None
    hexes = board.occupied(target)
    index = order.get("hex", 0)
    if type(index) is not int or not 0 <= index < len(hexes):
        return None
    mark = hexes[index]
    table = missile_table(ship.card.missile)
    origin = min(board.occupied(ship), key=lambda h: (distance(h, mark, PARITY), h))
    if mark in board.occupied(ship) or distance(origin, mark, PARITY) > table["range"]:
        return None
    if ship.kind != "ground" and not board.may_fire(state.layout, origin, mark):
        return None
    if ship.kind != "ground" and board.zone(state.layout, mark.column) == "ground":
        return None
    return Salvo(ship.id, target.id, origin, mark, table["damage"])


def marks(state: State, ship: Ship) -> list[tuple[int, Salvo]]:
    """Every salvo the ship may send: at which hex of an enemy, by its index, 0 = bow."""
    if not may_launch(ship):
        return []
    found = []
    for target in fire.targets(state, ship.side):
        for index in range(len(board.occupied(target))):
            salvo = salvo_of(state, ship, {"target": target.id, "hex": index})
            if salvo:
                found.append((index, salvo))
    return found


def missile_faults(state: State, ship: Ship, order: object) -> list[str]:
    if not isinstance(order, dict) or set(order) - {"target", "hex"} or not isinstance(order.get("target", ""), str):
        return ["a missile order has a target and the number of one of its hexes"]
    if not order.get("target"):
        return []
    target = fire.find(state, order["target"])
    if target is None or target.side == ship.side:
        return ["missiles are shot at a real enemy target"]
    if salvo_of(state, ship, order) is None:
        return [f"{ship.name} cannot send missiles at {target.name}: range, salvos, its own hex, or no such hex of the target"]
    return []


def strike(play: Play[State], salvo: Salvo, taken: int) -> None:
    """What is left of a salvo hits everything in the hex (leviathan: Missiles; ruling R-LEV-33)."""
    state = play.state
    ship = owner(state, salvo.ship)
    if isinstance(ship, Ship):
        ship.salvos -= 1
    left = max(0, salvo.strength - taken)
    at = board.label(state.sheets, salvo.mark)
    if not left:
        play.tell("missiles", f"The missiles of {ship.name} are shot down before {at}.", "leviathan: Missiles", units=[ship.id])
        return
    play.tell("missiles", f"Missiles of {ship.name}, {left} points strong, reach {at}.", "leviathan: Missiles", units=[ship.id],
              data={"strength": left, "hex": list(salvo.mark)})  # fmt: skip
    for other in state.ships.values():
        if other.on_map and salvo.mark in board.occupied(other):
            _blast_ship(play, ship, other, salvo, left)
    for unit in list(state.fighters.values()):
        if unit.on_map and unit.hex == salvo.mark:
            _blast_fighters(play, ship, unit, left)


def missile_number(shield: int) -> int:
    return MISSILE_BASE - shield


def held(strength: int, shield: int) -> int:
    """Damage that passes a shield that held."""
    return max(0, strength - POINTS_PER_FACTOR * shield)


def faced_side(other: Ship, salvo: Salvo) -> str:
    """The side of a ship whose shield meets a salvo."""
    if other.kind == "ground":
        return "F"
    hexes = board.occupied(other)
    hexsides = arc_sides(salvo.mark, other.heading, salvo.origin, PARITY) or (1,)
    index = hexes.index(salvo.mark)
    return damage.best_side(other, tuple(board.armor_side(len(hexes), index, h, other.rolled) for h in hexsides))


def shield_modifier(other: Ship, salvo: Salvo) -> Modifier:
    faced = faced_side(other, salvo)
    return Modifier(f"shield {faced}", -other.shield(faced), "leviathan: Missiles")


def sides_struck(other: Ship, mark: Hex) -> tuple[str, ...]:
    """The sides of a ship that missiles in one of its hexes damage."""
    hexes = board.occupied(other)
    return ("F",) if other.kind == "ground" else board.sides_in_hex(len(hexes), hexes.index(mark), other.rolled)


def _blast_ship(play: Play[State], ship: Ship | GroundThing, other: Ship, salvo: Salvo, strength: int) -> None:
    faced, shield = faced_side(other, salvo), shield_modifier(other, salvo)
    number = missile_number(other.shield(faced))
    roll = play.dice.d10(f"to hit: missiles of {ship.name} on {other.name}")
    passed = fire.succeeds(roll, number)
    check = Check("to hit", MISSILE_BASE, [shield], number, roll, passed, "leviathan: Missiles")
    sides = sides_struck(other, salvo.mark)
    damage.blame(other, ship.id)
    words = []
    for side in sides:
        points = strength if passed else held(strength, other.shield(side))
        if points:
            words.append(f"{side} {damage.by_rows(play, other, side, points)}")
    result = "; ".join(words) if words else "the shields hold"
    play.tell("missile_hit", f"The missiles {'hit' if passed else 'strike the shields of'} {other.name}: {result}.", "leviathan: Missiles",
              units=[ship.id, other.id], checks=[check], data={"strength": strength, "hit": passed})  # fmt: skip


def _blast_fighters(play: Play[State], ship: Ship | GroundThing, unit: FighterUnit, strength: int) -> None:
    """Fighters have no shields: they take the full strength, each unit by itself."""
    taken = min(strength, unit.boxes_left)
    unit.lost += taken
    play.state.hurt = play.state.turn
    gone = "" if unit.boxes_left else " and is gone"
    if not unit.boxes_left:
        damage.lose(unit, ship.id)
    play.tell(
        "missile_hit", f"The missiles hit {unit.name}: it loses {taken} boxes{gone}.", "leviathan: Missiles", units=[ship.id, unit.id]
    )
