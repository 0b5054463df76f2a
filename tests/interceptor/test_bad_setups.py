"""Set-ups that cannot be played are refused with everything that is wrong with them; what is not refused can be played."""

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scales.codec import encode, plain
from scales.dice import KeyedDice, seeded_secret
from scales.engine import Json, Orders, random_orders
from scales.interceptor import ENGINE
from scales.interceptor.state import State
from scales.misfits import CONTROL
from tests.interceptor.broken import DEEP, STRANGE, VALUES, changed, mistakes, places
from tests.interceptor.scenes import SIDES, craft, setup_of

T, C = craft("t1", "gladius", "1:1008"), craft("c1", "stinger", "2:1004", heading=4)
PATROL = "pharetra"
ALL_ROUND = dict.fromkeys(("bow", "right_bow", "right_stern", "stern", "left_stern", "left_bow"), 50)


def over(**more: Any) -> Json:
    """Above a planet with a battlefield."""
    return setup_of(T | {"hex": "2:1003"}, C | {"hex": "2:1010"}, layout="three_game", **more)


def flown(**more: Any) -> Json:
    """The craft t1 with something else about it, above the planet."""
    return setup_of(T | {"hex": "2:1003"} | more, C | {"hex": "2:1010"}, layout="three_game")


REFUSED: dict[str, tuple[Json, set[str]]] = {
    "no such layout": (setup_of(T, C, layout="interceptor_deep_spase"), {"layout"}),
    "two sides of one id": (setup_of(T, sides=[SIDES[0], SIDES[1] | {"id": "tog"}]), {"sides"}),
    "a side without a seat": (setup_of(T, C, sides=[SIDES[0], SIDES[1] | {"seat": " "}]), {"sides.1.seat"}),
    "no side at all": (setup_of(T, C, sides=[]), {"sides"}),
    "too many sides": (setup_of(T, sides=[{"id": f"s{n}", "seat": f"s{n}"} for n in range(9)]), {"sides"}),
    "an id twice": (setup_of(T, T, C), {"craft.1.id"}),
    "an id of a satellite": (over(satellites=[{"id": "t1", "side": "tog"}]), {"satellites.0.id"}),
    "an id of a unit": (setup_of(T | {"unit": "c1"}, C), {"craft.1.id"}),
    "an id that a missile will have": (setup_of(T | {"id": "t1.m1"}, C), {"craft.0.id"}),
    "a blank id": (setup_of(T | {"id": " "}, C), {"craft.0.id"}),
    "no id": (setup_of({k: v for k, v in T.items() if k != "id"}, C), {"craft.0.id"}),
    "a name that steers a terminal": (setup_of(T | {"name": "A\x1b[31mB"}, C), {"craft.0.name"}),
    "a name that turns the line around": (setup_of(T | {"name": "A\u202eB"}, C), {"craft.0.name"}),
    "half a character": (setup_of(T | {"name": "\ud800"}, C), {"craft.0.name"}),
    "no such craft": (setup_of(T | {"type": "gladus"}, C), {"craft.0.type"}),
    "a satellite to fly": (setup_of(T | {"type": "thor_satellite"}, C), {"craft.0.type"}),
    "a craft of nobody": (setup_of(T | {"side": "kessrith"}, C), {"craft.0.side"}),
    "a hex off the board": (setup_of(T | {"hex": "1:9901"}, C), {"craft.0.hex"}),
    "a sheet off the board": (setup_of(T | {"hex": "9:0101"}, C), {"craft.0.hex"}),
    "a hex in other figures": (setup_of(T | {"hex": "١:٠٥١٠"}, C), {"craft.0.hex"}),
    "a heading that there is not": (setup_of(T | {"heading": 7}, C), {"craft.0.heading"}),
    "no whole velocity": (setup_of(T | {"velocity": 1.5}, C), {"craft.0.velocity"}),
    "a velocity beyond all": (setup_of(T | {"velocity": 41}, C), {"craft.0.velocity"}),
    "true for a velocity": (setup_of(T | {"velocity": True}, C), {"craft.0.velocity"}),
    "too fast for the air": (flown(hex="1:0512", velocity=5), {"craft.0.velocity"}),
    "not made for the air": (flown(hex="1:0512", sheet={"marks": {"atmospheric_controls": 1}}), {"craft.0.hex"}),
    "a patrol craft too fast for the interface": (flown(type=PATROL, hex="1:0712", heading=4, velocity=5), {"craft.0.velocity"}),
    "a skill beyond all": (setup_of(T | {"gunnery": 11}, C), {"craft.0.gunnery"}),
    "more than the hard points bear": (setup_of(T | {"loads": {"sss": 20}}, C), {"craft.0.loads"}),
    "nothing of a load": (setup_of(T | {"loads": {"sss": 0}}, C), {"craft.0.loads.sss"}),
    "less than nothing": (setup_of(T | {"loads": {"sss": -1}}, C), {"craft.0.loads.sss"}),
    "a load that there is not": (setup_of(T | {"loads": {"ssss": 1}}, C), {"craft.0.loads"}),
    "javelins on a fighter": (setup_of(T | {"loads": {"thor_cluster": 1}}, C), {"craft.0.loads"}),
    "two painting lasers": (setup_of(T | {"loads": {"painting_laser": 2}}, C), {"craft.0.loads"}),
    "missiles on a ground mission": (setup_of(T | {"mission": "ground", "loads": {"sss": 1}}, C), {"craft.0.loads"}),
    "too many HELL rounds": (setup_of(T | {"mission": "ground", "loads": {"hell": 1, "adm": 2}}, C), {"craft"}),
    "a mission that there is not": (setup_of(T | {"mission": "recon"}, C), {"craft.0.mission"}),
    "armor it never had": (setup_of(T | {"sheet": {"armor": {"bow": ["#" * 11]}}}, C), {"craft.0.sheet"}),
    "a sheet of something else": (setup_of(T | {"sheet": {"boxes": 4}}, C), {"craft.0.sheet"}),
    "more loads by its sheet": (setup_of(T | {"sheet": {"missiles": {"sss": 200}}}, C), {"craft.0.sheet"}),
    "shields of a fighter": (setup_of(T | {"shields": {"bow": 50}}, C), {"craft.0.shields"}),
    "a side without shields": (setup_of(T | {"type": PATROL, "shields": {"bow": 50}}, C), {"craft.0.shields"}),
    "more shields than power": (setup_of(T | {"type": PATROL, "shields": dict.fromkeys(ALL_ROUND, 140)}, C), {"craft.0.shields"}),
    "a unit of two sides": (setup_of(T | {"unit": "wing"}, C | {"unit": "wing"}), {"craft.1.unit"}),
    "a squadron of two craft": (setup_of(T | {"squadron": "s"}, C | {"squadron": "s"}), {"craft.1.squadron"}),
    "a unit and a squadron": (setup_of(T | {"unit": "u", "squadron": "s"}, C), {"craft.0.squadron"}),
    "a battle in space": (over(battles={"b1": "2:1003"}), {"battles.b1"}),
    "a battle off the board": (over(battles={"b1": "9:0101"}), {"battles.b1"}),
    "a battle in no board with a ground": (setup_of(T, C, battles={"b1": "1:0101"}), {"battles.b1"}),
    "a satellite in deep space": (setup_of(T, C, satellites=[{"id": "thor", "side": "tog"}]), {"satellites.0"}),
    "a satellite in the air": (over(satellites=[{"id": "thor", "side": "tog", "hex": "1:0112"}]), {"satellites.0.hex"}),
    "a satellite of nobody": (over(satellites=[{"id": "thor", "side": "x"}]), {"satellites.0.side"}),
    "a craft without a place": (setup_of(T, {k: v for k, v in C.items() if k != "hex"}), {"craft.1.hex"}),
    "a craft in two places": (setup_of(T, C, entries=[{"side": "com", "units": ["c1"], "corners": ["1:0101", "1:0202"]}]), {"craft.1.hex"}),
    "an entry of nobody": (setup_of(T, C, entries=[{"side": "x", "units": ["c9"], "corners": ["1:0101", "9:0202"]}]),
                           {"entries.0.side", "entries.0.units", "entries.0.corners"}),
    "an edge that there is not": (setup_of(T, C, victory={"exits": [{"side": "tog", "edges": ["north"]}]}), {"victory.exits.0.edges"}),
    "points for leaving nowhere": (setup_of(T, C, victory={"terms": [{"side": "tog", "event": "exit", "text": "away"}]}), {"victory.terms.0.event"}),
    "more vehicles than bays": (setup_of(T | {"cargo": [{"id": "a", "kind": "grav", "mass": 9, "men": 3}]}, C), {"craft.0.cargo"}),
    "a drop without a planet": (setup_of(T, C, drops=[{"side": "tog", "hex": "1:0101", "units": [{"id": "a", "kind": "grav", "men": 3}]}]), {"drops.0"}),
    "infantry out of orbit": (over(drops=[{"side": "tog", "hex": "1:0312", "units": [{"id": "a", "kind": "squad", "men": 8}]}]), {"drops.0.units"}),
    "a fort in the air": (over(installations=[{"id": "f", "side": "com", "hex": "1:0512"}]), {"installations.0.hex"}),
    "a fort of no type": (over(installations=[{"id": "f", "side": "com", "hex": "1:0107", "type": 5}]), {"installations.0.type"}),
    "a fort of the name of a battle": (over(installations=[{"id": "b", "side": "com", "hex": "1:0107"}], battles={"b": "1:0114"}), {"installations.0.id"}),
    "missions below none": (setup_of(T | {"missions": -1}, C), {"craft.0.missions"}),
    "an option there is not": (setup_of(T, C, options={"optional_turn": 1}), {"options.optional_turn"}),
    "an option out of its range": (setup_of(T, C, options={"optional_turning": 2}), {"options.optional_turning"}),
    "an option below its range": (setup_of(T, C, options={"optional_turning": -1}), {"options.optional_turning"}),
    "a rule that there is not": (setup_of(T, C, rules={"to_hit": 1}), {"rules.to_hit"}),
    "a limit that is no number": (setup_of(T, C, turn_limit=math.nan), {"turn_limit"}),
    "no turn at all": (setup_of(T, C, turn_limit=0), {"turn_limit"}),
    "more turns than there are": (setup_of(T, C, turn_limit=10**30), {"turn_limit"}),
    "a key that there is not": (setup_of(T, C, nonsense=1), {"nonsense"}),
}  # fmt: skip


