"""The rule that every refusal names: the sentence's own where it has one, else that of the step of the sequence of play."""

from collections.abc import Iterable
from dataclasses import replace

from scales.engine import Fault

RULES = {
    "initiative": "centurion: Initiative Phase",
    "initiative_order": "centurion: Initiative Phase",
    "move_platoon": "centurion: Movement Phase",
    "move": "centurion: Movement Phase",
    "opportunity": "centurion: Opportunity Fire",
    "declare": "centurion: Combat Phase",
    "air": "centurion: Strafing",
    "paint": "centurion: Painting a Target",
    "fire": "centurion: Weapons Fire",
    "artillery": "centurion: General Artillery Rules",
    "missions": "centurion: On-Board Artillery Fire",
    "naval": "centurion: Naval Fire Support",
    "thor": "centurion: Thor Satellite System",
    "javelins": "centurion: Thor Satellite System",
    "smoke": "centurion: Smoke",
    "ram": "centurion-variants: Variant Ramming in Centurion",
}
"""The section that governs each kind of decision."""
BOOKS = ("(centurion: ", "(centurion-variants: ", "(leviathan: ")


def named(kind: str, faults: Iterable[Fault]) -> list[Fault]:
    """The faults of an answer to a decision of a kind, each with its rule in brackets; what is no order at all breaks no rule."""
    return [fault if fault.code == "malformed" else replace(fault, text=_with(fault.text, RULES[kind])) for fault in faults]


def _with(text: str, rule: str) -> str:
    """A sentence with its rule before the full stop."""
    if any(book in text for book in BOOKS):
        return text
    end = "." if text.endswith(".") else ""
    return f"{text.removesuffix('.')} ({rule}){end}"
