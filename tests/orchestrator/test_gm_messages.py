"""A GM sends a board what another board would send it, and has dice rolled again."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.commands.root import judge
from campaigns.library import find
from orchestrator.campaign import Campaigns
from orchestrator.errors import RulingRefused, StaleOrders
from orchestrator.links.every import every_link
from orchestrator.planning import plan_of
from orchestrator.store.writing import Store
from scales.engines import engine

SKY = "ostia.interceptor"
DOWN: dict[str, Any] = {
    "unit": "gm-flight",
    "name": "Relief Flight",
    "side": "tog",
    "hex": "1:0414",
    "size": "light",
    "fighters": {"verutum": 6},
    "boxes": 6,
    "boxes_left": 6,
}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Landfall after a few minutes."""
    path: Path = tmp_path_factory.mktemp("messages") / "landfall.db"
    campaigns = Campaigns(Store(f"sqlite:///{path}"), every_link(), judge)
    id = campaigns.create(plan_of(find("landfall", engine)), secret=bytes(range(32)))
    rows = iter(range(40))
    campaigns.run(id, stop=lambda: next(rows) == 39)
    campaigns.store.close()
    return path


@pytest.fixture
def game(played: Path, tmp_path: Path) -> Iterator[Campaigns]:
    copy = tmp_path / "copy.db"
    copy.write_bytes(played.read_bytes())
    campaigns = Campaigns(Store(f"sqlite:///{copy}"), every_link(), judge)
    yield campaigns
    campaigns.store.close()


def send(game: Campaigns, **changes: Any) -> bool:
    id = game.all()[0].id
    version = changes.pop("version", None) or game.reading.battle(id, 0, SKY).version
    ruling = {"kind": "message", "message": "fighters_down", "data": DOWN | changes, "reason": "the reserve was forgotten"}
    return game.overrule(id, SKY, version, ruling)


def test_a_message_arrives_with_its_reason_in_the_log_and_in_a_replay(game: Campaigns) -> None:
    id = game.all()[0].id
    # given a flight that only the GM knows of
    assert send(game)
    # when play goes on
    rows = iter(range(20))
    game.run(id, stop=lambda: next(rows) == 19)
    # then it is on the board, everybody knows why, and the log can be checked and played again
    events = [logged.event for _, logged in game.log(id)]
    assert any("the reserve was forgotten" in event.text for event in events)
    assert any(unit.startswith("gm-flight") for event in events for unit in event.units)
    assert game.verify(id).is_sound
    assert game.replay(id).events == len(events)


def test_the_same_message_twice_is_one(game: Campaigns) -> None:
    version = game.reading.battle(game.all()[0].id, 0, SKY).version
    assert [send(game, version=version), send(game, version=version)] == [True, False]
    with pytest.raises(StaleOrders):
        send(game, version=version, unit="another")


@pytest.mark.parametrize(
    "changes",
    [{"hex": "nowhere"}, {"hex": ""}, {"fighters": {"no such craft": 6}}, {"side": "nobody"}, {"boxes_left": "six"}, {"size": 7}],
)
def test_what_the_board_cannot_carry_out_is_refused_and_nothing_changes(game: Campaigns, changes: dict[str, Any]) -> None:
    id = game.all()[0].id
    before = game.digest(id), len(game.log(id)), game.reading.battle(id, 0, SKY)
    with pytest.raises(RulingRefused):
        send(game, **changes)
    assert (game.digest(id), len(game.log(id)), game.reading.battle(id, 0, SKY)) == before


def test_a_message_of_no_kind_is_refused(game: Campaigns) -> None:
    id = game.all()[0].id
    version = game.reading.battle(id, 0, SKY).version
    with pytest.raises(RulingRefused, match="there is no message"):
        game.overrule(id, SKY, version, {"kind": "message", "message": "pigeon", "data": {}, "reason": "why not"})


def test_a_die_is_rolled_again_for_what_it_was_for(game: Campaigns) -> None:
    id = game.all()[0].id
    shot = next(logged for _, logged in reversed(game.log(id)) if logged.event.checks and logged.event.rolls)
    battle = game.reading.battle(id, 0, shot.place.battle)
    assert game.overrule(id, battle.battle, battle.version, {"kind": "reroll", "event": str(shot.place), "reason": "it fell off the table"})
    again = game.log(id)[-1][1].event
    assert again.rolls[0].sides == shot.event.rolls[0].sides
    assert shot.event.rolls[0].why in again.rolls[0].why
    assert game.verify(id).is_sound
    version = battle.version + 1
    with pytest.raises(RulingRefused, match="dice"):
        game.overrule(id, battle.battle, version, {"kind": "reroll", "event": str(shot.place), "roll": 99, "reason": "again"})
    with pytest.raises(RulingRefused, match="no event"):
        game.overrule(id, battle.battle, version, {"kind": "reroll", "event": "b:1:1", "reason": "again"})
