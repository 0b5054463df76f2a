from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from scales.centurion import los
from scales.centurion.los import OFF, clear
from scales.hexes import Hex, hex_of
from tests.centurion.field import battle, vehicle
from tests.examples import oracle


@oracle("CEN-096")
def test_woods_on_a_hill_block(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    found = []
    for level in inputs["target_level"]:
        wood = f"{inputs['blocking_level']}{'l' if inputs['woods_in_blocking_hex'] else '.'}"
        changes = {"1008": f"{inputs['attacker_level']}h", "1006": wood, "1004": f"{level}."}
        state = battle(vehicle("h", "horatius", "1008"), vehicle("i", "horatius", "1004"), changes=changes)
        found.append(los.sees(state, state.vehicles["h"], state.vehicles["i"]))
    assert found == expected["los"]


@oracle("CEN-097")
def test_dead_zone_behind_a_crest(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    target = hex_of("1008").row - inputs["range"]
    changes = {"1008": f"{inputs['attacker_level']}.", f"10{target + 1:02d}": f"{inputs['hex_before_target_level']}."}
    state = battle(vehicle("h", "horatius", "1008"), vehicle("i", "horatius", f"10{target:02d}"), changes=changes)
    assert los.sees(state, state.vehicles["h"], state.vehicles["i"]) == expected["los"]


def test_next_to_each_other_units_always_see() -> None:
    assert clear((OFF, OFF, OFF), 0, 5)


def test_the_defender_chooses_the_hex_that_blocks() -> None:
    state = battle(vehicle("h", "horatius", "1008"), changes={"1108": "0h"})
    terrain = los.terrain_of(state)
    a, b = hex_of("1008"), hex_of("1207")
    assert terrain.distance(terrain.index(a), terrain.index(b)) == 2
    assert not los.hex_sees(state, a, b)


def test_nothing_is_seen_under_water() -> None:
    state = battle(vehicle("h", "horatius", "1008"), vehicle("i", "horatius", "1006"))
    assert los.sees(state, state.vehicles["h"], state.vehicles["i"])
    state.vehicles["i"].under_water = True
    assert not los.sees(state, state.vehicles["h"], state.vehicles["i"])


hexes = st.builds(Hex, st.integers(1, 25), st.integers(1, 14))


@settings(max_examples=60, deadline=None)
@given(hexes, hexes, st.integers(0, 3), st.integers(0, 3))
def test_sight_is_mutual(a: Hex, b: Hex, high: int, low: int) -> None:
    state = battle(vehicle("h", "horatius", "1008"), changes={"0807": "2h", "1207": "1b3/20", "1510": "4.", "0909": "0l"})
    assert los.hex_sees(state, a, b, high, low) == los.hex_sees(state, b, a, low, high)
