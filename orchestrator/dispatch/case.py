"""One call with everything it is about: whose part of which decision, what may be chosen, and what is wrong with an answer."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from orchestrator.dispatch.desk import CallRow
from orchestrator.dispatch.seating import Table
from orchestrator.dispatch.wishes import plan_faults
from orchestrator.errors import StaleOrders
from orchestrator.links.link import Board
from orchestrator.store.records import Asked, CampaignRecord
from orchestrator.store.writing import text
from scales.engine import Decision, Fault, Json, Orders, Slot
from workers.filling import BOT, OTHERWISE, Formation, Plan, faults_of_part, first_options, missing, parts, wished

CHARACTERS_AT_MOST = 256 * 1024


@dataclass(slots=True)
class Submission:
    """An answer to a call, or the draft of one: an order for each slot, a plan for the rest of the phase, or that it is left to the bot."""

    choices: dict[str, Json] = field(default_factory=dict)
    plan: Plan | None = None
    is_left: bool = False


@dataclass
class Case:
    """A call with its campaign as it stands. `table` knows who decides."""

    row: CallRow
    record: CampaignRecord
    table: Table
    asked: Asked
    board: Board

    @property
    def decision(self) -> Decision:
        return self.asked.decision

    @property
    def is_present(self) -> bool:
        """Whether the decision is the one at which its battle stands."""
        return self.row.timeline == self.record.timeline and self.board.record.version == self.row.version

    @property
    def is_open(self) -> bool:
        """Whether an answer would still be taken."""
        return self.is_present and self.row.sealed_utc is None and self.row.part in self.table.needs(self.asked)

    def must_be_open(self) -> None:
        """Raise StaleOrders, saying why no answer is taken any more."""
        if self.row.timeline != self.record.timeline:
            raise StaleOrders(f"call {self.row.id} is from before a rewind; look at what is asked now")
        if not self.is_present:
            raise StaleOrders(f"call {self.row.id} is no longer open: the battle has gone on")
        if self.row.part not in self.table.needs(self.asked):
            raise StaleOrders(f"call {self.row.id} is no longer open: it was answered, left to the bot or given to another")

    @cached_property
    def view(self) -> Any:
        return self.board.rules.view(self.board.state(), self.row.seat)

    @cached_property
    def offers(self) -> list[Slot]:
        """The slots of the whole decision."""
        return self.board.rules.offers(self.view, self.decision)

    @cached_property
    def slots(self) -> list[Slot]:
        """The slots that are asked in this call."""
        return self._ours(self.decision, self.offers)

    def _ours(self, decision: Decision, offers: list[Slot]) -> list[Slot]:
        return parts(decision, offers, self.formations).get(self.row.part, [])

    @cached_property
    def formations(self) -> list[Formation]:
        """The formations of the call's seat in its battle."""
        return [each for each in self.table.formations(self.row.battle) if each.seat == self.row.seat]

    def has_part(self, part: str) -> bool:
        """Whether a part has slots in the decision as formations are now."""
        return part in parts(self.decision, self.offers, self.formations)

    @cached_property
    def prospects(self) -> list[tuple[Decision, list[Slot], list[Slot]]]:
        """What can be foreseen of the phase that is this part's: decisions with all their slots and those that are its own."""
        found = []
        for decision in self.board.rules.prospects(self.view, self.decision):
            offers = self.board.rules.offers(self.view, decision)
            if ours := self._ours(decision, offers):
                found.append((decision, offers, ours))
        return found

    # ---- what is wrong --------------------------------------------------------------------------------------------

    def draft_faults(self, given: Submission) -> list[Fault]:
        """What is wrong so far; what is not there yet is not."""
        if faults := _size(given):
            return faults
        faults = faults_of_part(self.board.rules, self.view, self.decision, self.offers, self.slots, given.choices)
        return faults + (self._plan_faults(given.plan) if given.plan else [])

    def faults(self, given: Submission) -> list[Fault]:
        """Everything for which an answer is refused."""
        if self.is_whole(given):
            return _size(given) or self.board.rules.check(self.view, self.decision, Orders(given.choices))
        faults = self.draft_faults(given)
        if given.is_left or (given.plan and given.plan.otherwise == BOT):
            return faults
        return faults + missing(self.slots, given.choices, self._wishes(given.plan) if given.plan and not faults else {})

    def _wishes(self, plan: Plan) -> dict[str, Json]:
        return wished(self.board.rules, self.view, self.decision, self.offers, self.slots, plan)

    def joint_faults(self, choices: dict[str, Json]) -> list[Fault]:
        """What is wrong with the orders of several parts together."""
        return self.board.rules.check(self.view, self.decision, Orders(first_options(self.offers) | choices))

    def usable(self, draft: Submission) -> list[Submission]:
        """What can be sealed of a draft that nobody sealed in time, the most first: all of it, or what is sound with the rest left to the bot."""
        whole = [] if self.faults(draft) else [draft]
        sound = Submission(self._sound_choices(draft), self._sound_plan(draft.plan) if draft.plan else None, is_left=True)
        return whole + ([sound] if sound.choices or sound.plan else [])

    def _sound_choices(self, draft: Submission) -> dict[str, Json]:
        sound: dict[str, Json] = {}
        for slot in self.slots:
            if slot.id in draft.choices:
                more = sound | {slot.id: draft.choices[slot.id]}
                if not faults_of_part(self.board.rules, self.view, self.decision, self.offers, self.slots, more):
                    sound = more
        return sound

    def _sound_plan(self, plan: Plan) -> Plan | None:
        prefer = {key: orders for key, orders in plan.prefer.items() if not self._plan_faults(Plan({key: orders}))}
        otherwise = plan.otherwise if plan.otherwise in OTHERWISE else BOT
        return Plan(prefer, otherwise) if prefer else None

    def _plan_faults(self, plan: Plan) -> list[Fault]:
        return plan_faults(self.board.rules, self.view, self.prospects, plan)

    def is_whole(self, given: Submission) -> bool:
        """Whether these are the orders for the whole decision, nothing being left to other parts, plans or the bot."""
        return not given.is_left and given.plan is None and len(self.slots) == len(self.offers)

    def leaves_open(self, choices: dict[str, Json]) -> bool:
        """Whether plans and bots have something to fill in."""
        return not choices or any(slot.id not in choices for slot in self.offers)


def _size(given: Submission) -> list[Fault]:
    length = len(text(given))
    if length > CHARACTERS_AT_MOST:
        return [Fault("too_large", f"orders of {length} characters are not taken; at most {CHARACTERS_AT_MOST} are")]
    return []
