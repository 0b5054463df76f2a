"""The systems of a craft that were hit, in words, with what that does (Interceptor internal systems)."""

from scales.engine import Json
from scales.interceptor.damage.condition import is_short, kind, wounds_borne
from scales.interceptor.damage.damage import part_name
from scales.interceptor.state import Craft
from scales.interceptor.tables import table

EFFECTS = {
    "navigation": "it may not use more than its safe thrust",
    "long_range_sensors": "its missiles lock on at a shorter range",
    "main_weapons_control": "one weapon less fires in a turn; none if the auxiliary controls are hit too",
    "auxiliary_weapons_controls": "no weapon fires if the main control is hit too",
    "comm_system": "it cannot attack the ground",
    "drive": "a quarter less thrust for each hit",
    "plant": "one weapon less fires for each of two hits; no shields at three, it explodes at four",
    "superstructure": "it breaks up at three hits",
    "vector_thruster": "turns to that side cost one thrust more, at two hits there are none",
    "anti_grav_drive": "no anti-grav in the atmosphere",
    "atmospheric_controls": "no streamlined flight in the atmosphere",
    "shield_destroyed": "no shield on that side",
    "shield_power_converter": "every shield is halved for each hit",
    "life_support": "from the eleventh turn after on, a wound to the crew each turn",
}
SHORTS = {
    "drive": ("the sub-light drive", "no thrust"),
    "power": ("a power coupling", "no shields and no beam weapons"),
    "weapons": ("all weapons", "nothing fires or is launched"),
}
NOTHING = "nothing in this battle"


def systems(craft: Craft, turn: int) -> list[Json]:
    """What was hit, what is shorted this turn, and what was hit this phase and takes effect at its end."""
    found = [
        _row(_named(mark), f"hit {hits} time{'' if hits == 1 else 's'}", _effect(craft, mark)) for mark, hits in sorted(craft.marks.items())
    ]
    found += [_row(*_short(what)) for what in sorted(craft.shorts) if is_short(craft, what, turn)]
    return found + [_row(_named(part), "hit in this phase", "takes effect at its end") for part in craft.fresh]


def _row(name: str, state: str, effect: str) -> Json:
    return {"name": name, "state": state, "effect": effect}


def _named(mark: str) -> str:
    """'a vector thruster (left)'."""
    side = mark.partition(":")[2].replace("_", " ")
    return f"{part_name(mark)} ({side})" if side else part_name(mark)


def _short(what: str) -> tuple[str, str, str]:
    name, _, side = what.partition(":")
    if name == "shield":
        return f"a shield ({side.replace('_', ' ')})", "shorted", "no shield on that side"
    said, effect = SHORTS[name]
    return said, "shorted", effect


def _effect(craft: Craft, mark: str) -> str:
    name, charts = mark.partition(":")[0], table("internals")
    if name == "pilot":
        return f"-1 to gunnery and piloting for each of two wounds; helpless at {wounds_borne(craft)}" + (
            "" if kind(craft).is_patrol else ", and lost"
        )
    if name in charts["to_hit"]:
        return f"{charts['to_hit'][name]} to hit"
    if name in charts["beyond_range_3"]:
        return f"{charts['beyond_range_3'][name]} to hit beyond range 3"
    if name in charts["lock_on"]:
        return f"{charts['lock_on'][name]} to lock on"
    return EFFECTS.get(name, NOTHING)
