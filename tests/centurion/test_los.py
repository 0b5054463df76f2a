import itertools
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scales.centurion.combat import aim, painting
from scales.centurion.ground import los
from scales.centurion.ground.los import OFF, clear
from scales.centurion.state import PARITY
from scales.hexes import Hex, hex_of, line
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


SPINE = [pair for pair in line(hex_of("1008"), hex_of("1408"), PARITY) if len(pair) == 2]


@pytest.mark.parametrize("side", [0, 1])
def test_along_a_spine_whoever_is_shot_at_or_painted_has_the_hex_that_hides_him(side: int) -> None:
    """R-CEN-51: woods on either side of the line block fire and painting alike, whoever of the two acts."""
    for pair in SPINE:
        state = battle(vehicle("h", "horatius", "1008"), changes={pair[side].label: "0h"})
        vehicles = state.vehicles
        vehicles["enemy"].hex = hex_of("1408")
        for firer, target in (("h", "enemy"), ("enemy", "h")):
            assert not aim.aim(state, vehicles[firer], vehicles[target]).seen
            assert painting.reckoned(state, firer, target) is None
    assert SPINE


@given(st.tuples(*[st.integers(0, 3)] * 7))
@settings(max_examples=60, deadline=None)
def test_the_higher_hex_of_a_spine_is_the_best_choice_there_is(levels: tuple[int, ...]) -> None:
    """Of all ways to choose a hex for each pair that the line runs between, one blocks if and only if the higher ones do."""
    hexes = line(hex_of("1008"), hex_of("1408"), PARITY)
    changes = {hex.label: f"{level}." for hex, level in zip([h for step in hexes for h in step], levels, strict=False)}
    state = battle(vehicle("h", "horatius", "1008"), changes=changes)
    state.vehicles["enemy"].hex = hex_of("1408")
    ends = [int(changes.get(label, "0.")[0]) for label in ("1008", "1408")]
    ways = itertools.product(*(step for step in hexes[1:-1]))
    blocked = any(not clear(_heights([int(changes.get(h.label, "0.")[0]) for h in way]), *ends) for way in ways)
    assert los.sees(state, state.vehicles["h"], state.vehicles["enemy"]) is not blocked


def _heights(way: list[int]) -> tuple[int, int, int]:
    """What a way over so many levels has in the middle, next to its beginning and next to its end."""
    return max(way), way[0], way[-1]
