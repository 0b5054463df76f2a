"""Installations and air-defense vehicles that fire at craft of the board above (centurion: Attacking Fighters from the Centurion Board,
Installation Weapon Attacks, Missile Launcher).

That board asks, rolls and launches, by what each unit can do, told before its combat (`arms`); what was used comes back before the Combat Phase
here (`take`). A vehicle that fired upward does not fire at the ground in this turn; an installation that fired lasers, not with its turret.
"""

from collections.abc import Sequence

from scales.centurion.catalog import data, vehicle_type
from scales.centurion.combat import aim, plans
from scales.centurion.combat.effects import listed
from scales.centurion.combat.morale import is_withdrawing
from scales.centurion.ground import hidden, installations
from scales.centurion.state import BattleState, Installation, Vehicle
from scales.centurion.support import anti_air_loads as loads
from scales.codec import typed
from scales.engine import Decision
from scales.messages import AntiAir, GroundFired
from scales.play import Play

RULE = "centurion: Attacking Fighters from the Centurion Board"
HELL = "hell_missile"
WHY = "it fires at craft above"


# --- what there is ----------------------------------------------------------------------------------------------------------------


def arms(state: BattleState, vehicle: Vehicle) -> AntiAir | None:
    """What a unit on the board can fire upward now; None for one that cannot."""
    base = state.installations.get(vehicle.id)
    found = _of_vehicle(state, vehicle) if base is None else arms_of_base(state, base)
    return found if found is not None and (found.lasers or (found.missiles and found.tries)) else None


def _of_vehicle(state: BattleState, vehicle: Vehicle) -> AntiAir | None:
    """An air-defense vehicle with a crew that has not fired in this turn; without its turret's weapons the system is out, and with it everything."""
    if not loads.has_system(vehicle_type(vehicle.type)) or loads.LOST["turret"] in vehicle.effects:
        return None
    if not aim.can_fire(vehicle) or is_withdrawing(vehicle):
        return None
    return AntiAir(_lasers(vehicle), loads.missiles(vehicle), int(data("anti_air")["tries"]), gunnery(state, vehicle.side), _hurt(vehicle))


def arms_of_base(state: BattleState, base: Installation) -> AntiAir | None:
    """An installation: the lasers of its turret, and a HELL missile from each launcher, which outlive the turret but not the last of its crew
    in a turret that stands."""
    turret = installations.turret_of(state, base)
    if turret is not None and not aim.crew_fights(turret):
        return None
    lasers = _lasers(turret) if turret is not None and aim.can_fire(turret) else []
    hurt = _hurt(turret) if turret is not None else {}
    missiles = {HELL: base.launchers} if base.launchers else {}
    return AntiAir(lasers, missiles, base.launchers, gunnery(state, base.side), hurt)


def gunnery(state: BattleState, side: str) -> int:
    """The Gunnery of a side's air defense."""
    return state.anti_air_gunnery.get(side, int(data("anti_air")["gunnery"]))


def _lasers(vehicle: Vehicle) -> list[str]:
    """Lasers that work: they have the same ids above. Ballistic weapons, TVLG and SMLM do not reach that far."""
    return [arm.id for _, arm, _ in plans.armed(vehicle) if arm.family == "laser"]


def _hurt(vehicle: Vehicle) -> dict[str, int]:
    return {modifier.name: modifier.value for modifier in aim.own_modifiers(vehicle)}


# --- what was used ------------------------------------------------------------------------------------------------------------------


def take(play: Play[BattleState]) -> Sequence[Decision]:
    """What units here fired at the board above in this minute: spent, shown, and no second fire at the ground."""
    for mail in play.mail("ground_fired"):
        fired = typed(mail.data, GroundFired)
        vehicle = play.state.vehicles.get(fired.unit)
        if vehicle is not None:
            _fired(play, vehicle, fired, mail.cause)
    return ()


def _fired(play: Play[BattleState], vehicle: Vehicle, fired: GroundFired, cause: str | None) -> None:
    """A unit that a ruling has taken since is not found anywhere and has nothing to lose."""
    hidden.reveal(play, vehicle, WHY)
    base = play.state.installations.get(vehicle.id)
    if base is None:
        for kind, count in sorted(fired.missiles.items()):
            loads.spend(vehicle, kind, count)
    gives_up = fired.lasers > 0 or base is None
    vehicle.fired_above = vehicle.fired_above or gives_up
    name = vehicle.name if base is None else base.name
    words = f"{name} {_words(fired)} at craft above{': ' + _price(base) if gives_up else ''}."
    left = sum(loads.missiles(vehicle).values()) if base is None else base.launchers
    data = {"lasers": fired.lasers, "tries": fired.tries, "missiles": fired.missiles, "left": left}
    play.tell("fired_above", words, RULE, units=[vehicle.id], data=data, cause=cause)


def _price(base: Installation | None) -> str:
    return "its turret does not fire at the ground" if base is not None else "it does not fire at the ground"


def _words(fired: GroundFired) -> str:
    """'fires 2 lasers and launches 1 SSS'."""
    parts = [f"fires {_count(fired.lasers, 'laser')}"] if fired.lasers else []
    sent = [_count(count, loads.KINDS[kind]) for kind, count in sorted(fired.missiles.items())]
    parts += [f"launches {listed(sent)}"] if sent else ["finds no lock"] if fired.tries else []
    return listed(parts)


def _count(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 or what == 'SSS' else 's'}"
