"""What the ground may launch, with the numbers that lock-on, point defense and attack will be rolled against: those of the rules that execute them."""

from scales.codec import plain
from scales.engine import Json, Option
from scales.hexes import Hex, distance
from scales.interceptor.board import board
from scales.interceptor.combat.gunnery import number_words, odds, range_words
from scales.interceptor.ground_fire.batteries import Battery
from scales.interceptor.ground_fire.launches import kinds, targets
from scales.interceptor.missiles.in_flight import target_name, turns_to
from scales.interceptor.missiles.launch_offers import at_target
from scales.interceptor.missiles.lock_on import Target, ground_lock_number
from scales.interceptor.patrol.halves import nearest
from scales.interceptor.state import Craft, Shot, State
from scales.interceptor.tables import missiles

OFFERED = 60


def options(state: State, battery: Battery) -> list[Option]:
    """Launch nothing; or at one of the nearest targets one missile, two, and as many tries as there may be."""
    found = [Option({"launches": []}, f"{battery.unit.name} launches nothing")]
    for kind in kinds(battery):
        near = sorted(targets(state, battery, kind), key=lambda t: (distance(battery.hex, _spot(state, battery, t), "odd"), t.id))
        for target in near[: OFFERED // len(kinds(battery))]:
            info = _info(state, battery, kind, target)
            found += [
                _option(battery, kind, target.id, info, tries) for tries in sorted({1, min(2, battery.arms.tries), battery.arms.tries})
            ]
    return found


def _spot(state: State, battery: Battery, target: Target) -> Hex:
    return nearest(board(state.layout), target, battery.hex) if isinstance(target, Craft) else target.hex


def _option(battery: Battery, kind: str, target: str, info: Json, tries: int) -> Option:
    """`tries` launches of as many missiles as there are: whatever finds no lock is tried again."""
    count = "a" if tries == 1 else f"up to {min(tries, battery.arms.missiles[kind])} times a"
    again = f", in {tries} tries" if tries > battery.arms.missiles[kind] else ""
    words = f"{battery.unit.name} launches {count} {missiles()[kind].name} at {info['name']}, {range_words(info['range'])}{again}"
    words += f", lock-on {number_words(info['to_hit'])}"
    most = {"tries": tries, "missiles": min(tries, battery.arms.missiles[kind])}
    return Option({"launches": [{"missile": kind, "target": target}] * tries}, words, info | most)


def _info(state: State, battery: Battery, kind: str, target: Target) -> Json:
    """As for a launch by a craft, from the hex of the battle; `gives_up` is what the unit does not fire at the ground in this minute then."""
    missile, spot = missiles()[kind], _spot(state, battery, target)
    base, modifiers = ground_lock_number(missile, target)
    modifiers = [*modifiers, *battery.modifiers]
    number = base + sum(m.value for m in modifiers)
    shot = Shot("", kind, battery.unit.side, battery.unit.id, target.id, *battery.hex, 0, state.at.turn, climbing=True)
    return {
        "missile": kind,
        "target": target.id,
        "name": target_name(state, target.id),
        "battle": battery.battle.id,
        "range": distance(battery.hex, spot, "odd"),
        "base": base,
        "modifiers": plain(modifiers),
        "to_hit": number,
        "chance": odds(number),
        "flight": {"thrust": missile.thrust, "turns": turns_to(board(state.layout), shot, spot)},
        "gives_up": "" if battery.is_installation else "all",
        **at_target(state, missile, target, spot),
    }
