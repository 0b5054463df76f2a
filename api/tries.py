"""How often somebody may try: signing in and opening invitations are counted by client address, and by login, in a moving window.

The counts are kept in this process: a service that runs as several processes allows each its own.
"""

import hashlib
import ipaddress
import math
import time
from dataclasses import dataclass

from fastapi import Request
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from orchestrator.errors import TooManyTries


@dataclass(slots=True, frozen=True)
class Allowed:
    """The limits, in the words of the library `limits`."""

    sign_ins_of_address: str = "30/minute"
    sign_ins_of_login: str = "10/minute"
    openings_of_address: str = "30/minute"


class Tries:
    """Counts tries; raises TooManyTries, which says when to come back."""

    def __init__(self, allowed: Allowed = Allowed()) -> None:
        self._sign_ins_of_address = parse(allowed.sign_ins_of_address)
        self._sign_ins_of_login = parse(allowed.sign_ins_of_login)
        self._openings_of_address = parse(allowed.openings_of_address)
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    def sign_in(self, request: Request, login: str) -> None:
        self._count(self._sign_ins_of_address, "address", address_of(request))
        self._count(self._sign_ins_of_login, "login", hashlib.sha256(login.strip().lower().encode("utf-8", "replace")).hexdigest())

    def opening(self, request: Request) -> None:
        self._count(self._openings_of_address, "opening", address_of(request))

    def _count(self, allowed: RateLimitItem, *whose: str) -> None:
        if not self._limiter.hit(allowed, *whose):
            seconds = max(1, math.ceil(self._limiter.get_window_stats(allowed, *whose).reset_time - time.time()))
            raise TooManyTries(f"that was tried too often; try again in {seconds} seconds", seconds)


def address_of(request: Request) -> str:
    """Where a request comes from; of IPv6 the network, since one customer has all of it."""
    host = request.client.host if request.client else ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    return str(ipaddress.ip_network((address, 64), strict=False)) if address.version == 6 else host
