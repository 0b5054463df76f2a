"""What internal damage does to a vehicle, its crew and its passengers (centurion: Damage Locations and Effects, Destroying a Unit).

Headings of the book played here too: Communications System, Turret Weapons Hit, Commander Hit, Stern Shield, Maximum Thrust, Left Shield,
Right Shield, Front Shields, Bottom Shields, Terrain Sensing and Reaction Circuits, Hull Weapons 1 Hit, Hull Weapons 2 Hit.
"""

from collections.abc import Sequence

from scales.centurion.catalog import vehicle_type
from scales.centurion.combat import infantry_combat, internals, morale
from scales.centurion.combat.damage import Struck, across
from scales.centurion.combat.weapons import table
from scales.centurion.ground import hidden
from scales.centurion.ground.terrain import is_water
from scales.centurion.movement import flight
from scales.centurion.state import CREW, BattleState, Mark, Squad, Vehicle
from scales.dice import succeeds
from scales.engine import Check, Modifier
from scales.play import Play

RULE = "centurion: Damage Locations and Effects"
WORDS = {
    "comm": "communications",
    "turret_weapons": "turret weapons",
    "hull_weapons_1": "hull 1 weapons",
    "hull_weapons_2": "hull 2 weapons",
    "left_vane": "left directional vane",
    "right_vane": "right directional vane",
    "thrust_1_4": "a quarter of the thrust",
    "thrust_2_4": "half of the thrust",
    "thrust_3_4": "three quarters of the thrust",
    "tsr": "terrain sensing circuits",
    "digging": "digging cannons",
    "helm": "helm",
    "grav_drive": "grav drive",
    "engine": "engine",
    "mobility": "mobility",
    "infantry": "infantry compartment",
}


def word(effect: str) -> str:
    """The plain name of a system that can be out of action."""
    return WORDS.get(effect, effect.replace("_", " "))


def take_effect(play: Play[BattleState], vehicle: Vehicle) -> None:
    """Everything queued takes effect at once, with the groundings and explosions that follow from it (R-CEN-53)."""
    is_hit = bool(vehicle.queued)
    while vehicle.queued:
        marks, vehicle.queued = vehicle.queued, []
        if not vehicle.destroyed:
            _lose_systems(play, vehicle, marks)
            _hurt_passengers(play, vehicle, marks)
            _hurt_crew(play, vehicle, marks)
            _explode(play, vehicle, marks)
            _fall(play, vehicle, marks)
    vehicle.grounded_at = 0
    if is_hit:
        morale.try_vehicle(play, vehicle)


def all_take_effect(play: Play[BattleState]) -> None:
    """Internal damage and infantry losses of a segment, for every unit (centurion: Resolve Weapons Fire)."""
    for id in sorted(play.state.vehicles):
        if play.state.vehicles[id].queued:
            take_effect(play, play.state.vehicles[id])
        play.state.vehicles[id].grounded_at = 0
    infantry_combat.casualties_take_effect(play)


# --- systems --------------------------------------------------------------------------------------------------------------------


def _lose_systems(play: Play[BattleState], vehicle: Vehicle, marks: Sequence[Mark]) -> None:
    """Systems out of action from now on; a doubled one only when both its areas have lost a box."""
    fresh = [e for e in dict.fromkeys(_effect(vehicle, mark.system) for mark in marks) if e and e not in vehicle.effects]
    vehicle.effects += fresh
    for effect in fresh:
        if effect.endswith("_shield"):
            vehicle.shields[effect.removesuffix("_shield")] = 0
    if any(mark.system == "targ" for mark in marks):
        vehicle.targeting = internals.lost(vehicle, "targ")
        fresh.append("targeting")
    if fresh:
        names = [f"targeting ({-vehicle.targeting} to hit)" if e == "targeting" else word(e) for e in fresh]
        text = f"{vehicle.name} loses {listed(names)}."
        play.tell("system_lost", text, RULE, units=[vehicle.id], data={"systems": fresh, "boxes": {m.system: m.boxes for m in marks}})


def men(count: int) -> str:
    """'1 man' or '3 men'."""
    return f"{count} man" if count == 1 else f"{count} men"


