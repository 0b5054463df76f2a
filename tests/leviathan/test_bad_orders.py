"""Orders that are none, of decisions of every kind: refused in sentences, the state as it was; what is not refused is carried out."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import cycle, islice
from typing import Any

import pytest

from scales.codec import decode, encode
from scales.dice import KeyedDice, ScriptedDice, seeded_secret
from scales.engine import Decision, Json, Orders, Slot, Step, random_orders
from scales.leviathan import ENGINE, refusals
from scales.leviathan.state import State
from scales.leviathan.switches import SWITCHES
from tests.leviathan.moments import GROUND, Moment, Watched, moments, planet
from tests.leviathan.table import document, fighters, mail, ship

ON = dict.fromkeys(SWITCHES, 1)
BROKEN_OFF: list[Any] = []
for _ in range(2000):
    BROKEN_OFF = [BROKEN_OFF]
JUNK: list[Any] = [
    None, True, -1, 0, 1, 99, 2**64, 10**30, 0.5, float("nan"), float("inf"), "", "0", "00", "٣", "\ud800", "\x00", "x" * 3000, [], {}, [0],
    ["L", "L"], [[]], {"x": 1}, {1: 2}, {"target": None}, {1, 2}, b"x", "off", "1:0805", "9:0101", "1:٠٨٠٥", BROKEN_OFF, object(),
]  # fmt: skip


# ---- battles with decisions of every kind --------------------------------------------------------------------------


def besieged() -> State:
    """A planet with bases, rockets, air defense and hidden troops, everything hurt, in orbit and below; all optional rules are on."""
    setup = planet() | {"options": ON, "ground": [], "turn_limit": 40}
    setup["ground"] = [
        {"id": "asd", "name": "Air Defense", "class": "air_space_defense", "side": "rl", "hex": "1:0112"},
        {"id": "rockets", "name": "Rockets", "class": "rocket", "side": "tog", "hex": "1:0110", "spotted": True},
    ]
    setup["installations"] += [{"id": "orbital", "name": "Orbital", "class": "on3", "side": "rl", "hex": "1:2411"}]
    state: State = ENGINE.setup(setup, ScriptedDice.of()).state
    for unit in [s.id for s in state.ships.values() if s.kind == "ship"]:
        for side, points in (("F", 160), ("AR", 120), ("AL", 250)):
            ruling = {"kind": "damage", "unit": unit, "side": side, "points": points, "reason": "an earlier battle"}
            state = ENGINE.amend(state, ruling, ScriptedDice.of()).state
    return state


def arriving() -> Json:
    """Nobody stands yet, wings have to be organized."""
    setup = planet() | {"options": ON}
    setup["units"] = [{k: v for k, v in unit.items() if k != "hex"} for unit in setup["units"]]
    setup["deployment"] = {
        side: {"edge": edge, "within": 6, "apart": 4, "carried": True} for side, edge in (("tog", "top"), ("rl", "bottom"))
    }
    setup["wings"] = [{"id": "w", "name": "Wing", "side": "tog", "fighters": {"gladius": 20, "pilum": 9}}]
    return setup


def crowded() -> Json:
    """Ships in each other's hexes, ramming; one about to leave for T-space."""
    units = [ship(f"t{n}", ("fulgur", "lusoria")[n % 2], "tog", f"1:{10 + n:02d}08", 1) for n in range(3)]
    units += [ship(f"r{n}", ("ajax", "exeter")[n % 2], "rl", f"1:{10 + n:02d}08", 4) for n in range(3)]
    units += [ship("fast", "fulgur", "tog", "2:0805", 2, velocity=20, course=[18, 19, 20])]
    flights = [fighters("f", "gladius_squadron", "tog", "1:1008"), fighters("g", "cheetah_squadron", "rl", "1:1108")]
    return document(units, fighters=flights, options=ON)


BATTLES: dict[str, tuple[Any, int, int]] = {"besieged": (besieged, 9, 5), "arriving": (arriving, 7, 1), "crowded": (crowded, 3, 2)}
"""Each with a seed and its number of turns."""


STAY = {"first": 0, "path": "", "last": 0, "orbit": 0}
FIRST: Json = {"base": {"abandon": True}, "orbital": {"abandon": True}, "move:t0": STAY, "move:r0": STAY}
"""What is said in the first turn, so that there is something to decide."""


@lru_cache(maxsize=8)
def asked(name: str) -> tuple[tuple[Moment, Decision], ...]:
    """Every decision of a battle with its moment."""
    make, seed, turns = BATTLES[name]
    game = Watched(make(), seed=seed, random=("tog", "rl"))
    for _ in range(turns):
        for phase in ENGINE.phases:
            news = (
                [mail("ground_picture", {"units": GROUND, "battles": {"g": "1:0110"}})]
                if name == "besieged" and phase == "spotting"
                else []
            )
            game.phase(phase, news, FIRST if game.state.turn == 1 else {})
    return tuple((moment, decision) for moment in game.moments for decision in moment.pending)


