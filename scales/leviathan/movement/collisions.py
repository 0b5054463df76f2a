"""Ships that run into each other, by accident or on purpose (leviathan: Collisions; rulings R-LEV-31, R-LEV-37).

Two counters may collide when their stern hexes are the same at the end of movement. Each is met on the side behind a side of that hex which its
player has chosen (`Ship.faces`, best first); a ramming ship meets its target with its bow.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scales import armor
from scales.engine import Json
from scales.hexes import HEADINGS
from scales.leviathan import board, catalog
from scales.leviathan.damage import damage
from scales.leviathan.state import Ship, State
from scales.play import Play

RULE = "leviathan: Collisions"
REDUCTION = "leviathan: Collision Damage Modification Table"


def collision_damage(hull: str) -> tuple[int, int]:
    """(minimum, maximum) damage by class (leviathan: Collision Damage Table; ruling R-LEV-31)."""
    low, high = catalog.tables()["collision"]["patrol" if hull in catalog.PATROL else hull]
    return low, high


def most_change(attacker: Ship, target: Ship) -> int:
    """By how much the ramming ship may change its die at most; negative: it is too large to hit."""
    return target.card.hexes - attacker.card.hexes


def reduced(points: int, change: int) -> int:
    """Damage to the target when the die was changed, a quarter less a point, rounded down (ruling R-LEV-37)."""
    return points * (4 - abs(change)) // 4


# ---- who meets whom, and how ---------------------------------------------------------------------------------------


def meetings(state: State) -> Iterator[tuple[Ship, Ship]]:
    """Every two counters of the size of ships with the same stern hex; orbital installations count as ships."""
    ships = [s for s in state.ships.values() if s.on_map and s.kind != "ground"]
    for n, one in enumerate(ships):
        yield from ((one, other) for other in ships[n + 1 :] if one.hex == other.hex)


def side_at(ship: Ship, hexside: int) -> str:
    """The armor behind a side of the ship's stern hex, 1 to 6 as headings are numbered."""
    length = ship.card.hexes
    return board.armor_side(length, length - 1, (hexside - ship.heading) % 6 + 1, ship.rolled)


def strongest_first(ship: Ship) -> list[int]:
    """The sides of its stern hex by the armor left behind them."""
    return sorted(HEADINGS, key=lambda h: (-armor.boxes_left(ship.armor[side_at(ship, h)]), h))


def chosen(ship: Ship) -> list[int]:
    """The sides of the hex that its player wants to show, first and second choice; of a wreck the strongest."""
    return ship.faces or strongest_first(ship)[:2]


class Faces(NamedTuple):
    """The armor sides with which two ships meet; `roll` is the die that settled it, 0 when both had their choice."""

    one: str
    other: str
    roll: int


def face(play: Play[State], one: Ship, other: Ship) -> Faces:
    """Both have their choice unless it is the same side of the hex: then the first has it on 1 to 5, the second on 6 to 10."""
    mine, theirs = chosen(one), chosen(other)
    if mine[0] != theirs[0]:
        return Faces(side_at(one, mine[0]), side_at(other, theirs[0]), 0)
    roll = play.dice.d10(f"choice of a side of the hex: {one.name} 1 to 5, {other.name} 6 to 10")
    if roll <= 5:
        return Faces(side_at(one, mine[0]), side_at(other, theirs[1]), roll)
    return Faces(side_at(one, mine[1]), side_at(other, theirs[0]), roll)


def face_bow(play: Play[State], attacker: Ship, target: Ship) -> Faces:
    """A ramming ship shows its front; the target what it has chosen, if it does not lose that side of the hex to the attacker's bow."""
    theirs = chosen(target)
    if theirs[0] != attacker.heading:
        return Faces("F", side_at(target, theirs[0]), 0)
    roll = play.dice.d10(f"choice of a side of the hex: {attacker.name} 1 to 5, {target.name} 6 to 10")
    return Faces("F", side_at(target, theirs[1] if roll <= 5 else theirs[0]), roll)


