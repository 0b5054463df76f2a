"""The variant rules: each behind its switch, and nothing changed without it."""

from typing import Any

import pytest

from scales.centurion import ENGINE, aim, fire, initiative, plans, shield_rolls, switches
from scales.centurion.weapons import weapon
from scales.dice import ScriptedDice
from scales.engine import Orders
from tests.centurion.firing_range import mount_of, play, table, tank
from tests.examples import oracle

Example = dict[str, Any]
VARIANTS = ("variant_initiative", "shield_penetration")


def test_variants_are_off_unless_they_are_switched_on() -> None:
    assert [switches.SWITCHES[name].standard for name in VARIANTS] == [0] * len(VARIANTS)


# --- Variant Initiative/Turn Sequence Rules -------------------------------------------------------------------------------------


@oracle("CEN-211")
def test_the_higher_initiative_wins(inputs: Example, expected: Example) -> None:
    results, winner = initiative.raised(inputs["rolls"], inputs["leadership_used"])
    assert (results, winner) == (expected["modified"], expected["winner"])


def test_leadership_is_added_and_the_higher_roll_wins_in_play() -> None:
    state = table([tank("r", "horatius", "0505")], [tank("b", "liberator", "1505")], options={"variant_initiative": 1})
    step = ENGINE.advance(state, "initiative", {}, [], ScriptedDice.of())
    assert [d.key for d in step.pending] == ["initiative-blue", "initiative-red"]
    view = ENGINE.view(step.state, "red")
    assert [o.label for o in ENGINE.offers(view, step.pending[1])[0].options][-1] == "2 points added to the roll"
    answers = {"initiative-red": Orders({"points": {"points": 2}}), "initiative-blue": Orders({"points": {"points": 0}})}
    step = ENGINE.advance(step.state, "initiative", answers, [], ScriptedDice.of(5, 4))
    assert step.state.winner_of_initiative == "red"
    assert step.state.initiative == {"red": 6, "blue": 5}
    check = step.events[0].checks[1]
    assert [(m.name, m.value) for m in check.modifiers] == [("Leadership Rating", 2)]


def test_a_rating_below_nothing_must_be_spent() -> None:
    state = table([tank("r", "horatius", "0505")], [tank("b", "liberator", "1505")], options={"variant_initiative": 1})
    for century in state.centuries.values():
        century.leadership = -2 if century.side == "red" else 0
    step = ENGINE.advance(state, "initiative", {}, [], ScriptedDice.of(6, 7))
    assert step.state.initiative == {"red": 5, "blue": 6}
    assert step.pending[0].key == "order-blue"


# --- Variant Shield Rule --------------------------------------------------------------------------------------------------------


@oracle("CEN-209")
def test_what_a_shield_stops(inputs: Example, expected: Example) -> None:
    assert [shield_rolls.stop_percent(rating // 10) for rating in inputs["rating"]] == expected["stop_percent"]


def test_gaps_of_the_table_follow_the_ruling() -> None:
    assert [shield_rolls.stop_percent(rating // 10) for rating in (0, 10, 60, 110, 160, 300)] == [0, 22, 48, 68, 85, 94]


def duel(**options: int) -> Any:
    """A Horatius seven hexes in front of a Liberator that shows it its front."""
    return table([tank("r", "horatius", "0505", 3)], [tank("b", "liberator", "1205", 6)], options=options)


LASER = {"fire": [[mount_of("horatius", "laser_3_6"), "b", ""]]}


def aimed(state: Any) -> aim.Aim:
    found = plans.aim_at(state, state.vehicles["r"], "b")
    assert found is not None
    return found


def test_the_shield_takes_nothing_off_and_rolls_to_stop_the_shot() -> None:
    basic, variant = (aim.reckoned(aimed(duel(**options)), weapon("laser_3_6")) for options in ({}, {"shield_penetration": 1}))
    assert variant.number == basic.number + 6
    assert (variant.stops, basic.stops) == (48, 0)
    assert variant.info()["chance"] == 90 * 52 // 100
    assert variant.info()["stops"] == 48


@pytest.mark.parametrize(("fell", "is_stopped"), [(48, True), (49, False)])
def test_a_roll_at_or_below_the_figure_stops_the_shot(fell: int, is_stopped: bool) -> None:
    playing = play(duel(shield_penetration=1), 5, fell, *([] if is_stopped else [5, 5]))
    fire.fire(playing, "r", LASER)
    told = playing.events[0]
    assert told.text.endswith(f"it hits, the front shield stops {int(is_stopped)} of 1.")
    assert told.checks[-1].rule == shield_rolls.RULE
    assert told.data["hits"] == ([] if is_stopped else ["3/6 Laser"])
    assert ("hit" in [event.kind for event in playing.events]) != is_stopped


def test_missiles_and_gauss_cannons_stay_as_they_are() -> None:
    basic, variant = aimed(duel()), aimed(duel(shield_penetration=1))
    for id in ("smlm_2", "gauss_150mm"):
        arm = weapon(id)
        assert aim.reckoned(basic, arm) == aim.reckoned(variant, arm)


def test_paint_takes_the_shield_away() -> None:
    state = duel(shield_penetration=1)
    state.vehicles["b"].painted_by.append("r")
    assert aim.reckoned(aimed(state), weapon("laser_3_6")).stops == 0


def test_a_painting_laser_must_pass_the_shield_too() -> None:
    for fell, painted in ((48, []), (49, ["r"])):
        state = duel(shield_penetration=1)
        step = ENGINE.advance(state, "combat", {}, [], ScriptedDice.of())
        decision = next(d for d in step.pending if d.kind == "paint")
        while decision.key != "paint:red":
            step = ENGINE.advance(step.state, "combat", {decision.key: Orders({id: {} for id in decision.units})}, [], ScriptedDice.of())
            decision = next(d for d in step.pending if d.kind == "paint")
        answers = {"paint:red": Orders({"r": {"paint": "b"}})}
        step = ENGINE.advance(step.state, "combat", answers, [], ScriptedDice.of(3, fell))
        while [d.kind for d in step.pending] == ["paint"]:
            answers = {d.key: Orders({id: {} for id in d.units}) for d in step.pending}
            step = ENGINE.advance(step.state, "combat", answers, [], ScriptedDice.of(3, fell))
        assert step.state.vehicles["b"].painted_by == painted
