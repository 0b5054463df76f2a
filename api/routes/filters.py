"""Which events are asked for: the parameters that lists of events and dice have in common."""

from typing import Annotated

from fastapi import Depends, Query

from orchestrator.readers.door import LONGEST_PAGE
from orchestrator.readers.pages import Wanted

Name = Annotated[str | None, Query(max_length=100)]
Time = Annotated[int | None, Query(ge=0, le=10_000_000)]
After = Annotated[str | None, Query(max_length=40, description="the cursor of an earlier answer")]
Limit = Annotated[int, Query(ge=1, le=LONGEST_PAGE, description="how many events at most")]


def wanted(
    scale: Name = None,
    theatre: Name = None,
    battle: Name = None,
    unit: Name = None,
    kind: Name = None,
    from_minute: Time = None,
    to_minute: Time = None,
    from_turn: Time = None,
    to_turn: Time = None,
) -> Wanted:
    """What was asked for."""
    return Wanted(scale, theatre, battle, unit, kind, from_minute, to_minute, from_turn, to_turn)


Filter = Annotated[Wanted, Depends(wanted)]
