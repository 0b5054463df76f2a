"""The systems of a craft that were hit, in words, with what that does (Interceptor internal systems)."""

from collections import Counter
from collections.abc import Sequence

from scales.engine import Json
from scales.interceptor.damage.condition import is_short, kind, will_be_short, wounds_borne
from scales.interceptor.patrol.shields import setting
from scales.interceptor.satellites import words as satellite
from scales.interceptor.state import Craft
from scales.interceptor.tables import table

MORE_THAN = "more than the craft can bear"
EFFECTS = {
    "life_support": ("from the eleventh turn after on, a wound to the crew each turn",),
    "navigation": ("it may not use more than its safe thrust, nor leave for T-space",),
    "computer_transponder": ("TGM missiles of its own side may attack it",),
    "long_range_sensors": ("its missiles lock on at a shorter range",),
    "auxiliary_weapons_controls": ("no weapon fires while the main control is hit too",),
    "comm_system": ("it cannot be given targets on the ground, and sends no support messages",),
    "drive": ("three quarters of its thrust", "half its thrust", "a quarter of its thrust", "no thrust"),
    "plant": ("one weapon fewer fires", "two weapons fewer fire", "two weapons fewer fire, and there are no shields", MORE_THAN),
    "superstructure": ("it holds", "it holds, at one hit more it breaks up", MORE_THAN),
    "vector_thruster": ("turns to that side cost one thrust more", "no turns to that side"),
    "anti_grav_drive": ("no anti-grav in the atmosphere",),
    "atmospheric_controls": ("no streamlined flight in the atmosphere",),
    "shield_destroyed": ("no shield on that side",),
}
"""What the first, second, ... hit does; further hits repeat the last."""
FIGHTER_WOUNDS = ("wounded, -1 to gunnery and piloting", "severely wounded, -2 to gunnery and piloting", "dead, or ejects")
PATROL_WOUNDS = ("wounded, -1 to gunnery and piloting", "wounded, -2 to gunnery and piloting")
SHORTS = {
    "drive": ("the sub-light drive", "no thrust"),
    "power": ("a power coupling", "no shields and no beam weapons"),
    "weapons": ("all weapons", "nothing fires or is launched"),
    **satellite.SHORTS,
}

NOTHING = "nothing in this battle"


def part_name(part: str) -> str:
    """A component in words."""
    return str(table("internals")["names"][part.partition(":")[0]])


def times(count: int) -> str:
    """How often, in words."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def parts_words(parts: Sequence[str]) -> str:
    """Components hit, equal ones together: 'the pilot, the superstructure (twice)'."""
    counts = Counter(part_name(part) for part in parts)
    return ", ".join(name if count == 1 else f"{name} ({times(count)})" for name, count in counts.items())


def systems(craft: Craft, turn: int) -> list[Json]:
    """What was hit, what is or will be shorted, and what was hit this phase and takes effect at its end."""
    found = [
        _row(named(mark), f"hit {hits} time{'' if hits == 1 else 's'}", effect(craft, mark)) for mark, hits in sorted(craft.marks.items())
    ]
    found += [_short_row(what, "shorted") for what in sorted(craft.shorts) if is_short(craft, what, turn)]
    found += [_short_row(what, "shorted next turn") for what in sorted(craft.shorts) if will_be_short(craft, what, turn)]
    return found + [_row(named(part), "hit in this phase", "takes effect at its end") for part in craft.fresh]


def _row(name: str, state: str, effect: str) -> Json:
    return {"name": name, "state": state, "effect": effect}


def _short_row(what: str, state: str) -> Json:
    name, does = short_words(what)
    return _row(name, state, does)


def named(mark: str) -> str:
    """'a vector thruster (left)'."""
    side = mark.partition(":")[2].replace("_", " ")
    return f"{part_name(mark)} ({side})" if side else part_name(mark)


def short_words(what: str) -> tuple[str, str]:
    """A passing fault and what it does."""
    name, _, side = what.partition(":")
    return (f"a shield ({side.replace('_', ' ')})", "no shield on that side") if name == "shield" else SHORTS[name]


def effect(craft: Craft, mark: str) -> str:
    """What the hits marked on a component do."""
    name, hits, charts = mark.partition(":")[0], craft.marks.get(mark, 0), table("internals")
    if kind(craft).is_satellite and (own := satellite.effect(name, hits)):
        return own
    if name == "pilot":
        return _wounds(craft, hits)
    if name == "main_weapons_control":
        return f"{hits} weapon{'' if hits == 1 else 's'} fewer fire{'s' if hits == 1 else ''}; none if the auxiliary controls are hit too"
    if name == "shield_power_converter":
        return _shields_left(craft, hits)
    for chart, words in (("to_hit", "to hit"), ("beyond_range_3", "to hit beyond range 3"), ("lock_on", "to lock on")):
        if name in charts[chart]:
            return f"{charts[chart][name] * max(1, hits)} {words}"
    return _step(mark, hits)


def _shields_left(craft: Craft, hits: int) -> str:
    """Shields are halved once for each hit; a rating of less than one is none."""
    if hits < 2:
        return "all shields are halved"
    left = any(rating >> hits for rating in setting(craft).values())
    return f"all shields are at 1/{1 << hits} of their rating" if left else "nothing is left of its shields"


def _step(mark: str, hits: int) -> str:
    """What the last of so many hits does."""
    steps = EFFECTS.get(mark.partition(":")[0], (NOTHING,))
    words = steps[min(max(1, hits), len(steps)) - 1]
    return words.replace("that side", "both sides") if mark == "vector_thruster:stern" else words


def _wounds(craft: Craft, hits: int) -> str:
    if not kind(craft).is_patrol:
        return FIGHTER_WOUNDS[min(max(1, hits), 3) - 1]
    if hits >= wounds_borne(craft):
        return "nobody is left who could fly it"
    return f"{PATROL_WOUNDS[min(max(1, hits), 2) - 1]}, helpless at {wounds_borne(craft)}"
