"""Whole battles, the three scenarios of the book, orders, rulings."""

import copy
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from scales.codec import decode, encode
from scales.dice import KeyedDice, ScriptedDice, seeded_secret
from scales.engine import Decision, Orders
from scales.leviathan import ENGINE
from scales.leviathan.scenario import chase, victory
from scales.leviathan.state import State
from scales.play import Play
from tests.leviathan.table import Game, document, fighters, ship, table

LIBRARY = Path(__file__).parents[2] / "campaigns" / "library"


def scenario(name: str) -> dict[str, Any]:
    """The set-up of a campaign of the library that has a single Leviathan board."""
    campaign = yaml.safe_load((LIBRARY / f"{name}.yaml").read_text())
    return document([]) | campaign["theatres"][0]["boards"]["leviathan"] | {"turn_limit": campaign["victory"]["turn_limit"]}


@pytest.mark.parametrize("name", ["meeting_engagement", "the_swarm", "the_chase"])
def test_the_scenarios_are_without_fault(name: str) -> None:
    assert ENGINE.faults(scenario(name)) == []


def test_the_meeting_engagement_is_fought_to_the_end() -> None:
    game = Game(scenario("meeting_engagement")).play()
    report = ENGINE.report(game.state)
    assert report.over
    assert report.turn <= 40
    destroyed = [f for f in report.fates.values() if f.status == "destroyed"]
    assert len(destroyed) > 5
    assert all(f.by for f in destroyed)
    levels = {s: victory.level(game.state, s) for s in ("tog", "rl")}
    assert report.winner is None or levels[report.winner] in ("marginal", "substantial", "decisive")
    assert report.outcome in {*levels.values(), "draw"}


def test_the_swarm_ends_with_the_battleship_or_the_wing() -> None:
    report = ENGINE.report(Game(scenario("the_swarm"), seed=3).play().state)
    assert report.outcome in ("battleship_destroyed", "fighters_destroyed", "undecided")
    assert (report.winner == "rl") == (report.outcome == "battleship_destroyed")


def test_a_battle_is_the_same_again_and_through_json() -> None:
    setup = document(
        [ship("a", "fulgur", "tog", "2:1303", 1, velocity=3), ship("b", "exeter", "rl", "1:1310", 4, velocity=3)], turn_limit=6
    )
    one, two = Game(setup, seed=5), Game(setup, seed=5)
    for _ in range(3):
        one.turn()
        two.turn()
        assert encode(one.state) == encode(two.state)
        two.state = decode(encode(two.state), State)
    assert [encode(e) for e in one.events] == [encode(e) for e in two.events]


def test_a_step_leaves_the_state_given_alone() -> None:
    state = table([ship("a", "fulgur", "tog", "2:1303", 1), ship("b", "exeter", "rl", "1:1310", 4)])
    before = encode(state)
    ENGINE.advance(state, "power", {}, [], KeyedDice(key=seeded_secret(1)))
    assert encode(state) == before


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_any_choice_of_options_is_legal(seed: int) -> None:
    dice = KeyedDice(key=seeded_secret(100 + seed))
    setup = ENGINE.sample(dice)
    assert ENGINE.faults(setup) == []
    game = Game(setup, seed=seed, random=("tog", "rl"), check=True)
    for _ in range(4):
        if not ENGINE.report(game.state).over:
            game.turn()


def test_the_bot_beats_chance() -> None:
    units = [ship(f"t{n}", k, "tog", f"2:{9 + 4 * n:02d}03", 1, velocity=3) for n, k in enumerate(("fulgur", "serpens", "bantha"))]
    units += [ship(f"r{n}", k, "rl", f"1:{9 + 4 * n:02d}10", 4, velocity=3) for n, k in enumerate(("exeter", "ajax", "valiant"))]
    score = {"bot": 0, "random": 0}
    for seed in range(4):
        side, other = ("tog", "rl") if seed % 2 else ("rl", "tog")
        report = ENGINE.report(Game(document(units, turn_limit=10), seed=seed, random=(other,)).play().state)
        score["bot"] += report.points[side]
        score["random"] += report.points[other]
    assert score["bot"] > score["random"]


# ---- orders --------------------------------------------------------------------------------------------------------


