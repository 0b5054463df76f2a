"""Movement points, terrain, deployment changes and maneuver tests on the way. legatus: Movement Points, Deployment Changes, Maneuver Tests"""

from typing import Any

import pytest

from scales.engine import Decision, Orders
from scales.legatus import ENGINE, board
from scales.legatus.combat import retreat
from scales.legatus.movement import movement
from scales.legatus.state import LegatusState
from tests.legatus.table import FLAT, Table, century, table

GRAV = "medium_grav_armor"
FAR = [century("x", GRAV, "1612")]
CARRIAGES = {"infantry": "infantry", "ground": "hq_ground", "grav": GRAV}


def ready(tog: list[Any], other: list[Any], **more: Any) -> Table:
    """At the start of the movement phase."""
    return Table(table(tog, other, **more)).phase("initiative")


def march(play: Table, *script: int, **orders: Any) -> Table:
    """The cohort 't' moves: paths, or whole orders, by century."""
    given = {id: order if isinstance(order, dict) else {"path": order} for id, order in orders.items()}
    return play.phase("movement", *script, orders={"movement:t": given})


def faults(state: LegatusState, path: list[str], **more: Any) -> list[str]:
    """What the check says of a path of century 'a'."""
    decision = Decision("movement:t", "tog", "movement", "Move", ["a"], data={"cohort": "t"})
    return [f.text for f in ENGINE.check(ENGINE.view(state, "tog"), decision, Orders({"a": {"path": path, **more}}))]


def rows(mark: str, *lines: int) -> list[str]:
    """Flat ground with rows of other terrain."""
    return [row.replace("0.", mark) if n + 1 in lines else row for n, row in enumerate(FLAT)]


# ---- allowances ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("carriage", "altitude", "points", "crippled"),
    [
        ("infantry", "normal", 1, 0),
        ("ground", "normal", 3, 1),
        ("grav", "normal", 6, 4),
        ("grav", "tree_top", 6, 4),
        ("grav", "low_altitude", 10, 8),
    ],
)
def test_movement_points_by_type_and_two_less_for_the_crippled(carriage: str, altitude: str, points: int, crippled: int) -> None:
    state = table([century("a", CARRIAGES[carriage], "0606", altitude=altitude)], FAR)
    assert movement.allowance_of(state.units["a"]) == points
    state.units["a"].crippled = True
    assert movement.allowance_of(state.units["a"]) == crippled


def test_a_century_that_starts_at_low_altitude_keeps_ten_points_when_it_comes_down() -> None:
    """Given a century at low altitude; when it comes down two levels; then eight hexes are left to it."""
    path, at = ["tree_top", "normal"], "0206"
    for _ in range(8):
        at = max(n for n in board.around(at) if n[:2] == f"{int(at[:2]) + 1:02d}")
        path.append(at)
    state = table([century("a", GRAV, "0206", altitude="low_altitude")], [century("x", GRAV, "1601")])
    assert faults(state, path) == []
    assert "0 movement points are left" in faults(state, [*path, board.around(at)[0]])[0]
    play = march(Table(state).phase("initiative"), 1, 1, a=path)
    assert (play.state.units["a"].at, play.state.units["a"].began) == (at, "low_altitude")
    assert movement.allowance_of(play.state.units["a"]) == 10


def test_a_century_that_rises_to_low_altitude_gets_its_ten_points_in_the_next_turn() -> None:
    play = march(ready([century("a", GRAV, "0606", altitude="tree_top")], FAR), a=["low_altitude"])
    unit = play.state.units["a"]
    assert (unit.altitude, movement.allowance_of(unit)) == ("low_altitude", 6)
    assert retreat.flight(play.state, unit)[1].left == 12
    play.phase("end", 1, 1).phase("initiative")
    assert movement.allowance_of(play.state.units["a"]) == 10


# ---- terrain -------------------------------------------------------------------------------------------------------

GROUND = {
    # token: half points of infantry, ground, grav, and of grav at tree top
    "0.": (2, 2, 2, 2),
    "0w": (0, 0, 2, 2),
    "0u": (2, 4, 4, 2),
    "0l": (2, 4, 4, 2),
    "0h": (2, 6, 6, 2),
    "0b": (2, 4, 4, 2),
    "0s": (2, 6, 2, 2),
    "0.v": (2, 4, 2, 2),
    "1.": (4, 4, 4, 4),
    "2.": (0, 0, 6, 6),
    "3.": (0, 0, 8, 8),
    "4.": (0, 0, 0, 0),
    "-1.": (2, 2, 2, 2),
}


@pytest.mark.parametrize("token", GROUND)
def test_what_it_costs_to_enter_a_hex(token: str) -> None:
    """From clear ground at level 0, off roads and rivers; a century at low altitude pays for clear ground everywhere."""
    grid = board.grid(f"from clear to {token}", (f"0. {token}", f"0. {token}"))
    way = ("0101", "0201")
    found = [board.entry(grid, c, "normal", True, way) for c in CARRIAGES] + [board.entry(grid, "grav", "tree_top", True, way)]
    assert tuple(found) == GROUND[token]
    assert board.entry(grid, "grav", "low_altitude", True, way) == 2


