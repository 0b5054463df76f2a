from scales.centurion.movement import maneuver, orders, recombining
from scales.centurion.state import BattleState
from scales.engine import Json
from tests.centurion.field import battle, play, vehicle


def squad(id: str, hex: str, strength: int) -> Json:
    return {"id": id, "type": "bounce_tvlg", "hex": hex, "name": id, "strength": strength}


def two(a: int, b: int, where: str = "1008") -> BattleState:
    return battle(vehicle("h", "lupis", "0101"), squads=(squad("a", "1008", a), squad("b", where, b)))


def test_idle_squads_put_their_men_together() -> None:
    state = two(3, 4)
    maneuver.carry_out(play(state), state.squads["a"], {"kind": "join", "squad": "b"})
    run = play(state)
    recombining.recombine(run)
    assert (state.squads["a"].strength, state.squads["b"].strength, state.squads["b"].missiles) == (0, 7, 4)
    assert state.squads["a"].left
    assert [event.kind for event in run.events] == ["recombined"]


def test_no_squad_grows_beyond_eight_men() -> None:
    state = two(6, 5)
    state.squads["a"].joins = "b"
    recombining.recombine(play(state))
    assert (state.squads["a"].strength, state.squads["b"].strength) == (3, 8)


def test_who_fires_does_not_recombine() -> None:
    state = two(3, 4)
    state.squads["a"].joins = "b"
    state.squads["b"].fired = True
    run = play(state)
    recombining.recombine(run)
    assert run.events == []
    assert state.squads["a"].strength == 3


def test_squads_apart_cannot_join() -> None:
    state = two(3, 4, "1009")
    assert orders.faults_of(state, state.squads["a"], {"kind": "join", "squad": "b"})
    assert recombining.partners(state, state.squads["a"]) == []


def test_a_squad_may_hand_over_only_some_of_its_men() -> None:
    state = two(6, 3)
    assert orders.faults_of(state, state.squads["a"], {"kind": "join", "squad": "b", "men": 9})
    maneuver.carry_out(play(state), state.squads["a"], {"kind": "join", "squad": "b", "men": 1})
    recombining.recombine(play(state))
    assert (state.squads["a"].strength, state.squads["b"].strength, state.squads["a"].men_to_join) == (5, 4, 0)


def test_who_got_off_a_vehicle_does_not_recombine() -> None:
    state = two(3, 4)
    state.squads["a"].joins, state.squads["b"].moved = "b", True
    recombining.recombine(play(state))
    assert state.squads["a"].strength == 3
