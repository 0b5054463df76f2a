"""The Initiative Phase: each side rolls, the lowest modified die wins, and the winner says which side moves first (leviathan: Initiative Phase)."""

from collections.abc import Mapping

from scales.engine import Decision, Json, Option, Slot
from scales.leviathan.power import command
from scales.leviathan.state import State
from scales.play import Play

RULE = "leviathan: Initiative Phase"


def open_turn(play: Play[State]) -> list[Decision]:
    """A new turn begins: successors take over, then the dice fall."""
    state = play.state
    state.turn += 1
    state.at.turn = state.turn
    state.moves_first = ""
    command.take_over(play)
    roll(play)
    return []


def roll(play: Play[State]) -> None:
    """Equal dice are thrown again. With one side there is nothing to roll."""
    state = play.state
    if len(state.sides) < 2:
        state.initiative = state.sides[0].id
        return
    winners: list[str] = []
    while len(winners) != 1:
        winners = _throw(play)
    state.initiative = winners[0]


def _throw(play: Play[State]) -> list[str]:
    """Throw once and tell it; returns the sides that threw lowest."""
    sides = [s.id for s in play.state.sides]
    rolled = {s: play.dice.d10(f"initiative: {s}") for s in sides}
    skills = {s: command.skill(play.state, s) for s in sides}
    result = modified(rolled, skills)
    winners = lowest(result)
    words = ", ".join(f"{s} {_thrown(rolled[s], result[s])}" for s in sides)
    text = f"Initiative goes to {winners[0]}" if len(winners) == 1 else "Initiative is a draw and is thrown again"
    play.tell("initiative", f"{text}: {words}.", RULE, data={"rolled": rolled, "skill": skills, "result": result})
    return winners


def _thrown(rolled: int, result: int) -> str:
    return f"{rolled} for {result} with the commander's skill" if rolled != result else str(rolled)


def modified(rolled: Mapping[str, int], skills: Mapping[str, int]) -> dict[str, int]:
    """Rolls less the commanders' skills (leviathan: Commander's Skill)."""
    return {side: number - skills.get(side, 0) for side, number in rolled.items()}


def lowest(result: Mapping[str, int]) -> list[str]:
    """The side with the lowest number; several when it is a draw."""
    low = min(result.values())
    return [side for side, number in result.items() if number == low]


# ---- who moves first -----------------------------------------------------------------------------------------------


def choose_first(play: Play[State]) -> list[Decision]:
    """The winner says which side moves first; the other one moves the last unit of every class."""
    state = play.state
    if len(state.sides) < 2:
        return []
    key = f"first:{state.initiative}"
    if play.asks_first():
        prompt = "You have the initiative: which side moves first? The other one moves the last unit of every class."
        return [Decision(key, state.seat_of(state.initiative), "first", prompt)]
    state.moves_first = str(play.answers[key].choices["first"]["first"])
    text = f"{state.initiative} has the initiative and {_moving(state.initiative, state.moves_first)} first."
    play.tell("first", text, RULE, data={"winner": state.initiative, "first": state.moves_first, "last": state.moves_last})
    return []


def _moving(winner: str, first: str) -> str:
    return "moves" if first == winner else f"makes {first} move"


def offers(state: State, _decision: Decision) -> list[Slot]:
    """The other side first is the usual choice."""
    sides = sorted((s.id for s in state.sides), key=lambda s: s == state.initiative)
    options = [
        Option({"first": s}, _label(state.initiative, s), {"first": s, "last": o}) for s, o in zip(sides, reversed(sides), strict=True)
    ]
    return [Slot("first", "Side that moves first", options)]


def _label(winner: str, first: str) -> str:
    return "moves first itself" if first == winner else f"makes {first} move first, and moves last"


def faults(state: State, _decision: Decision, _slot: str, order: Json) -> list[str]:
    """What is wrong with a choice of the side that moves first."""
    sides = [s.id for s in state.sides]
    given = order if isinstance(order, dict) else {}
    found = [f"there is no field '{str(key)[:40]}' in a choice of who moves first, only first ({RULE})" for key in given if key != "first"]
    if given.get("first") not in sides:
        found.append(f"{state.initiative} has the initiative and says who moves first: {' or '.join(sides)} ({RULE})")
    return found
