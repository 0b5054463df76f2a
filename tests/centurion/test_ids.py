"""Ids of set-ups: each stands for one thing alone, whoever gives it."""

from typing import Any

import pytest

from scales.centurion import ENGINE
from scales.codec import clone
from scales.dice import KeyedDice, seeded_secret
from scales.engine import Json
from tests.centurion import battles
from tests.centurion.field import platoon, vehicle

FORT = {"id": "fort", "side": "tog", "type": 2, "hex": "1010"}
SHIP = {"id": "nav", "name": "nav", "side": "tog", "type": "fulgur"}
CENTURY = {"id": "c", "name": "c", "side": "tog", "kind": "medium_grav_armor"}


def told(**more: Any) -> list[str]:
    return [fault.text for fault in ENGINE.faults(clone(battles.given()) | clone(more))]


def _renamed(id: str) -> Json:
    found = clone(battles.given())["platoons"]
    return {"platoons": [*found, platoon("tog", vehicle(id, "horatius", "0303"), id="p")]}


@pytest.mark.parametrize(
    "id",
    [
        "tog",
        "cw-1",
        "tog-s1",
        "tog-tanks",
        "p",
        "tog-1-crew",
        "fort",
        "fort/s1",
        "fort/s3",
        "fort/garrison",
        "nav",
        "nav/1",
        "nav/missiles",
        *("tog-guns", "c", "c/1", "c/1/1", "c/3/s1", "c/1/1-crew", "tog-century", "cw-century", "tog-installations"),
    ],
)
def test_no_id_stands_for_two_things(id: str) -> None:
    more = {"installations": [FORT], "ships": [SHIP], "centuries": [CENTURY]}
    assert told(**more) == []
    assert [text for text in told(**more, **_renamed(id)) if f"have the id '{id}'" in text], told(**more, **_renamed(id))


def test_two_batteries_have_two_ids() -> None:
    assert told(batteries=[battles.BATTERIES[0], battles.BATTERIES[0]]) == ["two things (battery and battery) have the id 'tog-guns'"]


@pytest.mark.parametrize("id", ["hex:0807", "building:1307", "thor:cw"])
def test_ids_that_look_like_targets_are_refused(id: str) -> None:
    assert any(f"the id '{id}' begins with" in text for text in told(**_renamed(id)))
    battery = battles.BATTERIES[0] | {"id": id}
    assert any(f"the id '{id}' begins with" in text for text in told(batteries=[battery]))


@pytest.mark.parametrize("id", ["", "  ", " a", "a\nb", "a\x1b[2J"])
def test_ids_are_neither_blank_nor_do_they_steer_a_terminal(id: str) -> None:
    assert told(**_renamed(id))


@pytest.mark.parametrize(
    "new",
    [
        {"squad": {"id": "tog-1-crew", "type": "bounce_tvlg", "hex": "0808"}},
        {"vehicle": {"id": "n", "name": "\x1b[2J", "type": "horatius"}},
    ],
)
def test_a_ruling_brings_no_such_ids_or_names_either(new: Json) -> None:
    state = ENGINE.setup(clone(battles.given()), KeyedDice(key=seeded_secret(1))).state
    with pytest.raises(ValueError, match=r"already|control character"):
        ENGINE.amend(state, {"kind": "add", "reason": "x", "joins": "tog-tanks", **new}, KeyedDice(key=seeded_secret(1)))
