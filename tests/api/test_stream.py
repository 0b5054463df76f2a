"""The stream: everything that a reader may see, once, in order, across interruptions and rewinds; and it ends when he may read no more."""

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any

import httpx2
import pytest
import uvicorn
from sqlalchemy import insert, update

from api.app import create_app
from api.stream import STREAMS_A_PERSON, Pace, Streams
from campaigns.library import find
from orchestrator.planning import plan_of
from orchestrator.readers.pulse import CALL
from orchestrator.store.writing import CAMPAIGN, TIMELINE
from scales.engines import engine
from tests.api.conftest import House, opened, wait_for

PATIENCE = 60


@dataclass
class Sent:
    """One event of a stream."""

    event: str
    id: str
    data: Any


@pytest.fixture(scope="module")
def served(furnished: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, str]]:
    """A service on a port of this machine, which looks often."""
    with opened(furnished, tmp_path_factory.mktemp("served")) as house:
        house.service.streams = Streams(house.service.door, house.people, Pace(look=0.02, check=0.1))
        server = uvicorn.Server(uvicorn.Config(create_app(house.service), port=0, log_level="warning", lifespan="off", ws="none"))
        thread = threading.Thread(target=server.run)
        thread.start()
        while not server.started:
            thread.join(0.01)
        yield house, f"http://localhost:{server.servers[0].sockets[0].getsockname()[1]}"
        server.should_exit = server.force_exit = True
        thread.join()


@pytest.fixture
def live(served: tuple[House, str]) -> tuple[House, str]:
    """A new dogfight among bots, with a master, a spectator of each side and one of what all may see."""
    house, _ = served
    house.campaign = house.service.campaigns.create(plan_of(find("dogfight", engine)), secret=bytes(32))
    house.come("master", "gm")
    for who, side in (("red", "tog"), ("blue", "cw"), ("everyman", "")):
        house.come(who, "spectator", side=side)
    return served


@contextmanager
def following(live: tuple[House, str], who: str, after: str | None = None, last: str | None = None) -> Iterator[Iterator[Sent]]:
    """What is sent to a reader, as it comes."""
    house, url = live
    headers = {"Authorization": f"Bearer {house.tokens[who]}"} | ({"Last-Event-ID": last} if last else {})
    params = {"after": after} if after else {}
    path = f"{url}/v1/campaigns/{house.campaign}/stream"
    with httpx2.stream("GET", path, headers=headers, params=params, timeout=PATIENCE) as answer:
        assert answer.status_code == 200, answer.read()
        assert answer.headers["content-type"].startswith("text/event-stream")
        yield _sent(answer.iter_lines())


def _sent(lines: Iterator[str]) -> Iterator[Sent]:
    fields: dict[str, str] = {}
    for line in lines:
        if line:
            name, _, value = line.partition(": ")
            fields[name] = value
        elif fields.get("data"):
            yield Sent(fields["event"], fields.get("id", ""), json.loads(fields["data"]))
            fields = {}


def until(stream: Iterator[Sent], kind: str) -> tuple[list[Sent], Sent]:
    """What comes before the next of a kind, and it."""
    before: list[Sent] = []
    for each in stream:
        if each.event == kind:
            return before, each
        before.append(each)
    raise AssertionError(f"the stream ended before any {kind}")


def whole(house: House, who: str) -> list[Any]:
    return list(house.get(who, "/campaigns/{id}/events", params={"limit": 1000}).json()["events"])


@pytest.mark.parametrize("who", ["master", "red", "everyman"])
def test_a_stream_from_the_beginning_is_the_list_of_events(live: tuple[House, str], who: str) -> None:
    house, _ = live
    house.service.campaigns.run(house.campaign, until_turn=2)
    with following(live, who, after="0.0") as stream:
        sent, state = until(stream, "state")
    events = whole(house, who)
    assert events
    assert [each.data for each in sent] == events
    assert [each.id for each in sent] == [f"0.{event['number']}" for event in events]
    assert state.data["status"] == "paused"


def test_what_happens_is_sent_as_it_happens_and_resumed_where_it_was_cut_off(live: tuple[House, str]) -> None:
    house, _ = live
    games = house.service.campaigns
    with following(live, "red") as stream:
        before, state = until(stream, "state")
        assert before == []
        games.run(house.campaign, until_turn=2)
        first = until(stream, "event")[1]
    events = whole(house, "red")
    assert first.data == events[int(state.id.partition(".")[2])]
    games.run(house.campaign, until_turn=3)
    with following(live, "red", last=first.id) as stream:
        sent, _ = until(stream, "state")
    assert [each.data["number"] for each in sent] == [event["number"] for event in whole(house, "red")][first.data["number"] :]


