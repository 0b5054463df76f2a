"""Into T-space: who may, how far astray, what the enemy learns, and what stays behind (leviathan: Traveling Faster Than the Speed of Light)."""

from typing import Any

import pytest

from scales.codec import clone
from scales.dice import KeyedDice, ScriptedDice, seeded_secret
from scales.engine import Event, Orders
from scales.leviathan import ENGINE
from scales.leviathan.adjudication import results
from scales.leviathan.movement import movement, moves, reachable, sequence, translation
from scales.leviathan.movement.movement import Plan
from scales.leviathan.preparation.models import Setup
from scales.leviathan.preparation.setup import build
from scales.leviathan.state import Ship, State
from scales.play import Play
from tests.examples import oracle
from tests.leviathan.table import Game, document, fighters, ship, table

FAST = [10, 14, 18, 22, 26]


def runner(kind: str = "shiva", velocity: int = 30, course: list[int] | None = None, other: str = "ajax", **more: Any) -> State:
    """A ship "one" of tog that flies along two mapsheets laid end to end, and an enemy behind it."""
    one = ship("one", kind, "tog", "2:2507", 5, velocity=velocity, course=course or [])
    return table([one, ship("other", other, "rl", "1:0104", 1)], layout="leviathan_end_to_end", **more)


def depart(state: State, *dice: int) -> list[Event]:
    playing = Play(state, ScriptedDice.of(*dice))
    translation.depart(playing)
    playing.dice.done()  # type: ignore[attr-defined]
    return playing.events


def declared(state: State) -> Ship:
    """The runner after a move straight on with its declaration."""
    one = state.ships["one"]
    moves.move_ship(Play(state, ScriptedDice.of()), one, Plan(0, "A" * one.velocity, translate=True))
    return one


def refusal(state: State, **order: Any) -> str:
    """What is said of a move of the runner."""
    view = ENGINE.view(state, "tog")
    return " ".join(f.text for f in ENGINE.check(view, moves.move_of(state, "tog", "one"), Orders({"one": order})))


# ---- the tables ----------------------------------------------------------------------------------------------------


