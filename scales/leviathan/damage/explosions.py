"""Ships that blow up (leviathan: Destroying a Ship)."""

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
    """Every ship whose last row took damage this turn rolls once, also one that another explosion has reached before its turn came."""
    rolled: list[str] = []
    while fresh := [s for s in play.state.ships.values() if s.row_fresh and s.on_map and s.kind != "ground" and s.id not in rolled]:
        rolled.append(fresh[0].id)
        if _goes_up(play, fresh[0]):
            _reach_others(play, fresh[0])
    for ship in play.state.ships.values():
        ship.row_fresh = False


def _goes_up(play: Play[State], ship: Ship) -> bool:
    """Roll for a wreck with all the boxes hit in its last row, this turn and before."""
    number, roll = explosion_number(ship.row_boxes), play.dice.d10(f"explosion of {ship.name}")
    ship.exploded = succeeds(roll, number)
    check = Check("explosion", number, [], number, roll, ship.exploded, "leviathan: Ship Explosion Table")
    boxes = f"{ship.row_boxes} box{'' if ship.row_boxes == 1 else 'es'} hit in the last row"
    text = f"{ship.name}, {boxes}, {'blows up' if ship.exploded else 'does not blow up'}."
    play.tell("explosion", text, "leviathan: Destroying a Ship", units=[ship.id], checks=[check], data={"boxes": ship.row_boxes})
    return ship.exploded


def succeeds(roll: int, number: int) -> bool:
    """At or below; a 10 is always a failure."""
    return roll != 10 and roll <= number


def _reach_others(play: Play[State], ship: Ship) -> None:
    """Each section of another ship once; the explosion is set down to whoever sent the ship down."""
    for other in list(play.state.ships.values()):
        if other.id == ship.id or not other.on_map or other.kind == "ground":
            continue
        for side, points in blast(ship, other).items():
            cause = f"the explosion of {ship.name}"
            damage.hit_by_rows(play, other, side, points, cause, "leviathan: Collateral Damage Table", ship.by or ship.id)


def blast(ship: Ship, other: Ship) -> dict[str, int]:
    """Sides of another ship that an explosion reaches, with the damage: range from the nearest hex of the wreck, direction from its stern,
    blocked where the line passes another hex of the target (ruling R-LEV-41)."""
    mine, theirs = board.occupied(ship), board.occupied(other)
    found: dict[str, int] = {}
    for index, hex in enumerate(theirs):
        points = collateral(ship.card.hull, min(distance(h, hex, PARITY) for h in mine))
        sides = _entered(ship, other, index)
        if points and sides:
            side = damage.best_side(other, sides)
            found[side] = max(found.get(side, 0), points)
    return found


def _entered(ship: Ship, other: Ship, index: int) -> tuple[str, ...]:
    """The sides by which the line from the wreck's stern enters a hex (0 = bow) of another ship; none where another hex of it is in between.
    Whoever lies over that stern is struck as by its fire (leviathan: Overlapping Ships)."""
    theirs = board.occupied(other)
    hex, length = theirs[index], len(theirs)
    if hex == ship.hex:
        return board.ways(ship, other, "*")[0].sides
    between = [h for item in line(ship.hex, hex, PARITY)[:-1] for h in item if len(item) == 1]
    if any(h in theirs for h in between):
        return ()
    hexsides = arc_sides(hex, other.heading, ship.hex, PARITY)
    inner = [1] * (index > 0) + [4] * (index < length - 1)
    return tuple(dict.fromkeys(board.armor_side(length, index, h, other.rolled) for h in hexsides if h not in inner))
