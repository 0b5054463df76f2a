"""Movement when nobody sees what his side has not spotted. legatus: Double-blind rules: Movement"""

from typing import Any

import pytest

from scales.dice import KeyedDice
from scales.engine import Json, Orders, Step
from scales.legatus import ENGINE
from scales.legatus.movement import fleeing, movement, zones
from scales.legatus.state import LegatusState
from tests.legatus.table import Table, century, setup, table
from tests.legatus.test_movement_points import faults, march

GRAV = "medium_grav_armor"
BLIND = {"options": {"double_blind": 1}}
WAY = ["0605", "0606", "0607", "0608"]


def dice() -> KeyedDice:
    return KeyedDice(key=b"x")


def cohorts(*seen: str) -> LegatusState:
    """Four cohorts of a headquarters each, in order of initiative t1, c1, t2, c2; the other side sees those named. Start of movement."""
    places = {"t1": "0202", "c1": "1402", "t2": "0204", "c2": "1404"}
    given = setup([], [], **BLIND)
    given["cohorts"] = [
        {
            "id": id,
            "name": id.upper(),
            "side": "tog" if id[0] == "t" else "commonwealth",
            "centuries": [century(f"{id}-hq", "hq_grav", at, hq=True)],
        }
        for id, at in places.items()
    ]
    state = Table(ENGINE.setup(given, dice()).state).phase("initiative").state
    for value, id in enumerate(places):
        state.cohorts[id].initiative, state.cohorts[id].tie = value, []
        if id in seen:
            state.units[f"{id}-hq"].spotted_by = ["commonwealth" if id[0] == "t" else "tog"]
    return state


def played(state: LegatusState, **waits: str) -> tuple[list[str], list[Step]]:
    """The decisions of a movement phase in turn, when cohorts wait for others as given (once each), and its steps."""
    keys, steps = [], [ENGINE.advance(state, "movement", {}, [], dice())]
    while not steps[-1].done:
        (decision,) = steps[-1].pending
        keys.append(decision.key)
        after = waits.pop(decision.data["cohort"], "") if decision.kind == "postpone" else ""
        given = Orders({"turn": {"after": after}} if decision.kind == "postpone" else {u: {"path": []} for u in decision.units})
        assert ENGINE.check(ENGINE.view(steps[-1].state, decision.seat), decision, given) == []
        steps.append(ENGINE.advance(steps[-1].state, "movement", {decision.key: given}, [], dice()))
    return keys, steps


# ---- who moves when ------------------------------------------------------------------------------------------------


def test_until_a_headquarters_is_seen_cohorts_move_in_order_and_nobody_passes() -> None:
    assert played(cohorts())[0] == ["movement:t1", "movement:c1", "movement:t2", "movement:c2"]


def test_who_sees_a_headquarters_with_worse_initiative_may_wait_for_it() -> None:
    """TOG sees c1 and c2: t1 may wait for either, t2 only for c2, which moves last; c1 sees nobody and is never asked."""
    keys, steps = played(cohorts("c1", "c2"))
    assert keys == ["postpone:t1", "movement:t1", "movement:c1", "postpone:t2", "movement:t2", "movement:c2"]
    assert [s.pending[0].data["after"] for s in steps if s.pending and s.pending[0].kind == "postpone"] == [["c1", "c2"], ["c2"]]


def test_who_has_waited_moves_next_and_may_wait_again() -> None:
    keys, _ = played(cohorts("c1", "c2"), t1="c1")
    assert keys == ["postpone:t1", "movement:c1", "postpone:t1", "movement:t1", "postpone:t2", "movement:t2", "movement:c2"]


def test_who_waits_for_the_last_moves_after_it() -> None:
    keys, _ = played(cohorts("c1", "c2"), t1="c2", t2="c2")
    assert [k for k in keys if k.startswith("movement")] == ["movement:c1", "movement:c2", "movement:t1", "movement:t2"]


def test_waiting_is_told_to_the_own_side_alone() -> None:
    _, steps = played(cohorts("c1"), t1="c1")
    (event,) = [e for s in steps for e in s.events if e.kind == "postponed"]
    assert (event.seen_by, event.rule) == (["tog"], "legatus: Double-blind rules: Movement")
    assert event.text == "T1 waits until C1 has moved."


def test_nobody_waits_for_a_cohort_that_he_does_not_see() -> None:
    """The refusal is the same for a cohort that is hidden and for one that there is not."""
    (decision,) = ENGINE.advance(cohorts("c1"), "movement", {}, [], dice()).pending
    view = ENGINE.view(cohorts("c1"), "tog")
    refused = [ENGINE.check(view, decision, Orders({"turn": {"after": id}}))[0].text for id in ("c2", "nobody", "t2")]
    assert len(set(refused)) == 1
    assert refused[0].endswith("has still to move: 'c1' (legatus: Double-blind rules: Movement).")
    (slot,) = ENGINE.offers(view, decision)
    assert [o.order for o in slot.options] == [{"after": ""}, {"after": "c1"}]
    assert [o.label for o in slot.options] == ["move now", "wait until C1 has moved"]
    assert ENGINE.check(view, decision, ENGINE.choose(view, decision, [slot], dice())) == []


def test_a_cohort_that_is_waited_for_and_lost_keeps_nobody_waiting() -> None:
    state = cohorts("c1")
    step = ENGINE.advance(state, "movement", {}, [], dice())
    step = ENGINE.advance(step.state, "movement", {"postpone:t1": Orders({"turn": {"after": "c1"}})}, [], dice())
    assert [d.key for d in step.pending] == ["movement:c1"]
    ruled = ENGINE.amend(step.state, {"kind": "destroy", "unit": "c1-hq", "reason": "storm"}, dice()).state
    step = ENGINE.advance(ruled, "movement", {"movement:c1": Orders({})}, [], dice())
    assert [d.key for d in step.pending] == ["movement:t1"]