def test_infantry_treats_buildings_as_clear_ground_on_a_hill_too() -> None:
    grid = board.grid("town", ("0. 1b", "0. 1."))
    assert board.entry(grid, "infantry", "normal", True, ("0101", "0201")) == board.entry(
        grid, "infantry", "normal", True, ("0102", "0202")
    )


def test_roads_serve_the_concentrated_who_follow_them() -> None:
    """Heavy woods cost 3 points; along the road ½, but not beside it, nor for those spread out, nor at low altitude."""
    grid = board.grid("road", ("0hr 0hr 0h", "0h 0hr 0h"))

    def enter(way: tuple[str, str], together: bool = True, altitude: str = "normal") -> int:
        return board.entry(grid, "grav", altitude, together, way)

    assert enter(("0101", "0201")) == 1
    assert enter(("0102", "0201")) == 6
    assert enter(("0101", "0201"), together=False) == 6
    assert enter(("0101", "0201"), altitude="tree_top") == 1
    assert enter(("0101", "0201"), altitude="low_altitude") == 2


def test_rivers_are_roads_for_grav_centuries_alone() -> None:
    grid = board.grid("river", ("0.v 0lv 0.", "0. 0.v 0."))

    def cost(carriage: str, way: tuple[str, str], together: bool = True) -> int:
        return board.entry(grid, carriage, "normal", together, way)

    assert (cost("grav", ("0101", "0201")), cost("grav", ("0102", "0201")), cost("grav", ("0101", "0201"), False)) == (1, 4, 4)
    assert (cost("ground", ("0101", "0201")), cost("infantry", ("0101", "0201"))) == (4, 2)


def test_one_point_is_enough_for_a_first_hex_of_any_price() -> None:
    """A ground century pays 3 for a swamp: crippled, it has one point and may go there all the same, and no farther."""
    state = table([century("a", "hq_ground", "0606", crippled=True)], FAR, rows=rows("0s", 7, 8))
    assert faults(state, ["0607"]) == []
    assert faults(state, ["0607", "0608"]) == [
        "Step 2 of the path: 0 movement points are left at 0607, and 0608 costs 3 (legatus: Movement Points)."
    ]


def test_a_lake_is_closed_even_to_one_point() -> None:
    state = table([century("a", "infantry", "0606")], FAR, rows=rows("0w", 7))
    assert faults(state, ["0607"]) == ["Step 1 of the path: the terrain of 0607 cannot be entered from 0606 (legatus: Movement Points)."]


def test_low_altitude_ignores_terrain_and_goes_ten_hexes() -> None:
    rows = [row.replace("0.", "2h") if n % 2 else row for n, row in enumerate(FLAT)]
    state = table([century("a", GRAV, "0201", altitude="low_altitude")], [century("x", GRAV, "1612")], rows=rows)
    found = movement.reachable(movement.ground_for(state, state.units["a"]), movement.start_walk(state.units["a"]))
    assert max(board.gap("0201", at) for at in found) == 10


# ---- steps ---------------------------------------------------------------------------------------------------------


def test_only_new_hexes_cost() -> None:
    """A semi-dispersed century that keeps one of its hexes pays for the other alone, by a parallel hexside for two; woods behind it cost nothing."""
    grid = board.grid("woods behind", tuple(rows("0h", 6)))
    assert board.prices(grid, "grav", "normal", "0606|0607", "0607|0608") == (2,)
    assert board.prices(grid, "grav", "normal", "0607|0608", "0606|0607") == (6,)
    both = [to for to in board.parallels("0607", "0608") if board.on_map(grid, to)]
    assert len(both) == 4
    assert all(len(board.prices(grid, "grav", "normal", "0607|0608", to)) == 2 for to in both)


@pytest.mark.parametrize(("at", "steps"), [("0606", 6), ("0606|0607", 14), ("0606|0607|0707", 9)])
def test_how_many_steps_each_dispersion_has(at: str, steps: int) -> None:
    found = board.steps(at)
    assert (len(found), len(set(found))) == (steps, steps)
    assert all(board.dispersion(to) == board.dispersion(at) and at in board.steps(to) for to in found)


def unlike() -> tuple[list[str], str, str]:
    """Ground with a row of woods, a junction and a step of it into clear ground and woods at once."""
    ground = rows("0l", 7)
    grid, here = board.grid("unlike", tuple(ground)), "0705|0706|0805"
    there = next(
        to for to, _, _ in board.moves(grid, "grav", "normal")[here] if len(set(board.prices(grid, "grav", "normal", here, to))) == 2
    )
    return ground, here, there


