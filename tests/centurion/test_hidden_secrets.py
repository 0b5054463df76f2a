"""What one side hides is nowhere for the other: change or take away all of it, and nothing that a seat gets changes by a byte."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scales.centurion import ENGINE
from scales.centurion.combat import fire_segment, painting_segment
from scales.centurion.ground import hidden, mines, sneak
from scales.centurion.movement import crossing, options, orders
from scales.centurion.preparation.opening import points_of
from scales.centurion.state import BattleState, Squad, Vehicle
from scales.centurion.support import thor
from scales.codec import clone, encode, plain
from scales.engine import Decision
from scales.hexes import hex_of
from tests.centurion.battles import battle
from tests.centurion.firing_range import play
from tests.centurion.test_secrets import SEATS, SOMEWHERE, seen, spread

HIDDEN = battle(hides=True, turns=4)
EVERYBODY = [*HIDDEN.opening.vehicles, *HIDDEN.opening.squads, *HIDDEN.opening.centuries]


def without(state: BattleState, own: set[str]) -> BattleState:
    """The same battle in which the other sides hide nothing at all."""
    state = clone(state)
    gone = [u for u in state.units() if u.side not in own and _hides(state, u)]
    for unit in gone:
        (state.vehicles if unit.id in state.vehicles else state.squads).pop(unit.id)
        platoon, century = state.platoons[unit.platoon], state.centuries[unit.century]
        platoon.units.remove(unit.id)
        if not platoon.units:
            del state.platoons[platoon.id]
        century.paper_points, century.start_points = century.paper_points - points_of(unit), century.start_points - points_of(unit)
        state.sides[unit.side].start_points -= points_of(unit)
    mines = {label: [s for s in sides if s in own] for label, sides in state.ground.hidden_mines.items()}
    state.ground.hidden_mines = {label: sides for label, sides in mines.items() if sides}
    return state


def elsewhere(state: BattleState, own: set[str]) -> BattleState:
    """The same battle in which what the other sides hide is somewhere else and in another shape."""
    state = clone(state)
    for unit in [u for u in state.units() if u.side not in own and u.hidden]:
        unit.hex, unit.crater, unit.turn_damaged, unit.killed = SOMEWHERE, True, state.turn, 3
        if isinstance(unit, Vehicle):
            unit.facing, unit.digging, unit.missiles = 3, 1, {}
    state.ground.hidden_mines = {label: sides for label, sides in state.ground.hidden_mines.items() if set(sides) & own}
    state.ground.hidden_mines.setdefault("2513", []).extend(s for s in state.sides if s not in own)
    return state


def _hides(state: BattleState, unit: Vehicle | Squad) -> bool:
    carrier = state.vehicles.get(unit.aboard or "") if isinstance(unit, Squad) else None
    return carrier.hidden if carrier is not None else unit.hidden


@pytest.mark.parametrize("seat", SEATS)
def test_nothing_that_a_seat_gets_depends_on_what_is_hidden(seat: str) -> None:
    changed = 0
    for moment in spread(HIDDEN.moments, each=1):
        if ENGINE.report(moment.before).over:
            continue
        before = seen(moment.before, seat, moment.pending, EVERYBODY)
        for change in (without, elsewhere):
            other = change(moment.before, SEATS[seat])
            changed += encode(other) != encode(moment.before)
            assert seen(other, seat, moment.pending, EVERYBODY) == before, (change, moment.phase, moment.pending)
            for side in SEATS[seat]:
                assert asked(other, side) == asked(moment.before, side)
    assert changed > len(SEATS)


def asked(state: BattleState, side: str) -> list[Decision]:
    """What a side would be asked in combat as things stand: whether it is asked at all must not tell either."""
    return [*painting_segment.ask(state, side, {}), *fire_segment.ask(state, side, {}), *thor.ask_targets(state, side)]


@pytest.mark.parametrize("seed", [1, 2])
def test_battles_with_an_ambush_are_sound(seed: int) -> None:
    for moment in battle(seed, turns=4, hides=True).moments:
        assert ENGINE.invariants(moment.step.state) == []


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.sampled_from(["0708", "0709", "0808", "0711", "1509"]), min_size=4, max_size=4),
    st.lists(st.booleans(), min_size=4, max_size=4),
)
def test_who_hides_is_not_named_when_it_finds_or_sees_somebody(hexes: list[str], hides: list[bool]) -> None:
    """A vehicle and a squad in sneak suits of each side, hidden or not, in one place or near each other, before a hidden minefield."""
    state = clone(HIDDEN.opening)
    units = [u for id in ("tog-lurk-1", "tog-sneak", "cw-lurk-1", "cw-sneak") if (u := state.unit(id)) is not None]
    for unit, hex, hidden_now in zip(units, hexes, hides, strict=True):
        unit.hex, unit.hidden = hex_of(hex), hidden_now
    mines.bury(state, hexes[1], "cw")
    working = play(state, *[5] * 30)
    sneak.vanish(working)
    crossing.enter(working, units[1], 1)
    sneak.notice(working)
    hidden.hush(state, working.events)
    for unit in units:
        told = [e for e in working.events if hidden.is_secret(state, unit) and (e.seen_by is None or set(e.seen_by) - {unit.side})]
        assert not [e for e in told if unit.id in encode(plain(e)).decode()], told


@pytest.mark.parametrize("seed", [1, 2])
def test_no_event_names_what_is_hidden(seed: int) -> None:
    """Neither text, nor data, nor checks, nor dice of what a side hears name a unit that is hidden from it at the end of that step."""
    revealed = 0
    for moment in battle(seed, turns=4, hides=True).moments:
        after = moment.step.state
        secret = {side: [u.id for u in after.units() if u.side != side and _hides(after, u)] for side in after.sides}
        for decision in moment.step.pending:
            asked = encode(plain(decision)).decode()
            side = next(s.id for s in after.sides.values() if s.seat == decision.seat)
            assert not [id for id in secret[side] if f'{id}"' in asked], asked
        for event in moment.step.events:
            revealed += event.kind in ("revealed", "mines_found")
            for side, ids in secret.items():
                if event.seen_by is None or side in event.seen_by:
                    told = encode(plain(event)).decode()
                    assert not [id for id in ids if f'{id}"' in told or f"{id} " in told or f"{id}." in told], told
    assert revealed


def test_whatever_a_hidden_unit_is_offered_it_may_do() -> None:
    for unit in [u for u in HIDDEN.opening.units() if u.hidden]:
        for option in options.options(HIDDEN.opening, unit):
            assert orders.faults_of(HIDDEN.opening, unit, option.order) == [], (unit.id, option)
