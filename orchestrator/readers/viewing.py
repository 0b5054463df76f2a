"""Boards as readers see them: the view of a side's seat, how the battle stands as far as that view shows, and the picture of it.

Boards stand in the open, as on a table: everybody knows which battles there are. What is hidden on a board is not in its engine's view. A side
that takes no part in a battle sees of it what all may see.
"""

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from typing import Any

from msgspec.structs import replace

from orchestrator.links.link import Board
from orchestrator.readers.kept import Kept
from orchestrator.readers.seeing import Eyes
from orchestrator.store.records import BattleRecord
from orchestrator.store.writing import ENDED
from scales.codec import plain
from scales.engine import Counter, Engine, Fate, Json, Picture, Report
from scales.engines import Resolver

BOARDS_KEPT = 64


@dataclass(slots=True)
class Sight:
    """A board in front of a reader; what was worked out of it is kept as long as the board stands there."""

    board: Board
    eyes: Eyes

    @property
    def record(self) -> BattleRecord:
        return self.board.record

    @property
    def seat(self) -> str:
        """The seat whose view the reader has; '' for what all may see."""
        if self.eyes.everything:
            return ""
        return seat_of(self.record, self.eyes.side)

    def view(self) -> Any:
        return self.board.rules.view(self.board.state(), self.seat)

    def as_json(self) -> Json:
        """The view as plain JSON; a game master's is the state itself."""
        if self.eyes.everything:
            return {"state": plain(self.board.state())}
        return dict(plain(self.view()))

    def record_of(self, unit: str, side: str) -> Json:
        """A unit's record sheet as far as the reader knows it; to a game master, as its owner does."""
        return (
            record_in(self.board, unit, seat_of(self.record, side)) if self.eyes.everything else self.board.rules.record(self.view(), unit)
        )

    def report(self) -> Report:
        """How the battle stands as far as the reader can know: its own units in full, of others what the view shows, without their sheets."""
        if self.eyes.everything:
            return self.record.report
        rules, truth = self.board.rules, report_now(self.board)
        shown = rules.report(state_in(self.view(), rules))
        fates = {id: fate for id, fate in shown.fates.items() if fate.side != self.eyes.side}
        fates |= {id: fate for id, fate in truth.fates.items() if fate.side == self.eyes.side}
        fates = {id: self._fate(fates[id], fates) for id in sorted(fates)}
        over = self.record.status == ENDED
        return replace(shown, over=over, outcome=truth.outcome if over else "", winner=truth.winner if over else None, fates=fates)

    def _fate(self, fate: Fate, known: dict[str, Fate]) -> Fate:
        by = fate.by if fate.by in known else None
        return replace(fate, by=by, sheet=fate.sheet if fate.side == self.eyes.side else {})

    def picture(self) -> Picture:
        """The board to draw; a game master's shows what all seats see together."""
        if not self.eyes.everything:
            return self.board.rules.picture(self.view())
        return whole_picture(self.board.rules, self.board.state(), sides_of(self.record))


@dataclass
class Sights:
    """Boards that readers look at, each read once for all of them."""

    resolve: Resolver
    _boards: Kept[tuple[str, int, str, int, str], Board] = field(default_factory=lambda: Kept(BOARDS_KEPT))

    def look(self, campaign: str, timeline: int, record: BattleRecord, eyes: Eyes) -> Sight:
        key = (campaign, timeline, record.battle, record.version, record.status)
        return Sight(self._boards.get(key, lambda: Board(record, self.resolve(record.scale))), eyes)


def report_now(board: Board) -> Report:
    """How a battle stands at this moment. The stored report is of the end of its last phase, or of a ruling since, which not all may know of."""
    return board.record.report if board.record.status == ENDED else board.rules.report(board.state())


def sides_of(record: BattleRecord) -> list[Json]:
    """The sides of a battle with the seats that decide for them, as its set-up names them."""
    return list(record.setup["sides"])


def seat_of(record: BattleRecord, side: str) -> str:
    """The seat that decides for a side in a battle; '' if it has none there."""
    return next((str(each["seat"]) for each in sides_of(record) if each["id"] == side), "")


def record_in(board: Board, unit: str, seat: str) -> Json:
    """A unit's record sheet as a seat knows it."""
    return board.rules.record(board.rules.view(board.state(), seat), unit)


def state_in(view: Any, rules: Engine) -> Any:
    """The state as a view shows it: every view carries one, in which what is hidden is not."""
    return next(value for value in (getattr(view, each.name) for each in fields(view)) if isinstance(value, rules.state_type))


def whole_picture(rules: Engine, state: object, sides: Iterable[Json]) -> Picture:
    """What the seats of all sides together see of a board; each unit as its own side knows it."""
    counters: dict[tuple[str, tuple[int, ...]], Counter] = {}
    pictures = []
    for side in sides:
        pictures.append(rules.picture(rules.view(state, side["seat"])))
        for counter in pictures[-1].counters:
            key = (counter.unit or counter.label, tuple(counter.hex))
            if key not in counters or counter.side == side["id"]:
                counters[key] = counter
    labels = {hex: max((p.labels.get(hex, "") for p in pictures), key=len) for p in pictures for hex in p.labels}
    legend = {sign: meaning for p in pictures for sign, meaning in p.legend.items()}
    return dataclasses.replace(pictures[0], counters=list(counters.values()), labels=labels, legend=legend)
