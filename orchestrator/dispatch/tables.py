"""Battles that are played on a real table: what is needed to set them up, and their results on the way back.

A battle on a table is not computed; its row waits until a GM has approved a result. Whoever played may propose one, both sides too; what they
report differently is listed. An approved result is a step of the battle like any other; what it leaves out is taken from the other proposals.
"""

import secrets
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from orchestrator.campaign import Campaigns
from orchestrator.dispatch import merging
from orchestrator.dispatch.merging import Difference
from orchestrator.dispatch.results import APPROVED, PROPOSED, REJECTED, WITHDRAWN, Result, Results, of_status
from orchestrator.errors import AlreadyAnswered, NotFound, ResultRefused, RulingRefused, StaleOrders
from orchestrator.links.link import Board
from orchestrator.loading import table_of
from orchestrator.moments import Now, stamp, utc_now
from orchestrator.readers.shown import Record
from orchestrator.readers.viewing import record_in, report_now, seat_of, sides_of, state_in
from orchestrator.store.records import CampaignRecord
from orchestrator.store.writing import ENDED, text
from scales.codec import plain
from scales.engine import Counter, Fate, Fault, Json, Picture

CHARACTERS_AT_MOST = 1024 * 1024
NOTE_AT_MOST = 2000
CONDITIONS = ("turn_limit", "victory", "objectives", "attacker")
"""What set-ups tell of how a battle is won."""


@dataclass(slots=True)
class TableUnit:
    """A unit to be put on the table: `hex`, `at` (as printed) and `facing` where the map shows it, `record` its record sheet as far as the reader
    knows it. Of units of others a side knows no status.
    """

    id: str
    name: str
    side: str
    status: str | None
    record: Record
    hex: tuple[int, int] | None
    at: str
    facing: int


@dataclass(slots=True)
class InFlight:
    """Something that is on its way to the battle."""

    kind: str
    source: str
    data: Json


@dataclass(slots=True)
class TableSheet:
    """All that is needed to go on with a battle on a table, and the form for its result: each unit's fate as it stands now, `over` if it is
    the end of the battle (if not, the battle is played on as others are).
    """

    campaign: str
    battle: str
    scale: str
    turn: int
    phase: str
    picture: Picture
    units: list[TableUnit]
    in_flight: list[InFlight]
    conditions: Json
    form: Json


