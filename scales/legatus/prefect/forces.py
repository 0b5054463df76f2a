"""What each counter of a battle brings to the Legatus table: centuries, installations, squadrons, ships. legatus: Prefect to Legatus"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from scales.legatus.prefect import prefect
from scales.legatus.prefect.counters import Counter, counters_of
from scales.legatus.prefect.models import StrategicBattle, TaskForceIn
from scales.legatus.preparation.deploying import ordinal
from scales.legatus.tables import century_names, formations

HQ_KINDS = ("hq_grav", "hq_ground")
SHIPS = "ships"


@dataclass(slots=True, frozen=True)
class Piece:
    """A unit of a Legatus battle. `hq`: it commands what its counter stands for; `organic`: with signals of its own."""

    id: str
    name: str
    kind: str
    hq: bool = False
    organic: bool = False


@dataclass(slots=True, frozen=True)
class Brought:
    """A counter with all that it stands for (`whole`) and what of that is in the battle (`here`); `attack` of ships as they fire."""

    counter: Counter
    whole: list[Piece]
    here: list[Piece] = field(default_factory=list)
    attack: int = 0


def halved_side(battle: StrategicBattle) -> str:
    """The side that comes at half strength: the only one that was detected; '' when both were, or none."""
    one, other = battle.sides
    found = {one: battle.sides[other].passed_by is not None, other: battle.sides[one].passed_by is not None}
    detected = [side for side, is_detected in found.items() if is_detected]
    return detected[0] if len(detected) == 1 else ""


def forces(battle: StrategicBattle) -> list[Brought]:
    """What every counter of both sides brings, in the order of the file."""
    halved = halved_side(battle)
    return [each for side, force in battle.sides.items() for each in force_of(side, force, at_half=side == halved)]


def force_of(side: str, force: TaskForceIn, *, at_half: bool) -> list[Brought]:
    """What the counters of one side bring."""
    counters = counters_of(side, force)
    base, behind = naval_base(counters), left_behind(counters) if at_half else []
    found = []
    for counter in counters:
        whole = pieces_of(counter, base)
        here = [] if counter.id in behind or not counter.in_orbit else _shared(counter, whole, at_half=at_half)
        found.append(Brought(counter, whole, here, _attack(counter, at_half=at_half)))
    return found


def naval_base(counters: Sequence[Counter]) -> str:
    """The naval base on the map that supports most squadrons of a flight: gn5, gn3 or none."""
    held = [counter.type.id for counter in counters]
    return next((base for base in ("gn5", "gn3") if base in held), "none")


def half(number: int) -> int:
    """Half of a number, rounded up."""
    return (number + 1) // 2


def left_behind(counters: Sequence[Counter]) -> list[str]:
    """The centuries that are not in the battle of a side at half strength: of each type half of them, the last of the file."""
    by_type: dict[str, list[str]] = {}
    for counter in counters:
        if counter.type.gives == "century":
            by_type.setdefault(counter.type.id, []).append(counter.id)
    return [id for ids in by_type.values() for id in ids[half(len(ids)) :]]


def _shared(counter: Counter, whole: list[Piece], *, at_half: bool) -> list[Piece]:
    """Those units of a counter that are in the battle. Squadrons have no crippled side: of a disrupted flight half of them fly."""
    gives = counter.type.gives
    if gives == "cohort" and at_half:
        return _half_of(whole)
    if gives == "flight":
        halvings = at_half + counter.disrupted
        return whole[: half(half(len(whole))) if halvings == 2 else half(len(whole)) if halvings else len(whole)]
    return whole


def _half_of(whole: list[Piece]) -> list[Piece]:
    """Half of a cohort, rounded up: its headquarters, then a century of each kind by turns."""
    kinds = [piece.kind for piece in whole]
    turns = {piece.id: (not piece.hq, kinds[:n].count(piece.kind), n) for n, piece in enumerate(whole)}
    chosen = sorted(whole, key=lambda piece: turns[piece.id])[: half(len(whole))]
    return [piece for piece in whole if piece in chosen]


def _attack(counter: Counter, *, at_half: bool) -> int:
    """With what attack value ships fire: half for a side at half strength, half when disrupted."""
    value = counter.attack
    for is_less in (at_half, counter.disrupted):
        value = half(value) if is_less else value
    return value


# ---- what a counter stands for ------------------------------------------------------------------------------------


def pieces_of(counter: Counter, base: str) -> list[Piece]:
    """All units that a counter stands for, whether in the battle or not."""
    make = _MAKERS.get(counter.type.gives)
    return make(counter, base) if make else []


def _cohort(counter: Counter, _base: str) -> list[Piece]:
    row = formations()[counter.type.formation]
    found = []
    if row["hq"] != "none":
        found.append(Piece(f"{counter.id}.hq", f"{counter.name} headquarters", row["hq"], True, row["organic_signals"]))
    kinds = [kind for kind, count in row["centuries"].items() for _ in range(count)]
    for n, kind in enumerate(kinds):
        name = f"{counter.name} {ordinal(kinds[: n + 1].count(kind))} {century_names()[kind]}"
        found.append(Piece(f"{counter.id}.{n + 1}", name, kind))
    return found


def _century(counter: Counter, _base: str) -> list[Piece]:
    return [Piece(counter.id, counter.name, counter.type.kind)]


def _headquarters(counter: Counter, _base: str) -> list[Piece]:
    name = counter.name if "headquarters" in counter.name.lower() else f"{counter.name} headquarters"
    return [Piece(f"{counter.id}.hq", name, counter.type.kind, True)]


def _installations(counter: Counter, _base: str) -> list[Piece]:
    types = counter.type.installations
    names = [f"{counter.name} {n}" if len(types) > 1 else counter.name for n in range(1, len(types) + 1)]
    return [
        Piece(f"{counter.id}.{n}", name, f"defensive_installation_{type}")
        for n, (name, type) in enumerate(zip(names, types, strict=True), 1)
    ]


def _squadrons(counter: Counter, base: str) -> list[Piece]:
    count = prefect.squadrons(1, base)
    return [Piece(f"{counter.id}.{n}", f"{counter.name} {ordinal(n)} Squadron", counter.type.kind) for n in range(1, count + 1)]


def _ships(counter: Counter, _base: str) -> list[Piece]:
    return [Piece(counter.id, counter.name, SHIPS)]


_MAKERS: dict[str, Callable[[Counter, str], list[Piece]]] = {
    "cohort": _cohort,
    "century": _century,
    "manus_hq": _headquarters,
    "brigade_hq": _headquarters,
    "base": _installations,
    "flight": _squadrons,
    SHIPS: _ships,
}
