"""How a campaign stands, as far as a reader can know: its status, its sides, its timelines and how victory looks from there."""

from campaigns import victory as winning
from orchestrator.campaign import PAUSED, WAITING
from orchestrator.readers.chronicle import Branch
from orchestrator.readers.look import Look
from orchestrator.readers.pulse import OpenCall
from orchestrator.readers.shown import CallShown, ConditionShown, Going, SideShown, Stored, TimelineShown, VictoryShown
from orchestrator.store.writing import ENDED


def status(look: Look, is_asked: bool) -> Going:
    """What goes on; who of the others is asked is not told."""
    if look.pulse.status == ENDED:
        return "ended"
    if look.pulse.status == PAUSED:
        return "paused"
    return "your_turn" if is_asked else "in_play"


def stored(look: Look) -> Stored:
    """What a game master is told: a campaign that nothing runs stands, if it does not wait for somebody, is paused or has ended."""
    known: dict[str, Stored] = {WAITING: "waiting", PAUSED: "paused", ENDED: "ended"}
    return known.get(look.pulse.status, "running" if look.pulse.is_run else "stands")


def call(call: OpenCall) -> CallShown:
    return CallShown(call.id, call.seat, call.number, call.battle, call.phase, call.kind, call.due_utc, call.is_overdue)


def sides(look: Look) -> list[SideShown]:
    seats = look.record.plan.seats
    named = look.file.sides if look.file else {}
    ids = list(named) or sorted(set(seats.values()))
    return [
        SideShown(
            side,
            named[side].name if side in named else side,
            named[side].faction if side in named else "",
            sorted(seat for seat, its in seats.items() if its == side),
        )
        for side in ids
    ]


def timeline(look: Look, branch: Branch) -> TimelineShown:
    at = None if branch.parent is None else look.time(branch.tick)
    return TimelineShown(branch.timeline, branch.parent, at, branch.reason, branch.opened_utc)


def _points(look: Look) -> tuple[dict[str, int], list[str]]:
    """What the sides have earned as far as the reader sees; in the end it is the result, which everybody is told."""
    if look.has_ended and look.record.result:
        return dict(look.record.result["points"]), list(look.record.result["reasons"])
    boards = [winning.Standing(battle, sight.record.scale, look.report(battle)) for battle, sight in look.sights.items()]
    if look.file is not None:
        return winning.standing(look.file, boards)
    sides = sorted({side for board in boards for side in board.report.points})
    return {side: sum(board.report.points.get(side, 0) for board in boards) for side in sides}, []


def victory(look: Look) -> VictoryShown:
    """The conditions and how they stand by what the reader can see."""
    points, reasons = _points(look)
    known = {line.id for line, _ in look.units()}
    conditions = [
        ConditionShown(
            side=each.side,
            kind=each.kind,
            points=each.points,
            objective=each.objective,
            units=[unit for unit in each.units if unit in known],
            scales=[str(scale) for scale in each.scales],
            decides=each.decides,
        )
        for each in (look.file.victory.conditions if look.file else [])
    ]
    return VictoryShown(look.record.plan.turn_limit, conditions, points, reasons)
