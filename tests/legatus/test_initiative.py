"""The initiative phase: base values with every hex counted, points, refusals, ties. legatus: Initiative Phase, Signals"""

from typing import Any

import pytest

from scales.dice import ScriptedDice
from scales.engine import Decision, Fault, Json, Orders, Slot
from scales.legatus import ENGINE, deployment
from scales.legatus.initiative import initiative
from scales.legatus.state import LegatusState
from tests.legatus.table import Table, century, table

GRAV = "medium_grav_armor"
FAR = [century("x", GRAV, "1410")]
HQ = century("hq", "hq_grav", "0302")


def asked(state: LegatusState, side: str = "tog") -> tuple[LegatusState, Decision]:
    """The table when the initiative decision is asked, and that decision."""
    step = ENGINE.advance(state, "initiative", {}, [], ScriptedDice())
    return step.state, next(d for d in step.pending if d.seat == side)


def refused(state: LegatusState, order: Json, side: str = "tog") -> str:
    there, decision = asked(state, side)
    found: list[Fault] = ENGINE.check(ENGINE.view(there, side), decision, Orders({"spend": order}))
    return " ".join(fault.text for fault in found)


def spend_slot(state: LegatusState, side: str = "tog") -> Slot:
    there, decision = asked(state, side)
    return ENGINE.offers(ENGINE.view(there, side), decision)[0]


@pytest.mark.parametrize(
    ("hq", "other", "hexes"),
    [
        ("0302", "0305", 3),
        ("0302", "0305|0306", 4),  # the farther hex of a hexside counts
        ("0302|0303", "0305", 2),  # neither of the two hexes of the headquarters does
        ("0302", "0302|0303", 1),
        ("0302", "0302", 0),
        ("0302|0303", "0302|0303", 0),
        ("0302|0303|0402", "0304|0305|0404", 2),
    ],
)
def test_the_hexes_that_a_base_value_counts(hq: str, other: str, hexes: int) -> None:
    state = table([century("hq", "hq_grav", hq), century("a", GRAV, other)], FAR)
    assert initiative.distance_of(state, "t") == hexes


def test_without_headquarters_the_two_farthest_apart_count() -> None:
    state = table([century("a", GRAV, "0302"), century("b", GRAV, "0304"), century("d", GRAV, "0307|0308")], FAR)
    assert initiative.distance_of(state, "t") == 6
    assert initiative.distance_of(state, "c") == 0


def test_every_part_of_a_base_value_is_told() -> None:
    """3 hexes, one crippled, one destroyed, signals -2, an organic platoon -1."""
    line = [
        HQ | {"organic_signals": True},
        century("a", GRAV, "0305"),
        century("b", GRAV, "0303", crippled=True),
        century("d", GRAV, "0303"),
    ]
    state = table([*line, century("s", "signals", "0303"), century("r", "signals", "0302")], FAR)
    state.units["d"].status = "destroyed"
    play = Table(state).phase("initiative")
    told = next(e for e in play.events if e.kind == "initiative_base" and e.units == ["t"])
    assert told.data == {
        "cohort": "t",
        "value": 2,
        "distance": 3,
        "losses": 2,
        "modifiers": {"signals century at the headquarters": -2, "organic signals": -1},
    }
    assert told.text == (
        "T has base initiative 2: 3 hexes of spread, 2 centuries lost or crippled, signals century at the headquarters -2, organic signals -1."
    )


@pytest.mark.parametrize(
    ("signals", "value"),
    [
        (century("s", "signals", "0303"), -2),
        (century("s", "signals", "0302"), -2),
        (century("s", "signals", "0303|0304"), -2),
        (century("s", "signals", "0304"), 0),
        (century("s", "signals", "0303", crippled=True), 0),
    ],
)
def test_signals_help_next_to_or_stacked_with_a_headquarters(signals: Json, value: int) -> None:
    state = table([HQ, signals], FAR)
    assert sum(m.value for m in initiative.modifiers_of(state, state.cohorts["t"])) == value


