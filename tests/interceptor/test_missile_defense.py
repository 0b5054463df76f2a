"""How missiles are met: ECM pods, ECM missiles, point defense; who is asked, what is offered, and what the bot does."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scales.engine import Decision, Json, Orders
from scales.interceptor import ENGINE
from scales.interceptor.bot.rocketry import defend
from scales.interceptor.missiles.attack import toward
from scales.interceptor.missiles.ecm import is_jamming
from scales.interceptor.missiles.flying import fly_all, fly_hell
from scales.interceptor.missiles.in_flight import arriving, put_in_flight
from scales.interceptor.missiles.lock_on import can_launch
from scales.interceptor.missiles.point_defense import askers, danger, defense_row, guards, point_defense, prepare
from scales.interceptor.state import Guard, Shot, State
from tests.interceptor.scenes import Table, board_of, craft, play_of

ASTERN, AHEAD = 14, 6
"""Rows of missiles that come at a craft in row 10 on heading 1."""


def attacked(kind: str, *rows: int, missile: str = "sss", **more: Any) -> State:
    """A craft t1 in turn 2, with missiles of c1 that reach it in this turn's flight, m0, m1, ..."""
    state = board_of(craft("c1", "gladius", "2:1001", loads={}), craft("t1", kind, "1:1010", heading=1, **more))
    state.at.turn, state.at.phase = 2, "movement"
    state.shots = [Shot(f"m{n}", missile, "com", "c1", "t1", 10, row, 15, 1) for n, row in enumerate(rows)]
    return state


def decided(state: State, order: Json, *dice: int) -> list[Any]:
    """The events when the side of t1 answers so, flight included."""
    play = play_of(state, *dice)
    play.answers = {"defend:tog": Orders({"t1": order})}
    assert prepare(play) == []
    fly_all(play)
    fly_hell(play)
    return play.events


def asked(state: State) -> Decision:
    (decision,) = prepare(play_of(state))
    return decision


# --- point defense --------------------------------------------------------------------------------------------------------------------


def test_the_number_comes_from_the_missiles_engaged() -> None:
    state = attacked("telum", ASTERN, ASTERN, AHEAD, loads={})
    assert defense_row(state.craft["t1"], 2) == (8, 4, 2, 1)
    left = point_defense(play_of(state, 4, 5), state.craft["t1"], list(state.shots))
    assert [s.id for s in left] == ["m1", "m2"], "unasked it fires at the side with most of them: two, four or less each"


def test_every_shot_at_a_missile_is_told_with_its_number() -> None:
    state = attacked("telum", ASTERN, loads={})
    events = decided(state, {"engage": ["m0"]}, 8)
    assert [e.kind for e in events] == ["point_defense", "missile_shot_down"]
    assert (events[0].checks[0].target, events[0].checks[0].roll, events[0].rule) == (8, 8, "interceptor: Point Defense")
    assert state.shots == []


def test_the_defender_chooses_which_side_and_how_many() -> None:
    state = attacked("telum", ASTERN, ASTERN, AHEAD, loads={})
    ways = [(g.ecm, g.engage) for g in guards(state, state.craft["t1"], state.shots)]
    assert ways == [("", ["m2"]), ("", ["m0", "m1"]), ("", ["m0"]), ("", [])]
    numbers = [e.checks[0].target for e in decided(state, {"engage": ["m2"]}, 9, *[10] * 3) if e.kind == "point_defense"]
    assert numbers == [8]


def test_point_defense_takes_on_no_more_when_hell_missiles_fly_last() -> None:
    """One number for all the missiles of a phase: two engaged, one of them a HELL missile, are fired at with four each."""
    state = attacked("telum", ASTERN, ASTERN, loads={})
    state.shots[1].kind = "hell_missile"
    events = decided(state, {"engage": ["m0", "m1"]}, 4, 4)
    assert [e.checks[0].target for e in events if e.kind == "point_defense"] == [4, 4]
    assert state.shots == []
    state = attacked("telum", ASTERN, AHEAD, loads={})
    state.shots[1].kind = "hell_missile"
    play = play_of(state, *[10] * 60)
    play.answers = {"defend:tog": Orders({"t1": {"engage": ["m0"]}})}
    prepare(play)
    fly_all(play)
    fly_hell(play)
    assert [e.kind for e in play.events].count("point_defense") == 1, "the other side has none left"


