"""What comes from above at a craft on the ground: GLAD rounds, javelins and stand-off missiles (centurion: Landing or Launching Centurion Units).

Location and damage are those of the craft's own board: it strikes the end of the half at which it was aimed, bow or stern, since no side of a craft
is its top; where it picks no half, the stern, as a missile in the craft's own hex does (designed).
"""

from collections.abc import Sequence

from scales.centurion.combat import aim
from scales.centurion.combat.weapons import Shape, boxes
from scales.centurion.state import PARITY, BattleState, Landed
from scales.centurion.support import landed_craft_aim
from scales.centurion.support.landed_craft import HALVES, RULE, STERN
from scales.centurion.support.landed_craft_aim import Half
from scales.engine import Modifier
from scales.hexes import Hex, distance
from scales.messages import AirHit, HitFromAbove
from scales.play import Play


def is_painted(state: BattleState, landed: Landed, side: str) -> bool:
    """Is a craft painted for a side, from the ground or by a pod?"""
    pods = {craft.craft for craft in state.air if craft.side == side}
    return any(aim.side_of(state, painter) == side or painter in pods for painter in landed.painted_by)


def enemies(state: BattleState, side: str) -> list[Half]:
    """Both halves of every enemy craft on the ground, in order of id."""
    return [Half(landed, half) for _, landed in sorted(state.landed.items()) if landed.craft.side != side for half in HALVES]


def id_of(half: Half) -> str:
    """A half as a target: `<craft>:bow`."""
    return f"{half.landed.craft.craft}:{half.half}"


def stern_of(state: BattleState, craft: str, side: str) -> Half | None:
    """What a stand-off missile of a side strikes of an enemy craft: its stern."""
    landed = state.landed.get(craft)
    return Half(landed, STERN) if landed is not None and landed.craft.side != side else None


def glad_halves(state: BattleState, hex: Hex, side: str) -> tuple[list[Half], list[Half]]:
    """Halves of enemy craft that a GLAD round may find: painted ones in or next to its hex, and those in the hex itself."""
    near = [half for half in enemies(state, side) if distance(half.hex, hex, PARITY) <= 1]
    return [half for half in near if is_painted(state, half.landed, side)], [half for half in near if half.hex == hex]


def glad_modifiers(state: BattleState, half: Half, side: str) -> list[Modifier]:
    """Terrain of its hex, and the shield of its end unless it is painted."""
    factor = 0 if is_painted(state, half.landed, side) else landed_craft_aim.factor(half.landed.craft.shields, half.half)
    shield = Modifier(f"{half.half} shield", -factor, "centurion: Target Shield Modifier")
    return [*landed_craft_aim.cover(state, half.hex), *([shield] if factor else [])]


def strike(play: Play[BattleState], half: Half, shape: Shape, by: str, weapon: str, name: str) -> None:
    """A round or javelin that hit, with its own template."""
    _note(play, half, AirHit(by, weapon, boxes(shape), half.half, "mdc", "", name, [len(row) for row in shape]))


def strike_missiles(play: Play[BattleState], half: Half, hits: Sequence[HitFromAbove], by: str, shooter: str) -> None:
    """Missiles of a craft above."""
    for hit in hits:
        _note(play, half, AirHit(by, hit.weapon, hit.damage, half.half, "missile", shooter, hit.name))


def _note(play: Play[BattleState], half: Half, hit: AirHit) -> None:
    craft = half.landed.craft
    half.landed.hits.append(hit)
    play.state.last_damage = play.state.turn
    text = f"{craft.craft_name} is struck on the {half.half} from above by {hit.arm}, for {hit.damage}."
    units = [craft.craft, *([hit.by] if hit.by else [])]
    data = {"side": half.half, "damage": hit.damage, "weapon": hit.weapon}
    play.tell("landed_struck", text, RULE, units=units, data=data, cause=play.state.causes.get(hit.by))
