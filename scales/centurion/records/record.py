"""A unit's record sheet as a person reads it: plain numbers and words, and of the other side only what the view shows.

Units are vehicles and squads, centuries with their units, and of one's own side the batteries and ships that lend their fire.

Headings of the book played here too: Record Sheets.
"""

from scales import armor
from scales.centurion import switches
from scales.centurion.careers import quality, repairs
from scales.centurion.catalog import squad_type, vehicle_type
from scales.centurion.combat import internals, morale
from scales.centurion.combat.infantry_combat import FULL, slayer
from scales.centurion.ground import installations
from scales.centurion.movement import ground_move, withdrawal
from scales.centurion.movement.grav import thrust_of
from scales.centurion.preparation import entry, muster
from scales.centurion.preparation.setup import VehicleSpec
from scales.centurion.records import record_arms
from scales.centurion.records.record_words import MODES, SHORTED, system
from scales.centurion.scenario import reporting
from scales.centurion.state import CREW, FACINGS, BattleState, Century, Squad, Vehicle
from scales.centurion.support import anti_air_loads, fire_up, naval_fire, satellites
from scales.centurion.vehicle import VehicleType
from scales.centurion.view import View
from scales.engine import Json
from scales.messages import Battery, FireSupport, GroundAttack, Overhead


def record(view: View, unit: str) -> Json:
    """What the view knows of a unit; empty if nothing."""
    state = view.state
    found = state.unit(unit)
    if isinstance(found, Vehicle):
        return _vehicle(state, found)
    if isinstance(found, Squad):
        return _squad(state, found)
    if unit in state.centuries:
        return _century(state, state.centuries[unit])
    return _lent(view, unit)


def _lent(view: View, unit: str) -> Json:
    """What other boards or the scenario lend."""
    state = view.state
    if unit in state.batteries:
        return _battery(state, state.batteries[unit])
    if unit in state.ships:
        return _ship(state, state.ships[unit])
    if unit == f"thor:{view.side}" and (view.side in {*state.thor, *state.satellites} or switches.is_on(state, "thor_missions")):
        return _satellite(state, view.side)
    craft, above = next((each for each in state.air if each.craft == unit), None), fire_up.craft_of(state, unit)
    if above is not None:
        return _above(state, above)
    return _craft(state, craft) if craft is not None else {}


# --- vehicles -------------------------------------------------------------------------------------------------------------------


def _vehicle(state: BattleState, vehicle: Vehicle) -> Json:
    kind = vehicle_type(vehicle.type)
    base = state.installations.get(vehicle.id)
    return {
        **_head(state, vehicle, kind.name),
        **({"installation": installations.record(state, base)} if base is not None else {}),
        "facing": vehicle.facing,
        "velocity": vehicle.velocity,
        "movement": _movement(vehicle, kind),
        "crew": {who: vehicle.crew.get(who, "ok") for who in CREW if internals.size(vehicle, who)},
        "armor": _armor(vehicle),
        "shields": {side: {"left": vehicle.shields.get(side, 0), "of": muster.factor(rate)} for side, rate in kind.shields.items()},
        "weapons": record_arms.of_vehicle(vehicle),
        "systems": _systems(vehicle),
        "stores": {
            "smoke": {"left": vehicle.smoke, "of": kind.smoke_charges},
            "digging": {"left": vehicle.digging, "of": kind.digging_charges},
        },
        **anti_air_loads.record(vehicle),
        "passengers": [
            {"unit": id, "name": _name(state, id), "where": where}
            for where, id in (("inside", vehicle.inside), ("outside", vehicle.outside))
            if id is not None
        ],
        "repair": repairs.record(vehicle),
        **_marks(state, vehicle),
        **({"fired_above": True} if vehicle.fired_above else {}),
        **({"rams": {"unit": vehicle.ramming, "name": _name(state, vehicle.ramming)}} if vehicle.ramming else {}),
    }


def _head(state: BattleState, unit: Vehicle | Squad, type: str) -> Json:
    """Who it is, to whom it belongs and where it stands; '' for the hex of a unit off the board or not seen, and `enters` when one comes later."""
    century = state.centuries.get(unit.century)
    coming = entry.entry_of(state, unit)
    return {
        "unit": unit.id,
        "name": unit.name,
        "type": type,
        "side": unit.side,
        "century": century.name if century is not None else unit.century,
        "platoon": unit.platoon,
        "at": unit.hex.label if unit.hex is not None and not unit.left else "",
        "status": reporting.fate(state, unit).status,
        "scenario_points": vehicle_type(unit.type).points if isinstance(unit, Vehicle) else squad_type(unit.type).points,
        **(
            {"enters": {"turn": coming.turn, "or_later": coming.or_later, "over": entry.listed(coming.hexes)}} if coming is not None else {}
        ),
    }


