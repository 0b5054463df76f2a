"""How a pilot is: the words of sheets and records for who is aboard, out of his craft, hurt, caught or dead."""

from scales.interceptor.damage.condition import kind
from scales.interceptor.state import Craft, State

OUT = ("severely_wounded", "wounded", "slightly_wounded", "alive", "captured")
"""Fates of a pilot who got out of his craft; dead is one more."""
STATES = ("aboard", "ejected", "dead", *OUT)


def state_of(craft: Craft) -> str:
    """One of STATES; ejected is one nobody has looked for yet."""
    if craft.crew == "dead":
        return "dead"
    if craft.pilot_fate:
        return craft.pilot_fate
    return "captured" if craft.where == "captured" else craft.crew


def is_lost(state: str) -> bool:
    """Does he never fly again?"""
    return state in ("dead", "captured")


def assign(craft: Craft, state: str, label: str) -> None:
    """Make a pilot of a lost craft as a table or a ruling has him; `label` is the hex where he is then."""
    if state == "dead":
        craft.crew, craft.pilot_in, craft.pilot_fate = "dead", "", ""
    elif state != "aboard":
        craft.crew, craft.pilot_in, craft.pilot_fate = "ejected", craft.pilot_in or label, "" if state == "ejected" else state


def pilot_words(craft: Craft, id: str) -> list[str]:
    """What cannot be of a pilot."""
    found = [] if bool(craft.pilot) != kind(craft).is_satellite else [f"{id} has nobody who flies it"]
    if craft.pilot_fate and (craft.crew != "ejected" or craft.pilot_fate not in OUT):
        found.append(f"{id} has a pilot who is {craft.crew} and {craft.pilot_fate}")
    if craft.crew == "ejected" and craft.where not in ("destroyed", "captured"):
        found.append(f"{id} flies without its pilot")
    return found


def lost_words(state: State) -> list[str]:
    """The pilots lost, a sentence for each side: their craft say whose they were, for a side has no name here."""
    lost = [c for _, c in sorted(state.craft.items()) if c.pilot and is_lost(state_of(c))]
    names = [", ".join(f"{c.pilot} of {c.name} ({state_of(c)})" for c in lost if c.side == s.id) for s in state.sides]
    return [f"Pilots lost: {words}" for words in names if words]
