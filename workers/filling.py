"""Whose each part of a decision is, and what plans and bots fill in where nobody has given an order.

A decision may have slots of several formations, each with a commander of its own. Nothing here looks at more than a seat's view, and all of it
depends on that view alone: a phase cut at a decision gives what one that ran through gives.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec import Struct

from scales.engine import Decision, Engine, Fault, Json, Orders, Slot

BOT, ASK = "bot", "ask"
OTHERWISE = (BOT, ASK)
MAIN = ""
"""The part of a decision that belongs to no formation."""


class Plan(Struct):
    """Orders for a whole phase, given ahead. `prefer` lists for `<kind of decision>/<slot>` the orders in the order in which they are wanted:
    the first that is legal when the decision comes is given. Where a slot's name does not say whose it is, `<kind>/<unit>/<slot>` does.
    `otherwise` says who decides where none is: the bot, or ask the person.
    """

    prefer: dict[str, list[Json]] = {}
    otherwise: str = BOT


class Formation(Struct):
    """Units of a seat with a commander of their own: a person, or the bot. `units` are their ids or what those begin with."""

    id: str
    seat: str
    units: list[str]
    is_person: bool


def names(wanted: Iterable[str], unit: str) -> bool:
    """Whether a unit is among those named: itself, or by what its id begins with (a century names `century/1`, not `century2`)."""
    return any(unit == name or (unit.startswith(name) and not unit[len(name)].isalnum()) for name in wanted)


def part_of(slot: Slot, decision: Decision, formations: Sequence[Formation]) -> str:
    """The id of the formation that a slot belongs to, MAIN if to none."""
    for formation in formations:
        if slot.unit:
            is_its = names(formation.units, slot.unit)
        else:
            is_its = names(formation.units, slot.id) or (bool(decision.units) and all(names(formation.units, u) for u in decision.units))
        if is_its:
            return formation.id
    return MAIN


def parts(decision: Decision, offers: Sequence[Slot], formations: Sequence[Formation]) -> dict[str, list[Slot]]:
    """The slots of each part of a decision, the main part first. Only parts that have slots are named; a decision without slots is the main part's."""
    found: dict[str, list[Slot]] = {MAIN: []}
    for slot in offers:
        found.setdefault(part_of(slot, decision, formations), []).append(slot)
    return {id: slots for id, slots in found.items() if slots} or {MAIN: []}


def keys(decision: Decision, slot: Slot) -> list[str]:
    """Under which names a plan may list orders for a slot, the most particular first."""
    unit = slot.unit or (decision.units[0] if len(decision.units) == 1 else "")
    return ([f"{decision.kind}/{unit}/{slot.id}"] if unit else []) + [f"{decision.kind}/{slot.id}"]


def first_options(offers: Sequence[Slot]) -> dict[str, Json]:
    """An order for every slot that is legal whatever the others are."""
    return {slot.id: slot.options[0].order for slot in offers if slot.options}


def is_legal(rules: Engine, view: Any, decision: Decision, choices: dict[str, Json]) -> bool:
    return not rules.check(view, decision, Orders(choices))


def wished(rules: Engine, view: Any, decision: Decision, offers: Sequence[Slot], slots: Sequence[Slot], plan: Plan) -> dict[str, Json]:
    """What a plan gives to those of a decision's slots for which one of its orders is legal now, `slots` being those it may speak for."""
    wishes: dict[str, Json] = {}
    base = first_options(offers)
    for slot in slots:
        wanted = next((plan.prefer[key] for key in keys(decision, slot) if key in plan.prefer), [])
        for order in wanted:
            if is_legal(rules, view, decision, base | wishes | {slot.id: order}):
                wishes[slot.id] = order
                break
    return wishes


@dataclass(slots=True)
class Command:
    """Who decides for a seat in a battle: whether the seat's main part is a person's, its formations, and the plans for the phase by part."""

    is_person: bool
    formations: list[Formation] = field(default_factory=list)
    plans: dict[str, Plan] = field(default_factory=dict)

    @property
    def is_plain(self) -> bool:
        """Whether all decisions are one person's or the bot's, with nothing ordered ahead."""
        return not self.formations and not self.plans

    def asks(self, part: str) -> bool:
        """Whether a person must be asked for what no order was given."""
        is_person = self.is_person if part == MAIN else any(each.is_person for each in self.formations if each.id == part)
        return is_person and not (part in self.plans and self.plans[part].otherwise == BOT)


def consult(rules: Engine, view: Any, decision: Decision, offers: Sequence[Slot], command: Command) -> tuple[dict[str, Json], list[str]]:
    """What the plans of a seat give to a decision, and the parts of which a person must still be asked."""
    wishes: dict[str, Json] = {}
    asked = []
    for part, slots in parts(decision, offers, command.formations).items():
        if part in command.plans:
            wishes |= wished(rules, view, decision, offers, slots, command.plans[part])
        if command.asks(part) and (part not in command.plans or missing(slots, wishes)):
            asked.append(part)
    return wishes, asked


def filled(
    rules: Engine, view: Any, decision: Decision, offers: Sequence[Slot], bot: Orders, given: dict[str, Json], wishes: dict[str, Json]
) -> Orders:
    """All orders of a decision: those given, then those of plans, then the bot's; plainer ones where some of these cannot stand together."""
    if not given and not wishes:
        return bot
    base = first_options(offers)
    for choices in (bot.choices | wishes | given, base | wishes | given, bot.choices | given):
        if is_legal(rules, view, decision, choices):
            return Orders(choices)
    return Orders(base | given)


def faults_of_part(
    rules: Engine, view: Any, decision: Decision, offers: Sequence[Slot], slots: Sequence[Slot], choices: dict[str, Json]
) -> list[Fault]:
    """Everything wrong with the orders for some of a decision's slots, whatever the others get; slots without an order are not held against it."""
    ours = [slot.id for slot in slots]
    strange = [Fault("unknown_slot", f"{id!r} is not asked here; asked are {', '.join(ours)}", id) for id in choices if id not in ours]
    known = {id: order for id, order in choices.items() if id in ours}
    return strange + rules.check(view, decision, Orders(first_options(offers) | known))


def missing(slots: Sequence[Slot], *known: dict[str, Json]) -> list[Fault]:
    """A fault for each slot that has no order yet."""
    there = {id for choices in known for id in choices}
    return [Fault("missing", f"{slot.title or slot.id}: no order is given", slot.id) for slot in slots if slot.id not in there]
