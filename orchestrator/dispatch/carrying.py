"""A ruling in the middle of a phase asks again only those for whom it changed something.

Whoever sees the board as before and is asked the same keeps his calls, drafts and sealed answers: he could not tell that there was a ruling.
"""

from collections.abc import Sequence

from orchestrator.links.link import Board
from orchestrator.store.records import Asked, PhaseCommit
from scales.codec import encode, plain


def carried(board: Board, commit: PhaseCommit, asked: Sequence[Asked]) -> list[tuple[int, int]]:
    """The numbers that such decisions had before a ruling, and have after it."""
    ruled, again = board.read(commit.state), {decision.key: n for n, decision in enumerate(commit.pending)}
    found = []
    for each in asked:
        seat, n = each.decision.seat, again.get(each.decision.key)
        if n is None or commit.pending[n] != each.decision:
            continue
        before, after = (plain(board.rules.view(state, seat)) for state in (board.state(), ruled))
        if encode(before) == encode(after):
            found.append((each.place.n, n))
    return found
