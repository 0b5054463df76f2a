"""The first word of a battle: who meets where. legatus: Introduction, Double-blind rules"""

from scales.legatus.double_blind.hearing import Word, hides, tell_apart
from scales.legatus.state import WAITING, LegatusState, side_name
from scales.play import Play
from scales.terrain import sheet

RULE = "legatus: Introduction"


def open_battle(play: Play[LegatusState]) -> None:
    """All units are told of, in a double-blind battle to each side its own."""
    state = play.state
    if hides(state):
        tell_apart(play, "opened", RULE, lambda side: _unseen(state, side))
        return
    text = f"{len(state.units)} units of {' and '.join(side_name(state, s.id) for s in state.sides)} meet on {_map(state)}."
    play.tell("opened", text, RULE, units=[u for u in sorted(state.units) if state.units[u].status != WAITING])


def _unseen(state: LegatusState, side: str) -> Word:
    mine = [u for u in sorted(state.units) if state.units[u].side == side]
    units = f"{len(mine)} unit{'' if len(mine) == 1 else 's'}"
    return Word(f"{side_name(state, side)} comes to {_map(state)} with {units} and has not spotted anybody.", mine)


def _map(state: LegatusState) -> str:
    """What people call the map: the title of its sheet, or the name of one's own."""
    title = "" if state.map.rows else sheet(state.map.id).heading.get("title", "")
    return f"the map {title.partition(':')[0] or state.map.id}"
