"""The fighters' part of the Combat Phase: when all other attacks are resolved, fighter units that are left attack at once (leviathan: Combat Phase)."""

from scales.engine import Decision, Json
from scales.leviathan.combat import fire, fire_orders, struck
from scales.leviathan.combat.struck import Boundary
from scales.leviathan.fighters import dogfight
from scales.leviathan.state import FighterUnit, Ship, State
from scales.play import Play


def ask_fighters(play: Play[State]) -> list[Decision]:
    """Ask every side for its attacks, sealed, then the defenders which side takes what comes in along a boundary, and resolve all of it."""
    state, memo = play.state, play.state.at.memo
    if play.asks_first():
        memo["orders"] = {}
        if wanted := _wanted(state):
            return wanted
    if not memo["orders"]:
        memo["orders"] = {unit: order for key in sorted(play.answers) for unit, order in play.answers[key].choices.items()}
        if wanted := struck.asked(state, boundaries(state, memo["orders"])):
            return wanted
        play.answers = {}
    sides = {slot: order["side"] for key in sorted(play.answers) for slot, order in play.answers[key].choices.items()}
    _resolve(play, memo["orders"], sides)
    return []


def _wanted(state: State) -> list[Decision]:
    found = []
    for side in state.sides:
        units = [f.id for f in state.fighters.values() if f.side == side.id and _can_attack(state, f)]
        if units:
            found.append(Decision(f"fighters:{side.id}", side.seat, "fighters", "Attack with fighters.", units, sealed=True))
    return found


def _can_attack(state: State, unit: FighterUnit) -> bool:
    return dogfight.may_attack(state, unit) and any(dogfight.aim(state, unit, t) for t in fire.targets(state, unit.side))


def boundaries(state: State, orders: dict[str, Json]) -> list[Boundary]:
    """The attacks on ships that come in along the boundary of two sides, guns and missiles each by themselves."""
    found = []
    for unit_id, order in sorted(orders.items()):
        unit = state.fighters[unit_id]
        for weapon, aim, target in dogfight.declared(state, unit, order):
            if isinstance(target, Ship) and len(aim.shot.sides) > 1:
                found.append(struck.boundary(unit, weapon, target, aim))
    return found


def _resolve(play: Play[State], orders: dict[str, Json], sides: dict[str, str]) -> None:
    """In the order that the attackers have given, all with what they had when the segment began."""
    state = play.state
    able = [u for u in sorted(orders, key=lambda u: (fire_orders.rank(orders[u]), u)) if dogfight.may_attack(state, state.fighters[u])]
    values = dogfight.values([state.fighters[u] for u in able])
    for unit_id in able:
        dogfight.resolve(play, state.fighters[unit_id], orders[unit_id], values[unit_id], sides)
