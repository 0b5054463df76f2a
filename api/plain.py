"""What no request may hold: text and numbers that no database, no engine and no other program would take as they are.

One dependency of the whole service sees to it, before any route reads what was sent.
"""

import math
import re
from collections.abc import Iterator

from fastapi import Request
from fastapi.exceptions import RequestValidationError

from orchestrator.errors import NotFound

DEEPEST = 40
LARGEST = 1 << 53
"""Beyond this the readers of JSON differ about whole numbers."""
_ODD = re.compile("[\x00\ud800-\udfff]")


async def plain(request: Request) -> None:
    """Refuses a request whose path names what cannot be, whose query holds NUL, or whose JSON holds anything that is not plain."""
    if any(_of_text(str(value)) for value in request.path_params.values()):
        raise NotFound("there is nothing by such a name")
    found = [{"loc": ("query", name[:60]), "msg": text} for name, value in request.query_params.multi_items() if (text := _of_text(value))]
    if hasattr(request, "_json"):  # parsed already, for the body of this route
        found += [{"loc": ("body", *where), "msg": text} for where, text in _faults(await request.json())]
    if found:
        raise RequestValidationError(found)


def _faults(value: object) -> Iterator[tuple[tuple[str, ...], str]]:
    """Where something is not plain, and why. Without recursion: how deep it goes is the sender's choice."""
    waiting: list[tuple[tuple[str, ...], object]] = [((), value)]
    while waiting:
        where, each = waiting.pop()
        if len(where) > DEEPEST:
            yield where[:3], f"nothing here is nested more than {DEEPEST} deep"
            return
        if fault := _of(each):
            yield where, fault
        if isinstance(each, dict):
            waiting += [((*where, str(key)[:60]), part) for key, part in each.items()]
            waiting += [(where, key) for key in each if _of_text(key)]
        elif isinstance(each, list):
            waiting += [((*where, str(at)), part) for at, part in enumerate(each)]


def _of(value: object) -> str:
    if isinstance(value, str):
        return _of_text(value)
    if isinstance(value, float) and not math.isfinite(value):
        return "a number is finite"
    if isinstance(value, int | float) and abs(value) > LARGEST:
        return "a number is between -2^53 and 2^53"
    return ""


def _of_text(text: str) -> str:
    return "text has no NUL and no halves of characters" if _ODD.search(text) else ""
