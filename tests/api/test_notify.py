"""Notices by signed web-hooks and by mail, with a real server at the other end of each."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Message
from standardwebhooks import Webhook

from api.notify import Post, deliver_due, is_public
from orchestrator.errors import HookRefused, NotFound
from orchestrator.people.notices import HOOKS_AT_MOST, TRIES, Delivery, Notices
from orchestrator.store.database import Database
from tests.api.conftest import House, refused, wait_for

NOW = datetime(2026, 1, 1, tzinfo=UTC)
LATER = datetime(2100, 1, 1, tzinfo=UTC)
BODY = {"subject": "Your orders", "text": "A decision waits for you.", "decision": "0-tog-1"}
INSIDE = Post(private_hooks=True)


class Ear(BaseHTTPRequestHandler):
    """Takes web-hooks; `answer` is the status it gives."""

    heard: ClassVar[list[tuple[dict[str, str], bytes]]] = []
    answer: ClassVar[int] = 204

    def do_POST(self) -> None:
        self.heard.append((dict(self.headers), self.rfile.read(int(self.headers["content-length"]))))
        self.send_response(self.answer)
        self.send_header("location", "http://127.0.0.1:1/elsewhere")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Nothing on the terminal."""


@pytest.fixture
def ear() -> Iterator[str]:
    Ear.heard, Ear.answer = [], 204
    server = HTTPServer(("127.0.0.1", 0), Ear)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/hook"
    server.shutdown()
    server.server_close()


@pytest.fixture
def notices(tmp_path: Path) -> Iterator[Notices]:
    database = Database(f"sqlite:///{tmp_path / 'notices.db'}")
    yield Notices(database)
    database.close()


def test_a_web_hook_is_signed_and_told_once(notices: Notices, ear: str) -> None:
    hook = notices.add("c", "p", "webhook", ear, ["decision"])
    assert [notices.tell("c", "p", "decision", "0-tog-1", BODY, NOW) for _ in range(3)] == [1, 0, 0]
    assert deliver_due(notices, INSIDE) == 1
    assert deliver_due(notices, INSIDE) == 0
    ((headers, body),) = Ear.heard
    told = Webhook(hook.secret).verify(body, {name.lower(): value for name, value in headers.items()})
    assert told["decision"] == "0-tog-1"
    assert told["campaign"] == "c"


def test_only_what_was_asked_for_and_only_whom_it_concerns(notices: Notices, ear: str) -> None:
    notices.add("c", "p", "webhook", ear, ["ended"])
    assert notices.tell("c", "p", "decision", "k", BODY, NOW) == 0
    assert notices.tell("c", "other", "ended", "k", BODY, NOW) == 0
    assert notices.tell("other", "p", "ended", "k", BODY, NOW) == 0


@pytest.mark.parametrize("status", [500, 404, 302, 307])
def test_what_is_not_taken_is_tried_again_later_and_given_up_at_last(notices: Notices, ear: str, status: int) -> None:
    Ear.answer = status
    notices.add("c", "p", "webhook", ear, ["decision"])
    notices.tell("c", "p", "decision", "k", BODY, NOW)
    now = NOW
    for _ in range(TRIES):
        assert deliver_due(notices, INSIDE, now) == 0
        assert deliver_due(notices, INSIDE, now) == 0
        now += timedelta(days=1)
    assert len(Ear.heard) == TRIES
    deliver_due(notices, INSIDE, now)
    assert len(Ear.heard) == TRIES


def test_the_inside_of_the_network_is_out_of_reach(notices: Notices, ear: str) -> None:
    for target in (
        ear,
        ear.replace("127.0.0.1", "localhost"),
        "http://[::1]:1/",
        "http://169.254.169.254/latest",
        "http://10.0.0.1/",
        "http://0.0.0.0/",
    ):
        notices.add("c", "p", "webhook", target, ["decision"])
    notices.tell("c", "p", "decision", "k", BODY, NOW)
    assert deliver_due(notices, Post()) == 0
    assert Ear.heard == []


