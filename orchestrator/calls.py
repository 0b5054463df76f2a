"""What people are asked and what they answer.

A call is a decision as it is put to people, or a formation's part of one. Its id (`timeline-seat-number`) counts what its seat was asked, and
nothing that is hidden. Until it is sealed its draft can be changed at will. Sealed, it stands; when all parts of a decision are sealed their
orders become its answer and the campaign can go on. Until then nobody but its seat and the GM can tell that it was sealed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from orchestrator.campaign import ENDED, Campaigns
from orchestrator.case import Case, Submission
from orchestrator.desk import CallRow, Desk, Sealing, Wanted
from orchestrator.dispatch import BOT, LIVE, WAIT, Assigned, Table
from orchestrator.errors import AlreadySealed, NotFound, OrdersRefused, StaleOrders
from orchestrator.loading import table_of
from orchestrator.pausing import Pauses
from orchestrator.records import CampaignRecord
from orchestrator.sequence import sequence
from orchestrator.store import text
from scales.codec import decode
from scales.engine import Fault, Json, Orders, Slot
from workers.filling import Plan

OPEN, SEALED = "open", "sealed"
EXTENSION_AT_MOST = 60 * 24 * 3600
"""Seconds in sixty days."""
Clock = Callable[[], datetime]


def utc_now() -> datetime:
    return datetime.now(UTC)


def stamp(moment: datetime) -> str:
    """A moment as the store keeps it: as text these order like the moments."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


@dataclass(slots=True)
class Call:
    """A call in a list. `status` open or sealed (then it waits for others); `formation` are the units that it is about, [] for all of the seat.

    `is_simultaneous`: the answers of all sides are revealed together.
    """

    campaign: str
    id: str
    status: str
    seat: str
    side: str
    battle: str
    scale: str
    phase: str
    turn: int
    minute: int
    kind: str
    prompt: str
    units: list[str]
    formation: list[str]
    is_simultaneous: bool
    person: str
    pace: str
    on_deadline: str
    asked_utc: str
    due_utc: str | None
    overdue_utc: str | None
    revision: int


@dataclass(slots=True)
class Prospect:
    """What the seat will probably be asked in this phase."""

    kind: str
    prompt: str
    units: list[str]
    offers: list[Slot]


@dataclass(slots=True)
class CallInFull:
    """A call with what can be chosen, what a plan for the phase can answer, and the draft or what was sealed."""

    call: Call
    offers: list[Slot]
    prospects: list[Prospect]
    draft: Submission | None


@dataclass(slots=True)
class Draft:
    """A draft that was kept, and what is wrong with it so far."""

    revision: int
    faults: list[Fault]


