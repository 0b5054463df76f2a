"""A sensible opponent: it gets behind enemies, points its weapons, heads for ground battles when loaded for them, and does not fly into the ground."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from scales.dice import Dice
from scales.engine import Decision, Json, Orders, Slot
from scales.hexes import Hex, arc_sides, distance, neighbor, to_cube, turned
from scales.interceptor.board import AIR, Board, board
from scales.interceptor.condition import armed, gunnery, kind, safe_thrust, shield_factor, wings
from scales.interceptor.flight import End, Plan, Pose, fall, turn_cost
from scales.interceptor.gunnery import ANGLES
from scales.interceptor.offers import move_json, unharmed
from scales.interceptor.state import Battle, Craft, State
from scales.interceptor.tables import band, rule, weapons
from scales.interceptor.view import View

WORN = 40
"""Percent of the armor of its worst side below which a craft wants to go home."""
NEAREST = 3
SAFE_TRIES = 40


def choose(view: View, decision: Decision, offers: Sequence[Slot], dice: Dice) -> Orders:  # noqa: ARG001
    """The bot's answer to any decision."""
    state = view.state
    if decision.kind == "move":
        return Orders({"move": _move(state, decision)})
    pick: Callable[[State, Slot], Json] = {"fire": _fire, "launch": _launch, "announce": _announce, "place": _place}[decision.kind]
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
    """The nearest ground battle with enemies in it, for a craft that is loaded for one."""
    if craft.mission != "ground" or is_worn(craft) or not wings(craft).limit:
        return None
    if not craft.bombs and not armed(craft, state.at.turn):
        return None
    able = [b for _, b in sorted(state.battles.items()) if any(s != craft.side for s in b.sides)]
    return min(able, key=lambda b: distance(craft.hex, Hex(b.column, b.row), "odd"), default=None)


def goal_of(state: State, craft: Craft) -> Hex | None:
    """Where a craft wants to be, None when it wants to fight in the air."""
    b = board(state.layout)
    battle = battle_for(state, craft)
    if battle is not None:
        return Hex(battle.column, battle.row)
    if craft.squadron and (is_worn(craft) or not foes(state, craft)):
        return b.hex(craft.home)
    return None


# --- movement ---------------------------------------------------------------------------------------------------------------------------


def _move(state: State, decision: Decision) -> dict[str, Any]:
    """Craft with a place to go first, then those that enemies see least of."""
    waiting = [state.craft[id] for id in decision.units]
    craft = min(waiting, key=lambda c: (goal_of(state, c) is None, -_nearest(state, c), c.id))
    return move_json(craft, plan_for(state, craft))


def _nearest(state: State, craft: Craft) -> int:
    return min((distance(craft.hex, e.hex, "odd") for e in foes(state, craft)), default=0)


def plan_for(state: State, craft: Craft) -> Plan:
    """The best safe move."""
    b, turn = board(state.layout), state.at.turn
    goal = goal_of(state, craft)
    every = unharmed(b, craft, turn)
    score = _to_goal(b, craft, goal) if goal is not None else _to_fight(state, craft)
    ranked = sorted(((score(end), n) for n, end in enumerate(every)), key=lambda item: (-item[0], item[1]))
    safe = Safety(b, safe_thrust(craft, turn), wings(craft).limit)
    for _, n in ranked[:SAFE_TRIES]:
        if safe.lasts(settled(b, every[n])):
            return Plan(every[n].faster, every[n].turns)
    best = max((every[n] for _, n in ranked), key=lambda e: (safe.margin(settled(b, e)), -e.velocity))
    return Plan(best.faster, best.turns)


def settled(b: Board, end: End) -> Pose:
    """Where an end leads once gravity has pulled."""
    return fall(b, Pose(end.hex, end.heading, end.velocity)) if b.zones else Pose(end.hex, end.heading, end.velocity)


