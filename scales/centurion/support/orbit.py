"""Help from orbit in a battle without boards above it, as the scenario lends it (Naval Fire Support, Thor Satellite System).

Headings of the book played here too: Orbital Fire Support.
"""

from collections.abc import Iterator

from scales.centurion import switches
from scales.centurion.preparation.orbit_setup import ShipSpec, ThorSpec
from scales.centurion.state import BattleState, ThorWindow
from scales.centurion.support.naval_fire import broadside, class_missiles, class_missions, known_classes
from scales.engine import Fault
from scales.messages import Bay, FireSupport


def lend(state: BattleState, ships: list[ShipSpec], satellites: list[ThorSpec]) -> list[FireSupport]:
    """Ships stand by, and every satellite for its side; returns the ships as they are called."""
    lent = [(spec, ship) for spec in ships for ship in attacks(state, spec)]
    for spec, ship in lent:
        state.ships[ship.ship], state.ship_since[ship.ship] = ship, spec.since
        state.ship_windows[ship.ship] = [spec.since, spec.until or state.turn_limit]
    for satellite in satellites:
        until = satellite.until or state.turn_limit
        state.thor[satellite.side] = ThorWindow(satellite.missions, satellite.since, until)
        state.missions_left.pop(f"thor:{satellite.side}", None)
    return [ship for _, ship in lent]


def attacks(state: BattleState, spec: ShipSpec) -> list[FireSupport]:
    """What can be called of a ship: by the simple tables every laser bay and the missiles, each for itself; else one broadside with the missiles."""
    kind, salvos = spec.type, salvos_of(spec)
    missile = class_missiles(kind)[0]
    if switches.is_on(state, "leviathan_naval_rules"):
        bays = [Bay(f"{spec.id}/{n}", name, "", points) for n, (name, points) in enumerate(broadside(kind))] if spec.lasers else []
        return [FireSupport(spec.id, spec.name, kind, spec.side, "", spec.zone, True, bays, salvos, missile)]
    found = []
    for n, points in enumerate(class_missions(kind) if spec.lasers else [], start=1):
        id, bay = f"{spec.id}/{n}", Bay(f"{spec.id}/{n}/bay", str(points), "", points)
        found.append(FireSupport(id, f"{spec.name}, bay {n}", kind, spec.side, "", "atmosphere", True, [bay]))
    if salvos:
        found.append(
            FireSupport(f"{spec.id}/missiles", f"{spec.name}, missiles", kind, spec.side, "", "atmosphere", True, [], salvos, missile)
        )
    return found


def salvos_of(spec: ShipSpec) -> int:
    """Salvos of missiles that the scenario gives a ship."""
    most = class_missiles(spec.type)[1]
    return most * spec.missiles if isinstance(spec.missiles, bool) else spec.missiles


def recall(state: BattleState, id: str) -> list[FireSupport]:
    """A ship that the scenario lent goes, with all its attacks; returns these. What was called of it is struck off when it is due."""
    gone = [state.ships[each] for each in state.ship_windows if each == id or each.startswith(f"{id}/")]
    for ship in gone:
        del state.ships[ship.ship], state.ship_windows[ship.ship]
        state.ship_since.pop(ship.ship, None)
    return gone


def objections(state: BattleState, ships: list[ShipSpec], satellites: list[ThorSpec]) -> list[str]:
    """What is against lending these by a ruling."""
    found = [fault.text for fault in faults(set(state.sides), ships, satellites, state.turn_limit)]
    taken = {
        *state.vehicles,
        *state.squads,
        *state.centuries,
        *state.batteries,
        *state.ships,
        *(id.partition("/")[0] for id in state.ship_windows),
    }
    found += [f"there is already something with the id '{ship.id}' in this battle" for ship in ships if ship.id in taken]
    return found + [f"{state.sides[each.side].name} has a satellite already" for each in satellites if each.side in state.thor]


def faults(sides: set[str], ships: list[ShipSpec], satellites: list[ThorSpec], turns: int) -> Iterator[Fault]:
    """Sides and classes that there are not, more than a class has, windows that never open in so many turns or are too short."""
    for ship in ships:
        where = f"ships.{ship.id}"
        if ship.type not in known_classes():
            yield Fault("unknown_class", f"there is no naval fire of a class '{ship.type}'; known are {', '.join(known_classes())}", where)
        else:
            yield from _load_faults(ship, where)
        if "/" in ship.id:
            yield Fault("ship", f"the id '{ship.id}' of a ship has a stroke in it; its attacks are told apart by one", where)
        yield from _window_faults(ship, sides, turns, where)
    for n, satellite in enumerate(satellites):
        where, length = f"thor.{n}", (satellite.until or turns) - satellite.since + 1
        if 0 < length < satellite.missions:
            text = f"a window of {length} turns lets no more missions be called, not {satellite.missions}: one in each End Phase"
            yield Fault("window", text, where)
        if any(other.side == satellite.side for other in satellites[:n]):
            yield Fault("twice", f"side '{satellite.side}' has two satellites", where)
        yield from _window_faults(satellite, sides, turns, where)


def _window_faults(lent: ShipSpec | ThorSpec, sides: set[str], turns: int, where: str) -> Iterator[Fault]:
    if lent.side not in sides:
        yield Fault("unknown_side", f"there is no side '{lent.side}'", where)
    until = lent.until or turns
    if until < lent.since:
        yield Fault("window", f"help from turn {lent.since} until turn {until} never comes", where)


def _load_faults(ship: ShipSpec, where: str) -> Iterator[Fault]:
    """Missiles that a class does not have, and a ship with nothing to fire."""
    most = class_missiles(ship.type)[1]
    if ship.missiles and not most:
        yield Fault("missiles", f"ships of the class '{ship.type}' have no missiles", where)
    elif salvos_of(ship) > most:
        yield Fault("missiles", f"ships of the class '{ship.type}' have {most} salvos of missiles, not {salvos_of(ship)}", where)
    if not ship.lasers and not ship.missiles:
        yield Fault("ship", f"ship '{ship.id}' has neither lasers nor missiles to fire", where)
