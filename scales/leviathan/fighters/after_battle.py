"""What comes after a battle for its fighters: boxes recovered, pilots looked for (leviathan: Fighter Casualties, Pilot Survival).

A battle is over when it has ended. A board that stands as long as its campaign has no end of its own: there it is over with the Combat Phase of
the last turn, or of one in which a side has nothing left of what it had on it. Each unit rolls once, and each pilot.
"""

from scales.engine import Decision
from scales.leviathan import switches
from scales.leviathan.fighters import casualties, pilots
from scales.leviathan.scenario import reckoning
from scales.leviathan.state import State
from scales.play import Play


def review(play: Play[State]) -> list[Decision]:
    """Throw for every unit that lost boxes, and then for its pilots, once the battle is over."""
    state = play.state
    if is_over(state):
        for _, unit in sorted(state.fighters.items()):
            if switches.is_on(state, "fighter_casualties") and casualties.rolls(unit):
                casualties.rebuild(play, unit)
            if switches.is_on(state, "pilot_survival"):
                pilots.search(play, unit)
    return []


def is_over(state: State) -> bool:
    if not state.standing:
        return bool(state.ended)
    return state.at.phase == "combat" and (state.turn >= state.turn_limit or _beaten(state))


def _beaten(state: State) -> bool:
    """Has one of two sides on the board nothing left that fights?"""
    sides = {u.side for units in (state.ships, state.fighters) for u in units.values()}
    left = reckoning.effective(state)
    return len(sides) > 1 and any(left[side] == 0 for side in sides)
