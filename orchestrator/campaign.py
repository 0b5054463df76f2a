"""The face of the orchestrator: what the command line and the service use.

`Campaigns` is put together once, at the composition root, from a store, the engines, the links and the judge. Everything it does with a campaign
it does as the campaign's owner, for as long as the call lasts.
"""

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import msgspec

from orchestrator.clock import Clock
from orchestrator.closing import BEGINNING, Judge, close_row, turn_limit
from orchestrator.dispatch import seating as dispatch
from orchestrator.dispatch.desk import Desk
from orchestrator.errors import CampaignBusy, DamagedDatabase, NotFound, RulingRefused, StaleOrders
from orchestrator.history import digest, timelines
from orchestrator.history.deleting import remove
from orchestrator.history.export import Exported, export, from_json, to_json
from orchestrator.history.importing import Rules, bring_in
from orchestrator.history.lineage import Opened
from orchestrator.history.replay import replay
from orchestrator.history.restoring import boards_at
from orchestrator.history.verify import Verdict, verify
from orchestrator.links.link import Board, Link
from orchestrator.links.post import Post
from orchestrator.loading import loaded, table_of
from orchestrator.moments import stamp, utc_now
from orchestrator.readers.before import led_to
from orchestrator.readers.seeing import Seen, seen_by
from orchestrator.readers.viewing import seat_of
from orchestrator.rulings import AMEND, SETTLE, apply, with_die
from orchestrator.running import Running
from orchestrator.sequence import Row, sequence
from orchestrator.store.lease import Lease, is_dead
from orchestrator.store.reading import LoggedEvent, Reading
from orchestrator.store.records import Asked, BattleRecord, CampaignPlan, CampaignRecord, Place
from orchestrator.store.writing import Store
from scales.dice import commitment, new_secret, seeded_secret
from scales.engine import Json, Orders, Slot
from scales.engines import Resolver, engine
from workers.backend import BackEnd
from workers.inline import Inline

RUNNING, WAITING, PAUSED, ENDED = "running", "waiting", "paused", "ended"
CAUSES_AT_MOST = 1000


@dataclass(slots=True)
class Progress:
    """Where a campaign stands after a row: for progress bars and logs."""

    turn: int
    row: Row
    minute: int
    steps: int


@dataclass(slots=True)
class Status:
    """How a campaign stands: `status` running, waiting (for people), paused or ended; the digest of everything so far.

    `turn` and `minute` are those of the row to be played next, in the end of the last one.
    """

    id: str
    name: str
    status: str
    turn: int
    minute: int
    digest: str
    waiting: int
    result: Json | None = None


