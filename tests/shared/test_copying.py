"""Copies by type hints are those that JSON would give, of the states of every engine in the middle of play."""

from typing import Any

import pytest
from msgspec import Struct

from scales.codec import clone, decode, encode
from scales.dice import KeyedDice, seeded_secret
from scales.engines import SCALES, engine
from workers.battle import Battle


class Fixed(Struct, frozen=True):
    name: str
    place: tuple[int, int]


class Part(Struct):
    name: str
    marks: list[int]


class Whole(Struct):
    parts: list[Part]
    by_name: dict[str, Part]
    nested: dict[str, list[Part]]
    note: str | None
    place: tuple[int, int]
    fixed: Fixed
    memo: dict[str, Any] = {}


def test_a_copy_shares_nothing_and_sorts_keys_as_json_does() -> None:
    part = Part("p", [1])
    whole = Whole([part], {"b": part, "a": part}, {"n": [part]}, None, (1, 2), Fixed("f", (3, 4)), {"z": [{"b": 1, "a": (1, 2)}], "c": 1.5})
    copy = clone(whole)
    assert encode(copy) == encode(decode(encode(whole), Whole))
    assert list(copy.by_name) == ["a", "b"]
    part.marks.append(2)
    whole.memo["z"][0]["b"] = 7
    assert copy.parts[0].marks == copy.by_name["b"].marks == copy.nested["n"][0].marks == [1]
    assert copy.memo == {"c": 1.5, "z": [{"a": [1, 2], "b": 1}]}


def test_a_copy_shares_what_nobody_can_change() -> None:
    whole = Whole([], {}, {}, None, (1, 2), Fixed("f", (3, 4)))
    copy = clone(whole)
    assert copy.place is whole.place
    assert copy.fixed is whole.fixed
    assert copy.parts is not whole.parts
    assert copy.memo is not whole.memo


@pytest.mark.parametrize("scale", SCALES)
def test_a_copy_of_a_state_is_what_json_gives(scale: str) -> None:
    rules = engine(scale)
    battle = Battle(rules, rules.sample(KeyedDice(key=seeded_secret(5))), seeded_secret(5), ["tog"])
    battle.open()
    for phase in rules.phases[:6]:
        state = battle.table()
        copy, read = clone(state), decode(encode(state), rules.state_type)
        assert copy == read == state
        assert repr(copy) == repr(read)
        if battle.report is not None and battle.report.over:
            return
        battle.advance(phase)
