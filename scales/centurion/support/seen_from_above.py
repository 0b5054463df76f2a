"""What craft above see of the ground (centurion: Attacks at LAF, Stand-Off Attacks, Attacking Fighters from the Centurion Board)."""

from scales.centurion.combat.aim import shield_factor
from scales.centurion.ground import installations
from scales.centurion.state import FACINGS, BattleState, Installation, Vehicle
from scales.centurion.support import anti_air
from scales.messages import GroundForces, GroundTarget


def ground_forces(state: BattleState, battle: str) -> GroundForces:
    """Every vehicle and turret in play, in order of id, the hidden ones marked as such; then installations that are left without a turret."""
    vehicles = sorted((u for u in state.in_play() if isinstance(u, Vehicle)), key=lambda u: u.id)
    bare = [base for _, base in sorted(state.installations.items()) if base.launchers and installations.turret_of(state, base) is None]
    return GroundForces(battle, [*(_target(state, v) for v in vehicles if not v.under_water), *(_launchers(state, base) for base in bare)])


def _target(state: BattleState, vehicle: Vehicle) -> GroundTarget:
    base = state.installations.get(vehicle.id)
    kind, name = ("installation", base.name) if base is not None else ("vehicle", vehicle.name)
    mode = "dropping" if vehicle.dropped else vehicle.mode
    shields = {facing: shield_factor(vehicle.shields, facing) for facing in FACINGS if vehicle.shields.get(facing)}
    arms = anti_air.arms(state, vehicle)
    return GroundTarget(vehicle.id, name, vehicle.side, kind, mode, vehicle.facing, shields, vehicle.hidden, arms)


def _launchers(state: BattleState, base: Installation) -> GroundTarget:
    """What is left of an installation whose turret is destroyed: it may still launch."""
    return GroundTarget(base.id, base.name, base.side, "installation", "grounded", 1, {}, anti_air=anti_air.arms_of_base(state, base))