@pytest.mark.parametrize("name", list(REFUSED))
def test_what_cannot_be_played_is_refused(name: str) -> None:
    setup, where = REFUSED[name]
    found = ENGINE.faults(setup)
    assert {fault.where for fault in found} == where
    judged(found)


@pytest.mark.parametrize(
    ("type", "more", "words"),
    [
        ("avenger", {"loads": {"sss": 1}}, "c9: Avenger has no hard point, the loads need 1 (centurion: Fighter Ground Missions)."),
        ("cheetah", {"loads": {"sss": 2}}, "c9: Cheetah has 1 hard point, the loads need 2 (centurion: Fighter Ground Missions)."),
        (
            PATROL,
            {"shields": {"bow": 50, "right_bow": 40, "left_bow": 40, "stern": 50}},
            "c9: every side needs a rating, there is none for right stern, left stern (interceptor: Variable Shields).",
        ),
    ],
)
def test_a_fault_is_told_once_and_in_plain_words(type: str, more: dict[str, Any], words: str) -> None:
    found = ENGINE.faults(setup_of(T, craft("c9", type, "2:0505", **more)))
    assert [fault.text for fault in found] == [words]


def judged(found: list[Any]) -> None:
    """Every fault is a sentence that says where, and that can be shown."""
    assert all(f.code and 10 < len(f.text) < 600 and not CONTROL.search(f.text + f.where) for f in found), found
    assert all(encode(f) for f in found)


