"""What a seat may choose, decision by decision. Every combination of one option per slot is legal."""

from collections.abc import Callable

from scales.engine import Decision, Json, Option, Slot
from scales.hexes import Hex
from scales.leviathan import board, dogfight, fire, flight, ground, ground_attack, ground_fire, launch, movement, power, support, turrets
from scales.leviathan.fire import Aim, Target
from scales.leviathan.state import FighterUnit, Ship, State
from scales.leviathan.turrets import Salvo
from scales.leviathan.view import View

PRIMARY = 8
"""Targets on which a whole ship may concentrate, best first, that are offered."""


def offers(view: View, decision: Decision) -> list[Slot]:
    """The slots of a decision."""
    return _KINDS[decision.kind](view.state, decision)


def _name(state: State, unit: str) -> str:
    found = state.ships.get(unit) or state.fighters.get(unit)
    return found.name if found else unit


def _power(state: State, decision: Decision) -> list[Slot]:
    slots = []
    for unit in decision.units:
        options = [
            Option({"weapons": w, "maneuver": m}, f"{w} to weapons, {m} to the drives") for w, m in power.allocations(state.ships[unit])
        ]
        slots.append(Slot(unit, f"Power of {_name(state, unit)}", options))
    return slots


def _next(state: State, decision: Decision) -> list[Slot]:
    return [Slot("unit", "Unit to move", [Option({"unit": u}, _name(state, u)) for u in decision.units])]


def _move(state: State, decision: Decision) -> list[Slot]:
    unit = decision.units[0]
    if unit in state.ships:
        ship = state.ships[unit]
        options = [_plan_option(state, plan, track) for plan, track in movement.plans(state, ship)]
    else:
        fighters = state.fighters[unit]
        options = [
            Option(o, f"fly to {o['to']}", {"hex": list(board.parse(state.sheets, o["to"]))}) for o in flight.flights(state, fighters)
        ]
    return [Slot(unit, f"Move {_name(state, unit)}", options)]


def _plan_option(state: State, plan: movement.Plan, track: movement.Track) -> Option:
    at = board.label(state.sheets, track.hex)
    words = f"to {at}, heading {track.heading}, velocity {track.velocity}" + (", rolled" if plan.roll else "")
    info = {"hex": list(track.hex), "heading": track.heading, "velocity": track.velocity, "cost": track.cost, "left": track.left,
            "crashed": bool(track.crashed), "burns": track.burns, "rolled": track.rolled, "drift": track.drift}  # fmt: skip
    return Option(plan.json(), words, info)


def _down(state: State, decision: Decision) -> list[Slot]:
    options = [Option({"down": False}, "stay up"), Option({"down": True}, "go down")]
    return [Slot(u, f"{_name(state, u)}", list(options)) for u in decision.units]


def _search(state: State, decision: Decision) -> list[Slot]:
    slots = []
    for unit in decision.units:
        hexes = ground.searchable(state, ground.unit_of(state, unit))
        options = [Option({"hex": ""}, "search nothing")]
        options += [Option({"hex": t}, f"search {t}") for t in (board.label(state.sheets, h) for h in hexes)]
        slots.append(Slot(unit, f"{_name(state, unit)} searches", options))
    return slots


def _assign(state: State, decision: Decision) -> list[Slot]:
    slots = []
    for unit in decision.units:
        options = []
        for duty in support.duties(state, state.ships[unit]):
            target = duty.get("battle") or duty.get("unit") or ""
            points = _support_points(state, state.ships[unit], duty)
            options.append(Option(duty, f"{duty['do']} {target}".strip(), {"value": points}))
        slots.append(Slot(unit, f"{_name(state, unit)} and the ground", options))
    return slots


def _support_points(state: State, ship: Ship, duty: Json) -> int:
    if duty["do"] == "none":
        return 0
    mark = state.ground.battles[duty["battle"]] if duty["do"] == "support" else state.ground.things[duty["unit"]].hex
    return sum(b.damage for b in ground_attack.bays_on(ship, mark))


def _launch(state: State, decision: Decision) -> list[Slot]:
    slots = []
    for unit in decision.units:
        options = [Option(c, " ".join(str(v) for v in c.values())) for c in launch.choices(state, state.fighters[unit])]
        slots.append(Slot(unit, _name(state, unit), options))
    return slots


# ---- fire ----------------------------------------------------------------------------------------------------------


def _fire(state: State, decision: Decision) -> list[Slot]:
    slots = []
    for unit in decision.units:
        ship = state.ships[unit]
        slots.append(Slot(unit, f"{ship.name} fires", fire_options(state, ship)))
        missiles = missile_options(state, ship)
        if len(missiles) > 1:
            slots.append(Slot(f"{unit}/missiles", f"Missiles of {ship.name}", missiles))
    return slots


