"""Who moves when: broken centuries first, then cohorts with passes. legatus: Movement Phase"""

from collections.abc import Mapping
from typing import Any

from scales.dice import KeyedDice
from scales.engine import Orders
from scales.legatus import ENGINE
from scales.legatus.movement import fleeing, movement
from scales.legatus.movement.zones import controlled
from scales.legatus.state import LegatusState
from tests.legatus.table import FLAT, Table, century, setup, table

GRAV = "medium_grav_armor"
FAR = [century("x", GRAV, "1410")]


def four_cohorts() -> LegatusState:
    """The example of the book: TOG 3 and 7, Renegade 4 and 6 (here t1, t2, c1, c2), at the start of the movement phase."""
    given = setup([century("a", GRAV, "0202")], [century("x", GRAV, "1410")])
    given["cohorts"] = [
        {"id": id, "name": id, "side": side, "centuries": [century(f"{id}-1", GRAV, at)]}
        for id, side, at in (("t1", "tog", "0202"), ("t2", "tog", "0204"), ("c1", "commonwealth", "1410"), ("c2", "commonwealth", "1412"))
    ]
    state: LegatusState = ENGINE.setup(given, KeyedDice(key=b"x")).state
    state = Table(state).phase("initiative").state
    for id, value in (("t1", 3), ("c1", 4), ("c2", 6), ("t2", 7)):
        state.cohorts[id].initiative, state.cohorts[id].tie = value, []
    return state


def asked(state: LegatusState, answers: Mapping[str, list[str]]) -> list[str]:
    """The decisions of a movement phase in turn; `answers`: what each cohort says to the offers it gets, then it moves."""
    left, keys = {c: list(words) for c, words in answers.items()}, []
    step = ENGINE.advance(state, "movement", {}, [], KeyedDice(key=b"x"))
    while not step.done:
        (decision,) = step.pending
        keys.append(decision.key)
        cohort = decision.data["cohort"]
        if decision.kind == "activation":
            words = left.get(cohort) or ["move"]
            given = Orders({"turn": {"act": words.pop(0)}})
        else:
            given = Orders({u: {"path": []} for u in decision.units})
        assert ENGINE.check(ENGINE.view(step.state, decision.seat), decision, given) == []
        step = ENGINE.advance(step.state, "movement", {decision.key: given}, [], KeyedDice(key=b"x"))
    return keys


def test_the_example_of_the_book() -> None:
    """TOG 3 and both Renegades pass, so TOG 7 must move; then from the front again: TOG 3 passes and Renegade 4 moves."""
    keys = asked(four_cohorts(), {"t1": ["pass", "pass"], "c1": ["pass"], "c2": ["pass"]})
    assert keys == [
        *("activation:t1", "activation:c1", "activation:c2", "movement:t2"),
        *("activation:t1", "activation:c1", "movement:c1"),
        *("activation:t1", "movement:t1"),
        "movement:c2",
    ]


def test_who_waits_longest_moves_last() -> None:
    keys = asked(four_cohorts(), {"t1": ["pass"] * 9})
    assert keys[-2:] == ["movement:t2", "movement:t1"]
    assert [k for k in keys if k.startswith("movement")] == ["movement:c1", "movement:c2", "movement:t2", "movement:t1"]


def test_all_centuries_of_a_cohort_move_at_once_without_those_that_cannot() -> None:
    """Given a cohort with a broken century; then it is asked for the others together."""
    state = table([century("a", GRAV, "0202"), century("b", GRAV, "0203"), century("d", GRAV, "0204")], FAR)
    state.units["d"].broken = True
    step = ENGINE.advance(Table(state).phase("initiative").state, "movement", {}, [], KeyedDice(key=b"x"))
    asked_for = []
    while not step.done:
        (decision,) = step.pending
        asked_for += [decision.units] if decision.kind == "movement" else []
        given = Orders({"turn": {"act": "move"}} if decision.kind == "activation" else {u: {"path": []} for u in decision.units})
        step = ENGINE.advance(step.state, "movement", {decision.key: given}, [], KeyedDice(key=b"x"))
    assert sorted(asked_for) == [["a", "b"], ["x"]]


def test_a_cohort_that_a_ruling_takes_away_is_not_waited_for() -> None:
    """Given all four waiting; when the game master destroys the first; then the next is asked, and it is never asked again."""
    state = four_cohorts()
    step = ENGINE.advance(state, "movement", {}, [], KeyedDice(key=b"x"))
    ruled = ENGINE.amend(step.state, {"kind": "destroy", "unit": "t1-1", "reason": "storm"}, KeyedDice(key=b"y")).state
    step = ENGINE.advance(ruled, "movement", {"activation:t1": Orders({"turn": {"act": "move"}})}, [], KeyedDice(key=b"x"))
    assert [d.key for d in step.pending] == ["activation:c1"]


