"""Variable shields: what a setting costs, what is offered, how it is chosen in secret and then stands."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scales.dice import KeyedDice
from scales.engine import Decision, Orders
from scales.interceptor import ENGINE
from scales.interceptor.damage.condition import shield
from scales.interceptor.patrol.allocation import choices
from scales.interceptor.patrol.shields import faults, power_of, prices, strengthened
from scales.interceptor.tables import PATROL_SIDES, craft_types
from scales.messages import FightersDown
from tests.interceptor.scenes import Table, aim, board_of, craft, mail, setup_of

EVEN = dict.fromkeys(PATROL_SIDES, 70)
PATROL = sorted(id for id, kind in craft_types().items() if kind.shield_power)


def duel_of_corvettes() -> Table:
    state = board_of(craft("t1", "pharetra", "1:1010", heading=1), craft("c1", "angel", "1:1004", heading=4, velocity=1))
    state.at.turn = 0
    return Table(state)


def ask() -> Decision:
    return Decision("shields:tog", "tog", "shields", "How?", ["t1"], True)


def test_ratings_cost_the_power_of_the_shield_table() -> None:
    assert prices() == {
        0: 0, 10: 1, 20: 2, 30: 4, 40: 6, 50: 12, 60: 24, 70: 48, 80: 96, 90: 182, 100: 264, 110: 528, 120: 1056, 130: 2112, 140: 4228,
    }  # fmt: skip
    assert power_of(EVEN) == 288


def test_the_printed_power_of_the_pharetra_and_the_angel_is_kept() -> None:
    assert [craft_types()[id].shield_power for id in ("pharetra", "angel")] == [415, 859]
    assert len(PATROL) == 13, "every craft of two hexes shares shield power"
    assert all(craft_types()[id].is_patrol for id in PATROL)


@pytest.mark.parametrize("id", PATROL)
def test_the_setting_of_the_sheet_is_within_the_power(id: str) -> None:
    kind = craft_types()[id]
    assert faults(kind.sides, kind.shield_power, kind.shields) == []


def test_every_fault_of_a_setting_is_told_at_once() -> None:
    state = duel_of_corvettes().state
    given_ = {"bow": 55, "keel": 10, "stern": 100, "left_bow": 0, "right_bow": 0, "left_stern": 0}
    found = ENGINE.check(ENGINE.view(state, "tog"), ask(), Orders({"t1": {"shields": given_}}))
    assert [f.text for f in found] == [
        "t1: there is no side 'keel' (interceptor: Variable Shields).",
        "t1: every side needs a rating, there is none for right stern (interceptor: Variable Shields).",
        f"t1: a rating is one of {', '.join(map(str, prices()))}, not 55 (interceptor: Variable Shields).",
    ]
    dear = Orders({"t1": {"shields": EVEN | {"bow": 100}}})
    assert [f.text for f in ENGINE.check(ENGINE.view(state, "tog"), ask(), dear)] == [
        "t1: the setting takes 504 power of 415 (interceptor: Variable Shields)."
    ]
    assert ENGINE.check(ENGINE.view(state, "tog"), ask(), Orders({"t1": {"shields": EVEN}})) == []


@given(st.sampled_from(PATROL), st.sets(st.sampled_from(PATROL_SIDES)))
@settings(deadline=None)
def test_power_goes_where_it_is_wanted_as_far_as_it_reaches(id: str, first: set[str]) -> None:
    kind = craft_types()[id]
    found = strengthened(kind.sides, kind.shield_power, kind.shields, sorted(first))
    assert faults(kind.sides, kind.shield_power, found) == []
    rows = list(prices())
    for side, rating in found.items():
        assert rating >= kind.shields[side]
        if rating < rows[-1]:
            more = found | {side: rows[rows.index(rating) + 1]}
            assert power_of(more) > kind.shield_power, "nothing is left over that could be used"


def test_every_offer_is_legal_and_the_first_keeps_the_setting() -> None:
    state = duel_of_corvettes().state
    view = ENGINE.view(state, "tog")
    (slot,) = ENGINE.offers(view, ask())
    assert slot.options[0].order == {"shields": dict(craft_types()["pharetra"].shields)}
    assert len(slot.options) > 6
    for option in slot.options:
        assert ENGINE.check(view, ask(), Orders({"t1": option.order})) == []
        assert option.info["power"] == power_of(option.info["shields"]) <= option.info["of"] == 415
    even = next(o for o in slot.options if " all round:" in o.label)
    assert even.info["factors"] == dict.fromkeys(PATROL_SIDES, 7) | {"bow": 8, "stern": 8}, (
        "70 all round are 288; 96 more power for two of 80"
    )


def test_the_sides_stand_in_the_same_order_in_every_offer() -> None:
    state = duel_of_corvettes().state
    state.craft["t1"].shields = dict(sorted(craft_types()["pharetra"].shields.items()))
    (slot,) = ENGINE.offers(ENGINE.view(state, "tog"), ask())
    assert all(f": bow {option.info['shields']['bow']}, right bow" in option.label for option in slot.options)


def test_shields_are_set_in_secret_between_initiative_and_movement_and_then_stand() -> None:
    table = duel_of_corvettes()
    chosen = strengthened(PATROL_SIDES, 415, craft_types()["pharetra"].shields, ["bow"])
    table.phase("initiative", answers={"shields:tog": Orders({"t1": {"shields": chosen}})})
    assert [(d.key, d.sealed) for d in table.asked] == [("shields:com", True), ("shields:tog", True)]
    told = [e for e in table.events if e.kind == "shields_set" and e.units == ["t1"]]
    assert [e.data for e in told] == [{"shields": chosen, "power": power_of(chosen), "of": 415}]
    assert told[0].seen_by is None, "sheets are open: everybody sees what was chosen"
    t1, c1 = table.craft("t1"), table.craft("c1")
    assert shield(t1, "bow", 1) == chosen["bow"] == 100
    c1.marks = {}
    assert ("shield factor, bow", -10) in aim(table.state, c1, t1).modifiers
    table.phase("movement")
    table.phase("combat")
    table.phase("hits")
    table.phase("initiative", answers={"shields:tog": Orders({"t1": {"shields": {}}})})
    assert table.craft("t1").shields == chosen, "an empty order keeps them"
    assert ENGINE.view(table.state, "com").state.craft["t1"].shields == chosen


def test_nobody_is_asked_without_anything_to_fear() -> None:
    state = board_of(craft("t1", "pharetra", "1:1010", heading=1))
    state.at.turn = 0
    table = Table(state)
    table.phase("initiative")
    assert table.asked == []


def test_a_broken_generator_gets_no_power_and_a_converter_halves_what_is_set() -> None:
    state = board_of(craft("t1", "pharetra", "1:1010", heading=1))
    t1 = state.craft["t1"]
    t1.marks = {"shield_destroyed:bow": 1}
    assert all(ratings["bow"] == 0 for name, ratings in choices(t1).items() if name != "as it is")
    t1.marks, t1.shields = {"shield_power_converter": 1}, EVEN
    assert shield(t1, "stern", 1) == 35


def test_the_bot_turns_its_shields_toward_the_enemy() -> None:
    state = board_of(craft("t1", "pharetra", "1:1010", heading=1), craft("c1", "avenger", "2:1006", heading=1, velocity=3))
    view = ENGINE.view(state, "tog")
    orders = ENGINE.choose(view, ask(), ENGINE.offers(view, ask()), None)  # type: ignore[arg-type]
    given_ = orders.choices["t1"]["shields"]
    assert given_["stern"] == max(given_.values()) > given_["bow"]


def test_the_sheet_shows_the_setting_and_the_power_it_takes() -> None:
    state = board_of(craft("t1", "pharetra", "1:1010", heading=1))
    state.craft["t1"].shields = EVEN | {"bow": 0}
    sheet = ENGINE.record(ENGINE.view(state, "com"), "t1")
    assert sheet["shield_power"] == {"used": 240, "of": 415}
    assert sheet["shields"]["stern"] == {"percent": 70, "of": 70, "state": "ok"}
    assert sheet["shields"]["bow"] == {"percent": 0, "of": 0, "state": "down"}


def test_a_setting_beyond_the_power_breaks_an_invariant() -> None:
    state = board_of(craft("t1", "pharetra", "1:1010", heading=1))
    state.craft["t1"].shields = dict.fromkeys(PATROL_SIDES, 100)
    assert ENGINE.invariants(state) == ["t1 has its shields set wrong: the setting takes 1584 power of 415"]


def test_who_a_ruling_takes_away_is_asked_no_more() -> None:
    units = craft("t1", "pharetra", "1:1010"), craft("t2", "liburna", "1:1210"), craft("c1", "avenger", "1:1004", heading=4)
    state = board_of(*units)
    state.at.turn = 0
    step = ENGINE.advance(state, "initiative", {}, [], KeyedDice(key=b"any"))
    assert [(d.key, d.units) for d in step.pending] == [("shields:tog", ["t1", "t2"])]
    ruled = ENGINE.amend(step.state, {"kind": "destroy", "unit": "t1", "reason": "an umpire's slip"}, KeyedDice(key=b"ruling"))
    assert [(d.key, d.units) for d in ruled.pending] == [("shields:tog", ["t2"])]


def test_a_ruling_may_make_an_order_void() -> None:
    """The crew dies between the order and its execution: nothing is set."""
    table = duel_of_corvettes()
    step = ENGINE.advance(table.state, "initiative", {}, [], KeyedDice(key=b"any"))
    step.state.craft["t1"].marks["pilot"] = 6
    answers = {"shields:tog": Orders({"t1": {"shields": EVEN}}), "shields:com": Orders({"c1": {"shields": {}}})}
    done = ENGINE.advance(step.state, "initiative", answers, [], KeyedDice(key=b"any"))
    assert (done.done, done.state.craft["t1"].shields) == (True, {})


def test_shields_are_foreseen_while_craft_come_down() -> None:
    units = craft("t1", "liburna", "1:1010"), craft("c1", "avenger", "2:1010")
    state = board_of(*units, layout="three_game", standing=True)
    state.at.turn = 0
    down = [mail("fighters_down", FightersDown("wing", "Wing", "tog", "1:0214", "squadron", {"gladius": 6}, 5, 5, "fighters"))]
    step = ENGINE.advance(state, "initiative", {}, down, KeyedDice(key=b"any"))
    (decision,) = step.pending
    coming = ENGINE.prospects(ENGINE.view(step.state, "tog"), decision)
    assert [(d.kind, d.units) for d in coming] == [("place", ["wing/1"]), ("shields", ["t1"])]


def test_a_set_up_may_set_them() -> None:
    wrong = craft("t1", "pharetra", "1:1010", shields=EVEN | {"bow": 100})
    assert [(f.text, f.where) for f in ENGINE.faults(setup_of(wrong))] == [
        ("t1: the setting takes 504 power of 415 (interceptor: Variable Shields).", "craft.0.shields")
    ]
    fighter = craft("t1", "gladius", "1:1010", shields={"bow": 60, "left": 0, "right": 0, "stern": 0})
    assert [f.text for f in ENGINE.faults(setup_of(fighter))] == ["t1: the setting takes 24 power of 0 (interceptor: Variable Shields)."]
    state = board_of(craft("t1", "pharetra", "1:1010", shields=EVEN))
    assert shield(state.craft["t1"], "left_stern", 1) == 70
