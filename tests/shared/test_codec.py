"""Canonical JSON: one value, one text; what does not fit is refused."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from scales import codec

values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


class Part(Struct):
    name: str
    boxes: list[int] = []


class Whole(Struct):
    parts: dict[str, Part]
    turn: int = 0


wholes = st.builds(
    Whole, st.dictionaries(st.text(), st.builds(Part, st.text(), st.lists(st.integers(0, 1023))), max_size=4), st.integers(0, 99)
)


@given(values)
def test_plain_values_come_back(value: Any) -> None:
    data = codec.encode(value)
    assert codec.decode(data, object) == value == json.loads(data)
    assert codec.encode(codec.decode(data, object)) == data


@given(st.dictionaries(st.text(), st.integers(-9, 9), max_size=8))
def test_order_of_insertion_leaves_no_trace(value: dict[str, int]) -> None:
    backward = dict(reversed(value.items()))
    assert codec.encode(value) == codec.encode(backward)
    assert codec.sha256(value) == codec.sha256(backward)
    assert list(json.loads(codec.encode(value))) == sorted(value, key=lambda key: key.encode("utf-8", "surrogatepass"))


@given(wholes)
def test_clones_are_equal_and_share_nothing(whole: Whole) -> None:
    copy = codec.clone(whole)
    assert copy == whole
    assert codec.encode(copy) == codec.encode(whole)
    assert codec.typed(codec.plain(whole), Whole) == whole
    copy.parts["new"] = Part("new")
    for part in copy.parts.values():
        part.boxes.append(1)
    assert "new" not in whole.parts or whole.parts["new"] != copy.parts["new"]
    assert all(len(part.boxes) < len(copy.parts[name].boxes) or name == "new" for name, part in whole.parts.items())


@pytest.mark.parametrize("data", ["{}", '{"parts": []}', '{"parts": {"a": {"name": 1}}}', '{"parts": {}, "turn": "1"}', "nonsense"])
def test_what_does_not_fit_is_refused(data: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        codec.decode(data, Whole)
