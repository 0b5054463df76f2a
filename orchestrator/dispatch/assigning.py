"""Giving battles out: who decides for a seat, for some of its units, or that a battle is played on a table."""

import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from orchestrator.campaign import ENDED, Campaigns
from orchestrator.dispatch.calls import Calls
from orchestrator.dispatch.desk import Desk
from orchestrator.dispatch.seating import ASK, BOT, LEAVE, LIVE, PERSON, PLAN, TABLE, WAIT, Assigned, Table
from orchestrator.errors import AssignmentRefused, NotFound
from orchestrator.moments import Now, stamp, utc_now
from orchestrator.store.records import BattleRecord, CampaignRecord
from orchestrator.store.writing import ENDED as OVER
from scales.engine import Fault
from workers.filling import names

HOLDERS, PACES, ON_DEADLINE = (PERSON, BOT, TABLE), (LIVE, PLAN), (LEAVE, ASK, WAIT)
SHORTEST, LONGEST = 10, 60 * 24 * 3600
UNITS_AT_MOST = 1000

SidesOf = Callable[[str, str], Iterable[str]]
"""The sides for which a person plays in a campaign."""


@dataclass(slots=True)
class Wish:
    """What a GM wants: the seat (everywhere, or in one battle, or some units of it) for a person, the bot, or a whole battle for a table.

    `units` are ids, what ids begin with (a platoon), or a century's id. `person` '' is whoever holds the seat. A formation that
    says nothing of its pace, its deadline or what happens then has those of its seat; a seat is live, has all the time, and is waited for.
    """

    seat: str = ""
    battle: str = ""
    units: list[str] | None = None
    holder: str = PERSON
    person: str = ""
    pace: str | None = None
    deadline_seconds: int | None = None
    on_deadline: str | None = None


class Assigning:
    """The assignments of all campaigns of one database."""

    def __init__(self, campaigns: Campaigns, sides_of: SidesOf | None = None, now: Now = utc_now) -> None:
        self._campaigns = campaigns
        self._desk = Desk(campaigns.store.database)
        self._sides_of = sides_of or self._desk.sides
        self._now = now
        self._calls = Calls(campaigns, now)

    def all(self, campaign: str) -> list[Assigned]:
        """All assignments, the oldest first."""
        self._campaigns.reading.campaign(campaign)
        return self._desk.assigned(campaign)

    def assign(self, campaign: str, wish: Wish) -> Assigned:
        """Give it, in place of what was given for the same before; the same again is one. Raises AssignmentRefused with every fault."""
        record = self._campaigns.reading.campaign(campaign)
        pace, seconds, on_deadline = self._terms(campaign, wish)
        wish = replace(wish, pace=pace, deadline_seconds=seconds, on_deadline=on_deadline)
        battle = self._battle(record, wish)
        faults = self._faults(record, battle, wish)
        units = _units(battle, wish) if battle else []
        new = Assigned(
            secrets.token_hex(4),
            wish.seat,
            wish.battle,
            units,
            wish.holder,
            wish.person,
            pace,
            seconds,
            on_deadline,
            stamp(self._now()),
        )
        kept: list[Assigned] = []

        def replaced(there: list[Assigned]) -> list[str] | None:
            same = [old for old in there if (old.seat, old.battle, sorted(old.units)) == (new.seat, new.battle, sorted(units))]
            found = faults + _overlaps(new, [old for old in there if old not in same], battle)
            if found:
                raise AssignmentRefused(found)
            kept.extend(old for old in same if replace(old, id=new.id, since_utc=new.since_utc, units=units) == new)
            return None if kept else [old.id for old in same]

        self._desk.assign(campaign, new, replaced)
        if not kept:
            self._calls.give_time(campaign, new)
        return kept[0] if kept else new

    def withdraw(self, campaign: str, id: str) -> None:
        """Take an assignment back: what is less particular holds again. Raises NotFound."""
        self._campaigns.reading.campaign(campaign)
        if not self._desk.withdraw(campaign, id):
            raise NotFound(f"there is no assignment {id!r} in campaign {campaign}")

    def _terms(self, campaign: str, wish: Wish) -> tuple[str, int | None, str]:
        """Pace, deadline and what happens then: as wished, or as the seat of a formation has them."""
        seat = Table({}, assigned=self._desk.assigned(campaign)).main(wish.seat, wish.battle) if wish.units else None
        if seat is None:
            return wish.pace or LIVE, wish.deadline_seconds, wish.on_deadline or WAIT
        return wish.pace or seat.pace, wish.deadline_seconds or seat.deadline_seconds, wish.on_deadline or seat.on_deadline

    def _battle(self, record: CampaignRecord, wish: Wish) -> BattleRecord | None:
        try:
            return self._campaigns.reading.battle(record.id, record.timeline, wish.battle) if wish.battle else None
        except NotFound:
            return None

    def _faults(self, record: CampaignRecord, battle: BattleRecord | None, wish: Wish) -> list[Fault]:
        faults = _form(wish)
        if record.status == ENDED:
            faults.append(Fault("ended", f"campaign {record.id} has ended"))
        if wish.holder != TABLE and wish.seat not in record.plan.seats:
            faults.append(Fault("seat", f"there is no seat {wish.seat!r}; there are {', '.join(sorted(record.plan.seats))}", "seat"))
        if wish.battle and battle is None:
            here = self._campaigns.reading.battles(record.id, record.timeline)
            known = ", ".join(each.battle for each in here if each.status != OVER)
            faults.append(Fault("battle", f"there is no battle {wish.battle!r}; there are {known}", "battle"))
        if battle is not None:
            faults += _battle_faults(record, battle, wish)
        return faults + self._person_faults(record, wish)

    def _person_faults(self, record: CampaignRecord, wish: Wish) -> list[Fault]:
        side = record.plan.seats.get(wish.seat)
        if wish.holder != PERSON or not wish.person or side is None or side in self._sides_of(record.id, wish.person):
            return []
        name = self._desk.name(wish.person)
        who = f"{name} ({wish.person})" if name else repr(wish.person)
        return [Fault("person", f"{who} does not play for {side} in campaign {record.id}", "person")]


