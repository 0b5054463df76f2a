"""All attacks of a turn but those of fighters are resolved (leviathan: Combat Phase, Damage): turrets, then missiles and ships' fire in the order
that the attackers have given, fire from the ground and at it."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from scales.engine import Json
from scales.leviathan.combat import fire_orders, missiles, turrets, volleys
from scales.leviathan.combat.missiles import Salvo
from scales.leviathan.ground import ground_attack, ground_fire, ground_turrets
from scales.leviathan.patrol import missile_boats
from scales.leviathan.state import State
from scales.play import Play


class Attack(NamedTuple):
    """An attack and when it comes: by rank, missiles first, then from the ground, then ships by their ids."""

    rank: int
    kind: int
    firer: str
    carry_out: Callable[[], None]


def fires_mount_only(state: State, ship: str) -> bool:
    """Patrol ships fire no other weapon, turrets included, in the turn in which they fire a mount (leviathan: Patrol Class Ships)."""
    order: Json = state.at.memo["orders"].get(ship, {})
    return bool(order.get("spinal")) and state.ships[ship].card.is_patrol


def launch(play: Play[State]) -> None:
    """The salvos that were ordered leave their ships; `memo["flying"]` keeps them."""
    state = play.state
    state.at.memo["flying"] = []
    for firer, order in sorted(state.at.memo["salvos"].items()):
        thing = state.troops(firer)
        salvo = ground_fire.salvo(state, thing, order) if thing else _from_ship(state, firer, order)
        if salvo:
            missiles.launch(play, salvo)
            state.at.memo["flying"].append(list(salvo))


def _from_ship(state: State, firer: str, order: Json) -> Salvo | None:
    return None if fires_mount_only(state, firer) else missiles.salvo_of(state, state.ships[firer], order)


def flying(state: State) -> list[Salvo]:
    """Missiles on their way, by ship; those of a unit that a ruling has taken off the map are off it too."""
    salvos = [missiles.salvo_from(entry) for entry in state.at.memo.get("flying", [])]
    return [s for s in salvos if state.troops(s.ship) or state.ships[s.ship].on_map]


def resolve(play: Play[State]) -> None:
    """Turrets first: they meet the missiles on the way."""
    taken = _turrets(play)
    for attack in sorted(_attacks(play, taken), key=lambda a: a[:3]):
        attack.carry_out()
    ground_attack.resolve_attacks(play)


def _turrets(play: Play[State]) -> dict[str, int]:
    """Fire every mount, and what shoots at missiles from the ground; what is taken off each salvo."""
    taken: dict[str, int] = {}
    for slot, order in sorted(play.state.at.memo["turrets"].items()):
        for firer, points in _fire(play, slot, order).items():
            taken[firer] = taken.get(firer, 0) + points
    return taken


def _fire(play: Play[State], slot: str, order: Json) -> dict[str, int]:
    state = play.state
    firer, _, mount = slot.partition("/")
    thing = state.troops(firer)
    if thing is not None:
        return ground_turrets.shoot(play, thing, order, flying(state))
    ship = state.ships[firer]
    return turrets.fire_turrets(play, ship, mount, order, flying(state)) if ship.on_map else {}


def _attacks(play: Play[State], taken: dict[str, int]) -> Iterator[Attack]:
    state, memo = play.state, play.state.at.memo
    for salvo in flying(state):
        strike = partial(missiles.strike, play, salvo, taken.get(salvo.ship, 0))
        yield Attack(fire_orders.rank(memo["salvos"][salvo.ship]), 0, salvo.ship, strike)
    for unit, order in memo["salvos"].items():
        if unit in state.ships and state.ships[unit].card.missile_attack and not fires_mount_only(state, unit):
            yield Attack(fire_orders.rank(order), 0, unit, partial(missile_boats.attack, play, state.ships[unit], order))
    for unit in set(memo["salvos"]) - set(state.ships):
        yield Attack(0, 1, unit, partial(ground_fire.missiles, play, state.ground.things[unit], memo["salvos"][unit]))
    for ship, order in memo["orders"].items():
        if state.ships[ship].on_map:
            volley = partial(volleys.resolve, play, state.ships[ship], order, memo["struck"])
            yield Attack(fire_orders.rank(order), 2, ship, volley)
