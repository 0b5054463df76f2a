"""Everything that one reader can fetch of a campaign, as one JSON: two campaigns that differ only in what is hidden from him give the same."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from api.drawing import svg
from api.etag import Answer
from orchestrator.errors import ImperatorError
from orchestrator.readers.door import Door
from orchestrator.readers.pages import Wanted
from orchestrator.readers.seeing import Eyes
from scales.codec import plain
from scales.engine import Json

PAGE = 37


def all_that_is_shown(door: Door, id: str, eyes: Eyes, seats: Sequence[str] = ()) -> Json:
    """By the name of what was asked for: the answer and its ETag, or the sentence of the refusal."""
    return {name: _answer(ask) for name, ask in questions(door, id, eyes, seats)}


def _answer(ask: Callable[[], object]) -> Any:
    try:
        value = ask()
    except ImperatorError as error:
        return {"refused": type(error).__name__, "why": str(error)}
    return {"etag": Answer.of(value).etag, "value": plain(value)}


def questions(door: Door, id: str, eyes: Eyes, seats: Sequence[str]) -> Iterator[tuple[str, Callable[[], object]]]:
    """Everything that can be asked of the door."""
    yield "campaign", lambda: door.campaign(id, eyes, seats)
    yield "line", lambda: door.line(id, eyes, seats, "player")
    for name in ("theatres", "battles", "units", "messages", "statistics", "proof", "export", "verify"):
        yield name, lambda name=name: getattr(door, name)(id, eyes)
    yield from _boards(door, id, eyes)
    yield from _log(door, id, eyes)


def _boards(door: Door, id: str, eyes: Eyes) -> Iterator[tuple[str, Callable[[], object]]]:
    battles = [line.id for line in door.battles(id, eyes)]
    for battle in [*battles, "none"]:
        yield f"battle {battle}", lambda battle=battle: door.battle(id, eyes, battle)
        yield f"picture {battle}", lambda battle=battle: door.picture(id, eyes, battle)
        yield f"svg {battle}", lambda battle=battle: svg(door.picture(id, eyes, battle), [])
        yield f"units {battle}", lambda battle=battle: door.units(id, eyes, battle=battle)
    for unit in sorted({line.id for line in door.units(id, eyes)} | {"none"}):
        yield f"unit {unit}", lambda unit=unit: door.unit(id, eyes, unit)


def _log(door: Door, id: str, eyes: Eyes) -> Iterator[tuple[str, Callable[[], object]]]:
    for newest_first in (False, True):
        yield f"events, newest first {newest_first}", lambda newest_first=newest_first: list(pages(door, id, eyes, newest_first))
    yield "events of a kind", lambda: door.events(id, eyes, Wanted(kind="shot"), limit=5)
    yield "dice", lambda: list(_dice(door, id, eyes))
    for number in range(door.look(id, eyes).upto + 2):
        yield f"causes of {number}", lambda number=number: door.explain(id, eyes, number)


def pages(door: Door, id: str, eyes: Eyes, newest_first: bool = False) -> Iterator[Json]:
    """Page after page of what happened."""
    after: str | None = None
    more = True
    while more:
        page = door.events(id, eyes, after=after, limit=PAGE, newest_first=newest_first)
        after, more = page.cursor, page.more
        yield plain(page)


def _dice(door: Door, id: str, eyes: Eyes) -> Iterator[Json]:
    after: str | None = None
    more = True
    while more:
        page = door.dice(id, eyes, after=after, limit=PAGE)
        after, more = page.cursor, page.more
        yield plain(page)
