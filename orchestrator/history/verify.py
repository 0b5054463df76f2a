"""Checking an exported campaign without playing it: do the chains hold, and does every die follow from the secret?

The first thing that does not is named. Whoever can rewrite a whole database can rewrite the chains too: then the digest differs from the one
that was known before, which is why it can be given.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from orchestrator.closing import BEGINNING
from orchestrator.history import digest
from orchestrator.history.export import Exported, ExportedBattle
from orchestrator.history.lineage import Stretch
from orchestrator.store.reading import LoggedEvent, LoggedRow, LoggedStep
from orchestrator.store.records import BattlePlan
from orchestrator.store.writing import DELIVERED, ENDED
from scales.dice import Roll, commitment, face, phase_key

SIDES_AT_MOST = 1 << 32


@dataclass(slots=True)
class Verdict:
    """`faults` are sentences, the earliest fault first; `dice` counts those checked (none before the secret is known)."""

    faults: list[str] = field(default_factory=list)
    events: int = 0
    dice: int = 0
    rows: int = 0
    digest: str = ""

    @property
    def is_sound(self) -> bool:
        return not self.faults


@dataclass(slots=True, order=True)
class _Fault:
    """A fault where it stands in the order of play; `rank` puts what follows from others (1) behind them."""

    tick: int
    rank: int
    battle: str
    version: int
    n: int
    text: str


@dataclass(slots=True)
class _Log:
    """An export, sorted for checking. `heads` collects where each battle's chain stood after each version, `ends` where after each row."""

    document: Exported
    steps: dict[str, list[LoggedStep]]
    events: dict[tuple[str, int], list[LoggedEvent]]
    heads: dict[str, set[str]] = field(default_factory=dict)
    ends: dict[str, dict[int, str]] = field(default_factory=dict)
    dice: int = 0


def verify(document: Exported, expected: str = "") -> Verdict:
    """Check chains, rows and dice of an export; `expected` is a digest known from elsewhere."""
    log = _sorted(document)
    faults = [fault for battle in document.battles for fault in _battle(log, battle)]
    faults += [*_rows(log), *_end(log), *_lineage(document), *_secrets(document), *_strays(log), *_mail(log)]
    texts = [fault.text for fault in sorted(faults)]
    if expected and expected != _digest(document):
        texts.append(f"the digest is {_digest(document)}, not {expected}")
    if document.digest != _digest(document):
        texts.append("the document's digest is not that of its theatres")
    return Verdict(texts, len(document.events), log.dice, len(document.rows), _digest(document))


def _sorted(document: Exported) -> _Log:
    steps: dict[str, list[LoggedStep]] = {}
    for step in sorted(document.steps, key=lambda step: (step.battle, step.version)):
        steps.setdefault(step.battle, []).append(step)
    events: dict[tuple[str, int], list[LoggedEvent]] = {}
    for event in sorted(document.events, key=lambda event: (event.place.battle, event.place.version, event.place.n)):
        events.setdefault((event.place.battle, event.place.version), []).append(event)
    return _Log(document, steps, events)


def _digest(document: Exported) -> str:
    heads = {theatre.id: digest.start(theatre.id) for theatre in document.plan.theatres}
    heads |= {row.theatre: row.head for row in sorted(document.rows, key=lambda row: row.tick)}
    return digest.campaign_digest(heads)


def _battle(log: _Log, battle: ExportedBattle) -> Iterator[_Fault]:
    """The faults of a battle's chain, and the first of its dice."""
    yield from _chain(log, battle)
    yield from _first(_dice(log, battle.battle))


def _first(faults: Iterable[_Fault]) -> Iterator[_Fault]:
    """Where one fault makes all that follows wrong, only the first says something."""
    for fault in faults:
        yield fault
        return


