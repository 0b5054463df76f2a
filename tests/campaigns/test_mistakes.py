"""Whatever one value of a campaign file is replaced by: the file is good or refused with sentences, and a good one can be set up."""

import random
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from campaigns.check import _faults, _model
from campaigns.library import LIBRARY, names
from campaigns.places import FileFault, Located, Path, read_yaml
from orchestrator.planning import plan_of
from scales.dice import KeyedDice, seeded_secret
from scales.engines import engine

REPLACEMENTS: list[Any] = [None, "", -1, 0, 10**9, "garbage", [], {}, True, 1.5, "x" * 300, ["a"], {"a": 1}, "0101", "9999", "1:0101"]
TRIES = 150


def paths(value: Any, at: Path = ()) -> Iterator[Path]:
    if at:
        yield at
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from paths(item, (*at, key))


def put(document: Any, path: Path, value: Any) -> None:
    for key in path[:-1]:
        document = document[key]
    document[path[-1]] = value


def is_good(document: Any) -> bool:
    """Whether a file is accepted; then every board of it is set up, soundly."""
    try:
        campaign = _model(Located(document, {}), "mine.yaml")
    except FileFault:
        return False
    if list(_faults(campaign, engine)):
        return False
    for battle in (battle for theatre in plan_of(campaign).theatres for battle in theatre.battles):
        rules = engine(battle.scale)
        assert not rules.invariants(rules.setup(battle.setup, KeyedDice(key=seeded_secret(1))).state)
    return True


@pytest.mark.parametrize("name", names())
def test_one_value_replaced(name: str) -> None:
    whole = read_yaml((LIBRARY / f"{name}.yaml").read_text(), name).value
    assert is_good(deepcopy(whole))
    chosen, good = random.Random(name), 0
    places = list(paths(whole))
    for _ in range(TRIES):
        document = deepcopy(whole)
        put(document, chosen.choice(places), deepcopy(chosen.choice(REPLACEMENTS)))
        good += is_good(document)
    assert good < TRIES


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("boards.legatus.objectives", None),
        ("boards.legatus.objectives", [{"name": 10**9, "hex": "1414"}]),
        ("boards.leviathan.sides", {"tog": 1.5}),
        ("boards.leviathan.sides", {"nobody": {}}),
        ("boards.interceptor.craft", {"a": 1}),
    ],
)
def test_values_that_were_not_refused_once(path: str, value: Any) -> None:
    document = read_yaml((LIBRARY / "landfall.yaml").read_text(), "landfall").value
    put(document["theatres"][0], tuple(path.split(".")), value)
    assert not is_good(document)


def test_a_squad_rides_in_a_vehicle_with_a_name() -> None:
    document = read_yaml((LIBRARY / "copses.yaml").read_text(), "copses").value
    document["theatres"][0]["boards"]["centurion"]["platoons"][1]["squads"][0]["aboard"] = ""
    assert not is_good(document)
