"""One pure function, PhaseJob -> PhaseResult, that every back end calls.

A job made at version v of a battle brings back steps v+1 to v+k: `advance` is called again and again until a seat that no bot plays must
answer or the phase is done. Every step records the inbox and the orders that led into it, so that the log alone replays the battle.

What a bot rolls depends on (phase key, version, decision) and on nothing else: a phase cut at a decision gives what one that ran through
gives. A job goes out and a result comes back as compressed JSON (`pack`, `compute`, `unpack_result`), never as pickle.
"""

import hmac
import traceback
import zlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec import Raw, Struct

from scales.codec import decode, encode
from scales.dice import Dice, KeyedDice, LateDice
from scales.engine import Decision, Delivery, Engine, Event, Json, Message, Orders, Report, Step, random_orders
from scales.engines import Resolver, engine
from workers.filling import Command, Formation, Plan, consult, filled

STEPS_AT_MOST = 20_000
"""A phase of more steps is stuck: some decision is asked again and again."""

NO_STATE = Raw(b"null")


class PhaseFailed(RuntimeError):
    """An engine, its bot or its job is wrong: ours to mend. The battle stays at the version it had."""


class PhaseJob(Struct):
    """What is to be computed; who tries it, and how often, is not part of it.

    `kind`: setup (order = the set-up), phase, amend (order = the ruling), settle (order = the table's report). `state` is the JSON of the
    state at `version`, NO_STATE before a set-up. `pending` are the decisions that stand at that version, `answers` those of their orders that
    are known; `absent` names decisions of which plans and bots fill in what persons did not give. `key` and `bot_key` are hexadecimal and open one phase
    only. A seat that is none of `people` is played by a bot, but for its `formations` that have commanders of their own. `plans`: orders given
    ahead for the phase, by seat and formation (MAIN: the rest of the seat).
    """

    campaign: str
    timeline: int
    battle: str
    scale: str
    version: int
    phase_no: int
    phase: str
    key: str
    bot_key: str
    state: Raw
    kind: str = "phase"
    order: Json = {}
    inbox: list[Delivery] = []
    pending: list[Decision] = []
    answers: dict[str, Orders] = {}
    absent: list[str] = []
    people: list[str] = []
    random_seats: list[str] = []
    formations: list[Formation] = []
    plans: dict[str, dict[str, Plan]] = {}

    @property
    def id(self) -> str:
        """The same work has the same id, whoever asks for it: campaign/timeline/battle/version."""
        return f"{self.campaign}/{self.timeline}/{self.battle}/{self.version}"

    def command(self, seat: str) -> Command:
        """Who decides for a seat."""
        return Command(seat in self.people, [each for each in self.formations if each.seat == seat], self.plans.get(seat, {}))


class Given(Struct):
    """The orders a seat gave in answer to a decision. Who gave them for it (person, bot, plan) is not part of what happened."""

    seat: str
    orders: Orders


class StepRecord(Struct):
    """One step as the log keeps it: `inbox` and `orders` (by decision key) led into it, the rest came out. `version` is the new one."""

    version: int
    events: list[Event]
    outbox: list[Message]
    pending: list[Decision]
    done: bool
    inbox: list[Delivery] = []
    orders: dict[str, Given] = {}


class PhaseResult(Struct):
    """Steps version+1 to version+k, the state after the last, and the decisions it waits for. `error` says why there is nothing of it."""

    id: str
    battle: str
    timeline: int
    version: int
    steps: list[StepRecord]
    state: Raw
    pending: list[Decision]
    done: bool
    report: Report | None = None
    error: str = ""


Source = Callable[[PhaseJob, Engine, Any, int, Sequence[Decision]], dict[str, Given] | None]
"""The orders for the pending decisions of a state at a version, by decision key; None when some are not there."""


def run_phase_job(job: PhaseJob, rules: Engine, source: Source | None = None, dice: Dice | None = None) -> PhaseResult:
    """Compute the steps of a job. Raises what the engine raises; `compute` turns that into a result with an error.

    `source` gives the orders in place of the job's answers, plans and bots: a replay takes them from the log. So it may take `dice`, where
    nobody may know the secret.
    """
    orders, dice = source or _orders, dice or KeyedDice(key=bytes.fromhex(job.key))
    if job.kind != "phase":
        return _result(job, rules, [_single(job, rules, dice)])
    state = decode(bytes(job.state), rules.state_type)
    dice.index = state.at.rolls if state.at.phase else 0
    pending, inbox, steps = job.pending, job.inbox, list[tuple[StepRecord, Step]]()
    while True:
        version = job.version + len(steps)
        given = orders(job, rules, state, version, pending)
        if given is None:
            break
        step = rules.advance(state, job.phase, {key: each.orders for key, each in given.items()}, inbox, dice)
        steps.append((_record(version + 1, step, inbox, given), step))
        state, pending, inbox = step.state, step.pending, []
        if step.done:
            break
        if not pending or len(steps) > STEPS_AT_MOST:
            raise PhaseFailed(f"{job.battle}: {job.phase} is stuck at version {version + 1}: {pending[:1] or 'nobody is asked'}")
    if not steps:
        raise PhaseFailed(f"{job.battle}: version {job.version} waits for orders that the job does not bring")
    return _result(job, rules, steps)