def _pending(state: State, phase: str) -> tuple[State, list[Decision]]:
    step = ENGINE.advance(state, phase, {}, [], KeyedDice(key=seeded_secret(2)))
    return step.state, step.pending


GARBAGE: list[Any] = [
    None,
    7,
    "x",
    [],
    {},
    {"weapons": 9, "maneuver": 0},
    {"path": "AAAAZ"},
    {"to": "nowhere"},
    {"shares": {"b": 200}},
    True,
]


@pytest.mark.parametrize("garbage", GARBAGE)
@pytest.mark.parametrize("phase", ["power", "movement", "combat"])
def test_garbage_is_refused_with_a_sentence(phase: str, garbage: Any) -> None:
    state = table([ship("a", "fulgur", "tog", "1:1305", 1, velocity=2), ship("b", "exeter", "rl", "1:1310", 4, velocity=2)])
    for name in ENGINE.phases[: ENGINE.phases.index(phase)]:
        game = Game(state)
        game.phase(name)
        state = game.state
    state, pending = _pending(state, phase)
    for decision in pending:
        view = ENGINE.view(state, decision.seat)
        slots = ENGINE.offers(view, decision)
        faults = ENGINE.check(view, decision, Orders({s.id: garbage for s in slots if garbage != {} or phase != "combat"}))
        assert faults
        assert all(f.text and f.code for f in faults)
        assert ENGINE.check(view, decision, Orders({}))
        assert ENGINE.check(view, decision, Orders({"nobody": {}}))


def test_orders_of_another_seat_are_refused() -> None:
    state, pending = _pending(table([ship("a", "fulgur", "tog", "1:1305", 1), ship("b", "exeter", "rl", "1:1310", 4)]), "power")
    decision = pending[0]
    view = ENGINE.view(state, "rl" if decision.seat == "tog" else "tog")
    assert [f.code for f in ENGINE.check(view, decision, Orders({"first": {"first": "tog"}}))] == ["not_yours"]


def test_a_plan_of_ones_own_is_taken_when_it_keeps_the_rules() -> None:
    state = table([ship("a", "fulgur", "tog", "1:1308", 1, velocity=2), ship("b", "exeter", "rl", "2:1310", 4)])
    game = Game(state)
    game.phase("power", say={"a": {"weapons": 1, "maneuver": 1}})
    game.phase("movement", say={"a": {"first": 0, "path": "ARAO", "last": -1, "orbit": 0}})
    moved = game.state.ships["a"]
    assert (moved.heading, moved.velocity, moved.rolled) == (2, 1, True)


# ---- setting up, ruling, settling ----------------------------------------------------------------------------------


def test_every_mistake_of_a_set_up_is_named_at_once() -> None:
    units = [ship("a", "shivaa", "tog", "3:1305"), ship("a", "fulgur", "nobody", "1:9999", fighters=[fighters("f", "gladius_wing", "tog")])]
    codes = [f.code for f in ENGINE.faults(document(units, options={"magic": True}, victory={"kind": "chase", "pursued": "x"}))]
    assert set(codes) == {"double_id", "unknown_class", "bad_hex", "unknown_side", "bad_fighters", "unknown_option", "bad_victory"}
    texts = " ".join(f.text for f in ENGINE.faults(document(units)))
    assert "did you mean shiva" in texts


def test_a_ship_keeps_its_damage_for_a_later_battle() -> None:
    setup = document([ship("a", "fulgur", "tog", "1:1305", 1), ship("b", "shiva", "rl", "1:1310", 4)])
    game = Game(setup)
    for _ in range(2):
        game.turn()
    sheet, hurt = ENGINE.report(game.state).fates["b"].sheet, game.state.ships["b"]
    assert victory.hurt_boxes(hurt)
    again = table([ship("a", "fulgur", "tog", "1:1305", 1), ship("b", "shiva", "rl", "2:1310", 4, sheet=sheet)]).ships["b"]
    assert (again.armor, again.internals) == (hurt.armor, hurt.internals)


