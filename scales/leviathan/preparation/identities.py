"""Ids of a set-up that a battle could not tell apart or use in an order, and seats that would play two sides."""

from collections.abc import Iterator, Sequence

from scales.engine import Fault
from scales.leviathan.preparation.models import Setup
from scales.leviathan.preparation.units import numbered

SLOT_MARK, SALVO_MARK = "/", "missiles:"
"""What orders put between the id of a unit and its weapon, and before the id of whoever has sent missiles."""


def faults(setup: Setup) -> Iterator[Fault]:
    """Two of the same, and ids that would read as something else in an order."""
    yield from doubles("two sides have the id", [s.id for s in setup.sides], "double_id", "sides")
    yield from doubles("two sides are played by the seat", [s.seat for s in setup.sides], "double_seat", "sides")
    ids = [(unit.id, where) for where, unit in numbered(setup)]
    yield from doubles("two units have the id", [id for id, _ in ids], "double_id", "units")
    yield from (Fault("bad_id", text, f"{where}.id") for id, where in ids if (text := unusable(id)))


def unusable(id: str) -> str:
    """Why an order could not name a unit of this id; empty when it can."""
    if SLOT_MARK in id:
        return f"an id has no '{SLOT_MARK}': '{id}'"
    return f"an id does not begin with '{SALVO_MARK}': '{id}'" if id.startswith(SALVO_MARK) else ""


def doubles(words: str, ids: Sequence[str], code: str, where: str) -> Iterator[Fault]:
    yield from (Fault(code, f"{words} '{id}'", where) for id in sorted({id for id in ids if ids.count(id) > 1}))
