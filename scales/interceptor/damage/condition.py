"""What a craft can still do: thrust, skills, shields, weapons and limits after damage (Interceptor internal systems)."""

from functools import lru_cache

from scales.interceptor.movement.flight import STRAIGHT, Wings
from scales.interceptor.patrol.shields import setting
from scales.interceptor.pilots.familiarity import gunnery_bonus, piloting_bonus
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
    hurt = wounds(craft)
    return hurt > 0 and hurt >= wounds_borne(craft)


def piloting(craft: Craft) -> int:
    """Piloting in this craft, as wounds leave it."""
    return craft.piloting + piloting_bonus(craft) - min(wounds(craft), 2)


def gunnery(craft: Craft) -> int:
    """Gunnery in this craft, as wounds leave it."""
    return craft.gunnery + gunnery_bonus(craft) - min(wounds(craft), 2)


def gunnery_parts(craft: Craft) -> list[tuple[str, int]]:
    """What gunnery adds to a to-hit number: the skill as wounds leave it, and familiarity with the craft."""
    more, skill = gunnery_bonus(craft), ("gunnery", craft.gunnery - min(wounds(craft), 2))
    return [skill, ("familiarity", more)] if more else [skill]


def is_short(craft: Craft, what: str, turn: int) -> bool:
    """Is a passing fault there this turn? A fault comes with the turn after the hit."""
    return what in craft.shorts and craft.since.get(what, 0) <= turn <= craft.shorts[what]


def will_be_short(craft: Craft, what: str, turn: int) -> bool:
    """Does a passing fault come with the next turn?"""
    return turn < craft.since.get(what, 0) <= craft.shorts.get(what, 0)


def thrust(craft: Craft, turn: int) -> int:
    """Thrust points: a quarter less for each drive hit, halves up."""
    if not craft.marks and not craft.shorts:
        return kind(craft).thrust
    if is_short(craft, "drive", turn):
        return 0
    quarters = max(0, 4 - craft.marks.get("drive", 0))
    return (kind(craft).thrust * quarters * 2 + 4) // 8


