"""A campaign has one owner at a time. A lease says who, and until when; a dead process on this machine loses its lease at once."""

import os
import secrets
import socket
import time
from dataclasses import dataclass, field

LEASE_SECONDS = 30


def _owner() -> str:
    return f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"


@dataclass(slots=True, frozen=True)
class Lease:
    """The claim of one orchestrator on one campaign."""

    campaign: str
    owner: str = field(default_factory=_owner)
    seconds: int = LEASE_SECONDS

    @staticmethod
    def now() -> int:
        return int(time.time())

    def values(self, now: int) -> dict[str, object]:
        return {"lease_owner": self.owner, "lease_until": now + self.seconds}


def is_dead(owner: str) -> bool:
    """Whether an owner was a process of this machine that is no more. Of other machines nothing is known."""
    host, _, rest = owner.rpartition(":")[0].rpartition(":")
    if host != socket.gethostname() or not rest.isdigit():
        return False
    try:
        os.kill(int(rest), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False
