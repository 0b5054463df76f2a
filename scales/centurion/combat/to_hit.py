"""The number on which a weapon hits what it aims at: base number, shield and every other modifier (centurion: Modified To-Hit Number).

Headings of the book played here too: Other Modifiers.
"""

from scales.centurion.combat import shield_rolls
from scales.centurion.combat.aim import Aim
from scales.centurion.combat.reckoning import Reckoning
from scales.centurion.combat.weapons import SHIELDED, Weapon, base_to_hit
from scales.engine import Check, Modifier


def modifiers_for(found: Aim, arm: Weapon) -> list[Modifier]:
    """All modifiers of one weapon against an aim."""
    factor = shield_against(found, arm)
    if factor and not rolls_for_itself(found, arm):
        return [Modifier(shield_name(found), -factor, "centurion: Target Shield Modifier"), *found.modifiers]
    return found.modifiers


def shield_against(found: Aim, arm: Weapon) -> int:
    """The shield factor that hinders a weapon: none against paint (centurion: Target Shield Modifier)."""
    hinders = found.kind in ("vehicle", "craft", "building") and arm.family in SHIELDED and not found.painted
    return found.shield if hinders else 0


def shield_name(found: Aim) -> str:
    return f"{found.shield_facing} shield"


def rolls_for_itself(found: Aim, arm: Weapon) -> bool:
    """Does the shield roll to stop this weapon instead of making it harder to hit?"""
    return found.splits and arm.family in shield_rolls.FAMILIES


def stops(found: Aim, arm: Weapon) -> int:
    """Percent of a weapon's hits that the shield stops by the variant, else 0."""
    return shield_rolls.stop_percent(shield_against(found, arm)) if rolls_for_itself(found, arm) else 0


def base_of(found: Aim) -> int:
    """Base To-Hit Number by range, or the one of on-board artillery."""
    return found.base or base_to_hit(found.range)


def number(found: Aim, arm: Weapon) -> int:
    """Modified to-hit number."""
    return base_of(found) + sum(m.value for m in modifiers_for(found, arm))


def reckoned(found: Aim, arm: Weapon) -> Reckoning:
    """What a weapon rolls against: base number of the range and every modifier (centurion: Modified To-Hit Number)."""
    rule = "centurion: Modified To-Hit Number"
    return Reckoning(base_of(found), modifiers_for(found, arm), rule, stops(found, arm), shield_name(found))


def roll(found: Aim, arm: Weapon, what: str, fell: int) -> Check:
    """The roll of a weapon against the modified to-hit number."""
    return reckoned(found, arm).check(what, fell)
