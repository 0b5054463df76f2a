"""A double-blind battle of Legatus through the service: no answer to anybody names what his side has not spotted."""

from pathlib import Path

import pytest

from scales.codec import decode
from scales.legatus.state import LegatusState
from tests.api import standing_games as games
from tests.api.conftest import _campaigns as stored
from tests.api.crawling import Crawl, Heards
from tests.api.standing_games import Game, play
from tests.api.test_no_leaks import NIGHT, readers
from tests.legatus.blind import hidden, leaks_in


@pytest.fixture(scope="module", params=[(0, 1), (8, 2)], ids=["at the beginning", "later"])
def night(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Game, Path]:
    rows, rounds = request.param
    folder = tmp_path_factory.mktemp("night")
    return play(folder, NIGHT, 11, rows=rows, rounds=rounds, then=games.half_done), folder


def board(game: Game) -> LegatusState:
    campaigns = stored(game.path)
    (battle,) = campaigns.reading.battles(game.house.campaign, 0)
    campaigns.store.close()
    return decode(battle.state, LegatusState)


def asked(game: Game, folder: Path, who: str) -> Heards:
    """Everything that somebody can read, asked by the ids that he is told of."""
    with game.opened(folder) as (line, _):
        known = {name: ids for name, ids in game.strange.items() if name != "unit"} | {"unit": ["nobody"]}
        return Crawl(line, game.house.tokens[who], game.house.campaign, known).read()


def test_no_answer_names_what_is_not_spotted(night: tuple[Game, Path]) -> None:
    game, folder = night
    state = board(game)
    for side in (*game.sides, ""):
        assert hidden(state, side)
        for name, answer in asked(game, folder, readers(game, side)[-1]).items():
            assert leaks_in(state, side, answer.body.decode()) == [], (side, name)


def test_a_game_master_sees_all_of_it(night: tuple[Game, Path]) -> None:
    game, folder = night
    state = board(game)
    told = b"".join(answer.body for answer in asked(game, folder, "gm").values()).decode()
    assert all(unit in told for unit in state.units)


def test_orders_at_whom_nobody_sees_are_refused_as_orders_at_nobody(night: tuple[Game, Path]) -> None:
    game, folder = night
    state = board(game)
    for side in game.sides:
        seat = next(seat for seat in game.seats if game.seats[seat] == side)
        unseen = sorted(hidden(state, side) & state.units.keys())[0]
        with game.opened(folder) as (line, _):
            here = f"/campaigns/{game.house.campaign}"
            open_ = line.ask(game.house.tokens[seat], "GET", here).json()["calls"]
            for call in open_:
                path = f"{here}/decisions/{call['id']}/orders"
                one, other = (line.ask(game.house.tokens[seat], "POST", path, body=wrong(name)) for name in (unseen, f"{unseen}0"))
                assert one.status == other.status == 422
                assert one.body.decode().replace(unseen, "X") == other.body.decode().replace(f"{unseen}0", "X")


def wrong(name: str) -> dict[str, object]:
    orders = {"target": name, "support": [name], "path": [name]}
    return {"choices": {name: orders, f"fire:{name}": orders, "spend": {"points": {name: 1}}, "turn": {"after": name}}}