def test_every_mistake_at_once_with_what_may_have_been_meant() -> None:
    wrong = craft("t1", "gladus", "1:9901", loads={"sss": 3}) | {"side": "togg"}
    second = craft("t2", "gladius", "1:0101", loads={"sss": 9, "x": 1}, shields={"bow": 10}, sheet={"armor": {"top": []}, "x": 1})
    setup = setup_of(wrong, second, second, options={"optional_turn": 1}, rules={"x": 1})
    found = {(f.where, f.code): f.text for f in ENGINE.faults(setup)}
    assert {"craft.0.type", "craft.0.hex", "craft.0.side", "craft.1.loads", "craft.1.sheet", "craft.2.id", "options.optional_turn", "rules.x"} <= {
        where for where, _ in found
    }  # fmt: skip
    assert "did you mean gladius" in found["craft.0.type", "unknown_type"]
    assert "the sides are tog and com" in found["craft.0.side", "unknown_side"]
    assert "optional_turning" in found["options.optional_turn", "unknown_option"]
    assert "no side 'top'" in found["craft.1.sheet", "bad_sheet"]
    assert "no 'x'" in found["craft.1.sheet", "bad_sheet"]


def test_mistakes_of_craft_are_named_where_the_layout_is_unknown() -> None:
    found = {f.where for f in ENGINE.faults(setup_of(T | {"type": "gladus"}, C | {"loads": {"x": 1}}, layout="nowhere"))}
    assert found == {"layout", "craft.0.type", "craft.1.loads"}


