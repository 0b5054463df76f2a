"""What happens to a battle outside its phases: a GM overrules, or a result comes back from a real table.

Either is a step like any other: logged with what was ordered, in the battle's chain, and replayed. It is given for a version of the battle; given
twice, it is one; given for a version gone by, it is refused, and nothing was changed.
"""

from msgspec import Raw

from orchestrator.errors import RulingRefused, StaleOrders
from orchestrator.links.link import Board
from orchestrator.reading import LoggedStep
from orchestrator.records import PhaseCommit
from orchestrator.running import OutOfStep, Running, phase_commit
from orchestrator.store import ENDED
from scales.engine import Json, Orders
from workers.jobs import Given, PhaseJob, run_phase_job

AMEND, SETTLE = "amend", "settle"
KINDS = (AMEND, SETTLE)
GM, ORDER = "gm", "order"


def overrule(running: Running, board: Board, kind: str, order: Json) -> PhaseCommit:
    """The step of a ruling (`amend`) or a table's result (`settle`), not yet stored. Raises RulingRefused with the engine's sentence."""
    record, table = board.record, running.table
    job = PhaseJob(
        campaign=running.record.id,
        timeline=running.record.timeline,
        battle=record.battle,
        scale=record.scale,
        version=record.version,
        phase_no=record.phase_no,
        phase=record.phase,
        key=running.key(record.battle, record.version + 1, "ruling"),
        bot_key="",
        kind=kind,
        state=Raw(record.state),
        order=order,
        pending=[asked.decision for asked in table.pending(record.battle)] if record.phase else [],
    )
    try:
        result = run_phase_job(job, board.rules)
        state = board.read(bytes(result.state))
    except ValueError as error:
        raise RulingRefused(str(error)) from error
    except (TypeError, LookupError, AttributeError) as error:  # a GM writes any JSON: a sheet may be of another shape than the engine reads
        raise RulingRefused(f"the {kind} order is not of a form that {record.scale} reads ({type(error).__name__}: {error})") from error
    broken = board.rules.invariants(state)
    if broken:
        raise RulingRefused(f"that cannot be on the board: {'; '.join(broken)}")
    result.report = board.rules.report(state)
    result.steps[0].orders = {ORDER: Given(GM, Orders({ORDER: order}))}
    commit = phase_commit(result, record.head, tick=running.record.tick, kind=kind, phase=record.phase, phase_no=record.phase_no)
    commit.ended = result.report.over
    if commit.ended:
        commit.pending, commit.done = [], True
    return commit


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
    if not running.store.commit_phase(running.lease, running.record.timeline, commit):
        raise OutOfStep(f"{battle} is no longer at version {version}")
    running.take(commit)
    return True


def order_of(step: LoggedStep) -> Json | None:
    """What was ordered in a logged ruling."""
    given = step.orders.get(ORDER)
    return given.orders.choices[ORDER] if given else None
