"""Who is spotted stays so, and what the ships above see of the ground. legatus: Double-blind rules: Spotting; leviathan: Spotting Phase"""

from scales.legatus.board import dispersion
from scales.legatus.defenses.installations import is_fixed
from scales.legatus.double_blind.hearing import blind, knows
from scales.legatus.movement.movement import grid_of
from scales.legatus.state import WAITING, Century, LegatusState, Squadron, present, side_name
from scales.legatus.tables import kind_words
from scales.messages import GroundPicture, GroundUnit
from scales.overlaps import leviathan_class, leviathan_ground
from scales.play import Play

MODES = {"dug_in": "nf", "normal": "nf", "tree_top": "ttf", "low_altitude": "laf"}


RULE = "legatus: Double-blind rules: Spotting"


def reveal(state: LegatusState, unit: Century) -> None:
    """Who fires is spotted by every enemy, and stays so."""
    for side in state.sides:
        mark(unit, side.id)


def betray(play: Play[LegatusState], unit: Century, why: str) -> None:
    """Who fires is spotted, and those that learn of him so are told: for fire that no event tells under the name of who fires."""
    state = play.state
    new = [s.id for s in state.sides if not knows(state, s.id, unit.id)]
    reveal(state, unit)
    if new:
        text = f"{unit.name} of {side_name(state, unit.side)} {why} and is spotted in {unit.at}: {looks_of(unit)}."
        play.tell("spotted", text, RULE, units=[unit.id], data={"at": unit.at}, seen_by=new)


def looks_of(unit: Century) -> str:
    """What is seen of a unit: 'medium grav armor, semi-dispersed, normal altitude'."""
    altitude = unit.altitude.replace("_", " ")
    how = f"{dispersion(unit.at).replace('_', '-')}, {altitude}{' altitude' * (altitude == 'normal')}"
    return f"{kind_words(unit.kind)}, {how}"


def mark(unit: Century, side: str) -> None:
    if side != unit.side and side not in unit.spotted_by:
        unit.spotted_by.append(side)
        unit.spotted_by.sort()


def amended(state: LegatusState, id: str, side: str, spotted: bool) -> Century | Squadron:
    """Let a side see a unit, or lose it from sight, as a game master rules; raises ValueError with a sentence."""
    found: Century | Squadron | None = state.units.get(id) or state.squadrons.get(id)
    sides = [s.id for s in state.sides]
    if not blind(state):
        raise ValueError("nobody has to be spotted in this battle: the Double-blind rules are not played")
    if found is None or side not in sides or found.side == side:
        raise ValueError(
            f"a side ({', '.join(sides)}) spots a century, installation or squadron of another: {id!r} is none that {side!r} could spot"
        )
    if isinstance(found, Century) and found.status == WAITING:
        raise ValueError(f"{found.name} cannot be spotted: its side has still to place it")
    if (side in found.spotted_by) == spotted:
        raise ValueError(f"{found.name} is {'spotted' if spotted else 'not spotted'} by {side} as it is")
    found.spotted_by = sorted({*found.spotted_by, side} if spotted else {*found.spotted_by} - {side})
    return found


def ground_picture(state: LegatusState) -> GroundPicture:
    """Every century and installation on the map as the ships' board knows ground units."""
    units = [state.units[u] for u in sorted(state.units) if present(state.units[u])]
    return GroundPicture([_ground_unit(state, u) for u in units])


def _ground_unit(state: LegatusState, unit: Century) -> GroundUnit:
    fixed = is_fixed(unit)
    return GroundUnit(
        id=unit.id,
        name=unit.name,
        side=unit.side,
        kind="installation" if fixed else "century",
        hex=leviathan_ground(int(unit.at[:2])),
        terrain=leviathan_class(grid_of(state).cells[unit.at[:4]]),
        mode=MODES[unit.altitude],
        century_type="" if fixed else unit.kind,
        installation_type=unit.installation_type,
        in_battle=unit.engaged,
    )
