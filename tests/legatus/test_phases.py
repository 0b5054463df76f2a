"""The phases of a Legatus turn with scripted dice."""

from typing import Any

import pytest

from scales.dice import ScriptedDice
from scales.engine import Decision, Orders
from scales.legatus import ENGINE
from scales.legatus.preparation.models import Setup
from scales.legatus.state import LegatusState
from scales.legatus.support import calls
from scales.legatus.tables import formations
from tests.legatus.table import Table, century, setup, table

GRAV = "medium_grav_armor"
FAR = [century("x", GRAV, "1410")]


def ready(tog: list[Any], other: list[Any], **more: Any) -> Table:
    """At the start of the movement phase."""
    return Table(table(tog, other, **more)).phase("initiative")


def fight(tog: list[Any], other: list[Any], *script: int, orders: dict[str, Any] | None = None, **more: Any) -> Table:
    """Movement and reactions without a move, then the combat phase with these dice."""
    play = ready(tog, other, **more).phase("movement").phase("spotting").phase("commitment", orders=orders)
    return play.phase("combat", *script)


# ---- set-up of formations ------------------------------------------------------------------------------------------


def test_every_formation_stands_on_the_map() -> None:
    for id, row in formations().items():
        given = setup([], FAR)
        given["cohorts"].append({"id": "f", "side": "tog", "formation": id, "hex": "0806"})
        assert ENGINE.faults(given) == [], id
        state: LegatusState = ENGINE.setup(given, ScriptedDice()).state
        assert ENGINE.invariants(state) == []
        assert {c.quality for c in state.cohorts.values() if c.side == "tog"} >= {row["troop_quality"]}, id


# ---- combat --------------------------------------------------------------------------------------------------------


def test_artillery_adds_to_an_attack_unless_air_defense_covers_the_target() -> None:
    guns = century("g", "grav_artillery", "0201")
    orders = {"attack:tog": {"fire:g": {"support": ["a"]}}}
    play = fight([century("a", GRAV, "0606"), guns], [century("x", GRAV, "0607")], 8, 10, 6, 3, orders=orders)
    check = next(e for e in play.events if e.kind == "attacked" and e.units[0] == "a").checks[0]
    assert (check.target, [m.name for m in check.modifiers]) == (8, ["artillery: G"])
    covered = [century("x", GRAV, "0607"), century("d", "air_space_defense", "0608")]
    play = fight([century("a", GRAV, "0606"), guns], covered, 8, 10, orders=orders)
    assert next(e for e in play.events if e.units[0] == "a" and e.kind == "attacked").checks[0].target == 5


def test_counter_battery_takes_shots_away() -> None:
    tog = [century("a", GRAV, "0606"), century("g", "grav_artillery", "0201")]
    other = [century("x", GRAV, "0607"), century("h", "grav_artillery", "1412")]
    play = ready(tog, other).phase("movement").phase("spotting")
    play.phase(
        "commitment", orders={"attack:tog": {"fire:g": {"counter": {"h": 1}}}, "attack:commonwealth": {"fire:h": {"support": ["x"]}}}
    )
    assert play.state.plans.support["h"] == []
    assert "counter_battery" in play.kinds()


def test_denied_hexes_stop_both_sides_until_the_end_of_the_turn() -> None:
    guns, lone = century("g", "grav_artillery", "0201"), century("x", GRAV, "0805")
    play = ready([guns], [lone])
    play.state.cohorts["t"].initiative = -1
    orders = {"movement:t": {"g": {"deny": ["0706|0707|0806"]}}, "movement:c": {"x": {"path": ["0806", "0807", "0808"]}}}
    play.phase("movement", 7, orders=orders)
    assert play.state.units["x"].at == "0806"
    assert play.phase("end", 1, 1).state.markers == []


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


# ---- fire from orbit -----------------------------------------------------------------------------------------------

THOR = {"id": "thor", "name": "Thor", "side": "tog", "hex": "0604", "heading": 4, "velocity": 3}


def test_thor_strikes_once_where_it_has_got_to() -> None:
    """In turn 1 it is over 0604, three hexes from x; in turn 2 over 0607. 8 hits, 9 does not hold the defense of 6."""
    state = table([century("a", GRAV, "0606")], [century("x", GRAV, "0607")], satellites=[THOR])
    play = (
        Table(state).phase("initiative").phase("movement").phase("spotting").phase("commitment").phase("combat", 10, 10).phase("end", 1, 1)
    )
    play.phase("initiative").phase("movement").phase("spotting").phase("commitment", orders={"attack:tog": {"thor": {"target": "x"}}})
    play.phase("combat", 10, 10, 8, 9, 3)
    assert play.state.units["x"].crippled
    assert play.state.satellites[0].spent
    assert ENGINE.report(play.state).fates["thor"].status == "left"


def test_a_satellite_is_secret_until_it_strikes() -> None:
    state = table([century("a", GRAV, "0606")], [century("x", GRAV, "0607")], satellites=[THOR])
    assert [len(ENGINE.view(state, seat).state.satellites) for seat in ("tog", "commonwealth", "onlooker")] == [1, 0, 0]


def test_naval_fire_strikes_the_whole_engagement() -> None:
    """Attack 6 on x, 3 on a: both are hit and defend at 6 - 2."""
    ships = [{"id": "ships", "name": "The ships", "side": "tog", "attack": 6}]
    orders = {"attack:tog": {"ships": {"target": "x"}}}
    play = fight([century("a", GRAV, "0606")], [century("x", GRAV, "0607")], 10, 10, 3, 6, 5, 1, 4, 1, orders=orders, naval_support=ships)
    assert [c.target for e in play.events if e.kind == "naval_fire" for c in e.checks] == [3, 6]
    assert (play.state.units["a"].crippled, play.state.units["x"].crippled) == (True, False)


def test_an_installation_keeps_ships_away() -> None:
    ships = [{"id": "ships", "name": "The ships", "side": "tog", "attack": 6}]
    forts = [{"id": "fort", "side": "commonwealth", "hex": "1404"}]
    state = table([century("a", GRAV, "0606")], [century("x", GRAV, "0607")], naval_support=ships, installations=forts)
    assert calls.callable_ids(state, "tog") == []


def test_superior_ships_finish_a_crippled_installation_that_is_alone() -> None:
    forts = [{"id": "fort", "side": "commonwealth", "hex": "0604", "crippled": True}]
    for at, status in (("0606", "ok"), ("0607", "destroyed")):
        play = Table(table([century("a", GRAV, at)], FAR, installations=forts, superiority="tog")).phase("initiative").phase("end", 1, 1)
        assert play.state.units["fort"].status == status
