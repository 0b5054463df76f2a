"""Results of one battle by several people: where they contradict each other, and what they tell together."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from orchestrator.dispatch.results import Result
from scales.engine import Fault, Json


@dataclass(slots=True)
class Difference:
    """What results say differently of a unit, by the id of the result: those that name it."""

    unit: str
    fates: dict[str, Any]


@dataclass(slots=True)
class Merged:
    """The fates of all units that somebody tells of, the ids of the results that were used besides, and where these contradict each other."""

    fates: Json
    used: list[str] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)


def differences(results: Sequence[Result]) -> list[Difference]:
    """What results say differently, by unit. Whoever leaves a unit out, or its sheet, contradicts nobody."""
    units = sorted({unit for each in results for unit in each.form["fates"]})
    told = [Difference(unit, _told(results, unit)) for unit in units]
    return [each for each in told if not _agree(each.fates.values())]


def merge(fates: Json, others: Sequence[Result]) -> Merged:
    """Fates, and those of the units that they do not name from the other results."""
    merged = Merged(dict(fates))
    for unit in sorted({unit for each in others for unit in each.form["fates"]} - fates.keys()):
        told = _told(others, unit)
        if not _agree(told.values()):
            said = ", ".join(f"{fate.get('status')} by result {id}" for id, fate in told.items())
            merged.faults.append(Fault("differs", f"{unit} is {said}: say in fates which holds", f"fates.{unit}"))
        merged.fates[unit] = {name: value for fate in told.values() for name, value in fate.items()}
        merged.used += [id for id in told if id not in merged.used]
    return merged


def _told(results: Iterable[Result], unit: str) -> dict[str, Any]:
    return {each.id: each.form["fates"][unit] for each in results if unit in each.form["fates"]}


def _agree(fates: Iterable[Any]) -> bool:
    """Whether what they tell both, they tell the same."""
    return all(a[name] == b[name] for a, b in combinations(fates, 2) for name in a.keys() & b.keys())
