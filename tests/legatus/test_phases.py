"""The phases of a Legatus turn with scripted dice."""

import pytest

from scales.dice import ScriptedDice
from scales.engine import Decision, Orders
from scales.legatus import ENGINE
from scales.legatus.preparation.models import Setup
from scales.legatus.state import LegatusState
from scales.legatus.tables import formations
from tests.legatus.table import Table, century, setup, table

GRAV = "medium_grav_armor"
FAR = [century("x", GRAV, "1410")]


# ---- set-up of formations ------------------------------------------------------------------------------------------


def test_every_formation_stands_on_the_map() -> None:
    for id, row in formations().items():
        given = setup([], FAR)
        given["cohorts"].append({"id": "f", "side": "tog", "formation": id, "hex": "0806"})
        assert ENGINE.faults(given) == [], id
        state: LegatusState = ENGINE.setup(given, ScriptedDice()).state
        assert ENGINE.invariants(state) == []
        assert {c.quality for c in state.cohorts.values() if c.side == "tog"} >= {row["troop_quality"]}, id


# ---- the end -------------------------------------------------------------------------------------------------------


def test_objectives_change_hands_and_count() -> None:
    goal = [{"name": "bridge", "hex": "0604", "points": 5}]
    play = Table(table([century("a", GRAV, "0604")], FAR, objectives=goal)).phase("initiative").phase("end", 1, 1)
    assert ENGINE.report(play.state).objectives == {"bridge": "tog"}
    assert ENGINE.report(play.state).points == {"tog": 7, "commonwealth": 2}


@pytest.mark.parametrize(("standing", "over"), [(False, True), (True, False)])
def test_a_standing_board_is_never_over(standing: bool, over: bool) -> None:
    state = table([century("a", GRAV, "0604")], FAR, standing=standing)
    state.units["x"].status, state.units["x"].crippled = "destroyed", True
    play = Table(state).phase("initiative").phase("end", 1, 1)
    report = ENGINE.report(play.state)
    assert (report.over, report.effective) == (over, {"tog": 1, "commonwealth": 0})
    assert report.winner == ("tog" if over else None)


def test_the_turn_limit_and_ten_quiet_turns_end_a_battle() -> None:
    for more, last in (({"turn_limit": 3}, 3), ({"turn_limit": 99}, 10)):
        play = Table(table([century("a", GRAV, "0202")], FAR, **more))
        while not play.state.over:
            play.phase("initiative").phase("end", 1, 1)
        assert play.state.at.turn == last
        assert play.state.outcome == "draw"


# ---- set-up --------------------------------------------------------------------------------------------------------


def test_every_mistake_of_a_setup_at_once() -> None:
    given = setup([century("a", "medium_grav_armour", "0202")], FAR)
    given["cohorts"].append({"id": "f", "side": "kessrith", "formation": "medium cohrt", "hex": "0202"})
    given["options"] = {"double_blnd": True}
    found = {f.where: f.text for f in ENGINE.faults(given)}
    assert set(found) == {"cohorts[0].centuries[0].kind", "cohorts[2].side", "cohorts[2].formation", "options.double_blnd"}
    assert "medium_grav_armor" in found["cohorts[0].centuries[0].kind"]
    assert "medium cohort" in found["cohorts[2].formation"]


def test_places_and_ids_are_checked() -> None:
    given = setup([century("a", GRAV, "0202"), century("a", "infantry", "0202", altitude="low_altitude")], [century("x", GRAV, "1713")])
    given["objectives"] = [{"name": "nowhere", "hex": "9901"}]
    assert [(f.code, f.where) for f in ENGINE.faults(given)] == [
        ("altitude", "cohorts[0].centuries[1]"),
        ("off_map", "cohorts[1].centuries[0]"),
        ("id_twice", "cohorts[0].centuries[1]"),
        ("off_map", "objectives[0].hex"),
    ]
    assert Setup.model_validate(given)


def test_a_decision_of_another_phase_is_refused() -> None:
    state = table([century("a", GRAV, "0604")], FAR)
    decision = Decision("movement:t", "tog", "movement", "Move", ["a"])
    for orders in (Orders({}), Orders({"a": {"path": "0605"}}), Orders({"a": {"path": ["0605"], "build": True}}), Orders({"a": None})):  # type: ignore[dict-item]
        assert ENGINE.check(ENGINE.view(state, "tog"), decision, orders)