def test_a_century_that_a_ruling_takes_from_a_moving_cohort_is_left_out() -> None:
    state = Table(table([century("a", GRAV, "0202"), century("b", GRAV, "0205")], FAR)).phase("initiative").state
    state.cohorts["t"].initiative, state.cohorts["c"].initiative = 0, 9
    step = ENGINE.advance(state, "movement", {}, [], KeyedDice(key=b"x"))
    step = ENGINE.advance(step.state, "movement", {"activation:t": Orders({"turn": {"act": "move"}})}, [], KeyedDice(key=b"x"))
    ruled = ENGINE.amend(step.state, {"kind": "destroy", "unit": "a", "reason": "storm"}, KeyedDice(key=b"y"))
    (decision,) = [d for d in ruled.pending if d.key == "movement:t"]
    assert decision.units == ["b"]
    step = ENGINE.advance(ruled.state, "movement", {"movement:t": Orders({"b": {"path": ["0206"]}})}, [], KeyedDice(key=b"x"))
    assert (step.state.units["a"].at, step.state.units["b"].at) == ("0202", "0206")
    assert [d.key for d in step.pending] == ["movement:c"]


def test_a_cohort_moves_or_passes_and_nothing_else() -> None:
    step = ENGINE.advance(four_cohorts(), "movement", {}, [], KeyedDice(key=b"x"))
    (decision,) = step.pending
    view = ENGINE.view(step.state, decision.seat)
    found = ENGINE.check(view, decision, Orders({"turn": {"act": "wait"}}))
    assert [f.text for f in found] == ["A cohort moves or passes (legatus: Movement Phase)."]
    assert view.waiting == ["t1", "c1", "c2", "t2"]
    assert [w["cohort"] for w in ENGINE.offers(view, decision)[0].options[0].info["waiting"]] == view.waiting


# ---- broken centuries ----------------------------------------------------------------------------------------------


def run(own: list[Any], *broken: str, lost: str = "", **more: Any) -> Table:
    """The movement phase with some broken centuries, after another was lost."""
    state = table(own, FAR, **more)
    for id in broken:
        state.units[id].broken = True
    if lost:
        state.units[lost].status, state.units[lost].crippled = "destroyed", True
    return Table(state).phase("initiative").phase("movement")


def test_a_broken_century_runs_to_its_headquarters_before_anybody_moves() -> None:
    play = run([century("hq", "hq_grav", "0602"), century("a", GRAV, "0607")], "a")
    assert play.events[0].text == "A is broken and runs to 0602."
    assert (play.state.units["a"].at, play.state.units["a"].moved) == ("0602", True)
    assert not play.phase("end", 1, 1).state.units["a"].broken


def test_it_stays_with_the_headquarters_it_has_reached() -> None:
    play = run([century("hq", "hq_grav", "0602"), century("a", GRAV, "0602")], "a")
    assert (play.kinds().count("fled"), play.state.units["a"].at, play.state.units["a"].moved) == (0, "0602", False)


def test_without_its_headquarters_the_nearest_other_or_an_installation_will_do() -> None:
    forts = [{"id": "fort", "side": "tog", "hex": "0209"}]
    own = [century("hq", "hq_grav", "0603"), century("a", GRAV, "0206")]
    assert run(own, "a", installations=forts).state.units["a"].at == "0603"
    assert run(own, "a", lost="hq", installations=forts).state.units["a"].at == "0209"


def test_with_nobody_to_run_to_it_leaves_the_map_as_soon_as_its_points_allow() -> None:
    """Two hexes and a point take it off; seven hexes away it gets to the edge at most, and is off in the next turn."""
    assert run([century("a", GRAV, "0603")], "a").state.units["a"].status == "left"
    near = run([century("a", "infantry", "0602")], "a")
    assert (near.state.units["a"].status, near.state.units["a"].at[2:]) == ("ok", "01")
    far = near.phase("end", 1, 1).phase("initiative").phase("movement")
    assert far.state.units["a"].status == "left"
    assert far.events[0].text == "A is broken, has nobody to rally on, and leaves the map."


def test_it_keeps_out_of_the_zones_and_hexes_of_enemies() -> None:
    """Given an enemy between it and its headquarters; then it goes around or waits, never through the zone."""
    state = table([century("hq", "hq_grav", "0602"), century("a", GRAV, "0608")], [century("x", GRAV, "0605")])
    state.units["a"].broken = True
    to = fleeing.flight_to(state, state.units["a"])
    assert to != "0608"
    assert to not in controlled(state.units["x"])


def test_it_keeps_out_of_enemy_passive_defenses_and_not_out_of_its_own() -> None:
    """Passive defenses have a zone in their hexes, for enemies alone."""
    line = ["0604", "0504", "0704"]
    for side, through in (("tog", True), ("commonwealth", False)):
        mines = [{"kind": "passive", "side": side, "hex": hex} for hex in line]
        state = table([century("hq", "hq_ground", "0602"), century("a", "ground_artillery", "0605")], FAR, defenses=mines)
        state.units["a"].broken = True
        assert (fleeing.flight_to(state, state.units["a"]) == "0602") is through


def test_a_broken_crippled_infantry_century_cannot_run() -> None:
    play = run([century("hq", "hq_grav", "0602"), century("a", "infantry", "0607", crippled=True)], "a")
    assert play.state.units["a"].at == "0607"


def test_edges_are_counted_from_every_hex_of_a_position() -> None:
    grid = movement.grid_of(table([century("a", GRAV, "0603")], FAR))
    assert [fleeing.edge_distance(grid, at) for at in ("0101", "0806", "0802|0803", "1606", "0812")] == [0, 5, 1, 0, 0]
    assert len(FLAT) == 12
