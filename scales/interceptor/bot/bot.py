"""A sensible opponent: it gets behind enemies, points its weapons, heads for ground battles when loaded for them, and does not fly into the ground."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from scales.dice import Dice
from scales.engine import Decision, Json, Orders, Slot
from scales.hexes import Hex, arc_sides, distance, neighbor, to_cube
from scales.interceptor.board import AIR, Board, board
from scales.interceptor.bot.attacks import pull_out
from scales.interceptor.bot.carrying import delivery, destination
from scales.interceptor.bot.caution import Safety, settled
from scales.interceptor.bot.errands import begin, way_out
from scales.interceptor.bot.firing import fire
from scales.interceptor.bot.from_ground import ground_fire, ground_launch
from scales.interceptor.bot.returning import come_back
from scales.interceptor.bot.rocketry import defend, launch
from scales.interceptor.bot.shields import set_shields
from scales.interceptor.combat.gunnery import ANGLES, base_at
from scales.interceptor.damage.condition import air_limit, armed, gunnery, kind, safe_thrust, shield_factor
from scales.interceptor.movement.flight import End, Plan
from scales.interceptor.movement.handling import handling
from scales.interceptor.movement.move_offers import move_json, movers, safe_ends
from scales.interceptor.state import Battle, Craft, State
from scales.interceptor.tables import band, rule, weapons
from scales.interceptor.view import View

WORN = 40
"""Percent of the armor of its worst side below which a craft wants to go home."""
NEAREST = 3
CLEAR = 3
"""Columns above the ground from which a craft on its way home can leave in any case."""
SAFE_TRIES = 40
SHORT_LIST = 200


def choose(view: View, decision: Decision, offers: Sequence[Slot], dice: Dice) -> Orders:  # noqa: ARG001
    """The bot's answer to any decision."""
    state = view.state
    if decision.kind == "move":
        return Orders({"move": _move(state, decision)})
    pick: Callable[[State, Slot], Json] = {
        "fire": fire,
        "launch": launch,
        "defend": defend,
        "announce": _announce,
        "pull_out": pull_out,
        "place": _place,
        "shields": set_shields,
        "return": come_back,
        "deploy": begin,
        "ground_fire": ground_fire,
        "ground_launch": ground_launch,
    }[decision.kind]
    return Orders({slot.id: pick(state, slot) for slot in offers})


# --- what a craft is about --------------------------------------------------------------------------------------------------------------


def foes(state: State, craft: Craft) -> list[Craft]:
    return [c for c in state.flying() if c.side != craft.side]


