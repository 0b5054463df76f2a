"""The page on writing battles: its examples play, and it tells of every key."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import BaseModel

from scales.centurion import ENGINE
from scales.centurion.preparation.opening import opening
from scales.centurion.preparation.setup import SetUp
from scales.dice import seeded_secret
from scales.engine import Json
from tests.centurion.scenario_files import DOCUMENT, examples
from workers.battle import play_battle

BY_THE_CAMPAIGN = {"title", "rules", "options", "standing", "engagement", "ground_hex", "installation", "attacker", "seat"}
"""What the campaign around a board puts into its set-up."""
BETWEEN_BATTLES = {"from_ground", "legatus", "map", "campaign_key"}
"""What comes from a Legatus board."""


def keys(value: Any) -> Iterator[str]:
    """Every key of a table and of the tables in it."""
    for key, each in value.items() if isinstance(value, dict) else ():
        yield key
        yield from keys(each)
    for each in value if isinstance(value, list) else ():
        yield from keys(each)


def models(model: type[BaseModel]) -> Iterator[type[BaseModel]]:
    """A model and those of its fields."""
    yield model
    for field in model.model_fields.values():
        for found in re.findall(r"scales\.centurion\.[\w.]+", str(field.annotation)):
            package, _, name = found.rpartition(".")
            yield from models(getattr(__import__(package, fromlist=[name]), name))


def test_the_documentation_shows_two_battles() -> None:
    assert [len(battle["sides"]) for battle in examples()] == [2, 2]


@pytest.mark.parametrize("written", examples())
def test_an_example_is_played_to_its_end(written: Json) -> None:
    assert ENGINE.faults(written) == []
    assert play_battle(ENGINE, written, seeded_secret(2)).over


def test_the_second_example_has_what_the_first_has_not() -> None:
    written = examples()[1]
    wanted = {"ships", "thor", "installations", "designs", "mode", "dropped", "charge", "crater", "fire_control", "minefields", "hidden"}
    assert wanted <= set(keys(written))
    assert len(written["options"]) > 3
    state = opening(SetUp.model_validate(written))
    assert {v.mode for v in state.vehicles.values()} >= {"nf", "laf", "grounded"}
    assert state.installations


def test_every_key_of_a_set_up_is_told() -> None:
    text = DOCUMENT.read_text()
    fields = {name for model in models(SetUp) if model.__module__ != "scales.centurion.construction.design" for name in model.model_fields}
    fields -= BY_THE_CAMPAIGN | BETWEEN_BATTLES
    assert sorted(name for name in fields if not re.search(rf"\b{name}\b[`:]", text)) == []
