"""What each component does when it goes out of order, and what comes back when it is mended (leviathan: Command Systems to Faster-Than-Light Systems).

Most components are counted in `Ship.effects`, and the rules that they touch look there. Those here do something of their own: shorts count turns,
shields, bays and turrets are lost by side. What a hit cost is named by a side, the number of a bay, or ''.
"""

from collections.abc import Callable

from scales.leviathan.damage import sparing
from scales.leviathan.state import Ship

Break = Callable[[Ship, str, str], str]
"""(ship, component, side hit) -> what it cost."""
Mend = Callable[[Ship, str, str], None]
"""(ship, component, what it had cost, if that is known)."""

SHORTS = {
    "plant_shorts": "plant_shorts",
    "sld_shorts": "sld_shorts",
    "left_thruster_out": "left_out",
    "right_thruster_out": "right_out",
    "spinal_coil_shorts": "spinal_shorts",
    "flight_deck_shorts": "spinal_shorts",
}
"""Components that are out for a turn each box: the field of a ship that counts the turns to come."""
LIMITED = {"plant_destroyed": "plant_half", "sld_destroyed": "sld_half", "ftl_destroyed": ""}
"""Components that a crew brings back in part, and the one that it cannot mend from then on."""


def break_down(ship: Ship, component: str, side: str) -> str:
    """A component goes out of order."""
    return _BREAKS.get(component, _count)(ship, component, side)


def mend(ship: Ship, component: str, struck: str = "") -> None:
    """A component is in order again."""
    if component in LIMITED and component not in ship.patched:
        ship.patched.append(component)
    _MENDS.get(component, _uncount)(ship, component, struck)


def is_limited(ship: Ship, component: str) -> bool:
    """Is it beyond the crew because what lay deeper was destroyed and only a facility restores it? (leviathan: Plant Destroyed, SLD Destroyed)"""
    return any(LIMITED[c] == component for c in ship.patched)


# ---- most of them --------------------------------------------------------------------------------------------------


def _count(ship: Ship, component: str, _side: str) -> str:
    ship.effects[component] = ship.effects.get(component, 0) + 1
    return ""


def _uncount(ship: Ship, component: str, _struck: str) -> None:
    left = ship.effects.get(component, 0) - 1
    if left > 0:
        ship.effects[component] = left
    else:
        ship.effects.pop(component, None)


def _short(ship: Ship, component: str, _side: str) -> str:
    field = SHORTS[component]
    setattr(ship, field, getattr(ship, field) + 1)
    return ""


def _unshort(ship: Ship, component: str, _struck: str) -> None:
    """A box mended is a turn less, if it still lasts."""
    field = SHORTS[component]
    setattr(ship, field, max(0, getattr(ship, field) - 1))


# ---- shields -------------------------------------------------------------------------------------------------------


def _shield_shorts(ship: Ship, _component: str, side: str) -> str:
    """The first short of a round takes the side hit, each further one another side of the defender's choice."""
    struck = side if not ship.shorted else sparing.shield(ship, ship.shorted + ship.broken)
    if struck:
        ship.shorted.append(struck)
    return struck


def _shield_destroyed(ship: Ship, _component: str, side: str) -> str:
    """The first takes the side hit, each further one another shield of the defender's choice."""
    struck = side if not ship.broken else sparing.shield(ship, ship.broken)
    if struck:
        ship.broken.append(struck)
    return struck


def _shield_mended(ship: Ship, _component: str, struck: str) -> None:
    """The side that it had cost; where that is not known the best of those that are gone."""
    if struck not in ship.broken:
        struck = max(ship.broken, key=lambda s: (ship.shields.get(s, 0), s), default="")
    ship.broken = [s for s in ship.broken if s != struck]


def _nothing(_ship: Ship, _component: str, _struck: str) -> None:
    """A shield short has passed by the time that its box is mended."""


# ---- bays and turrets ----------------------------------------------------------------------------------------------


def _bay_fire_control(ship: Ship, _component: str, side: str) -> str:
    at = sparing.bay(ship, side, fire_control=True)
    if at is None:
        return ""
    ship.bays[at].fire_control += 1
    return str(at)


def _bay_aimed(ship: Ship, _component: str, struck: str) -> None:
    """The bay that it had cost; where that is not known the first with damaged fire control."""
    hurt = [i for i, b in enumerate(ship.bays) if b.fire_control]
    at = int(struck) if struck and int(struck) in hurt else next(iter(hurt), None)
    if at is not None:
        ship.bays[at].fire_control -= 1


def _bay_destroyed(ship: Ship, _component: str, side: str) -> str:
    at = sparing.bay(ship, side, fire_control=False)
    if at is None:
        return ""
    ship.bays[at].destroyed = True
    return str(at)


def _half_turret(ship: Ship, _component: str, side: str) -> str:
    """Half the turrets of the side hit; hit from ahead or astern the defender gives the side that has fewer left."""
    all_round = ship.kind == "ground" or ship.card.is_patrol
    flank = "F" if all_round else side[1:] or max("LR", key=lambda s: (ship.turret_halves.get(s, 0), s))
    ship.turret_halves[flank] = ship.turret_halves.get(flank, 0) + 1
    return flank


def flank_of(mount: str) -> str:
    """Where the hits on a turret mount are counted: by flank, those of patrol ships (numbered, all round) and ground installations together."""
    return "F" if mount.isdecimal() else mount


def _turret_fire_control(ship: Ship, component: str, _side: str) -> str:
    flank = component[0].upper()
    ship.turret_fc[flank] = ship.turret_fc.get(flank, 0) + 1
    return flank


def _turret_aimed(ship: Ship, component: str, _struck: str) -> None:
    flank = component[0].upper()
    ship.turret_fc[flank] = max(0, ship.turret_fc.get(flank, 0) - 1)


_BREAKS: dict[str, Break] = {
    **dict.fromkeys(SHORTS, _short),
    "shield_shorts": _shield_shorts,
    "shield_destroyed": _shield_destroyed,
    "bay_fire_control": _bay_fire_control,
    "bay_destroyed": _bay_destroyed,
    "half_turret_lost": _half_turret,
    "left_turret_fire_control": _turret_fire_control,
    "right_turret_fire_control": _turret_fire_control,
}
_MENDS: dict[str, Mend] = {
    **dict.fromkeys(SHORTS, _unshort),
    "shield_shorts": _nothing,
    "shield_destroyed": _shield_mended,
    "bay_fire_control": _bay_aimed,
    "left_turret_fire_control": _turret_aimed,
    "right_turret_fire_control": _turret_aimed,
}
