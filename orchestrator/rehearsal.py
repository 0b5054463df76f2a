"""Trying out what a GM sends to a board before it is sent: a message that has the right form may still name a hex or a unit that is nowhere."""

from msgspec import Raw

from orchestrator.errors import RulingRefused
from orchestrator.links.link import Board
from orchestrator.store.records import PhaseCommit
from scales.engine import Decision, Delivery
from workers.jobs import PhaseJob, PhaseResult, run_phase_job

TRIAL = "00" * 32
"""The key of dice that nobody keeps."""


def rehearse(board: Board, commit: PhaseCommit) -> None:
    """Play a board on for a turn with bots, its posted messages with it, and throw it away. RulingRefused if it cannot be played."""
    mail = [routed.delivery for routed in commit.posted]
    state, pending, phases = commit.state, commit.pending, board.rules.phases
    first = phases.index(commit.phase) if pending else commit.phase_no % len(phases)
    try:
        for n in range(len(phases) + 1):
            arrived = [] if pending else mail
            result = _phase(board, phases[(first + n) % len(phases)], state, pending, arrived)
            mail = mail if pending else []
            state, pending = bytes(result.state), []
    except Exception as error:
        reason = (str(error).splitlines() or [""])[0][:200]
        raise RulingRefused(f"{board.id} cannot carry that message out ({type(error).__name__}: {reason})") from error


def _phase(board: Board, phase: str, state: bytes, pending: list[Decision], mail: list[Delivery]) -> PhaseResult:
    job = PhaseJob("", 0, board.id, board.scale, 1, 1, phase, TRIAL, TRIAL, state=Raw(state), inbox=mail, pending=pending)
    result = run_phase_job(job, board.rules)
    broken = board.rules.invariants(board.read(bytes(result.state)))
    if broken:
        raise ValueError("; ".join(broken))
    return result