def listed(names: Sequence[str]) -> str:
    """'a', 'a and b', 'a, b and c'."""
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def _effect(vehicle: Vehicle, system: str) -> str:
    """The effect that a hit on a system has now, '' if none or one that is rolled for. An infantry compartment carries infantry as long as a
    box of it is left (Infantry Compartment)."""
    figures = table("centurion_internals")
    base = system[:-2]
    if system.endswith(("_a", "_b")) and base in figures["double"]:
        return base if internals.lost(vehicle, f"{base}_a") and internals.lost(vehicle, f"{base}_b") else ""
    if system.startswith("mobility"):
        return "mobility"
    if system == "infantry":
        return system if internals.lost(vehicle, system) >= internals.size(vehicle, system) else ""
    plain = system in figures["single"] and system != "vehicle_destroyed"
    return system if plain or system.startswith("thrust_") else ""


# --- people ---------------------------------------------------------------------------------------------------------------------


def aboard(state: BattleState, vehicle: Vehicle, outside: bool | None = None) -> list[Squad]:
    """Squads in or on a vehicle."""
    return [s for _, s in sorted(state.squads.items()) if s.aboard == vehicle.id and not s.destroyed and outside in (None, s.outside)]


def _hurt_passengers(play: Play[BattleState], vehicle: Vehicle, marks: Sequence[Mark]) -> None:
    """A man for each four boxes of the compartment, all when it is gone."""
    boxes = sum(mark.boxes for mark in marks if mark.system == "infantry")
    if not boxes:
        return
    now, whole = internals.lost(vehicle, "infantry"), internals.size(vehicle, "infantry")
    for squad in aboard(play.state, vehicle, outside=False):
        killed = squad.strength if now >= whole else internals.infantry_killed(now - boxes, now)
        infantry_combat.queue(squad, killed, next((m.by for m in marks if m.system == "infantry"), ""))


def _hurt_crew(play: Play[BattleState], vehicle: Vehicle, marks: Sequence[Mark]) -> None:
    """Consciousness rolls of those hit; dead with all their boxes."""
    for member in CREW:
        if any(mark.system == member for mark in marks) and vehicle.crew.get(member) != "dead":
            _shake(play, vehicle, member)


def _shake(play: Play[BattleState], vehicle: Vehicle, member: str) -> None:
    gone = internals.lost(vehicle, member)
    if gone >= internals.size(vehicle, member):
        vehicle.crew[member] = "dead"
        play.tell("crew_killed", f"The {member} of {vehicle.name} is killed.", RULE, units=[vehicle.id], data={"crew": member})
        return
    was, check = vehicle.crew.get(member), consciousness(play, vehicle, member, gone)
    if not check.passed and was == "ok":
        vehicle.crew[member], vehicle.stunned[member] = "unconscious", play.state.turn
    state = "stays unconscious" if was != "ok" else "stays conscious" if check.passed else "loses consciousness"
    play.tell("crew_hit", f"The {member} of {vehicle.name} is hit and {state}.", RULE, units=[vehicle.id], checks=[check])


def consciousness(play: Play[BattleState], vehicle: Vehicle, member: str, gone: int) -> Check:
    """A consciousness roll: 8 less one for each box of that crew member's section."""
    target = internals.consciousness_number(gone)
    roll = play.dice.d10(f"consciousness: {member} of {vehicle.name}")
    modifier = Modifier("boxes lost", -gone, RULE)
    return Check(f"consciousness of the {member}", target + gone, [modifier], target, roll, succeeds(roll, target), RULE)


# --- ends of vehicles -----------------------------------------------------------------------------------------------------------


def _explode(play: Play[BattleState], vehicle: Vehicle, marks: Sequence[Mark]) -> None:
    """What destroys the vehicle: first its ammunition, since whoever is inside has to survive that, then a crew that is dead, then the
    Vehicle Destroyed boxes (Destroying a Unit)."""
    store = _burst(play, vehicle, marks)
    killer = next((mark for mark in marks if mark.system == "vehicle_destroyed"), None)
    if store is not None:
        destroy(play, vehicle, store.by, "its ammunition exploded", explosion=True)
    elif all(vehicle.crew.get(member) == "dead" for member in CREW):
        destroy(play, vehicle, marks[0].by, "its whole crew is dead")
    elif killer:
        destroy(play, vehicle, killer.by, "a hit goes right through it")


