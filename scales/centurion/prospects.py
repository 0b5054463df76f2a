"""What a seat will be asked in the rest of a phase: what a plan for the whole phase can answer.

Units that will be asked stand where they stand now: a fire plan written before painting may still find other targets when its time comes, and
is then asked for again.
"""

from collections.abc import Callable

from scales.centurion.combat import declaring, fire_segment, painting_segment
from scales.centurion.ground import smoke
from scales.centurion.movement import initiative, movement
from scales.centurion.state import BattleState
from scales.centurion.support import naval_calls, thor
from scales.centurion.view import View, sides_of
from scales.engine import Decision

Asks = Callable[[BattleState, str], list[Decision]]


def _moves(state: BattleState, side: str) -> list[Decision]:
    return [decision for platoon in initiative.unmoved(state, side) for decision in movement.ask(state, platoon)]


def _order(state: BattleState, side: str) -> list[Decision]:
    return [initiative.ask_order(state, side)]


def _paint(state: BattleState, side: str) -> list[Decision]:
    return declaring.foreseen(state, painting_segment.SEGMENT, side)


def _fire(state: BattleState, side: str) -> list[Decision]:
    return declaring.foreseen(state, fire_segment.SEGMENT, side)


SEGMENTS = {each.kind: each for each in (painting_segment.SEGMENT, fire_segment.SEGMENT)}


LATER: dict[str, tuple[Asks, ...]] = {
    "initiative": (_order,),
    "move_platoon": (_moves,),
    "move": (_moves,),
    "air": (_paint, _fire, thor.ask_targets),
    "landed_fire": (_fire, thor.ask_targets),
    "unload": (_moves,),
    "paint": (_fire, thor.ask_targets),
    "fire": (thor.ask_targets,),
    "artillery": (naval_calls.ask, thor.ask, smoke.ask),
    "naval": (thor.ask, smoke.ask),
    "thor": (smoke.ask,),
}
"""What may follow a kind of decision in its phase, in the order in which it is asked."""


def prospects(view: View, decision: Decision) -> list[Decision]:
    """The decisions to come, the present one first; `offers` and `check` read each as if it were asked now."""
    state, kind = view.state, str(decision.data.get("of", decision.kind))
    rest = declaring.rest(state, SEGMENTS[kind], decision) if kind in SEGMENTS else []
    sides = sorted(sides_of(state, view.seat))
    later = [d for asks in LATER.get(kind, ()) for side in sides for d in asks(state, side)]
    return [decision, *rest, *(d for d in later if d.key != decision.key)]
