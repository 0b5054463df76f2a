"""The report of a campaign as one HTML page: the result, a map and the units of each board, the links, and the account turn by turn."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined, Template, select_autoescape

from api.commands.summary import links
from api.drawing import color, svg
from orchestrator.campaign import Campaigns
from orchestrator.readers.viewing import sides_of, whole_picture
from orchestrator.sequence import Sequence, sequence
from orchestrator.store.reading import Log, LoggedEvent
from orchestrator.store.records import BattleRecord
from scales.codec import decode
from scales.engine import Fate, Picture

EVENTS_AT_MOST = 20_000
"""Events told on the page; all of them are in the database (`imperator log`)."""


@dataclass(slots=True)
class BoardSection:
    """A board as the page shows it."""

    id: str
    scale: str
    outcome: str
    map: str
    sides: list[tuple[str, str, int, int]]
    units: list[tuple[str, Fate]]


@dataclass(slots=True)
class Chapter:
    """The events of one row of the turn sequence."""

    title: str
    events: list[LoggedEvent] = field(default_factory=list)


def write_report(campaigns: Campaigns, id: str, folder: Path) -> Path:
    """Write `index.html` and one SVG a board into a folder; returns the page's path."""
    folder.mkdir(parents=True, exist_ok=True)
    record = campaigns.reading.campaign(id)
    log = campaigns.reading.log(id, record.timeline)
    sides = {side: about["name"] for side, about in record.plan.file.get("sides", {}).items()}
    boards = [_section(campaigns, battle, sides) for battle in log.battles]
    for board in boards:
        (folder / f"{board.id}.svg").write_text(board.map, encoding="utf-8")
    page = _template("report.html").render(
        record=record,
        file=record.plan.file,
        digest=campaigns.digest(id),
        sides=sides,
        colors={side: color(side, list(sides)) for side in sides},
        boards=boards,
        links=sorted(links(log).items()),
        chapters=list(_chapters(log, sequence(record.plan.scales))),
        told=min(len(log.events), EVENTS_AT_MOST),
        total=len(log.events),
        secret=record.secret.hex() if record.is_revealed else "",
    )
    path = folder / "index.html"
    path.write_text(page, encoding="utf-8")
    return path


def _template(name: str) -> Template:
    return Environment(loader=PackageLoader("api", "web"), autoescape=select_autoescape(), undefined=StrictUndefined).get_template(name)


def _section(campaigns: Campaigns, battle: BattleRecord, sides: dict[str, str]) -> BoardSection:
    report = battle.report
    rows = [(side, name, report.effective.get(side, 0), report.points.get(side, 0)) for side, name in sides.items()]
    units = sorted(report.fates.items(), key=lambda item: (item[1].side, item[0]))
    return BoardSection(battle.battle, battle.scale, report.outcome, svg(picture(campaigns, battle), list(sides), sides), rows, units)


def picture(campaigns: Campaigns, battle: BattleRecord) -> Picture:
    """What all seats together see of a board: the GM's picture."""
    rules = campaigns.resolve(battle.scale)
    return whole_picture(rules, decode(battle.state, rules.state_type), sides_of(battle))


def _chapters(log: Log, turns: Sequence) -> Iterator[Chapter]:
    events = sorted(log.events, key=lambda each: each.tick)[:EVENTS_AT_MOST]
    chapter, tick = Chapter("Set-up"), -1
    for event in events:
        if event.tick != tick:
            if chapter.events:
                yield chapter
            chapter, tick = Chapter(_heading(turns, event.tick)), event.tick
        chapter.events.append(event)
    if chapter.events:
        yield chapter


def _heading(turns: Sequence, tick: int) -> str:
    if tick < 0:
        return "Set-up"
    row = turns.row(tick)
    return f"Turn {turns.turn(tick)}, minute {turns.minute(tick)}: {row.letter} {row.scale} {row.phase}"
