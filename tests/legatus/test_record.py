"""Record sheets as people read them: every unit of a battle, for both sides and a spectator, with the numbers of the state."""

import json

import pytest

from scales.codec import encode, plain
from scales.engine import Json
from scales.legatus import ENGINE
from scales.legatus.combat.combat import attack_value, defense_value, has_morale
from scales.legatus.double_blind.hearing import knows
from scales.legatus.movement.movement import allowance_of
from scales.legatus.state import WAITING, Clash, LegatusState, present
from tests.legatus.samples import battle
from tests.legatus.table import century, table

SEATS = ("tog", "commonwealth", "")


def sheet(state: LegatusState, unit: str, seat: str = "") -> Json:
    return ENGINE.record(ENGINE.view(state, seat), unit)


def leaves(value: object) -> list[object]:
    if isinstance(value, dict):
        return [leaf for each in value.values() for leaf in leaves(each)]
    return [leaf for each in value for leaf in leaves(each)] if isinstance(value, list) else [value]


@pytest.mark.parametrize("seed", [1, 3, 7])
def test_every_unit_has_a_sheet_of_plain_words_with_the_numbers_of_the_state(seed: int) -> None:
    for moment in battle(seed)[::5]:
        state = moment.before
        report = ENGINE.report(state)
        for id, fate in report.fates.items():
            for seat in SEATS:
                found = sheet(state, id, seat)
                known = {s.id for s in ENGINE.view(state, seat).state.satellites} | {*report.fates} - {s.id for s in state.satellites}
                known = {id for id in known if knows(state, seat, id)}
                known -= {u.id for u in state.units.values() if u.status == WAITING and u.side != seat}
                assert bool(found) == (id in known)
                assert json.loads(encode(plain(found))) == found
                assert {type(leaf) for leaf in leaves(found)} <= {str, int, bool}
                assert ("orders" in found) == (bool(found) and fate.side == seat)
        for unit in state.units.values():
            found = sheet(state, unit.id, unit.side)
            assert (found["status"], found["at"]) == (report.fates[unit.id].status, unit.at.split("|") if unit.status != WAITING else [])
            assert found["values"]["attack"]["now"] == attack_value(state, unit)
            assert found["values"]["defense"]["now"] == defense_value(state, unit)
            assert found["movement"]["points"] == (allowance_of(unit) if present(unit) else 0)
            assert found["crippled"] == unit.crippled
            assert ("morale" in found) == has_morale(unit)
            assert not has_morale(unit) or found["morale"]["broken"] == unit.broken
        assert sheet(state, "nobody") == {}


def test_a_counter_reads_as_it_lies_on_the_table() -> None:
    state = table([century("a", "infantry", "0606", altitude="dug_in")], [century("x", "medium_grav_armor", "0607|0608")])
    state.clashes.append(Clash("e1", "tog", ["a", "x"], ["0606"], "", 3))
    state.units["a"].engaged = "e1"
    dug, spread = sheet(state, "a", "tog"), sheet(state, "x", "tog")
    assert (dug["altitude"], dug["morale"]) == ("dug in", {"quality": "regular", "holds_on": 6, "broken": False})
    assert dug["values"] == {"attack": {"printed": 3, "now": 5}, "defense": {"printed": 4, "now": 6}, "maneuver": {"printed": 5, "now": 2}}
    assert dug["engaged"] == {"engagement": "e1", "hexes": ["0606"], "since_turn": 3}
    assert (spread["type"], spread["dispersion"], spread["at"]) == ("medium grav armor", "semi dispersed", ["0607", "0608"])
    assert spread["movement"] == {"carriage": "grav", "points": 6, "moved": False}


def test_what_a_side_has_ordered_or_keeps_shows_to_it_alone() -> None:
    state = table([century("a", "infantry", "0606")], [century("x", "medium_grav_armor", "0607")])
    state.plans.attacks["a"] = "x"
    state.units["a"].sheet = {"strength_hundredths": 41}
    assert (sheet(state, "a", "tog")["orders"]["target"], sheet(state, "a", "tog")["strength_percent"]) == ("x", 41)
    for seat in ("commonwealth", ""):
        assert not {"orders", "strength_percent"} & set(sheet(state, "a", seat))
