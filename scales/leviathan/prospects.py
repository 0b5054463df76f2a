"""What a seat will be asked in the rest of a phase: what a plan for the whole phase can answer.

Who wins the initiative goes on to its power. Ships and fighters move one at a time, in an order that follows from the classes on the map and the initiative. Duties over the ground are asked
after the searches and do not depend on them. Everything else depends on what the other side does and cannot be foreseen.
"""

from scales.engine import Decision
from scales.leviathan.ground import support
from scales.leviathan.installations import abandoning, boats
from scales.leviathan.movement import moves
from scales.leviathan.movement.sequence import asked_to_move, waiting
from scales.leviathan.power import allocation
from scales.leviathan.state import State
from scales.leviathan.view import View


def prospects(view: View, decision: Decision) -> list[Decision]:
    """The decisions to come, the present one first."""
    if not view.side or view.seat != decision.seat:
        return [decision]
    if decision.kind in ("next", "move"):
        later = _movement(view.state, view.side, decision) + boats.asked(view.state, view.side) + abandoning.asked(view.state, view.side)
    elif decision.kind == "lifeboats":
        later = abandoning.asked(view.state, view.side)
    elif decision.kind == "first":
        later = [d for d in [allocation.asked(view.state, view.side)] if d]
    elif decision.kind == "search":
        later = support.asked(view.state, view.side)
    else:
        later = []
    return [decision, *(d for d in later if d.key != decision.key)]


def _movement(state: State, side: str, decision: Decision) -> list[Decision]:
    """How each unit moves that has still to move, in the order of classes; then which of a class moves next, as often as it will be asked."""
    memo = state.at.memo
    moving = decision.units if decision.kind == "move" else []
    chunks = _chunks(memo.get("sequence", []), memo.get("left", 0), moving)
    kinds = list(dict.fromkeys(kind for owner, kind, _ in chunks if owner == side))
    left = {kind: [u for u in waiting(state, side, kind, memo.get("moved", [])) if u not in moving] for kind in kinds}
    asked = [moves.move_of(state, side, u) for kind in kinds for u in left[kind] if asked_to_move(state, state.unit(u))]
    waits = {kind: len(units) for kind, units in left.items()}
    for owner, kind, number in chunks:
        if owner == side:
            asked += _choices(state, side, kind, left[kind], number, waits[kind])
            waits[kind] -= number
    return asked


def _chunks(sequence: list[list[str | int]], left: int, moving: list[str]) -> list[tuple[str, str, int]]:
    """What is still to come of the order of movement: of the first entry what is left without the unit that moves now."""
    counts = [left - len(moving)] + [int(number) for _, _, number in sequence[1:]]
    return [(str(side), str(kind), number) for (side, kind, _), number in zip(sequence, counts, strict=False)]


def _choices(state: State, side: str, kind: str, units: list[str], number: int, waits: int) -> list[Decision]:
    """One choice for each of so many units when more than those wait. Each names every unit that waits now."""
    return [moves.which(state, side, kind, units, number - n, waits - n) for n in range(number)] if waits > number else []
