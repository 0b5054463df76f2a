"""A destroyed unit that a ruling brings back: whole, where it fell or in a hex that is named."""

from scales.centurion.adjudication import ruled
from scales.centurion.adjudication.ruled import Place, in_the_game, place_objections, put
from scales.centurion.ground import installations
from scales.centurion.state import BattleState, Squad, Vehicle
from scales.hexes import hex_of


def objections(state: BattleState, id: str, hex: str | None, system: str | None) -> list[str]:
    """What is against bringing a unit back."""
    unit = state.unit(id)
    if unit is None:
        return [f"there is no unit '{id[:80]}' in this battle"]
    if not unit.destroyed:
        return [f"{unit.name} is not destroyed: leave out destroyed"]
    out = [f"{unit.name} comes back whole: leave out system"] if system else []
    if unit.type == "vehicle_crew" and not state.vehicles[id.removesuffix("-crew")].destroyed:
        out.append(f"{unit.name} is in its vehicle")
    if (base := state.installations.get(id)) is not None and not all(installations.levels(state, base)):
        out.append(f"the building under {unit.name} has fallen")
    if hex is None and unit.hex is None:
        out.append(f"{unit.name} stands nowhere: say in which hex it comes back, such as 0603")
    there = hex or (unit.hex.label if unit.hex is not None else None)
    return out + (place_objections(state, unit, Place(there)) if there else [])


def bring_back(state: BattleState, id: str, hex: str | None) -> Vehicle | Squad:
    """The unit as built, at rest. A crew that had got out of a vehicle is in it again."""
    unit = state.unit(id)
    assert unit is not None
    unit.destroyed, unit.left, unit.by = False, False, None
    if isinstance(unit, Squad):
        unit.killer = None
    unit.hex = hex_of(hex) if hex else unit.hex
    assert unit.hex is not None
    state.captured = [each for each in state.captured if each != id]
    ruled.repair(unit, None)
    put(state, unit, Place(unit.hex.label))
    crew = state.squads.get(f"{id}-crew")
    if crew is not None and not crew.destroyed and not crew.left:
        ruled.remove(state, in_the_game(state, crew.id))
    return unit
