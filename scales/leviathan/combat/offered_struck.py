"""What a defender may choose for a shot along the boundary of two sides of his ship."""

from scales.engine import Decision, Json, Option, Slot
from scales.leviathan.combat import fire, offered_shots, struck
from scales.leviathan.combat.fire import MOUNT, MOUNT_WIDTH
from scales.leviathan.combat.struck import Boundary
from scales.leviathan.fighters import offered_dogfights
from scales.leviathan.records.words import SIDES, bays, name_of
from scales.leviathan.state import State


def struck_slots(state: State, decision: Decision) -> list[Slot]:
    return [_slot(state, shot) for shot in struck.shots_of(decision)]


def _slot(state: State, shot: Boundary) -> Slot:
    target = state.ships[shot.target]
    weapon, attacker = weapon_words(state, shot), name_of(state, shot.attacker)
    shots = {side: _shot(state, shot, side) for side in shot.sides}
    best = _shot(state, shot, "")
    auto = f"on the side that is protected best when it is struck, now {SIDES[best['side']]}"
    options = [Option({"side": ""}, auto, {"value": 1, "shots": [best]})]
    options += [
        Option({"side": side}, f"on the {SIDES[side]} side, {offered_shots.faces(s)} or less", {"value": 0, "shots": [s]})
        for side, s in shots.items()
    ]
    return Slot(shot.slot, f"{target.name} takes {weapon} of {attacker}", options, target.id)


def weapon_words(state: State, shot: Boundary) -> str:
    if shot.attacker in state.fighters:
        return f"the {shot.weapon}"
    ship = state.ships[shot.attacker]
    return "the spinal mount" if shot.weapon == MOUNT else bays(fire.location_of(ship, shot.weapon), [int(shot.weapon)])


def _shot(state: State, shot: Boundary, side: str) -> Json:
    """The figures of the shot on a side, or on the one that suits best."""
    if shot.attacker in state.fighters:
        return offered_dogfights.boundary_shot(state, shot, side)
    ship, target = state.ships[shot.attacker], state.ships[shot.target]
    found = fire.line_aim(state, ship, shot.weapon, shot.line, side)
    assert found is not None, "a shot that was declared can be fired"
    aim, points = found
    boxes = MOUNT_WIDTH * points if shot.weapon == MOUNT else points
    return offered_shots.shot(weapon_words(state, shot), target, aim, boxes)
