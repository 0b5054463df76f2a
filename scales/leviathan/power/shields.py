"""Shields that power is shared with (leviathan: Variable Shields and Alternate Power Allocation).

A block of power in the shields gives a ship its class's shield points, allotted among its sides anew each turn, no side above five.
"""

from collections.abc import Mapping

from scales.engine import Json
from scales.leviathan import board
from scales.leviathan.catalog import SIDES
from scales.leviathan.records.words import SIDES as NAMES
from scales.leviathan.state import Ship, State
from scales.leviathan.switches import is_on

RULE = "leviathan: Variable Shields and Alternate Power Allocation"
MOST = 5
"""Points that one side may have."""

Settings = dict[str, int]
"""Shield points by side."""


def shared(state: State, ship: Ship) -> bool:
    """Do its shields share in its power? Patrol ships have what their class has (leviathan: Patrol Class Ships, Shields)."""
    return is_on(state, "variable_shields") and not ship.card.is_patrol


def points(ship: Ship) -> int:
    """The basic number of shield points: those of its class, less what lost generators gave."""
    return max(0, sum(ship.card.shields.values()) - ship.shields_lost)


def sides(ship: Ship) -> tuple[str, ...]:
    """Sides that have a shield: of an installation on the ground only the front (leviathan: Ground Installations)."""
    return ("F",) if ship.kind == "ground" else SIDES


def apportion(total: int, weights: Mapping[str, int]) -> Settings:
    """Points spread over sides by their weights, one after the other to the side that has least for its weight; five a side at most."""
    found = dict.fromkeys(weights, 0)
    for _ in range(total):
        open_ = [s for s in found if weights[s] > 0 and found[s] < MOST]
        if not open_:
            break
        found[max(open_, key=lambda s: (weights[s] * 1000 // (found[s] + 1), -SIDES.index(s)))] += 1
    return found


def built(ship: Ship) -> Settings:
    """The settings of its sheet, as far as its generators are left."""
    printed = {s: ship.card.shields.get(s, 0) for s in sides(ship)}
    return apportion(points(ship), printed) if ship.shields_lost else printed


def kept(ship: Ship, blocks: int) -> Settings:
    """What becomes of the settings ordered last with so many blocks of power."""
    ordered = ship.ordered_shields or built(ship)
    total = blocks * points(ship)
    return dict(ordered) if sum(ordered.values()) <= total else apportion(total, ordered)


# ---- what is offered -----------------------------------------------------------------------------------------------


def sensible(state: State, ship: Ship, blocks: int) -> list[tuple[str, Settings]]:
    """Settings worth offering with a name for each: as built, even, toward the enemy, strong on one side."""
    total = blocks * points(ship)
    if not total:
        return [("down", dict.fromkeys(sides(ship), 0))]
    named = [("as built", built(ship))] if blocks == 1 else []
    named += [(name, apportion(total, _whole(ship, weights))) for name, weights in _weights(state, ship).items()]
    found: list[tuple[str, Settings]] = []
    for name, settings in named:
        if all(settings != other for _, other in found):
            found.append((name, settings))
    return found


def _whole(ship: Ship, weights: Mapping[str, int]) -> Settings:
    """No points for sides that are out of order."""
    return {s: 0 if s in ship.broken or s in ship.shorted else weights[s] for s in sides(ship)}


STRONG = {
    "ahead": (("F",), ("FL", "FR")),
    "to port": (("FL", "AL"), ()),
    "to starboard": (("FR", "AR"), ()),
    "astern": (("A",), ("AL", "AR")),
}
"""Sides that count most, and those beside them, of a ship that is strong on one side."""


def _weights(state: State, ship: Ship) -> dict[str, Mapping[str, int]]:
    found: dict[str, Mapping[str, int]] = {"even": dict.fromkeys(SIDES, 1), "toward the enemy": threats(state, ship)}
    for name, (most, beside) in STRONG.items():
        found[f"strong {name}"] = {s: 4 if s in most else 2 if s in beside else 1 for s in SIDES}
    return found


def threats(state: State, ship: Ship) -> dict[str, int]:
    """How much each side is looked at: the sides that enemy ships would strike from where they are, the near ones most."""
    found = dict.fromkeys(SIDES, 10)
    for enemy in state.ships.values():
        if enemy.side != ship.side and enemy.alive and not enemy.hulk:
            shot = min(board.ways(enemy, ship, "*"), key=lambda s: s.range, default=None)
            for side in shot.sides if shot else ():
                found[side] += 500 // (max(1, shot.range if shot else 1) + 1)
    return found


# ---- what is ordered -----------------------------------------------------------------------------------------------


def faults(ship: Ship, settings: object, blocks: int) -> list[str]:
    """What is wrong with the shield points that an order gives the sides of a ship with so many blocks in its shields."""
    if not isinstance(settings, dict) or not all(type(n) is int for n in settings.values()):
        return [f"the shields of {ship.name} are given as points for each side: {', '.join(sides(ship))} ({RULE})"]
    found = [
        f"{ship.name} has no shield on side '{str(s)[:20]}', only on {', '.join(sides(ship))} ({RULE})"
        for s in settings
        if s not in sides(ship)
    ]
    found += [
        f"side {s} of {ship.name} receives 0 to {MOST} shield points, not {n} ({RULE})" for s, n in settings.items() if not 0 <= n <= MOST
    ]
    total = blocks * points(ship)
    if not found and sum(settings.values()) > total:
        found.append(
            f"{ship.name} has {total} shield points with {_times(blocks)} power in its shields, not {sum(settings.values())} ({RULE})"
        )
    return found


def _times(blocks: int) -> str:
    return ("no", "normal", "double", "triple")[blocks]


def read(ship: Ship, order: Json) -> Settings:
    """The settings of an order without faults: sides that it leaves out have none."""
    return {s: order.get("shields", {}).get(s, 0) for s in sides(ship)}


def words(settings: Mapping[str, int]) -> str:
    """'forward 5, forward right 4'; 'down'."""
    return ", ".join(f"{NAMES[s]} {settings[s]}" for s in SIDES if settings.get(s)) or "down"
