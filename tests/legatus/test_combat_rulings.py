"""Rulings between the steps of a combat phase: whoever is destroyed, moved, released or added meanwhile, it goes on; and the same twice."""

from collections.abc import Sequence

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scales.codec import decode, encode
from scales.dice import KeyedDice
from scales.engine import Decision, Json, Orders, Step, random_orders
from scales.legatus import ENGINE
from scales.legatus.state import LegatusState
from tests.legatus.table import century, table

GRAV = "medium_grav_armor"
PLACES = ("0606", "0607", "0607|0707", "0505", "0608", "1410")
UNITS = ("a", "b", "e", "g", "x", "y", "h", "d", "fort")
PHASES = ("commitment", "combat", "end")


def melee(double_blind: bool, policy: str) -> LegatusState:
    """Four centuries of each side around an installation, guns, mines and engineers among them; everybody is spotted but a and y."""
    tog = [
        century("a", GRAV, "0606"),
        century("b", GRAV, "0607|0707"),
        century("e", "armored_engineer", "0505"),
        century("g", "grav_artillery", "0202"),
    ]
    other = [
        century("x", GRAV, "0608"),
        century("y", GRAV, "0708|0709"),
        century("h", "infantry", "0506"),
        century("d", "air_space_defense", "0610"),
    ]
    state = table(
        tog,
        other,
        installations=[{"id": "fort", "side": "commonwealth", "hex": "0609"}],
        defenses=[{"kind": "passive", "side": "commonwealth", "hex": "0507"}, {"kind": "earthworks", "side": "tog", "hex": "0606"}],
        options={"double_blind": int(double_blind)},
        rules={"engagements": {"policy": policy}},
    )
    for unit in state.units.values():
        unit.spotted_by = [] if unit.id in "ay" else ["commonwealth" if unit.side == "tog" else "tog"]
    state.at.turn = 1
    return state


def ruling(kind: str, unit: str, at: str) -> Json:
    """One that may be refused: then nothing happens."""
    match kind:
        case "move":
            return {"kind": kind, "unit": unit, "to": at, "reason": "test"}
        case "release":
            return {"kind": kind, "engagement": "e1.1", "reason": "test"}
        case "add":
            return {"kind": kind, "cohort": "t", "century": century(f"n{at[:4]}", GRAV, at), "reason": "test"}
        case _:
            return {"kind": kind, "unit": unit, "reason": "test"}


RULINGS = st.builds(
    ruling,
    st.sampled_from(["move", "damage", "destroy", "remove", "repair", "rally", "release", "add"]),
    st.sampled_from(UNITS),
    st.sampled_from(PLACES),
)


def ruled(step: Step, each: Json) -> Step:
    """A step after a ruling: decisions that stand are asked as they then read."""
    try:
        found = ENGINE.amend(step.state, each, KeyedDice(key=b"r"))
    except ValueError:
        return step
    now = {d.key: d for d in found.pending}
    return Step(found.state, [], [], [now.get(d.key, d) for d in step.pending], step.done)


def answer(state: LegatusState, decision: Decision, number: int) -> Orders:
    view = ENGINE.view(state, decision.seat)
    offers = ENGINE.offers(view, decision)
    dice = KeyedDice(key=decision.key.encode() + bytes([number]))
    orders = ENGINE.choose(view, decision, offers, dice) if number % 2 else random_orders(offers, dice)
    assert ENGINE.check(view, decision, orders) == [], decision.key
    return orders


def play(state: LegatusState, rulings: Sequence[Json], *, stored: bool) -> list[bytes]:
    """The end of a turn, a ruling before each step; with `stored` every state goes through its file form. The events as bytes."""
    left, told, number = list(rulings), [], 0
    for phase in PHASES:
        step = Step(state, [], [], [], False)
        while not step.done:
            step = ruled(step, left.pop()) if left else step
            state, number = step.state, number + 1
            state = decode(encode(state), LegatusState) if stored else state
            answers = {d.key: answer(state, d, number) for d in step.pending}
            index = state.at.rolls if step.pending else 0
            step = ENGINE.advance(state, phase, answers, [], KeyedDice(key=phase.encode(), index=index))
            assert ENGINE.invariants(step.state) == []
            told.append(encode(step.events))
        state = step.state
    return told


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(RULINGS, max_size=8), st.booleans(), st.sampled_from(["none", "all"]))
def test_combat_goes_on_whatever_a_game_master_rules(rulings: list[Json], double_blind: bool, policy: str) -> None:
    state = melee(double_blind, policy)
    before = encode(state)
    told = play(state, rulings, stored=False)
    assert encode(state) == before
    assert play(state, rulings, stored=True) == told