class Calls:
    """The calls of all campaigns of one database. Where a `person` is named, calls of other people are not found; a GM names none."""

    def __init__(self, campaigns: Campaigns, now: Clock = utc_now) -> None:
        self.campaigns = campaigns
        self.desk = Desk(campaigns.store.database)
        self.now = now
        self.pauses = Pauses(campaigns.store.database, now)

    # ---- reading --------------------------------------------------------------------------------------------------

    def sync(self, campaign: str) -> int:
        """See that everything a campaign waits for has its calls; returns how many are new. Again changes nothing."""
        record = self.campaigns.reading.campaign(campaign)
        return 0 if record.status == ENDED else self._sync(record, self._table(record), self.desk.calls(campaign, record.timeline))

    def _sync(self, record: CampaignRecord, table: Table, there: list[CallRow]) -> int:
        known = {(row.place, row.part) for row in there}
        wanted = [
            Wanted(asked.decision.seat, asked.place, part, self._due(record.id, table, asked.decision.seat, asked.place.battle, part))
            for asked in table.open()
            for part in table.needs(asked)
            if (asked.place, part) not in known
        ]
        return self.desk.put(record.id, record.timeline, wanted, stamp(self.now())) if wanted else 0

    def open_calls(self, person: str) -> list[Call]:
        """All that a person must answer, in all campaigns, the most urgent first."""
        found = [call for campaign, seats in self.desk.seats(person).items() for call in self._of_person(campaign, person, seats)]
        return sorted(found, key=lambda call: (call.due_utc or "~", call.asked_utc, call.campaign, call.id))

    def of_campaign(self, campaign: str, seat: str | None = None) -> list[Call]:
        """All calls, or those of a seat, that are open or sealed and wait for others, by seat and number: the GM's reading."""
        return [_call(case) for case in self.standing(campaign) if seat in {None, case.row.seat}]

    def call(self, campaign: str, id: str, person: str | None = None) -> CallInFull:
        """A call with its offers. Raises NotFound for calls that are not there or another's, StaleOrders for those gone by."""
        case = self._case(campaign, id, person)
        if not (case.row.sealed_utc and case.is_present):
            case.must_be_open()
        prospects = [Prospect(d.kind, d.prompt, d.units, ours) for d, _, ours in case.prospects] if case.is_open else []
        return CallInFull(_call(case), case.slots, prospects, _content(case.row))

    def standing(self, campaign: str) -> list[Case]:
        """The calls of what a campaign waits for, by seat and number."""
        record = self.campaigns.reading.campaign(campaign)
        if record.status == ENDED:
            return []
        table, rows = self._table(record), self.desk.calls(campaign, record.timeline)
        if self._sync(record, table, rows):
            rows = self.desk.calls(campaign, record.timeline)
        asked = {each.place: each for each in table.open()}
        cases = [Case(row, record, table, asked[row.place], table.board(row.battle)) for row in rows if row.place in asked]
        return [case for case in cases if case.row.part in table.needs(case.asked)]

    def _of_person(self, campaign: str, person: str, seats: list[str]) -> list[Call]:
        return [_call(case) for case in self.standing(campaign) if case.is_open and _is_of(case.table, case.row, person, seats)]

    def _table(self, record: CampaignRecord) -> Table:
        return table_of(self.campaigns.reading, record, self.campaigns.resolve)

    def _due(self, campaign: str, table: Table, seat: str, battle: str, part: str) -> str | None:
        assigned = table.part(seat, battle, part)
        if assigned is None or assigned.deadline_seconds is None:
            return None
        return stamp(self.pauses.now(campaign) + timedelta(seconds=assigned.deadline_seconds))

    def _case(self, campaign: str, id: str, person: str | None) -> Case:
        record = self.campaigns.reading.campaign(campaign)
        unknown = NotFound(f"there is no call {id!r} in campaign {campaign}")
        timeline, seat, number = _parts(id)
        row = self.desk.call(campaign, timeline, seat, number) if seat in record.plan.seats else None
        if row is None:
            raise unknown
        table = self._table(record)
        if person is not None and not _is_of(table, row, person, self.desk.seats(person).get(campaign, [])):
            raise unknown
        if row.timeline != record.timeline:
            raise StaleOrders(f"call {id} is from before a rewind; look at what is asked now")
        asked = self.campaigns.reading.decision(campaign, row.timeline, row.place)
        # read after the decision, so that one that was answered in between shows the call that answered it
        row = self.desk.call(campaign, timeline, seat, number) or row
        return Case(row, record, table, asked, table.board(row.battle))

    # ---- answering ------------------------------------------------------------------------------------------------

    def save_draft(
        self, campaign: str, id: str, choices: dict[str, Json], revision: int, plan: Plan | None = None, person: str | None = None
    ) -> Draft:
        """Keep what is decided so far, wrong or not, over the draft of a revision.

        Raises Conflict when the draft was changed since that revision, AlreadySealed, and OrdersRefused for what is too large to keep.
        """
        case, given = self._case(campaign, id, person), Submission(choices, plan)
        if case.row.sealed_utc is not None:
            raise AlreadySealed(f"call {id} was sealed and can no longer be changed")
        case.must_be_open()
        faults = case.draft_faults(given)
        if any(fault.code == "too_large" for fault in faults):
            raise OrdersRefused(faults)
        return Draft(self.desk.keep_draft(case.row, text(given), revision), faults)

    def submit(self, campaign: str, id: str, given: Submission | None = None, person: str | None = None) -> Call:
        """Seal an answer (the draft if none is given). The same answer again is one.

        Raises OrdersRefused with every fault, AlreadySealed for another answer than that which was sealed, StaleOrders, NotFound.
        """
        while True:
            case = self._case(campaign, id, person)
            answer = given or _content(case.row) or Submission()
            if case.row.sealed_utc is not None:
                if _content(case.row) != answer:
                    raise AlreadySealed(f"call {id} was sealed with other orders, which stand")
                return _call(case)
            case.must_be_open()
            if faults := case.faults(answer):
                raise OrdersRefused(faults)
            if self.desk.seal(case.row, sealing := self._sealing(case, answer)):
                case.row.sealed_utc, case.row.revision = sealing.now_utc, case.row.revision + 1
                return _call(case)

    def leave_to_bot(self, campaign: str, id: str) -> bool:
        """The bot decides this call. False: that was said before."""
        case = self._case(campaign, id, None)
        was_sealed = case.row.sealed_utc is not None
        self.submit(campaign, id, Submission(is_left=True))
        return not was_sealed

    def extend(self, campaign: str, id: str, seconds: int) -> Call:
        """Give more time: so many seconds from when the call is due, or from now if that is over or it was not due at all."""
        case = self._case(campaign, id, None)
        case.must_be_open()
        if not 0 < seconds <= EXTENSION_AT_MOST:
            raise OrdersRefused([Fault("seconds", f"a call is extended by 1 to {EXTENSION_AT_MOST} seconds, not {seconds}", "seconds")])
        now = self.pauses.now(campaign)
        due = max(now, datetime.fromisoformat(case.row.due_utc) if case.row.due_utc else now)
        if not self.desk.set_due(case.row, stamp(due + timedelta(seconds=seconds))):
            raise AlreadySealed(f"call {id} was sealed and can no longer be changed")
        return _call(self._case(campaign, id, None))

    def give_time(self, campaign: str, assigned: Assigned) -> None:
        """Whoever is given what is asked already has from now on the time that the assignment allows."""
        for case in self.standing(campaign):
            row = case.row
            if case.is_open and case.table.part(row.seat, row.battle, row.part) == assigned:
                self.desk.set_due(row, self._due(campaign, case.table, row.seat, row.battle, row.part))

    def _sealing(self, case: Case, answer: Submission) -> Sealing:
        """What sealing this answer changes: if it is the last that the decision waits for, the decision is answered."""
        row = case.row
        sealed = [each for each in self.desk.of_decision(row) if each.sealed_utc and each.number != row.number]
        sealing = Sealing(text(answer), stamp(self.now()), sorted(each.number for each in sealed), answer.plan, case.board.record.phase_no)
        needed = case.table.needs(case.asked)
        if set(needed) - {row.part} - {each.part for each in sealed}:
            return sealing
        choices = dict(answer.choices)
        for each in sealed:
            if case.has_part(each.part) and (content := _content(each)):
                choices |= content.choices
        if choices != answer.choices and (faults := case.joint_faults(choices)):
            raise OrdersRefused(faults)
        sealing.is_complete = True
        sealing.is_absent = not case.is_whole(answer) and case.leaves_open(choices)
        sealing.orders = Orders(choices) if choices else None
        return sealing


