"""What the bot looks up in tables for all places at once agrees with the rules that work it out for one."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scales.hexes import CUBE_STEPS, Hex, arc_sides, distance, from_cube, to_cube
from scales.interceptor.board import board
from scales.interceptor.bot.bearings import BACK, BEARS, SIDES, lines
from scales.interceptor.bot.exchange import Exchange
from scales.interceptor.bot.guns import BANDS, Gun
from scales.interceptor.bot.skies import sky
from scales.interceptor.combat.gunnery import base_at
from scales.interceptor.movement import search
from scales.interceptor.movement.ends import fan
from scales.interceptor.movement.flight import STRAIGHT, Plan, Pose, Wings, cost, fall
from scales.interceptor.tables import band, damage_at, weapons

STEPS = st.integers(-20, 20)
SPACE = board("interceptor_deep_space")


@given(STEPS, STEPS)
def test_lines_have_the_length_and_the_hexsides_that_the_hexes_give(dx: int, dz: int) -> None:
    length, bearing = lines(SPACE).at(np.array([dx]), np.array([dz]))
    there = from_cube(dx, dz, "odd")
    assert length[0] == distance(Hex(0, 0), there, "odd")
    sides = tuple(side - 1 for side in arc_sides(Hex(0, 0), 1, there, "odd"))
    assert SIDES[bearing[0]] == (sides or tuple(range(6)))
    back = lines(SPACE).at(np.array([-dx]), np.array([-dz]))[1]
    assert BACK[bearing[0]] == back[0]
    for heading in range(6):
        seen = {side - 1 for side in arc_sides(Hex(0, 0), heading + 1, there, "odd")} or set(range(6))
        assert {side for side in range(6) if BEARS[bearing[0], heading, side]} == seen


@given(st.integers(0, 7), st.integers(1, 4), st.sampled_from([1, 3, STRAIGHT]))
def test_no_plan_with_two_bends_is_cheaper_than_the_way_that_was_found(hexes: int, left: int, right: int) -> None:
    found = {(x, z, h): spent for x, z, h, spent in zip(*(each.tolist() for each in search.reached(hexes, left, right)), strict=True)}
    for first in range(hexes + 1):
        for one in search.TURNS:
            for two in search.TURNS:
                turns = [0] * (hexes + 1)
                turns[first], turns[-1] = one, turns[-1] + two if first < hexes else one
                price = sum(abs(turn) * (right if turn > 0 else left) for turn in turns)
                if abs(turns[-1]) <= 3 and price < search.UNREACHED:
                    assert found[_flown(turns)] <= price


def _flown(turns: list[int]) -> tuple[int, int, int]:
    x = z = heading = 0
    for turn in turns[:-1]:
        heading = (heading + turn) % 6
        x, z = x + CUBE_STEPS[heading][0], z + CUBE_STEPS[heading][1]
    return x, z, (heading + turns[-1]) % 6


@given(st.integers(0, 9), st.integers(0, 7), st.sampled_from([Wings(4), Wings(4, left=-1), Wings(4, right=STRAIGHT)]))
def test_a_fan_has_the_price_of_the_way_to_each_of_its_ends(velocity: int, budget: int, wings: Wings) -> None:
    ends = fan(Pose(Hex(5, 5), 1, velocity), budget, wings)
    assert (ends.spent <= budget).all()
    for x, z, h, flown, spent, faster in zip(*(each.tolist() for each in ends), strict=True):
        each = 1 + min(flown // 3, 9)
        turns = search.way(flown, each + wings.left, each + wings.right, x, z, h).turns
        assert cost(Plan(faster, turns), velocity, wings) == spent
        assert _flown(list(turns)) == (x, z, h)


@given(st.sampled_from(["three_game", "two_game", "drop_zone", "interceptor_deep_space"]), st.data(), st.integers(0, 9))
def test_the_sky_holds_and_pulls_as_the_board_does(layout: str, data: st.DataObject, velocity: int) -> None:
    b, wings = board(layout), Wings(4, interface=6)
    columns, rows = (st.integers(low - 2, high + 2) for low, high in zip(b.first, b.last, strict=True))
    hex, heading = Hex(data.draw(columns), data.draw(rows)), data.draw(st.integers(0, 5))
    x, z, fast = (np.array([value]) for value in (*to_cube(hex, "odd"), velocity))
    holds = bool(sky(b, wings).holds(x, z, fast)[0])
    assert holds == (b.has(hex) and velocity <= wings.most(b.zone(hex)))
    if holds:
        after = fall(b, Pose(hex, heading + 1, velocity))
        found = sky(b, wings).settled(x, z, np.array([heading]), fast)
        assert [int(each[0]) for each in found] == [*to_cube(after.hex, "odd"), after.velocity]


@given(STEPS, STEPS, st.integers(0, 5), st.integers(0, 5))
def test_an_exchange_deals_what_the_guns_that_bear_do(dx: int, dz: int, mine: int, his: int) -> None:
    """A laser ahead and one in a turret against a craft with another guard on every side."""
    laser, guard = "laser_1_5_1", (0, -1, -2, -3, -4, -5)
    me = Gun("gladius", ((laser, "bow"), (laser, "turret")), 4, guard, (10,) * 6)
    there = from_cube(dx, dz, "odd")
    away = distance(Hex(0, 0), there, "odd")
    place = lines(SPACE).place(np.array([dx]), np.array([dz]))
    dealt = Exchange(me, me, his, 10, 10).deals.take(lines(SPACE).rows.take(place) + mine, mode="clip")[0]
    ahead = not away or 1 in arc_sides(Hex(0, 0), mine + 1, there, "odd")
    if not away:
        struck = [(mine + 3 - his) % 6]
    else:
        struck = [side - 1 for side in arc_sides(there, his + 1, Hex(0, 0), "odd")]
    number = max(1, min(9, base_at(away) + 4 + min(guard[side] for side in struck)))
    power = damage_at(weapons()[laser].damage, away) * (1 + ahead) if band(away) < len(BANDS) else 0
    assert dealt == power * number * 10
