"""Everything of a set-up that has an id, with its place in the document."""

from collections.abc import Iterator

from scales.leviathan.preparation.models import FightersIn, GroundIn, InstallationIn, Setup, ShipIn, WingIn

Carrier = ShipIn | InstallationIn
Unit = Carrier | FightersIn | GroundIn | WingIn


def carriers(setup: Setup) -> Iterator[tuple[str, Carrier]]:
    """Ships and installations with their places."""
    yield from ((f"units.{n}", ship) for n, ship in enumerate(setup.units))
    yield from ((f"installations.{n}", base) for n, base in enumerate(setup.installations))


def nested(where: str, carrier: Carrier) -> Iterator[tuple[str, FightersIn]]:
    """What stands under its carrier in the document."""
    yield from ((f"{where}.fighters.{n}", unit) for n, unit in enumerate(carrier.fighters))


def numbered(setup: Setup) -> Iterator[tuple[str, Unit]]:
    """All of it, carriers first."""
    for where, carrier in carriers(setup):
        yield where, carrier
        yield from nested(where, carrier)
    yield from ((f"fighters.{n}", unit) for n, unit in enumerate(setup.fighters))
    yield from ((f"ground.{n}", troops) for n, troops in enumerate(setup.ground))
    yield from ((f"wings.{n}", wing) for n, wing in enumerate(setup.wings))
