"""What each message between boards says, in words: for whoever writes one by hand."""

from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields

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


def _about(cls: type[Struct]) -> str:
    return " ".join((cls.__doc__ or "").split())


def _form(cls: type[Struct]) -> dict[str, str]:
    return {each.name: f"{_words(each.type)}{'' if each.required else ', may be left out'}" for each in fields(cls)}


def _words(kind: Any) -> str:
    """A type as whoever writes JSON reads it."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is list:
        return f"list of {_words(parts[0])}"
    if origin is dict:
        return f"object of {_words(parts[1])} by {_words(parts[0])}"
    if origin in {Union, UnionType}:
        return " or ".join(_words(part) for part in parts)
    if isinstance(kind, type) and issubclass(kind, Struct):
        return "{" + "; ".join(f"{name}: {words}" for name, words in _form(kind).items()) + "}"
    return NAMES.get(kind, str(getattr(kind, "__name__", kind)))
