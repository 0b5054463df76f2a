"""Who hears what in a double-blind battle, case by case: what is found out, by whom, and what nobody is told."""

from typing import Any

from scales.codec import plain
from scales.dice import KeyedDice, ScriptedDice
from scales.engine import Event
from scales.legatus import ENGINE
from scales.legatus.double_blind import learning
from scales.legatus.double_blind.hearing import knows
from scales.legatus.state import LegatusState
from scales.messages import EngagementResult, GroundLosses, Spotted, SquadronBack
from tests.legatus.blind import heard
from tests.legatus.table import Table, century, mail, setup, table

GRAV, HQ = "medium_grav_armor", "hq_grav"
BLIND: dict[str, Any] = {"options": {"double_blind": 1}}
TOG, FOE = "tog", "commonwealth"


def told(play: Table, side: str, kind: str = "") -> list[Event]:
    """What a side heard of the last phase."""
    return [event for event in play.events if heard(event, side) and kind in {"", event.kind}]


def meeting(**more: Any) -> LegatusState:
    """One century of each side, far from each other, each under a headquarters."""
    mine = [century("a", GRAV, "0304"), century("a-hq", HQ, "0204", hq=True)]
    theirs = [century("x", GRAV, "1404"), century("x-hq", HQ, "1504", hq=True)]
    return table(mine, theirs, **BLIND | more)


def spot(state: LegatusState, *units: str) -> LegatusState:
    for id in units:
        state.units[id].spotted_by = [FOE if state.units[id].side == TOG else TOG]
    return state


def test_each_side_is_told_how_many_it_is_itself() -> None:
    step = ENGINE.setup(
        setup([century("a", GRAV, "0304")], [century("x", GRAV, "1404"), century("y", GRAV, "1405")], **BLIND), ScriptedDice()
    )
    assert [(e.seen_by, e.units) for e in step.events] == [([TOG], ["a"]), ([FOE], ["x", "y"])]
    assert [e.text[e.text.index("with") : e.text.index("and") + 3] for e in step.events] == ["with 1 unit and", "with 2 units and"]


def test_initiative_is_told_of_cohorts_whose_headquarters_is_seen() -> None:
    # given that tog sees the enemy's headquarters, and the enemy nobody
    play = Table(spot(meeting(), "x-hq")).phase("initiative")
    # then each hears how its own values come about, tog both initiatives, the enemy its own
    assert {e.data["cohort"] for e in told(play, TOG, "initiative_base")} == {"t"}
    (mine,), (theirs,) = told(play, TOG, "initiative_order"), told(play, FOE, "initiative_order")
    assert (sorted(mine.data["order"]), theirs.data["order"]) == (["c", "t"], ["c"])
    assert "T " not in theirs.text


def test_a_century_seen_shows_its_cohort_without_what_nobody_sees_of_it() -> None:
    play = Table(spot(meeting(), "x")).phase("initiative")
    view = ENGINE.view(play.state, TOG)
    assert set(view.state.cohorts) == {"t", "c"}
    assert (view.state.cohorts["c"].initiative, view.waiting) == (0, [])
    assert "initiative" not in ENGINE.record(view, "x")
    assert ENGINE.record(view, "x-hq") == {}


def test_nobody_is_told_who_of_his_own_is_spotted() -> None:
    news = plain(Spotted("ship", "Ship", TOG, "1:0101", ["x"]))
    play = Table(meeting()).phase("initiative").phase("movement").phase("spotting", inbox=[mail("spotted", news)])
    # then the ship's side hears of it and sees the century from now on; its owner cannot tell
    (event,) = [e for e in play.events if e.kind == "spotted" and e.data.get("ship") == "ship"]
    assert event.seen_by == [TOG]
    assert knows(play.state, TOG, "x")
    assert ENGINE.view(play.state, FOE).state.units["x"].spotted_by == []
    assert ENGINE.view(play.state, TOG).state.units["x"].spotted_by == [TOG]


def test_news_of_what_is_not_seen_goes_to_its_owner() -> None:
    state = meeting(squadrons=[{"id": "wing", "name": "Wing", "side": FOE}])
    state.units["x"].status = "destroyed"
    late = [
        mail("ground_losses", plain(GroundLosses("x", "destroyed"))),
        mail("squadron_back", plain(SquadronBack("wing", FOE, False))),
    ]
    play = Table(state).phase("initiative", inbox=late)
    assert [e.seen_by for e in play.events if e.kind == "news_void"] == [[FOE], [FOE]]


def test_a_result_that_is_refused_is_told_to_the_game_master_alone() -> None:
    result = plain(EngagementResult("b", "e9.9", True, None, [], {}, ""))
    play = Table(meeting()).phase("initiative").phase("movement").phase("spotting").phase("commitment")
    play.phase("combat", inbox=[mail("engagement_result", result)])
    assert [e.seen_by for e in play.events if e.kind == "result_refused"] == [[]]


# ---- places and prepared ground -------------------------------------------------------------------------------------


def held(state: LegatusState, side: str) -> str:
    return ENGINE.view(state, side).state.objectives[0].holder


def to_the_end(state: LegatusState) -> Table:
    play = Table(state)
    for phase in ENGINE.phases:
        play.phase(phase)
    return play