@dataclass(slots=True)
class _Chain:
    """A walk along a battle's chain. Behind a fault it goes on from the head that the log has, so that each fault is named once."""

    name: str
    head: str | None
    tick: int = -1
    faults: list[_Fault] = field(default_factory=list)

    def fault(self, version: int, n: int, text: str, rank: int = 0) -> None:
        self.faults.append(_Fault(self.tick, rank, self.name, version, n, text))

    def step(self, step: LoggedStep, events: list[LoggedEvent]) -> None:
        place = f"{self.name}:{step.version}"
        if step.tick < self.tick:
            self.fault(step.version, -1, f"step {place} stands in row {step.tick}, the step before it in row {self.tick}", 1)
        self.tick = step.tick
        if self.head is not None:
            self.head = digest.inputs_link(self.head, self.name, step, kind=step.kind, phase=step.phase, events=step.events)
        if self.head not in {None, step.head}:
            self.fault(step.version, -1, f"step {place} was altered: its orders, its inbox or what it sent")
        self.head = step.head
        for n, event in enumerate(events):
            self._event(n, event)
        if len(events) != step.events:
            what = "missing" if len(events) < step.events else "too much"
            self.fault(step.version, len(events), f"event {place}:{min(len(events), step.events)} is {what}")
            self.head = None

    def _event(self, n: int, event: LoggedEvent) -> None:
        place = event.place
        if place.n != n:
            if not self.faults or self.faults[-1].version != place.version:
                self.fault(place.version, n, f"event {self.name}:{place.version}:{n} is missing")
        elif event.tick != self.tick:
            self.fault(place.version, n, f"event {place} was altered: it stands in row {event.tick}, its step in row {self.tick}")
        elif self.head is not None and digest.event_link(self.head, self.name, place.version, n, event.event) != event.head:
            self.fault(place.version, n, f"event {place} was altered: {event.event.text}")
        self.head = event.head


def _chain(log: _Log, battle: ExportedBattle) -> list[_Fault]:
    chain = _Chain(battle.battle, digest.start(battle.battle))
    heads = log.heads.setdefault(battle.battle, set())
    version = 0
    for step in log.steps.get(battle.battle, []):
        version += 1
        if step.version != version:
            chain.fault(version, -1, f"step {battle.battle}:{version} is missing")
            version, chain.head = step.version, None
        chain.step(step, log.events.get((battle.battle, version), []))
        heads.add(chain.head or "")
        log.ends.setdefault(battle.battle, {})[step.tick] = chain.head or ""
    if version < battle.version:
        chain.fault(version + 1, -1, f"step {battle.battle}:{version + 1} and what follows are missing")
    elif version > battle.version or chain.head not in {None, battle.head}:
        chain.fault(version, 0, f"the log of {battle.battle} does not lead to where the battle stands", 1)
    return chain.faults


def _dice(log: _Log, name: str) -> Iterator[_Fault]:
    """Every die of a phase is there, in order, and shows what the secret of its stretch says, once that is known."""
    expected, phase, history = 0, -1, log.document.history
    for step in log.steps.get(name, []):
        stream, number = ("ruling", step.version) if step.kind == "amend" else ("dice", step.phase_no)
        stretch = history.at(step.tick)
        secret = _bytes(_secret_of(log.document, stretch))
        key = phase_key(secret, stretch.timeline, name, number, stream) if secret else b""
        if stream == "dice" and number != phase:
            expected, phase = 0, number
        index = 0 if stream == "ruling" else expected
        for event in log.events.get((name, step.version), []):
            for roll in event.event.rolls:
                log.dice += bool(key)
                if roll.index != index or not _may_show(roll, key):
                    text = f"die {roll.index} (d{roll.sides}) of event {event.place} shows {roll.value} for '{roll.why}'"
                    what = (
                        f"{text}; the secret does not say so" if roll.index == index else f"{text}, where die {index} of the phase is due"
                    )
                    yield _Fault(step.tick, 0, name, step.version, event.place.n, what)
                index += 1
        if stream == "dice":
            expected = index


def _may_show(roll: Roll, key: bytes) -> bool:
    """Whether a die shows one of its faces, and the one that the key says if that is known."""
    if not 1 <= roll.value <= roll.sides <= SIDES_AT_MOST:
        return False
    return not key or face(key, roll.index, roll.sides) == roll.value


