"""What a battle that is over makes of its centuries and their Centurions (centurion: Skill Improvement, Centurion Advancement)."""

from collections.abc import Sequence

from scales.centurion import switches
from scales.centurion.careers import quality, ratings
from scales.centurion.scenario import ending, scoring
from scales.centurion.state import BattleState, Century
from scales.engine import Decision
from scales.play import Play


def review(play: Play[BattleState]) -> Sequence[Decision]:
    """Tell of every century that came with a Centurion, once the battle is over."""
    if ending.is_over(play.state):
        for _, century in sorted(play.state.centuries.items()):
            if century.centurion:
                _skill(play, century)
                _advancement(play, century)
    return ()


def _skill(play: Play[BattleState], century: Century) -> None:
    """What it destroyed and lost, and whether it rises or falls."""
    state = play.state
    if not switches.is_on(state, "skill_improvement"):
        return
    skill, kills, lost = quality.after(state, century), quality.kills(state, century), quality.losses(state, century)
    counted = f"{_name(state, century)} destroyed {_enemies(kills)}, {century.kills + kills} with those of earlier battles"
    turns = [f"rises to {quality.above(century.quality)}"] * skill.promoted + [f"falls to {skill.quality}"] * skill.demoted
    change = f"it {' and '.join(turns)}" if turns else f"it stays {skill.quality}"
    text = f"{counted[:1].upper()}{counted[1:]}, and lost {lost} of {century.personnel} men: {change}."
    data = {"quality": skill.quality, "before": century.quality, "kills": kills, "tally": skill.tally, "losses": lost}
    play.tell("skill", text, quality.SKILL, units=[century.id], data=data | {"personnel": century.personnel})


def _enemies(kills: int) -> str:
    """'no vehicle or squad', '1 vehicle or squad', '2 vehicles and squads'."""
    return f"{kills} vehicles and squads" if kills > 1 else f"{kills or 'no'} vehicle or squad"


def _advancement(play: Play[BattleState], century: Century) -> None:
    """What the level of victory earns the Centurion; one who fell has a successor."""
    state = play.state
    level = scoring.levels(state)[century.side]
    earned, (points, rating) = ratings.points_for(level), ratings.after(state, century)
    if ratings.is_alive(state, century):
        article = "a draw" if level == "draw" else f"a {level.replace('_', ' ')}"
        text = f"The Centurion of {_name(state, century)} earns {earned} Advancement Points for {article}: {points} in all, Leadership Rating {rating}."
    else:
        text = f"The Centurion of {_name(state, century)} is lost; his successor begins with a Leadership Rating of {rating}."
    data = {"level": level, "earned": earned, "points": points, "leadership": rating, "before": century.leadership}
    play.tell("advancement", text, ratings.RULE, units=[century.id], data=data)


def _name(state: BattleState, century: Century) -> str:
    """Its name; the loose platoons of a side are the century of that side."""
    return century.name if century.id != f"{century.side}-century" else f"the century of {state.sides[century.side].name}"


STAGES = [review]
