"""Filters whose values cannot be: told with those that the reader knows, so that a misspelt name is no empty list.

Everybody knows the sides, the scales, the theatres and the battles of a campaign. Units are not checked: who does not know one gets nothing.
"""

from collections.abc import Collection, Iterator

from orchestrator.errors import FormRefused
from orchestrator.readers import standing
from orchestrator.readers.look import Look
from orchestrator.readers.pages import Wanted
from scales.engine import Fault

STATUSES = ("ok", "damaged", "crippled", "destroyed", "left", "captured")


def check_units(look: Look, side: str | None, battle: str | None, status: str | None) -> None:
    """Raises FormRefused with every value that no unit can have."""
    sides = [each.id for each in standing.sides(look)]
    _refuse([*_faults("side", side, sides), *_faults("battle", battle, look.sights), *_faults("status", status, STATUSES)])


def check_events(look: Look, wanted: Wanted) -> None:
    """Raises FormRefused with every value that no event can have. What a campaign notes itself stands under the theatre."""
    plan = look.record.plan
    theatres = [theatre.id for theatre in plan.theatres]
    battles = [*look.sights, *(theatre for theatre in theatres if theatre not in look.sights)]
    _refuse(
        [
            *_faults("scale", wanted.scale, plan.scales),
            *_faults("theatre", wanted.theatre, theatres),
            *_faults("battle", wanted.battle, battles),
        ]
    )


def _faults(name: str, value: str | None, known: Collection[str]) -> Iterator[Fault]:
    if value is not None and value not in known:
        yield Fault("unknown", f"there is no {name} {value!r}; known are {', '.join(known)}", name)


def _refuse(faults: list[Fault]) -> None:
    if faults:
        raise FormRefused(faults)
