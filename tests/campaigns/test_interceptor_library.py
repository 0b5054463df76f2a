"""The Interceptor scenarios of the library, played by bots from the beginning to the end: twice the same, and every link verifies."""

from collections.abc import Iterator

import pytest

from api.commands.root import judge
from campaigns.check import parse
from campaigns.library import LIBRARY, find
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


def test_the_six_hundred_fall_a_hex_a_minute_between_fighters_that_were_placed(game: Campaigns) -> None:
    """The first three minutes of a drop that takes half an hour."""
    text = (LIBRARY / "rode_the_six_hundred.yaml").read_text().replace("turn_limit: 70", "turn_limit: 3")
    id = game.create(plan_of(parse(text, "six.yaml", engine)), seed=1)
    game.run(id)
    found = events(game, id)
    assert sum(e.kind == "deployed" and e.rule == "interceptor: Set-Up" for e in found) == 12
    way = [e.data["hex"] for e in found if e.kind == "falls" and e.units == ["tog-3-1-1"]]
    assert [hex[:4] for hex in way] == ["1:03", "1:02", "1:01"]
    assert all(hex[4:] in ("06", "07") for hex in way)
    assert game.verify(id).is_sound
