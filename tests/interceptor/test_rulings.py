"""What a game master may change: each kind, what is refused, and that a phase in progress goes on."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scales.armor import boxes_left, set_row
from scales.codec import clone, encode
from scales.dice import KeyedDice, ScriptedDice
from scales.engine import Event, Json, Orders, random_orders
from scales.interceptor import ENGINE
from scales.interceptor.adjudication.rulings import RULINGS, damaged_systems
from scales.interceptor.damage.sheets import mark_names
from scales.interceptor.state import State
from scales.messages import FightersDown
from tests.interceptor.scenes import Moment, Table, board_of, bot_answers, craft, linked_battle, mail, sample_battle


def ruled(state: State, *dice: int, **ruling: Any) -> State:
    """The state after a ruling; it leaves the given one alone, tells why, and breaks nothing."""
    before = encode(state)
    step = ENGINE.amend(state, {"reason": "an umpire's slip", **ruling}, ScriptedDice.of(*dice))
    assert encode(state) == before
    assert any("an umpire's slip" in e.text or e.data.get("reason") == "an umpire's slip" for e in step.events)
    assert ENGINE.invariants(step.state) == []
    found: State = step.state
    return found


def scene() -> State:
    return board_of(craft("t1", "gladius", "1:1010", velocity=3), craft("c1", "avenger", "1:1014"))


def test_every_kind_says_what_it_needs() -> None:
    assert set(ENGINE.rulings) == {"move", "damage", "repair", "pilot", "destroy", "add", "remove", "strike_off", "end", "note", "reroll"}
    assert all(ENGINE.rulings.values())


def test_a_craft_is_moved_turned_or_slowed() -> None:
    after = ruled(scene(), kind="move", unit="t1", hex="2:0101").craft["t1"]
    assert (tuple(after.hex), after.heading, after.velocity) == ((1, 15), 1, 3)
    after = ruled(scene(), kind="move", unit="t1", heading=4, velocity=0).craft["t1"]
    assert (tuple(after.hex), after.heading, after.velocity) == ((10, 10), 4, 0)


def test_damage_is_spread_over_a_side_and_what_is_left_goes_inside() -> None:
    state = scene()
    whole = boxes_left(state.craft["t1"].armor["left"])
    after = ruled(state, kind="damage", unit="t1", side="left", points=12)
    assert boxes_left(after.craft["t1"].armor["left"]) == whole - 12
    assert after.hits == 12
    through = ruled(state, 9, 1, kind="damage", unit="t1", side="left", points=whole + 4)
    assert boxes_left(through.craft["t1"].armor["left"]) == 0
    assert through.craft["t1"].marks == {"anti_grav_drive": 1} or through.craft["t1"].marks == {"superstructure": 1}


def test_damage_that_is_fatal_destroys() -> None:
    step = ENGINE.amend(scene(), {"kind": "damage", "unit": "t1", "side": "stern", "points": 400}, KeyedDice(key=b"1"))
    assert step.state.craft["t1"].where == "destroyed"
    assert [e.kind for e in step.events][-1] == "craft_destroyed"


def test_one_system_one_side_or_all_of_it_is_repaired() -> None:
    state = scene()
    t1 = state.craft["t1"]
    t1.marks, t1.mounts[0].gone, t1.shorts = {"drive": 2, "shield_destroyed:bow": 1, "life_support": 1}, True, {"power": 5}
    t1.life_support = 1
    set_row(t1.armor["bow"], 1, 0)
    assert damaged_systems(t1) == ["drive", "life_support", "power", "shield_destroyed:bow", "weapons"]
    assert "drive" not in ruled(state, kind="repair", unit="t1", system="drive").craft["t1"].marks
    assert ruled(state, kind="repair", unit="t1", system="life_support").craft["t1"].life_support == 0
    assert not ruled(state, kind="repair", unit="t1", system="weapons").craft["t1"].mounts[0].gone
    side = ruled(state, kind="repair", unit="t1", side="bow").craft["t1"]
    assert ("shield_destroyed:bow" in side.marks, side.armor["bow"].rows[0] > 0, side.marks["drive"]) == (False, True, 2)
    assert encode(ruled(state, kind="repair", unit="t1").craft["t1"]) == encode(scene().craft["t1"])


def test_a_craft_joins_and_moves_from_the_next_initiative_on() -> None:
    state = scene()
    state.order = [["tog", "2"], ["com", "2"]]
    step = ENGINE.advance(state, "movement", {}, [], ScriptedDice.of())
    new = craft("t7", "spiculum", "1:0505", heading=4, velocity=2, loads={}, sheet={"marks": {"drive": 1}})
    after = ruled(step.state, kind="add", craft=new)
    assert (after.craft["t7"].marks, after.craft["t7"].where) == ({"drive": 1}, "board")
    step = ENGINE.advance(after, "movement", bot_answers(after, step.pending), [], KeyedDice(key=b"1", index=after.at.rolls))
    while not step.done:
        assert "t7" not in {id for d in step.pending for id in d.units if d.kind == "move"}
        step = ENGINE.advance(step.state, "movement", bot_answers(step.state, step.pending), [], KeyedDice(key=b"1"))
    table = Table(step.state)
    for phase in ("combat", "hits", "initiative", "movement"):
        table.phase(phase)
    assert table.craft("t7").where != "board" or table.craft("t7").moved == 2


def test_a_craft_that_is_removed_has_left() -> None:
    after = ruled(scene(), kind="remove", unit="t1")
    fate = ENGINE.report(after).fates["t1"]
    assert (fate.status, ENGINE.report(after).points) == ("left", {"tog": 0, "com": 0})


def test_notes_and_dice_are_the_same_as_on_every_board() -> None:
    step = ENGINE.amend(scene(), {"kind": "note", "text": "The sun sets.", "seen_by": ["tog"]}, ScriptedDice.of())
    assert [e.seen_by for e in step.events] == [["tog"]]
    step = ENGINE.amend(scene(), {"kind": "reroll", "sides": 10, "why": "a die on the floor", "target": 4}, ScriptedDice.of(3))
    assert [c.passed for c in step.events[0].checks] == [True]


@pytest.mark.parametrize(
    "ruling",
    [
        {"kind": "move", "unit": "t1"},
        {"kind": "move", "unit": "t1", "hex": "9:9999"},
        {"kind": "move", "unit": "t1", "heading": True},
        {"kind": "move", "unit": "t1", "velocity": 41},
        {"kind": "move", "unit": "t1", "speed": 3},
        {"kind": "damage", "unit": "t1", "side": "keel", "points": 3},
        {"kind": "damage", "unit": "t1", "side": "bow", "points": 0},
        {"kind": "damage", "unit": "t1", "side": "bow", "points": 10**30},
        {"kind": "repair", "unit": "t1", "system": "drive"},
        {"kind": "repair", "unit": "t1", "side": "bow"},
        {"kind": "repair", "unit": "t1", "side": "bow", "system": "drive"},
        {"kind": "remove", "unit": "t9"},
        {"kind": "remove"},
        {"kind": "add"},
        {"kind": "add", "craft": craft("t1", "gladius", "1:0101")},
        {"kind": "add", "craft": craft("t5", "gladus", "1:0101")},
        {"kind": "add", "craft": craft("t1.m3", "gladius", "1:0101")},
        {"kind": "add", "craft": craft("t5", "gladius", "9:0101")},
        {"kind": "add", "craft": craft("t5", "gladius", "1:0101", side="nobody")},
        {"kind": "add", "craft": craft("t5", "gladius", "1:0101", unit="wing")},
        {"kind": "add", "craft": craft("t5", "gladius", "1:0101", sheet={"marks": {"flubber": 1}})},
        {"kind": ["destroy"], "unit": "t1"},
        {"kind": "destroy", "unit": "t1", "reason": 5},
        {"kind": "sing"},
        [],
        None,
    ],
)
def test_a_ruling_that_cannot_be_is_refused_and_says_why(ruling: Any) -> None:
    state = scene()
    before = encode(state)
    with pytest.raises(ValueError, match=r"\w+ \w+"):
        ENGINE.amend(state, ruling, ScriptedDice.of())
    assert encode(state) == before


def refused(state: State, **ruling: Any) -> str:
    with pytest.raises(ValueError, match=r"\w+") as caught:
        ENGINE.amend(state, ruling, ScriptedDice.of())
    return str(caught.value)


def test_every_fault_of_a_ruling_is_named_at_once() -> None:
    text = refused(scene(), kind="move", unit="t9", hex="9:9999", heading=9, velocity=99, speed=3)
    assert all(word in text for word in ("speed", "t9", "9:9999", "heading", "velocity"))
    assert "unit is missing" in refused(scene(), kind="move")
    text = refused(scene(), kind="reroll", sides=1, event=5, seen_by=["nobody"])
    assert all(word in text for word in ("2 to 100", "say why", "event is a text", "seen_by"))


def test_a_battle_is_ended() -> None:
    found = ENGINE.report(quiet := ENGINE.amend(board_of(craft("t1", "gladius", "1:1010"), craft("c1", "avenger", "2:1010")),
                                                {"kind": "end", "winner": "com", "outcome": "surrender"}, ScriptedDice.of()).state)  # fmt: skip
    assert (found.over, found.winner, found.outcome) == (True, "com", "surrender")
    assert "ended already" in refused(quiet, kind="end")
    plainly = ENGINE.report(ENGINE.amend(scene(), {"kind": "end"}, ScriptedDice.of()).state)
    assert (plainly.over, plainly.winner, plainly.outcome) == (True, None, "ended by a ruling")
    text = refused(board_of(craft("t1", "gladius", "1:1010"), standing=True), kind="end", winner="nobody", why="x")
    assert all(word in text for word in ("nobody", "why", "stands"))


def test_nothing_that_cannot_fly_in_the_air_is_put_there() -> None:
    state = board_of(craft("t1", "pegasus", "2:2014"), layout="three_game")
    state.craft["t1"].marks = {"anti_grav_drive": 1, "atmospheric_controls": 1}
    for ruling in ({"kind": "move", "unit": "t1", "hex": "1:0210"}, {"kind": "add", "craft": craft("t2", "corvus", "1:0210")}):
        with pytest.raises(ValueError, match=r"cannot fly in the atmosphere|there is no craft"):
            ENGINE.amend(state, ruling, ScriptedDice.of())


# --- in the middle of a phase -----------------------------------------------------------------------------------------------------------


def goes_on(moment: Moment, ruling: Json) -> list[Event]:
    """Rule while decisions stand, then answer each from its own offers and play the phase to its end."""
    state = ENGINE.amend(moment.state, {"reason": "test", **ruling}, KeyedDice(key=b"ruling")).state
    pending, events = moment.pending, list[Event]()
    for number in range(60):
        given = {}
        for decision in pending:
            view = ENGINE.view(state, decision.seat)
            offers = ENGINE.offers(view, decision)
            assert all(slot.options for slot in offers), (decision.kind, ruling)
            given[decision.key] = random_orders(offers, KeyedDice(key=bytes([number])))
            assert ENGINE.check(view, decision, given[decision.key]) == []
            assert ENGINE.check(view, decision, ENGINE.choose(view, decision, offers, KeyedDice(key=b"bot"))) == []
        step = ENGINE.advance(state, moment.phase, given, [], KeyedDice(key=b"phase", index=state.at.rolls))
        state, pending = step.state, step.pending
        events += step.events
        if step.done:
            assert ENGINE.invariants(state) == []
            return events
    raise AssertionError(f"{moment.phase} does not end")


@pytest.mark.parametrize("kind", ["destroy", "remove", "move", "damage", "repair"])
def test_decisions_that_stand_stay_answerable_after_a_ruling_on_whom_they_name(kind: str) -> None:
    more = {"move": {"heading": 2, "velocity": 1}, "damage": {"side": "stern", "points": 70}}.get(kind, {})
    seen = set()
    for moment in [*sample_battle(3)[::3], *linked_battle()]:
        for decision in moment.pending:
            unit = decision.units[0]
            if decision.kind == "place" or (kind, decision.kind, len(decision.units) > 1) in seen:
                continue
            seen.add((kind, decision.kind, len(decision.units) > 1))
            if decision.kind == "return" and kind in {"move", "damage", "repair"}:
                with pytest.raises(ValueError, match="off the board"):
                    goes_on(moment, {"kind": kind, "unit": unit, **more})
            else:
                goes_on(moment, {"kind": kind, "unit": unit, **more})
    assert {d for _, d, _ in seen} >= {"move", "fire", "launch", "announce", "defend", "pull_out"}


@pytest.mark.parametrize("kind", ["destroy", "remove"])
def test_decisions_are_asked_again_without_whom_a_ruling_took(kind: str) -> None:
    """They keep their keys, so that what others answered still stands, and name the craft neither in `units` nor in the prompt."""
    seen = set()
    for moment in [*sample_battle(3)[::2], *linked_battle()]:
        for decision in moment.pending:
            if decision.kind == "place":
                continue
            step = ENGINE.amend(moment.state, {"kind": kind, "unit": decision.units[0]}, KeyedDice(key=b"ruling"))
            again = {d.key: d for d in step.pending}
            assert set(again) <= {d.key for d in moment.pending}
            if decision.key in again:
                seen.add(decision.kind)
                assert decision.units[0] not in again[decision.key].units
                assert step.state.craft[decision.units[0]].name not in again[decision.key].prompt.strip(".").replace("one of ", "").split(
                    ", "
                )
                offers = ENGINE.offers(ENGINE.view(step.state, decision.seat), again[decision.key])
                assert all(slot.unit != decision.units[0] for slot in offers)
    assert seen >= {"move", "fire", "launch", "announce", "pull_out"}


def test_a_note_leaves_the_decisions_that_stand_as_they_are() -> None:
    for moment in [*sample_battle(3)[::3], *linked_battle()]:
        step = ENGINE.amend(moment.state, {"kind": "note", "text": "Wait."}, ScriptedDice.of())
        assert step.pending in ([], moment.pending)


def test_a_target_that_is_taken_away_is_shot_at_by_nobody() -> None:
    moment = next(m for m in sample_battle(3) if m.pending[0].kind == "fire")
    target = next(t for d in moment.pending for o in moment.given[d.key].choices.values() for t in o["fire"].values())
    events = goes_on(moment, {"kind": "destroy", "unit": target})
    assert not any(target in e.units for e in events if e.kind in ("hit", "miss"))


def test_all_that_a_move_names_may_be_taken_away() -> None:
    state = board_of(craft("t1", "gladius", "1:1010"), craft("c1", "avenger", "2:1010"))
    state.order = [["tog", "2"], ["com", "2"]]
    step = ENGINE.advance(state, "movement", {}, [], ScriptedDice.of())
    (decision,) = step.pending
    after = ruled(step.state, kind="destroy", unit="t1")
    (slot,) = ENGINE.offers(ENGINE.view(after, "tog"), decision)
    assert [o.order for o in slot.options] == [{"craft": ""}]
    step = ENGINE.advance(after, "movement", {decision.key: Orders({"move": {"craft": ""}})}, [], ScriptedDice.of())
    assert [d.seat for d in step.pending] == ["com"]


def test_who_is_still_coming_down_is_ruled_on_once_it_is_there() -> None:
    moment = next(m for m in linked_battle() if m.pending[0].kind == "place")
    for kind in ("destroy", "remove", "repair"):
        with pytest.raises(ValueError, match="still coming down"):
            ENGINE.amend(moment.state, {"kind": kind, "unit": moment.pending[0].units[0]}, ScriptedDice.of())


def test_a_unit_that_is_still_coming_down_is_not_sent_back_by_a_ruling() -> None:
    moment = next(m for m in linked_battle() if m.pending[0].kind == "place")
    for ruling in ({"kind": "note", "text": "Wait."}, {"kind": "destroy", "unit": "t1"}):
        step = ENGINE.amend(moment.state, ruling, ScriptedDice.of())
        assert step.outbox == []
        assert not any(unit.closed for unit in step.state.units.values())


# --- units of the board above -------------------------------------------------------------------------------------------------------------


def wing() -> Table:
    """Two craft of a flight that came down, an enemy, and a turn played."""
    table = Table(board_of(craft("c1", "shuttle", "2:2010"), layout="three_game", standing=True))
    flight = FightersDown("wing", "Wing", "tog", "2:0603", "flight", {"gladius": 12}, 19, 19, "fighters")
    table.phase("initiative", [mail("fighters_down", flight)])
    return table


@pytest.mark.parametrize("kind", ["destroy", "remove"])
def test_a_flight_goes_up_without_the_craft_that_a_ruling_took(kind: str) -> None:
    table = wing()
    step = ENGINE.amend(table.state, {"kind": kind, "unit": "wing/1", "reason": "test"}, ScriptedDice.of())
    assert step.outbox == [], "another craft of the unit is still here"
    table.state = step.state
    up = Orders({"wing/2": {"do": "up"}})
    table.phase("movement", answers={"announce:tog": up})
    assert [(m["unit"], m["craft_shown"], m["craft_lost"]) for m in table.sent("fighters_up")] == [("wing", 2, 1)]


def test_the_last_craft_that_a_ruling_takes_closes_its_unit() -> None:
    table = wing()
    first = ENGINE.amend(table.state, {"kind": "remove", "unit": "wing/1"}, ScriptedDice.of())
    last = ENGINE.amend(first.state, {"kind": "destroy", "unit": "wing/2"}, ScriptedDice.of())
    assert [(m.kind, m.data["craft_lost"]) for m in last.outbox] == [("fighters_up", 2)]
    assert last.state.units["wing"].closed


def test_a_craft_that_was_moved_goes_up_over_where_it_now_is() -> None:
    table = wing()
    table.state = ENGINE.amend(table.state, {"kind": "move", "unit": "wing/1", "hex": "1:0514"}, ScriptedDice.of()).state
    table.state = ENGINE.amend(table.state, {"kind": "remove", "unit": "wing/2"}, ScriptedDice.of()).state
    table.state.at.phase = ""
    view = ENGINE.view(table.state, "tog")
    decision = next(d for d in ENGINE.prospects(view, move_of(table.state)) if d.kind == "announce")
    up = next(o for s in ENGINE.offers(view, decision) for o in s.options if o.order["do"] == "up")
    assert (up.info["hex"], up.info["above"]) == ("1:0514", "1:0214")


def move_of(state: State) -> Any:
    return ENGINE.advance(clone(state), "movement", {}, [], KeyedDice(key=b"1")).pending[0]


# --- whatever anybody writes --------------------------------------------------------------------------------------------------------------

UNITS = ["t1", "c1", "wing/1", "tog-1", "commonwealth-2"]
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 45),
    st.sampled_from([10**18, -(10**30), 2.5, "", "bow", "left", "stern", "left_bow", "weapons", "drive", "1:0210", "2:1313", "9:99", *UNITS]),
    st.lists(st.integers(), max_size=2),
    st.dictionaries(st.sampled_from(["id", "type", "hex"]), st.integers(), max_size=2),
    st.builds(lambda id, hex, side: craft(id, "gladius", hex, side=side), st.sampled_from(["new", "t1"]), st.sampled_from(["1:0505", "x"]),
              st.sampled_from(["tog", "com", "commonwealth"])),
)  # fmt: skip
FIELDS = [
    "unit",
    "missile",
    "hex",
    "heading",
    "velocity",
    "side",
    "points",
    "system",
    "craft",
    "reason",
    "text",
    "sides",
    "why",
    "target",
    "seen_by",
]


def legal(data: st.DataObject, state: State, kind: str) -> Json:
    """A ruling that is likely to be carried out."""
    unit = data.draw(st.sampled_from(sorted(state.craft)))
    sides = list(state.craft[unit].armor)
    parts: dict[str, Json] = {
        "move": {"unit": unit, "heading": data.draw(st.integers(1, 6)), "velocity": data.draw(st.integers(0, 12))},
        "damage": {"unit": unit, "side": data.draw(st.sampled_from(sides)), "points": data.draw(st.integers(1, 400))},
        "repair": {"unit": unit}
        | data.draw(st.sampled_from([{}, {"side": sides[0]}, {"system": "weapons"}, {"system": mark_names(state.craft[unit])[0]}])),
        "pilot": {"unit": unit}
        | data.draw(
            st.sampled_from([{"wounds": 2}, {"wounds": 3, "missions": 7}, {"state": "dead"}, {"state": "captured"}, {"name": "Nemo"}])
        ),
        "add": {"craft": craft("new", "gladius", "2:1212", side=state.sides[0].id)},
        "strike_off": {"missile": data.draw(st.sampled_from([*(s.id for s in state.shots), "no.m1"]))},
        "note": {"text": "A word."},
        "reroll": {"sides": 10, "why": "a die"},
    }
    return {"kind": kind, **parts.get(kind, {"unit": unit})}


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_random_rulings_break_nothing_and_raise_nothing_but_refusals(data: st.DataObject) -> None:
    moment = data.draw(st.sampled_from([*sample_battle(3)[::4], *sample_battle(5)[::4], *linked_battle()[::2]]))
    state, before = moment.state, encode(moment.state)
    for kind in data.draw(st.lists(st.sampled_from(sorted(RULINGS)), min_size=1, max_size=3)):
        ruling = legal(data, state, kind)
        if data.draw(st.booleans()):
            ruling |= data.draw(st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=2))
        with suppress(ValueError):
            step = ENGINE.amend(state, ruling, KeyedDice(key=b"any"))
            state = step.state
            assert step.events
            assert ENGINE.invariants(state) == [], ruling
    assert encode(moment.state) == before
    for decision in moment.pending:
        view = ENGINE.view(state, decision.seat)
        assert ENGINE.check(view, decision, random_orders(ENGINE.offers(view, decision), KeyedDice(key=b"1"))) == []
