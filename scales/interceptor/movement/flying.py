"""A plan is carried out: where the craft is then, and what the air, the ground and the edges of the board do to it (Interceptor: Movement)."""

from typing import Any

from scales.interceptor.board import board
from scales.interceptor.damage.condition import is_helpless, kind
from scales.interceptor.damage.damage import P, above, bails_out, destroy, spread, take_effect
from scales.interceptor.movement.flight import Plan, Pose, Track, follow
from scales.interceptor.movement.handling import handling, is_powerless
from scales.interceptor.scenario.edges import safe_exit
from scales.interceptor.state import Craft
from scales.interceptor.tables import rule

RULE = "interceptor: Movement"
AIR_RULE = "leviathan: Atmospheric Movement"
GRAVITY = "leviathan: Gravity Well Movement"
INTERFACE_RULE = "leviathan: Interface Zone Movement"


def pose(craft: Craft) -> Pose:
    return Pose(craft.hex, craft.heading, craft.velocity)


def fly(play: P, craft: Craft, plan: Plan, *, spent: int = 0, hexes: int | None = None, verb: str = "flies") -> None:
    """Carry a plan out, or only so many hexes of it; `spent` is the thrust it takes."""
    track = follow(board(play.state.layout), pose(craft), plan, handling(play.state, craft), hexes)
    craft.place(track.pose.hex)
    craft.heading, craft.velocity = track.pose.heading, track.pose.velocity
    if track.end:
        end_of_flight(play, craft, track.end)
        return
    label = board(play.state.layout).label(craft.hex)
    text = f"{craft.name} {verb} to {label}, heading {craft.heading}, velocity {craft.velocity}."
    play.tell("moved", text, RULE, units=[craft.id], data=_data(play, track, spent))
    scorch(play, craft, track.scorch)


def _data(play: P, track: Track, spent: int) -> dict[str, Any]:
    b = board(play.state.layout)
    path = [b.label(h) for h in track.hexes]
    return {"path": path, "heading": track.pose.heading, "velocity": track.pose.velocity, "thrust": spent}


def end_of_flight(play: P, craft: Craft, end: str) -> None:
    """Over an edge, into the ground, or burnt: where the path of a craft ends before its move does."""
    if end == "left":
        fly_off(play, craft)
    elif end == "crash":
        crash(play, craft, "flies into the ground")
    else:
        destroy(play, craft, "burns up in the atmosphere", rule_name=AIR_RULE)


def crash(play: P, craft: Craft, words: str, rule_name: str = RULE) -> None:
    """A craft is lost; its pilot is down in its hex if the ejection system works (centurion: Interceptor Integration, Movement)."""
    label = board(play.state.layout).label(craft.hex)
    down = f"; its pilot ejects and is down in {label}" if bails_out(play, craft) else ""
    destroy(play, craft, words + down, rule_name=rule_name)


def fly_off(play: P, craft: Craft) -> None:
    """Over an edge of the board: it may come back while somebody can turn it round."""
    turn = play.state.at.turn
    craft.exit = safe_exit(play.state, craft)
    if craft.exit:
        leave(play, craft, "left", f"leaves over the {craft.exit} edge, which is safe for it")
        return
    if is_helpless(craft) or is_powerless(craft, turn):
        leave(play, craft, "left", "drifts off the board for good")
        return
    craft.away = turn
    back: int = turn + rule("away")["back_after"]
    leave(play, craft, "away", f"flies off the board; it may come back from turn {back} on")


def leave(play: P, craft: Craft, where: str, words: str) -> int:
    """Take a craft off the board alive."""
    craft.where = where
    above(play.state, craft)
    return play.tell("left", f"{craft.name} {words}.", RULE, units=[craft.id], data={"where": where})


def scorch(play: P, craft: Craft, damage: int) -> None:
    """Heat of entering the air or the interface too fast strikes the bow."""
    if damage and craft.where == "board":
        blow = spread(play.dice, craft, kind(craft).sides[0], damage)
        play.state.hits += blow.marked + len(blow.parts)
        is_interface = board(play.state.layout).zone(craft.hex) == "interface"
        place = "interface" if is_interface else "atmosphere"
        text = f"{craft.name} enters the {place} too fast: {blow.words()}."
        play.tell("scorched", text, INTERFACE_RULE if is_interface else AIR_RULE, units=[craft.id], data={"damage": damage})
        take_effect(play, craft)
