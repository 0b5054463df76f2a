"""The printed and designed figures of Legatus, written down a second time."""

# kind: whole (attack, defense, maneuver), crippled, carriage
CENTURIES = {
    "light_grav_armor": ((4, 4, 7), (2, 3, 5), "grav"),
    "medium_grav_armor": ((5, 6, 6), (3, 4, 4), "grav"),
    "heavy_grav_armor": ((7, 7, 5), (4, 5, 3), "grav"),
    "grav_armored_infantry": ((4, 5, 5), (2, 4, 3), "grav"),
    "infantry": ((3, 4, 5), (1, 3, 3), "foot"),
    "marine": ((4, 5, 5), (2, 4, 3), "foot"),
    "grav_artillery": ((3, 3, 5), (1, 2, 3), "grav"),
    "ground_artillery": ((3, 3, 3), (1, 2, 1), "ground"),
    "signals": ((1, 3, 6), (1, 2, 4), "grav"),
    "air_space_defense": ((2, 4, 5), (1, 3, 3), "grav"),
    "armored_engineer": ((2, 5, 5), (1, 4, 3), "grav"),
    "rocket": ((2, 3, 4), (1, 2, 2), "grav"),
    "hq_grav": ((2, 4, 6), (1, 3, 4), "grav"),
    "hq_ground": ((2, 4, 4), (1, 3, 2), "ground"),
    "defensive_installation": ((7, 8, 0), (4, 5, 0), "fixed"),
}
SQUADRONS = {"interceptor_light": (4, 4, 8), "interceptor_medium": (5, 5, 7), "interceptor_heavy": (6, 6, 6)}
INFANTRY = {"grav_armored_infantry", "infantry", "marine"}
ARTILLERY = {"grav_artillery", "ground_artillery"}
COMBAT = {"light_grav_armor", "medium_grav_armor", "heavy_grav_armor", "grav_armored_infantry", "infantry", "marine"}

# by the number of hexes occupied
SPREAD = {1: ("concentrated", (0, 0, 0)), 2: ("semi-dispersed", (-1, 0, 1)), 3: ("dispersed", (-2, 0, 2))}
LEVELS = ("dug_in", "normal", "tree_top", "low_altitude")
ALTITUDE = {"normal": (0, 0, 0), "tree_top": (0, -1, 1), "low_altitude": (0, -2, 1), "dug_in": (1, 2, -3)}
POINTS = {"foot": 1, "ground": 3, "grav": 6, "fixed": 0}

# half points to enter a hex: foot, ground, grav; 0 is not allowed
COLUMN = {"foot": 0, "ground": 1, "grav": 2}
COSTS = {
    "clear": (2, 2, 2),
    "lake": (0, 0, 2),
    "rough_rubble": (2, 4, 4),
    "light_woods": (2, 4, 4),
    "heavy_woods": (2, 6, 6),
    "buildings": (2, 4, 4),
    "swamp": (2, 6, 2),
}
ROAD, RIVER = (2, 1, 1), (2, 4, 1)
CLIMB = {1: (2, 2, 2), 2: (0, 0, 4), 3: (0, 0, 6)}

MORALE = {"green": 2, "regular": 3, "elite": 4}
# shots, bonus, and hexes that one shot denies, by the number of hexes occupied
SHOTS = {1: (1, 3, 3), 2: (2, 2, 2), 3: (3, 1, 1)}

SIGHT = {"low_altitude": 10, "tree_top": 7, "normal": 5, "dug_in": 3}
ARC = {1: 60, 2: 120, 3: 180}
HIDING = {"low_altitude": -3, "tree_top": -1, "dug_in": 2}
SPREAD_SEEN = {1: ("concentrated", -1), 3: ("dispersed", 1)}
GROUND_SEEN = {"light_woods": 1, "heavy_woods": 2, "buildings": 2, "rough_rubble": 1, "lake": -1}

WORTH = {
    "combat": (1, 3),
    "support": (2, 4),
    "cohort_hq": (3, 6),
    "high_hq": (4, 8),
    "defensive_installation": (3, 6),
}
SQUADRON_WORTH, OWN_COMBAT = 2, 2


def allowance(kind: str, low: bool, crippled: bool) -> int:
    """Movement points of a turn."""
    carriage = CENTURIES[kind][2]
    full = 10 if carriage == "grav" and low else POINTS[carriage]
    return max(0, full - 2) if crippled else full


def outcome(attacker: int, defender: int) -> str:
    """The table of victory; three to one and one to three belong to the extremes, two to one and one to two to the draw. R-LEG-06"""
    if not attacker and not defender:
        return "draw"
    if attacker >= 3 * defender:
        return "breakthrough"
    if attacker > 2 * defender:
        return "defender_retreat"
    if 3 * attacker <= defender:
        return "counterattack"
    return "attacker_retreat" if 2 * attacker < defender else "draw"
