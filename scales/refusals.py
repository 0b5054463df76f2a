"""The rule that every refusal names: the sentence's own where it has one, else that of the step of the sequence of play."""

from collections.abc import Iterable

from msgspec.structs import replace

from scales.engine import Fault
from scales.misfits import printable

BOOKS = ("(centurion: ", "(centurion-variants: ", "(leviathan: ", "(legatus: ", "(interceptor: ")


def named(rule: str, faults: Iterable[Fault]) -> list[Fault]:
    """The faults of an answer, each with its rule in brackets; what is no order at all breaks no rule. What they repeat of it can be shown."""
    return shown(fault if fault.code == "malformed" else replace(fault, text=with_rule(fault.text, rule)) for fault in faults)


def shown(faults: Iterable[Fault]) -> list[Fault]:
    """Faults whose texts a terminal or a page can show, whatever they repeat of what was given."""
    return [replace(fault, text=printable(fault.text), where=printable(fault.where)) for fault in faults]


def with_rule(text: str, rule: str) -> str:
    """A sentence with its rule before the full stop; one that names a rule keeps it."""
    if any(book in text for book in BOOKS):
        return text
    end = "." if text.endswith(".") else ""
    return f"{text.removesuffix('.')} ({rule}){end}"
