"""Rows of the turn sequence by what people call them: a number, or a turn with the row's number or letter in it."""

from dataclasses import dataclass

from orchestrator.errors import TimelineRefused
from orchestrator.sequence import sequence
from orchestrator.store.records import CampaignRecord

LONGEST_NUMBER = 11
"""Digits; no campaign has a row beyond."""


@dataclass(slots=True, frozen=True)
class NamedRow:
    """A row of one turn: `tick` counts from the beginning of the campaign (from 0), `number` within the turn (from 1), `nth` among the turn's
    rows of this letter (from 1). `minute` counts from the beginning of the campaign.
    """

    tick: int
    number: int
    letter: str
    nth: int
    scale: str
    phase: str
    minute: int


def rows(record: CampaignRecord, turn: int) -> list[NamedRow]:
    """The rows of a turn (from 1), in their order."""
    turns, named = sequence(record.plan.scales), list[NamedRow]()
    for row in turns.rows:
        nth = 1 + sum(other.letter == row.letter for other in named)
        tick = (turn - 1) * len(turns.rows) + row.index
        named.append(NamedRow(tick, row.index + 1, row.letter, nth, row.scale, row.phase, turns.minute(tick)))
    return named


def tick_of(record: CampaignRecord, turn: int, letter: str, *, nth: int | None = None, minute: int | None = None) -> int:
    """The row of a turn with a letter: the nth, that of a minute of the campaign, else the first. Raises TimelineRefused if there is none."""
    of_turn = rows(record, turn)
    lettered = [row for row in of_turn if row.letter.lower() == letter.strip().lower()]
    found = [row for row in lettered if nth in {None, row.nth} and minute in {None, row.minute}]
    if found:
        return found[0].tick
    if not lettered:
        letters = ", ".join(dict.fromkeys(row.letter for row in of_turn))
        raise TimelineRefused(f"'{turn}:{letter}' names no row: those of a turn are {letters}")
    times = ", ".join(f"{row.nth} in minute {row.minute}" for row in lettered)
    raise TimelineRefused(f"that names no row: turn {turn} has row {lettered[0].letter} as number {times}")


def row_of(record: CampaignRecord, place: str) -> int:
    """The row that TICK, TURN:ROW, TURN:LETTER or TURN:LETTER:MINUTE names (turns and their rows count from 1); TimelineRefused if none."""
    first, *others = place.split(":")
    wrong = TimelineRefused(f"{place!r} names no row: write its number, or TURN:ROW, TURN:LETTER or TURN:LETTER:MINUTE")
    if len(others) > 2 or not _is_number(first) or (len(others) == 2 and not _is_number(others[1])):
        raise wrong
    if not others:
        return int(first)
    if int(first) < 1 or not others[0]:
        raise wrong
    if len(others) == 1 and _is_number(others[0]):
        return _numbered(record, int(first), int(others[0]))
    return tick_of(record, int(first), others[0], minute=int(others[1]) if len(others) == 2 else None)


def _numbered(record: CampaignRecord, turn: int, number: int) -> int:
    length = len(sequence(record.plan.scales).rows)
    if not 1 <= number <= length:
        raise TimelineRefused(f"'{turn}:{number}' names no row: a turn has the rows 1 to {length}")
    return (turn - 1) * length + number - 1


def _is_number(text: str) -> bool:
    return text.isdecimal() and len(text) <= LONGEST_NUMBER
