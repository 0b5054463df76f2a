"""What is hidden from a reader changes no byte of what the service answers him: boards, calls, offers, faults, pages, streams, headers, refusals."""

import random
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from orchestrator.dispatch.calls import Calls
from tests.api import standing_games as games
from tests.api.conftest import _campaigns as stored
from tests.api.crawling import Comparison, Crawl, Heards
from tests.api.secret_changes import changes, rewrite
from tests.api.standing_games import Game, Situation, play
from tests.orchestrator.hiding import Change
from tests.soaking import but

Scene = tuple[str, int, int, Situation | None]
"""A campaign of the library, how many rows bots play, how many rounds people answer, and what happens then."""
NIGHT = str(Path(__file__).parent / "campaigns" / "night_march.yaml")
"""A battle of Legatus by its Double-blind rules."""
SCENES: dict[str, Scene] = {
    "a dogfight, one side sealed": ("dogfight", 0, 3, games.half_done),
    "a battle with a note in the middle of a phase": ("copses", 3, 6, games.ruled),
    "a campaign map with plans and formations": ("uplands", 0, 6, games.dispatched),
    "ships on a table": ("meeting_engagement", 3, 4, games.on_a_table),
    "a chase, rewound": ("the_chase", 4, 6, games.rewound),
    "a landing, at the beginning": ("landfall", 25, 1, games.half_done),
    "a double-blind battle before anybody is spotted": (NIGHT, 0, 2, games.half_done),
    "a double-blind battle in its second turn": (NIGHT, 9, 2, games.ruled),
    "a double-blind battle on a table": (NIGHT, 5, 2, games.on_a_table),
}
LONG = {"ships on a table", "a double-blind battle before anybody is spotted", "a double-blind battle in its second turn"}
"""Left to the soak: tables are looked at in the double-blind battle too, and whoever is not spotted once more in the middle of it."""
SITUATIONS: list[Situation] = [games.half_done, games.ruled, games.dispatched, games.on_a_table, games.rewound, games.rewound_and_on]
NOT_HEARD = {"campaign", "plans"}
"""What nobody is told before the end: secrets of the dice, and plans, which only orders come of."""


def heard(
    game: Game, folder: Path, people: Sequence[str], *hidden: Change, seed: int = 0, ask: Callable[[Crawl], Heards] = Crawl.all
) -> dict[str, Heards]:
    """All that some people get of a copy of a campaign, after some changes to it."""
    with game.opened(folder) as (line, copy):
        rewrite(copy, list(hidden), seed)
        return {who: ask(Crawl(line, game.house.tokens[who], game.house.campaign, game.strange)) for who in people}


def readers(game: Game, side: str) -> list[str]:
    """Everybody who sees with the eyes of a side; '' those who see what all may see."""
    return [f"watcher {side}", *(seat for seat in game.seats if game.seats[seat] == side)] if side else ["everyman"]


def differences(one: dict[str, Heards], other: dict[str, Heards]) -> list[str]:
    """Who was answered differently, and what he had asked."""
    asked = [(who, name) for who in one for name in {**one[who], **other[who]}]
    return [f"{who}: {name}" for who, name in asked if one[who].get(name) != other[who].get(name)]


def compare(game: Game, folder: Path, people: Sequence[str], side: str, seed: int) -> None:
    before = heard(game, folder, people)
    assert all(any(answer.status == 200 and answer.body for answer in heards.values()) for heards in before.values())
    assert differences(before, heard(game, folder, people, *changes(side).values(), seed=seed)) == []


@pytest.mark.parametrize("scene", but(SCENES, LONG))
def test_nothing_that_is_hidden_changes_a_byte(scene: str, tmp_path: Path) -> None:
    """One reader of each scene; all of them are looked at in the soak."""
    name, rows, rounds, then = SCENES[scene]
    game = play(tmp_path, name, 7, rows=rows, rounds=rounds, then=then)
    number = list(SCENES).index(scene)
    side = game.sides[number // 2 % 2] if number % 3 else ""
    compare(game, tmp_path, readers(game, side)[-1:], side, number)


def test_a_ruling_that_a_side_cannot_see_asks_it_nothing_again(tmp_path: Path) -> None:
    """Given drafts and sealed answers in the middle of a phase, when the GM tells the other side something, then they stand as they were."""
    game = play(tmp_path, "dogfight", 7, rows=0, rounds=3, then=games.half_done)
    told, untold = game.sides
    before = heard(game, tmp_path, readers(game, untold)[-1:])
    campaigns = stored(game.path)
    (battle,) = campaigns.reading.battles(game.house.campaign, 0)
    assert battle.phase
    note = {"kind": "note", "text": "they come from the north", "reason": "a spy", "seen_by": [told]}
    assert campaigns.overrule(game.house.campaign, battle.battle, battle.version, note)
    after = heard(game, tmp_path, readers(game, untold)[-1:])
    assert differences(before, after) == []
    # and it is played on with them
    calls = Calls(campaigns)
    for call in calls.of_campaign(game.house.campaign):
        if call.status == "open":
            calls.leave_to_bot(game.house.campaign, call.id)
    campaigns.run(game.house.campaign, stop=lambda: True)
    assert campaigns.verify(game.house.campaign).is_sound
    assert campaigns.replay(game.house.campaign).digest == campaigns.digest(game.house.campaign)
    campaigns.store.close()


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(14))
def test_nothing_that_is_hidden_changes_a_byte_of_random_campaigns(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    name = ["dogfight", "copses", "uplands", "meeting_engagement", "the_chase", "landfall", NIGHT][seed % 7]
    game = play(tmp_path, name, seed, rows=chance.randrange(40), rounds=chance.randrange(1, 12), then=chance.choice(SITUATIONS))
    for side in ("", *game.sides):
        compare(game, tmp_path, readers(game, side), side, seed)


@pytest.mark.parametrize("kind", sorted(changes("").keys() - NOT_HEARD))
def test_the_changes_reach_something(kind: str, dogfight: tuple[Game, dict[str, Heards]], tmp_path: Path) -> None:
    """Each kind of hidden thing, changed, is heard of by a GM or by the side that hides it: so the test above compares something."""
    game, before = dogfight
    with game.opened(tmp_path) as (line, copy):
        rewrite(copy, [changes(game.sides[0])[kind]], 0)
        here = [Comparison(line, game.house.tokens[who], game.house.campaign, game.strange, before=before[who]) for who in before]
        assert any(each.differs() for each in here)


@pytest.fixture(scope="module")
def dogfight(tmp_path_factory: pytest.TempPathFactory) -> tuple[Game, dict[str, Heards]]:
    """Every situation that can be had at once, and what a GM and somebody of the other side hear."""

    def all_at_once(game: Game, chance: random.Random) -> None:
        games.ruled(game, chance)
        games.half_done(game, chance)
        games.on_a_table(game, chance)

    folder = tmp_path_factory.mktemp("games")
    game = play(folder, "dogfight", 7, rows=2, rounds=3, then=all_at_once)
    return game, heard(game, folder, ["gm", *readers(game, game.sides[1])[-1:]], ask=Crawl.read)
