"""Movement worked out anew: tests due, costs, points, zones, clearing, passive defenses. legatus: Movement Phase, Reactions"""

from collections.abc import Sequence

from scales.engine import Check, Event
from scales.legatus.state import Century, Marker
from tests.legatus.recomputed import book, ground
from tests.legatus.recomputed.fights import Blow, settle
from tests.legatus.recomputed.referee import Referee

PLACE = {
    "two hexes of unlike terrain": "unlike",
    "passive defenses": "passive",
    "deployment changed": "change",
    "enemy zone of control": "zone",
}


class March:
    """A century on its way along the path that was ordered."""

    def __init__(self, ref: Referee, unit: Century, event: Event, combat: bool) -> None:
        order = ref.ordered("pursuit") | ref.ordered("reaction") if combat else ref.ordered("movement")
        given = order.get(unit.id, {})
        self.ref, self.unit, self.combat, self.checks = ref, unit, combat, list(event.checks)
        self.path = list(given.get("path", []))
        self.pay_higher, self.clear = given.get("pay_higher", False), given.get("clear", True)
        low = (unit.began or unit.altitude) == "low_altitude"
        self.left = 2 if combat else 2 * book.allowance(unit.kind, low, unit.crippled)
        self.first, self.caught, self.cleared = True, "", list[tuple[Marker, list[str]]]()
        self.look()

    def look(self) -> None:
        ref, side = self.ref, self.unit.side
        others = [s.id for s in ref.table.sides if s.id != side]
        self.zone = ground.zones_of(ref.enemies(side, known=True)) | ground.marked(ref.table, "denial", [side, *others])
        self.unseen = ground.zones_of(e for e in ref.enemies(side) if not ref.knows(side, e))
        self.passive = ground.marked(ref.table, "passive", others)
        self.taken = set() if self.combat else ground.stood_in(ref.enemies(side))

    def passes(self, why: str) -> bool:
        if not self.checks:
            self.ref.is_right("a test that is due is taken", why, "taken")
            return True
        check: Check = self.checks.pop(0)
        reason = check.what.rpartition(", ")[2]
        self.ref.is_right("why a test is taken", PLACE.get(reason, reason), why)
        return self.ref.maneuver(why, self.unit, check, self.combat)

    def go(self) -> None:
        for n, word in enumerate(self.path, 1):
            if not self.step(word, n == len(self.path)):
                break
        self.ref.is_right("no test without reason", [c.what for c in self.checks], [])

    def step(self, word: str, last: bool) -> bool:
        """Does the path go on after a step?"""
        unit, carriage = self.unit, book.CENTURIES[self.unit.kind][2]
        if word in book.LEVELS:
            self._altitude(word, carriage)
            return last or self.passes("change")
        new = set(ground.hexes(word)) - set(ground.hexes(unit.at))
        if new & self.taken:
            self.ref.is_right("hexes of enemies are entered by nobody who sees them", self.ref.blind, True)
            return False
        move = word.count("|") == unit.at.count("|")
        paid = self.ref.map.prices(carriage, unit.altitude, unit.at, word) if new else ()
        self.ref.is_right("a step leads to a neighbor", ground.is_step(unit.at, word) if move else ground.is_spread(unit.at, word), True)
        self.ref.is_right("terrain can be entered", bool(paid) or not new, True)
        self.ref.is_right("nobody enters a hex dug in", bool(new) and unit.altitude == "dug_in", False)
        cost = (
            (min(paid) if min(paid) == max(paid) or (not self.pay_higher and self.passes("unlike")) else max(paid)) if move and paid else 2
        )
        if cost > self.left and not (move and self.first and self.left >= 2):
            return False
        self.ref.made["costs of steps"] += 1
        self.left, self.first, unit.at = max(0, self.left - cost), self.first and not move, word
        return self._arrive(new, move, last)

    def _altitude(self, word: str, carriage: str) -> None:
        unit = self.unit
        here, there = book.LEVELS.index(unit.altitude), book.LEVELS.index(word)
        lake = any(self.ref.map.cells[h].ground == "lake" for h in ground.hexes(unit.at))
        allowed = abs(here - there) == 1 and (there < 2 or carriage == "grav") and not (word == "dug_in" and lake)
        self.ref.is_right("altitudes change by one level", allowed, True)
        self.ref.is_right("a change of deployment is paid", self.left >= 2, True)
        self.left -= 2
        unit.began, unit.altitude = unit.began or unit.altitude, word

    def _arrive(self, new: set[str], move: bool, last: bool) -> bool:
        caught, unseen = new & self.passive, bool(new & self.unseen)
        zone = bool(new & self.zone)
        for marker in self.ref.table.markers:
            if marker.kind == "passive" and marker.side != self.unit.side and new & set(marker.hexes):
                marker.known_to = sorted({*marker.known_to, self.unit.side}) if self.ref.blind or marker.hidden else marker.known_to
        self._clear(new)
        if caught and not self.passes("passive"):
            self.caught = min(caught)
            return False
        if last or unseen:
            return not last and not unseen
        return not ((not move and not self.passes("change")) or (zone and not self.passes("zone")))

    def _clear(self, new: set[str]) -> None:
        """Engineers take away counters they move onto."""
        if self.unit.kind != "armored_engineer" or not self.clear:
            return
        for marker in self.ref.table.markers:
            gone = sorted(new & set(marker.hexes))
            if gone and (marker.kind == "denial" or (marker.kind == "passive" and marker.side != self.unit.side)):
                self.cleared.append((marker, gone))
                marker.hexes = [h for h in marker.hexes if h not in new]
        self.ref.table.markers = [m for m in self.ref.table.markers if m.hexes]
        if self.cleared:
            self.look()


