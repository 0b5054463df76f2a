"""What units on the ground may fire at."""

from scales.engine import Decision, Option, Slot
from scales.leviathan.combat import offered_shots
from scales.leviathan.combat.fire import Target
from scales.leviathan.ground import ground_fire
from scales.leviathan.state import FighterUnit, GroundThing, State


def ground_slots(state: State, decision: Decision) -> list[Slot]:
    slots = []
    for unit in decision.units:
        thing = state.ground.things[unit]
        options = [_ground_option(state, thing, target) for target in ground_fire.targets(state, thing)]
        hold = Option({"target": ""}, "holds and stays hidden", {"value": 0, "shots": []})
        slots.append(Slot(unit, f"{thing.name} fires", [hold, *options], unit))
    return slots


def _ground_option(state: State, thing: GroundThing, target: Target) -> Option:
    value = 10 * ground_fire.RATING if isinstance(target, FighterUnit) else 5 * ground_fire.RATING
    order = {"target": target.id}
    salvo = ground_fire.salvo(state, thing, order)
    found = ground_fire.aim(thing, target)
    assert found is not None, "only targets within reach are offered"
    if salvo is None:
        shots = [offered_shots.shot("missiles", target, found, ground_fire.RATING)]
        return Option(order, f"fires {offered_shots.words(shots[0])}, and is seen", {"value": value, "shots": shots})
    shots = offered_shots.strikes(state, salvo)
    label = f"sends missiles, strength {salvo.strength}, at {target.name}, range {found.shot.range}, and is seen"
    return Option(order, label, {"value": value, "range": found.shot.range, "strength": salvo.strength, "shots": shots})
