"""What is wrong with the fighters that a set-up puts aboard its ships and installations (leviathan: Fighter Bays)."""

from collections.abc import Iterator, Sequence

from scales.engine import Fault
from scales.ground_loads import RULE, load_of, misfits
from scales.leviathan import catalog
from scales.leviathan.catalog import Sheet
from scales.leviathan.fighters import decks
from scales.leviathan.patrol import crossing
from scales.leviathan.preparation.models import FightersIn, Setup, ShipIn, WingIn
from scales.leviathan.preparation.setup import unit_parts
from scales.leviathan.preparation.units import Carrier, nested

Cargo = FightersIn | WingIn


def faults(setup: Setup, carrier: Carrier, card: Sheet | None, where: str) -> Iterator[Fault]:
    """Of one carrier, of which `card` is None when it is one of the smallest installations, without any room."""
    for at, unit in nested(where, carrier):
        if unit.hex or unit.aboard not in ("", carrier.id):
            yield Fault("two_places", f"{unit.name} is aboard {carrier.name} already: give it neither a hex nor another ship", at)
    yield from _sides(setup, carrier, where)
    if card is None:
        if carrier.fighters:
            yield Fault("too_small", f"{carrier.name} is too small to carry fighters ({decks.BAYS})", f"{where}.fighters")
        return
    crafts = _crafts(cargo(setup, carrier))
    if (count := sum(number for _, number in crafts)) > card.fighters:
        text = f"{carrier.name} carries {card.fighters} fighters, not {count} ({decks.BAYS})"
        yield Fault("too_many_fighters", text, f"{where}.fighters")
    if text := decks.too_heavy(carrier.name, card, [craft for craft, _ in crafts]):
        yield Fault("heavy_fighters", text, f"{where}.fighters")


def troops(setup: Setup, ship: ShipIn, where: str) -> Iterator[Fault]:
    """Ground units aboard a patrol ship, which must be able to take them down (centurion: Landing or Launching Centurion Units)."""
    if not ship.cargo:
        return
    at = f"{where}.cargo"
    if not setup.options.get(crossing.OPTION):
        text = f"{ship.name} has ground units aboard: they come down where the option {crossing.OPTION} is played ({RULE})"
        yield Fault("no_crossing", text, at)
    loads = [load_of(unit, ship.side) for unit in ship.cargo]
    yield from (Fault("cargo", f"{ship.name} {words} ({RULE})", at) for words in misfits(crossing.room(ship.kind), loads))


def cargo(setup: Setup, carrier: Carrier) -> list[Cargo]:
    """Everything that begins aboard it, wherever the document says so."""
    elsewhere: list[Cargo] = [*setup.fighters, *setup.wings]
    return [*carrier.fighters, *(each for each in elsewhere if each.aboard == carrier.id)]


def _sides(setup: Setup, carrier: Carrier, where: str) -> Iterator[Fault]:
    known = [side.id for side in setup.sides]
    for unit in cargo(setup, carrier) if carrier.side in known else ():
        if unit.side not in ("", carrier.side):
            text = f"{unit.name} of {unit.side} is aboard {carrier.name}, which is of {carrier.side}"
            yield Fault("wrong_side", text, f"{where}.fighters")


def _crafts(units: Sequence[Cargo]) -> list[tuple[str, int]]:
    """The craft that there are, with numbers; of those that are wrong in themselves others tell."""
    found: list[tuple[str, int]] = []
    for unit in units:
        parts = ("", unit.fighters) if isinstance(unit, WingIn) else unit_parts(unit)
        found += [] if isinstance(parts, str) else [(craft, n) for craft, n in parts[1].items() if catalog.is_fighter(craft)]
    return found
