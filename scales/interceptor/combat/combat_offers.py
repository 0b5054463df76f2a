"""What a craft may fire, with the numbers that fire will be rolled against: those of the rules that execute it."""

from scales.engine import Json, Option
from scales.interceptor.board import board
from scales.interceptor.combat import at_missiles
from scales.interceptor.combat.combat import can_fire, may_fire
from scales.interceptor.combat.gunner import Gunner
from scales.interceptor.combat.gunnery import RULE, Aim, number_words, odds, range_words, second_damage
from scales.interceptor.damage.mounts import mount_name
from scales.interceptor.ground_attack import at_laf
from scales.interceptor.patrol.halves import gap
from scales.interceptor.state import Craft, State
from scales.interceptor.tables import damage_at, weapons

TARGETS_OFFERED = 100


def _nearest(state: State, craft: Craft, targets: list[Craft], most: int) -> list[Craft]:
    """The nearest of many targets, in their order."""
    if len(targets) <= most:
        return targets
    near = sorted(targets, key=lambda t: (gap(board(state.layout), craft, t), t.id))[:most]
    return sorted(near, key=lambda t: t.id)


# --- fire -----------------------------------------------------------------------------------------------------------------------------


def fires(state: State, craft: Craft, most: int = TARGETS_OFFERED) -> list[Option]:
    """Hold fire, everything that bears at one of so many targets, or each weapon where it does the most; `check` judges any other mix."""
    held = Option({"fire": {}}, f"{craft.name} holds its fire")
    if not may_fire(craft):
        return [held]
    gunner = Gunner(state, craft)
    targets = _nearest(state, craft, can_fire(gunner), min(most, TARGETS_OFFERED))
    aimed = [_fire(gunner, target) for target in targets]
    return [
        held,
        *aimed,
        *_shared(gunner, aimed),
        *at_laf.options(state, craft, most // 2),
        *at_missiles.options(state, craft, most // 2),
    ]


def _fire(gunner: Gunner, target: Craft) -> Option:
    """The figures of the whole are those of the strongest weapon; a weapon that has others, in the other half of a patrol craft, names its own."""
    aims, numbers = gunner.aims(target), gunner.strongest(target)
    at = aims[numbers[0]]
    shots = [_shot(gunner, n, aims[n]) | ({} if aims[n] == at else _figures(aims[n])) for n in numbers]
    info: Json = {
        "target": target.id,
        **_figures(at),
        "damage": sum(s["damage"] + s["second"] for s in shots),
        "expected_tenths": sum(s["expected_tenths"] for s in shots),
        "weapons": shots,
    }
    many = "weapon" if len(shots) == 1 else "weapons"
    words = f"{gunner.firer.name} fires {len(shots)} {many} at {target.name}, {range_words(at.range_hexes)}, {number_words(at.target)}"
    return Option({"fire": {str(s["number"]): target.id for s in shots}}, words, info)


def _shared(gunner: Gunner, aimed: list[Option]) -> list[Option]:
    """Each weapon at the target where it does the most, when that is not one and the same; `target` is then of each weapon."""
    best: dict[int, Json] = {}
    for option in aimed:
        for shot in option.info["weapons"]:
            if shot["number"] not in best or shot["expected_tenths"] > best[shot["number"]]["expected_tenths"]:
                best[shot["number"]] = _figures_of(option) | shot | {"target": option.info["target"]}
    chosen = sorted(best.values(), key=lambda s: (-s["expected_tenths"], s["number"]))[: gunner.most]
    targets = sorted({shot["target"] for shot in chosen})
    if len(targets) < 2:
        return []
    info: Json = {
        "target": "",
        "targets": targets,
        "damage": sum(s["damage"] + s["second"] for s in chosen),
        "expected_tenths": sum(s["expected_tenths"] for s in chosen),
        "weapons": chosen,
    }
    names = ", ".join(gunner.state.craft[id].name for id in targets)
    return [
        Option(
            {"fire": {str(s["number"]): s["target"] for s in chosen}}, f"{gunner.firer.name} fires {len(chosen)} weapons at {names}", info
        )
    ]


def _figures_of(option: Option) -> Json:
    """What an option says of all its weapons."""
    return {name: option.info[name] for name in ("range", "side", "base", "modifiers", "to_hit", "chance")}


def _figures(at: Aim) -> Json:
    """A number to hit with all its parts, the range and the side struck."""
    return {
        "range": at.range_hexes,
        "side": at.side,
        "base": at.base,
        "modifiers": [{"name": name, "rule": RULE, "value": value} for name, value in at.modifiers],
        "to_hit": at.target,
        "chance": odds(at.target),
    }


def _shot(gunner: Gunner, number: int, at: Aim) -> Json:
    """One weapon at one target: damage in armor boxes, `expected_tenths` in tenths of a box, `second` that of a LEPC's electron part, rolled for when the laser has hit."""
    weapon, name = weapons()[gunner.firer.mounts[number].weapon], mount_name(gunner.firer, number)
    first, second = damage_at(weapon.damage, at.range_hexes), second_damage(gunner.state, weapon, at.line)
    chance = odds(at.target)
    expected = (first * 100 + second * chance) * chance // 1000
    return {"number": number, "weapon": weapon.id, "name": name, "damage": first, "second": second, "expected_tenths": expected}