def test_signals_of_the_enemy_or_of_nobodys_headquarters_do_not_help() -> None:
    state = table([HQ], [century("s", "signals", "0303")])
    assert initiative.modifiers_of(state, state.cohorts["t"]) == []
    state = table([century("a", GRAV, "0302"), century("s", "signals", "0303")], FAR)
    assert initiative.modifiers_of(state, state.cohorts["t"]) == []


def test_what_is_wrong_with_a_spending_is_said_all_at_once() -> None:
    state = table([HQ], FAR, initiative_pools={"tog": 3})
    text = refused(state, {"points": {"t": 4, "c": 1, "nobody": 2}})
    assert "'c' is no cohort or manus of yours: there are t (legatus: Initiative Phase)." in text
    assert "'nobody' is no cohort" in text
    assert "That costs 4 points and the pool holds 3 (legatus: Initiative Phase)." in text
    assert "only be bought down" in refused(state, {"points": {"t": -1}})
    assert refused(state, {"points": {"t": 3}}) == ""


@pytest.mark.parametrize("points", [{"t": 1.5}, {"t": True}, {"t": "1"}, {"t": 10**30}, {1: 1}, [], "t", {"t" * 1000: 1}, None])
def test_points_of_any_other_form_are_refused(points: Any) -> None:
    assert refused(table([HQ], FAR), {"points": points})


def test_a_cohort_without_headquarters_cannot_be_modified() -> None:
    text = refused(table([century("a", GRAV, "0302")], FAR), {"points": {"t": 1}})
    assert text == "The initiative of T cannot be modified: it has no headquarters (legatus: Initiative Phase)."


def test_offers_tell_price_and_result_of_every_cohort() -> None:
    slot = spend_slot(table([HQ, century("a", GRAV, "0305")], FAR))
    nothing = slot.options[0]
    assert nothing.info["cohorts"]["t"] == {"before": 3, "after": 3, "distance": 3, "losses": 0, "modifiers": [], "price": 1}
    two = next(o for o in slot.options if o.order == {"points": {"t": 2}})
    assert (two.label, two.info) == (
        "T -2: 2 of 10 points",
        {"cost": 2, "left": 8, "prices": {"t": 1}, "cohorts": {"t": {"before": 3, "after": 1}}},
    )
    assert all(ENGINE.check(ENGINE.view(state, "tog"), d, Orders({"spend": o.order})) == [] for state, d in [asked(table([HQ], FAR))] for o in spend_slot(table([HQ], FAR)).options)  # fmt: skip


def test_points_are_spent_in_secret_and_the_values_revealed_together() -> None:
    play = Table(table([HQ, century("a", GRAV, "0305")], [*FAR, century("y", "hq_grav", "1402")]))
    play.phase(
        "initiative", orders={"initiative:tog": {"spend": {"points": {"t": 2}}}, "initiative:commonwealth": {"spend": {"points": {"c": 1}}}}
    )
    spent = [e for e in play.events if e.kind == "initiative_spent"]
    assert [(e.seen_by, e.data["cost"], e.data["pool"], e.data["initiatives"]) for e in spent] == [
        (["tog"], 2, 8, {"t": 1}),
        (["commonwealth"], 1, 9, {"c": 7}),
    ]
    order = play.events[-1]
    assert (order.kind, order.seen_by, order.text) == ("initiative_order", None, "Initiative of turn 1: T 1, C 7.")


def test_opposing_cohorts_roll_for_a_tie_until_they_differ_and_the_lower_goes_first() -> None:
    """Both have a base of 0; 4 and 4 are thrown again, 2 and 7."""
    play = Table(table([HQ], FAR)).phase("initiative", 4, 4, 2, 7)
    assert play.events[-1].data["order"] == ["c", "t"]
    assert play.events[-1].text == "Initiative of turn 1 after ties rolled by C (4, 2), T (4, 7): C 0, T 0."


def test_pools_grow_by_a_die_in_the_end_phase() -> None:
    play = Table(table([HQ], FAR, initiative_pools={"tog": 0, "commonwealth": 40})).phase("initiative", 1, 2).phase("end", 6, 9)
    assert [s.pool for s in play.state.sides] == [6, 49]
    assert [(e.seen_by, e.text) for e in play.events if e.kind == "pool"] == [
        (["tog"], "Tog gains 6 initiative points and has 6."),
        (["commonwealth"], "Commonwealth gains 9 initiative points and has 49."),
    ]


