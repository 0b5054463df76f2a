"""Worked examples and tables of initiative, power and movement."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scales.dice import ScriptedDice
from scales.hexes import Hex
from scales.leviathan import board, catalog
from scales.leviathan.movement import movement, moves, planet, reachable, sequence
from scales.leviathan.movement.movement import Plan
from scales.leviathan.scenario import victory
from scales.leviathan.state import Ship, State
from scales.play import Play
from tests.examples import oracle
from tests.leviathan.table import ship, table

BY_HEXES = {1: "fulgur", 2: "bantha", 3: "syracuse", 4: "shiva"}


def _one(kind: str, hex: str = "1:1310", heading: int = 1, layout: str = "leviathan_deep_space", **more: Any) -> tuple[State, Ship]:
    state = table([ship("one", kind, "tog", hex, heading, **more), ship("other", "ajax", "rl", "2:2510")], layout=layout)
    return state, state.ships["one"]


@oracle("LEV-001", "LEV-002", "LEV-004")
def test_order_of_movement(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    found = sequence.movement_sequence(inputs["units"], inputs["initiative_winner"])
    assert [list(chunk) for chunk in found] == expected["sequence"]


@oracle("LEV-005")
def test_class_order(inputs: dict[str, Any], expected: dict[str, Any]) -> None:  # noqa: ARG001
    assert sequence.class_order() == expected["class_order"]


@oracle("LEV-007")
def test_thrust_by_power(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    sheets = [catalog.sheets()[BY_HEXES[h]] for h in inputs["hexes"]]
    for key, blocks, damaged in (("normal", 1, False), ("normal_damaged", 1, True), ("double", 2, False), ("double_damaged", 2, True)):
        assert [catalog.thrust(s, blocks, damaged)[0] for s in sheets] == expected[key]


@oracle("LEV-009", "LEV-010")
def test_cost_of_a_heading_change(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    assert [movement.turn_cost(v) for v in inputs["velocity"]] == expected["thrust_cost"]


@oracle("LEV-011")
def test_straight_hexes_before_a_turn(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    assert [movement.straight_needed(h) for h in inputs["hexes"]] == expected["straight_hexes_before_turn"]
    state, one = _one("fulgur", velocity=1)
    assert not movement.follow(state, one, Plan(0, "LA")).faults
    assert movement.follow(state, one, Plan(0, "LLA")).faults


@oracle("LEV-012", "LEV-013")
def test_drift_is_carried_over(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    kind = {"battleship": "shiva", "cruiser": "syracuse"}[inputs["ship"]]
    state, one = _one(kind, velocity=inputs["velocity"])
    one.maneuver = 2
    path = "AAALAA" if "path" in inputs else "AA"
    track = movement.follow(state, one, Plan(0, path))
    assert not track.faults
    assert track.drift == expected["drift_recorded"]
    needed = movement.straight_needed(one.card.hexes) - track.drift
    assert max(0, needed) == expected.get("straight_hexes_needed_next_turn", 0)


@oracle("LEV-014")
def test_rolling(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    state, one = _one("syracuse", "1:2014", velocity=inputs["velocity"])
    plain = movement.follow(state, one, Plan(0, "A" * 9))
    rolled = movement.follow(state, one, Plan(0, "O" + "A" * 9))
    assert rolled.cost - plain.cost == expected["thrust_cost"]
    assert (rolled.heading, rolled.velocity) == (plain.heading + expected["heading_change"], plain.velocity + expected["velocity_change"])
    assert board.armor_side(3, 0, 2, rolled=False) == "FR"
    assert board.armor_side(3, 0, 2, rolled=True) == "FL"


@oracle("LEV-015")
def test_velocity_never_below_zero(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    state, one = _one("fulgur", velocity=inputs["velocity"])
    assert movement.follow(state, one, Plan(-inputs["thrust_braking"])).faults
    best = min(track.velocity for _, track in reachable.plans(state, one))
    assert best == expected["velocity_after"]


@oracle("LEV-065")
def test_the_pull_of_the_planet(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    headings = {"toward": 5, "away": 2, "parallel": 1}
    cases = zip(inputs["heading"], inputs["velocity"], inputs["row"], strict=True)
    found = [planet.fall(board.zone("leviathan_planet", row), headings[h], v) for h, v, row in cases]
    assert [v for _, v in found] == expected["velocity_after"]
    assert [rows for rows, _ in found] == expected["rows_fallen_by_gravity"]


@oracle("LEV-067")
def test_too_fast_into_the_air(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    assert planet.burn("atmosphere", inputs["entry_velocity"]) == expected["front_damage"]


@oracle("LEV-068")
def test_large_ships_crash_in_the_air(inputs: dict[str, Any], expected: dict[str, Any]) -> None:  # noqa: ARG001
    state, one = _one("bantha", "1:0408", 6, "leviathan_planet", velocity=1)
    track = movement.follow(state, one, Plan(0, "A"))
    assert track.crashed
    moves.move_ship(Play(state, ScriptedDice.of()), one, Plan(0, "A"))
    assert victory.status(one) == expected["result"]


def test_without_a_bridge_a_ship_drifts() -> None:
    state, one = _one("fulgur", velocity=3)
    one.effects["main_bridge"] = 1
    assert sequence.drifting(state, one)
    state, big = _one("shiva", velocity=3)
    big.effects["main_bridge"] = 1
    assert not sequence.drifting(state, big)


def test_an_orbit_is_raised_along_the_ground_only() -> None:
    state, one = _one("fulgur", "1:0810", 1, "leviathan_planet", velocity=1)
    assert movement.follow(state, one, Plan(0, "A", orbit=1)).hex == Hex(9, 9)
    one.heading = 2
    assert movement.follow(state, one, Plan(0, "A", orbit=1)).faults


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(["fulgur", "exeter", "bantha", "syracuse", "shiva", "liburna", "lusoria"]),
    st.integers(0, 9),
    st.integers(0, 2),
    st.integers(1, 6),
    st.booleans(),
)
def test_every_plan_offered_is_legal(kind: str, velocity: int, blocks: int, heading: int, planet: bool) -> None:
    layout = "leviathan_planet" if planet else "leviathan_deep_space"
    state, one = _one(kind, "1:1310", heading, layout, velocity=velocity)
    one.maneuver = blocks
    found = reachable.plans(state, one)
    assert found
    for plan, _ in found:
        track = movement.follow(state, one, plan)
        assert not track.faults or plan == movement.straight(state, one)
        assert not sequence.thrust_points(one)[0] or track.cost <= sequence.thrust_points(one)[0]
        assert 1 <= track.heading <= 6
        assert track.velocity >= 0


# ---- the length of a path ------------------------------------------------------------------------------------------

PLACES = {
    "leviathan_deep_space": ["1:0101", "1:0110", "1:1301", "1:2601", "1:2614", "2:2614", "2:0114", "2:1314"],
    "leviathan_planet": ["1:0301", "1:0310", "1:0401", "1:0512", "1:0614", "1:1301", "2:2614", "2:0514", "1:0901"],
}
EDGES = st.sampled_from([(layout, hex) for layout, hexes in PLACES.items() for hex in hexes])
PATHS = st.one_of(
    st.integers(0, 20).map(lambda n: "A" * n),
    st.text("AAAAALR", max_size=18),
    st.tuples(st.integers(0, 6), st.sampled_from("LR"), st.integers(0, 14)).map(lambda p: "A" * p[0] + p[1] + "A" * p[2]),
)


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(["fulgur", "exeter", "syracuse", "lusoria"]), EDGES, st.integers(1, 6), st.integers(0, 6), st.integers(-2, 2), PATHS)
def test_every_legal_path_has_the_legal_length(
    kind: str, place: tuple[str, str], heading: int, velocity: int, first: int, path: str
) -> None:
    """Whether it stays on the map, leaves it or ends in the ground: as many hexes as the velocity, near the ground four, or fewer
    where the thrust for the air is lacking; more only where it comes so far before it is near the ground."""
    state, one = _near(kind, place, heading, velocity)
    track = movement.follow(state, one, Plan(first, path))
    if track.faults:
        return
    flown, wanted = path.count("A"), velocity + first
    low = track.most < movement.FAR or bool(track.crashed)
    assert flown == wanted or (low and flown < wanted and (flown >= planet.MOST_HEXES or track.cost >= sequence.thrust_points(one)[0]))
    assert track.moved <= flown


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(["fulgur", "syracuse", "lusoria"]), EDGES, st.integers(1, 6), st.integers(0, 6))
def test_no_offer_near_an_edge_goes_on_beyond_its_length(kind: str, place: tuple[str, str], heading: int, velocity: int) -> None:
    state, one = _near(kind, place, heading, velocity)
    for plan, _ in reachable.plans(state, one):
        assert plan.path.count("A") <= velocity + plan.first


def _near(kind: str, place: tuple[str, str], heading: int, velocity: int) -> tuple[State, Ship]:
    """A ship near an edge, with all its power in the drives."""
    state, one = _one(kind, layout=place[0])
    one.hex, one.heading, one.velocity, one.maneuver = board.parse(state.sheets, place[1]), heading, velocity, 2
    return state, one


@pytest.mark.parametrize("heading", [1, 6])
def test_a_ship_leaves_the_map_in_the_hex_where_it_crosses(heading: int) -> None:
    state, one = _one("fulgur", "1:0102", heading, velocity=3)
    track = movement.follow(state, one, Plan(0, "AAA"))
    assert (track.left, track.moved, track.faults) == (True, 2 if heading == 1 else 1, [])
    for hexes in (0, 1, 2, 4, 18):
        wrong = movement.follow(state, one, Plan(0, "A" * hexes))
        assert wrong.faults == [f"One must move 3 hexes and this path has {hexes} (leviathan: Movement)"]