def _rows(log: _Log) -> Iterator[_Fault]:
    """Each theatre's chain over its rows, and that every step was folded by the row it stands in."""
    rows = {(row.theatre, row.tick): row for row in log.document.rows}
    for theatre in log.document.plan.theatres:
        if log.document.tick > BEGINNING and (theatre.id, BEGINNING) not in rows:
            yield _Fault(BEGINNING, 1, theatre.id, 0, 0, f"the beginning of {theatre.id} is missing")
        for stretch in log.document.lineage:
            if stretch.until_tick < log.document.tick and (theatre.id, stretch.until_tick) not in rows:
                text = f"row {stretch.until_tick} of {theatre.id} is missing, with which another stretch of the timeline begins"
                yield _Fault(stretch.until_tick, 1, theatre.id, 0, 0, text)
        yield from _first(_theatre(log, theatre.id))
    for battle in log.document.battles:
        yield from _first(_folded(log, battle, rows))


def _theatre(log: _Log, theatre: str) -> Iterator[_Fault]:
    head = digest.start(theatre)
    for row in sorted((row for row in log.document.rows if row.theatre == theatre), key=lambda row: row.tick):
        notes = log.events.get((theatre, row.tick + 1), [])
        bound = _bound(log, theatre, row.tick)
        head = digest.row_link(head, row.tick, row.battles, [note.event for note in notes], bound)
        if head != row.head:
            what = ", ".join(["its battles' heads", *(_BOUND[name] for name in bound)])
            yield _Fault(row.tick, 1, theatre, row.tick + 1, 0, f"row {row.tick} of {theatre} was altered: {what} or its notes")
        for note in notes:
            if note.tick != row.tick:
                yield _Fault(row.tick, 1, theatre, row.tick + 1, 0, f"event {note.place} was altered: it stands in row {note.tick}")
        for battle, its in sorted(row.battles.items()):
            if its not in log.heads.get(battle, ()):
                yield _Fault(row.tick, 1, battle, 0, 0, f"when row {row.tick} closed, {battle} had steps that are not in its log")
            elif log.ends[battle].get(row.tick) != its:
                yield _Fault(
                    row.tick, 1, battle, 0, 0, f"when row {row.tick} closed, {battle} stood elsewhere: steps were moved between rows"
                )


_BOUND = {
    "plan": "the campaign's plan",
    "opened": "the set-ups of battles that open",
    "result": "the campaign's result",
    "branch": "why and how the timeline goes on from here",
}


def _bound(log: _Log, theatre: str, tick: int) -> dict[str, object]:
    document = log.document
    opened = [
        BattlePlan(battle.battle, battle.scale, battle.setup)
        for battle in document.battles
        if battle.theatre == theatre and (steps := log.steps.get(battle.battle)) and steps[0].tick == tick
    ]
    plan = document.plan if tick == BEGINNING else None
    branch = document.history.opening(tick, document.commitment)
    return digest.bound(plan, opened, document.result if tick == _last(log) else None, branch)


def _last(log: _Log) -> int:
    return max((row.tick for row in log.document.rows), default=BEGINNING - 1)


def _folded(log: _Log, battle: ExportedBattle, rows: dict[tuple[str, int], LoggedRow]) -> Iterator[_Fault]:
    """No row in which a battle took a step was cut out."""
    for step in log.steps.get(battle.battle, []):
        row = rows.get((battle.theatre, step.tick))
        if step.tick < log.document.tick and (row is None or battle.battle not in row.battles):
            text = (
                f"step {battle.battle}:{step.version} stands in row {step.tick}, but no closed row {step.tick} of {battle.theatre} has it"
            )
            yield _Fault(step.tick, 1, battle.battle, step.version, 0, text)
        elif step.tick > log.document.tick:
            text = f"step {battle.battle}:{step.version} stands in row {step.tick}, which the campaign has not reached"
            yield _Fault(step.tick, 1, battle.battle, step.version, 0, text)


