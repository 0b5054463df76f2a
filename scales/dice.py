"""Keyed dice: a roll is a function of a key and an index, so that every die can be checked by everyone once the key is known.

The key of a phase is derived from the campaign's secret and the phase's address (timeline, battle, running number of the phase). The
secret's hash is published when a campaign starts and the secret when it ends. Bytes come from HMAC-SHA256 over (index, attempt);
values that would favor some faces are thrown away (rejection sampling), so a die is exactly fair.
"""

import hashlib
import hmac
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from msgspec import Struct

from scales.codec import encode

T = TypeVar("T")

SECRET_BYTES = 32


class Roll(Struct, frozen=True):
    """One die as it fell. `index` counts the dice of its phase from 0; `why` says what it was for."""

    index: int
    sides: int
    value: int
    why: str


def succeeds(roll: int, number: int) -> bool:
    """At or below the number; a 1 always succeeds, a 10 always fails (centurion, leviathan: Dice)."""
    return roll == 1 or (roll != 10 and roll <= number)


def new_secret() -> bytes:
    """A campaign secret of 32 random bytes."""
    return secrets.token_bytes(SECRET_BYTES)


def seeded_secret(seed: int) -> bytes:
    """A secret anybody can guess from a seed: for demos and tests only."""
    return hashlib.sha256(b"imperator seed " + str(seed).encode()).digest()


def commitment(secret: bytes) -> str:
    """What is published at the start: the hexadecimal SHA-256 of the secret."""
    return hashlib.sha256(secret).hexdigest()


def phase_key(secret: bytes, timeline: int, battle: str, phase: int, stream: str = "dice") -> bytes:
    """The key of one phase of one battle. Bots roll from `stream="bot"`, which no event shows."""
    return hmac.digest(secret, encode([stream, timeline, battle, phase]), "sha256")


def face(key: bytes, index: int, sides: int) -> int:
    """The value 1..sides (at most 2^32 sides) of the die at `index` of a key."""
    limit = (1 << 64) // sides * sides
    attempt = 0
    while True:
        digest = hmac.digest(key, index.to_bytes(8, "big") + attempt.to_bytes(4, "big"), "sha256")
        for start in range(0, 32, 8):
            number = int.from_bytes(digest[start : start + 8], "big")
            if number < limit:
                return number % sides + 1
        attempt += 1


class Dice(Protocol):
    """What an engine needs of dice. Every roll says why and stays in `fresh` until an event takes it."""

    index: int
    fresh: list[Roll]

    def roll(self, sides: int, why: str) -> int: ...
    def d10(self, why: str) -> int: ...
    def d100(self, why: str) -> int: ...
    def pick(self, items: Sequence[T], why: str) -> T: ...


@dataclass(slots=True)
class _Tray(ABC):
    """Bookkeeping common to keyed and scripted dice."""

    index: int = 0
    fresh: list[Roll] = field(default_factory=list)

    @abstractmethod
    def _face(self, sides: int) -> int: ...

    def roll(self, sides: int, why: str) -> int:
        value = self._face(sides)
        self.fresh.append(Roll(self.index, sides, value, why))
        self.index += 1
        return value

    def d10(self, why: str) -> int:
        return self.roll(10, why)

    def d100(self, why: str) -> int:
        return self.roll(100, why)

    def pick(self, items: Sequence[T], why: str) -> T:
        """A uniform choice among one or more items; one item costs no die."""
        return items[self.roll(len(items), why) - 1] if len(items) > 1 else items[0]


@dataclass(slots=True)
class KeyedDice(_Tray):
    """The dice of one phase: `KeyedDice(key, index=next_roll)` goes on where an earlier step stopped."""

    key: bytes = b""

    def _face(self, sides: int) -> int:
        return face(self.key, self.index, sides)


@dataclass(slots=True)
class LateDice(KeyedDice):
    """Dice whose key is derived when the first of them is rolled: a bot gets dice for every decision and hardly ever rolls any."""

    derive: Callable[[], bytes] = bytes

    def _face(self, sides: int) -> int:
        self.key = self.key or self.derive()
        return KeyedDice._face(self, sides)


class DiceError(AssertionError):
    """A scripted or logged roll was missing, left over or impossible."""


@dataclass(slots=True)
class LoggedDice(_Tray):
    """The dice of one phase as a log tells them, by their index: for playing it again where nobody may know the secret."""

    rolls: Mapping[int, Roll] = field(default_factory=dict)

    def _face(self, sides: int) -> int:
        logged = self.rolls.get(self.index)
        if logged is None or logged.sides != sides or not 1 <= logged.value <= sides:
            raise DiceError(f"the log has no die {self.index} of {sides} sides, but {logged}")
        return logged.value


@dataclass(slots=True)
class ScriptedDice(_Tray):
    """Dice for tests: the values named, in order. Asking for more, for an impossible face, or leaving some over is an error."""

    script: list[int] = field(default_factory=list)

    @classmethod
    def of(cls, *values: int) -> "ScriptedDice":
        return cls(script=list(values))

    def _face(self, sides: int) -> int:
        if not self.script:
            raise DiceError(f"the script has no die left for roll {self.index} (d{sides})")
        value = self.script.pop(0)
        if not 1 <= value <= sides:
            raise DiceError(f"roll {self.index}: {value} is no face of a d{sides}")
        return value

    def done(self) -> None:
        if self.script:
            raise DiceError(f"{len(self.script)} scripted dice were never rolled: {self.script}")
