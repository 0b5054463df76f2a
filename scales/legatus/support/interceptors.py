"""Interceptor squadrons: the mission sheet, interception, ground attacks. legatus: Interceptors, Air/Space Defense Centuries, R-LEG-04"""

from collections.abc import Mapping
from typing import Any

from scales.engine import Modifier
from scales.legatus.board import gap
from scales.legatus.combat.fighting import Hit
from scales.legatus.combat.targets import in_combat
from scales.legatus.deployment import attack_modifiers, printed
from scales.legatus.orders import Mission, read
from scales.legatus.rolls import Trial, trial
from scales.legatus.state import Century, LegatusState, Squadron, free, units_of
from scales.legatus.tables import kinds, tables
from scales.messages import InterceptorMission
from scales.play import Play

RULE = "legatus: Interceptors"


def after_mission() -> str:
    """The box of a squadron that survived a mission."""
    return "re_arming"


def next_box(box: str) -> str:
    """The box at the assignment step: re-armed squadrons are ready."""
    return "ready" if box == "re_arming" else box


def rearm(play: Play[LegatusState]) -> None:
    """After the assignments, so that a squadron that flew misses a turn."""
    for id in sorted(play.state.squadrons):
        squadron = play.state.squadrons[id]
        if squadron.box == "re_arming":
            squadron.box = next_box(squadron.box)
            play.tell("rearmed", f"{squadron.name} is ready again.", RULE, units=[id], data={"box": "ready"})


def assign(play: Play[LegatusState], side: str, choices: Mapping[str, Any]) -> None:
    """Put squadrons on the mission sheet; when the Interceptor board is in play they take off there."""
    for id in sorted(play.state.squadrons):
        squadron = play.state.squadrons[id]
        box = read(Mission, choices.get(id)).box
        if squadron.side != side or squadron.box != "ready" or box == "ready":
            continue
        squadron.box = box
        event = play.tell("assigned", f"{squadron.name} is assigned to {box.replace('_', ' ')}.", RULE, units=[id], data={"box": box})
        if play.state.links.interceptor:
            squadron.box = "away"
            play.send("interceptor_mission", InterceptorMission(id, squadron.name, side, squadron.craft_type, box), event=event)


def intercept_all(play: Play[LegatusState]) -> list[tuple[Squadron, Century]]:
    """Send the ground support squadrons, meet them with CAP, and return those that get through with their targets."""
    state, through = play.state, []
    for id, target in sorted(state.plans.missions.items()):
        squadron, unit = state.squadrons[id], state.units[target]
        if squadron.box == "ground_support" and free(unit) and not unit.fought and _meets_nobody(play, squadron):
            through.append((squadron, unit))
    return through


def _meets_nobody(play: Play[LegatusState], raider: Squadron) -> bool:
    """Each CAP squadron in turn tests for contact until one makes it; contact stops the ground attack. R-LEG-04"""
    state = play.state
    for id in sorted(state.plans.intercept):
        cap = state.squadrons[id]
        if cap.box != "cap" or cap.side == raider.side:
            continue
        check = interception(state, cap, raider).roll(play.dice)
        cap.box = after_mission()
        word = "intercepts" if check.passed else "fails to intercept"
        play.tell("intercepted", f"{cap.name} {word} {raider.name}.", RULE, units=[cap.id, raider.id], checks=[check])
        if check.passed:
            _contact(play, cap, raider)
            return False
    return True


def maneuver_of(squadron: Squadron) -> int:
    return kinds()[squadron.kind].whole.maneuver


def interception(state: LegatusState, cap: Squadron, raider: Squadron) -> Trial:
    return trial(state, f"maneuver test: {cap.name} intercepts {raider.name}", maneuver_of(cap), [], RULE)


def evasion(state: LegatusState, raider: Squadron, cap: Squadron) -> Trial:
    return trial(state, f"maneuver test: {raider.name} evades {cap.name}", maneuver_of(raider), [], RULE)


def attack_of(state: LegatusState, squadron: Squadron, target: Squadron | Century) -> Trial:
    return trial(state, f"attack: {squadron.name} on {target.name}", kinds()[squadron.kind].whole.attack, [], RULE)


def defense_of(state: LegatusState, squadron: Squadron) -> Trial:
    return trial(state, f"defense: {squadron.name}", kinds()[squadron.kind].whole.defense, [], RULE)