@pytest.mark.parametrize("broken", ["gone", "short", "control"])
def test_point_defense_that_is_broken_fires_at_nothing(broken: str) -> None:
    state = attacked("telum", ASTERN, loads={})
    t1 = state.craft["t1"]
    if broken == "control":
        t1.marks = {"main_weapons_control": 1, "auxiliary_weapons_controls": 1}
    for mount in t1.mounts:
        mount.gone, mount.out = broken == "gone", 2 if broken == "short" else 0
    assert defense_row(t1, 2) == ()


# --- ECM ------------------------------------------------------------------------------------------------------------------------------


def test_a_pod_takes_three_from_intelligence_and_stops_point_defense() -> None:
    state = attacked("telum", ASTERN, loads={"ecm_pod": 1})
    events = decided(state, {"ecm": "pod"}, 6)
    assert [(e.kind, e.checks[0].target) for e in events] == [("missile_attack", 5)]
    assert [(m.name, m.value) for m in events[0].checks[0].modifiers] == [("ECM pod", -3)]


def test_a_pod_that_is_off_lets_point_defense_work_and_runs_again_after_the_flight() -> None:
    state = attacked("telum", ASTERN, loads={"ecm_pod": 1})
    events = decided(state, {"engage": ["m0"]}, 9, 8, 1)
    assert [e.kind for e in events] == ["ecm_off", "point_defense", "missile_attack", "missile_damage"]
    assert events[2].checks[0].target == 8
    assert is_jamming(state.craft["t1"])


def test_an_ecm_missile_takes_eight_and_the_launch_of_the_turn() -> None:
    state = attacked("telum", ASTERN, ASTERN, loads={"ecm_missile": 1, "sss": 1})
    events = decided(state, {"ecm": "missile"}, 2, 1, 1)
    assert [e.kind for e in events] == ["ecm_missile", "missile_attack", "missile_attack", "missile_damage"]
    assert [e.checks[0].target for e in events[1:3]] == [0, 0], "one always strikes"
    t1 = state.craft["t1"]
    assert (t1.missiles, can_launch(state, t1)) == ({"sss": 1}, [])


def test_an_ecm_missile_is_not_launched_at_anybody() -> None:
    state = attacked("telum", loads={"ecm_missile": 2})
    assert can_launch(state, state.craft["t1"]) == []


def test_no_ecm_works_against_a_hell_missile_but_point_defense_does() -> None:
    state = attacked("telum", ASTERN, missile="hell_missile", loads={"ecm_pod": 1})
    assert [e.kind for e in decided(state, {"engage": ["m0"]}, 8)] == ["ecm_off", "point_defense", "missile_shot_down"]
    state = attacked("telum", ASTERN, missile="hell_missile", loads={"ecm_pod": 1})
    assert decided(state, {"ecm": "pod"}, *[10] * 60)[0].kind == "hell_burst"


def test_a_craft_that_goes_silent_is_lost_to_a_radiation_seeker() -> None:
    state = attacked("gladius", ASTERN, missile="ris", loads={"ecm_pod": 1})
    assert asked(state).units == ["t1"]
    assert [e.kind for e in decided(state, {})] == ["ecm_off", "missile_lost"]


# --- asking ---------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "rows", "loads", "wanted"),
    [
        ("gladius", (ASTERN,), {}, False),
        ("gladius", (ASTERN,), {"ecm_pod": 1}, False),
        ("gladius", (ASTERN,), {"ecm_missile": 1}, True),
        ("telum", (ASTERN,), {}, False),
        ("telum", (ASTERN, ASTERN), {}, True),
        ("telum", (ASTERN,), {"ecm_pod": 1}, True),
        ("telum", (), {"ecm_pod": 1}, False),
    ],
)
def test_only_who_has_a_choice_is_asked(kind: str, rows: tuple[int, ...], loads: dict[str, int], wanted: bool) -> None:
    state = attacked(kind, *rows, loads=loads)
    assert bool(askers(state, "tog", arriving(state))) == wanted


