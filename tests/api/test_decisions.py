"""Decisions over HTTP: pauses, deadlines and drafts, who sealed what, what is over, plans."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from api.service import Settings
from orchestrator.people.notices import NOTICE
from tests.api.conftest import House, opened, refused, wait_for

HOUR = 3600


class Watch:
    """The time of day as the service sees it; the test moves it on, and the service is alive all the while."""

    def __init__(self, house: House) -> None:
        self.moment = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)
        self._service = house.service
        house.service.calls.now = house.service.deadlines._now = house.service.calls.pauses._now = self.now
        house.service.deadlines.resume()

    def now(self) -> datetime:
        return self.moment

    def later(self, **span: int) -> None:
        end = self.moment + timedelta(**span)
        while self.moment < end:
            self.moment = min(end, self.moment + timedelta(seconds=55))
            self._service.deadlines.beat()
        self._service.pass_deadlines()


@pytest.fixture
def house(furnished: tuple[Path, House], tmp_path: Path) -> Iterator[House]:
    """A service that does nothing by itself: the test says when deadlines pass."""
    with opened(furnished, tmp_path, Settings(beat_seconds=3600)) as made:
        yield made


@pytest.fixture
def watch(house: House) -> Watch:
    return Watch(house)


def given(house: House, **wish: Any) -> Any:
    answer = house.post("gm", "/campaigns/{id}/assignments", wish)
    assert answer.status_code == 200, answer.text
    return answer.json()


def asked(house: House, who: str = "tog") -> dict[str, Any]:
    """What somebody is asked first when the campaign runs."""
    house.post("gm", "/campaigns/{id}/runs", {"until": "end"})
    wait_for(lambda: bool(house.get(who, "/campaigns/{id}/decisions").json()))
    return dict(house.get(who, "/campaigns/{id}/decisions").json()[0])


def stands(house: House) -> list[Any]:
    return [work.status for work in house.service.works.of(house.campaign)]


def test_a_pause_stops_the_clock_and_the_status_says_so(house: House, watch: Watch) -> None:
    given(house, seat="cw", holder="bot")
    given(house, seat="tog", deadline_seconds=HOUR, on_deadline="bot")
    call = asked(house)
    wait_for(lambda: "waiting" in stands(house))
    watch.later(minutes=30)
    assert house.post("gm", "/campaigns/{id}/pause").json()["status"] == "stopped"
    assert house.get("tog", "/campaigns/{id}").json()["status"] == "paused"
    watch.later(hours=3)
    (same,) = house.get("tog", "/decisions").json()
    assert same == call
    assert house.get("tog", f"/campaigns/{{id}}/decisions/{call['id']}").json()["offers"]
    assert asked(house)["due_utc"] == "2026-03-02T00:00:00.000000+00:00"
    wait_for(lambda: house.get("tog", "/campaigns/{id}").json()["status"] == "your_turn")
    watch.later(minutes=29)
    assert house.get("tog", "/decisions").json()[0]["id"] == call["id"]
    watch.later(minutes=1)

    wait_for(lambda: call["id"] not in [each["id"] for each in house.get("tog", "/decisions").json()])


def test_orders_of_a_pause_are_played_when_it_is_over(house: House) -> None:
    given(house, seat="cw", holder="bot")
    call = asked(house)
    wait_for(lambda: "waiting" in stands(house))
    house.post("gm", "/campaigns/{id}/pause")
    assert house.post("gm", "/campaigns/{id}/pause").json() is None
    offers = house.get("tog", f"/campaigns/{{id}}/decisions/{call['id']}").json()["offers"]
    choices = {slot["id"]: slot["options"][0]["order"] for slot in offers}
    assert house.post("tog", f"/campaigns/{{id}}/decisions/{call['id']}/orders", {"choices": choices}).json()["status"] == "sealed"
    assert house.get("tog", "/campaigns/{id}").json()["status"] == "paused"
    assert asked(house)["id"] != call["id"]
    refused(house.post("tog", "/campaigns/{id}/pause"), 403)


# ---- who sealed it ----------------------------------------------------------------------------------------------------


def first_options(house: House, call: dict[str, Any]) -> dict[str, Any]:
    offers = house.get("gm", f"/campaigns/{{id}}/decisions/{call['id']}").json()["offers"]
    return {slot["id"]: slot["options"][0]["order"] for slot in offers}


def over(house: House, who: str, call: dict[str, Any]) -> Any:
    """A decision that the campaign has left behind, once it has."""
    path = f"/campaigns/{{id}}/decisions/{call['id']}"
    wait_for(lambda: house.get(who, path).json()["status"] == "over")
    return house.get(who, path).json()


def test_a_player_reads_afterwards_what_the_gm_sealed_for_him(house: House) -> None:
    given(house, seat="cw", holder="bot")
    call = asked(house)
    choices = first_options(house, call)
    answer = house.post("gm", f"/campaigns/{{id}}/decisions/{call['id']}/orders", {"choices": choices}).json()
    assert answer["sealed_by"] == "gm"
    found = over(house, "tog", call)
    assert (found["sealed_by"], found["draft"]["choices"], found["offers"], found["prospects"]) == ("gm", choices, [], [])
    refused(house.get("cw", f"/campaigns/{{id}}/decisions/{call['id']}"), 404)
    refused(house.post("tog", f"/campaigns/{{id}}/decisions/{call['id']}/orders", {"choices": {}}), 409)
    mine = asked(house)
    sealed = house.post("tog", f"/campaigns/{{id}}/decisions/{mine['id']}/orders", {"choices": first_options(house, mine)}).json()
    assert sealed["sealed_by"] == "you"
    assert over(house, "gm", mine)["sealed_by"] == "player"
    past = house.get("tog", "/campaigns/{id}/decisions?past=true").json()
    assert [(each["id"], each["sealed_by"]) for each in past] == [(mine["id"], "you"), (call["id"], "gm")]
    assert house.get("cw", "/campaigns/{id}/decisions?past=true").json() == []


def test_what_was_drafted_stands_when_the_time_is_over_and_its_player_is_told(house: House, watch: Watch) -> None:
    given(house, seat="cw", holder="bot")
    given(house, seat="tog", deadline_seconds=HOUR, on_deadline="bot")
    house.service.notices.add(house.campaign, house.ids["tog"], "webhook", "https://example.org/imperator", ["overdue"])
    call = asked(house)
    choices = first_options(house, call)
    house.put("tog", f"/campaigns/{{id}}/decisions/{call['id']}/draft", {"choices": choices, "revision": 0})
    watch.later(minutes=61)
    found = over(house, "tog", call)
    assert (found["sealed_by"], found["draft"]["choices"]) == ("deadline", choices)
    wait_for(lambda: bool(notices(house)))
    (told,) = notices(house)
    assert (told["event"], told["decision"], told["sealed_by"]) == ("overdue", call["id"], "deadline")


def notices(house: House) -> list[dict[str, Any]]:
    """What is or was on its way to hooks."""
    with house.service.campaigns.store.database.read() as connection:
        return [json.loads(row.body) for row in connection.execute(select(NOTICE))]
