"""Optional Rules: the switches of a battle. A set-up names them under `options`; what it leaves out is as `standard` says.

Rules that only matter where the set-up brings in what they are about (a commander's skill, pilots) are on unless they are switched off; those
that change how everything plays are off unless they are switched on.
"""

from scales import switches
from scales.leviathan.state import State
from scales.switches import Switch

SWITCHES: dict[str, Switch] = {
    "variable_shields": Switch(
        "Variable Shields and Alternate Power Allocation",
        0,
        1,
        "power is shared among weapons, drives and shields, and shields are set anew",
    ),
    "fighter_casualties": Switch("Fighter Casualties", 1, 1, "after a battle fighter units get back part of what they lost"),
    "pilot_survival": Switch("Pilot Survival", 1, 1, "after a battle the pilots that a set-up names are looked for"),
    "damage_control": Switch("Damage Control Parties", 0, 1, "ships mend a box for each undamaged damage control box a turn"),
    "commanders_skill": Switch("Commander's Skill", 1, 1, "the squadron commander's skill lowers the roll for the initiative"),
    "faster_than_light": Switch("Traveling Faster Than the Speed of Light", 1, 1, "ships fast enough may leave for T-space"),
    "support_by_any_class": Switch(
        "Naval Fire Support and Centurion", 0, 1, "ships larger than destroyers may support troops on the ground too"
    ),
    "patrol_craft_cross": Switch(
        "Patrol Class Ships", 0, 1, "patrol ships of the catalogue go down to the Interceptor board and come back up, with what they carry"
    ),
}


def is_on(state: State, name: str) -> bool:
    """Is an optional rule played in this battle?"""
    return switches.value(SWITCHES, state.options, name) > 0
