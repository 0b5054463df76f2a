"""The page of an invitation's link, in a real browser where one can be had."""

import json
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn

from api.app import create_app
from orchestrator.people.invitations import Wanted
from tests.api.conftest import House

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --virtual-time-budget=8000"
)


@pytest.mark.parametrize(("path", "kind"), [("/join", "text/html"), ("/join.js", "text/javascript"), ("/join.css", "text/css")])
def test_the_page_comes_with_a_strict_policy(quiet_house: House, path: str, kind: str) -> None:
    answer = quiet_house.client.get(path, params={"name": "../../secret", "kind": "text/evil"})
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith(kind)
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "secret behind" not in answer.text


def test_the_page_is_no_part_of_the_described_service(quiet_house: House) -> None:
    assert all(path.startswith("/v1/") for path in quiet_house.client.get("/v1/openapi.json").json()["paths"])


@pytest.fixture
def address(house: House) -> Iterator[str]:
    """The service of the house behind a real socket."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = uvicorn.Server(uvicorn.Config(create_app(house.service), port=port, log_level="warning", lifespan="off"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join()


@pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium on this machine; the pages are not tried in a browser")
def test_a_browser_reads_the_invitation_and_forgets_its_secret(house: House, address: str, tmp_path: Path) -> None:
    _, secret = house.people.invitations.make(Wanted("player", house.campaign, seat="cw"))
    order = [str(CHROMIUM), *FLAGS.split(), f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom", f"{address}/join#{secret}"]
    page = subprocess.run(order, capture_output=True, text=True, check=True, timeout=120).stdout
    assert "You are invited to play in Dogfight" in page
    assert "seat cw" in page
    assert secret not in page
    assert json.dumps(secret) not in page
