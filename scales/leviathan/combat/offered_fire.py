"""What a ship may fire: hold; or for every use of its power and every target worth it all bays that bear on it, the rest at what suits them
best, also at other sides of that target; missiles. `value` is what the bot counts, `shots` what is rolled (`offered_shots`)."""

from scales.engine import Decision, Json, Option, Slot
from scales.leviathan import board
from scales.leviathan.combat import fire, offered_shots
from scales.leviathan.combat.fire import Aim
from scales.leviathan.combat.offered_missiles import missile_options
from scales.leviathan.combat.reach import Found, Reach, bay_worth, mount_worth
from scales.leviathan.patrol import missile_boats
from scales.leviathan.records.words import LOCATIONS
from scales.leviathan.state import Ship, State

PRIMARY = 8
"""Targets on which a whole ship may concentrate, best first, that are offered."""
SIDED = 3
"""Of those, ships of which other sides than the best are offered too."""

Usable = dict[int, dict[str, int]]
"""The worth of every target for each bay that fires."""


def fire_slots(state: State, decision: Decision) -> list[Slot]:
    slots = []
    for unit in decision.units:
        ship = state.ships[unit]
        slots.append(Slot(unit, f"{ship.name} fires", fire_options(state, ship), unit))
        salvos = missile_boats.options(state, ship) if ship.card.missile_attack else missile_options(state, ship)
        if len(salvos) > 1:
            slots.append(Slot(f"{unit}/missiles", f"Missiles of {ship.name}", salvos, unit))
    return slots


def fire_options(state: State, ship: Ship) -> list[Option]:
    options = [Option({}, "holds its fire", {"value": 0, "shots": []})]
    if not fire.may_fire_bays(ship):
        return options
    reach = Reach(state, ship).look()
    shooting = max(reach.mount, key=lambda t: (reach.mount[t], t), default="")
    for sides, spinal in _modes(ship, bool(reach.mount)):
        usable = _usable(reach, sides)
        if usable:
            options += _broadsides(reach, sides, shooting if spinal else "", usable)
    return options + _mounts(reach)


def _modes(ship: Ship, mount: bool) -> list[tuple[list[str], bool]]:
    """Uses of the blocks of power in the weapons with a broadside: broadsides and the mount (leviathan: Weapons)."""
    modes: list[tuple[list[str], bool]] = [(["L"], False), (["R"], False)]
    if ship.weapons >= 2 and ship.kind != "ground":
        modes += [(["L", "R"], False)] + ([(["L"], True), (["R"], True)] if mount else [])
    if ship.weapons >= 3 and mount:
        modes.append((["L", "R"], True))
    return modes


def _usable(reach: Reach, sides: list[str]) -> Usable:
    """Bays that fire when these broadsides have power and that reach something."""
    where = {i: reach.ship.card.bays[i].location for i in reach.bays}
    return {i: w for i, w in reach.bays.items() if w and (where[i] not in "LR" or where[i] in sides)}


def _primaries(usable: Usable) -> list[str]:
    total: dict[str, int] = {}
    for worths in usable.values():
        for target, value in worths.items():
            total[target] = total.get(target, 0) + value
    return sorted(total, key=lambda t: (-total[t], t))[:PRIMARY]


def _broadsides(reach: Reach, sides: list[str], spinal: str, usable: Usable) -> list[Option]:
    """Each target that the ship may concentrate on, at its best; of the best ships also each other side that some bay can strike."""
    primaries = _primaries(usable)
    options = [_fire_option(reach, sides, spinal, usable, primary) for primary in primaries]
    for primary in [p for p in primaries if p in reach.state.ships][:SIDED]:
        for side in reach.sides(primary):
            able = [index for index, worths in usable.items() if primary in worths]
            others = {index: found for index in able if (found := reach.on_side(index, primary, side))}
            if others:
                options.append(_fire_option(reach, sides, spinal, usable, primary, others, side))
    return options


def _fire_option(
    reach: Reach, sides: list[str], spinal: str, usable: Usable, primary: str, others: dict[int, Found] | None = None, side: str = ""
) -> Option:
    """All bays at the primary target that bear on it, those of `others` at a side that is not their best, the rest at what is best for each;
    `share` is what of the value is won on the `primary` target."""
    others = others or {}
    at: dict[str, list[int]] = {primary: []}
    order_bays: Json = {}
    value, share = reach.mount.get(spinal, 0), 0
    for index, worths in usable.items():
        target = primary if primary in worths else max(worths, key=lambda t: (worths[t], t))
        other = others.get(index)
        won = bay_worth(reach.state.ships[primary], other) if other else worths[target]
        order_bays[str(index)] = _mark(reach, primary, other[0]) if other else target
        at.setdefault(target, []).append(index)
        value, share = value + won, share + (won if target == primary else 0)
    order: Json = {"broadsides": sides, "bays": order_bays} | ({"spinal": spinal} if spinal else {})
    shots = [s for t, numbers in at.items() for s in reach.shots(t, numbers, others if t == primary else {}, side if t == primary else "")]
    shots += [reach.mount_shot(spinal, reach.depths[spinal])] if spinal else []
    return Option(order, _label(shots, sides), {"value": value, "primary": primary, "share": share, "shots": shots})


def _mark(reach: Reach, target: str, aim: Aim) -> Json:
    """A target with the hexes of a way, counted from the bow."""
    origin, mark = board.occupied(reach.ship).index(aim.shot.origin), board.occupied(reach.state.ships[target]).index(aim.shot.mark)
    return {"target": target, "from": origin, "at": mark}


def _mounts(reach: Reach) -> list[Option]:
    """The mount alone, at each ship that it reaches and at each side of it that it can strike, best first."""
    options = []
    for target in sorted(reach.mount, key=lambda t: (-reach.mount[t], t))[:PRIMARY]:
        options.append(_mount_option(reach, target, {"spinal": target}, reach.depths[target]))
        for side in reach.sides(target):
            other = reach.mount_on_side(target, side)
            if other:
                options.append(_mount_option(reach, target, {"spinal": _mark(reach, target, other[0])}, other))
    return options


def _mount_option(reach: Reach, target: str, order: Json, found: Found) -> Option:
    shots = [reach.mount_shot(target, found)]
    return Option(order, _label(shots), {"value": mount_worth(reach.state.ships[target], found), "shots": shots})


def _label(shots: list[Json], sides: list[str] | None = None) -> str:
    power = f" ({' and '.join(LOCATIONS[s] for s in sides)} broadside)" if sides else ""
    return f"fires {'; '.join(map(offered_shots.words, shots))}{power}"
