"""What the weapons of one ship reach, what each shot is worth, and what an offer says of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scales.engine import Json
from scales.leviathan.combat import fire, offered_shots
from scales.leviathan.combat.fire import MOUNT_WIDTH, Aim, Target
from scales.leviathan.combat.worth import worth
from scales.leviathan.records.words import bays
from scales.leviathan.state import Ship, State

Found = tuple[Aim, int]
"""A way to hit, with the damage in boxes or, of the mount, in rows."""


@dataclass(slots=True)
class Reach:
    """Worth of every target for each bay and for the mount, with the best ways behind it and, by location and target, all of them."""

    state: State
    ship: Ship
    bays: dict[int, dict[str, int]] = field(default_factory=dict)
    mount: dict[str, int] = field(default_factory=dict)
    aims: dict[tuple[int, str], Found] = field(default_factory=dict)
    depths: dict[str, Found] = field(default_factory=dict)
    ways: dict[tuple[str, str], list[Aim]] = field(default_factory=dict)
    told: dict[tuple[str, str, tuple[int, ...]], list[Json]] = field(default_factory=dict)

    def look(self) -> "Reach":
        """Work out every shot."""
        self.bays = {i: {} for i, b in enumerate(self.ship.bays) if not b.destroyed}
        for target in fire.targets(self.state, self.ship.side):
            self._bays_on(target)
            if isinstance(target, Ship) and fire.mount_ready(self.ship):
                self._mount_on(target)
        return self

    def _bays_on(self, target: Target) -> None:
        for index, worths in self.bays.items():
            location = self.ship.card.bays[index].location
            if (location, target.id) not in self.ways:
                self.ways[location, target.id] = fire.aims(self.state, self.ship, location, target)
            found = fire.bay_aim(self.ship, index, self.ways[location, target.id])
            if found:
                worths[target.id] = bay_worth(target, found)
                self.aims[index, target.id] = found

    def _mount_on(self, target: Ship) -> None:
        ways = fire.aims(self.state, self.ship, "F", target, mount=True)
        self.ways[fire.MOUNT, target.id] = ways
        found = fire.mount_aim(self.ship, ways)
        if found:
            self.mount[target.id] = mount_worth(target, found)
            self.depths[target.id] = found

    # ---- other sides of the target -------------------------------------------------------------------------------------

    def sides(self, target: str) -> list[str]:
        """The sides of a ship that some weapon can strike."""
        found = dict.fromkeys(aim.side for (_, at), ways in self.ways.items() if at == target for aim in ways)
        return [side for side in found if side]

    def on_side(self, index: int, target: str, side: str) -> Found | None:
        """The best way for a bay to strike this side, when its best way strikes another."""
        if self.aims[index, target][0].side == side:
            return None
        ways = self.ways[self.ship.card.bays[index].location, target]
        return fire.bay_aim(self.ship, index, [aim for aim in ways if aim.side == side])

    def mount_on_side(self, target: str, side: str) -> Found | None:
        """The best way for the mount to strike this side, when its best way strikes another."""
        if self.depths[target][0].side == side:
            return None
        return fire.mount_aim(self.ship, [aim for aim in self.ways[fire.MOUNT, target] if aim.side == side])

    # ---- in words ----------------------------------------------------------------------------------------------------

    def shots(self, target: str, numbers: list[int], others: Mapping[int, Found], side: str) -> list[Json]:
        """The shots of these bays at a target, bays that fire alike in one: `bays` with the damage of `each`. `others` are the ways of bays that
        are to strike a `side` which is not their best."""
        key = (target, side, tuple(numbers))
        if key not in self.told:
            found = {index: others.get(index, self.aims[index, target]) for index in numbers}
            alike: dict[tuple[str, int, str, int], list[int]] = {}
            for index, (aim, _) in found.items():
                alike.setdefault((self.ship.card.bays[index].location, aim.shot.range, aim.side, aim.number), []).append(index)
            self.told[key] = [self._volley(target, location, {i: found[i] for i in group}) for (location, *_), group in alike.items()]
        return self.told[key]

    def _volley(self, target: str, location: str, found: dict[int, Found]) -> Json:
        enemy = fire.find(self.state, target)
        assert enemy is not None, "only what is there is reached"
        each = [points for _, points in found.values()]
        aim = next(iter(found.values()))[0]
        told = offered_shots.shot(bays(location, list(found)), enemy, aim, sum(each))
        return told | {"location": location, "bays": list(found), "each": each}

    def mount_shot(self, target: str, found: Found) -> Json:
        """The spinal mount: `rows` deep and three columns wide."""
        aim, depth = found
        return offered_shots.shot("spinal mount", self.state.ships[target], aim, MOUNT_WIDTH * depth) | {"rows": depth}


def bay_worth(target: Target, found: Found) -> int:
    aim, points = found
    return worth(target, points, fire.chance(aim.number), aim.side)


def mount_worth(target: Ship, found: Found) -> int:
    """Rows that a mount breaks through count half as much again: it leaves nothing beside them."""
    aim, depth = found
    return worth(target, MOUNT_WIDTH * depth * 3 // 2, fire.chance(aim.number), aim.side)
