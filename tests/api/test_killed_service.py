"""A service that is killed at any moment: nothing that it acknowledged is lost, nothing is doubled, and its work goes on."""

import json
import random
import threading
import time
from collections import Counter
from pathlib import Path

import pytest
from sqlalchemy import select

from api.commands.root import judge
from campaigns.library import find
from orchestrator.campaign import Campaigns
from orchestrator.links.every import every_link
from orchestrator.people.invitations import Wanted
from orchestrator.people.people import People
from orchestrator.planning import plan_of
from orchestrator.store.models import Call, Step, TableResult, Timeline, table
from orchestrator.store.writing import Store
from scales.engines import engine
from tests.api.conftest import wait_for
from tests.api.killing import SEED, Client, Master, Mortal, Player, on_and_on


class Ground:
    """A database with a campaign of two players and a GM, and a service over it."""

    def __init__(self, folder: Path) -> None:
        self.service = Mortal(folder / "mortal.db")
        self.url = f"sqlite:///{self.service.db}"
        campaigns, people = self.open()
        self.campaign = campaigns.create(plan_of(find("dogfight", engine)))
        self.over = threading.Event()
        self.players = [Player(self._client(people, Wanted("player", self.campaign, seat=seat)), self.campaign) for seat in ("tog", "cw")]
        gm = self._client(people, Wanted("gm", self.campaign), Wanted("host", ""))
        self.master = Master(gm, self.campaign, random.Random(SEED))
        campaigns.store.close()

    def open(self) -> tuple[Campaigns, People]:
        campaigns = Campaigns(Store(self.url), every_link(), judge)
        return campaigns, People(campaigns.store.database)

    def live(self, seconds: float, faults: list[BaseException]) -> None:
        """Let the service be until it has answered something, on a slow machine too, and for a while more."""
        before = self.service.answered
        wait_for(lambda: self.service.answered > before or bool(faults))
        time.sleep(seconds)

    def _client(self, people: People, *wanted: Wanted) -> Client:
        id: str | None = None
        for each in wanted:
            _, secret = people.invitations.make(each)
            id = (
                people.invitations.accept(secret, name="Somebody", id=id)[0].id
                if id
                else people.invitations.accept(secret, name="Somebody")[0].id
            )
        assert id is not None
        return Client(self.service, self.over, people.tokens.give(id).token)


@pytest.mark.parametrize("kills", [1, pytest.param(60, marks=pytest.mark.soak)])
def test_nothing_acknowledged_is_lost_or_doubled(tmp_path: Path, kills: int) -> None:
    # given
    ground, faults, moments = Ground(tmp_path), list[BaseException](), random.Random(SEED)
    ground.service.start()
    actors = [on_and_on(who, ground.over, faults) for who in (*(player.play for player in ground.players), ground.master.act)]
    # when
    try:
        while ground.service.kills < kills and not faults:
            ground.live(moments.uniform(0, 3), faults)
            ground.service.kill()
            ground.service.start()
        time.sleep(1)
    finally:
        ground.over.set()
        for actor in actors:
            actor.join()
        ground.service.stop()
    assert not faults, faults
    # then
    campaigns, _ = ground.open()
    _check_orders(ground, campaigns)
    _check_rulings(ground, campaigns)
    _check_works(ground, campaigns)
    _check_approvals(ground, campaigns)
    assert all(campaigns.verify(each.id).is_sound for each in campaigns.all())
    assert campaigns.replay(ground.campaign)
    campaigns.store.close()


def _check_orders(ground: Ground, campaigns: Campaigns) -> None:
    """Each acknowledged call is sealed, with just these orders, once."""
    calls = table(Call)
    with campaigns.store.database.read() as connection:
        rows = connection.execute(select(calls).where(calls.c.campaign == ground.campaign)).all()
    kept = {f"{row.timeline}-{row.seat}-{row.number}": row for row in rows}
    for player in ground.players:
        for id, choices in player.sealed:
            assert kept[id].sealed_utc is not None, id
            assert json.loads(kept[id].draft)["choices"] == choices, id


def _check_rulings(ground: Ground, campaigns: Campaigns) -> None:
    """Each acknowledged ruling is in the log of its timeline, and no ruling twice."""
    steps = table(Step)
    with campaigns.store.database.read() as connection:
        found = connection.execute(
            select(steps.c.timeline, steps.c.orders).where(steps.c.campaign == ground.campaign, steps.c.kind == "amend")
        )
        logged = Counter((row.timeline, json.loads(row.orders)["order"]["orders"]["choices"]["order"]["reason"]) for row in found)
    assert set(ground.master.ruled) <= set(logged)
    assert set(logged.values()) <= {1}


def _check_works(ground: Ground, campaigns: Campaigns) -> None:
    """What was done was done once, and what was not says why: an import is given up when the service is killed."""
    timelines = table(Timeline)
    with campaigns.store.database.read() as connection:
        reasons = Counter(row.reason for row in connection.execute(select(timelines.c.reason)))
    for reason, work in ground.master.works.items():
        if work["status"] == "done":
            assert reasons[reason] == 1 or reason.startswith("import"), reason
        else:
            assert any(why in str(work["error"]) for why in ("send it again", "there is no row", "has ended")), work
    assert all(n == 1 for reason, n in reasons.items() if reason.startswith(("rewind", "fork"))), reasons


def _check_approvals(ground: Ground, campaigns: Campaigns) -> None:
    """Each approved result is in its battle's log, once."""
    results, steps = table(TableResult), table(Step)
    with campaigns.store.database.read() as connection:
        for campaign, id in ground.master.approved:
            assert (
                connection.execute(select(results.c.status).where(results.c.campaign == campaign, results.c.id == id)).scalar_one()
                == "approved"
            )
            settled = connection.execute(select(steps.c.version).where(steps.c.campaign == campaign, steps.c.kind == "settle")).all()
            assert len(settled) == 1
