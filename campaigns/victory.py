"""Who wins a campaign: the conditions of its file, read off the reports of its boards."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from campaigns.schema import Campaign, Condition
from scales.engine import Fate, Report

GONE = ("destroyed", "captured", "left")


@dataclass(slots=True)
class Result:
    """The end of a campaign. `winner` is a side or None for a draw; `reasons` says in sentences what earned the points."""

    winner: str | None
    outcome: str
    points: dict[str, int]
    reasons: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Standing:
    """A board as a campaign's victory conditions see it."""

    battle: str
    scale: str
    report: Report


def result(campaign: Campaign, boards: Sequence[Standing], turns: int) -> Result | None:
    """The result after `turns` full turns of the largest scale, or None while the campaign goes on.

    A campaign ends at its turn limit, when a deciding condition comes true, or when a side has no effective unit on any board.
    """
    out = _out_of_action(campaign, boards)
    decided = any(c.decides and met(c, boards) for c in campaign.victory.conditions)
    if turns < campaign.victory.turn_limit and not out and not decided and not _alone_and_over(boards):
        return None
    return _count(campaign, boards, out, turns)


def _alone_and_over(boards: Sequence[Standing]) -> bool:
    """A single battle ends its campaign."""
    return len(boards) == 1 and boards[0].report.over


def _out_of_action(campaign: Campaign, boards: Sequence[Standing]) -> list[str]:
    return [s for s in campaign.sides if boards and not any(b.report.effective.get(s, 0) for b in boards)]


def standing(campaign: Campaign, boards: Sequence[Standing]) -> tuple[dict[str, int], list[str]]:
    """What the conditions have earned each side as the boards stand, and for what; a single battle without conditions counts by its rule book."""
    if _is_by_the_battle(campaign, boards):
        return {s: boards[0].report.points.get(s, 0) for s in campaign.sides}, []
    points = dict.fromkeys(campaign.sides, 0)
    reasons = []
    for condition in campaign.victory.conditions:
        for side, earned, why in _earned(condition, boards, campaign):
            points[side] += earned
            reasons.append(f"{campaign.sides[side].name}: {earned} for {why}")
    return points, reasons


def _count(campaign: Campaign, boards: Sequence[Standing], out: list[str], turns: int) -> Result:
    points, reasons = standing(campaign, boards)
    if _is_by_the_battle(campaign, boards):
        report = boards[0].report
        return Result(report.winner, report.outcome or "undecided", points, list(report.reasons))
    if len(out) == len(campaign.sides) - 1:
        last = next(s for s in campaign.sides if s not in out)
        return Result(last, f"{campaign.sides[last].name} is the last side with effective units", points, reasons)
    return Result(*_leader(campaign, points, turns), points, reasons)


def _leader(campaign: Campaign, points: Mapping[str, int], turns: int) -> tuple[str | None, str]:
    best = max(points.values())
    leaders = [s for s, p in points.items() if p == best]
    if len(leaders) > 1:
        return None, f"a draw after {turns} turns"
    name = campaign.sides[leaders[0]].name
    return leaders[0], f"{name} wins after {turns} turns with {best} points"


def _is_by_the_battle(campaign: Campaign, boards: Sequence[Standing]) -> bool:
    """Without conditions of its own, a single battle is decided as its rule book says."""
    return not campaign.victory.conditions and len(boards) == 1


def met(condition: Condition, boards: Sequence[Standing]) -> bool:
    """Is a condition of kind hold, destroy or keep true as the boards stand?"""
    if condition.kind == "hold":
        return any(b.report.objectives.get(condition.objective) == condition.side for b in boards)
    fates = _fates(boards)
    if condition.kind == "destroy":
        return all(u in fates and fates[u].status == "destroyed" for u in condition.units)
    return condition.kind == "keep" and all(u in fates and fates[u].status not in GONE for u in condition.units)


def _fates(boards: Sequence[Standing]) -> dict[str, Fate]:
    """The fate of every unit; a unit that several boards show is gone if one of them says so."""
    fates: dict[str, Fate] = {}
    for board in boards:
        for id, fate in board.report.fates.items():
            if id not in fates or fate.status in GONE:
                fates[id] = fate
    return fates


def _earned(condition: Condition, boards: Sequence[Standing], campaign: Campaign) -> Iterator[tuple[str, int, str]]:
    if condition.kind == "book":
        for side in campaign.sides if condition.side == "each" else [condition.side]:
            total = sum(b.report.points.get(side, 0) for b in boards if not condition.scales or b.scale in condition.scales)
            yield side, total * condition.points // 100, "damage by the tables of the rule books"
    elif met(condition, boards):
        yield condition.side, condition.points, _phrase(condition)


def _phrase(condition: Condition) -> str:
    if condition.kind == "hold":
        return f"holding {condition.objective}"
    return f"{'destroying' if condition.kind == 'destroy' else 'keeping'} {', '.join(condition.units)}"