def _movement(vehicle: Vehicle, kind: VehicleType) -> Json:
    """How it moves: thrust of a grav vehicle, movement points of one on the ground."""
    if kind.is_turret:
        return {"mode": "fixed"}
    now: Json = {"moved": vehicle.moved, "in_crater": vehicle.crater, **({"hidden": True} if vehicle.hidden else {})}
    if not kind.grav:
        return {"mode": "ground", "points": {"left": ground_move.points_of(vehicle), "of": kind.movement_points}, **now}
    mode = "under water" if vehicle.under_water else MODES[vehicle.mode]
    released = {"dropped": True} if vehicle.dropped else {}
    return {"mode": mode, "thrust": {"left": thrust_of(vehicle), "of": kind.thrust}, **released, **now}


def _armor(vehicle: Vehicle) -> Json:
    new = muster.fresh(VehicleSpec(id="new", type=vehicle.type), vehicle.side, vehicle.century, vehicle.platoon)
    boxes = armor.boxes_left
    return {side: {"left": boxes(vehicle.armor[side]), "of": boxes(new.armor[side])} for side in FACINGS if side in vehicle.armor}


def _systems(vehicle: Vehicle) -> list[Json]:
    """Systems out of action and what that means, then those that have lost boxes and still work."""
    out = [{"name": name, "state": "out of action", "effect": effect} for name, effect in map(system, vehicle.effects)]
    out += [{"name": system(vane)[0], "state": "shorted out", "effect": SHORTED[left]} for vane, left in sorted(vehicle.shorted.items())]
    if vehicle.targeting:
        out.append({"name": "targeting", "state": "damaged", "effect": f"{vehicle.targeting} off every to-hit number"})
    for grid, boxes in _boxes_lost(vehicle).items():
        out.append({"name": f"inside of the {grid}", "state": "damaged", "effect": f"{boxes} box{'' if boxes == 1 else 'es'} lost"})
    return out


def _boxes_lost(vehicle: Vehicle) -> dict[str, int]:
    """Internal boxes gone, by grid."""
    drawn = internals.sheet_of(vehicle)
    grids = {name: vehicle.internals[name] for name in drawn if name in vehicle.internals}
    lost = {name: len(drawn[name].rows) * drawn[name].width - armor.boxes_left(grid) for name, grid in grids.items()}
    return {name: boxes for name, boxes in lost.items() if boxes}


def _marks(state: BattleState, unit: Vehicle | Squad) -> Json:
    """Who paints it and what it has done in this turn."""
    painters = [{"unit": id, "name": _name(state, id)} for id in unit.painted_by]
    return {"painted_by": painters, "fired": unit.fired, "destroyed_by": slayer(unit) or "", "kills": unit.killed, **_morale(state, unit)}


def _morale(state: BattleState, unit: Vehicle | Squad) -> Json:
    """Where Morale Checks are played: on what it holds and whether it broke."""
    if not switches.is_on(state, "morale"):
        return {}
    foes = [{"unit": id, "name": _name(state, id)} for id in withdrawal.foes_of(unit)] if morale.is_withdrawing(unit) else []
    return {"morale": {"state": unit.morale or "steady", "holds_on": morale.number_of(state, unit).number, "may_fire_at": foes}}


def _name(state: BattleState, id: str) -> str:
    unit = state.unit(id)
    craft = next((each.craft_name for each in state.air if each.craft == id), state.above.get(id, id))
    return unit.name if unit is not None else craft


# --- squads and centuries -------------------------------------------------------------------------------------------------------


def _squad(state: BattleState, squad: Squad) -> Json:
    carrier = state.vehicles.get(squad.aboard or "")
    riding = {"unit": carrier.id, "name": carrier.name, "where": "outside" if squad.outside else "inside"} if carrier is not None else {}
    return {
        **_head(state, squad, squad_type(squad.type).name),
        "strength": {"left": squad.strength, "of": len(CREW) if squad.type == "vehicle_crew" else FULL},
        "movement": {"mode": "on foot", "points": squad_type(squad.type).movement, "moved": squad.moved, "in_crater": squad.crater},
        "aboard": riding,
        "storey": squad.level,
        "hidden": squad.concealed or squad.hidden,
        "in_wreck": squad.in_wreck,
        "weapons": record_arms.of_squad(squad) if squad.strength else [],
        **_marks(state, squad),
    }


def _century(state: BattleState, century: Century) -> Json:
    fate = reporting.century_fate(state, century)
    units = sorted((u for u in state.units() if u.century == century.id), key=lambda u: (isinstance(u, Squad), u.id))
    return {
        "unit": century.id,
        "name": century.name,
        "type": century.kind.replace("_", " "),
        "side": century.side,
        "quality": century.quality,
        "leadership": century.leadership,
        "advancement_points": century.advancement,
        "kills": {"now": quality.kills(state, century), "before": century.kills},
        "personnel": {"lost": quality.losses(state, century), "of": century.personnel},
        "centurion": {"unit": century.centurion, "name": _name(state, century.centurion)} if century.centurion else {},
        "fire_control": [{"unit": id, "name": _name(state, id)} for id in century.fire_control],
        "strength_percent": fate.sheet["strength_hundredths"],
        "status": fate.status,
        "units": [{"unit": u.id, "name": u.name, "platoon": u.platoon, "status": reporting.fate(state, u).status} for u in units],
    }


