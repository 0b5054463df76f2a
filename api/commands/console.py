"""How commands talk: results on stdout, progress and refusals on stderr, JSON on request."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scales.codec import encode

if TYPE_CHECKING:
    from collections.abc import Callable

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of text.")]
Db = Annotated[str, typer.Option("--db", help="Where campaigns are kept: a file, or the URL of a PostgreSQL.", envvar="IMPERATOR_DB")]
Redis = Annotated[str, typer.Option("--redis", help="The Redis that the workers listen to.", envvar="IMPERATOR_REDIS")]
Seed = Annotated[int | None, typer.Option("--seed", help="Dice that anybody can guess, the same every time: for demos and tests.")]
CampaignId = Annotated[str, typer.Argument(metavar="ID", help="A campaign's id, or the beginning of one; 'last' is the newest.")]

DEFAULT_DB = "imperator.db"
DEFAULT_REDIS = "redis://localhost:6379/0"


class Refused(Exception):
    """What a command will not do, in one sentence."""


def say(text: str = "") -> None:
    print(text)


def say_json(value: object) -> None:
    """One JSON document, keys sorted."""
    print(encode(value).decode())


def note(text: str) -> None:
    """Something aside, that is no part of the result."""
    print(text, file=sys.stderr)


def table(headings: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Columns as wide as what stands in them; numbers to the right."""
    cells = [[str(cell) for cell in row] for row in rows]
    widths = [max(len(line[i]) for line in [list(headings), *cells]) for i in range(len(headings))]
    right = [bool(rows) and all(isinstance(row[i], int) for row in rows) for i in range(len(headings))]
    lines = [_line(list(headings), widths, right)] + [_line(row, widths, right) for row in cells]
    return "\n".join(lines)


def _line(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    return "  ".join(c.rjust(w) if r else c.ljust(w) for c, w, r in zip(cells, widths, right, strict=True)).rstrip()


@contextmanager
def progress(text: str, total: int | None, *, quiet: bool) -> "Iterator[Callable[[int, str], None]]":
    """A bar on a terminal, nothing elsewhere. The function takes how much is done and a few words."""
    if quiet or not sys.stderr.isatty():
        yield lambda _done, _words: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns: tuple[Any, ...] = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(text, total=total)
        yield lambda done, words: bar.update(task, completed=done, description=words)
