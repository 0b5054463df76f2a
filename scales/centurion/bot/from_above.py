"""How the bot brings down and takes up the units of patrol craft."""

from collections.abc import Sequence

from scales.centurion.state import BattleState
from scales.engine import Decision, Json, Slot


def spread(_state: BattleState, _decision: Decision, offers: Sequence[Slot]) -> dict[str, Json]:
    """Each in the best of the places offered that none before it has."""
    orders: dict[str, Json] = {}
    for slot in offers:
        free = [option.order for option in slot.options if option.order not in orders.values()]
        orders[slot.id] = (free or [slot.options[0].order])[0]
    return orders


def first(_state: BattleState, _decision: Decision, offers: Sequence[Slot]) -> dict[str, Json]:
    """All guns at the target that suffers most; everybody out, and nobody taken up."""
    return {slot.id: slot.options[0].order for slot in offers}
