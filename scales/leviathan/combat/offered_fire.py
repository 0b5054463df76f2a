"""What a ship may fire: hold; or for every use of its power and every target worth it all bays that bear on it, the rest at what suits them
best; missiles. `value` is what the bot counts, `shots` what is rolled (`offered_shots`)."""

from dataclasses import dataclass, field

from scales.engine import Decision, Json, Option, Slot
from scales.hexes import Hex, distance
from scales.leviathan import board
from scales.leviathan.combat import fire, missiles, offered_shots
from scales.leviathan.combat.fire import Aim, Target
from scales.leviathan.combat.missiles import Salvo
from scales.leviathan.records.words import LOCATIONS, bays, name_of
from scales.leviathan.state import FighterUnit, Ship, State

PRIMARY = 8
"""Targets on which a whole ship may concentrate, best first, that are offered."""
SALVOS = 30
"""Hexes that missiles are offered at, best first."""
MOUNT_WIDTH = 3
"""Columns that a spinal mount strikes (leviathan: Spinal Mounts)."""


def fire_slots(state: State, decision: Decision) -> list[Slot]:
    slots = []
    for unit in decision.units:
        ship = state.ships[unit]
        slots.append(Slot(unit, f"{ship.name} fires", fire_options(state, ship), unit))
        missiles = missile_options(state, ship)
        if len(missiles) > 1:
            slots.append(Slot(f"{unit}/missiles", f"Missiles of {ship.name}", missiles, unit))
    return slots


