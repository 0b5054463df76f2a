"""What a battle remembers of its ground: the same ground is worked out once, and smoke on it only where there is smoke."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from scales.centurion.ground import los
from scales.centurion.ground.terrain import MODES, Terrain, on_board, terrain_of
from scales.centurion.movement import approach
from scales.centurion.state import BattleState
from scales.codec import clone
from scales.hexes import Hex, hex_of
from tests.centurion.field import battle, vehicle

CHANGES = {"0807": "2h", "1207": "1b3/20", "1510": "4.", "0909": "0l", "1108": "0w"}
hexes = st.builds(Hex, st.integers(1, 25), st.integers(1, 14))


def in_smoke(*labels: str) -> BattleState:
    state = battle(vehicle("h", "horatius", "1008"), changes=CHANGES)
    state.ground.smoke = dict.fromkeys(labels, 1)
    return state


def afresh(terrain: Terrain) -> Terrain:
    """The same ground without anything that was taken from elsewhere or remembered."""
    return replace(terrain, bare=None, sight={}, reach={}, ways={mode: {} for mode in MODES})


def test_a_copy_of_a_battle_has_the_ground_of_the_battle_and_looks_for_nothing_again() -> None:
    state = in_smoke("1009")
    terrain = terrain_of(state)
    los.hex_sees(state, hex_of("1008"), hex_of("1408"))
    known = len(terrain.sight)
    copy = clone(state)
    assert terrain_of(copy) is terrain
    los.hex_sees(copy, hex_of("1408"), hex_of("1008"))
    assert len(terrain.sight) == known


def test_ground_that_smoke_came_and_went_over_is_the_ground_before() -> None:
    state = in_smoke()
    before = terrain_of(state)
    state.ground.smoke["1009"] = 1
    assert terrain_of(state) is not before
    assert terrain_of(state).bare is before
    del state.ground.smoke["1009"]
    assert terrain_of(state) is before


def test_every_change_of_the_ground_is_seen_at_once() -> None:
    state = in_smoke()
    a, b = hex_of("1008"), hex_of("1206")
    assert los.hex_sees(state, a, b)
    state.ground.smoke["1107"] = 1
    state.ground.smoke["1207"] = 1
    assert not los.hex_sees(state, a, b)
    state.ground.smoke.clear()
    assert los.hex_sees(state, a, b)
    state.ground.cleared.append("0807")
    assert terrain_of(state).tile(hex_of("0807")).ground == "clear"  # type: ignore[union-attr]


def test_paths_through_woods_hinder_nobody_under_water() -> None:
    state, place = in_smoke(), terrain_of(in_smoke()).index(hex_of("1108"))
    before = terrain_of(state).way(place, "submerged")
    state.ground.tree_paths.append("0807/14")
    assert terrain_of(state).paths
    assert terrain_of(state).way(place, "submerged") == before


def test_ways_on_the_ground_are_those_without_smoke() -> None:
    smoky, clear = terrain_of(in_smoke("1009", "1209")), terrain_of(in_smoke())
    goals = [clear.index(hex_of("1408"))]
    assert approach.field_of(smoky, goals) is approach.field_of(clear, goals)


@settings(max_examples=40, deadline=None)
@given(st.lists(hexes, max_size=12), st.lists(st.tuples(hexes, hexes), min_size=1, max_size=12))
def test_smoke_only_changes_what_is_near_it(smoke: list[Hex], pairs: list[tuple[Hex, Hex]]) -> None:
    """Sight and costs under smoke, most of them taken from the bare ground, are those of ground that is looked at for the first time."""
    state = in_smoke()
    for a in [a for a, _ in pairs if on_board(state, a)]:
        terrain_of(state).way(terrain_of(state).index(a))
    state.ground.smoke = {hex.label: 1 for hex in smoke if on_board(state, hex)}
    terrain = terrain_of(state)
    fresh = afresh(terrain)
    for a, b in pairs:
        if on_board(state, a) and on_board(state, b):
            i, j = terrain.index(a), terrain.index(b)
            assert los.profile(terrain, i, j) == los.profile(fresh, i, j)
            assert all(terrain.way(i, mode) == fresh.way(i, mode) for mode in MODES)
