"""Canonical JSON for states, events and orders.

The same value always gives the same bytes: keys sorted, no floats in engine states, no spaces. Structs and dataclasses are read back by
their type hints and refused when a field is missing or of another type.
"""

import hashlib
from typing import Any, TypeVar, cast

import msgspec
from msgspec import Struct

from scales.copying import copier, loose

T = TypeVar("T")

_encoder = msgspec.json.Encoder(order="sorted")


def encode(value: object) -> bytes:
    """The canonical JSON bytes of a struct, dataclass, dict, list or plain value."""
    return _encoder.encode(value)


def decode(data: bytes | str, kind: type[T]) -> T:
    """Read `kind` from JSON; raises `msgspec.ValidationError` naming the field that does not fit."""
    return msgspec.json.decode(data, type=kind)


def plain(value: object) -> Any:
    """The value as plain dicts, lists, strings and numbers; tuples stay tuples."""
    return msgspec.to_builtins(value, order="sorted")


def typed(value: object, kind: type[T]) -> T:
    """Plain dicts and lists as `kind`."""
    return msgspec.convert(value, kind)


def clone(value: T) -> T:
    """A deep copy of a struct or of plain JSON, the same that its JSON would be read back as: what a worker somewhere else would receive.

    Raises TypeError for anything else, which would come back as something else.
    """
    if not isinstance(value, Struct | dict | list):
        raise TypeError(f"only structs and plain JSON are cloned, not {type(value).__name__}")
    copied = copier(type(value))(value) if isinstance(value, Struct) else loose(value)
    return cast(T, copied)


def sha256(value: object) -> str:
    """Hexadecimal SHA-256 of the canonical JSON of a value."""
    return hashlib.sha256(encode(value)).hexdigest()
