"""Canonical JSON for states, events and orders.

The same value always gives the same bytes: keys sorted, no floats in engine states, no spaces. Dataclasses are read back by
their type hints and refused when a field is missing or of another type.
"""

import hashlib
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

_encoder = msgspec.json.Encoder(order="sorted")
_copier = msgspec.json.Encoder(order="deterministic")
"""Fields in the order of their class, which is the quickest to read back; keys of dicts sorted as ever."""


def encode(value: object) -> bytes:
    """The canonical JSON bytes of a dataclass, dict, list or plain value."""
    return _encoder.encode(value)


def decode(data: bytes | str, kind: type[T]) -> T:
    """Read `kind` from JSON; raises `msgspec.ValidationError` naming the field that does not fit."""
    return msgspec.json.decode(data, type=kind)


def plain(value: object) -> Any:
    """The value as plain dicts, lists, strings and numbers."""
    return msgspec.to_builtins(value, order="sorted")


def typed(value: object, kind: type[T]) -> T:
    """Plain dicts and lists as `kind`."""
    return msgspec.convert(value, kind)


def clone(value: T) -> T:
    """A deep copy through canonical JSON; what survives it is exactly what a worker would receive."""
    return msgspec.json.decode(_copier.encode(value), type=type(value))


def sha256(value: object) -> str:
    """Hexadecimal SHA-256 of the canonical JSON of a value."""
    return hashlib.sha256(encode(value)).hexdigest()