def safe_thrust(craft: Craft, turn: int) -> int:
    """Safe operating thrust: average of thrust and piloting, rounded up (Interceptor: Safe Operating Thrust)."""
    most = thrust(craft, turn)
    return min(most, (most + piloting(craft) + 1) // 2)


def wings(craft: Craft) -> Wings:
    """Limit in the atmosphere and extra thrust for turns with broken thrusters; those of the stern work to both sides."""
    if not craft.marks:
        return _whole_wings(craft.type)
    return Wings(air_limit(craft), _thruster(craft, "left"), _thruster(craft, "right"), hexes=kind(craft).hexes)


@lru_cache(maxsize=256)
def _whole_wings(type: str) -> Wings:
    """Those of a craft without damage."""
    row = craft_types()[type]
    return Wings(_borne(row.streamlined, row.anti_grav), hexes=row.hexes)


def _thruster(craft: Craft, side: str) -> int:
    """A thruster hit once makes a turn dearer by a point, hit twice it allows none."""
    hits = [craft.marks.get(f"vector_thruster:{place}", 0) for place in (side, "stern")]
    return STRAIGHT if max(hits) > 1 else sum(hits)


def air_limit(craft: Craft) -> int:
    """Greatest velocity in the atmosphere; 0 means that the craft cannot fly there."""
    row, marks = kind(craft), craft.marks
    return _borne(row.streamlined and not marks.get("atmospheric_controls"), row.anti_grav and not marks.get("anti_grav_drive"))


def _borne(streamlined: bool, anti_grav: bool) -> int:
    """The same for one whose streamlining, or else whose anti-grav, bears it."""
    air = rule("atmosphere")
    limit: int = air["streamlined"] if streamlined else air["anti_grav"] if anti_grav else 0
    return limit


def shield(craft: Craft, side: str, turn: int) -> int:
    """Shield rating of a side in percent."""
    if not craft.marks and not craft.shorts:
        return setting(craft).get(side, 0)
    unpowered = craft.marks.get("plant", 0) >= 3 and not kind(craft).is_satellite
    down = ("shield_destroyed:" + side) in craft.marks or unpowered
    if down or is_short(craft, "power", turn) or is_short(craft, "shield:" + side, turn):
        return 0
    return setting(craft).get(side, 0) >> craft.marks.get("shield_power_converter", 0)


def shield_factor(craft: Craft, side: str, turn: int) -> int:
    """What a shield takes from a to-hit number: a tenth of its rating, rounded (ruling: reconstructed)."""
    tenth = rule("to_hit")["shield_divisor"]
    factor: int = (shield(craft, side, turn) + tenth // 2) // tenth
    return factor


def is_out(mount: Mount, turn: int) -> bool:
    """Does a short keep a weapon silent this turn?"""
    return mount.out > 0 and mount.since <= turn <= mount.out


def has_control(craft: Craft) -> bool:
    """Do the weapons obey? Not with the main and the auxiliary controls hit: then nothing fires and nothing is launched."""
    return not (craft.marks.get("main_weapons_control") and craft.marks.get("auxiliary_weapons_controls"))


def is_ready(craft: Craft, mount: Mount, turn: int) -> bool:
    """Does a weapon or hard point work this turn, point defense included?"""
    if mount.gone or is_out(mount, turn) or is_short(craft, "weapons", turn) or not has_control(craft):
        return False
    return not (mount.weapon in _beams() and is_short(craft, "power", turn))


@lru_cache(maxsize=1)
def _guns() -> frozenset[str]:
    """Weapons that are fired at something, not launched or kept against missiles."""
    return frozenset(id for id, weapon in weapons().items() if weapon.family not in NO_GUNS)


@lru_cache(maxsize=1)
def _beams() -> frozenset[str]:
    return frozenset(id for id, weapon in weapons().items() if weapon.family in BEAMS)


def is_working(craft: Craft, mount: Mount, turn: int) -> bool:
    """Can this weapon fire this turn?"""
    return mount.weapon in _guns() and is_ready(craft, mount, turn)


def working(craft: Craft, turn: int) -> list[int]:
    """Numbers of the guns that work this turn."""
    if is_short(craft, "weapons", turn) or not has_control(craft):
        return []
    guns = _guns() - _beams() if is_short(craft, "power", turn) else _guns()
    return [n for n, mount in enumerate(craft.mounts) if mount.weapon in guns and not (mount.gone or (mount.out and is_out(mount, turn)))]


def _taken_away(craft: Craft) -> int:
    """How many of its guns a craft may not fire: the plant and the main weapons control take some away."""
    if not craft.marks:
        return 0
    return min(craft.marks.get("plant", 0), 2) + craft.marks.get("main_weapons_control", 0)


def choice_of_arms(craft: Craft, turn: int) -> tuple[list[int], int]:
    """Numbers of the weapons to choose from this turn, none when none may fire; and how many of them may fire."""
    found = working(craft, turn)
    most = max(0, len(found) - _taken_away(craft))
    return found if most else [], most


def shots_allowed(craft: Craft, turn: int) -> int:
    """How many of its working weapons a craft may fire in a turn."""
    return choice_of_arms(craft, turn)[1]


def armed(craft: Craft, turn: int) -> list[int]:
    """Numbers of the weapons to choose from this turn; none when none may fire."""
    return choice_of_arms(craft, turn)[0]


def fire_modifiers(craft: Craft, range_hexes: int) -> list[tuple[str, int]]:
    """To-hit lost by broken fire control, once for each hit."""
    if not craft.marks:
        return []
    lost = table("internals")
    values = lost["to_hit"] | (lost["beyond_range_3"] if range_hexes > 3 else {})
    return [(name, value * craft.marks[name]) for name, value in values.items() if craft.marks.get(name)]


def obeys_ground(craft: Craft) -> bool:
    """Can it be given targets on the ground, and hear who paints them? Not without its comm system."""
    return not craft.marks.get("comm_system")


def is_effective(craft: Craft, turn: int) -> bool:
    """Combat-effective: on the board, still to enter it or able to come back to it, with a crew, able to move or to fire; a satellite while it has javelins."""
    if craft.where not in (*ON_BOARD, "away", "waiting") or is_helpless(craft) or craft.reported == "crippled":
        return False
    if kind(craft).is_satellite:
        return bool(craft.missiles)
    return thrust(craft, turn) > 0 or bool(armed(craft, turn))


def effective(state: State) -> dict[str, int]:
    """Effective craft of each side, and vehicles on their way down from orbit."""
    counts = {side.id: 0 for side in state.sides}
    for craft in state.craft.values():
        counts[craft.side] += is_effective(craft, state.at.turn)
    for each in state.falling.values():
        counts[each.side] += 1
    return counts
