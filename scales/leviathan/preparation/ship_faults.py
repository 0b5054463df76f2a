"""What is wrong with the shields that a set-up gives a ship, and with the leaders that it names."""

from collections.abc import Iterator, Sequence

from scales.engine import Fault
from scales.leviathan.catalog import SIDES, Sheet
from scales.leviathan.patrol.statistics import an
from scales.leviathan.power.command import has_flag_bridge
from scales.leviathan.preparation.models import InstallationIn, ShipIn


def shields(card: Sheet, ship: ShipIn, where: str) -> Iterator[Fault]:
    """Of patrol ships, whose points are distributed before the game (leviathan: Patrol Class Ships, Shields)."""
    if not ship.shields:
        return
    total, given = sum(card.shields.values()), sum(ship.shields.values())
    at = f"{where}.shields"
    if not card.is_patrol:
        text = f"the shields of {ship.name} were set when its class was built: only patrol ships distribute them before a game"
        yield Fault("bad_shields", f"{text} (leviathan: Shields)", at)
        return
    for side in ship.shields:
        if side not in SIDES:
            yield Fault(
                "bad_shields", f"{ship.name} has no shield on side '{side[:20]}', only on {', '.join(SIDES)} (leviathan: Shields)", at
            )
    if given != total:
        text = f"{ship.name}, as {an(card.hull)}, distributes {total} shield points among its six sides, not {given}"
        yield Fault("bad_shields", f"{text} (leviathan: Shields)", at)


def bridge(card: Sheet, ship: ShipIn, where: str) -> Iterator[Fault]:
    """A leader cannot be on a flag bridge that the class does not have."""
    if ship.bridge == "flag" and not has_flag_bridge(card):
        text = f"{ship.name} has no flag bridge: its leader is on the main bridge (leviathan: Commander's Skill)"
        yield Fault("bad_bridge", text, f"{where}.bridge")


def commanders(units: Sequence[ShipIn | InstallationIn]) -> Iterator[Fault]:
    """One squadron commander a side, and one successor for each number after him."""
    taken: dict[tuple[str, int], str] = {}
    for unit in units:
        if unit.commander:
            other = taken.setdefault((unit.side, unit.commander), unit.name)
            if other != unit.name:
                text = f"{other} and {unit.name} are both number {unit.commander} in the command of {unit.side}"
                yield Fault("double_commander", f"{text} (leviathan: Commander's Skill)", "units")
