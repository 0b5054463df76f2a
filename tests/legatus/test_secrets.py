"""What one side keeps from the other: no view, offer, check, prospect or picture depends on it."""

from collections.abc import Callable, Iterator, Sequence

import pytest

from scales.codec import clone, encode, plain
from scales.dice import KeyedDice
from scales.engine import Delivery, Json, Orders, random_orders
from scales.legatus import ENGINE
from scales.legatus.state import LegatusState, Satellite
from scales.legatus.view import UNKNOWN
from tests.legatus.hiding import BLIND
from tests.legatus.samples import Moment, battle, moments, sample
from tests.legatus.table import Table, century, table

GRAV = "medium_grav_armor"
SEATS = ("tog", "commonwealth", "")
SEEDS = (1, 6)


def pools(state: LegatusState, mine: str) -> None:
    for side in state.sides:
        side.pool += 7 * (side.id != mine)


def plans(state: LegatusState, mine: str) -> None:
    """Attacks, fire missions, missions of squadrons and calls of everybody else, ordered and not carried out yet."""
    theirs = [u.id for u in state.units.values() if u.side != mine]
    target = next((u.id for u in state.units.values() if u.side == mine), theirs[0])
    wings = [q.id for q in state.squadrons.values() if q.side != mine]
    orbit = [s.id for s in state.satellites if s.side != mine] + [s.id for s in state.supports if s.side != mine]
    state.plans.attacks |= dict.fromkeys(theirs, target)
    state.plans.support |= {u: [theirs[0]] for u in theirs}
    state.plans.missions |= dict.fromkeys(wings, target)
    state.plans.calls |= dict.fromkeys(orbit, target)


def building(state: LegatusState, mine: str) -> None:
    for unit in state.units.values():
        unit.building = unit.building if unit.side == mine else not unit.building


def sheets(state: LegatusState, mine: str) -> None:
    for unit in state.units.values():
        if unit.side != mine:
            unit.sheet, unit.reported = {"strength_hundredths": 41}, "crippled" if not unit.reported else ""


def satellites(state: LegatusState, mine: str) -> None:
    other = next(s.id for s in state.sides if s.id != mine)
    for satellite in state.satellites:
        if satellite.side != mine and not satellite.spent:
            satellite.hex, satellite.velocity, satellite.left = "0101", satellite.velocity + 1, True
    state.satellites.append(Satellite("another", "Another", other, "0909", 2, 1))


def mail(state: LegatusState, mine: str) -> None:
    del mine
    state.at.inbox.append(Delivery("1", "spotted", "sky", {"ship": "s1"}, "e1"))
    state.at.rolls += 5
    state.at.memo |= {"passed": ["nobody"], "chase": ["nobody"], "secret": 1}


HIDDEN: tuple[Callable[[LegatusState, str], None], ...] = (pools, plans, building, sheets, satellites, mail, *BLIND)


def seen(state: LegatusState, seat: str, moment: Moment) -> bytes:
    """All that a seat can get out of the engine, as canonical JSON."""
    view = ENGINE.view(state, seat)
    fates = ENGINE.report(moment.before).fates
    found: list[Json] = [plain(view), plain(ENGINE.picture(view)), plain(ENGINE.report(view.state))]
    found += [plain(ENGINE.record(view, id)) for id in [*fates, "another"]]
    strangers = [id for id in fates if fates[id].side != view.side][:: max(1, len(fates) // 2)]
    for decision in [d for d in moment.asked if d.seat == seat]:
        found.append(plain(ENGINE.offers(view, decision)))
        for answer in (moment.given[decision.key], *wrong_orders(moment.given[decision.key], [*strangers, "another"])):
            found.append(plain(ENGINE.check(view, decision, answer)))
        for each in ENGINE.prospects(view, decision):
            found += [plain(each), plain(ENGINE.offers(view, each))]
    return encode(found)


def wrong_orders(given: Orders, units: Sequence[str]) -> Iterator[Orders]:
    """Nothing, too much, and everything at units that the seat may not know."""
    yield Orders({})
    yield Orders({"fire:nobody": {"support": ["nobody"]}})
    for unit in units:
        for order in (
            {"target": unit},
            {"support": [unit]},
            {"counter": {unit: 1}},
            {"points": {unit: 1}},
            {"after": unit},
            {"path": [unit]},
        ):
            yield Orders(dict.fromkeys([*given.choices, unit], order))


def spread(seed: int) -> Iterator[Moment]:
    """Moments of every phase of a battle, those first at which somebody is asked."""
    for phase in ENGINE.phases:
        here = [m for m in battle(seed) if m.phase == phase]
        asked = [m for m in here if m.asked]
        yield from [*asked[:: max(1, len(asked) // 3)], here[-1]]


@pytest.mark.parametrize("seed", SEEDS)
def test_what_another_side_hides_changes_nothing_that_a_seat_gets(seed: int) -> None:
    """All of it at once."""
    for moment in spread(seed):
        for seat in SEATS:
            other = clone(moment.before)
            for change in HIDDEN:
                before = encode(other)
                change(other, seat)
                assert encode(other) != before or change in BLIND, change.__name__
            assert seen(other, seat, moment) == seen(moment.before, seat, moment), (moment.phase, seat)


def test_a_view_of_a_stranger_shows_only_what_is_public() -> None:
    for moment in spread(3):
        view = ENGINE.view(moment.before, "")
        assert (view.side, {s.pool for s in view.state.sides}, view.state.at.memo, view.state.at.inbox) == ("", {UNKNOWN}, {}, [])
        assert not any(plain(view.state.plans).values())
        assert not any(u.sheet or u.building or u.reported for u in view.state.units.values())
        assert all(s.spent for s in view.state.satellites)
        assert encode(plain(ENGINE.picture(view)))


def test_points_are_spent_in_secret_and_only_initiatives_are_revealed() -> None:
    """Each side hears what it paid and what it holds; the other hears the values that come of it."""
    for moment in moments(sample(5, turn_limit=2, options={}), 5):
        for event in moment.step.events:
            if event.kind in {"initiative_spent", "pool"}:
                assert event.seen_by == [event.data["side"]]
            else:
                assert event.seen_by is None, event.kind


def test_an_order_to_build_shows_when_it_is_done() -> None:
    play = Table(table([century("e", "armored_engineer", "0604")], [century("x", GRAV, "1410")])).phase("initiative")
    play.phase("movement", orders={"movement:t": {"e": {"build": True}}})
    assert [ENGINE.view(play.state, seat).state.units["e"].building for seat in SEATS] == [True, False, False]


def test_an_attack_ordered_shows_in_no_other_view() -> None:
    state = table([century("a", GRAV, "0606")], [century("x", GRAV, "0607")])
    play = Table(state).phase("initiative").phase("movement").phase("spotting").phase("commitment")
    assert [ENGINE.view(play.state, seat).state.plans.attacks for seat in SEATS] == [{"a": "x"}, {"x": "a"}, {}]


def test_random_orders_of_a_seat_come_from_its_view_alone() -> None:
    """A plan made from one view is legal on the other state, which differs in what is hidden only."""
    for moment in spread(4):
        for decision in moment.asked:
            other = clone(moment.before)
            for change in HIDDEN:
                change(other, decision.seat)
            view = ENGINE.view(moment.before, decision.seat)
            orders = random_orders(ENGINE.offers(view, decision), KeyedDice(key=b"p"))
            assert ENGINE.check(ENGINE.view(other, decision.seat), decision, orders) == []
