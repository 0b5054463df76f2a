"""What a craft may launch, with the numbers that lock-on, point defense and attack will be rolled against: those of the rules that execute them."""

from scales.codec import plain
from scales.engine import Json, Option
from scales.hexes import Hex, distance
from scales.interceptor.board import board
from scales.interceptor.combat.gunnery import number_words, odds, range_words
from scales.interceptor.ground_attack import stand_off
from scales.interceptor.missiles.attack import attack_number
from scales.interceptor.missiles.bursts import hell_blast
from scales.interceptor.missiles.ecm import is_jamming
from scales.interceptor.missiles.in_flight import HELL, locked_on, target_name, turns_to
from scales.interceptor.missiles.lock_on import Target, burst_hex, can_launch, lock_number, struck_at, targets_of
from scales.interceptor.missiles.point_defense import defense_row
from scales.interceptor.patrol.halves import nearest
from scales.interceptor.state import Craft, Shot, State
from scales.interceptor.tables import Missile, missiles

LAUNCHES_OFFERED = 200
UNITS_OFFERED = 60


def launches(state: State, craft: Craft, most: int = LAUNCHES_OFFERED) -> list[Option]:
    """Launch nothing, a guided missile at one of so many enemies, or burst a DFM ahead."""
    found = [Option({"missile": ""}, f"{craft.name} launches nothing")]
    aboard = can_launch(state, craft)
    for kind in aboard:
        if kind == "dfm":
            found += [_burst(state, craft, ahead) for ahead in range(1, missiles()[kind].reach + 1)]
        else:
            found += [
                _launch(state, craft, kind, target)
                for target in _nearest(state, craft, kind, max(1, min(most, LAUNCHES_OFFERED) // len(aboard)))
            ]
            found += stand_off.options(state, craft, kind, max(1, min(most, UNITS_OFFERED) // len(aboard)))
    return found


def _nearest(state: State, craft: Craft, kind: str, most: int) -> list[Target]:
    """The nearest of many targets, in their order."""
    targets = targets_of(state, craft, kind)
    near = sorted(targets, key=lambda t: (distance(craft.hex, _spot(state, craft, t), "odd"), t.id))[:most]
    return [t for t in targets if t in near]


def _spot(state: State, craft: Craft, target: Target) -> Hex:
    return nearest(board(state.layout), target, craft.hex) if isinstance(target, Craft) else target.hex


def _launch(state: State, craft: Craft, kind: str, target: Target) -> Option:
    """`turns` counts the movement phases until it is there if the target stays."""
    missile, name, spot = missiles()[kind], target_name(state, target.id), _spot(state, craft, target)
    base, modifiers = lock_number(craft, missile, target)
    number, away = base + sum(m.value for m in modifiers), distance(craft.hex, spot, "odd")
    shot = Shot("", kind, craft.side, craft.id, target.id, craft.column, craft.row, 0, state.at.turn)
    info: Json = {
        "missile": kind,
        "target": target.id,
        "range": away,
        "base": base,
        "modifiers": plain(modifiers),
        "to_hit": number,
        "chance": odds(number),
        "flight": {"thrust": missile.thrust, "turns": turns_to(board(state.layout), shot, spot)},
        **at_target(state, missile, target, spot),
    }
    words = f"{craft.name} launches a {missile.name} at {name}, {range_words(away)}, lock-on {number_words(number)}"
    return Option({"missile": kind, "target": target.id}, words, info)


def at_target(state: State, missile: Missile, target: Target, spot: Hex) -> Json:
    """What awaits it: `attack` is rolled against with `attack_modifiers`, `point_defense` the target's numbers by missiles engaged.

    A HELL missile explodes without a roll; `blast` is what it would do now in that hex, by craft and side, friends too.
    """
    found: Json = {"damage": missile.damage}
    if missile.id == HELL:
        found |= {"blast": hell_blast(state, spot)}
    if isinstance(target, Shot):
        return found
    if missile.id != HELL:
        base, modifiers = attack_number(missile, target)
        number = base + sum(m.value for m in modifiers)
        found |= {"attack": number, "attack_base": base, "attack_modifiers": plain(modifiers), "attack_chance": odds(number)}
    row = [] if is_jamming(target) and missile.hears_ecm else list(defense_row(target, state.at.turn))
    return found | {"point_defense": row, "under_way": [coming.shot.id for coming in locked_on(state, target)]}


def _burst(state: State, craft: Craft, ahead: int) -> Option:
    """`struck` are the craft in that hex, friends too."""
    missile, spot = missiles()["dfm"], burst_hex(craft, ahead)
    label = board(state.layout).label(spot)
    base, modifiers = lock_number(craft, missile)
    number = base + sum(m.value for m in modifiers)
    info: Json = {
        "missile": "dfm",
        "hex": label,
        "at": list(spot),
        "range": ahead,
        "base": base,
        "modifiers": plain(modifiers),
        "to_hit": number,
        "chance": odds(number),
        "damage": missile.damage,
        "struck": [c.id for c in struck_at(state, spot)],
    }
    words = (
        f"{craft.name} bursts a {missile.name} {ahead} hex{'' if ahead == 1 else 'es'} ahead, in {label}, lock-on {number_words(number)}"
    )
    return Option({"missile": "dfm", "ahead": ahead}, words, info)
