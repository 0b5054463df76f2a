"""Help from orbit in a battle without boards above it, as the scenario lends it (Naval Fire Support, Thor Satellite System)."""

from collections.abc import Iterator

from scales.centurion.naval_fire import class_missiles, class_missions, known_classes
from scales.centurion.orbit_setup import ShipSpec, ThorSpec
from scales.centurion.state import BattleState, ThorWindow
from scales.engine import Fault
from scales.messages import Bay, FireSupport


def lend(state: BattleState, ships: list[ShipSpec], satellites: list[ThorSpec]) -> None:
    """Every laser bay stands by as a ship of its own, the missiles with the first; every satellite for its side."""
    for spec in ships:
        kind, salvos = class_missiles(spec.type)
        for number, rating in enumerate(class_missions(spec.type), start=1):
            id, name = f"{spec.id}/{number}", f"{spec.name}, bay {number}"
            bay = Bay(f"{id}/bay", str(rating), "", rating)
            missiles = salvos if spec.missiles and number == 1 else 0
            state.ships[id] = FireSupport(id, name, spec.type, spec.side, "", "atmosphere", True, [bay], rating, missiles, kind)
            state.ship_windows[id] = [spec.since, spec.until or state.turn_limit]
    for satellite in satellites:
        until = satellite.until or state.turn_limit
        state.thor[satellite.side] = ThorWindow(satellite.missions, satellite.since, until)


def faults(sides: set[str], ships: list[ShipSpec], satellites: list[ThorSpec]) -> Iterator[Fault]:
    """Sides and classes that there are not, windows that never open, ids that are used twice."""
    seen: set[str] = set()
    for ship in ships:
        where = f"ships.{ship.id}"
        if ship.type not in known_classes():
            yield Fault("unknown_class", f"there is no naval fire of a class '{ship.type}'; known are {', '.join(known_classes())}", where)
        if ship.id in seen:
            yield Fault("twice", f"two ships have the id '{ship.id}'", where)
        seen.add(ship.id)
    for n, satellite in enumerate(satellites):
        if any(other.side == satellite.side for other in satellites[:n]):
            yield Fault("twice", f"side '{satellite.side}' has two satellites", f"thor.{n}")
    lent = [(s.side, s.since, s.until, f"ships.{s.id}") for s in ships] + [
        (t.side, t.since, t.until, f"thor.{n}") for n, t in enumerate(satellites)
    ]
    for side, since, until, where in lent:
        if side not in sides:
            yield Fault("unknown_side", f"there is no side '{side}'", where)
        if until and until < since:
            yield Fault("window", f"help from turn {since} until turn {until} never comes", where)
