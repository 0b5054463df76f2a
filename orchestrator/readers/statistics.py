"""A campaign in figures, of what a reader has seen of it and no more."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from orchestrator.readers.seeing import Seen
from scales.engine import Fate

LOST = ("destroyed", "crippled", "captured", "left")
SHOTS: dict[str, tuple[str, ...]] = {
    "centurion": ("fire", "naval_fire", "bomb", "vulcan", "shot"),
    "interceptor": ("hit", "miss", "missile_attack", "shot"),
    "leviathan": ("fired", "turrets", "missile_hit", "attacked", "shot"),
    "legatus": ("attacked", "shot"),
}
"""The events of each scale whose checks are rolls to hit."""


@dataclass(slots=True)
class Shooting:
    """Rolls to hit, and how many of them did."""

    shots: int = 0
    hits: int = 0


@dataclass(slots=True)
class Statistics:
    """Counts of what was seen. `events` by scale and kind, `losses` by side and status, `shooting` by scale and side, `dice` by kind and face.

    `links` counts events that something on another board led to, by the scales of both (`leviathan to centurion`).
    """

    events: dict[str, dict[str, int]] = field(default_factory=dict)
    losses: dict[str, dict[str, int]] = field(default_factory=dict)
    shooting: dict[str, dict[str, Shooting]] = field(default_factory=dict)
    links: dict[str, int] = field(default_factory=dict)
    dice: dict[str, dict[str, int]] = field(default_factory=dict)


def statistics(seen: Iterable[Seen], scales: Mapping[str, str], fates: Mapping[str, Fate]) -> Statistics:
    """The figures of the events seen, with the scale of every battle and the fate of every unit as the reader knows them."""
    out = Statistics(losses=_losses(fates))
    happened: list[Seen] = []
    for each in seen:
        happened.append(each)
        scale = scales.get(each.battle, "")
        _count(out.events.setdefault(scale, {}), each.event.kind)
        for roll in each.event.rolls:
            _count(out.dice.setdefault(f"d{roll.sides}", {}), str(roll.value))
        _shooting(out, each, scale, fates)
        _link(out, each, happened, scales)
    return out


def _count(counts: dict[str, int], name: str) -> None:
    counts[name] = counts.get(name, 0) + 1


def _losses(fates: Mapping[str, Fate]) -> dict[str, dict[str, int]]:
    found = Counter((fate.side, fate.status) for fate in fates.values())
    sides = sorted({fate.side for fate in fates.values()})
    return {side: {status: found[side, status] for status in LOST} for side in sides}


def _shooting(out: Statistics, each: Seen, scale: str, fates: Mapping[str, Fate]) -> None:
    event = each.event
    if event.kind in SHOTS.get(scale, ()) and event.checks:
        side = fates[event.units[0]].side if event.units and event.units[0] in fates else ""
        shooting = out.shooting.setdefault(scale, {}).setdefault(side, Shooting())
        shooting.shots += len(event.checks)
        shooting.hits += sum(check.passed for check in event.checks)


def _link(out: Statistics, each: Seen, happened: list[Seen], scales: Mapping[str, str]) -> None:
    if each.event.cause is not None:
        cause = happened[int(each.event.cause) - 1]
        if cause.battle != each.battle:
            _count(out.links, f"{scales.get(cause.battle, 'theatre')} to {scales.get(each.battle, 'theatre')}")
