"""What is told of misfits: plain sentences, one for one mistake, and nothing that steers a terminal."""

from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from scales import misfits


class Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    velocity: Literal["thrust"] | Annotated[int, Field(ge=0, le=40)] = "thrust"
    id: Annotated[str, Field(min_length=1, pattern=misfits.PLAIN)] = "a"


class Whole(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    options: dict[str, bool | int] = {}
    parts: list[Part] = []
    named: dict[Annotated[str, Field(min_length=1)], Part] = {}
    sides: dict[Literal["F", "R", "L"], int] = {}


def told(document: Any) -> list[tuple[str, str]]:
    with pytest.raises(ValidationError) as caught:
        Whole.model_validate(document)
    return misfits.placed(caught.value)


@pytest.mark.parametrize(
    ("document", "place", "text"),
    [
        ({"options": {"mines": "x"}}, "options.mines", "'options.mines' is true or false or a whole number"),
        ({"parts": [{"velocity": "x"}]}, "parts.0.velocity", "'parts.0.velocity' is one of thrust or a whole number"),
        ({"parts": [{"velocity": 99}]}, "parts.0.velocity", "'parts.0.velocity' is one of thrust or at most 40"),
        ({"parts": [{"id": " "}]}, "parts.0.id", "'parts.0.id' is a text without control characters, and without a space at either end"),
        (
            {"parts": [{"id": "a\x1b"}]},
            "parts.0.id",
            "'parts.0.id' is a text without control characters, and without a space at either end",
        ),
        ({"named": {"": {}}}, "named..[key]", "the id 'named.' is not empty"),
        ({"sides": {"Q": 1}}, "sides.Q.[key]", "there is no 'Q' in 'sides', only F, R or L"),
        ({"int": 1}, "int", "there is no field 'int'"),
        ([], "", "it is a table of fields"),
    ],
)
def test_one_plain_sentence_for_a_mistake(document: Any, place: str, text: str) -> None:
    assert told(document) == [(place, text)]


def test_every_text_with_a_control_character_is_named_and_shown_in_plain_letters() -> None:
    document = {"a": ["x", "\x1b[2J"], "b\n": {"c": 1}, "d": {"e": "\u202e"}, "deep": [[[["ok"]]]]}
    found = list(misfits.unprintable(document))
    assert [place for place, _ in found] == ["", "a.1", "d.e"]
    assert not any(misfits.CONTROL.search(text) for _, text in found)
    assert "'<1b>[2J'" in found[1][1]


def test_a_document_may_be_as_deep_as_it_likes() -> None:
    deep: Any = "\x00"
    for _ in range(5000):
        deep = [deep]
    assert len(list(misfits.unprintable(deep))) == 1
