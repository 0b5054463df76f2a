"""Ships' missiles (leviathan: Missiles). An order is JSON: {"target": ship or fighter unit, "hex": index of the target's hex, 0 = bow, "rank": 0}
or {"target": ""}; the salvos of a lower rank are resolved before those, and before ships' fire, of a higher one."""

from typing import Any, NamedTuple

from scales.dice import succeeds
from scales.engine import Check, Json, Modifier
from scales.hexes import Hex, distance
from scales.leviathan import board, catalog
from scales.leviathan.board import PARITY
from scales.leviathan.combat import fire, fire_orders
from scales.leviathan.damage import damage
from scales.leviathan.ground import ground_attack
from scales.leviathan.records.words import SIDES, hexes_of
from scales.leviathan.state import FighterUnit, GroundThing, Ship, State
from scales.play import Play

POINTS_PER_FACTOR = 10
"""What a point of a shield or of a turret factor takes off a salvo."""
BASE = 10


class Salvo(NamedTuple):
    """Missiles on their way: from a hex to a hex of the target."""

    ship: str
    target: str
    origin: Hex
    mark: Hex
    strength: int


def salvo_from(entry: list[Any]) -> Salvo:
    """A salvo as it lies in JSON."""
    ship, target, origin, mark, strength = entry
    return Salvo(ship, target, Hex(*origin), Hex(*mark), strength)


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
    if type(index) is not int or not 0 <= index < len(hexes) or _forbidden(state, ship, hexes[index]):
        return None
    strength = missile_table(ship.card.missile)["damage"]
    return Salvo(ship.id, target.id, _origin(state, ship, hexes[index]), hexes[index], strength)


def _origin(state: State, ship: Ship, mark: Hex) -> Hex:
    """The hex of the ship that missiles leave from: the nearest one, for a mark on the ground the nearest one above it."""
    above = [h for h in board.occupied(ship) if _height(state.layout, h, mark) is not None]
    return min(above or board.occupied(ship), key=lambda h: (distance(h, mark, PARITY), h))


def _height(layout: str, origin: Hex, mark: Hex) -> int | None:
    """What height does to missiles at the ground, None outside the cone above the hex, 0 for all others (leviathan: Space Attacks)."""
    if board.zone(layout, mark.column) != "ground" or board.zone(layout, origin.column) == "ground":
        return 0
    return board.ground_modifier(layout, origin, mark)


def _forbidden(state: State, ship: Ship, mark: Hex) -> str:
    """Why a ship's missiles do not go to a hex; '' when they do."""
    if mark in board.occupied(ship):
        return "it is the ship's own hex (leviathan: Missiles)"
    origin, most = _origin(state, ship, mark), missile_table(ship.card.missile)["range"]
    if (away := distance(origin, mark, PARITY)) > most:
        return f"they reach {most} hexes, it is {away} away (leviathan: Missile Table)"
    if _height(state.layout, origin, mark) is None:
        return "the ground hex does not lie below the ship (leviathan: Space and the Ground: Combat)"
    if ship.kind != "ground" and not board.may_fire(state.layout, origin, mark):
        return "they do not go from the ship's zone into that one (leviathan: Space and the Ground)"
    return ""


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


def faults(state: State, ship: Ship, order: object) -> list[str]:
    if not isinstance(order, dict) or set(order) - {"target", "hex", "rank"} or not isinstance(order.get("target", ""), str):
        return ["a missile order has a target, the number of one of its hexes and a rank"]
    if not order.get("target"):
        return []
    found, target = fire_orders.rank_faults(order), fire_orders.enemy_of(state, ship, order["target"])
    if target is None:
        return [*found, f"missiles are shot at a real enemy target, and '{order['target'][:40]}' is none (leviathan: Missiles)"]
    return found + _aim_faults(state, ship, target, order.get("hex", 0))


