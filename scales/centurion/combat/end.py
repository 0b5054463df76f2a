"""The End Phase: widowed armor, falling buildings, crew coming round, smoke, and what the next minute must not know (centurion: End Phase)."""

from collections.abc import Sequence

from scales.centurion.combat import damage, effects, internals, morale
from scales.centurion.ground import buildings, hidden
from scales.centurion.state import CREW, BattleState, Vehicle
from scales.centurion.support import artillery
from scales.engine import Decision
from scales.play import Play

RULE = "centurion: End Phase"


def widowed(play: Play[BattleState]) -> Sequence[Decision]:
    """Step A: widowed armor of every vehicle; then buildings fall (R-CEN-14)."""
    lost: dict[str, int] = {}
    for id, vehicle in sorted(play.state.vehicles.items()):
        if not vehicle.destroyed and not vehicle.left and vehicle.turn_damaged == play.state.turn and (boxes := damage.widow(vehicle)):
            lost[id] = boxes
    for part in hidden.apart(play.state, lost):
        names = effects.listed([f"{play.state.vehicles[id].name} ({boxes})" for id, boxes in part.items()])
        play.tell("widowed", f"Widowed armor comes off: {names}.", "centurion: Widowed Armor", units=list(part), data={"boxes": part})
    buildings.collapse(play)
    return ()


def come_round(play: Play[BattleState]) -> Sequence[Decision]:
    """Crew members knocked out in an earlier turn may wake (centurion: Gunner Hit)."""
    for _, vehicle in sorted(play.state.vehicles.items()):
        if not vehicle.destroyed and not vehicle.left:
            for member in CREW:
                _wake(play, vehicle, member)
    return ()


def _wake(play: Play[BattleState], vehicle: Vehicle, member: str) -> None:
    if vehicle.crew.get(member) != "unconscious" or vehicle.stunned.get(member, 0) >= play.state.turn:
        return
    check = effects.consciousness(play, vehicle, member, internals.lost(vehicle, member))
    if check.passed:
        vehicle.crew[member] = "ok"
        vehicle.stunned.pop(member, None)
    wakes = "comes round" if check.passed else "stays unconscious"
    text = f"The {member} of {vehicle.name} {wakes}."
    play.tell("crew_recovery", text, "centurion: Gunner Hit", units=[vehicle.id], checks=[check])


def clear_smoke(play: Play[BattleState]) -> Sequence[Decision]:
    """Step C: smoke laid down on an earlier turn is gone."""
    ground = play.state.ground
    old = sorted(label for label, laid in ground.smoke.items() if laid < play.state.turn)
    for label in old:
        del ground.smoke[label]
    if old:
        play.tell("smoke_gone", f"The smoke in {effects.listed(old)} clears.", "centurion: Smoke", data={"hexes": old})
    return ()


def lay_smoke(play: Play[BattleState]) -> Sequence[Decision]:
    """Step D: smoke rounds due this turn come down."""
    for mission in artillery.due(play.state, smoke=True):
        artillery.resolve(play, mission)
    return ()


def forget(play: Play[BattleState]) -> Sequence[Decision]:
    """Painting lasts only until the end of the turn; who was dropped in it fights in the next."""
    state = play.state
    for unit in state.units():
        unit.painted_by, unit.painting = [], False
        unit.attacked_before, unit.attacked_by = unit.attacked_by, []
    for vehicle in state.vehicles.values():
        vehicle.vulcan_declared = vehicle.vulcan_used = 0
        vehicle.paint_tried_by, vehicle.mounts_fired, vehicle.aimed_at = [], [], ""
        vehicle.dropped = vehicle.fired_above = False
    state.painted = {}
    morale.turn_back(play)
    return ()
