"""What all tables are made of."""

from typing import Any

from sqlalchemy import Column, Table, Text
from sqlmodel import Field, SQLModel


def text(**keywords: Any) -> Any:
    """A column of text that is never empty of a value."""
    return Field(sa_column=Column(Text, nullable=False, **keywords))


def table(model: type[SQLModel]) -> Table:
    """The SQLAlchemy table of a model, for Core statements."""
    found = getattr(model, "__table__")  # noqa: B009  (SQLModel adds it when it builds the class)
    assert isinstance(found, Table)
    return found
