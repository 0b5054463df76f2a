"""What lasers of the ground may be fired at, with the numbers that the fire will be rolled against: those of the rules that execute it."""

from scales.codec import plain
from scales.engine import Json, Option
from scales.hexes import distance
from scales.interceptor.combat.gunnery import Aim, number_words, odds, range_words
from scales.interceptor.ground_fire.batteries import Battery
from scales.interceptor.ground_fire.lasers import Target, aim, bearing, targets
from scales.interceptor.missiles.in_flight import target_name
from scales.interceptor.state import Shot, State
from scales.interceptor.tables import damage_at, weapons

OFFERED = 60


def options(state: State, battery: Battery) -> list[Option]:
    """Hold fire, or all lasers that reach at one of the nearest targets."""
    found = sorted(targets(state, battery), key=lambda t: (distance(battery.hex, t.hex, "odd"), t.id))[:OFFERED]
    return [Option({"fire": {}}, f"{battery.unit.name} holds its fire"), *(_option(state, battery, target) for target in found)]


def _option(state: State, battery: Battery, target: Target) -> Option:
    """`gives_up` is what the unit then does not fire at the ground in this minute: all, or the weapons of its turret."""
    aims = {number: aim(state, battery, number, target) for number in bearing(state, battery, target)}
    at, name = next(iter(aims.values())), target_name(state, target.id)
    shots = [_laser(battery, number, its) for number, its in aims.items()]
    info: Json = {
        "target": target.id,
        "name": name,
        "battle": battery.battle.id,
        "range": at.range_hexes,
        "side": at.side,
        "base": at.base,
        "modifiers": plain(at.named()),
        "to_hit": at.target,
        "chance": odds(at.target),
        "gives_up": "turret" if battery.is_installation else "all",
        "weapons": shots,
        **(_at_missile(target, aims) if isinstance(target, Shot) else _at_craft(shots)),
    }
    many = "laser" if len(shots) == 1 else "lasers"
    words = f"{battery.unit.name} fires {len(shots)} {many} at {name}, {range_words(at.range_hexes)}, {number_words(at.target)}"
    return Option({"fire": {str(number): target.id for number in aims}}, words, info)


def _laser(battery: Battery, number: int, at: Aim) -> Json:
    """One laser: damage in armor boxes, `expected_tenths` in tenths of a box."""
    weapon = weapons()[battery.arms.lasers[number]]
    damage = damage_at(weapon.damage, at.range_hexes)
    return {"number": number, "weapon": weapon.id, "name": weapon.name, "damage": damage, "expected_tenths": damage * odds(at.target) // 10}


def _at_craft(shots: list[Json]) -> Json:
    return {"damage": sum(s["damage"] for s in shots), "expected_tenths": sum(s["expected_tenths"] for s in shots)}


def _at_missile(shot: Shot, aims: dict[int, Aim]) -> Json:
    """`destroys` is the chance of any of them to hit, in percent; `flies_at` what the missile flies at."""
    missed = 100
    for at in aims.values():
        missed = missed * (100 - odds(at.target)) // 100
    return {"missile": shot.kind, "flies_at": shot.target or shot.battle, "destroys": 100 - missed}
