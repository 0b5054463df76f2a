"""Any hits on any craft: nothing is made or lost that should not be, and sheets and records stay whole."""

from hypothesis import given, settings
from hypothesis import strategies as st

from scales.armor import boxes_left
from scales.codec import encode, plain
from scales.dice import KeyedDice
from scales.interceptor import ENGINE
from scales.interceptor.damage.damage import strike, take_effect
from scales.interceptor.damage.ends import is_sure
from scales.interceptor.damage.sheets import sheet_of, with_sheet
from scales.interceptor.preparation.craft import fresh_craft
from scales.interceptor.tables import craft_types, hit_tables, rule
from scales.play import Play
from tests.interceptor.scenes import board_of, craft

KINDS = sorted(id for id, kind in craft_types().items() if not kind.is_satellite)
HITS = st.lists(
    st.tuples(st.integers(0, 5), st.sampled_from([("laser", 10), ("mdc", 12), ("epc", 18), ("npc", 20), ("missile", 20)])), max_size=25
)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(KINDS), HITS, st.integers(0, 10_000))
def test_any_fire_leaves_a_craft_whole_in_the_books(kind: str, hits: list[tuple[int, tuple[str, int]]], seed: int) -> None:
    state = board_of(craft("t1", kind, "1:1010"), craft("c1", "avenger", "1:1014"))
    one, play = state.craft["t1"], Play(state, KeyedDice(key=seed.to_bytes(4, "big")))
    sides = list(one.armor)
    each = rule("internals")["boxes_per_component"]["patrol" if craft_types()[kind].is_patrol else "fighter"]
    for number, (place, (family, damage)) in enumerate(hits):
        if one.where != "board":
            break
        side = sides[place % len(sides)]
        before = boxes_left(one.armor[side])
        blow = strike(play.dice, one, side, family, damage)
        assert before - boxes_left(one.armor[side]) == blow.marked <= damage
        assert blow.marked + blow.inside <= damage
        most = -(-blow.inside // each)
        assert len(blow.parts) == most or (len(blow.parts) < most and is_sure(one))
        assert {p.partition(":")[0] for p in blow.parts} <= {*hit_tables("").components}
        play.tell("test", "A hit.", "test")
        if number % 3 == 2:
            take_effect(play, one, "c1")
            state.at.turn += 1
        assert ENGINE.invariants(state) == []
        encode(plain(ENGINE.record(ENGINE.view(state, "com"), "t1")))
    again = with_sheet(fresh_craft("t1", "t1", craft_types()[kind], "tog", mission="fighters"), sheet_of(one))
    before = sheet_of(one)
    assert sheet_of(again) == before | {"pilot": before["pilot"] | {"state": "aboard"}}, "whoever flies it next is aboard"


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(KINDS), st.lists(st.sampled_from(hit_tables("").components), max_size=20), st.integers(0, 10_000))
def test_any_components_hit_in_any_order(kind: str, parts: list[str], seed: int) -> None:
    state = board_of(craft("t1", kind, "1:1010"), craft("c1", "avenger", "1:1014"))
    one, play = state.craft["t1"], Play(state, KeyedDice(key=seed.to_bytes(4, "big")))
    sides = list(one.armor)
    for number, part in enumerate(parts):
        sided = part in ("weapon_short", "weapon_destroyed", "shield_short", "shield_destroyed")
        where = sides[number % len(sides)] if sided else ("left", "right", "stern")[number % 3]
        one.fresh.append(f"{part}:{where}" if sided or part == "vector_thruster" else part)
        take_effect(play, one, "c1")
        assert not play.dice.fresh, "every die is told"
        assert ENGINE.invariants(state) == []
        encode(plain(ENGINE.record(ENGINE.view(state, "tog"), "t1")))
        if one.where != "board":
            break
        state.at.turn += number % 2
