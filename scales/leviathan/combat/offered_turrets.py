"""What turrets may fire at: one target, or a factor split among several (leviathan: Turrets)."""

from scales.engine import Decision, Json, Option, Slot
from scales.leviathan.combat import fire, offered_shots, rammers, turrets
from scales.leviathan.combat.missiles import Salvo, owner
from scales.leviathan.combat.turrets import MISSILES
from scales.leviathan.combat.worth import worth
from scales.leviathan.records.words import mount as mount_words
from scales.leviathan.slots import bearing_mounts, salvos_of
from scales.leviathan.state import Ship, State

MOST = 60
"""Targets that are offered to one mount."""
OFF_A_SALVO = 60
"""What ten points off a salvo of the enemy are worth for each chance in ten."""


def turret_slots(state: State, decision: Decision) -> list[Slot]:
    salvos = salvos_of(decision)
    slots = []
    for unit in decision.units:
        ship = state.ships[unit]
        for mount in bearing_mounts(state, unit, salvos):
            title = f"{mount_words(mount).capitalize()} of {ship.name}"
            slots.append(Slot(f"{unit}/{mount}", title, turret_options(state, ship, mount, salvos), unit))
    return slots


def turret_options(state: State, ship: Ship, mount: str, salvos: list[Salvo]) -> list[Option]:
    """Hold; all at one target; points shared out so that the weakest die first; halves at two targets at different ranges."""
    prey = dict(list(turrets.prey(state, ship, mount, salvos).items())[:MOST])
    options = [Option({"shares": {}}, "holds", {"value": 0, "shots": []})]
    options += [_option(state, ship, mount, {"shares": {target: 100}}, prey, salvos) for target in prey]
    fighters = {target: hexes for target, hexes in prey.items() if target in state.fighters}
    orders = (
        [] if ship.card.is_patrol or len(fighters) < 2 else [*_by_points(state, ship, mount, fighters), *_by_halves(ship, mount, fighters)]
    )
    return options + [_option(state, ship, mount, order, prey, salvos) for order in orders]


def _by_points(state: State, ship: Ship, mount: str, prey: dict[str, int]) -> list[Json]:
    """For each range at which there are several targets: the factor shared out, the weakest target first."""
    found = []
    for at in sorted(set(prey.values())):
        left, points = turrets.factor(ship, mount, at), dict[str, int]()
        for target in sorted((t for t in prey if prey[t] == at), key=lambda t: (state.fighters[t].boxes_left, t)):
            given = min(left, state.fighters[target].boxes_left)
            points |= {target: given} if given else {}
            left -= given
        if len(points) > 1:
            found.append({"points": points})
    return found


def _by_halves(ship: Ship, mount: str, prey: dict[str, int]) -> list[Json]:
    """The nearest two targets at different ranges, when half a factor does something to each."""
    near = sorted(prey, key=lambda t: (prey[t], t))
    far = [t for t in near if prey[t] > prey[near[0]]]
    pair = [near[0], *far[:1]]
    able = all(turrets.shared(turrets.factor(ship, mount, prey[t]), 50) for t in pair)
    return [{"shares": dict.fromkeys(pair, 50)}] if len(pair) > 1 and able else []


def _option(state: State, ship: Ship, mount: str, order: Json, prey: dict[str, int], salvos: list[Salvo]) -> Option:
    value, shots = 0, []
    flying = {MISSILES + salvo.ship: salvo for salvo in salvos}
    for target in order.get("shares") or order["points"]:
        points = turrets.points_at(ship, mount, order, target, prey[target])
        value += _worth(state, ship, target, prey[target], points)
        if salvo := flying.get(target):
            shots.append(offered_shots.turret_shot_at_missiles(state, ship, mount, salvo, prey[target], points))
        else:
            shots.append(offered_shots.turret_shot(state, ship, mount, target, prey[target], points))
    return Option(order, f"fires {'; '.join(map(_words, shots))}", {"value": value, "shots": shots})


def _words(shot: Json) -> str:
    return f"{offered_shots.words(shot)} for {shot['damage']}"


def _worth(state: State, ship: Ship, target: str, hexes: int, points: int) -> int:
    """Salvos of one's own side are left alone."""
    chance = fire.chance(turrets.turret_number(hexes))
    if target.startswith(MISSILES):
        own = owner(state, target.removeprefix(MISSILES)).side == ship.side
        return -1 if own else chance * points * OFF_A_SALVO
    if target in state.ships:
        other = state.ships[target]
        return worth(other, points, chance, rammers.struck(ship, other)[0])
    return worth(state.fighters[target], points, chance)
