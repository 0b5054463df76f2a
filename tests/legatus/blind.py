"""Double-blind sample battles, and what a side must not find in anything that it gets: what it has not spotted."""

import re
from collections.abc import Iterator
from functools import lru_cache

from scales.codec import encode, plain
from scales.engine import Event, Json
from scales.legatus.double_blind.hearing import knows
from scales.legatus.state import Cohort, LegatusState, members
from tests.legatus.samples import Moment, moments, sample

SIDES = ("tog", "commonwealth")


@lru_cache(maxsize=16)
def battle(seed: int, turns: int = 3) -> tuple[Moment, ...]:
    setup = sample(seed, turn_limit=turns)
    return tuple(moments(setup | {"options": setup.get("options", {}) | {"double_blind": 1}}, seed))


def names(state: LegatusState) -> dict[str, str]:
    """Ids with names of everything that can be hidden."""
    found = {u.id: u.name for u in state.units.values()} | {c.id: c.name for c in state.cohorts.values()}
    found |= {q.id: q.name for q in state.squadrons.values()} | {s.id: s.name for s in state.satellites}
    return found | {s.id: s.name for s in state.supports}


def has_met(state: LegatusState, cohort: Cohort, side: str) -> bool:
    """Does a side know that there is such a cohort: has it spotted any century of it?"""
    return cohort.side == side or any(knows(state, side, u.id) for u in members(state, cohort.id))


def known(state: LegatusState, side: str, id: str) -> bool:
    return has_met(state, state.cohorts[id], side) if id in state.cohorts else knows(state, side, id)


def hidden(state: LegatusState, side: str) -> set[str]:
    """Ids of what a side has not spotted."""
    return {id for id in names(state) if not known(state, side, id)}


def leaks(state: LegatusState, side: str, told: object) -> list[str]:
    """Ids and names of what a side has not spotted that stand in something told to it."""
    return leaks_in(state, side, encode(plain(told)).decode())


def leaks_in(state: LegatusState, side: str, text: str) -> list[str]:
    words, unseen = names(state), hidden(state, side)
    unknown = {word for id in unseen for word in (id, words[id])}
    if not any(word in text for word in unknown):
        return []
    # names of what is known may begin with, or hold, names of what is not
    for word in sorted({w for id in words.keys() - unseen for w in (id, words[id])} - unknown, key=len, reverse=True):
        text = re.sub(rf"(?<![\w-]){re.escape(word)}(?![\w-])", "#", text)
    return [word for word in sorted(unknown) if re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text)]


def heard(event: Event, side: str) -> bool:
    return event.seen_by is None or side in event.seen_by


def told(event: Event) -> Json:
    """An event as it is told to those who hear it."""
    found: Json = plain(event)
    return {name: value for name, value in found.items() if name != "seen_by"}


def heard_by(moment: Moment, side: str) -> Iterator[Event]:
    yield from (event for event in moment.step.events if heard(event, side))