def worth(target: Target, points: int, chance: int, side: str = "") -> int:
    """What a chance in ten of so much damage is worth: more on fighters, on weak targets and on sides whose armor is nearly gone."""
    if isinstance(target, FighterUnit):
        return chance * min(points, target.boxes_left) * (20 + max(target.cra[target.row], target.lra[target.row])) // 12
    full = max(1, target.card.armor[side])
    left = sum(r.bit_count() for r in target.armor[side].rows)
    size = sum(target.card.armor.values())
    return chance * points * (1000 + 1500 * (full - left) // full) * (600 + 60_000 // (size + 60)) // 500_000


def _spread(state: State, ship: Ship) -> tuple[dict[int, dict[str, int]], dict[str, int]]:
    """Worth of every target for each bay, and for the mount."""
    enemies = fire.targets(state, ship.side)
    bays: dict[int, dict[str, int]] = {i: {} for i, b in enumerate(ship.bays) if not b.destroyed}
    mount: dict[str, int] = {}
    for target in enemies:
        ways: dict[str, list[Aim]] = {}
        for index, worths in bays.items():
            location = ship.card.bays[index].location
            if location not in ways:
                ways[location] = fire.aims(state, ship, location, target)
            found = fire.bay_aim(ship, index, ways[location]) if ways[location] else None
            if found:
                worths[target.id] = worth(target, found[1], fire.chance(found[0].number), found[0].side)
        if isinstance(target, Ship) and fire.mount_ready(ship):
            hit = fire.mount_aim(ship, fire.aims(state, ship, "F", target, mount=True))
            if hit:
                mount[target.id] = worth(target, 3 * hit[1] * 3 // 2, fire.chance(hit[0].number), hit[0].side)
    return bays, mount


def fire_options(state: State, ship: Ship) -> list[Option]:
    """Hold fire; or for every use of the power and every target worth it: all bays that bear on it, the rest at what suits them best."""
    options = [Option({}, "hold fire", {"value": 0})]
    if not fire.may_fire_bays(ship):
        return options
    bays, mount = _spread(state, ship)
    for sides, spinal in _modes(ship, bool(mount)):
        usable = {i: w for i, w in bays.items() if w and (ship.card.bays[i].location not in "LR" or ship.card.bays[i].location in sides)}
        if not sides:
            usable = {}
        shooting = max(mount, key=lambda t: (mount[t], t)) if spinal else ""
        for primary in _primaries(usable):
            options.append(_fire_option(state, sides, shooting, usable, primary, mount.get(shooting, 0)))
        if spinal and not usable:
            options.append(Option({"spinal": shooting}, f"mount at {_name(state, shooting)}", {"value": mount[shooting]}))
    for other in state.ships.values():
        if other.side != ship.side and fire.can_ram(ship, other):
            options.append(Option({"ram": other.id}, f"ram {other.name}", {"value": -1}))
    return options


def _modes(ship: Ship, mount: bool) -> list[tuple[list[str], bool]]:
    """Uses of the blocks of power in the weapons: broadsides and the mount."""
    modes: list[tuple[list[str], bool]] = [(["L"], False), (["R"], False)]
    if mount:
        modes.append(([], True))
    if ship.weapons >= 2 and not ship.card.is_patrol and ship.kind == "ship":
        modes += [(["L", "R"], False)] + ([(["L"], True), (["R"], True)] if mount else [])
    return modes


def _primaries(usable: dict[int, dict[str, int]]) -> list[str]:
    total: dict[str, int] = {}
    for worths in usable.values():
        for target, value in worths.items():
            total[target] = total.get(target, 0) + value
    return sorted(total, key=lambda t: (-total[t], t))[:PRIMARY]


def _fire_option(state: State, sides: list[str], spinal: str, usable: dict[int, dict[str, int]], primary: str, mount: int) -> Option:
    bays, value = {}, mount
    for index, worths in usable.items():
        target = primary if primary in worths else max(worths, key=lambda t: (worths[t], t))
        bays[str(index)] = target
        value += worths[target]
    order: Json = {"broadsides": sides, "bays": bays} | ({"spinal": spinal} if spinal else {})
    share = sum(worths.get(primary, 0) for worths in usable.values())
    words = f"{' and '.join(sides)} at {_name(state, primary)}" + (f", mount at {_name(state, spinal)}" if spinal else "")
    return Option(order, words, {"value": value, "primary": primary, "share": share})


def missile_options(state: State, ship: Ship) -> list[Option]:
    """Hold, or a salvo at a hex of an enemy in range."""
    options = [Option({"target": ""}, "no missiles", {"value": 0})]
    if not turrets.may_launch(ship):
        return options
    for target in fire.targets(state, ship.side):
        for index, hex in enumerate(board.occupied(target)):
            salvo = turrets.salvo_of(state, ship, {"target": target.id, "hex": index})
            if salvo:
                value = _salvo_worth(state, ship.side, hex, salvo.strength)
                options.append(
                    Option({"target": target.id, "hex": index}, f"missiles at {target.name}", {"value": value, "hex": list(hex)})
                )
    best = sorted(options[1:], key=lambda o: (-o.info["value"], str(o.order)))[:30]
    return options[:1] + best


def _salvo_worth(state: State, side: str, hex: Hex, strength: int) -> int:
    """Everything in the hex counts, friends against it; about a third will be shot down."""
    strength = strength * 2 // 3
    total = 0
    for ship in state.ships.values():
        if ship.alive and hex in board.occupied(ship):
            sides = ("F",) if ship.kind == "ground" else board.sides_in_hex(ship.card.hexes, board.occupied(ship).index(hex), ship.rolled)
            total += sum(worth(ship, strength, 7, s) for s in sides) * (1 if ship.side != side else -2)
    for unit in state.fighters.values():
        if unit.on_map and unit.hex == hex:
            total += worth(unit, strength, 10) * (1 if unit.side != side else -2)
    return total


def _turrets(state: State, decision: Decision) -> list[Slot]:
    salvos = salvos_of(decision)
    slots = []
    for unit in decision.units:
        ship = state.ships[unit]
        for mount in turrets.mounts(ship):
            options = turret_options(state, ship, mount, salvos)
            if len(options) > 1:
                slots.append(Slot(f"{unit}/{mount}", f"{mount} turrets of {ship.name}", options))
    return slots


def salvos_of(decision: Decision) -> list[Salvo]:
    """The salvos a turret decision tells of."""
    return [Salvo(s, t, Hex(*origin), Hex(*mark), points) for s, t, origin, mark, points in decision.data.get("salvos", [])]


def turret_options(state: State, ship: Ship, mount: str, salvos: list[Salvo]) -> list[Option]:
    bearing = turrets.prey(state, ship, mount, salvos)
    options = [Option({"shares": {}}, "hold", {"value": 0})]
    for target, hexes in list(bearing.items())[:60]:
        points = turrets.factor(ship, mount, hexes)
        chance = fire.chance(turrets.turret_number(hexes))
        if target.startswith("missiles:"):
            value = chance * points * 60
            name = f"missiles of {_name(state, target[9:])}"
        else:
            value = worth(state.fighters[target], points, chance)
            name = _name(state, target)
        options.append(Option({"shares": {target: 100}}, f"at {name}", {"value": value}))
    return options


def _fighters(state: State, decision: Decision) -> list[Slot]:
    return [Slot(u, f"{_name(state, u)} attacks", attack_options(state, state.fighters[u])) for u in decision.units]


def attack_options(state: State, unit: FighterUnit) -> list[Option]:
    """Hold, or guns at a target in reach, with the missiles where they pass."""
    options = [Option({"target": ""}, "hold", {"value": 0})]
    for target in fire.targets(state, unit.side):
        found = dogfight.aim(state, unit, target)
        if found is None:
            continue
        chance = fire.chance(found.number)
        guns = worth(target, dogfight.attack_value(unit, found.shot.range), chance, found.side)
        options.append(Option({"target": target.id, "column": 0, "missiles": ""}, f"guns at {target.name}", {"value": guns}))
        if dogfight.has_missiles(unit) and dogfight.unshielded(target, found):
            both = guns + worth(target, unit.missile_attack, chance, found.side)
            options.append(Option({"target": target.id, "column": 0, "missiles": target.id}, f"all at {target.name}", {"value": both}))
    return options[:1] + sorted(options[1:], key=lambda o: (-o.info["value"], str(o.order)))[:60]


def _ground_fire(state: State, decision: Decision) -> list[Slot]:
    slots = []
    for unit in decision.units:
        thing = state.ground.things[unit]
        options = [Option({"target": ""}, "hold", {"value": 0})]
        for target in ground_fire.targets(state, thing):
            value = 10 * ground_fire.RATING if isinstance(target, FighterUnit) else 5 * ground_fire.RATING
            options.append(Option({"target": target.id}, f"at {target.name}", {"value": value}))
        slots.append(Slot(unit, f"{thing.name} fires", options))
    return slots


_KINDS: dict[str, Callable[[State, Decision], list[Slot]]] = {
    "power": _power, "next": _next, "move": _move, "down": _down, "search": _search, "assign": _assign, "launch": _launch,
    "fire": _fire, "turrets": _turrets, "fighters": _fighters, "ground_fire": _ground_fire,
}  # fmt: skip