@dataclass
class Campaigns:
    """All campaigns of one database."""

    store: Store
    links: Sequence[Link] = ()
    judge: Judge = turn_limit
    resolve: Resolver = engine
    lease_seconds: int = 30
    reading: Reading = field(init=False)

    def __post_init__(self) -> None:
        self.reading = Reading(self.store.database)
        self._desk = Desk(self.store.database)
        self._post = Post(self.links)

    # ---- playing --------------------------------------------------------------------------------------------------

    def create(
        self, plan: CampaignPlan, players: Mapping[str, str] | None = None, *, seed: int | None = None, secret: bytes | None = None
    ) -> str:
        """Begin a campaign: set up its boards and publish the hash of its secret. `players` seats people; bots take the other seats."""
        chosen = secret or (new_secret() if seed is None else seeded_secret(seed))
        record = CampaignRecord(
            id=secrets.token_hex(4),
            plan=plan,
            seats=dispatch.seated(plan.seats, dict(players or {})),
            created_utc=stamp(utc_now()),
            status=RUNNING,
            timeline=0,
            tick=BEGINNING,
            secret=chosen,
            commitment=commitment(chosen),
            is_revealed=False,
            is_seeded=seed is not None,
            result=None,
        )
        sequence(plan.scales)
        self.store.create(record)
        with self._owned(record.id) as lease:
            self._begin(self._load(record, lease, Inline(self.resolve)))
        return record.id

    def run(
        self,
        id: str,
        back_end: BackEnd | None = None,
        *,
        until_turn: int | None = None,
        progress: Callable[[Progress], None] | None = None,
        stop: Callable[[], bool] = lambda: False,
    ) -> Status:
        """Play on until the campaign ends, a person must answer, the turn `until_turn` would begin, or `stop` says so between two rows.

        Orders that come in meanwhile from elsewhere are played too. Raises CampaignBusy while another process plays the campaign.
        """
        is_on = True
        while is_on:
            with self._owned(id) as lease:
                record = self.reading.campaign(id)
                if record.status != ENDED:
                    running = self._load(record, lease, back_end or Inline(self.resolve))
                    self._begin(running)
                    self.store.pause(lease, *self._play(running, until_turn, progress, stop))
            is_on = self.reading.campaign(id).status == WAITING and self.was_answered(id)
        return self.show(id)

    def was_answered(self, id: str) -> bool:
        """Whether some battle has all the orders it waited for."""
        table = table_of(self.reading, self.reading.campaign(id), self.resolve)
        return any(not table.is_waiting(battle) for battle in table.asked)

    def _load(self, record: CampaignRecord, lease: Lease, back_end: BackEnd) -> Running:
        table = table_of(self.reading, record, self.resolve)
        return loaded(self.reading, Running(record, lease, self.store, back_end, self.resolve, sequence(record.plan.scales), table))

    def _begin(self, running: Running) -> None:
        if running.record.tick == BEGINNING:
            close_row(running, self._post, BEGINNING, self.judge)

    def _play(
        self, running: Running, until_turn: int | None, progress: Callable[[Progress], None] | None, stop: Callable[[], bool]
    ) -> tuple[int, str]:
        """Play rows; returns the row to go on with and the campaign's status."""
        clock = Clock(running.sequence, running.record.tick)
        while True:
            tick = clock.next()
            if stop() or (until_turn is not None and running.sequence.turn(tick) >= until_turn):
                return tick, PAUSED
            running.table.assigned, running.table.taken = self._desk.assigned(running.record.id), self._desk.taken(running.record.id)
            if not running.play_row(tick):
                return tick, WAITING
            if close_row(running, self._post, tick, self.judge) is not None:
                return tick + 1, ENDED
            if progress is not None:
                steps = sum(board.record.version for board in running.boards.values())
                progress(Progress(running.sequence.turn(tick), running.sequence.row(tick), clock.minute, steps))

    @contextmanager
    def _owned(self, id: str) -> Iterator[Lease]:
        """Be the owner of a campaign for a while."""
        lease = Lease(id, seconds=self.lease_seconds)
        if not self.store.claim(lease, lease.now()):
            self.reading.campaign(id)
            owner = self.reading.owner(id)
            if not (is_dead(owner) and self.store.claim(lease, lease.now(), from_owner=owner)):
                raise CampaignBusy(f"campaign {id} is being played by another orchestrator ({owner})")
        try:
            yield lease
        finally:
            self.store.release(lease)

    # ---- people ---------------------------------------------------------------------------------------------------

    def decisions(self, id: str, seat: str | None = None) -> list[Asked]:
        """What people, or one seat of them, must still answer, by battle and number."""
        record = self.reading.campaign(id)
        return [asked for asked in table_of(self.reading, record, self.resolve).open() if seat in {None, asked.decision.seat}]

    def offers(self, id: str, decision: str) -> list[Slot]:
        """The options of a decision at which its battle stands, answered or not."""
        asked, battle = self._present_decision(id, decision)
        return dispatch.offers(self.resolve(battle.scale), battle, asked.decision)

    def answer(self, id: str, decision: str, orders: Orders, seat: str | None = None, *, timeline: int | None = None) -> bool:
        """Take the orders for a decision; `run` then goes on. False: just these orders were taken before.

        Raises OrdersRefused with every fault, StaleOrders when the battle has gone on or the campaign has left the timeline for which they
        were given, AlreadyAnswered for second thoughts.
        """
        record, place = self._on(id, timeline), self._place(decision)
        asked = self.reading.decision(id, record.timeline, place)
        table = table_of(self.reading, record, self.resolve)
        if seat not in {None, asked.decision.seat} or table.holder(asked.decision.seat, place.battle) != dispatch.PERSON:
            raise NotFound(f"there is no decision {decision} for this seat")
        if asked.answer is None:
            _, battle = self._present_decision(id, decision)
            dispatch.check(self.resolve(battle.scale), battle, asked.decision, orders)
        return self.store.answer(id, record.timeline, place, orders)

    def leave_to_bot(self, id: str, decision: str, *, timeline: int | None = None) -> bool:
        """The person does not answer: the bot will. False: that was said before."""
        return self.store.answer(id, self._on(id, timeline).timeline, self._place(decision), None)

    def _on(self, id: str, timeline: int | None) -> CampaignRecord:
        """The campaign, if what is wanted of it is meant for the timeline on which it is."""
        record = self.reading.campaign(id)
        if timeline not in {None, record.timeline}:
            raise StaleOrders(f"this is for timeline {timeline}, and the campaign was rewound: it is on timeline {record.timeline}")
        return record

    @staticmethod
    def _place(decision: str) -> Place:
        place = Place.of(decision)
        if place is None:
            raise NotFound(f"{decision!r} is no id of a decision (battle:version:number)")
        return place

    def _present_decision(self, id: str, decision: str) -> tuple[Asked, BattleRecord]:
        record, place = self.reading.campaign(id), self._place(decision)
        asked = self.reading.decision(id, record.timeline, place)
        battle = self.reading.battle(id, record.timeline, place.battle)
        if battle.version != place.version:
            raise StaleOrders(f"decision {decision} is no longer open")
        return asked, battle

    def overrule(self, id: str, battle: str, version: int, ruling: Json, *, timeline: int | None = None) -> bool:
        """A GM changes a battle as it stands at a version. False: this very ruling was taken before.

        `{"kind": "reroll", "event": ID, "roll": N}` takes what the die was for from the event.
        """
        if ruling.get("kind") == "reroll" and "event" in ruling:
            event = self._event(id, ruling["event"])
            ruling = ruling if "why" in ruling else with_die(ruling, event)
        return self._rule(id, battle, version, AMEND, ruling, timeline)

    def settle(self, id: str, battle: str, version: int, report: Json, *, timeline: int | None = None) -> bool:
        """The result of a battle that was played on a real table, from the version at which it went there. False: it was taken before."""
        return self._rule(id, battle, version, SETTLE, report, timeline)

    def _rule(self, id: str, battle: str, version: int, kind: str, order: Json, timeline: int | None) -> bool:
        with self._owned(id) as lease:
            record = self._on(id, timeline)
            self.reading.battle(id, record.timeline, battle)
            if record.status == ENDED:
                raise RulingRefused(f"campaign {id} has ended")
            running = self._load(record, lease, Inline(self.resolve))
            self._begin(running)
            return apply(running, battle, version, kind, order, self.reading.step(id, record.timeline, battle, version + 1))

    def _event(self, id: str, event: object) -> LoggedEvent:
        place = Place.of(event) if isinstance(event, str) else None
        found = self.reading.event(id, self.reading.campaign(id).timeline, place) if place else None
        if found is None:
            raise RulingRefused(f"there is no event {event!r} in campaign {id}: its id is shown to game masters with the event")
        return found

    # ---- timelines ------------------------------------------------------------------------------------------------

    def rewind(self, id: str, tick: int, reason: str, by: str = "gm") -> Status:
        """Back to how the campaign stood before a row was played: a new timeline opens there, the old one stays to be read.

        A row that was half played is undone whole. Raises TimelineRefused for a row that was not reached, without a reason, and at the end.
        """
        with self._owned(id) as lease:
            timelines.rewind(self.store, self.reading, lease, self.resolve, tick=tick, reason=reason, by=by)
        return self.show(id)

    def fork(
        self,
        id: str,
        tick: int | None = None,
        reason: str = "forked",
        by: str = "gm",
        *,
        players: Mapping[str, str] | None = None,
        seed: int | None = None,
        child: str = "",
    ) -> str:
        """A new campaign with a secret of its own that goes on from a row of this one, where it stands if none is named; returns its id.

        Seats are played as in the parent unless `players` says otherwise; members are not copied. An ended campaign needs a row. `child` is the
        new campaign's id, where it must be known beforehand.
        """
        parent = self.reading.campaign(id)
        seats = parent.seats if players is None else dispatch.seated(parent.plan.seats, dict(players))
        secret = new_secret() if seed is None else seeded_secret(seed)
        row = parent.tick if tick is None else tick
        record = timelines.child_of(parent, seats, row, secret, is_seeded=seed is not None)
        record.id = child or record.id
        timelines.fork(self.store, self.reading, self.resolve, parent, record, reason=reason, by=by)
        return record.id

    def import_(self, document: bytes, players: Mapping[str, str] | None = None, *, id: str = "") -> str:
        """Bring a campaign in from its export and return its new id (`id`, if one is given); raises BadExport with every reason against it."""
        return bring_in(self.store, Rules(self._post, self.judge, self.resolve), document, players, id)

    def delete(self, id: str, confirm: str) -> None:
        """Remove a campaign and all that belongs to it for good; `confirm` is its name."""
        with self._owned(id) as lease:
            remove(self.store, self.reading, lease, confirm)

    def timelines(self, id: str) -> list[Opened]:
        """The timelines of a campaign in the order in which they were opened."""
        return self.reading.timelines(self.reading.campaign(id).id)

    def state_at(self, id: str, tick: int, timeline: int | None = None) -> list[BattleRecord]:
        """The boards as they stood before a row, of the present or an older timeline; those that begin later are not among them."""
        record = self.reading.campaign(id)
        number = record.timeline if timeline is None else timeline
        self.reading.lineage(id, number)
        return boards_at(self.reading, record, number, tick, self.resolve)

    # ---- looking --------------------------------------------------------------------------------------------------

    def all(self) -> list[Status]:
        return [self._status(record) for record in self.reading.campaigns()]

    def show(self, id: str) -> Status:
        return self._status(self.reading.campaign(id))

    def digest(self, id: str) -> str:
        return self._digest(self.reading.campaign(id))

    def _digest(self, record: CampaignRecord) -> str:
        heads = self.reading.heads(record.id, record.timeline)
        return digest.campaign_digest({theatre.id: heads.get(theatre.id, digest.start(theatre.id)) for theatre in record.plan.theatres})

    def _status(self, record: CampaignRecord) -> Status:
        turns = sequence(record.plan.scales)
        waiting = len(self.decisions(record.id)) if record.status == WAITING else 0
        row = record.tick - 1 if record.status == ENDED else record.tick
        turn, minute = turns.turn(row), turns.minute(row)
        return Status(record.id, record.plan.name, record.status, turn, minute, self._digest(record), waiting, record.result)

    def log(self, id: str, after: int = 0, limit: int | None = None) -> list[tuple[int, LoggedEvent]]:
        """Events in the order they were stored, with their numbers, from beyond the number `after`: the GM's reading, nothing left out."""
        return self.reading.events(id, self.reading.campaign(id).timeline, after, limit)

    def seen(self, id: str, seat: str) -> list[Seen]:
        """The events that a seat may see, numbered for it alone."""
        record = self.reading.campaign(id)
        if seat not in record.plan.seats:
            raise NotFound(f"there is no seat {seat!r} in campaign {id}")
        return seen_by(record.plan.seats[seat], (logged for _, logged in self.reading.events(id, record.timeline)))

    def view(self, id: str, battle: str, seat: str) -> object:
        """A board as the side of a seat may know it, as its engine gives it."""
        record = self.reading.campaign(id)
        if seat not in record.plan.seats:
            raise NotFound(f"there is no seat {seat!r} in campaign {id}")
        board = Board(found := self.reading.battle(id, record.timeline, battle), self.resolve(found.scale))
        view: object = board.rules.view(board.state(), seat_of(found, record.plan.seats[seat]))
        return view

    def explain(self, id: str, event: str) -> list[LoggedEvent]:
        """An event and what led to it, back across the boards to the first cause; on its own board what befell the unit just before."""
        timeline = self.reading.campaign(id).timeline
        chain: list[LoggedEvent] = []
        following: str | None = event
        while following is not None and len(chain) < CAUSES_AT_MOST:
            place = Place.of(following)
            told = self.reading.told(id, timeline, place) if place else []
            if not told or told[-1].place != place:
                raise NotFound(f"there is no event {following!r} in campaign {id}")
            chain.append(told[-1])
            following = led_to(told)
        return chain

    # ---- checking -------------------------------------------------------------------------------------------------

    def export(self, id: str) -> Exported:
        """The campaign as one document (`export.to_json`): the GM's until the secret is revealed at the end."""
        return export(self.reading, id)

    def verify(self, campaign: str | Exported, expected: str = "") -> Verdict:
        """Check the chains and dice of a campaign of this database, or of an export; `expected` is a digest known from elsewhere."""
        return verify(self._document(campaign), expected)

    def replay(self, campaign: str | Exported) -> Verdict:
        """Compute everything again from the plan, the secret and the orders; raises ReplayDiffers at the first difference."""
        document = self._document(campaign)
        record = self.reading.campaign(campaign) if isinstance(campaign, str) else None
        stand = self.reading.battles(record.id, record.timeline) if record else []
        return replay(document, self._post, self.judge, self.resolve, stand)

    def _document(self, campaign: str | Exported) -> Exported:
        """What is to be checked; of this database as strictly as if it came from elsewhere."""
        if not isinstance(campaign, str):
            return campaign
        try:
            return from_json(to_json(export(self.reading, campaign, with_secret=True)))
        except (msgspec.MsgspecError, TypeError) as error:
            raise DamagedDatabase(f"campaign {campaign} cannot be read: {error}; the database was altered or is damaged") from error
