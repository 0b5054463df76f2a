"""The Power Allocation Phase: blocks of power for weapons, drives and, by the optional rule, shields (leviathan: Power Allocation, Engineering).

An order for a ship is JSON: {"weapons": blocks, "maneuver": blocks}; where shields share the power also {"shields": {side: points}}, and the
blocks that are left feed them. It is sealed; what is not used in the turn is lost.
"""

from itertools import product
from typing import NamedTuple

from scales.engine import Decision, Json
from scales.leviathan.power import marks, shields
from scales.leviathan.power.shields import Settings
from scales.leviathan.state import Ship, State
from scales.play import Play

RULE = "leviathan: Power Allocation"
FULL, HALF = 2, 1
"""What `Ship.power` says of a whole ship and of one at half power."""


class Allocation(NamedTuple):
    """Blocks of power; shields that do not share the ship's power have one of their own."""

    weapons: int
    maneuver: int
    shields: int = 1


class Order(NamedTuple):
    """What a ship does with its power, with the points of each shield side."""

    blocks: Allocation
    settings: Settings


def systems(state: State, ship: Ship) -> tuple[str, ...]:
    """What the ship shares its power among; an installation has no drives (leviathan: Orbital Installations)."""
    drives = ("maneuver",) if ship.kind == "ship" else ()
    return ("weapons", *drives, *(("shields",) if shields.shared(state, ship) else ()))


def blocks(state: State, ship: Ship) -> int:
    """Blocks that it has: one a system, at half power a single one (leviathan: Engineering)."""
    return len(systems(state, ship)) if ship.power == FULL else ship.power


def allocations(state: State, ship: Ship) -> list[Allocation]:
    """Every allocation the ship may choose, the normal one first."""
    if ship.abandoned:
        return [Allocation(0, 0, ship.shield_power)]
    if not ship.controlled:
        return [standing(state, ship)]
    names, number = systems(state, ship), blocks(state, ship)
    every = [
        _of(dict(zip(names, parts, strict=True))) for parts in product(range(number, -1, -1), repeat=len(names)) if sum(parts) == number
    ]
    normal = _of(dict.fromkeys(names, 1))
    if ship.card.is_patrol and ship.power == FULL:
        return [normal]
    return sorted((a for a in every if not shunted_out(ship, a)), key=lambda a: a != normal)


def _of(parts: dict[str, int]) -> Allocation:
    return Allocation(parts["weapons"], parts.get("maneuver", 0), parts.get("shields", 1))


def shunted_out(ship: Ship, given: Allocation) -> list[str]:
    """The damaged power systems that an allocation takes power from, in words; at half power there is nothing to shunt."""
    if ship.power != FULL:
        return []
    damaged = [("weapon_power_system", given.weapons, "Weapon Power System", "Weapons")]
    damaged += [("maneuver_power_system", given.maneuver, "Maneuver Power System", "Maneuver")] if ship.kind == "ship" else []
    return [
        f"no power may be shunted out of the damaged {name} of {ship.name} (leviathan: {rule})"
        for part, left, name, rule in damaged
        if ship.effects.get(part) and not left
    ]


def standing(state: State, ship: Ship) -> Allocation:
    """Without a bridge the allocation stays as it was ordered last, as far as the power reaches (leviathan: Main Bridge)."""
    names, left = systems(state, ship), blocks(state, ship)
    wanted = dict(zip(("weapons", "maneuver", "shields"), ship.ordered_power or [1, 1, 1], strict=True))
    parts = {}
    for name in names:
        parts[name] = min(wanted[name], left)
        left -= parts[name]
    return _of(parts)


def spinal_powered(ship: Ship) -> bool:
    """May the mount be fired with the power in the weapons? Damaged weapon power needs a shunted block (leviathan: Weapons)."""
    return ship.weapons >= (2 if ship.effects.get("weapon_power_system") else 1)


# ---- the phase -----------------------------------------------------------------------------------------------------


def allocate(play: Play[State]) -> list[Decision]:
    """Ask every seat for its ships' power, sealed; ships without a choice are set."""
    state = play.state
    if play.asks_first():
        wanted = [d for s in state.sides if (d := asked(state, s.id))]
        asked_for = {u for d in wanted for u in d.units}
        _share_out(play, {s.id: usual(state, s) for s in state.ships.values() if s.alive and s.id not in asked_for})
        return wanted
    _share_out(play, _orders(play))
    return []


def asked(state: State, side: str) -> Decision | None:
    """What a side is asked of its ships that have a choice."""
    units = [s.id for s in state.of_side(side) if s.alive and has_choice(state, s)]
    if not units:
        return None
    prompt = "Allocate power between weapons and maneuver drives."
    if any(shields.shared(state, state.ships[u]) for u in units):
        prompt = "Allocate power among weapons, maneuver drives and shields, and set the shields."
    return Decision(f"power:{side}", state.seat_of(side), "power", prompt, units, sealed=True)


def has_choice(state: State, ship: Ship) -> bool:
    """May it share its power out in more than one way, or set shields that have power?"""
    return len(allocations(state, ship)) > 1 or (ship.controlled and ship.power > 0 and shields.shared(state, ship))


def usual(state: State, ship: Ship) -> Order:
    """What happens without an order: the normal allocation; what was ordered last on a ship without a bridge."""
    given = allocations(state, ship)[0]
    if not shields.shared(state, ship):
        return Order(given, ship.shields)
    if ship.abandoned:  # its shields stay as they are (leviathan: Abandoning an Installation)
        return Order(given, ship.shields)
    if not ship.controlled:
        return Order(given, shields.kept(ship, given.shields))
    return Order(given, shields.built(ship) if given.shields else dict.fromkeys(shields.sides(ship), 0))


