"""Counter-battery fire at the beginning of the combat phase: shots of one battery take shots from another. legatus: Artillery"""

from collections.abc import Sequence

from scales.engine import Decision
from scales.legatus.double_blind import sightings
from scales.legatus.orders import Counter, read
from scales.legatus.state import Century, LegatusState, Side
from scales.legatus.support import artillery
from scales.legatus.view import view
from scales.play import Play


def fire(play: Play[LegatusState]) -> Sequence[Decision]:
    """Both sides seal their fire; shots that cross are fired all the same, and then what is lost is struck off."""
    state = play.state
    if play.asks_first():
        asked = [d for s in state.sides if (d := counter_orders(state, s)) is not None]
        if asked:
            return asked
    salvos = [salvo for side in state.sides for salvo in _salvos(play, side)]
    for unit, _, shots in salvos:
        unit.shots += shots
    for unit, target, shots in salvos:
        taken = min(shots, artillery.shots_left(target))
        target.shots += taken
        sightings.reveal(state, unit)
        data = {"shots": shots, "taken": taken, "left": artillery.shots_left(target)}
        text = f"{unit.name} fires {_shots(shots)} at {target.name}, which has {_shots(data['left'])} left."
        play.tell("counter_battery", text, artillery.RULE, units=[unit.id, target.id], data=data)
    return ()


def counter_orders(state: LegatusState, side: Side) -> Decision | None:
    """A side is asked for counter-battery fire; None when it has no battery, or knows of none of the enemy."""
    guns = artillery.batteries(state, side.id)
    if not guns or not artillery.counter_targets(view(state, side.seat).state, side.id):
        return None
    ids = [u.id for u in guns]
    return Decision(
        f"counter_battery:{side.id}", side.seat, "counter_battery", "Counter-battery fire", ids, sealed=True, data={"side": side.id}
    )


def _salvos(play: Play[LegatusState], side: Side) -> list[tuple[Century, Century, int]]:
    """Battery, target and shots of a side's orders."""
    answer, found = play.answers.get(f"counter_battery:{side.id}"), []
    for unit in artillery.batteries(play.state, side.id):
        order = read(Counter, (answer.choices if answer else {}).get(unit.id))
        found += [(unit, play.state.units[id], shots) for id, shots in sorted(order.targets.items())]
    return found


def _shots(number: int) -> str:
    return f"{number} shot{'' if number == 1 else 's'}"