def _contact(play: Play[LegatusState], cap: Squadron, raider: Squadron) -> None:
    """The raider tries to evade; else the CAP fires first and a survivor fires back."""
    raider.box = after_mission()
    check = evasion(play.state, raider, cap).roll(play.dice)
    word = "evades" if check.passed else "cannot evade"
    play.tell("evaded", f"{raider.name} {word} {cap.name}.", RULE, units=[raider.id, cap.id], checks=[check])
    if not check.passed:
        _dogfight(play, cap, raider)
        if raider.box != "destroyed":
            _dogfight(play, raider, cap)


def _dogfight(play: Play[LegatusState], shooter: Squadron, target: Squadron) -> None:
    check = attack_of(play.state, shooter, target).roll(play.dice)
    strike(play, shooter.id, shooter.name, target, [check])


def strike(play: Play[LegatusState], by: str, name: str, target: Squadron, checks: list[Any]) -> None:
    """An attack on a squadron: a hit that is not defended destroys it."""
    if checks[0].passed:
        checks.append(defense_of(play.state, target).roll(play.dice))
    lost = checks[0].passed and not checks[-1].passed
    if lost:
        target.box, play.state.damaged = "destroyed", True
    word = "shoots down" if lost else "fires at"
    play.tell("air_attack", f"{name} {word} {target.name}.", RULE, units=[by, target.id], checks=checks, data={"destroyed": lost})


def ground_attacks(play: Play[LegatusState], raids: list[tuple[Squadron, Century]]) -> list[Hit]:
    """Attacks of squadrons that got through, and the fire of air defense and installations at them; all simultaneous."""
    hits: list[Hit] = []
    for squadron, target in raids:
        check = attack_of(play.state, squadron, target).roll(play.dice)
        word = "hits" if check.passed else "misses"
        play.tell(
            "ground_attack",
            f"{squadron.name} attacks {target.name} and {word}.",
            RULE,
            units=[squadron.id, target.id],
            checks=[check],
            data={"hit": check.passed},
        )
        if check.passed:
            hits.append(Hit(target.id, ""))
        _air_defense(play, squadron, target)
        if squadron.box != "destroyed":
            squadron.box = after_mission()
    return hits


def defenders_of(state: LegatusState, target: Century) -> list[Century]:
    """Who may fire at a squadron that attacks a century: air/space defense and installations of its side within two hexes."""
    reach = int(tables()["combat"]["air_defense_range"])
    return [
        u
        for u in units_of(state, target.side)
        if u.kind in {"air_space_defense", "defensive_installation"} and free(u) and gap(u.at, target.at) <= reach
    ]


def _air_defense(play: Play[LegatusState], squadron: Squadron, target: Century) -> None:
    for unit in defenders_of(play.state, target):
        if squadron.box == "destroyed":
            return
        strike(play, unit.id, unit.name, squadron, [air_defense(play.state, unit, squadron).roll(play.dice)])


def air_defense(state: LegatusState, unit: Century, squadron: Squadron) -> Trial:
    """The fire of an air/space defense century or an installation at a squadron."""
    bonus = Modifier("air/space defense", int(tables()["combat"]["air_defense_bonus"]), "legatus: Air/Space Defense Centuries")
    extra = [bonus] if unit.kind == "air_space_defense" else []
    return trial(state, f"attack: {unit.name} on {squadron.name}", printed(unit).attack, [*attack_modifiers(state, unit), *extra], RULE)


def low_raids(play: Play[LegatusState]) -> list[Hit]:
    """After all combat: ground support that has not attacked may strike centuries at low altitude."""
    left = [(q, t) for q, t in intercept_all(play) if free(t) and t.altitude == "low_altitude"]
    return ground_attacks(play, left)


def split_missions(state: LegatusState) -> dict[str, str]:
    """Missions against centuries that are not in combat wait until it is over; returns them and takes them out of the plans."""
    later = {q: t for q, t in state.plans.missions.items() if not in_combat(state, state.units[t])}
    state.plans.missions = {q: t for q, t in state.plans.missions.items() if q not in later}
    return later


def stand_down(play: Play[LegatusState]) -> None:
    """Squadrons still on CAP or ground support go back to ready at the end of the turn."""
    for id in sorted(play.state.squadrons):
        if play.state.squadrons[id].box in {"cap", "ground_support"}:
            play.state.squadrons[id].box = "ready"
