"""Whether a battle is over, and why: all of one side gone, both agreed, the last turn, nothing happening. legatus: Victory"""

from scales.legatus.scenario import scoring
from scales.legatus.state import WAITING, LegatusState, side_name, units_of
from scales.play import Play

RULE = "legatus: Victory"
STALEMATE_TURNS = 10


def judge(play: Play[LegatusState]) -> None:
    """At the end of a turn: is the battle over? A standing board never is."""
    state = play.state
    gone = [s.id for s in state.sides if not forces(state, s.id)]
    if state.standing or state.over:
        return
    if gone and len(gone) < len(state.sides):
        close(play, f"nothing is left of {' and '.join(gone)} on the map")
    elif gone:
        close(play, "nothing is left on the map")
    elif state.at.turn >= state.turn_limit:
        close(play, f"turn {state.turn_limit} was the last")
    elif state.quiet >= STALEMATE_TURNS:
        close(play, f"{STALEMATE_TURNS} turns went by without damage")


def forces(state: LegatusState, side: str) -> int:
    """Units of a side that are on the map or have still to be placed."""
    return len(units_of(state, side)) + sum(u.side == side and u.status == WAITING for u in state.units.values())


def agree(play: Play[LegatusState]) -> None:
    """Offers to end the battle are told; one stands through the next turn. The battle ends when every side has offered it."""
    state = play.state
    turn = state.at.turn
    for side in state.sides:
        if side.finish == turn:
            text = f"{side_name(play.state, side.id)} offers to end the battle by agreement."
            play.tell("end_offered", text, RULE, data={"side": side.id})
    if not state.standing and all(side.finish and side.finish >= turn - 1 for side in state.sides):
        close(play, "both sides agree to finish" if len(state.sides) == 2 else "all sides agree to finish")


def close(play: Play[LegatusState], why: str) -> None:
    """The battle is over: points and ratio say who has won."""
    state = play.state
    state.over = True
    state.outcome, state.winner = scoring.result(state)
    state.reasons = [f"the battle ended because {why}", *scoring.sentences(state)]
    points = scoring.points(state)
    score = ", ".join(f"{s} {n}" for s, n in points.items())
    gains = {s.id: [{"what": g.what, "count": g.number, "each": g.each} for g in scoring.gains(state, s.id)] for s in state.sides}
    play.tell(
        "ended",
        f"The battle ends, {why}: {state.outcome.replace('_', ' ')} ({score}).",
        RULE,
        data={"outcome": state.outcome, "winner": state.winner, "points": points, "gains": gains},
    )
