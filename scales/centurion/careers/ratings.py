"""Centurion Advancement: with which Leadership Rating a Centurion begins, and what a battle makes of it.

Headings of the book played here too: Leadership Rating Advancement.
"""

from scales.centurion.careers.leadership import BEGINNER, least_points
from scales.centurion.catalog import data
from scales.centurion.movement.initiative import rating_by_points, rating_by_roll
from scales.centurion.preparation.setup import SetUp
from scales.centurion.scenario import scoring
from scales.centurion.state import BattleState, Century
from scales.play import Play

RULE = "centurion: Centurion Advancement"
DEFEAT = "_defeat"


# --- beginning ------------------------------------------------------------------------------------------------------------------


def roll(play: Play[BattleState], setup: SetUp) -> None:
    """Roll the ratings that the set-up leaves open (Leadership Rating Table, starting rating)."""
    named = {p.century or f"{p.side}-century" for p in setup.platoons if p.leadership is not None}
    named |= {c.id for c in setup.centuries if c.leadership is not None or c.advancement_points is not None}
    for century in play.state.centuries.values():
        if century.centurion and century.id not in named:
            fell = play.dice.d10(f"Leadership Rating: {century.name}")
            century.leadership = rating_by_roll(fell)
            century.advancement = least_points(century.leadership)
            text = f"The Centurion of {century.name} begins with a Leadership Rating of {century.leadership}."
            play.tell("rating_rolled", text, RULE, units=[century.id], data={"roll": fell, "leadership": century.leadership})


# --- after a battle -------------------------------------------------------------------------------------------------------------


def points_for(level: str) -> int:
    """Advancement Points of a level of victory or defeat, as `scoring.levels` has it."""
    table = data("movement")["advancement"]
    return -int(table[level.replace(DEFEAT, "_victory")]) if level.endswith(DEFEAT) else int(table[level])


def is_alive(state: BattleState, century: Century) -> bool:
    """Does the Centurion live? Out of a wreck he gets with his crew."""
    vehicle = state.vehicles.get(century.centurion)
    if vehicle is None or vehicle.id in state.captured or vehicle.crew.get("commander") == "dead":
        return False
    crew = state.squads.get(f"{vehicle.id}-crew")
    return not vehicle.destroyed or (crew is not None and not crew.destroyed)


def after(state: BattleState, century: Century) -> tuple[int, int]:
    """Advancement Points and Leadership Rating if the battle ended now; who falls is followed by a beginner."""
    if not is_alive(state, century):
        return least_points(BEGINNER), BEGINNER
    points = century.advancement + points_for(scoring.levels(state)[century.side])
    return points, rating_by_points(points)
