"""Whatever happens to satellites, javelins and battles, every Thor call is answered exactly once."""

from collections import Counter

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scales.dice import ScriptedDice
from scales.engine import Json
from scales.interceptor import ENGINE
from scales.interceptor.damage.damage import take_effect
from scales.interceptor.satellites import javelins
from scales.messages import Battlefield, ThorCall
from tests.interceptor.scenes import SIDES, Table, mail, play_of

BATTLES = {"b1": "2:2608", "b2": "2:2604"}
BLOWS = (
    "comm_system",
    "orbital_controls_short",
    "weapon_destroyed:bow",
    "massive_weapon_short",
    "orbital_controls",
    "plant",
    "fire_computer",
)
minutes = st.fixed_dictionaries(
    {
        "calls": st.sets(st.tuples(st.sampled_from(sorted(BATTLES)), st.sampled_from(["tog", "com"])), max_size=3),
        "blow": st.one_of(st.none(), st.sampled_from(BLOWS)),
        "shot": st.integers(0, 2),
        "ends": st.booleans(),
    }
)


def table() -> Table:
    satellites = [
        {"id": "t-eye", "side": "tog"},
        {"id": "t-far", "side": "tog", "hex": "2:1001", "velocity": 1},
        {"id": "c-eye", "side": "com", "velocity": 0},
    ]
    wanted = {"layout": "two_game", "sides": SIDES, "satellites": satellites, "battles": BATTLES, "standing": True}
    return Table(ENGINE.setup(wanted, ScriptedDice.of()).state)


def answers(sent: list[Json]) -> Counter[tuple[str, str]]:
    """Calls that javelins or a refusal answered."""
    return Counter((m["battle"], m["call"]) for m in sent if m.get("news") != "launched")


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(minutes, min_size=3, max_size=7))
def test_every_call_is_answered_once_or_still_open(played: list[Json]) -> None:
    board, asked, sent, over = table(), set[tuple[str, str]](), list[Json](), set[str]()
    for number, minute in enumerate(played):
        gone = {"b2"} if minute["ends"] and number > 1 else set()
        board.phase("initiative", [mail("battlefield", Battlefield(b, BATTLES[b], False, [])) for b in sorted(gone - over)])
        over |= gone
        board.phase("movement")
        calls = [ThorCall(f"{side}-{number}", battle, side) for battle, side in sorted(minute["calls"]) if battle not in over]
        asked |= {(call.battle, call.call) for call in calls}
        board.phase("combat", [mail("thor_call", call) for call in calls])
        sent += [m.data for m in board.outbox if m.kind.startswith("thor")]
        sent += harm(board, minute)
        board.phase("hits")
    open_now = {(m.battle, m.call) for m in board.state.missions} | {(s.battle, s.cluster.call) for s in board.state.shots if s.cluster}
    answered = answers(sent)
    assert set(answered.values()) <= {1}
    assert not set(answered) & open_now
    assert {call for call in asked if call[0] not in over} <= set(answered) | open_now


def harm(board: Table, minute: Json) -> list[Json]:
    """A blow at the first satellite and shots at the first cluster; what they send."""
    play, eye = play_of(board.state, *[1] * 9), board.craft("t-eye")
    if minute["blow"] and eye.where == "board":
        eye.fresh = [minute["blow"]]
        take_effect(play, eye)
    flying = javelins.under_way(board.state)
    if minute["shot"] and flying:
        javelins.lose(play, flying[0][0], minute["shot"], "shot down")
    assert ENGINE.invariants(board.state) == []
    return [m.data for m in play.outbox]