def test_mail_goes_through_smtp(notices: Notices) -> None:
    box: list[object] = []

    class Box(Message):
        def handle_message(self, message: object) -> None:
            box.append(message)

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = Controller(Box(), hostname="127.0.0.1", port=port)
    server.start()
    try:
        notices.add("c", "p", "email", "player@example.org", ["decision"])
        notices.tell("c", "p", "decision", "k", BODY | {"subject": "two\nlines"}, NOW)
        assert deliver_due(notices, Post(f"smtp://127.0.0.1:{port}", "gm@example.org")) == 1
    finally:
        server.stop()
    (mail,) = box
    assert mail["To"] == "player@example.org"
    assert mail["Subject"] == "two lines"
    assert "A decision waits for you." in mail.get_payload()
    assert "0-tog-1" in mail.get_payload()


def test_a_service_without_a_mail_server_keeps_the_letter(notices: Notices) -> None:
    notices.add("c", "p", "email", "player@example.org", ["decision"])
    notices.tell("c", "p", "decision", "k", BODY, NOW)
    assert deliver_due(notices, Post(), NOW) == 0
    (notice,) = notices.due(NOW + timedelta(days=1))
    assert "--smtp" in notice.error


@pytest.mark.parametrize(
    ("kind", "target", "events"),
    [
        ("webhook", "ftp://example.org", ["decision"]),
        ("webhook", "file:///etc/passwd", ["decision"]),
        ("webhook", "https://example.org/" + "x" * 600, ["decision"]),
        ("webhook", "https://example.org/\r\nhost: evil", ["decision"]),
        ("email", "nobody", ["decision"]),
        ("email", "a@b,c@d", ["decision"]),
        ("email", "-oQ/tmp@x", ["decision"]),
        ("email", "a@b\nbcc: c@d", ["decision"]),
        ("pigeon", "a@b", ["decision"]),
        ("email", "a@b", []),
        ("email", "a@b", ["everything"]),
    ],
)
def test_targets_that_cannot_be(notices: Notices, kind: str, target: str, events: list[str]) -> None:
    with pytest.raises(HookRefused):
        notices.add("c", "p", kind, target, events)


def test_hooks_are_bounded_and_only_their_owner_removes_them(notices: Notices) -> None:
    hooks = [notices.add("c", "p", "email", f"a{n}@example.org", ["decision"]) for n in range(HOOKS_AT_MOST)]
    with pytest.raises(HookRefused, match="at most"):
        notices.add("c", "p", "email", "one@example.org", ["decision"])
    with pytest.raises(NotFound):
        notices.remove("c", "other", hooks[0].id)
    notices.remove("c", "p", hooks[0].id)
    assert len(notices.of("c", "p")) == HOOKS_AT_MOST - 1


def test_secrets_are_in_no_text() -> None:
    assert "password" not in repr(Post("smtp://me:password@host", "a@b"))


@pytest.mark.parametrize(
    ("address", "allowed"),
    [
        *((each, True) for each in ("93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946", "64:ff9b::5db8:d822")),
        *((each, False) for each in ("127.0.0.1", "10.0.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1", "255.255.255.255")),
        *((each, False) for each in ("::1", "::", "::ffff:127.0.0.1", "::127.0.0.1", "fe80::1%eth0", "fc00::1", "fec0::1", "ff0e::1")),
        *((each, False) for each in ("64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::1", "2002:7f00:1::", "2001::1")),
    ],
)
def test_addresses_that_are_or_stand_for_private_ones(address: str, allowed: bool) -> None:
    assert is_public(address) == allowed


@pytest.mark.parametrize(
    "host", ["2130706433", "0x7f.1", "017700000001", "127.1", "localhost", "[::ffff:7f00:1]", "LOCALHOST.", "127.0.0.1.:80"]
)
def test_however_it_is_written_this_machine_is_not_called(notices: Notices, host: str) -> None:
    notices.add("c", "p", "webhook", f"http://{host}/", ["decision"])
    notices.tell("c", "p", "decision", "k", BODY, NOW)
    assert deliver_due(notices, Post(), NOW) == 0
    (notice,) = notices.due(NOW + timedelta(days=1))
    assert "public internet" in notice.error or "could not be reached" in notice.error