@pytest.mark.parametrize(("script", "more"), [((8,), {}), ((9,), {}), ((), {"pay_higher": True})])
def test_two_unlike_new_hexes(script: tuple[int, ...], more: dict[str, bool]) -> None:
    """Maneuver 6 + 2: a step is made whether the test passes, fails or is declined, and then needs no die."""
    ground, here, there = unlike()
    play = ready([century("a", GRAV, here)], FAR, rows=ground)
    play = march(play, *script, a={"path": [there], **more})
    assert play.state.units["a"].at == there
    assert [c.what for e in play.events for c in e.checks] == ["maneuver test: A, two hexes of unlike terrain"] * len(script)


def test_the_test_for_unlike_terrain_decides_how_far_a_century_gets() -> None:
    """Given 4 points (crippled) and five steps of 1 or 2; when the test is failed or declined; then the last step cannot be paid."""
    ground, here, there = unlike()
    state = table([century("a", GRAV, here, crippled=True)], FAR, rows=ground)
    path, at = [there], there
    grid = movement.grid_of(state)
    while len(path) < 4:
        at = next(
            to
            for to in board.steps(at)
            if to not in path and board.on_map(grid, to) and set(board.prices(grid, "grav", "normal", at, to)) == {2}
        )
        path.append(at)
    assert faults(state, path) == []
    assert faults(state, path, pay_higher=True) == [
        f"Step 4 of the path: 0 movement points are left at {path[2]}, and {path[3]} costs 1 (legatus: Movement Points)."
    ]
    play = march(Table(state).phase("initiative"), 10, a=path)
    assert play.state.units["a"].at == path[2]
    assert next(e for e in play.events if e.kind == "moved").text.endswith("and stops there: its movement points ran out.")


def test_friends_are_passed_through_and_stood_with() -> None:
    play = march(ready([century("a", GRAV, "0604"), century("b", GRAV, "0605"), century("d", GRAV, "0606")], FAR), a=["0605", "0606"])
    assert play.state.units["a"].at == play.state.units["d"].at == "0606"


# ---- deployment changes --------------------------------------------------------------------------------------------


def test_each_level_costs_a_point_and_calls_for_a_test_as_the_century_then_stands() -> None:
    """Maneuver 6: concentrated to semi-dispersed tests at 7, to dispersed at 8, up to tree top at 9; the last step needs no test."""
    play = march(ready([century("a", GRAV, "0606")], FAR), 7, 8, 9, a=["0606|0607", "0606|0607|0707", "tree_top", "low_altitude"])
    unit = play.state.units["a"]
    assert (unit.at, unit.altitude) == ("0606|0607|0707", "low_altitude")
    assert [c.target for e in play.events for c in e.checks] == [7, 8, 9]


def test_who_fails_after_a_change_stops_with_the_change_made() -> None:
    play = march(ready([century("a", GRAV, "0606", altitude="dug_in")], FAR), 7, a=["normal", "0605"])
    assert (play.state.units["a"].at, play.state.units["a"].altitude) == ("0606", "normal")
    assert "failed its maneuver test (deployment changed)" in next(e for e in play.events if e.kind == "moved").text


def test_infantry_spends_its_point_on_a_hex_or_a_level() -> None:
    state = table([century("a", "infantry", "0606")], FAR)
    assert faults(state, ["dug_in"]) == faults(state, ["0607"]) == []
    assert faults(state, ["0605|0606"]) == []
    assert "0 movement points are left at 0605|0606" in faults(state, ["0605|0606", "dug_in"])[0]


@pytest.mark.parametrize(
    ("unit", "path", "why"),
    [
        (
            century("a", GRAV, "0604"),
            ["0606"],
            "Step 1 of the path: 0606 cannot be reached from 0604 in one step (legatus: Movement Points).",
        ),
        (century("a", GRAV, "0604"), ["0605", "0606", "0607"], "Step 3 of the path: an enemy stands in 0607 (legatus: Zones of Control)."),
        (
            century("a", GRAV, "0604", altitude="dug_in"),
            ["0605"],
            "Step 1 of the path: a dug-in century must rise to normal altitude before it enters a hex (legatus: Deployment Changes).",
        ),
        (
            century("a", "infantry", "0604"),
            ["tree_top"],
            "Step 1 of the path: only grav centuries can go to tree top (legatus: Deployment).",
        ),
        (
            century("a", GRAV, "0604"),
            ["low_altitude"],
            "Step 1 of the path: low altitude is not the next altitude from normal (legatus: Deployment Changes).",
        ),
        (
            century("a", GRAV, "0604"),
            ["9999"],
            "Step 1 of the path: '9999' is no hex, hexside or junction of this map (legatus: Deployment).",
        ),
        (
            century("a", GRAV, "0604"),
            ["0603|0604|0704"],
            "Step 1 of the path: 0603|0604|0704 cannot be reached from 0604 in one step (legatus: Deployment Changes).",
        ),
        (
            century("a", "infantry", "0604"),
            ["0605", "dug_in"],
            "Step 2 of the path: 0 movement points are left at 0605, and dug in costs 1 (legatus: Movement Points).",
        ),
    ],
)
def test_a_refusal_names_the_step_the_reason_and_the_rule(unit: Any, path: list[str], why: str) -> None:
    assert faults(table([unit], [century("x", GRAV, "0607")]), path) == [why]
