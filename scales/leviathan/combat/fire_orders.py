"""What an order to fire says, and why it is refused (leviathan: Weapons, Combat, Firing Arcs, Range).

An order is JSON: {"broadsides": ["L"], "bays": {"0": mark, ...}, "spinal": mark, "order": ["spinal", "3"], "rank": 0}. Bays are numbered as on
the class sheet; a block of power fires one broadside with the bays fore and aft, or the mount. A mark is the id of a unit, or {"target": id,
"from": 0, "at": 2}: which hex of the ship fires and which hex of the target is aimed at, counted from the bow; what is left out is the best.
`order` says what is resolved first, by default the bays by number and the mount last; ships of a lower `rank` (0 to 9) come before those of
a higher one. `spare` is the preference of `scales.leviathan.damage.sparing`.
"""

from scales.engine import Json
from scales.leviathan import board
from scales.leviathan.combat import fire
from scales.leviathan.combat.fire import MOUNT, Line, Target
from scales.leviathan.damage import internals
from scales.leviathan.records.words import LOCATIONS, hexes_of
from scales.leviathan.state import FighterUnit, Ship, State

KEYS = {"broadsides", "bays", "spinal", "order", "rank"}
RANKS = 9
MOST_BAYS = 40


def line_of(mark: object) -> Line | None:
    """What a mark says; None when it is none."""
    if isinstance(mark, str):
        return Line(mark)
    if not isinstance(mark, dict) or set(mark) - {"target", "from", "at"} or not isinstance(mark.get("target"), str):
        return None
    return Line(mark["target"], mark.get("from"), mark.get("at"))


def lines(order: Json) -> dict[str, Line]:
    """What each weapon fires at, in the order in which it is resolved."""
    bays = {number: order["bays"][number] for number in sorted(order.get("bays", {}), key=int)}
    marks = bays | ({MOUNT: order["spinal"]} if order.get("spinal") else {})
    first = [weapon for weapon in order.get("order", []) if weapon in marks]
    found = {weapon: line_of(marks[weapon]) for weapon in [*first, *(w for w in marks if w not in first)]}
    return {weapon: line for weapon, line in found.items() if line}


def rank(order: Json) -> int:
    value: int = order.get("rank", 0)
    return value


def rank_faults(order: Json) -> list[str]:
    """Of an order of a ship or a salvo."""
    value = order.get("rank", 0)
    return [] if type(value) is int and 0 <= value <= RANKS else [f"rank is 0 to {RANKS}, the lower the sooner (leviathan: Damage)"]


def faults(state: State, ship: Ship, order: object) -> list[str]:
    """What is wrong with a fire order."""
    if not isinstance(order, dict) or set(order) - KEYS:
        return ["a fire order has broadsides, bays, spinal, order, rank and spare"]
    sides, bays, spinal = order.get("broadsides", []), order.get("bays", {}), order.get("spinal", "")
    if (
        not isinstance(sides, list)
        or not isinstance(bays, dict)
        or len(bays) > MOST_BAYS
        or not all(map(line_of, [*bays.values(), spinal]))
    ):
        return ["broadsides is a list, bays gives a mark for each bay by number, spinal a mark: a unit, or target, from and at"]
    if not all(n in map(str, range(len(ship.bays))) for n in bays):
        return [f"bays gives a mark for each bay by its number, 0 to {len(ship.bays) - 1}"]
    weapons = [*bays, *([MOUNT] if spinal else [])]
    found = _power_faults(ship, sides, list(bays), bool(spinal)) + rank_faults(order) + _sequence_faults(order.get("order", []), weapons)
    found += [text for number in bays if (text := _bay_fault(state, ship, number, sides, line_of(bays[number])))]
    return found + ([text] if spinal and (text := _mount_fault(state, ship, line_of(spinal))) else [])


def _power_faults(ship: Ship, sides: list[object], bays: list[str], spinal: bool) -> list[str]:
    if any(s not in ("L", "R") for s in sides) or len(set(map(str, sides))) != len(sides):
        return ["broadsides are L and R, each once (leviathan: Weapons)"]
    if (bays or spinal) and not fire.may_fire_bays(ship):
        return [f"{ship.name} {_why_silent(ship)}"]
    if spinal and bays and ship.card.is_patrol:
        return [f"{ship.name} fires no other weapon in the turn in which it fires its mount (leviathan: Patrol Class Ships)"]
    used, shots = len(sides) + spinal, ship.weapons
    if used > shots:
        each = "1 broadside or mount" if shots == 1 else f"{shots} broadsides and mounts"
        return [f"{ship.name} has power for {each} this turn, not for {used} (leviathan: Weapons)"]
    if bays and not sides:
        return [f"the bays of {ship.name} fire with a broadside: name L or R (leviathan: Weapons)"]
    return []