@pytest.mark.parametrize(("at", "rallies"), [("0302", True), ("0302|0303", True), ("0302|0303|0402", True), ("0303", False)])
def test_the_broken_rally_in_the_hex_of_a_headquarters(at: str, rallies: bool) -> None:
    state = table([HQ, century("a", GRAV, at)], FAR)
    state.units["a"].broken = True
    play = Table(state).phase("end", 1, 1)
    assert play.state.units["a"].broken != rallies


def test_an_installation_rallies_and_the_enemys_does_not() -> None:
    for side, rallies in (("tog", True), ("commonwealth", False)):
        state = table([century("a", GRAV, "0302")], FAR, installations=[{"id": "fort", "side": side, "hex": "0302"}])
        state.units["a"].broken = True
        play = Table(state).phase("end", 1, 1)
        assert play.state.units["a"].broken != rallies
        assert [(e.text, e.units) for e in play.events if e.kind == "rallied"] == [("A rallies at fort.", ["a", "fort"])] * rallies


def test_the_enemy_hears_only_of_a_headquarters_he_has_spotted_where_the_broken_rally() -> None:
    state = table([HQ, century("a", GRAV, "0302")], FAR, options={"double_blind": 1})
    state.units["a"].broken, state.units["a"].spotted_by = True, ["commonwealth"]
    play = Table(state).phase("end", 1, 1)
    told = [(e.seen_by, e.text, e.units) for e in play.events if e.kind == "rallied"]
    assert told == [(["tog"], "A rallies at HQ.", ["a", "hq"]), (["commonwealth"], "A rallies.", ["a"])]


def test_a_double_blind_battle_tells_each_side_the_initiatives_that_it_knows() -> None:
    """The headquarters of t is spotted, that of c is not."""
    options = {"double_blind": 1}
    state = table([HQ, century("a", GRAV, "0305")], [*FAR, century("y", "hq_grav", "1402")], options=options)
    state.units["hq"].spotted_by = ["commonwealth"]
    play = Table(state).phase("initiative")
    based = [(e.data["cohort"], e.seen_by) for e in play.events if e.kind == "initiative_base"]
    assert based == [("c", ["commonwealth"]), ("t", ["tog"])]
    told = {tuple(e.seen_by or ()): e.text for e in play.events if e.kind == "initiative_order"}
    assert told == {("tog",): "Initiative of turn 1: T 3.", ("commonwealth",): "Initiative of turn 1: T 3, C 8."}
    views = {side: ENGINE.view(play.state, side).state.cohorts for side in ("tog", "commonwealth")}
    assert "c" not in views["tog"]
    assert views["commonwealth"]["t"].initiative == 3


def test_a_crippled_headquarters_has_no_use_of_its_signals_platoon() -> None:
    """Neither for initiative nor in the combat phase: crippled signals use no special rules."""
    state = table([HQ | {"organic_signals": True, "crippled": True}, century("a", GRAV, "0305")], FAR)
    assert initiative.modifiers_of(state, state.cohorts["t"]) == []
    assert deployment.maneuver_modifiers(state, state.units["hq"], combat=True) == []


def test_in_a_double_blind_battle_no_base_value_of_an_enemy_is_seen_while_points_are_spent() -> None:
    units = [century("h", "hq_grav", "0303"), century("a", "medium_grav_armor", "0306")]
    state = table(units, [century("q", "hq_grav", "1303")], options={"double_blind": 1})
    state.units["h"].spotted_by = ["commonwealth"]
    spending, _ = asked(state)
    assert ENGINE.view(spending, "commonwealth").state.cohorts["t"].initiative == 0
    assert ENGINE.view(spending, "tog").state.cohorts["t"].initiative == 3
    after = Table(state).phase("initiative").state
    assert ENGINE.view(after, "commonwealth").state.cohorts["t"].initiative == 3
