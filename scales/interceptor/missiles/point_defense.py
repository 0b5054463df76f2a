"""How a craft meets the missiles that reach it: its ECM pod, an ECM missile, or its point defense (Interceptor: Missiles, Point Defense).

Point defense works to one side only, and not while a pod or a decoy runs; how many missiles it takes on makes its number. Whoever has a choice
is asked before the missiles fly; others run their pod, or fire at as many as they can on the side with most of them.
"""

from scales.dice import succeeds
from scales.engine import Check, Decision, Orders
from scales.interceptor.combat.gunnery import odds
from scales.interceptor.damage.condition import is_helpless, is_ready
from scales.interceptor.damage.damage import P
from scales.interceptor.missiles.attack import attack_number, toward
from scales.interceptor.missiles.ecm import DECOY, POD
from scales.interceptor.missiles.hard_points import unload
from scales.interceptor.missiles.in_flight import HELL, RULE, arriving, destroy_shot, name_of
from scales.interceptor.missiles.lock_on import can_release, note_launch
from scales.interceptor.missiles.seeking import radiation
from scales.interceptor.orders import read
from scales.interceptor.state import Craft, Guard, Shot, State
from scales.interceptor.tables import missiles, weapons

DEFENSE = "interceptor: Point Defense"


# --- what a craft can do --------------------------------------------------------------------------------------------------------------


def defense_row(craft: Craft, turn: int) -> tuple[int, ...]:
    """The numbers of its best point defense that works, by missiles engaged; () without one."""
    if is_helpless(craft):
        return ()
    rows = weapons()
    return max((row for m in craft.mounts if (row := rows[m.weapon].intercept) and is_ready(craft, m, turn)), default=())


def by_side(state: State, craft: Craft, shots: list[Shot]) -> dict[str, list[Shot]]:
    """The missiles that reach a craft, by the side they come from; the likeliest to strike first."""
    found: dict[str, list[Shot]] = {}
    for shot in sorted(shots, key=lambda s: (s.kind != HELL, -strike_chance(state, craft, s), s.id)):
        found.setdefault(toward(state, craft, shot.hex), []).append(shot)
    return {side: found[side] for side in sorted(found)}


def guards(state: State, craft: Craft, shots: list[Shot]) -> list[Guard]:
    """Every sensible way to meet these missiles; the last one is to do nothing."""
    row = defense_row(craft, state.at.turn)
    found = [Guard("pod")] if POD in craft.pods else []
    found += [Guard("missile")] if can_release(craft, DECOY, state.at.turn) else []
    for group in by_side(state, craft, shots).values():
        found += [Guard("", [s.id for s in group[:count]]) for count in range(min(len(row), len(group)), 0, -1)]
    return [*found, Guard()]


def usual(state: State, craft: Craft, shots: list[Shot]) -> Guard:
    """What a craft does that nobody asked: the pod if there is one, else point defense at the largest group."""
    if POD in craft.pods:
        return Guard("pod")
    row, groups = defense_row(craft, state.at.turn), by_side(state, craft, shots)
    largest = max(groups.values(), key=len, default=[])
    return Guard("", [s.id for s in largest[: len(row)]])


def has_choice(state: State, craft: Craft, shots: list[Shot]) -> bool:
    """Is there more than one thing worth doing? Nothing is one of them where it saves an ECM missile, or hides from a radiation seeker."""
    ways = guards(state, craft, shots)
    silent = POD in craft.pods and any(missiles()[s.kind].seeks == "radiation" for s in shots)
    saves = any(way.ecm == "missile" for way in ways)
    return len(ways) - (0 if silent or saves else 1) > 1


# --- how likely it is to be struck ----------------------------------------------------------------------------------------------------


def strike_chance(state: State, craft: Craft, shot: Shot) -> int:
    """The chance in percent that a missile that is not shot down strikes, as the craft is now guarded."""
    if shot.kind == HELL:
        return 100
    if missiles()[shot.kind].seeks == "radiation" and not radiation(state, craft):
        return 0
    base, modifiers = attack_number(missiles()[shot.kind], craft)
    return odds(base + sum(m.value for m in modifiers))


