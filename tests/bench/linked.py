"""The built-in campaign: the demo as people run it, then replayed and verified against how long it took to play (P4)."""

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from api.commands.root import open_campaigns
from campaigns.library import find
from orchestrator.history import digest
from orchestrator.planning import plan_of
from scales.engines import engine
from tests.bench.figures import Figure, seconds
from workers.inline import Inline

SEED = 6830
DEMO_SECONDS, DEMO_MB = 60.0, 500.0


def figures(folder: Path) -> Iterator[Figure]:
    yield from _demo(folder)
    yield from _again(folder)


def _demo(folder: Path) -> Iterator[Figure]:
    """`imperator run landfall` with a pool, from the start of the command to its end; memory is the largest sum over all its processes."""
    command = [sys.executable, "-m", "api", "run", "landfall", "--seed", str(SEED), "--workers", "pool", "--json"]
    start = time.perf_counter()
    process = subprocess.Popen([*command, "--db", str(folder / "demo.db")], stdout=subprocess.PIPE)
    peak = _Peak(process.pid)
    peak.start()
    out, _ = process.communicate()
    took = time.perf_counter() - start
    events = json.loads(out)["events"]
    rate = f"the limit in seconds; {events / took:,.0f} events/s"
    yield Figure("demo", "landfall to its end, pool", took, "s", rate, took / DEMO_SECONDS, 1, at_most=True)
    yield Figure(
        "demo",
        "memory of all its processes at most",
        peak.bytes / 1e6,
        "MB",
        "the limit in MB",
        peak.bytes / 1e6 / DEMO_MB,
        1,
        at_most=True,
    )
    startup = seconds(lambda: subprocess.run([sys.executable, "-m", "api", "--help"], stdout=subprocess.DEVNULL, check=True))
    yield Figure("", "imperator --help", startup, "s")


class _Peak(threading.Thread):
    """Watches the memory of a process and its children."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self.pid, self.bytes = pid, 0

    def run(self) -> None:
        while (now := _memory(self.pid)) or not self.bytes:
            self.bytes = max(self.bytes, now)
            time.sleep(0.05)


def _memory(pid: int) -> int:
    """Proportional memory of a process and all below it: pages they share count once."""
    try:
        rollup = Path(f"/proc/{pid}/smaps_rollup").read_text().split("\n")
        own = sum(int(line.split()[1]) for line in rollup if line.startswith("Pss:")) * 1024
        below = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return 0
    return own + sum(_memory(int(child)) for child in below)


def _again(folder: Path) -> Iterator[Figure]:
    campaigns = open_campaigns(str(folder / "again.db"), create=True)
    id = campaigns.create(plan_of(find("landfall", engine)), seed=SEED)
    played = seconds(lambda: campaigns.run(id, Inline()))
    log = [logged for _, logged in campaigns.log(id)]
    yield Figure("", "landfall inline", played, "s", f"{len(log) / played:,.0f} events/s")
    verified = seconds(lambda: campaigns.verify(id))
    yield Figure("P4", "verify: chains, dice", verified, "s", "playing", played / verified, 5)
    replayed = seconds(lambda: campaigns.replay(id))
    yield Figure("P4", "replay: every step computed again", replayed, "s", "playing", played / replayed, 5)
    chained = seconds(lambda: _chain([logged.event for logged in log]))
    yield Figure("", "digest chain over all its events", chained, "s", "playing", chained / played)


def _chain(events: list[object]) -> None:
    head = digest.start("bench")
    for event in events:
        head = digest.link(head, event)
