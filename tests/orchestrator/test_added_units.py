"""A GM cannot put a unit on a board that is in the campaign already, on whatever board, aboard whatever craft, or on its way between boards."""

import pytest

from orchestrator.campaign import Campaigns
from orchestrator.errors import RulingRefused
from orchestrator.links.every import every_link
from orchestrator.store.writing import Store
from scales.engine import Json
from tests.orchestrator.test_landing_links import ground, sky
from tests.orchestrator.test_low_links import SEATS, plan

GROUND, SKY = "t.centurion", "t.interceptor"


def craft(id: str, *cargo: Json) -> Json:
    there = {"id": id, "type": "ponto", "side": "tog", "hex": "2:1004", "heading": 1, "cargo": list(cargo)}
    return {"kind": "add", "craft": there, "reason": "late"}


def tank(id: str) -> Json:
    return {"kind": "add", "vehicle": {"id": id, "type": "horatius", "hex": "0505", "facing": 2}, "joins": "tog-tanks", "reason": "late"}


LOAD = {"kind": "grav", "mass": 200, "men": 3, "unit": {"type": "horatius"}}


@pytest.mark.parametrize(
    ("battle", "order", "where"),
    [
        (GROUND, tank("a"), SKY),
        (GROUND, tank("ponto"), SKY),
        (SKY, craft("tog-1"), GROUND),
        (SKY, craft("new", {"id": "cw-2", **LOAD}), GROUND),
    ],
)
def test_a_unit_of_another_board_is_not_added(battle: str, order: Json, where: str) -> None:
    game = Campaigns(Store("sqlite://"), every_link())
    id = game.create(plan(sky(), ground(), 2), dict.fromkeys(SEATS, "person"), seed=4)
    game.run(id)
    at = game.reading.battle(id, 0, battle).version
    with pytest.raises(RulingRefused, match=f"on {where} already"):
        game.overrule(id, battle, at, order)
    assert game.reading.battle(id, 0, battle).version == at


@pytest.mark.parametrize(("battle", "order"), [(GROUND, tank("new")), (SKY, craft("new", {"id": "newer", **LOAD}))])
def test_a_new_unit_is_added(battle: str, order: Json) -> None:
    game = Campaigns(Store("sqlite://"), every_link())
    id = game.create(plan(sky(), ground(), 2), dict.fromkeys(SEATS, "person"), seed=4)
    game.run(id)
    assert game.overrule(id, battle, game.reading.battle(id, 0, battle).version, order)
