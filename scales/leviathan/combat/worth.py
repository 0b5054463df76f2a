"""What fire is worth to the side that fires: a common measure for bays, mounts, turrets, missiles and fighters."""

from scales.leviathan.combat.fire import Target
from scales.leviathan.state import FighterUnit


def worth(target: Target, points: int, chance: int, side: str = "") -> int:
    """What a chance in ten of so much damage is worth: more on fighters, on weak targets and on sides whose armor is nearly gone."""
    if isinstance(target, FighterUnit):
        return chance * min(points, target.boxes_left) * (20 + max(target.cra[target.row], target.lra[target.row])) // 12
    full = max(1, target.card.armor[side])
    left = sum(r.bit_count() for r in target.armor[side].rows)
    size = sum(target.card.armor.values())
    return chance * points * (1000 + 1500 * (full - left) // full) * (600 + 60_000 // (size + 60)) // 500_000
