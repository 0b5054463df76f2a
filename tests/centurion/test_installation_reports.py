"""Defense Installations on record sheets, in reports, rulings and results, and in whole battles."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scales.centurion import ENGINE
from scales.centurion.ground import installations
from scales.centurion.invariants import invariants
from scales.centurion.movement import maneuver, opportunity
from scales.centurion.scenario import reporting
from scales.centurion.state import BattleState
from scales.centurion.support import air_defense, rounds, thor
from scales.centurion.support.rounds import Blast
from scales.codec import plain
from scales.dice import KeyedDice, ScriptedDice, phase_key, seeded_secret
from scales.engine import Delivery, Event, Json
from scales.messages import GroundAttack
from tests.centurion.firing_range import advance, at, bones, foot, kinds, play, squad, table, tank, vehicle
from tests.centurion.fort import FORT, base, field, fort, shots


def test_its_sheet_goes_into_a_later_battle() -> None:
    ran = play(field())
    base(ran.state).launchers, base(ran.state).shield = 0, 0
    rounds.hafe(ran, Blast(at(FORT), "red"))
    fates = ENGINE.report(ran.state).fates
    sheets = fates["blue-installations"].sheet["units"]
    later = field(bases=(fort(damage=sheets),))
    assert installations.sheet(later, base(later)) == {"turret": True, "levels": [30], "launchers": 0, "shield": 0}
    assert vehicle(later, "fort").armor == vehicle(ran.state, "fort").armor
    lost = field(bases=(fort(damage={"fort": {"destroyed": True, "installation": {"turret": False, "levels": [7]}}}),))
    assert installations.turret_of(lost, base(lost)) is None
    assert ENGINE.report(lost).points == {"red": 0, "blue": 0}
    assert invariants(lost) == []


def test_a_counter_of_three_is_crippled_by_two_and_destroyed_by_three() -> None:
    counter = [{**fort(hex=hex), "id": f"di/{n}", "century": "di"} for n, hex in enumerate(("1205", "1209", "1609"), 1)]
    state = field(bases=tuple(counter))
    outcomes = []
    for n in (1, 2, 3):
        vehicle(state, f"di/{n}").destroyed = True
        outcomes.append(installations.outcome(state, "di"))
        state.installations[f"di/{n}"].launchers = 0
        outcomes.append(installations.outcome(state, "di"))
    assert outcomes == ["effective", "effective", "effective", "crippled", "crippled", "destroyed"]
    assert reporting.century_fate(state, state.centuries["di"]).status == "destroyed"


def test_the_record_sheet_shows_the_building_and_the_turret() -> None:
    state = field()
    sheet = ENGINE.record(ENGINE.view(state, "red"), "fort")
    assert sheet["installation"]["launchers"] == {"left": 1, "of": 1}
    assert sheet["installation"]["shield"] == {"left": 10, "of": 10}
    assert sheet["installation"]["storeys"] == [{"storey": 1, "left": 40, "of": 40}]
    assert [each["unit"] for each in sheet["installation"]["inside"]] == ["fort/s1", "fort/s2", "fort/s3"]
    assert sheet["armor"] == {"turret": {"left": 100, "of": 100}}
    assert set(sheet["crew"]) == {"gunner", "commander"}
    assert sheet["movement"] == {"mode": "fixed"}


def rule(state: BattleState, **ruling: Any) -> BattleState:

    found: BattleState = ENGINE.amend(state, {"reason": "test", **ruling}, bones()).state
    return found


def test_a_game_master_mends_launchers_and_generators_and_moves_no_installation() -> None:
    state = field()
    base(state).launchers = base(state).shield = 0
    assert base(rule(state, kind="repair", unit="fort", system="launchers")).launchers == 1
    assert base(rule(state, kind="repair", unit="fort", system="shield_generators")).shield == 100
    with pytest.raises(ValueError, match="cannot be moved"):
        rule(state, kind="move", unit="fort", hex="0505")
    with pytest.raises(ValueError, match="side turret alone"):
        rule(state, kind="damage", unit="fort", side="front", points=5)
    hurt = rule(state, kind="damage", unit="fort", side="turret", points=15)
    assert sum(row.bit_count() for row in vehicle(hurt, "fort").armor["turret"].rows) == 85


@settings(max_examples=6, deadline=None)
@given(seed=st.integers(1, 10_000), type=st.integers(1, 4))
def test_battles_about_an_installation_stay_sound(seed: int, type: int) -> None:

    red = [tank("h", "horatius", "0805", 2), tank("c", "romulus", "0905", 2), squad("s", "1106"), squad("t", "1105")]
    state = table(red, [tank("l", "liberator", "1705", 5)], {"1304": "0b3/20"}, installations=[fort(type)])
    secret, number = seeded_secret(seed), 0
    for _ in range(3):
        for phase in ENGINE.phases:
            number += 1
            dice = KeyedDice(key=phase_key(secret, 0, "fort", number))
            step = ENGINE.advance(state, phase, {}, [], dice)
            while not step.done:
                views = {d.key: (ENGINE.view(step.state, d.seat), d) for d in step.pending}
                answers = {k: ENGINE.choose(v, d, ENGINE.offers(v, d), bones(seed)) for k, (v, d) in views.items()}
                assert not [f for k, (v, d) in views.items() for f in ENGINE.check(v, d, answers[k])]
                step = ENGINE.advance(step.state, phase, answers, [], dice)
            state = step.state
        assert invariants(state) == []
        if ENGINE.report(state).over:
            break
    assert vehicle(state, "fort").facing == 1


def test_the_turret_fires_in_the_combat_phase() -> None:
    state = field(tank("h", "horatius", "1005", 2))

    order = {"fire:blue": {"fort": {"fire": shots(state, "fort", "h")}}}
    _, events = advance(state, "combat", bones(), order)
    assert any(e.kind == "fire" and "fort" in e.units for e in events)


def test_a_legatus_counter_comes_as_three_installations_in_its_hexes() -> None:
    sides = [{"id": "red", "faction": "tog", "seat": "red"}, {"id": "blue", "faction": "commonwealth", "seat": "blue"}]
    board = {"legatus_field": {"campaign_key": "key", "map": "legatus_uplands", "hexes": ["0504", "0505"]}}
    tanks = {"id": "a", "name": "A", "side": "red", "kind": "medium_grav_armor", "deploy": {"legatus": ["0505"]}}
    counter = {"id": "di", "name": "Port", "side": "blue", "kind": "defensive_installation", "formation": "installation_3"}
    given = {"board": board, "sides": sides, "centuries": [tanks, counter | {"deploy": {"legatus": ["0504"]}, "crippled": True}]}
    given |= {"installation": "di", "engagement": "e1"}
    assert ENGINE.faults(given) == []
    state: BattleState = ENGINE.setup(given, bones()).state
    bases = list(state.installations.values())
    assert [(b.id, b.type, b.launchers) for b in bases] == [(f"di/{n}", "installation_3", 3) for n in (1, 2, 3)]
    assert len({b.hex for b in bases}) == 3
    assert [installations.turret_of(state, b) is not None for b in bases] == [False, False, True]
    assert reporting.engagement_result(state, "b").installation_outcome == "effective"
    assert [c.id for c in reporting.engagement_result(state, "b").centuries] == ["a"]
    assert invariants(state) == []


def test_units_without_a_hex_are_placed_along_their_edge_not_in_their_installation() -> None:
    late = [{**tank(f"t{n}", "liberator", ""), "hex": None} for n in (1, 2, 3)]
    state = table([tank("h", "horatius", "0805", 2)], late, installations=[fort()])
    assert all(vehicle(state, f"t{n}").hex != at(FORT) for n in (1, 2, 3))
    assert len({vehicle(state, f"t{n}").hex for n in (1, 2, 3)}) == 3


def test_a_game_master_damages_a_storey() -> None:
    state = field(terrain={"1204": "1h"})
    hurt = rule(state, kind="damage", unit="fort", storey=2, points=15)
    assert installations.levels(hurt, base(hurt)) == [40, 25, 40]
    with pytest.raises(ValueError, match="no storey 4 standing"):
        rule(state, kind="damage", unit="fort", storey=4, points=1)
    with pytest.raises(ValueError, match="that of an installation"):
        rule(state, kind="damage", unit="h", storey=1, points=1)


def test_a_watching_turret_fires_at_what_comes_into_its_sight() -> None:
    state = field(tank("h", "horatius", "0305", 3))
    vehicle(state, "h").hex = at("0805")
    ran = play(state)
    maneuver.carry_out(ran, vehicle(ran.state, "fort"), {"kind": "stay", "watch": 8})
    opportunity.spring(ran, vehicle(ran.state, "h"))
    assert any(e.kind == "fire" and e.units[0] == "fort" for e in ran.events)
    assert vehicle(ran.state, "fort").fired


def test_a_javelin_falls_on_the_installation_as_on_a_building() -> None:
    called, _ = advance(field(options={"thor_missions": 1}), "end", bones(), {"thor:red": {"thor": {"call": True}}})
    state = called.state
    state.turn = state.calls[0].due
    slot = thor.ask_targets(state, "red")[0].data["slots"][0]
    _, events = advance(state, "combat", ScriptedDice.of(1, 9, 5), {"javelins:red": {slot: {"target": "fort"}}})
    event = next(e for e in events if e.kind == "javelin_landed")
    assert event.data["turret"][0]["armor"] == 30
    assert event.data["turret"][0]["inside"] == 15


def test_craft_strafe_the_installation_and_not_its_turret_apart() -> None:
    craft = GroundAttack("c", "Avenger", "avenger", "red", "b", "strafing", 4, {"laser_5_4": 1}, {}, {})
    run = {"air:red": {"c": {"hex": "1208", "heading": 1, "length": 10}}}
    mail = [Delivery("m1", "ground_attack", "air", plain(craft), "air:3")]
    _, events = advance(field(squad("s", "0505")), "combat", bones(), run, mail)
    told = [e for e in events if e.kind == "strafed"]
    assert len(told) == 1
    assert told[0].text.startswith("Avenger strafes Fort: ")
    shield = next(m for m in told[0].checks[0].modifiers if m.name == "installation shield")
    assert shield.value == -10


def test_a_working_turret_counts_against_a_barrage() -> None:
    ran = play(field(), 9)
    assert air_defense.stops(ran, "blue") == 40
    assert air_defense.stops(play(field()), "red") == 0


def test_a_result_from_a_table_may_tell_of_it() -> None:
    state = field()
    told: Json = {"fates": {id: plain(fate) for id, fate in ENGINE.report(state).fates.items() if id not in state.centuries}, "over": False}
    sheet = told["fates"]["fort"]["sheet"]
    sheet["installation"] |= {"launchers": 0, "levels": [12]}
    assert ENGINE.report_faults(state, told) == []
    settled: BattleState = ENGINE.settle(state, told).state
    assert (base(settled).launchers, installations.levels(settled, base(settled))) == (0, [12])
    sheet["installation"] |= {"launchers": 5, "levels": [41], "moat": 1}
    texts = " ".join(f.text for f in ENGINE.report_faults(state, told))
    assert "launchers of the installation must be 0 to 1" in texts
    assert "levels of the installation" in texts
    assert "has no 'moat'" in texts


def test_squads_of_the_bot_walk_into_an_open_installation_and_take_it() -> None:
    state = field(squad("s", "1106"), squad("t", "1107"))
    for n in (1, 2, 3):
        foot(state, f"fort/s{n}").destroyed = True
    vehicle(state, "fort").effects.append("turret_weapons")
    told: list[Event] = []
    state.turn = number = 0
    for _ in range(5):
        for phase in ENGINE.phases:
            number += 1
            step = ENGINE.advance(state, phase, {}, [], bones(number))
            told += step.events
            while not step.done:
                views = {d.key: (ENGINE.view(step.state, d.seat), d) for d in step.pending}
                answers = {k: ENGINE.choose(v, d, ENGINE.offers(v, d), bones(number)) for k, (v, d) in views.items()}
                step = ENGINE.advance(step.state, phase, answers, [], bones(number))
                told += step.events
            state = step.state
    assert kinds(told).count("installation_taken") == 2
    assert (base(state).launchers, base(state).shield) == (0, 0)