def test_missiles_that_are_still_far_ask_nobody() -> None:
    state = attacked("telum", loads={"ecm_pod": 1})
    put_in_flight(state, "hell_missile", "com", "c1", state.craft["c1"].hex, "t1").launched = 1
    assert arriving(state) == {}


def offered(state: State) -> tuple[Decision, Any]:
    decision = asked(state)
    (slot,) = ENGINE.offers(ENGINE.view(state, "tog"), decision)
    return decision, slot


def test_offers_show_the_numbers_that_are_rolled() -> None:
    state = attacked("telum", ASTERN, ASTERN, loads={"ecm_pod": 1})
    decision, slot = offered(state)
    assert [(o.order["ecm"], len(o.order["engage"]), o.info["number"]) for o in slot.options] == [
        ("pod", 0, 0),
        ("", 2, 4),
        ("", 1, 8),
        ("", 0, 0),
    ]
    assert [[m["attack"] for m in o.info["missiles"]] for o in slot.options] == [[5, 5], [8, 8], [8, 8], [8, 8]]
    assert [o.info["expected_hundredths"] for o in slot.options] == [100, 96, 96, 160]
    for option in slot.options:
        assert ENGINE.check(ENGINE.view(state, "tog"), decision, Orders({"t1": option.order})) == []


@pytest.mark.parametrize(
    ("order", "codes"),
    [
        ({"ecm": "missile"}, ["no_decoy"]),
        ({"ecm": "pod", "engage": ["m0"]}, ["ecm_runs"]),
        ({"engage": ["m0", "m2"]}, ["two_sides"]),
        ({"engage": ["m0", "m0"]}, ["no_missile"]),
        ({"engage": ["m9"]}, ["no_missile"]),
        ({"engage": ["m0", "m1", "m9", "m8", "m7"]}, ["too_many", "no_missile"]),
        ({"ecm": "flare"}, ["bad_order"]),
    ],
)
def test_bad_answers_are_refused_with_their_rule(order: Json, codes: list[str]) -> None:
    state = attacked("telum", ASTERN, ASTERN, AHEAD, loads={"ecm_pod": 1})
    faults = ENGINE.check(ENGINE.view(state, "tog"), asked(state), Orders({"t1": order}))
    assert [f.code for f in faults] == codes
    assert all("(interceptor: " in f.text for f in faults)


def test_what_has_no_pod_runs_none() -> None:
    state = attacked("telum", ASTERN, ASTERN, loads={})
    (fault,) = ENGINE.check(ENGINE.view(state, "tog"), asked(state), Orders({"t1": {"ecm": "pod"}}))
    assert fault.code == "no_pod"


def test_the_question_comes_before_the_flight_and_a_ruling_may_take_it_away() -> None:
    state = attacked("telum", ASTERN, ASTERN, loads={})
    state.at.phase = ""
    for one in state.craft.values():
        one.moved = 2
    step = ENGINE.advance(state, "movement", {}, [], play_of(state).dice)
    assert [d.kind for d in step.pending] == ["defend"]
    after = ENGINE.amend(step.state, {"kind": "strike_off", "missile": "m0", "reason": "a slip"}, play_of(state).dice)
    assert [s.id for s in after.state.shots] == ["m1"]
    assert after.pending == []
    assert "taken out of play (a slip)" in after.events[0].text
    with pytest.raises(ValueError, match="no missile 'm0' in flight; in flight are m1"):
        ENGINE.amend(after.state, {"kind": "strike_off", "missile": "m0"}, play_of(state).dice)


# --- the bot --------------------------------------------------------------------------------------------------------------------------