def test_a_view_and_its_prospects_name_only_cohorts_that_the_seat_knows() -> None:
    step = ENGINE.advance(cohorts("c1"), "movement", {}, [], dice())
    view = ENGINE.view(step.state, "tog")
    assert view.waiting == ["t1", "c1", "t2"]
    assert [d.key for d in ENGINE.prospects(view, step.pending[0])] == ["postpone:t1", "movement:t1", "movement:t2"]
    assert ENGINE.view(step.state, "commonwealth").waiting == ["c1", "c2"]


# ---- zones and hexes of enemies that are not seen ------------------------------------------------------------------


def ready(at: str, *, seen: bool = False, start: str = "0604", more: list[Json] | None = None, **options: Any) -> Table:
    """A century 'a' and an enemy 'x' at a place, at the start of movement."""
    state = table([century("a", GRAV, start)], [century("x", GRAV, at), *(more or [])], **BLIND, **options)
    state.units["x"].spotted_by = ["tog"] if seen else []
    return Table(state).phase("initiative")


def moved(play: Table) -> Any:
    return next(e for e in play.events if e.kind == "moved" and e.units == ["a"])


def test_the_zone_of_an_unspotted_enemy_stops_without_a_die() -> None:
    """x at 0707 reaches 0606 and 0607: a stops in the first of them, told only that it was stopped."""
    play = march(ready("0707"), a=WAY)
    event = moved(play)
    assert (play.state.units["a"].at, event.text) == ("0606", "A moves from 0604 to 0606 and is stopped there.")
    assert (event.checks, event.rolls, event.seen_by, event.data["path"]) == ([], [], ["tog"], ["0605", "0606"])
    assert "x" not in str(event.data)


def test_the_zone_of_a_spotted_enemy_is_tested_as_ever() -> None:
    play = march(ready("0707", seen=True), 6, 6, a=WAY)
    assert (play.state.units["a"].at, [c.passed for c in moved(play).checks]) == ("0608", [True, True])


def test_one_unseen_zone_among_seen_ones_needs_no_die_either() -> None:
    """x is seen, y beside it is not: both reach 0606."""
    play = march(ready("0707", seen=True, more=[century("y", GRAV, "0507")]), a=WAY)
    assert (play.state.units["a"].at, moved(play).checks) == ("0606", [])


def test_a_path_that_ends_in_the_zone_tells_nothing() -> None:
    play = march(ready("0707"), a=WAY[:2])
    assert moved(play).text == "A moves from 0604 to 0606."


@pytest.mark.parametrize("start", ["0606", "0605|0606"])
def test_nobody_enters_the_hex_of_an_unspotted_enemy(start: str) -> None:
    """Given an enemy next to it that it does not see; when it is ordered into that hex; then the order stands and it is stopped before it."""
    play = ready("0607", start=start)
    path = ["0607"] if start == "0606" else ["0606|0607"]
    assert faults(play.state, path) == []
    play = march(play, a=path)
    assert (play.state.units["a"].at, moved(play).text) == (start, f"A is stopped in {start}.")
    assert moved(play).data["path"] == []


def test_a_broken_enemy_has_no_zone_and_keeps_its_hex() -> None:
    """Nobody can be sent past it unaware: only its own hex stops a century."""
    play = ready("0607")
    play.state.units["x"].broken = True
    ground = movement.ground_for(play.state, play.state.units["a"])
    assert ground.unseen == frozenset()
    assert ground.blocked == {"0607"}


def test_the_enemy_hears_of_a_move_that_it_has_spotted() -> None:
    play = ready("0707")
    play.state.units["a"].spotted_by = ["commonwealth"]
    assert moved(march(play, a=WAY)).seen_by is None


def test_paths_are_planned_on_what_the_side_knows() -> None:
    play = ready("0606")
    assert faults(play.state, ["0605", "0606"]) == []
    seen = ready("0606", seen=True)
    assert faults(seen.state, ["0605", "0606"]) == ["Step 2 of the path: an enemy stands in 0606 (legatus: Zones of Control)."]
    view = ENGINE.view(play.state, "tog").state
    ground = movement.ground_for(view, view.units["a"])
    assert ground.zone == ground.unseen == ground.blocked == set()


def test_hidden_passive_defenses_call_for_their_test_and_are_known_then() -> None:
    """Maneuver 6 passes at 6 and goes on; the side then knows of what it went through."""
    play = march(ready("1410", defenses=[{"kind": "passive", "side": "commonwealth", "hex": "0605"}]), 6, a=WAY[:2])
    assert [c.what for c in moved(play).checks] == ["maneuver test: A, passive defenses"]
    assert play.state.units["a"].at == "0606"
    assert ENGINE.view(play.state, "tog").state.markers


def test_broken_centuries_run_around_enemies_that_nobody_has_seen() -> None:
    state = table([century("hq", "hq_grav", "0602"), century("a", GRAV, "0608")], [century("x", GRAV, "0605")], **BLIND)
    state.units["a"].broken = True
    assert fleeing.flight_to(state, state.units["a"]) not in zones.controlled(state.units["x"])
    play = Table(state).phase("initiative").phase("movement")
    assert [e.seen_by for e in play.events if e.kind == "fled"] == [["tog"]]
