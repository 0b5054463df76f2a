"""A battle of the strategic game becomes the set-up of a Legatus battle. legatus: Prefect to Legatus, Manus

Ids: a century counter is the century of its own id; what a larger counter stands for has the counter's id, a dot and a number or 'hq'.
"""

from collections.abc import Iterator, Sequence

from scales.engine import Json
from scales.legatus.prefect.counters import Counter
from scales.legatus.prefect.forces import Brought, Piece, force_of, forces, halved_side
from scales.legatus.prefect.models import StrategicBattle, TaskForceIn
from scales.legatus.prefect.pools import pool_of, sentence
from scales.legatus.tables import formations, kinds

SUPPORT = "support"
"""What stands after the dot in the id of the cohort of centuries that belong to none."""


def setup_of(battle: StrategicBattle) -> Json:
    """The set-up; nothing but bases has a place: each side puts up the rest in its zone before play."""
    brought = forces(battle)
    ground = {"map": battle.map} | ({"rows": list(battle.rows)} if battle.rows else {})
    works = [{"side": side, **work.model_dump()} for side, force in battle.sides.items() for work in force.works]
    return {
        **ground,
        "sides": [
            {"id": side, "name": name_of(side, force), "faction": force.faction, "seat": seat_of(side, force)}
            for side, force in battle.sides.items()
        ],
        "attacker": battle.attacker,
        "initiative_pools": {side: pool_of(force.passed_by, _of(brought, side)).points for side, force in battle.sides.items()},
        "zones": {side: force.zone.model_dump(exclude_defaults=True) for side, force in battle.sides.items()},
        "defensive_hexes": {side: defensive_hexes(_of(brought, side)) - len(force.works) for side, force in battle.sides.items()},
        "cohorts": [cohort for side, force in battle.sides.items() for cohort in _cohorts(side, force, _of(brought, side))],
        "installations": list(_installations(brought)),
        "squadrons": list(_squadrons(brought)),
        "naval_support": list(_ships(brought)),
        "satellites": [{"side": side, **thor.model_dump()} for side, force in battle.sides.items() for thor in force.satellites],
        "defenses": works,
        "superiority": battle.superiority,
        "options": {"double_blind": 1} if battle.double_blind else {},
        "turn_limit": battle.turn_limit,
    }


def seat_of(side: str, force: TaskForceIn) -> str:
    """Who decides for a side: its seat, or one of the side's own id."""
    return force.seat or side


def name_of(side: str, force: TaskForceIn) -> str:
    """What people call a task force: its name, or the id of its side as a sentence begins with it."""
    return force.name or side[:1].upper() + side[1:]


def defensive_hexes(force: Sequence[Brought]) -> int:
    """Hexes of passive defenses or earthworks to which the bases and construction engineers of a side entitle it."""
    return sum(each.counter.type.defensive_hexes for each in force)


def notes(battle: StrategicBattle) -> list[str]:
    """What the conversion did that its reader should know, a sentence each."""
    halved, found = halved_side(battle), []
    for side, force in battle.sides.items():
        brought = force_of(side, force, at_half=side == halved)
        found.append(sentence(name_of(side, force), pool_of(force.passed_by, brought)))
        hexes = defensive_hexes(brought)
        found += [f"{name_of(side, force)} has {hexes} hexes of passive defenses or earthworks."] if hexes else []
    return found + ([f"{name_of(halved, battle.sides[halved])} is at half strength, rounded up: it alone was detected."] if halved else [])


def _of(brought: Sequence[Brought], side: str) -> list[Brought]:
    return [each for each in brought if each.counter.side == side]


# ---- cohorts ------------------------------------------------------------------------------------------------------


def _cohorts(side: str, force: TaskForceIn, brought: Sequence[Brought]) -> Iterator[Json]:
    """The cohorts of a side: those of its counters, then each manus headquarters with its support, then centuries that belong to none."""
    counters = [each.counter for each in brought]
    attached = _attached(side, force.faction, brought)
    for each in brought:
        if each.counter.type.gives in ("cohort", "manus_hq"):
            cohort = _cohort(force.faction, counters, each)
            yield cohort | {"centuries": cohort["centuries"] + attached.get(each.counter.id, [])}
    loose = f"{side}.{SUPPORT}"
    if attached.get(loose):
        yield {"id": loose, "name": f"{force.name or side.capitalize()} support", "side": side, "centuries": attached[loose]}


