"""Ships that blow up and ships that collide (leviathan: Destroying a Ship, Collisions)."""

from scales.engine import Check
from scales.hexes import arc_sides, distance, line
from scales.leviathan import board, catalog
from scales.leviathan.board import PARITY
from scales.leviathan.damage import damage
from scales.leviathan.state import Ship, State
from scales.play import Play


def explosion_number(boxes: int) -> int:
    """Roll needed at or below, by boxes hit in the last row."""
    rows: list[list[int]] = catalog.tables()["explosion"]
    return next(number for limit, number in rows if boxes <= limit)


def collateral(hull: str, hexes: int) -> int:
    """Damage of an exploding ship at a range; patrol ships do none."""
    row: list[int] = catalog.tables()["collateral"]["patrol" if hull in catalog.PATROL else hull]
    return row[hexes] if hexes < len(row) else 0


def explode(play: Play[State]) -> None:
    """Every ship whose last row took damage this turn rolls once, also one that another explosion has reached."""
    rolled: list[str] = []
    while fresh := [s for s in play.state.ships.values() if s.row_fresh and s.on_map and s.kind != "ground" and s.id not in rolled]:
        rolled.append(fresh[0].id)
        _roll(play, fresh[0])
    for ship in play.state.ships.values():
        ship.row_fresh = False


def _roll(play: Play[State], ship: Ship) -> None:
    number = explosion_number(ship.row_boxes)
    roll = play.dice.d10(f"explosion of {ship.name}")
    goes = roll != 10 and roll <= number
    check = Check("explosion", number, [], number, roll, goes, "leviathan: Ship Explosion Table")
    if not goes:
        play.tell("explosion", f"{ship.name} does not blow up.", "leviathan: Destroying a Ship", units=[ship.id], checks=[check])
        return
    ship.exploded = True
    play.tell("explosion", f"{ship.name} blows up.", "leviathan: Destroying a Ship", units=[ship.id], checks=[check])
    for other in list(play.state.ships.values()):
        if other.id != ship.id and other.on_map and other.kind != "ground":
            for side, points in blast(ship, other).items():
                damage.hit_by_rows(
                    play, other, side, points, f"the explosion of {ship.name}", "leviathan: Collateral Damage Table", ship.by
                )


def blast(ship: Ship, other: Ship) -> dict[str, int]:
    """Sides of another ship that an explosion reaches, with the damage: range from the nearest hex of the wreck, direction from its stern,
    blocked where the line passes another hex of the target (ruling R-LEV-41)."""
    mine, theirs = board.occupied(ship), board.occupied(other)
    found: dict[str, int] = {}
    for index, hex in enumerate(theirs):
        reach = min(distance(h, hex, PARITY) for h in mine)
        points = collateral(ship.card.hull, reach)
        passed = [h for item in line(ship.hex, hex, PARITY)[:-1] for h in item if len(item) == 1]
        if not points or any(h in theirs for h in passed):
            continue
        hexsides = arc_sides(hex, other.heading, ship.hex, PARITY) or (1,)
        side = damage.best_side(other, tuple(board.armor_side(len(theirs), index, h, other.rolled) for h in hexsides))
        found[side] = max(found.get(side, 0), points)
    return found


# ---- collisions ----------------------------------------------------------------------------------------------------


def collision_damage(hull: str) -> tuple[int, int]:
    """(minimum, maximum) damage by class."""
    low, high = catalog.tables()["collision"]["patrol" if hull in catalog.PATROL else hull]
    return low, high


def ram_modifier(attacker: Ship, target: Ship) -> int:
    """By how much the ramming ship may change its die; negative: it cannot hit."""
    return target.card.hexes - attacker.card.hexes


def reduced(points: int, modifier: int) -> int:
    """Damage to the target when the die was changed, a quarter less a point, rounded down (ruling R-LEV-37)."""
    return points * (4 - abs(modifier)) // 4


def collide(play: Play[State], rams: dict[str, str]) -> None:
    """Ships that share a stern hex may run into each other; rams first (leviathan: Collisions)."""
    state = play.state
    for ship_id in sorted(rams):
        ship, target = state.ships[ship_id], state.ships[rams[ship_id]]
        if ship.on_map and target.on_map:
            _ram(play, ship, target)
    ships = [s for s in state.ships.values() if s.on_map and s.kind == "ship"]
    for n, one in enumerate(ships):
        for other in ships[n + 1 :]:
            if one.hex == other.hex and one.id not in rams and other.id not in rams:
                _accident(play, one, other)


def _accident(play: Play[State], one: Ship, other: Ship) -> None:
    rolls = [play.dice.d10(f"collision: {s.name}") for s in (one, other)]
    low = max(collision_damage(s.card.hull)[0] for s in (one, other))
    if rolls[0] != rolls[1]:
        play.tell("collision", f"{one.name} and {other.name} pass each other.", "leviathan: Collisions", units=[one.id, other.id])
        return
    play.tell("collision", f"{one.name} and {other.name} collide.", "leviathan: Collisions", units=[one.id, other.id])
    for ship, from_ in ((one, other), (other, one)):
        damage.hit_by_rows(play, ship, _met(ship, from_), low, f"the collision with {from_.name}", "leviathan: Collisions", from_.id)


def _ram(play: Play[State], ship: Ship, target: Ship) -> None:
    """The attacker changes its die as far as it needs, and hits as hard as it can."""
    own, other = play.dice.d10(f"ram: {ship.name}"), play.dice.d10(f"ram: {target.name}")
    needed = abs(own - other)
    if needed > ram_modifier(ship, target):
        play.tell("collision", f"{ship.name} fails to ram {target.name}.", "leviathan: Collisions", units=[ship.id, target.id])
        return
    points = collision_damage(ship.card.hull)[1]
    play.tell(
        "collision", f"{ship.name} rams {target.name}.", "leviathan: Collisions", units=[ship.id, target.id], data={"modifier": needed}
    )
    damage.hit_by_rows(
        play, target, _met(target, ship), reduced(points, needed), f"the ram of {ship.name}", "leviathan: Collisions", ship.id
    )
    damage.hit_by_rows(play, ship, "F", points, f"ramming {target.name}", "leviathan: Collisions", target.id)


def _met(ship: Ship, other: Ship) -> str:
    """The side on which another ship came in; ahead when neither has moved."""
    ways = board.ways(other, ship, "*")
    return damage.best_side(ship, ways[0].sides) if ways and ways[0].sides else "F"
