"""What hangs on the hard points of a craft: what nobody chose, and what was chosen. centurion: Fighter Ground Missions"""

from collections import Counter
from collections.abc import Mapping

from scales.interceptor.satellites.hardpoints import CLUSTER
from scales.interceptor.state import Craft
from scales.interceptor.tables import PODS, CraftType, missiles, rounds, table, weapons


def default_loads(kind: CraftType, mission: str) -> dict[str, int]:
    """What the hard points carry when nobody says: SSS missiles, or rounds for the ground (designed)."""
    chart = table("weapons")["load_default"]
    if mission == "ground":
        picked = [chart["ground"][n % len(chart["ground"])] for n in range(kind.hard_points)]
        return dict(sorted(Counter(picked).items()))
    count = kind.hard_points + autoloaded(kind)
    return {chart["fighters"]: count} if count else {}


def loads_faults(kind: CraftType, mission: str, loads: Mapping[str, int]) -> list[str]:
    """Everything wrong with loads for a craft, in sentences without a full stop."""
    known = [*launched(), *rounds(), *PODS]
    found = [f"no hard point carries '{name}'; known are {', '.join(known)}" for name in loads if name not in known]
    needed = sum(n for name, n in loads.items() if name not in launched())
    needed += max(0, sum(loads.get(name, 0) for name in launched()) - autoloaded(kind))
    if needed > kind.hard_points:
        points = "no hard point" if not kind.hard_points else f"{kind.hard_points} hard {'point' if kind.hard_points == 1 else 'points'}"
        found.append(f"{kind.name} has {points}, the loads need {needed}")
    if loads.get("painting_laser", 0) > 1:
        found.append("a craft carries one painting laser at most")
    if mission == "ground" and any(loads.get(name) for name in launched()):
        found.append("a craft on a ground mission carries no missiles")
    return found


def launched() -> list[str]:
    """Missiles that a craft carries."""
    return [name for name in missiles() if name != CLUSTER]


def autoloaded(kind: CraftType) -> int:
    """Missiles in its autoloading hard points."""
    return sum(weapons()[w].missiles for w, _, _ in kind.weapons if w == "autoloading_hard_point")


def stow(craft: Craft, loads: Mapping[str, int]) -> None:
    """Hang loads that fit on the hard points of a craft."""
    craft.missiles |= {name: n for name, n in sorted(loads.items()) if name in missiles()}
    craft.bombs |= {name: n for name, n in sorted(loads.items()) if name in rounds()}
    craft.pods += [name for name, n in sorted(loads.items()) if name in PODS for _ in range(n)]
