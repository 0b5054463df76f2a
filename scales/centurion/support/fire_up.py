"""Vehicles at low altitude that fire at craft of the board above in their hex (centurion: Attacks at LAF).

All their weapons reach and bear, at one base number; the craft turns its front to them, as to a unit under a dive bomber. What hits goes to the
board above, which rolls where.
"""

from scales.centurion.catalog import data
from scales.centurion.combat import aim, shield_rolls
from scales.centurion.combat.aim import Aim
from scales.centurion.state import BattleState, Squad, Vehicle
from scales.engine import Modifier
from scales.messages import AirHit, FireFromLaf, Overhead
from scales.play import Play

RULE = "centurion: Attacks at LAF"
FRONT = ("bow", -1)
"""The side of the craft that is struck, and its angle of attack."""


def craft_of(state: BattleState, id: str) -> Overhead | None:
    """A craft of the board above in the hex of this battle."""
    return next((craft for craft in state.overhead if craft.id == id), None)


def targets(state: BattleState, unit: Vehicle | Squad) -> list[str]:
    """Enemy craft that a unit may fire at and paint: none unless it flies at low altitude."""
    if isinstance(unit, Squad) or unit.mode != "laf":
        return []
    return [craft.id for craft in state.overhead if craft.side != unit.side]


def aim_up(state: BattleState, firer: Vehicle, craft: Overhead) -> Aim:
    """A vehicle and a craft above it; without paint the shield of its front counts."""
    side, angle = FRONT
    found = Aim(firer.id, craft.id, "craft", 1, True, True, facing=side, base=int(data("flight")["return_fire"]))
    found.painted = aim.is_painted(state, firer, state.painted_above.get(craft.id, []))
    found.shield, found.shield_facing = (craft.shields.get(side, 0) + 5) // 10, side
    found.splits = shield_rolls.is_played(state)
    found.modifiers = [Modifier("angle of attack", angle, RULE), *aim.own_modifiers(firer)]
    return found


def most_weapons() -> int:
    """Weapons that one gunner serves against a craft."""
    return int(data("flight")["weapons_of_a_gunner"])


def report(play: Play[BattleState], hits: dict[str, list[AirHit]]) -> None:
    """Tell the board above what each craft there took."""
    for craft in play.state.overhead:
        if taken := hits.get(craft.id):
            count = f"{len(taken)} hit{'s' if len(taken) != 1 else ''}"
            text = f"{craft.name} takes {count} above the battle from vehicles at low altitude."
            units = [craft.id, *dict.fromkeys(hit.by for hit in taken)]
            event = play.tell("fire_up", text, RULE, units=units)
            play.send("fire_from_laf", FireFromLaf(craft.id, taken), event=event)
