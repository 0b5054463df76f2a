"""What a seat may choose in the Power Allocation Phase, each option with what it fires, moves and shields."""

from scales.engine import Decision, Json, Option, Slot
from scales.leviathan.movement.sequence import thrust_points
from scales.leviathan.power import blocks, shields
from scales.leviathan.power.blocks import Allocation
from scales.leviathan.power.shields import Settings
from scales.leviathan.records.words import count, name_of
from scales.leviathan.state import Ship, State

_SHOTS = (
    "nothing fires but turrets and missiles",
    "a broadside or the mount",
    "two broadsides, or one and the mount",
    "both broadsides and the mount",
)


def offers(state: State, decision: Decision) -> list[Slot]:
    """A slot for each ship that is asked."""
    return [Slot(u, f"Power of {name_of(state, u)}", options(state, state.ships[u]), u) for u in decision.units]


def options(state: State, ship: Ship) -> list[Option]:
    """Every allocation; where shields share the power, each with the settings that make sense."""
    found = []
    for given in blocks.allocations(state, ship):
        if shields.shared(state, ship):
            found += [_shielded(ship, given, name, settings) for name, settings in shields.sensible(state, ship, given.shields)]
        else:
            found.append(_plain(ship, given))
    return found


def _plain(ship: Ship, given: Allocation) -> Option:
    """`thrust` points this turn, `velocity_change` at most, `shots`: broadsides or spinal shots, one a block (leviathan: Weapons)."""
    thrust, limit = thrust_points(ship, given.maneuver)
    label = f"gives {given.weapons} to the weapons ({_SHOTS[given.weapons]})"
    if ship.kind == "ship":
        label += f", {given.maneuver} to the drives ({count(thrust, 'thrust point')}, {limit} of them for velocity)"
    info = {"shots": given.weapons, "thrust": thrust, "velocity_change": limit}
    return Option({"weapons": given.weapons, "maneuver": given.maneuver}, label, info)


def _shielded(ship: Ship, given: Allocation, name: str, settings: Settings) -> Option:
    """Also `shields` in points by side, `setting` how they are called, `shield_blocks` and the `shield_points` that these give."""
    option = _plain(ship, given)
    total = given.shields * shields.points(ship)
    how = f"{count(total, 'point')}, {name}: {shields.words(settings)}" if given.shields else "down"
    info: Json = {"shields": settings, "setting": name, "shield_blocks": given.shields, "shield_points": total}
    return Option(option.order | {"shields": settings}, f"{option.label}, {given.shields} to the shields ({how})", option.info | info)
