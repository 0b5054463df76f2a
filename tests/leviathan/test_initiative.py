"""Who has the initiative, who moves first by the winner's choice, and whose skill counts."""

from typing import Any

import pytest

from scales.dice import ScriptedDice
from scales.engine import Decision, Event, Orders
from scales.leviathan import ENGINE
from scales.leviathan.power import command, initiative
from scales.leviathan.state import State
from tests.examples import oracle
from tests.leviathan.table import Game, document, ship, table


def fleet(**more: Any) -> State:
    """A battleship and a cruiser of tog, both with a skill, against two destroyers."""
    units = [ship("shiva", "shiva", "tog", "1:0310", skill=2), ship("syracuse", "syracuse", "tog", "1:0314", skill=3)]
    units += [ship(f"ajax_{n}", "ajax", "rl", f"2:25{n:02d}", 4) for n in (8, 10)]
    return table(units, **more)


def rolled(state: State, *dice: int) -> tuple[State, list[Event], list[Decision]]:
    """The Initiative Phase up to the choice of the winner."""
    step = ENGINE.advance(state, "power", {}, [], ScriptedDice.of(*dice))
    return step.state, step.events, step.pending


@oracle("LEV-006")
def test_commanders_skill(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    result = initiative.modified(inputs["rolls"], inputs["skill"])
    assert result == expected["modified"]
    assert initiative.lowest(result) == [expected["winner"]]


def test_the_lowest_die_wins_and_equal_dice_are_thrown_again() -> None:
    state, events, pending = rolled(fleet(options={"commanders_skill": 0}), 4, 4, 7, 6)
    told = [e for e in events if e.kind == "initiative"]
    assert ["draw" in e.text for e in told] == [True, False]
    assert state.initiative == "rl"
    assert [(d.kind, d.seat) for d in pending] == [("first", "rl")]


@pytest.mark.parametrize("first", ["tog", "rl"])
def test_the_winner_says_which_side_moves_first(first: str) -> None:
    """The other side moves the last unit of every class, whoever won."""
    game = Game(fleet(), seed=3)
    events = game.phase("power", say={"first": {"first": first}})
    (told,) = [e for e in events if e.kind == "first"]
    assert told.data == {"winner": game.state.initiative, "first": first, "last": game.state.moves_last}
    assert game.state.moves_last != first
    moved = [game.state.ships[e.units[0]] for e in game.phase("movement") if e.kind == "moved"]
    assert len(moved) == 4
    assert [s.side for s in moved if s.card.hull == "destroyer"] == ["rl", "rl"]


@pytest.mark.parametrize("first", ["tog", "rl"])
def test_classes_that_both_sides_have_end_with_the_side_that_was_to_move_last(first: str) -> None:
    units = [ship(f"t{n}", "fulgur", "tog", f"1:03{n:02d}") for n in (8, 12)] + [ship("r", "ajax", "rl", "2:2510", 4)]
    game = Game(document(units), seed=5)
    game.phase("power", say={"first": {"first": first}})
    sides = [game.state.ships[e.units[0]].side for e in game.phase("movement") if e.kind == "moved"]
    assert sides == (["tog", "tog", "rl"] if first == "tog" else ["tog", "rl", "tog"])


def test_a_choice_is_offered_to_the_winner_alone_and_the_bot_moves_last() -> None:
    state, _, (asked,) = rolled(fleet(), 2, 9)
    view = ENGINE.view(state, asked.seat)
    (slot,) = ENGINE.offers(view, asked)
    assert [o.order["first"] for o in slot.options] == ["rl", "tog"]
    chosen = ENGINE.choose(view, asked, [slot], ScriptedDice.of())
    assert chosen.choices == {"first": {"first": "rl"}}
    assert [f.code for f in ENGINE.check(ENGINE.view(state, "rl"), asked, chosen)] == ["not_yours"]


@pytest.mark.parametrize("order", [{"first": "nobody"}, {"first": ["tog"]}, {}, "tog"])
def test_a_side_that_there_is_not_cannot_move_first(order: Any) -> None:
    state, _, (asked,) = rolled(fleet(), 2, 9)
    (fault,) = ENGINE.check(ENGINE.view(state, "tog"), asked, Orders({"first": order}))
    assert fault.text == "tog has the initiative and says who moves first: tog or rl (leviathan: Initiative Phase)"


def test_a_plan_for_the_phase_answers_the_choice_and_the_power() -> None:
    state, _, (asked,) = rolled(fleet(), 2, 9)
    assert [d.key for d in ENGINE.prospects(ENGINE.view(state, "tog"), asked)] == ["first:tog", "power:tog"]


def test_a_side_by_itself_has_the_initiative() -> None:
    alone = document([ship("one", "shiva", "tog", "1:0310")], sides=[{"id": "tog", "faction": "tog", "seat": "tog"}])
    state, events, pending = rolled(Game(alone).state)
    assert state.initiative == "tog"
    assert [d.kind for d in pending] == ["power"]
    assert not [e for e in events if e.kind in ("initiative", "first")]


# ---- commanders ----------------------------------------------------------------------------------------------------


def test_where_nobody_is_named_the_largest_class_with_a_skill_leads() -> None:
    state, events, _ = rolled(fleet(), 8, 7)
    assert state.commanders == {"tog": "shiva", "rl": ""}
    (told,) = [e for e in events if e.kind == "command"]
    assert told.text == "tog is led from the flag bridge of Shiva, skill 2."
    assert events[-1].data == {"rolled": {"tog": 8, "rl": 7}, "skill": {"tog": 2, "rl": 0}, "result": {"tog": 6, "rl": 7}}


def test_skill_lowers_the_die() -> None:
    state, events, _ = rolled(fleet(), 7, 6)
    (told,) = [e for e in events if e.kind == "initiative"]
    assert told.data["result"] == {"tog": 5, "rl": 6}
    assert state.initiative == "tog"
    assert "7 for 5 with the commander's skill" in told.text


def test_with_the_rule_off_nobody_commands() -> None:
    state, events, _ = rolled(fleet(options={"commanders_skill": 0}), 7, 6)
    assert state.initiative == "rl"
    assert not [e for e in events if e.kind == "command"]


def named(**more: Any) -> State:
    units = [
        ship("shiva", "shiva", "tog", "1:0310", skill=1, commander=2, bridge="main"),
        ship("syracuse", "syracuse", "tog", "1:0314", skill=3, commander=1),
        ship("bantha", "bantha", "tog", "1:0306", skill=9),
        ship("ajax", "ajax", "rl", "2:2510", 4),
    ]
    return table(units, **more)


def test_the_designated_commander_leads_and_then_his_successor_and_then_nobody() -> None:
    state, _, _ = rolled(named(), 5, 9)
    assert (state.commanders["tog"], command.skill(state, "tog")) == ("syracuse", 3)
    state.ships["syracuse"].effects["flag_bridge"] = 1
    assert command.skill(state, "tog") == 1
    state.ships["shiva"].effects["flag_bridge"] = 1
    assert command.skill(state, "tog") == 1, "he is on the main bridge"
    state.ships["shiva"].effects["main_bridge"] = 1
    assert command.skill(state, "tog") == 0, "Bantha's captain was not designated"


@pytest.mark.parametrize(
    ("part", "reason"),
    [("flag_bridge", "its flag bridge is destroyed"), ("external_communication", "it cannot talk to other ships")],
)
def test_a_succession_is_told_with_its_reason(part: str, reason: str) -> None:
    game = Game(named(), seed=2)
    game.turn()
    game.state.ships["syracuse"].effects[part] = 1
    (told,) = [e for e in game.phase("power") if e.kind == "command"]
    assert told.text == f"tog is led from Syracuse no longer, {reason}. tog is led from the main bridge of Shiva, skill 1."
    assert told.rule == "leviathan: Commander's Skill"
    assert told.units == ["shiva", "syracuse"]


def test_internal_communications_do_not_silence_a_commander() -> None:
    state = named()
    state.ships["syracuse"].effects["internal_communication"] = 1
    assert command.skill(state, "tog") == 3


@pytest.mark.parametrize("gone", ["destroyed", "left", "crashed", "exploded"])
def test_a_commander_goes_with_his_ship(gone: str) -> None:
    state = named()
    setattr(state.ships["syracuse"], gone, True)
    assert command.skill(state, "tog") == 1


def test_a_set_up_names_one_commander_for_each_place_and_a_bridge_that_there_is() -> None:
    units = [
        ship("ajax", "ajax", "rl", "2:2510", 4, commander=1, bridge="flag"),
        ship("exeter", "exeter", "rl", "2:2512", 4, commander=1),
        ship("fulgur", "fulgur", "tog", "1:0310", commander=1),
    ]
    texts = [f.text for f in ENGINE.faults(document(units))]
    assert texts == [
        "Ajax and Exeter are both number 1 in the command of rl (leviathan: Commander's Skill)",
        "Ajax has no flag bridge: its leader is on the main bridge (leviathan: Commander's Skill)",
    ]


def test_a_field_too_many_in_the_choice_is_named() -> None:
    state, _, (asked,) = rolled(fleet(), 2, 9)
    (fault,) = ENGINE.check(ENGINE.view(state, "tog"), asked, Orders({"first": {"first": "rl", "x": 1}}))
    assert fault.text == "there is no field 'x' in a choice of who moves first, only first (leviathan: Initiative Phase)"
