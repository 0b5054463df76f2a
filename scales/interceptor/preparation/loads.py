"""What hangs on the hard points of a craft: what nobody chose, and what was chosen. centurion: Fighter Ground Missions"""

from collections import Counter

from scales.interceptor.state import Craft
from scales.interceptor.tables import PODS, CraftType, missiles, rounds, table, weapons


def default_loads(kind: CraftType, mission: str) -> dict[str, int]:
    """What the hard points carry when nobody says: SSS missiles, or rounds for the ground (designed)."""
    chart = table("weapons")["load_default"]
    auto = sum(weapons()[w].missiles for w, _, _ in kind.weapons if w == "autoloading_hard_point")
    if mission == "ground":
        picked = [chart["ground"][n % len(chart["ground"])] for n in range(kind.hard_points)]
        return dict(sorted(Counter(picked).items()))
    count = kind.hard_points + auto
    return {chart["fighters"]: count} if count else {}


def stow(craft: Craft, kind: CraftType, loads: dict[str, int]) -> None:
    """Hang loads on the hard points; ValueError when they do not fit."""
    auto = sum(weapons()[w].missiles for w, _, _ in kind.weapons if w == "autoloading_hard_point")
    for name, count in sorted(loads.items()):
        if name in missiles() and name != "thor_cluster":
            craft.missiles[name] = count
        elif name in rounds():
            craft.bombs[name] = count
        elif name in PODS:
            craft.pods += [name] * count
        else:
            known = ", ".join([*(m for m in missiles() if m != "thor_cluster"), *rounds(), *PODS])
            raise ValueError(f"no hard point carries '{name}'; known are {known}")
    others = sum(craft.bombs.values()) + len(craft.pods) + max(0, sum(craft.missiles.values()) - auto)
    if others > kind.hard_points:
        raise ValueError(f"{kind.name} has {kind.hard_points} hard points, the loads need {others}")
    if craft.pods.count("painting_laser") > 1:
        raise ValueError("a craft carries one painting laser at most")
    if craft.mission == "ground" and craft.missiles:
        raise ValueError("a craft on a ground mission carries no missiles")
