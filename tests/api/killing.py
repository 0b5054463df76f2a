"""A service in a process of its own that is killed again and again, and clients that send what they want until they are answered."""

import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
import uuid
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2

PATIENCE = 200
ENDED = frozenset({"done", "failed", "stopped"})


class NotRunning(Exception):
    """The test is over; what was not answered by now is of no interest."""


@dataclass
class Mortal:
    """`imperator serve` over a database, in its own process."""

    db: Path
    port: int = 0
    process: "subprocess.Popen[bytes] | None" = None
    log: Path = field(init=False)
    kills: int = 0
    answered: int = 0

    def __post_init__(self) -> None:
        self.log = self.db.with_suffix(".log")
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            self.port = taken.getsockname()[1]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        with self.log.open("ab") as log:
            command = [sys.executable, "-m", "api", "serve", "--db", self.db, "--port", str(self.port), "--workers", "inline"]
            self.process = subprocess.Popen(command, stdout=log, stderr=log, cwd=Path(__file__).parents[2])
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            assert self.process.poll() is None, self.log.read_text()
            with socket.socket() as knocking:
                if knocking.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.02)
        raise AssertionError("the service never listened")

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.kills += 1

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(PATIENCE)


@dataclass
class Client:
    """Somebody who sends each request, with a key of its own, until he is answered."""

    service: Mortal
    over: threading.Event
    token: str

    def send(self, method: str, path: str, json: Any = None, content: bytes | None = None) -> Any:
        """The answer; whether anything came of a request that broke off cannot be known, so that it is sent again with the same key."""
        headers = {"authorization": f"Bearer {self.token}"} | ({} if method == "GET" else {"idempotency-key": str(uuid.uuid4())})
        end, busy = time.monotonic() + PATIENCE, 0
        while time.monotonic() < end:
            if self.over.is_set():
                raise NotRunning
            try:
                answer = httpx2.request(
                    method, f"{self.service.url}/v1{path}", headers=headers, json=json, content=content, timeout=60, trust_env=False
                )
            except httpx2.TransportError:
                time.sleep(0.05)
                continue
            if answer.status_code == 409 and answer.json()["type"].endswith("under-way"):
                busy += 1
                assert busy < 300, f"{method} {path} is under way for ever"
                time.sleep(0.05)
                continue
            assert answer.status_code < 500, (method, path, answer.status_code, answer.text)
            self.service.answered += 1
            return answer
        raise AssertionError(f"{method} {path} was never answered")

    def get(self, path: str) -> Any:
        answer = self.send("GET", path)
        assert answer.status_code == 200, (path, answer.text)
        return answer.json()

    def finished(self, work: Any) -> Any:
        """The work of an answer, when it is over."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = self.get(f"/works/{work['id']}")
            if found["status"] in ENDED:
                return found
            time.sleep(0.05)
        raise AssertionError(f"work {found} never ended")


def choices_of(shown: Any) -> Any:
    """The option in the middle of each slot."""
    return {"choices": {slot["id"]: slot["options"][len(slot["options"]) // 2]["order"] for slot in shown["offers"]}}


@dataclass
class Player:
    """Answers what his seat is asked; `sealed` are the calls whose orders were acknowledged."""

    client: Client
    campaign: str
    sealed: list[tuple[str, Any]] = field(default_factory=list)

    def play(self) -> None:
        asked = [call for call in self.client.get("/decisions") if call["campaign"] == self.campaign]
        for call in asked:
            place = f"/campaigns/{self.campaign}/decisions/{call['id']}"
            shown = self.client.send("GET", place)
            if shown.status_code != 200 or shown.json()["status"] != "open":
                continue
            orders = choices_of(shown.json())
            self.client.send("PUT", f"{place}/draft", orders | {"revision": shown.json()["revision"]})
            if self.client.send("POST", f"{place}/orders", orders).status_code == 200:
                self.sealed.append((call["id"], orders["choices"]))
        if not asked:
            time.sleep(0.05)


@dataclass
class Master:
    """A GM who does one thing after the other; what was acknowledged is noted by its reason."""

    client: Client
    campaign: str
    chance: random.Random
    ruled: list[tuple[int, str]] = field(default_factory=list)
    works: dict[str, Any] = field(default_factory=dict)
    approved: list[tuple[str, str]] = field(default_factory=list)
    n: int = 0

    def act(self) -> None:
        self.n += 1
        wish = self.chance.choice([self.rule, self.rule, self.run, self.rewind, self.fork, self.import_, self.table])
        wish()
        self.run()

    def run(self) -> None:
        answer = self.client.send("POST", f"/campaigns/{self.campaign}/runs", {"until": "end"})
        assert answer.status_code in {202, 409}, answer.text

    def rule(self) -> None:
        for battle in self.client.get(f"/campaigns/{self.campaign}/battles"):
            place = f"/campaigns/{self.campaign}/battles/{battle['id']}/rulings"
            now = self.client.get(place)
            reason = f"ruling {self.n} of {battle['id']}"
            ruling = {"timeline": now["timeline"], "version": now["version"], "kind": "note", "reason": reason, "details": {"text": reason}}
            answer = self.client.send("POST", place, ruling)
            if answer.status_code == 200:
                self.ruled.append((now["timeline"], reason))
            else:
                assert answer.status_code == 409 or "has ended" in answer.text, answer.text

    def rewind(self) -> None:
        """Never far, so that the game does not come to its end before the test does."""
        self._long("rewind", {"tick": self.chance.randint(0, 3), "reason": f"rewind {self.n}"})

    def fork(self) -> None:
        self._long("fork", {"tick": 0, "reason": f"fork {self.n}"})

    def import_(self) -> None:
        document = self.client.send("GET", f"/campaigns/{self.campaign}/export").content
        begun = self.client.send("POST", "/campaigns/import", content=document).json()
        self.works[f"import {self.n}"] = self.client.finished(begun)

    def _long(self, kind: str, order: Any) -> None:
        answer = self.client.send("POST", f"/campaigns/{self.campaign}/{kind}", order)
        if answer.status_code == 202:
            self.works[order["reason"]] = self.client.finished(answer.json())
        else:
            assert answer.status_code == 409, answer.text

    def table(self) -> None:
        """A campaign of its own whose battle is played with miniatures, from its beginning to the approval."""
        begun = self.client.send("POST", "/campaigns", {"library": "dogfight"}).json()["id"]
        battle = f"/campaigns/{begun}/battles/dogfight.interceptor"
        assert (
            self.client.send("POST", f"/campaigns/{begun}/assignments", {"battle": "dogfight.interceptor", "holder": "table"}).status_code
            == 200
        )
        self.client.send("POST", f"/campaigns/{begun}/runs", {"until": "end"})
        form = self.client.get(f"{battle}/table")["form"]
        reported = self.client.send("POST", f"{battle}/results", form | {"winner": None})
        assert reported.status_code == 201, reported.text
        approval = self.client.send("POST", f"/campaigns/{begun}/results/{reported.json()['id']}/approval", {})
        assert approval.status_code == 200, approval.text
        self.approved.append((begun, reported.json()["id"]))


def on_and_on(act: Any, over: threading.Event, faults: list[BaseException]) -> threading.Thread:
    """A thread in which somebody acts until it is over; what goes wrong is noted, and ends it."""

    def acting() -> None:
        try:
            while not over.is_set():
                act()
        except NotRunning:
            pass
        except BaseException as error:
            faults.append(error)
            over.set()

    thread = threading.Thread(target=acting)
    thread.start()
    return thread


SEED = int(os.environ.get("SEED", "1"))
