"""The one door through which everybody reads a campaign: game masters, players, spectators, pages, programs and streams.

Everything takes the reader's `Eyes`, and nothing that is hidden from them changes an answer: no counts, ids, versions, numbers of dice or plans.
The digest, the whole log and what checks it are a game master's until the end, and everybody's after it. The secret is nobody's until then.

Decided here: boards stand in the open, so everybody knows which battles there are (`orchestrator.readers.viewing`). A side is shown a message on its way
only if the message is about something of its own and what led to it was seen; other sides' mail, and the campaign's own, is not shown.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from orchestrator.campaign import Campaigns
from orchestrator.errors import NotAllowed, NotFound
from orchestrator.history.export import Exported
from orchestrator.history.verify import Verdict
from orchestrator.readers import filters, standing
from orchestrator.readers.before import led_to
from orchestrator.readers.chronicle import Chronicles
from orchestrator.readers.kept import Kept
from orchestrator.readers.look import Look
from orchestrator.readers.pages import Cursor, Page, Wanted, page
from orchestrator.readers.pulse import Pulse, Pulses
from orchestrator.readers.seeing import Eyes, Seen
from orchestrator.readers.shown import (
    BattleLine,
    BattleShown,
    CampaignLine,
    CampaignShown,
    DicePage,
    EventPage,
    EventShown,
    MasterShown,
    MessageShown,
    Proof,
    StatisticsShown,
    TheatreShown,
    ThrowShown,
    UnitLine,
    UnitOnBoard,
    UnitShown,
)
from orchestrator.readers.statistics import statistics
from orchestrator.readers.verifying import Checker
from orchestrator.readers.viewing import Sights
from orchestrator.store.reading import LoggedEvent, LoggedMessage
from orchestrator.store.records import Place
from scales.codec import encode
from scales.engine import Picture

LOOKS_KEPT = 64
PAGE, LONGEST_PAGE = 200, 1000
EVERYTHING = Eyes(everything=True)


@dataclass
class Door:
    """Reads campaigns for people. Safe among threads."""

    campaigns: Campaigns
    pulses: Pulses = field(init=False)
    chronicles: Chronicles = field(init=False)
    _sights: Sights = field(init=False)
    _looks: Kept[tuple[str, Eyes, Pulse], Look] = field(default_factory=lambda: Kept(LOOKS_KEPT))

    def __post_init__(self) -> None:
        database = self.campaigns.store.database
        self.pulses = Pulses(database)
        self.chronicles = Chronicles(self.campaigns.reading, database)
        self._sights = Sights(self.campaigns.resolve)

    def look(self, id: str, eyes: Eyes, pulse: Pulse | None = None) -> Look:
        """Everything that a reader's answers are made of, kept as long as nothing changes; raises NotFound."""
        pulse = pulse or self.pulses.take(id)
        return self._looks.get((id, eyes, pulse), lambda: self._look(id, eyes, pulse))

    def _look(self, id: str, eyes: Eyes, pulse: Pulse) -> Look:
        record, timeline = self.campaigns.reading.campaign(id), pulse.timeline
        battles = self.campaigns.reading.battles(id, timeline)
        seen = self.chronicles.seen(id, timeline, eyes)
        upto = len(seen.seen)
        lineage = self.campaigns.reading.lineage(id, timeline)
        checker = Checker(
            record, lineage, lambda: self.chronicles.seen(id, timeline, EVERYTHING), lambda: self.chronicles.phases(id, timeline)
        )
        sights = {each.battle: self._sights.look(id, timeline, each, eyes) for each in battles}
        return Look(record, pulse, eyes, seen, sights, checker, upto)

    # ---- the campaign ---------------------------------------------------------------------------------------------

    def campaign(self, id: str, eyes: Eyes, seats: Sequence[str] = ()) -> CampaignShown:
        """How a campaign stands, for a reader who has these seats."""
        look = self.look(id, eyes)
        record, file = look.record, look.file
        calls = [standing.call(call) for call in look.pulse.calls_of(seats)]
        return CampaignShown(
            id=id,
            name=record.plan.name,
            title=file.title if file else record.plan.name,
            about=file.about if file else "",
            status=standing.status(look, bool(calls)),
            side=eyes.side,
            seats=sorted(seats),
            sides=standing.sides(look),
            scales=record.plan.scales,
            options=file.model_dump(mode="json")["options"] if file else {},
            time=look.now(),
            timeline=look.pulse.timeline,
            timelines=[standing.timeline(look, branch) for branch in self.chronicles.branches(id)],
            calls=calls,
            at_tables=list(look.pulse.tables),
            victory=standing.victory(look),
            result=record.result if look.has_ended else None,
            commitment=record.commitment,
            created_utc=record.created_utc,
            master=self._master(look) if eyes.everything else None,
        )

    def line(self, id: str, eyes: Eyes, seats: Sequence[str], role: str) -> CampaignLine:
        """A campaign in a list."""
        look = self.look(id, eyes)
        name, title = look.record.plan.name, look.file.title if look.file else look.record.plan.name
        going = standing.status(look, bool(look.pulse.calls_of(seats)))
        return CampaignLine(id, name, title, going, role, eyes.side, sorted(seats), look.now(), look.record.created_utc)

    def _master(self, look: Look) -> MasterShown:
        status, calls = self.campaigns.show(look.record.id), [standing.call(call) for call in look.pulse.calls]
        return MasterShown(standing.stored(look), status.digest, status.waiting, calls, list(look.pulse.tables))

    def theatres(self, id: str, eyes: Eyes) -> list[TheatreShown]:
        """The theatres of a campaign with their battles."""
        look = self.look(id, eyes)
        names = {theatre.id: theatre.name for theatre in look.file.theatres} if look.file else {}
        lines = [look.line(battle) for battle in look.sights]
        return [
            TheatreShown(plan.id, names.get(plan.id, "") or plan.id, [line for line in lines if line.theatre == plan.id])
            for plan in look.record.plan.theatres
        ]

    # ---- boards and units -----------------------------------------------------------------------------------------

    def battles(self, id: str, eyes: Eyes) -> list[BattleLine]:
        look = self.look(id, eyes)
        return [look.line(battle) for battle in look.sights]

    def battle(self, id: str, eyes: Eyes, battle: str) -> BattleShown:
        """A battle with its board as the reader sees it."""
        look = self.look(id, eyes)
        sight = look.sight(battle)
        view = look.names.hide(sight.as_json(), look.seen)
        return BattleShown(look.line(battle), sight.record.phase, sight.seat, view, sight.record.version if eyes.everything else None)

    def picture(self, id: str, eyes: Eyes, battle: str) -> Picture:
        """A board to draw."""
        return self.look(id, eyes).sight(battle).picture()

    def units(
        self, id: str, eyes: Eyes, *, side: str | None = None, battle: str | None = None, status: str | None = None
    ) -> list[UnitLine]:
        """The units that the reader knows of, on every board that shows them; raises FormRefused for a side, battle or status that cannot be."""
        look = self.look(id, eyes)
        filters.check_units(look, side, battle, status)
        lines = [line for line, _ in look.units()]
        return [u for u in lines if side in {None, u.side} and battle in {None, u.battle} and status in {None, u.status}]

    def unit(self, id: str, eyes: Eyes, unit: str) -> UnitShown:
        """A unit on all its boards, what became of it, and what the reader saw of it."""
        look = self.look(id, eyes)
        lines = [line for line, _ in look.units() if line.id == unit]
        boards = [UnitOnBoard(line, look.sight(line.battle).record_of(unit, line.side)) for line in lines]
        history = [look.event(each) for each in look.told if unit in each.event.units]
        if not boards and not history:
            raise NotFound(f"there is no unit {unit!r} in campaign {id}")
        return UnitShown(unit, boards, history)

    # ---- the log --------------------------------------------------------------------------------------------------

    def start(self, id: str, eyes: Eyes, cursor: Cursor) -> int:
        """Where a cursor stands on the present timeline: one of an older timeline no further than the row where that was left."""
        look = self.look(id, eyes)
        if cursor.timeline == look.pulse.timeline:
            return cursor.number
        tick = self.chronicles.branch_tick(id, cursor.timeline, look.pulse.timeline)
        before = sum(each.tick < tick for each in look.told) if tick is not None else 0
        return min(cursor.number, before)

    def _page(self, look: Look, wanted: Wanted, after: str | None, limit: int, *, newest_first: bool = False) -> Page:
        filters.check_events(look, wanted)
        start = None if after is None else self.start(look.record.id, look.eyes, Cursor.of(after))
        return page(look, wanted, start, limit, newest_first=newest_first)

    def events(
        self,
        id: str,
        eyes: Eyes,
        wanted: Wanted = Wanted(),  # noqa: B008  (frozen)
        *,
        after: str | None = None,
        limit: int = PAGE,
        newest_first: bool = False,
    ) -> EventPage:
        """A page of what the reader saw; `after` is the cursor of the page before it. Raises FormRefused for values that cannot be."""
        look = self.look(id, eyes)
        found = self._page(look, wanted, after, limit, newest_first=newest_first)
        return EventPage(look.pulse.timeline, [look.event(each) for each in found.seen], str(found.cursor), found.more)

    def event(self, id: str, eyes: Eyes, number: int) -> EventShown:
        look = self.look(id, eyes)
        return look.event(_numbered(look, number))

    def explain(self, id: str, eyes: Eyes, number: int) -> list[EventShown]:
        """An event and what led to it, back across the boards as far as the reader saw it."""
        look = self.look(id, eyes)
        chain = [_numbered(look, number)]
        while (before := _led_to(look, chain[-1])) is not None:
            chain.append(look.told[before - 1])
        return [look.event(each) for each in chain]

    def dice(
        self,
        id: str,
        eyes: Eyes,
        wanted: Wanted = Wanted(),  # noqa: B008  (frozen)
        *,
        after: str | None = None,
        limit: int = PAGE,
    ) -> DicePage:
        """The dice of the events that the reader saw, in their order; `limit` counts events."""
        look = self.look(id, eyes)
        found = self._page(look, wanted.with_dice(), after, limit)
        throws = [
            ThrowShown(each.number, each.battle, look.time(each.tick), each.event.kind, each.event.units, roll)
            for each in found.seen
            for roll in look.rolls(each)
        ]
        return DicePage(look.pulse.timeline, throws, str(found.cursor), found.more)

    def statistics(self, id: str, eyes: Eyes) -> StatisticsShown:
        """Figures of what the reader saw."""
        look = self.look(id, eyes)
        scales = {battle: sight.record.scale for battle, sight in look.sights.items()}
        fates = {line.id: fate for line, fate in look.units()}
        return StatisticsShown(look.pulse.timeline, look.now(), statistics(look.told, scales, fates))

    def messages(self, id: str, eyes: Eyes) -> list[MessageShown]:
        """What is on its way between the boards, by when it takes effect."""
        look = self.look(id, eyes)
        due = self.campaigns.reading.due(id, look.pulse.timeline)
        shown = [(message.due_tick, _message(look, message)) for message in due if _may_know(look, message)]
        return [each for _, each in sorted(shown, key=lambda item: (item[0], item[1].kind, item[1].battle, encode(item[1])))]

    # ---- checking -------------------------------------------------------------------------------------------------

    def proof(self, id: str, eyes: Eyes) -> Proof:
        """What the log and the dice can be checked by, as far as it is known yet."""
        look = self.look(id, eyes)
        may_check = eyes.everything or look.has_ended
        secret = look.record.secret.hex() if look.record.is_revealed and look.has_ended else None
        return Proof(look.record.commitment, self.campaigns.digest(id) if may_check else None, secret)

    def export(self, id: str, eyes: Eyes) -> Exported:
        """The whole campaign as a document; raises NotAllowed before the end."""
        self._may_check(id, eyes)
        return self.campaigns.export(id)

    def verify(self, id: str, eyes: Eyes) -> Verdict:
        """Check the chains and the dice; raises NotAllowed before the end."""
        self._may_check(id, eyes)
        return self.campaigns.verify(id)

    def _may_check(self, id: str, eyes: Eyes) -> None:
        if not (eyes.everything or self.look(id, eyes).has_ended):
            raise NotAllowed("the whole log is shown to everybody when the campaign has ended; until then only to its game masters")


