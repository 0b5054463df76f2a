"""Marking damage on armor: rows that go on where the last ones stopped, mounts, columns, what is inside, widowed armor, shorts that pass."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from scales import armor
from scales.dice import KeyedDice, ScriptedDice, seeded_secret
from scales.leviathan.damage import damage, internals
from scales.leviathan.state import Ship, State
from scales.play import Play
from tests.examples import oracle
from tests.leviathan.table import Game, fighters, ship, table


def duel(one: str = "shiva", other: str = "syracuse") -> tuple[State, Ship]:
    state = table([ship("a", one, "tog", "1:1207", 1), ship("b", other, "rl", "1:1607", 1)])
    return state, state.ships["a"]


def play_of(state: State, *rolls: int) -> Play[State]:
    return Play(state, ScriptedDice.of(*rolls))


def lost(target: Ship, side: str) -> list[int]:
    """Boxes gone by column."""
    return [len(target.armor[side].rows) - armor.column_left(target.armor[side], c) for c in range(1, target.card.width + 1)]


@oracle("LEV-032")
def test_a_bay_marks_along_the_row(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    state, target = duel("shiva")
    assert len(target.armor["F"].rows) == inputs["armor_rows"]
    target.armor["F"].next_column = inputs["start_column"]
    damage.by_rows(play_of(state), target, "F", inputs["damage"])
    assert lost(target, "F") == expected["boxes_per_column"]
    assert target.armor["F"].next_column == expected["next_column"]


def test_the_next_bay_goes_on_in_the_next_column_whatever_else_was_hit() -> None:
    state, target = duel()
    damage.by_rows(play_of(state), target, "F", 4)
    damage.by_column(play_of(state), target, "F", 6, 5)
    damage.by_rows(play_of(state), target, "F", 2)
    assert lost(target, "F") == [1, 1, 1, 1, 7, 1, 0, 0, 0, 0]
    assert target.armor["FR"].next_column == 1


@oracle("LEV-033")
def test_damage_on_a_cruisers_side(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    state, one = duel("syracuse", "shiva")
    # the mount in column 4; then 13 and 20 points by rows with a squadron's column between; the two points inside roll column 1
    play = play_of(state, 4, 1)
    damage.by_mount(play, one, "FR", inputs["hits"][0]["depth"], "the mount")
    damage.by_rows(play, one, "FR", inputs["hits"][1]["damage"])
    damage.by_column(play, one, "FR", inputs["hits"][2]["damage"], inputs["hits"][2]["column"])
    assert one.armor["FR"].next_column == expected["second_bay_starts_column"]
    damage.by_rows(play, one, "FR", inputs["hits"][3]["damage"])
    play.tell("test", "the hits", "test")
    assert lost(one, "FR") == expected["removed_per_column"]
    assert sum(r.bit_count() for r in one.internals) == expected["penetrating"]["points"]


@oracle("LEV-034")
def test_widowed_armor_after_a_squadron_and_a_mount(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    state, target = duel("shiva")
    column, mount = inputs["hits"]
    damage.by_column(play_of(state), target, "F", column["damage"], column["column"])
    play = play_of(state, mount["center"])
    damage.by_mount(play, target, "F", mount["depth"], "the mount")
    play.tell("test", "the mount", "test")
    first, last = expected["removed_by_spinal_rows"]
    for c in expected["columns"]:
        assert not any(armor.has(target.armor["F"], row, c) for row in range(first, last + 1))
    damage.widow(play)
    assert play.events[-1].data["boxes"] == {"F": expected["widowed"]}


def test_a_mount_on_the_edge_loses_what_lies_beside_the_armor() -> None:
    for column, gone in ((1, [5, 5, 0]), (10, [0, 5, 5])):
        state, target = duel()
        play = play_of(state, column)
        damage.by_mount(play, target, "F", 5, "the mount")
        play.tell("test", "the mount", "test")
        found = lost(target, "F")
        assert (found[:3] if column == 1 else found[-3:]) == gone


def test_what_overlays_earlier_damage_is_wasted() -> None:
    state, target = duel()
    damage.by_column(play_of(state), target, "F", 4, 3)
    play = play_of(state, 4)
    damage.by_mount(play, target, "F", 5, "the mount")
    play.tell("test", "the mount", "test")
    assert lost(target, "F")[:6] == [0, 0, 5, 5, 5, 0]


def test_patrol_ships_throw_again_what_is_beyond_their_five_columns() -> None:
    state, target = duel("liburna")
    target.armor["F"].rows = (0,) * len(target.armor["F"].rows)
    play = play_of(state, 9, 6, 3)
    damage.by_rows(play, target, "F", 4)
    play.tell("test", "the bay", "test")
    assert [r for r in target.internals if r] == [0b100] * 4


@oracle("LEV-035")
def test_groups_of_four_inside(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    state, one = duel()
    one.armor["F"].rows = (0,) * 20
    play = play_of(state, *inputs["column_rolls"], 3, 4)
    damage.by_rows(play, one, "F", inputs["points"])
    marked = [[c, sum(r >> (c - 1) & 1 for r in one.internals)] for c in range(1, 11)]
    assert [m for m in marked if m[1]] == expected["groups"]
    assert internals.groups(inputs["points"]) == [g for _, g in expected["groups"]]
    # the book's example goes on: seven rows of a mount, three of them in the armor, start under the damage in column 4
    one.armor["F"].rows = (0,) * 17 + ((1 << 10) - 1,) * 3
    damage.by_mount(play, one, "F", 7, "the mount")
    play.tell("test", "the mount", "test")
    assert [sum(r >> (c - 1) & 1 for r in one.internals) for c in range(1, 11)] == [4, 0, 4, 8, 4, 0, 4, 0, 0, 3]


@oracle("LEV-085")
def test_damage_takes_effect_after_all_have_fired(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    state, one = duel("fulgur", "shiva")
    one.armor["FR"].rows = (0,) * 5
    play = play_of(state, 4)  # column 4: navigation lights, acceleration compensator, weapon power, drives at half
    damage.by_rows(play, one, "FR", 4)
    play.tell("hit", "a hit", "test")
    assert one.power == 2
    assert inputs["damaged_capital_ship_has_not_fired"] != expected["fires_with_damage_effects"]
    damage.take_effect(play)
    assert one.power == 1
    assert play.events[-1].text == (
        f"{one.name} loses navigation lights; acceleration compensator; weapon power system; half of the sub-light drive."
    )


def test_damage_to_fighters_takes_effect_at_once() -> None:
    state = table([ship("a", "shiva", "tog", "1:1207")], fighters=[fighters("f", "gladius_squadron", "rl", "1:1208")])
    damage.hit_fighters(play_of(state), state.fighters["f"], state.fighters["f"].boxes, "a")
    assert not state.fighters["f"].alive


def test_shorts_of_the_drive_pass_after_the_movement_and_the_others_after_the_turn() -> None:
    state = table([ship("a", "shiva", "tog", "1:0507", velocity=1), ship("b", "syracuse", "rl", "2:1007", velocity=1)])
    state.ships["a"].pending = [["sld_shorts", "F"], ["sld_shorts", "F"], ["plant_shorts", "F"]]
    game = Game(state)
    game.phase("combat")
    assert (game.state.ships["a"].sld_shorts, game.state.ships["a"].plant_shorts) == (2, 1)
    for phase in ("power", "movement"):
        game.phase(phase)
    assert (game.state.ships["a"].sld_shorts, game.state.ships["a"].plant_shorts) == (1, 1)
    passed = [e for e in game.phase("combat") if e.kind == "shorts_passed"]
    assert [e.data["passed"] for e in passed] == [["power plant"]]
    assert game.state.ships["a"].power == 2


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 400), st.sampled_from(["shiva", "syracuse", "bantha", "fulgur", "liburna"]), st.integers(0, 99))
def test_every_point_marks_a_box_or_is_counted_beyond_the_block(points: int, kind: str, seed: int) -> None:
    state = table([ship("a", kind, "tog", "1:1207"), ship("b", "syracuse", "rl", "1:1607")])
    target = state.ships["a"]
    before = sum(armor.boxes_left(g) for g in target.armor.values())
    damage.by_rows(Play(state, KeyedDice(key=seeded_secret(seed))), target, "F", points)
    gone = before - sum(armor.boxes_left(g) for g in target.armor.values())
    last = target.internals[-1].bit_count()
    assert gone + sum(r.bit_count() for r in target.internals) + target.row_boxes - last == points
