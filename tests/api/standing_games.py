"""Campaigns with people in their seats that stand somewhere in the middle of things, each to be copied and looked at."""

import random
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast
from uuid import uuid4

from fastapi.testclient import TestClient

from api.service import Service
from campaigns.library import find
from orchestrator.campaign import WAITING
from orchestrator.dispatch.assigning import Wish
from orchestrator.dispatch.case import Submission
from orchestrator.people.passwords import Passwords
from orchestrator.people.people import People
from orchestrator.planning import plan_of
from scales.engines import engine
from tests.api.conftest import QUICK, SECRET, House, _campaigns
from tests.api.crawling import Line
from workers.filling import Plan
from workers.inline import Inline


@dataclass
class Game:
    """A stored campaign. `house` has the ids and tokens of its people, `strange` ids of what sides hide, by side."""

    path: Path
    house: House
    sides: list[str]
    seats: dict[str, str]
    strange: dict[str, list[str]] = field(default_factory=dict)

    @contextmanager
    def opened(self, folder: Path) -> Iterator[tuple[Line, Path]]:
        """A service over a copy of its own; its caller may change the copy before it asks."""
        copy = Path(shutil.copy(self.path, folder / f"{uuid4()}.db"))
        campaigns = _campaigns(copy)
        service = Service(campaigns, Inline(), people=People(campaigns.store.database, Passwords(QUICK)))
        line = Line(service)
        try:
            yield line, copy
        finally:
            line.close()
            service.close()
            campaigns.store.close()


def play(folder: Path, name: str, seed: int, *, rows: int, rounds: int, then: "Situation | None" = None) -> Game:
    """A campaign of the library or of a file: some rows of bots, then some rounds of people who choose at random, then what `then` does."""
    chance = random.Random(seed)
    path = folder / f"{Path(name).stem}.db"
    campaigns = _campaigns(path)
    people = People(campaigns.store.database, Passwords(QUICK))
    service = Service(campaigns, Inline(), people=people)
    plan = plan_of(find(name, engine))
    house = House(cast(TestClient, None), people, campaigns.create(plan, secret=SECRET), service=service)
    if rows:
        left = iter(range(rows))
        campaigns.run(house.campaign, stop=lambda: next(left, None) is None)
    game = Game(path, house, sorted(set(plan.seats.values())), dict(plan.seats))
    _come(game)
    for _ in range(rounds):
        go_on(game, chance)
    if then is not None:
        campaigns.run(house.campaign)
        service.sync(house.campaign)
        then(game, chance)
        service.sync(house.campaign)
    game.strange = _strange(game)
    service.close()
    campaigns.store.close()
    house.service = None
    return game


Situation = Callable[[Game, random.Random], None]


def _come(game: Game) -> None:
    """A GM, somebody for each seat, spectators of each side and of what all may see."""
    game.house.come("gm", "gm")
    game.house.come("everyman", "spectator")
    for seat, side in game.seats.items():
        game.house.come(seat, "player", seat=seat)
        if f"watcher {side}" not in game.house.ids:
            game.house.come(f"watcher {side}", "spectator", side=side)


def go_on(game: Game, chance: random.Random) -> None:
    """Play up to what people are asked, and answer all of it at random."""
    service, id = game.house.service, game.house.campaign
    if service.campaigns.run(id).status == WAITING:
        service.sync(id)
        for call in service.calls.of_campaign(id):
            seal(game, chance, call.id)


def seal(game: Game, chance: random.Random, call: str) -> None:
    game.house.service.calls.submit(game.house.campaign, call, Submission(chosen(game, chance, call)))


def chosen(game: Game, chance: random.Random, call: str) -> dict[str, Any]:
    offers = game.house.service.calls.call(game.house.campaign, call).offers
    return {slot.id: chance.choice(slot.options).order for slot in offers}


def calls_of(game: Game, side: str) -> list[str]:
    calls = game.house.service.calls.of_campaign(game.house.campaign)
    return [call.id for call in calls if call.side == side and call.status == "open"]


