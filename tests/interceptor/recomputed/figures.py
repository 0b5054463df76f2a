"""What a craft can do with the damage that it has: thrust, skills, shields, weapons. interceptor_internals: components, repeat"""

from collections.abc import Sequence

from scales.hexes import Hex
from scales.interceptor.state import Craft, Mount
from tests.interceptor.recomputed import book, space
from tests.interceptor.recomputed.referee import Changes, Referee

GUNS = {"laser", "mdc", "npc", "epc", "tpp", "lepc"}
VACUUM = {"npc", "epc"}


def hits(craft: Craft, part: str, side: str = "") -> int:
    return craft.marks.get(f"{part}:{side}" if side else part, 0)


def short(craft: Craft, what: str, turn: int) -> bool:
    """Is a passing fault there this turn?"""
    return craft.since.get(what, 0) <= turn <= craft.shorts.get(what, 0)


def is_patrol(craft: Craft) -> bool:
    return bool(book.craft(craft.type)["hexes"] > 1)


def sides(craft: Craft) -> Sequence[str]:
    return book.PATROL if is_patrol(craft) else book.FIGHTER


def family(mount: Mount) -> str:
    return str(book.weapon(mount.weapon)["family"])


def works(craft: Craft, mount: Mount, turn: int) -> bool:
    """A weapon that neither is gone nor shorted, alone or by what shorts them all."""
    if mount.gone or mount.since <= turn <= mount.out or short(craft, "weapons", turn):
        return False
    return not (short(craft, "power", turn) and family(mount) not in {"mdc", "missile", "safeguard"})


def may_fire(craft: Craft, turn: int) -> int:
    """How many weapons may fire: those that work, less what weapons control and plant take."""
    if hits(craft, "main_weapons_control") and hits(craft, "auxiliary_weapons_controls"):
        return 0
    working = sum(works(craft, m, turn) for m in craft.mounts if family(m) in GUNS)
    return max(0, working - hits(craft, "main_weapons_control") - min(hits(craft, "plant"), 2))


def shield(craft: Craft, side: str, turn: int) -> int:
    """The rating of a side."""
    if (
        hits(craft, "shield_destroyed", side)
        or hits(craft, "plant") > 2
        or short(craft, "power", turn)
        or short(craft, f"shield:{side}", turn)
    ):
        return 0
    rating: int = (craft.shields or book.craft(craft.type)["shields"])[side]
    for _ in range(hits(craft, "shield_power_converter")):
        rating //= 2
    return rating


def shield_factor(craft: Craft, side: str, turn: int) -> int:
    return (shield(craft, side, turn) + 5) // 10


def wounds(craft: Craft) -> int:
    return min(hits(craft, "pilot"), 2)


def familiar(craft: Craft, gunnery: bool) -> int:
    """What missions in this very craft add to a skill: a point of piloting from the sixth, the eleventh, ... on, gunnery a step behind."""
    steps = next(n for n, most in enumerate((5, 10, 20, 30, 10**6)) if craft.missions <= most)
    return max(0, steps - 1) if gunnery else steps


def piloting(craft: Craft) -> int:
    return craft.piloting - wounds(craft) + familiar(craft, gunnery=False)


def aiming(craft: Craft) -> Changes:
    """Gunnery as a to-hit number names it."""
    return {"gunnery": craft.gunnery - wounds(craft), "familiarity": familiar(craft, gunnery=True)}


def fire_faults(craft: Craft, hexes: int) -> Changes:
    """What damage takes from fire over a number of hexes."""
    return {
        "target tracking circuits": -hits(craft, "target_tracking_circuits"),
        "range finder circuits": -hits(craft, "range_finder_circuits"),
        "fire computer": -2 * hits(craft, "fire_computer"),
        "scanner systems": -hits(craft, "scanner_systems") if hexes > 3 else 0,
    }


def thrust(craft: Craft, turn: int) -> int:
    if short(craft, "drive", turn):
        return 0
    full: int = book.craft(craft.type)["thrust"]
    quarters = 4 - min(hits(craft, "drive"), 4)
    return book.nearest(full * quarters, 4)


def stern_hex(ref: Referee, craft: Craft) -> Hex:
    """The second hex of a patrol craft; its bow's own where that would be beyond an edge or under the ground."""
    behind = space.step(craft.hex, craft.heading + 3)
    return behind if space.on_board(ref.layout, behind) else craft.hex


def half_of(craft: Craft, place: str) -> str:
    """In which half of a patrol craft something sits."""
    if place.startswith("turret"):
        turrets = book.craft(craft.type)["turrets"]
        return str(turrets[int(place.removeprefix("turret_")) - 1])
    return "bow" if "bow" in place else "stern"