class Tables:
    """Tables of all campaigns of one database."""

    def __init__(self, campaigns: Campaigns, now: Now = utc_now) -> None:
        self._campaigns = campaigns
        self._results = Results(campaigns.store.database)
        self._now = now
        self._one_by_one = threading.Lock()

    # ---- to the table ---------------------------------------------------------------------------------------------

    def sheet(self, campaign: str, battle: str, seat: str | None = None) -> TableSheet:
        """What is to be put on the table: all of it for the GM, what his side knows for a player, whichever of its seats is his. Raises NotFound."""
        record, board = self._at(campaign, battle)
        setup, report = board.record.setup, report_now(board)
        if seat is not None and seat not in _seats(record, report.fates):
            raise NotFound(f"there is no battle {battle!r} for {seat}")
        side = None if seat is None else record.plan.seats[seat]
        sides = [each["id"] for each in sides_of(board.record)] if side is None else [side]
        pictures = [board.rules.picture(board.rules.view(board.state(), seat_of(board.record, each))) for each in sides]
        units = _units(board, report.fates, _counters(pictures), side)
        shown = CONDITIONS if seat is None else CONDITIONS[:1]
        return TableSheet(
            campaign=campaign,
            battle=battle,
            scale=board.scale,
            turn=report.turn,
            phase=board.record.phase,
            picture=_together(pictures),
            units=units,
            in_flight=self._in_flight(record, battle) if seat is None else [],
            conditions={name: setup[name] for name in shown if name in setup},
            form=_form(report.fates, side),
        )

    def _at(self, campaign: str, battle: str) -> tuple[CampaignRecord, Board]:
        record = self._campaigns.reading.campaign(campaign)
        found = self._campaigns.reading.battle(campaign, record.timeline, battle)
        return record, Board(found, self._campaigns.resolve(found.scale))

    def _in_flight(self, record: CampaignRecord, battle: str) -> list[InFlight]:
        due = self._campaigns.reading.due(record.id, record.timeline)
        return [InFlight(each.delivery.kind, each.delivery.source, each.delivery.data) for each in due if each.battle == battle]

    # ---- and back -------------------------------------------------------------------------------------------------

    def propose(self, campaign: str, battle: str, form: Json, by: str, side: str | None = None) -> Result:
        """Keep a result for the GM to look at. The same from the same person is one. Raises ResultRefused with every fault.

        A player's `side` need not report on others, and learns nothing of those that it leaves out: the GM has to fill them in.
        """
        record, board = self._at(campaign, battle)
        faults = []
        if not table_of(self._campaigns.reading, record, self._campaigns.resolve).is_on_table(battle):
            faults.append(Fault("no_table", f"{battle} is not played on a table", "battle"))
        faults += _faults_told(board, form, side)
        there = [each for each in self._results.of(campaign, record.timeline, battle) if each.by == by and each.form == form]
        if faults and not there:
            raise ResultRefused(faults)
        if faults:
            return there[-1]
        return self._results.keep(
            campaign,
            Result(secrets.token_hex(8), record.timeline, battle, board.record.version, form, by, PROPOSED, "", stamp(self._now())),
        )

    def results(self, campaign: str, battle: str, by: str | None = None) -> list[Result]:
        """What was reported of a battle, by anybody or by one person, the oldest first."""
        record, _ = self._at(campaign, battle)
        return [each for each in self._results.of(campaign, record.timeline, battle) if by in {None, each.by}]

    def differences(self, campaign: str, battle: str) -> list[Difference]:
        """What the proposals that stand say differently, by unit."""
        record, board = self._at(campaign, battle)
        return merging.differences(self._standing(record, battle, board.record.version))

    def _standing(self, record: CampaignRecord, battle: str, version: int) -> list[Result]:
        proposed = of_status(self._results.of(record.id, record.timeline, battle), PROPOSED)
        return [each for each in proposed if each.version == version]

    def reject(self, campaign: str, id: str, note: str) -> Result:
        """The GM does not take a result. The same again changes nothing."""
        if len(note) > NOTE_AT_MOST:
            raise ResultRefused([Fault("note", f"a note is at most {NOTE_AT_MOST} characters, not {len(note)}", "note")])
        return self._decide(campaign, self._results.one(campaign, id), REJECTED, note)

    def withdraw(self, campaign: str, id: str, by: str) -> Result:
        """Whoever reported takes it back. The same again changes nothing. Raises NotFound for results of others, AlreadyAnswered if approved."""
        found = self._results.one(campaign, id)
        if found.by != by:
            raise NotFound(f"there is no result {id!r} in campaign {campaign}")
        return self._decide(campaign, found, WITHDRAWN, "")

    def _decide(self, campaign: str, found: Result, status: str, note: str) -> Result:
        with self._one_by_one:
            self._results.decide(campaign, found.id, status, note, stamp(self._now()))
            now = self._results.one(campaign, found.id)
        if now.status == APPROVED:
            raise AlreadyAnswered(f"result {found.id} of {found.battle} was approved")
        return now

    def approve(self, campaign: str, id: str, edits: Json | None = None) -> Result:
        """The GM takes a result over, with his own changes (`{"fates": {unit: {...}}}`); the campaign can go on. Again is the same.

        Of units that it does not name, and the GM neither, the other proposals that stand are asked. Raises ResultRefused with every fault, also
        if these contradict each other or a unit is still missing; StaleOrders if the battle has changed since, RulingRefused for a result that
        does not stand, AlreadyAnswered for other edits than those approved, CampaignBusy while the campaign is being played.
        """
        with self._one_by_one:
            found, edits = self._results.one(campaign, id), edits or {}
            if found.status == APPROVED:
                if _edited(found.form, edits) != found.form:
                    raise AlreadyAnswered(f"result {id} of {found.battle} was approved as it stands")
                return found
            record = self._campaigns.reading.campaign(campaign)
            others = [each for each in self._standing(record, found.battle, found.version) if each.id != id]
            form = _edited(found.form, edits)
            merged = merging.merge(form["fates"], others)
            form |= {"fates": merged.fates}
            self._check(record, found, form, merged.faults)
            self._campaigns.settle(campaign, found.battle, found.version, form)
            self._results.approve(campaign, found, form, merged.used, stamp(self._now()))
            return self._results.one(campaign, id)

    def _check(self, record: CampaignRecord, result: Result, form: Json, faults: list[Fault]) -> None:
        if result.status != PROPOSED:
            because = f" ({result.note})" if result.note else ""
            raise RulingRefused(f"result {result.id} was {result.status}{because}; it can be proposed anew")
        _, board = self._at(record.id, result.battle)
        if record.timeline != result.timeline:
            raise StaleOrders(f"result {result.id} is from before a rewind")
        if board.record.version == result.version and (faults := [*faults, *_faults(board, form, board.state)]):
            raise ResultRefused(faults)