# --- what other boards lend -----------------------------------------------------------------------------------------------------


def _battery(state: BattleState, battery: Battery) -> Json:
    left = state.missions_left.get(battery.id, battery.missions)
    return {
        "unit": battery.id,
        "name": battery.name,
        "type": "battery",
        "side": battery.side,
        "missions": {"left": left, "of": battery.missions},
        "shots": battery.shots,
        "modifier": battery.modifier,
        "under_way": _under_way(state, battery.id),
    }


def _ship(state: BattleState, ship: FireSupport) -> Json:
    bays = [{"name": bay.name, "arc": bay.arc, "damage": bay.damage, "to_hit_modifier": bay.to_hit} for bay in ship.bays]
    return {
        "unit": ship.ship,
        "name": ship.ship_name,
        "type": ship.ship_class,
        "side": ship.side,
        "zone": ship.zone,
        "in_arc": ship.in_arc,
        "weapons": bays,
        "missiles": ship.missiles,
        "shots_fired": state.ship_shots.get(ship.ship, 0),
        **_window(state, ship),
        "under_way": _under_way(state, ship.ship),
    }


def _window(state: BattleState, ship: FireSupport) -> Json:
    """Of a ship that the scenario lends: the turns in which it fires, and by which rules."""
    if ship.ship not in state.ship_windows:
        return {}
    since, until = state.ship_windows[ship.ship]
    rules = "simple tables" if naval_fire.by_simple_tables(state, ship) else "Leviathan's rules"
    return {"turns": {"from": since, "to": until}, "fires_by": rules}


def _satellite(state: BattleState, side: str) -> Json:
    """Missions of Thor that a side has left, and when it may call them."""
    if side in state.satellites:
        return _satellites_above(state, side)
    window = state.thor.get(side)
    turns = {"turns": {"from": window.since, "to": window.until}} if window is not None else {}
    of = window.missions if window is not None else switches.value(state, "thor_missions")
    left = state.missions_left.get(f"thor:{side}", of)
    on_the_way = [{"turn": call.due, "round": call.kind} for call in state.calls if call.kind == "thor" and call.side == side]
    return {
        "unit": f"thor:{side}",
        "name": f"Thor satellite of {state.sides[side].name}",
        "type": "satellite",
        "side": side,
        "missions": {"left": left, "of": of},
        **turns,
        "under_way": on_the_way,
    }


def _satellites_above(state: BattleState, side: str) -> Json:
    """The Thor satellites of a side on the board above, as its commander knew them last."""
    above = state.satellites[side]
    called = [c for c in state.calls if c.kind == "thor" and c.side == side]
    return {
        "unit": f"thor:{side}",
        "name": f"Thor satellites of {state.sides[side].name}",
        "type": "satellite",
        "side": side,
        "missions": {"left": satellites.missions(state, side), "of": len(above) * satellites.FULL},
        "above": [{"unit": s.id, "name": s.name, "clusters": s.clusters, "damage": list(s.lost)} for s in above],
        "under_way": [{"turn": c.due, "round": c.kind, "state": "launched" if c.due else "called"} for c in called],
    }


def _under_way(state: BattleState, source: str) -> list[Json]:
    """Missions on their way, those of one's own side alone."""
    return [{"at": call.hex.label, "turn": call.due, "round": call.round or call.kind} for call in state.calls if call.source == source]


def _above(state: BattleState, craft: Overhead) -> Json:
    """A craft of the board above in the hex of this battle, as far as what flies low here has to do with it."""
    painters = [{"unit": id, "name": _name(state, id)} for id in state.painted_above.get(craft.id, [])]
    return {
        "unit": craft.id,
        "name": craft.name,
        "type": craft.type,
        "side": craft.side,
        "at": "above",
        "facing": craft.heading,
        "velocity": craft.velocity,
        "shields": dict(craft.shields),
        "painted_by": painters,
    }


def _craft(state: BattleState, craft: GroundAttack) -> Json:
    run = state.runs.get(craft.craft)
    painters = [{"unit": id, "name": _name(state, id)} for id in run.painted_by] if run is not None else []
    return {
        "unit": craft.craft,
        "name": craft.craft_name,
        "type": craft.craft_type,
        "side": craft.side,
        "attack": craft.attack.replace("_", " "),
        "at": run.hex.label if run is not None else "",
        "facing": run.heading if run is not None else 0,
        "shields": dict(craft.shields),
        "weapons": dict(craft.weapons),
        "bombs": dict(craft.bombs),
        "painted_by": painters,
    }
