"""Sneak suits, which a scenario may give to squads: hidden on foot even while they move, until they fight or come near an enemy (Hidden Units).

Whoever was seen is out of sight again when the next Movement Phase begins, if no enemy is near him then.
"""

from collections.abc import Sequence

from scales.centurion import switches
from scales.centurion.combat.morale import is_withdrawing
from scales.centurion.ground import hidden
from scales.centurion.state import PARITY, BattleState, Squad
from scales.engine import Decision
from scales.hexes import distance
from scales.play import Play

NEAR = 3
"""Hexes within which an enemy sees a squad in sneak suits."""


def _seen_by(state: BattleState, squad: Squad) -> str:
    """The name of an enemy near enough to see a squad, '' if there is none; one that is hidden itself keeps still."""
    assert squad.hex is not None
    foes = [u for u in state.in_play() if u.side != squad.side and u.hex is not None and not hidden.is_secret(state, u)]
    return next((u.name for u in foes if u.hex is not None and distance(u.hex, squad.hex, PARITY) <= NEAR), "")


def _suited(state: BattleState) -> list[Squad]:
    """Squads in sneak suits on foot."""
    return [s for _, s in sorted(state.squads.items()) if s.sneak_suit and s.hex is not None and s.aboard is None and not s.destroyed]


def vanish(play: Play[BattleState]) -> Sequence[Decision]:
    """The Movement Phase is about to begin: squads near whom no enemy stands are out of sight."""
    state = play.state
    for squad in _suited(state) if switches.is_on(state, "hidden_units") else ():
        if not squad.hidden and not squad.crater and not is_withdrawing(squad) and not _seen_by(state, squad):
            squad.hidden = True
            text = f"{squad.name} is out of sight in its sneak suits."
            play.tell("vanished", text, hidden.RULE, units=[squad.id], seen_by=[squad.side])
    return ()


def notice(play: Play[BattleState]) -> None:
    """After every move: squads that an enemy is near are seen."""
    for squad in _suited(play.state):
        if squad.hidden and (by := _seen_by(play.state, squad)):
            hidden.reveal(play, squad, f"{by} is within {NEAR} hexes")
