"""The combat phase: fire declared by all at once and resolved together (Interceptor: Combat)."""

from scales.engine import Check, Decision, Orders
from scales.interceptor.combat import at_missiles
from scales.interceptor.combat.gunner import Gunner
from scales.interceptor.combat.gunnery import RULE, Aim, enemies, second_damage
from scales.interceptor.damage.condition import BEAMS, is_helpless, shots_allowed
from scales.interceptor.damage.damage import Blow, P, strike, take_effect
from scales.interceptor.damage.mounts import mount_name
from scales.interceptor.ground_attack import at_laf
from scales.interceptor.ground_fire import lasers
from scales.interceptor.missiles.in_flight import shot_of
from scales.interceptor.orders import read
from scales.interceptor.pilots import engagement
from scales.interceptor.state import Craft, State
from scales.interceptor.tables import Weapon, damage_at, weapons

Shot = tuple[str, int, str]
"""Firer, number of its weapon, target."""


def may_fire(craft: Craft) -> bool:
    """Is it on the board, with somebody aboard who can fire?"""
    return craft.where == "board" and not is_helpless(craft)


def can_fire(gunner: Gunner) -> list[Craft]:
    """Targets that some weapon of a craft bears on."""
    firer = gunner.firer
    return [target for target in enemies(gunner.state, firer) if gunner.bearing(target)] if may_fire(firer) else []


def _askers(state: State, side: str) -> list[str]:
    return [c.id for c in state.flying() if c.side == side and may_fire(c) and _has_target(state, c)]


def _has_target(state: State, craft: Craft) -> bool:
    gunner = Gunner(state, craft)
    covered = any(gunner.bearing(target) for target in enemies(state, craft))
    return bool(covered or at_laf.in_reach(state, craft) or at_missiles.in_reach(state, craft))


def fire_decisions(state: State) -> list[Decision]:
    """Who declares fire, by seat."""
    wanted = state.by_seat(lambda side: _askers(state, side))
    return [Decision(f"fire:{seat}", seat, "fire", "Declare fire.", craft, True) for seat, craft in wanted.items()]


def fire(play: P) -> list[Decision]:
    """Declared secretly, resolved together; what is hit takes effect at the end of the segment."""
    state, memo, below = play.state, play.state.at.memo, lasers.decisions(play.state)
    if "asked" not in memo:
        decisions = fire_decisions(state)
        memo["asked"] = {each.key: each.units for each in decisions}
        if (decisions or below) and not any(each.key in play.answers for each in (*decisions, *below)):
            return [*decisions, *below]
    declared: list[Shot] = []
    for key, units in memo["asked"].items():
        if key in play.answers:
            declared += _declared(units, play.answers.pop(key))
    gunners = {firer: Gunner(state, state.craft[firer]) for firer in {shot[0] for shot in declared}}
    declared = _allowed(state, [shot for shot in declared if _stands(state, gunners[shot[0]], shot)])
    from_ground = lasers.declared(play, below)
    _note_beams(state, declared)
    flying = {shot.id for shot in state.shots}
    aims = [(shot, gunners[shot[0]].aims(state.craft[shot[2]])[shot[1]]) for shot in declared if shot[2] in state.craft]
    for shot, number in aims:
        _resolve(play, shot, number)
    at_missiles.fire(play, [shot for shot in declared if shot[2] in flying])
    at_laf.fire(play, [shot for shot in declared if shot[2] not in state.craft and shot[2] not in flying])
    lasers.fire(play, from_ground)
    effects(play)
    return []


def _declared(craft: list[str], orders: Orders) -> list[Shot]:
    found: list[Shot] = []
    for id in craft:
        order = read("fire", orders.choices.get(id, {}))
        found += [(id, int(number), target) for number, target in sorted(order.fire.items(), key=lambda item: int(item[0]))]
    return found


def _note_beams(state: State, declared: list[Shot]) -> None:
    """Who fires a beam weapon radiates until the next combat phase: a RIS missile sees it."""
    for firer, number, _ in declared:
        if weapons()[state.craft[firer].mounts[number].weapon].family in BEAMS:
            state.craft[firer].beamed = state.at.turn


def _stands(state: State, gunner: Gunner, shot: Shot) -> bool:
    """Does a shot still bear? A ruling between declaration and fire may have moved or removed somebody."""
    firer, target = gunner.firer, state.craft.get(shot[2])
    if target is None:
        bears_on = at_missiles.stands if shot_of(state, shot[2]) else at_laf.stands
        return firer.where == "board" and bears_on(state, firer, shot[1], shot[2])
    return firer.where == target.where == "board" and shot[1] in gunner.bearing(target)


def _allowed(state: State, declared: list[Shot]) -> list[Shot]:
    """Of each craft as many shots as it may still fire: a ruling may have hit its plant or its controls."""
    left = {id: shots_allowed(state.craft[id], state.at.turn) for id, _, _ in declared}
    kept = []
    for shot in declared:
        left[shot[0]] -= 1
        if left[shot[0]] >= 0:
            kept.append(shot)
    return kept


def effects(play: P) -> None:
    """Internal damage of the phase takes effect on every craft still flying."""
    for craft in list(play.state.craft.values()):
        if craft.fresh:
            take_effect(play, craft, craft.by)


def _resolve(play: P, shot: Shot, number: Aim) -> None:
    firer, target = play.state.craft[shot[0]], play.state.craft[shot[2]]
    weapon, name = weapons()[firer.mounts[shot[1]].weapon], mount_name(firer, shot[1])
    engagement.shot_at(play.state, firer.id, target.id)
    roll = play.dice.d10(f"to hit: {firer.name} on {target.name}, {name}")
    checks = [number.check(f"{name} of {firer.name} on {target.name}", roll)]
    words = "it misses"
    if checks[0].passed:
        first = _blow(
            play, target, number, "laser" if weapon.second else weapon.template, damage_at(weapon.damage, number.range_hexes), firer.id
        )
        words = first.words()
        if weapon.second:
            words += _beam(play, weapon, (firer, target), number, first.column, checks)
    near = "" if number.range_hexes else " in the same hex"
    text = f"{firer.name} fires its {name} at the {number.side.replace('_', ' ')} of {target.name}{near}: {words}."
    mount = {"number": shot[1], "location": firer.mounts[shot[1]].location}
    data = {"weapon": weapon.id, **mount, "side": number.side, "range": number.range_hexes}
    play.tell("hit" if checks[0].passed else "miss", text, RULE, units=[firer.id, target.id], checks=checks, data=data)


def _blow(play: P, target: Craft, number: Aim, family: str, damage: int, by: str, column: int = 0) -> Blow:
    blow = strike(play.dice, target, number.side, family, damage, column=column)
    target.by = by
    play.state.hits += blow.marked + len(blow.parts)
    return blow


def _beam(play: P, weapon: Weapon, craft: tuple[Craft, Craft], number: Aim, column: int, checks: list[Check]) -> str:
    """The electron part of a LEPC: a roll of its own, vacuum, and the column that its laser opened."""
    firer, target = craft
    damage = second_damage(play.state, weapon, number.line)
    if not damage:
        return ""
    roll = play.dice.d10(f"to hit: electron part of {weapon.name}, {firer.name} on {target.name}")
    checks.append(number.check(f"electron part of {weapon.name} of {firer.name} on {target.name}", roll))
    if not checks[-1].passed:
        return ", its beam misses"
    return f", then {_blow(play, target, number, 'epc', damage, firer.id, column).words()}"
