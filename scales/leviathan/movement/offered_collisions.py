"""What may be declared in a shared stern hex, each option with what it leads to (leviathan: Collisions)."""

from scales.armor import boxes_left
from scales.engine import Decision, Option, Slot
from scales.leviathan.movement import collisions, ramming
from scales.leviathan.records.words import SIDES, name_of
from scales.leviathan.state import Ship, State

FACES = 10
"""Faces of a die: the chance that two dice agree is counted over a hundred throws of both."""


def slots(state: State, decision: Decision) -> list[Slot]:
    found = []
    for unit in decision.units:
        ship = state.ships[unit]
        found.append(Slot(f"{unit}/side", f"Side that {ship.name} shows in its hex", _sides(ship), unit))
        rams = [option for target in ramming.targets(state, ship) for option in _rams(state, ship, target)]
        if rams:
            found.append(Slot(f"{unit}/ram", f"Ram by {ship.name}", [Option({}, "rams nothing", {"chance": 0}), *rams], unit))
    return found


def _sides(ship: Ship) -> list[Option]:
    """Each side of the hex as the first choice, the strongest first. `side` is the armor behind it, `armor` its boxes left."""
    order = collisions.strongest_first(ship)
    options = []
    for first in order:
        second = next(h for h in order if h != first)
        side, other = collisions.side_at(ship, first), collisions.side_at(ship, second)
        info = {"side": side, "armor": boxes_left(ship.armor[side]), "second": other, "second_armor": boxes_left(ship.armor[other])}
        label = f"shows its {SIDES[side]} side ({info['armor']} boxes) on side {first} of the hex, else its {SIDES[other]} side on side {second}"
        options.append(Option({"sides": [first, second]}, label, info))
    return options


def chance(change: int) -> int:
    """Chances in a hundred that two dice agree when one may be changed by so much."""
    return sum(abs(a - b) <= change for a in range(FACES) for b in range(FACES))


def _rams(state: State, ship: Ship, target: Ship) -> list[Option]:
    """The least and the most damage for each change of the die that is allowed. `to_target` by the change that is needed, `chance` in percent."""
    options = []
    for points in collisions.collision_damage(ship.card.hull)[::-1]:
        for change in range(collisions.most_change(ship, target), -1, -1):
            hits = [collisions.reduced(points, used) for used in range(change + 1)]
            label = f"rams {name_of(state, target.id)}, its die changed by up to {change} ({chance(change)} %), for {points} points"
            info = {"target": target.id, "change": change, "chance": chance(change), "damage_to_self": points, "to_target": hits}
            options.append(Option({"target": target.id, "change": change, "damage": points}, label, info))
    return options
