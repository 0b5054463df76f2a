"""Ground attacks of squadrons: those placed beside a target before the dice, and the hunt for centuries at low altitude after all combat.

legatus: Interceptors, Air/Space Defense Centuries
"""

from collections.abc import Mapping, Sequence

from scales.engine import Decision
from scales.legatus.combat import fighting
from scales.legatus.combat.fighting import Hit
from scales.legatus.combat.targets import low_targets
from scales.legatus.orders import Attack, read
from scales.legatus.state import LegatusState, Side, free, on_mission
from scales.legatus.support import air_defense
from scales.legatus.support.interception import meetings
from scales.legatus.support.interceptors import RULE, after_mission, attack_of, show
from scales.legatus.view import view
from scales.play import Play


def intercept(play: Play[LegatusState]) -> Sequence[Decision]:
    """The stage before the attacks: squadrons are placed beside their targets, and CAP may meet them."""
    memo = play.state.at.memo
    if "flights" not in memo:
        memo["flights"] = announced(play, play.state.plans.missions)
    return meetings(play, memo["flights"])


def announced(play: Play[LegatusState], missions: Mapping[str, str]) -> dict[str, str]:
    """Place the squadrons beside the centuries that can still be attacked; everybody concerned sees them."""
    state, found = play.state, {}
    for id, target in sorted(missions.items()):
        squadron, unit = state.squadrons[id], state.units[target]
        if squadron.box == "ground_support" and free(unit) and not unit.fought:
            show(state, squadron)
            play.tell("raid", f"{squadron.name} goes for {unit.name}.", RULE, units=[id, target], data={"target": target})
            found[id] = target
    return found


def attacks(play: Play[LegatusState], flights: Mapping[str, str]) -> list[Hit]:
    """The attacks of squadrons that nobody met, and the fire of air/space defense and installations at them, all simultaneous."""
    hits: list[Hit] = []
    for id, target in sorted(flights.items()):
        squadron, unit = play.state.squadrons[id], play.state.units[target]
        if squadron.box != "ground_support" or not free(unit) or unit.fought:
            continue
        check = attack_of(play.state, squadron, unit).roll(play.dice)
        text = f"{squadron.name} attacks {unit.name} and {'hits' if check.passed else 'misses'}."
        play.tell("ground_attack", text, RULE, units=[id, target], checks=[check], data={"hit": check.passed})
        hits += [Hit(target, "")] if check.passed else []
        squadron.box = after_mission()
        air_defense.fire(play, squadron, unit)
    return hits


def hunt(play: Play[LegatusState]) -> Sequence[Decision]:
    """The stage after all combat: ground support that has not attacked may go for centuries at low altitude, CAP may meet it.

    memo: asked, flights, and what `meetings` keeps.
    """
    memo = play.state.at.memo
    if play.asks_first():
        asked = [d for s in play.state.sides if (d := hunt_orders(play.state, s)) is not None]
        if asked:
            return asked
    if "flights" not in memo:
        memo["flights"] = announced(play, _hunters(play))
    asked = list(meetings(play, memo["flights"]))
    if not asked:
        fighting.settle_hits(play, attacks(play, memo["flights"]))
        play.state.plans.held = []
    return asked


def hunt_orders(state: LegatusState, side: Side) -> Decision | None:
    """A side is asked whether squadrons left on ground support attack low centuries; None when it has none, or sees no such century."""
    left = [q.id for q in on_mission(state, side.id, "ground_support")]
    if not left or not low_targets(view(state, side.seat).state, side.id):
        return None
    prompt = "Attack centuries at low altitude with the squadrons left"
    return Decision(f"low_attack:{side.id}", side.seat, "low_attack", prompt, left, sealed=True, data={"side": side.id})


def _hunters(play: Play[LegatusState]) -> dict[str, str]:
    found = {}
    for side in play.state.sides:
        answer = play.answers.get(f"low_attack:{side.id}")
        for squadron in on_mission(play.state, side.id, "ground_support"):
            target = read(Attack, (answer.choices if answer else {}).get(squadron.id)).target
            if target in {e.id for e in low_targets(play.state, side.id)}:
                found[squadron.id] = target
    return found