# ---- after combat --------------------------------------------------------------------------------------------------


def collide(play: Play[State]) -> None:
    """Rams first, then whatever else shares a stern hex, then fighters that fly into ships."""
    state = play.state
    met = list(meetings(state))
    for ship in [s for s in state.ships.values() if s.ramming and s.on_map]:
        target = state.ships[ship.ramming]
        if target.on_map and target.hex == ship.hex:
            _ram(play, ship, target)
    for one, other in met:
        if other.id != one.ramming and one.id != other.ramming:
            _accident(play, one, other)
    _fighters(play)


def _accident(play: Play[State], one: Ship, other: Ship) -> None:
    """Equal dice: each takes the least damage of the larger class on the side that it shows."""
    faces = face(play, one, other)
    rolls = [play.dice.d10(f"collision: {s.name}") for s in (one, other)]
    data: Json = {
        "rolls": {one.id: rolls[0], other.id: rolls[1]},
        "sides": {one.id: faces.one, other.id: faces.other},
        "choice": faces.roll,
    }
    low = max(collision_damage(s.card.hull)[0] for s in (one, other))
    if rolls[0] != rolls[1]:
        text = f"{_thrown(one, other, rolls)}: they pass each other."
        play.tell("collision", text, RULE, units=[one.id, other.id], data=data | {"points": 0})
        return
    text = f"{_thrown(one, other, rolls)}: they collide."
    play.tell("collision", text, RULE, units=[one.id, other.id], data=data | {"points": low})
    damage.hit_by_rows(play, one, faces.one, low, f"the collision with {other.name}", RULE, other.id)
    damage.hit_by_rows(play, other, faces.other, low, f"the collision with {one.name}", RULE, one.id)


def _thrown(one: Ship, other: Ship, rolls: Sequence[int]) -> str:
    """'Ajax throws 7, Xerxes 4'."""
    return f"{one.name} throws {rolls[0]}, {other.name} {rolls[1]}"


def _ram(play: Play[State], ship: Ship, target: Ship) -> None:
    """The attacker changes its die as far as it needs and its order allows, and does the damage that it has chosen."""
    faces = face_bow(play, ship, target)
    own, theirs = play.dice.d10(f"ram: {ship.name}"), play.dice.d10(f"ram: {target.name}")
    change, most = theirs - own, min(ship.ram_change, most_change(ship, target))
    data: Json = {
        "rolls": {ship.id: own, target.id: theirs},
        "most": most,
        "choice": faces.roll,
        "sides": {ship.id: "F", target.id: faces.other},
    }
    words = f"{_thrown(ship, target, [own, theirs])}: {ship.name} {{}} {target.name}"
    if abs(change) > most:
        play.tell("collision", f"{words.format('fails to ram')}.", RULE, units=[ship.id, target.id], data=data | {"change": 0, "points": 0})
        return
    points = ship.ram_damage
    text = f"{words.format('rams')}{f', its die changed by {change:+}' if change else ''}, for {points} points."
    data |= {"change": change, "points": points, "to_target": reduced(points, change)}
    play.tell("collision", text, RULE, units=[ship.id, target.id], data=data)
    damage.hit_by_rows(play, target, faces.other, reduced(points, change), f"the ram of {ship.name}", REDUCTION, ship.id)
    damage.hit_by_rows(play, ship, "F", points, f"ramming {target.name}", RULE, target.id)


def _fighters(play: Play[State]) -> None:
    """Fighters do nothing to the ship that they fly into, and are taken off the map."""
    for unit in play.state.fighters.values():
        if unit.ramming and unit.on_map and not unit.down:
            target = play.state.ships[unit.ramming]
            unit.lost = unit.boxes
            damage.lose(unit, target.id)
            text = f"{unit.name} flies into {target.name} without effect and is lost."
            play.tell("collision", text, RULE, units=[unit.id, target.id], data={"points": 0})
        unit.ramming = ""