def _burst(play: Play[BattleState], vehicle: Vehicle, marks: Sequence[Mark]) -> Mark | None:
    """The hit on a store of ammunition that explodes. Each store rolls once, whatever number of hits took effect together, until one does."""
    stores = {mark.system: mark for mark in reversed(marks) if mark.system in table("centurion_internals")["ammo"]}
    return next((mark for mark in reversed(stores.values()) if _explodes(play, vehicle, mark)), None)


def _explodes(play: Play[BattleState], vehicle: Vehicle, mark: Mark) -> bool:
    gone = internals.lost(vehicle, mark.system)
    target = internals.no_explosion_number(gone)
    roll = play.dice.d10(f"ammunition of {vehicle.name}")
    rule = "centurion: Ammo Stores Explode"
    check = Check("no explosion", target + gone, [Modifier("boxes lost", -gone, rule)], target, roll, succeeds(roll, target), rule)
    if check.passed:
        play.tell("ammo_holds", f"The ammunition of {vehicle.name} is hit and does not explode.", rule, units=[vehicle.id], checks=[check])
        return False
    play.tell("ammo_explodes", f"The ammunition of {vehicle.name} explodes.", rule, units=[vehicle.id], checks=[check])
    vehicle.effects.append("exploded")
    return True


def destroy(play: Play[BattleState], vehicle: Vehicle, by: str, how: str, explosion: bool = False) -> None:
    """A vehicle is out of the game: it falls to the ground, those inside get out or have to survive the explosion, which may be one of the
    ammunition that is hit as it comes down."""
    if vehicle.destroyed:
        return
    hidden.reveal(play, vehicle, how)
    vehicle.destroyed, vehicle.by = True, by or vehicle.by
    killer = play.state.unit(by) if by else None
    if killer is not None and killer.side != vehicle.side:
        killer.killed += 1
    name = killer.name if killer is not None else _name_above(play.state, by)
    credit = f" by {name}" if name else ""
    units = [vehicle.id, by] if name else [vehicle.id]
    play.tell(
        "vehicle_destroyed",
        f"{vehicle.name} is destroyed{credit}: {how}.",
        "centurion: Destroying a Unit",
        units=units,
        cause=play.state.causes.get(by),
    )
    velocity = abs(vehicle.velocity) or vehicle.grounded_at
    if (vehicle.velocity or flight.is_high(vehicle)) and not explosion:
        ground(play, vehicle, flight.fall(vehicle))
        explosion = _burst(play, vehicle, vehicle.queued) is not None
    vehicle.velocity, vehicle.queued = 0, []
    _leave_wreck(play, vehicle, velocity, explosion)


def _name_above(state: BattleState, id: str) -> str:
    """The name of a ship or craft that did it."""
    if id in state.ships:
        return state.ships[id].ship_name
    return next((craft.craft_name for craft in state.air if craft.craft == id), state.above.get(id, ""))


def _leave_wreck(play: Play[BattleState], vehicle: Vehicle, velocity: int, explosion: bool) -> None:
    """Passengers and crew in the wreck's hex, who get out when the next turn begins; of an explosion only who survives 8 less the velocity,
    at once and as their move of the next turn (Vehicle Destroyed, Ammo Stores Explode). Who served the turret of an installation stays in it."""
    if vehicle_type(vehicle.type).is_turret:
        return
    alive = sum(vehicle.crew.get(member) != "dead" for member in CREW)
    if alive and vehicle.hex is not None and (not explosion or _survives(play, vehicle, "the crew", velocity)):
        crew = crew_counter(play.state, vehicle, alive)
        crew.in_wreck, crew.spent = not explosion, explosion
    for squad in aboard(play.state, vehicle):
        if not explosion or _survives(play, vehicle, squad.name, velocity):
            squad.hex, squad.moved, squad.in_wreck, squad.spent = vehicle.hex, True, not (explosion or squad.outside), explosion
        else:
            infantry_combat.kill(play, squad, squad.strength, vehicle.by or "")
        squad.aboard, squad.outside = None, False
    vehicle.inside = vehicle.outside = None


