"""Coming onto the board later, and leaving it (Scenario Design)."""

from typing import Any

import pytest

from scales.centurion import ENGINE
from scales.centurion.movement import entering, exits, initiative, maneuver, options, orders
from scales.centurion.preparation import entry
from scales.centurion.scenario import scoring
from scales.centurion.state import BattleState
from scales.dice import ScriptedDice
from scales.engine import Json
from scales.hexes import hex_of
from tests.centurion.field import battle, platoon, play, setup, vehicle
from tests.centurion.scenario_files import opened

# --- coming onto the board ----------------------------------------------------------------------------------------------------------


def late(**more: Any) -> BattleState:
    """A TOG tank that enters over the west edge in turn 2, a Liberator far away."""
    mine = platoon("tog", {"id": "t", "type": "horatius", "name": "t"}) | {"enter": {"edge": "west", "turn": 2, "velocity": 8, **more}}
    state: BattleState = ENGINE.setup(setup(mine, platoon("cw", vehicle("enemy", "liberator", "2513"))), ScriptedDice.of()).state
    return state


def refused(state: BattleState, order: Json) -> list[str]:

    return [fault.text for fault in orders.faults_of(state, state.vehicles["t"], order)]


def into(**changes: Any) -> Json:
    return {"kind": "enter", "hex": "0107", "facing": 2, "velocity": 8, "move": {"kind": "grav", "path": "F" * 8}} | changes


def test_units_that_come_later_wait_off_the_board_until_their_turn() -> None:
    state = late()
    assert state.vehicles["t"].hex is None
    state.turn = 1
    assert refused(state, into()) == ["t enters in turn 2, not in turn 1 (centurion: Scenario Design)"]
    state.turn = 2
    assert entry.is_due(state, state.vehicles["t"])
    assert refused(state, into()) == []


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"hex": "0207"}, "does not enter over 0207"),
        ({"velocity": 9}, "enters at velocity 0 to 8, not 9"),
        ({"facing": 5}, "enters over 0107 with facing 2 or 3, not 5"),
        ({"move": {"kind": "grav", "path": "F" * 9}}, "velocity points"),
    ],
)
def test_an_entry_against_the_scenario_is_refused_with_the_reason(changes: Json, says: str) -> None:
    state = late()
    state.turn = 2
    assert says in " ".join(refused(state, into(**changes)))


def test_who_must_enter_may_not_stay_away_and_who_may_come_later_may() -> None:
    state, free = late(), late(or_later=True)
    state.turn = free.turn = 2
    assert "has to enter" in refused(state, {"kind": "stay"})[0]
    assert refused(free, {"kind": "stay"}) == []


def test_every_way_in_that_is_offered_is_legal_and_ends_where_it_says() -> None:

    state = late()
    state.turn = 2
    offered = options.options(state, state.vehicles["t"])
    assert len({o.order["hex"] for o in offered}) > 2
    for option in offered[::7]:
        assert refused(state, option.order) == []
        again = late()
        again.turn = 2
        maneuver.carry_out(play(again), again.vehicles["t"], option.order)
        assert again.vehicles["t"].hex == hex_of(option.info["hex"])
        assert again.vehicles["t"].velocity == option.info["velocity"]


def test_a_centurion_still_to_come_leads_as_his_scenario_says() -> None:

    state = opened("snake_pit")
    assert initiative.leadership(state, "tog") == 1
    state.vehicles["tog-1-1-1"].hex = hex_of("2505")
    assert initiative.leadership(state, "tog") == 4


# --- leaving it ---------------------------------------------------------------------------------------------------------------------


def leaving(**exit: Any) -> BattleState:
    """A tank before the west edge, heading for it, and another exit in the east."""
    named = [{"side": "tog", "edges": ["west"], **exit}, {"side": "cw", "edges": ["east"]}]
    return battle(vehicle("t", "horatius", "0307", facing=5, velocity=6), victory={"exits": named})


OUT = {"kind": "leave", "move": {"kind": "grav", "path": "FF"}}


def test_a_vehicle_leaves_over_its_exit_and_is_not_lost() -> None:

    state = leaving()
    assert refused(state, OUT) == []
    maneuver.carry_out(play(state), state.vehicles["t"], OUT)
    gone = state.vehicles["t"].gone
    assert gone is not None
    assert (gone.edge, gone.safe, scoring.points(state)) == ("west", True, {"tog": 0, "cw": 0})


def test_an_exit_that_is_not_open_yet_refuses_with_its_terms() -> None:
    state = leaving(since=4)
    state.turn = 2
    assert "its exits are the west edge from turn 4" in refused(state, OUT)[0]
    assert "no exit" in " ".join(
        exits.refused(battle(vehicle("t", "horatius", "0307")), battle().vehicles.get("t") or state.vehicles["t"], "west", "0107")
    )


def test_leaving_by_an_edge_that_is_not_safe_counts_as_destroyed() -> None:
    state = leaving(since=4)
    state.turn = 2
    tank = state.vehicles["t"]
    tank.hex = hex_of("0107")
    entering.leave(play(state), tank, 5)
    assert tank.left
    assert scoring.points(state) == {"tog": 0, "cw": 17}


def test_the_record_sheet_says_when_a_unit_comes() -> None:
    state = late(or_later=True)
    found = ENGINE.record(ENGINE.view(state, "red"), "t")
    assert (found["at"], found["enters"]) == ("", {"turn": 2, "or_later": True, "over": "one of 14 hexes from 0101 to 0114"})
    assert "enters" not in ENGINE.record(ENGINE.view(state, "red"), "enemy")