def worth(target: Target, points: int, chance: int, side: str = "") -> int:
    """What a chance in ten of so much damage is worth: more on fighters, on weak targets and on sides whose armor is nearly gone."""
    if isinstance(target, FighterUnit):
        return chance * min(points, target.boxes_left) * (20 + max(target.cra[target.row], target.lra[target.row])) // 12
    full = max(1, target.card.armor[side])
    left = sum(r.bit_count() for r in target.armor[side].rows)
    size = sum(target.card.armor.values())
    return chance * points * (1000 + 1500 * (full - left) // full) * (600 + 60_000 // (size + 60)) // 500_000


# ---- what bears on what --------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Reach:
    """What the weapons of one ship reach: worth of every target for each bay and for the mount, with the aims and damage behind it."""

    state: State
    ship: Ship
    bays: dict[int, dict[str, int]] = field(default_factory=dict)
    mount: dict[str, int] = field(default_factory=dict)
    aims: dict[tuple[int, str], tuple[Aim, int]] = field(default_factory=dict)
    depths: dict[str, tuple[Aim, int]] = field(default_factory=dict)
    told: dict[tuple[str, tuple[int, ...]], list[Json]] = field(default_factory=dict)

    def look(self) -> "Reach":
        """Work out every shot."""
        self.bays = {i: {} for i, b in enumerate(self.ship.bays) if not b.destroyed}
        for target in fire.targets(self.state, self.ship.side):
            self._bays_on(target)
            if isinstance(target, Ship) and fire.mount_ready(self.ship):
                self._mount_on(target)
        return self

    def _bays_on(self, target: Target) -> None:
        ways: dict[str, list[Aim]] = {}
        for index, worths in self.bays.items():
            location = self.ship.card.bays[index].location
            if location not in ways:
                ways[location] = fire.aims(self.state, self.ship, location, target)
            found = fire.bay_aim(self.ship, index, ways[location]) if ways[location] else None
            if found:
                worths[target.id] = worth(target, found[1], fire.chance(found[0].number), found[0].side)
                self.aims[index, target.id] = found

    def _mount_on(self, target: Ship) -> None:
        found = fire.mount_aim(self.ship, fire.aims(self.state, self.ship, "F", target, mount=True))
        if found:
            aim, depth = found
            self.mount[target.id] = worth(target, MOUNT_WIDTH * depth * 3 // 2, fire.chance(aim.number), aim.side)
            self.depths[target.id] = found

    def shots(self, target: str, numbers: list[int]) -> list[Json]:
        """The shots of these bays at a target, bays that fire alike in one: `bays` with the damage of `each`."""
        key = (target, tuple(numbers))
        if key not in self.told:
            alike: dict[tuple[str, int, str, int], list[int]] = {}
            for index in numbers:
                aim = self.aims[index, target][0]
                alike.setdefault((self.ship.card.bays[index].location, aim.shot.range, aim.side, aim.number), []).append(index)
            self.told[key] = [self._volley(target, location, found) for (location, *_), found in alike.items()]
        return self.told[key]

    def _volley(self, target: str, location: str, numbers: list[int]) -> Json:
        enemy = fire.find(self.state, target)
        assert enemy is not None
        each = [self.aims[index, target][1] for index in numbers]
        found = offered_shots.shot(bays(location, numbers), enemy, self.aims[numbers[0], target][0], sum(each))
        return found | {"location": location, "bays": numbers, "each": each}

    def mount_shot(self, target: str) -> Json:
        """The spinal mount: `rows` deep and three columns wide."""
        aim, depth = self.depths[target]
        return offered_shots.shot("spinal mount", self.state.ships[target], aim, MOUNT_WIDTH * depth) | {"rows": depth}


# ---- bays and mounts -----------------------------------------------------------------------------------------------


def fire_options(state: State, ship: Ship) -> list[Option]:
    options = [Option({}, "holds its fire", {"value": 0, "shots": []})]
    if not fire.may_fire_bays(ship):
        return options
    reach = Reach(state, ship).look()
    for sides, spinal in _modes(ship, bool(reach.mount)):
        usable = _usable(reach, sides)
        shooting = max(reach.mount, key=lambda t: (reach.mount[t], t)) if spinal else ""
        for primary in _primaries(usable):
            options.append(_fire_option(reach, sides, shooting, usable, primary))
        if spinal and not usable and not any(o.order == {"spinal": shooting} for o in options):
            shots = [reach.mount_shot(shooting)]
            options.append(Option({"spinal": shooting}, _label(shots), {"value": reach.mount[shooting], "shots": shots}))
    return options


def _modes(ship: Ship, mount: bool) -> list[tuple[list[str], bool]]:
    """Uses of the blocks of power in the weapons: broadsides and the mount."""
    modes: list[tuple[list[str], bool]] = [(["L"], False), (["R"], False)]
    if mount:
        modes.append(([], True))
    if ship.weapons >= 2 and ship.kind != "ground":
        modes += [(["L", "R"], False)] + ([(["L"], True), (["R"], True)] if mount else [])
    if ship.weapons >= 3 and mount:
        modes.append((["L", "R"], True))
    return modes


def _usable(reach: Reach, sides: list[str]) -> dict[int, dict[str, int]]:
    """Bays that fire when these broadsides have power and that reach something."""
    where = {i: reach.ship.card.bays[i].location for i in reach.bays}
    return {i: w for i, w in reach.bays.items() if sides and w and (where[i] not in "LR" or where[i] in sides)}


def _primaries(usable: dict[int, dict[str, int]]) -> list[str]:
    total: dict[str, int] = {}
    for worths in usable.values():
        for target, value in worths.items():
            total[target] = total.get(target, 0) + value
    return sorted(total, key=lambda t: (-total[t], t))[:PRIMARY]


def _fire_option(reach: Reach, sides: list[str], spinal: str, usable: dict[int, dict[str, int]], primary: str) -> Option:
    """`share` is what of the value is won on the `primary` target."""
    at: dict[str, list[int]] = {primary: []}
    order_bays, value = {}, reach.mount.get(spinal, 0)
    for index, worths in usable.items():
        target = primary if primary in worths else max(worths, key=lambda t: (worths[t], t))
        order_bays[str(index)] = target
        at.setdefault(target, []).append(index)
        value += worths[target]
    order: Json = {"broadsides": sides, "bays": order_bays} | ({"spinal": spinal} if spinal else {})
    share = sum(worths.get(primary, 0) for worths in usable.values())
    shots = [shot for target, numbers in at.items() for shot in reach.shots(target, numbers)]
    shots += [reach.mount_shot(spinal)] if spinal else []
    return Option(order, _label(shots, sides), {"value": value, "primary": primary, "share": share, "shots": shots})


def _label(shots: list[Json], sides: list[str] | None = None) -> str:
    power = f" ({' and '.join(LOCATIONS[s] for s in sides)} broadside)" if sides else ""
    return f"fires {'; '.join(map(offered_shots.words, shots))}{power}"


# ---- missiles ------------------------------------------------------------------------------------------------------


def missile_options(state: State, ship: Ship) -> list[Option]:
    """Hold, or a salvo at a hex of an enemy in range."""
    options = [_salvo_option(state, ship, index, salvo) for index, salvo in missiles.marks(state, ship)]
    best = sorted(options, key=lambda o: (-o.info["value"], str(o.order)))[:SALVOS]
    hold = Option({"target": ""}, "keeps its missiles", {"value": 0, "salvos": ship.salvos, "shots": []})
    return [hold, *(_told(state, ship, option) for option in best)]


def _salvo_option(state: State, ship: Ship, index: int, salvo: Salvo) -> Option:
    value = _salvo_worth(state, ship.side, salvo.mark, salvo.strength)
    return Option({"target": salvo.target, "hex": index}, "", {"value": value, "at": list(salvo.mark)})


def _told(state: State, ship: Ship, option: Option) -> Option:
    """The option with all that the salvo meets; `shots` are rolled for ships, fighters take it without a roll."""
    salvo = missiles.salvo_of(state, ship, option.order)
    assert salvo is not None
    struck = offered_shots.strikes(state, salvo)
    at = board.label(state.sheets, salvo.mark)
    away = distance(salvo.origin, salvo.mark, board.PARITY)
    met = ", ".join(f"{s['name']} ({offered_shots.faces(s)} or less)" if "chance" in s else s["name"] for s in struck)
    name = name_of(state, salvo.target)
    option.label = f"sends missiles, strength {salvo.strength}, at {name} in {at}, range {away}, where they meet {met}"
    option.info |= {"hex": at, "range": away, "strength": salvo.strength, "salvos": ship.salvos, "shots": struck}
    return option


def _salvo_worth(state: State, side: str, hex: Hex, strength: int) -> int:
    """Everything in the hex counts, friends against it; about a third will be shot down."""
    strength = strength * 2 // 3
    total = 0
    for ship in state.ships.values():
        if ship.alive and hex in board.occupied(ship):
            sides = missiles.sides_struck(ship, hex)
            total += sum(worth(ship, strength, 7, s) for s in sides) * (1 if ship.side != side else -2)
    for unit in state.fighters.values():
        if unit.on_map and unit.hex == hex:
            total += worth(unit, strength, 10) * (1 if unit.side != side else -2)
    return total
