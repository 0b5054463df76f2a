"""The referee: a table of its own on which every event is played again, with a count of what was worked out and what is wrong."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from scales.codec import clone
from scales.engine import Check, Event
from scales.legatus.state import Century, LegatusState
from tests.legatus.recomputed import book, ground
from tests.legatus.samples import Moment

Changes = list[tuple[str, int]]


class Referee:
    """`table` is the state before a moment, changed by each event as the referee understands it."""

    def __init__(self, name: str) -> None:
        self.name, self.made, self.wrong = name, Counter[str](), list[str]()
        self.moment: Moment
        self.table: LegatusState
        self.log: list[Event] = []
        self.done = set[int]()

    def begin(self, moment: Moment) -> None:
        self.moment, self.table = moment, clone(moment.before)
        self.log, self.done = list(moment.step.events), set()

    @property
    def map(self) -> ground.Map:
        return ground.map_of(self.table.map.id, tuple(self.table.map.rows))

    @property
    def blind(self) -> bool:
        return self.table.options.get("double_blind", 0) > 0 and not self.table.over

    def is_right(self, what: str, found: Any, wanted: Any) -> bool:
        """Count a comparison; note it when it fails."""
        self.made[what] += 1
        if found != wanted:
            turn = self.table.at.turn
            self.wrong.append(f"{self.name}, turn {turn}, {self.moment.phase}: {what}: {found!r} is not {wanted!r}")
        return bool(found == wanted)

    def knows(self, side: str, unit: Century) -> bool:
        return not self.blind or unit.side == side or side in unit.spotted_by

    def enemies(self, side: str, known: bool = False) -> list[Century]:
        units = (self.table.units[u] for u in sorted(self.table.units))
        return [u for u in units if u.side != side and u.status == "ok" and (not known or self.knows(side, u))]

    def friends(self, side: str) -> list[Century]:
        return [
            self.table.units[u] for u in sorted(self.table.units) if self.table.units[u].side == side and self.table.units[u].status == "ok"
        ]

    def show(self, unit: Century) -> None:
        """Who fires is seen by everybody."""
        for side in self.table.sides:
            self.spot(unit, side.id)

    def spot(self, unit: Century, side: str) -> None:
        if side != unit.side:
            unit.spotted_by = sorted({*unit.spotted_by, side})

    # ---- rolls ---------------------------------------------------------------------------------------------------

    def roll(self, what: str, check: Check, base: int, changes: Changes, automatic: bool = True) -> bool:
        """Work out a d10 against a number: base, every modifier by name, the number, and what came of it. Returns whether it is passed."""
        target = base + sum(value for _, value in changes)
        self.is_right(f"{what}: base", check.base, base)
        self.is_right(f"{what}: modifiers", sorted((m.name, m.value) for m in check.modifiers), sorted(changes))
        self.is_right(f"{what}: number", check.target, target)
        passed = check.roll <= target
        if automatic and self.table.options.get("automatic_results", 1):
            passed = check.roll == 1 or (check.roll != 10 and passed)
        self.is_right(f"{what}: result", check.passed, passed)
        return check.passed

    def face(self, unit: Century) -> tuple[int, int, int]:
        whole, crippled, _ = book.CENTURIES[unit.kind]
        return crippled if unit.crippled else whole

    def changes(self, unit: Century, number: int) -> Changes:
        """What deployment does to attack (0), defense (1) or maneuver (2)."""
        name, spread = book.SPREAD[len(ground.hexes(unit.at))]
        found = [(name, spread[number]), (unit.altitude.replace("_", " "), book.ALTITUDE[unit.altitude][number])]
        if unit.altitude == "dug_in":
            works = ground.marked(self.table, "earthworks", [s.id for s in self.table.sides])
            found += [("infantry dug in", 1)] if unit.kind in book.INFANTRY and number == 0 else []
            found += [("earthworks", 1)] if number < 2 and works & set(ground.hexes(unit.at)) else []
        return [(word, value) for word, value in found if value]

    def maneuver(self, what: str, unit: Century, check: Check, combat: bool) -> bool:
        changes = self.changes(unit, 2)
        if combat:
            near = [
                u
                for u in self.table.units.values()
                if u.kind == "signals" and u.status == "ok" and not u.crippled and ground.gap(u.at, unit.at) <= 1
            ]
            bonus = 2 * any(u.side == unit.side for u in near) - 2 * any(u.side != unit.side for u in near)
            changes += [("signals centuries", bonus)] if bonus else []
            changes += [("organic signals", 1)] if unit.hq and unit.organic_signals and not unit.crippled else []
        return self.roll(f"maneuver test, {what}", check, self.face(unit)[2], changes)

    # ---- command -------------------------------------------------------------------------------------------------

    def commander(self, cohort: str) -> Century | None:
        """The headquarters of a cohort: its own, then a brigade's attached to it, then that of the manus that took it over."""
        for id, high in ((cohort, False), (cohort, True), (self.table.cohorts[cohort].under if cohort in self.table.cohorts else "", None)):
            found = [
                u for u in self.table.units.values() if id and u.cohort == id and u.hq and u.status == "ok" and high in {None, u.high_hq}
            ]
            if found:
                return min(found, key=lambda u: (u.high_hq, u.id))
        return None

    def haven(self, unit: Century) -> Century | None:
        """Where a broken century runs and a beaten one would rather go."""
        own = self.commander(unit.cohort)
        if own is not None and own is not unit:
            return own
        others = [u for u in self.friends(unit.side) if u is not unit and (u.hq or u.kind == "defensive_installation")]
        return min(others, key=lambda u: (ground.gap(unit.at, u.at), u.id), default=None)

    def order(self) -> list[str]:
        alive = [c for c in self.table.cohorts.values() if any(u.cohort == c.id and u.status == "ok" for u in self.table.units.values())]
        return [c.id for c in sorted(alive, key=lambda c: (c.initiative, c.tie, c.id))]

    def ordered(self, kind: str) -> dict[str, dict[str, Any]]:
        """The orders given in this moment by slot, of decisions of one kind."""
        keys = [d.key for d in self.moment.asked if d.kind == kind]
        return {slot: order for key in keys for slot, order in self.moment.given[key].choices.items()}


Handler = Callable[[Referee, Event], None]


def hurt(unit: Century) -> str:
    """One more step down for a unit; what it is now."""
    now = "destroyed" if unit.crippled else "crippled"
    unit.crippled = True
    unit.status = "destroyed" if now == "destroyed" else unit.status
    return now


def told_again(event: Event, log: Sequence[Event]) -> bool:
    """Is an event of tests, told before with the dice, told again without them to those who may not hear of all that counted?"""
    same = [e for e in log if e is not event and e.kind == event.kind and e.units == event.units and e.text == event.text]
    return event.kind in {"moved", "held", "reacted", "cleared"} and bool(same) and log.index(same[0]) < log.index(event)
