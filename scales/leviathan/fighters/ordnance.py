"""What fighters on ground support carry, chosen before play (centurion: Fighter Ground Missions).

A hard point takes one round; a craft has one painting laser at most. What nobody chose is ordnance too, and no HELL rounds.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from scales.engine import Fault
from scales.leviathan import catalog

RULE = "centurion: Fighter Ground Missions"
Loads = Mapping[str, Mapping[str, int]]
"""Numbers of rounds and pods of one craft, by the type of the craft."""


def _chart() -> dict[str, Any]:
    found: dict[str, Any] = catalog.tables()["ground_loads"]
    return found


def faults(mission: str, fighters: Mapping[str, int], loads: Loads) -> Iterator[str]:
    """Why a unit of these fighters cannot be loaded so, in sentences without a full stop."""
    if loads and mission != "ground":
        yield f"ground loads are for units with the mission ground ({RULE})"
    for craft, carried in loads.items():
        if craft not in fighters:
            yield f"there is no '{craft[:40]}' in the unit to load; it has {', '.join(fighters)} ({RULE})"
        else:
            yield from (f"{catalog.fighter(craft).name}: {text} ({RULE})" for text in _craft_faults(craft, carried))


def _craft_faults(craft: str, carried: Mapping[str, int]) -> Iterator[str]:
    known = [*_chart()["rounds"], *_chart()["pods"]]
    for name in carried:
        if name not in known:
            near = get_close_matches(name, known, 3, 0.5)
            yield f"no fighter is loaded with '{name[:40]}' for the ground; {'did you mean ' + near[0] if near else 'known are ' + ', '.join(known)}"
    points = catalog.fighter(craft).missiles
    if sum(carried.values()) > points:
        yield f"it has {points} hard points, and {sum(carried.values())} loads need as many"
    for pod, most in _chart()["pods"].items():
        if carried.get(pod, 0) > most:
            yield f"a craft carries {most} {pod.replace('_', ' ')} at most"


def rounds(fighters: Mapping[str, int], loads: Loads) -> Counter[str]:
    """Rounds of a whole unit on a ground mission: 'hell' and 'all'."""
    found: Counter[str] = Counter()
    for craft, number in fighters.items():
        carried = loads.get(craft)
        each = catalog.fighter(craft).missiles if carried is None else sum(carried.get(name, 0) for name in _chart()["rounds"])
        found["all"] += number * each
        found["hell"] += number * (carried or {}).get("hell", 0)
    return found


def share_faults(carried: Mapping[str, Counter[str]], where: str) -> Iterator[Fault]:
    """Sides of whose ground ordnance more than the allowed part is HELL rounds."""
    for side, count in carried.items():
        if count["hell"] * _chart()["hell_one_in"] > count["all"]:
            text = f"{count['hell']} of the {count['all']} ground rounds that fighters of side '{side}' carry are HELL, more than a tenth ({RULE})"
            yield Fault("too_many_hell", text, where)
