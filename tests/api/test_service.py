"""The read-only service: every route answers, pages add up, what is not there is a documented problem."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from api.app import create_app
from api.commands.root import judge
from campaigns.library import find
from orchestrator.campaign import Campaigns
from orchestrator.links.every import every_link
from orchestrator.planning import plan_of
from orchestrator.store import Store
from scales.engines import engine


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Campaigns:
    """A database with two turns of a dogfight, the Commonwealth left to a person from the third on."""
    path: Path = tmp_path_factory.mktemp("service") / "dogfight.db"
    campaigns = Campaigns(Store(f"sqlite:///{path}"), every_link(), judge)
    id = campaigns.create(plan_of(find("dogfight", engine)), seed=1)
    campaigns.run(id, until_turn=3)
    campaigns.create(plan_of(find("dogfight", engine)), {"cw": "person"}, seed=2)
    waiting = campaigns.all()[-1].id
    campaigns.run(waiting)
    return campaigns


@pytest.fixture(scope="module")
def client(store: Campaigns) -> Iterator[TestClient]:
    with TestClient(create_app(store), base_url="http://localhost:8000") as client:
        yield client


@pytest.fixture(scope="module")
def id(store: Campaigns) -> str:
    return next(status.id for status in store.all() if status.status != "waiting")


def test_campaigns_newest_first_and_in_figures(client: TestClient, store: Campaigns, id: str) -> None:
    listed = client.get("/v1/campaigns").json()
    assert [each["id"] for each in listed] == [status.id for status in reversed(store.all())]
    shown = client.get(f"/v1/campaigns/{id}").json()
    assert shown["campaign"] == "dogfight"
    assert shown["digest"] == store.digest(id)


def test_battles_with_state_and_report(client: TestClient, id: str) -> None:
    (battle,) = client.get(f"/v1/campaigns/{id}/battles").json()
    assert battle["scale"] == "interceptor"
    shown = client.get(f"/v1/campaigns/{id}/battles/{battle['id']}").json()
    assert set(shown["state"]["craft"]) == set(shown["report"]["fates"])


def test_units_by_side_and_one_with_its_events(client: TestClient, id: str) -> None:
    units = client.get(f"/v1/campaigns/{id}/units", params={"side": "tog"}).json()
    assert sorted(unit["id"] for unit in units) == ["tog-1", "tog-2", "tog-3", "tog-4"]
    one = client.get(f"/v1/campaigns/{id}/units/tog-1").json()
    assert one["boards"][0]["name"] == "Gladius Prima"
    assert all("tog-1" in event["units"] for event in one["events"])
    assert one["events"]


def test_pages_of_events_add_up_to_the_log(client: TestClient, store: Campaigns, id: str) -> None:
    found, after = [], 0
    while True:
        page = client.get(f"/v1/campaigns/{id}/events", params={"after": after, "limit": 7}).json()
        found += [event["id"] for event in page["events"]]
        if page["next"] is None:
            break
        after = page["next"]
    assert found == [str(logged.place) for _, logged in store.log(id)]


def test_an_event_and_its_causes(client: TestClient, store: Campaigns, id: str) -> None:
    event = str(store.log(id)[-1][1].place)
    causes = client.get(f"/v1/campaigns/{id}/events/{event}/causes").json()
    assert causes[0]["id"] == event


def test_what_people_must_decide(client: TestClient, store: Campaigns, id: str) -> None:
    waiting = next(status.id for status in store.all() if status.id != id)
    (decision, *_) = client.get(f"/v1/campaigns/{waiting}/decisions").json()
    assert decision["seat"] == "cw"
    assert client.get(f"/v1/campaigns/{id}/decisions").json() == []


@pytest.mark.parametrize(
    "path",
    [
        "/v1/campaigns/none",
        "/v1/campaigns/none/battles",
        "/v1/campaigns/none/units",
        "/v1/campaigns/none/events",
        "/v1/campaigns/none/decisions",
        "/v1/campaigns/{id}/battles/none",
        "/v1/campaigns/{id}/units/none",
        "/v1/campaigns/{id}/events/none/causes",
        "/v1/campaigns/{id}/events/b:1:99999999999999999999/causes",
    ],
)
def test_what_is_not_there_is_a_problem_in_a_sentence(client: TestClient, id: str, path: str) -> None:
    answer = client.get(path.format(id=id))
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["detail"]


@pytest.mark.parametrize("query", ["after=-1", "limit=0", "limit=99999", "after=x"])
def test_bad_pages_are_refused(client: TestClient, id: str, query: str) -> None:
    assert client.get(f"/v1/campaigns/{id}/events?{query}").status_code == 422


def test_nothing_can_be_written(client: TestClient, id: str) -> None:
    for method in ("post", "put", "patch", "delete"):
        assert getattr(client, method)(f"/v1/campaigns/{id}").status_code == 405


def test_the_service_describes_itself(client: TestClient) -> None:
    paths = client.get("/openapi.json").json()["paths"]
    assert len(paths) == 10
    assert all(path.startswith("/v1/") and set(methods) == {"get"} for path, methods in paths.items())
    assert client.get("/v1/health").json() == {"status": "ok"}
    assert client.get("/v1/health").headers["x-content-type-options"] == "nosniff"


def test_another_sites_name_for_this_machine_is_refused(client: TestClient) -> None:
    assert client.get("/v1/campaigns", headers={"host": "evil.example"}).status_code == 400
