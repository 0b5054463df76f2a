"""Recombining Infantry Squads: two squads in one hex that do nothing else for a turn may put their men together in the End Phase."""

from collections.abc import Sequence

from scales.centurion.careers import quality
from scales.centurion.combat.morale import is_withdrawing
from scales.centurion.state import BattleState, Squad
from scales.engine import Decision
from scales.play import Play

RULE = "centurion: Recombining Infantry Squads"
FULL, MOST_MISSILES, MOST_MORTARS = 8, 4, 2


def objections(state: BattleState, squad: Squad, other_id: str) -> list[str]:
    """What is against handing men over to another squad."""
    other = state.squads.get(other_id)
    if other is None or other.side != squad.side or other.id == squad.id or not _on_foot(other):
        return [f"there is no friendly squad {other_id} on foot"]
    if "vehicle_crew" in (squad.type, other.type):
        return ["a vehicle crew does not recombine with a squad"]
    if is_withdrawing(squad) or is_withdrawing(other):
        return [f"{squad.name if is_withdrawing(squad) else other.name} is withdrawing and does not recombine (centurion: Morale Checks)"]
    if other.hex != squad.hex or other.level != squad.level:
        return [f"{other.name} is not in its hex"]
    return [f"{other.name} is at full strength"] if other.strength >= FULL else []


def _on_foot(squad: Squad) -> bool:
    return squad.hex is not None and squad.aboard is None and not squad.destroyed and not squad.left


def partners(state: BattleState, squad: Squad) -> list[str]:
    """Squads that could take its men."""
    return [s.id for s in state.squads.values() if s.hex == squad.hex and s.hex is not None and not objections(state, squad, s.id)]


def is_idle(squad: Squad) -> bool:
    """Did it neither move, get off, fire nor paint in this turn?"""
    return _on_foot(squad) and not (squad.moved or squad.hexes_moved or squad.fired or squad.painting or squad.concealed)


def hand_over(giver: Squad, taker: Squad, wanted: int = 0) -> int:
    """Men (`wanted`, or as many as fit) and weapons go over as far as the other can take them; returns the men. A squad without men is gone."""
    men = min(wanted or giver.strength, giver.strength, FULL - taker.strength)
    giver.strength, taker.strength = giver.strength - men, taker.strength + men
    missiles = min(giver.missiles, MOST_MISSILES - taker.missiles)
    mortars = min(giver.mortars, MOST_MORTARS - taker.mortars)
    giver.missiles, taker.missiles = giver.missiles - missiles, taker.missiles + missiles
    giver.mortars, taker.mortars = giver.mortars - mortars, taker.mortars + mortars
    if not giver.strength:
        giver.left, giver.hex = True, None
    return men


def recombine(play: Play[BattleState]) -> Sequence[Decision]:
    """End Phase: everybody who was told to hand over and idled all turn does so."""
    for giver in play.state.squads.values():
        taker = play.state.squads.get(giver.joins)
        wanted, giver.joins, giver.men_to_join = giver.men_to_join, "", 0
        if taker is None or objections(play.state, giver, taker.id) or not (is_idle(giver) and is_idle(taker)):
            continue
        men = hand_over(giver, taker, wanted)
        quality.reassign(play.state, giver, taker, men)
        text = f"{giver.name} hands {men} {'man' if men == 1 else 'men'} over to {taker.name}, now {taker.strength}."
        play.tell("recombined", text, RULE, units=[giver.id, taker.id])
    return ()


STAGES = [recombine]
