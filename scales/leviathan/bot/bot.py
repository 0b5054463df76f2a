"""A sensible commander: closes to where its broadside counts, keeps it on the enemy, concentrates fire, spends missiles where they tell."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from scales.dice import Dice
from scales.engine import Decision, Json, Option, Orders, Slot
from scales.hexes import Hex, distance, neighbor
from scales.leviathan import board
from scales.leviathan.board import PARITY
from scales.leviathan.bot import opening
from scales.leviathan.catalog import bay_damage
from scales.leviathan.combat import fire
from scales.leviathan.combat.offered_fire import worth
from scales.leviathan.scenario.chase import pursued
from scales.leviathan.state import FighterUnit, Ship, State
from scales.leviathan.view import View

MISSILE_WORTH = 400
"""A salvo is spent when it promises at least this much."""


def choose(view: View, decision: Decision, offers: Sequence[Slot], dice: Dice) -> Orders:
    """One option per slot."""
    if decision.kind == "fire":
        return _fire_all(view, offers)
    pick = _KINDS[decision.kind]
    return Orders({slot.id: pick(view, decision, slot, dice).order for slot in offers})


def _best(slot: Slot) -> Option:
    return max(slot.options, key=lambda o: o.info.get("value", 0))


def nearest_enemy(state: State, unit: Ship | FighterUnit) -> int:
    """Hexes to the nearest enemy ship, or to any enemy; 99 when there is none."""
    found = [board.between(unit, t) for t in fire.targets(state, unit.side) if isinstance(t, Ship)]
    found = found or [board.between(unit, t) for t in fire.targets(state, unit.side)]
    return min(found, default=99)


# ---- power ---------------------------------------------------------------------------------------------------------


def _power(view: View, _decision: Decision, slot: Slot, _dice: Dice) -> Option:
    """Double the weapons among the enemy on both sides, double the drives far from him, else the normal allocation."""
    ship = view.state.ships[slot.id]
    near = sum(1 for t in fire.targets(view.state, ship.side) if board.between(ship, t) <= 5 + ship.velocity)
    if near >= 3 and ship.card.hull in ("battleship", "cruiser") and _has(slot, 2):
        return _with(slot, 2)
    if near == 0 and 14 < nearest_enemy(view.state, ship) < 99 and not view.state.ground.battles and _has(slot, 0) and ship.velocity > 2:
        return _with(slot, 0)
    return slot.options[0]


def _has(slot: Slot, weapons: int) -> bool:
    return any(o.order["weapons"] == weapons for o in slot.options)


def _with(slot: Slot, weapons: int) -> Option:
    return next(o for o in slot.options if o.order["weapons"] == weapons)


# ---- movement ------------------------------------------------------------------------------------------------------


def _move(view: View, decision: Decision, slot: Slot, _dice: Dice) -> Option:
    state = view.state
    unit = decision.units[0]
    if unit in state.fighters:
        return max(slot.options, key=lambda o: (_flight_value(state, state.fighters[unit], o), -len(o.order["to"])))
    ship = state.ships[unit]
    enemies = _prime_targets(state, ship)
    guns = _guns(ship)
    crowd = [h for s in state.of_side(ship.side) if s.alive and s.id != ship.id for h in board.occupied(s)]
    return max(slot.options, key=lambda o: _ship_value(state, ship, o, enemies, guns, crowd))


class Mark(NamedTuple):
    """An enemy as a move sees it: a middle hex, its heading, the shield behind each of its hexsides."""

    hex: Hex
    heading: int
    shields: tuple[int, ...]


def _mark(unit: Ship | FighterUnit) -> Mark:
    hexes = board.occupied(unit)
    middle = hexes[len(hexes) // 2]
    if isinstance(unit, FighterUnit):
        return Mark(middle, 1, (0,) * 6)
    return Mark(middle, unit.heading, tuple(unit.shield(board.armor_side(1, 0, h, unit.rolled)) for h in range(1, 7)))


def _prime_targets(state: State, ship: Ship) -> list[Mark]:
    """The enemies that matter for a move: the six nearest, ships before fighters."""
    found = fire.targets(state, ship.side)
    near = sorted(found, key=lambda t: (isinstance(t, FighterUnit), distance(ship.hex, t.hex, PARITY), t.id))[:6]
    return [_mark(t) for t in near]


def _guns(ship: Ship) -> dict[str, list[int]]:
    """Damage of all bays of a location at ranges 0 to 20."""
    found = {location: [0] * 21 for location in "FLRA"}
    for index, bay in enumerate(ship.card.bays):
        if not ship.bays[index].destroyed:
            for hexes in range(21):
                found[bay.location][hexes] += bay_damage(ship.card, bay, max(1, hexes))
    return found


def _ship_value(state: State, ship: Ship, option: Option, enemies: Sequence[Mark], guns: dict[str, list[int]], crowd: list[Hex]) -> int:
    """Broadside damage from the end of the move, closing in when nothing is in reach, staying on the map and off the planet."""
    info: dict[str, int] = option.info
    if info["leaves_map"] or info["crashes"]:
        return -1_000_000
    stern = Hex(*option.info["at"])
    value = -40 * info["burns"] - (3 if info["rolled"] != ship.rolled else 0)
    value -= 200 * crowd.count(stern)
    value += _danger(state, ship, stern, info["heading"], info["velocity"])
    middle = neighbor(stern, info["heading"], PARITY, ship.card.hexes // 2)
    firing, closest = _firing(middle, info["heading"], bool(info["rolled"]), enemies, guns)
    if ship.side == pursued(state):
        return value - 40 * stern.column + 12 * min(info["velocity"], 8) + 2 * firing
    if not enemies and state.ground.battles:
        value -= 12 * min(distance(stern, mark, PARITY) for mark in state.ground.battles.values())
    if ship.card.carrier:
        return value + 30 * min(closest, 12) + firing
    return (
        value
        + 60 * firing // 10
        - 25 * max(0, closest - 2)
        - (20 if ship.card.hexes > 2 else 8) * abs(info["velocity"] - _pace(ship, closest))
    )


def _pace(ship: Ship, closest: int) -> int:
    """Fast enough to come up, slow enough to turn: large ships that rush by are long in coming back."""
    if closest > 12:
        return 5 if ship.card.hexes <= 2 else 3
    return 3 if ship.card.hexes <= 2 else 2


def _firing(at: Hex, heading: int, rolled: bool, enemies: Sequence[Mark], guns: dict[str, list[int]]) -> tuple[int, int]:
    """(ten times the expected damage of the better broadside with the ends, range to the nearest enemy)."""
    best = {"L": 0, "R": 0, "F": 0, "A": 0}
    closest = 99
    for enemy in enemies:
        away = distance(at, enemy.hex, PARITY)
        closest = min(closest, away)
        if away > 20 or away == 0:
            continue
        location = _LOCATION[board.arcs(at, heading, enemy.hex)[0]]
        if rolled and location in "LR":
            location = "R" if location == "L" else "L"
        shield = enemy.shields[board.arcs(enemy.hex, enemy.heading, at)[0] - 1]
        best[location] = max(best[location], guns[location][away] * fire.chance(fire.base_number(away) - shield))
    return max(best["L"], best["R"]) + best["F"] + best["A"], closest


_LOCATION = ("", "F", "R", "R", "A", "L", "L")


def _danger(state: State, ship: Ship, stern: Hex, heading: int, velocity: int) -> int:
    """Against leaving the map next turn or falling onto the planet: where would it be after going straight on?"""
    ahead = neighbor(stern, heading, PARITY, max(1, velocity))
    value = 0
    for turns, weight in ((1, 2000), (2, 1000), (3, 400)) if ship.card.hexes > 2 else ((1, 900), (2, 150)):
        if board.off_map(state, neighbor(stern, heading, PARITY, turns * velocity + 1)):
            value -= weight
    if board.planet(state.layout):
        floor = 3 if ship.card.atmosphere else 5
        low = min(ahead.column, stern.column) - 1
        value -= 1500 * max(0, floor - low)
        value += 0 if ship.card.hull in ("battleship", "cruiser", "frigate") else 40 * max(0, 14 - stern.column) // 4
    return value


def _flight_value(state: State, unit: FighterUnit, option: Option) -> int:
    """Near the enemy where its guns tell: close to weak counters, three hexes from strong ones; home when it is nearly gone."""
    hex = Hex(*option.info["at"])
    value = 0
    if state.interceptor and _wanted_below(state, unit):
        value = 5000 - 60 * _to_the_strip(state, hex)
    for target in fire.targets(state, unit.side):
        away = min(distance(hex, h, PARITY) for h in board.occupied(target))
        if isinstance(target, Ship):
            value = max(value, _strafe(unit, target, away))
        elif target.boxes_left:
            value = max(value, (600 - 20 * away) if away > 3 else 900 + (unit.cra if away <= 1 else unit.lra)[unit.row])
    if board.zone(state.layout, hex.column) == "ground":
        return -1
    return value


def _wanted_below(state: State, unit: FighterUnit) -> bool:
    """Ground loads are for the ground; others follow enemies that went down, while they are whole enough."""
    hunting = any(f.side != unit.side and f.down for f in state.fighters.values()) and 2 * unit.boxes_left >= unit.boxes
    return not unit.base and (unit.mission == "ground" or hunting)


def _to_the_strip(state: State, hex: Hex) -> int:
    """Hexes to the nearest hex over the Interceptor board."""
    layout = board.layouts()["layouts"][state.layout]
    (c1, c2), (r1, r2) = layout["interceptor_columns"], layout["interceptor_rows"]
    near = Hex(min(max(hex.column, 2, c1), c2), min(max(hex.row, r1), r2))
    return distance(hex, near, PARITY)


def _strafe(unit: FighterUnit, target: Ship, away: int) -> int:
    if away > 3:
        return 700 - 20 * away
    guns = (unit.cra if away <= 1 else unit.lra)[unit.row]
    thin = min(sum(r.bit_count() for r in g.rows) for g in target.armor.values())
    return 950 + 2 * guns + max(0, 120 - thin) - (10 * (4 - away) if away else 0)


# ---- the rest ------------------------------------------------------------------------------------------------------


def _next(view: View, decision: Decision, slot: Slot, _dice: Dice) -> Option:
    """Hold back the units nearest to the enemy."""
    units = {u: view.state.ships.get(u) or view.state.fighters[u] for u in decision.units}
    return max(slot.options, key=lambda o: (nearest_enemy(view.state, units[o.order["unit"]]), o.order["unit"]))


def _down(view: View, _decision: Decision, slot: Slot, _dice: Dice) -> Option:
    """Down when it carries ground loads or anything of the enemy is below or beside it, but not when badly hurt."""
    unit = view.state.fighters[slot.id]
    healthy = 2 * unit.boxes_left >= unit.boxes
    enemy_low = any(
        f.side != unit.side and (f.down or board.over_interceptor(view.state.layout, f.hex)) for f in view.state.fighters.values()
    )
    battle = bool(view.state.ground.battles) or not view.state.ground.known
    go = healthy and (unit.mission == "ground" or enemy_low or battle)
    return slot.options[1 if go else 0]


def _search(view: View, _decision: Decision, slot: Slot, dice: Dice) -> Option:
    """Look within three hexes of the battles, else anywhere."""
    marks = view.state.ground.battles.values()
    hexes = [board.parse(view.state.sheets, o.order["hex"]) for o in slot.options[1:]]
    near = [o for o, h in zip(slot.options[1:], hexes, strict=True) if any(distance(h, m, PARITY) <= 3 for m in marks)]
    return dice.pick(near or slot.options, "search")


SUPPORT_NO_NEARER, ATTACK_NO_NEARER = 2, 6
"""Hexes to the nearest enemy within which a ship keeps its bays for the fight in space."""


def _assign(view: View, decision: Decision, slot: Slot, _dice: Dice) -> Option:
    """One ship supports friends below each turn, the one farthest from the enemy, if none is close."""
    ship = view.state.ships[slot.id]
    best = _best(slot)
    near = nearest_enemy(view.state, ship)
    if best.order["do"] == "support":
        return best if slot.id == _supporter(view, decision) and near > SUPPORT_NO_NEARER else slot.options[0]
    return best if near > ATTACK_NO_NEARER else slot.options[0]


def _supporter(view: View, decision: Decision) -> str:
    """The assigned ship farthest from the enemy fleet."""
    return max(decision.units, key=lambda u: (nearest_enemy(view.state, view.state.ships[u]), u))


def _launch(view: View, _decision: Decision, slot: Slot, _dice: Dice) -> Option:
    """Launch when an enemy is within two turns' flight or the ground calls; land when nearly gone."""
    state = view.state
    unit = state.fighters[slot.id]
    if unit.aboard:
        near = nearest_enemy(state, state.ships[unit.aboard]) <= 2 * unit.thrust + 4
        launches = [o for o in slot.options if o.order["do"] == "launch"]
        return launches[0] if launches and (near or unit.mission == "ground" or state.interceptor) else slot.options[0]
    recover = [o for o in slot.options if o.order["do"] == "recover"]
    return recover[0] if recover and 4 * unit.boxes_left < unit.boxes else slot.options[0]


