"""What happens to a battle outside its phases: a GM overrules, or a result comes back from a real table.

Either is a step like any other: logged with what was ordered, in the battle's chain, and replayed. It is given for a version of the battle; given
twice, it is one; given for a version gone by, it is refused, and nothing was changed.
"""

import msgspec
from msgspec import Raw

from orchestrator.added_units import doubles
from orchestrator.dispatch.carrying import carried
from orchestrator.errors import RulingRefused, StaleOrders
from orchestrator.links.link import Board
from orchestrator.rehearsal import rehearse
from orchestrator.running import OutOfStep, Running, phase_commit
from orchestrator.store.reading import LoggedEvent, LoggedStep
from orchestrator.store.records import PhaseCommit, Routed
from orchestrator.store.writing import ENDED
from scales.engine import Delivery, Fault, Json, Orders
from scales.messages import KINDS as MESSAGES
from scales.rulings import LONGEST, reason_of
from workers.jobs import Given, PhaseJob, run_phase_job

AMEND, SETTLE = "amend", "settle"
KINDS = (AMEND, SETTLE)
GM, ORDER = "gm", "order"
APART = "; "
"""What stands between the sentences of an engine that has several against a ruling."""
MESSAGE = "message"
"""A ruling of the orchestrator itself: a message to the board, as another board would send it."""


def overrule(running: Running, board: Board, kind: str, order: Json) -> PhaseCommit:
    """The step of a ruling (`amend`) or a table's result (`settle`), not yet stored. Raises RulingRefused with the engine's sentence."""
    record, table = board.record, running.table
    if kind == AMEND and (found := doubles(running, board, order)):
        raise RulingRefused(APART.join(found), [Fault(kind, sentence) for sentence in found])
    posted = [_routed(running, board, order)] if kind == AMEND and order.get("kind") == MESSAGE else []
    job = PhaseJob(
        campaign=running.record.id,
        timeline=running.record.timeline,
        battle=record.battle,
        scale=record.scale,
        version=record.version,
        phase_no=record.phase_no,
        phase=record.phase,
        key=running.key(running.record.tick, record.battle, record.version + 1, "ruling"),
        bot_key="",
        kind=kind,
        state=Raw(record.state),
        order=_announced(order) if posted else order,
        pending=[asked.decision for asked in table.pending(record.battle)] if record.phase else [],
    )
    try:
        result = run_phase_job(job, board.rules, dice=running.logged(job, running.record.tick))
        state = board.read(bytes(result.state))
    except ValueError as error:
        raise RulingRefused(str(error), [Fault(kind, sentence) for sentence in str(error).split(APART)]) from error
    except (TypeError, LookupError, AttributeError) as error:  # a GM writes any JSON: a sheet may be of another shape than the engine reads
        raise RulingRefused(f"the {kind} order is not of a form that {record.scale} reads ({type(error).__name__}: {error})") from error
    broken = board.rules.invariants(state)
    if broken:
        raise RulingRefused(f"that cannot be on the board: {'; '.join(broken)}")
    result.report = board.rules.report(state)
    result.steps[0].orders = {ORDER: Given(GM, Orders({ORDER: order}))}
    commit = phase_commit(result, record.head, tick=running.record.tick, kind=kind, phase=record.phase, phase_no=record.phase_no)
    commit.posted = posted
    commit.ended = result.report.over
    if commit.ended:
        commit.pending, commit.done = [], True
    commit.carried = carried(board, commit, table.pending(record.battle))
    return commit


def _routed(running: Running, board: Board, order: Json) -> Routed:
    """The message of a ruling, due at the board's next phase; RulingRefused if no board sends such a one."""
    kind, data = order.get("message"), order.get("data")
    if not isinstance(kind, str) or kind not in MESSAGES:
        raise RulingRefused(f"there is no message {kind!r}; known are {', '.join(sorted(MESSAGES))}")
    try:
        msgspec.convert(data, MESSAGES[kind])
    except msgspec.ValidationError as error:
        raise RulingRefused(f"this is no {kind}: {error}") from error
    assert isinstance(data, dict)
    id = f"{GM}:{board.record.battle}:{board.record.version + 1}"
    return Routed(Delivery(id, kind, "", data, None), board.record.battle, running.record.tick, running.record.tick)


def _announced(order: Json) -> Json:
    """What the battle's log says of a message: that the GM sent it, and why."""
    text = f"a message arrives by ruling ({order['message']}): {reason_of(order)}"[:LONGEST]
    return {"kind": "note", "text": text, "reason": order.get("reason", ""), "seen_by": order.get("seen_by")}


def with_die(order: Json, event: LoggedEvent) -> Json:
    """A ruling to roll a die of an event again, with what the event says of it: sides, what it was for, target, who may see it."""
    rolls, n = event.event.rolls, order.get("roll", 0)
    if type(n) is not int or not 0 <= n < len(rolls):
        raise RulingRefused(f"event {event.place} has {len(rolls)} dice, numbered from 0; there is none numbered {n!r}")
    die = rolls[n]
    check = next((each for each in event.event.checks if each.roll == die.value), None)
    told: Json = {"sides": die.sides, "why": die.why, "target": None if check is None else check.target, "seen_by": event.event.seen_by}
    return told | {name: value for name, value in order.items() if name != "roll"}


def apply(running: Running, battle: str, version: int, kind: str, order: Json, logged: LoggedStep | None) -> bool:
    """Store a ruling for a version. False: this very one is in the log already (`logged` is the step that follows the version)."""
    board = running.boards[battle]
    if board.record.version != version:
        if logged is not None and (logged.kind, order_of(logged)) == (kind, order):
            return False
        raise StaleOrders(f"{battle} stands at version {board.record.version}, not {version}: look at it again")
    if board.record.status == ENDED:
        raise RulingRefused(f"{battle} has ended")
    commit = overrule(running, board, kind, order)
    if commit.posted:
        rehearse(board, commit)
    if not running.store.commit_phase(running.lease, running.record.timeline, commit):
        raise OutOfStep(f"{battle} is no longer at version {version}")
    running.take(commit)
    return True


def order_of(step: LoggedStep) -> Json | None:
    """What was ordered in a logged ruling."""
    given = step.orders.get(ORDER)
    return given.orders.choices[ORDER] if given else None