def moved(ref: Referee, event: Event) -> None:
    unit = ref.table.units[event.units[0]]
    combat = ref.moment.phase == "commitment"
    ref.is_right("a century moves once", unit.moved and not combat, False)
    march = March(ref, unit, event, combat)
    before = unit.at
    march.go()
    unit.moved = unit.moved or unit.at != before or unit.altitude != ref.moment.before.units[unit.id].altitude
    ref.is_right("where a path ends", event.data["to"], unit.at)
    ref.is_right("at what altitude a path ends", event.data["altitude"], unit.altitude)
    told = [e for e in ref.log if e.kind == "cleared"]
    ref.is_right("what engineers clear", bool(told) or not march.cleared, True)
    if march.caught:
        struck(ref, unit, march)


def struck(ref: Referee, unit: Century, march: March) -> None:
    """The attack of passive defenses on who fails its test on them: rating 5, without modifiers."""
    event = next((e for e in ref.log if e.kind == "attacked" and e.units == [unit.id] and e.data["hex"] == march.caught), None)
    if not ref.is_right("passive defenses attack who fails", event is not None, True) or event is None:
        return
    laid = [m for m in ref.table.markers if m.kind == "passive" and m.side != unit.side and march.caught in m.hexes]
    laid += [m for m, gone in march.cleared if m.kind == "passive" and march.caught in gone]
    zone = {march.caught, *(h for m in laid for h in m.hexes)}
    for marker in laid:
        ref.spot(unit, marker.side)
    if ref.roll("passive defenses", event.checks[0], 5, []):
        settle(ref, [Blow(unit.id, "", march.caught, frozenset(zone))], ref.log[ref.log.index(event) + 1 :])


def tested(ref: Referee, event: Event) -> None:
    """The test of a century that reacts or pursues."""
    unit = ref.table.units[event.units[0]]
    ref.is_right("one test of a reaction each", unit.reacted or unit.broken, False)
    ref.is_right("reacts", ref.maneuver("reaction", unit, event.checks[0], True), event.kind == "reacted")
    unit.reacted = True


