"""Fire at missiles and Thor javelins in flight (centurion: HELL Missile, Thor Satellites; Interceptor: Missiles).

Range, gunnery and fire control count as they do against craft. A missile has no shield and shows no side; one figure stands for how small it is
(designed: at range 1 a gun of standard gunnery is as good as the weakest of the weapons built against missiles).
"""

from scales.codec import plain
from scales.engine import Json, Option
from scales.hexes import distance
from scales.interceptor.board import board
from scales.interceptor.combat.gunnery import Aim, aim_of, base_at, can_harm, hexside_of, odds, power, range_words
from scales.interceptor.damage.condition import armed, fire_modifiers, gunnery_parts, kind, shots_allowed
from scales.interceptor.damage.damage import P
from scales.interceptor.damage.mounts import mount_name
from scales.interceptor.missiles.in_flight import destroy_shot, name_of, shot_of
from scales.interceptor.patrol.halves import Line, hex_of, in_sector, line_to
from scales.interceptor.satellites import javelins
from scales.interceptor.state import Craft, Shot, State
from scales.interceptor.tables import rule, weapons

RULE = "interceptor: Missiles"
OFFERED = 40


# --- targets --------------------------------------------------------------------------------------------------------------------------


def targets(state: State, side: str) -> list[Shot]:
    """The missiles of other sides in flight."""
    return [shot for shot in state.shots if shot.side != side]


def line(state: State, craft: Craft, number: int, shot: Shot) -> Line | None:
    """The line of fire of a weapon that bears, reaches and works there; None if there is none."""
    mount = craft.mounts[number]
    found = line_to(hex_of(board(state.layout), craft, mount.location), shot.hex)
    bears = in_sector(found.source, craft.heading, hexside_of(kind(craft), mount.arc), shot.hex)
    return found if bears and base_at(found.range_hexes) and can_harm(state, weapons()[mount.weapon], found) else None


def lines(state: State, craft: Craft, shot: Shot) -> dict[int, Line]:
    """The lines of the weapons that can hit a missile this turn, by number, the nearest first, as many as may fire.

    Any hit destroys it, so that of weapons as near the weakest come first.
    """
    found = {n: way for n in armed(craft, state.at.turn) if (way := line(state, craft, n, shot)) is not None}
    best = sorted(found, key=lambda n: (found[n].range_hexes, power(craft, n, found[n].range_hexes), n))
    return {n: found[n] for n in best[: shots_allowed(craft, state.at.turn)]}


def in_reach(state: State, craft: Craft) -> list[Shot]:
    """Missiles that some weapon of a craft bears on."""
    return [shot for shot in targets(state, craft.side) if lines(state, craft, shot)]


def stands(state: State, craft: Craft, number: int, id: str) -> bool:
    """Does a shot at a missile bear?"""
    shot = shot_of(state, id)
    if shot is None or shot.side == craft.side or number not in armed(craft, state.at.turn):
        return False
    return line(state, craft, number, shot) is not None


# --- fire -----------------------------------------------------------------------------------------------------------------------------


def aim(craft: Craft, way: Line) -> Aim:
    """The to-hit number at a missile."""
    modifiers = [*gunnery_parts(craft), ("missile in flight", rule("missile_targets")["to_hit"])]
    modifiers += [(name.replace("_", " "), value) for name, value in fire_modifiers(craft, way.range_hexes)]
    return aim_of(way, "", tuple(modifiers))


def fire(play: P, declared: list[tuple[str, int, str]]) -> None:
    """All fire of the segment at missiles; a hit destroys one, or one of the javelins of a cluster, and sets nothing off."""
    for firer, number, id in declared:
        craft, shot = play.state.craft[firer], shot_of(play.state, id)
        if shot is None:
            text = f"{craft.name} finds nothing left to hit with its {mount_name(craft, number)}."
            play.tell("target_gone", text, RULE, units=[craft.id], data={"missile": id})
        else:
            _resolve(play, craft, number, shot)


def _resolve(play: P, craft: Craft, number: int, shot: Shot) -> None:
    way = line(play.state, craft, number, shot)
    assert way is not None, "shots that do not stand are taken out before"
    mount, gun, name = craft.mounts[number], mount_name(craft, number), name_of(play.state, shot)
    roll = play.dice.d10(f"to hit: {craft.name} on the {name}, {gun}")
    check = aim(craft, way).check(f"{gun} of {craft.name} on the {name}", roll)
    near = "" if way.range_hexes else " in the same hex"
    text = f"{craft.name} fires its {gun} at the {name}{near}: {'it hits' if check.passed else 'it misses'}."
    data = {"weapon": mount.weapon, "number": number, "location": mount.location, "missile": shot.id, "range": way.range_hexes}
    play.tell("hit" if check.passed else "miss", text, RULE, units=[craft.id], checks=[check], data=data)
    if check.passed and shot.cluster is not None:
        javelins.lose(play, shot, 1, f"shot down by {craft.name}", by=craft.id)
    elif check.passed:
        destroy_shot(play, shot, f"is shot down by {craft.name}")


# --- offers ---------------------------------------------------------------------------------------------------------------------------


def options(state: State, craft: Craft, most: int = OFFERED) -> list[Option]:
    """For each of so many missiles in reach, the nearest first: the one weapon best spared for it, and everything that bears."""
    found = sorted(in_reach(state, craft), key=lambda s: (distance(craft.hex, s.hex, "odd"), s.id))[: min(most, OFFERED)]
    return [option for shot in found for option in _options(state, craft, shot)]


def _options(state: State, craft: Craft, shot: Shot) -> list[Option]:
    ways = lines(state, craft, shot)
    numbers = list(ways)
    return [_option(state, craft, shot, ways, chosen) for chosen in ([numbers[:1], numbers] if len(numbers) > 1 else [numbers])]


def _option(state: State, craft: Craft, shot: Shot, ways: dict[int, Line], numbers: list[int]) -> Option:
    """`chance` is that of one weapon, `destroys` that of any of them to hit, both in percent; `flies_at` is its target."""
    at, name = aim(craft, ways[numbers[0]]), name_of(state, shot)
    missed = 100
    for n in numbers:
        missed = missed * (100 - odds(aim(craft, ways[n]).target)) // 100
    info: Json = {
        "target": shot.id,
        "missile": shot.kind,
        "flies_at": shot.target,
        "range": at.range_hexes,
        "base": at.base,
        "modifiers": plain(at.named()),
        "to_hit": at.target,
        "chance": odds(at.target),
        "destroys": 100 - missed,
        "weapons": [_weapon(craft, n, aim(craft, ways[n])) for n in numbers],
    }
    many = "weapon" if len(numbers) == 1 else "weapons"
    words = f"{craft.name} fires {len(numbers)} {many} at the {name}, {range_words(at.range_hexes)}, {max(1, min(9, at.target))} or less"
    return Option({"fire": {str(n): shot.id for n in numbers}}, words, info)


def _weapon(craft: Craft, number: int, at: Aim) -> Json:
    weapon, name = craft.mounts[number].weapon, mount_name(craft, number)
    return {"number": number, "weapon": weapon, "name": name, "to_hit": at.target, "chance": odds(at.target)}
