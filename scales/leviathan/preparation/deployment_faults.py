"""What is wrong with the zones of a set-up and the fighters that their side has still to organize (leviathan: Game Set-Up, Organization)."""

from scales.engine import Fault
from scales.leviathan import catalog
from scales.leviathan.preparation.models import Setup, WingIn
from scales.leviathan.preparation.setup import nearest


def faults(setup: Setup, sides: list[str]) -> list[Fault]:
    """All of it at once."""
    unknown = [side for side in setup.deployment if side not in sides]
    found = [Fault("unknown_side", f"there is no side '{s}' to deploy; there are {', '.join(sides)}", f"deployment.{s}") for s in unknown]
    for number, wing in enumerate(setup.wings):
        found += _wing_faults(setup, wing, sides, f"wings.{number}")
    return found


def _wing_faults(setup: Setup, wing: WingIn, sides: list[str], where: str) -> list[Fault]:
    ships = [unit.id for unit in setup.units]
    found = [
        Fault("bad_fighters", f"{wing.name}: there is no fighter '{craft}'{nearest(craft, catalog.fighters())}", f"{where}.fighters")
        for craft in wing.fighters
        if not catalog.is_fighter(craft)
    ]
    if wing.aboard and wing.aboard not in ships:
        found.append(Fault("unknown_ship", f"{wing.name} is aboard '{wing.aboard}', which is no ship here", f"{where}.aboard"))
    elif not wing.aboard and wing.side not in sides:
        found.append(Fault("unknown_side", f"there is no side '{wing.side}'; there are {', '.join(sides)}", f"{where}.side"))
    elif not wing.aboard and wing.side not in setup.deployment:
        text = f"{wing.name} has to be placed, and its side has no zone: give deployment.{wing.side}"
        found.append(Fault("no_zone", text, f"{where}.side"))
    return found + _shares(wing, where)


def _shares(wing: WingIn, where: str) -> list[Fault]:
    count = sum(wing.fighters.values())
    return [
        Fault("bad_fighters", f"{wing.name}: {n} of {count} fighters are {craft}; {wing.most_percent} percent may be", f"{where}.fighters")
        for craft, n in wing.fighters.items()
        if 100 * n > wing.most_percent * count
    ]
