"""What a seat may not know changes nothing that it is shown: views, offers, checks, prospects, pictures and record sheets."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from scales.codec import clone, encode, plain
from scales.engine import Decision, Delivery, Orders
from scales.interceptor import ENGINE
from scales.interceptor.satellites.hardpoints import is_satellite
from scales.interceptor.state import Mission, State
from tests.interceptor.scenes import Moment, linked_battle, sample_battle

BATTLES: dict[str, Callable[[], tuple[Moment, ...]]] = {
    "in space": lambda: sample_battle(3),
    "of patrol craft": lambda: sample_battle(5),
    "above a planet": linked_battle,
}


def disguised(state: State, seat: str) -> State:
    """The same board with everything else than it is that the seat does not know."""
    copy = clone(state)
    copy.at.memo = {"ask": {"somebody": ["t1"]}, "next": 99}
    copy.at.rolls, copy.at.stage = copy.at.rolls + 7, copy.at.stage + 1
    copy.at.inbox = [Delivery("m", "fighters_down", "above", {"unit": "secret"}, "above:99")]
    for craft in copy.craft.values():
        craft.cause = "above:77"
        if state.side(craft.side).seat != seat and not is_satellite(craft):
            craft.missiles = {} if craft.missiles else {"sss": 9}
            craft.bombs = {} if craft.bombs else {"hell": 2}
            craft.pods = [pod for pod in craft.pods if pod == "ecm_pod"] + ([] if "painting_laser" in craft.pods else ["painting_laser"])
            craft.cargo, craft.cargo_lost = [*craft.cargo, "tank"], ["scout"]
            craft.mission = "fighters" if craft.mission == "ground" else "ground"
            craft.home = "1:0101"
    own = {side.id for side in state.sides if side.seat == seat}
    copy.missions = [replace(m, cause="ground:99") for m in copy.missions if m.side in own]
    copy.missions += [Mission("secret", "b1", side.id) for side in state.sides if side.id not in own]
    for shot in copy.shots:
        if shot.cluster is not None and shot.side not in own:
            shot.cluster.call = "secret"
    for unit in copy.units.values():
        unit.cause = "above:88"
    return copy


def shown(state: State, seat: str, pending: list[Decision]) -> bytes:
    """Everything that a seat is given of a state: its view, picture, offers, prospects, and what is said of right and wrong orders."""
    view = ENGINE.view(state, seat)
    found = [view, ENGINE.picture(view), *(ENGINE.record(view, id) for id in sorted(state.craft))]
    for decision in [d for d in pending if d.seat == seat]:
        offers = ENGINE.offers(view, decision)
        last = Orders({slot.id: slot.options[-1].order for slot in offers})
        wrong = Orders({slot.id: {"missile": "sss", "target": "t1"} for slot in offers})
        found += [offers, ENGINE.prospects(view, decision), ENGINE.check(view, decision, last), ENGINE.check(view, decision, wrong)]
    return encode(plain(found))


@pytest.mark.parametrize("battle", BATTLES)
def test_what_is_hidden_shows_nowhere(battle: str) -> None:
    moments = BATTLES[battle]()[::2]
    phases = set()
    for moment in moments:
        phases.add(moment.phase)
        for seat in [s.seat for s in moment.state.sides] + [""]:
            assert shown(disguised(moment.state, seat), seat, moment.pending) == shown(moment.state, seat, moment.pending)
    assert {"movement", "combat"} <= phases


@pytest.mark.parametrize("battle", BATTLES)
def test_a_disguise_is_seen_by_the_side_itself(battle: str) -> None:
    """The test above compares something: the other side sees its own loads changed."""
    moment = BATTLES[battle]()[0]
    one, other = (s.seat for s in moment.state.sides)
    assert shown(disguised(moment.state, one), other, []) != shown(moment.state, other, [])


def test_a_spectator_sees_the_board_and_nobodys_loads() -> None:
    for moment in linked_battle():
        view = ENGINE.view(moment.state, "")
        assert (view.sides, len(view.state.craft)) == ([], len(moment.state.craft))
        assert not any(
            c.missiles or c.bombs or set(c.pods) - {"ecm_pod"} or c.mission or c.home
            for c in view.state.craft.values()
            if not is_satellite(c)
        )
        assert len(ENGINE.picture(view).counters) == len(ENGINE.picture(ENGINE.view(moment.state, "tog")).counters)


def test_orders_given_in_secret_are_in_no_view_until_they_are_carried_out() -> None:
    """Fire, launches, places and announcements are sealed: no state holds them while others still decide."""
    for moment in [m for battle in BATTLES.values() for m in battle()]:
        for decision in moment.pending:
            assert decision.sealed == (decision.kind != "move")
            assert encode(decision.key) not in encode(plain(ENGINE.view(moment.state, "")))


def test_a_side_with_two_sides_to_play_knows_both() -> None:
    state = clone(linked_battle()[0].state)
    for side in state.sides:
        side.seat = "both"
    view = ENGINE.view(state, "both")
    assert [c.missiles for c in view.state.craft.values()] == [c.missiles for c in state.craft.values()]
