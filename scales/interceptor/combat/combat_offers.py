"""What a craft may fire and launch, with the numbers that fire and lock-on will be rolled against: those of the rules that execute them."""

from scales.codec import plain
from scales.engine import Json, Option
from scales.hexes import distance
from scales.interceptor.board import board
from scales.interceptor.combat.combat import can_fire, launch_targets
from scales.interceptor.combat.gunnery import Aim, aim, bearing, odds, second_damage
from scales.interceptor.ground_attack import at_laf
from scales.interceptor.missiles import missiles as rules
from scales.interceptor.patrol.halves import gap, nearest
from scales.interceptor.state import Craft, State
from scales.interceptor.tables import damage_at, missiles, weapons

TARGETS_OFFERED = 100
LAUNCHES_OFFERED = 200


def _nearest(state: State, craft: Craft, targets: list[Craft], most: int) -> list[Craft]:
    """The nearest of many targets, in their order."""
    if len(targets) <= most:
        return targets
    near = sorted(targets, key=lambda t: (gap(board(state.layout), craft, t), t.id))[:most]
    return sorted(near, key=lambda t: t.id)


def number_words(target: int) -> str:
    """A number to roll: one always hits, ten never does."""
    return f"{max(1, min(9, target))} or less"


# --- fire -----------------------------------------------------------------------------------------------------------------------------


def fires(state: State, craft: Craft) -> list[Option]:
    """Hold fire, or everything that bears at one target. Each weapon may have a target of its own: `check` judges any mix."""
    found = [Option({"fire": {}}, f"{craft.name} holds its fire")]
    found += [_fire(state, craft, target) for target in _nearest(state, craft, can_fire(state, craft), TARGETS_OFFERED)]
    return found + at_laf.options(state, craft)


def _fire(state: State, craft: Craft, target: Craft) -> Option:
    """The figures of the whole are those of the strongest weapon; a weapon that has others, in the other half of a patrol craft, names its own."""
    aims = {n: aim(state, craft, target, n) for n in bearing(state, craft, target)}
    at = next(iter(aims.values()))
    shots = [_shot(state, craft, n, its) | ({} if its == at else _figures(its)) for n, its in aims.items()]
    info: Json = {
        "target": target.id,
        **_figures(at),
        "damage": sum(s["damage"] + s["second"] for s in shots),
        "expected_tenths": sum(s["expected_tenths"] for s in shots),
        "weapons": shots,
    }
    many = "weapon" if len(shots) == 1 else "weapons"
    words = f"{craft.name} fires {len(shots)} {many} at {target.name}, range {at.range_hexes}, {number_words(at.target)}"
    return Option({"fire": {str(s["number"]): target.id for s in shots}}, words, info)


def _figures(at: Aim) -> Json:
    """A number to hit with all its parts, the range and the side struck."""
    return {
        "range": at.range_hexes,
        "side": at.side,
        "base": at.base,
        "modifiers": plain(at.named()),
        "to_hit": at.target,
        "chance": odds(at.target),
    }


def _shot(state: State, craft: Craft, number: int, at: Aim) -> Json:
    """One weapon at one target: damage in armor boxes, `expected_tenths` in tenths of a box, `second` that of a LEPC's electron part, rolled for when the laser has hit."""
    weapon = weapons()[craft.mounts[number].weapon]
    first, second = damage_at(weapon.damage, at.range_hexes), second_damage(state, weapon, at.line)
    chance = odds(at.target)
    expected = (first * 100 + second * chance) * chance // 1000
    return {"number": number, "weapon": weapon.id, "name": weapon.name, "damage": first, "second": second, "expected_tenths": expected}


# --- launches -------------------------------------------------------------------------------------------------------------------------


def launches(state: State, craft: Craft) -> list[Option]:
    """Launch nothing, a guided missile at an enemy, or burst a DFM ahead."""
    found = [Option({"missile": ""}, f"{craft.name} launches nothing")]
    aboard = rules.can_launch(state, craft)
    if not aboard:
        return found
    targets = _nearest(state, craft, launch_targets(state, craft), LAUNCHES_OFFERED // len(aboard))
    for id in aboard:
        if id == "dfm":
            found += [_burst(state, craft, ahead) for ahead in range(1, missiles()[id].reach + 1)]
        else:
            found += [_launch(state, craft, id, target) for target in targets]
    return found


def _launch(state: State, craft: Craft, id: str, target: Craft) -> Option:
    """`turns` counts the movement phases until it is there if the target stays; `attack` is what it then hits on."""
    missile = missiles()[id]
    base, modifiers = rules.lock_number(craft, missile)
    number = base + sum(m.value for m in modifiers)
    away = distance(craft.hex, nearest(board(state.layout), target, craft.hex), "odd")
    info: Json = {
        "missile": id,
        "target": target.id,
        "range": away,
        "base": base,
        "modifiers": plain(modifiers),
        "to_hit": number,
        "chance": odds(number),
        "flight": {"thrust": missile.thrust, "turns": rules.turns_to(missile, away)},
        "attack": missile.intelligence,
        "damage": missile.damage,
    }
    words = f"{craft.name} launches a {missile.name} at {target.name}, range {away}, lock-on {number_words(number)}"
    return Option({"missile": id, "target": target.id}, words, info)


def _burst(state: State, craft: Craft, ahead: int) -> Option:
    """`struck` are the craft in that hex, friends too."""
    missile, spot = missiles()["dfm"], rules.burst_hex(craft, ahead)
    label = board(state.layout).label(spot)
    struck = [c.id for c in rules.struck_at(state, spot)]
    info: Json = {"missile": "dfm", "hex": label, "at": list(spot), "range": ahead, "damage": missile.damage, "struck": struck}
    return Option({"missile": "dfm", "ahead": ahead}, f"{craft.name} bursts a {missile.name} {ahead} hexes ahead, in {label}", info)
