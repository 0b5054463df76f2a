"""After an attack on the ground: each craft is back over the battlefield hex, on heading 1 or 4 as its player wishes then (centurion: Dive
Bombing)."""

from scales.engine import Decision, Option
from scales.interceptor.board import board
from scales.interceptor.damage.damage import P
from scales.interceptor.orders import read
from scales.interceptor.state import Craft, State

RULE = "centurion: Dive Bombing"
DROP = "centurion: Landing or Launching Centurion Units"
HEADINGS = (1, 4)


def attackers(state: State, side: str = "") -> list[str]:
    """Craft of a side that are attacking the ground, or of all sides."""
    return [id for id, craft in sorted(state.craft.items()) if craft.where == "ground_attack" and side in ("", craft.side)]


def decisions(state: State) -> list[Decision]:
    """Every seat is asked about its craft at once, sealed."""
    return [decision(seat, craft) for seat, craft in state.by_seat(lambda side: attackers(state, side)).items()]


def decision(seat: str, craft: list[str]) -> Decision:
    prompt = "On which heading does each craft come out of its attack?"
    return Decision(f"pull_out:{seat}", seat, "pull_out", prompt, craft, sealed=True)


def options(state: State, craft: Craft) -> list[Option]:
    """`info`: the hex it comes back to, and the velocity that it keeps."""
    label = board(state.layout).label(craft.hex)
    info = {"hex": label, "at": list(craft.hex), "velocity": craft.velocity}
    return [Option({"heading": h}, f"{craft.name} is back in {label} on heading {h}", {**info, "heading": h}) for h in HEADINGS]


def pull_out(play: P) -> list[Decision]:
    """Ask, then put every attacker back; one that nobody was asked about keeps its own heading, if it may."""
    if play.asks_first() and (asked := decisions(play.state)):
        return asked
    given = {id: order for orders in play.answers.values() for id, order in orders.choices.items()}
    for id in attackers(play.state):
        craft = play.state.craft[id]
        craft.heading = read("pull_out", given[id]).heading if id in given else _own(craft)
        _back(play, craft)
    return []


def _own(craft: Craft) -> int:
    return craft.heading if craft.heading in HEADINGS else HEADINGS[0]


def _back(play: P, craft: Craft) -> None:
    rule, craft.where, craft.battle, craft.attack = DROP if craft.attack == "drop" else RULE, "board", "", ""
    label = board(play.state.layout).label(craft.hex)
    text = f"{craft.name} is back in {label}, heading {craft.heading}, velocity {craft.velocity}."
    data = {"hex": label, "heading": craft.heading, "velocity": craft.velocity}
    play.tell("attack_over", text, rule, units=[craft.id], data=data)
