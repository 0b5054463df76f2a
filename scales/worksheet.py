"""A construction worksheet: what a design is made of, step by step, with running totals, what it comes to, and every rule that it breaks.

Each game counts loads of its own kind, a named tuple of numbers: vehicles `Load`, ships exact fractions, which are rounded only where they are shown.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Generic, NamedTuple, TypeVar

from scales.engine import Json

L = TypeVar("L", bound=NamedTuple)


class Load(NamedTuple):
    """Power drawn in points, mass in tons, cost in talents."""

    power: int = 0
    mass: int = 0
    cost: int = 0


def added(loads: Sequence[L], zero: L) -> L:
    """All of them together; `zero` is a load of nothing."""
    return zero._make(sum(column) for column in zip(zero, *loads, strict=True))


def total(loads: Sequence[Load]) -> Load:
    """All loads of a vehicle together."""
    return added(loads, Load())


def whole(amount: int | Fraction) -> int:
    """To the nearest whole number, halves up."""
    return int((2 * amount + 1) // 2)


@dataclass(frozen=True)
class PartOf(Generic[L]):
    """One line of the worksheet; `kind` is the component it belongs to, where a later step counts by that."""

    name: str
    load: L
    kind: str = ""


@dataclass(frozen=True)
class StepOf(Generic[L]):
    """A step of the construction rules; `rule` is the book's heading, `zero` a load of nothing."""

    title: str
    rule: str
    parts: Sequence[PartOf[L]]
    zero: L

    @property
    def load(self) -> L:
        return added([part.load for part in self.parts], self.zero)


@dataclass(slots=True, frozen=True)
class Broken:
    """A rule that a design breaks: a stable code, a sentence, the place in the design, and the rule by the book's heading."""

    code: str
    text: str
    where: str
    rule: str

    @property
    def sentence(self) -> str:
        return f"{self.text} ({self.rule})"


@dataclass(slots=True)
class SheetOf(Generic[L]):
    """A design worked out. `results` are what it comes to by plain names; `record` its record sheet, empty when it breaks a rule."""

    name: str
    kind: str
    steps: list[StepOf[L]] = field(default_factory=list)
    results: dict[str, int] = field(default_factory=dict)
    broken: list[Broken] = field(default_factory=list)
    record: Json = field(default_factory=dict)

    def running(self) -> Iterator[tuple[StepOf[L], L]]:
        """Each step with the totals up to it."""
        loads: list[L] = []
        for step in self.steps:
            loads.append(step.load)
            yield step, added(loads, step.zero)


Part = PartOf[Load]
Step = StepOf[Load]
Worksheet = SheetOf[Load]


def figures(load: NamedTuple) -> dict[str, int]:
    """A load as it is shown."""
    return {name: whole(amount) for name, amount in load._asdict().items()}


def plain_sheet(sheet: SheetOf[L]) -> Json:
    """The worksheet for machines."""
    return {
        "ok": not sheet.broken,
        "name": sheet.name,
        "kind": sheet.kind,
        "steps": [
            {
                "title": step.title,
                "rule": step.rule,
                "parts": [{"name": p.name, **figures(p.load)} for p in step.parts],
                "running": figures(so_far),
            }
            for step, so_far in sheet.running()
        ],
        "results": sheet.results,
        "broken": [{"code": b.code, "text": b.text, "where": b.where, "rule": b.rule} for b in sheet.broken],
        "record": sheet.record,
    }
