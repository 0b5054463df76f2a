"""What a craft can still do: thrust, skills, shields, weapons and limits after damage (Interceptor internal systems)."""

from scales.interceptor.movement.flight import STRAIGHT, Wings
from scales.interceptor.state import ON_BOARD, Craft, Mount, State
from scales.interceptor.tables import CraftType, craft_types, rule, table, weapons

BEAMS = ("laser", "lepc", "npc", "epc", "tpp")
VACUUM_ONLY = ("npc", "epc")
NO_GUNS = ("missile", "safeguard")


def kind(craft: Craft) -> CraftType:
    return craft_types()[craft.type]


def wounds(craft: Craft) -> int:
    return craft.marks.get("pilot", 0)


def wounds_borne(craft: Craft) -> int:
    """Wounds that make the crew helpless: three in a fighter, six in a patrol craft."""
    borne: int = rule("internals")["crew_wounds"]["patrol" if kind(craft).is_patrol else "fighter"]
    return borne


def is_helpless(craft: Craft) -> bool:
    """Is nobody left who could fly the craft?"""
    return wounds(craft) >= wounds_borne(craft)


def piloting(craft: Craft) -> int:
    return craft.piloting - min(wounds(craft), 2)


def gunnery(craft: Craft) -> int:
    return craft.gunnery - min(wounds(craft), 2)


def is_short(craft: Craft, what: str, turn: int) -> bool:
    """Is a passing fault still there this turn? Before the first turn, which is 0, there are none unless it says so."""
    return what in craft.shorts and craft.shorts[what] >= turn


def thrust(craft: Craft, turn: int) -> int:
    """Thrust points: a quarter less for each drive hit, halves up."""
    if is_short(craft, "drive", turn):
        return 0
    quarters = max(0, 4 - craft.marks.get("drive", 0))
    return (kind(craft).thrust * quarters * 2 + 4) // 8


def safe_thrust(craft: Craft, turn: int) -> int:
    """Safe operating thrust: average of thrust and piloting, rounded up (Interceptor: Safe Operating Thrust)."""
    most = thrust(craft, turn)
    return min(most, (most + piloting(craft) + 1) // 2)


def wings(craft: Craft) -> Wings:
    """Limit in the atmosphere and extra thrust for turns with broken thrusters."""
    return Wings(air_limit(craft), _thruster(craft, "left"), _thruster(craft, "right"))


def _thruster(craft: Craft, side: str) -> int:
    marks = max(craft.marks.get(f"vector_thruster:{side}", 0), craft.marks.get("vector_thruster:stern", 0))
    return 0 if marks == 0 else 1 if marks == 1 else STRAIGHT


def air_limit(craft: Craft) -> int:
    """Greatest velocity in the atmosphere; 0 means that the craft cannot fly there."""
    air = rule("atmosphere")
    limit = 0
    if kind(craft).anti_grav and not craft.marks.get("anti_grav_drive"):
        limit = air["anti_grav"]
    if kind(craft).streamlined and not craft.marks.get("atmospheric_controls"):
        limit = air["streamlined"]
    return limit


def shield(craft: Craft, side: str, turn: int) -> int:
    """Shield rating of a side in percent."""
    down = ("shield_destroyed:" + side) in craft.marks or craft.marks.get("plant", 0) >= 3
    if down or is_short(craft, "power", turn) or is_short(craft, "shield:" + side, turn):
        return 0
    return kind(craft).shields.get(side, 0) >> craft.marks.get("shield_power_converter", 0)


def shield_factor(craft: Craft, side: str, turn: int) -> int:
    """What a shield takes from a to-hit number: a tenth of its rating, rounded (ruling: reconstructed)."""
    tenth = rule("to_hit")["shield_divisor"]
    factor: int = (shield(craft, side, turn) + tenth // 2) // tenth
    return factor


def is_out(mount: Mount, turn: int) -> bool:
    """Does a short keep a weapon silent this turn?"""
    return mount.out > 0 and mount.out >= turn


def is_working(craft: Craft, mount: Mount, turn: int) -> bool:
    """Can this weapon fire this turn?"""
    weapon = weapons()[mount.weapon]
    if mount.gone or is_out(mount, turn) or weapon.family in NO_GUNS or is_short(craft, "weapons", turn):
        return False
    return not (weapon.family in BEAMS and is_short(craft, "power", turn))


def shots_allowed(craft: Craft) -> int:
    """How many weapons may fire in a turn."""
    marks = craft.marks
    if marks.get("main_weapons_control") and marks.get("auxiliary_weapons_controls"):
        return 0
    fewer = min(marks.get("plant", 0), 2) + (1 if marks.get("main_weapons_control") else 0)
    return max(0, len(craft.mounts) - fewer)


def armed(craft: Craft, turn: int) -> list[int]:
    """Numbers of the weapons that work."""
    return [n for n, mount in enumerate(craft.mounts) if is_working(craft, mount, turn)] if shots_allowed(craft) else []


def fire_modifiers(craft: Craft, range_hexes: int) -> list[tuple[str, int]]:
    """To-hit lost by broken fire control."""
    lost = table("internals")
    found = [(name, value) for name, value in lost["to_hit"].items() if craft.marks.get(name)]
    if range_hexes > 3:
        found += [(name, value) for name, value in lost["beyond_range_3"].items() if craft.marks.get(name)]
    return found


def is_effective(craft: Craft, turn: int) -> bool:
    """Combat-effective: on the board, with a crew, able to move or to fire."""
    if craft.where not in ON_BOARD or is_helpless(craft) or craft.reported == "crippled":
        return False
    return thrust(craft, turn) > 0 or bool(armed(craft, turn))


def effective(state: State) -> dict[str, int]:
    """Effective craft of each side."""
    counts = {side.id: 0 for side in state.sides}
    for craft in state.craft.values():
        counts[craft.side] += is_effective(craft, state.at.turn)
    return counts