def _single(job: PhaseJob, rules: Engine, dice: Dice) -> tuple[StepRecord, Step]:
    """The one step of a set-up, a ruling or a table's report. Decisions that stand go on standing under the new version after a
    ruling; where the engine says how they read now, they read so."""
    if job.kind == "setup":
        step = rules.setup(job.order, dice)
    else:
        state = decode(bytes(job.state), rules.state_type)
        step = rules.amend(state, job.order, dice) if job.kind == "amend" else rules.settle(state, job.order)
        if step.state.at.phase:
            now = {decision.key: decision for decision in step.pending}
            step.pending, step.done = [now.get(decision.key, decision) for decision in job.pending], False
    return _record(job.version + 1, step, job.inbox, {}), step


def _record(version: int, step: Step, inbox: list[Delivery], given: dict[str, Given]) -> StepRecord:
    return StepRecord(version, step.events, step.outbox, step.pending, step.done, inbox, given)


def _result(job: PhaseJob, rules: Engine, steps: Sequence[tuple[StepRecord, Step]]) -> PhaseResult:
    last = steps[-1][1]
    report = rules.report(last.state) if last.done else None
    records = [record for record, _ in steps]
    return PhaseResult(job.id, job.battle, job.timeline, job.version, records, Raw(encode(last.state)), last.pending, last.done, report)


def _orders(job: PhaseJob, rules: Engine, state: Any, version: int, pending: Sequence[Decision]) -> dict[str, Given] | None:
    """The orders of every pending decision, or None when a person must still give one."""
    answers: Mapping[str, Orders] = job.answers if version == job.version else {}
    absent = job.absent if version == job.version else []
    given: dict[str, Given] = {}
    for decision in pending:
        orders = answers.get(decision.key)
        if orders is None or decision.key in absent:
            orders = _own_orders(job, rules, state, version, decision, orders or Orders(), is_absent=decision.key in absent)
        if orders is None:
            return None
        given[decision.key] = Given(decision.seat, orders)
    return given


def _own_orders(
    job: PhaseJob, rules: Engine, state: Any, version: int, decision: Decision, given: Orders, *, is_absent: bool
) -> Orders | None:
    """What was given, with what plans and bots add; None if a person must still decide some of it."""
    command = job.command(decision.seat)
    if command.is_plain and command.is_person and not is_absent:
        return None
    at_random = decision.seat in job.random_seats
    if command.is_plain and not given.choices:
        return bot_orders(rules, state, decision, bytes.fromhex(job.bot_key), version, at_random=at_random)
    view = rules.view(state, decision.seat)
    offers = rules.offers(view, decision)
    wishes, asked = consult(rules, view, decision, offers, command)
    if asked and not is_absent:
        return None
    bot = bot_orders(rules, state, decision, bytes.fromhex(job.bot_key), version, at_random=at_random)
    return filled(rules, view, decision, offers, bot, given.choices, wishes)


def bot_orders(rules: Engine, state: Any, decision: Decision, bot_key: bytes, version: int, *, at_random: bool = False) -> Orders:
    """What the bot orders at this version: the same whether it is asked in the middle of a job or after a pause."""
    dice = LateDice(derive=partial(hmac.digest, bot_key, encode([version, decision.key]), "sha256"))
    view = rules.view(state, decision.seat)
    offers = rules.offers(view, decision)
    orders = random_orders(offers, dice) if at_random else rules.choose(view, decision, offers, dice)
    faults = rules.check(view, decision, orders)
    if faults:
        reasons = "; ".join(fault.text for fault in faults)
        raise PhaseFailed(f"the bot of {decision.seat} gave an illegal order to {decision.key} ({decision.kind}): {reasons}: {orders}")
    return orders


# ---- as bytes, for workers that are somewhere else ----------------------------------------------------------------


def pack(value: PhaseJob | PhaseResult) -> bytes:
    """A job or a result as compressed canonical JSON."""
    return zlib.compress(encode(value), 1)


def unpack_job(data: bytes) -> PhaseJob:
    return decode(zlib.decompress(data), PhaseJob)


def unpack_result(data: bytes) -> PhaseResult:
    return decode(zlib.decompress(data), PhaseResult)


def compute(data: bytes, resolve: Resolver = engine) -> bytes:
    """Bytes of a job in, bytes of its result out: what a worker process calls."""
    return pack(attempt(unpack_job(data), resolve))


def attempt(job: PhaseJob, resolve: Resolver = engine) -> PhaseResult:
    """The result of a job. An engine that fails gives a result with the reason, so that it reaches the owner of the campaign."""
    try:
        return run_phase_job(job, resolve(job.scale))
    except Exception:
        reason = f"{job.id} {job.scale} {job.phase}\n{traceback.format_exc()}"
        return PhaseResult(job.id, job.battle, job.timeline, job.version, [], NO_STATE, [], False, None, reason)
