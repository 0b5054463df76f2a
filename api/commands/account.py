"""A campaign told turn by turn while it is played: what each scale did, and each link as it crosses."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from api.commands.summary import LOST
from orchestrator.campaign import Campaigns, Progress
from orchestrator.sequence import Sequence, sequence
from orchestrator.store.reading import LoggedEvent, LoggedMessage
from orchestrator.store.records import BattleRecord
from orchestrator.store.writing import STRUCK

SHOWN_OF_A_KIND = 6
"""Crossings of one kind in one turn that are told one by one."""
NAMED = 12
"""Losses of one board in one turn that are named."""
TOLD_OF_A_KIND = 3
"""Events of one kind in one turn and on one board that come from another board and are told one by one."""


@dataclass
class Account:
    """Tells each turn when its last row has closed. `told` is the number of the last event that was told."""

    campaigns: Campaigns
    id: str
    say: Callable[[str], None]
    told: int = 0
    first_tick: int = 0
    fates: dict[tuple[str, str], str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.record = self.campaigns.reading.campaign(self.id)
        self.turns: Sequence = sequence(self.record.plan.scales)
        self.first_tick = max(self.record.tick, 0)
        self._losses(self._battles())
        if self.first_tick:
            self.told = max((seq for seq, _ in self.campaigns.log(self.id)), default=0)

    def row(self, progress: Progress) -> None:
        """Called after every row."""
        if self.turns.is_last(progress.row.index):
            self.tell(progress.turn)

    def rest(self) -> None:
        """What happened since the last full turn."""
        self.tell(self.campaigns.show(self.id).turn)

    def tell(self, turn: int) -> None:
        found = self.campaigns.log(self.id, after=self.told)
        if not found:
            return
        self.told = found[-1][0]
        events = [logged for _, logged in found]
        battles = self._battles()
        start = (turn - 1) * self.turns.minutes
        self.say(f"Turn {turn}, minutes {start} to {start + self.turns.minutes}")
        for battle in battles:
            self._tell_battle(battle, [e for e in events if e.place.battle == battle.battle])
        for note in (e for e in events if e.place.battle not in {b.battle for b in battles}):
            self.say(f"  {note.event.text}")
        self._tell_links(events, battles)

    def _battles(self) -> list[BattleRecord]:
        return self.campaigns.reading.battles(self.id, self.record.timeline)

    def _tell_battle(self, battle: BattleRecord, events: list[LoggedEvent]) -> None:
        lost = self._losses([battle])
        if not events:
            return
        kinds = Counter(logged.event.kind.replace("_", " ") for logged in events)
        did = ", ".join(f"{kind} {n}" for kind, n in sorted(kinds.items(), key=lambda item: (-item[1], item[0])))
        self.say(f"  {battle.scale} ({battle.battle}): {did}")
        for text in _from_elsewhere(events):
            self.say(f"    < {text}")
        for status, names in lost.items():
            more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
            self.say(f"    {status}: {', '.join(names[:NAMED])}{more}")

    def _losses(self, battles: list[BattleRecord]) -> dict[str, list[str]]:
        """Units that are worse off than when last looked at, by what became of them."""
        lost: dict[str, list[str]] = {}
        for battle in battles:
            for unit, fate in sorted(battle.report.fates.items()):
                if fate.status in LOST and self.fates.get((battle.battle, unit)) != fate.status:
                    lost.setdefault(fate.status, []).append(f"{fate.name} ({fate.side})")
                self.fates[battle.battle, unit] = fate.status
        return lost

    def _tell_links(self, events: list[LoggedEvent], battles: list[BattleRecord]) -> None:
        """Every message that went from board to board, in the words of the event that sent it."""
        last = max(logged.tick for logged in events)
        messages = self.campaigns.reading.messages(self.id, self.record.timeline, range(self.first_tick, last + 1))
        self.first_tick = last + 1
        scales = {battle.battle: battle.scale for battle in battles}
        seen: Counter[str] = Counter()
        for message in messages:
            if message.status == STRUCK:
                continue
            seen[message.delivery.kind] += 1
            if seen[message.delivery.kind] <= SHOWN_OF_A_KIND:
                self.say(f"    > {self._crossing(message, scales)}")
        for kind, n in sorted(seen.items()):
            if n > SHOWN_OF_A_KIND:
                self.say(f"    > {kind.replace('_', ' ')}: {n - SHOWN_OF_A_KIND} more")

    def _crossing(self, message: LoggedMessage, scales: dict[str, str]) -> str:
        source, target = scales.get(message.delivery.source, "theatre"), scales.get(message.battle, message.battle)
        cause = message.delivery.cause
        text = self.campaigns.explain(self.id, cause)[0].event.text if cause else ""
        return f"{message.delivery.kind.replace('_', ' ')}, {source} to {target}{f': {text}' if text else ''}"


def _from_elsewhere(events: list[LoggedEvent]) -> Iterator[str]:
    """What happened on a board because of another one: fire called from above, bombs, arrivals."""
    seen: Counter[str] = Counter()
    for logged in events:
        cause, kind = logged.event.cause, logged.event.kind
        if cause is None or cause.startswith(f"{logged.place.battle}:"):
            continue
        seen[kind] += 1
        if seen[kind] <= TOLD_OF_A_KIND:
            yield logged.event.text
    for kind, n in sorted(seen.items()):
        if n > TOLD_OF_A_KIND:
            yield f"{kind.replace('_', ' ')}: {n - TOLD_OF_A_KIND} more"
