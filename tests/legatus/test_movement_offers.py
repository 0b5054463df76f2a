"""What is offered is what happens: paths, costs and tests of the options to move. legatus: Movement Points, Maneuver Tests"""

from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from scales.codec import clone
from scales.dice import ScriptedDice
from scales.engine import Decision, Json, Orders
from scales.legatus import ENGINE, board, invariants
from scales.legatus.deployment import altitudes_of
from scales.legatus.movement import movement
from scales.legatus.movement.moving_offers import march_options
from scales.legatus.movement.outlook import Surroundings
from scales.legatus.movement.walking import Trip
from scales.legatus.orders import March, read
from scales.legatus.state import Century, LegatusState
from tests.legatus.samples import moments, sample
from tests.legatus.table import century, table

GRAV = "medium_grav_armor"
MARKS = ("0.", "1.", "2.", "3.", "0w", "0l", "1h", "0u", "0s", "0b", "0.r", "0hr", "0.v", "0lv", "0wr")


def asked(seed: int, blind: bool) -> Iterator[tuple[LegatusState, Decision]]:
    """Every order to move that a battle of two turns asks for, with the state that its seat sees."""
    given = sample(seed, turn_limit=2) | ({"options": {"double_blind": 1}} if blind else {})
    for moment in moments(given, seed):
        for decision in moment.asked:
            if decision.kind == "movement":
                yield ENGINE.view(moment.before, decision.seat).state, decision


def walked(state: LegatusState, unit: Century, order: March) -> tuple[Century, int]:
    """The century after an order with every test passed, and the half points it has used at most."""
    moved = replace(unit)
    trip = Trip(state, moved, ScriptedDice.of(*[1] * 40), pay_higher=order.pay_higher, clear=False)
    trip.go(order.path)
    assert trip.stopped == ""
    assert trip.made == order.path
    return moved, len(trip.checks)


@given(st.integers(0, 40), st.booleans())
@settings(max_examples=3, deadline=None)
def test_options_are_accepted_and_come_out_as_told(seed: int, blind: bool) -> None:
    """Given any battle; when a century takes an option and passes its tests; then it is where the option says, after the tests it told."""
    for state, decision in asked(seed, blind):
        view = ENGINE.view(state, decision.seat)
        for id in decision.units[:2]:
            unit = state.units[id]
            stay: dict[str, Json] = {u: {"path": []} for u in decision.units}
            for option in march_options(Surroundings(state, unit.side), unit)[::7]:
                assert ENGINE.check(view, decision, Orders(stay | {id: option.order})) == []
                if option.order.get("path"):
                    moved, tests = walked(state, unit, read(March, option.order))
                    assert (moved.at, moved.altitude) == (option.info["at"], option.info["altitude"])
                    assert tests == len(option.info["tests"])
                    assert 0 <= option.info["least_halves"] <= option.info["used_halves"] <= movement.HALF * movement.allowance_of(unit)


@given(st.data())
@settings(max_examples=30, deadline=None)
def test_no_step_is_free_and_none_gives_points_back(data: st.DataObject) -> None:
    """On any ground, from any position and altitude, every step that is allowed costs a half point or more, and a walk never gains any."""
    rows = tuple(" ".join(data.draw(st.sampled_from(MARKS)) for _ in range(6)) for _ in range(6))
    grid = board.grid("any", rows)
    at = data.draw(
        st.sampled_from(["0303", *board.sides("0303"), *(p for s in board.sides("0303") for p in board.spreads(s) if p.count("|") == 2)])
    )
    carriage = data.draw(st.sampled_from(("infantry", "ground", "grav")))
    altitude = data.draw(st.sampled_from([a for a in altitudes_of(carriage) if a != "dug_in"]))
    for to, new, high in board.moves(grid, carriage, altitude)[at]:
        prices = board.prices(grid, carriage, altitude, at, to)
        assert len(prices) == len(new) == len(set(to.split("|")) - set(at.split("|"))) >= 1
        assert 1 <= min(prices) <= max(prices) == high
    ground = movement.Ground(grid, carriage, frozenset(), frozenset(), frozenset())
    walk = movement.Walk(at, altitude, movement.HALF * movement.allowance(carriage, altitude == "low_altitude"))
    for end, (used, tests, prior) in movement.reachable(ground, walk).items():
        assert 0 <= used <= walk.left
        assert tests == 0
        assert (end == at) == (prior == "")


@given(st.integers(0, 60), st.booleans())
@settings(max_examples=3, deadline=None)
def test_moves_keep_what_must_hold_and_enter_no_enemy_hex(seed: int, blind: bool) -> None:
    """Given any battle; when it is played, seen or double-blind; then after every step of movement all holds and no hex is shared with enemies that
    had it before."""
    for moment in moments(sample(seed, turn_limit=2) | ({"options": {"double_blind": 1}} if blind else {}), seed):
        if moment.phase == "movement":
            assert invariants.broken(moment.step.state) == []
            for unit in moment.step.state.units.values():
                before = moment.before.units[unit.id]
                held = {h for e in moment.before.units.values() if e.side != unit.side and e.status == "ok" for h in e.at.split("|")}
                entered = set(unit.at.split("|")) - set(before.at.split("|"))
                assert unit.status != "ok" or entered.isdisjoint(held)


def test_declining_is_offered_where_two_unlike_hexes_are_entered() -> None:
    """The option without the test tells the higher cost alone; the one with it, both costs."""
    rows = [" ".join(["0l" if n == 6 else "0."] * 16) for n in range(12)]
    state = table([century("a", GRAV, "0705|0706|0805")], [century("x", GRAV, "0711")], rows=rows)
    options = march_options(Surroundings(state, state.units["a"].side), state.units["a"])
    declined = [o for o in options if o.order.get("pay_higher")]
    assert declined
    for option in declined:
        (twin,) = [o for o in options if o.order == {"path": option.order["path"]}]
        assert option.label == f"{option.label.split(', paying')[0]}, paying the higher cost untested"
        assert option.info["used_halves"] == option.info["least_halves"] == twin.info["used_halves"] > twin.info["least_halves"]
        assert [t["why"] for t in option.info["tests"]] == [
            t["why"] for t in twin.info["tests"] if t["why"] != "two hexes of unlike terrain"
        ]


def test_engineers_are_offered_to_leave_what_they_could_clear() -> None:
    mines = [{"kind": "passive", "side": "commonwealth", "hex": "0605"}]
    state = table([century("e", "armored_engineer", "0604")], [century("x", GRAV, "0608")], defenses=mines)
    left = [o for o in march_options(Surroundings(state, state.units["e"].side), state.units["e"]) if o.order.get("clear") is False]
    assert left
    assert all(o.label.endswith("clearing nothing") and any("0605" in word for word in o.order["path"]) for o in left)


def test_an_offer_does_not_change_the_table() -> None:
    state = table([century("a", GRAV, "0604")], [century("x", GRAV, "0608")])
    before = clone(state)
    for option in march_options(Surroundings(state, state.units["a"].side), state.units["a"]):
        assert option.info
    assert state == before
