"""What craft above see of the ground (centurion: Attacks at LAF, Stand-Off Attacks, Attacking Fighters from the Centurion Board)."""

from scales.centurion.combat.aim import shield_factor
from scales.centurion.ground import installations
from scales.centurion.state import FACINGS, BattleState, Vehicle
from scales.messages import GroundForces, GroundTarget


def ground_forces(state: BattleState, battle: str) -> GroundForces:
    """Every vehicle and turret in play, in order of id; the hidden ones marked as such."""
    vehicles = sorted((u for u in state.in_play() if isinstance(u, Vehicle)), key=lambda u: u.id)
    return GroundForces(battle, [_target(v) for v in vehicles if not v.under_water])


def _target(vehicle: Vehicle) -> GroundTarget:
    kind = "installation" if installations.is_turret(vehicle) else "vehicle"
    mode = "dropping" if vehicle.dropped else vehicle.mode
    shields = {facing: shield_factor(vehicle.shields, facing) for facing in FACINGS if vehicle.shields.get(facing)}
    return GroundTarget(vehicle.id, vehicle.name, vehicle.side, kind, mode, vehicle.facing, shields, vehicle.hidden)