def _fire_all(view: View, offers: Sequence[Slot]) -> Orders:
    """Every ship its best fire, one after the other: fighters that others will likely destroy, and hexes that salvos already strike, are
    worth less."""
    choices: dict[str, Json] = {}
    struck: dict[str, int] = {}
    for slot in offers:
        missiles = slot.id.endswith("/missiles")
        best = max(slot.options, key=lambda o: _left(view.state, o, struck))
        if missiles and _left(view.state, best, struck) < MISSILE_WORTH:
            best = slot.options[0]
        key = str(best.info.get("at") or best.info.get("primary"))
        struck[key] = struck.get(key, 0) + (1 if missiles else best.info.get("share", 0))
        choices[slot.id] = best.order
    return Orders(choices)


def _left(state: State, option: Option, struck: dict[str, int]) -> int:
    """What an option is still worth."""
    value: int = option.info.get("value", 0)
    if "at" in option.info:
        return value // (1 + 2 * struck.get(str(option.info["at"]), 0))
    unit = state.fighters.get(option.info.get("primary", ""))
    if unit is None:
        return value
    all_of_it = worth(unit, unit.boxes_left, 10)
    share: int = option.info["share"]
    return value - share + min(share, max(0, all_of_it - struck.get(unit.id, 0)))


def _value(_view: View, _decision: Decision, slot: Slot, _dice: Dice) -> Option:
    return _best(slot)


_KINDS: dict[str, Callable[[View, Decision, Slot, Dice], Option]] = {
    "organize": opening.organize, "deploy": opening.deploy, "power": _power, "next": _next, "move": _move, "down": _down, "search": _search, "assign": _assign, "launch": _launch,
    "turrets": _value, "fighters": _value, "ground_fire": _value,
}  # fmt: skip