def _aim_faults(state: State, ship: Ship, target: fire.Target, index: object) -> list[str]:
    hexes = board.occupied(target)
    found = [] if may_launch(ship) else [f"{ship.name} has no salvo to send this turn (leviathan: Missiles)"]
    if type(index) is not int or not 0 <= index < len(hexes):
        return [*found, f"hex is {hexes_of(target.name, len(hexes))} (leviathan: Missiles)"]
    reason = _forbidden(state, ship, hexes[index]) if not found else ""
    return [f"{ship.name} cannot send missiles at hex {index} of {target.name}: {reason}"] if reason else found


# ---- when they arrive ----------------------------------------------------------------------------------------------


def launch(play: Play[State], salvo: Salvo) -> None:
    """A salvo leaves its ship and is marked off its sheet; everybody sees where it goes."""
    ship = owner(play.state, salvo.ship)
    left = ""
    if isinstance(ship, Ship):
        ship.salvos -= 1
        left = f"; {ship.salvos} left" if ship.salvos else "; its last"
    name = fire.find(play.state, salvo.target)
    at = board.label(play.state.sheets, salvo.mark)
    text = f"{ship.name} sends missiles, {salvo.strength} strong, at {name.name if name else salvo.target} in {at}{left}."
    play.tell("salvo", text, "leviathan: Missiles", units=[ship.id, salvo.target],
              data={"strength": salvo.strength, "hex": at, "range": distance(salvo.origin, salvo.mark, PARITY)})  # fmt: skip


def strike(play: Play[State], salvo: Salvo, taken: int) -> None:
    """What is left of a salvo hits everything in the hex (leviathan: Missiles; ruling R-LEV-33)."""
    state = play.state
    ship = owner(state, salvo.ship)
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
    for thing in ground_attack.swept(state, salvo.mark):
        ground_attack.blast(play, ship, thing, BASE, height_of(state.layout, salvo), left)


def missile_number(less: int) -> int:
    """To hit at or below: ten less what the shield and the height take off."""
    return BASE - less


def held(strength: int, shield: int) -> int:
    """Damage that passes a shield that held."""
    return max(0, strength - POINTS_PER_FACTOR * shield)


def faced_side(other: Ship, salvo: Salvo) -> str:
    """The side of a ship whose shield meets a salvo."""
    index = board.occupied(other).index(salvo.mark)
    return damage.best_side(other, board.struck(board.place(other), index, board.arcs(salvo.mark, other.heading, salvo.origin)))


def height_of(layout: str, salvo: Salvo) -> int:
    """What its height takes off a salvo that comes down on the ground."""
    return _height(layout, salvo.origin, salvo.mark) or 0


def modifiers(layout: str, other: Ship, salvo: Salvo) -> list[Modifier]:
    """The shield that the missiles meet, and the height from which they come down on the ground."""
    faced, height = faced_side(other, salvo), height_of(layout, salvo)
    found = [Modifier(f"shield {faced}", -other.shield(faced), "leviathan: Missiles")]
    return found + ([Modifier("height over the target", height, "leviathan: Space and the Ground: Combat")] if height else [])


def sides_struck(other: Ship, mark: Hex) -> tuple[str, ...]:
    """The sides of a ship that missiles in one of its hexes damage."""
    hexes = board.occupied(other)
    return ("F",) if other.kind == "ground" else board.sides_in_hex(len(hexes), hexes.index(mark), other.rolled)


def _blast_ship(play: Play[State], ship: Ship | GroundThing, other: Ship, salvo: Salvo, strength: int) -> None:
    named = modifiers(play.state.layout, other, salvo)
    number = missile_number(-sum(m.value for m in named))
    roll = play.dice.d10(f"to hit: missiles of {ship.name} on {other.name}")
    passed = succeeds(roll, number)
    check = Check("to hit", BASE, named, number, roll, passed, "leviathan: Missiles")
    damage.blame(other, ship.id)
    words = []
    for side in sides_struck(other, salvo.mark):
        points = strength if passed else held(strength, other.shield(side))
        if points:
            words.append(f"{SIDES[side]} {damage.by_rows(play, other, side, points)}")
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
    play.tell("missile_hit", f"The missiles hit {unit.name}: it loses {taken} box{'' if taken == 1 else 'es'}{gone}.", "leviathan: Missiles",
              units=[ship.id, unit.id], data={"strength": strength, "boxes": taken})  # fmt: skip