def _parts(id: str) -> tuple[int, str, int]:
    """The timeline, seat and number of an id; numbers that nothing has where it is no id."""
    timeline, _, rest = id.partition("-")
    seat, _, number = rest.rpartition("-")
    if not all(each.isascii() and each.isdecimal() and len(each) < 10 for each in (timeline, number)):
        return -1, "", -1
    return int(timeline), seat, int(number)


def _is_of(table: Table, row: CallRow, person: str, seats: list[str]) -> bool:
    """Whether a call is put to a person: by the assignment of its part, or, where there is none, as the one who has the seat."""
    assigned = table.part(row.seat, row.battle, row.part)
    if assigned is None or not (assigned.person or row.part or assigned.holder == BOT):
        return not row.part and row.seat in seats
    return assigned.person == person


def _content(row: CallRow) -> Submission | None:
    return decode(row.draft, Submission) if row.draft else None


def _call(case: Case) -> Call:
    row, decision, record = case.row, case.decision, case.record
    assigned = case.table.part(row.seat, row.battle, row.part)
    turns = sequence(record.plan.scales)
    return Call(
        campaign=row.campaign,
        id=row.id,
        status=SEALED if row.sealed_utc else OPEN,
        seat=row.seat,
        side=record.plan.seats[row.seat],
        battle=row.battle,
        scale=case.board.scale,
        phase=case.board.record.phase,
        turn=turns.turn(record.tick),
        minute=turns.minute(record.tick),
        kind=decision.kind,
        prompt=decision.prompt,
        units=decision.units,
        formation=assigned.units if assigned else [],
        is_simultaneous=decision.sealed,
        person=assigned.person if assigned else "",
        pace=assigned.pace if assigned else LIVE,
        on_deadline=assigned.on_deadline if assigned else WAIT,
        asked_utc=row.asked_utc,
        due_utc=row.due_utc,
        overdue_utc=row.overdue_utc,
        revision=row.revision,
    )