@oracle("LEV-072")
def test_chances_of_misdirection(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    one = runner().ships["one"]
    courses = [[30] * turns for turns in inputs["turns_straight"]]
    assert [translation.chance(one, course) for course in courses] == [(percent, []) for percent in expected["misdirection_percent"]]
    assert translation.misdirection(9) == 1


def test_printed_cells_of_the_course_adjustment_table() -> None:
    assert [translation.adjustment(1, n) for n in range(7)] == [24, 20, 16, 12, 8, 4, 1]
    assert [translation.adjustment(2, n) for n in range(7)] == [240, 120, 24, 18, 14, 8, 4]
    assert [translation.adjustment(3, n) for n in range(6)] == [480, 360, 120, 24, 21, 12]
    assert [sum(translation.is_printed(roll, n) for n in range(7)) for roll in range(1, 11)] == [7, 7, 6] + [0] * 7


def test_designed_cells_grow_with_the_die_and_fall_with_the_turns() -> None:
    for turns in range(7):
        column = [translation.adjustment(roll, turns) for roll in range(1, 11)]
        assert column == sorted(column)
    for roll in range(1, 11):
        row = [translation.adjustment(roll, turns) for turns in range(7)]
        assert row == sorted(row, reverse=True)


@pytest.mark.parametrize(
    ("effects", "course", "turns", "percent"),
    [
        ({}, [6, 6, 6, 2, 2], 5, 10),
        ({}, [6, 6, 5, 2, 2], 4, 50),
        ({}, [2, 2, 2, 2, 6, 6, 6], 7, 1),
        ({"ftl_minor": 1}, [30] * 5, 4, 60),
        ({"ftl_minor": 1}, [30] * 6, 5, 20),
        ({"ftl_major": 1}, [30] * 9, 6, 51),
        ({"ftl_major": 1}, [30] * 8, 5, 60),
        ({"ftl_minor": 1, "ftl_major": 1}, [30] * 6, 3, 100),
    ],
)
def test_slow_turns_and_damaged_drives(effects: dict[str, int], course: list[int], turns: int, percent: int) -> None:
    one = runner().ships["one"]
    one.effects = effects
    assert translation.outlook(one, course) == {"straight": turns, "misdirection": percent}


def test_a_drive_mended_by_its_crew_computes_longer() -> None:
    one = runner().ships["one"]
    one.patched = ["ftl_destroyed"]
    assert translation.outlook(one, [30] * 5) == {"straight": 4, "misdirection": 75}


# ---- a straight course ---------------------------------------------------------------------------------------------


def test_straight_turns_are_counted_with_their_velocities() -> None:
    state = runner("fulgur", 6)
    one = state.ships["one"]
    one.heading = 4
    for plan in (Plan(-1, "AAAAA"), Plan(-4, "AO"), Plan(0, "A")):
        moves.move_ship(Play(state, ScriptedDice.of()), one, plan)
    assert one.course == [5, 1, 1]


@pytest.mark.parametrize("plan", [Plan(0, "AALA"), Plan(0, "RAAA")])
def test_any_deviation_starts_the_count_anew(plan: Plan) -> None:
    state = runner("fulgur", 3, FAST)
    moves.move_ship(Play(state, ScriptedDice.of()), state.ships["one"], plan)
    assert state.ships["one"].course == []


def test_a_turn_without_a_hex_counts_for_nothing() -> None:
    state = runner("fulgur", 0, [8, 9])
    moves.move_ship(Play(state, ScriptedDice.of()), state.ships["one"], Plan(0, "", 2))
    assert state.ships["one"].course == [8, 9]


def test_the_pull_of_a_planet_is_a_deviation() -> None:
    units = [ship("one", "fulgur", "tog", "1:0910", 1, velocity=2, course=[3, 3]), ship("other", "ajax", "rl", "2:2510")]
    state = table(units, layout="leviathan_planet")
    game = Game(state)
    game.phase("power")
    game.phase("movement", say={"one": Plan(0, "AA").json()})
    assert game.state.ships["one"].course == []


# ---- who may -------------------------------------------------------------------------------------------------------


def test_thirty_hexes_are_needed() -> None:
    assert refusal(runner("fulgur", 30), path="A" * 30, translate=True) == ""
    assert "One flies at velocity 29 and needs 30 to translate (leviathan: Traveling Faster Than the Speed of Light)" in refusal(
        runner("fulgur", 29), path="A" * 29, translate=True
    )
    assert refusal(runner("fulgur", 29), first=1, path="A" * 30, translate=True) == ""
    assert "flies at velocity 29" in refusal(runner("fulgur", 29), path="A" * 29, last=1, translate=True)


@pytest.mark.parametrize(
    ("effects", "text"),
    [
        ({"ftl_destroyed": 1}, "the FTL drive of One is destroyed (leviathan: Faster-Than-Light Systems)"),
        ({"structural_collapse": 1}, "the hull of One would not bear a translation (leviathan: Superstructure)"),
    ],
)
def test_what_keeps_a_ship_in_normal_space(effects: dict[str, int], text: str) -> None:
    state = runner("fulgur")
    state.ships["one"].effects = effects
    before = clone(state)
    assert text in refusal(state, path="A" * 30, translate=True)
    assert state == before


def test_the_switch_is_on_and_can_be_off() -> None:
    assert "played without translations" in refusal(runner(options={"faster_than_light": 0}), path="A" * 30, translate=True)
    assert any("translates" in o.info for o in options(runner()))
    assert not any("translates" in o.info for o in options(runner(options={"faster_than_light": 0})))


def options(state: State) -> list[Any]:
    view = ENGINE.view(state, "tog")
    return ENGINE.offers(view, moves.move_of(state, "tog", "one"))[0].options


def test_an_installation_goes_nowhere() -> None:
    base = {"id": "base", "name": "Base", "class": "on5", "side": "rl", "hex": "1:1307"}
    state = runner(installations=[base])
    assert translation.defects(state.ships["base"]) == [f"Base has no FTL drive ({translation.RULE})"]


def test_an_offer_tells_the_chance() -> None:
    found = [o for o in options(runner("fulgur", 28, FAST)) if "translates" in o.info]
    assert sorted(o.order["first"] for o in found) == [2, 3, 4]
    assert {o.info["translates"]["misdirection"] for o in found} == {1}
    assert all("going astray on 1 percent" in o.label for o in found)


def test_a_ship_without_thrust_is_asked_when_it_may_translate() -> None:
    state = runner("fulgur", 30, FAST)
    state.ships["one"].maneuver = 0
    assert not sequence.drifting(state, state.ships["one"])
    assert [plan.translate for plan, _ in reachable.every_plan(state, state.ships["one"])] == [False, True]
    state.ships["one"].velocity = 29
    assert sequence.drifting(state, state.ships["one"])


# ---- the end of the turn -------------------------------------------------------------------------------------------


def test_it_comes_out_where_it_wants_to() -> None:
    state = runner(course=FAST)
    one = declared(state)
    events = depart(state, 2)
    assert one.left
    assert [e.kind for e in events] == ["translated", "course"]
    check = events[1].checks[0]
    assert (check.base, check.target, check.roll, check.passed) == (1, 1, 2, True)
    fate = ENGINE.report(state).fates["one"]
    assert (fate.status, fate.sheet["ftl"]) == ("left", {"elsewhere": False, "hours": 0, "straight": 6, "misdirection": 1})


def test_it_goes_astray_by_the_hours_of_the_table() -> None:
    state = runner(course=FAST[:2])
    state.ships["one"].effects = {"ftl_minor": 1}
    declared(state)
    events = depart(state, 95, 3)
    check = events[1].checks[0]
    assert (check.base, check.target, check.passed) == (90, 100, False)
    assert [(m.name, m.value) for m in check.modifiers] == [("minor damage of the drive", 10)]
    assert events[1].data == {
        "elsewhere": True, "hours": 120, "straight": 2, "misdirection": 100, "known_to": ["tog"], "adjustment": 3, "printed": True,
    }  # fmt: skip
    assert "takes 120 hours" in events[1].text


@pytest.mark.parametrize(("damage", "left"), [({"ftl_destroyed": 1}, False), ({"structural_collapse": 1}, False), ({"ftl_major": 1}, True)])
def test_damage_of_the_turn_counts(damage: dict[str, int], left: bool) -> None:
    state = runner(course=FAST)
    one = declared(state)
    one.effects = damage
    events = depart(state, *([90, 5] if left else []))
    assert (one.left, one.translating) == (left, False)
    if not left:
        assert (events[0].kind, events[0].rule) == ("translation_failed", "leviathan: Faster-Than-Light Systems")


def test_a_ship_destroyed_in_the_turn_stays() -> None:
    state = runner(course=FAST)
    one = declared(state)
    one.destroyed = True
    assert depart(state) == []
    assert (one.left, one.translating) == (False, False)


def test_what_is_aboard_goes_along() -> None:
    units = [ship("one", "shiva", "tog", "2:2507", 5, velocity=30, fighters=[fighters("f", "gladius_squadron", "tog")]),
             ship("other", "ajax", "rl", "1:0101")]  # fmt: skip
    state = table(units, layout="leviathan_end_to_end")
    declared(state)
    depart(state, 100)
    assert {k: f.status for k, f in ENGINE.report(state).fates.items()} == {"one": "left", "f": "left", "other": "ok"}


@pytest.mark.parametrize(
    ("enemy", "effects", "known"), [("repulse", {}, True), ("repulse", {"long_range_sensors": 1}, False), ("ajax", {}, False)]
)
def test_long_range_sensors_follow_it(enemy: str, effects: dict[str, int], known: bool) -> None:
    state = runner(course=FAST, other=enemy)
    state.ships["other"].effects = effects
    declared(state)
    events = depart(state, 50)
    assert events[0].seen_by is None
    assert events[1].seen_by == (["tog", "rl"] if known else ["tog"])
    assert bool(ENGINE.view(state, "rl").state.ships["one"].ftl) == known
    assert ENGINE.view(state, "tog").state.ships["one"].ftl


def test_it_is_shot_at_before_it_is_gone() -> None:
    """Declared in the Movement Phase, removed when the Combat Phase closes."""
    units = [ship("one", "fulgur", "tog", "2:2507", 5, velocity=30, course=FAST), ship("other", "repulse", "rl", "1:1906", 4)]
    game = Game(table(units, layout="leviathan_end_to_end"))
    game.phase("power")
    told = game.phase("movement", say={"one": Plan(0, "A" * 30, translate=True).json()})
    assert [e.text for e in told if e.kind == "translation_declared"] == [
        "One declares that it translates into T-space at the end of the turn."
    ]
    assert game.state.ships["one"].on_map
    assert ENGINE.record(ENGINE.view(game.state, "rl"), "one")["movement"]["translates"]
    for name in ("spotting", "launch"):
        game.phase(name)
    kinds = [e.kind for e in game.phase("combat")]
    assert "one" in game.state.ships
    assert kinds.index("fired") < kinds.index("translated")
    assert game.state.ships["one"].left
    assert ENGINE.record(ENGINE.view(game.state, "tog"), "one")["state"] == "in T-space"


# ---- afterwards ----------------------------------------------------------------------------------------------------


def test_a_later_battle_takes_the_sheet_of_a_ship_that_has_come_out() -> None:
    state = runner(course=FAST)
    declared(state)
    depart(state, 1, 4)
    sheet = ENGINE.report(state).fates["one"].sheet
    again = document([ship("one", "shiva", "tog", "1:1304", sheet=sheet)])
    assert ENGINE.faults(again) == []
    assert build(Setup.model_validate(again)).ships["one"].ftl == {}


def test_a_result_of_a_table_may_tell_of_a_translation() -> None:
    state = runner(course=FAST)
    told = {"elsewhere": True, "hours": 4, "straight": 5, "misdirection": 10}
    sheet = {"ftl": told}
    fates = {"one": {"status": "left", "sheet": sheet}, "other": {"status": "ok"}}
    assert ENGINE.report_faults(state, {"fates": fates}) == []
    after = ENGINE.settle(state, {"fates": fates}).state
    assert ENGINE.report(after).fates["one"].sheet["ftl"] == told
    bad = {"one": {"status": "left", "sheet": {"ftl": told | {"hours": -1}}}, "other": {"status": "ok"}}
    assert [f.code for f in results.report_faults(state, {"fates": bad})] == ["bad_sheet"]


def test_the_bot_flees_with_a_beaten_ship_only() -> None:
    for armor_rows, translates in ((None, False), (0, True)):
        state = runner("fulgur", 30, FAST)
        one = state.ships["one"]
        for grid in one.armor.values():
            grid.rows = grid.rows if armor_rows is None else (0,) * len(grid.rows)
        view = ENGINE.view(state, "tog")
        decision = moves.move_of(state, "tog", "one")
        order = ENGINE.choose(view, decision, ENGINE.offers(view, decision), KeyedDice(key=seeded_secret(1))).choices["one"]
        assert order.get("translate", False) == translates


def test_a_translation_is_part_of_a_plan_of_movement() -> None:
    assert movement.parse_plan({"path": "A", "translate": True}) == Plan(0, "A", translate=True)
    assert isinstance(movement.parse_plan({"translate": 1}), str)


@pytest.mark.parametrize("seed", range(4))
def test_runs_for_t_space_played_at_random_hold(seed: int) -> None:
    kinds = ["shiva", "bantha", "fulgur", "repulse", "lusoria"]
    units = [ship(f"s{n}", k, "tog" if n % 2 else "rl", f"1:{10 + n}07", n + 1, velocity=29 + n, course=FAST) for n, k in enumerate(kinds)]
    game = Game(table(units), seed=seed, random=("tog", "rl"), check=True)
    for _ in range(2):
        game.turn()
    gone = [e.units[0] for e in game.events if e.kind == "translated"]
    assert gone == [e.units[0] for e in game.events if e.kind == "course"]
    assert sorted(gone) == [s.id for s in game.state.ships.values() if s.ftl]
    assert gone or seed
