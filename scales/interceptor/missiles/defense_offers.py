"""How a craft may meet the missiles that reach it, with the numbers of point defense and attack, and what is wrong with such an order."""

from typing import Any

from scales.codec import plain
from scales.engine import Fault, Json, Option
from scales.interceptor.combat.gunnery import odds
from scales.interceptor.missiles.attack import attack_number, toward
from scales.interceptor.missiles.ecm import DECOY, POD
from scales.interceptor.missiles.in_flight import HELL, RULE, arriving, name_of
from scales.interceptor.missiles.lock_on import can_release
from scales.interceptor.missiles.point_defense import DEFENSE, danger, defense_row, guards, strike_chance
from scales.interceptor.state import Craft, Guard, Shot, State
from scales.interceptor.tables import missiles


def defenses(state: State, craft: Craft) -> list[Option]:
    """Run the pod, release an ECM missile, fire at missiles from one side, or nothing."""
    shots = arriving(state).get(craft.id, [])
    return [_defense(state, craft, shots, guard) for guard in guards(state, craft, shots)]


def _defense(state: State, craft: Craft, shots: list[Shot], guard: Guard) -> Option:
    """`number` is what each engaged missile is fired at with; `expected_hundredths` counts missiles that strike, a HELL missile five times."""
    row, kept = defense_row(craft, state.at.turn), craft.guard
    number = row[len(guard.engage) - 1] if guard.engage else 0
    craft.guard = guard
    coming = [_coming(state, craft, shot) for shot in shots]
    craft.guard = kept
    info: Json = {
        "ecm": guard.ecm,
        "engage": list(guard.engage),
        "number": number,
        "chance": odds(number) if number else 0,
        "missiles": coming,
        "expected_hundredths": danger(state, craft, shots, guard),
    }
    return Option({"ecm": guard.ecm, "engage": list(guard.engage)}, _words(craft, shots, guard, number), info)


def _coming(state: State, craft: Craft, shot: Shot) -> Json:
    """A missile that reaches the craft: the side it comes from and what it strikes with."""
    found: Json = {
        "missile": shot.id,
        "name": name_of(state, shot),
        "side": toward(state, craft, shot.hex),
        "damage": missiles()[shot.kind].damage,
    }
    if shot.kind != HELL:
        base, modifiers = attack_number(missiles()[shot.kind], craft)
        found |= {"attack": base + sum(m.value for m in modifiers), "base": base, "modifiers": plain(modifiers)}
    return found | {"chance": strike_chance(state, craft, shot)}


def _words(craft: Craft, shots: list[Shot], guard: Guard, number: int) -> str:
    many = f"{len(shots)} missile{'' if len(shots) == 1 else 's'}"
    if guard.ecm:
        return (
            f"{craft.name} runs its ECM pod against {many}"
            if guard.ecm == "pod"
            else f"{craft.name} releases an ECM missile against {many}"
        )
    if guard.engage:
        return f"{craft.name} fires its point defense at {len(guard.engage)} of {many}, {max(1, number)} or less each"
    return f"{craft.name} does nothing against {many}" + (", its ECM pod off" if POD in craft.pods else "")


def defend_faults(state: State, craft: Craft, order: Any) -> list[Fault]:
    """Is the counter-measure aboard, and are the missiles engaged those that come from one side, no more than the system can take?"""
    found, name = [], craft.name
    if order.ecm == "pod" and POD not in craft.pods:
        found.append(Fault("no_pod", f"{name} has no ECM pod.", RULE))
    if order.ecm == "missile" and not can_release(craft, DECOY, state.at.turn):
        found.append(Fault("no_decoy", f"{name} has no ECM missile that it could release now.", RULE))
    return found + (_engage_faults(state, craft, order) if order.engage else [])


def _engage_faults(state: State, craft: Craft, order: Any) -> list[Fault]:
    row, coming = defense_row(craft, state.at.turn), {s.id: s for s in arriving(state).get(craft.id, [])}
    found, known = [], [coming[id] for id in order.engage if id in coming]
    if order.ecm:
        found.append(Fault("ecm_runs", f"The point defense of {craft.name} does not work while its ECM runs.", DEFENSE))
    if len(order.engage) > len(row):
        words = f"can engage {len(row)} missiles" if row else "has no point defense that works"
        found.append(Fault("too_many", f"{craft.name} {words}.", DEFENSE))
    if len(known) < len(order.engage) or len(set(order.engage)) < len(order.engage):
        found.append(Fault("no_missile", f"{craft.name} engages each missile once, and only those that reach it now.", DEFENSE))
    if len({toward(state, craft, s.hex) for s in known}) > 1:
        found.append(Fault("two_sides", f"The point defense of {craft.name} works to one side only.", DEFENSE))
    return found
