"""The Interceptor scenarios of the library, played by bots from the beginning to the end: twice the same, and every link verifies."""

from collections.abc import Iterator

import pytest

from api.commands.root import judge
from campaigns.library import find
from orchestrator.campaign import Campaigns
from orchestrator.links.every import every_link
from orchestrator.planning import plan_of
from orchestrator.store.writing import Store
from scales.engine import Event
from scales.engines import engine


@pytest.fixture(scope="module")
def game() -> Iterator[Campaigns]:
    store = Store("sqlite://")
    yield Campaigns(store, every_link(), judge)
    store.close()


def played(game: Campaigns, name: str, seed: int) -> str:
    id = game.create(plan_of(find(name, engine)), seed=seed)
    game.run(id)
    return id


def events(game: Campaigns, id: str) -> list[Event]:
    return [logged.event for _, logged in game.log(id)]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_on_the_wings_of_angels_ends_with_a_level_of_victory(game: Campaigns, seed: int) -> None:
    id = played(game, "on_the_wings_of_angels", seed)
    shown = game.show(id)
    assert shown.result is not None
    assert [e.kind for e in events(game, id)].count("victory_levels") == 1
    assert any("grav vehicles carried off the left edge" in words for words in shown.result["reasons"])
    assert game.verify(id).is_sound


def test_the_same_seed_is_the_same_battle(game: Campaigns) -> None:
    first, second = (game.show(played(game, "on_the_wings_of_angels", 1)).digest for _ in range(2))
    assert first == second


def test_thor_is_called_lands_and_is_hunted(game: Campaigns) -> None:
    """A commander on the ground calls, javelins come down on the other board, fighters fire at the satellite."""
    id = played(game, "thor_hunt", 2)
    found = events(game, id)
    kinds = [e.kind for e in found]
    assert "thor_called" in kinds
    assert any("of Thor satellite" in e.text for e in found if e.kind in ("hit", "miss"))
    assert any(e.text.startswith("A javelin") for e in found)
    assert game.verify(id).is_sound
