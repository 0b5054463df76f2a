"""Declaring in the Combat Phase, painting first and then fire: the loser of the initiative begins, the winner has the last word.

A side declares for all its units at once. With the switch `declare_by_unit` the sides take turns, a unit each time: which one is a decision of
kind `declare`, what it does one of the usual kind about that unit alone. Units in hiding do not count in the alternation, since nobody may know
of them, nor do vehicles that only name a Vulcan number: they declare in the place of others of their side, or when all others have.

`memo` of a segment: declared (orders by side) and, unit by unit, kind (of the segment), spoken (units that have declared, by side), silent (sides
that declare nothing more), turn (the side that declares), chosen (its unit).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from scales.centurion import switches
from scales.centurion.combat.painting import name_of
from scales.centurion.state import BattleState
from scales.engine import Decision, Fault, Json, Option, Orders, Slot
from scales.play import Play

RULE = "centurion: Combat Phase"
Declared = dict[str, dict[str, Json]]


@dataclass(slots=True, frozen=True)
class Segment:
    """What is declared. `able`: units of a side that may declare; `counts`: does a unit count in the alternation; `ask`: the decision about the
    units of a side, or only some, after what has been declared; `take`: what of a side's orders stands; `heard`: what of an order the other side
    hears, {} if nothing; `words`: that in words."""

    kind: str
    prompt: str
    rule: str
    able: Callable[[BattleState, str], list[str]]
    counts: Callable[[BattleState, str], bool]
    ask: Callable[[BattleState, str, Declared, Sequence[str] | None], list[Decision]]
    take: Callable[[Play[BattleState], str, dict[str, Any]], dict[str, Json]]
    heard: Callable[[Json], Json]
    words: Callable[[BattleState, Json], str]


def declaring_order(state: BattleState) -> list[str]:
    """Sides in the order in which they declare: the initiative winner last (centurion: Combat Phase)."""
    sides = sorted(state.sides)
    return [s for s in sides if s != state.winner_of_initiative] + [s for s in sides if s == state.winner_of_initiative]


def is_by_unit(state: BattleState) -> bool:
    """Do the sides take turns unit by unit?"""
    return switches.is_on(state, "declare_by_unit")


def declare(play: Play[BattleState], segment: Segment) -> list[Decision]:
    """The decision that a segment waits for; [] when all has been declared, which is in `memo["declared"]` then."""
    play.state.at.memo.setdefault("declared", {})
    return _by_unit(play, segment) if is_by_unit(play.state) else _by_side(play, segment)


def _by_side(play: Play[BattleState], segment: Segment) -> list[Decision]:
    state, declared = play.state, play.state.at.memo["declared"]
    for side in declaring_order(state):
        if side in declared:
            continue
        answer = play.answers.get(f"{segment.kind}:{side}")
        pending = segment.ask(state, side, declared, None) if answer is None else []
        if pending:
            return pending
        declared[side] = segment.take(play, side, dict(answer.choices) if answer else {})
    return []


def heard_by(side: str, declared: Declared, heard: Callable[[Json], Json]) -> Declared:
    """What a side knows of what has been declared: its own orders, and of others what is said aloud."""
    aloud = {other: {id: heard(order) for id, order in orders.items()} for other, orders in declared.items()}
    return {s: declared[s] if s == side else {id: order for id, order in orders.items() if order} for s, orders in aloud.items()}


# --- unit by unit ---------------------------------------------------------------------------------------------------------------


def _by_unit(play: Play[BattleState], segment: Segment) -> list[Decision]:
    memo, sides = play.state.at.memo, declaring_order(play.state)
    if "kind" not in memo:
        each: Json = {"declared": {side: {} for side in sides}, "spoken": {side: [] for side in sides}}
        memo |= {"kind": segment.kind, **each, "silent": [], "turn": "", "chosen": ""}
    if memo["turn"]:
        _take(play, segment, memo["turn"])
    if not memo["chosen"]:
        waiting = _left(play.state, segment)
        memo["turn"] = _next_side(play.state, segment, waiting)
        if not memo["turn"]:
            return []
        units = waiting[memo["turn"]]
        memo["chosen"] = units[0] if len(units) == 1 else ""
    return open_question(play.state, segment)


def _take(play: Play[BattleState], segment: Segment, side: str) -> None:
    """The unit that a side has chosen, or what it declares for the one that it chose."""
    memo = play.state.at.memo
    choice, orders = play.answers.get(choice_key(segment, side)), play.answers.get(f"{segment.kind}:{side}")
    if choice is not None:
        unit = choice.choices.get("unit", {}).get("unit", "")
        memo["chosen"] = unit if unit in _left(play.state, segment)[side] else ""
        memo["silent"] += [] if memo["chosen"] else [side]
    elif orders is not None:
        unit, memo["chosen"] = memo["chosen"], ""
        memo["spoken"][side].append(unit)
        taken = segment.take(play, side, {unit: orders.choices.get(unit, {})})
        memo["declared"][side] |= taken
        for id, order in taken.items():
            _tell(play, segment, id, order)


def _tell(play: Play[BattleState], segment: Segment, id: str, order: Json) -> None:
    """What of a unit's order everybody hears."""
    heard = segment.heard(order)
    if heard:
        text = f"{name_of(play.state, id)} declares {segment.words(play.state, heard)}."
        play.tell("declared", text, segment.rule, units=[id], data={"order": heard})