def _strange(game: Game) -> dict[str, list[str]]:
    """Ids that count or name what is hidden: of calls of every seat, of works and results, of units and battles that are not there."""
    campaigns, id = game.house.service.campaigns, game.house.campaign
    timeline = campaigns.reading.campaign(id).timeline
    calls = [f"{t}-{seat}-{n}" for t in range(timeline + 1) for seat in game.seats for n in (1, 5, 101)]
    hidden = [unit for battle in campaigns.reading.battles(id, timeline) if _is_blind(battle.setup) for unit in battle.report.fates]
    units = ["c1", "c9", "cw-foot", "tog-x", "secret", *hidden]
    return {"decision": calls, "work": ["w1", "none"], "battle": ["elsewhere"], "unit": units}


def _is_blind(setup: dict[str, Any]) -> bool:
    """Do sides of a battle not know of each other's units?"""
    return bool(setup.get("options", {}).get("double_blind"))


# ---- situations -----------------------------------------------------------------------------------------------------


def half_done(game: Game, chance: random.Random) -> None:
    """One side has drafted, another has sealed."""
    service, id = game.house.service, game.house.campaign
    for call in calls_of(game, game.sides[0]):
        service.calls.save_draft(id, call, chosen(game, chance, call), 0)
    for call in calls_of(game, game.sides[1]):
        seal(game, chance, call)


def ruled(game: Game, chance: random.Random) -> None:
    """The GM told one side something in the middle of a phase."""
    service, id = game.house.service, game.house.campaign
    battle = chance.choice([each for each in service.campaigns.reading.battles(id, 0) if each.status != "ended"])
    order = {"kind": "note", "text": "they come from the north", "reason": "a spy", "seen_by": [game.sides[0]]}
    service.campaigns.overrule(id, battle.battle, battle.version, order)


def dispatched(game: Game, chance: random.Random) -> None:
    """Seats are planned phase by phase, a formation has a commander and a deadline, and the first plan was given."""
    service, id = game.house.service, game.house.campaign
    seats = {game.seats[seat]: seat for seat in game.seats}
    (one, other), battle = game.sides[:2], service.campaigns.reading.battles(id, 0)[0]
    ours = [unit for unit, fate in battle.report.fates.items() if fate.side == one and fate.status == "ok"]
    service.assigning.assign(id, Wish(seats[one], battle.battle, pace="plan", deadline_seconds=900))
    service.assigning.assign(id, Wish(seats[other], battle.battle, pace="plan", deadline_seconds=9000, on_deadline="ask"))
    service.assigning.assign(id, Wish(seats[one], battle.battle, ours[:1], person=game.house.ids[seats[one]]))
    service.sync(id)
    for call in calls_of(game, other)[:1]:
        service.calls.submit(id, call, Submission(chosen(game, chance, call), Plan({}, "bot")))


def on_a_table(game: Game, chance: random.Random) -> None:
    """A battle is played with miniatures, and one side has proposed a result."""
    service, id = game.house.service, game.house.campaign
    battle = service.campaigns.reading.battles(id, 0)[0].battle
    service.assigning.assign(id, Wish("", battle, holder="table"))
    for side in game.sides[: chance.choice([1, 2])]:
        seat = next(seat for seat, its in game.seats.items() if its == side)
        form = service.tables.sheet(id, battle, seat).form
        service.tables.propose(id, battle, form, game.house.ids[seat], side)


def rewound(game: Game, chance: random.Random) -> None:
    """The GM went back, and has not gone on."""
    campaigns, id = game.house.service.campaigns, game.house.campaign
    campaigns.rewind(
        id, chance.randrange(campaigns.reading.campaign(id).tick // 2, campaigns.reading.campaign(id).tick), "the wind", "Septima"
    )


def rewound_and_on(game: Game, chance: random.Random) -> None:
    """The GM went back, and people are asked again."""
    rewound(game, chance)
    game.house.service.campaigns.run(game.house.campaign)
