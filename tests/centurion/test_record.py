"""Record sheets as people read them: every unit of a battle, for both sides and a spectator, with the numbers of the state."""

import json

import pytest

from scales import armor
from scales.centurion import ENGINE
from scales.centurion.catalog import vehicle_type
from scales.centurion.state import BattleState
from scales.codec import encode, plain
from scales.dice import ScriptedDice
from scales.engine import Json
from tests.centurion.battles import battle
from tests.centurion.test_rulings import field, rule

SEATS = ("red", "blue", "")


def ids_of(state: BattleState) -> list[str]:
    lent = [*state.batteries, *state.ships, *(craft.craft for craft in state.air)]
    return [*(u.id for u in state.units()), *state.centuries, *lent]


def sheet(state: BattleState, unit: str, seat: str = "red") -> Json:
    return ENGINE.record(ENGINE.view(state, seat), unit)


def leaves(value: object) -> list[object]:
    if isinstance(value, dict):
        return [leaf for each in value.values() for leaf in leaves(each)]
    return [leaf for each in value for leaf in leaves(each)] if isinstance(value, list) else [value]


@pytest.mark.parametrize("seat", SEATS)
def test_every_unit_of_a_battle_has_a_sheet_of_plain_words_and_numbers(seat: str) -> None:
    for moment in battle().moments[::9]:
        state = moment.before
        shown = ENGINE.view(state, seat).state
        for id in ids_of(state):
            found = sheet(state, id, seat)
            assert bool(found) == (id in ids_of(shown))
            assert found.get("unit", id) == id
            assert json.loads(encode(plain(found))) == found
            assert {type(leaf) for leaf in leaves(found)} <= {str, int, bool}
        assert sheet(state, "nobody", seat) == {}


def test_the_numbers_of_a_sheet_are_those_of_the_state() -> None:
    for moment in battle(2).moments[::9]:
        state = moment.before
        report = ENGINE.report(state)
        for vehicle in state.vehicles.values():
            found, kind = sheet(state, vehicle.id), vehicle_type(vehicle.type)
            assert {s: a["left"] for s, a in found["armor"].items()} == {s: armor.boxes_left(g) for s, g in vehicle.armor.items()}
            assert {s: a["of"] for s, a in found["armor"].items()} == kind.armor
            assert {s: a["left"] for s, a in found["shields"].items()} == vehicle.shields
            assert (found["facing"], found["velocity"], found["crew"]) == (vehicle.facing, vehicle.velocity, vehicle.crew)
            assert found["status"] == report.fates[vehicle.id].status
            assert found["at"] == (vehicle.hex.label if vehicle.hex and not vehicle.left else "")
            assert len([s for s in found["systems"] if s["state"] == "out of action"]) == len(vehicle.effects)
            assert [p["unit"] for p in found["painted_by"]] == vehicle.painted_by
        for squad in state.squads.values():
            found = sheet(state, squad.id)
            assert (found["strength"]["left"], found["aboard"].get("unit")) == (squad.strength, squad.aboard)
        for century in state.centuries.values():
            found = sheet(state, century.id)
            assert {u["unit"] for u in found["units"]} == {u.id for u in state.units() if u.century == century.id}
            assert found["strength_percent"] == report.fates[century.id].sheet["strength_hundredths"]


def test_a_damaged_vehicle_says_what_is_wrong_with_it() -> None:
    state = rule(field(), kind="damage", unit="t2", side="front", points=140).state
    found = sheet(state, "t2")
    assert found["armor"]["front"] == {"left": 0, "of": 80}
    assert found["type"] == "Horatius"
    assert {s["state"] for s in found["systems"]} == {"out of action", "damaged"}
    assert all(s["effect"] for s in found["systems"])
    state.vehicles["t2"].effects = ["turret_weapons"]
    arms = {(a["name"], a["state"]) for a in sheet(state, "t2")["weapons"]}
    assert {("3/6 Laser", "out of action"), ("150mm Gauss Cannon", "works")} <= arms


def test_weapons_tell_ranges_numbers_damage_and_rounds() -> None:
    arms = {arm["name"]: arm for arm in sheet(field(), "t2")["weapons"]}
    assert arms["3/6 Laser"]["ranges"][0] == {"from": 1, "to": 1, "to_hit": 12}
    assert arms["3/6 Laser"]["ranges"][-1] == {"from": 16, "to": 20, "to_hit": 7}
    assert arms["3/6 Laser"]["damage"] == [{"form": "one column, 8 deep", "boxes": 8}]
    assert arms["150mm Gauss Cannon"]["arc"] == "forward"
    assert [d["shell"] for d in arms["150mm Gauss Cannon"]["damage"]] == ["HEAP", "APDS", "anti-personnel", "smoke"]
    assert (arms["SMLM (2)"]["left"], arms["SMLM (2)"]["of"]) == (2, 2)
    assert arms["Vulcan-2"]["intercepts"] == [8, 4, 2, 1, 0]


def test_passengers_and_carriers_name_each_other() -> None:
    state = field()
    assert sheet(state, "t1")["passengers"] == [{"unit": "s1", "name": state.squads["s1"].name, "where": "inside"}]
    assert sheet(state, "s1")["aboard"] == {"unit": "t1", "name": "t1", "where": "inside"}
    assert sheet(state, "s2")["aboard"] == {}
    assert (sheet(state, "s2")["at"], sheet(state, "s2")["strength"]) == ("0404", {"left": 8, "of": 8})


def test_what_is_lent_shows_to_its_own_side_alone() -> None:
    state = next(m.before for m in battle().moments if m.before.ships)
    assert {b.side for b in state.batteries.values()} == {s.side for s in state.ships.values()} == {"tog", "cw"}
    for side, seat, other in (("tog", "red", "blue"), ("cw", "blue", "red")):
        for id in [*(b.id for b in state.batteries.values() if b.side == side), *(s.ship for s in state.ships.values() if s.side == side)]:
            assert sheet(state, id, seat)["side"] == side
            assert sheet(state, id, other) == sheet(state, id, "") == {}


def test_a_squad_that_hides_has_no_hex_for_the_other_side() -> None:
    state: BattleState = ENGINE.amend(field(), {"kind": "move", "unit": "s2", "hex": "1010", "reason": "x"}, ScriptedDice.of()).state
    state.squads["s2"].concealed = True
    assert (sheet(state, "s2")["at"], sheet(state, "s2", "blue")["at"], sheet(state, "s2", "")["at"]) == ("1010", "", "")