def _end(log: _Log) -> Iterator[_Fault]:
    """A campaign stands behind its last row; if it has ended, right behind it, and with a result."""
    document, last = log.document, _last(log)
    if (document.status == ENDED) != (document.result is not None):
        yield _Fault(document.tick, 1, "", 0, 0, f"the campaign is {document.status}, but its result says otherwise")
    if document.tick <= last or (document.status == ENDED and document.tick != last + 1):
        yield _Fault(document.tick, 1, "", 0, 0, f"the campaign stands before row {document.tick}, but its last row is {last}")


def _mail(log: _Log) -> Iterator[_Fault]:
    """What was delivered is what the steps took in."""
    taken = {delivery.id: (step, delivery) for steps in log.steps.values() for step in steps for delivery in step.inbox}
    for message in log.document.messages:
        step, delivery = taken.pop(message.delivery.id, (None, None))
        if message.status == DELIVERED and (step is None or delivery != message.delivery or step.battle != message.battle):
            yield _Fault(message.due_tick, 1, message.battle, 0, 0, f"message {message.delivery.id} is not what the log says was delivered")
    for step, delivery in taken.values():
        yield _Fault(step.tick, 1, step.battle, step.version, 0, f"message {delivery.id} is missing")


def _bytes(secret: str) -> bytes:
    """A secret; nothing if it is not known, or is no hexadecimal number."""
    try:
        return bytes.fromhex(secret)
    except ValueError:
        return b""


def _secret_of(document: Exported, stretch: Stretch) -> str:
    return stretch.secret if stretch.commitment else document.secret


def _lineage(document: Exported) -> Iterator[_Fault]:
    """The first stretch is the beginning of all, and each ends behind the one before it, in rows that were played."""
    ends = [BEGINNING, *(stretch.until_tick for stretch in document.lineage)]
    if any(late <= early for early, late in pairwise(ends)) or ends[-1] > max(document.tick, BEGINNING):
        yield _Fault(
            -1, 0, "", 0, 0, f"the stretches of the timeline end in rows {ends[1:]}, which cannot follow each other up to {document.tick}"
        )
    if document.lineage and (document.lineage[0].timeline or document.lineage[0].reason):
        yield _Fault(-1, 0, "", 0, 0, "the first stretch of the timeline is not the beginning of a campaign")


def _secrets(document: Exported) -> Iterator[_Fault]:
    """Every secret that is told is the one that was promised."""
    if document.secret and commitment(_bytes(document.secret)) != document.commitment:
        yield _Fault(-1, 0, "", 0, 0, "the secret is not the one whose hash was published at the start")
    for stretch in document.lineage:
        if stretch.secret and (not stretch.commitment or commitment(_bytes(stretch.secret)) != stretch.commitment):
            text = f"the secret of the rows before {stretch.until_tick} is not the one whose hash was published"
            yield _Fault(-1, 0, "", 0, 0, text)


def _strays(log: _Log) -> Iterator[_Fault]:
    """Events of steps or rows that are not there; steps of battles and rows of theatres that are not there."""
    names, theatres = {battle.battle for battle in log.document.battles}, {theatre.id for theatre in log.document.plan.theatres}
    for step in log.document.steps:
        if step.battle not in names:
            yield _Fault(step.tick, 1, step.battle, step.version, 0, f"step {step.battle}:{step.version} belongs to no battle")
    for row in log.document.rows:
        if row.theatre not in theatres:
            yield _Fault(row.tick, 1, row.theatre, 0, 0, f"row {row.tick} belongs to no theatre: there is no {row.theatre}")
    rows = {(row.theatre, row.tick + 1) for row in log.document.rows}
    steps = {(step.battle, step.version) for step in log.document.steps}
    for (name, version), events in sorted(log.events.items()):
        if (name, version) not in steps | rows:
            yield _Fault(
                events[0].tick,
                0,
                name,
                version,
                0,
                f"event {events[0].place} belongs to no step: the step is missing, or the event was added",
            )
