"""What a game master may do to a battle, in the middle of a phase too."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scales.codec import encode
from scales.dice import KeyedDice, seeded_secret
from scales.engine import Event, Step
from scales.hexes import Hex
from scales.leviathan import ENGINE
from scales.leviathan.scenario import victory
from scales.leviathan.state import Lifeboat, State
from tests.leviathan.moments import Moment, moments
from tests.leviathan.table import fighters, ship, table

SEEDS = (0, 1, 2, 8)
DEEP: list[Any] = []
for _ in range(2000):
    DEEP = [DEEP]


def battle() -> State:
    return table(
        [ship("a", "fulgur", "tog", "1:1305", 1, velocity=3), ship("b", "shiva", "rl", "1:1310", 4), ship("c", "lexington", "tog", "1:1008", 2,
         fighters=[fighters("cargo", "gladius_flight", "tog")])],
        fighters=[fighters("f", "gladius_flight", "tog", "1:1305")],
    )  # fmt: skip


def rule(state: State, **ruling: Any) -> Step:
    step = ENGINE.amend(state, ruling, KeyedDice(key=seeded_secret(3)))
    assert ENGINE.invariants(step.state) == []
    return step


def refused(state: State, **ruling: Any) -> str:
    before = encode(state)
    with pytest.raises(ValueError, match=r".+") as caught:
        ENGINE.amend(state, ruling, KeyedDice(key=seeded_secret(3)))
    assert encode(state) == before
    return str(caught.value)


def test_every_kind_says_what_it_needs() -> None:
    assert {"move", "damage", "repair", "destroy", "add", "remove", "end", "note", "reroll"} == set(ENGINE.rulings)
    assert all(ENGINE.rulings.values())


def test_a_ruling_tells_what_was_done_and_why() -> None:
    (event,) = rule(battle(), kind="damage", unit="a", side="FR", points=12, reason="forgotten last turn").events
    assert event.text == "A takes 12 on FR by a ruling: forgotten last turn."
    assert (event.units, event.data["ruling"]["points"]) == (["a"], 12)


def test_a_fighter_unit_moved_from_its_carrier_is_launched() -> None:
    moved = rule(battle(), kind="move", unit="cargo", hex="2:0603").state.fighters["cargo"]
    assert (moved.aboard, tuple(moved.hex), moved.on_map) == ("", (6, 17), True)


def test_one_component_is_repaired_with_its_boxes() -> None:
    hurt = battle()
    hurt.ships["a"].effects = {"main_bridge": 1, "cic": 1}
    mended = rule(hurt, kind="repair", unit="a", component="main_bridge").state.ships["a"]
    assert mended.effects == {"cic": 1}
    armor = rule(hurt, kind="damage", unit="a", side="F", points=10).state
    assert victory.hurt_boxes(rule(armor, kind="repair", unit="a", component="armor").state.ships["a"]) == 0
    assert "no 'sails'" in refused(hurt, kind="repair", unit="a", component="sails")


def test_what_is_destroyed_goes_with_its_cargo_and_comes_back_by_a_repair() -> None:
    lost = rule(battle(), kind="destroy", unit="c", by="b").state
    assert {u: ENGINE.report(lost).fates[u].by for u in ("c", "cargo")} == {"c": "b", "cargo": "b"}
    assert "out of the battle" in refused(lost, kind="damage", unit="c", side="F", points=1)
    assert "put that right first" in refused(lost, kind="repair", unit="cargo")
    back = rule(lost, kind="repair", unit="c").state
    assert ENGINE.report(back).fates["c"].status == "ok"
    assert rule(back, kind="repair", unit="cargo").state.fighters["cargo"].alive


def test_what_is_removed_has_left_and_counts_for_nobody() -> None:
    state = battle()
    state.victory["leaving_is_loss"] = True
    report = ENGINE.report(rule(state, kind="remove", unit="c").state)
    assert {report.fates[u].status for u in ("c", "cargo")} == {"left"}
    assert report.points == {"tog": 0, "rl": 0}


def test_a_unit_is_added_as_in_a_set_up() -> None:
    state = rule(battle(), kind="add", ship=ship("d", "ajax", "rl", "2:0603", 4, fighters=[])).state
    assert (state.ships["d"].sheet, state.ships["d"].side) == ("ajax", "rl")
    state = rule(state, kind="add", fighters=fighters("g", "gladius_squadron", "tog", aboard="c")).state
    assert (state.fighters["g"].aboard, state.fighters["g"].side) == ("c", "tog")
    text = refused(state, kind="add", ship=ship("d", "ajacks", "nobody", "9:9999", 4, sheet={"salvos": -1}))
    assert all(word in text for word in ("already", "did you mean ajax", "no side 'nobody'", "9:9999"))
    assert "room" in refused(state, kind="add", fighters=fighters("h", "gladius_group", "tog", aboard="a"))
    assert "ship, installation, fighters" in refused(state, kind="add")


def test_the_battle_is_ended_with_a_winner_or_by_its_points() -> None:
    report = ENGINE.report(rule(battle(), kind="end", winner="rl", outcome="surrender").state)
    assert (report.over, report.winner, report.outcome) == (True, "rl", "surrender")
    assert ENGINE.report(rule(battle(), kind="end").state).outcome == "draw"
    assert ENGINE.report(rule(battle(), kind="end", winner=None).state).winner is None
    assert "winner" in refused(battle(), kind="end", winner="nobody")


def test_a_word_and_a_die_rolled_again() -> None:
    assert rule(battle(), kind="note", text="Fog.", seen_by=["tog"]).events[0].seen_by == ["tog"]
    (event,) = rule(battle(), kind="reroll", sides=10, why="the shot of A", target=5).events
    assert 1 <= event.checks[0].roll <= 10


@pytest.mark.parametrize(
    "ruling",
    [
        {"kind": "move", "unit": "a", "hex": "2:0603", "heading": 7},
        {"kind": "move", "unit": "a", "hex": "2:0603", "heading": True},
        {"kind": "move", "unit": "a", "hex": 17},
        {"kind": "move", "unit": "a", "hex": "2:0603", "speed": 3},
        {"kind": "move", "unit": "f", "hex": "2:0603", "velocity": 3},
        {"kind": "damage", "unit": "a", "points": 10},
        {"kind": "damage", "unit": "a", "points": 10**30, "side": "F"},
        {"kind": "damage", "unit": "f", "points": 1, "side": "F"},
        {"kind": "destroy", "unit": ["a"]},
        {"kind": "destroy", "unit": "a", "by": "nobody"},
        {"kind": ["end"]},
        {"kind": "end", "outcome": float("nan")},
        {"kind": "end", "outcome": "won \ud800"},
        {"kind": "end", "reason": 5},
        {"kind": "end", "reason": ["because"]},
        {"kind": "end", "reason": "\udfff"},
        {"kind": "end", "reason": DEEP},
        {"kind": "note", "text": "Fog \ud800"},
        {"kind": "reroll", "sides": 10, "why": "\ud800"},
        {"kind": "reroll", "sides": 10, "why": "a shot", "event": "\ud800"},
        {"kind": "remove"},
        {},
    ],
)
def test_nonsense_is_refused_with_a_sentence(ruling: dict[str, Any]) -> None:
    text = refused(battle(), **ruling)
    assert text
    assert "\n" not in text


def test_every_fault_of_a_ruling_is_named_at_once() -> None:
    text = refused(battle(), kind="move", unit="zz", hex="9:9999", heading=9, velocity=99, speed=3)
    assert all(word in text for word in ("speed", "zz", "9:9999", "heading", "velocity"))
    text = refused(battle(), kind="move")
    assert "unit is missing" in text
    assert "hex is missing" in text
    text = refused(battle(), kind="damage", unit="a", side="X", points=0)
    assert "side" in text
    assert "points" in text
    text = refused(battle(), kind="destroy", by="nobody")
    assert "unit is missing" in text
    assert "nobody" in text


# ---- whatever a person writes --------------------------------------------------------------------------------------

IDS = st.sampled_from(
    ["a", "b", "c", "f", "cargo", "tog-0", "rl-0", "tog-aboard", "tog-f0", "fulgur", "base", "lexington", "aboard", "cheetahs", "c1"]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6) | IDS
    | st.sampled_from([10**50, "2:0603", "1:0101", "1:0114", "F", "AL", "all", "armor", "missiles", "tog", "rl", 1, 5, 40, 900]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=5,
)  # fmt: skip
FIELDS = {
    "unit": IDS,
    "hex": st.sampled_from(["2:0603", "1:1308", "1:0101", "1:0110", "1:2614", "0512", "1:0305"]),
    "heading": st.integers(0, 7),
    "velocity": st.integers(-1, 41),
    "points": st.integers(1, 400),
    "side": st.sampled_from(["F", "FR", "AR", "A", "AL", "FL"]),
    "component": st.sampled_from(["all", "armor", "shields", "bays", "turrets", "shorts", "missiles", "main_bridge"]),
    "by": IDS,
    "winner": st.sampled_from(["tog", "rl", None]),
    "outcome": st.just("surrender"),
    "ship": st.builds(lambda i, k, s, h: ship(i, k, s, h, 2), st.sampled_from(["n1", "a"]), st.sampled_from(["ajax", "shiva", "cingulum"]),
                      st.sampled_from(["tog", "rl"]), st.sampled_from(["1:0101", "2:0603", "1:0305"])),
    "fighters": st.builds(lambda i, a: fighters(i, "gladius_squadron", "tog", "" if a else "2:0603", aboard=a), st.sampled_from(["n2", "f"]),
                          st.sampled_from(["", "tog-0", "lexington"])),
    "text": st.just("Fog."), "why": st.just("luck"), "sides": st.just(10),
}  # fmt: skip
NEEDS = {
    "move": ["unit", "hex"], "damage": ["unit", "points", "side"], "repair": ["unit"], "destroy": ["unit"], "add": ["ship"], "remove": ["unit"],
    "end": [], "note": ["text"], "reroll": ["sides", "why"],
}  # fmt: skip


@st.composite
def rulings(draw: st.DrawFn) -> dict[str, Any]:
    """A ruling of a kind with what it needs, and at times anything at all in it."""
    kind = draw(st.sampled_from(sorted(NEEDS)))
    ruling: dict[str, Any] = {"kind": kind, "reason": "x"} | {name: draw(FIELDS[name]) for name in NEEDS[kind]}
    if kind == "add" and draw(st.booleans()):
        ruling = {"kind": "add", "fighters": draw(FIELDS["fighters"])}
    if draw(st.booleans()):
        name = draw(st.sampled_from(sorted(FIELDS)))
        ruling[name] = draw(FIELDS[name])
    if draw(st.integers(0, 2)) == 0:
        ruling[draw(st.sampled_from(sorted({*ruling, "kind", "unit", "zzz"})))] = draw(VALUES)
    return ruling


def overruled(state: State, ruling: Any) -> Step | None:
    try:
        return ENGINE.amend(state, ruling, KeyedDice(key=seeded_secret(3)))
    except ValueError:
        return None


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_no_ruling_breaks_a_battle_or_anything_but_itself(data: st.DataObject) -> None:
    """One after the other, in the middle of a phase: then the standing decisions are answered as they were before."""
    moment: Moment = data.draw(st.sampled_from(sorted_moments()))
    state = moment.state
    for ruling in data.draw(st.lists(rulings(), min_size=1, max_size=3)):
        step = overruled(state, ruling)
        if step is not None:
            assert ENGINE.invariants(step.state) == [], ruling
            assert step.events
            encode(step.events)
            state = step.state
    _still_asked(state, moment)
    _go_on(state, moment)


def sorted_moments() -> list[Moment]:
    return [m for seed in SEEDS for m in moments(seed)][::3]


def _still_asked(state: State, moment: Moment) -> None:
    """The decision that stands can be shown and answered still."""
    for decision in moment.pending:
        view = ENGINE.view(state, decision.seat)
        offers = ENGINE.offers(view, decision)
        orders = ENGINE.choose(view, decision, offers, KeyedDice(key=seeded_secret(5)))
        assert ENGINE.check(view, decision, orders) == []
        ENGINE.check(view, decision, moment.given[decision.key])
        assert ENGINE.prospects(view, decision)[0] is decision


def _go_on(state: State, moment: Moment) -> None:
    """The phase to its end: the answers given before the ruling, then the bots."""
    answers, rolls = moment.given, state.at.rolls
    while True:
        step = ENGINE.advance(state, moment.phase, answers, [], KeyedDice(index=rolls, key=seeded_secret(6)))
        state, rolls = step.state, step.state.at.rolls
        if step.done:
            break
        answers = {}
        for decision in step.pending:
            view = ENGINE.view(state, decision.seat)
            answers[decision.key] = ENGINE.choose(view, decision, ENGINE.offers(view, decision), KeyedDice(key=seeded_secret(7)))
    assert ENGINE.invariants(state) == []


@pytest.mark.parametrize("kind", ["move", "next", "fire", "turrets", "fighters", "launch", "power"])
@pytest.mark.parametrize("ruling", ["destroy", "remove"])
def test_a_unit_that_is_gone_when_its_orders_come_does_nothing(kind: str, ruling: str) -> None:
    tried = 0
    for moment in [m for seed in SEEDS for m in moments(seed)]:
        for decision in [d for d in moment.pending if d.kind == kind][:1]:
            step = overruled(moment.state, {"kind": ruling, "unit": decision.units[0]})
            if step is None:
                continue
            tried += 1
            after = ENGINE.advance(step.state, moment.phase, moment.given, [], KeyedDice(index=moment.state.at.rolls, key=seeded_secret(6)))
            done = [e for e in after.events if e.units[:1] == [decision.units[0]] and e.kind in ACTS]
            assert not done or (ruling == "destroy" and drifted(done)), (done, decision)
    assert tried


ACTS = ("moved", "fired", "turrets", "attacked", "launched", "recovered", "missiles")


def drifted(events: list[Event]) -> bool:
    """A wreck goes straight on; what was fired in the turn of its end has been fired."""
    return all(e.kind != "moved" or set(e.data["plan"]["path"]) <= {"A"} for e in events)


def _over_a_planet() -> State:
    """Troops of this board on the ground, and a lifeboat in the well."""
    troops = [{"id": "ad", "name": "Air Defense", "side": "rl", "hex": "1:0114"}]
    base = {"id": "base", "name": "Base", "class": "on4", "side": "rl", "hex": "1:0914"}
    state = table([ship("a", "fulgur", "tog", "1:2014")], layout="leviathan_planet", ground=troops, installations=[base])
    state.lifeboats["boat"] = Lifeboat("boat", "Lifeboat", "rl", "base", Hex(9, 14), 10, 0)
    return state


def test_lifeboats_are_lost_or_taken_off_the_map() -> None:
    state = _over_a_planet()
    assert rule(state, kind="destroy", unit="boat").state.lifeboats["boat"].status == "lost"
    gone = rule(state, kind="remove", unit="boat").state
    assert gone.lifeboats["boat"].status == "left"
    assert gone.ships["base"].evacuation.saved == 0
    assert "already" in refused(gone, kind="destroy", unit="boat", reason="again")


def test_troops_on_the_ground_are_added_and_taken_away() -> None:
    state = _over_a_planet()
    rockets = {"id": "r", "name": "Rockets", "class": "rocket", "side": "tog", "hex": "1:0110"}
    added = rule(state, kind="add", ground=rockets).state
    assert added.ground.things["r"].century_type == "rocket"
    assert rule(added, kind="destroy", unit="r").state.ground.things["r"].gone
    assert "already" in refused(added, kind="add", ground=rockets, reason="twice")
    assert "ground hex" in refused(state, kind="add", ground=rockets | {"hex": "1:0510"}, reason="in space")
    state.ground.things["ad"].placed = False
    assert "another board" in refused(state, kind="remove", unit="ad", reason="not here")