def _numbered(look: Look, number: int) -> Seen:
    if not 1 <= number <= look.upto:
        raise NotFound(f"there is no event {number} in campaign {look.record.id}")
    return look.told[number - 1]


def _led_to(look: Look, seen: Seen) -> int | None:
    """The number of what led to an event, among what the reader saw."""
    step = look.seen.step_of(seen.number)
    found = led_to([LoggedEvent(Place("", 0, each.number), each.tick, each.event, "") for each in step])
    return None if found is None else int(found.rpartition(":")[2])


def _may_know(look: Look, message: LoggedMessage) -> bool:
    """Whether a message is about something of the reader's own, and what led to it was seen."""
    if look.eyes.everything:
        return True
    cause = message.delivery.cause
    is_own = bool(look.eyes.side) and message.delivery.data.get("side") == look.eyes.side
    return is_own and (cause is None or cause in look.seen.numbers)


def _message(look: Look, message: LoggedMessage) -> MessageShown:
    delivery = message.delivery
    return MessageShown(
        kind=delivery.kind,
        sender=delivery.source,
        battle=message.battle,
        sent=look.time(message.sent_tick),
        due=look.time(message.due_tick),
        data=look.names.hide(delivery.data, look.seen),
        id=delivery.id if look.eyes.everything else None,
        cause=look.seen.numbers.get(delivery.cause or ""),
    )
