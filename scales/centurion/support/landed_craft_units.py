"""Units that a craft of the board above brings or takes up: they join this battle and leave it as they are, damage and all.

centurion: Landing or Launching Centurion Units
"""

from collections.abc import Sequence

from pydantic import ValidationError

from scales.centurion.adjudication import reinforcements
from scales.centurion.careers import quality
from scales.centurion.catalog import vehicle_type
from scales.centurion.preparation import muster, opening
from scales.centurion.preparation.setup import PlatoonSpec, SquadSpec, VehicleSpec
from scales.centurion.state import CREW, BattleState, Century, Platoon, Squad, Unit, Vehicle
from scales.engine import Json
from scales.messages import GroundLoad

VEHICLES = ("grav", "ground")


# --- onto this board --------------------------------------------------------------------------------------------------------------


def platoons_of(craft: str, loads: Sequence[GroundLoad], places: dict[str, Json]) -> list[PlatoonSpec]:
    """The units by the platoons that they belong to; those that name none are one together, of their craft. `places` says where each goes.

    ValueError where a unit is not written as a set-up would have it.
    """
    platoons: dict[str, PlatoonSpec] = {}
    try:
        for load in loads:
            id = load.platoon or f"{craft}/landed"
            found = platoons.setdefault(id, PlatoonSpec(id=id, side=load.side))
            common = {**load.unit, "id": load.id, "name": load.name, **places.get(load.id, {})}
            if load.kind in VEHICLES:
                found.vehicles = [*found.vehicles, VehicleSpec.model_validate(common)]
            else:
                found.squads = [*found.squads, SquadSpec.model_validate(common | ({"aboard": load.aboard} if load.aboard else {}))]
    except ValidationError as error:
        raise ValueError(f"a unit that comes down is not written as in a set-up: {error.errors()[0]['msg']}") from None
    return list(platoons.values())


def objections(state: BattleState, craft: str, loads: Sequence[GroundLoad], places: dict[str, Json]) -> list[str]:
    """Why these units cannot join this battle."""
    try:
        platoons = platoons_of(craft, loads, places)
    except ValueError as error:
        return [str(error)]
    bare = [platoon.model_copy(update={"id": "-"}, deep=True) for platoon in platoons]
    return [text for platoon in bare for text in reinforcements.objections(state, platoon, "")]


def join(state: BattleState, craft: str, loads: Sequence[GroundLoad], places: dict[str, Json]) -> list[Unit]:
    """The units are in this battle from now on. There must be no objections."""
    joined: list[Unit] = []
    for platoon in platoons_of(craft, loads, places):
        _enlist(state, platoon)
        joined += [unit for spec in platoon.units if (unit := state.unit(spec.id)) is not None]
    opening.count(state, joined)
    quality.count(state, joined)
    return joined


def _enlist(state: BattleState, platoon: PlatoonSpec) -> None:
    """As a platoon of its own, or with what is already here of it."""
    for vehicle in platoon.vehicles:
        vehicle.type = state.designs.get(vehicle.type, vehicle.type)
    known = state.platoons.get(platoon.id)
    platoon.century = known.century if known is not None else f"{platoon.side}-century"
    muster.join(century_of(state, platoon), platoon)
    opening.enlist(state, platoon)
    if known is not None:
        known.units += state.platoons[platoon.id].units
        state.platoons[platoon.id] = known


def century_of(state: BattleState, platoon: PlatoonSpec | Platoon) -> Century:
    """The century of a platoon; one of its side's loose platoons where it has none yet."""
    return state.centuries.setdefault(platoon.century, Century(platoon.century, "century", platoon.side, "mixed"))


# --- off this board ---------------------------------------------------------------------------------------------------------------


def riders(state: BattleState, vehicle: Vehicle) -> list[Squad]:
    """The squads aboard a vehicle."""
    return [state.squads[id] for id in (vehicle.inside, vehicle.outside) if id is not None]


def load_of(unit: Unit) -> GroundLoad:
    """A unit as its craft carries it."""
    if isinstance(unit, Squad):
        spec = {"type": unit.type, "damage": muster.squad_sheet(unit)}
        return GroundLoad(unit.id, unit.name, unit.side, "squad", 0, unit.strength, unit.aboard or "", unit.platoon, {}, spec)
    type = vehicle_type(unit.type)
    spec = {"type": unit.type, "damage": muster.sheet_of(unit)}
    men = sum(unit.crew.get(member) != "dead" for member in CREW)
    shields = {facing: factor for facing, factor in unit.shields.items() if factor}
    kind = "grav" if type.grav else "ground"
    return GroundLoad(unit.id, unit.name, unit.side, kind, type.mass, men, "", unit.platoon, shields, spec)


def leave(state: BattleState, units: Sequence[Unit]) -> list[GroundLoad]:
    """Units go out of this battle, which knows them no more; their sides are as strong as without them."""
    loads = [load_of(unit) for unit in units]
    for unit in units:
        platoon = state.platoons[unit.platoon]
        platoon.units = [id for id in platoon.units if id != unit.id]
        worth = opening.points_of(unit)
        state.sides[unit.side].start_points -= worth
        if unit.century in state.centuries:
            state.centuries[unit.century].start_points -= worth
        (state.vehicles if isinstance(unit, Vehicle) else state.squads).pop(unit.id)
    return loads
