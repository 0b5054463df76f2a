"""A sensible opponent: it gets behind enemies, points its weapons, heads for ground battles when loaded for them, and does not fly into the ground."""

from collections.abc import Callable, Sequence

from scales.dice import Dice
from scales.engine import Decision, Json, Orders, Slot
from scales.interceptor.bot.announcing import announce
from scales.interceptor.bot.attacks import pull_out
from scales.interceptor.bot.coming_down import place
from scales.interceptor.bot.errands import begin
from scales.interceptor.bot.firing import fire
from scales.interceptor.bot.from_ground import ground_fire, ground_launch
from scales.interceptor.bot.moving import move
from scales.interceptor.bot.returning import come_back
from scales.interceptor.bot.rocketry import defend, launch
from scales.interceptor.bot.shields import set_shields
from scales.interceptor.state import State
from scales.interceptor.view import View

ANSWERS: dict[str, Callable[[State, Slot], Json]] = {
    "launch": launch,
    "defend": defend,
    "announce": announce,
    "pull_out": pull_out,
    "place": place,
    "shields": set_shields,
    "return": come_back,
    "deploy": begin,
    "ground_fire": ground_fire,
    "ground_launch": ground_launch,
}


def choose(view: View, decision: Decision, offers: Sequence[Slot], dice: Dice) -> Orders:  # noqa: ARG001
    """The bot's answer to any decision."""
    state = view.state
    if decision.kind == "move":
        return Orders({"move": move(state, decision)})
    if decision.kind == "fire":
        return Orders(fire(state, offers))
    return Orders({slot.id: ANSWERS[decision.kind](state, slot) for slot in offers})