def danger(state: State, craft: Craft, shots: list[Shot], guard: Guard) -> int:
    """Missiles expected to strike with a guard, in hundredths; a HELL missile counts as five."""
    row, kept, total = defense_row(craft, state.at.turn), craft.guard, 0
    craft.guard = guard
    for shot in shots:
        passes = 100 - (odds(row[len(guard.engage) - 1]) if shot.id in guard.engage else 0)
        total += strike_chance(state, craft, shot) * passes // 100 * (5 if shot.kind == HELL else 1)
    craft.guard = kept
    return total


# --- asking ---------------------------------------------------------------------------------------------------------------------------


def askers(state: State, side: str, coming: dict[str, list[Shot]]) -> list[str]:
    """Craft of a side that may choose how to meet the missiles that are about to reach them."""
    able = [state.craft[id] for id in coming if state.craft[id].side == side]
    return [c.id for c in able if has_choice(state, c, coming[c.id])]


def decisions(state: State) -> list[Decision]:
    """Who decides how to meet missiles, by seat."""
    coming = arriving(state)
    wanted = state.by_seat(lambda side: askers(state, side, coming))
    return [Decision(f"defend:{seat}", seat, "defend", "Meet the missiles.", craft, True) for seat, craft in wanted.items()]


def prepare(play: P) -> list[Decision]:
    """Before missiles fly, those that they will reach choose between ECM and point defense, for all that come in this phase."""
    wanted = decisions(play.state)
    if wanted and not any(each.key in play.answers for each in wanted):
        return wanted
    for each in wanted:
        if each.key in play.answers:
            _obey(play, each.units, play.answers.pop(each.key))
    for id, shots in arriving(play.state).items():
        craft = play.state.craft[id]
        craft.guard = craft.guard or usual(play.state, craft, shots)
    return []


def _obey(play: P, craft: list[str], orders: Orders) -> None:
    for id in craft:
        order = read("defend", orders.choices.get(id, {}))
        _take_guard(play, play.state.craft[id], Guard(order.ecm, list(order.engage)))


def _take_guard(play: P, craft: Craft, guard: Guard) -> None:
    """Set a craft's guard; a decoy is used up, and a pod that is switched off is noticed."""
    turn = play.state.at.turn
    craft.guard = guard
    if guard.ecm == "missile":
        note_launch(craft, turn)
        unload(craft, DECOY, turn, craft.launches)
        play.tell("ecm_missile", f"{craft.name} releases an ECM missile.", RULE, units=[craft.id])
    elif POD in craft.pods and guard.ecm != "pod":
        play.tell("ecm_off", f"{craft.name} switches its ECM pod off.", RULE, units=[craft.id])


# --- shooting -------------------------------------------------------------------------------------------------------------------------


def point_defense(play: P, target: Craft, arrived: list[Shot]) -> list[Shot]:
    """The missiles that get through."""
    guard = target.guard or usual(play.state, target, arrived)
    row = defense_row(target, play.state.at.turn)
    number = row[len(guard.engage) - 1] if row and guard.engage else 0
    return [s for s in arrived if s.id not in guard.engage or not number or not _shot_down(play, target, s, number)]


def _shot_down(play: P, target: Craft, shot: Shot, number: int) -> bool:
    name = name_of(play.state, shot)
    roll = play.dice.d10(f"point defense of {target.name}: {name}")
    check = Check(f"point defense of {target.name}", number, [], number, roll, succeeds(roll, number), DEFENSE)
    words = "fires at" if not check.passed else "destroys"
    text = f"The point defense of {target.name} {words} the {name}{'' if check.passed else ' and misses'}."
    play.tell("point_defense", text, DEFENSE, units=[target.id, shot.owner], checks=[check], data={"number": number, "missile": shot.id})
    if check.passed:
        destroy_shot(play, shot, f"is shot down by {target.name}")
    return check.passed
