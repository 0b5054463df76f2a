"""The combat phase on the ground worked out anew: attacks, support, hits, defense, morale, retreats. legatus: Combat Phase, Artillery"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scales.engine import Event
from scales.legatus.state import Century
from tests.legatus.recomputed import book, ground
from tests.legatus.recomputed.referee import Changes, Referee, hurt


@dataclass(slots=True)
class Blow:
    """A hit: its target, who made it ('' nobody on the map), where from, the hexes to get out of, whether by ships."""

    target: str
    by: str
    at: str = ""
    zone: frozenset[str] = frozenset()
    naval: bool = False


def reach_of(unit: Century) -> int:
    return 2 if unit.kind == "defensive_installation" else 1


def in_reach(ref: Referee, unit: Century) -> list[Century]:
    """Whom a unit may attack."""
    return [e for e in ref.enemies(unit.side) if ground.gap(unit.at, e.at) <= reach_of(unit)]


def in_combat(ref: Referee, unit: Century) -> bool:
    return any(ground.gap(unit.at, e.at) <= max(reach_of(unit), reach_of(e)) for e in ref.enemies(unit.side))


def can_fire(unit: Century) -> bool:
    whole = not (unit.moved or unit.crippled or unit.broken) and unit.status == "ok"
    return unit.kind in book.ARTILLERY and whole and unit.altitude in {"normal", "dug_in"} and left(unit) > 0


def left(unit: Century) -> int:
    return max(0, book.SHOTS[len(ground.hexes(unit.at))][0] - unit.shots)


# ---- artillery ------------------------------------------------------------------------------------------------------


def counter_battery(ref: Referee, events: Sequence[Event]) -> None:
    """All fire of both sides crosses before anything is struck off."""
    for event in events:
        unit, enemy = (ref.table.units[u] for u in event.units)
        ref.is_right(
            "who fires at batteries", can_fire(unit) and can_fire(ref.moment.before.units[enemy.id]) and ref.knows(unit.side, enemy), True
        )
        ref.made["counter-battery fire"] += 1
    for event in events:
        ref.table.units[event.units[0]].shots += event.data["shots"]
    for event in events:
        unit, enemy = (ref.table.units[u] for u in event.units)
        taken = min(event.data["shots"], left(enemy))
        enemy.shots += taken
        ref.is_right("shots taken", (event.data["taken"], event.data["left"]), (taken, left(enemy)))
        ref.show(unit)
    for id in {e.units[0] for e in events}:
        unit = ref.table.units[id]
        ref.is_right(
            "shots of a battery", sum(e.data["shots"] for e in events if e.units[0] == id) <= left(ref.moment.before.units[id]), True
        )
        ref.is_right("who has fired", unit.moved, False)


def supported(ref: Referee, event: Event) -> None:
    unit, helped = ref.table.units[event.units[0]], [ref.table.units[u] for u in event.units[1:]]
    ref.is_right("who supports", can_fire(unit), True)
    ref.is_right("shots of support", len(helped) <= left(unit), True)
    ref.is_right("bonus of support", event.data["bonus"], book.SHOTS[len(ground.hexes(unit.at))][1])
    able = [u.side == unit.side and u is not unit and u.kind != "defensive_installation" and in_combat(ref, u) for u in helped]
    ref.is_right("who is supported", all(able), True)
    unit.shots += len(helped)


# ---- attacks --------------------------------------------------------------------------------------------------------


def attacked(ref: Referee, event: Event) -> Blow | None:
    """One attack of a unit: in reach, at its modified number, with artillery unless air/space defense keeps it away."""
    unit, target = (ref.table.units[u] for u in event.units)
    ref.is_right("who attacks whom", target in in_reach(ref, unit), True)
    help = [ref.table.units[b] for b, ids in sorted(ref.moment.before.plans.support.items()) if unit.id in ids]
    help = [b for b in help if b.status == "ok" and not b.crippled and unit.kind != "defensive_installation"]
    shields = [u for u in ref.friends(target.side) if u.kind == "air_space_defense" and ground.zone_of(u) & set(ground.hexes(target.at))]
    ref.is_right("artillery kept away", event.data["support_barred"], bool(help and shields))
    changes: Changes = ref.changes(unit, 0)
    if not shields:
        changes += [(f"artillery: {b.name}", book.SHOTS[len(ground.hexes(b.at))][1]) for b in help]
    passed = ref.roll("attack", event.checks[0], ref.face(unit)[0], changes)
    ref.is_right("a hit is an attack that succeeds", event.data["hit"], passed)
    return Blow(target.id, unit.id, unit.at, ground.full_zone(unit)) if passed else None


def ambushes(ref: Referee, events: Sequence[Event]) -> list[Event]:
    """The attacks that come first in a double-blind battle: of enemies that the target's side has not spotted."""
    first = [e for e in events if "unseen" in e.text.split(" and ")[0]] if ref.blind else []
    ref.is_right("unseen attacks come first", list(events[: len(first)]), first)
    return first


