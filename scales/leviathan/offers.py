"""What a seat may choose, decision by decision. Every combination of one option per slot is legal."""

from collections.abc import Callable

from scales.engine import Decision, Slot
from scales.leviathan.combat import offered_attacks, offered_fire, offered_struck, offered_turrets
from scales.leviathan.damage import offered_repairs
from scales.leviathan.fighters import offered_decks, offered_dogfights
from scales.leviathan.ground import ground_turrets, offered_support
from scales.leviathan.installations import offered_escapes
from scales.leviathan.movement import offered_collisions, offered_moves
from scales.leviathan.power import initiative, offered_power
from scales.leviathan.scenario import formations, organization
from scales.leviathan.state import State
from scales.leviathan.view import View

_KINDS: dict[str, Callable[[State, Decision], list[Slot]]] = {
    "organize": organization.offers,
    "deploy": formations.offers,
    "first": initiative.offers,
    "power": offered_power.offers,
    "next": offered_moves.which,
    "move": offered_moves.moves,
    "ground_turrets": ground_turrets.offers,
    "abandon": offered_escapes.abandonments,
    "lifeboats": offered_escapes.flights,
    "down": offered_moves.descents,
    "search": offered_support.searches,
    "assign": offered_support.duties,
    "launch": offered_decks.launches,
    "collisions": offered_collisions.slots,
    "fire": offered_fire.fire_slots,
    "turrets": offered_turrets.turret_slots,
    "struck": offered_struck.struck_slots,
    "fighters": offered_dogfights.fighter_slots,
    "ground_fire": offered_attacks.ground_slots,
    "repair": offered_repairs.repair_slots,
}


def offers(view: View, decision: Decision) -> list[Slot]:
    """The slots of a decision."""
    return _KINDS[decision.kind](view.state, decision)