def _survives(play: Play[BattleState], vehicle: Vehicle, who: str, velocity: int) -> bool:
    target = internals.survival_number(velocity)
    roll = play.dice.d10(f"survival of {who}, {vehicle.name}")
    rule = "centurion: Ammo Stores Explode"
    check = Check(
        "survival",
        target + velocity,
        [Modifier("velocity", -velocity, rule)] if velocity else [],
        target,
        roll,
        succeeds(roll, target),
        rule,
    )
    fate = "gets out of" if check.passed else "dies in"
    name = who[:1].upper() + who[1:]
    play.tell("survival", f"{name} {fate} the burning {vehicle.name}.", rule, units=[vehicle.id], checks=[check])
    return check.passed


def crew_counter(state: BattleState, vehicle: Vehicle, men: int) -> Squad:
    """A crew on foot moves with the platoon from the next turn on (centurion: Dismounted Vehicle Crew)."""
    id = f"{vehicle.id}-crew"
    crew = Squad(id, f"Crew of {vehicle.name}", vehicle.side, vehicle.century, vehicle.platoon, "vehicle_crew", vehicle.hex)
    crew.strength, crew.moved = men, True
    state.squads[id] = crew
    platoon = state.platoons.get(vehicle.platoon)
    if platoon is not None and id not in platoon.units:
        platoon.units.append(id)
    return crew


# --- falling --------------------------------------------------------------------------------------------------------------------


def _fall(play: Play[BattleState], vehicle: Vehicle, marks: Sequence[Mark]) -> None:
    """Without its grav drive a vehicle grounds at once, at the velocity that it had."""
    lost = any(mark.system == "grav_drive" for mark in marks)
    if lost and not vehicle.destroyed:
        ground(play, vehicle, flight.fall(vehicle))


def ground(play: Play[BattleState], vehicle: Vehicle, extra: int = 0, why: str = "") -> Struck | None:
    """Immediate grounding: ten points on the bottom for each point of velocity, half of it in a lake (centurion: Grounding). `extra` is the
    velocity of a fall from tree-top level or low altitude (centurion: Loss of Grav Drive)."""
    if vehicle.mode == "grounded" or not vehicle_type(vehicle.type).grav or vehicle.hex is None:
        return None
    speed, was, vehicle.grounded_at = abs(vehicle.velocity) + extra, vehicle.mode, abs(vehicle.velocity)
    water = is_water(play.state, vehicle.hex)
    points = 5 * speed if water else 10 * speed
    vehicle.velocity, vehicle.mode, vehicle.under_water, vehicle.crater = 0, "grounded", water, False
    struck = across(vehicle, "bottom", points, "", "grounding") if points else Struck("bottom")
    if points:
        vehicle.turn_damaged = play.state.last_damage = play.state.turn
        riders_hit(play, vehicle, "grounding")
    falls = f"falls from {flight.NAMES[was]} and " if extra else ""
    into = falls + ("goes under water" if water else "grounds")
    at_speed = f" at velocity {speed}" if speed else ""
    at_speed += f" ({speed - extra} and {extra} for the fall)" if extra else ""
    cost = f": {points} points on the bottom, {struck.boxes} boxes lost" if points else ""
    text = f"{vehicle.name} {into}{at_speed}{why and ', ' + why}{cost}."
    rule = "centurion: Loss of Grav Drive" if extra else "centurion: Grounding"
    play.tell("grounded", text, rule, units=[vehicle.id], data={"points": points, "systems": struck.systems})
    return struck


def riders_hit(play: Play[BattleState], vehicle: Vehicle, why: str, by: str = "") -> None:
    """Riders outside lose 1D10 men whenever their vehicle is hit or takes damage from grounding (centurion: Infantry Movement)."""
    for squad in aboard(play.state, vehicle, outside=True):
        infantry_combat.queue(squad, play.dice.d10(f"riders killed on {vehicle.name}: {why}"), by)
