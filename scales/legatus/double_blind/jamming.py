"""Maneuver tests that signals centuries change, some of which nobody may have seen. legatus: Signals, Double-blind rules: Combat

The game master rolls such a test: a side that does not know all of the signals centuries hears what came of it, and no number.
"""

from collections.abc import Sequence

from scales.engine import Check, Json
from scales.legatus.board import gap
from scales.legatus.double_blind.hearing import hearing
from scales.legatus.state import Century, LegatusState, present
from scales.play import Play


def jammers(state: LegatusState, *places: str) -> list[str]:
    """The signals centuries, of whichever side, that change tests at some positions, by id."""
    found = [u for u in state.units.values() if u.kind == "signals" and present(u) and not u.crippled]
    return [u.id for u in found if any(gap(u.at, at) <= 1 for at in places)]


def tell_tests(
    play: Play[LegatusState],
    kind: str,
    text: str,
    rule: str,
    unit: Century,
    places: Sequence[str],
    checks: Sequence[Check],
    data: Json | None = None,
) -> None:
    """Tell tests of the combat phase that a century took at some positions: whole to those who may hear of all that counted, to the others
    without the tests."""
    state = play.state
    heard, full = hearing(state, [unit.id]), hearing(state, [unit.id, *(jammers(state, *places) if checks else [])])
    play.tell(kind, text, rule, units=[unit.id], data=data, checks=checks, seen_by=full)
    rest = [s.id for s in state.sides if full is not None and s.id not in full and (heard is None or s.id in heard)]
    if rest:
        play.tell(kind, text, rule, units=[unit.id], data=data, seen_by=rest)
