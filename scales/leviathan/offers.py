"""What a seat may choose, decision by decision. Every combination of one option per slot is legal."""

from collections.abc import Callable

from scales.engine import Decision, Slot
from scales.leviathan.combat import offered_attacks, offered_fire
from scales.leviathan.ground import offered_support
from scales.leviathan.movement import offered_moves
from scales.leviathan.scenario import formations, organization
from scales.leviathan.state import State
from scales.leviathan.view import View

_KINDS: dict[str, Callable[[State, Decision], list[Slot]]] = {
    "organize": organization.offers,
    "deploy": formations.offers,
    "power": offered_moves.allocations,
    "next": offered_moves.which,
    "move": offered_moves.moves,
    "down": offered_moves.descents,
    "search": offered_support.searches,
    "assign": offered_support.duties,
    "launch": offered_support.launches,
    "fire": offered_fire.fire_slots,
    "turrets": offered_attacks.turret_slots,
    "fighters": offered_attacks.fighter_slots,
    "ground_fire": offered_attacks.ground_slots,
}


def offers(view: View, decision: Decision) -> list[Slot]:
    """The slots of a decision."""
    return _KINDS[decision.kind](view.state, decision)
