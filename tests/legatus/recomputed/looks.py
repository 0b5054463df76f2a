"""Spotting worked out anew: arcs, lines of sight, ranges, modifiers. legatus: Double-blind rules: Spotting"""

from dataclasses import dataclass

from scales.engine import Event
from scales.legatus.state import Century
from tests.legatus.recomputed import book, ground
from tests.legatus.recomputed.referee import Changes, Referee


@dataclass(slots=True)
class Eye:
    """Who looks: from where, at what altitude, with its arc."""

    id: str
    side: str
    at: str
    altitude: str
    heading: int
    unit: Century | None


def helped(ref: Referee, unit: Century) -> bool:
    """Is a whole signals century of its side in or next to its hexes?"""
    return any(u.kind == "signals" and not u.crippled and ground.gap(u.at, unit.at) <= 1 for u in ref.friends(unit.side))


def changes_of(ref: Referee, eye: Eye, unit: Century, end: str) -> Changes:
    """Everything that changes the range."""
    found: Changes = [(unit.altitude.replace("_", " "), book.HIDING.get(unit.altitude, 0))]
    found.append(book.SPREAD_SEEN.get(len(ground.hexes(unit.at)), ("", 0)))
    works = ground.marked(ref.table, "earthworks", [s.id for s in ref.table.sides])
    found += [("infantry", 2)] if unit.kind in book.INFANTRY else []
    found += [("earthworks", 1)] if unit.altitude == "dug_in" and works & set(ground.hexes(unit.at)) else []
    found += [("defensive installation", -1)] if unit.kind == "defensive_installation" else []
    found += [("signals century next to the target", 2)] if helped(ref, unit) else []
    found += [("signals century next to the spotter", -2)] if eye.unit and helped(ref, eye.unit) else []
    if unit.altitude in {"normal", "dug_in"}:
        terrain = ref.map.cells[end].ground
        found.append((terrain.replace("_", " "), book.GROUND_SEEN.get(terrain, 0)))
    return [(name, value) for name, value in found if value]


def best(ref: Referee, eye: Eye, unit: Century) -> tuple[int, int, Changes] | None:
    """The lowest modified range in sight and in range, with its true range and what changed it."""
    found = []
    for end in ground.hexes(unit.at):
        changes = changes_of(ref, eye, unit, end)
        for start in ground.hexes(eye.at):
            true = ground.far(start, end)
            modified = true + sum(value for _, value in changes)
            arc = eye.unit is None or ground.in_arc(eye.at, eye.heading, start, end)
            if modified <= book.SIGHT[eye.altitude] and arc and ref.map.sees(start, eye.altitude, end, unit.altitude):
                found.append((modified, true, changes))
    return min(found, key=lambda f: f[:2], default=None)


def spot(ref: Referee) -> None:
    """Every roll of the phase, and that nobody rolls or goes without a roll against the rules."""
    for event in (e for e in ref.log if e.kind == "watched"):
        for id, heading in event.data.items():
            ref.table.units[id].watch = heading
    looks = [e for e in ref.log if e.kind == "looked"]
    order = {e.data["hex"]: e.units[0] for e in ref.log if e.kind == "scouted"}
    over = [Eye(q, ref.table.squadrons[q].side, hex, "low_altitude", 0, None) for hex, q in order.items()]
    over += [
        Eye(e.units[0], ref.table.squadrons[e.units[0]].side, e.data["hex"], "low_altitude", 0, None)
        for e in ref.log
        if e.kind == "scouted" and order[e.data["hex"]] != e.units[0]
    ]
    over = [eye for eye in over if ref.table.squadrons[eye.id].box == "ground_support"]
    for side in ref.table.sides:
        eyes = [Eye(u.id, u.side, u.at, u.altitude, u.watch, u) for u in ref.friends(side.id)]
        for eye in [*eyes, *sorted((e for e in over if e.side == side.id), key=lambda e: e.id)]:
            for unit in [e for e in ref.enemies(side.id) if not ref.knows(side.id, e)]:
                found = next((e for e in looks if e.units == [eye.id, unit.id]), None)
                _compare(ref, eye, unit, found)
                looks = [e for e in looks if e is not found]
    ref.is_right("no look without reason", [e.units for e in looks], [])


def _compare(ref: Referee, eye: Eye, unit: Century, event: Event | None) -> None:
    found = best(ref, eye, unit)
    ref.is_right(f"who can be seen ({eye.id}, {unit.id})", event is not None, found is not None)
    if event is None or found is None:
        return
    check, (modified, true, _) = event.checks[0], found
    changes = changes_of(ref, eye, unit, event.data["to"])
    ref.is_right("true range", check.base, true)
    ref.is_right("changes of the range", sorted((m.name, m.value) for m in check.modifiers), sorted(changes))
    ref.is_right("spotting range", event.data["range"], book.SIGHT[eye.altitude])
    ref.is_right("spotted", (check.target, check.passed), (modified, check.roll >= modified))
    if check.passed:
        ref.spot(unit, eye.side)
