"""What each message between boards says, in words: for whoever writes one by hand."""

from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

from scales.messages import KINDS

NAMES: dict[Any, str] = {str: "text", int: "number", bool: "true or false", NoneType: "null", Any: "anything"}


@dataclass(slots=True, frozen=True)
class MessageForm:
    """A kind of message: what it is for, and the form of each field of its data."""

    about: str
    fields: dict[str, str]


def message_forms() -> dict[str, MessageForm]:
    """Every kind of message by its name."""
    return {kind: MessageForm(_about(cls), _form(cls)) for kind, cls in sorted(KINDS.items())}


def _about(cls: type) -> str:
    return " ".join((cls.__doc__ or "").split())


def _form(cls: type) -> dict[str, str]:
    return {each.name: f"{_words(each.type)}{', may be left out' if _is_optional(each) else ''}" for each in fields(cls)}


def _is_optional(field: "Field[Any]") -> bool:
    return field.default is not MISSING or field.default_factory is not MISSING


def _words(kind: Any) -> str:
    """A type as whoever writes JSON reads it."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is list:
        return f"list of {_words(parts[0])}"
    if origin is dict:
        return f"object of {_words(parts[1])} by {_words(parts[0])}"
    if origin in {Union, UnionType}:
        return " or ".join(_words(part) for part in parts)
    if is_dataclass(kind):
        return "{" + "; ".join(f"{name}: {words}" for name, words in _form(kind).items()) + "}"  # type: ignore[arg-type]
    return NAMES.get(kind, str(getattr(kind, "__name__", kind)))