def _why_silent(ship: Ship) -> str:
    if ship.support or ship.bound or ship.ground_target:
        return "has its weapons assigned to the ground this turn (leviathan: Full Leviathan/Centurion Integration)"
    if ship.hulk or not ship.alive:
        return "can no longer fight (leviathan: Structural Collapse)"
    return "has no power in its weapons this turn (leviathan: Weapons)"


def _sequence_faults(sequence: object, weapons: list[str]) -> list[str]:
    if isinstance(sequence, list) and all(isinstance(w, str) and w in weapons for w in sequence) and len(set(sequence)) == len(sequence):
        return []
    return ["order names bays by number and 'spinal', those that fire, each once: what is resolved first (leviathan: Damage)"]


def _bay_fault(state: State, ship: Ship, number: str, sides: list[object], line: Line | None) -> str:
    assert line is not None
    location = fire.location_of(ship, number)
    what = f"bay {number} of {ship.name}"
    if ship.bays[int(number)].destroyed:
        return f"{what} is destroyed (leviathan: Bay Destroyed)"
    if location in "LR" and location not in sides:
        return f"{what} is on side {location}, which has no power this turn (leviathan: Weapons)"
    enemy = enemy_of(state, ship, line.target)
    if enemy is None:
        return f"{what}: there is no enemy '{line.target[:40]}' to fire at (leviathan: Combat)"
    if isinstance(enemy, FighterUnit) and enemy.hex == ship.hex:
        return f"{what} does not reach {enemy.name} in its own stern hex: only turrets do (leviathan: Fighters)"
    return _reach_fault(state, ship, number, what, enemy, line)


def _mount_fault(state: State, ship: Ship, line: Line | None) -> str:
    assert line is not None
    if not ship.card.spinal:
        return f"{ship.name} has no spinal mount (leviathan: Spinal Mounts)"
    if not internals.mount_works(ship):
        return f"the mount of {ship.name} is damaged and cannot be fired (leviathan: Weapon Systems)"
    if fire.may_fire_bays(ship) and not fire.mount_ready(ship):
        return f"the mount of {ship.name} is fired with shunted power only, its weapon power being damaged (leviathan: Weapon Power System)"
    enemy = enemy_of(state, ship, line.target)
    if enemy is None:
        return f"there is no enemy '{line.target[:40]}' to fire the mount of {ship.name} at (leviathan: Combat)"
    if isinstance(enemy, FighterUnit):
        return f"the mount of {ship.name} cannot be fired at fighters (leviathan: Spinal Mounts)"
    return _reach_fault(state, ship, MOUNT, f"the mount of {ship.name}", enemy, line)


def enemy_of(state: State, ship: Ship, target: str) -> Target | None:
    """An enemy that is on the map, wrecks among them."""
    enemy = fire.find(state, target)
    return enemy if enemy is not None and enemy.side != ship.side and enemy.on_map else None


def _hexes_fault(ship: Ship, enemy: Target, line: Line) -> str:
    """Does a mark name hexes that the ship and its target have?"""
    named = [("from", ship, line.origin), ("at", enemy, line.mark)]
    found = [f"{field} is {hexes_of(unit.name, n)}" for field, unit, hex in named if not _is_hex(hex, n := len(board.occupied(unit)))]
    return f"{'; '.join(found)} (leviathan: Firing Arcs)" if found else ""


def _is_hex(given: object, length: int) -> bool:
    return given is None or (type(given) is int and 0 <= given < length)


def _reach_fault(state: State, ship: Ship, weapon: str, what: str, enemy: Target, line: Line) -> str:
    """The hexes that were named, arc, zones, range: the first that forbids the shot."""
    if text := _hexes_fault(ship, enemy, line):
        return f"{what}: {text}"
    location = fire.location_of(ship, weapon)
    if not board.ways(ship, enemy, location):
        return f"{enemy.name} does not lie in the {LOCATIONS[location]} arc of {what} (leviathan: Firing Arcs)"
    ways = fire.weapon_ways(state, ship, weapon, enemy)
    if not ways:
        return f"{what} cannot fire from its zone into that of {enemy.name} (leviathan: Space and the Ground)"
    named = fire.along(ways, ship, enemy, line)
    if not named:
        return f"{what} does not bear from that hex on that hex of {enemy.name} (leviathan: Firing Arcs)"
    if not fire.weapon_aim(ship, weapon, named):
        return f"{what} does not reach {enemy.name} at range {min(aim.shot.range for aim in named)} (leviathan: Range)"
    return ""
