"""What batteries, satellites and ships are offered: counter-battery fire, support, calls for fire from orbit.

legatus: Artillery, Thor, Naval Vessels
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations

from scales.codec import plain
from scales.engine import Decision, Json, Modifier, Option, Slot
from scales.late import Late
from scales.legatus.combat.figures import against, attack_label
from scales.legatus.orders import slots_of
from scales.legatus.state import Century, LegatusState
from scales.legatus.support import artillery, calls
from scales.legatus.view import View

MOST_TARGETS = 60
MOST_HELPED = 9
MOST_COUNTERED = 20


def counter_slots(view: View, decision: Decision) -> list[Slot]:
    """Counter-battery fire: nothing, or so many shots of a battery at an enemy battery."""
    units = [view.state.units[id] for id in slots_of(view, decision)]
    return [Slot(u.id, f"counter-battery fire of {u.name}", list(_counters(view.state, u)), u.id) for u in units]


def _counters(state: LegatusState, unit: Century) -> Iterator[Option]:
    shots = artillery.shots_left(unit)
    yield Option({}, "keep all shots", _spent(unit, 0))
    for enemy in artillery.counter_targets(state, unit.side)[:MOST_COUNTERED]:
        theirs = artillery.shots_left(enemy)
        for used in range(min(shots, theirs), 0, -1):
            info = _spent(unit, used) | {"target_shots": {"before": theirs, "after": theirs - used}}
            yield Option(
                {"targets": {enemy.id: used}}, f"fire {used} of {shots} at {enemy.name}: leaves it {theirs - used} of {theirs}", info
            )


def barrages(state: LegatusState, unit: Century) -> Iterator[Option]:
    """Nothing, and every way to support as many centuries as there are shots."""
    shots, friends = artillery.shots_left(unit), artillery.supportable(state, unit)[:MOST_HELPED]
    bonus = artillery.bonus_modifier(unit)
    yield Option({}, "hold fire", _spent(unit, 0))
    for group in combinations(friends, min(shots, len(friends))):
        if group:
            yield Late({"support": [u.id for u in group]}, partial(_tell_support, unit, group, bonus))


def _tell_support(unit: Century, helped: Sequence[Century], bonus: Modifier) -> tuple[str, Json]:
    label = f"support {', '.join(u.name for u in helped)}: {bonus.value:+d} to each attack"
    return label, _spent(unit, len(helped)) | {"modifiers": plain([bonus])}


def _spent(unit: Century, used: int) -> Json:
    return {"shots": {"used": used, "left": artillery.shots_left(unit) - used}, "range": artillery.RANGE}


def call_options(state: LegatusState, id: str) -> Iterator[Option]:
    """Nothing, or the targets of a satellite or ship; of ships the roll at each century of the engagement, friends too."""
    yield Option({"target": ""}, "hold", calls.course_of(state, id))
    for target in calls.targets_for(state, id)[:MOST_TARGETS]:
        rolls = calls.trials_of(state, id, target)
        info = against(state, rolls[target.id], target, calls.weakness_of(state, id)) | calls.course_of(state, id)
        info["strikes"] = {u: roll.told() for u, roll in rolls.items()}
        yield Option({"target": target.id}, attack_label("strike", rolls[target.id], target), info)
