"""What the other side may know of a battle: change everything hidden in the state, and nothing that a seat gets changes by a byte."""

from collections.abc import Sequence
from functools import cache

import pytest
from msgspec.structs import replace

from scales.centurion import ENGINE
from scales.centurion.state import BattleState, Call, Run, ThorWindow
from scales.codec import clone, encode, plain
from scales.dice import KeyedDice, seeded_secret
from scales.engine import Decision, Delivery, Orders, random_orders
from scales.hexes import Hex
from scales.messages import Battery, Engagement, GroundAttack, SatelliteAbove
from tests.centurion.battles import Moment, battle

SEATS = {"red": {"tog"}, "blue": {"cw"}, "": set()}
SOMEWHERE = Hex(25, 14)


@cache
def everybody() -> list[str]:
    """Who is in the battle, and who might be. Asked for when it is needed: other tests import this file for its changes."""
    there = [*battle().end.vehicles, *battle().end.squads, *battle().opening.centuries]
    return there + [f"{side}-{what}" for side in ("tog", "cw") for what in ("guns", "ship", "craft", "x", "new")]


def seen(state: BattleState, seat: str, pending: Sequence[Decision], names: Sequence[str] = ()) -> list[bytes]:
    """All that a seat gets: view, picture, and of its decisions the offers, the checks of some orders, and what is to come."""
    view = ENGINE.view(state, seat)
    found = [encode(plain(view)), encode(ENGINE.picture(view))]
    found += [encode(ENGINE.record(view, id)) for id in names or everybody()]
    for decision in [d for d in pending if d.seat == seat]:
        offers = ENGINE.offers(view, decision)
        to_come = ENGINE.prospects(view, decision)
        found += [encode(plain(offers)), encode(to_come), *(encode(plain(ENGINE.offers(view, later))) for later in to_come)]
        wrong = [Orders({slot.id: {"hex": "1206", "round": "adm"} for slot in offers}), Orders({})]
        for orders in (random_orders(offers, KeyedDice(key=seeded_secret(3))), *wrong):
            found.append(encode(ENGINE.check(view, decision, orders)))
    return found


def otherwise(state: BattleState, own: set[str]) -> BattleState:
    """The same battle with everything changed that a seat with these sides may not know."""
    state = clone(state)
    _sealed(state)
    _support(state, own)
    _craft(state, own)
    _units(state, own)
    return state


def _sealed(state: BattleState) -> None:
    """Declared orders, who watches, dice rolled, messages not yet read."""
    state.at.memo = {"declared": {"tog": {"x": {}}}, "watch": {"cw-1": 9, "tog-1": 9}, "asked": True}
    state.at.inbox = [Delivery("m", "ground_attack", "above", {"craft": "secret"})]
    state.at.rolls, state.at.stage = state.at.rolls + 17, state.at.stage + 1


def _support(state: BattleState, own: set[str]) -> None:
    others = sorted(set(state.sides) - own)
    state.calls = [c for c in state.calls if c.side in own]
    state.calls += [Call(f"{side}-x", side, "artillery", "x", SOMEWHERE, state.turn, spotter="tog-1") for side in others]
    state.batteries = {i: b for i, b in state.batteries.items() if b.side in own} | {
        f"{s}-x": Battery(f"{s}-x", "X", s, 3, 0, 99) for s in others
    }
    ships = {i for i, ship in state.ships.items() if ship.side in own}
    for table in (state.ships, state.ship_since, state.ship_shots, state.ship_missiles):
        for id in [id for id in table if id not in ships]:
            del table[id]
    state.missions_left = {i: n for i, n in state.missions_left.items() if i.partition(":")[2] in own or i in state.batteries}
    state.missions_left |= {f"thor:{side}": 7 for side in others}
    state.ship_windows |= {f"{side}-ship": [2, 7] for side in others}
    state.thor |= {side: ThorWindow(7, 2, 9) for side in others}
    state.satellites = {s: above for s, above in state.satellites.items() if s in own}
    state.satellites |= {side: [SatelliteAbove(f"{side}-eye", "Eye", side, 7, 1, ["fire computer"], 3)] for side in others}
    state.air_defense |= dict.fromkeys(others, 9)
    state.painted = {label: [s for s in sides if s in own] for label, sides in state.painted.items()}
    state.painted = {label: sides for label, sides in state.painted.items() if sides} | ({"2513": others} if others else {})


