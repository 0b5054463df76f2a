"""Whatever is sent wrong is answered with a sentence and the right status, and the campaign stands as it stood."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import jwt
import pytest

from api.service import Settings
from tests.api.conftest import House, opened, refused, wait_for

JSON = {"content-type": "application/json"}
ORDERS = "/campaigns/{id}/decisions/0-tog-1/orders"


@pytest.fixture(scope="module")
def asked(furnished: tuple[Path, House], tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """TOG is asked to move; nothing here changes that."""
    with opened(furnished, tmp_path_factory.mktemp("wrong"), Settings(beat_seconds=3600)) as house:
        yield waiting(house)


@pytest.fixture
def asked_anew(house: House) -> House:
    """The same, for tests that go on from there."""
    return waiting(house)


def waiting(house: House) -> House:
    house.post("gm", "/campaigns/{id}/assignments", {"seat": "cw", "holder": "bot"})
    house.post("gm", "/campaigns/{id}/runs", {"until": "decision"})
    wait_for(lambda: [each["id"] for each in house.get("tog", "/campaigns/{id}/decisions").json()] == ["0-tog-1"])
    wait_for(lambda: house.get("gm", "/campaigns/{id}/works").json()[0]["status"] == "done")
    return house


def options(house: House) -> list[dict[str, Any]]:
    return [each["order"] for each in house.get("tog", "/campaigns/{id}/decisions/0-tog-1").json()["offers"][0]["options"]]


def digest(house: House) -> Any:
    """Everything that the campaign is, in short."""
    return house.get("gm", "/campaigns/{id}/proof").json()["digest"], house.get("gm", "/campaigns/{id}").json()["master"]


def is_sound(house: House) -> bool:
    work = house.post("gm", "/campaigns/{id}/verify").json()["id"]
    wait_for(lambda: house.get("gm", f"/works/{work}").json()["status"] == "done")
    return bool(house.get("gm", f"/works/{work}").json()["result"]["is_sound"])


@contextmanager
def unharmed(house: House) -> Iterator[None]:
    """Nothing of the campaign changes meanwhile, and it is sound."""
    before = digest(house)
    yield
    assert digest(house) == before
    assert is_sound(house)


# ---- orders ---------------------------------------------------------------------------------------------------------


def test_orders_for_a_seat_of_somebody_else(asked: House) -> None:
    with unharmed(asked):
        order = {"choices": {"move": options(asked)[0]}}
        refused(asked.post("cw", ORDERS, order), 404, "there is no call")
        refused(asked.post("watcher", ORDERS, order), 403)
        refused(asked.put("cw", "/campaigns/{id}/decisions/0-tog-1/draft", order | {"revision": 0}), 404)


def test_orders_that_are_none(asked: House) -> None:
    order = options(asked)[0]
    wrong: list[dict[str, Any]] = [
        {},
        {"choices": {}},
        {"choices": {"move": {}}},
        {"choices": {"move": order | {"craft": "cw-1"}}},
        {"choices": {"move": order | {"craft": "nobody"}}},
        {"choices": {"move": order | {"faster": 10**15}}},
        {"choices": {"move": order | {"turns": [0] * 10_000}}},
        {"choices": {"move": order | {"turns": {"a": [[]]}}}},
        {"choices": {"move": order, "again": order}},
        {"choices": {"": order}},
    ]
    with unharmed(asked):
        for body in wrong:
            problem = refused(asked.post("tog", ORDERS, body), 422)
            assert all(fault["text"] for fault in problem["faults"])


def test_a_decision_that_was_taken_and_orders_that_were_sealed_stand(asked_anew: House) -> None:
    first, other = ({"choices": {"move": order}} for order in options(asked_anew)[:2])
    assert asked_anew.post("tog", ORDERS, first).status_code == 200
    with unharmed(asked_anew):
        assert asked_anew.post("tog", ORDERS, first).status_code == 200
        refused(asked_anew.post("tog", ORDERS, other), 409, "stand")
        refused(asked_anew.put("tog", ORDERS.replace("orders", "draft"), other | {"revision": 0}), 409)
    asked_anew.post("gm", "/campaigns/{id}/runs", {"until": "decision"})
    wait_for(lambda: [each["id"] for each in asked_anew.get("tog", "/campaigns/{id}/decisions").json()] not in ([], ["0-tog-1"]))
    with unharmed(asked_anew):
        refused(asked_anew.post("tog", ORDERS, other), 409)


def test_a_unit_that_died_meanwhile_takes_no_orders(asked_anew: House) -> None:
    house = asked_anew
    orders = options(house)
    dead = orders[0]["craft"]
    place = "/campaigns/{id}/battles/dogfight.interceptor/rulings"
    now = {key: value for key, value in house.get("gm", place).json().items() if key in {"timeline", "version"}}
    assert house.post("gm", place, now | {"kind": "destroy", "reason": "a mine", "details": {"unit": dead}}).json()["taken"]
    (call,) = house.get("tog", "/campaigns/{id}/decisions").json()
    asked_again = f"/campaigns/{{id}}/decisions/{call['id']}"
    with unharmed(house):
        refused(house.post("tog", ORDERS, {"choices": {"move": orders[0]}}), 409, "the battle has gone on")
        refused(house.post("tog", f"{asked_again}/orders", {"choices": {"move": orders[0]}}), 422)
    offered = house.get("tog", asked_again).json()["offers"][0]["options"]
    assert dead not in {option["order"]["craft"] for option in offered}


def test_two_gms_who_rule_at_once(asked_anew: House) -> None:
    house = asked_anew
    house.come("second", "gm")
    place = "/campaigns/{id}/battles/dogfight.interceptor/rulings"
    now = {key: value for key, value in house.get("gm", place).json().items() if key in {"timeline", "version"}}
    answers: list[Any] = []

    def rule(who: str, unit: str) -> None:
        answers.append(house.post(who, place, now | {"kind": "destroy", "reason": f"says {who}", "details": {"unit": unit}}))

    both = [threading.Thread(target=rule, args=each) for each in (("gm", "tog-3"), ("second", "cw-3"))]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join()
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    dead = [unit["id"] for unit in house.get("gm", "/campaigns/{id}/units").json() if unit["status"] == "destroyed"]
    assert len(dead) == 1
    assert is_sound(house)


# ---- what is no request at all --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b'{"choices": ', 422),
        (b"", 422),
        (b"[1, 2", 422),
        (b"\xff\xfe\x00", 400),
        (b'{"choices": {"move": {"craft": "\xff"}}}', 400),
        (b'{"choices": {"move": {"craft": "\\ud800"}}}', 422),
        (b'{"choices": {"move": {"craft": "tog\\u0000-1"}}}', 422),
        (b'{"choices": {"move": {"faster": NaN}}}', 422),
        (b'{"choices": {"move": {"faster": 1e999}}}', 422),
        (b'{"choices": {"move": {"faster": 1%s}}}' % (b"0" * 400), 422),
        (b'{"choices": {"move": {"faster": 1%s}}}' % (b"0" * 9000), 400),
        (b'{"choices": {"move": {"turns": %s%s}}}' % (b"[" * 100, b"]" * 100), 422),
        (b"[" * 100_000, 400),
        (b'{"a":' * 100_000, 400),
        (b'{"choices": {}, "more": 1}', 422),
        (b'"text"', 422),
        (b"7", 422),
    ],
)
def test_bodies_that_are_no_orders(asked: House, body: bytes, status: int) -> None:
    refused(asked.call("tog", "POST", ORDERS, content=body, headers=JSON), status)
    if body:
        refused(asked.call("tog", "POST", ORDERS, content=body, headers={"content-type": "text/plain"}), 422)
        assert asked.get("tog", "/campaigns/{id}/decisions").json()[0]["status"] == "open"


def test_fifty_megabytes_are_not_read(asked: House) -> None:
    body = b" " * (50 << 20)
    with unharmed(asked):
        for path in (ORDERS, "/campaigns/check", "/campaigns"):
            refused(asked.call("gm", "POST", path, content=body, headers=JSON), 413, "at most")
        refused(asked.call("host", "POST", "/campaigns/import", content=body, headers=JSON), 422, "cannot be brought in")


def test_an_import_that_is_no_campaign_leaves_nothing(asked: House) -> None:
    for document in (b"{}", b'{"format": 1}', b'{"a": ' * 5000, b"{" + b'"a": 1, ' * 1000):
        refused(asked.call("host", "POST", "/campaigns/import", content=document, headers=JSON), 422, "cannot be brought in")
    assert asked.get("host", "/campaigns").json() == []


# ---- campaign files -------------------------------------------------------------------------------------------------

BOMBS = {
    "aliases": "a: &a [x, x, x, x]\nb: &b [*a, *a, *a, *a]\nc: &c [*b, *b, *b, *b]\nd: [*c, *c, *c, *c]\n",
    "merge keys": "a: &a {x: 1}\nb:\n  <<: *a\n",
    "deep lists": "[" * 5000 + "]" * 5000,
    "deep maps": "{a: " * 5000 + "}" * 5000,
    "deep blocks": "".join(" " * n + "a:\n" for n in range(500)),
    "a huge scalar": "imperator: 1\nname: " + "x" * 300_000,
    "a huge number": "imperator: 1" + "0" * 5000,
    "keys twice": "imperator: 1\nname: a\nname: b\n",
    "objects of Python": "!!python/object/apply:os.system [id]",
    "two documents": "imperator: 1\n---\nimperator: 1\n",
    "tabs": "imperator:\t1\n\tname: x",
    "a list": "- 1\n- 2",
    "nothing": "",
    "control characters": "imperator: 1\nname: \x07\x1b[31m",
    "a path for a name": "imperator: 1\nname: ../../etc/passwd",
}


@pytest.mark.parametrize("text", BOMBS.values(), ids=BOMBS)
def test_files_that_are_no_campaigns(asked: House, text: str) -> None:
    verdict = asked.post("gm", "/campaigns/check", {"file": text})
    assert verdict.status_code == 200
    assert verdict.json()["faults"]
    problem = refused(asked.post("host", "/campaigns", {"file": text}), 422)
    assert problem["faults"]
    assert len(problem["detail"]) <= 2000
    assert asked.get("host", "/campaigns").json() == []


# ---- names ----------------------------------------------------------------------------------------------------------

TRICKS = (
    "..%2f..%2fetc%2fpasswd",
    "%2fetc%2fpasswd",
    "%2e%2e%5c%2e%2e",
    "a%00b",
    "%00",
    "%0d%0aX-Evil:1",
    "x" * 5000,
    "%ff%fe",
    "💥",
    "'--",
    "*",
    "%25s",
)


@pytest.mark.parametrize("name", TRICKS, ids=range(len(TRICKS)))
def test_names_that_are_paths(asked: House, name: str) -> None:
    for path in (
        f"/campaigns/{name}/units",
        f"/campaigns/{{id}}/units/{name}",
        f"/campaigns/{{id}}/battles/{name}/picture.svg",
        f"/works/{name}",
    ):
        answer = asked.get("gm", path)
        problem = refused(answer, answer.status_code)
        assert problem["status"] in {404, 405, 422}
        assert "x-evil" not in answer.headers
    refused(asked.post("host", "/campaigns", {"library": name[:60]}), 404, "in the library")


# ---- tokens ---------------------------------------------------------------------------------------------------------


def test_tokens_replayed_and_forged(asked: House) -> None:
    claims = jwt.decode(asked.tokens["gm"], options={"verify_signature": False})
    gone = asked.post("gm", "/tokens/personal", {"label": "lost"}).json()
    asked.delete("gm", f"/tokens/{gone['id']}")
    forged = {
        "revoked": gone["access_token"],
        "expired": jwt.encode(claims | {"exp": 1}, "x" * 32, algorithm="HS256"),
        "of another key": jwt.encode(claims, "x" * 32, algorithm="HS256"),
        "unsigned": jwt.encode(claims, None, algorithm="none"),
        "of somebody else": ".".join(
            [*asked.tokens["gm"].split(".")[:1], *asked.tokens["cw"].split(".")[1:2], asked.tokens["gm"].split(".")[2]]
        ),
        "endless": "x" * 100_000,
        "not ASCII": "ü",
    }
    with unharmed(asked):
        for token in forged.values():
            answer = asked.call(None, "POST", "/campaigns/{id}/runs", json={}, headers={"Authorization": f"Bearer {token}".encode()})
            refused(answer, 401)
            assert answer.headers["www-authenticate"] == "Bearer"


def test_machines_by_other_names(asked: House) -> None:
    for host in ("evil.example", "localhost.evil.example", "127.0.0.1.nip.io", ""):
        answer = asked.get("gm", "/me", headers={"host": host})
        assert refused(answer, 400)["type"] == "urn:imperator:problem:unknown-host"


def test_wrong_methods_are_problems(asked: House) -> None:
    answer = asked.delete("gm", "/me")
    refused(answer, 405)
    assert answer.headers["allow"] == "GET, PATCH"
    refused(asked.get("gm", "/nowhere"), 404)
    assert json.loads(asked.get("gm", "/nowhere").content)["detail"]