class Safety:
    """Can a craft still save itself next turn from where it ends?"""

    def __init__(self, b: Board, budget: int, limit: int) -> None:
        self.b, self.budget, self.limit = b, budget, limit

    def lasts(self, pose: Pose) -> bool:
        """Is there a move next turn that stays on the board and out of trouble?"""
        if not self.b.has(pose.hex) or (self.b.zone(pose.hex) in AIR and pose.velocity > self.limit):
            return False
        return any(self._fine(pose, turn, slower) for turn in (0, 1, -1, 2, -2, 3) for slower in range(pose.velocity + 1))

    def _fine(self, pose: Pose, turn: int, slower: int) -> bool:
        velocity = pose.velocity - slower
        if slower + abs(turn) * turn_cost(velocity) > self.budget:
            return False
        there = neighbor(pose.hex, turned(pose.heading, turn), "odd", velocity)
        if not self.b.has(there):
            return False
        heading = turned(pose.heading, turn)
        after = fall(self.b, Pose(there, heading, velocity)) if self.b.zones else Pose(there, heading, velocity)
        low = self.b.zone(there) in AIR or self.b.zone(after.hex) in AIR
        return not low or max(velocity, after.velocity) <= self.limit

    def margin(self, pose: Pose) -> int:
        """How far from trouble, for when nothing is safe."""
        if not self.b.has(pose.hex):
            return -100
        return min(self.b.height(pose.hex), 20) - 3 * pose.velocity


def _to_goal(b: Board, craft: Craft, goal: Hex) -> Callable[[End], int]:
    """Nearer is better; slow enough near the end to stop there."""
    limit = wings(craft).limit

    def score(end: End) -> int:
        pose = settled(b, end)
        left = distance(pose.hex, goal, "odd")
        wanted = min(left, limit if b.height(pose.hex) <= 9 else 7)
        aimed = _ahead(pose.hex, pose.heading, goal)
        return -20 * left - 6 * abs(pose.velocity - wanted) + (10 if aimed else 0)

    return score


def _ahead(here: Hex, heading: int, there: Hex) -> bool:
    return here == there or 0 in sides_toward(here, heading, there)


