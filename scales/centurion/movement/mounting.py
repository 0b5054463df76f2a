"""Loading and Unloading Infantry, and infantry in buildings (Infantry Movement; Buildings: Movement Effects)."""

from collections.abc import Sequence

from scales.centurion.catalog import vehicle_type
from scales.centurion.combat.morale import is_withdrawing
from scales.centurion.ground import mines
from scales.centurion.ground.terrain import tile
from scales.centurion.movement import grounding
from scales.centurion.state import BattleState, Squad, Vehicle
from scales.hexes import Hex
from scales.play import Play

RULE = "centurion: Loading and Unloading Infantry"
TOP_ENTRY = 3
"""The highest storey that infantry may enter from the street."""


def may_mount(same_hex_at_start: bool, velocity_at_start: int) -> bool:
    """Both in one hex at the start of the Movement Phase, and the vehicle at rest."""
    return same_hex_at_start and velocity_at_start == 0


def carries_inside(vehicle: Vehicle) -> bool:
    """Has it a working infantry compartment that is empty?"""
    return vehicle_type(vehicle.type).infantry_capacity > 0 and "infantry" not in vehicle.effects and vehicle.inside is None


def has_room(vehicle: Vehicle) -> bool:
    """One squad inside, one more outside."""
    return carries_inside(vehicle) or vehicle.outside is None


def mount_objections(state: BattleState, squad: Squad, vehicle_id: str) -> list[str]:
    """What is against mounting a vehicle, as things stand when the platoon's move begins."""
    vehicle = state.vehicles.get(vehicle_id)
    if vehicle is None or vehicle.side != squad.side or vehicle.destroyed or vehicle.left or vehicle_type(vehicle.type).is_turret:
        return [f"there is no friendly vehicle {vehicle_id} to mount"]
    if is_withdrawing(vehicle) or is_withdrawing(squad):
        who = vehicle if is_withdrawing(vehicle) else squad
        return [f"{who.name} is withdrawing: infantry neither mounts nor dismounts (centurion: Withdrawal)"]
    if squad.level:
        return ["it has to leave the building first"]
    if vehicle.moved or vehicle.mode in ("ttf", "laf") or not may_mount(vehicle.hex == squad.hex, vehicle.velocity):
        high = " on the ground or at normal flight" if vehicle.mode in ("ttf", "laf") else ""
        return [f"{vehicle.name} did not begin the turn at rest in its hex{high}"]
    if vehicle.under_water or not has_room(vehicle):
        return [f"{vehicle.name} has no room"]
    return []


def mountable(state: BattleState, squad: Squad) -> list[str]:
    """Vehicles that the squad could mount now."""
    return [v.id for v in state.vehicles.values() if v.hex == squad.hex and v.hex and not mount_objections(state, squad, v.id)]


def mount(play: Play[BattleState], squad: Squad, vehicle: Vehicle) -> bool:
    """Get in, or on when the inside is taken; stays behind when there is no room left."""
    if mount_objections(play.state, squad, vehicle.id):
        return False
    inside = carries_inside(vehicle)
    if inside:
        vehicle.inside = squad.id
    else:
        vehicle.outside = squad.id
    squad.aboard, squad.outside, squad.hex, squad.moved, squad.crater = vehicle.id, not inside, None, True, False
    where = "mounts" if inside else "climbs onto"
    play.tell("mounted", f"{squad.name} {where} {vehicle.name}.", RULE, units=[squad.id, vehicle.id])
    return True


def riders(vehicle: Vehicle) -> list[str]:
    """Ids of the squads in and on a vehicle."""
    return [s for s in (vehicle.inside, vehicle.outside) if s is not None]


def dismount_objections(vehicle: Vehicle, squads: Sequence[str], ground: str) -> list[str]:
    """What is against letting these squads off on some ground (the velocity is looked at by the move)."""
    out = [f"{s} does not ride in it" for s in squads if s not in riders(vehicle)]
    if squads and ground == "lake":
        out.append("nobody gets off into or under the water (centurion: Grounding in Water)")
    return out


def dismount(play: Play[BattleState], vehicle: Vehicle, squads: Sequence[str]) -> None:
    """Let squads off at the end of the vehicle's move at velocity 0; they may not move this turn but may fight, and take foxholes
    that are free."""
    for id in squads:
        squad = play.state.squads.get(id)
        if squad is None or squad.destroyed or vehicle.velocity or vehicle.under_water or id not in riders(vehicle) or vehicle.hex is None:
            continue
        if tile(play.state, vehicle.hex).ground == "lake":
            continue
        off(vehicle, squad)
        play.tell("dismounted", f"{squad.name} dismounts from {vehicle.name} in {vehicle.hex.label}.", RULE, units=[id, vehicle.id])
        mines.get_off(play, vehicle, squad)
        grounding.take_cover(play, squad)


def off(vehicle: Vehicle, squad: Squad) -> None:
    """The squad stands in the vehicle's hex and has moved."""
    vehicle.inside = None if vehicle.inside == squad.id else vehicle.inside
    vehicle.outside = None if vehicle.outside == squad.id else vehicle.outside
    squad.aboard, squad.outside, squad.hex, squad.moved = None, False, vehicle.hex, True
    squad.hexes_moved = vehicle.hexes_moved


# --- buildings --------------------------------------------------------------------------------------------------------------------


def storeys(state: BattleState, squad: Squad) -> int:
    """Storeys that stand in the squad's hex."""
    return storeys_in(state, squad.hex) if squad.hex is not None else 0


def storeys_in(state: BattleState, hex: Hex) -> int:
    """Storeys that stand in a hex."""
    built = state.ground.buildings.get(hex.label)
    return sum(1 for boxes in built.levels if boxes) if built else tile(state, hex).levels


def storey_objections(state: BattleState, squad: Squad, level: int) -> list[str]:
    """Enter at storey 1 to 3, one storey a turn inside, leave from any."""
    top = storeys(state, squad)
    if not top:
        return ["there is no building in its hex"]
    if level == squad.level or level > top:
        return [f"the building has storeys 1 to {top}"]
    if squad.level == 0:
        return [] if level <= TOP_ENTRY else [f"infantry enters at storey 1 to {TOP_ENTRY}"]
    return [] if level == 0 or abs(level - squad.level) == 1 else ["infantry moves one storey a turn"]


def change_storey(play: Play[BattleState], squad: Squad, level: int) -> None:
    """Into, up, down, or out of the building."""
    squad.level, squad.moved, squad.crater = level, True, False
    what = f"goes to storey {level} of the building" if level else "leaves the building"
    play.tell("storey", f"{squad.name} {what}.", "centurion: Buildings: Movement Effects", units=[squad.id])
