"""What a seat may choose over the ground: searches and duties."""

from scales.engine import Decision, Json, Option, Slot
from scales.leviathan import board
from scales.leviathan.combat import offered_shots
from scales.leviathan.fighters import dogfight
from scales.leviathan.ground import ground, ground_attack, strafing, support
from scales.leviathan.records.words import bays, name_of
from scales.leviathan.state import FighterUnit, GroundThing, Ship, State
from scales.messages import Bay


def searches(state: State, decision: Decision) -> list[Slot]:
    slots = []
    for unit in decision.units:
        hexes = ground.searchable(state, state.unit(unit))
        options = [Option({"hex": ""}, "searches nothing")]
        options += [_search(board.label(state.sheets, h), list(h)) for h in hexes]
        slots.append(Slot(unit, f"{name_of(state, unit)} searches", options, unit))
    return slots


def _search(at: str, hex: list[int]) -> Option:
    return Option({"hex": at}, f"searches the ground in {at}", {"at": hex, "hex": at})


# ---- the ground ----------------------------------------------------------------------------------------------------


def duties(state: State, decision: Decision) -> list[Slot]:
    slots = []
    for unit in decision.units:
        whose = state.unit(unit)
        options = [_duty(state, whose, duty) for duty in support.duties(state, whose)]
        slots.append(Slot(unit, f"{name_of(state, unit)} and the ground", options, unit))
    return slots


def _duty(state: State, ship: Ship | FighterUnit, duty: Json) -> Option:
    if isinstance(ship, FighterUnit):
        return _strafe(state, ship, duty)
    if duty["do"] == "support":
        return _support(state, ship, duty)
    if duty["do"] == "attack":
        return _attack(state, ship, duty, state.ground.things[duty["unit"]])
    return Option(duty, "keeps its bays for the fight in space", {"value": 0})


def _strafe(state: State, unit: FighterUnit, duty: Json) -> Option:
    if duty["do"] == "none":
        return Option(duty, "keeps its guns for the fight in space", {"value": 0})
    thing = state.ground.things[duty["unit"]]
    shot = offered_shots.roll("guns", thing.id, thing.name, *strafing.number(thing), dogfight.attack_value(unit, 1)) | {"range": 1}
    at = board.label(state.sheets, thing.hex)
    info = {"value": shot["damage"], "hex": at, "at": list(thing.hex), "shots": [shot]}
    return Option(duty, f"attacks {thing.name} on the ground in {at}, {offered_shots.faces(shot)} or less; nothing else this turn", info)


def _support(state: State, ship: Ship, duty: Json) -> Option:
    """`bays` on call below: each with its damage in boxes here and its modifier to hit."""
    mark = state.ground.battles[duty["battle"]]
    found = ground_attack.bays_on(ship, mark)
    at = board.label(state.sheets, mark)
    info: Json = {"value": sum(b.damage for b in found), "hex": at, "at": list(mark), "salvos": ship.salvos}
    info["bays"] = [{"bay": ground_attack.bay_number(b), "name": b.name, "damage": b.damage, "to_hit": b.to_hit} for b in found]
    return Option(duty, f"supports the battle on the ground in {at} with its {_bays(found)}; they fire at nothing in space", info)


def _attack(state: State, ship: Ship, duty: Json, thing: GroundThing) -> Option:
    """`shots` as in the offers of fire, one for each bay; any hit ends a unit that can move."""
    rolled = ground_attack.shots_at(state, ship, thing)
    shots = [_shot(ship, thing, found) for found in rolled]
    at = board.label(state.sheets, thing.hex)
    info = {"value": sum(found.bay.damage for found in rolled), "hex": at, "at": list(thing.hex), "shots": shots}
    numbers = f", {offered_shots.faces(shots[0])} or less" if shots else ""
    return Option(duty, f"attacks {thing.name} on the ground in {at} with its {_bays([s.bay for s in rolled])}{numbers}", info)


def _shot(ship: Ship, thing: GroundThing, found: ground_attack.GroundShot) -> Json:
    number = ground_attack.bay_number(found.bay)
    weapon = bays(ship.card.bays[number].location, [number])
    return offered_shots.roll(weapon, thing.id, thing.name, found.base, found.modifiers, found.bay.damage) | {"range": found.range}


def _bays(found: list[Bay]) -> str:
    return bays(found[0].arc, [ground_attack.bay_number(b) for b in found]) if found else "bays"
