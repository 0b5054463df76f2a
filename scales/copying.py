"""Deep copies of structs by their type hints: what their JSON would be read back as, in a small part of the time.

As in canonical JSON the keys of dicts come out sorted, so that a step computed from a copy and one computed from stored bytes see the same
order. A struct is copied as it is; then a function written for its class makes the lists, dicts and structs in it anew. What nobody can change is
shared. A field whose type is not known here goes by way of JSON.
"""

from collections.abc import Callable
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeGuard, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

Copy = Callable[[Any], Any]
PLAIN = (str, int, bool, float, NoneType)


@cache
def copier(kind: type[Struct]) -> Copy:
    """The function that copies values of a class."""
    hints, names = get_type_hints(kind), dict[str, Any]()
    fields = [name for name in kind.__struct_fields__ if not _is_fixed(hints[name])]
    anew = [f"new.{name} = {_copied(hints[name], f'one.{name}', names)}" for name in fields]
    # the text has names of fields only, as that of the __init__ which dataclasses write
    exec("\n    ".join(["def copy(one):", "new = one.__copy__()", *anew, "return new"]), names)
    copy: Copy = names["copy"]
    return copy


def _is_struct(hint: Any) -> TypeGuard[type[Struct]]:
    return isinstance(hint, type) and issubclass(hint, Struct)


def _is_fixed(hint: Any) -> bool:
    """Whether nobody can change a value of a type."""
    origin, inside = get_origin(hint), get_args(hint)
    if origin in (tuple, Union, UnionType):
        return all(_is_fixed(each) for each in inside if each is not Ellipsis)
    if _is_struct(hint):
        return hint.__struct_config__.frozen and _is_flat(hint)
    is_named_tuple = isinstance(hint, type) and issubclass(hint, tuple) and hint is not tuple
    return hint in PLAIN or origin is Literal or (is_named_tuple and _is_flat(hint))


def _is_flat(kind: Any) -> bool:
    """Whether nobody can change what is in the fields of a class."""
    return all(map(_is_fixed, get_type_hints(kind).values()))


def _copied(hint: Any, value: str, names: dict[str, Any], deep: int = 0) -> str:
    """The expression that copies a value of a type; the functions that it calls are put into `names`."""
    origin, inside, item, key = get_origin(hint), get_args(hint), f"x{deep}", f"k{deep}"
    if _is_fixed(hint):
        return value
    if origin is list:
        each = _copied(inside[0], item, names, deep + 1)
        return f"{value}[:]" if each == item else f"[{each} for {item} in {value}] if {value} else []"
    if origin is dict and inside[0] is str:
        names["in_order"] = in_order
        each = _copied(inside[1], item, names, deep + 1)
        copy = f"in_order({value}).copy()" if each == item else f"{{{key}: {each} for {key}, {item} in in_order({value}).items()}}"
        return f"{copy} if {value} else {{}}"
    if len(inside) == 2 and inside[1] is NoneType and _is_struct(inside[0]):
        return f"{value} and {_copied(inside[0], value, names, deep)}"
    if _is_struct(hint) and _is_flat(hint):
        return f"{value}.__copy__()"
    name = f"copy_{len(names)}"
    names[name] = loose if hint is Any else copier(hint) if _is_struct(hint) else _through_json(hint)
    return f"{name}({value})"


def in_order(values: dict[str, Any]) -> dict[str, Any]:
    """A dict with its keys in order: itself, as nearly always."""
    last = ""
    for key in values:
        if key < last:
            return dict(sorted(values.items()))
        last = key
    return values


def loose(value: Any) -> Any:
    """A copy of plain JSON."""
    kind = type(value)
    if kind in PLAIN:
        return value
    if kind is list:
        return [loose(each) for each in value]
    if kind is dict and all(type(key) is str for key in value):
        return {key: loose(each) for key, each in in_order(value).items()}
    return _through_json(Any)(value)


@cache
def _through_json(hint: Any) -> Copy:
    """By way of JSON: what is no struct, list or dict of names."""
    encoder, decoder = msgspec.json.Encoder(order="deterministic"), msgspec.json.Decoder(hint)
    return lambda value: decoder.decode(encoder.encode(value))
