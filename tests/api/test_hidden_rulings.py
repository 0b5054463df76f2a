"""A game master rules, in the middle of a phase, on what a side has not spotted: no answer to that side is another."""

from pathlib import Path

from scales.codec import decode
from scales.engine import Json
from scales.legatus.state import LegatusState
from tests.api import standing_games as games
from tests.api.conftest import _campaigns as stored
from tests.api.crawling import Heard
from tests.api.standing_games import Game, play
from tests.api.test_no_leaks import NIGHT
from tests.legatus.blind import hidden

PATHS = (
    "",
    "/battles",
    "/battles/{battle}",
    "/battles/{battle}/table",
    "/battles/{battle}/picture.svg",
    "/units",
    "/events",
    "/statistics",
)


def answers(game: Game, folder: Path, who: str, ruling: Json | None = None) -> dict[str, Heard]:
    """What somebody is answered, in a copy of a campaign in which the game master has ruled."""
    with game.opened(folder) as (line, copy):
        campaigns = stored(copy)
        (battle,) = campaigns.reading.battles(game.house.campaign, 0)
        assert battle.phase
        if ruling:
            assert campaigns.overrule(game.house.campaign, battle.battle, battle.version, ruling)
        campaigns.store.close()
        here = f"/campaigns/{game.house.campaign}"
        return {path: line.ask(game.house.tokens[who], "GET", here + path.format(battle=battle.battle)) for path in PATHS}


def test_no_answer_tells_of_a_ruling_on_what_is_not_spotted(tmp_path: Path) -> None:
    game = play(tmp_path, NIGHT, 3, rows=9, rounds=2, then=games.half_done)
    campaigns = stored(game.path)
    state = decode(campaigns.reading.battles(game.house.campaign, 0)[0].state, LegatusState)
    campaigns.store.close()
    for seat, side in game.seats.items():
        unseen = [unit for unit in state.units.values() if unit.id in hidden(state, side) and unit.status == "ok" and not unit.crippled]
        before = answers(game, tmp_path, seat)
        assert all(answer.status == 200 for answer in before.values())
        for kind in ("damage", "destroy"):
            after = answers(game, tmp_path, seat, {"kind": kind, "unit": unseen[0].id, "reason": "an oversight"})
            assert [path for path in PATHS if before[path] != after[path]] == [], (seat, kind)
        assert answers(game, tmp_path, "gm") != answers(game, tmp_path, "gm", {"kind": "damage", "unit": unseen[0].id, "reason": "!"})
