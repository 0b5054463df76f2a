"""`make bench` prints the table; `make bench ARGS=--json` the same as one JSON document."""

import dataclasses
import json
import os
import platform
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.bench import backs, battles, growth, interceptor, legatus, leviathan, linked, machinery, nine, serving
from tests.bench.figures import HEADING, Figure


def figures(folder: Path) -> Iterator[Figure]:
    yield from linked.figures(folder)
    yield from battles.figures()
    yield from nine.figures()
    yield from growth.figures()
    yield from leviathan.figures()
    yield from legatus.figures()
    yield from interceptor.figures()
    yield from machinery.figures(folder)
    yield from backs.figures()
    yield from serving.figures(folder)


def main() -> None:
    as_json = "--json" in sys.argv[1:]
    found = []
    if not as_json:
        load = os.getloadavg()[0]
        print(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {load:.1f} at the start")
        print(HEADING)
    with tempfile.TemporaryDirectory(prefix="imperator-bench-") as folder:
        for figure in figures(Path(folder)):
            found.append(figure)
            if not as_json:
                print(figure.line(), flush=True)
    if as_json:
        print(json.dumps([dataclasses.asdict(f) | {"reached": f.is_reached} for f in found], indent=1))


if __name__ == "__main__":
    main()