class Flood(Ear):
    """Answers without end, and goes on for as long as somebody reads."""

    def do_POST(self) -> None:
        super().do_POST()
        with suppress(OSError):
            while True:
                self.wfile.write(b"x" * 65536)


class Drip(Ear):
    """Never comes to the end of its header."""

    def do_POST(self) -> None:
        self.heard.append(({}, b""))
        with suppress(OSError):
            self.wfile.write(b"HTTP/1.1 200 OK\r\n")
            while True:
                self.wfile.write(b"x: y\r\n")
                time.sleep(0.1)


@pytest.mark.parametrize(("handler", "delivered"), [(Flood, 3), (Drip, 0)])
def test_hooks_that_flood_or_hang_hold_up_nobody(
    notices: Notices, handler: type[Ear], delivered: int, ear: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three bad ones and a good one."""
    monkeypatch.setattr("api.notify.SECONDS", 1)
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    for _ in range(3):
        notices.add("c", "p", "webhook", f"http://127.0.0.1:{server.server_port}/", ["decision"])
    notices.add("c", "p", "webhook", ear, ["decision"])
    notices.tell("c", "p", "decision", "k", BODY, NOW)
    assert deliver_due(notices, INSIDE, NOW) == delivered + 1
    server.shutdown()
    server.server_close()


def test_the_last_delivery_is_shown_and_what_is_given_up_is_logged(notices: Notices, ear: str, caplog: pytest.LogCaptureFixture) -> None:
    hook = notices.add("c", "p", "webhook", ear, ["decision"]).id
    assert notices.last(hook) is None
    notices.tell("c", "p", "decision", "k", BODY, NOW)
    assert notices.last(hook) == Delivery("due", 0, "", NOW.isoformat(timespec="microseconds"))
    deliver_due(notices, INSIDE, NOW)
    assert notices.last(hook) == Delivery("sent", 0, "", NOW.isoformat(timespec="microseconds"))
    Ear.answer = 500
    notices.tell("c", "p", "decision", "later", BODY, NOW)
    for day in range(1, TRIES + 1):
        deliver_due(notices, INSIDE, NOW + timedelta(days=day))
    last = notices.last(hook)
    assert last is not None
    assert (last.status, last.tries, last.error) == ("given_up", TRIES, "the web-hook answered 500")
    assert "was given up after 8 tries" in caplog.text


@pytest.mark.parametrize(
    ("wanted", "text"),
    [
        ({"kind": "email", "target": "a@example.org"}, "--smtp"),
        *(
            ({"kind": "webhook", "target": f"http://{host}/x"}, "--private-hooks")
            for host in ("127.0.0.1:9", "127.1", "[::1]", "localhost")
        ),
    ],
)
def test_a_hook_that_the_service_cannot_serve_is_refused_at_once(quiet_house: House, wanted: dict[str, str], text: str) -> None:
    refused(quiet_house.post("tog", "/campaigns/{id}/hooks", wanted), 422, text)


def test_notices_tell_the_facts_of_the_call_and_of_the_end(house: House) -> None:
    for who in ("tog", "watcher"):
        assert house.post(who, "/campaigns/{id}/hooks", {"kind": "webhook", "target": "https://example.invalid/x"}).status_code == 201
    told = lambda event: [each.body for each in house.service.notices.due(LATER) if each.body["event"] == event]  # noqa: E731
    house.post("gm", "/campaigns/{id}/assignments", {"seat": "cw", "holder": "bot"})
    house.post("gm", "/campaigns/{id}/runs", {})
    wait_for(lambda: bool(told("decision")))
    (body,) = told("decision")
    assert (body["side"], body["battle"], body["turn"], body["phase"]) == ("tog", "dogfight.interceptor", 1, "movement")
    assert "turn 1, interceptor movement" in body["text"]
    house.post("gm", "/campaigns/{id}/pause")
    house.post("gm", "/campaigns/{id}/assignments", {"seat": "tog", "holder": "bot"})
    house.post("gm", "/campaigns/{id}/runs", {})
    wait_for(lambda: len(told("ended")) == 2)
    assert told("ended")[0]["result"]["outcome"] in told("ended")[0]["text"]
