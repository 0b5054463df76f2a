"""The log as a player reads it: equal effects once with their count, nothing more of a craft that is lost, guns by their places, one hex by its name."""

from scales.dice import KeyedDice, seeded_secret
from scales.engine import Event, Orders
from scales.interceptor.combat.combat import fire
from scales.interceptor.combat.combat_offers import fires
from scales.interceptor.damage.condition import shield
from scales.interceptor.damage.damage import marks, take_effect
from scales.interceptor.damage.mounts import mount_name
from scales.interceptor.damage.systems import effect
from scales.interceptor.state import Craft, State
from scales.play import Play
from tests.interceptor.scenes import board_of, craft, play_of

BARE = {"vector_thruster:left": 1, "weapon_short:bow": 1, "shield_short:left": 1}


def field() -> tuple[State, Craft, Craft]:
    """A Gladius, and a Ponto, which nobody leaves by ejection."""
    state = board_of(craft("t1", "gladius", "1:1006", heading=1), craft("c1", "ponto", "1:1009", heading=1))
    return state, state.craft["t1"], state.craft["c1"]


def struck(state: State, who: Craft, parts: list[str], *dice: int) -> list[Event]:
    """What is told when so many components take effect."""
    who.fresh += parts
    play = play_of(state, *dice)
    take_effect(play, who, "somebody")
    return play.events


def test_equal_effects_are_told_once_with_their_count() -> None:
    state, t1, _ = field()
    told = struck(state, t1, ["scanner_systems", "drive_short", "scanner_systems", "drive_short", "scanner_systems"])
    assert [(e.kind, e.data["times"]) for e in told] == [("system_hit", 3), ("system_short", 2)]
    assert told[0].text == "The scanner systems of t1 are hit 3 times: -3 to hit beyond range 3."
    assert t1.marks == {"scanner_systems": 3}


def test_a_blast_that_destroys_tells_what_ended_the_craft_and_no_more() -> None:
    state, t1, _ = field()
    told = struck(state, t1, [*BARE, *["superstructure"] * 9, *["fire_computer"] * 9, "pilot"], 7)
    assert [(e.kind, e.data.get("system")) for e in told] == [
        ("system_hit", "superstructure"),
        ("system_hit", "pilot"),
        ("ejection", None),
        ("craft_destroyed", None),
    ]
    assert sum("breaks up" in e.text for e in told) == 1
    assert t1.marks == {"superstructure": 9, "pilot": 1}


def test_an_explosion_leaves_nobody_whatever_else_was_hit_first() -> None:
    state, t1, _ = field()
    told = struck(state, t1, ["superstructure"] * 3 + ["pilot"] * 3 + ["plant"] * 4)
    assert [e.kind for e in told] == ["system_hit", "craft_destroyed"]
    assert (t1.crew, told[-1].data["how"]) == ("dead", "explodes")


def test_no_component_is_rolled_for_when_the_end_is_sure() -> None:
    _, t1, c1 = field()
    for who, sure in ((t1, "plant"), (c1, "superstructure")):
        dice = KeyedDice(key=seeded_secret(3))
        who.fresh = [sure] * 4
        assert marks(dice, who, "bow", 80) == []
        assert dice.fresh == []
    t1.fresh = ["superstructure"] * 4
    assert marks(KeyedDice(key=seeded_secret(3)), t1, "bow", 8), "the wounds of a pilot who may eject still count"


def test_many_boxes_inside_end_a_craft_in_a_few_lines() -> None:
    """A HELL missile all round."""
    for seed in range(20):
        state, t1, _ = field()
        play = Play(state, KeyedDice(key=seeded_secret(seed)))
        for side in t1.armor:
            marks(play.dice, t1, side, 100)
        take_effect(play, t1)
        assert t1.where == "destroyed"
        assert len(play.events) <= 4
        assert [e.kind for e in play.events].count("craft_destroyed") == 1


def test_a_shield_whose_generator_is_destroyed_is_not_out_next_turn() -> None:
    state, t1, _ = field()
    told = struck(state, t1, ["shield_short:left", "shield_destroyed:left", "shield_short:right"])
    assert [e.text for e in told if e.kind == "system_short"] == [
        "A shield (left) of t1 is shorted: its generator is destroyed already, nothing changes.",
        "Next turn a shield (right) of t1 is out: no shield on that side.",
    ]
    assert list(t1.shorts) == ["shield:right"]


def test_what_is_left_of_shields_halved_again_and_again() -> None:
    _, t1, _ = field()
    words = []
    for hits in (1, 2, 8):
        t1.marks["shield_power_converter"] = hits
        words.append(effect(t1, "shield_power_converter"))
    assert words == ["all shields are halved", "all shields are at 1/4 of their rating", "nothing is left of its shields"]
    assert shield(t1, "bow", 1) == 0


def test_several_shorts_of_one_side_name_each_weapon_once() -> None:
    state, _, c1 = field()
    side = c1.mounts[0].location
    half = [n for n, m in enumerate(c1.mounts) if m.location == side or m.location.startswith("turret")]
    assert half
    told = struck(state, c1, [f"weapon_short:{'bow' if side.startswith('turret') else side}"] * 6, *[1] * 6)
    assert [(e.kind, e.data["times"]) for e in told] == [("weapon_hit", 6)]


def test_like_guns_are_told_by_their_places() -> None:
    state = board_of(craft("t1", "gladius", "1:1006"), craft("c1", "avenger", "1:1010", heading=1))
    for who in state.craft.values():
        names = [mount_name(who, n) for n in range(len(who.mounts))]
        assert len(set(names)) == len(names)
    c1 = state.craft["c1"]
    twice = next(n for n, m in enumerate(c1.mounts) if sum(o.weapon == m.weapon for o in c1.mounts) > 1)
    play = play_of(state, 10)
    play.answers = {"fire:com": Orders({"c1": {"fire": {str(twice): "t1"}}}), "fire:tog": Orders({})}
    fire(play)
    (shot,) = [e for e in play.events if e.kind == "miss"]
    assert (shot.data["number"], shot.data["location"]) == (twice, c1.mounts[twice].location)
    assert shot.text.startswith(f"c1 fires its {mount_name(c1, twice)} at the stern of t1: ") or mount_name(c1, twice) in shot.text


def test_range_nought_is_the_same_hex_with_the_number_of_range_one() -> None:
    state = board_of(craft("t1", "gladius", "1:1006", heading=1), craft("c1", "avenger", "1:1006", heading=1))
    option = next(o for o in fires(state, state.craft["c1"]) if o.info.get("target") == "t1")
    assert "at t1, in the same hex, " in option.label
    assert option.info["base"] == 8
    play = play_of(state, 10)
    play.answers = {"fire:com": Orders({"c1": {"fire": {"0": "t1"}}}), "fire:tog": Orders({})}
    fire(play)
    (shot,) = [e for e in play.events if e.kind == "miss"]
    assert "of t1 in the same hex: it misses." in shot.text
    assert (shot.data["range"], shot.checks[0].base) == (0, 8)
