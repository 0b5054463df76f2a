"""Variant "Emergency Turns": thrust poured into a directional vane turns a grav vehicle before its time, at the risk of the vane.

Each point takes one straight hex off what the Facing Change Table asks for. Then the vane saves against burning out, against losing a box, and
against shorting out for the next turn, on its number less its lost boxes and the thrust (R-VAR-06, R-VAR-08). A box lost in this way does
not put the vane out of action as battle damage does; without any box left it is out.

Headings of the book played here too: Variant Emergency Turns.
"""

from collections.abc import Sequence
from typing import NamedTuple

from scales.centurion import switches
from scales.centurion.combat import internals
from scales.centurion.combat.weapons import table
from scales.centurion.movement.track import Forced, because
from scales.centurion.state import BattleState, Vehicle
from scales.dice import succeeds
from scales.engine import Check, Json, Modifier
from scales.play import Play

RULE = 'centurion-variants: Variant "Emergency Turns"'
OUT_NEXT_TURN, OUT_NOW = 2, 1
"""What `Vehicle.shorted` says of a vane."""
LETTERS = {"left": ("L", "<"), "right": ("R", ">")}


class Saves(NamedTuple):
    """Numbers to roll at most: against burning out, against losing a box, against shorting out."""

    burnout: int
    damage: int
    shorting: int


def is_played(state: BattleState) -> bool:
    return switches.is_on(state, "emergency_turns")


def saves(lost: int, thrust: int) -> Saves:
    """The numbers of a vane that has lost boxes, for so much thrust."""
    figures = table("variants")["vane_saves"]
    burnout, shorting = (figures[name] - lost - thrust for name in ("burnout", "shorting"))
    return Saves(burnout, burnout - 1, shorting)


def saves_of(vehicle: Vehicle, forced: Forced) -> Saves:
    """The numbers of a vehicle's vane for a forced turn."""
    return saves(internals.lost(vehicle, f"{forced.vane}_vane"), forced.thrust)


def objections(state: BattleState) -> list[str]:
    """What is against forcing turns in this battle."""
    return [] if is_played(state) else [because("cannot force a turn: emergency turns are not played in this battle", RULE)]


def straightened(path: str, forced: Forced) -> str:
    """The path without the turns after a forced one to the same side: its vane is gone, and the vehicle flies straight on."""
    turn, shift = LETTERS[forced.vane]
    return path[: forced.letter + 1] + path[forced.letter + 1 :].replace(turn, "").replace(shift, "F")


def recover(vehicle: Vehicle) -> None:
    """A new turn: a vane that shorted out in the last one is out now, one that was out works again."""
    vehicle.shorted = {vane: OUT_NOW for vane, left in vehicle.shorted.items() if left > OUT_NOW}


def strain(play: Play[BattleState], vehicle: Vehicle, turns: Sequence[Forced]) -> list[Forced]:
    """The saves of forced turns made in one hex; returns those that put their vane out of action."""
    return [forced for forced in turns if f"{forced.vane}_vane" not in vehicle.effects and _strain(play, vehicle, forced)]


def _strain(play: Play[BattleState], vehicle: Vehicle, forced: Forced) -> bool:
    """Up to three saves of one vane; True if it is out of action now."""
    vane, numbers = f"{forced.vane}_vane", saves_of(vehicle, forced)
    lost = internals.lost(vehicle, vane)
    checks = [_save(play, vehicle, forced, lost, "burning out", numbers.burnout)]
    if checks[0].passed:
        checks += [_save(play, vehicle, forced, lost, what, numbers[n]) for n, what in ((1, "losing a box"), (2, "shorting out"))]
    is_out = not checks[0].passed or _wear(vehicle, vane, checks)
    if is_out:
        vehicle.effects.append(vane)
    text = f"{vehicle.name} forces a turn to the {forced.vane} for {forced.thrust} thrust: its {forced.vane} vane {_fate(checks, is_out)}."
    data: Json = {"vane": vane, "thrust": forced.thrust, "boxes_lost": internals.lost(vehicle, vane)}
    play.tell("emergency_turn", text, RULE, units=[vehicle.id], checks=checks, data=data)
    return is_out


def _save(play: Play[BattleState], vehicle: Vehicle, forced: Forced, lost: int, what: str, number: int) -> Check:
    modifiers = [Modifier("thrust in the vane", -forced.thrust, RULE)]
    modifiers += [Modifier("boxes lost", -lost, RULE)] if lost else []
    modifiers += [Modifier("the second save", -1, RULE)] if what == "losing a box" else []
    roll = play.dice.d10(f"{forced.vane} vane of {vehicle.name} against {what}")
    return Check(f"save against {what}", number - sum(m.value for m in modifiers), modifiers, number, roll, succeeds(roll, number), RULE)


def _wear(vehicle: Vehicle, vane: str, checks: Sequence[Check]) -> bool:
    """What failed saves do to a vane that has not burned out; True if that was its last box."""
    if not checks[1].passed:
        internals.cross_off(vehicle, vane)
    if not checks[2].passed:
        vehicle.shorted[vane] = OUT_NEXT_TURN
    return internals.lost(vehicle, vane) >= internals.size(vehicle, vane)


def _fate(checks: Sequence[Check], is_out: bool) -> str:
    if not checks[0].passed:
        return "burns out"
    found = (["loses a box"] if not checks[1].passed else []) + (["shorts out for the next turn"] if not checks[2].passed else [])
    return " and ".join([*found, *(["is gone"] if is_out else [])]) or "holds"