def _form(wish: Wish) -> list[Fault]:
    """What is wrong whatever the campaign."""
    faults = [
        Fault(name, f"{name} is one of {', '.join(known)}, not {value!r}", name)
        for name, value, known in (
            ("holder", wish.holder, HOLDERS),
            ("pace", wish.pace, PACES),
            ("on_deadline", wish.on_deadline, ON_DEADLINE),
        )
        if value not in known
    ]
    if wish.deadline_seconds is not None and not SHORTEST <= wish.deadline_seconds <= LONGEST:
        text = f"a deadline is {SHORTEST} to {LONGEST} seconds (sixty days), not {wish.deadline_seconds}"
        faults.append(Fault("deadline", text, "deadline_seconds"))
    if wish.units is not None and not 1 <= len(wish.units) <= UNITS_AT_MOST:
        faults.append(Fault("units", f"a formation is 1 to {UNITS_AT_MOST} units, not {len(wish.units)}", "units"))
    if wish.units and not wish.battle:
        faults.append(Fault("battle", "a formation is of one battle: name it", "battle"))
    if wish.units and wish.holder == PERSON and not wish.person:
        faults.append(Fault("person", "a formation is given to a person: name one", "person"))
    if wish.holder != PERSON and wish.person:
        faults.append(Fault("person", f"the {wish.holder} decides, or {wish.person!r} does, not both", "person"))
    if wish.holder == TABLE and (not wish.battle or wish.seat or wish.units):
        faults.append(Fault("table", "a table gets a whole battle: name the battle, no seat and no units", "battle"))
    return faults


def _battle_faults(record: CampaignRecord, battle: BattleRecord, wish: Wish) -> list[Fault]:
    if battle.status == OVER:
        return [Fault("ended", f"battle {battle.battle} has ended", "battle")]
    side = record.plan.seats.get(wish.seat)
    if side is None:
        return []
    ours = _of_side(battle, side)
    if not ours:
        return [Fault("seat", f"{wish.seat} has no units in {battle.battle}", "seat")]
    known = f"its units are {', '.join(ours[:12])}{' and others' if len(ours) > 12 else ''}"
    return [
        Fault("units", f"{name!r} names no unit of {wish.seat} in {battle.battle}; {known}", "units")
        for name in wish.units or []
        if not _named(battle, name, ours)
    ]


def _of_side(battle: BattleRecord, side: str) -> list[str]:
    """The units of a side that were not lost, by id."""
    return sorted(id for id, fate in battle.report.fates.items() if fate.side == side and fate.status not in {"destroyed", "captured"})


def _named(battle: BattleRecord, name: str, units: Iterable[str]) -> list[str]:
    """The units that a name stands for: by their ids, or as the century that they are of."""
    fates = battle.report.fates
    return [unit for unit in units if names([name], unit) or fates[unit].sheet.get("century") == name]


def _units(battle: BattleRecord, wish: Wish) -> list[str]:
    """The names of a formation, a century's being followed by those of its units: these are what decisions are about."""
    found: dict[str, None] = {}
    for name in wish.units or []:
        found[name] = None
        of_century = [unit for unit in sorted(battle.report.fates) if battle.report.fates[unit].sheet.get("century") == name]
        found |= dict.fromkeys(of_century)
    return list(found)


def _overlaps(new: Assigned, there: list[Assigned], battle: BattleRecord | None) -> list[Fault]:
    """No unit has two commanders of the same rank."""
    if not new.units or battle is None:
        return []
    faults = []
    for old in there:
        both = [unit for unit in sorted(battle.report.fates) if names(new.units, unit) and names(old.units, unit)]
        if old.battle == new.battle and old.seat == new.seat and (both or set(old.units) & set(new.units)):
            text = f"{', '.join(both[:12]) or 'units'} would be of two formations: of this one and of assignment {old.id}"
            faults.append(Fault("overlap", text, "units"))
    return faults
