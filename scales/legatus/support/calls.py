"""Calls for fire from orbit: which satellites and ships a side can call on, on whom, and the fire of those called. legatus: Thor, Naval Vessels"""

from collections.abc import Mapping
from typing import Any

from scales.engine import Json, Modifier
from scales.legatus.combat.fighting import Hit
from scales.legatus.rolls import Trial
from scales.legatus.state import Century, LegatusState, free
from scales.legatus.support import naval, thor
from scales.play import Play


def callable_ids(state: LegatusState, side: str) -> list[str]:
    """Satellites and ships that a side may call on now, as far as `state` (a view's, for offers) tells."""
    found = [s.id for s in thor.satellites_of(state, side) if thor.targets(state, s)]
    return sorted(found + [s.id for s in naval.supports_of(state, side) if naval.targets(state, side)])


def targets_for(state: LegatusState, id: str) -> list[Century]:
    """Whom the satellite or ship with an id may be called on."""
    for satellite in state.satellites:
        if satellite.id == id:
            return thor.targets(state, satellite)
    return next((naval.targets(state, s.side) for s in state.supports if s.id == id), [])


def trials_of(state: LegatusState, id: str, target: Century) -> dict[str, Trial]:
    """The attacks of a satellite or ship called on a century, by the unit each is made on."""
    for satellite in state.satellites:
        if satellite.id == id:
            return {target.id: thor.trial(state, satellite, target)}
    support = next(s for s in state.supports if s.id == id)
    return {u.id: naval.trial(state, support, u) for u in naval.engagement_around(state, target)}


def weakness_of(state: LegatusState, id: str) -> list[Modifier]:
    """What the defense against a satellite or ship suffers."""
    return [naval.weakness()] if any(s.id == id for s in state.supports) else []


def course_of(state: LegatusState, id: str) -> Json:
    """Where a satellite is now and where it will be; {} for a ship."""
    found = next((thor.track(state, s) for s in state.satellites if s.id == id), [])
    return {"over": found[0]["hex"], "track": found} if found else {}


def rule_of(state: LegatusState, id: str) -> str:
    return thor.RULE if any(s.id == id for s in state.satellites) else naval.RULE


def reason_of(state: LegatusState, id: str) -> str:
    """What makes a century a target for a satellite or ship."""
    return "being an enemy in combat within two hexes of it" if rule_of(state, id) == thor.RULE else "being an enemy in combat"


def name_of(state: LegatusState, id: str) -> str:
    names = {s.id: s.name for s in state.satellites} | {s.id: s.name for s in state.supports}
    return names[id]


def called(state: LegatusState, side: str, choices: Mapping[str, Any]) -> dict[str, str]:
    """The targets that a side's answer names for its satellites and ships."""
    own = [s.id for s in state.satellites if s.side == side] + [s.id for s in state.supports if s.side == side]
    orders = {id: choices[id] for id in sorted(own) if isinstance(choices.get(id), dict)}
    return {id: str(order["target"]) for id, order in orders.items() if order.get("target")}


def strikes(play: Play[LegatusState]) -> list[Hit]:
    """All fire from orbit that was called, simultaneous with the attacks on the map."""
    hits: list[Hit] = []
    for satellite in play.state.satellites:
        target = _target(play.state, satellite.id)
        if target and not (satellite.spent or satellite.left):
            hits += thor.strike(play, satellite, target)
    for support in play.state.supports:
        target = _target(play.state, support.id)
        if target and not support.left:
            hits += naval.fire(play, support, target)
    return hits


def _target(state: LegatusState, id: str) -> Century | None:
    """The century a satellite or ship was called on, while it can still be struck."""
    target = state.units.get(state.plans.calls.get(id, ""))
    return target if target and free(target) and not target.fought else None


def withdraw(state: LegatusState, id: str) -> None:
    """A satellite or ship does not come any more."""
    for satellite in state.satellites:
        satellite.left = satellite.left or satellite.id == id
    for support in state.supports:
        support.left = support.left or support.id == id
