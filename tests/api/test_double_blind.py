"""A double-blind battle of Legatus through the service: no answer to anybody names what his side has not spotted."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from campaigns.library import LIBRARY
from orchestrator.readers.door import Door
from orchestrator.readers.seeing import Eyes
from scales.codec import decode, encode, plain
from scales.legatus.state import LegatusState
from tests.api import standing_games as games
from tests.api.conftest import _campaigns as stored
from tests.api.crawling import Crawl, Heards
from tests.api.standing_games import Game, play
from tests.api.test_no_leaks import NIGHT, readers
from tests.legatus.blind import hidden, leaks_in

BEGINNING = pytest.param((0, 1), id="at the beginning", marks=pytest.mark.soak)
"""The same again while nobody is spotted at all; later most of both sides is not spotted either."""


@pytest.fixture(scope="module", params=[BEGINNING, pytest.param((8, 2), id="later")])
def night(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Game, Path]:
    rows, rounds = request.param
    folder = tmp_path_factory.mktemp("night")
    return play(folder, NIGHT, 11, rows=rows, rounds=rounds, then=games.half_done), folder


def board(game: Game) -> LegatusState:
    campaigns = stored(game.path)
    (battle,) = campaigns.reading.battles(game.house.campaign, 0)
    campaigns.store.close()
    return decode(battle.state, LegatusState)


def asked(game: Game, folder: Path, *people: str) -> dict[str, Heards]:
    """Everything that people can read, asked by the ids that they are told of."""
    known = {name: ids for name, ids in game.strange.items() if name != "unit"} | {"unit": ["nobody"]}
    with game.opened(folder) as (line, _):
        return {who: Crawl(line, game.house.tokens[who], game.house.campaign, known).read() for who in people}


def test_no_answer_names_what_is_not_spotted(night: tuple[Game, Path]) -> None:
    game, folder = night
    state = board(game)
    eyes = {readers(game, side)[-1]: side for side in (*game.sides, "")}
    for who, heards in asked(game, folder, *eyes).items():
        assert hidden(state, eyes[who])
        for name, answer in heards.items():
            assert leaks_in(state, eyes[who], answer.body.decode()) == [], (who, name)


def test_a_game_master_sees_all_of_it(night: tuple[Game, Path]) -> None:
    game, folder = night
    state = board(game)
    told = b"".join(answer.body for answer in asked(game, folder, "gm")["gm"].values()).decode()
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


@pytest.mark.soak
def test_ships_above_and_fights_below_tell_nothing_of_centuries_that_nobody_has_spotted(tmp_path: Path) -> None:
    """A landing by the Double-blind rules: what each side is told of all its boards. The installation stands on the ships' board in the open."""
    landing = yaml.safe_load((LIBRARY / "landfall.yaml").read_text()) | {"name": "by_night", "options": {"legatus": {"double_blind": 1}}}
    landing["theatres"][0]["boards"]["legatus"]["cohorts"][0]["hex"] = "0912"
    (tmp_path / "by_night.yaml").write_text(yaml.safe_dump(landing))
    for rows in (3, 12, 40):
        game = play(tmp_path, str(tmp_path / "by_night.yaml"), rows, rows=rows, rounds=0)
        campaigns, id = stored(game.path), game.house.campaign
        state = next(decode(b.state, LegatusState) for b in campaigns.reading.battles(id, 0) if b.scale == "legatus")
        for unit in [u for u in state.units.values() if u.kind == "defensive_installation"] + list(state.squadrons.values()):
            unit.spotted_by = list(game.sides)
        for side in (*game.sides, ""):
            for told in everything(Door(campaigns), id, Eyes(side=side)):
                assert leaks_in(state, side, encode(plain(told)).decode()) == [], (rows, side)
        campaigns.store.close()
        game.path.unlink()


def everything(door: Door, id: str, eyes: Eyes) -> Iterator[object]:
    """All that a reader is told of a campaign."""
    page = door.events(id, eyes, limit=1000)
    yield from page.events
    while page.more:
        page = door.events(id, eyes, after=page.cursor, limit=1000)
        yield from page.events
    for battle in door.battles(id, eyes):
        yield door.battle(id, eyes, battle.id)
        yield door.picture(id, eyes, battle.id)
    yield from (read(id, eyes) for read in (door.units, door.messages, door.statistics, door.theatres, door.campaign, door.dice))