def is_worn(craft: Craft) -> bool:
    """Too badly hurt to go on: armor of a side nearly gone, or drive, crew or air systems hit."""
    armor = kind(craft).armor
    worst = min(100 * sum(row.bit_count() for row in grid.rows) // max(1, armor[side]) for side, grid in craft.armor.items())
    systems = ("pilot", "drive", "plant", "superstructure", "anti_grav_drive", "atmospheric_controls")
    return worst < WORN or any(craft.marks.get(s) for s in systems)


def battle_for(state: State, craft: Craft) -> Battle | None:
    """The nearest ground battle with enemies in it, for a craft that is loaded for one; for one that carries ground units, theirs."""
    if (theirs := destination(state, craft)) is not None:
        return theirs
    if craft.mission != "ground" or is_worn(craft) or not air_limit(craft):
        return None
    if not craft.bombs and (kind(craft).hard_points or not armed(craft, state.at.turn)):
        return None
    able = [b for _, b in sorted(state.battles.items()) if any(s != craft.side for s in b.sides)]
    return min(able, key=lambda b: distance(craft.hex, Hex(b.column, b.row), "odd"), default=None)


def wants_home(state: State, craft: Craft) -> bool:
    """Nothing left to do here: no ground battle for it, and worn, unloaded or without an enemy."""
    return battle_for(state, craft) is None and (is_worn(craft) or craft.mission == "ground" or not foes(state, craft))


def goal_of(state: State, craft: Craft) -> Hex | None:
    """Where a craft wants to be, None when it wants to fight in the air."""
    b = board(state.layout)
    battle = battle_for(state, craft)
    if battle is not None:
        return Hex(battle.column, battle.row)
    if craft.squadron and wants_home(state, craft):
        return b.hex(craft.home)
    if craft.unit and wants_home(state, craft) and b.height(craft.hex) < CLEAR:
        return Hex(craft.column - b.fall * CLEAR, craft.row)
    return None


# --- movement ---------------------------------------------------------------------------------------------------------------------------


def _move(state: State, decision: Decision) -> dict[str, Any]:
    """Craft with a place to go first, then those that enemies see least of."""
    waiting = movers(state, decision)
    if not waiting:
        return {"craft": ""}
    craft = min(waiting, key=lambda c: (goal_of(state, c) is None, -_nearest(state, c), c.id))
    return move_json(craft, plan_for(state, craft))


def _nearest(state: State, craft: Craft) -> int:
    return min((distance(craft.hex, e.hex, "odd") for e in foes(state, craft)), default=0)


def plan_for(state: State, craft: Craft) -> Plan:
    """The best safe move."""
    b, turn = board(state.layout), state.at.turn
    if (out := way_out(state, craft, tired=is_worn(craft))) is not None:
        return out
    goal = goal_of(state, craft)
    every = safe_ends(state, craft)
    if goal is None and len(every) > SHORT_LIST and foes(state, craft) and not is_worn(craft):
        every = _short_list(state, craft, every)
    score = _to_goal(b, craft, goal) if goal is not None else _to_fight(state, craft)
    ranked = sorted(((score(end), n) for n, end in enumerate(every)), key=lambda item: (-item[0], item[1]))
    hexes = kind(craft).hexes
    safe = Safety(b, safe_thrust(craft, turn), handling(state, craft))
    for _, n in ranked[:SAFE_TRIES]:
        if safe.lasts(settled(b, every[n], hexes)):
            return Plan(every[n].faster, every[n].turns)
    best = max((every[n] for _, n in ranked), key=lambda e: (safe.margin(settled(b, e, hexes)), -e.velocity))
    return Plan(best.faster, best.turns)


def _short_list(state: State, craft: Craft, every: tuple[End, ...]) -> tuple[End, ...]:
    """The ends nearest to where the nearest enemy is likely to be: all that a craft in a fight needs to weigh."""
    x, z, _ = _likely(state, min(foes(state, craft), key=lambda e: (distance(craft.hex, e.hex, "odd"), e.id)))

    def away(end: End) -> int:
        dx, dz = end.hex.column - x, end.hex.row - end.hex.column // 2 - z
        return max(abs(dx), abs(dz), abs(dx + dz))

    return tuple(sorted(every, key=away)[:SHORT_LIST])


def _to_goal(b: Board, craft: Craft, goal: Hex) -> Callable[[End], int]:
    """Nearer is better; slow enough near the end to stop there."""
    limit, hexes = air_limit(craft), kind(craft).hexes
    gx, gz = to_cube(goal, "odd")

    def score(end: End) -> int:
        pose = settled(b, end, hexes)
        left = distance(pose.hex, goal, "odd")
        wanted = min(left, limit if b.height(pose.hex) <= 9 else 7)
        x, z = to_cube(pose.hex, "odd")
        aimed = not left or _ahead(gx - x, gz - z, pose.heading)
        return -20 * left - 6 * abs(pose.velocity - wanted) + (10 if aimed else 0)

    return score


@lru_cache(maxsize=50_000)
def _sides(dx: int, dz: int) -> tuple[int, ...]:
    """Hexsides (0 ahead, clockwise) toward a hex so many cube steps away, for heading 1."""
    return tuple(s - 1 for s in arc_sides(Hex(0, 0), 1, Hex(dx, dz + dx // 2), "odd"))


def _ahead(dx: int, dz: int, heading: int) -> bool:
    """Is a hex so many cube steps away in the forward arc?"""
    return heading - 1 in _sides(dx, dz)


class Gun:
    """What the bot keeps of one craft: damage by range ahead, all round and to the sides of a patrol craft, to-hit by range, shields and angle
    by hexside."""

    def __init__(self, state: State, craft: Craft) -> None:
        turn = state.at.turn
        ahead, around, aside = [0] * 7, [0] * 7, dict[int, list[int]]()
        for n in armed(craft, turn):
            mount, weapon = craft.mounts[n], weapons()[craft.mounts[n].weapon]
            if mount.arc in ("turret", "bow"):
                row = around if mount.arc == "turret" else ahead
            else:
                row = aside.setdefault(kind(craft).sides.index(mount.arc), [0] * 7)
            for index, (a, b) in enumerate(zip(weapon.damage, weapon.second or (0,) * 5, strict=True)):
                row[index] += a + b
        self.ahead = [ahead[band(r)] for r in range(21)]
        self.around = [around[band(r)] for r in range(21)]
        self.aside = {hexside: [row[band(r)] for r in range(21)] for hexside, row in aside.items()}
        self.base = [base_at(r) + gunnery(craft) for r in range(21)]
        self.guard = [_angle(s) - shield_factor(craft, side, turn) for s, side in enumerate(kind(craft).sides)]

    def expected(self, dx: int, dz: int, heading: int, target: "Gun", facing: int) -> int:
        """Expected damage in tenths on a target so many cube steps away."""
        away = max(abs(dx), abs(dz), abs(dx + dz))
        if away > 15:
            return 0
        power = self.around[away]
        if not away or _ahead(dx, dz, heading):
            power += self.ahead[away]
        if self.aside:
            power += self._broadside(dx, dz, heading, away)
        if not power:
            return 0
        struck = _sides(-dx, -dz) if away else (heading + 2,)
        guard = min(target.guard[(s + 1 - facing) % 6] for s in struck)
        return power * max(1, min(9, self.base[away] + guard))

    def _broadside(self, dx: int, dz: int, heading: int, away: int) -> int:
        """Damage of the weapons to the sides that bear; in one hex all do."""
        bearing = {(side + 1 - heading) % 6 for side in _sides(dx, dz)} if away else set(self.aside)
        return sum(row[away] for hexside, row in self.aside.items() if hexside in bearing)


@lru_cache(maxsize=6)
def _angle(hexside: int) -> int:
    value: int = rule("to_hit")["angle"][ANGLES[hexside]]
    return value


def _to_fight(state: State, craft: Craft) -> Callable[[End], int]:
    """Deal more than you take, now if the enemy has moved, else where it is likely to be; stay in the fight, at a speed that can turn."""
    b, me, hexes = board(state.layout), Gun(state, craft), kind(craft).hexes
    near = sorted(foes(state, craft), key=lambda e: (distance(craft.hex, e.hex, "odd"), e.id))[:NEAREST]
    marks = [(Gun(state, e), *_likely(state, e), 10 if e.moved >= state.at.turn else 5) for e in near]
    shy = 12 if is_worn(craft) else 7
    quick = kind(craft).thrust > 4
    top, price = (5, 5) if quick else (3, 15)

    def score(end: End) -> int:
        pose = settled(b, end, hexes)
        x, z = to_cube(pose.hex, "odd")
        total = best = 0
        for gun, tx, tz, facing, weight in marks:
            dx, dz = tx - x, tz - z
            best = max(best, me.expected(dx, dz, pose.heading, gun, facing) * weight)
            taken = gun.expected(-dx, -dz, facing, me, pose.heading)
            total -= taken * weight * shy // 10 + 8 * max(0, max(abs(dx), abs(dz), abs(dx + dz)) - 2)
            total += 15 * _ahead(dx, dz, pose.heading)
        return total + best - price * abs(end.velocity - top) - 3 * _edge(b, pose.hex)

    return score


def _likely(state: State, enemy: Craft) -> tuple[int, int, int]:
    """Where an enemy is, or would be flying straight on, in cube coordinates, and its heading."""
    there = enemy.hex
    if enemy.moved < state.at.turn:
        there = board(state.layout).nearest(neighbor(enemy.hex, enemy.heading, "odd", enemy.velocity))
    return *to_cube(there, "odd"), enemy.heading


def _edge(b: Board, hex: Hex) -> int:
    """How much nearer than five hexes an edge is."""
    gap = min(hex.column - b.first.column, b.last.column - hex.column, hex.row - b.first.row, b.last.row - hex.row)
    return max(0, 5 - gap)


# --- other decisions --------------------------------------------------------------------------------------------------------------------


def _announce(state: State, slot: Slot) -> Json:
    """Attack below, go home when there is nothing left to do, else stay."""
    craft = state.craft[slot.id]
    if (units := delivery(slot)) is not None:
        return units
    by_do = {o.order["do"]: o.order for o in reversed(slot.options)}
    attack = next((o.order for o in slot.options if _is_wanted(state, craft, o.order)), None)
    if attack is not None:
        return attack
    for way in ("up", "land"):
        if way in by_do and wants_home(state, craft):
            return by_do[way]
    return by_do["stay"]


def _is_wanted(state: State, craft: Craft, order: Json) -> bool:
    """Is this an attack on a battle with enemies, by a craft that came for it?"""
    battle = state.battles.get(order.get("battle", ""))
    return battle is not None and battle_for(state, craft) is battle


def _place(state: State, slot: Slot) -> Json:
    """Near the battle or the enemy, heading for it, at a velocity that can be stopped."""
    id, _, part = slot.id.rpartition(".")
    craft, b = state.craft[id], board(state.layout)
    if part == "velocity":
        return slot.options[min(3, len(slot.options) - 1)].order
    goal = _wanted(state, craft)
    if part == "hex":
        spots = [o for o in slot.options if b.zone(b.hex(o.order["hex"])) not in AIR] or slot.options
        return min(spots, key=lambda o: distance(b.hex(o.order["hex"]), goal, "odd")).order
    return slot.options[(b.up[0] if b.up else 1) - 1].order


def _wanted(state: State, craft: Craft) -> Hex:
    battle = battle_for(state, craft)
    if battle is not None:
        return Hex(battle.column, battle.row)
    enemy = min((e for e in foes(state, craft)), key=lambda e: e.id, default=None)
    return enemy.hex if enemy else board(state.layout).nearest(Hex(12, 14))
