"""A campaign has one owner at a time. A lease says who, and until when; a dead process on this machine loses its lease at once.

Processes are told apart by more than their number: in a container the next service has the number of the one that was killed.
"""

import os
import secrets
import socket
import time
from dataclasses import dataclass, field
from functools import cache

LEASE_SECONDS = 30


def owner_here() -> str:
    """A new owner of this process."""
    return f"{socket.gethostname()}:{os.getpid()}:{_this(os.getpid())}{secrets.token_hex(4)}"


@cache
def _this(_pid: int) -> str:
    """What owners of this process have in common with no others; a forked process has its own."""
    return secrets.token_hex(4)


@dataclass(slots=True, frozen=True)
class Lease:
    """The claim of one orchestrator on one campaign."""

    campaign: str
    owner: str = field(default_factory=owner_here)
    seconds: int = LEASE_SECONDS

    @staticmethod
    def now() -> int:
        return int(time.time())

    def values(self, now: int) -> dict[str, object]:
        return {"lease_owner": self.owner, "lease_until": now + self.seconds}


def is_of_here(owner: str) -> bool:
    """Whether an owner is of this very process."""
    return owner.startswith(f"{socket.gethostname()}:{os.getpid()}:{_this(os.getpid())}")


def is_dead(owner: str) -> bool:
    """Whether an owner was a process of this machine that is no more. Of other machines nothing is known."""
    rest, _, nonce = owner.rpartition(":")
    host, _, pid = rest.rpartition(":")
    if host != socket.gethostname() or not pid.isdigit():
        return False
    if int(pid) == os.getpid():
        return not nonce.startswith(_this(os.getpid()))
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False
