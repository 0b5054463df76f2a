"""Internal hits take effect at the end of their phase: faults that pass, marks that stay, weapons and hard points lost (Interceptor internal systems)."""

from collections import Counter
from collections.abc import Mapping, Sequence

from scales.interceptor.damage import hard_points
from scales.interceptor.damage.condition import kind
from scales.interceptor.damage.ends import HULL, fatal, that_count
from scales.interceptor.damage.mounts import mount_name
from scales.interceptor.damage.systems import effect, named, short_words, times
from scales.interceptor.missiles.hard_points import AUTO
from scales.interceptor.patrol import cargo
from scales.interceptor.patrol.halves import is_under
from scales.interceptor.satellites import hardpoints as satellite
from scales.interceptor.state import Craft, Mount, State
from scales.interceptor.tables import hit_tables
from scales.play import Play

P = Play[State]
RULE = "interceptor: Internal Damage"
WEAPONS = ("weapon_short", "weapon_destroyed")


def apply(play: P, craft: Craft, parts: Sequence[str], cause: str | None = None) -> None:
    """The components hit in a phase, each `component` or `component:side`, and what that does: equal ones together, what lasts before what passes.
    Of a craft that is lost no more is told than what ends it."""
    for part, count in _in_order(craft, that_count(craft, parts)):
        name, _, side = part.partition(":")
        if fatal(craft) and part not in HULL and part != "pilot":
            return
        if name == "weapon_short":
            _short_weapons(play, craft, side, count, cause)
        elif name == "weapon_destroyed":
            _destroy_weapons(play, craft, side, count, cause)
        elif (passing := _shorts(craft).get(name)) is not None:
            _short(play, craft, f"{passing}:{side}" if side else passing, count, cause)
        else:
            _mark(play, craft, part, count, cause)


def _shorts(craft: Craft) -> Mapping[str, str]:
    """What a passing fault puts out, by component."""
    return hit_tables(kind(craft).internals).shorts


def _in_order(craft: Craft, parts: Sequence[str]) -> list[tuple[str, int]]:
    """Components with how often each was hit: those that stay, weapons, and faults that pass."""
    counts, passing = Counter(parts), _shorts(craft)

    def rank(part: str) -> int:
        name = part.partition(":")[0]
        return 2 if name in passing else 1 if name in WEAPONS else 0

    return sorted(counts.items(), key=lambda item: rank(item[0]))


def _mark(play: P, craft: Craft, part: str, count: int, cause: str | None) -> None:
    """Hits on a component that it keeps."""
    craft.marks[part] = craft.marks.get(part, 0) + count
    if part == "life_support" and not craft.life_support:
        craft.life_support = play.state.at.turn
    words, often = named(part), "" if count == 1 else f" {times(count)}"
    verb = "are" if words.endswith("s") else "is"
    text = f"{words[0].upper()}{words[1:]} of {craft.name} {verb} hit{often}: {effect(craft, part)}."
    data = {"system": part, "hits": craft.marks[part], "times": count}
    play.tell("system_hit", text, RULE, units=[craft.id], data=data, cause=cause)


def _short(play: P, craft: Craft, what: str, count: int, cause: str | None) -> None:
    """A fault that passes comes with the next turn; one that is there already goes on through it. A shield without its generator has none."""
    turn, data = play.state.at.turn, {"system": what, "turn": play.state.at.turn + 1, "times": count}
    said, does = short_words(what)
    if what.startswith("shield:") and what.replace("shield:", "shield_destroyed:") in craft.marks:
        text = f"{said[0].upper()}{said[1:]} of {craft.name} is shorted: its generator is destroyed already, nothing changes."
        play.tell("system_short", text, RULE, units=[craft.id], data=data | {"dead": True}, cause=cause)
        return
    if craft.shorts.get(what, 0) < turn:
        craft.since[what] = turn + 1
    craft.shorts[what] = turn + 1
    text = f"Next turn {said} of {craft.name} {'are' if said.endswith('s') else 'is'} out: {does}."
    play.tell("system_short", text, RULE, units=[craft.id], data=data, cause=cause)


# --- weapons --------------------------------------------------------------------------------------------------------------------------


def _struck_weapons(craft: Craft, side: str) -> list[Mount]:
    """Weapons that a hit on the side can find: those there, else of the next side clockwise; [] when none is left anywhere."""
    for place in _clockwise(craft, side):
        here = [m for m in satellite.exposed(craft) if is_under(craft, m, place) and hard_points.can_be_hit(craft, m)]
        if here:
            return here
    return []


def _destroy_weapons(play: P, craft: Craft, side: str, count: int, cause: str | None) -> None:
    """Each hit destroys one weapon, or what a bay holds; with none left anywhere the superstructure is hit."""
    for done in range(count):
        if fatal(craft):
            return
        if cargo.is_hit(play, craft, cause):
            continue
        here = _struck_weapons(craft, side)
        if not here:
            _mark(play, craft, "superstructure", count - done, cause)
            return
        _destroy_weapon(play, craft, play.dice.pick(here, f"which weapon of {craft.name} is hit"), cause)


def _short_weapons(play: P, craft: Craft, side: str, count: int, cause: str | None) -> None:
    """Each hit shorts one weapon, several may be the same; with none left anywhere the superstructure is hit."""
    here = _struck_weapons(craft, side)
    if not here:
        _mark(play, craft, "superstructure", count, cause)
        return
    struck = Counter(hard_points.number_of(craft, play.dice.pick(here, f"which weapon of {craft.name} is hit")) for _ in range(count))
    for number, often in struck.items():
        _short_weapon(play, craft, craft.mounts[number], often, cause)


def _clockwise(craft: Craft, side: str) -> list[str]:
    sides = list(dict.fromkeys(kind(craft).sides))
    start = sides.index(side) if side in sides else 0
    return sides[start:] + sides[:start]


def _short_weapon(play: P, craft: Craft, mount: Mount, often: int, cause: str | None) -> None:
    turn = play.state.at.turn
    if mount.out < turn:
        mount.since = turn + 1
    mount.out = turn + 1
    _tell_weapon(play, craft, mount, "is out next turn", cause, often)


def _destroy_weapon(play: P, craft: Craft, mount: Mount, cause: str | None) -> None:
    held = hard_points.held(craft, mount)
    mount.gone = True
    satellite.lose(craft, mount)
    _tell_weapon(play, craft, mount, "is destroyed", cause)
    if mount.weapon == AUTO:
        hard_points.explode(play, craft, cause)
    elif held:
        hard_points.lose(play, craft, held, cause)


def _tell_weapon(play: P, craft: Craft, mount: Mount, words: str, cause: str | None, often: int = 1) -> None:
    number = hard_points.number_of(craft, mount)
    data = {"weapon": mount.weapon, "number": number, "location": mount.location, "destroyed": mount.gone, "times": often}
    play.tell("weapon_hit", f"The {mount_name(craft, number)} of {craft.name} {words}.", RULE, units=[craft.id], data=data, cause=cause)
