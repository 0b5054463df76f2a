"""Interceptor squadrons: the mission sheet, and the rolls they make. legatus: Interceptors, R-LEG-04"""

from collections.abc import Mapping
from typing import Any

from scales.legatus.double_blind.hearing import blind, knows
from scales.legatus.double_blind.sightings import RULE as SPOTTING
from scales.legatus.orders import Mission, read
from scales.legatus.rolls import Trial, trial
from scales.legatus.state import Century, LegatusState, Squadron, on_mission, side_name
from scales.legatus.tables import Stats, kinds
from scales.messages import InterceptorMission
from scales.play import Play

RULE = "legatus: Interceptors"
SHEET = ("cap", "ground_support", "ready", "re_arming")
"""The four boxes of a mission sheet."""


def after_mission() -> str:
    """The box of a squadron that survived a mission."""
    return "re_arming"


def next_box(box: str) -> str:
    """The box at the assignment step: re-armed squadrons are ready."""
    return "ready" if box == "re_arming" else box


def keeps_to(state: LegatusState, side: str) -> list[str] | None:
    """Who hears what happens on a mission sheet: everybody, in a double-blind battle its side alone."""
    return [side] if blind(state) else None


def rearm(play: Play[LegatusState]) -> None:
    """Re-armed squadrons are ready. After the assignments, so that a squadron that flew misses a turn."""
    for id in sorted(play.state.squadrons):
        squadron = play.state.squadrons[id]
        if squadron.box == "re_arming":
            squadron.box = next_box(squadron.box)
            text, heard = f"{squadron.name} is ready again.", keeps_to(play.state, squadron.side)
            play.tell("rearmed", text, RULE, units=[id], data={"box": "ready"}, seen_by=heard)


def assign(play: Play[LegatusState], side: str, choices: Mapping[str, Any]) -> None:
    """Put ready squadrons on CAP or ground support; when the Interceptor board is in play they take off there."""
    for squadron in on_mission(play.state, side, "ready"):
        box = read(Mission, choices.get(squadron.id)).box
        if box == "ready":
            continue
        squadron.box = box
        text, heard = f"{squadron.name} is assigned to {words_of(box)}.", keeps_to(play.state, side)
        event = play.tell("assigned", text, RULE, units=[squadron.id], data={"box": box}, seen_by=heard)
        if play.state.links.interceptor:
            squadron.box = "away"
            play.send("interceptor_mission", InterceptorMission(squadron.id, squadron.name, side, squadron.craft_type, box), event=event)
            _fly_in_sight(play, squadron)


def _fly_in_sight(play: Play[LegatusState], squadron: Squadron) -> None:
    """In a double-blind battle everybody sees who flies on the board below, and who learns of a squadron by that is told."""
    state = play.state
    new = [s.id for s in state.sides if not knows(state, s.id, squadron.id)]
    if blind(state):
        show(state, squadron)
    if new:
        text = f"{squadron.name} of {side_name(state, squadron.side)} takes off and is spotted."
        play.tell("spotted", text, SPOTTING, units=[squadron.id], seen_by=new)


def words_of(box: str) -> str:
    return {"cap": "combat air patrol", "ground_support": "ground support", "re_arming": "re-arming"}.get(box, box)


def stand_down(play: Play[LegatusState]) -> None:
    """Squadrons still on CAP or ground support go back to ready at the end of the turn."""
    for id in sorted(play.state.squadrons):
        squadron = play.state.squadrons[id]
        if squadron.box in {"cap", "ground_support"}:
            squadron.box = "ready"
            text, heard = f"{squadron.name} returns to the ready box.", keeps_to(play.state, squadron.side)
            play.tell("stood_down", text, RULE, units=[id], data={"box": "ready"}, seen_by=heard)


def show(state: LegatusState, squadron: Squadron, sides: list[str] | None = None) -> None:
    """A squadron that meets others or attacks is spotted, by some sides or by all."""
    others = [s.id for s in state.sides if s.id != squadron.side and (sides is None or s.id in sides)]
    squadron.spotted_by = sorted({*squadron.spotted_by, *others})


def values_of(squadron: Squadron) -> Stats:
    """Attack, defense and maneuver; a squadron has no crippled side."""
    return kinds()[squadron.kind].whole


def interception(state: LegatusState, cap: Squadron, raider: Squadron) -> Trial:
    return trial(state, f"maneuver test: {cap.name} intercepts {raider.name}", values_of(cap).maneuver, [], RULE)


def evasion(state: LegatusState, raider: Squadron) -> Trial:
    return trial(state, f"maneuver test: {raider.name} avoids contact", values_of(raider).maneuver, [], RULE)


def attack_of(state: LegatusState, squadron: Squadron, target: Squadron | Century) -> Trial:
    return trial(state, f"attack: {squadron.name} on {target.name}", values_of(squadron).attack, [], RULE)


def defense_of(state: LegatusState, squadron: Squadron) -> Trial:
    return trial(state, f"defense: {squadron.name}", values_of(squadron).defense, [], RULE)


def strike(play: Play[LegatusState], by: str, attack: Trial, name: str, target: Squadron) -> None:
    """An attack on a squadron: a hit that is not defended destroys it."""
    checks = [attack.roll(play.dice)]
    if checks[0].passed:
        checks.append(defense_of(play.state, target).roll(play.dice))
    lost = checks[0].passed and not checks[-1].passed
    if lost:
        target.box, play.state.damaged = "destroyed", True
    word = "shoots down" if lost else "fires at"
    play.tell("air_attack", f"{name} {word} {target.name}.", attack.rule, units=[by, target.id], checks=checks, data={"destroyed": lost})