def _orders(play: Play[State]) -> dict[str, Order]:
    """What was ordered; the usual where a ruling has changed the ship so much meanwhile that it cannot be done."""
    state, found = play.state, {}
    for key in sorted(play.answers):
        for ship_id, order in sorted(play.answers[key].choices.items()):
            ship = state.ships[ship_id]
            if ship.alive:
                found[ship_id] = usual(state, ship) if faults(state, ship, order) else read(state, ship, order)
    return found


def _share_out(play: Play[State], orders: dict[str, Order]) -> None:
    """Set power and shields, and tell it: power to its own side, shields to everybody."""
    state = play.state
    before = {unit: dict(state.ships[unit].shields) for unit in orders}
    for unit, order in orders.items():
        _set(state, state.ships[unit], order)
    for side in state.sides:
        _tell_power(play, side.id, [u for u in orders if state.ships[u].side == side.id])
    _tell_shields(play, [u for u in orders if state.ships[u].shields != before[u]])


def _set(state: State, ship: Ship, order: Order) -> None:
    is_shared = shields.shared(state, ship)
    ship.weapons, ship.maneuver, ship.shield_power = order.blocks
    if is_shared:
        ship.shields = dict.fromkeys(ship.shields, 0) | order.settings
    if ship.controlled and ship.power:
        ship.ordered_power, ship.ordered_shields = list(order.blocks), dict(order.settings) if is_shared else {}
    marks.mark(ship, state.turn, shields=is_shared)


def _tell_power(play: Play[State], side: str, units: list[str]) -> None:
    """Ships that have a choice and did not take the normal allocation."""
    ships = [play.state.ships[u] for u in sorted(units)]
    shunted = [s for s in ships if has_choice(play.state, s) and (s.weapons, s.maneuver, s.shield_power) != (1, 1, 1)]
    if shunted:
        text = f"Power is shunted: {'; '.join(f'{s.name} {words(play.state, s)}' for s in shunted)}."
        data = {s.id: {"weapons": s.weapons, "maneuver": s.maneuver, "shields": s.shield_power} for s in shunted}
        play.tell("power", text, RULE, units=[s.id for s in ships], data={"blocks": data}, seen_by=[side])


def words(state: State, ship: Ship) -> str:
    """'2 to weapons and 0 to the drives'."""
    parts = [f"{ship.weapons} to weapons"]
    parts += [f"{ship.maneuver} to the drives"] if ship.kind == "ship" else []
    parts += [f"{ship.shield_power} to the shields"] if shields.shared(state, ship) else []
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else parts[0]


def _tell_shields(play: Play[State], units: list[str]) -> None:
    ships = [play.state.ships[u] for u in sorted(units)]
    if ships:
        text = f"Shields are set: {'; '.join(f'{s.name} {shields.words(s.shields)}' for s in ships)}."
        play.tell("shields", text, shields.RULE, units=[s.id for s in ships], data={"shields": {s.id: s.shields for s in ships}})


# ---- orders --------------------------------------------------------------------------------------------------------


def read(state: State, ship: Ship, order: Json) -> Order:
    """An order without faults: the shields have the blocks that weapons and drives leave."""
    weapons, maneuver = order["weapons"], order.get("maneuver", 0)
    if not shields.shared(state, ship):
        return Order(Allocation(weapons, maneuver), ship.shields)
    return Order(Allocation(weapons, maneuver, blocks(state, ship) - weapons - maneuver), shields.read(ship, order))


def faults(state: State, ship: Ship, order: object) -> list[str]:
    """What is wrong with an order for a ship's power, in sentences."""
    shared = shields.shared(state, ship)
    if not isinstance(order, dict) or "weapons" not in order or set(order) - {"weapons", "maneuver", "shields"}:
        return [f"{ship.name} gives blocks of power to weapons and maneuver{', and shields a number for each side' if shared else ''}"]
    weapons, maneuver = order["weapons"], order.get("maneuver", 0)
    if not all(type(n) is int and n >= 0 for n in (weapons, maneuver)):
        return [f"{ship.name} gives whole blocks of power to weapons and maneuver, none or more"]
    if "shields" in order and not shared:
        return [f"the shields of {ship.name} are fixed and take no part in the allocation ({RULE})"]
    found = _sums(state, ship, weapons, maneuver, shared)
    if not found and shared:
        found = shields.faults(ship, order.get("shields", {}), blocks(state, ship) - weapons - maneuver)
    return found


def _sums(state: State, ship: Ship, weapons: int, maneuver: int, shared: bool) -> list[str]:
    """Are there so many blocks, all given to something, and none taken from a damaged system?"""
    number, used = blocks(state, ship), weapons + maneuver
    given = Allocation(weapons, maneuver, number - used) if shared else Allocation(weapons, maneuver)
    if used > number or (used < number and not shared):
        have = f"{number} block{'' if number == 1 else 's'} of power{' at half power' if ship.power == HALF else ''}"
        return [f"{ship.name} has {have}, and {weapons} to the weapons with {maneuver} to the drives are {used} ({_rule(ship)})"]
    if maneuver and ship.kind != "ship":
        return [f"{ship.name} has no power to allocate to maneuver (leviathan: Orbital Installations)"]
    found = shunted_out(ship, given)
    if not found and given not in allocations(state, ship):
        found = [f"{ship.name} cannot share its power out otherwise than {_only(state, ship)} ({_rule(ship)})"]
    return found


def _only(state: State, ship: Ship) -> str:
    return " or ".join(f"{a.weapons} to the weapons and {a.maneuver} to the drives" for a in allocations(state, ship))


def _rule(ship: Ship) -> str:
    if ship.card.is_patrol:
        return "leviathan: Patrol Class Ships"
    return "leviathan: Engineering" if ship.power == HALF else RULE
