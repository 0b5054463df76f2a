"""Retreats: out of the original zone of who hit, never into the hex or zone of an enemy, toward the headquarters."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scales.dice import ScriptedDice
from scales.engine import Event
from scales.legatus import board
from scales.legatus.combat import fighting, retreat
from scales.legatus.combat.fighting import Hit
from scales.legatus.movement.movement import allowance_of
from scales.legatus.movement.zones import controlled
from scales.legatus.state import LegatusState, Marker
from scales.play import Play
from tests.legatus.table import FLAT, century, table

GRAV = "medium_grav_armor"
HOLDS, FLEES, BREAKS = 3, 4, 7


def settle(state: LegatusState, hits: dict[str, list[str]], *script: int) -> list[Event]:
    """Hits on each century by others ('' by nobody here), with the dice they cause; the events."""
    play = Play(state, ScriptedDice.of(*script))
    fighting.settle_hits(play, [Hit(target, by) for target, hitters in hits.items() for by in hitters])
    play.dice.done()  # type: ignore[attr-defined]
    return play.events


def place(state: LegatusState, unit: str) -> str:
    return state.units[unit].at


def test_a_retreat_ends_as_soon_as_the_century_is_out_of_the_zone() -> None:
    """x defends (1), flees (4): of the three hexes two away from a it takes that nearest to its headquarters."""
    state = table([century("a", GRAV, "0606")], [century("x", GRAV, "0607"), century("q", "hq_grav", "0611")])
    events = settle(state, {"x": ["a"]}, 1, FLEES)
    assert place(state, "x") == "0608"
    assert state.units["x"].moved
    assert [(e.kind, e.rule) for e in events] == [("hit", "legatus: Defense and Morale"), ("retreated", "legatus: Retreats")]
    assert events[1].data == {"from": "0607", "to": "0608", "broken": False}


def test_the_headquarters_counts_for_more_than_the_ground() -> None:
    """Woods between it and its headquarters cost x more than clear ground, and it goes there all the same."""
    rows = [" ".join("0h" if (c, r) == (6, 8) else "0." for c in range(1, 17)) for r in range(1, 13)]
    state = table([century("a", GRAV, "0606")], [century("x", GRAV, "0607"), century("q", "hq_grav", "0611")], rows=rows)
    settle(state, {"x": ["a"]}, 1, FLEES)
    assert place(state, "x") == "0608"


def test_out_of_the_same_hex_it_is_two_steps() -> None:
    state = table([century("a", GRAV, "0606")], [century("x", GRAV, "0606"), century("q", "hq_grav", "0611")])
    settle(state, {"x": ["a"]}, 1, FLEES)
    assert place(state, "x") == "0608"


@pytest.mark.parametrize("at", ["0607|0707", "0607|0608|0708", "0606|0607"])
def test_the_whole_century_gets_out(at: str) -> None:
    state = table([century("a", GRAV, "0606")], [century("x", GRAV, at)])
    settle(state, {"x": ["a"]}, 1, FLEES)
    assert board.gap(place(state, "x"), "0606") > 1
    assert board.dispersion(place(state, "x")) == board.dispersion(at)


def test_the_zone_is_that_of_the_moment_of_the_hit() -> None:
    """Both hit each other and flee: x does not profit from a's having gone first, nor would from its loss."""
    state = table([century("a", GRAV, "0606")], [century("x", GRAV, "0607")])
    state.cohorts["t"].initiative, state.cohorts["c"].initiative = 1, 2
    settle(state, {"a": ["x"], "x": ["a"]}, 1, FLEES, 1, FLEES)
    assert board.gap(place(state, "a"), "0607") == board.gap(place(state, "x"), "0606") == 2
    state = table([century("a", GRAV, "0606", crippled=True)], [century("x", GRAV, "0607")])
    settle(state, {"a": ["x"], "x": ["a"]}, 10, 1, FLEES)
    assert state.units["a"].status == "destroyed"
    assert board.gap(place(state, "x"), "0606") == 2


def test_retreats_are_made_in_order_of_initiative() -> None:
    state = table([century("a", GRAV, "0606")], [century("x", GRAV, "0607")])
    for first, second in (("t", "c"), ("c", "t")):
        state.cohorts[first].initiative, state.cohorts[second].initiative = 1, 2
        state.units["a"].at, state.units["x"].at = "0606", "0607"
        events = settle(state, {"a": ["x"], "x": ["a"]}, 1, FLEES, 1, FLEES)
        assert [e.units[0] for e in events if e.kind == "retreated"] == [{"t": "a", "c": "x"}[c] for c in (first, second)]