def fled(ref: Referee, unit: Century, event: Event | None) -> None:
    """A broken century runs as near as it can to those it rallies on, else to the edge and off the map; it may stay where it cannot do better."""
    altitude = "normal" if unit.altitude == "dug_in" else unit.altitude
    enemies = ref.enemies(unit.side)
    others = [s.id for s in ref.table.sides if s.id != unit.side]
    barred = ground.zones_of(enemies) | ground.stood_in(enemies) | ground.marked(ref.table, "passive", others)
    left = 2 * book.allowance(unit.kind, unit.altitude == "low_altitude", unit.crippled)
    found, home = reach(ref, unit, altitude, left, barred), ref.haven(unit)
    off = home is None and left > 0 and any(at_edge(ref, at) and left - used >= 2 for at, used in found.items())
    ref.is_right("who leaves the map", event is not None and event.kind == "left", off)
    if off:
        unit.status, unit.moved = "left", True
        return
    to = event.data["to"] if event else unit.at
    ref.is_right("a flight stays within points and out of zones", to in found, True)
    if home is not None:
        ref.is_right("a flight gets as near as it can", ground.gap(to, home.at), min(ground.gap(at, home.at) for at in found))
    if event:
        unit.at, unit.altitude, unit.moved = to, altitude, True


def at_edge(ref: Referee, at: str) -> bool:
    return any(near not in ref.map.cells for h in ground.hexes(at) for near in ground.disc(h, 1))


def reach(ref: Referee, unit: Century, altitude: str, left: int, barred: set[str]) -> dict[str, int]:
    """Positions within points (the higher cost of two) by hexes that are not barred, with half points used."""
    carriage, best, queue = book.CENTURIES[unit.kind][2], {unit.at: 0}, [unit.at]
    for at in queue:
        for to in ref.map.steps(at):
            paid = ref.map.prices(carriage, altitude, at, to)
            if not paid or barred & (set(ground.hexes(to)) - set(ground.hexes(at))):
                continue
            used = best[at] + max(paid)
            if used > left and at == unit.at and left >= 2:
                used = left
            if used <= left and used < best.get(to, used + 1):
                best[to] = used
                queue.append(to)
    return best


def denied(ref: Referee, event: Event) -> None:
    """Area denial: an unmoved, whole battery near the ground lays one mission of 3, 2 or 1 hexes with each shot."""
    unit, places = ref.table.units[event.units[0]], event.data["hexes"]
    spread = len(ground.hexes(unit.at))
    shots, _, size = book.SHOTS[spread]
    ready = unit.kind in book.ARTILLERY and not (unit.moved or unit.crippled or unit.broken) and unit.altitude in {"normal", "dug_in"}
    ref.is_right("who denies ground", ready, True)
    ref.is_right("shots of denial", unit.shots + len(places) <= shots, True)
    ref.is_right("hexes of a mission", {len(ground.hexes(p)) for p in places}, {size})
    unit.shots += len(places)
    ref.table.markers += [Marker("denial", unit.side, ground.hexes(p)) for p in places]
    ref.show(unit)


def can_react(ref: Referee, unit: Century) -> bool:
    able = not (unit.broken or unit.reacted) and unit.status == "ok" and book.allowance(unit.kind, False, unit.crippled) > 0
    return able and any(ground.zone_of(unit) & set(ground.hexes(e.at)) for e in ref.enemies(unit.side, known=True))


def pursuers(ref: Referee, movers: Sequence[str]) -> list[str]:
    """Those whose zone somebody has left in this moment, and who have not tested yet."""
    found = []
    for unit in ref.table.units.values():
        if unit.broken or unit.reacted or unit.status != "ok" or not book.allowance(unit.kind, False, unit.crippled):
            continue
        zone = ground.zone_of(unit)
        for id in movers:
            foe, was = ref.table.units[id], ref.moment.before.units[id]
            if (
                foe.side != unit.side
                and zone & set(ground.hexes(was.at))
                and not zone & set(ground.hexes(foe.at))
                and ref.knows(unit.side, foe)
            ):
                found.append(unit.id)
    return sorted(set(found))
