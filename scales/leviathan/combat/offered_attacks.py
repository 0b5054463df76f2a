"""What turrets and units on the ground may fire at."""

from scales.engine import Decision, Option, Slot
from scales.leviathan.combat import fire, offered_shots, turrets
from scales.leviathan.combat.fire import Target
from scales.leviathan.combat.missiles import Salvo
from scales.leviathan.combat.worth import worth
from scales.leviathan.ground import ground_fire
from scales.leviathan.records.words import mount as mount_words
from scales.leviathan.slots import bearing_mounts, salvos_of
from scales.leviathan.state import FighterUnit, GroundThing, Ship, State

MOST = 60
"""Targets that are offered to one mount."""


def turret_slots(state: State, decision: Decision) -> list[Slot]:
    salvos = salvos_of(decision)
    slots = []
    for unit in decision.units:
        ship = state.ships[unit]
        for mount in bearing_mounts(state, unit, salvos):
            title = f"{mount_words(mount).capitalize()} of {ship.name}"
            slots.append(Slot(f"{unit}/{mount}", title, turret_options(state, ship, mount, salvos), unit))
    return slots


def turret_options(state: State, ship: Ship, mount: str, salvos: list[Salvo]) -> list[Option]:
    options = [Option({"shares": {}}, "holds", {"value": 0, "shots": []})]
    for target, hexes in list(turrets.prey(state, ship, mount, salvos).items())[:MOST]:
        shot = offered_shots.turret_shot(state, ship, mount, mount_words(mount), target, hexes)
        info = {"value": _turret_worth(state, ship, mount, target, hexes), "shots": [shot]}
        options.append(Option({"shares": {target: 100}}, f"fires {offered_shots.words(shot)}", info))
    return options


def _turret_worth(state: State, ship: Ship, mount: str, target: str, hexes: int) -> int:
    points, chance = turrets.factor(ship, mount, hexes), fire.chance(turrets.turret_number(hexes))
    return chance * points * 60 if target.startswith("missiles:") else worth(state.fighters[target], points, chance)


# ---- from the ground -----------------------------------------------------------------------------------------------


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
