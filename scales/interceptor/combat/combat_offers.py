"""What a craft may fire, with the numbers that fire will be rolled against: those of the rules that execute it."""

from scales.engine import Json, Option
from scales.interceptor.board import board
from scales.interceptor.combat import at_missiles
from scales.interceptor.combat.combat import can_fire, may_fire
from scales.interceptor.combat.gunnery import RULE, Aim, aim_along, number_words, odds, range_words, second_damage
from scales.interceptor.damage.condition import shots_allowed
from scales.interceptor.damage.mounts import mount_name
from scales.interceptor.ground_attack import at_laf
from scales.interceptor.patrol.halves import Line, gap
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
    lines = can_fire(state, craft)
    targets = _nearest(state, craft, [state.craft[id] for id in lines], min(most, TARGETS_OFFERED))
    aimed = [_fire(state, craft, target, lines[target.id]) for target in targets]
    return [
        held,
        *aimed,
        *_shared(state, craft, aimed),
        *at_laf.options(state, craft, most // 2),
        *at_missiles.options(state, craft, most // 2),
    ]


def _fire(state: State, craft: Craft, target: Craft, lines: dict[int, list[Line]]) -> Option:
    """The figures of the whole are those of the strongest weapon; a weapon that has others, in the other half of a patrol craft, names its own."""
    aims = _aims(state, craft, target, lines)
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
    words = f"{craft.name} fires {len(shots)} {many} at {target.name}, {range_words(at.range_hexes)}, {number_words(at.target)}"
    return Option({"fire": {str(s["number"]): target.id for s in shots}}, words, info)


def _aims(state: State, craft: Craft, target: Craft, lines: dict[int, list[Line]]) -> dict[int, Aim]:
    """The numbers of the guns that bear; guns that fire along the same lines have the same."""
    found: dict[tuple[Line, ...], Aim] = {}
    aims = {}
    for number, ways in lines.items():
        along = tuple(ways)
        if along not in found:
            found[along] = aim_along(state, craft, target, ways)
        aims[number] = found[along]
    return aims


def _shared(state: State, craft: Craft, aimed: list[Option]) -> list[Option]:
    """Each weapon at the target where it does the most, when that is not one and the same; `target` is then of each weapon."""
    best: dict[int, Json] = {}
    for option in aimed:
        for shot in option.info["weapons"]:
            if shot["number"] not in best or shot["expected_tenths"] > best[shot["number"]]["expected_tenths"]:
                best[shot["number"]] = _figures_of(option) | shot | {"target": option.info["target"]}
    chosen = sorted(best.values(), key=lambda s: (-s["expected_tenths"], s["number"]))[: shots_allowed(craft, state.at.turn)]
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
    names = ", ".join(state.craft[id].name for id in targets)
    return [Option({"fire": {str(s["number"]): s["target"] for s in chosen}}, f"{craft.name} fires {len(chosen)} weapons at {names}", info)]


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


def _shot(state: State, craft: Craft, number: int, at: Aim) -> Json:
    """One weapon at one target: damage in armor boxes, `expected_tenths` in tenths of a box, `second` that of a LEPC's electron part, rolled for when the laser has hit."""
    weapon, name = weapons()[craft.mounts[number].weapon], mount_name(craft, number)
    first, second = damage_at(weapon.damage, at.range_hexes), second_damage(state, weapon, at.line)
    chance = odds(at.target)
    expected = (first * 100 + second * chance) * chance // 1000
    return {"number": number, "weapon": weapon.id, "name": name, "damage": first, "second": second, "expected_tenths": expected}
