"""A service with a campaign, and people before it: a GM, two players of other sides, one who only watches, a host, a stranger."""

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import pytest
from argon2 import PasswordHasher
from fastapi.testclient import TestClient

from api.problems import MEDIA
from orchestrator.people.invitations import Wanted
from orchestrator.people.passwords import Passwords
from orchestrator.people.people import People

URL = "http://localhost:8000"
PASSWORD = "per aspera ad astra"
SECRET = bytes(range(32))
QUICK = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
"""So that tests need not wait for passwords."""


@dataclass
class House:
    """`ids` and `tokens` of people by what tests call them; `campaign` is a dogfight of cw and tog that has not been run. `service` is behind it."""

    client: TestClient
    people: People
    campaign: str
    ids: dict[str, str] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)
    service: Any = None

    def come(self, who: str, role: str, *, campaign: str | None = None, side: str = "", seat: str = "") -> None:
        """Somebody new, by an invitation of the operator."""
        place = "" if role == "host" else campaign or self.campaign
        _, secret = self.people.invitations.make(Wanted(role, place, side=side, seat=seat))
        self.ids[who] = self.people.invitations.accept(secret, name=who)[0].id
        self.tokens[who] = self.people.tokens.give(self.ids[who]).token

    def call(self, who: str | None, method: str, path: str, **more: Any) -> Any:
        """A request by somebody (None: by nobody known). `{id}` in the path is the campaign's."""
        headers = more.pop("headers", {}) | ({} if who is None else {"Authorization": f"Bearer {self.tokens[who]}"})
        return self.client.request(method, f"/v1{path.replace('{id}', self.campaign)}", headers=headers, **more)

    def get(self, who: str | None, path: str, **more: Any) -> Any:
        return self.call(who, "GET", path, **more)

    def post(self, who: str | None, path: str, json: Any = None, **more: Any) -> Any:
        return self.call(who, "POST", path, json=json, **more)

    def put(self, who: str | None, path: str, json: Any = None, **more: Any) -> Any:
        return self.call(who, "PUT", path, json=json, **more)

    def patch(self, who: str | None, path: str, json: Any = None, **more: Any) -> Any:
        return self.call(who, "PATCH", path, json=json, **more)

    def delete(self, who: str | None, path: str, **more: Any) -> Any:
        return self.call(who, "DELETE", path, **more)


def refused(answer: Any, status: int, text: str = "") -> dict[str, Any]:
    """The problem that an answer is."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == MEDIA
    problem = answer.json()
    assert problem["status"] == status
    assert text in problem["detail"]
    return dict(problem)


def sign_in(house: House, login: str, password: str) -> Any:
    return house.call(None, "POST", "/tokens", data={"username": login, "password": password})


def invited(house: House, **wanted: Any) -> str:
    """The secret of an invitation by the GM."""
    answer = house.post("gm", "/campaigns/{id}/invitations", wanted)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["secret"])


def wait_for(holds: Callable[[], bool]) -> None:
    """Until something holds that another thread brings about."""
    for _ in range(600):
        if holds():
            return
        time.sleep(0.05)
    raise AssertionError("it never came about")


def _campaigns(path: Path) -> Any:
    from api.commands.root import judge
    from orchestrator.campaign import Campaigns
    from orchestrator.links.every import every_link
    from orchestrator.store.writing import Store

    return Campaigns(Store(f"sqlite:///{path}"), every_link(), judge)


@pytest.fixture(scope="session")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, House]:
    """A database with everybody in it, to be copied; its house has no door."""
    from campaigns.library import find
    from orchestrator.planning import plan_of
    from scales.engines import engine

    path: Path = tmp_path_factory.mktemp("house") / "house.db"
    campaigns = _campaigns(path)
    people = People(campaigns.store.database, Passwords(QUICK))
    made = House(cast(TestClient, None), people, campaigns.create(plan_of(find("dogfight", engine)), secret=SECRET))
    made.come("gm", "gm")
    made.come("cw", "player", seat="cw")
    made.come("tog", "player", seat="tog")
    made.come("watcher", "spectator")
    made.come("host", "host")
    made.come("stranger", "host")
    campaigns.store.close()
    return path, made


@contextmanager
def opened(furnished: tuple[Path, House], folder: Path, settings: Any = None) -> Iterator[House]:
    """The house of a copy of the database."""
    from api.app import create_app
    from api.service import Service
    from workers.inline import Inline

    path, full = furnished
    campaigns = _campaigns(Path(shutil.copy(path, folder / "house.db")))
    people = People(campaigns.store.database, Passwords(QUICK))
    service = Service(campaigns, Inline(), settings, people=people)
    with TestClient(create_app(service), base_url=URL) as client:
        yield House(client, people, full.campaign, dict(full.ids), dict(full.tokens), service)
    service.close()
    campaigns.store.close()


@pytest.fixture
def house(furnished: tuple[Path, House], tmp_path: Path) -> Iterator[House]:
    """A service of one's own, with everybody in it."""
    with opened(furnished, tmp_path) as made:
        yield made


@pytest.fixture(scope="module")
def quiet_house(furnished: tuple[Path, House], tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One for all tests of a file that change nothing: building the service takes longer than most of them."""
    with opened(furnished, tmp_path_factory.mktemp("quiet")) as made:
        yield made


@pytest.fixture
def livia(house: House) -> House:
    """A house in which Livia has a login."""
    welcome = house.post(
        None, "/invitations/accept", {"secret": invited(house, role="spectator"), "name": "Livia", "login": "Livia", "password": PASSWORD}
    ).json()
    house.ids["livia"], house.tokens["livia"] = welcome["person"], welcome["token"]["access_token"]
    return house