def fight(ref: Referee) -> list[Blow]:
    """All attacks on the ground; ambushes with their hits at once, the others' hits are returned."""
    events = [e for e in ref.log if e.kind == "attacked" and len(e.units) == 2]
    first = ambushes(ref, events)
    for event in first:
        unit, target = (ref.table.units[u] for u in event.units)
        ref.is_right("who comes unseen", ref.knows(target.side, unit), False)
    blows = shots(ref, first)
    if blows:
        settle(ref, blows, ref.log[ref.log.index(first[-1]) + 1 :])
    _everybody(ref, first, events[len(first) :])
    return shots(ref, events[len(first) :])


def shots(ref: Referee, events: Sequence[Event]) -> list[Blow]:
    """Attacks made at once: who fires, or brings down shells, shows himself."""
    found, seen = [], list[Century]()
    for event in events:
        unit, target = (ref.table.units[u] for u in event.units)
        if not ref.is_right("nobody attacks what his side has not spotted", ref.knows(unit.side, target), True):
            continue
        found.append(attacked(ref, event))
        help = [
            ref.table.units[b]
            for b, ids in ref.moment.before.plans.support.items()
            if unit.id in ids and unit.kind != "defensive_installation"
        ]
        help = [b for b in help if b.status == "ok" and not b.crippled]
        shields = [
            u for u in ref.friends(target.side) if u.kind == "air_space_defense" and ground.zone_of(u) & set(ground.hexes(target.at))
        ]
        seen = [unit, *help, *(shields if help else [])]
        for each in seen:
            ref.show(each)
    return [blow for blow in found if blow]


def _everybody(ref: Referee, first: Sequence[Event], events: Sequence[Event]) -> None:
    """One attack for each century in combat, one on each enemy in its zone for an installation."""
    made = Counter(e.units[0] for e in [*first, *events])
    gone = {e.units[0] for e in first}
    for unit in ref.table.units.values():
        if unit.status != "ok" or unit.id in gone:
            continue
        able = [e for e in in_reach(ref, unit) if ref.knows(unit.side, e)]
        if unit.kind == "defensive_installation":
            mine = sorted(e.units[1] for e in events if e.units[0] == unit.id)
            # who fires before it in the same volley shows himself, so more may be known by then
            everybody = sorted(e.id for e in in_reach(ref, unit))
            ref.is_right(
                "installations attack all",
                mine,
                everybody if not ref.blind else sorted(e.id for e in able) if len(mine) <= len(able) else mine,
            )
        elif not ref.blind:
            ref.is_right("one attack each", made[unit.id], int(bool(able)))
        else:
            ordered = ref.moment.before.plans.attacks.get(unit.id, "")
            ref.is_right("one attack each at most", made[unit.id] <= 1, True)
            ref.is_right("who was ordered to attack does", made[unit.id] >= int(bool(ordered and able)), True)


# ---- hits -----------------------------------------------------------------------------------------------------------


def settle(ref: Referee, blows: Sequence[Blow], log: Iterable[Event]) -> None:
    """A defense and a morale roll for each hit, then one retreat for each century whose morale gave way."""
    waiting, results = list(blows), dict[str, list[str]]()
    fleeing: list[str] = []
    for event in (e for e in log if id(e) not in ref.done):
        if event.kind in {"hit", "retreated", "trapped"}:
            ref.done.add(id(event))
        if event.kind == "hit":
            blow = next(
                (b for b in waiting if b.target == event.units[0] and b.by == (event.units[1] if len(event.units) > 1 else "")), None
            )
            if not ref.is_right("a hit was made", blow is not None, True) or blow is None:
                continue
            waiting.remove(blow)
            results.setdefault(blow.target, []).append(saved(ref, event, blow))
        elif event.kind in {"retreated", "trapped"}:
            if not fleeing:
                fleeing = _routed(ref, results)
            unit = event.units[0]
            ref.is_right("who retreats", unit in fleeing, True)
            fleeing = [f for f in fleeing if f != unit] or ["nobody"]
            retreat(ref, event, [b for b in blows if b.target == unit], "broken" in results.get(unit, []))
        elif results or waiting:
            break
    fleeing = fleeing or _routed(ref, results)
    ref.is_right("everybody who must retreats", [f for f in fleeing if f != "nobody"], [])
    ref.is_right("every hit is rolled for", [b for b in waiting if ref.table.units[b.target].status == "ok"], [])