def _cohort(faction: str, counters: Sequence[Counter], each: Brought) -> Json:
    """A cohort by its centuries; that of a manus headquarters is its number 0."""
    counter, is_manus = each.counter, each.counter.type.gives == "manus_hq"
    above = counter.id if is_manus else counter.part_of
    about: Json = {"id": f"{counter.id}.0" if is_manus else counter.id, "name": counter.name, "side": counter.side}
    about |= {"level": "manus"} if is_manus else {}
    about |= {"manus": above, "permanent": above in permanent_manus(faction, counters)} if above else {}
    row = formations().get(counter.type.formation)
    about |= {"formation": row["id"], "quality": counter.quality or row["troop_quality"]} if row else {}
    return about | {"centuries": [_century(counter, piece) for piece in each.here]}


def permanent_manus(faction: str, counters: Sequence[Counter]) -> list[str]:
    """The headquarters of a side whose manus trains together: those of the Commonwealth and the Renegades; a brigade is no manus."""
    return [c.id for c in counters if c.type.gives == "manus_hq"] if faction == "commonwealth" else []


def _century(counter: Counter, piece: Piece) -> Json:
    """A century as a set-up has it: that of a disrupted counter is crippled from the start."""
    found: Json = {"id": piece.id, "name": piece.name, "kind": piece.kind}
    found |= {"hq": True} if piece.hq else {}
    found |= {"high_hq": True} if counter.type.gives in ("manus_hq", "brigade_hq") else {}
    found |= {"organic_signals": True} if piece.organic else {}
    found |= {"quality": counter.quality} if counter.quality else {}
    return found | ({"crippled": True} if counter.disrupted else {})


def _attached(side: str, faction: str, brought: Sequence[Brought]) -> dict[str, list[Json]]:
    """Centuries and headquarters that are no cohorts of their own, by the cohort that they go with."""
    counters = [each.counter for each in brought]
    found: dict[str, list[Json]] = {}
    for each in brought:
        if each.counter.type.gives in ("century", "brigade_hq"):
            centuries = [_century(each.counter, piece) for piece in each.here]
            found.setdefault(home_of(each.counter, counters, faction) or f"{side}.{SUPPORT}", []).extend(centuries)
    return found


def home_of(counter: Counter, counters: Sequence[Counter], faction: str) -> str:
    """The counter with whose cohort a century or the headquarters of a brigade goes, '' if none: the cohort that it is attached to, else the
    headquarters above it, else the only manus of its side that may command it. A brigade's goes with the first of its battalions, or of all."""
    if counter.beside:
        return counter.beside
    if counter.type.gives == "brigade_hq":
        cohorts = sorted((c.part_of != counter.id, n, c.id) for n, c in enumerate(counters) if c.type.gives == "cohort")
        return cohorts[0][2] if cohorts else ""
    above = next((c for c in counters if c.id == counter.part_of), None)
    if above is not None:
        return above.id if above.type.gives == "manus_hq" else home_of(above, counters, faction)
    manus = [c.id for c in counters if c.type.gives == "manus_hq"]
    return manus[0] if len(manus) == 1 and (faction == "tog" or is_support(counter.type.kind)) else ""


def is_support(kind: str) -> bool:
    """A century that is neither combat century nor headquarters."""
    return kinds()[kind].group not in ("combat", "hq")


# ---- what is no cohort --------------------------------------------------------------------------------------------


def _units(brought: Sequence[Brought], gives: str) -> Iterator[tuple[Counter, Json, Piece]]:
    for each in brought:
        if each.counter.type.gives == gives:
            yield from ((each.counter, {"id": p.id, "name": p.name, "side": each.counter.side}, p) for p in each.here)


def _installations(brought: Sequence[Brought]) -> Iterator[Json]:
    """Installations of bases; the first of a base stands in the hex that the file names."""
    for counter, about, piece in _units(brought, "base"):
        place = {"hex": counter.hex} if counter.hex and piece.id == f"{counter.id}.1" else {}
        yield about | {"kind": piece.kind} | place | ({"crippled": True} if counter.disrupted else {})


def _squadrons(brought: Sequence[Brought]) -> Iterator[Json]:
    yield from (about | {"kind": piece.kind} for _, about, piece in _units(brought, "flight"))


def _ships(brought: Sequence[Brought]) -> Iterator[Json]:
    fire = {each.counter.id: each.attack for each in brought}
    yield from (about | {"attack": fire[counter.id]} for counter, about, _ in _units(brought, "ships"))
