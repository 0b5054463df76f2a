"""Lasers of the ground at what flies in the atmosphere or the interface (centurion: Attacking Fighters from the Centurion Board).

Declared and resolved together with the fire of craft, by the same numbers: range, gunnery, angle of attack, shield, and damage at the range. The
lasers of one unit fire at one target. In the hex of the battle the fire comes from below: of the sides turned that way the craft shows the better.
"""

from typing import NamedTuple

from scales.engine import Decision, Fault
from scales.interceptor.board import AIR, board
from scales.interceptor.combat.gunnery import Aim, aim_of, angle_of, base_at, side_of
from scales.interceptor.damage.condition import shield_factor
from scales.interceptor.damage.damage import P, strike
from scales.interceptor.ground_fire.batteries import RULE, Battery, find, of_side, report
from scales.interceptor.missiles.in_flight import destroy_shot, name_of, shot_of
from scales.interceptor.orders import FireOrder, read
from scales.interceptor.patrol.halves import Line, hexes_of, line_to, struck
from scales.interceptor.pilots import engagement
from scales.interceptor.satellites import javelins
from scales.interceptor.state import Craft, Shot, State
from scales.interceptor.tables import Weapon, damage_at, rule, weapons
from scales.messages import GroundFired

REACHED = (*AIR, "interface")
"""Zones in which what flies can be hit from the ground."""
Target = Craft | Shot


class Fire(NamedTuple):
    """What one battery fires at one target: the to-hit numbers when it was declared, by the number of the laser."""

    battery: Battery
    target: str
    aims: dict[int, Aim]


# --- targets --------------------------------------------------------------------------------------------------------------------------


def target_of(state: State, battery: Battery, id: str) -> Target | None:
    """An enemy craft on the board, or a missile or javelins of another side."""
    craft = state.craft.get(id)
    if craft is not None:
        return craft if craft.where == "board" and craft.side != battery.unit.side else None
    shot = shot_of(state, id)
    return shot if shot is not None and shot.side != battery.unit.side else None


def targets(state: State, battery: Battery) -> list[Target]:
    """Everything that some laser of a battery reaches: craft, then missiles."""
    side = battery.unit.side
    enemies: list[Target] = [*(c for c in state.flying() if c.side != side), *(s for s in state.shots if s.side != side)]
    return [target for target in enemies if bearing(state, battery, target)]


def lines(state: State, battery: Battery, number: int, target: Target) -> list[Line]:
    """The shortest lines of fire to those hexes of a target that are low enough and in range; none if the laser does no harm there."""
    b = board(state.layout)
    spots = hexes_of(b, target) if isinstance(target, Craft) else (target.hex,)
    found = [line_to(battery.hex, spot) for spot in spots if b.zone(spot) in REACHED]
    least = min((line.range_hexes for line in found), default=0)
    weapon = weapons()[battery.arms.lasers[number]]
    return [line for line in found if line.range_hexes == least and base_at(least) and damage_at(weapon.damage, least)]


def bearing(state: State, battery: Battery, target: Target) -> list[int]:
    """Numbers of the lasers that can hit a target."""
    return [number for number in range(len(battery.arms.lasers)) if lines(state, battery, number, target)]


# --- to hit ---------------------------------------------------------------------------------------------------------------------------


def aim(state: State, battery: Battery, number: int, target: Target) -> Aim:
    """The to-hit number; of several sides in line the defender has the one with the lower number."""
    found = lines(state, battery, number, target)
    if isinstance(target, Shot):
        return _aim(battery, found[0], "", [("missile in flight", rule("missile_targets")["to_hit"])])
    aims = [_at_side(state, battery, target, line, hexside) for line in found for hexside in _shown(state, target, line)]
    return min(aims, key=lambda a: (a.target, a.side))


def _shown(state: State, target: Craft, line: Line) -> list[int]:
    """Hexsides of a craft that fire from the ground can strike: above the battle those turned down."""
    b = board(state.layout)
    return [hexside for along in b.up for hexside in struck(b, target, line, along)]


def _at_side(state: State, battery: Battery, target: Craft, line: Line, hexside: int) -> Aim:
    side = side_of(target, hexside)
    words = [angle_of(hexside), (f"shield factor, {side.replace('_', ' ')}", -shield_factor(target, side, state.at.turn))]
    return _aim(battery, line, side, [(name, value) for name, value in words if value])


def _aim(battery: Battery, line: Line, side: str, of_target: list[tuple[str, int]]) -> Aim:
    modifiers = (("gunnery", battery.arms.gunnery), *of_target, *sorted(battery.arms.modifiers.items()))
    return aim_of(line, side, modifiers)


# --- declared -------------------------------------------------------------------------------------------------------------------------


def decisions(state: State) -> list[Decision]:
    """Who is asked, by seat: the sides of the batteries whose lasers reach something."""
    asked = state.by_seat(lambda side: [battery.id for battery in of_side(state, side) if targets(state, battery)])
    return [decision(seat, ids) for seat, ids in asked.items()]


