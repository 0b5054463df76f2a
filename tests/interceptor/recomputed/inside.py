"""What lies under the armor: marks by boxes, components by two dice, and their effects. interceptor_internals: procedure, components"""

from collections import Counter
from collections.abc import Iterator

from scales.engine import Event
from scales.interceptor.state import Craft
from tests.interceptor.recomputed import book, figures
from tests.interceptor.recomputed.referee import Referee

SHORTS = {"shield_short": "shield", "drive_short": "drive", "power_coupling": "power", "massive_weapon_short": "weapons"}
SIDED = {"shield_destroyed", "vector_thruster"}
WEAPONS = {"weapon_short", "weapon_destroyed"}


def dice(event: Event) -> Iterator[int]:
    """The dice of an event for areas and components, in order."""
    return (r.value for r in event.rolls if r.why.startswith(("area inside", "component of")))


def marks(ref: Referee, craft: Craft, side: str, boxes: int, rolls: Iterator[int]) -> None:
    """One mark for every four boxes inside, or part of four; eight on a patrol craft. None when nothing changes its end any more."""
    each = 8 if figures.is_patrol(craft) else 4
    for _ in range(-(-boxes // each)):
        if is_sure(ref, craft):
            return
        area_die, part_die = next(rolls, 0), next(rolls, 0)
        if not ref.is_right("a mark has its two dice", bool(area_die and part_die), True):
            return
        ref.fresh.append((craft.id, part_of(craft, side, area_die, part_die), side))
        alike = list(dict.fromkeys(ref.fresh))
        ref.fresh.sort(key=alike.index)


def is_sure(ref: Referee, craft: Craft) -> bool:
    """A fourth hit on the plant, or a third on the superstructure of a craft from which nobody ejects."""
    hits = {part: craft.marks.get(part, 0) + sum(f[:2] == (craft.id, part) for f in ref.fresh) for part in ("plant", "superstructure")}
    nobody = figures.is_patrol(craft) or figures_satellite(craft) or craft.crew != "aboard"
    return hits["plant"] >= 4 or (nobody and hits["superstructure"] >= 3)


def part_of(craft: Craft, side: str, area_die: int, part_die: int) -> str:
    areas = book.SATELLITE_AREAS if craft.type == "thor_satellite" else book.AREAS
    area = areas[book.PRINT_OF_PATROL.get(side, side)][area_die - 1]
    return instead(craft, side, book.PARTS[area][part_die - 1])


def instead(craft: Craft, side: str, part: str) -> str:
    """What the sheet does not show is superstructure."""
    sheet = book.craft(craft.type)
    unarmed = not any(under(craft, m.location, side) for m in craft.mounts)
    missing = {
        "anti_grav_drive": not sheet["anti_grav"],
        "atmospheric_controls": not sheet["streamlined"],
        **dict.fromkeys(("massive_weapon_short", *WEAPONS), unarmed),
    }
    return "superstructure" if missing.get(part) else part


def next_mark(ref: Referee, craft: Craft, wanted: set[str], shown: str = "") -> tuple[str, str]:
    """Take the first mark of a craft that is one of these, and on this side, from the list; its part and side. A weapon where none is left is
    superstructure, after all that was hit as such."""
    own = [f for f in ref.fresh if f[0] == craft.id]
    found = [f for f in own if f[1] in wanted and shown in {"", f[2], book.PRINT_OF_PATROL.get(f[2], f[2])}]
    bare = [f for f in own if f[1] in WEAPONS and "superstructure" in wanted and not candidates(craft, f[2])]
    for mark in [*found, *bare]:
        ref.fresh.remove(mark)
        return mark[1:]
    return "", ""


def system_hit(ref: Referee, event: Event) -> None:
    """A component out: how often it has been hit, equal hits of a phase together."""
    craft, (name, _, side) = ref.table.craft[event.units[0]], event.data["system"].partition(":")
    for _ in range(event.data["times"]):
        part, struck = next_mark(ref, craft, {name}, side if name in SIDED else "")
        ref.is_right(f"mark on {name}", bool(part), True)
        if name in SIDED:
            shown = book.PRINT_OF_PATROL.get(struck, struck) if name == "vector_thruster" else struck
            ref.is_right("side of a component", side, shown)
    key = event.data["system"]
    craft.marks[key] = craft.marks.get(key, 0) + event.data["times"]
    ref.is_right("hits on a component", event.data["hits"], craft.marks[key])
    ref.is_right("equal hits are told once", any(f[0] == craft.id and f[1] == name and side in {"", f[2]} for f in ref.fresh), False)


def system_short(ref: Referee, event: Event) -> None:
    """A passing fault; none for a shield whose generator is destroyed."""
    craft, (name, _, side) = ref.table.craft[event.units[0]], event.data["system"].partition(":")
    wanted = {part for part, system in SHORTS.items() if system == name} | (
        {"orbital_controls_short"} if name.startswith("orbit") else set()
    )
    for _ in range(event.data["times"]):
        part, struck = next_mark(ref, craft, wanted | ({"comm_system", "power_coupling"} if figures_satellite(craft) else set()), side)
        ref.is_right(f"mark on {name}", bool(part), True)
        if side:
            ref.is_right("side of a component", side, struck)
    ref.is_right("turn of a passing fault", event.data["turn"], ref.turn + 1)
    dead = name == "shield" and f"shield_destroyed:{side}" in craft.marks
    ref.is_right("a shield without its generator", event.data.get("dead", False), dead)
    if not dead:
        passing(craft.since, craft.shorts, event.data["system"], ref.turn)


def figures_satellite(craft: Craft) -> bool:
    return craft.type == "thor_satellite"


def passing(since: dict[str, int], until: dict[str, int], key: str, turn: int) -> None:
    """A fault that is there next turn; one renewed while it lasts goes on."""
    if not since.get(key, 0) <= turn <= until.get(key, -1):
        since[key] = turn + 1
    until[key] = turn + 1


def candidates(craft: Craft, side: str) -> list[int]:
    """Weapons under a side, or where none is left under the next one clockwise that has any; none where the sheet shows none. Numbers of mounts."""
    if not any(under(craft, m.location, side) for m in craft.mounts):
        return []
    around = list(dict.fromkeys(figures.sides(craft)))
    start, empty = around.index(side), bare(craft)
    for place in around[start:] + around[:start]:
        found = [n for n, m in enumerate(craft.mounts) if not m.gone and n not in empty and under(craft, m.location, place)]
        if found:
            return found
    return []


def bare(craft: Craft) -> list[int]:
    """Hard points that carry nothing: used ones, and those beyond the last load, for loads hang on one after the other."""
    if "autoloading_hard_point" in {m.weapon for m in craft.mounts} or figures_satellite(craft):
        return craft.bare
    free = [n for n, m in enumerate(craft.mounts) if m.weapon == "hard_point" and not m.gone and n not in craft.bare]
    return craft.bare + free[sum(craft.missiles.values()) + sum(craft.bombs.values()) + len(craft.pods) :]


def under(craft: Craft, location: str, side: str) -> bool:
    """A turret lies under every side, on a patrol craft under the three of its half."""
    if not location.startswith("turret"):
        return location == side
    return not figures.is_patrol(craft) or figures.half_of(craft, location) == figures.half_of(craft, side)


def weapon_hit(ref: Referee, event: Event) -> None:
    """One weapon of the facing, chosen by die among all that are left there; shorts of a facing together."""
    craft, number = ref.table.craft[event.units[0]], event.data["number"]
    if event.data["destroyed"]:
        weapon_destroyed(ref, craft, event)
        return
    if not ref.shorted:
        shorts_of_side(ref, craft, event)
    ref.is_right("weapon by die", ref.shorted.pop(0) if ref.shorted else (), (number, event.data["times"]))
    mount = craft.mounts[number]
    if not mount.since <= ref.turn <= mount.out:
        mount.since = ref.turn + 1
    mount.out = ref.turn + 1


def shorts_of_side(ref: Referee, craft: Craft, event: Event) -> None:
    """What the dice make of all shorts of one facing: weapons, and how often each was hit."""
    part, side = next_mark(ref, craft, {"weapon_short"})
    many = 1
    while part and (craft.id, part, side) in ref.fresh:
        ref.fresh.remove((craft.id, part, side))
        many += 1
    found = candidates(craft, side) if part else []
    if ref.is_right("mark on a weapon", (part, bool(found)), ("weapon_short", True)):
        dice = dice_for_weapons(ref, event, found, many)
        ref.shorted = list(Counter(found[die - 1] for die in dice).items())


def dice_for_weapons(ref: Referee, event: Event, found: list[int], many: int) -> list[int]:
    """As many dice as hits, each with a side for every weapon; none among one."""
    dice = [r for r in event.rolls if r.why.startswith("which weapon")]
    ref.is_right("die for a weapon", [r.sides for r in dice], [len(found)] * many if len(found) > 1 else [])
    return [r.value for r in dice] or [1] * many


def weapon_destroyed(ref: Referee, craft: Craft, event: Event) -> None:
    number = event.data["number"]
    part, side = next_mark(ref, craft, {"weapon_destroyed"})
    if not ref.is_right("mark on a weapon", part, "weapon_destroyed"):
        return
    found = candidates(craft, side)
    if ref.is_right("weapon under the side", number in found, True):
        (die,) = dice_for_weapons(ref, event, found, 1)
        ref.is_right("weapon by die", found[die - 1], number)
    mount = craft.mounts[number]
    mount.gone = True
    if mount.weapon == "javelin_hard_point":
        craft.missiles["thor_cluster"] -= 1


def missiles_explode(ref: Referee, event: Event) -> None:
    """Those left in an autoloading hard point are as many hits on the superstructure."""
    craft = ref.table.craft[event.units[0]]
    count = event.data["missiles"]
    ref.is_right("missiles that explode", 0 < count <= sum(craft.missiles.values()), True)
    craft.marks["superstructure"] = craft.marks.get("superstructure", 0) + count
    for kind in craft.missiles:
        craft.missiles[kind] = 0 if craft.missiles[kind] == count else craft.missiles[kind]


def destroyed(ref: Referee, event: Event) -> None:
    """Why a craft is lost inside: the third hit on its superstructure, the fourth on its plant; it is told once."""
    craft, how = ref.table.craft[event.units[0]], event.data["how"]
    if how.startswith("breaks up"):
        ref.is_right("third hit on the superstructure", craft.marks.get("superstructure", 0) >= 3, True)
    elif how == "explodes":
        ref.is_right("fourth hit on the plant", craft.marks.get("plant", 0) >= 4, True)
    told = sum(e.kind == event.kind and e.units[0] == craft.id for e in ref.log)
    ref.is_right("a craft is lost once", (told, craft.where == "destroyed"), (1, False))
    craft.where = "destroyed"
    ref.fresh = [f for f in ref.fresh if f[0] != craft.id]


def unused(ref: Referee) -> list[tuple[str, str, str]]:
    """Marks without an effect, of craft that are still there."""
    return [f for f in ref.fresh if ref.table.craft[f[0]].where not in {"destroyed", "left"}]
