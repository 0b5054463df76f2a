"""Grounding: at will or because the velocity was not spent; damage on the bottom, water, craters.

Headings of the book played here too: Digging Cannons.
"""

from collections.abc import Sequence

from scales.centurion.combat import effects, infantry_combat
from scales.centurion.ground.terrain import NO_CRATER, Terrain, tile
from scales.centurion.movement import flight
from scales.centurion.state import BattleState, Squad, Vehicle
from scales.play import Play

RULE = "centurion: Grounding"
HULL_DOWN = "centurion: Hull Down"


def points(velocity: int, water: bool) -> int:
    """Damage of grounding: ten times the velocity, half of it in a lake (Damage from Grounding, Grounding in Water)."""
    return 5 * abs(velocity) if water else 10 * abs(velocity)


def must_ground(velocity: int, spent: int) -> bool:
    """A grav vehicle that did not spend its whole velocity grounds at the end of its move."""
    return spent < abs(velocity)


def free_crater(state: BattleState, vehicle: Vehicle) -> bool:
    """Is there a crater in its hex that no other vehicle uses? (Hull Down)"""
    if vehicle.hex is None:
        return False
    here = [v for v in state.vehicles.values() if v.hex == vehicle.hex and v.crater and v.id != vehicle.id and not v.left and not v.hidden]
    return state.ground.craters.get(vehicle.hex.label, 0) > len(here)


def has_foxholes(state: BattleState, squad: Squad) -> bool:
    """Is there a crater in its hex whose foxholes no other squad uses? (Hull Down: one infantry unit each)"""
    if squad.hex is None:
        return False
    others = [s for s in state.squads.values() if s.hex == squad.hex and s.crater and s.id != squad.id]
    users = [s for s in others if not (s.hidden or s.destroyed or s.left)]
    return state.ground.craters.get(squad.hex.label, 0) > len(users)


def take_cover(play: Play[BattleState], squad: Squad) -> None:
    """A squad on the ground takes the foxholes that are free in its hex."""
    if squad.hex is None or squad.destroyed or squad.level or squad.crater or not has_foxholes(play.state, squad):
        return
    squad.crater = True
    text = f"{squad.name} takes cover in the foxholes of a crater in {squad.hex.label}."
    play.tell("takes_cover", text, HULL_DOWN, units=[squad.id], data={"hex": squad.hex.label})


def settle(play: Play[BattleState], vehicle: Vehicle, *, crater: bool, why: str = "") -> None:
    """Drop to the ground at the current velocity, into a crater if wanted and free, or fall from above the trees; damage takes effect at
    once."""
    use = crater and free_crater(play.state, vehicle)
    effects.ground(play, vehicle, flight.fall(vehicle), why="hull down in a crater" if use else why)
    vehicle.crater = use and not vehicle.under_water and not vehicle.destroyed
    effects.take_effect(play, vehicle)
    infantry_combat.casualties_take_effect(play)


def dig(play: Play[BattleState], vehicle: Vehicle) -> bool:
    """Fire a digging charge: a crater in its hex, if cannon, charge and ground allow it (Hull Down)."""
    if vehicle.hex is None or not can_dig(vehicle) or tile(play.state, vehicle.hex).ground in NO_CRATER:
        return False
    label = vehicle.hex.label
    play.state.ground.craters[label] = play.state.ground.craters.get(label, 0) + 1
    vehicle.digging -= 1
    left = f"{vehicle.digging} charge{'s' if vehicle.digging != 1 else ''} left"
    play.tell("crater_dug", f"{vehicle.name} digs a crater in {label}, {left}.", "centurion: Hull Down", units=[vehicle.id])
    blow_away(play, label)
    return True


def blow_away(play: Play[BattleState], label: str) -> None:
    """A cratering charge in a hex full of smoke clears it at once (centurion: Smoke)."""
    if play.state.ground.smoke.pop(label, None) is not None:
        play.tell("smoke_gone", f"The charge blows the smoke in {label} away.", "centurion: Smoke", data={"hexes": [label]})


def digging_objections(wanted: bool, ground: str) -> list[str]:
    """What is against digging on some ground: charges are fired neither into a lake nor against buildings (Hull Down)."""
    return [f"it cannot dig into {ground.replace('_', ' ')} (centurion: Hull Down)"] if wanted and ground in NO_CRATER else []


def charges_objections(
    vehicle: Vehicle, digs: Sequence[int], over: Sequence[int], terrain: Terrain, *, last: bool = False, mode: str = "nf"
) -> list[str]:
    """What is against firing charges after so many hexes of a way over some places (the first is where it begins); `last`: one more where the
    vehicle ends (Hull Down)."""
    if not digs:
        return []
    grounds = [tile.ground for n in digs if n < len(over) and (tile := terrain.tiles[over[n]]) is not None]
    out = [text for ground in dict.fromkeys(grounds) for text in digging_objections(True, ground)]
    if len(grounds) < len(digs):
        out.append(f"it enters {len(over) - 1} hexes and cannot dig after more (centurion: Hull Down)")
    if mode != "nf":
        out.append("it digs into the ground right under it, at NF only (centurion: Hull Down)")
    if not can_dig(vehicle) or vehicle.digging < len(digs) + last:
        out.append(f"it has {vehicle.digging} digging charges left and working cannons are needed (centurion: Hull Down)")
    return out


def can_dig(vehicle: Vehicle) -> bool:
    """Has it a charge and working cannons?"""
    return vehicle.digging > 0 and "digging" not in vehicle.effects
