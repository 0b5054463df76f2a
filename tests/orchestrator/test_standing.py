"""How campaigns stand: nothing is earned before it was, and in the end what is shown is the result."""

from pathlib import Path

import pytest

from api.commands.root import judge
from campaigns.library import find
from orchestrator.campaign import Campaigns
from orchestrator.links.every import every_link
from orchestrator.planning import plan_of
from orchestrator.readers.door import EVERYTHING, Door
from orchestrator.readers.seeing import Eyes
from orchestrator.store.writing import Store
from scales.dice import KeyedDice, seeded_secret
from scales.engines import engine

LIBRARY = ("copses", "dogfight", "landfall", "meeting_engagement", "the_chase", "the_swarm", "uplands")


@pytest.mark.parametrize("name", LIBRARY)
def test_no_damage_is_counted_before_the_first_move(name: str) -> None:
    """Given a board that was just set up, then only Legatus counts points: two for each unbroken combat century, and what objectives held are worth."""
    for theatre in plan_of(find(name, engine)).theatres:
        for board in theatre.battles:
            rules = engine(board.scale)
            state = rules.setup(board.setup, KeyedDice(key=seeded_secret(2))).state
            if board.scale == "legatus":
                for goal in state.objectives:
                    goal.holder = ""
                for unit in state.units.values():
                    unit.broken = True
            assert set(rules.report(state).points.values()) == {0}, board.id


@pytest.mark.parametrize("name", ["copses", "dogfight"])
def test_in_the_end_everybody_is_shown_the_points_of_the_result(name: str, tmp_path: Path) -> None:
    games = Campaigns(Store(f"sqlite:///{tmp_path / 'end.db'}"), every_link(), judge)
    id = games.create(plan_of(find(name, engine)), seed=3)
    door = Door(games)
    assert door.campaign(id, EVERYTHING).master.status == "stands"  # type: ignore[union-attr]
    assert games.run(id).status == "ended"
    sides = [side.id for side in door.campaign(id, EVERYTHING).sides]
    for eyes in (EVERYTHING, Eyes(), *(Eyes(side=side) for side in sides)):
        shown = door.campaign(id, eyes)
        assert shown.result is not None
        assert (shown.status, shown.victory.points) == ("ended", shown.result["points"])
    games.store.close()
