"""What the other side may know of a battle: change everything hidden in the state, and nothing that a seat gets changes by a byte."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from scales.centurion import ENGINE, fire, painting, thor
from scales.centurion.opening import points_of
from scales.centurion.state import BattleState, Call, Run, Squad, Vehicle
from scales.codec import clone, encode, plain
from scales.dice import KeyedDice, seeded_secret
from scales.engine import Decision, Delivery, Orders, random_orders
from scales.hexes import Hex
from scales.messages import Battery, Engagement, GroundAttack
from tests.centurion.battles import Moment, battle

SEATS = {"red": {"tog"}, "blue": {"cw"}, "": set()}
SEATS_OF = ("tog", "cw")
SOMEWHERE = Hex(25, 14)


HIDDEN = battle(hides=True)
EVERYBODY = [*HIDDEN.opening.vehicles, *HIDDEN.opening.squads, *battle().end.vehicles, *battle().end.squads, *battle().opening.centuries]
EVERYBODY += [f"{side}-{what}" for side in ("tog", "cw") for what in ("guns", "ship", "craft", "x", "new")]


def seen(state: BattleState, seat: str, pending: Sequence[Decision]) -> list[bytes]:
    """All that a seat gets: view, picture, and of its decisions the offers, the checks of some orders, and what is to come."""
    view = ENGINE.view(state, seat)
    found = [encode(plain(view)), encode(ENGINE.picture(view))]
    found += [encode(ENGINE.record(view, id)) for id in EVERYBODY]
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


def spread(moments: Sequence[Moment]) -> list[Moment]:
    """Moments of every kind of decision, and states between phases."""
    found: dict[tuple[str, ...], list[Moment]] = {}
    for moment in moments:
        found.setdefault((moment.phase, *sorted({d.kind for d in moment.pending})), []).append(moment)
    return [m for same in found.values() for m in same[:3]]


@pytest.mark.parametrize("seat", SEATS)
def test_nothing_that_a_seat_gets_depends_on_what_it_may_not_know(seat: str) -> None:
    for moment in spread(battle().moments):
        changed = otherwise(moment.before, SEATS[seat])
        assert encode(changed) != encode(moment.before)
        assert seen(changed, seat, moment.pending) == seen(moment.before, seat, moment.pending), (moment.phase, moment.pending)


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("change", [without, elsewhere])
def test_nothing_that_a_seat_gets_depends_on_what_is_hidden(change: Callable[[BattleState, set[str]], BattleState], seat: str) -> None:
    changed = 0
    for moment in spread(HIDDEN.moments):
        if ENGINE.report(moment.before).over:
            continue
        other = change(moment.before, SEATS[seat])
        changed += encode(other) != encode(moment.before)
        assert seen(other, seat, moment.pending) == seen(moment.before, seat, moment.pending), (moment.phase, moment.pending)
        for side in SEATS[seat]:
            assert asked(other, side) == asked(moment.before, side)
    assert changed > 5


def asked(state: BattleState, side: str) -> list[Decision]:
    """What a side would be asked in combat as things stand: whether it is asked at all must not tell either."""
    return [*painting.ask(state, side, {}), *fire.ask(state, side, {}), *thor.ask_targets(state, side)]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_event_names_what_is_hidden(seed: int) -> None:
    """Neither text, nor data, nor checks, nor dice of what a side hears name a unit that is hidden from it at the end of that step."""
    revealed = 0
    for moment in battle(seed, hides=True).moments:
        secret = {side: [u.id for u in moment.step.state.units() if u.side != side and _hides(moment.step.state, u)] for side in SEATS_OF}
        for event in moment.step.events:
            revealed += event.kind in ("revealed", "mines_found")
            for side, ids in secret.items():
                if event.seen_by is None or side in event.seen_by:
                    told = encode(plain(event)).decode()
                    assert not [id for id in ids if f'{id}"' in told or f"{id} " in told or f"{id}." in told], told
    assert revealed


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
        on_board = {u.id for u in moment.before.in_play()}
        assert {c.unit for c in ENGINE.picture(view).counters} == on_board


def test_batteries_behind_an_engagement_are_nobodys_news() -> None:
    state = battle().opening
    engagement = Engagement("e1", "tog", ["0101"], {}, [], [Battery("b1", "Battery", "tog", 3, 0, 9)])
    delivery = Delivery("m", "engagement", "above", plain(engagement), "above:1:0")
    told = ENGINE.advance(state, ENGINE.turn_phase, {}, [delivery], KeyedDice(key=seeded_secret(3))).events
    (begins,) = [event for event in told if event.kind == "engagement_begins"]
    assert (begins.seen_by, sorted(begins.data)) == (None, ["attacker", "centuries", "hexes", "id", "installation", "terrain"])
