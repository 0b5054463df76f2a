"""Who may be attacked, intercepted or fired back at, and the sentences of refusals. legatus: Interceptors, Thor, Naval Vessels"""

from collections.abc import Collection

from scales.legatus.combat import targets
from scales.legatus.state import Century, LegatusState
from scales.legatus.support import calls

RULE = "legatus: Interceptors"


def allowed(state: LegatusState, side: str, kind: str, id: str) -> tuple[list[Century], str]:
    """Whom a century, squadron, satellite or ship may attack in a decision of a kind, and how a refusal ends."""
    if id in state.units:
        return targets.targets_of(state, state.units[id]), ""
    if id not in state.squadrons:
        return calls.targets_for(state, id), f", {calls.reason_of(state, id)} ({calls.rule_of(state, id)})"
    if kind == "low_attack":
        return targets.low_targets(state, side), f", being an enemy at low altitude ({RULE})"
    return targets.enemies_in_combat(state, side), f", being an enemy in combat ({RULE})"


def intercept_fault(flights: Collection[str], raider: str) -> str:
    """Why CAP cannot go for a squadron; '' when it can, or when it stays on patrol."""
    if not raider or raider in flights:
        return ""
    return f"'{raider[:40]}' cannot be intercepted: {', '.join(sorted(flights))} can, on the way to one of your centuries."


def contact_fault(caps: Collection[str], target: str) -> str:
    """Why an intercepted squadron cannot fire back at another; '' when it can."""
    return "" if not target or target in caps else f"'{target[:40]}' has not met it: {', '.join(caps)} did."
