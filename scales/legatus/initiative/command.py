"""Who commands whom: an ad hoc manus headquarters takes over a cohort, a brigade headquarters is attached to a battalion. legatus: Manus"""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from scales.legatus.initiative.initiative import headquarters
from scales.legatus.state import Century, Cohort, LegatusState, active, free, units_of

RULE = "legatus: Manus"


def is_ad_hoc(state: LegatusState, side: str) -> bool:
    """Is the manus of a side an ad hoc organization, whose headquarters may command any unit?"""
    return any(s.id == side and s.faction.lower().startswith("tog") for s in state.sides)


def takeovers(state: LegatusState, side: str) -> dict[str, str]:
    """Cohorts without a headquarters that a manus headquarters may take over, each with the cohort of that headquarters."""
    if not is_ad_hoc(state, side):
        return {}
    mine = [c for _, c in sorted(state.cohorts.items()) if c.side == side and active(state, c.id)]
    heads = [c for c in mine if c.level == "manus" and not c.permanent and headquarters(state, c.id)]
    lost = [c for c in mine if c.level != "manus" and not headquarters(state, c.id)]
    return {c.id: min(heads, key=lambda h: (h.manus != c.manus, h.id)).id for c in lost} if heads else {}


def attachable(state: LegatusState, side: str) -> dict[str, list[str]]:
    """Brigade headquarters, each with the other battalions of its brigade to which it may be attached."""
    return {hq.id: _others(state, hq) for hq in units_of(state, side) if hq.high_hq and free(hq)}


def _others(state: LegatusState, hq: Century) -> list[str]:
    here = state.cohorts[hq.cohort]
    return [
        c.id
        for _, c in sorted(state.cohorts.items())
        if c.side == hq.side and c.id != here.id and c.manus == here.manus and c.level != "manus" and active(state, c.id)
    ]


def faults(state: LegatusState, side: str, take_over: Sequence[str], attach: Mapping[str, str]) -> list[str]:
    """Everything wrong with changes of command."""
    known, units = takeovers(state, side), attachable(state, side)
    found = [_not_taken(state, side, id) for id in take_over if id not in known]
    found += [f"'{id[:40]}' is taken over once ({RULE})." for id in sorted({id for id in take_over if take_over.count(id) > 1})]
    for hq, cohort in attach.items():
        if hq not in units:
            found.append(f"'{hq[:40]}' is no brigade headquarters of yours that could be attached ({RULE}).")
        elif cohort not in units[hq]:
            where = ", ".join(units[hq]) or "no other battalion"
            name = state.units[hq].name
            found.append(f"{name} cannot be attached to '{cohort[:40]}': its brigade has {where} to attach it to ({RULE}).")
    return found


def _not_taken(state: LegatusState, side: str, id: str) -> str:
    cohort = state.cohorts.get(id)
    if cohort is None or cohort.side != side:
        return f"'{id[:40]}' is no cohort of yours that a manus headquarters could take over ({RULE})."
    if not is_ad_hoc(state, side):
        return f"Only an ad hoc manus, such as that of TOG, takes over a cohort: {cohort.name} cannot be ({RULE})."
    if headquarters(state, id):
        return f"{cohort.name} has a headquarters and is not taken over ({RULE})."
    return f"There is no manus headquarters that could take over {cohort.name} ({RULE})."


def change(state: LegatusState, side: str, take_over: Sequence[str], attach: Mapping[str, str]) -> None:
    """Carry out changes of command that `faults` finds nothing wrong with."""
    known = takeovers(state, side)
    for id in take_over:
        state.cohorts[id].under = known[id]
    for hq, cohort in attach.items():
        state.units[hq].cohort = cohort


def commanded(state: LegatusState, side: str, take_over: Sequence[str], attach: Mapping[str, str]) -> LegatusState:
    """The table as it would be after changes of command; the state given is left as it is."""
    cohorts: dict[str, Cohort] = state.cohorts | {c: replace(state.cohorts[c]) for c in take_over}
    there = replace(state, cohorts=cohorts, units=state.units | {u: replace(state.units[u]) for u in attach})
    change(there, side, take_over, attach)
    return there
