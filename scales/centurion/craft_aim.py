"""Aiming at craft that attack the ground: the point of the run, the side that shows, the angle of attack (centurion: Return Fire)."""

from scales.centurion import aim
from scales.centurion.aim import Aim
from scales.centurion.state import PARITY, BattleState, Run, Vehicle
from scales.centurion.weapons import base_to_hit
from scales.engine import Modifier
from scales.hexes import Hex, arc_sides, distance, neighbor

ANGLES = {1: ("bow", -1), 2: ("right", -4), 3: ("right", -2), 4: ("stern", 0), 5: ("left", -2), 6: ("left", -4)}
"""Side of a craft and angle of attack modifier by the hexside that faces the firer (centurion: Return Fire)."""


def craft_factor(shields: dict[str, int], facing: str) -> int:
    """A tenth of a craft's shield rating; patrol craft take fire from the side on their bow quarters."""
    return (shields.get(facing, shields.get(f"{facing}_bow", 0)) + 5) // 10


def path_of(run: Run) -> list[Hex]:
    """The hexes a craft's counter passes: the target hex alone for a dive."""
    return [neighbor(run.hex, run.heading, PARITY, steps) for steps in range(run.length + 1 if run.length else 1)]


def aim_at_run(state: BattleState, firer: Vehicle, craft: str) -> Aim:
    """A vehicle and an attacking craft, at the best point of its run (centurion: Return Fire; R-INT-02)."""
    run = state.runs[craft]
    best = max((_aim_point(state, firer, craft, run, hex) for hex in path_of(run)), key=lambda a: (a.range <= 20, craft_number(a)))
    best.modifiers += aim.own_modifiers(firer)
    return best


def aim_at_start(state: BattleState, firer: Vehicle, craft: str) -> Aim:
    """A vehicle and a craft where its counter was put, before it flies."""
    return _aim_point(state, firer, craft, state.runs[craft], state.runs[craft].hex)


def craft_number(found: Aim) -> int:
    """To-hit number of a shielded weapon at a point of the run, for choosing the point."""
    shield = 0 if found.painted else found.shield
    return base_to_hit(min(20, found.range)) - shield + sum(m.value for m in found.modifiers)


def _aim_point(state: BattleState, firer: Vehicle, craft: str, run: Run, hex: Hex) -> Aim:
    assert firer.hex is not None
    sides = arc_sides(hex, run.heading, firer.hex, PARITY) or (1,)
    facing, angle = max((ANGLES[side] for side in sides), key=lambda f: f[1])
    found = Aim(firer.id, craft, "craft", max(1, distance(firer.hex, hex, PARITY)), True, aim.in_front(firer, hex, craft), facing=facing)
    attack = next(a for a in state.air if a.craft == craft)
    found.painted = aim.is_painted(state, firer, run.painted_by)
    found.shield, found.shield_facing = craft_factor(attack.shields, facing), facing
    if angle:
        found.modifiers = [Modifier("angle of attack", angle, "centurion: Return Fire")]
    return found
