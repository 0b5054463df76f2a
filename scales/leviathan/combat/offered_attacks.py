"""What turrets, fighters and units on the ground may fire at."""

from scales.engine import Decision, Json, Option, Slot
from scales.leviathan.combat import fire, offered_shots, turrets
from scales.leviathan.combat.fire import Aim, Target
from scales.leviathan.combat.offered_fire import worth
from scales.leviathan.combat.turrets import Salvo
from scales.leviathan.fighters import dogfight
from scales.leviathan.ground import ground_fire
from scales.leviathan.records.words import mount as mount_words
from scales.leviathan.records.words import name_of
from scales.leviathan.slots import bearing_mounts, salvos_of
from scales.leviathan.state import FighterUnit, GroundThing, Ship, State

MOST = 60
"""Targets that are offered to one mount or unit."""


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


# ---- fighters ------------------------------------------------------------------------------------------------------


def fighter_slots(state: State, decision: Decision) -> list[Slot]:
    return [Slot(u, f"{name_of(state, u)} attacks", attack_options(state, state.fighters[u]), u) for u in decision.units]


def attack_options(state: State, unit: FighterUnit) -> list[Option]:
    """Hold, or guns at a target in reach, with the missiles where they pass."""
    options = []
    for target in fire.targets(state, unit.side):
        found = dogfight.aim(state, unit, target)
        if found is not None:
            options += _attacks(unit, target, found)
    hold = Option({"target": ""}, "holds", {"value": 0, "shots": []})
    return [hold, *sorted(options, key=lambda o: (-o.info["value"], str(o.order)))[:MOST]]


def _attacks(unit: FighterUnit, target: Target, found: Aim) -> list[Option]:
    chance = fire.chance(found.number)
    points = dogfight.attack_value(unit, found.shot.range)
    guns = worth(target, points, chance, found.side)
    shots = [offered_shots.shot("guns", target, found, points) | {"marked_by": _marked_by(unit, target)}]
    options = [_attack({"target": target.id, "column": 0, "missiles": ""}, guns, shots)]
    if dogfight.has_missiles(unit) and dogfight.unshielded(target, found):
        both = guns + worth(target, unit.missile_attack, chance, found.side)
        shots = [*shots, offered_shots.shot("missiles", target, found, unit.missile_attack) | {"marked_by": "rows"}]
        options.append(_attack({"target": target.id, "column": 0, "missiles": target.id}, both, shots))
    return options


def _attack(order: Json, value: int, shots: list[Json]) -> Option:
    return Option(order, f"fires {' and '.join(map(offered_shots.words, shots))}", {"value": value, "shots": shots})


def _marked_by(unit: FighterUnit, target: Target) -> str:
    """How the guns mark their damage: boxes of a unit; on a ship rows, three columns, or one column."""
    words = {"row": "rows", "three_columns": "three columns", "chosen_column": "one column"}
    return "boxes" if isinstance(target, FighterUnit) else words[dogfight.style(unit.size)]


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
