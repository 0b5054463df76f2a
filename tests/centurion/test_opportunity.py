from typing import Any

import pytest

from scales.centurion import ENGINE
from scales.centurion.combat import plan_faults
from scales.centurion.movement import maneuver, movement, opportunity, orders
from scales.centurion.state import BattleState
from scales.engine import Event, Json, Orders
from scales.hexes import hex_of
from tests.centurion.field import battle, play, vehicle
from tests.centurion.firing_range import bones
from tests.examples import oracle


def watched(velocity: int = 0) -> BattleState:
    """A Horatius at rest in 1008 and the enemy Liberator five hexes off, about to pass."""
    state = battle(vehicle("h", "horatius", "1008", facing=1, velocity=velocity), changes={"1203": "0h", "1303": "0h"})
    enemy = state.vehicles["enemy"]
    enemy.hex, enemy.facing, enemy.velocity = hex_of("1303"), 6, 4
    return state


def pass_by(state: BattleState, *dice: int) -> list[str]:
    """The Liberator crosses the front; returns the kinds of what happened."""
    run = play(state, *dice)
    maneuver.carry_out(run, state.vehicles["enemy"], {"kind": "grav", "path": "FLFFF"})
    return [event.kind for event in run.events]


@oracle("CEN-032")
def test_only_what_moves_after_the_declaration_is_fired_on_once(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    state = watched(inputs["starting_velocity"])
    assert ("fire" in pass_by(state)) == expected["may_fire_on_moved_before"]
    state = watched(inputs["starting_velocity"])
    maneuver.carry_out(play(state), state.vehicles["h"], {"kind": "stay", "watch": 8})
    kinds = pass_by(state, *[10] * 5)
    assert ("fire" in kinds) == expected["may_fire_on_later"]
    assert kinds.count("fire") == expected["attacks"]
    assert state.vehicles["h"].fired
    assert state.at.memo["watch"] == {}


def test_a_moving_vehicle_cannot_watch() -> None:
    state = watched(3)
    found = orders.faults_of(state, state.vehicles["h"], {"kind": "stay", "watch": 8})
    assert any("must move" in fault.text for fault in found)


def test_a_watcher_keeps_to_its_range() -> None:
    state = watched()
    maneuver.carry_out(play(state), state.vehicles["h"], {"kind": "stay", "watch": 1})
    assert "fire" not in pass_by(state)
    assert list(state.at.memo["watch"]) == ["h"]


def test_damage_takes_effect_at_once_and_may_stop_the_mover() -> None:
    state = watched()
    enemy = state.vehicles["enemy"]
    for grid in enemy.armor.values():
        grid.rows = (0,) * len(grid.rows)
    maneuver.carry_out(play(state), state.vehicles["h"], {"kind": "stay", "watch": 8})
    pass_by(state, *[1] * 40)
    assert enemy.queued == []
    assert enemy.internals


def test_a_failed_drive_stops_the_flight_where_it_is() -> None:
    state = battle(vehicle("h", "horatius", "1012", facing=1, velocity=20), changes={"1011": "0h"})
    mover = state.vehicles["h"]
    mover.armor["bottom"].rows = (0,) * len(mover.armor["bottom"].rows)
    run = play(state, *[10] * 12)
    maneuver.carry_out(run, mover, {"kind": "grav", "path": "F" * 11})
    assert mover.hex == hex_of("1011")
    assert "grav_drive" in mover.effects
    stop = next(event for event in run.events if event.kind == "moved")
    assert stop.data["path"] == ["1011"]


# --- standing orders --------------------------------------------------------------------------------------------------------------


def watching(**terms: Any) -> BattleState:
    state = watched()
    maneuver.carry_out(play(state), state.vehicles["h"], {"kind": "stay", "watch": 8, "terms": terms})
    return state


@pytest.mark.parametrize(("targets", "fires"), [
    ([], True), (["vehicles"], True), (["squads"], False), (["enemy"], True), (["another", "squads"], False)])  # fmt: skip
def test_a_watcher_fires_at_what_its_order_names(targets: list[str], fires: bool) -> None:
    assert ("fire" in pass_by(watching(targets=targets), *[10] * 8)) is fires


def test_only_weapons_that_hit_on_the_least_number_fire() -> None:
    state = watching(least=8)
    run = play(state, *[10] * 8)
    maneuver.carry_out(run, state.vehicles["enemy"], {"kind": "grav", "path": "FLFFF"})
    fired = next(event for event in run.events if event.kind == "fire")
    # the guns against a bare side of ground; the shield keeps lasers and missiles below eight
    assert min(check.target for check in fired.checks) >= 8
    assert "fire" not in pass_by(watching(least=12))


def test_a_sparing_watcher_keeps_its_missiles() -> None:
    state = watching(sparing=True)
    before = dict(state.vehicles["h"].missiles)
    pass_by(state, *[10] * 8)
    assert state.vehicles["h"].fired
    assert state.vehicles["h"].missiles == before


@pytest.mark.parametrize("terms", [{"least": 0}, {"least": 13}, {"targets": "all"}, {"ask": 1}, {"when": "now"}, 3])
def test_bad_terms_are_refused(terms: Any) -> None:
    state = watched()
    assert orders.faults_of(state, state.vehicles["h"], {"kind": "stay", "watch": 8, "terms": terms})


# --- being asked ------------------------------------------------------------------------------------------------------------------


def ask_at(answers: list[bool]) -> tuple[list[str], list[Event], BattleState]:
    """The Horatius asks at each hex that the Liberator enters; `answers` say whether it fires. The hexes asked for, all events, the end."""
    state, dice = watching(ask=True), bones()
    state.first, state.turn, state.winner_of_initiative = "tog", 1, "tog"
    memo = {"watch": state.at.memo["watch"], "run": ["cw"], "portion": ""}
    state.platoons["tog-1"].moved = True
    state.at.phase, state.at.stage, state.at.memo = "movement", ENGINE.stages["movement"].index(movement.move), memo
    flight: Json = {"enemy": {"kind": "grav", "path": "FLFFF"}}
    state.at.memo["platoon"], asked, events = "cw-1", [], []
    step = ENGINE.advance(state, "movement", {"move-cw-1": Orders(flight)}, [], dice)
    while not step.done:
        decision, view = step.pending[0], ENGINE.view(step.state, "red")
        assert (decision.kind, decision.seat, decision.units) == ("opportunity", "red", ["h"])
        asked.append(decision.data["hex"])
        options = ENGINE.offers(view, decision)[0].options
        answer = Orders({"h": options[1].order if answers.pop(0) else {}})
        assert ENGINE.check(view, decision, answer) == []
        assert ENGINE.check(view, decision, Orders({"h": {"fire": [[0, "enemy", "none"]]}}))
        events += step.events
        step = ENGINE.advance(step.state, "movement", {decision.key: answer}, [], dice)
    end: BattleState = step.state
    return asked, events + step.events, end


def test_a_watcher_that_asks_is_asked_at_each_hex_until_it_fires() -> None:
    asked, events, end = ask_at([False, False, True])
    assert asked == ["1103", "1003", "0904"]
    fired = next(event for event in events if event.kind == "fire")
    assert fired.data["range"] == 5
    assert [event.kind for event in events].count("moved") == 1
    assert end.vehicles["h"].fired
    assert end.at.memo == {}


def test_a_watcher_that_never_fires_may_fire_in_the_combat_phase() -> None:
    asked, events, end = ask_at([False] * 9)
    assert len(asked) == 3
    assert "fire" not in [event.kind for event in events]
    assert not end.vehicles["h"].fired


def test_dice_fall_alike_whether_anybody_is_asked_or_not() -> None:
    _, asked, _ = ask_at([True])
    state = watching()
    run = play(state)
    run.dice = bones()
    maneuver.carry_out(run, state.vehicles["enemy"], {"kind": "grav", "path": "FLFFF"})
    assert [(e.kind, e.text, e.rolls) for e in asked] == [(e.kind, e.text, e.rolls) for e in run.events]


def test_the_bot_answers_for_a_watcher() -> None:
    state = watching(ask=True)
    state.vehicles["enemy"].hex = hex_of("1104")
    with pytest.raises(opportunity.Asked) as asked:
        opportunity.spring(play(state), state.vehicles["enemy"])
    decision, view = asked.value.decisions[0], ENGINE.view(state, "red")
    chosen = ENGINE.choose(view, decision, ENGINE.offers(view, decision), bones())
    assert chosen.choices["h"]["fire"]
    assert plan_faults.faults(state, "h", chosen.choices["h"]) == []
