"""What a seat cannot know changes nothing that it sees, is offered or is refused."""

from typing import Any

import pytest

from scales.codec import clone, encode, plain
from scales.engine import Delivery, Orders
from scales.hexes import Hex
from scales.leviathan import ENGINE
from scales.leviathan.state import GroundThing, State
from tests.leviathan.moments import Moment, moments

SEEDS = (0, 1, 4)
SIDES = ("tog", "rl")


def with_other_secrets(state: State, side: str) -> State:
    """The same battle with other secrets of one side: sealed orders, power, duties, what it has in mind, hides and has found."""
    other = clone(state)
    _orders(other, side)
    for ship in other.of_side(side):
        ship.weapons, ship.maneuver, ship.shield_power = 2 - ship.weapons, 2 - ship.maneuver, 3
        ship.ordered_power, ship.ordered_shields, ship.power_marks = [0, 0, 3], {"F": 1}, ["1:--3"]
        ship.support, ship.bound, ship.ground_target = "elsewhere", "elsewhere", "c2"
        ship.repairs, ship.spare_bays, ship.spare_shields = [[0, 1, 1]], [0], ["A"]
        ship.faces, ship.ram_change, ship.ram_damage = [2, 3], 1, 160
        ship.ftl = {"elsewhere": True, "hours": 4, "straight": 5, "misdirection": 10, "known_to": []}
    for unit in other.fighters.values():
        unit.ramming = "a" if unit.side == side else unit.ramming
    other.ground.things = {k: t for k, t in other.ground.things.items() if not _hidden(t, side) or k != "c1"}
    for thing in other.ground.things.values():
        if _hidden(thing, side):
            thing.hex, thing.name, thing.used, thing.mode = Hex(1, 3), "another", 1, "grounded"
        elif thing.side != side:
            thing.spotted[side] = 99
    other.ground.things["c9"] = GroundThing("c9", "Ambush", side, "century", Hex(1, 12), "open", "nf", "rocket")
    return other


def _hidden(thing: GroundThing, side: str) -> bool:
    return thing.side == side and not thing.in_battle and not any(s != side for s in thing.spotted)


def _orders(state: State, side: str) -> None:
    """What stands sealed in the middle of a phase, dice and mail."""
    memo, at = state.at.memo, state.at
    for kind in ("orders", "salvos", "turrets"):
        if kind in memo:
            kept = {k: v for k, v in memo[kind].items() if k.partition("/")[0] not in {s.id for s in state.of_side(side)}}
            memo[kind] = kept | {f"{state.of_side(side)[0].id}": {"spinal": "x"}}
    if memo.get("chosen"):
        memo["chosen"] = ["another"]
    at.rolls += 7
    at.inbox = [Delivery("m", "ground_losses", "below", {"unit": "c1", "outcome": "destroyed"})]


def seen(state: State, seat: str, moment: Moment) -> bytes:
    """Everything that a seat gets: its view, the map, and of its decisions the offers, the faults of orders and what is to come."""
    view = ENGINE.view(state, seat)
    told: list[Any] = [plain(view), plain(ENGINE.picture(view))]
    told += [ENGINE.record(view, unit) for unit in (*sorted(state.ships), *sorted(state.fighters), "c1", "c2", "c9")]
    for decision in [d for d in moment.pending if d.seat == seat]:
        offers = ENGINE.offers(view, decision)
        told += [plain(offers), plain(ENGINE.prospects(view, decision))]
        told += [plain(ENGINE.check(view, decision, orders)) for orders in tried(moment, decision.key)]
    return encode(told)


def tried(moment: Moment, key: str) -> list[Orders]:
    """The orders that were given, and orders at what is not there or not to be seen."""
    hidden = {"broadsides": ["L"], "bays": {"0": "c1"}}
    slots = moment.given[key].choices
    wrong: list[Any] = [
        hidden,
        {"do": "attack", "unit": "c1"},
        {"do": "attack", "unit": "c9"},
        {"do": "support", "battle": "elsewhere"},
        {"target": "c9"},
    ]
    return [moment.given[key], *(Orders(dict.fromkeys(slots, each)) for each in wrong)]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("side", SIDES)
def test_the_other_side_sees_offers_and_refusals_of_its_own_knowledge_only(seed: int, side: str) -> None:
    (seat,) = [s for s in SIDES if s != side]
    compared = 0
    for moment in moments(seed)[::2]:
        other = with_other_secrets(moment.state, side)
        assert encode(other) != encode(moment.state)
        assert seen(other, seat, moment) == seen(moment.state, seat, moment), (moment.phase, moment.pending)
        compared += any(d.seat == seat for d in moment.pending)
    assert compared


@pytest.mark.parametrize("seed", SEEDS)
def test_a_spectator_sees_what_is_public(seed: int) -> None:
    """A stranger's seat: no secret of either side, nothing hidden, and nothing to decide."""
    for moment in moments(seed)[::2]:
        both = with_other_secrets(with_other_secrets(moment.state, "tog"), "rl")
        assert seen(both, "", moment) == seen(moment.state, "", moment)
        view = ENGINE.view(moment.state, "")
        assert view.side == ""
        assert all(thing.in_battle for thing in view.state.ground.things.values())
        for decision in moment.pending:
            assert [f.code for f in ENGINE.check(view, decision, moment.given[decision.key])] == ["not_yours"]
            assert ENGINE.prospects(view, decision) == [decision]


def test_there_is_something_to_hide() -> None:
    """The battle over a planet has units that the other side has found and units that it has not, and a battle below."""
    things = [t for m in moments(0) for t in m.state.ground.things.values()]
    assert {bool(t.spotted) for t in things if not t.in_battle} == {True, False}
    assert any(t.in_battle for t in things)


def test_one_sees_ones_own_secrets() -> None:
    state = next(m.state for m in moments(0) if m.state.ground.known)
    view = ENGINE.view(state, "tog").state
    assert {t.id for t in view.ground.things.values() if t.side == "tog"} == {"c2", "c4", "c6"}
    assert all(view.ships[s.id] == s for s in state.of_side("tog"))
