"""Missiles launched from the ground at craft that are not attacking it (centurion: Attacking Fighters from the Centurion Board, Missile Launcher).

A vehicle may try five launches a turn, an installation one with each launcher. All are ordered at once and tried in their order; a missile that
finds no lock stays, and may be tried again. One that leaves starts in the hex of the battle and flies from the next turn on.
"""

from scales.engine import Decision, Fault
from scales.interceptor.damage.damage import P
from scales.interceptor.ground_fire.batteries import Battery, batteries, of_side, report
from scales.interceptor.missiles.in_flight import HELL, JAVELINS
from scales.interceptor.missiles.launching import Launcher, launch_from_ground
from scales.interceptor.missiles.lock_on import Target
from scales.interceptor.orders import GroundLaunchOrder, read
from scales.interceptor.satellites.hardpoints import is_satellite
from scales.interceptor.state import State
from scales.interceptor.tables import missiles
from scales.messages import GroundFired

# --- at whom --------------------------------------------------------------------------------------------------------------------------


def targets(state: State, battery: Battery, kind: str) -> list[Target]:
    """Enemy craft at any height, of the arc that all of the board lies in; for a HELL missile satellites and Thor javelins too."""
    side = battery.unit.side
    found: list[Target] = [c for c in state.flying() if c.side != side and (kind == HELL or not is_satellite(c))]
    if kind == HELL:
        found += [s for s in state.shots if s.kind == JAVELINS and s.side != side]
    return found


def find_target(state: State, battery: Battery, kind: str, id: str) -> Target | None:
    return next((target for target in targets(state, battery, kind) if target.id == id), None)


def kinds(battery: Battery) -> list[str]:
    """Kinds of missile that a battery can still try to launch."""
    return sorted(battery.arms.missiles) if battery.arms.tries > 0 else []


def has_target(state: State, battery: Battery) -> bool:
    return any(targets(state, battery, kind) for kind in kinds(battery))


# --- asked ----------------------------------------------------------------------------------------------------------------------------


def decisions(state: State) -> list[Decision]:
    """Who is asked, by seat."""
    asked = state.by_seat(lambda side: [battery.id for battery in of_side(state, side) if has_target(state, battery)])
    return [decision(seat, ids) for seat, ids in asked.items()]


def decision(seat: str, ids: list[str]) -> Decision:
    return Decision(f"ground_launch:{seat}", seat, "ground_launch", "Launch missiles from the ground?", ids, True)


def faults(state: State, battery: Battery, order: GroundLaunchOrder) -> list[Fault]:
    """Are there so many tries, is there such a missile, and something to lock it on?"""
    name, most, found = battery.unit.name, battery.arms.tries, []
    if len(order.launches) > most:
        found.append(Fault("too_many", f"{name} may try {most} launches this turn, not {len(order.launches)}.", battery.rule))
    for each in order.launches:
        if each.missile not in kinds(battery):
            found.append(Fault("no_missile", f"{name} has no '{each.missile}' that it could launch now.", battery.rule))
        elif find_target(state, battery, each.missile, each.target) is None:
            found.append(Fault("no_lock", f"{name} cannot lock a {missiles()[each.missile].name} on '{each.target}'.", battery.rule))
    return found


# --- launched -------------------------------------------------------------------------------------------------------------------------


def launch(play: P) -> list[Decision]:
    """After all fire of the segment, as craft launch theirs."""
    asked = decisions(play.state)
    if asked and not any(each.key in play.answers for each in asked):
        return asked
    answered = {each.key: play.answers.pop(each.key) for each in asked if each.key in play.answers}
    given = {id: order for orders in answered.values() for id, order in orders.choices.items()}
    for battery in batteries(play.state):
        if battery.id in given:
            _launch(play, battery, read("ground_launch", given[battery.id]))
    return []


def _launch(play: P, battery: Battery, order: GroundLaunchOrder) -> None:
    """Try as ordered; what a ruling has taken away since, and missiles that have left already, are not tried."""
    unit, arms = battery.unit, battery.arms
    launcher = Launcher(unit.id, unit.name, unit.side, battery.battle, tuple(battery.modifiers))
    left, tries, event = dict(arms.missiles), 0, 0
    for each in order.launches[: arms.tries]:
        target = find_target(play.state, battery, each.missile, each.target)
        if target is not None and left.get(each.missile, 0):
            tries += 1
            left[each.missile] -= launch_from_ground(play, launcher, each.missile, target)
            event = len(play.events) - 1
    if tries:
        used = {kind: count - left[kind] for kind, count in sorted(arms.missiles.items()) if count > left[kind]}
        report(play, battery, GroundFired(battery.battle.id, unit.id, tries=tries, missiles=used), event)
