"""Damage Control Parties: how many boxes, which ones, how long, what the crew cannot mend."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scales.dice import KeyedDice, ScriptedDice, seeded_secret
from scales.engine import Decision, Orders
from scales.leviathan import ENGINE
from scales.leviathan.damage import damage_control, internals, offered_repairs
from scales.leviathan.state import Ship, State
from scales.play import Play
from tests.examples import oracle
from tests.leviathan.table import Game, ship, table


def battle(kind: str = "shiva", on: int = 1) -> State:
    units = [ship("a", kind, "tog", "1:0507", 1, velocity=0), ship("b", "syracuse", "rl", "2:2007", 1, velocity=0)]
    return table(units, options={"damage_control": on})


def marked(target: Ship, columns: dict[int, int]) -> Ship:
    """So many boxes marked from the top in each column, and in effect."""
    for column, boxes in columns.items():
        internals.take_points(target, "FR", column, boxes)
    internals.settle(target)
    return target


def boxes(target: Ship, column: int) -> int:
    return sum(row >> (column - 1) & 1 for row in target.internals)


def mended(state: State, columns: list[int], turns: int = 1) -> list[str]:
    """Send parties of ship a to columns and let turns pass; the kinds of events that follow."""
    play = Play(state, ScriptedDice.of())
    assert not damage_control.faults(state.ships["a"], {"columns": columns})
    damage_control._send(play, state.ships["a"], columns)
    for _ in range(turns):
        damage_control.work(play)
    return [e.kind for e in play.events]


@oracle("LEV-064")
def test_repairs_a_turn(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    rows = zip(inputs["undamaged_damage_control_boxes"], inputs["class"], inputs["main_bridge_intact"], strict=True)
    assert [damage_control.boxes_a_turn(*row) for row in rows] == expected["repairs_per_turn"]
    found = []
    for kind, hits in (("shiva", {"damage_control": 1}), ("fulgur", {}), ("bantha", {"main_bridge": 1})):
        target = battle(kind).ships["a"]
        target.effects |= hits
        found.append(damage_control.parties(target))
    assert found == expected["repairs_per_turn"]


@pytest.mark.parametrize(("kind", "parties"), [("shiva", 4), ("syracuse", 2), ("bantha", 1), ("fulgur", 1), ("liburna", 0)])
def test_parties_of_each_class(kind: str, parties: int) -> None:
    assert damage_control.parties(battle(kind).ships["a"]) == parties


def test_a_box_is_mended_in_the_turn_after_it_was_declared() -> None:
    state = battle()
    target = marked(state.ships["a"], {9: 15})  # down to the main bridge
    assert target.effects["main_bridge"] == 1
    assert mended(state, [9]) == ["repairs", "repaired"]
    assert target.effects["main_bridge"] == 1  # its second box is still marked
    assert mended(state, [9]) == ["repairs", "repaired"]
    assert "main_bridge" not in target.effects
    assert boxes(target, 9) == 13


def test_only_the_deepest_box_of_a_column_is_mended() -> None:
    target = marked(battle().ships["a"], {6: 9})
    (job,) = damage_control.jobs(target)
    assert (job.row, job.column, job.component) == (8, 6, "bay_fire_control")


@pytest.mark.parametrize(
    ("component", "can"),
    [
        ("bay_destroyed", False), ("half_turret_lost", False), ("spinal_destroyed", False), ("flight_deck_destroyed", False),
        ("spine_cracks", False), ("structural_collapse", False), ("damage_control", False), ("ship_destroyed", False),
        ("main_bridge", True), ("bulkhead_collapse", True), ("plant_half", True), ("plant_destroyed", True), ("cic_destroyed", True),
        ("spinal_coil_damaged", True), ("shield_destroyed", True),
    ],
)  # fmt: skip
def test_what_a_crew_can_mend(component: str, can: bool) -> None:
    assert damage_control.can_mend(battle().ships["a"], component) == can


def test_a_deepest_box_that_cannot_be_mended_closes_its_column() -> None:
    target = marked(battle().ships["a"], {1: 7, 3: 5, 10: 1})
    assert [job.column for job in damage_control.jobs(target)] == [10]
    faults = damage_control.faults(target, {"columns": [1, 3, 2, 10, 10]})
    assert faults[0] == f"the deepest box of column 1 of {target.name} is half of the turrets, which its crew cannot mend"
    assert "is damage control, which its crew cannot mend" in faults[1]
    assert "has no box marked off" in faults[2]
    assert "name each column once" in faults[3]


def test_no_more_columns_than_parties_are_free() -> None:
    state = battle("syracuse")
    target = marked(state.ships["a"], {1: 1, 3: 1, 5: 1})
    assert damage_control.faults(target, {"columns": [1, 3, 5]}) == [f"{target.name} has 2 damage control parties free and this takes 3"]
    target.repairs = [[0, 1, 1]]
    assert f"{target.name} has 1 damage control party free and this takes 2" in damage_control.faults(target, {"columns": [3, 5]})
    assert "is at work in column 1 already" in damage_control.faults(target, {"columns": [1]})[0]
    assert damage_control.free(target) == 1


def test_who_goes_to_work_is_told_in_number() -> None:
    assert damage_control._some(1, 1) == "its damage control party"
    assert damage_control._some(1, 3) == "1 of 3 damage control parties"


@pytest.mark.parametrize(
    ("parts", "turns"),
    [
        ((), 1),
        (("internal_communication",), 2),
        (("acceleration_compensator",), 2),
        (("internal_communication", "acceleration_compensator"), 3),
    ],
)
def test_runners_and_crews_strapped_in_take_longer(parts: tuple[str, ...], turns: int) -> None:
    state = battle()
    target = marked(state.ships["a"], {10: 1})
    target.effects |= dict.fromkeys(parts, 1)
    assert mended(state, [10], turns - 1) == ["repairs"]
    play = Play(state, ScriptedDice.of())
    damage_control.work(play)
    assert [e.kind for e in play.events] == ["repaired"]
    assert not target.internals[0]


def test_work_is_given_up_when_something_deeper_is_hit_or_nobody_is_left() -> None:
    state = battle("syracuse")
    target = marked(state.ships["a"], {9: 1, 10: 1})
    damage_control._send(Play(state, ScriptedDice.of()), target, [9, 10])
    marked(target, {9: 1})
    target.effects["damage_control"] = 1
    play = Play(state, ScriptedDice.of())
    damage_control.work(play)
    assert [(e.kind, e.data["column"]) for e in play.events] == [("repair_given_up", 10), ("repair_given_up", 9)]


def test_a_plant_destroyed_comes_back_to_half_and_no_further() -> None:
    state = battle("bantha")
    target = marked(state.ships["a"], {1: 8})
    assert target.power == 0
    target.plant_shorts = 0
    mended(state, [1], 2)  # the hit took the communications along
    assert (target.power, target.patched) == (1, ["plant_destroyed"])
    assert damage_control.jobs(target) == []
    assert ENGINE.record(ENGINE.view(state, "tog"), "a")["repairs"][-1]["at"] == "a certified facility"


def test_shields_and_fire_control_come_back_where_they_were_lost() -> None:
    state = battle("syracuse")
    target = state.ships["a"]
    target.spare_bays = [0]
    marked(target, {10: 7})  # a short, a bay's fire control, a shield on the forward right
    assert target.broken == ["FR"]
    aimed = next(i for i, b in enumerate(target.bays) if b.fire_control)
    target.broken = ["A", "FR"]
    for _ in range(2):
        damage_control._send(Play(state, ScriptedDice.of()), target, [10])
        damage_control.work(Play(state, ScriptedDice.of()))
    assert boxes(target, 10) == 6 or target.broken == ["A"]
    while any(job.column == 10 for job in damage_control.jobs(target)):
        mended(state, [10])
    assert target.broken == ["A"]
    assert target.bays[aimed].fire_control == 0


def test_a_party_ends_a_turn_of_shorts() -> None:
    target = marked(battle().ships["a"], {1: 15})
    assert target.plant_shorts == 2
    internals.unmark(target, 14, 1)
    assert target.plant_shorts == 1


class Sender(Game):
    """Sends the parties of ship a to columns 9 and 5; the bot does the rest."""

    def _answer(self, decision: Any, chance: KeyedDice, say: dict[str, Any]) -> Orders:
        return super()._answer(decision, chance, {"a": {"columns": [9, 5]}} if decision.kind == "repair" else say)


def asked(state: State) -> Decision:
    (decision,) = damage_control.ask(Play(state, ScriptedDice.of()))
    return decision


def test_it_is_asked_at_the_end_of_a_turn_sealed_and_told_to_the_side_alone() -> None:
    game = Sender(battle("syracuse"), check=True)
    marked(game.state.ships["a"], {9: 1, 10: 1, 5: 2})
    events = game.phase("combat")
    (sent,) = [e for e in events if e.kind == "repairs"]
    assert (sent.seen_by, sent.rule) == (["tog"], "leviathan: Damage Control Parties")
    assert [b["component"] for b in sent.data["boxes"]] == ["life_support", "acceleration_compensator"]
    assert not ENGINE.view(game.state, "rl").state.ships["a"].repairs
    assert len(ENGINE.record(ENGINE.view(game.state, "tog"), "a")["damage_control"]["at_work"]) == 2
    assert "damage_control" not in ENGINE.record(ENGINE.view(game.state, "rl"), "a")


def test_off_nothing_is_asked_and_nothing_mended() -> None:
    game = Game(battle("syracuse", on=0))
    marked(game.state.ships["a"], {9: 1})
    assert not [e for e in game.phase("combat") if e.kind.startswith("repair")]
    assert not game.state.ships["a"].repairs


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(["shiva", "syracuse", "bantha", "fulgur"]), st.lists(st.tuples(st.integers(1, 10), st.integers(1, 20)), max_size=8))
def test_every_offer_is_legal_and_mending_brings_back_what_was(kind: str, hits: list[tuple[int, int]]) -> None:
    state = battle(kind)
    target = state.ships["a"]
    for column, number in hits:
        internals.take_points(target, "FR", column, number)
    internals.settle(target)
    if target.destroyed or not damage_control.jobs(target) or not damage_control.free(target):
        return
    decision = asked(state)
    view = ENGINE.view(state, "tog")
    (slot,) = ENGINE.offers(view, decision)
    assert slot == offered_repairs.repair_slots(state, decision)[0]
    assert all(not ENGINE.check(view, decision, Orders({"a": option.order})) for option in slot.options)
    chosen = ENGINE.choose(view, decision, [slot], KeyedDice(key=seeded_secret(1)))
    assert len(chosen.choices["a"]["columns"]) == min(damage_control.free(target), len(damage_control.jobs(target)))
    before = sum(row.bit_count() for row in target.internals)
    mended(state, chosen.choices["a"]["columns"], damage_control.turns(target))
    assert before - sum(row.bit_count() for row in target.internals) == len(chosen.choices["a"]["columns"])
    assert not ENGINE.invariants(state)


def test_a_refusal_names_the_rule() -> None:
    state = battle("syracuse")
    marked(state.ships["a"], {9: 1})
    (fault,) = ENGINE.check(ENGINE.view(state, "tog"), asked(state), Orders({"a": {"columns": [2]}}))
    assert fault.text.endswith("(leviathan: Damage Control Parties)")


def test_a_repair_says_which_shield_and_which_bay_works_again() -> None:
    # given a column marked down to a shield, a bay's fire control above it
    state = battle("syracuse")
    target = state.ships["a"]
    target.spare_bays = [0]
    marked(target, {10: 7})
    play = Play(state, ScriptedDice.of())
    # when the crew has mended them, the deepest first
    for _ in range(7):
        target.repairs = [[damage_control.deepest(target, 10), 10, 1]]
        damage_control.work(play)
    # then each is named
    told = {e.data["component"]: (e.data["struck"], e.text) for e in play.events if e.data.get("in_order")}
    assert told["shield_destroyed"][0] == "FR"
    assert "shield, forward right: it is in order again" in told["shield_destroyed"][1]
    bay = told["bay_fire_control"][0]
    assert f"bay {bay}): it is in order again" in told["bay_fire_control"][1]
