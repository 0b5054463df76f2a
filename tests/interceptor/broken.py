"""Documents with something wrong in them: junk of every kind, and copies with one thing replaced, left out, doubled or added."""

import copy
import math
from collections.abc import Iterator, Sequence
from typing import Any

DEEP: list[Any] = []
for _ in range(2000):
    DEEP = [DEEP]
VALUES: list[Any] = [
    None, True, False, -1, 0, 1, 7, 41, 2**64, 10**30, 0.5, math.nan, math.inf, "", " ", "x", "a\nb", "\x00", "\x1b[2J", "\u202ex", "\ud800", "٣",
    "tog", "t1", "t1.m1", "wing/1", "1:0101", "9:9901", "1:0510\n", "١:٠٥١٠", "0510", "x" * 3000, [], {}, [[]], {"x": 1}, {"sss": -1}, {"": 2}, {1: 2}, ["tog"] * 50,
]  # fmt: skip
"""What may stand anywhere in a document that somebody sends."""
STRANGE: list[Any] = [*VALUES, DEEP, {1, 2}, b"x", object()]
"""And what no document can hold."""


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of everything in a document, itself first."""
    yield path
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield from places(value[key], (*path, key))


def at(value: Any, path: tuple[Any, ...]) -> Any:
    """What stands at a path."""
    for key in path:
        value = value[key]
    return value


def changed(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """A copy of a document with one thing in it replaced."""
    if not path:
        return new
    value = copy.copy(value)
    value[path[0]] = changed(value[path[0]], path[1:], new)
    return value


def without(value: Any, path: tuple[Any, ...]) -> Any:
    """A copy of a document with one thing in it left out."""
    value = copy.copy(value)
    if len(path) == 1:
        del value[path[0]]
    else:
        value[path[0]] = without(value[path[0]], path[1:])
    return value


def mistakes(good: Any, junk: Sequence[Any], share: int = 1) -> Iterator[Any]:
    """The document with one thing missing, of another kind, doubled, or one thing too many; at each place one of so many parts of the junk."""
    for number, path in enumerate(list(places(good))):
        there = at(good, path)
        if path:
            yield without(good, path)
        yield from (changed(good, path, each) for each in junk[number % share :: share])
        if isinstance(there, dict):
            yield changed(good, path, there | {"x": 1})
        if isinstance(there, list):
            yield changed(good, path, there * 2)
        if type(there) is int:
            yield from (changed(good, path, other) for other in (there + 1, -there - 1, float(there), str(there)))