def test_only_the_seat_that_is_asked_hears_of_it(live: tuple[House, str]) -> None:
    """Given players of both sides who follow, when one of them is asked something, then only he is told so."""
    house, _ = live
    house.come("player", "player", seat="tog")
    house.come("other", "player", seat="cw")
    with following(live, "player") as mine, following(live, "other") as others:
        until(mine, "state")
        until(others, "state")
        database = house.service.campaigns.store.database
        battle = house.service.campaigns.reading.battles(house.campaign, 0)[0]
        key = {"campaign": house.campaign, "timeline": 0, "battle": battle.battle, "version": battle.version, "n": 0}
        with database.write() as connection:
            connection.execute(insert(CALL), [key | {"seat": "tog", "number": 1, "part": "", "asked_utc": "2026", "revision": 0}])
        before, state = until(mine, "state")
        assert (before, state.data["status"]) == ([], "your_turn")
        assert until(mine, "call")[1].data["number"] == 1
        with database.write() as connection:
            connection.execute(update(CAMPAIGN).where(CAMPAIGN.c.id == house.campaign), {"status": "paused"})
        before, state = until(others, "state")
        assert (before, state.data["status"]) == ([], "paused")


def test_after_a_rewind_the_stream_says_why_and_goes_on_from_the_branch(live: tuple[House, str]) -> None:
    house, _ = live
    games = house.service.campaigns
    games.run(house.campaign, until_turn=2)
    with following(live, "red", after="0.0") as stream:
        sent, _ = until(stream, "state")
        _turn_back(house, 0)
        before, rewound = until(stream, "rewound")
        assert before == []
        again, _ = until(stream, "state")
    assert rewound.data["reason"] == "the fleets stood on the wrong sheet"
    assert (rewound.data["timeline"], rewound.data["before"]) == (1, 0)
    with following(live, "red", last=sent[-1].id) as stream:
        before, rewound = until(stream, "rewound")
        assert before == []
        resumed, _ = until(stream, "state")
    assert resumed == again
    assert int(rewound.id.partition(".")[2]) < len(sent)


def _turn_back(house: House, tick: int) -> None:
    """Branch off before a row, with nothing played yet on the new timeline."""
    row = {"campaign": house.campaign, "timeline": 1, "parent": 0, "branched_at": tick, "reason": "the fleets stood on the wrong sheet"}
    with house.service.campaigns.store.database.write() as connection:
        connection.execute(insert(TIMELINE), [row | {"opened_utc": "2026"}])
        connection.execute(update(CAMPAIGN).where(CAMPAIGN.c.id == house.campaign), {"timeline": 1, "tick": tick})


def test_a_stream_ends_with_the_token_and_with_the_membership(live: tuple[House, str]) -> None:
    house, _ = live
    with following(live, "red") as stream:
        until(stream, "state")
        house.people.tokens.revoke_others(house.ids["red"])
        assert list(stream) == []
    with following(live, "blue") as stream:
        until(stream, "state")
        house.people.members.remove(house.campaign, house.ids["blue"])
        assert list(stream) == []


def test_a_game_master_is_told_of_work(live: tuple[House, str]) -> None:
    house, _ = live
    with following(live, "master") as master:
        until(master, "state")
        work = house.service.works.start(house.campaign, "run", {"until": "turn", "turn": 2}, house.ids["master"])
        told = until(master, "work")[1].data
    assert (told["id"], told["kind"]) == (work.id, "run")


def test_a_person_has_only_so_many_streams(live: tuple[House, str]) -> None:
    house, url = live
    with ExitStack() as stack:
        streams = [stack.enter_context(following(live, "everyman")) for _ in range(STREAMS_A_PERSON)]
        for stream in streams:
            until(stream, "state")
        headers = {"Authorization": f"Bearer {house.tokens['everyman']}"}
        answer = httpx2.get(f"{url}/v1/campaigns/{house.campaign}/stream", headers=headers, timeout=PATIENCE)
    assert answer.status_code == 429
    assert "streams already" in answer.json()["detail"]


@pytest.mark.parametrize("after", ["x", "1", "1.2.3"])
def test_a_place_that_is_none_is_refused_before_anything_is_sent(live: tuple[House, str], after: str) -> None:
    house, url = live
    headers = {"Authorization": f"Bearer {house.tokens['red']}", "Last-Event-ID": after}
    answer = httpx2.get(f"{url}/v1/campaigns/{house.campaign}/stream", headers=headers, timeout=PATIENCE)
    assert answer.status_code == 422
    assert "cursor" in answer.json()["detail"]


def test_readers_who_drop_their_streams_or_open_many_at_once_do_not_shut_themselves_out(live: tuple[House, str]) -> None:
    """Given forty streams opened in one moment, when all are dropped in the middle of an event, then new ones are admitted."""
    house, url = live
    house.service.campaigns.run(house.campaign, until_turn=2)
    port = int(url.rpartition(":")[2])
    request = f"GET /v1/campaigns/{house.campaign}/stream?after=0.0 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {house.tokens['everyman']}\r\n\r\n"

    def opened() -> socket.socket:
        line = socket.create_connection(("localhost", port), PATIENCE)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.sendall(request.encode())
        return line

    for _ in range(2):
        lines = [opened() for _ in range(40)]
        assert sum(line.recv(12).endswith(b"200") for line in lines) == STREAMS_A_PERSON
        for line in lines:
            line.close()
        wait_for(lambda: not house.service.streams._open and not house.service.streams._watches)
