"""What people are asked and what they answer.

A call is a decision as it is put to people, or a formation's part of one. Its id (`timeline-seat-number`) counts what its seat was asked, and
nothing that is hidden. Until it is sealed its draft can be changed at will. Sealed, it stands; when all parts of a decision are sealed their
orders become its answer and the campaign can go on. Until then nobody but its seat and the GM can tell that it was sealed.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from orchestrator.campaign import ENDED, Campaigns
from orchestrator.dispatch.case import Case, Submission
from orchestrator.dispatch.desk import CallRow, Desk, Sealing, Wanted
from orchestrator.dispatch.pausing import Pauses
from orchestrator.dispatch.seating import BOT, LIVE, WAIT, Assigned, Table
from orchestrator.errors import AlreadySealed, NotFound, OrdersRefused, StaleOrders
from orchestrator.loading import table_of
from orchestrator.moments import Now, stamp, utc_now
from orchestrator.sequence import sequence
from orchestrator.store.records import CampaignRecord
from orchestrator.store.writing import text
from scales.codec import decode
from scales.engine import Fault, Json, Orders, Slot
from workers.filling import Plan

OPEN, SEALED, OVER = "open", "sealed", "over"
PLAYER, GM, DEADLINE = "player", "gm", "deadline"
"""Who sealed a call, beside the bot. `deadline`: what its draft held when its time was over, the bot deciding the rest."""
PAST_AT_MOST = 100
EXTENSION_AT_MOST = 60 * 24 * 3600
"""Seconds in sixty days."""


@dataclass(slots=True)
class Call:
    """A call in a list. `status` open, sealed (then it waits for others) or over; `sealed_by` player, gm, bot or deadline; `formation` are the units that it is about, [] for all of the seat
    but those `without`, which formations have.

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
    without: list[str]
    is_simultaneous: bool
    person: str
    pace: str
    on_deadline: str
    asked_utc: str
    due_utc: str | None
    overdue_utc: str | None
    sealed_by: str | None
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
    """A call with what can be chosen, what a plan for the phase can answer, and the draft or what was sealed.

    What was asked decision by decision does not tell itself again among the prospects. A call that is over has neither.
    """

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

    def __init__(self, campaigns: Campaigns, now: Now = utc_now) -> None:
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
        """A call with its offers, or what was sealed of one that is over. Raises NotFound for calls that are not there or another's, StaleOrders
        for those of an older timeline.
        """
        case = self._case(campaign, id, person)
        is_sealed = case.is_present and case.row.sealed_utc is not None
        if not (is_sealed or case.is_open):
            return CallInFull(self._over(case), [], [], _content(case.row))
        call = _call(case)
        foreseen = [] if is_sealed else case.prospects[1 if call.pace == LIVE else 0 :]
        return CallInFull(call, case.slots, [Prospect(d.kind, d.prompt, d.units, ours) for d, _, ours in foreseen], _content(case.row))

    def past(self, campaign: str, person: str | None = None, at_most: int = PAST_AT_MOST) -> list[Call]:
        """What was asked on the present timeline and is over, the newest first: of a person's seats, or of all."""
        record = self.campaigns.reading.campaign(campaign)
        table = self._table(record)
        held = [] if person is None else self.desk.seats(person).get(campaign, [])
        seats = None if person is None else sorted({*held, *(each.seat for each in table.assigned if each.person == person)})
        rows = self.desk.past(campaign, record.timeline, at_most, seats)
        ours = [row for row in rows if person is None or _is_of(table, row, person, held)]
        return [self._over(self._case_of(record, table, row)) for row in ours]

    def _over(self, case: Case) -> Call:
        return _call(case, OVER, self.desk.asked_at(case.row))

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
        case = self._case_of(record, table, row)
        # read after the decision, so that one that was answered in between shows the call that answered it
        case.row = self.desk.call(campaign, timeline, seat, number) or row
        return case

    def _case_of(self, record: CampaignRecord, table: Table, row: CallRow) -> Case:
        return Case(row, record, table, self.campaigns.reading.decision(row.campaign, row.timeline, row.place), table.board(row.battle))

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

    def submit(self, campaign: str, id: str, given: Submission | None = None, person: str | None = None, *, by: str = PLAYER) -> Call:
        """Seal an answer (the draft if none is given), `by` the player, the GM or the bot. The same answer again is one.

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
            if self.desk.seal(case.row, sealing := self._sealing(case, answer, by)):
                case.row.sealed_utc, case.row.sealed_by, case.row.revision = sealing.now_utc, by, case.row.revision + 1
                return _call(case)

    def leave_to_bot(self, campaign: str, id: str) -> bool:
        """The bot decides this call. False: that was said before."""
        case = self._case(campaign, id, None)
        was_sealed = case.row.sealed_utc is not None
        self.submit(campaign, id, Submission(is_left=True), by=BOT)
        return not was_sealed

    def seal_what_is_there(self, campaign: str, id: str) -> str:
        """The time is over: the draft is sealed as far as it can stand, and the bot decides the rest. Returns who decided: deadline or bot.

        Raises AlreadySealed, StaleOrders.
        """
        while True:
            case = self._case(campaign, id, None)
            if case.row.sealed_utc is not None:
                raise AlreadySealed(f"call {id} was sealed and can no longer be changed")
            case.must_be_open()
            sealing = self._of_draft(case)
            if self.desk.seal(case.row, sealing):
                return sealing.by

    def _of_draft(self, case: Case) -> Sealing:
        draft = _content(case.row)
        for answer in case.usable(draft) if draft else []:
            try:
                return self._sealing(case, answer, DEADLINE)
            except OrdersRefused:
                continue  # it does not go together with what others sealed
        return self._sealing(case, Submission(is_left=True), BOT)

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

    def _sealing(self, case: Case, answer: Submission, by: str) -> Sealing:
        """What sealing this answer changes: if it is the last that the decision waits for, the decision is answered."""
        row = case.row
        sealed = [each for each in self.desk.of_decision(row) if each.sealed_utc and each.number != row.number]
        others = sorted(each.number for each in sealed)
        sealing = Sealing(text(answer), by, stamp(self.now()), others, answer.plan, case.board.record.phase_no)
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


def _call(case: Case, status: str = "", asked_at: tuple[int, str] | None = None) -> Call:
    """A call as it stands, or stood when it was asked in a row and a phase."""
    row, decision, record = case.row, case.decision, case.record
    tick, phase = asked_at or (record.tick, case.board.record.phase)
    assigned = case.table.part(row.seat, row.battle, row.part)
    turns = sequence(record.plan.scales)
    return Call(
        campaign=row.campaign,
        id=row.id,
        status=status or (SEALED if row.sealed_utc else OPEN),
        seat=row.seat,
        side=record.plan.seats[row.seat],
        battle=row.battle,
        scale=case.board.scale,
        phase=phase,
        turn=turns.turn(tick),
        minute=turns.minute(tick),
        kind=decision.kind,
        prompt=decision.prompt,
        units=decision.units,
        formation=assigned.units if assigned else [],
        without=[] if row.part else [unit for each in case.formations for unit in each.units],
        is_simultaneous=decision.sealed,
        person=assigned.person if assigned else "",
        pace=assigned.pace if assigned else LIVE,
        on_deadline=assigned.on_deadline if assigned else WAIT,
        asked_utc=row.asked_utc,
        due_utc=row.due_utc,
        overdue_utc=row.overdue_utc,
        sealed_by=row.sealed_by if row.sealed_utc else None,
        revision=row.revision,
    )
