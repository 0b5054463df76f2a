"""SHA-256 chains: what happened, bound so that no event can be changed or taken out unseen.

Each battle has a chain over the canonical JSON of every step's inputs (inbox, orders), events and messages, with battle, version and index.
When a row closes, the heads of its battles fold, by battle id, into the theatre's chain, with the plan, the set-ups, a branch in the
timeline and the result where they come in; the campaign's digest is over the theatres' heads.
No campaign id, wall time, worker or answerer is in it: the same file, secret and orders give the same digest everywhere.
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Protocol

from orchestrator.store.records import BattlePlan, CampaignPlan
from scales.codec import encode
from scales.engine import Delivery, Event, Json, Message
from workers.jobs import Given, StepRecord


def link(head: str, value: object) -> str:
    """The head after one more thing."""
    return hashlib.sha256(head.encode() + encode(value)).hexdigest()


def start(name: str) -> str:
    """The head of a chain in which nothing has happened."""
    return link("", name)


class Inputs(Protocol):
    """What went into a step, and what it sent."""

    version: int
    inbox: list[Delivery]
    orders: dict[str, Given]
    outbox: list[Message]


def inputs_link(head: str, battle: str, step: Inputs, *, kind: str, phase: str, events: int) -> str:
    """The head after what went into a step, what it sent, and how many events it has."""
    return link(head, [battle, step.version, kind, phase, step.inbox, step.orders, step.outbox, events])


def event_link(head: str, battle: str, version: int, index: int, event: Event) -> str:
    return link(head, [battle, version, index, event])


def step_links(head: str, battle: str, step: StepRecord, kind: str, phase: str) -> list[str]:
    """The head after the step's inputs, then after each of its events."""
    heads = [inputs_link(head, battle, step, kind=kind, phase=phase, events=len(step.events))]
    for index, event in enumerate(step.events):
        heads.append(event_link(heads[-1], battle, step.version, index, event))
    return heads


def row_link(head: str, tick: int, battles: Mapping[str, str], events: Sequence[Event], bound: Mapping[str, object]) -> str:
    """A theatre's head after a row: the heads of its battles that moved, what the orchestrator itself noted, and what the row binds besides."""
    return link(head, [tick, sorted(battles.items()), events, bound])


def bound(plan: CampaignPlan | None, opened: Sequence[BattlePlan], result: Json | None, branch: Json | None = None) -> dict[str, object]:
    """What a row binds besides: the plan when a campaign begins, what a battle that opens is set up from, the result when all ends.

    `branch` is how a timeline goes on that was opened by a rewind, a fork or an import (`Lineage.opening`).
    """
    whole = {"plan": plan, "opened": sorted(opened, key=lambda plan: plan.id), "result": result, "branch": branch}
    return {name: value for name, value in whole.items() if value}


def campaign_digest(theatres: Mapping[str, str]) -> str:
    return link("", sorted(theatres.items()))