def test_the_bot_takes_the_way_that_lets_the_fewest_strike() -> None:
    state = attacked("telum", ASTERN, loads={"ecm_pod": 1})
    assert defend(state, offered(state)[1]) == {"ecm": "", "engage": ["m0"]}
    state = attacked("telum", *[ASTERN] * 4, loads={"ecm_pod": 1})
    assert defend(state, offered(state)[1])["ecm"] == "pod"


def test_the_bot_saves_missiles_against_ecm_and_where_enough_are_under_way() -> None:
    def answer(**more: Any) -> Json:
        state = board_of(craft("c1", "gladius", "1:1014", heading=1, loads={"sss": 1}), craft("t1", "gladius", "1:1010", **more))
        decision = Decision("launch:com", "com", "launch", "?", ["c1"], True)
        view = ENGINE.view(state, "com")
        found: Json = ENGINE.choose(view, decision, ENGINE.offers(view, decision), play_of(state).dice).choices["c1"]
        return found

    assert answer(loads={}) == {"missile": "sss", "target": "t1"}
    assert answer(loads={"ecm_pod": 1}) == {"missile": ""}


def test_the_bot_launches_no_hell_missile_near_friends() -> None:
    near = [craft("t1", "gladius", "1:1012"), craft("c2", "gladius", "1:1012")]
    for others, wanted in ((near[:1], "hell_missile"), (near, "")):
        state = board_of(craft("c1", "gladius", "1:1014", heading=1, loads={"hell_missile": 1}), *others)
        table = Table(state)
        table.phase("combat")
        decision = next(d for d in table.asked if d.kind == "launch" and d.seat == "com")
        view = ENGINE.view(state, "com")
        state.at.phase = "combat"
        assert ENGINE.choose(view, decision, ENGINE.offers(view, decision), play_of(state).dice).choices["c1"]["missile"] == wanted


# --- always true ----------------------------------------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(1, 20), max_size=6), st.sampled_from(["telum", "stinger", "solstice"]), st.integers(1, 6))
def test_every_offered_way_is_legal_and_no_other_lets_fewer_through(rows: list[int], kind: str, heading: int) -> None:
    state = attacked(kind, *rows, loads={})
    t1 = state.craft["t1"]
    t1.heading = heading
    for guard in guards(state, t1, state.shots):
        sides = {toward(state, t1, s.hex) for s in state.shots if s.id in guard.engage}
        assert len(sides) <= 1
        assert len(guard.engage) <= len(defense_row(t1, 2))
        assert 0 <= danger(state, t1, state.shots, guard) <= danger(state, t1, state.shots, Guard())
    assert t1.guard is None


# --- what is seen ---------------------------------------------------------------------------------------------------------------------


def test_the_enemy_sees_a_pod_that_runs_and_no_other_load() -> None:
    state = attacked("telum", loads={"ecm_pod": 1, "painting_laser": 1, "sss": 1})
    seen = ENGINE.view(state, "com").state.craft["t1"]
    assert (seen.pods, seen.missiles) == (["ecm_pod"], {})
    state.craft["t1"].guard = Guard()
    assert ENGINE.view(state, "com").state.craft["t1"].pods == []


def test_sheets_show_hard_points_to_their_side_and_missiles_under_way_to_all() -> None:
    state = attacked("telum", ASTERN, loads={"ecm_pod": 1, "sss": 2})
    state.craft["t1"].bare = [next(n for n, m in enumerate(state.craft["t1"].mounts) if m.weapon == "hard_point")]
    state.craft["t1"].missiles = {"sss": 1}
    own, other = (ENGINE.record(ENGINE.view(state, seat), "t1") for seat in ("tog", "com"))
    assert [p["holds"] for p in own["hard_points"]] == ["", "SSS", "ECM pod"]
    assert "hard_points" not in other
    assert own["missiles_at_it"] == other["missiles_at_it"]
    (row,) = own["missiles_at_it"]
    assert (row["name"], row["attack"], row["velocity"], row["arrives_in"]) == ("SSS", 5, 15, 1)
