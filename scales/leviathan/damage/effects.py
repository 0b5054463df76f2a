"""What components out of order do to a ship, in words (leviathan: the component lists)."""

EFFECTS = {
    "anti_grav_drive": "cannot stay in the atmosphere without its atmospheric controls",
    "atmospheric_controls": "flies two hexes a turn in the atmosphere",
    "cic": "-1 to hit for each hit",
    "cic_destroyed": "-3 to hit",
    "communication_system": "its commander's skill counts no more",
    "external_communication": "its commander's skill counts no more",
    "damage_control": "one party less mends damage between battles",
    "fighter_bay": "fighters can be neither launched nor recovered, and those aboard are lost",
    "flag_bridge": "nobody can take over from the main bridge",
    "flight_deck_damaged": "fighters can be neither launched nor recovered",
    "flight_deck_destroyed": "fighters can be neither launched nor recovered, and those aboard are lost",
    "main_bridge": "nobody steers the ship, unless from a flag bridge",
    "maneuver_power_system": "half thrust, and no double power in the drives",
    "plant_destroyed": "no power",
    "plant_half": "half power",
    "sld_destroyed": "no power",
    "sld_half": "half power",
    "spinal_coil_damaged": "the spinal mount cannot fire",
    "spinal_destroyed": "the spinal mount is gone",
    "spine_cracks": "the spinal mount is gone",
    "structural_collapse": "a hulk: it neither fires nor maneuvers",
    "ship_destroyed": "the ship is destroyed",
    "weapon_power_system": "no double power in the weapons",
}
"""By component; one that is not here, or with nothing said, changes nothing in a battle."""
NAMES = {
    "anti_grav_drive": "anti-grav drive",
    "ship_destroyed": "last row of the hull",
    "spinal_coil_damaged": "spinal coil",
    "flight_deck_damaged": "flight deck",
    "flight_deck_destroyed": "flight deck",
    "cic": "combat information center",
    "cic_destroyed": "combat information center",
    "ftl_destroyed": "FTL drive",
    "ftl_major": "FTL drive (major damage)",
    "ftl_minor": "FTL drive (minor damage)",
    "plant_destroyed": "power plant",
    "plant_half": "half of the power plant",
    "sld_destroyed": "sub-light drive",
    "sld_half": "half of the sub-light drive",
    "spinal_destroyed": "spinal mount",
    "vip_docking_port": "VIP docking port",
}
NOTHING = "nothing in this battle"
SHORTS = {
    "plant_shorts": ("power plant", "no power"),
    "sld_shorts": ("sub-light drive", "no thrust"),
    "left_out": ("left thrusters", "cannot turn to the left, or to the right when rolled over"),
    "right_out": ("right thrusters", "cannot turn to the right, or to the left when rolled over"),
    "spinal_shorts": ("spinal mount or flight deck", "the mount does not fire, the deck of a carrier is closed"),
}
"""Fields of a ship that count the turns a fault lasts: what it is called, what it does."""


def name(component: str) -> str:
    return NAMES.get(component) or component.replace("_", " ")


def effect(component: str) -> str:
    return EFFECTS.get(component) or NOTHING