def test_a_place_taken_unseen_is_still_held_for_all_that_the_enemy_knows() -> None:
    place = {"name": "the hill", "hex": "0304", "points": 5, "holder": FOE}
    play = to_the_end(meeting(objectives=[place]))
    assert play.state.objectives[0].holder == TOG
    assert [held(play.state, side) for side in (TOG, FOE, "")] == [TOG, FOE, FOE]
    assert ENGINE.report(ENGINE.view(play.state, FOE).state).objectives == {"the hill": FOE}
    assert [e.seen_by for e in play.events if e.kind == "objective"] == [[TOG]]
    # when the century there is seen, then it is known whose the place is
    learning.learn(spot(play.state, "a"))
    assert [held(play.state, side) for side in (TOG, FOE, "")] == [TOG, TOG, TOG]


def test_earthworks_show_with_the_enemy_seen_in_them_and_defenses_to_who_stands_in_them() -> None:
    ground = [{"kind": "earthworks", "side": FOE, "hex": "1404"}, {"kind": "passive", "side": FOE, "hex": "0304"}]
    state = meeting(defenses=[*ground, {"kind": "passive", "side": FOE, "hex": "0909"}])
    assert [m.hexes for m in ENGINE.view(state, TOG).state.markers] == [["0304"]]
    learning.learn(spot(state, "x"))
    assert [m.hexes for m in ENGINE.view(state, TOG).state.markers] == [["1404"], ["0304"]]
    assert all(m.known_to == [] for m in ENGINE.view(state, FOE).state.markers)


def test_hidden_defenses_are_hidden_in_every_battle() -> None:
    hidden = {"kind": "passive", "side": FOE, "hex": "0909", "hidden": True}
    state = table([century("a", GRAV, "0304")], [century("x", GRAV, "1404")], defenses=[hidden])
    assert [len(ENGINE.view(state, side).state.markers) for side in (TOG, FOE, "")] == [0, 1, 0]


# ---- fire -----------------------------------------------------------------------------------------------------------


def test_ships_and_satellites_are_known_when_they_have_fired() -> None:
    state = meeting(
        naval_support=[{"id": "ships", "name": "Ships", "side": FOE, "attack": 6}],
        satellites=[{"id": "thor", "name": "Thor", "side": FOE, "hex": "0304", "heading": 1, "velocity": 0}],
    )
    view = ENGINE.view(state, TOG).state
    assert (view.supports, view.satellites) == ([], [])
    state.supports[0].fired = state.satellites[0].spent = True
    view = ENGINE.view(state, TOG).state
    assert ([s.id for s in view.supports], [s.id for s in view.satellites]) == (["ships"], ["thor"])


def test_air_defense_that_brings_down_shells_has_fired() -> None:
    """Given a battery and a target seen, and air defense beside it that nobody has seen, when support is barred, then all is explained."""
    mine = [century("a", GRAV, "0604"), century("guns", "grav_artillery", "0104")]
    state = table(mine, [century("x", GRAV, "0704"), century("shield", "air_space_defense", "0804")], **BLIND)
    play = Table(spot(state, "a", "x")).phase("initiative").phase("movement").phase("spotting")
    play.phase("commitment", orders={"attack:tog": {"fire:guns": {"support": ["a"]}}})
    play.state.units["shield"].spotted_by = []
    play.phase("combat")
    assert knows(play.state, TOG, "shield")
    (attack,) = [e for e in told(play, TOG, "attacked") if e.units[0] == "a"]
    assert attack.data["support_barred"]
    found = [(e.seen_by, e.units) for e in play.events if e.kind == "spotted"]
    assert found == [([FOE], ["guns"]), ([TOG], ["shield"])]


def test_a_test_that_unseen_signals_change_is_told_by_its_outcome() -> None:
    """Given signals that nobody of tog has seen next to a century of tog that reacts, then tog hears what came of it, its enemy the roll too."""
    state = table([century("a", GRAV, "0604")], [century("x", GRAV, "0704"), century("noise", "signals", "0504")], **BLIND)
    play = Table(state).phase("initiative").phase("movement").phase("spotting")
    spot(play.state, "a", "x").units["noise"].spotted_by = []
    play.phase("commitment", orders={"reactions:tog": {"a": {"path": ["0603"]}}})
    tests = [e for e in play.events if e.kind in {"held", "reacted"} and e.units == ["a"]]
    assert [(e.seen_by, len(e.checks)) for e in tests] == [([FOE], 1), ([TOG], 0)]
    assert any(m.name == "signals centuries" for m in tests[0].checks[0].modifiers)
    assert (len(tests[0].rolls), tests[1].rolls) == (1, [])


# ---- the map, and the end ---------------------------------------------------------------------------------------------


def test_labels_on_the_map_do_not_count_whom_nobody_sees() -> None:
    state = table([century("a", GRAV, "0304")], [century(x, GRAV, "1404") for x in ("x1", "x2", "x3")], **BLIND)
    picture = ENGINE.picture(ENGINE.view(spot(state, "x3"), TOG))
    assert {c.unit: c.label for c in picture.counters} == {"a": "MGA 1", "x3": "MGA 1"}


def test_everything_is_open_when_it_is_over() -> None:
    state = meeting(objectives=[{"name": "the hill", "hex": "0304", "points": 5}])
    step = ENGINE.amend(state, {"kind": "end", "winner": TOG, "reason": "late"}, KeyedDice(key=b"x"))
    for side in (TOG, FOE, ""):
        assert set(ENGINE.view(step.state, side).state.units) == {"a", "a-hq", "x", "x-hq"}
