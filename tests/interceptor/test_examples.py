"""Worked examples of the rule books that live on the Interceptor board."""

from typing import Any

from scales.dice import KeyedDice, seeded_secret
from scales.interceptor.board import board, hexes_below
from scales.interceptor.missiles.bursts import hell_damage
from scales.interceptor.missiles.flying import fly_hell
from scales.interceptor.state import Shot
from scales.interceptor.tables import craft_types, missiles
from scales.interceptor.transfers.coming_down import FIGHTERS, counters
from scales.messages import Battlefield, FightersDown
from scales.play import Play
from tests.examples import oracle
from tests.interceptor.scenes import Table, board_of, craft, mail


@oracle("INT-024")
def test_hell_missile_damage_by_shield(inputs: Any, expected: Any) -> None:
    shields = {"bow" if s == "front" else s: v for s, v in inputs["shields"].items()}
    assert dict(craft_types()["avenger"].shields) == shields
    assert hell_damage(shields) == {"bow" if s == "front" else s: v for s, v in expected["damage"].items()}


@oracle("INT-025")
def test_hell_missile_figures(inputs: Any, expected: Any) -> None:  # noqa: ARG001
    hell = missiles()["hell_missile"]
    assert {"lock_on": int(hell.lock_on), "intelligence": hell.intelligence, "thrust": hell.thrust} == expected


@oracle("XSC-005")
def test_hexes_that_a_counter_may_come_down_in(inputs: Any, expected: Any) -> None:
    found = [board("three_game").label(h) for h in hexes_below("three_game", f"{inputs['leviathan_map']}:{inputs['leviathan_hex']}")]
    assert found == [f"{expected['interceptor_map']}:{h}" for h in expected["hexes"]]
    assert len(found) == expected["count"]


@oracle("XSC-006")
def test_an_undamaged_squadron_shows_one_craft(inputs: Any, expected: Any) -> None:
    assert shown(inputs["unit"], {inputs["type"]: 6}) == expected["interceptor_counters"]


@oracle("XSC-007")
def test_undamaged_flights_and_groups(inputs: Any, expected: Any) -> None:
    assert [shown(u, {"gladius": FIGHTERS[u]}) for u in inputs["unit"]] == expected["interceptor_counters"]


@oracle("XSC-008")
def test_a_damaged_squadron_appears_on_five_or_less(inputs: Any, expected: Any) -> None:
    assert [counters("squadron", 6, 5, 3, roll) for roll in inputs["rolls"]] == expected["interceptor_counters"]


@oracle("XSC-029")
def test_rows_of_the_interceptor_board(inputs: Any, expected: Any) -> None:  # noqa: ARG001
    b = board("three_game")
    zones = {f"{c:02d}": b.zone(b.hex(f"1:{c:02d}05")) for c in range(1, 9)}
    rows = expected["interceptor_rows"]
    assert [c for c, z in zones.items() if z == "ground"] == [rows["ground"]]
    assert [c for c, z in zones.items() if z == "interface"] == [rows["interface"]]
    assert "-".join([c for c, z in zones.items() if z == "atmosphere"][:: len(rows["atmosphere"]) - 1]) == rows["atmosphere"]
    assert b.battlefield == "1:" + expected["centurion_board_hex"]


def shown(size: str, fighters: dict[str, int]) -> int:
    """Craft counters on the board after a whole unit came down."""
    table = Table(board_of(layout="three_game"))
    news = FightersDown("unit", "Unit", "tog", "2:0603", size, fighters, 22, 22)
    table.phase("initiative", [mail("fighters_down", news)])
    return len([c for c in table.state.craft.values() if c.where == "board"])


def test_a_hell_missile_strikes_every_side_of_all_in_the_hex() -> None:
    state = board_of(craft("t1", "avenger", "1:1010"), craft("t2", "shuttle", "1:1010"), craft("c1", "avenger", "1:1012"))
    state.at.turn = 2
    state.shots = [Shot("m1", "hell_missile", "com", "c1", "t1", 10, 12, 0, 1)]
    play = Play(state, KeyedDice(key=seeded_secret(1)))
    fly_hell(play)
    told = {e.units[0]: e.data for e in play.events if e.kind == "hell_damage"}
    assert told == {"t1": {"bow": 50, "left": 60, "right": 60, "stern": 60}, "t2": dict.fromkeys(("bow", "left", "right", "stern"), 100)}
    assert state.shots == []


def test_a_ground_battle_is_known_by_its_hex() -> None:
    table = Table(board_of(layout="three_game"))
    table.phase("initiative", [mail("battlefield", Battlefield("b1", "1:0114", True, ["tog", "com"]))])
    assert (table.state.battles["b1"].column, table.state.battles["b1"].row) == (1, 14)
    table.turn(initiative=[mail("battlefield", Battlefield("b1", "1:0114", False, []))])
    assert table.state.battles == {}
