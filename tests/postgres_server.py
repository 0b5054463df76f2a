"""A PostgreSQL server of one's own for a test, from the binaries on PATH. It refuses to run as root, so root hands it to `nobody`."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import psycopg

from tests.redis_server import free_port

NOBODY = 65534


def postgres_binaries() -> Path | None:
    """The folder of initdb and postgres, None where there are none."""
    found = shutil.which("initdb")
    if found:
        return Path(found).parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    return folders[-1] if folders else None


class LocalPostgres:
    """A server on a free loopback port; `with LocalPostgres() as server: server.url`."""

    def __init__(self) -> None:
        binaries = postgres_binaries()
        assert binaries is not None, "there is no PostgreSQL on this machine"
        self.binaries, self.port = binaries, free_port()
        self.url = f"postgresql://imperator@127.0.0.1:{self.port}/postgres"
        self.folder = tempfile.TemporaryDirectory(prefix="imperator-postgres-")
        self.user = NOBODY if os.getuid() == 0 else None
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> "LocalPostgres":
        if self.user is not None:
            os.chown(self.folder.name, self.user, -1)
        self._call("initdb", "-D", self.data, "-U", "imperator", "-A", "trust", "--no-sync")
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        self.folder.cleanup()

    def stop(self) -> None:
        """A fast shutdown: sessions are cut off, nothing is lost."""
        if self.process is not None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait()

    @property
    def data(self) -> str:
        return f"{self.folder.name}/data"

    def _call(self, name: str, *arguments: str) -> None:
        subprocess.run([str(self.binaries / name), *arguments], user=self.user, check=True, capture_output=True, cwd=self.folder.name)

    def start(self) -> None:
        command = [str(self.binaries / "postgres"), "-D", self.data, "-p", str(self.port), "-k", self.folder.name, "-h", "127.0.0.1"]
        self.process = subprocess.Popen(command, user=self.user, cwd=self.folder.name, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(200):
            try:
                psycopg.connect(host="127.0.0.1", port=self.port, user="imperator", dbname="postgres").close()
                return
            except psycopg.OperationalError:
                time.sleep(0.05)
        self.stop()
        raise AssertionError("no PostgreSQL came up")
