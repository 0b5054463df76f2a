"""Decisions to seats, and orders back: who decides for a seat, what people are asked, and whether what they answer may stand.

The most particular assignment holds: a formation of a battle, then a seat in that battle, then the seat everywhere; then the member who holds the
seat, then what the campaign says.
A seat that nobody takes is played by a bot. Orders are checked against what the seat may know, and every fault is named at once.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from orchestrator.errors import BadCampaign, OrdersRefused
from orchestrator.links.link import Board
from orchestrator.store.records import Asked, BattleRecord, Place
from scales.codec import decode
from scales.engine import Decision, Engine, Fault, Orders, Slot
from workers.filling import MAIN, Command, Formation, Plan, consult

PERSON, BOT, RANDOM = "person", "bot", "random"
PLAYERS = (PERSON, BOT, RANDOM)
TABLE = "table"
LIVE, PLAN = "live", "plan"
LEAVE, ASK, WAIT = "bot", "ask", "wait"


@dataclass(slots=True)
class Assigned:
    """Who decides: for a seat (everywhere if `battle` is ''), or for some units of it in a battle; or a table for a whole battle (`seat` '').

    `holder` is person (the `person` named, or if none whoever holds the seat), bot or table. `pace` live: asked decision by decision; plan: for whole phases. When `deadline_seconds` are over,
    `on_deadline` says what happens: the bot decides, the GM is asked, or everybody waits.
    """

    id: str
    seat: str
    battle: str = ""
    units: list[str] = field(default_factory=list)
    holder: str = PERSON
    person: str = ""
    pace: str = LIVE
    deadline_seconds: int | None = None
    on_deadline: str = WAIT
    since_utc: str = ""


def _no_board(battle: str) -> Board:
    raise LookupError(f"no boards are at hand to look at {battle}")


@dataclass(slots=True)
class Table:
    """Who sits where, what stands to be decided, by battle, and the plans by battle and number of phase, then seat and part.

    `seats` is what the campaign says, `taken` are the seats that members hold.
    """

    seats: dict[str, str]
    asked: dict[str, list[Asked]] = field(default_factory=dict)
    assigned: list[Assigned] = field(default_factory=list)
    plans: dict[tuple[str, int], dict[str, dict[str, Plan]]] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)
    board: Callable[[str], Board] = _no_board

    # ---- who decides ----------------------------------------------------------------------------------------------

    def is_on_table(self, battle: str) -> bool:
        """Whether a battle is played with miniatures, and nothing of it is computed."""
        return any(each.holder == TABLE and each.battle == battle for each in self.assigned)

    def main(self, seat: str, battle: str) -> Assigned | None:
        """The assignment that holds for what belongs to no formation."""
        ours = [
            each for each in self.assigned if each.seat == seat and not each.units and each.holder != TABLE and each.battle in {"", battle}
        ]
        return max(ours, key=lambda each: bool(each.battle), default=None)

    def holder(self, seat: str, battle: str) -> str:
        """person, bot or random."""
        main = self.main(seat, battle)
        if main is None and seat in self.taken:
            return PERSON
        return main.holder if main else self.seats.get(seat, BOT)

    def part(self, seat: str, battle: str, part: str) -> Assigned | None:
        """The assignment of a part of a seat's decisions; None if only the campaign says who has the seat, or if it was withdrawn."""
        return next((each for each in self.assigned if each.id == part), None) if part else self.main(seat, battle)

    def people(self, battle: str) -> list[str]:
        return self._of(PERSON, battle)

    def random(self, battle: str) -> list[str]:
        return self._of(RANDOM, battle)

    def _of(self, player: str, battle: str) -> list[str]:
        return sorted(seat for seat in self.seats if self.holder(seat, battle) == player)

    def formations(self, battle: str) -> list[Formation]:
        """The formations of a battle that have commanders of their own, the oldest first."""
        ours = sorted((each for each in self.assigned if each.units and each.battle == battle), key=lambda each: (each.since_utc, each.id))
        return [Formation(each.id, each.seat, each.units, each.holder == PERSON) for each in ours]

    def plans_of(self, battle: str, phase_no: int) -> dict[str, dict[str, Plan]]:
        return self.plans.get((battle, phase_no), {})

    # ---- what is asked --------------------------------------------------------------------------------------------

    def pending(self, battle: str) -> list[Asked]:
        return self.asked.get(battle, [])

    def ask(self, battle: str, version: int, decisions: Iterable[Decision]) -> None:
        """What a battle waits for now; nothing is left of what it waited for before."""
        self.asked[battle] = [Asked(Place(battle, version, n), decision) for n, decision in enumerate(decisions)]

    def needs(self, asked: Asked) -> list[str]:
        """The parts of a decision that people must still decide: ids of formations, MAIN for the rest."""
        battle, seat = asked.place.battle, asked.decision.seat
        if not asked.is_open or self.is_on_table(battle):
            return []
        is_person = self.holder(seat, battle) == PERSON
        formations = [each for each in self.formations(battle) if each.seat == seat]
        plans = {number: of[seat] for (where, number), of in self.plans.items() if where == battle and seat in of}
        if not formations and not plans:
            return [MAIN] if is_person else []
        board = self.board(battle)
        if board.record.version != asked.place.version:
            return []
        view = board.rules.view(board.state(), seat)
        command = Command(is_person, formations, plans.get(board.record.phase_no, {}))
        return consult(board.rules, view, asked.decision, board.rules.offers(view, asked.decision), command)[1]

    def waits_for(self, asked: Asked) -> bool:
        """Whether a person must still answer this."""
        return bool(self.needs(asked))

    def is_waiting(self, battle: str) -> bool:
        """Whether a battle is not to be computed now: a person must answer, or it is played on a table."""
        return self.is_on_table(battle) or any(self.waits_for(asked) for asked in self.pending(battle))

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
