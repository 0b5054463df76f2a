"""A game master overrules on a Legatus map."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scales.codec import clone, encode
from scales.dice import KeyedDice, ScriptedDice
from scales.engine import Event, Json, Orders, Step, random_orders
from scales.legatus import ENGINE
from scales.legatus.state import LegatusState
from tests.legatus.samples import battle
from tests.legatus.table import Table, century, setup, table

GRAV = "medium_grav_armor"
SHIPS = [{"id": "ships", "name": "The ships", "side": "tog", "attack": 6}]
THOR = [{"id": "thor", "name": "Thor", "side": "tog", "hex": "0604", "heading": 4, "velocity": 3}]
WINGS = [{"id": "w", "side": "tog", "kind": "interceptor_heavy"}]


def full() -> LegatusState:
    more: Json = {
        "squadrons": WINGS,
        "satellites": THOR,
        "naval_support": SHIPS,
        "installations": [{"id": "fort", "side": "tog", "hex": "0101"}],
    }
    return table([century("a", GRAV, "0604"), century("b", GRAV, "0504")], [century("x", GRAV, "1410")], **more)


def ruled(state: LegatusState, kind: str, **fields: Any) -> tuple[LegatusState, Event]:
    before = encode(state)
    step = ENGINE.amend(state, {"kind": kind, "reason": "the table agreed", **fields}, KeyedDice(key=b"r"))
    assert encode(state) == before
    assert ENGINE.invariants(step.state) == []
    (event,) = step.events
    assert "the table agreed" in event.text or kind == "note"
    return step.state, event


def refused(state: LegatusState, kind: Any, **fields: Any) -> str:
    before = encode(state)
    with pytest.raises(ValueError, match=r".") as error:
        ENGINE.amend(state, {"kind": kind, **fields}, ScriptedDice())
    assert encode(state) == before
    return str(error.value)


def test_every_kind_says_what_it_needs() -> None:
    kinds = {"move", "damage", "repair", "destroy", "rally", "mission", "spot", "pool", "release", "add", "remove", "end", "note", "reroll"}
    assert set(ENGINE.rulings) == kinds
    assert all(ENGINE.rulings.values())
    assert "known are" in refused(full(), "sing")
    assert "known are" in refused(full(), ["move"])


def test_units_are_moved_crippled_destroyed_and_made_whole() -> None:
    state, event = ruled(full(), "move", unit="a", to="0703|0704", altitude="dug_in")
    assert (state.units["a"].at, state.units["a"].altitude, event.units) == ("0703|0704", "dug_in", ["a"])
    state, _ = ruled(state, "damage", unit="a")
    assert state.units["a"].crippled
    assert "crippled already" in refused(state, "damage", unit="a")
    state, _ = ruled(state, "destroy", unit="a")
    assert "not on the map" in refused(state, "move", unit="a", to="0604")
    state, _ = ruled(state, "repair", unit="a")
    assert (state.units["a"].status, state.units["a"].crippled) == ("ok", False)
    assert "nothing to repair" in refused(state, "repair", unit="a")


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"unit": "a", "to": "0199"}, "not on the map"),
        ({"unit": "a", "to": "0604|0606"}, "no hex, hexside or junction"),
        ({"unit": "a"}, "needs unit"),
        ({"unit": 7, "to": "0604"}, "'unit' is a text"),
        ({"unit": "a", "to": "0604", "speed": 9}, "no field 'speed'"),
        ({"unit": "a", "to": "0604", "altitude": "orbit"}, "'altitude' is one of dug_in"),
        ({"unit": "fort", "to": "0604|0605"}, "one hex"),
        ({"unit": "nobody", "to": "0604"}, "no century or installation 'nobody'"),
    ],
)
def test_moves_that_cannot_be(fields: Json, why: str) -> None:
    assert why in refused(full(), "move", **fields)


def test_only_its_side_hears_of_a_pool_and_of_what_waits_in_orbit() -> None:
    state, event = ruled(full(), "pool", side="tog", points=7)
    assert (state.sides[0].pool, event.seen_by) == (7, ["tog"])
    for points in (True, -1, 10**30, "7", None):
        assert refused(full(), "pool", side="tog", points=points)
    state, event = ruled(full(), "remove", unit="thor")
    assert event.seen_by == ["tog"]
    assert ENGINE.report(state).fates["thor"].status == "left"
    assert ENGINE.view(state, "commonwealth").state.satellites == []
    assert "gone already" in refused(state, "remove", unit="thor")
    assert ENGINE.report(ruled(full(), "remove", unit="ships")[0]).fates["ships"].status == "left"


def test_units_and_squadrons_leave_and_come_back() -> None:
    state, _ = ruled(full(), "remove", unit="x")
    assert ENGINE.report(state).fates["x"].status == "left"
    for kind, word in (("destroy", "destroyed"), ("remove", "left")):
        state, _ = ruled(full(), kind, unit="w")
        assert ENGINE.report(state).fates["w"].status == word
        assert "before" in refused(state, kind, unit="w")
        assert ruled(state, "repair", unit="w")[0].squadrons["w"].box == "re_arming"


def test_a_broken_century_is_rallied() -> None:
    state = full()
    assert "not broken" in refused(state, "rally", unit="a")
    state.units["a"].broken = True
    assert not ruled(state, "rally", unit="a")[0].units["a"].broken


def test_reinforcements_join_by_the_models_of_the_set_up() -> None:
    newcomer = {"id": "n", "name": "Newcomer", "kind": "infantry", "hex": "0302", "dispersion": "dispersed"}
    state, _ = ruled(full(), "add", cohort="t", century=newcomer)
    assert (state.units["n"].side, state.units["n"].at.count("|")) == ("tog", 2)
    state, _ = ruled(state, "add", squadron={"id": "v", "side": "commonwealth", "kind": "interceptor_light"})
    assert state.squadrons["v"].craft_type == "cheetah"
    assert "already" in refused(state, "add", cohort="t", century=newcomer)
    assert "no cohort" in refused(state, "add", cohort="zz", century=newcomer | {"id": "m"})
    assert "infantry" in refused(state, "add", cohort="t", century=newcomer | {"id": "m", "kind": "infanty"})
    assert "not on the map" in refused(state, "add", cohort="t", century=newcomer | {"id": "m", "hex": "9901"})
    assert "either" in refused(state, "add", cohort="t")
    assert "no side" in refused(state, "add", squadron={"id": "u", "side": "kess", "kind": "interceptor_light"})


def test_an_engagement_is_released_and_its_centuries_can_be_moved() -> None:
    given = setup([century("a", GRAV, "0606")], [century("x", GRAV, "0607")], rules={"engagements": {"policy": "all"}})
    play = Table(ENGINE.setup(given, ScriptedDice()).state).phase("initiative").phase("movement").phase("spotting").phase("commitment")
    clash = play.state.clashes[0]
    assert "release that first" in refused(play.state, "move", unit="a", to="0604")
    assert "open are e1.1" in refused(play.state, "release", engagement="e9")
    state, event = ruled(play.state, "release", engagement=clash.id)
    assert (state.clashes, state.settled, event.units) == ([], [clash.id], clash.units)
    assert ruled(state, "move", unit="a", to="0604")
    lost, _ = ruled(play.state, "destroy", unit="a")
    assert lost.units["a"].status == "destroyed"


def test_a_battle_is_ended_once() -> None:
    state, event = ruled(full(), "end", winner="tog", outcome="the other side left the table")
    report = ENGINE.report(state)
    assert (report.over, report.winner, report.outcome) == (True, "tog", "the other side left the table")
    assert "Tog wins" in event.text
    assert "over already" in refused(state, "end")
    assert "no side" in refused(full(), "end", winner="kess")


def test_notes_and_dice_of_the_game_master() -> None:
    assert ruled(full(), "note", text="Fog comes up.", seen_by=["tog"])[1].seen_by == ["tog"]
    _, event = ruled(full(), "reroll", sides=10, why="the bridge", target=4)
    assert event.rolls[0].sides == 10


def test_a_unit_lost_in_the_middle_of_a_phase_leaves_every_standing_decision_answerable() -> None:
    """Whoever is asked loses a unit, or all of them, by a ruling; what stands is answered from its offers and the phase goes on."""
    struck = 0
    for moment in [m for seed in (2, 4) for m in battle(seed) if m.asked][::2]:
        for victims in _victims(moment.before):
            state = clone(moment.before)
            for victim in victims:
                state = ruled(state, "destroy", unit=victim)[0]
            step = Step(state, [], [], moment.asked, False)
            while not step.done:
                answers = {d.key: _any_answer(step.state, d) for d in step.pending}
                step = ENGINE.advance(step.state, moment.phase, answers, [], KeyedDice(key=b"d", index=step.state.at.rolls))
                assert ENGINE.invariants(step.state) == []
                struck += 1
    assert struck


def _victims(state: LegatusState) -> list[list[str]]:
    """The first unit still there, and all units of a side."""
    there = [u for u in state.units.values() if u.status == "ok"]
    return [[there[0].id], [u.id for u in there if u.side == there[-1].side]]


def _any_answer(state: LegatusState, decision: Any) -> Orders:
    view = ENGINE.view(state, decision.seat)
    orders = random_orders(ENGINE.offers(view, decision), KeyedDice(key=b"p"))
    assert ENGINE.check(view, decision, orders) == []
    for each in ENGINE.prospects(view, decision):
        assert ENGINE.check(view, each, random_orders(ENGINE.offers(view, each), KeyedDice(key=b"p"))) == []
    return orders


ODD = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.just(10**30)
    | st.text(max_size=8)
    | st.sampled_from(["x" * 600, "0604", "0604|0605", "a"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
FIELDS = ("unit", "to", "altitude", "side", "points", "engagement", "cohort", "century", "squadron", "winner", "outcome", "text", "seen_by")


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_no_ruling_breaks_the_board_or_raises_anything_but_a_refusal(data: st.DataObject) -> None:
    state = data.draw(st.sampled_from(battle(data.draw(st.sampled_from((2, 4, 5)))))).before
    likely: dict[str, Any] = {
        "unit": st.sampled_from([*state.units, *state.squadrons, "thor", "ships"]),
        "to": st.sampled_from(["0808", "1209|1210", "1510"]),
        "side": st.sampled_from(["tog", "commonwealth"]),
        "points": st.integers(0, 50),
        "cohort": st.sampled_from(sorted(state.cohorts)),
        "century": st.fixed_dictionaries(
            {"id": st.text(max_size=4) | st.just("new"), "kind": st.sampled_from(["infantry", "hq_grav"]), "hex": st.just("0808")}
        ),
        "squadron": st.just({"id": "fresh", "side": "tog", "kind": "interceptor_light"}),
    }
    ruling: Json = {"kind": data.draw(st.sampled_from(sorted(ENGINE.rulings)) | ODD)}
    for name in data.draw(st.lists(st.sampled_from((*FIELDS, "sides", "why", "target", "event", "reason", "odd")), max_size=4)):
        ruling[name] = data.draw(likely.get(name, ODD) if data.draw(st.booleans()) else ODD)
    before = encode(state)
    try:
        step = ENGINE.amend(state, ruling, KeyedDice(key=b"r"))
    except ValueError:
        pass
    else:
        assert step.events
        assert ENGINE.invariants(step.state) == []
        assert encode(step.events)
        assert clone(step.state) == step.state
    assert encode(state) == before


def test_every_fault_of_a_ruling_is_named_at_once() -> None:
    text = refused(full(), "move", altitude="high", speed=3)
    for words in ("'unit' is missing", "'to' is missing", "'altitude' is one of", "no field 'speed'", "0603"):
        assert words in text
    both = refused(full(), "reroll", sides=1, target="x")
    assert all(words in both for words in ("2 to 100 sides", "say why", "target"))


@pytest.mark.parametrize(("phase", "kind"), [("movement", "movement"), ("commitment", "reaction")])
def test_a_decision_asked_again_does_not_name_a_unit_that_a_ruling_took(phase: str, kind: str) -> None:
    found = [m for seed in (1, 3, 4, 7) for m in battle(seed) if m.phase == phase and any(d.kind == kind for d in m.asked)]
    assert found
    for moment in found[:6]:
        (decision,) = [d for d in moment.asked if d.kind == kind][:1]
        unit = decision.units[0]
        step = ENGINE.amend(moment.before, {"kind": "destroy", "unit": unit, "reason": "x"}, KeyedDice(key=b"r"))
        again = {d.key: d for d in step.pending}[decision.key]
        assert again.units == [u for u in decision.units if u != unit]
        assert (again.seat, again.kind, again.prompt) == (decision.seat, decision.kind, decision.prompt)
        view = ENGINE.view(step.state, again.seat)
        assert {slot.id for slot in ENGINE.offers(view, again)} == set(again.units)
        given = {d.key: Orders() for d in moment.asked} | {again.key: random_orders(ENGINE.offers(view, again), KeyedDice(key=b"a"))}
        assert ENGINE.check(view, again, given[again.key]) == []
        assert ENGINE.invariants(ENGINE.advance(step.state, moment.phase, given, [], KeyedDice(key=b"d")).state) == []