def decision(seat: str, ids: list[str]) -> Decision:
    return Decision(f"ground_fire:{seat}", seat, "ground_fire", "Declare the fire of lasers from the ground.", ids, True)


def faults(state: State, battery: Battery, order: FireOrder) -> list[Fault]:
    """Is each laser there, does it reach, and do all fire at one target?"""
    name, found = battery.unit.name, []
    for number, id in sorted(order.fire.items()):
        target = target_of(state, battery, id)
        if number not in map(str, range(len(battery.arms.lasers))):
            found.append(Fault("no_weapon", f"{name} has no working laser {number}.", RULE))
        elif target is None:
            found.append(Fault("no_target", f"'{id}' is no target for {name}.", RULE))
        elif not lines(state, battery, int(number), target):
            text = f"The lasers of {name} reach only what is near enough in the atmosphere or the interface: not '{id}'."
            found.append(Fault("no_bearing", text, RULE))
    if len(set(order.fire.values())) > 1:
        found.append(Fault("one_target", f"All lasers of {name} must fire at one target ({battery.rule}).", battery.rule))
    return found


def declared(play: P, asked: list[Decision]) -> list[Fire]:
    """What was ordered and can still be carried out: a ruling may have moved or removed somebody since."""
    answered = {each.key: play.answers.pop(each.key) for each in asked if each.key in play.answers}
    given = [(id, orders.choices.get(id, {})) for orders in answered.values() for id in sorted(orders.choices)]
    return [each for id, order in given if (each := _read(play.state, id, read("ground_fire", order))) is not None]


def _read(state: State, id: str, order: FireOrder) -> Fire | None:
    battery = find(state, id)
    if battery is None or not order.fire or faults(state, battery, order):
        return None
    target = target_of(state, battery, next(iter(order.fire.values())))
    assert target is not None, "fire at nothing is a fault"
    return Fire(battery, target.id, {number: aim(state, battery, number, target) for number in sorted(map(int, order.fire))})


# --- resolved -------------------------------------------------------------------------------------------------------------------------


def fire(play: P, ordered: list[Fire]) -> None:
    """All of it, after the fire of craft and with it: what is hit inside takes effect at the end of the segment."""
    for each in ordered:
        event = 0
        for number, at in each.aims.items():
            event = _shoot(play, each, number, at)
        report(play, each.battery, GroundFired(each.battery.battle.id, each.battery.unit.id, lasers=len(each.aims)), event)


def _shoot(play: P, each: Fire, number: int, at: Aim) -> int:
    weapon = weapons()[each.battery.arms.lasers[number]]
    if each.target in play.state.craft:
        return _at_craft(play, each.battery, weapon, play.state.craft[each.target], at)
    shot = shot_of(play.state, each.target)
    if shot is None:
        text = f"{each.battery.unit.name} finds nothing left to hit with its {weapon.name}."
        return play.tell("target_gone", text, RULE, units=[each.battery.unit.id], data={"missile": each.target})
    return _at_shot(play, each.battery, weapon, shot, at)


def _at_craft(play: P, battery: Battery, weapon: Weapon, target: Craft, at: Aim) -> int:
    unit = battery.unit
    if battery.is_installation:
        engagement.shot_at(play.state, unit.id, target.id)
    check = at.check(
        f"{weapon.name} of {unit.name} on {target.name}", play.dice.d10(f"to hit: {unit.name} on {target.name}, {weapon.name}")
    )
    words, damage = "it misses", damage_at(weapon.damage, at.range_hexes)
    if check.passed:
        blow = strike(play.dice, target, at.side, weapon.template, damage)
        target.by, words = unit.id, blow.words()
        play.state.hits += blow.marked + len(blow.parts)
    text = f"{unit.name} fires its {weapon.name} from the ground at the {at.side.replace('_', ' ')} of {target.name}: {words}."
    data = {"weapon": weapon.id, "side": at.side, "range": at.range_hexes, "damage": damage, "battle": battery.battle.id}
    return play.tell("hit" if check.passed else "miss", text, RULE, units=[unit.id, target.id], checks=[check], data=data)


def _at_shot(play: P, battery: Battery, weapon: Weapon, shot: Shot, at: Aim) -> int:
    """A hit destroys a missile, or one of the javelins of a cluster."""
    unit, name = battery.unit, name_of(play.state, shot)
    check = at.check(f"{weapon.name} of {unit.name} on the {name}", play.dice.d10(f"to hit: {unit.name} on the {name}, {weapon.name}"))
    text = f"{unit.name} fires its {weapon.name} from the ground at the {name}: {'it hits' if check.passed else 'it misses'}."
    data = {"weapon": weapon.id, "missile": shot.id, "range": at.range_hexes, "battle": battery.battle.id}
    event = play.tell("hit" if check.passed else "miss", text, RULE, units=[unit.id], checks=[check], data=data)
    if check.passed and shot.cluster is not None:
        javelins.lose(play, shot, 1, f"shot down by {unit.name}", by=unit.id)
    elif check.passed:
        destroy_shot(play, shot, f"is shot down by {unit.name}")
    return event
