"""Internal hits take effect at the end of their phase: faults that pass, marks that stay, weapons and hard points lost (Interceptor internal systems)."""

from scales.interceptor.damage import hard_points
from scales.interceptor.damage.condition import kind
from scales.interceptor.damage.systems import effect, named, short_words
from scales.interceptor.missiles.hard_points import AUTO
from scales.interceptor.patrol import cargo
from scales.interceptor.patrol.halves import is_under
from scales.interceptor.satellites import hardpoints as satellite
from scales.interceptor.state import Craft, Mount, State
from scales.interceptor.tables import hit_tables, weapons
from scales.play import Play

P = Play[State]
RULE = "interceptor: Internal Damage"


def apply(play: P, craft: Craft, part: str, cause: str | None = None) -> None:
    """One component that was hit, `component` or `component:side`, and what that does."""
    name, _, side = part.partition(":")
    passing = hit_tables(kind(craft).internals).shorts.get(name)
    if name in ("weapon_short", "weapon_destroyed"):
        _hit_weapon(play, craft, side, destroyed=name == "weapon_destroyed", cause=cause)
    elif passing is not None:
        _short(play, craft, f"{passing}:{side}" if side else passing, cause)
    else:
        _mark(play, craft, part, cause)


def _mark(play: P, craft: Craft, part: str, cause: str | None) -> None:
    craft.marks[part] = craft.marks.get(part, 0) + 1
    if part == "life_support" and not craft.life_support:
        craft.life_support = play.state.at.turn
    words = named(part)
    text = f"{words[0].upper()}{words[1:]} of {craft.name} is hit: {effect(craft, part)}."
    play.tell("system_hit", text, RULE, units=[craft.id], data={"system": part, "hits": craft.marks[part]}, cause=cause)


def _short(play: P, craft: Craft, what: str, cause: str | None) -> None:
    """A fault that passes comes with the next turn; one that is there already goes on through it."""
    turn = play.state.at.turn
    if craft.shorts.get(what, 0) < turn:
        craft.since[what] = turn + 1
    craft.shorts[what] = turn + 1
    said, does = short_words(what)
    text = f"Next turn {said} of {craft.name} {'are' if said.startswith('all') else 'is'} out: {does}."
    play.tell("system_short", text, RULE, units=[craft.id], data={"system": what, "turn": turn + 1}, cause=cause)


# --- weapons --------------------------------------------------------------------------------------------------------------------------


def _hit_weapon(play: P, craft: Craft, side: str, *, destroyed: bool, cause: str | None) -> None:
    """A short or a hit on one weapon of the side, else of the next side clockwise; with none left anywhere the superstructure is hit."""
    if destroyed and cargo.is_hit(play, craft, cause):
        return
    for place in _clockwise(craft, side):
        here = [m for m in satellite.exposed(craft) if is_under(craft, m, place) and hard_points.can_be_hit(craft, m)]
        if here:
            mount = play.dice.pick(here, f"which weapon of {craft.name} is hit")
            _destroy_weapon(play, craft, mount, cause) if destroyed else _short_weapon(play, craft, mount, cause)
            return
    _mark(play, craft, "superstructure", cause)


def _clockwise(craft: Craft, side: str) -> list[str]:
    sides = list(dict.fromkeys(kind(craft).sides))
    start = sides.index(side) if side in sides else 0
    return sides[start:] + sides[:start]


def _short_weapon(play: P, craft: Craft, mount: Mount, cause: str | None) -> None:
    turn = play.state.at.turn
    if mount.out < turn:
        mount.since = turn + 1
    mount.out = turn + 1
    _tell_weapon(play, craft, mount, "is out next turn", cause)


def _destroy_weapon(play: P, craft: Craft, mount: Mount, cause: str | None) -> None:
    held = hard_points.held(craft, mount)
    mount.gone = True
    satellite.lose(craft, mount)
    _tell_weapon(play, craft, mount, "is destroyed", cause)
    if mount.weapon == AUTO:
        hard_points.explode(play, craft, cause)
    elif held:
        hard_points.lose(play, craft, held, cause)


def _tell_weapon(play: P, craft: Craft, mount: Mount, words: str, cause: str | None) -> None:
    name = weapons()[mount.weapon].name
    data = {"weapon": mount.weapon, "number": hard_points.number_of(craft, mount), "destroyed": mount.gone}
    play.tell("weapon_hit", f"The {name} of {craft.name} {words}.", RULE, units=[craft.id], data=data, cause=cause)
