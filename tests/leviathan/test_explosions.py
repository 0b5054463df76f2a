"""Ships that blow up: the last row adds up from turn to turn, each wreck rolls once a turn, and what the blast reaches."""

from typing import Any

import pytest

from scales.dice import ScriptedDice
from scales.engine import Event
from scales.leviathan import board
from scales.leviathan.damage import damage, explosions
from scales.leviathan.state import Ship, State
from scales.play import Play
from tests.examples import oracle
from tests.leviathan.table import Game, fighters, ship, table


def wreck(target: Ship, boxes: int) -> Ship:
    target.internals = [(1 << target.card.width) - 1] * len(target.internals)
    target.row_boxes, target.row_fresh, target.destroyed = boxes, True, True
    return target


def blown(state: State, *rolls: int) -> list[Event]:
    play = Play(state, ScriptedDice.of(*rolls))
    explosions.explode(play)
    return play.events


@oracle("LEV-053")
def test_explosion_numbers(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    assert [explosions.explosion_number(b) for b in inputs["boxes"]] == expected["explodes_on"]


@oracle("LEV-054")
def test_collateral_damage(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    assert {k: explosions.collateral(inputs["exploding"], r) for k, r in inputs["targets"].items()} == expected["damage"]


def test_a_ten_never_blows_a_ship_up() -> None:
    assert [explosions.succeeds(roll, 9) for roll in (1, 9, 10)] == [True, True, False]


def test_boxes_of_the_last_row_add_up_and_are_rolled_for_when_there_are_new_ones() -> None:
    state = table([ship("b", "shiva", "tog", "1:1307"), ship("f", "bantha", "rl", "2:0307")])
    lost = wreck(state.ships["b"], 3)
    (event,) = blown(state, 2)
    assert (event.checks[0].base, event.checks[0].roll, event.checks[0].passed) == (1, 2, False)
    assert not blown(state)
    damage.by_rows(Play(state, ScriptedDice.of()), lost, "F", 1)  # the armor takes it
    assert not blown(state)
    lost.armor["F"].rows = (0,) * 20
    damage.by_rows(Play(state, ScriptedDice.of()), lost, "F", 2)
    (event,) = blown(state, 2)
    assert (event.data["boxes"], event.checks[0].base, event.checks[0].passed) == (5, 3, True)
    assert not lost.on_map


def test_a_wreck_drifts_at_its_last_heading_and_velocity() -> None:
    state = table([ship("b", "shiva", "tog", "1:1307", 4, velocity=2), ship("f", "bantha", "rl", "2:0307", velocity=1)])
    wreck(state.ships["b"], 1).row_fresh = False
    game = Game(state)
    for phase in ("power", "movement"):
        game.phase(phase)
    found = game.state.ships["b"]
    assert (board.label(game.state.sheets, found.hex), found.heading, found.velocity) == ("1:1309", 4, 2)


def test_a_battleship_takes_a_cruiser_on_two_sides_and_a_frigate_on_its_bow() -> None:
    state = table(
        [
            ship("b", "shiva", "tog", "1:1310", 1),
            ship("c", "carthage", "rl", "1:1510", 1),
            ship("f", "bantha", "rl", "1:1314", 1),
            ship("far", "bantha", "rl", "2:0110", 1),
        ]
    )
    cruiser, frigate = (explosions.blast(state.ships["b"], state.ships[u]) for u in ("c", "f"))
    assert cruiser == {"FL": 64, "AL": 64}
    assert frigate == {"F": 32}
    assert explosions.blast(state.ships["b"], state.ships["far"]) == {}


def test_the_ships_own_hexes_are_no_way_in() -> None:
    state = table([ship("b", "shiva", "tog", "1:1307", 1), ship("f", "bantha", "rl", "1:1310", 1)])
    assert explosions.blast(state.ships["b"], state.ships["f"]) == {"F": 64}


def test_a_ship_over_the_stern_of_the_wreck_is_struck_as_by_its_fire() -> None:
    state = table([ship("b", "shiva", "tog", "1:1307", 1), ship("d", "fulgur", "rl", "1:1307", 4)])
    one, other = state.ships["b"], state.ships["d"]
    other.entered, other.arrived = 4, 5  # it came in last, on heading 4: from the battleship's front, bow first
    assert explosions.blast(one, other) == {board.ways(one, other, "*")[0].sides[0]: 256}


@pytest.mark.parametrize("heading", [1, 2, 3, 4, 5])
def test_each_section_is_damaged_once(heading: int) -> None:
    state = table([ship("b", "shiva", "tog", "1:1310", 1), ship("r", "repulse", "rl", "1:1610", heading)])
    found = explosions.blast(state.ships["b"], state.ships["r"])
    assert found
    assert set(found.values()) <= {128, 64, 32}
    before = {s: sum(r.bit_count() for r in g.rows) for s, g in state.ships["r"].armor.items()}
    wreck(state.ships["b"], 13)
    events = blown(state, 1)
    gone = {s: before[s] - sum(r.bit_count() for r in g.rows) for s, g in state.ships["r"].armor.items()}
    assert {s: n for s, n in gone.items() if n} == found
    assert [(e.data["side"], e.data["points"]) for e in events if e.kind == "hit"] == list(found.items())


def test_one_explosion_sets_off_another_and_nobody_rolls_twice() -> None:
    state = table([ship("b", "shiva", "tog", "1:1310", 1), ship("r", "fulgur", "rl", "1:1410", 1)])
    state.ships["b"].by = "r"
    wreck(state.ships["b"], 4)
    other = wreck(state.ships["r"], 0)
    other.row_fresh = False
    other.armor = {s: type(g)([0] * len(g.rows), g.width) for s, g in other.armor.items()}
    kinds = [(e.kind, e.units[0]) for e in blown(state, 3, 9)]
    assert kinds == [("explosion", "b"), ("hit", "r"), ("explosion", "r")]
    assert other.row_boxes == 128
    assert other.exploded


def test_fighters_are_not_reached() -> None:
    state = table(
        [ship("b", "shiva", "tog", "1:1310"), ship("f", "bantha", "rl", "2:0307")],
        fighters=[fighters("g", "gladius_group", "rl", "1:1310")],
    )
    wreck(state.ships["b"], 13)
    blown(state, 1)
    assert state.fighters["g"].lost == 0
