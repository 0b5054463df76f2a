"""What is declared when counters share a stern hex, after movement and before combat (leviathan: Collisions, Collision Damage
Modification Table).

Fighters declare a ram with their flight, since no ship moves after them: {"to": ..., "ram": ship}. For each ship there, under
"<ship>/side": {"sides": [first, second]}, the sides of the hex (1 to 6, as headings are numbered) that it shows to the others, and under
"<ship>/ram" either {} or {"target": ship, "change": the most by which it changes its die, "damage": points}. Nobody is asked when no stern
hexes are shared.
"""

from scales.engine import Decision, Json
from scales.hexes import Hex
from scales.leviathan.movement import collisions
from scales.leviathan.movement.collisions import RULE
from scales.leviathan.state import FighterUnit, Ship, State
from scales.play import Play


def declare(play: Play[State]) -> list[Decision]:
    """Ask every side with ships in shared stern hexes, sealed; then tell of the rams."""
    state = play.state
    if play.asks_first():
        wanted = [d for s in state.sides if (d := _decision(state, s.id))]
        if wanted:
            return wanted
    for key in sorted(play.answers):
        for slot, order in sorted(play.answers[key].choices.items()):
            _take(play, slot, order)
    for unit in state.fighters.values():
        if unit.ramming and unit.on_map:
            _tell(play, unit.id, unit.name, unit.ramming)
    return []


def _decision(state: State, side: str) -> Decision | None:
    units = meeting(state, side)
    prompt = "Say which sides your ships show in shared hexes, and what they ram."
    return Decision(f"collisions:{side}", state.seat_of(side), "collisions", prompt, units, sealed=True) if units else None


def meeting(state: State, side: str) -> list[str]:
    """Ships of a side, wrecks aside, whose stern hex is another's too."""
    pairs = list(collisions.meetings(state))
    return [s.id for s in state.of_side(side) if s.alive and any(s in pair for pair in pairs)]


def slot_ids(state: State, units: list[str]) -> list[str]:
    """The sides that each shows, and a ram for those that have something to ram."""
    rams = {u: ["ram"] if targets(state, state.ships[u]) else [] for u in units}
    return [f"{u}/{what}" for u in units for what in ("side", *rams[u])]


def targets(state: State, ship: Ship) -> list[Ship]:
    """What a ship may ram."""
    return [other for other in state.ships.values() if other.side != ship.side and not ram_faults(ship, other)]


def ram_faults(ship: Ship, target: Ship) -> list[str]:
    """Why a ship may not ram another; all of it."""
    found = []
    if not (target.on_map and target.kind != "ground" and ship.hex == target.hex):
        found.append(f"{ship.name} and {target.name} are not in the same stern hex")
    if collisions.most_change(ship, target) < 0:
        found.append(f"{ship.name} is larger than {target.name} and cannot hit it")
    if ship.effects.get("maneuver_power_system"):
        found.append(f"{ship.name} has damaged maneuver systems and cannot ram")
    if ship.support or ship.bound or ship.ground_target:
        found.append(f"{ship.name} fires at the ground this turn and cannot ram")
    if ship.kind != "ship" or ship.hulk or not ship.controlled:
        found.append(f"nobody can steer {ship.name} into {target.name}")
    return [f"{text} ({RULE})" for text in found]


def flight_faults(state: State, unit: FighterUnit, order: Json, to: Hex) -> list[str]:
    """What is wrong with the ship that a flight names to ram; naming none is no ram."""
    if "ram" not in order:
        return []
    target = state.ships.get(order["ram"]) if isinstance(order["ram"], str) else None
    if target is None or target.side == unit.side or not target.on_map:
        return [f"there is no enemy ship for {unit.name} to ram ({RULE})"]
    return [] if target.hex == to else [f"{unit.name} must end in the stern hex of {target.name} to ram it ({RULE})"]


def faults(state: State, slot: str, order: object) -> list[str]:
    """What is wrong with the answer to a slot."""
    unit, _, what = slot.partition("/")
    return _ram_order_faults(state, state.ships[unit], order) if what == "ram" else _side_faults(order)


def _side_faults(order: object) -> list[str]:
    sides = order.get("sides") if isinstance(order, dict) and set(order) == {"sides"} else None
    good = isinstance(sides, list) and len(sides) == 2 and all(type(s) is int and 1 <= s <= 6 for s in sides)
    if not good or sides is None or sides[0] == sides[1]:
        return [f"sides are two different sides of the hex from 1 to 6, the first choice and the second ({RULE})"]
    return []


def _ram_order_faults(state: State, ship: Ship, order: object) -> list[str]:
    if order == {}:
        return []
    if not isinstance(order, dict) or set(order) != {"target", "change", "damage"} or not isinstance(order["target"], str):
        return [f"a ram has target, change and damage; nothing at all is no ram ({RULE})"]
    if order["target"] in state.fighters:
        return [f"{ship.name} cannot ram {state.fighters[order['target']].name}: no ship rams fighters ({RULE})"]
    target = state.ships.get(order["target"])
    if target is None or target.side == ship.side:
        return [f"there is no enemy ship '{order['target'][:40]}' to ram ({RULE})"]
    return ram_faults(ship, target) or _number_faults(ship, target, order)


def _number_faults(ship: Ship, target: Ship, order: Json) -> list[str]:
    most, (low, high) = collisions.most_change(ship, target), collisions.collision_damage(ship.card.hull)
    found = []
    if type(order["change"]) is not int or not 0 <= order["change"] <= most:
        found.append(f"{ship.name} may change its die by 0 to {most} to ram {target.name} ({RULE})")
    if type(order["damage"]) is not int or not low <= order["damage"] <= high:
        found.append(f"{ship.name} rams for {low} to {high} points (leviathan: Collision Damage Table)")
    return found


def _take(play: Play[State], slot: str, order: Json) -> None:
    """Note an answer; a ruling may have made a ram impossible meanwhile."""
    unit, _, what = slot.partition("/")
    ship = play.state.ships[unit]
    if what == "side":
        ship.faces = list(order["sides"])
    elif order and not ram_faults(ship, play.state.ships[order["target"]]):
        ship.ramming, ship.ram_change, ship.ram_damage = order["target"], order["change"], order["damage"]
        _tell(play, ship.id, ship.name, ship.ramming)


def _tell(play: Play[State], unit: str, name: str, target: str) -> None:
    play.tell("ram_declared", f"{name} declares that it rams {play.state.ships[target].name}.", RULE, units=[unit, target])
