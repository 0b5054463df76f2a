"""Optional Rules as switches: what a set-up may name under `options`, with standard values and limits."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from scales.engine import Fault, Json


@dataclass(slots=True, frozen=True)
class Switch:
    """One optional rule: the chapter, its value when nobody says anything, the greatest value (1 for on and off), and what it does."""

    chapter: str
    standard: int
    most: int
    text: str


Switches = Mapping[str, Switch]
"""The optional rules of a scale by name."""


def value(switches: Switches, options: Mapping[str, int], name: str) -> int:
    """The value of a switch: the battle's own, else the standard one."""
    return options.get(name, switches[name].standard)


def faults(scale: str, switches: Switches, options: Mapping[str, bool | int]) -> Iterator[Fault]:
    """Switches that there are not, and values that they do not have."""
    for name, wanted in options.items():
        where = f"options.{name}"
        if name not in switches:
            yield Fault("unknown_option", f"there is no optional rule '{name}'; {_near(scale, switches, name)}", where)
        elif not 0 <= int(wanted) <= switches[name].most:
            yield Fault("option", f"'{name}' goes from 0 to {switches[name].most}, not {int(wanted)}", where)


def listing(switches: Switches) -> list[Json]:
    """Every optional rule: the name under `options`, its standard value, its greatest one, its chapter and what it does."""
    return [
        {"name": name, "standard": s.standard, "least": 0, "most": s.most, "chapter": s.chapter, "does": s.text}
        for name, s in switches.items()
    ]


def _near(scale: str, switches: Switches, name: str) -> str:
    """What may have been meant, and where the list is."""
    near = get_close_matches(name, switches, n=3, cutoff=0.4)
    meant = f"did you mean {' or '.join(near)}? " if near else ""
    return f"{meant}All {len(switches)} are listed by 'imperator rules {scale}' and in docs/{scale}-battles.md"
