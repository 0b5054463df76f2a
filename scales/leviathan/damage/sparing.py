"""What the defender gives up when the rules leave him the choice (leviathan: Engineering, Weapon Systems): a standing order of preference.

A fire order may carry `spare`: {"bays": [numbers], "shields": [sides]}, those to be given up first in front. It stands until another is given. What
is not named comes after: the weakest bay, the lowest shield. Bays on the side that was hit go before all others, whatever is preferred.
"""

from scales.engine import Json
from scales.leviathan.catalog import SIDES
from scales.leviathan.state import Ship

KEYS = ("bays", "shields")


def bay(ship: Ship, side: str, *, fire_control: bool) -> int | None:
    """The bay hit: an undamaged one on the side hit, else anywhere else; of several the one that the defender gives up first."""
    whole = [i for i, b in enumerate(ship.bays) if not b.destroyed]
    sound = [i for i in whole if not (fire_control and ship.bays[i].fire_control)] or whole
    on_side = [i for i in sound if ship.card.bays[i].location == location(side)]
    return min(on_side or sound, key=lambda i: _bay_rank(ship, i), default=None)


def location(side: str) -> str:
    """The weapon location behind an armor side."""
    return side if side in ("F", "A") else side[1]


def shield(ship: Ship, gone: list[str]) -> str:
    """The side that the defender gives up beside those that are gone; '' when there is no shield left."""
    return next((s for s in shields(ship) if s not in gone), "")


def bays(ship: Ship) -> list[int]:
    """Every bay that is left, the first to be given up in front."""
    return sorted((i for i, b in enumerate(ship.bays) if not b.destroyed), key=lambda i: _bay_rank(ship, i))


def shields(ship: Ship) -> list[str]:
    """Every side with a shield generator, the first to be given up in front."""
    return sorted(_shielded(ship), key=lambda s: _shield_rank(ship, s))


def _shielded(ship: Ship) -> list[str]:
    """Sides that the class shields, or that have been given points since (leviathan: Variable Shields)."""
    return [s for s in SIDES if ship.card.shields.get(s) or ship.shields.get(s)]


def _bay_rank(ship: Ship, index: int) -> tuple[int, int, int]:
    named = ship.spare_bays
    return named.index(index) if index in named else len(named), sum(ship.card.bays[index].damage), index


def _shield_rank(ship: Ship, side: str) -> tuple[int, int, int]:
    named = ship.spare_shields
    return named.index(side) if side in named else len(named), ship.shields.get(side, 0), SIDES.index(side)


# ---- orders --------------------------------------------------------------------------------------------------------


def without(order: object) -> object:
    """A fire order without what it says of sparing."""
    return {k: v for k, v in order.items() if k != "spare"} if isinstance(order, dict) else order


def faults(ship: Ship, order: object) -> list[str]:
    """What is wrong with the `spare` of a fire order; nothing when it has none."""
    if not isinstance(order, dict) or "spare" not in order:
        return []
    spare = order["spare"]
    if not isinstance(spare, dict) or set(spare) - set(KEYS) or not all(isinstance(v, list) for v in spare.values()):
        return [
            "spare gives bays (their numbers) and shields (their sides), those to be given up first in front (leviathan: Weapon Systems)"
        ]
    return _bay_faults(ship, spare.get("bays", [])) + _shield_faults(ship, spare.get("shields", []))


def _bay_faults(ship: Ship, named: list[object]) -> list[str]:
    good = all(type(n) is int and 0 <= n < len(ship.bays) for n in named) and len({str(n) for n in named}) == len(named)
    return [] if good else [f"{ship.name} has bays 0 to {len(ship.bays) - 1} to give up, each once (leviathan: Weapon Systems)"]


def _shield_faults(ship: Ship, named: list[object]) -> list[str]:
    sides = _shielded(ship)
    good = all(s in sides for s in named) and len({str(s) for s in named}) == len(named)
    return [] if good else [f"{ship.name} has shields {', '.join(sides) or '(none)'} to give up, each once (leviathan: Engineering)"]


def note(ship: Ship, order: Json) -> None:
    """Remember the preference that an order carries."""
    if spare := order.get("spare"):
        ship.spare_bays, ship.spare_shields = list(spare.get("bays", ship.spare_bays)), list(spare.get("shields", ship.spare_shields))