def test_a_thousand_craft_are_too_many_and_four_hundred_are_not() -> None:
    many = [craft(f"t{n}", "gladius", "1:1008") for n in range(1001)]
    assert [(f.where, f.code) for f in ENGINE.faults(setup_of(*many))] == [("craft", "bad_shape")]
    assert ENGINE.faults(setup_of(*many[:399], C)) == []


@pytest.mark.parametrize("sheet", [DEEP, {"armor": DEEP}, {"marks": {"drive": DEEP}}, {"weapons_gone": DEEP}])
def test_whatever_is_nested_too_deeply_is_refused(sheet: Any) -> None:
    judged(ENGINE.faults(setup_of(T | {"sheet": sheet}, C)))
    assert ENGINE.faults(setup_of(T | {"sheet": sheet}, C))
    assert ENGINE.faults(setup_of(T, C, rules={"x": DEEP}))


# --- what is no mistake ------------------------------------------------------------------------------------------------------------------

PLAYED = {
    "craft in one hex": setup_of(T, T | {"id": "t2"}, C | {"hex": "1:1008"}),
    "ids as craft that come down have": setup_of(T | {"id": "wing/1", "unit": "wing"}, C),
    "one seat for both sides": setup_of(T, C, sides=[SIDES[0], SIDES[1] | {"seat": "tog"}]),
    "a side without craft": setup_of(T),
    "nobody": setup_of(),
    "one side": setup_of(T, sides=SIDES[:1]),
    "two battles in a hex": over(battles={"b1": "1:0114", "b2": "1:0114"}),
    "at the very edge": setup_of(T | {"hex": "1:0101", "heading": 1, "velocity": 40}, C),
    "names in all alphabets": setup_of(T | {"name": "Ἀχιλλεύς 龍 🚀"}, C),
    "nobody able to fly": setup_of(T | {"sheet": {"marks": {"pilot": 3}}}, C),
    "nothing left of it": setup_of(T | {"sheet": {"marks": {"drive": 200, "plant": 200, "life_support": 1}, "weapons_gone": [0]}}, C),
    "without loads": setup_of(T | {"loads": {}}, C),
}  # fmt: skip


@pytest.mark.parametrize("name", PLAYED)
def test_what_no_rule_forbids_is_played(name: str) -> None:
    assert ENGINE.faults(PLAYED[name]) == []
    open_the_battle(PLAYED[name])


# --- anything at all ---------------------------------------------------------------------------------------------------------------------


def tank(id: str, **more: Any) -> Json:
    return {"id": id, "name": id, "kind": "grav", "mass": 250, "men": 3, "shields": {"front": 4}, "unit": {"type": "wolverine"}, **more}


