"""Record sheets as a person reads them: what they say is what the state holds, and no more than the view shows."""

from collections.abc import Iterator
from typing import Any

import pytest

from campaigns.check import board_setup
from campaigns.library import every
from scales.armor import boxes_left
from scales.codec import encode, plain
from scales.dice import ScriptedDice
from scales.engine import Json
from scales.engines import engine
from scales.interceptor import ENGINE
from scales.interceptor.damage import condition
from scales.interceptor.damage.sheets import mark_names
from scales.interceptor.damage.systems import EFFECTS, NOTHING
from scales.interceptor.missiles.in_flight import locked_on
from scales.interceptor.state import State
from scales.interceptor.tables import table
from tests.interceptor.scenes import board_of, craft, linked_battle, sample_battle

OWN = {"missiles", "bombs", "pods", "hard_points", "mission", "unit", "home"}


def library_battles() -> Iterator[State]:
    """Every Interceptor board of the library at its start."""
    for campaign in every(engine):
        for theatre in campaign.theatres:
            if "interceptor" in theatre.boards:
                yield ENGINE.setup(board_setup(campaign, theatre, "interceptor"), ScriptedDice.of()).state


def records() -> Iterator[tuple[State, str, list[str], Json]]:
    """(state, craft, the reader's sides, record) of every craft for both sides and a spectator."""
    fought = [m.state for battle in (sample_battle(3), sample_battle(5), linked_battle()) for m in battle[::4]]
    for state in [*library_battles(), *fought]:
        for seat in [*(s.seat for s in state.sides), ""]:
            view = ENGINE.view(state, seat)
            for id in state.craft:
                yield state, id, view.sides, ENGINE.record(view, id)


def test_a_record_says_what_the_state_holds() -> None:
    for state, id, _, found in records():
        one, turn = state.craft[id], state.at.turn
        assert (found["name"], found["side"], found["status"]) == (one.name, one.side, ENGINE.report(state).fates[id].status)
        assert (found["facing"], found["movement"]["velocity"]) == (one.heading, one.velocity)
        assert (found["movement"]["thrust"], found["movement"]["safe"]) == (condition.thrust(one, turn), condition.safe_thrust(one, turn))
        assert {side: row["left"] for side, row in found["armor"].items()} == {side: boxes_left(grid) for side, grid in one.armor.items()}
        assert all(row["percent"] == condition.shield(one, side, turn) for side, row in found["shields"].items())
        assert [w["state"] == "destroyed" for w in found["weapons"]] == [m.gone for m in one.mounts]
        assert [w["number"] for w in found["weapons"] if w["damage"] and w["state"] == "ok"] == [
            n for n, mount in enumerate(one.mounts) if condition.is_working(one, mount, turn)
        ]
        assert ("crew" in found) != condition.kind(one).is_satellite
        assert "crew" not in found or found["crew"]["gunnery"] == condition.gunnery(one)
        assert len(found["systems"]) >= len(one.marks)
        assert [(row["id"], row["arrives_in"]) for row in found["missiles_at_it"]] == [(c.shot.id, c.turns) for c in locked_on(state, one)]


def test_loads_and_missions_are_on_the_own_sides_sheet_alone() -> None:
    carried = 0
    for state, id, sides, found in records():
        if condition.kind(state.craft[id]).is_satellite:
            continue
        own = state.craft[id].side in sides
        assert set(found) >= OWN if own else not OWN & set(found)
        if own:
            assert [row["left"] for row in found["missiles"]] == [n for _, n in sorted(state.craft[id].missiles.items())]
            carried += len(found["missiles"]) + len(found["bombs"])
    assert carried


def test_a_record_is_plain_words_and_whole_numbers() -> None:
    for _, _, _, found in records():
        encode(plain(found))
        assert all(type(value) in (str, int, bool) and (isinstance(value, str) or abs(value) < 1000) for value in leaves(found))


def leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from leaves(inner)
    else:
        yield value


def test_nobody_has_no_record() -> None:
    assert ENGINE.record(ENGINE.view(linked_battle()[0].state, "tog"), "nobody") == {}


@pytest.mark.parametrize("type", ["gladius", "tender"])
def test_every_system_that_is_hit_is_told_with_what_it_does(type: str) -> None:
    state = board_of(craft("t1", type, "1:1010"), craft("c1", "avenger", "1:1014"))
    one = state.craft["t1"]
    one.marks = dict.fromkeys(mark_names(one), 1)
    one.shorts = {"drive": 5, "power": 5, "weapons": 5, "shield:bow": 5}
    one.fresh = ["drive", "weapon_destroyed:bow"]
    found = ENGINE.record(ENGINE.view(state, "com"), "t1")["systems"]
    assert len(found) == len(one.marks) + len(one.shorts) + len(one.fresh)
    assert all("_" not in word for row in found for word in row.values())
    assert NOTHING not in [row["effect"] for row in found]
    assert set(EFFECTS) <= set(table("internals")["names"])
