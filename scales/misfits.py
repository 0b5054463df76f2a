"""What does not fit a model, in sentences for the person who wrote it: which field, and what it would take."""

import re
from collections.abc import Iterator
from typing import Any

from pydantic import ValidationError

CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Characters that steer a terminal or a page instead of standing on it."""
PLAIN = r"^[^\s\x00-\x1f\x7f-\x9f]([^\x00-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f])?$"
"""An id: neither blank nor with a space at either end, and nothing in it that steers a terminal."""

HEX = "a hex of four digits, column and row, such as 0603"
PATTERNS = {
    "^[0-9]{4}$": HEX,
    r"^\d{4}$": HEX,
    "^[FLR<>]*$": "letters F (a hex forward), L and R (a hexside of turn), by a variant < and > (a hex aside), such as FFLF",
    PLAIN: "a text without control characters, and without a space at either end",
    "^[1-6]*$": "hexsides from 1 to 6, one for each hex entered, such as 112",
}
TYPES = {
    "int_type": "a whole number",
    "string_type": "a text",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "a table",
    "model_type": "a table of fields",
    "model_attributes_type": "a table of fields",
}
KEY = ".[key]"
"""How the place of a key of a table ends."""
LONGEST = 80
BRANCH = re.compile(
    r"^(bool|int|str|float|none|nullable|constrained-\w+|literal\[.*|function-.*|(list|dict|tuple|set)\[.*|lax-or-strict.*)$", re.DOTALL
)
"""What stands in a place for one of several kinds of value that a field may have: nothing that anybody wrote."""


def is_whole(value: object, low: int, high: int) -> bool:
    """A whole number (never true or false) within bounds."""
    return type(value) is int and low <= value <= high


def sentences(error: ValidationError) -> list[str]:
    """Every misfit, one sentence without a full stop for each."""
    return [text for _, text in placed(error)]


def placed(error: ValidationError) -> list[tuple[str, str]]:
    """Every misfit with its place, the fields on the way joined by dots; one for a field that may be of several kinds and is of none."""
    found: dict[str, list[Any]] = {}
    for each in error.errors(include_url=False, include_input=False):
        found.setdefault(".".join(_place(each["loc"])), []).append(each)
    return [(place, _sentence(place[:LONGEST], misfits)) for place, misfits in found.items()]


def _place(loc: tuple[str | int, ...]) -> list[str]:
    return [str(part) for n, part in enumerate(loc) if n == 0 or not (isinstance(part, str) and BRANCH.match(part))]


def _sentence(field: str, misfits: list[Any]) -> str:
    kinds = {each["type"] for each in misfits}
    if kinds == {"missing"}:
        return f"'{field}' is missing"
    if kinds == {"extra_forbidden"}:
        return f"there is no field '{field}'"
    if kinds == {"literal_error"} and field.endswith(KEY):
        table, _, name = field.removesuffix(KEY).rpartition(".")
        return f"there is no '{name}' in '{table}', only {_wanted('literal_error', misfits[0]['ctx']).removeprefix('one of ')}"
    wanted = " or ".join(dict.fromkeys(_wanted(each["type"], each.get("ctx", {})) for each in misfits))
    return f"{_named(field)} is {wanted}"


def _named(field: str) -> str:
    """What a misfit is about: a field, the id under which something stands in a table, or all of it."""
    if field.endswith(KEY):
        return f"the id '{field.removesuffix(KEY)}'"
    return f"'{field}'" if field else "it"


def _wanted(type: str, limits: Any) -> str:
    """What the field would have to be."""
    if type in TYPES:
        return TYPES[type]
    if type == "string_pattern_mismatch":
        return PATTERNS.get(str(limits["pattern"]), "of another form")
    if type == "literal_error":
        return "one of " + str(limits["expected"]).removeprefix("'', ").replace("'", "")
    words = {
        "greater_than_equal": f"at least {limits.get('ge')}",
        "less_than_equal": f"at most {limits.get('le')}",
        "string_too_long": f"at most {limits.get('max_length')} characters long",
        "string_too_short": "not empty",
        "too_long": f"a list or table of at most {limits.get('max_length')}",
    }
    return words.get(type, "not of the right form")


def unprintable(value: Any) -> Iterator[tuple[str, str]]:
    """Every text in a document with a control character in it, keys included: its place, and a sentence that can be shown."""
    waiting: list[tuple[str, Any]] = [("", value)]
    while waiting:
        place, each = waiting.pop()
        if isinstance(each, str) and CONTROL.search(each):
            yield place, f"{_shown(each)} has a control character in it; take it out"
        elif isinstance(each, dict):
            yield from ((place, f"the field {_shown(key)} has a control character in it") for key in each if CONTROL.search(str(key)))
            waiting += [(f"{place}.{key}".lstrip("."), part) for key, part in reversed(each.items()) if not CONTROL.search(str(key))]
        elif isinstance(each, list):
            waiting += [(f"{place}.{n}".lstrip("."), part) for n, part in reversed(list(enumerate(each)))]


def printable(text: str) -> str:
    """A text with its control characters written out: <1b>."""
    return CONTROL.sub(lambda found: f"<{ord(found[0]):02x}>", text)


def _shown(text: Any) -> str:
    return repr(printable(str(text)[:LONGEST]))