def _routed(ref: Referee, results: dict[str, list[str]]) -> list[str]:
    routed = [id for id in sorted(results) if set(results[id]) != {"holds"} and ref.table.units[id].status == "ok"]
    for id in routed:
        ref.table.units[id].broken |= "broken" in results[id]
    return routed


def saved(ref: Referee, event: Event, blow: Blow) -> str:
    """The defense and morale rolls of a hit; what morale does."""
    unit = ref.table.units[blow.target]
    changes = ref.changes(unit, 1) + ([("naval fire", -2)] if blow.naval else [])
    now = "whole" if ref.roll("defense", event.checks[0], ref.face(unit)[1], changes) else hurt(unit)
    ref.is_right("crippled, then destroyed", event.data["state"], now)
    tested = unit.status == "ok" and unit.kind != "defensive_installation"
    ref.is_right("one morale roll for a hit", len(event.checks), 1 + tested)
    result = "holds"
    if tested:
        check, morale = event.checks[1], book.MORALE[unit.quality]
        twice = unit.altitude == "dug_in"
        ref.roll("morale", check, morale, [("dug in", morale)] if twice else [], automatic=False)
        morale *= 1 + twice
        result = "holds" if check.roll <= morale else "retreats" if check.roll <= 2 * morale else "broken"
    ref.is_right("what morale does", event.data["morale"], result)
    return result


def retreat(ref: Referee, event: Event, blows: Sequence[Blow], broken: bool) -> None:
    """Out of the zones that those who hit had then, into no other enemy hex or zone; who cannot takes a hit."""
    unit = ref.table.units[event.units[0]]
    threats = [(b.by, b.at, b.zone) for b in blows if b.at]
    if not threats:
        threats = [(e.id, e.at, ground.full_zone(e)) for e in ref.enemies(unit.side) if ground.gap(e.at, unit.at) <= 1]
    ends = escapes(ref, unit, threats, broken)
    ref.is_right("broken or not", event.data["broken"], broken)
    ref.is_right("who retreats and who cannot", event.kind, "retreated" if ends else "trapped")
    if event.kind == "trapped":
        ref.is_right("a hit that nothing saves from", event.data["state"], hurt(unit))
        return
    to, home = event.data["to"], ref.haven(unit)
    if ref.is_right("a retreat ends out of zones, within points", to in ends, True):
        away = {at: min((ground.gap(at, t[1]) for t in threats), default=0) for at in ends}
        near = {at: ground.gap(at, home.at) if home else 0 for at in ends}
        if broken:
            ref.is_right("a broken century runs as far as it can", away[to], max(away.values()))
        else:
            ref.is_right("a retreat ends nearest to headquarters", near[to], min(near.values()))
    unit.at, unit.altitude, unit.moved = to, "normal" if unit.altitude == "dug_in" else unit.altitude, True


def escapes(ref: Referee, unit: Century, threats: Sequence[tuple[str, str, frozenset[str]]], broken: bool) -> dict[str, int]:
    """Where a century gets out of every zone, with half points; one that is not broken stops at the first such place on its way."""
    carriage = book.CENTURIES[unit.kind][2]
    points = 2 * book.allowance(unit.kind, (unit.began or unit.altitude) == "low_altitude", unit.crippled)
    altitude, source = "normal" if unit.altitude == "dug_in" else unit.altitude, {(by, at) for by, at, _ in threats}
    enemies, everybody = ref.enemies(unit.side), [s.id for s in ref.table.sides]
    barred = ground.stood_in(enemies) | ground.zones_of(e for e in enemies if (e.id, e.at) not in source)
    barred |= ground.marked(ref.table, "denial", everybody) | ground.marked(ref.table, "passive", [s for s in everybody if s != unit.side])
    best, queue, found = {unit.at: 0}, [unit.at], dict[str, int]()

    def is_out(at: str) -> bool:
        return at != unit.at and all(not zone & set(ground.hexes(at)) for _, _, zone in threats)

    for at in queue:
        if is_out(at) and not broken:
            continue
        for to in ref.map.steps(at):
            new = set(ground.hexes(to)) - set(ground.hexes(at))
            paid = ref.map.prices(carriage, altitude, at, to)
            if not paid or new & barred:
                continue
            if any(h in zone and ground.gap(h, source_at) <= ground.gap(at, source_at) for h in new for _, source_at, zone in threats):
                continue
            used = best[at] + max(paid)
            used = points if used > points and at == unit.at and points >= 2 else used
            if used <= points and used < best.get(to, used + 1):
                best[to] = used
                queue.append(to)
    for at, used in best.items():
        if is_out(at):
            found[at] = used
    return found
