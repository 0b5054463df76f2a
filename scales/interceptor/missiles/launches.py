"""The missile fire: who may launch, in rounds, after all other fire (centurion: Interceptor Integration, Turn Sequence; interceptor: Missiles).

A craft with several autoloading hard points launches one missile in each round; the others are asked once.
"""

from scales.engine import Decision
from scales.interceptor.damage.damage import P, take_effect
from scales.interceptor.ground_attack import stand_off
from scales.interceptor.missiles.bursts import burst
from scales.interceptor.missiles.launching import launch as launch_at
from scales.interceptor.missiles.lock_on import can_launch, find_target, has_target
from scales.interceptor.orders import read
from scales.interceptor.state import Craft, State


def launchers(state: State, side: str) -> list[str]:
    """Craft of a side that have a missile to launch and somebody to launch it at."""
    return [c.id for c in state.flying() if c.side == side and (has_target(state, c) or stand_off.has_unit(state, c))]


def launch_decision(seat: str, craft: list[str], round: int = 1) -> Decision:
    """One question to a seat; that of the first round bears no number."""
    key = f"launch:{seat}" if round == 1 else f"launch:{seat}:{round}"
    return Decision(key, seat, "launch", "Launch missiles?" if round == 1 else "Launch another missile?", craft, True)


def launch(play: P) -> list[Decision]:
    """Missiles leave after all fire; what a DFM strikes takes effect when all are on their way."""
    state, memo = play.state, play.state.at.memo
    if "ask" in memo:
        _launch_round(play)
    round, passed = memo.get("round", 0) + 1, memo.get("passed", [])
    memo |= {"round": round, "passed": passed}
    memo["ask"] = state.by_seat(lambda side: [id for id in launchers(state, side) if id not in passed])
    if memo["ask"]:
        return [launch_decision(seat, memo["ask"][seat], round) for seat in sorted(memo["ask"])]
    for craft in list(state.craft.values()):
        if craft.fresh:
            take_effect(play, craft, craft.by)
    return []


def _launch_round(play: P) -> None:
    """Carry out the answers of a round; who launches nothing is not asked again."""
    memo = play.state.at.memo
    for seat in sorted(memo["ask"]):
        answer = play.answers.get(launch_decision(seat, [], memo["round"]).key)
        for id in memo["ask"][seat]:
            given = answer.choices.get(id) if answer is not None else None
            if given is None or not _launch(play, play.state.craft[id], given):
                memo["passed"] = [*memo["passed"], id]


def _launch(play: P, craft: Craft, given: object) -> bool:
    """Try a launch as ordered; False when there is none, or a ruling has taken missile or target away."""
    order = read("launch", given)
    if order.missile not in can_launch(play.state, craft):
        return False
    if order.missile == "dfm":
        burst(play, craft, order.ahead)
        return True
    low = stand_off.find_unit(play.state, craft, order.missile, order.target)
    if low is not None:
        stand_off.launch(play, craft, order.missile, low)
        return True
    target = find_target(play.state, craft, order.missile, order.target)
    if target is not None:
        launch_at(play, craft, order.missile, target)
    return target is not None