def _left(state: BattleState, segment: Segment) -> dict[str, list[str]]:
    """Units of each side that may still declare. Who declares nothing for a unit has used that unit's turn."""
    memo = state.at.memo
    able = {side: [] if side in memo["silent"] else segment.able(state, side) for side in state.sides}
    return {side: [unit for unit in units if unit not in memo["spoken"][side]] for side, units in able.items()}


def _next_side(state: BattleState, segment: Segment, left: dict[str, list[str]]) -> str:
    """Who declares a unit now, '' when all has been declared: in turn, but the winner keeps a unit until the loser has no other."""
    loser, winner = declaring_order(state)
    count = {side: sum(segment.counts(state, unit) for unit in units) for side, units in left.items()}
    if not any(count.values()):
        count = {side: len(units) for side, units in left.items()}
    if not (count[loser] and count[winner]):
        return loser if count[loser] else winner if count[winner] else ""
    return loser if count[winner] == 1 or state.at.memo["turn"] != loser else winner


# --- what is asked --------------------------------------------------------------------------------------------------------------


def choice_key(segment: Segment, side: str) -> str:
    return f"declare-{segment.kind}:{side}"


def open_question(state: BattleState, segment: Segment) -> list[Decision]:
    """What the side whose turn it is is asked: which unit declares or, when it is chosen, what."""
    memo = state.at.memo
    side, chosen = memo["turn"], memo["chosen"]
    units = _left(state, segment)[side]
    declared = segment.ask(state, side, memo["declared"], [chosen] if chosen else units) or [no_units(state, segment.kind, side)]
    for decision in declared:
        decision.data["left"] = [unit for unit in units if unit != chosen]
    return declared if chosen else [which(state, segment, decision) for decision in declared]


def which(state: BattleState, segment: Segment, about: Decision) -> Decision:
    """The choice of the unit that declares, among those of a decision about what they declare."""
    side = about.data["side"]
    data = {"side": side, "of": segment.kind, "slots": ["unit"], "left": about.units, "declared": about.data["declared"]}
    return Decision(choice_key(segment, side), state.seat(side), "declare", segment.prompt, list(about.units), data=data)


def asked_again(state: BattleState, segment: Segment) -> list[Decision]:
    """What sides may be asked at this moment, after a ruling; under the same keys."""
    if is_by_unit(state):
        return open_question(state, segment) if state.at.memo.get("kind") == segment.kind and state.at.memo["turn"] else []
    declared = state.at.memo.get("declared", {})
    return [d for side in state.sides for d in segment.ask(state, side, declared, None) or [no_units(state, segment.kind, side)]]


def no_units(state: BattleState, kind: str, side: str) -> Decision:
    """What is asked when a ruling has taken all units that were."""
    data = {"side": side, "units": list[str](), "declared": dict[str, str]()}
    return Decision(f"{kind}:{side}", state.seat(side), kind, "No unit is left that could be ordered.", data=data)


def foreseen(state: BattleState, segment: Segment, side: str) -> list[Decision]:
    """What a side will be asked in a segment that has still to come."""
    asked = segment.ask(state, side, {}, None)
    return [*(which(state, segment, each) for each in asked), *asked] if is_by_unit(state) else asked


def rest(state: BattleState, segment: Segment, decision: Decision) -> list[Decision]:
    """What a side will be asked about its other units when it declares unit by unit."""
    left = decision.data.get("left", [])
    later = segment.ask(state, decision.data["side"], decision.data["declared"], left) if left else []
    return [replace(each, key=f"{each.key}:later") for each in later]


def offers(state: BattleState, decision: Decision) -> list[Slot]:
    """Each unit that has still to declare, or none of them."""
    units = [Option({"unit": id}, f"{name_of(state, id)} declares", _about(state, id)) for id in decision.data["left"]]
    return [Slot("unit", "Unit that declares", [*units, Option({}, "declare nothing more")])]


def _about(state: BattleState, id: str) -> Json:
    """`info`: the unit, its name and its hex ('' for a craft)."""
    unit = state.unit(id)
    hex = unit.hex if unit is not None else None
    return {"unit": id, "name": name_of(state, id), "hex": hex.label if hex is not None else "", "at": [hex.column, hex.row] if hex else []}


def check(_state: BattleState, decision: Decision, orders: Orders) -> list[Fault]:
    """Only a unit that has still to declare may be chosen."""
    order, left = orders.choices.get("unit", {}), decision.data["left"]
    if order == {} or (isinstance(order, dict) and list(order) == ["unit"] and order["unit"] in left):
        return []
    known = ", ".join(left) or "none"
    return [
        Fault("not_legal", f"That is no unit of this side that has still to declare: {{unit: id}} of {known}, or {{}} ({RULE}).", "unit")
    ]