def _seats(record: CampaignRecord, fates: Mapping[str, Fate]) -> list[str]:
    """The seats that have units in a battle."""
    sides = {fate.side for fate in fates.values()}
    return sorted(seat for seat, side in record.plan.seats.items() if side in sides)


def _counters(pictures: list[Picture]) -> dict[str, Counter]:
    return {counter.unit: counter for picture in pictures for counter in picture.counters if counter.unit}


def _together(pictures: list[Picture]) -> Picture:
    """One picture of what several see."""
    first = pictures[0]
    counters = list({(c.unit or c.label, c.hex): c for picture in pictures for c in picture.counters}.values())
    fill = {hex: word for picture in pictures for hex, word in picture.fill.items()}
    labels = {hex: label for picture in pictures for hex, label in picture.labels.items()}
    return replace(first, fill=fill, counters=counters, labels=labels)


def _units(board: Board, fates: dict[str, Fate], counters: dict[str, Counter], side: str | None) -> list[TableUnit]:
    """Every unit for the GM, as its owner knows it; for a side its own, and of the others those that it sees."""
    units = []
    for id in sorted(fates.keys() | counters.keys()):
        fate, counter = fates.get(id), counters.get(id)
        known = fate if fate is not None and side in {None, fate.side} else None
        if known is None and counter is None:
            continue
        owner, name = (known.side, known.name) if known else (counter.side, counter.label) if counter else ("", "")
        record = record_in(board, id, seat_of(board.record, owner if side is None else side))
        hex, at, facing = (counter.hex, counter.at, counter.facing) if counter else (None, "", 0)
        units.append(TableUnit(id, name, owner, known.status if known else None, record, hex, at, facing))
    return units


def _form(fates: dict[str, Fate], side: str | None) -> Json:
    mine = {id: fate for id, fate in fates.items() if side in {None, fate.side}}
    return {
        "over": True,
        "fates": {id: {"status": fate.status, "sheet": _own(plain(fate.sheet), mine)} for id, fate in sorted(mine.items())},
    }


def _own(sheet: Json, named: Mapping[str, Fate]) -> Json:
    """A formation's sheet without those of its units that the form names by themselves: nothing is to be filled in twice."""
    units = sheet.get("units")
    return {k: v for k, v in sheet.items() if k != "units"} if isinstance(units, dict) and units.keys() <= named.keys() else sheet


def _edited(form: Json, edits: Json) -> Json:
    """A form with a GM's changes: fields of single fates, or whole other entries."""
    changed = edits.get("fates", {})
    if not isinstance(changed, dict) or not all(isinstance(fate, dict) for fate in changed.values()):
        raise ResultRefused([Fault("fates", "edits change fates: {unit: {status: ..., sheet: {...}}}", "fates")])
    fates = form["fates"] | {unit: form["fates"].get(unit, {}) | fate for unit, fate in changed.items()}
    return form | edits | {"fates": fates}


def _faults_told(board: Board, form: Json, side: str | None) -> list[Fault]:
    """Everything wrong with a result, as far as a side may be told: of others it is checked against what the side sees of them, and what it
    leaves out is filled in with that.
    """
    if side is None or not isinstance(form.get("fates"), dict):
        return _faults(board, form, board.state)
    seen = state_in(board.rules.view(board.state(), seat_of(board.record, side)), board.rules)
    others = {id: fate for id, fate in board.rules.report(seen).fates.items() if fate.side != side and id not in form["fates"]}
    known = {id: {"status": fate.status, "sheet": plain(fate.sheet)} for id, fate in others.items()}
    return _faults(board, form | {"fates": form["fates"] | known} if form["fates"] else form, lambda: seen)


def _faults(board: Board, form: Json, state: Callable[[], Any]) -> list[Fault]:
    """Everything wrong with a result of a battle that stands so."""
    if board.record.status == ENDED:
        return [Fault("ended", f"{board.id} has ended", "battle")]
    if not isinstance(form.get("fates"), dict) or not form["fates"]:
        return [Fault("fates", "a result needs fates: {unit: {status: ..., sheet: {...}}}", "fates")]
    if len(text(form)) > CHARACTERS_AT_MOST:
        return [Fault("too_large", f"a result is at most {CHARACTERS_AT_MOST} characters", "")]
    strange = [unit for unit, fate in form["fates"].items() if not isinstance(fate, dict)]
    if strange:
        return [Fault("fate", f"{unit}: a fate is {{status: ..., sheet: {{...}}}}", f"fates.{unit}") for unit in strange]
    return board.rules.report_faults(state(), form)
