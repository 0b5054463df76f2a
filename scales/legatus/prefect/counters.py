"""The counters of a task force: what types there are, and a formation's counter as the counters of its parts. legatus: Prefect to Legatus"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

from scales.legatus.prefect.models import CounterIn, TaskForceIn
from scales.legatus.preparation.deploying import ordinal
from scales.legatus.tables import century_names, formation_ids, formations, strategic

MANUS = "manus"
EVERYBODY = ("tog", "commonwealth")


class CounterType(NamedTuple):
    """A type of counter. `gives` is what it becomes: cohort, century, manus_hq, brigade_hq, legion_hq, works, base, flight or ships; or
    formation, a counter for each of its parts. `kind` is a century or squadron type, `installations` the types of a base's installations."""

    id: str
    name: str
    gives: str
    kind: str = ""
    formation: str = ""
    installations: tuple[int, ...] = ()
    defensive_hexes: int = 0
    attack: int = 0
    factions: tuple[str, ...] = EVERYBODY


@lru_cache(maxsize=1)
def types() -> dict[str, CounterType]:
    """Every type of counter by its id: the standard formations, then all others."""
    found = {id: _of_formation(row) for id, row in formations().items()}
    return found | {id: _of_row(id, row) for id, row in strategic()["counters"].items()}


def _of_formation(row: dict[str, Any]) -> CounterType:
    gives = "formation" if row["formations"] else "cohort"
    return CounterType(row["id"], row["name"], gives, formation=row["id"], factions=tuple(row["factions"]))


def _of_row(id: str, row: dict[str, Any]) -> CounterType:
    installations = tuple(row.get("installations", ()))
    return CounterType(
        id, row["name"], row["gives"], row.get("kind", ""), "", installations, row.get("defensive_hexes", 0), row.get("attack", 0)
    )


def type_of(word: str) -> CounterType | None:
    """A type by its id or, for formations, the name that the book prints."""
    return types().get(formation_ids().get(word.lower(), word.lower()))


@dataclass(slots=True, frozen=True)
class Counter:
    """One counter of a task force. `entry` is the counter of the file that it comes from: its own, or the formation that it is a part of.

    `part_of` is the counter of the headquarters above it, `beside` that of the cohort to which it is attached.
    """

    id: str
    name: str
    side: str
    type: CounterType
    entry: str
    fatigue: int = 0
    disrupted: bool = False
    quality: str = ""
    part_of: str = ""
    beside: str = ""
    hex: str = ""
    attack: int = 0
    in_orbit: bool = True


def counters_of(side: str, force: TaskForceIn) -> list[Counter]:
    """The counters of a side, formations broken up into those of their parts."""
    return [counter for entry in force.counters for counter in _counters(side, entry)]


def _counters(side: str, entry: CounterIn) -> Iterator[Counter]:
    type = type_of(entry.type)
    assert type is not None, "the type was checked"
    name = entry.name or type.name
    counter = Counter(
        entry.id, name, side, type, entry.id, entry.fatigue, entry.disrupted, entry.quality,
        entry.part_of, entry.beside, entry.hex, entry.attack or type.attack, entry.in_orbit,
    )  # fmt: skip
    yield from _parts(counter) if type.gives == "formation" else [counter]


def _parts(whole: Counter) -> Iterator[Counter]:
    """The headquarters of a formation under the formation's own id, then its cohorts, then its support centuries."""
    row = formations()[whole.type.formation]
    is_manus = row["level"] == MANUS
    hq, first = types()["manus_hq" if is_manus else "brigade_hq"], f"{whole.id}.1"
    yield replace(whole, name=f"{whole.name} headquarters", type=hq, beside=whole.beside if is_manus else first)
    parts = list(_part_types(row))
    for n, type in enumerate(parts):
        number = sum(part.gives == type.gives for part in parts[: n + 1]) if type.gives == "cohort" else parts[: n + 1].count(type)
        name = f"{whole.name} {ordinal(number)} {_short(type)}"
        beside = "" if is_manus or type.gives == "cohort" else first
        yield replace(whole, id=f"{whole.id}.{n + 1}", name=name, type=type, part_of=whole.id, beside=beside)


def _short(type: CounterType) -> str:
    """What a part of a formation is called: Cohort, Battalion, or its century."""
    return str(formations()[type.formation]["level"]).capitalize() if type.formation else century_names()[type.kind]


def _part_types(row: dict[str, Any]) -> Iterator[CounterType]:
    """A type for each cohort and support century of a formation."""
    by_kind = {type.kind: type for type in types().values() if type.gives == "century"}
    yield from (types()[part] for part, count in row["formations"].items() for _ in range(count))
    yield from (by_kind[kind] for kind, count in row["centuries"].items() for _ in range(count))
