"""How decisions that stand read after a ruling: of the units that are still there. Answers are asked for under the same keys."""

from scales.centurion.combat import declaring, fire_segment, painting_segment
from scales.centurion.movement import movement, opportunity, ramming
from scales.centurion.state import BattleState, Platoon
from scales.centurion.support import (
    artillery,
    landed_craft_arrival,
    landed_craft_drops,
    landed_craft_fire,
    landed_craft_unloading,
    naval_calls,
    thor,
)
from scales.engine import Decision


def as_it_stands(state: BattleState) -> list[Decision]:
    """Every decision that this phase may be waiting for, made anew; none between phases."""
    if state.at.phase == "movement":
        moves = [
            decision for platoon in state.platoons.values() for decision in movement.ask(state, platoon) or [_no_moves(state, platoon)]
        ]
        moves += landed_craft_unloading.ask(state)
        return moves + [opportunity.asked_again(state, data) for data in state.at.memo.get("asking", [])]
    if state.at.phase == "end":
        calls = (artillery.ask, naval_calls.ask, thor.ask)
        return [decision for side in state.sides for ask in calls for decision in ask(state, side)]
    if state.at.phase == "hits":
        return [*landed_craft_arrival.ask(state), *landed_craft_drops.ask(state)]
    if state.at.phase != "combat":
        return []
    out = landed_craft_fire.ask(state)
    segments = (painting_segment.SEGMENT, fire_segment.SEGMENT)
    out += [decision for segment in segments for decision in declaring.asked_again(state, segment)]
    out += [decision for side in state.sides for decision in thor.ask_targets(state, side)]
    return out + ramming.ask(state, state.at.memo.get("winners", {}))


def _no_moves(state: BattleState, platoon: Platoon) -> Decision:
    prompt = f"Nothing of platoon {platoon.id} is left to move."
    return Decision(f"move-{platoon.id}", state.seat(platoon.side), "move", prompt, data={"platoon": platoon.id})
