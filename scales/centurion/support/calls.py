"""Who may call for artillery and naval fire, and which hexes are worth it (centurion: Centurions, Artillery, Naval Fire Support)."""

from scales.centurion.combat import internals
from scales.centurion.combat.aim import commands
from scales.centurion.ground.terrain import on_board
from scales.centurion.state import PARITY, BattleState, Call, Century, Vehicle
from scales.hexes import Hex, distance, within

LIVELY = 2


def whole(vehicle: Vehicle | None) -> bool:
    """A vehicle on the map that has its commander and its communications."""
    return vehicle is not None and not vehicle.destroyed and not vehicle.left and vehicle.hex is not None and commands(vehicle)


def centurion(state: BattleState, century: Century) -> Vehicle | None:
    """The Centurion's vehicle while he is active: alive, conscious, in touch, his vehicle whole."""
    vehicle = state.vehicles.get(century.centurion)
    return vehicle if whole(vehicle) else None


def officers(state: BattleState, side: str) -> list[tuple[Century, Vehicle]]:
    """Naval Fire Control Officers who can call: also their infantry compartment must be unhurt."""
    found = []
    for _, century in sorted(state.centuries.items()):
        for id in century.fire_control if century.side == side else []:
            vehicle = state.vehicles.get(id)
            if vehicle is not None and whole(vehicle) and not _equipment_hurt(vehicle):
                found.append((century, vehicle))
    return found


def _equipment_hurt(vehicle: Vehicle) -> bool:
    """Any damage to his communications or to the compartment that is full of them costs the officer his advantages."""
    return "infantry" in vehicle.effects or any(internals.lost(vehicle, system) for system in ("infantry", "comm"))


def centurions(state: BattleState, side: str) -> list[tuple[Century, Vehicle]]:
    """Active Centurions of a side."""
    own = [c for _, c in sorted(state.centuries.items()) if c.side == side]
    return [(century, vehicle) for century in own for vehicle in [centurion(state, century)] if vehicle is not None]


def new_call(state: BattleState, side: str, *, kind: str, source: str, hex: Hex, due: int) -> Call:
    """A mission with the next number of its side in this turn: the other side cannot count along."""
    start = f"{side}-{state.turn}-"
    number = sum(call.id.startswith(start) for call in state.calls) + 1
    call = Call(f"{start}{number}", side, kind, source, hex, due)
    state.calls.append(call)
    return call


def clusters(state: BattleState, side: str, delay: int, most: int) -> list[tuple[Hex, int]]:
    """Hexes where a round that reaches the neighbors too would meet most enemies, friends counting twice against it.

    Units that moved fast are worth less with every minute of delay: they will be elsewhere.
    """
    worths = [(u.hex, _worth(u, side, delay)) for u in state.in_play() if u.hex is not None]
    around = {h for hex, value in worths if value > 0 for h in within(hex, 1, PARITY) if on_board(state, h)}
    scored = [(hex, _score(hex, worths)) for hex in around]
    return sorted([(hex, score) for hex, score in scored if score > 0], key=lambda s: (-s[1], s[0]))[:most]


def _worth(unit: object, side: str, delay: int) -> int:
    speed = unit.velocity if isinstance(unit, Vehicle) else 0
    still = 10 if speed <= LIVELY else 4 if delay <= 1 else 2
    return still if getattr(unit, "side", side) != side else -20


def _score(hex: Hex, worths: list[tuple[Hex, int]]) -> int:
    total = 0
    for at, value in worths:
        away = distance(at, hex, PARITY)
        if away <= 1:
            total += value + (value // 2 if away == 0 else 0)
        elif away <= 3 and value < 0:
            total += value // 4
    return total
