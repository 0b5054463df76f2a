"""Words of a record sheet: systems, modes and arms as people call them."""

from scales.centurion.combat.weapons import SHELL_NAMES

SYSTEMS = {
    "comm": ("communications", "it can neither paint targets for others nor call fire"),
    "turret_weapons": ("turret weapons", "they cannot fire"),
    "hull_weapons_1": ("hull weapons 1", "they cannot fire"),
    "hull_weapons_2": ("hull weapons 2", "they cannot fire"),
    "left_vane": ("left vane", "it cannot turn left in flight"),
    "right_vane": ("right vane", "it cannot turn right in flight"),
    "thrust_1_4": ("thrust", "a quarter of its thrust is lost"),
    "thrust_2_4": ("thrust", "half of its thrust is lost"),
    "thrust_3_4": ("thrust", "three quarters of its thrust are lost"),
    "tsr": ("terrain sensors and radar", "its speed limits are halved"),
    "digging": ("digging charges", "it cannot dig craters"),
    "helm": ("helm", "it cannot be steered"),
    "grav_drive": ("grav drive", "it cannot fly"),
    "engine": ("engine", "it can neither move nor turn"),
    "mobility": ("mobility", "it cannot move"),
    "infantry": ("infantry compartment", "it is destroyed"),
    "exploded": ("ammunition", "it has exploded"),
}
"""What is out of action, by its name in `Vehicle.effects`: as people call it, and what that means."""

SHORTED = {1: "it cannot turn that way in this turn", 2: "it cannot turn that way in the next turn"}
"""Vanes that emergency turns shorted out, by `Vehicle.shorted`."""
MODES = {"nf": "normal flight", "grounded": "grounded", "ttf": "tree-top flight", "laf": "low-altitude flight"}
ARCS = {"turret": "all around", "hull_1": "forward", "hull_2": "forward", "hull_both": "forward"}


def system(effect: str) -> tuple[str, str]:
    """The name of a system out of action and what that means."""
    if effect.endswith("_shield"):
        return effect.replace("_", " "), "there is no shield on that side"
    return SYSTEMS.get(effect, (effect.replace("_", " "), "it is out of action"))


def shell(id: str) -> str:
    return SHELL_NAMES.get(id, id.replace("_", " "))