def rich() -> Json:
    """Something of everything that a set-up may say."""
    sheet = {
        "armor": {"bow": ["##########"] * 8 + ["#####....."]},
        "marks": {"drive": 1},
        "weapons_gone": [0],
        "missiles": {"sss": 1},
        "bombs": {},
        "pods": {"ecm_pod": 1},
    }
    rider = tank("squad", kind="squad", mass=0, men=8, aboard="tank", platoon="first")
    units = [
        craft(
            "t1", "gladius", "2:1003", heading=4, velocity=4, gunnery=5, piloting=6, loads={"sss": 1, "dfm": 1, "ecm_pod": 1}, unit="wing"
        ),
        craft("t2", "gladius", "1:0512", heading=5, velocity=2, mission="ground", loads={"hafe_i": 2, "painting_laser": 1}),
        craft("t3", PATROL, "2:0803", heading=4, shields=dict.fromkeys(ALL_ROUND, 20)),
        craft("t4", "ponto", "1:0114", heading=2, cargo=[tank("tank"), rider], bay_tons=310, room=70),
        craft("c1", "stinger", "2:1010", sheet=sheet, pilot="Edda Moreau", missions=7),
        craft("c2", "stinger", "1:0114", squadron="base", mission="ground"),
        {name: value for name, value in craft("c3", "cheetah", "").items() if name != "hex"},
        {name: value for name, value in craft("c4", "cheetah", "").items() if name != "hex"},
    ]
    return setup_of(
        *units,
        layout="three_game",
        satellites=[
            {"id": "thor", "name": "Thor", "side": "tog", "hex": "1:0901", "velocity": 2, "sheet": {"missiles": {"thor_cluster": 1}}}
        ],
        battles={"b1": "1:0114"},
        installations=[{"id": "fort", "name": "Fort", "side": "com", "hex": "1:0107", "type": 2}],
        drops=[{"side": "tog", "hex": "1:0312", "units": [tank("diver"), tank("rider", kind="squad", men=8)]}],
        entries=[
            {"side": "com", "corners": ["2:1505", "2:2010"], "headings": [5, 6], "velocity": "thrust"},
            {"side": "com", "units": ["c4"], "corners": ["2:2505", "2:2610"], "velocity": 3, "turn": 2},
        ],
        victory={
            "exits": [{"side": "tog", "edges": ["right"], "units": ["t4"]}],
            "terms": [
                {"side": "tog", "event": "carry", "text": "vehicles away", "points": 3},
                {"side": "com", "event": "destroy", "text": "Ponto down", "units": ["t4"], "wins": True},
            ],
            "levels": [{"level": "decisive", "side": "tog", "least": 3}, {"level": "marginal", "side": "com", "most": 2}],
            "of": "tog",
            "ends_without": ["t4"],
        },
        options={"optional_turning": 1},
        turn_limit=3,
        standing=False,
        rules={},
    )


def test_the_rich_set_up_is_without_fault() -> None:
    assert ENGINE.faults(rich()) == []


def test_any_document_is_refused_in_sentences_or_can_be_played() -> None:
    played: set[bytes] = set()
    refused = 0
    for setup in mistakes(rich(), STRANGE, 12):
        found = ENGINE.faults(setup)
        judged(found)
        refused += bool(found)
        if not found and len(played) < 18:
            played.add(open_the_battle(setup))
    assert refused > 800
    assert len(played) > 15


JSON = st.recursive(
    st.one_of(st.sampled_from(VALUES), st.integers(), st.floats(), st.text(max_size=8)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
WORDS = st.sampled_from(
    ["tog", "com", "t1", "c1", "gladius", PATROL, "stinger", "1:0114", "2:1003", "3:0108", "sss", "ground", 0, 1, 4, 6, 30]
)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 10_000), WORDS | JSON), min_size=1, max_size=4))
def test_several_things_replaced_are_refused_in_sentences_or_can_be_played(changes: list[tuple[int, Any]]) -> None:
    setup: Any = rich()
    for number, new in changes:
        ways = list(places(setup))
        setup = changed(setup, ways[number % len(ways)], new)
    found = ENGINE.faults(setup)
    judged(found)
    if not found:
        open_the_battle(setup)


def open_the_battle(setup: Json) -> bytes:
    """Play a minute at random; everybody looks at the board."""
    state: State = ENGINE.setup(setup, KeyedDice(key=b"set-up")).state
    for number, phase in enumerate(ENGINE.phases):
        dice = KeyedDice(key=seeded_secret(number))
        step = ENGINE.advance(state, phase, {}, [], dice)
        while not step.done:
            answers = {}
            for decision in step.pending:
                view = ENGINE.view(step.state, decision.seat)
                answers[decision.key] = random_orders(ENGINE.offers(view, decision), KeyedDice(key=seeded_secret(2)))
                assert ENGINE.check(view, decision, answers[decision.key]) == []
                assert ENGINE.check(view, decision, Orders({}))
            step = ENGINE.advance(step.state, phase, answers, [], dice)
        state = step.state
        assert ENGINE.invariants(state) == []
    encode(plain(ENGINE.report(state)))
    for side in state.sides:
        view = ENGINE.view(state, side.seat)
        encode(plain([ENGINE.picture(view), *(ENGINE.record(view, id) for id in state.craft)]))
    return encode(state)
