"""How many initiative points a side of a strategic battle begins with, and where they come from. legatus: Prefect to Legatus"""

from collections.abc import Sequence
from typing import NamedTuple

from scales.legatus.prefect import prefect
from scales.legatus.prefect.forces import HQ_KINDS, Brought
from scales.legatus.tables import strategic, tables


class Pool(NamedTuple):
    """Points by which the enemy was detected (None if he was not), headquarters and signals centuries in the battle, whether the legion
    headquarters is in the task force, the fatigue that counts, and the points that all this comes to."""

    passed_by: int | None
    headquarters: int
    signals: int
    legion_hq: bool
    fatigue: int
    points: int


def pool_of(passed_by: int | None, force: Sequence[Brought]) -> Pool:
    """The pool of a side, kept within the range that the book prints. Fatigue is that of the most tired counter in the battle."""
    kinds = [piece.kind for each in force for piece in each.here]
    headquarters, signals = sum(kind in HQ_KINDS for kind in kinds), kinds.count("signals")
    legion_hq = any(each.counter.type.gives == "legion_hq" for each in force)
    fatigue = max((each.counter.fatigue for each in force if each.here), default=0)
    total = prefect.initiative_pool(passed_by or 0, headquarters, signals, legion_hq) + for_fatigue(fatigue)
    return Pool(passed_by, headquarters, signals, legion_hq, fatigue, min(max(total, 0), int(tables()["initiative"]["maximum"])))


def for_fatigue(level: int) -> int:
    """What a level of fatigue changes in a pool."""
    return int(strategic()["fatigue"]["initiative"].get(level, 0))


def sentence(name: str, pool: Pool) -> str:
    """The points of a side, by the name of its task force, and what they are made of."""
    row = strategic()["initiative"]
    parts = ["nothing for detection, which failed" if pool.passed_by is None else f"{row['passed_by']} x {pool.passed_by} for detection"]
    parts.append(f"{row['hq']} x {pool.headquarters} for headquarters, {row['signals']} x {pool.signals} for signals centuries")
    parts += [f"{row['legion_hq']} for the legion headquarters"] if pool.legion_hq else []
    parts += [f"{for_fatigue(pool.fatigue)} for fatigue {pool.fatigue}"] if pool.fatigue else []
    points = "1 initiative point" if pool.points == 1 else f"{pool.points} initiative points"
    return f"{name} begins with {points}: {', '.join(parts)}; kept within 0 to {tables()['initiative']['maximum']}."
