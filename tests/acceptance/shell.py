"""`imperator` as people run it: a process of its own, with what it printed, what it cost and how it ended."""

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

COMMAND = [sys.executable, "-m", "api"]
ROOT = Path(__file__).parents[2]


@dataclass(slots=True)
class Ran:
    """A process that ended. `megabytes` is the most memory it held at once, `seconds` the processor time that it took."""

    code: int
    out: str
    err: str
    megabytes: int
    seconds: float

    @property
    def json(self) -> Any:
        assert self.code == 0, self.err
        return json.loads(self.out)


WEIGHED = """
import resource, subprocess, sys
code = subprocess.call(sys.argv[2:])
with open(sys.argv[1], "w") as file:
    file.write(str(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10))
sys.exit(code)
"""
"""A small process between the tests and the command: at its start a child counts the memory of whoever started it as its own."""


def shell(*arguments: object) -> Ran:
    """Run a command to its end."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err, tempfile.NamedTemporaryFile("r") as weight:
        command = [sys.executable, "-S", "-c", WEIGHED, weight.name, *COMMAND, *map(str, arguments)]
        process = subprocess.Popen(command, cwd=ROOT, stdout=out, stderr=err)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        return Ran(process.returncode, out.read(), err.read(), int(weight.read()), used.ru_utime + used.ru_stime)


def start(*arguments: object, **streams: Any) -> subprocess.Popen[bytes]:
    """Start a command and leave it running; it says nothing unless told where."""
    silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return subprocess.Popen([*COMMAND, *map(str, arguments)], cwd=ROOT, **(silent | streams))
