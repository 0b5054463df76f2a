"""What is hidden from a reader changes no byte of what the door gives him: on toy campaigns, and on boards of the library."""

import json
import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.library import find
from orchestrator.campaign import Campaigns
from orchestrator.links.every import every_link
from orchestrator.planning import plan_of
from orchestrator.readers.door import EVERYTHING, Door
from orchestrator.readers.seeing import Eyes
from orchestrator.store.writing import Store
from scales.codec import decode, encode
from scales.engine import Engine, Json
from scales.engines import engine
from tests.orchestrator import hiding
from tests.orchestrator.hiding import ask, put, rewrite
from tests.orchestrator.scenes import campaigns
from tests.secrets import all_that_is_shown

RED, BLUE, ALL = Eyes(side="red"), Eyes(side="blue"), Eyes()
TRIES = 250
"""Places of a state that are looked at."""


def shown(path: Path, eyes: Eyes, seats: tuple[str, ...] = ()) -> Json:
    made = campaigns(f"sqlite:///{path}")
    try:
        return all_that_is_shown(Door(made), made.all()[0].id, eyes, seats)
    finally:
        made.store.close()


CHANGES = {
    "events": hiding.hidden_events("red"),
    "versions": hiding.versions,
    "campaign": hiding.campaign,
    "others": hiding.others("red"),
}


@settings(max_examples=8)
@given(st.lists(st.sampled_from(sorted(CHANGES)), min_size=1, unique=True), st.integers(0, 2**32))
def test_nothing_that_is_hidden_changes_a_byte_for_a_player(
    toys: Path, tmp_path_factory: pytest.TempPathFactory, names: list[str], seed: int
) -> None:
    path = tmp_path_factory.mktemp("hidden") / "toys.db"
    shutil.copy(toys, path)
    before = shown(path, RED, ("red",))
    rewrite(path, *(CHANGES[name] for name in names), seed=seed)
    after = shown(path, RED, ("red",))
    assert after == before


def test_nothing_that_is_hidden_changes_a_byte_for_a_spectator(toys: Path, tmp_path: Path) -> None:
    path = tmp_path / "toys.db"
    shutil.copy(toys, path)
    before = shown(path, ALL)
    rewrite(path, hiding.hidden_events(""), hiding.versions, hiding.campaign, hiding.others("red"), ask("blue", 2))
    assert shown(path, ALL) == before


def test_the_helper_would_notice_a_leak(toys: Path, tmp_path: Path) -> None:
    path = tmp_path / "toys.db"
    shutil.copy(toys, path)
    before = shown(path, EVERYTHING)
    rewrite(path, hiding.hidden_events("red"))
    assert shown(path, EVERYTHING) != before
    assert shown(path, BLUE) != shown(path, RED)


# ---- boards of the library ------------------------------------------------------------------------------------------


def leaves(value: object, path: tuple[object, ...] = ()) -> Iterator[tuple[object, ...]]:
    """The places of all numbers, words and truths in a JSON document."""
    if isinstance(value, dict):
        for key in value:
            yield from leaves(value[key], (*path, key))
    elif isinstance(value, list):
        for n, item in enumerate(value):
            yield from leaves(item, (*path, n))
    elif value is not None:
        yield path


def change(state: Json, path: tuple[object, ...]) -> None:
    """Put another value in one place."""
    at: Any = state
    for key in path[:-1]:
        at = at[key]
    old = at[path[-1]]
    at[path[-1]] = not old if isinstance(old, bool) else old + 1 if isinstance(old, int) else f"{old}x"


def all_that_a_view_hides(rules: Engine, state: Json, seat: str) -> tuple[Json, int]:
    """The state with everything changed that the engine does not show to a seat, and how much that was."""
    view = encode(rules.view(decode(encode(state), rules.state_type), seat))
    places, hidden = list(leaves(state)), 0
    for path in random.Random(1).sample(places, min(TRIES, len(places))):
        other = json.loads(json.dumps(state))
        change(other, path)
        try:
            read = decode(encode(other), rules.state_type)
            is_hidden = encode(rules.view(read, seat)) == view
            rules.report(read)
        except (ValueError, LookupError):
            continue
        if is_hidden:
            state, hidden = other, hidden + 1
    return state, hidden


@pytest.mark.parametrize(("name", "side"), [("dogfight", "tog"), ("copses", "tog"), ("uplands", "tog"), ("the_chase", "rl")])
def test_what_an_engine_hides_the_door_hides_too(tmp_path: Path, name: str, side: str) -> None:
    """Given a board with everything changed that a side's view does not show, when the side reads, then it reads what it read before."""
    path = tmp_path / "battle.db"
    made = Campaigns(Store(f"sqlite:///{path}"), every_link())
    id = made.create(plan_of(find(name, engine)), seed=5)
    made.run(id, until_turn=2)
    (battle,) = made.reading.battles(id, 0)
    rules, eyes = engine(battle.scale), Eyes(side=side)
    seat = next(each["seat"] for each in battle.setup["sides"] if each["id"] == side)
    before = all_that_is_shown(Door(made), id, eyes)
    other, hidden = all_that_a_view_hides(rules, json.loads(battle.state), seat)
    put(path, encode(other), encode(rules.report(decode(encode(other), rules.state_type))))
    after = all_that_is_shown(Door(made), id, eyes)
    made.store.close()
    assert hidden
    assert {name: value for name, value in after.items() if value != before[name]} == {}