def test_out_of_the_zones_of_all_that_hit() -> None:
    state = table([century("a", GRAV, "0606"), century("b", GRAV, "0708")], [century("x", GRAV, "0607")])
    settle(state, {"x": ["a", "b"]}, 1, HOLDS, 1, FLEES)
    assert min(board.gap(place(state, "x"), at) for at in ("0606", "0708")) == 2


def test_never_into_the_zone_of_another_enemy() -> None:
    state = table([century("a", GRAV, "0606"), century("b", GRAV, "0609")], [century("x", GRAV, "0607")])
    settle(state, {"x": ["a"]}, 1, FLEES)
    assert min(board.gap(place(state, "x"), at) for at in ("0606", "0609")) > 1


def test_every_step_leads_away() -> None:
    """The hexes behind x are barred: it does not slip around a, but takes the hit."""
    state = table([century("a", GRAV, "0606")], [century("x", GRAV, "0607")])
    behind = [h for h in board.around("0607") if board.gap(h, "0606") == 2]
    for kind in ("denial", "passive"):
        state.markers = [Marker(kind, "tog", behind)]
        assert retreat.retreat_to(state, state.units["x"], [retreat.threat_of(state.units["a"])], False) == ""
    state.markers = [Marker("passive", "commonwealth", behind)]
    assert retreat.retreat_to(state, state.units["x"], [retreat.threat_of(state.units["a"])], False) in behind


def test_a_broken_century_bars_nobody_and_is_retreated_from_all_the_same() -> None:
    """Behind x stands b, which x may pass now that it is broken."""
    state = table([century("a", GRAV, "0606"), century("b", GRAV, "0609")], [century("x", GRAV, "0607"), century("q", "hq_grav", "0611")])
    state.units["b"].broken = True
    settle(state, {"x": ["a"]}, 1, FLEES)
    assert place(state, "x") == "0608"
    state.units["x"].at, state.units["a"].broken = "0607", True
    settle(state, {"x": ["a"]}, 1, FLEES)
    assert place(state, "x") == "0608"


def test_who_breaks_loses_its_zone_before_anybody_retreats() -> None:
    """a breaks, so that y, hit by b, may retreat past it."""
    tog = [century("a", GRAV, "0606", quality="green"), century("b", GRAV, "0609")]
    state = table(tog, [century("x", GRAV, "0605"), century("y", GRAV, "0608")])
    state.cohorts["t"].initiative, state.cohorts["c"].initiative = 2, 1
    threats = [retreat.threat_of(state.units["b"])]
    assert not {"0607"} & {retreat.retreat_to(state, state.units["y"], threats, False)}
    settle(state, {"a": ["x"], "y": ["b"]}, 1, 5, 1, FLEES)
    assert state.units["a"].broken
    assert board.gap(place(state, "y"), "0609") == 2


def test_a_broken_century_runs_as_far_as_it_can() -> None:
    state = table([century("a", GRAV, "0606")], [century("x", GRAV, "0607")])
    settle(state, {"x": ["a"]}, 1, BREAKS)
    assert state.units["x"].broken
    assert board.gap(place(state, "x"), "0606") >= 6


def test_broken_again_it_runs_again() -> None:
    state = table([century("a", GRAV, "0606")], [century("x", GRAV, "0607", quality="green")])
    state.units["x"].broken = True
    settle(state, {"x": ["a"]}, 1, 5)
    assert state.units["x"].broken
    assert board.gap(place(state, "x"), "0606") >= 6


def test_a_dug_in_century_rises_when_it_gives_way_and_not_when_it_is_trapped() -> None:
    """Dug in it holds on 6 and flees on 7."""
    state = table([century("a", GRAV, "0606")], [century("x", GRAV, "0607", altitude="dug_in")])
    settle(state, {"x": ["a"]}, 1, 7)
    assert state.units["x"].altitude == "normal"
    ring = [century(f"a{n}", "signals", at) for n, at in enumerate(board.around("0607"))]
    state = table(ring, [century("x", GRAV, "0607", altitude="dug_in")])
    events = settle(state, {"x": ["a0"]}, 1, 7)
    assert (events[-1].kind, state.units["x"].altitude, state.units["x"].crippled) == ("trapped", "dug_in", True)


def test_who_is_trapped_takes_another_hit_that_destroys_a_crippled_one() -> None:
    ring = [century(f"a{n}", "signals", at) for n, at in enumerate(board.around("0607"))]
    state = table(ring, [century("x", GRAV, "0607")])
    events = settle(state, {"x": ["a0"]}, 10, FLEES)
    assert (state.units["x"].status, events[-1].data["state"]) == ("destroyed", "destroyed")


