"""Zones of control. legatus: Zones of Control"""

from typing import Any

import pytest

from scales.legatus.board import around
from scales.legatus.movement import movement, zones
from scales.legatus.state import Marker
from tests.legatus.table import Table, century, table
from tests.legatus.test_movement_points import march, ready

GRAV = "medium_grav_armor"


def stops(play: Table) -> list[str]:
    return [e.text for e in play.events if e.kind == "moved"]


@pytest.mark.parametrize(("at", "hexes"), [("0606", 6), ("0606|0607", 10), ("0606|0607|0707", 12)])
def test_a_zone_is_every_hex_next_to_the_hexes_occupied(at: str, hexes: int) -> None:
    """Those a spread-out century stands in itself are next to one another, and so count too."""
    unit = table([century("a", GRAV, at)], [century("x", GRAV, "1410")]).units["a"]
    expected = {n for h in at.split("|") for n in around(h)}
    assert zones.zone(unit) == expected
    assert len(expected | set(at.split("|"))) == hexes + (1 if "|" not in at else 0)


def test_broken_centuries_have_none_crippled_ones_do_and_installations_reach_two_hexes() -> None:
    forts = [{"id": "fort", "side": "commonwealth", "hex": "0606"}]
    state = table([century("a", GRAV, "1410")], [century("x", GRAV, "0606", crippled=True)], installations=forts)
    assert len(zones.zone(state.units["x"])) == 6
    assert len(zones.zone(state.units["fort"])) == 19
    state.units["x"].broken = True
    assert zones.zone(state.units["x"]) == zones.controlled(state.units["x"]) == set()


@pytest.mark.parametrize(("roll", "end"), [(6, "0708"), (7, "0707")])
def test_who_enters_a_zone_tests_or_stops(roll: int, end: str) -> None:
    """From 0606 into the zone of x at 0807 and on through it: one test for the first hex, none for the last."""
    play = march(ready([century("a", GRAV, "0606")], [century("x", GRAV, "0807")]), roll, a=["0707", "0708"])
    assert play.state.units["a"].at == end
    assert ("failed its maneuver test (enemy zone of control)" in stops(play)[0]) == (roll > 6)


def test_every_step_within_a_zone_tests_again() -> None:
    play = march(ready([century("a", GRAV, "0606")], [century("x", GRAV, "0807")]), 1, 6, a=["0707", "0708", "0709"])
    assert [c.target for e in play.events for c in e.checks] == [6, 6]


def test_a_change_of_dispersion_into_a_zone_tests_for_both() -> None:
    """Maneuver 7 once semi-dispersed: the change and the zone call for a test each."""
    play = march(ready([century("a", GRAV, "0606")], [century("x", GRAV, "0807")]), 7, 7, a=["0606|0707", "0605|0606"])
    assert [c.what.split(", ")[1] for e in play.events for c in e.checks] == ["deployment changed", "enemy zone of control"]
    assert play.state.units["a"].at == "0605|0606"


def test_a_broken_enemy_lets_pass_and_is_still_not_entered() -> None:
    state = table([century("a", GRAV, "0606")], [century("x", GRAV, "0807"), century("hq", "hq_grav", "1410")])
    state.units["x"].altitude, state.units["x"].broken = "normal", True
    ground = movement.ground_for(state, state.units["a"])
    assert "0807" in ground.blocked
    assert ground.zone.isdisjoint(around("0807"))


@pytest.mark.parametrize("side", ["tog", "commonwealth"])
def test_artillery_denial_is_an_enemy_zone_to_both_sides(side: str) -> None:
    play = Table(table([century("a", GRAV, "0606")], [century("x", GRAV, "1410")])).phase("initiative")
    play.state.markers.append(Marker("denial", side, ["0607"]))
    play = march(play, 7, a=["0607", "0608"])
    assert play.state.units["a"].at == "0607"


def mines(*hexes: str) -> dict[str, Any]:
    return {"defenses": [{"kind": "passive", "side": "commonwealth", "hex": h} for h in hexes]}


def test_engineers_clear_what_they_move_onto_on_the_way_and_may_leave_it() -> None:
    """Two mined hexes on the way and one beside it; each is tested for, and cleared unless the order says no."""
    engineer, far = [century("e", "armored_engineer", "0604")], [century("x", GRAV, "1410")]
    path = ["0605", "0606", "0607"]
    play = march(ready(engineer, far, **mines("0605", "0606", "0705")), 1, 1, e=path)
    assert [m.hexes for m in play.state.markers] == [["0705"]]
    play = march(ready(engineer, far, **mines("0605", "0606", "0705")), 1, 1, e={"path": path, "clear": False})
    assert len(play.state.markers) == 3
