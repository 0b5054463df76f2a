"""Decisions to seats, and orders back: who plays a seat, what people are asked, and whether what they answer may stand.

A seat that nobody takes is played by a bot. Orders are checked against what the seat may know, and every fault is named at once.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from orchestrator.errors import BadCampaign, OrdersRefused
from orchestrator.records import Asked, BattleRecord, Place
from scales.codec import decode
from scales.engine import Decision, Engine, Fault, Orders, Slot

PERSON, BOT, RANDOM = "person", "bot", "random"
PLAYERS = (PERSON, BOT, RANDOM)


@dataclass(slots=True)
class Table:
    """Who sits where, and what stands to be decided, by battle."""

    seats: dict[str, str]
    asked: dict[str, list[Asked]] = field(default_factory=dict)

    @property
    def people(self) -> list[str]:
        return self._of(PERSON)

    @property
    def random(self) -> list[str]:
        return self._of(RANDOM)

    def _of(self, player: str) -> list[str]:
        return sorted(seat for seat, who in self.seats.items() if who == player)

    def pending(self, battle: str) -> list[Asked]:
        return self.asked.get(battle, [])

    def ask(self, battle: str, version: int, decisions: Iterable[Decision]) -> None:
        """What a battle waits for now; nothing is left of what it waited for before."""
        self.asked[battle] = [Asked(Place(battle, version, n), decision) for n, decision in enumerate(decisions)]

    def waits_for(self, asked: Asked) -> bool:
        """Whether a person must still answer this."""
        return asked.is_open and self.seats.get(asked.decision.seat) == PERSON

    def is_waiting(self, battle: str) -> bool:
        return any(self.waits_for(asked) for asked in self.pending(battle))

    def open(self) -> list[Asked]:
        """All that people are asked, by battle and number."""
        return [asked for battle in sorted(self.asked) for asked in self.asked[battle] if self.waits_for(asked)]


def seated(seats: Iterable[str], players: dict[str, str]) -> dict[str, str]:
    """Who plays each seat of a campaign, bots where nobody is named; raises BadCampaign for seats and players that are not known."""
    known = sorted(seats)
    faults = [Fault("seat", f"there is no seat {seat!r}; known are {', '.join(known)}") for seat in players if seat not in known]
    faults += [
        Fault("player", f"{who!r} plays no seat; {seat} is played by one of {', '.join(PLAYERS)}")
        for seat, who in players.items()
        if who not in PLAYERS
    ]
    if faults:
        raise BadCampaign(faults)
    return {seat: players.get(seat, BOT) for seat in known}


def offers(rules: Engine, battle: BattleRecord, decision: Decision) -> list[Slot]:
    """What a seat may choose among, of what it may know."""
    return rules.offers(_view(rules, battle, decision), decision)


def check(rules: Engine, battle: BattleRecord, decision: Decision, orders: Orders) -> None:
    """Raise OrdersRefused with every fault."""
    faults = rules.check(_view(rules, battle, decision), decision, orders)
    if faults:
        raise OrdersRefused(faults)


def _view(rules: Engine, battle: BattleRecord, decision: Decision) -> object:
    view: object = rules.view(decode(battle.state, rules.state_type), decision.seat)
    return view
