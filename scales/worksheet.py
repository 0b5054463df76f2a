"""A construction worksheet: what a design is made of, step by step, with running totals, what it comes to, and every rule that it breaks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from scales.engine import Json


class Load(NamedTuple):
    """Power drawn in points, mass in tons, cost in talents."""

    power: int = 0
    mass: int = 0
    cost: int = 0


def total(loads: Sequence[Load]) -> Load:
    """All of them together."""
    return Load(sum(each.power for each in loads), sum(each.mass for each in loads), sum(each.cost for each in loads))


@dataclass(slots=True, frozen=True)
class Part:
    """One line of the worksheet."""

    name: str
    load: Load


@dataclass(slots=True, frozen=True)
class Step:
    """A step of the construction rules; `rule` is the book's heading."""

    title: str
    rule: str
    parts: tuple[Part, ...]

    @property
    def load(self) -> Load:
        return total([part.load for part in self.parts])


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
class Worksheet:
    """A design worked out. `results` are what it comes to by plain names; `record` its record sheet, empty when it breaks a rule."""

    name: str
    kind: str
    steps: list[Step] = field(default_factory=list)
    results: dict[str, int] = field(default_factory=dict)
    broken: list[Broken] = field(default_factory=list)
    record: Json = field(default_factory=dict)

    def running(self) -> Iterator[tuple[Step, Load]]:
        """Each step with the totals up to it."""
        so_far = Load()
        for step in self.steps:
            so_far = total([so_far, step.load])
            yield step, so_far


def plain_sheet(sheet: Worksheet) -> Json:
    """The worksheet for machines."""
    return {
        "ok": not sheet.broken,
        "name": sheet.name,
        "kind": sheet.kind,
        "steps": [
            {
                "title": step.title,
                "rule": step.rule,
                "parts": [{"name": p.name, **p.load._asdict()} for p in step.parts],
                "running": so_far._asdict(),
            }
            for step, so_far in sheet.running()
        ],
        "results": sheet.results,
        "broken": [{"code": b.code, "text": b.text, "where": b.where, "rule": b.rule} for b in sheet.broken],
        "record": sheet.record,
    }
