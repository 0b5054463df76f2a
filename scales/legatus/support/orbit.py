"""Fire from orbit on the Legatus map alone: Thor satellites, naval support, space superiority. legatus: Thor, Naval Vessels"""

from collections.abc import Mapping
from typing import Any

from scales.engine import Modifier
from scales.hexes import distance, hex_of, neighbor
from scales.legatus.board import gap
from scales.legatus.combat.fighting import Hit, hurt, thor_attack
from scales.legatus.combat.targets import in_combat
from scales.legatus.movement.zones import in_contact
from scales.legatus.rolls import Trial
from scales.legatus.state import Century, LegatusState, Satellite, Support, enemies_of, free, hexes_of, present, units_of
from scales.legatus.tables import tables
from scales.play import Play

THOR, NAVAL = "legatus: Thor", "legatus: Naval Vessels"


def satellites_of(state: LegatusState, side: str) -> list[Satellite]:
    """Satellites a side can still activate here; with the Interceptor board in play they fly there."""
    return [s for s in state.satellites if s.side == side and not (s.spent or s.left) and not state.links.interceptor]


def supports_of(state: LegatusState, side: str) -> list[Support]:
    """Ships that fire for a side: none while the Leviathan board is in play, or while an installation is on the map."""
    clear = not any(u.kind == "defensive_installation" and present(u) for u in state.units.values())
    return [s for s in state.supports if s.side == side and clear and not s.left and not state.links.leviathan]


def satellite_reaches(state: LegatusState, satellite: Satellite, target: Century) -> bool:
    """Within two hexes of where its heading and velocity (hexes a turn) have taken it since the start."""
    here = neighbor(hex_of(satellite.hex), satellite.heading, "even", satellite.velocity * (state.at.turn - 1))
    return min(distance(here, hex_of(h), "even") for h in hexes_of(target.at)) <= int(tables()["thor"]["range"])


def thor_targets(state: LegatusState, satellite: Satellite) -> list[Century]:
    """Enemies in combat on this map that a satellite can strike."""
    return [e for e in enemies_of(state, satellite.side) if free(e) and in_combat(state, e) and satellite_reaches(state, satellite, e)]


def naval_targets(state: LegatusState, side: str) -> list[Century]:
    return [e for e in enemies_of(state, side) if free(e) and in_combat(state, e)]


def targets_for(state: LegatusState, id: str) -> list[Century]:
    """Whom the satellite or ship with an id may be called on."""
    for satellite in state.satellites:
        if satellite.id == id:
            return thor_targets(state, satellite)
    return next((naval_targets(state, s.side) for s in state.supports if s.id == id), [])


def callable_ids(state: LegatusState, side: str) -> list[str]:
    """Satellites and ships that a side may call on now."""
    found = [s.id for s in satellites_of(state, side) if thor_targets(state, s)]
    return sorted(found + [s.id for s in supports_of(state, side) if naval_targets(state, side)])


def withdraw(state: LegatusState, id: str) -> None:
    """A satellite or ship does not come any more."""
    for satellite in state.satellites:
        satellite.left = satellite.left or satellite.id == id
    for support in state.supports:
        support.left = support.left or support.id == id


def name_of(state: LegatusState, id: str) -> str:
    names = {s.id: s.name for s in state.satellites} | {s.id: s.name for s in state.supports}
    return names[id]


def trials_of(state: LegatusState, id: str, target: Century) -> dict[str, Trial]:
    """The attacks of a satellite or ship called on a century, by the unit each is made on."""
    for satellite in state.satellites:
        if satellite.id == id:
            return {target.id: thor_trial(state, satellite, target)}
    support = next(s for s in state.supports if s.id == id)
    return {u.id: naval_trial(support, u) for u in engagement_around(state, target)}


def weakness_of(state: LegatusState, id: str) -> list[Modifier]:
    """What the defense against a satellite or ship suffers."""
    return [naval_weakness()] if any(s.id == id for s in state.supports) else []


def strikes(play: Play[LegatusState], calls: Mapping[str, str]) -> list[Hit]:
    """All fire from orbit that was called, simultaneous with the attacks on the map."""
    hits: list[Hit] = []
    for satellite in play.state.satellites:
        target = play.state.units.get(calls.get(satellite.id, ""))
        if target and free(target) and not target.fought and not (satellite.spent or satellite.left):
            hits += _thor(play, satellite, target)
    for support in play.state.supports:
        target = play.state.units.get(calls.get(support.id, ""))
        if target and free(target) and not target.fought and not support.left:
            hits += _naval(play, support, target)
    return hits


def _thor(play: Play[LegatusState], satellite: Satellite, target: Century) -> list[Hit]:
    """One attack, then the satellite is gone."""
    satellite.spent = True
    check = thor_trial(play.state, satellite, target).roll(play.dice)
    word = "hits" if check.passed else "misses"
    play.tell("thor", f"{satellite.name} strikes at {target.name} and {word}.", THOR, units=[satellite.id, target.id], checks=[check])
    return [Hit(target.id, "")] if check.passed else []


def thor_trial(state: LegatusState, satellite: Satellite, target: Century) -> Trial:
    return Trial(f"attack: {satellite.name} on {target.name}", thor_attack(state, target), [], THOR)


def naval_trial(support: Support, unit: Century) -> Trial:
    """Friends are struck at half strength."""
    strength = support.attack // 2 if unit.side == support.side else support.attack
    return Trial(f"attack: {support.name} on {unit.name}", strength, [], NAVAL)


def naval_weakness() -> Modifier:
    """What defense suffers against fire of ships."""
    return Modifier("naval fire", int(tables()["naval"]["defense"]), NAVAL)


def engagement_around(state: LegatusState, target: Century) -> list[Century]:
    """Everybody in contact with the target, with those in contact with it, and so on."""
    around = [target]
    for unit in around:
        foes = [e for e in enemies_of(state, unit.side) if free(e) and not e.fought and e not in around and in_contact(e, unit)]
        around += foes
    return sorted(around, key=lambda u: u.id)


def _naval(play: Play[LegatusState], support: Support, target: Century) -> list[Hit]:
    """The whole engagement is struck: enemies at full strength, friends at half, and defense suffers."""
    hits: list[Hit] = []
    for unit in engagement_around(play.state, target):
        check = naval_trial(support, unit).roll(play.dice)
        word = "hits" if check.passed else "misses"
        play.tell("naval_fire", f"{support.name} fires on {unit.name} and {word}.", NAVAL, units=[support.id, unit.id], checks=[check])
        hits += [Hit(unit.id, "", [naval_weakness()])] if check.passed else []
    return hits


def finish_installations(play: Play[LegatusState]) -> None:
    """Under space superiority crippled enemy installations with no century of the superior side within two hexes are destroyed."""
    state = play.state
    for fort in [u for u in state.units.values() if u.kind == "defensive_installation" and present(u) and u.crippled]:
        if state.superiority in {"", fort.side}:
            continue
        near = [u for u in units_of(state, state.superiority) if gap(u.at, fort.at) <= int(tables()["combat"]["installation_zone"])]
        if not near:
            hurt(state, fort)
            play.tell("finished", f"{fort.name} is crippled and alone, and ships destroy it.", NAVAL, units=[fort.id])


def called(choices: Mapping[str, Any], id: str) -> str:
    """The target an answer names for a satellite or ship, '' for none."""
    order = choices.get(id)
    return str(order.get("target", "")) if isinstance(order, dict) else ""
