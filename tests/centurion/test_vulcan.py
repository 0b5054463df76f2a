"""Vulcan Anti-Missile Laser System: the number that it engages is named with the fire, also by a vehicle that has nothing to fire at."""

from typing import Any

import pytest

from scales.centurion import ENGINE
from scales.centurion.combat import fire_segment, plan_faults, vulcan
from scales.centurion.state import BattleState
from scales.engine import Decision, Event, Option, Orders
from tests.centurion.battles import bot
from tests.centurion.firing_range import advance, bones, foot, mount_of, squad, table, tank, vehicle

TVLG = {"action": "missiles", "target": "h", "count": 2}


def under_fire(**more: Any) -> BattleState:
    """A squad with missiles three hexes from a Horatius that has fired already, as has one far away; red has lost the initiative."""
    state = table([tank("h", "horatius", "0505", 1), tank("far", "horatius", "2414")], [squad("s", "0508")], **more)
    vehicle(state, "h").fired = vehicle(state, "far").fired = True
    return state


def asked(state: BattleState, side: str = "red") -> Decision:
    (decision,) = fire_segment.ask(state, side, {})
    return decision


def options(state: BattleState, id: str, seat: str = "red") -> list[Option]:
    slot = next(s for s in ENGINE.offers(ENGINE.view(state, seat), asked(state)) if s.id == id)
    return slot.options


def intercepted(events: list[Event]) -> list[str]:
    return [check.what for e in events if e.kind == "vulcan" for check in e.checks]


def test_a_vehicle_that_cannot_fire_is_asked_for_its_vulcan_when_missiles_may_come() -> None:
    state = under_fire()
    assert asked(state).units == ["h"]
    assert [o.order for o in options(state, "h")] == [{}, *({"vulcan": n} for n in range(5))]
    assert options(state, "h")[2].label == "engage up to 1 missile with the Vulcan, on 8 or less, and hold fire"
    assert options(state, "h")[3].info == {"expected_tenths": 0, "vulcan": 2, "to_hit": 4}


@pytest.mark.parametrize("change", ["no missiles", "out of reach", "no Vulcan", "nobody serves it", "the squad hides", "hidden"])
def test_it_is_not_asked_when_there_is_nothing_to_say(change: str) -> None:
    state = under_fire()
    if change == "no missiles":
        foot(state, "s").missiles = 0
    elif change == "out of reach":
        foot(state, "s").hex = vehicle(state, "far").hex
        vehicle(state, "far").hex = vehicle(state, "h").hex
    elif change == "no Vulcan":
        vehicle(state, "h").effects = ["turret_weapons"]
    elif change == "nobody serves it":
        vehicle(state, "h").crew |= {"gunner": "unconscious", "commander": "unconscious"}
    elif change == "hidden":
        vehicle(state, "h").hidden = True
    else:
        foot(state, "s").concealed, state.turn = True, 5
    assert fire_segment.ask(state, "red", {}) == []


@pytest.mark.parametrize(("engaged", "rolls"), [(0, []), (1, ["Vulcan-2, 1 engaged"]), (2, ["Vulcan-2, 2 engaged"] * 2)])
def test_the_number_named_holds_without_a_shot(engaged: int, rolls: list[str]) -> None:
    for seed in range(40):
        orders: dict[str, Any] = {"fire:red": {"h": {"vulcan": engaged}}, "fire:blue": {"s": TVLG}}
        step, events = advance(under_fire(), "combat", bones(seed), orders)
        hits = next(e for e in events if e.kind == "fire").data["hits"]
        if len(hits) == 2:
            assert intercepted(events) == rolls
            assert step.state.vehicles["h"].vulcan_declared == (engaged or -1)
            return
    raise AssertionError("two missiles hit at last")


def test_the_bot_leaves_it_to_the_best_number() -> None:
    state = under_fire()
    assert bot(state, asked(state)).choices == {"h": {}}


def test_who_cannot_fire_names_a_number_and_nothing_else() -> None:
    state = under_fire()
    assert plan_faults.faults(state, "h", {"vulcan": 4}) == []
    assert plan_faults.faults(state, "h", {"vulcan": 5}) == [
        "The Vulcan of h engages 0 to 4 missiles (centurion: Vulcan Anti-Missile Laser System)."
    ]
    shot = [[mount_of("horatius", "laser_3_6"), "s", ""]]
    assert plan_faults.faults(state, "h", {"fire": shot, "vulcan": 1}) == [
        "h cannot fire: it has fired in this turn (centurion: Weapons Fire)."
    ]
    state.vehicles["h"].destroyed = True
    assert plan_faults.faults(state, "h", {"vulcan": 1}) == ["h cannot fire: it is not on the board."]


def test_the_other_side_does_not_hear_the_number() -> None:
    declared = {"red": {"h": {"vulcan": 2}, "far": {"fire": [[0, "s", ""]], "vulcan": 3}}, "blue": {}}
    state = under_fire()
    (decision,) = fire_segment.ask(state, "blue", declared)
    assert decision.data["declared"] == {"red": {"far": {"fire": [[0, "s", ""]]}}, "blue": {}}


def test_naming_a_number_shows_nobody_who_hides() -> None:
    state = table([tank("h", "horatius", "0505", 4)], [squad("s", "0508")])
    vehicle(state, "h").hidden = True
    step, events = advance(state, "combat", bones(), {"fire:red": {"h": {"vulcan": 1}}})
    assert "revealed" not in [e.kind for e in events]
    assert step.state.vehicles["h"].hidden


def test_unit_by_unit_it_names_its_number_when_all_fire_has_been_declared() -> None:
    state = under_fire(options={"declare_by_unit": 1})
    step, order = ENGINE.advance(state, "combat", {}, [], bones()), []
    while not step.done:
        (decision,) = step.pending
        order += decision.units if decision.kind == "fire" else []
        answer = Orders({unit: {} for unit in decision.units}) if decision.kind == "paint" else bot(step.state, decision)
        step = ENGINE.advance(step.state, "combat", {decision.key: answer}, [], bones())
    assert order == ["s", "h"]
    assert vulcan.works(step.state.vehicles["h"])
