"""Set-ups that break the rules of the manus: what a permanent one may hold, and who heads it. legatus: Manus"""

from collections.abc import Iterator

from scales.engine import Fault
from scales.legatus.preparation.deploying import PERMANENT, Formed, has_parts
from scales.legatus.preparation.models import CohortIn, Setup
from scales.legatus.state import Century, Cohort
from scales.legatus.tables import formation_ids, formations, kinds

RULE = "legatus: Manus"


def faults(s: Setup, formed: list[tuple[int, CohortIn, Formed]]) -> Iterator[Fault]:
    """What is wrong with the manus of a set-up, all of it. `formed` are the readable cohorts with their place in the file."""
    factions = {side.id: side.faction for side in s.sides}
    heads: dict[str, str] = {}
    taken = {cohort.id for _, _, made in formed for cohort in made.cohorts}
    for n, entry, made in formed:
        where = f"cohorts[{n}]"
        yield from _entry_faults(entry, factions.get(entry.side, "any"), where)
        if entry.manus and entry.manus in taken:
            yield Fault("manus", f"'{entry.manus}' is a cohort and cannot be the name of a manus as well ({RULE}).", f"{where}.manus")
        for cohort in made.cohorts:
            if cohort.level == "manus" and cohort.manus:
                if cohort.manus in heads:
                    yield Fault("manus", f"'{cohort.id}' and '{heads[cohort.manus]}' both head the manus '{cohort.manus}' ({RULE}).", where)
                heads.setdefault(cohort.manus, cohort.id)
            yield from _misplaced(cohort, made.units, where)


def _entry_faults(entry: CohortIn, faction: str, where: str) -> Iterator[Fault]:
    if entry.level == "manus" and not entry.manus:
        yield Fault("manus", f"'{entry.id}' heads a manus: name it as `manus`, as its cohorts do ({RULE}).", f"{where}.manus")
    if entry.level == "manus" and not (entry.formation or _may_head(faction)):
        text = f"The manus headquarters of {faction} is no unit of its own: attach it to a cohort, as `high_hq` of that century ({RULE})."
        yield Fault("manus", text, f"{where}.level")
    if entry.permanent and not entry.formation and not any(word in faction.lower() for word in PERMANENT):
        text = f"Only a manus of the Renegade Legions and the Commonwealth is permanent, not '{entry.manus or entry.id}' of {faction} ({RULE})."
        yield Fault("manus", text, f"{where}.permanent")
    if entry.permanent and not (entry.manus or entry.formation):
        yield Fault("manus", f"'{entry.id}' is of no manus that could be permanent ({RULE}).", f"{where}.permanent")
    row = None if entry.centuries and not has_parts(entry) else formations().get(formation_ids().get(entry.formation.lower(), ""))
    parts = sum(row["formations"].values()) if row else 0
    if entry.attached > 1 and (row is None or row["level"] == "manus" or entry.attached > parts):
        text = (
            f"The headquarters of '{entry.id}' cannot be attached to battalion {entry.attached}: it is of no brigade with so many ({RULE})."
        )
        yield Fault("attached", text, f"{where}.attached")


def _may_head(faction: str) -> bool:
    """Is the headquarters of a manus treated as another cohort?"""
    return faction.lower().startswith("tog") or any(word in faction.lower() for word in PERMANENT)


def _misplaced(cohort: Cohort, units: list[Century], where: str) -> Iterator[Fault]:
    """In a permanent manus all support is under its headquarters, which commands nothing else."""
    if not cohort.permanent:
        return
    for unit in units:
        combat = kinds()[unit.kind].group == "combat"
        if unit.cohort == cohort.id and not unit.hq and combat == (cohort.level == "manus"):
            why = "commands support units only" if combat else "keeps all support units under its own headquarters"
            who = "the headquarters of a permanent manus" if combat else "a permanent manus"
            text = f"'{unit.id}' cannot be in '{cohort.id}': {who} {why} ({RULE})."
            yield Fault("manus", text, where)
