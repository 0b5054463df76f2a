"""Which slots a decision has: what an order must answer, without working out what may be answered."""

from scales.engine import Decision
from scales.leviathan.combat import missiles, struck, turrets
from scales.leviathan.combat.missiles import Salvo
from scales.leviathan.movement import ramming
from scales.leviathan.patrol import missile_boats
from scales.leviathan.scenario import deployment
from scales.leviathan.state import Ship, State

ONE = {"deploy": deployment.SLOT, "first": "first", "next": "unit"}
"""Decisions of a side with a single slot."""


def slot_ids(state: State, decision: Decision) -> list[str]:
    """The ids of the slots that `offers` gives for a decision, in its order."""
    if decision.kind in ONE:
        return [ONE[decision.kind]]
    if decision.kind == "collisions":
        return ramming.slot_ids(state, decision.units)
    if decision.kind == "fire":
        return [slot for u in decision.units for slot in (u, f"{u}/missiles") if slot == u or _sends_missiles(state, state.ships[u])]
    if decision.kind == "turrets":
        return [f"{u}/{mount}" for u in decision.units for mount in bearing_mounts(state, u, salvos_of(decision))]
    if decision.kind == "struck":
        return [shot.slot for shot in struck.shots_of(decision)]
    return list(decision.units)


def _sends_missiles(state: State, ship: Ship) -> bool:
    return bool(missile_boats.marks(state, ship) if ship.card.missile_attack else missiles.marks(state, ship))


def bearing_mounts(state: State, unit: str, salvos: list[Salvo]) -> list[str]:
    """The turret slots of a ship that have something to fire at."""
    ship = state.ships[unit]
    return [mount for mount in turrets.mounts(ship) if turrets.prey(state, ship, mount, salvos)]


def salvos_of(decision: Decision) -> list[Salvo]:
    """The salvos a turret decision tells of."""
    return [missiles.salvo_from(entry) for entry in decision.data.get("salvos", [])]