def test_rulings() -> None:
    state = table([ship("a", "fulgur", "tog", "1:1305", 1), ship("b", "shiva", "rl", "1:1310", 4)])
    dice = ScriptedDice.of()
    hurt = ENGINE.amend(state, {"kind": "damage", "unit": "a", "side": "F", "points": 60, "reason": "forgotten"}, dice).state
    assert victory.hurt_boxes(hurt.ships["a"]) == 60
    assert victory.hurt_boxes(ENGINE.amend(hurt, {"kind": "repair", "unit": "a"}, dice).state.ships["a"]) == 0
    assert ENGINE.amend(state, {"kind": "destroy", "unit": "b"}, dice).state.ships["b"].destroyed
    moved = ENGINE.amend(state, {"kind": "move", "unit": "a", "hex": "2:0603", "heading": 3, "velocity": 5}, dice).state.ships["a"]
    assert (tuple(moved.hex), moved.heading, moved.velocity) == ((6, 17), 3, 5)
    for nonsense in (
        {"kind": "fly"},
        {"kind": "destroy", "unit": "z"},
        {"kind": "move", "unit": "a", "hex": "9:9999"},
        {"kind": "damage", "unit": "a"},
    ):
        with pytest.raises(ValueError, match=r"."):
            ENGINE.amend(state, nonsense, dice)


def test_a_result_from_the_table() -> None:
    state = table(
        [ship("a", "fulgur", "tog", "1:1305", 1), ship("b", "shiva", "rl", "1:1310", 4)],
        fighters=[fighters("f", "gladius_flight", "tog", "1:1305")],
    )
    done = ENGINE.settle(
        state, {"fates": {"a": {"status": "ok"}, "b": {"status": "destroyed", "by": "a"}, "f": {"status": "damaged", "lost": 5}}}
    ).state
    report = ENGINE.report(done)
    assert report.over
    assert report.winner == "tog"
    assert (report.fates["b"].status, report.fates["b"].by, done.fighters["f"].lost) == ("destroyed", "a", 5)
    for nonsense in (
        {},
        {"fates": {"zz": {"status": "ok"}}},
        {"fates": {"f": {"status": "damaged", "lost": 99}}},
        {"fates": {"a": {"status": "eaten"}}},
    ):
        with pytest.raises(ValueError, match=r"."):
            ENGINE.settle(state, copy.deepcopy(nonsense))


def test_a_standing_board_is_never_over() -> None:
    game = Game(document([ship("a", "fulgur", "tog", "1:1308", 1)], standing=True, turn_limit=1))
    for _ in range(3):
        game.turn()
    assert not ENGINE.report(game.state).over


def test_two_sides_that_never_meet_end_in_a_stalemate() -> None:
    units = [ship("a", "solstice", "rl", "1:1308", 1), ship("b", "scapha", "tog", "2:1308", 1)]
    game = Game(document(units, turn_limit=30)).play()
    assert ENGINE.report(game.state).turn <= 30


def test_in_the_chase_a_sheet_is_laid_ahead_when_the_hunter_has_come_up() -> None:
    setup = {"layout": "leviathan_end_to_end", "victory": {"kind": "chase", "pursued": "rl"}}
    state = table(
        [ship("h", "fulgur", "tog", "1:2507", 6), ship("i", "serpens", "tog", "2:0207", 6), ship("p", "ajax", "rl", "1:0507", 6)], **setup
    )
    play = Play(state, ScriptedDice.of(10, 5))
    chase.scroll(play)
    assert {s.number: s.column for s in state.sheets} == {"1": 0, "2": -26}
    assert tuple(state.ships["i"].hex) == (26, 7)
    assert state.rolled_reinforcements == [5]
    chase.enter(play)
    assert sorted(s.sheet for s in state.of_side("rl")) == ["ajax", "ajax", "valiant"]


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 10_000))
def test_boxes_never_grow_back_and_nobody_is_in_two_places(seed: int) -> None:
    setup = ENGINE.sample(KeyedDice(key=seeded_secret(seed)))
    game = Game(setup, seed=seed)
    before = {i: victory.hurt_boxes(s) for i, s in game.state.ships.items()}
    game.turn()
    after = {i: victory.hurt_boxes(s) for i, s in game.state.ships.items()}
    assert all(after[i] >= n for i, n in before.items())
    assert ENGINE.invariants(game.state) == []