@lru_cache(maxsize=50_000)
def _sides(dx: int, dz: int) -> tuple[int, ...]:
    """Hexsides (0 ahead, clockwise) toward a hex so many cube steps away, for heading 1."""
    return tuple(s - 1 for s in arc_sides(Hex(0, 0), 1, Hex(dx, dz + dx // 2), "odd"))


def sides_toward(here: Hex, heading: int, there: Hex) -> tuple[int, ...]:
    """Hexsides of a craft toward another hex; () in the same hex."""
    (x, z), (x2, z2) = to_cube(here, "odd"), to_cube(there, "odd")
    return tuple((s + 1 - heading) % 6 for s in _sides(x2 - x, z2 - z))


class Gun:
    """What the bot keeps of one craft's weapons: damage by band forward and all round, and of its shields."""

    def __init__(self, state: State, craft: Craft) -> None:
        turn = state.at.turn
        self.ahead, self.round = [0] * 7, [0] * 7
        for n in armed(craft, turn):
            mount, weapon = craft.mounts[n], weapons()[craft.mounts[n].weapon]
            row = self.round if mount.arc == "turret" else self.ahead if mount.arc == "bow" else [0] * 7
            for index, (a, b) in enumerate(zip(weapon.damage, weapon.second or (0,) * 5, strict=True)):
                row[index] += a + b
        self.skill = gunnery(craft)
        self.shields = [shield_factor(craft, side, turn) for side in kind(craft).sides]

    def expected(self, here: Hex, heading: int, target: "Gun", there: Hex, facing: int) -> int:
        """Expected damage in tenths from one pose on another."""
        index = band(distance(here, there, "odd"))
        if index > 5:
            return 0
        power = self.round[index]
        if here == there or 0 in sides_toward(here, heading, there):
            power += self.ahead[index]
        if not power:
            return 0
        sides = sides_toward(there, facing, here) or ((heading + 3 - facing) % 6,)
        base = rule("to_hit")["base"][index] + self.skill
        number = min(base - target.shields[s] + _angle(s) for s in sides)
        return power * max(1, min(9, number))


@lru_cache(maxsize=6)
def _angle(hexside: int) -> int:
    value: int = rule("to_hit")["angle"][ANGLES[hexside]]
    return value


def _to_fight(state: State, craft: Craft) -> Callable[[End], int]:
    """Deal more than you take, now if the enemy has moved, else where it is likely to be; stay in the fight, at a speed that can turn."""
    b, me = board(state.layout), Gun(state, craft)
    near = sorted(foes(state, craft), key=lambda e: (distance(craft.hex, e.hex, "odd"), e.id))[:NEAREST]
    marks = [(Gun(state, e), *_likely(state, e), 10 if e.moved >= state.at.turn else 5) for e in near]
    shy = 12 if is_worn(craft) else 7

    def score(end: End) -> int:
        pose = settled(b, end)
        total = 0
        best = 0
        for gun, there, facing, weight in marks:
            dealt = me.expected(pose.hex, pose.heading, gun, there, facing)
            taken = gun.expected(there, facing, me, pose.hex, pose.heading)
            best = max(best, dealt * weight)
            total -= taken * weight * shy // 10
            total -= 4 * max(0, distance(pose.hex, there, "odd") - 2)
            total += 15 * _ahead(pose.hex, pose.heading, there)
        return total + best - 5 * abs(end.velocity - 4) - 3 * _edge(b, pose.hex)

    return score


def _likely(state: State, enemy: Craft) -> tuple[Hex, int]:
    """Where an enemy is, or would be flying straight on."""
    if enemy.moved >= state.at.turn:
        return enemy.hex, enemy.heading
    return board(state.layout).nearest(neighbor(enemy.hex, enemy.heading, "odd", enemy.velocity)), enemy.heading


def _edge(b: Board, hex: Hex) -> int:
    """How much nearer than five hexes an edge is."""
    gap = min(hex.column - b.first.column, b.last.column - hex.column, hex.row - b.first.row, b.last.row - hex.row)
    return max(0, 5 - gap)


# --- other decisions --------------------------------------------------------------------------------------------------------------------


def _fire(state: State, slot: Slot) -> Json:  # noqa: ARG001
    """The target with the greatest expected damage, the weaker side first."""

    def worth(info: Json) -> int:
        return int(info["damage"]) * max(1, min(9, int(info["to_hit"])))

    return max(slot.options, key=lambda o: worth(o.info) if o.info else 0).order


def _launch(state: State, slot: Slot) -> Json:
    """A guided missile at the nearest enemy that can be locked on; no bursts near friends."""
    craft = state.craft[slot.id]
    guided = [o for o in slot.options if o.order.get("target")]
    return min(guided or slot.options[:1], key=lambda o: _gap(state, craft, o.order)).order


def _gap(state: State, craft: Craft, order: Json) -> int:
    target = state.craft.get(order.get("target", ""))
    return distance(craft.hex, target.hex, "odd") if target else 0


def _announce(state: State, slot: Slot) -> Json:
    """Attack below, go home when there is nothing left to do, else stay."""
    craft = state.craft[slot.id]
    by_do = {o.order["do"]: o.order for o in reversed(slot.options)}
    attack = next((o.order for o in slot.options if _is_wanted(state, craft, o.order)), None)
    if attack is not None:
        return attack
    idle = battle_for(state, craft) is None and (is_worn(craft) or craft.mission == "ground" or not foes(state, craft))
    for way in ("up", "land"):
        if way in by_do and idle:
            return by_do[way]
    return by_do["stay"]


def _is_wanted(state: State, craft: Craft, order: Json) -> bool:
    """Is this an attack on a battle with enemies, by a craft that came for it?"""
    battle = state.battles.get(order.get("battle", ""))
    return battle is not None and craft.mission == "ground" and not is_worn(craft) and any(s != craft.side for s in battle.sides)


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
