"""What the tests of people share: quick passwords, a time of day that moves, a look at the rows."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from argon2 import PasswordHasher
from sqlalchemy import select

from orchestrator.people.people import People

QUICK = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
"""So that tests need not wait; the parameters of the service are tested once."""
PASSWORD = "per aspera ad astra"


@dataclass
class Hours:
    """The time of day, which a test moves on."""

    passed: timedelta = field(default_factory=timedelta)

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self.passed


def row_of(people: People, kind: Any, **where: Any) -> Any:
    with people.tokens._database.read() as connection:
        return connection.execute(select(kind).where(*(kind.c[name] == value for name, value in where.items()))).one()
