"""Where the bot sends its damage control parties: to what gives back most for the boxes that have to be mended."""

from scales.dice import Dice
from scales.engine import Decision, Json, Option, Slot
from scales.leviathan.view import View

WORTH = {
    "plant_destroyed": 400, "sld_destroyed": 400, "main_bridge": 300, "plant_half": 120, "sld_half": 120, "cic_destroyed": 120,
    "shield_destroyed": 80, "spinal_coil_damaged": 60, "flight_deck_damaged": 60, "cic": 40, "weapon_power_system": 30,
    "maneuver_power_system": 30, "bay_fire_control": 20, "plant_shorts": 20, "sld_shorts": 20, "left_turret_fire_control": 15,
    "right_turret_fire_control": 15, "acceleration_compensator": 12, "internal_communication": 12, "communication_system": 12,
}  # fmt: skip
LITTLE = 1
"""What lies deepest must be mended before what lies over it: a little for any box."""


def mend(_view: View, _decision: Decision, slot: Slot, _dice: Dice) -> Option:
    """The most valuable choice of columns; of equal ones the first."""
    return max(slot.options, key=lambda o: sum(_value(each) for each in o.info["mends"]))


def _value(info: Json) -> int:
    """In hundredths of its worth when it works again, shared among the boxes still to mend."""
    worth: int = 100 * WORTH.get(info["component"], LITTLE) // info["boxes"]
    return worth
