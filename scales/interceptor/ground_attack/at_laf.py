"""Fire at vehicles of a ground battle that fly at low altitude or drop (centurion: Attacks at LAF).

They are in the hex of their battle. To hit they count as a craft would, with the shield of the side attacked; which side that is says a die, since
their headings on the ground are none of this board (designed). The battle rolls the location and takes the damage.
"""

from typing import NamedTuple

from scales.codec import plain
from scales.engine import Check, Json, Option
from scales.hexes import Hex, distance
from scales.interceptor.board import board
from scales.interceptor.combat.gunnery import Aim, aim_of, angle_of, base_at, can_harm, hexside_of, odds, power, range_words
from scales.interceptor.damage.condition import armed, fire_modifiers, gunnery_parts, kind, shots_allowed
from scales.interceptor.damage.damage import P
from scales.interceptor.landing import from_orbit
from scales.interceptor.patrol.halves import Line, hex_of, hexes_of, in_sector, line_to
from scales.interceptor.state import Craft, State
from scales.interceptor.tables import Weapon, damage_at, rule, weapons
from scales.messages import AttackAtLaf, GroundTarget, HitFromAbove

RULE = "centurion: Attacks at LAF"
HIGH = ("laf", "dropping")
MODES = {"laf": "at low altitude", "dropping": "dropping"}
OFFERED = 40


class Low(NamedTuple):
    """A vehicle that can be shot at from this board: its battle, the hex of that, and what is known of it."""

    battle: str
    spot: Hex
    unit: GroundTarget


class Shots(NamedTuple):
    """What one craft fires at one vehicle: numbers of its weapons."""

    craft: Craft
    low: Low
    weapons: list[int]


# --- targets --------------------------------------------------------------------------------------------------------------------------


def of_enemies(state: State, side: str) -> list[Low]:
    """All vehicles of the enemies of a side that are seen on the ground, by battle and id."""
    found = []
    for id, units in sorted(state.ground.items()):
        if id in state.battles:
            spot = Hex(state.battles[id].column, state.battles[id].row)
            found += [Low(id, spot, unit) for unit in units if unit.kind == "vehicle" and unit.side != side and not unit.hidden]
    return found


def targets(state: State, side: str) -> list[Low]:
    """Those of them that fly at low altitude or drop."""
    return [low for low in of_enemies(state, side) if low.unit.mode in HIGH] + falling(state, side)


def falling(state: State, side: str) -> list[Low]:
    """Those on their way down from orbit, still over no battle."""
    return [Low("", each.hex, from_orbit.target_of(each)) for _, each in sorted(state.falling.items()) if each.side != side]


def target(state: State, side: str, id: str) -> Low | None:
    """The one of an id."""
    return next((low for low in targets(state, side) if low.unit.id == id), None)


def line(state: State, craft: Craft, number: int, low: Low) -> Line | None:
    """The line of fire of a weapon that bears, reaches and works in the air; None if there is none."""
    b, mount = board(state.layout), craft.mounts[number]
    source = hex_of(b, craft, mount.location)
    found = line_to(source, low.spot)
    bears = in_sector(source, craft.heading, hexside_of(kind(craft), mount.arc), low.spot)
    return found if bears and base_at(found.range_hexes) and can_harm(state, weapons()[mount.weapon], found) else None


def bearing(state: State, craft: Craft, low: Low) -> list[int]:
    """Numbers of the weapons that can hit a vehicle this turn, the strongest first, as many as may fire."""
    lines = {number: line(state, craft, number, low) for number in armed(craft, state.at.turn)}
    reach = {number: found.range_hexes for number, found in lines.items() if found is not None}
    return sorted(reach, key=lambda n: (-power(craft, n, reach[n]), n))[: shots_allowed(craft, state.at.turn)]


def in_reach(state: State, craft: Craft) -> list[Low]:
    """Vehicles that some weapon of a craft bears on: all that fly over a battle, or none of them."""
    found = targets(state, craft.side)
    over = {low.spot: low for low in found}
    reached = {spot for spot, low in over.items() if bearing(state, craft, low)}
    return [low for low in found if low.spot in reached]


# --- to hit ---------------------------------------------------------------------------------------------------------------------------


def side_of(roll: int) -> str:
    """The side attacked by a six-sided die: as the hexsides of a craft, clockwise from the front."""
    side: str = rule("low_targets")["sides"][roll - 1]
    return side


def aim(craft: Craft, low: Low, way: Line, roll: int) -> Aim:
    """The to-hit number at the side that a die gave."""
    side = side_of(roll)
    modifiers = [*gunnery_parts(craft), angle_of(roll - 1), (f"shield factor, {side}", -low.unit.shields.get(side, 0))]
    modifiers += [(name.replace("_", " "), value) for name, value in fire_modifiers(craft, way.range_hexes)]
    kept = tuple(m for m in modifiers if m[1] or m[0] == "gunnery")
    return aim_of(way, side, kept)


def hit_of(weapon: Weapon, range_hexes: int) -> HitFromAbove:
    """What a weapon does at a range; a LEPC its laser, since the air stops its beam."""
    damage = damage_at(weapon.damage, range_hexes)
    return HitFromAbove(weapon.id, weapon.name, damage, rows_of("laser" if weapon.second else weapon.template, damage))


