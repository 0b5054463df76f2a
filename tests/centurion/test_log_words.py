"""Words of the log: articles, single and plural, and which turn a call is for."""

import pytest

from scales.centurion.careers import after_action
from scales.centurion.combat.weapons import figures
from scales.centurion.engine import CenturionEngine
from scales.centurion.scenario import ending
from scales.centurion.scenario.goals import Goals
from scales.centurion.support import artillery, rounds, thor
from scales.engine import Decision, Option
from tests.centurion import battles
from tests.centurion.field import battle, play, vehicle

ENGINE = CenturionEngine()


@pytest.mark.parametrize("kind", sorted(figures("artillery")))
def test_a_round_has_its_article(kind: str) -> None:
    words = rounds.one(kind)
    assert words.startswith("an A" if kind in ("adm", "ama") else "a ")
    assert words.endswith(" round")


@pytest.mark.parametrize("lost", range(1, 10))
@pytest.mark.parametrize("die", range(1, 11))
def test_a_force_withdraws_on_a_check_that_can_be_read(lost: int, die: int) -> None:
    # given a side that has lost so many vehicles, all but the last counted before
    tanks = [vehicle(f"v{n}", "horatius", f"{n:02d}05") for n in range(1, 11)]
    state = battle(*tanks)
    state.goals = Goals(force_withdrawal=["tog"], lost={"tog": lost - 1})
    for n in range(lost):
        state.vehicles[f"v{n + 1}"].destroyed = True
    # when it rolls
    told = play(state, die)
    ending.withdraw_forces(told, state.goals)
    # then the check says what is needed, and the sentence what fell
    check = told.events[0].checks[0]
    assert (check.base, check.target, check.roll, check.passed) == (15, 15 - lost, die, die + lost >= 15)
    assert check.base + sum(m.value for m in check.modifiers) == check.target
    word, fate = "vehicle" if lost == 1 else "vehicles", "gives up the field" if check.passed else "fights on"
    assert told.events[0].text == (f"TOG has lost {lost} {word} and {fate}: die {die} and {lost} lost make {die + lost}, 15 gives it up.")


@pytest.mark.parametrize(("kills", "words"), [(0, "no vehicle or squad"), (1, "1 vehicle or squad"), (2, "2 vehicles and squads")])
def test_kills_are_counted_in_words(kills: int, words: str) -> None:
    assert after_action._enemies(kills) == words


def test_a_crater_that_a_vehicle_digs_is_named_before_its_infantry() -> None:
    # given the moves of vehicles with charges and infantry aboard
    digs = [label for label in _move_labels() if "that it digs" in label]
    # then each label names the crater first
    assert any(label.endswith("infantry off") for label in digs)
    assert all("hull down in a crater that it digs" in label for label in digs)


def _move_labels() -> list[str]:
    asked = [(m, d) for m in battles.battle(1).moments for d in m.pending if d.kind == "move"]
    return [option.label for m, d in asked[:12] for slot in ENGINE.offers(ENGINE.view(m.before, d.seat), d) for option in slot.options]


def test_calls_name_the_turn_of_the_battle() -> None:
    # given the fourth turn
    state = battle(vehicle("h", "horatius", "0505"))
    state.turn = 4
    # when a battery and a satellite are offered
    told: list[Option] = artillery.offers(state, Decision("a", "red", "artillery", "?", data={"side": "tog", "slots": ["b#1"]}))[0].options
    call = thor.offers(state, Decision("t", "red", "thor", "?", data={"side": "tog", "left": 2}))[0].options[1]
    # then both say for which turn, as the heading of the log counts them
    assert call.label == f"call three javelins for turn {call.info['lands']} of the battle"
    assert all(f"in turn {option.info['lands']} of the battle" in option.label for option in told if option.order)
    events = [event for moment in battles.battle(1).moments for event in moment.step.events]
    assert not [event.text for event in events if "in minute" in event.text or "for minute" in event.text]
