"""The least damage that makes a status of a table's result true where no sheet shows it."""

from scales.centurion.catalog import vehicle_type
from scales.centurion.combat import infantry_combat
from scales.centurion.scenario import ending
from scales.centurion.state import WEAPON_SYSTEMS, Squad, Vehicle

CRIPPLED_MEN = 3
"""The most men of a squad that is out of the fight (`ending.is_effective`)."""


def cripple(unit: Vehicle | Squad) -> None:
    """A vehicle that can neither fire nor be steered, a turret that cannot fire, a squad with too few men; one that is crippled already stays as it is."""
    if not ending.is_effective(unit):
        return
    if isinstance(unit, Vehicle):
        kind = vehicle_type(unit.type)
        systems = WEAPON_SYSTEMS[:1] if kind.is_turret else (*WEAPON_SYSTEMS, "helm" if kind.grav else "mobility")
        unit.effects += [system for system in systems if system not in unit.effects]
        return
    rank = infantry_combat.effectiveness(CRIPPLED_MEN)
    unit.strength = min(unit.strength, CRIPPLED_MEN)
    unit.missiles, unit.mortars = min(unit.missiles, rank.tvlg), min(unit.mortars, rank.mortars)
