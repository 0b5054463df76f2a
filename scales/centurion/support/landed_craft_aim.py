"""Aiming at a craft on the ground: a normal target in normal flight, either of its hexes (centurion: Landing or Launching Centurion Units).

As a target of fire a half is named `<craft>:bow` or `<craft>:stern`; what is painted is the whole craft, by its id.
"""

from typing import NamedTuple

from scales.centurion.combat import aim, shield_rolls
from scales.centurion.combat.aim import Aim
from scales.centurion.ground import terrain
from scales.centurion.state import PARITY, BattleState, Landed, Squad, Unit
from scales.centurion.support import landed_craft
from scales.centurion.support.landed_craft import HALVES
from scales.engine import Modifier
from scales.hexes import Hex, distance


class Half(NamedTuple):
    """A half of a craft on the ground as a target."""

    landed: Landed
    half: str

    @property
    def hex(self) -> Hex:
        return landed_craft.spot(self.landed, self.half)


def find(state: BattleState, target: str) -> Half | None:
    """The half that a target names."""
    craft, _, half = target.rpartition(":")
    landed = state.landed.get(craft)
    return Half(landed, half) if landed is not None and half in HALVES else None


def targets(state: BattleState, side: str, near: Hex, reach: int) -> list[str]:
    """Halves of enemy craft within reach of a hex."""
    halves = [(id, Half(landed, half)) for id, landed in sorted(state.landed.items()) if landed.craft.side != side for half in HALVES]
    return [f"{id}:{half.half}" for id, half in halves if distance(near, half.hex, PARITY) <= reach]


def aim_at(state: BattleState, firer: Unit, target: str) -> Aim | None:
    """How a unit aims at a half of an enemy craft, by the terrain of its hex and the shield of the side struck."""
    found = find(state, target)
    if found is None or firer.hex is None or found.landed.craft.side == firer.side:
        return None
    craft, hex = found.landed.craft, found.hex
    painted = aim.is_painted(state, firer, found.landed.painted_by)
    side = landed_craft.facing(found.landed, found.half, firer.hex, painted=painted)
    front = isinstance(firer, Squad) or aim.in_front(firer, hex, craft.craft)
    near = max(1, distance(firer.hex, hex, PARITY))
    aimed = Aim(firer.id, target, "craft", near, aim.sees_hex(state, firer, hex), front, painted, side)
    aimed.shield, aimed.shield_facing = factor(craft.shields, side), side.replace("_", " ")
    aimed.splits = shield_rolls.is_played(state)
    aimed.modifiers = [*cover(state, hex), *aim.own_modifiers(firer)]
    return aimed


def to_paint(state: BattleState, unit: Unit, craft: str) -> Aim | None:
    """How a unit aims its painting laser at a craft: at the half that it sees best."""
    found = [aimed for half in HALVES if (aimed := aim_at(state, unit, f"{craft}:{half}")) is not None and aimed.seen]
    return min(found, key=lambda aimed: (aimed.range, aimed.shield), default=None)


def factor(shields: dict[str, int], side: str) -> int:
    """A tenth of the shield rating of a side, as for craft that attack the ground."""
    return (shields.get(side, 0) + 5) // 10


def cover(state: BattleState, hex: Hex) -> list[Modifier]:
    """Terrain and smoke of the hex of a half."""
    ground, found = terrain.tile(state, hex).ground, []
    if ground not in ("clear", "buildings") and (value := terrain.ground_modifier(ground)):
        found.append(Modifier(f"{ground.replace('_', ' ')} at the target", value, "centurion: Terrain Modifiers"))
    if aim.terrain_smoke(state, hex):
        found.append(Modifier("smoke at the target", aim.SMOKE, "centurion: Smoke"))
    return found