def chosen(name: str, each: int) -> list[tuple[Moment, Decision]]:
    """So many decisions of every kind."""
    kinds: dict[str, list[tuple[Moment, Decision]]] = {}
    for moment, decision in asked(name):
        kinds.setdefault(decision.kind, []).append((moment, decision))
    return [found for of_kind in kinds.values() for found in of_kind[:: max(1, len(of_kind) // each)][:each]]


def test_decisions_of_every_kind_are_tried() -> None:
    kinds = {decision.kind for name in BATTLES for _, decision in asked(name)}
    kinds |= {decision.kind for seed in (0, 1, 4) for moment in moments(seed) for decision in moment.pending}
    assert set(refusals.RULES) - kinds == set()


# ---- what is tried -------------------------------------------------------------------------------------------------


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of everything in an order, itself first."""
    yield path
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield from places(value[key], (*path, key))


def changed(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """A copy of an order with one thing in it replaced."""
    if not path:
        return new
    copied = list(value) if isinstance(value, list) else dict(value)
    copied[path[0]] = changed(value[path[0]], path[1:], new)
    return copied


def variants(order: Any, state: State, fresh: Iterator[Any]) -> Iterator[Any]:
    """One thing in an order replaced, left out, doubled or added: junk in turn, everybody's units, what stands elsewhere in it."""
    units = cycle([*state.ships, *state.fighters, *state.ground.things, *state.lifeboats, "missiles:fulgur"])
    for path in islice(places(order), 12):
        there = order
        for key in path:
            there = there[key]
        yield from (changed(order, path, junk) for junk in islice(fresh, 3))
        yield changed(order, path, next(units))
        yield changed(order, path, {"target": next(units), "from": 1, "at": 3})
        if isinstance(there, dict):
            yield from (changed(order, path, {k: v for k, v in there.items() if k != left}) for left in there)
            yield changed(order, path, there | {"rank": next(fresh), "spare": {"bays": [0], "shields": ["F"]}})
            yield changed(order, path, there | {"extra": next(units)})
        elif isinstance(there, list):
            yield changed(order, path, there + there)
        elif type(there) is int:
            yield from (changed(order, path, other) for other in (there + 1, -there - 1, float(there), bool(there), str(there)))


def tried(moment: Moment, decision: Decision, offers: list[Slot], fresh: Iterator[Any]) -> Iterator[Orders]:
    """The orders that were given with one slot changed; slots that there are not, and none."""
    given = moment.given[decision.key].choices
    for number, slot in enumerate(offers):
        for order in (given[slot.id], slot.options[-1 - number % len(slot.options)].order):
            yield from (Orders({**given, slot.id: wrong}) for wrong in islice(variants(order, moment.state, fresh), 40))
        yield Orders({k: v for k, v in given.items() if k != slot.id})
    for name in ("nobody", "", "a/b/c", "x" * 5000, "\ud800", 1, None):
        yield Orders({**given, name: next(fresh)})  # type: ignore[dict-item]
    yield Orders(given | {name: next(fresh) for name in moment.state.ships})
    yield Orders([given])  # type: ignore[arg-type]


@pytest.mark.parametrize("name", list(BATTLES))
def test_orders_are_refused_in_sentences_or_carried_out(name: str) -> None:
    """Every sentence names its rule, or the order is none at all; what is accepted is carried out and breaks no invariant."""
    fresh, refused, taken = cycle(JUNK), 0, 0
    for moment, decision in chosen(name, 3):
        view, before = ENGINE.view(moment.state, decision.seat), encode(moment.state)
        for orders in islice(tried(moment, decision, ENGINE.offers(view, decision)[:4], fresh), 150):
            faults = ENGINE.check(view, decision, orders)
            assert all(f.code and 0 < len(f.text) < 600 and encode(f) for f in faults), (decision.kind, faults)
            assert all("(leviathan: " in f.text or "(centurion: " in f.text for f in faults if f.code == "illegal"), faults
            refused += bool(faults)
            if not faults and taken < 250:
                taken += 1
                step = carried_out(moment, {**moment.given, decision.key: orders})
                assert ENGINE.invariants(step.state) == [], (decision.kind, orders)
        assert encode(moment.state) == before, decision.kind
    assert refused > 1000
    assert taken > 50


def carried_out(moment: Moment, given: dict[str, Orders]) -> Step:
    dice = KeyedDice(index=moment.state.at.rolls, key=seeded_secret(3))
    return ENGINE.advance(moment.state, moment.phase, given, [], dice)


@pytest.mark.parametrize("name", list(BATTLES))
def test_what_is_shown_and_offered_is_the_same_of_a_state_that_was_written_and_read(name: str) -> None:
    """What joins a battle in the middle of a step stands last in memory, and in its place on paper."""
    for moment, decision in asked(name):
        live, read = (ENGINE.view(state, decision.seat) for state in (moment.state, decode(encode(moment.state), State)))
        assert encode(ENGINE.picture(live)) == encode(ENGINE.picture(read)), moment.phase
        offers = ENGINE.offers(live, decision)
        assert encode(offers) == encode(ENGINE.offers(read, decision)), decision.kind
        assert encode(ENGINE.prospects(live, decision)) == encode(ENGINE.prospects(read, decision)), decision.kind
        choices = [ENGINE.choose(view, decision, offers, KeyedDice(key=seeded_secret(1))) for view in (live, read)]
        assert encode(choices[0]) == encode(choices[1]), decision.kind


@pytest.mark.parametrize("name", list(BATTLES))
def test_any_choice_of_one_option_for_each_slot_is_legal_and_carried_out(name: str) -> None:
    """Of decisions of every kind: the first options, the last ones, and some by chance."""
    for number, (moment, decision) in enumerate(chosen(name, 4)):
        view = ENGINE.view(moment.state, decision.seat)
        offers = ENGINE.offers(view, decision)
        dice = KeyedDice(key=seeded_secret(number))
        some = [random_orders(offers, dice) for _ in range(4)]
        some += [Orders({slot.id: slot.options[end].order for slot in offers}) for end in (0, -1)]
        for orders in some:
            assert ENGINE.check(view, decision, orders) == [], (decision.kind, orders)
            step = carried_out(moment, {**moment.given, decision.key: orders})
            assert ENGINE.invariants(step.state) == [], (decision.kind, orders)