def rows_of(family: str, damage: int) -> list[int]:
    """The widths of a template from the surface inward; [] for a laser."""
    shapes = rule("templates").get(family, {})
    fitting = [size for size in shapes if isinstance(size, int) and size <= damage]
    return list(shapes[max(fitting)]) if fitting else []


# --- fire -----------------------------------------------------------------------------------------------------------------------------


def stands(state: State, craft: Craft, number: int, id: str) -> bool:
    """Does a declared shot still bear?"""
    low = target(state, craft.side, id)
    return low is not None and number in armed(craft, state.at.turn) and line(state, craft, number, low) is not None


def fire(play: P, declared: list[tuple[str, int, str]]) -> None:
    """All fire of the segment at vehicles: the guns of a craft at one of them strike one side."""
    for id, unit in dict.fromkeys((firer, target_id) for firer, _, target_id in declared):
        craft = play.state.craft[id]
        low = target(play.state, craft.side, unit)
        assert low is not None, "shots that do not stand are taken out before"
        _volley(play, Shots(craft, low, [n for firer, n, at in declared if (firer, at) == (id, unit)]))


def _volley(play: P, shots: Shots) -> None:
    craft, low = shots.craft, shots.low
    roll = play.dice.roll(6, f"side of {low.unit.name} that {craft.name} attacks")
    checks, hits = [], []
    for number in shots.weapons:
        check, hit = _shot(play, shots, number, roll)
        checks.append(check)
        hits += [hit] if check.passed else []
    side, where = side_of(roll), board(play.state.layout).label(low.spot)
    text = f"{craft.name} fires at the {side} of {low.unit.name}, {MODES[low.unit.mode]} over {where}: {len(hits)} of {len(checks)} hit."
    data = {"battle": low.battle, "hex": where, "side": side, "weapons": [hit.weapon for hit in hits]}
    event = play.tell("fire_at_laf", text, RULE, units=[craft.id, low.unit.id], checks=checks, data=data)
    if hits:
        send(play, craft, low, side, hits, event=event)


def _shot(play: P, shots: Shots, number: int, roll: int) -> tuple[Check, HitFromAbove]:
    """The roll of one weapon, and what it does if it hits."""
    craft, low, weapon = shots.craft, shots.low, weapons()[shots.craft.mounts[number].weapon]
    way = line(play.state, craft, number, low)
    assert way is not None, "shots that do not stand are taken out before"
    fell = play.dice.d10(f"to hit: {craft.name} on {low.unit.name}, {weapon.name}")
    check = aim(craft, low, way, roll).check(f"{weapon.name} of {craft.name} on {low.unit.name}", fell)
    return check, hit_of(weapon, way.range_hexes)


def send(play: P, craft: Craft, low: Low, side: str, hits: list[HitFromAbove], *, event: int, missiles: bool = False) -> None:
    """Tell the battle what hits a vehicle."""
    play.state.hits += len(hits)
    message = AttackAtLaf(craft.id, craft.name, craft.side, low.battle, low.unit.id, side, hits, missiles)
    if not from_orbit.note(play.state, message):
        play.send("attack_at_laf", message, event=event, battle=low.battle)


# --- offers ---------------------------------------------------------------------------------------------------------------------------


def options(state: State, craft: Craft, most: int = OFFERED) -> list[Option]:
    """Everything that bears at one of so many vehicles, the nearest battles first."""
    found = sorted(in_reach(state, craft), key=lambda low: (distance(craft.hex, low.spot, "odd"), low.unit.id))
    return [_option(state, craft, low) for low in found[: min(most, OFFERED)]]


def _option(state: State, craft: Craft, low: Low) -> Option:
    """`sides`: the number for each side by what the die gives; `chance` is the mean of the six."""
    numbers = bearing(state, craft, low)
    far = min(way.range_hexes for n in numbers if (way := line(state, craft, n, low)) is not None)
    way = line_to(min(hexes_of(board(state.layout), craft), key=lambda h: distance(h, low.spot, "odd")), low.spot)
    aims = [aim(craft, low, way, roll) for roll in range(1, 7)]
    chance = sum(odds(found.target) for found in aims) // 6
    shots = [_line_of(state, craft, n, low, chance) for n in numbers]
    info: Json = {
        "target": low.unit.id,
        "name": low.unit.name,
        "battle": low.battle,
        "mode": low.unit.mode,
        "range": far,
        "base": base_at(far),
        "sides": [{"roll": n, "side": a.side, "modifiers": plain(a.named()), "to_hit": a.target} for n, a in enumerate(aims, 1)],
        "chance": chance,
        "damage": sum(s["damage"] for s in shots),
        "expected_tenths": sum(s["expected_tenths"] for s in shots),
        "weapons": shots,
    }
    many = "weapon" if len(shots) == 1 else "weapons"
    words = f"{craft.name} fires {len(shots)} {many} at {low.unit.name} {MODES[low.unit.mode]}, {range_words(far)}, {chance} percent"
    return Option({"fire": {str(n): low.unit.id for n in numbers}}, words, info)


def _line_of(state: State, craft: Craft, number: int, low: Low, chance: int) -> Json:
    """One weapon: damage in boxes, `expected_tenths` in tenths of a box."""
    weapon, way = weapons()[craft.mounts[number].weapon], line(state, craft, number, low)
    damage = hit_of(weapon, way.range_hexes).damage if way is not None else 0
    return {"number": number, "weapon": weapon.id, "name": weapon.name, "damage": damage, "expected_tenths": damage * chance // 10}
