"""How a pilot is: the words of sheets and records for who is aboard, out of his craft, hurt, caught or dead."""

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


def lost_words(state: State) -> list[str]:
    """The pilots that each side has lost, a sentence for each side."""
    lost = [c for _, c in sorted(state.craft.items()) if c.pilot and is_lost(state_of(c))]
    names = {s.id: ", ".join(f"{c.pilot} of {c.name} ({state_of(c)})" for c in lost if c.side == s.id) for s in state.sides}
    return [f"{side} lost {words}" for side, words in names.items() if words]
