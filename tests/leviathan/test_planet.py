"""Ships near a planet: its air, its interface, its gravity, and what may fire where (leviathan: Space and the Ground)."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scales import armor
from scales.dice import ScriptedDice
from scales.hexes import Hex
from scales.leviathan import board
from scales.leviathan.combat import combat, fire, missiles
from scales.leviathan.movement import movement, moves, planet, reachable
from scales.leviathan.movement.movement import Plan
from scales.leviathan.movement.sequence import thrust_points
from scales.leviathan.state import Ship, State
from scales.play import Play
from tests.leviathan.table import Game, fighters, ship, table

LAYOUT = "leviathan_planet"
AIR, INTERFACE, WELL = 2, 3, 8
"""Columns of the zones."""


def _one(kind: str = "fulgur", column: int = WELL, heading: int = 1, velocity: int = 2, row: int = 14, **more: Any) -> tuple[State, Ship]:
    state = table([ship("a", kind, "tog", f"1:{WELL:02d}{row:02d}", heading, velocity=velocity, **more)], layout=LAYOUT)
    one = state.ships["a"]
    one.hex, one.maneuver = Hex(column, row), 1
    return state, one


def _faults(state: State, one: Ship, plan: Plan) -> list[str]:
    return movement.follow(state, one, plan).faults or []


def _front(one: Ship) -> int:
    return one.card.armor["F"] - armor.boxes_left(one.armor["F"])


# ---- the atmosphere ------------------------------------------------------------------------------------------------


def test_in_the_air_every_hex_and_every_turn_costs_a_point() -> None:
    state, one = _one(column=AIR, heading=1, velocity=2)
    assert movement.follow(state, one, Plan(0, "AA")).cost == 2
    assert movement.follow(state, one, Plan(0, "AR")).cost == 2
    assert movement.follow(state, one, Plan(0, "ARA")).cost == 2  # out of the air the next hex is free


def test_no_ship_moves_more_than_four_hexes_in_the_air() -> None:
    state, one = _one(column=AIR, velocity=4)
    one.maneuver = 2
    assert movement.follow(state, one, Plan(1, "AAAA")).most == planet.MOST_HEXES
    assert any("must move 4 hexes" in text and "Atmospheric Movement" in text for text in _faults(state, one, Plan(1, "AAAAA")))


@pytest.mark.parametrize("part", ["atmospheric_controls", "structural_collapse"])
def test_on_anti_grav_alone_it_moves_two(part: str) -> None:
    _, one = _one(column=AIR, velocity=4)
    assert planet.most_hexes(one, "atmosphere") == 4
    one.effects[part] = 1
    assert planet.most_hexes(one, "atmosphere") == planet.ON_ANTI_GRAV == 2
    assert planet.most_hexes(one, "interface") == 4


def test_who_cannot_pay_for_the_air_flies_as_far_as_thrust_lasts_and_slows() -> None:
    state, one = _one(column=AIR, velocity=4)
    points = thrust_points(one)[0]
    track = movement.follow(state, one, Plan(0, "A" * points))
    assert (track.faults, track.velocity) == ([], points)
    assert _faults(state, one, Plan(0, "A" * (points - 1)))  # it could pay for one more


def test_without_thrust_a_ship_in_the_air_stops() -> None:
    state, one = _one(column=AIR, velocity=3)
    one.maneuver = 0
    assert movement.straight(state, one) == Plan(0, "")


def test_twenty_points_for_entering_the_air_too_fast() -> None:
    state, one = _one(column=INTERFACE, heading=6, velocity=4)
    one.maneuver = 2
    track = movement.follow(state, one, Plan(1, "AAAA"))
    assert ("atmosphere", 20) in track.entries


@pytest.mark.parametrize(("hurt", "crashes"), [({"anti_grav_drive"}, False), ({"atmospheric_controls"}, False), ({"anti_grav_drive", "atmospheric_controls"}, True),
                                               ({"anti_grav_drive", "structural_collapse"}, True)])  # fmt: skip
def test_without_anti_grav_and_streamlining_a_ship_falls(hurt: set[str], crashes: bool) -> None:
    state, one = _one(column=AIR)
    one.effects |= dict.fromkeys(sorted(hurt), 1)
    planet.hold(Play(state, ScriptedDice.of()))
    assert one.crashed == crashes


def test_a_ship_that_loses_both_in_battle_falls_at_the_end_of_the_turn() -> None:
    state, one = _one(column=AIR)
    one.pending = [["anti_grav_drive", "F"], ["atmospheric_controls", "F"]]
    play = Play(state, ScriptedDice.of())
    combat.close(play)
    assert [e.rule for e in play.events if e.kind == "crashed"] == ["leviathan: Atmospheric Movement"]


def test_above_the_air_nothing_needs_to_be_held() -> None:
    state, one = _one(column=INTERFACE)
    one.effects |= {"anti_grav_drive": 1, "atmospheric_controls": 1}
    planet.hold(Play(state, ScriptedDice.of()))
    assert not one.crashed


# ---- the interface zone --------------------------------------------------------------------------------------------


def test_ten_points_for_each_point_over_four_and_the_ship_slows_to_four() -> None:
    state, one = _one("bantha", column=6, heading=5, velocity=7, row=10)
    play = Play(state, ScriptedDice.of())
    path = Plan(0, "AAAA")
    assert _faults(state, one, path) == []
    track = movement.follow(state, one, Plan(0, "AAA"))
    assert track.entries == [("interface", 30)]
    state, one = _one("fulgur", column=7, heading=5, velocity=6)
    moves.move_ship(play, one, Plan(0, "AAAA"))
    assert (one.velocity, _front(one)) == (4, 20)
    assert [e.rule for e in play.events if e.kind == "hit"] == ["leviathan: Interface Zone Movement"]


def test_a_ship_that_comes_in_after_its_fourth_hex_stops_there() -> None:
    state, one = _one("fulgur", column=8, heading=5, velocity=7)
    assert _faults(state, one, Plan(0, "AAAAA")) == []
    assert _faults(state, one, Plan(0, "AAAAAAA"))


def test_in_the_interface_all_thrust_may_go_into_the_velocity() -> None:
    state, one = _one("fulgur", column=INTERFACE, heading=1, velocity=1)
    one.maneuver = 2
    total, limit = thrust_points(one)
    assert total > limit
    assert _faults(state, one, Plan(limit + 1, "A" * min(4, limit + 2))) == []
    above, other = _one("fulgur", column=WELL, heading=1, velocity=1)
    other.maneuver = 2
    assert any("may change its velocity" in text for text in _faults(above, other, Plan(limit + 1, "A" * (limit + 2))))


def test_fighters_pass_the_interface_freely_and_fly_four_hexes_in_the_air() -> None:
    from scales.leviathan.fighters import flight

    state = table([ship("a", "fulgur", "tog", "1:0814")], layout=LAYOUT, fighters=[fighters("f", "gladius_squadron", "tog", "1:0314")])
    unit = state.fighters["f"]
    assert flight.fault(state, unit, Hex(INTERFACE, 14 - unit.thrust), 0) == ""
    assert flight.fault(state, unit, Hex(AIR, 11), 0) == ""
    assert flight.fault(state, unit, Hex(AIR, 8), 0)


# ---- the gravity well ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("column", "falls"), [(AIR, 0), (INTERFACE, 1), (4, 1), (13, 1), (14, 0), (20, 0)])
def test_the_well_is_the_interface_and_ten_rows_and_not_the_air(column: int, falls: int) -> None:
    state, one = _one(column=column, velocity=2)
    planet.gravity(Play(state, ScriptedDice.of()))
    assert one.hex == Hex(column - falls, 14)


def test_any_hex_of_a_ship_in_the_well_pulls_all_of_it() -> None:
    state, one = _one("shiva", column=16, heading=5, velocity=1)
    assert {board.zone(LAYOUT, h.column) for h in board.occupied(one)} == {"space", "gravity"}
    planet.gravity(Play(state, ScriptedDice.of()))
    assert (one.hex, one.velocity) == (Hex(15, 14), 2)


def test_orbital_installations_and_fighters_keep_their_height() -> None:
    base = {"id": "base", "name": "Base", "class": "on4", "side": "rl", "hex": "1:0914"}
    state = table(
        [ship("a", "fulgur", "tog", "1:2014")],
        layout=LAYOUT,
        installations=[base],
        fighters=[fighters("f", "gladius_squadron", "tog", "1:0514")],
    )
    planet.gravity(Play(state, ScriptedDice.of()))
    assert (tuple(state.ships["base"].hex), tuple(state.fighters["f"].hex)) == ((9, 14), (5, 14))


def test_pulled_into_the_interface_too_fast_it_burns_and_slows() -> None:
    state, one = _one("fulgur", column=4, heading=5, velocity=5)
    planet.gravity(Play(state, ScriptedDice.of()))
    assert (one.hex, one.velocity, _front(one)) == (Hex(3, 14), 4, 20)


def test_a_large_ship_that_is_pulled_into_the_air_is_lost() -> None:
    state, one = _one("bantha", column=INTERFACE, velocity=2)
    planet.gravity(Play(state, ScriptedDice.of()))
    assert one.crashed


@pytest.mark.parametrize(("plan", "heading", "column", "good"), [
    (Plan(0, "AA", orbit=1), 1, WELL, True), (Plan(0, "AA", orbit=2), 4, WELL, True), (Plan(0, "AA", orbit=3), 1, WELL, False),
    (Plan(0, "AA", orbit=1), 2, WELL, False), (Plan(0, "AA", orbit=1), 1, 20, False), (Plan(0, "AA", orbit=1), 1, INTERFACE, True),
])  # fmt: skip
def test_orbits_are_raised_by_two_rows_at_most_flying_along_the_ground(plan: Plan, heading: int, column: int, good: bool) -> None:
    state, one = _one(column=column, heading=heading)
    track = movement.follow(state, one, plan)
    assert (not track.faults) == good, track.faults
    if good:
        assert (track.hex.column, track.velocity) == (column + plan.orbit, 2)
    else:
        assert "leviathan: Gravity Well Movement" in " ".join(track.faults or [])


def test_a_ship_at_rest_does_not_fly_along_the_ground() -> None:
    state, one = _one(velocity=0)
    assert _faults(state, one, Plan(0, "", orbit=1))


@settings(max_examples=40, deadline=None)
@given(column=st.integers(2, 14), row=st.integers(3, 26), heading=st.integers(1, 6), velocity=st.integers(0, 7), blocks=st.integers(0, 2))
def test_near_the_ground_every_ship_has_a_legal_move_of_four_hexes_at_most(
    column: int, row: int, heading: int, velocity: int, blocks: int
) -> None:
    state, one = _one(column=column, heading=heading, row=row % 12 + 1)
    one.hex, one.velocity, one.maneuver = Hex(column, row), velocity, blocks
    for plan, track in reachable.plans(state, one):
        assert plan == movement.straight(state, one) or not track.faults
        if board.zone(LAYOUT, column) in planet.LOW and not track.faults:
            assert plan.path.count("A") <= planet.MOST_HEXES
        if not track.crashed and not track.left and board.zone(LAYOUT, track.hex.column) in planet.LOW and not plan.last:
            assert track.velocity <= planet.MOST_HEXES or track.faults


# ---- fire between zones --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("origin", "mark", "may"), [
    (20, 3, True), (20, 2, False), (8, 3, True), (8, 2, False), (3, 2, True), (3, 3, True), (3, 20, True), (2, 2, True), (2, 3, True), (2, 4, False),
    (2, 20, False),
])  # fmt: skip
def test_which_zones_fire_into_which(origin: int, mark: int, may: bool) -> None:
    assert board.may_fire(LAYOUT, Hex(origin, 14), Hex(mark, 14)) == may


@pytest.mark.parametrize(("column", "rows", "modifier"), [
    (2, 0, 0), (2, 1, None), (3, 0, -2), (3, 1, -2), (3, 2, None), (4, 2, -5), (4, 3, None), (8, 6, -5), (8, 7, None), (20, 0, None),
])  # fmt: skip
def test_the_cone_above_a_ground_hex(column: int, rows: int, modifier: int | None) -> None:
    assert board.ground_modifier(LAYOUT, Hex(column, 14 + rows), Hex(1, 14)) == modifier


def _siege(column: int, row: int = 14) -> tuple[State, Ship, Ship]:
    base = {"id": "base", "name": "Base", "class": "gl1", "side": "rl", "hex": "1:0114"}
    state = table([ship("a", "fulgur", "tog", "1:0814", 2)], layout=LAYOUT, installations=[base])
    one = state.ships["a"]
    one.hex, one.salvos = Hex(column, row), 2
    return state, one, state.ships["base"]


@pytest.mark.parametrize(("column", "modifiers"), [(AIR, []), (INTERFACE, [-2]), (5, [-5])])
def test_missiles_strike_a_base_below_with_the_modifier_of_their_height(column: int, modifiers: list[int]) -> None:
    state, one, base = _siege(column)
    salvo = missiles.salvo_of(state, one, {"target": "base", "hex": 0})
    assert salvo is not None
    assert [m.value for m in missiles.modifiers(LAYOUT, base, salvo)] == [-base.shield("F"), *modifiers]


def test_missiles_from_outside_the_cone_are_refused_with_the_rule() -> None:
    state, one, _ = _siege(INTERFACE, 17)
    (text,) = missiles.faults(state, one, {"target": "base", "hex": 0})
    assert "Space and the Ground" in text


def test_bays_at_a_base_need_the_cone_and_carry_the_height() -> None:
    state, one, base = _siege(INTERFACE)
    found = [m.value for location in "LRFA" for a in fire.aims(state, one, location, base) for m in a.modifiers if "height" in m.name]
    assert set(found) == {-2}
    one.hex = Hex(INTERFACE, 17)
    assert not [a for location in "LRFA" for a in fire.aims(state, one, location, base)]


def test_fighters_attack_the_ground_from_the_air_above_it_alone() -> None:
    from scales.leviathan.fighters import dogfight

    state, _, base = _siege(20)
    setup = fighters("f", "gladius_squadron", "tog", "1:0314")
    state.fighters = table([ship("a", "fulgur", "tog", "1:0814")], layout=LAYOUT, fighters=[setup]).fighters
    unit = state.fighters["f"]
    reached = {}
    for hex in (Hex(2, 14), Hex(2, 13), Hex(3, 14), Hex(4, 14)):
        unit.hex = hex
        reached[tuple(hex)] = dogfight.aim(state, unit, base) is not None
    assert reached == {(2, 14): True, (2, 13): False, (3, 14): False, (4, 14): False}


def test_a_battle_over_a_planet_is_played_to_its_end_by_chance() -> None:
    setup = {
        "layout": LAYOUT, "turn_limit": 4,
        "sides": [{"id": s, "faction": "tog", "seat": s} for s in ("tog", "rl")],
        "units": [ship("a", "fulgur", "tog", "1:0414", 5, velocity=3), ship("b", "ajax", "rl", "2:0301", 5, velocity=4), ship("c", "bantha", "rl", "2:0805", 1)],
        "installations": [{"id": "base", "name": "Base", "class": "gl2", "side": "rl", "hex": "1:0114"},
                          {"id": "orb", "name": "Orb", "class": "on3", "side": "tog", "hex": "2:0801"}],
        "ground": [{"id": "ad", "name": "Air Defense", "side": "tog", "hex": "1:0113"}],
    }  # fmt: skip
    for seed in (1, 2):
        Game(setup, seed=seed, random=("tog", "rl")).play()


def test_a_destroyer_without_streamlining_and_anti_grav_crashes_too() -> None:
    state, one = _one("lexington", column=INTERFACE, heading=5, velocity=1)
    assert "neither anti-grav drives nor streamlining" in movement.follow(state, one, Plan(0, "A")).crashed
    state, big = _one("bantha", column=INTERFACE, heading=6, velocity=1, row=8)
    assert "too large" in movement.follow(state, big, Plan(0, "A")).crashed
