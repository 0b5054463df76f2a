"""Passwords: argon2id hashes, and which passwords will do. No password is ever kept, logged or repeated in a sentence."""

import secrets
import unicodedata
from dataclasses import dataclass, field
from functools import cached_property
from threading import BoundedSemaphore

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from scales.engine import Fault

SHORTEST, LONGEST = 8, 200
AT_ONCE = 4
"""Hashes that are computed at the same time: each takes some 64 MiB."""


def password_faults(password: str) -> list[Fault]:
    """Why a password will not do."""
    if not SHORTEST <= len(password) <= LONGEST:
        return [Fault("password", f"a password has {SHORTEST} to {LONGEST} characters", "password")]
    if any(unicodedata.category(c) == "Cs" for c in password):
        return [Fault("password", "a password is made of whole characters", "password")]
    return []


@dataclass
class Passwords:
    """Makes and checks hashes. An unknown login costs as much time as a wrong password."""

    hasher: PasswordHasher = field(default_factory=PasswordHasher)
    _turn: BoundedSemaphore = field(default_factory=lambda: BoundedSemaphore(AT_ONCE), repr=False)

    def hash(self, password: str) -> str:
        with self._turn:
            return self.hasher.hash(_same_on_every_keyboard(password))

    def fits(self, hash: str | None, password: str) -> bool:
        """Whether this is the password of that hash (None: of nobody, which is found out as slowly)."""
        if password_faults(password):
            return False
        with self._turn:
            try:
                return self.hasher.verify(hash or self._nobodys, _same_on_every_keyboard(password)) and hash is not None
            except (VerificationError, InvalidHashError):
                return False

    def is_outdated(self, hash: str) -> bool:
        """Whether the hash was made with other parameters than today's."""
        return self.hasher.check_needs_rehash(hash)

    @cached_property
    def _nobodys(self) -> str:
        return self.hasher.hash(secrets.token_urlsafe(24))


def _same_on_every_keyboard(password: str) -> str:
    """An accent may be typed as one character or as two."""
    return unicodedata.normalize("NFC", password)