def _craft(state: BattleState, own: set[str]) -> None:
    for number, craft in enumerate(state.air):
        if craft.side not in own and craft.craft in state.runs:
            state.air[number] = replace(craft, weapons={"laser_5_4": 9}, bombs={"hell": 5})
            run = state.runs[craft.craft]
            state.runs[craft.craft] = replace(run, length=run.length and run.length + 9, bombs={"hell": 5}, dfm=SOMEWHERE)
    state.air = [c for c in state.air if c.side in own or c.craft in state.runs]
    others = sorted(set(state.sides) - own)
    state.air += [GroundAttack(f"{s}-new", "New", "avenger", s, "b", "strafing", 4, {}, {}, {}) for s in others]
    state.causes = {i: c for i, c in state.causes.items() if i in {c.craft for c in state.air} or i in state.ships} | {"hidden": "above:1"}


def _units(state: BattleState, own: set[str]) -> None:
    for unit in state.units():
        if unit.side not in own:
            unit.painting = not unit.painting
    here = {u.hex for u in state.in_play() if u.side in own}
    for squad in state.squads.values():
        if squad.side not in own:
            squad.joins = "tog-s1"
            if squad.concealed and squad.hex not in here:
                squad.hex, squad.level = SOMEWHERE, 1


def spread(moments: Sequence[Moment], each: int = 3) -> list[Moment]:
    """Moments of every kind of decision, and states between phases."""
    found: dict[tuple[str, ...], list[Moment]] = {}
    for moment in moments:
        found.setdefault((moment.phase, *sorted({d.kind for d in moment.pending})), []).append(moment)
    return [m for same in found.values() for m in same[:each]]


@pytest.mark.parametrize("seat", SEATS)
def test_nothing_that_a_seat_gets_depends_on_what_it_may_not_know(seat: str) -> None:
    for moment in spread(battle().moments):
        changed = otherwise(moment.before, SEATS[seat])
        assert encode(changed) != encode(moment.before)
        assert seen(changed, seat, moment.pending) == seen(moment.before, seat, moment.pending), (moment.phase, moment.pending)


@pytest.mark.parametrize("seat", SEATS)
def test_a_squad_that_hides_is_nowhere(seat: str) -> None:
    """Concealed Infantry: neither view, nor picture, nor targets show it, unless somebody stands in its hex."""
    for moment in battle().asked("fire", "paint")[:4]:
        state = clone(moment.before)
        for squad in (state.squads["tog-foot"], state.squads["cw-foot"]):
            squad.concealed = True
        before, after = seen(state, seat, moment.pending), seen(otherwise(state, SEATS[seat]), seat, moment.pending)
        assert before == after
        for side in set(state.sides) - SEATS[seat]:
            assert f"{side}-foot" not in {c.unit for c in ENGINE.picture(ENGINE.view(state, seat)).counters}
    near = clone(battle().opening)
    near.squads["cw-foot"].concealed = True
    near.squads["cw-foot"].hex = near.vehicles["tog-1"].hex
    assert ENGINE.view(near, "red").state.squads["cw-foot"].hex == near.vehicles["tog-1"].hex


def test_the_length_of_a_run_and_what_a_craft_carries_show_when_they_are_used() -> None:
    moment = next(m for m in battle().asked("paint") if m.before.runs)
    runs: dict[str, Run] = ENGINE.view(moment.before, "red").state.runs
    assert {id: run.length for id, run in runs.items()} == {"tog-craft": moment.before.runs["tog-craft"].length, "cw-craft": 10}
    carried = {c.craft: (c.weapons, c.bombs) for c in ENGINE.view(moment.before, "red").state.air}
    assert carried["cw-craft"] == ({}, {})
    assert carried["tog-craft"][0]


def test_a_spectator_sees_the_counters_and_nothing_else() -> None:
    for moment in spread(battle().moments):
        view = ENGINE.view(moment.before, "")
        hidden = (
            view.state.calls,
            view.state.batteries,
            view.state.ships,
            view.state.missions_left,
            view.state.painted,
            view.state.at.memo,
        )
        assert not any(hidden)
        assert view.side == ""
        on_board = {u.id for u in moment.before.in_play()} | set(moment.before.runs)
        assert {c.unit for c in ENGINE.picture(view).counters} == on_board


def test_batteries_behind_an_engagement_are_nobodys_news() -> None:
    state = battle().opening
    engagement = Engagement("e1", "tog", ["0101"], {}, [], [Battery("b1", "Battery", "tog", 3, 0, 9)])
    delivery = Delivery("m", "engagement", "above", plain(engagement), "above:1:0")
    told = ENGINE.advance(state, ENGINE.turn_phase, {}, [delivery], KeyedDice(key=seeded_secret(3))).events
    (begins,) = [event for event in told if event.kind == "engagement_begins"]
    assert (begins.seen_by, sorted(begins.data)) == (None, ["attacker", "centuries", "hexes", "id", "installation", "terrain"])
