"""What Ship Construction forbids of weapons: the spinal mount, bays and their places, missiles, and bay factors
(leviathan: Class Weapons Limits, Carriers, Bay Geometry)."""

from collections.abc import Iterator

from scales.leviathan.construction import headings
from scales.leviathan.construction.design import LOCATIONS, Design
from scales.leviathan.construction.figures import FIGURES, a, bay, is_bay, limits, share
from scales.worksheet import Broken

ENDS = {"F": "forward", "A": "aft"}
FLANKS = {"R": "right", "L": "left"}
PLACES = {**ENDS, **FLANKS}


def broken(design: Design) -> Iterator[Broken]:
    """Every rule about weapons that a design breaks."""
    for chapter in (_mount, _unknown_bays, _missiles, _bay_count, _bay_places, _bay_sizes, _end_bays):
        yield from chapter(design)


def is_priced(design: Design) -> bool:
    """Are all weapons in the tables?"""
    mount, missiles = design.spinal_mount, design.missiles
    known = (not mount or mount in FIGURES["spinal_mounts"]) and (not missiles or missiles in FIGURES["missiles"])
    return known and all(is_bay(name) for _, name in design.placed_bays())


def _mount(design: Design) -> Iterator[Broken]:
    mount, fitting = design.spinal_mount, limits(design.hull)["mounts"]
    if not mount:
        return
    if mount not in FIGURES["spinal_mounts"]:
        text = f"there is no spinal mount '{mount}'; there are {', '.join(FIGURES['spinal_mounts'])}"
        yield Broken("mount", text, "spinal_mount", headings.MOUNTS)
        return
    if design.carrier:
        yield Broken("carrier_mount", "carriers carry no spinal mount", "spinal_mount", headings.WEAPONS)
    elif mount not in fitting:
        text = f"{a(design.hull)} carries {_either(fitting)}, not a spinal mount {mount}"
        yield Broken("class_mount", text, "spinal_mount", headings.MOUNTS)
    draws = FIGURES["spinal_mounts"][mount][0]
    if draws > share(design.power):
        text = f"a spinal mount {mount} draws {draws:,} power, and a third of the {design.power:,} of {design.name} is less"
        yield Broken("mount_power", text, "spinal_mount", headings.MOUNTS)


def _either(mounts: str) -> str:
    """'a spinal mount A, B or C'."""
    if not mounts:
        return "no spinal mount"
    return f"a spinal mount {', '.join(mounts[:-1])} or {mounts[-1]}" if len(mounts) > 1 else f"a spinal mount {mounts}"


def _unknown_bays(design: Design) -> Iterator[Broken]:
    sizes = ", ".join(map(str, FIGURES["bay_guns"]))
    for place, name in design.placed_bays():
        if not is_bay(name):
            text = f"there is no bay '{name}'; a bay is named by its guns ({sizes}) and its laser, such as 25 37.5/20"
            yield Broken("bay", text, f"bays.{place}", headings.BAYS)


def _missiles(design: Design) -> Iterator[Broken]:
    if design.missiles and design.missiles not in FIGURES["missiles"]:
        text = f"there is no missile system '{design.missiles}'; there are {', '.join(FIGURES['missiles'])}"
        yield Broken("missiles", text, "missiles", headings.MISSILES)


# --- places and sizes -----------------------------------------------------------------------------------------------------------


def _bay_count(design: Design) -> Iterator[Broken]:
    bays, most = len(design.placed_bays()), limits(design.hull)["bays"][0]
    if bays > most:
        yield Broken("bays", f"{design.name} has {bays} bays, and {a(design.hull)} has {most} at most", "bays", headings.WEAPONS)


def _bay_places(design: Design) -> Iterator[Broken]:
    """So many on each side and on each end."""
    _, flank, end = limits(design.hull)["bays"]
    for place in LOCATIONS:
        bays, most = len(design.bays.get(place, [])), end if place in ENDS else flank
        if bays > most:
            count, room = "1 bay" if bays == 1 else f"{bays} bays", f"{most} there at most" if most else "none there"
            text = f"{design.name} has {count} {PLACES[place]}, and {a(design.hull)} has {room}"
            yield Broken("bay_place", text, f"bays.{place}", headings.GEOMETRY)


def _bay_sizes(design: Design) -> Iterator[Broken]:
    """The bay factors of a single bay, and the guns of a carrier's."""
    single, guns = limits(design.hull)["single"], FIGURES["carrier"]["guns"]
    for place, name in _known(design):
        row = bay(name)
        if single is not None and row.factors > single:
            text = f"the bay {name} has {row.factors:,} bay factors, and a bay of {a(design.hull)} has {single} at most"
            yield Broken("bay_size", text, f"bays.{place}", headings.WEAPONS)
        if design.carrier and row.guns > guns:
            text = f"the bay {name} has {row.guns} guns, and a bay of a carrier has {guns} at most"
            yield Broken("carrier_bay", text, f"bays.{place}", headings.WEAPONS)


def _known(design: Design) -> list[tuple[str, str]]:
    return [(place, name) for place, name in design.placed_bays() if is_bay(name)]


def _end_bays(design: Design) -> Iterator[Broken]:
    """Bays that fire forward or aft are no larger than the smallest that fires from the sides."""
    flank = min((bay(name).factors for place, name in _known(design) if place in FLANKS), default=0)
    told = f"the smallest bay on the sides has {flank}" if flank else "there is no bay on the sides that is as large"
    for place, name in _known(design):
        if place in ENDS and bay(name).factors > flank and limits(design.hull)["bays"][2]:
            text = f"the {ENDS[place]} bay {name} has {bay(name).factors:,} bay factors, and {told}"
            yield Broken("end_bay", text, f"bays.{place}", headings.GEOMETRY)


# --- bay factors ----------------------------------------------------------------------------------------------------------------


def weapon_factors(design: Design) -> int:
    """Bay factors of bays and missiles."""
    missiles = FIGURES["missiles"][design.missiles][2] if design.missiles else 0
    return sum(bay(name).factors for _, name in design.placed_bays()) + int(missiles)


def fighter_factors(design: Design) -> int:
    """Five for each fighter (ruling R-LEV-39)."""
    return int(design.fighters.number * FIGURES["craft"]["factors"])


def craft_factors(design: Design) -> int:
    """Thirty for six small craft or part of six (leviathan: Small Ship Bays)."""
    figures = FIGURES["craft"]
    return int(-(-design.small_craft.number // figures["group"]) * figures["group_factors"])


def overfull(design: Design) -> Iterator[Broken]:
    """More bay factors than the class has room for; a carrier's weapons take what its craft leave, and not over their share."""
    room, arms = limits(design.hull)["total"], weapon_factors(design)
    if room is None:
        return
    used = arms + fighter_factors(design) + craft_factors(design)
    if used > room and (arms or not design.carrier):
        text = f"{design.name} has {used:,} bay factors, and {a(design.hull)} has {room:,} at most"
        yield Broken("factors", text, "bays", headings.LIMITS)
    part = FIGURES["carrier"]["weapons_percent"] * room // 100
    if design.carrier and arms > part:
        text = f"the weapons of {design.name} have {arms:,} bay factors, and those of {a(design.hull)} carrier {part:,} at most"
        yield Broken("carrier_factors", text, "bays", headings.WEAPONS)