def test_crippled_infantry_has_no_points_to_retreat_with() -> None:
    """R-LEG-05"""
    state = table([century("a", GRAV, "0606")], [century("x", "infantry", "0607", crippled=True)])
    events = settle(state, {"x": ["a"]}, 1, FLEES)
    assert (events[-1].kind, state.units["x"].status) == ("trapped", "destroyed")


def test_an_installation_neither_tests_its_morale_nor_retreats() -> None:
    state = table(
        [century("a", GRAV, "0606")], [century("x", GRAV, "1410")], installations=[{"id": "fort", "side": "commonwealth", "hex": "0607"}]
    )
    events = settle(state, {"fort": ["a"]}, 10)
    assert (state.units["fort"].crippled, place(state, "fort")) == (True, "0607")
    assert [len(e.checks) for e in events] == [1]


def test_from_an_installation_it_is_three_hexes() -> None:
    state = table(
        [century("a", GRAV, "0606")], [century("x", GRAV, "1410")], installations=[{"id": "fort", "side": "commonwealth", "hex": "0607"}]
    )
    settle(state, {"a": ["fort"]}, 1, FLEES)
    assert board.gap(place(state, "a"), "0607") == 3


def test_hit_from_above_a_century_retreats_from_the_enemies_in_contact() -> None:
    state = table([century("a", GRAV, "0606")], [century("x", GRAV, "0607")])
    settle(state, {"x": [""]}, 1, FLEES)
    assert board.gap(place(state, "x"), "0606") == 2
    state = table([century("a", GRAV, "0202")], [century("x", GRAV, "0607"), century("q", "hq_grav", "0611")])
    settle(state, {"x": [""]}, 1, FLEES)
    assert place(state, "x") == "0608"


def test_each_hit_has_its_own_rolls_with_the_face_that_shows() -> None:
    """Hit twice: 7 cripples at defense 6, 5 destroys at defense 4. R-LEG-17"""
    state = table([century("a", GRAV, "0606"), century("b", GRAV, "0605")], [century("x", GRAV, "0607")])
    events = settle(state, {"x": ["a", "b"]}, 7, HOLDS, 5)
    assert [e.checks[0].target for e in events] == [6, 4]
    assert state.units["x"].status == "destroyed"


@pytest.mark.parametrize(("at", "enemy"), [("0101", "0202"), ("0101|0102", "0202"), ("1611", "1511"), ("1611|1612", "1511")])
@pytest.mark.parametrize("morale", [FLEES, BREAKS])
def test_at_the_edge_of_the_map_too(at: str, enemy: str, morale: int) -> None:
    state = table([century("a", GRAV, enemy)], [century("x", GRAV, at)])
    settle(state, {"x": ["a"]}, 1, morale)
    assert board.on_map(board.grid("flat", tuple(FLAT)), place(state, "x"))
    assert board.dispersion(place(state, "x")) == board.dispersion(at)


HEXES = [f"{c:02d}{r:02d}" for c in range(4, 10) for r in range(4, 10)]


@st.composite
def positions(draw: st.DrawFn) -> str:
    """A hex, hexside or junction in the middle of the map."""
    at = draw(st.sampled_from(HEXES))
    for _ in range(draw(st.integers(0, 2))):
        at = draw(st.sampled_from([p for p in board.spreads(at) if p.count("|") > at.count("|")] or [at]))
    return at


@settings(max_examples=150, deadline=None)
@given(
    positions(),
    st.lists(positions(), min_size=1, max_size=4),
    st.integers(1, 4),
    st.booleans(),
    st.sampled_from(["infantry", GRAV, "hq_ground"]),
)
def test_wherever_they_stand_a_retreat_ends_out_of_every_zone(at: str, others: list[str], hitting: int, broken: bool, kind: str) -> None:
    state = table([century(f"a{n}", GRAV, place) for n, place in enumerate(others)], [century("x", kind, at)])
    unit, enemies = state.units["x"], [state.units[f"a{n}"] for n in range(len(others))]
    threats = [retreat.threat_of(e) for e in enemies[:hitting]]
    to = retreat.retreat_to(state, unit, threats, broken)
    if to:
        assert to != at
        assert board.gap(at, to) <= allowance_of(unit)
        assert all(threat.zone.isdisjoint(to.split("|")) for threat in threats)
        new = set(to.split("|")) - set(at.split("|"))
        assert new.isdisjoint(h for e in enemies for h in controlled(e))
        assert board.dispersion(to) == board.dispersion(at)
    elif len(others) == 1 and kind == GRAV:
        raise AssertionError("one enemy alone traps nobody on open ground")
