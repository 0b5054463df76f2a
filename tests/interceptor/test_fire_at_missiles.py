"""Fire at missiles and Thor javelins in flight (centurion: HELL Missile, Thor Combat)."""

import pytest

from scales.engine import Decision, Orders, Slot
from scales.interceptor import ENGINE
from scales.interceptor.combat.combat import fire
from scales.interceptor.state import Cluster, Shot, State
from tests.interceptor.scenes import Table, board_of, craft, play_of

DECISION = Decision("fire:com", "com", "fire", "Declare fire.", ["c1"], True)


def hell(row: int, side: str = "tog", **more: object) -> Shot:
    return Shot("t1.m1", more.pop("kind", "hell_missile"), side, "t1", "c1", 10, row, 4, 1, **more)  # type: ignore[arg-type]


def field(*shots: Shot, firer: str = "avenger", hex: str = "1:1010", layout: str = "interceptor_deep_space") -> State:
    """c1 on heading 1; t1 far behind it, out of range."""
    state = board_of(craft("t1", "gladius", "2:1010"), craft("c1", firer, hex, heading=1), layout=layout)
    state.shots = list(shots)
    state.at.turn = 2
    return state


def slot_of(state: State) -> Slot:
    (slot,) = ENGINE.offers(ENGINE.view(state, "com"), DECISION)
    return slot


def faults(state: State, given: dict[str, str]) -> list[str]:
    return [f.code for f in ENGINE.check(ENGINE.view(state, "com"), DECISION, Orders({"c1": {"fire": given}}))]


def fired(state: State, given: dict[str, str], *dice: int) -> tuple[State, list[str]]:
    """The state after this fire, and the kinds of event."""
    play = play_of(state, *dice)
    play.answers = {"fire:com": Orders({"c1": {"fire": given}})}
    assert fire(play) == []
    return play.state, [e.kind for e in play.events]


@pytest.mark.parametrize(("row", "number"), [(10, 5), (9, 5), (8, 4), (7, 4), (6, 3), (4, 3), (3, 2)])
def test_the_number_is_range_and_gunnery_less_the_size_of_a_missile(row: int, number: int) -> None:
    option = slot_of(field(hell(row))).options[-1]
    assert option.info["to_hit"] == number == option.info["base"] + 4 - 7
    assert [m["name"] for m in option.info["modifiers"]] == ["gunnery", "missile in flight"]


def test_a_hit_destroys_a_hell_missile_without_setting_it_off() -> None:
    state, kinds = fired(field(hell(10)), {"0": "t1.m1"}, 5)
    assert (kinds, state.shots) == (["hit", "missile_shot_down"], [])
    assert all(not craft.fresh for craft in state.craft.values()), "it does not go off, though in the hex of its target"
    state, kinds = fired(field(hell(10)), {"0": "t1.m1"}, 6)
    assert (kinds, len(state.shots)) == (["miss"], 1)


def test_all_fire_is_resolved_and_what_comes_late_finds_nothing() -> None:
    state, kinds = fired(field(hell(9)), {"0": "t1.m1", "1": "t1.m1", "2": "t1.m1"}, 6, 1)
    assert (kinds, state.shots) == (["miss", "hit", "missile_shot_down", "target_gone"], [])


def test_a_hit_takes_one_javelin_of_a_cluster() -> None:
    cluster = hell(9, kind="thor_cluster", cluster=Cluster("call", 3))
    state, kinds = fired(field(cluster), {"0": "t1.m1", "1": "t1.m1"}, 1, 1)
    assert kinds == ["hit", "javelins_lost"] * 2
    assert [s.cluster and s.cluster.javelins for s in state.shots] == [1]


def test_each_weapon_may_have_a_target_of_its_own() -> None:
    state = field(hell(9), hell(8, "com"))
    state.shots[1].id = "own"
    state.craft["t1"].place(state.craft["c1"].hex._replace(row=6))
    assert faults(state, {"0": "t1.m1", "1": "t1"}) == []
    assert faults(state, {"0": "own"}) == ["no_bearing"], "not at one's own"
    assert faults(state, {"0": "nothing"}) == ["no_target"]
    play = play_of(state, 10, 1)
    play.answers = {"fire:com": Orders({"c1": {"fire": {"0": "t1.m1", "1": "t1"}}})}
    fire(play)
    assert [s.id for s in play.state.shots] == ["own"]


def test_only_what_bears_and_works_there() -> None:
    assert faults(field(hell(11)), {"0": "t1.m1"}) == ["no_bearing"], "behind"
    in_air = field(hell(8), hex="1:0410", layout="three_game")
    in_air.shots[0].column = 4
    assert faults(in_air, {"4": "t1.m1"}) == ["no_bearing"], "an EPC needs vacuum"
    assert faults(in_air, {"0": "t1.m1"}) == []


def test_offers_spare_the_weakest_weapon_for_a_missile() -> None:
    slot = slot_of(field(hell(9)))
    one, every = slot.options[1:]
    assert [w["weapon"] for w in one.info["weapons"]] == ["laser_5_4"]
    assert (len(every.info["weapons"]), one.info["destroys"], every.info["destroys"]) == (5, 50, 97)
    assert every.label == "c1 fires 5 weapons at the HELL missile of t1, range 1, 5 or less"
    for option in slot.options:
        assert ENGINE.check(ENGINE.view(field(hell(9)), "com"), DECISION, Orders({"c1": option.order})) == []


def test_the_bot_shoots_at_a_hell_missile_that_comes_for_it() -> None:
    table = Table(field(hell(8)))
    table.phase("combat")
    assert [e for e in table.events if e.kind in ("hit", "miss") and e.data.get("missile") == "t1.m1"]
    other = field(hell(8))
    other.shots[0].target = "somebody"
    table = Table(other)
    table.phase("combat")
    assert not [e for e in table.events if e.data.get("missile")]


def test_a_craft_without_another_target_is_asked_because_of_a_missile() -> None:
    table = Table(field(hell(8)))
    table.phase("combat")
    assert [d.kind for d in table.asked if d.seat == "com"][:1] == ["fire"]


# --- mixed fire -----------------------------------------------------------------------------------------------------------------------


def test_each_weapon_where_it_does_the_most() -> None:
    """A corvette with an enemy on each side has guns that bear on one alone."""
    state = board_of(
        craft("c1", "pegasus", "1:1010", heading=1), craft("t1", "funda", "1:1208", heading=4), craft("t2", "funda", "1:0808", heading=4)
    )
    slot = slot_of(state)
    shared = next(o for o in slot.options if o.info.get("targets"))
    assert shared.info["targets"] == ["t1", "t2"]
    assert set(shared.order["fire"].values()) == {"t1", "t2"}
    single = [o for o in slot.options if o.info.get("target") in state.craft]
    assert shared.info["expected_tenths"] >= max(o.info["expected_tenths"] for o in single)
    assert ENGINE.check(ENGINE.view(state, "com"), DECISION, Orders({"c1": shared.order})) == []
    play = play_of(state, *[10] * len(shared.order["fire"]))
    play.answers = {"fire:com": Orders({"c1": shared.order})}
    fire(play)
    told = {e.data["weapon"]: e.checks[0].target for e in play.events}
    assert told == {w["weapon"]: w["to_hit"] for w in shared.info["weapons"]}
