"""Air Defense Value: how much of a missile barrage a side's guns stop (leviathan: Naval Fire Support and Centurion; R-LEV-44)."""

from scales.centurion.combat.reckoning import Reckoning
from scales.centurion.combat.weapons import figures
from scales.centurion.ground import installations
from scales.centurion.state import BattleState
from scales.play import Play

RULE = "leviathan: Missile Barrages"
KIND = "air_space_defense"
"""The kind of century whose guns reach missiles."""


def parts(state: BattleState, side: str) -> dict[str, int]:
    """What makes up the value of a side, by id: its area, centuries with a unit that fights openly, installations with a turret."""
    figure = figures("naval")["air_defense"]
    found = {"area": state.air_defense.get(side, 0)}
    guards = [c for _, c in sorted(state.centuries.items()) if c.side == side and c.kind == KIND]
    found |= {c.id: figure["century"] for c in guards if any(u.century == c.id and not u.hidden for u in state.in_play())}
    bases = [b for _, b in sorted(state.installations.items()) if b.side == side and installations.turret_of(state, b) is not None]
    found |= {b.id: figure["installation"] + figure["turret_factor"][b.type] for b in bases}
    return {id: points for id, points in found.items() if points}


def stops(play: Play[BattleState], side: str) -> int:
    """Points that the air defense of a side takes off a barrage: ten for each of its value if it hits, at 9 or less."""
    figure, found = figures("naval")["air_defense"], parts(play.state, side)
    if not found:
        return 0
    name, value = play.state.sides[side].name, sum(found.values())
    roll = play.dice.d10("air defense against the barrage")
    check = Reckoning(figure["to_hit"], [], RULE).check("air defense", roll)
    points = value * int(figure["points_each"]) if check.passed else 0
    text = (
        f"The air defense of {name} takes {points} points off the barrage." if points else f"The air defense of {name} misses the barrage."
    )
    play.tell("air_defense", text, RULE, checks=[check], data={"points": points, "parts": found if points else {}})
    return points
