"""Optional rules: the switches of a battle. A set-up names them under `options`; what it leaves out is as `standard` says."""

from scales.legatus.state import LegatusState
from scales.switches import Switch

SWITCHES: dict[str, Switch] = {
    "double_blind": Switch("Double-blind rules", 0, 1, "nobody sees an enemy that his side has not spotted; a spotting phase is played"),
    "automatic_results": Switch("Maneuver, attack and defence rolls", 1, 1, "a roll of 1 always succeeds and one of 10 always fails"),
}


def is_on(state: LegatusState, name: str) -> bool:
    """Is an optional rule played in this battle?"""
    return state.options.get(name, _STANDARD[name]) > 0


_STANDARD = {name: switch.standard for name, switch in SWITCHES.items()}
"""Kept apart, for this is asked for every roll and unit."""
