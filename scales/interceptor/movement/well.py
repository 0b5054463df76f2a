"""After all craft have moved: gravity pulls, and craft that the air or the ground does not bear are lost (leviathan: Gravity Well Movement)."""

from scales.engine import Decision
from scales.interceptor.board import board
from scales.interceptor.damage.condition import air_limit, is_helpless, kind
from scales.interceptor.damage.damage import P
from scales.interceptor.movement.flight import Pose, fall, heat, lowest
from scales.interceptor.movement.flying import GRAVITY, crash, end_of_flight, pose, scorch
from scales.interceptor.movement.handling import handling, is_powerless
from scales.interceptor.patrol.halves import hexes_of, in_air
from scales.interceptor.state import Craft

CRASH = "centurion: Interceptor Integration (Movement)"


def gravity(play: P) -> list[Decision]:
    """Gravity takes hold when all have moved; then craft that cannot fly in the air or lie powerless on the ground are lost."""
    if board(play.state.layout).zones:
        for craft in [c for c in play.state.flying() if not kind(c).is_satellite]:
            _pull(play, craft)
            _check_air(play, craft)
    return []


def _pull(play: P, craft: Craft) -> None:
    b = board(play.state.layout)
    before, after = pose(craft), fall(b, pose(craft), kind(craft).hexes)
    if after == before:
        return
    craft.place(after.hex)
    craft.velocity, damage, end = _heat(play, craft, after)
    text = f"Gravity pulls {craft.name} to {b.label(after.hex)}, velocity {after.velocity}."
    play.tell("gravity", text, GRAVITY, units=[craft.id], data={"velocity": after.velocity})
    if end:
        end_of_flight(play, craft, end)
    scorch(play, craft, damage)


def _heat(play: P, craft: Craft, after: Pose) -> tuple[int, int, str]:
    """What the air does to a craft pulled into it: velocity then, boxes burnt, how it ends; the part of the craft that is lowest counts."""
    b, wings = board(play.state.layout), handling(play.state, craft)
    return heat(b, lowest(b, after, wings.hexes), after.velocity, wings)


def _check_air(play: P, craft: Craft) -> None:
    """No streamlining and no anti-grav in the air, or out of control without power on the ground: the craft is lost."""
    b = board(play.state.layout)
    if craft.where != "board" or not in_air(b, hexes_of(b, craft)):
        return
    if not air_limit(craft):
        crash(play, craft, "cannot fly in the atmosphere and crashes", "leviathan: Atmospheric Movement")
    elif b.zone(craft.hex) == "ground" and (craft.wild or is_helpless(craft)) and is_powerless(craft, play.state.at.turn):
        crash(play, craft, "crashes powerless and out of control", CRASH)
