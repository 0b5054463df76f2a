"""The movement phase: craft move in turn, then gravity pulls, missiles fly, and each seat announces who leaves or attacks the ground."""

from typing import Any

from scales.engine import Decision, Orders
from scales.interceptor.board import AIR, board
from scales.interceptor.damage.condition import is_helpless, kind, piloting, safe_thrust, thrust, wings
from scales.interceptor.damage.damage import P, above, bails_out, destroy, spread, take_effect
from scales.interceptor.movement.flight import Plan, Pose, Track, cost, fall, follow
from scales.interceptor.orders import read
from scales.interceptor.state import Craft, State
from scales.interceptor.tables import rule

RULE = "interceptor: Movement"
GRAVITY = "leviathan: Gravity Well Movement"


def pose(craft: Craft) -> Pose:
    return Pose(craft.hex, craft.heading, craft.velocity)


def unmoved(state: State, side: str, weight: int) -> list[Craft]:
    """Craft of a side and tonnage category that still have to move this turn."""
    turn = state.at.turn
    return [c for c in state.flying() if c.side == side and kind(c).weight == weight and c.moved < turn]


def move_all(play: P) -> list[Decision]:
    """One craft after the other as initiative has it; those out of control fly by themselves."""
    state, memo = play.state, play.state.at.memo
    memo.setdefault("next", 0)
    while memo["next"] < len(state.order):
        side, weight = state.order[memo["next"]]
        waiting = _fly_wild(play, unmoved(state, side, int(weight)))
        key = f"move:{memo['next']}"
        obeyed = waiting and key in play.answers and _obey(play, waiting, play.answers.pop(key))
        if waiting and not obeyed:
            return [move_decision(state, key, side, waiting)]
        memo["next"] += 1
    return []


def move_decision(state: State, key: str, side: str, waiting: list[Craft]) -> Decision:
    """Which of these craft moves, and how."""
    names = ", ".join(c.name for c in waiting)
    prompt = f"Move {names}." if len(waiting) == 1 else f"Move one of {names}."
    return Decision(key, state.side(side).seat, "move", prompt, [c.id for c in waiting])


def _fly_wild(play: P, waiting: list[Craft]) -> list[Craft]:
    """Move what nobody steers; returns the craft that can be steered."""
    steered = []
    for craft in waiting:
        if _regains(play, craft):
            steered.append(craft)
        else:
            craft.moved = play.state.at.turn
            tumble(play, craft)
    return steered


def _regains(play: P, craft: Craft) -> bool:
    """A craft out of control is steered again on its piloting skill or less."""
    if not craft.wild:
        return True
    if is_helpless(craft):
        return False
    skill = piloting(craft)
    roll = play.dice.d10(f"{craft.name}: regain control, {skill} or less")
    craft.wild = not (roll == 1 or (roll <= skill and roll != 10))
    words = "is still out of control" if craft.wild else "is under control again"
    play.tell("control", f"{craft.name} {words}.", RULE, units=[craft.id], data={"wild": craft.wild, "skill": skill})
    return not craft.wild


def _obey(play: P, waiting: list[Craft], orders: Orders) -> bool:
    """Carry an order out; False when a ruling has meanwhile taken the craft away or changed its flight: then it is asked for again."""
    order = read("move", orders.choices["move"])
    craft = next((c for c in waiting if c.id == order.craft), None)
    if craft is None or len(order.turns) != craft.velocity + order.faster + 1:
        return False
    craft.moved = play.state.at.turn
    plan = order.plan()
    excess = cost(plan, craft.velocity, wings(craft)) - safe_thrust(craft, play.state.at.turn)
    if excess > 0 and not _saves(play, craft, excess):
        tumble(play, craft)
    else:
        fly(play, craft, plan)
    return True


def _saves(play: P, craft: Craft, excess: int) -> bool:
    """The saving roll for more than the safe operating thrust (Interceptor: Exceeding SOT)."""
    number = safe_thrust(craft, play.state.at.turn) - excess
    roll = play.dice.d10(f"{craft.name}: {excess} thrust over the safe limit, {number} or less")
    saved = roll == 1 or (roll != 10 and roll <= number)
    text = f"{craft.name} uses {excess} thrust more than is safe and {'holds' if saved else 'loses control'}."
    play.tell("thrust_exceeded", text, "interceptor: Exceeding SOT", units=[craft.id], data={"number": number, "saved": saved})
    return saved


def fly(play: P, craft: Craft, plan: Plan) -> None:
    """Carry a plan out."""
    track = follow(board(play.state.layout), pose(craft), plan, wings(craft))
    land = _land(play, craft, track)
    if not land:
        b = board(play.state.layout)
        text = f"{craft.name} flies to {b.label(craft.hex)}, heading {craft.heading}, velocity {craft.velocity}."
        play.tell("moved", text, RULE, units=[craft.id], data=_data(play, track))
    scorch(play, craft, track.scorch)


def _data(play: P, track: Track) -> dict[str, Any]:
    b = board(play.state.layout)
    return {"path": [b.label(h) for h in track.hexes], "heading": track.pose.heading, "velocity": track.pose.velocity}


def _land(play: P, craft: Craft, track: Track) -> bool:
    """Put a craft where its track ends; True when it is no longer on the board."""
    craft.place(track.pose.hex)
    craft.heading, craft.velocity = track.pose.heading, track.pose.velocity
    if track.end == "left":
        leave(play, craft, "left", "leaves the board")
    elif track.end:
        words = "crashes into the ground" if track.end == "crash" else "burns up in the atmosphere"
        destroy(play, craft, words, rule_name=RULE)
    return bool(track.end)


def leave(play: P, craft: Craft, where: str, words: str) -> int:
    """Take a craft off the board alive."""
    craft.where = where
    above(play.state, craft)
    return play.tell("left", f"{craft.name} {words}.", RULE, units=[craft.id], data={"where": where})


def scorch(play: P, craft: Craft, damage: int) -> None:
    """Heat of entering the air too fast strikes the bow."""
    if damage and craft.where == "board":
        blow = spread(play.dice, craft, kind(craft).sides[0], damage)
        play.state.hits += blow.marked + len(blow.parts)
        text = f"{craft.name} enters the atmosphere too fast: {blow.words()}."
        play.tell("scorched", text, "leviathan: Atmospheric Movement", units=[craft.id], data={"damage": damage})
        take_effect(play, craft)


def tumble(play: P, craft: Craft) -> None:
    """A random maneuver instead of what was meant (Interceptor: Random Movement)."""
    craft.tumbling = True
    result = rule("random_movement")["die"][play.dice.d10(f"{craft.name}: random movement") - 1]
    if result == "DIS":
        craft.wild, craft.heading = True, play.dice.roll(6, f"{craft.name}: new heading")
        text = f"{craft.name} spins out of control toward {craft.heading}."
        play.tell("out_of_control", text, "interceptor: Random Movement", units=[craft.id], data={"result": result})
        return
    play.tell(
        "random_maneuver",
        f"{craft.name} is thrown off its course ({result}).",
        "interceptor: Random Movement",
        units=[craft.id],
        data={"result": result},
    )
    fly(play, craft, _random_plan(craft, result))


def _random_plan(craft: Craft, result: str) -> Plan:
    """A velocity change flown straight on, or a turn and one hex."""
    if result.endswith("V"):
        faster = max(int(result[:-1]), -craft.velocity)
        return Plan(faster, (0,) * (craft.velocity + faster + 1))
    turn = int(result[2]) * (1 if result[1] == "R" else -1)
    craft.velocity = max(1, craft.velocity)
    return Plan(1 - craft.velocity, (turn, 0), craft.velocity - 1)


def gravity(play: P) -> list[Decision]:
    """Gravity takes hold when all have moved; then craft that cannot fly in the air or lie powerless on the ground are lost."""
    b = board(play.state.layout)
    if b.zones:
        for craft in play.state.flying():
            _pull(play, craft)
            _check_air(play, craft)
    return []


def _pull(play: P, craft: Craft) -> None:
    b = board(play.state.layout)
    before, after = pose(craft), fall(b, pose(craft))
    if after == before:
        return
    craft.place(after.hex)
    craft.velocity = after.velocity
    text = f"Gravity pulls {craft.name} to {b.label(after.hex)}, velocity {after.velocity}."
    play.tell("gravity", text, GRAVITY, units=[craft.id], data={"velocity": after.velocity})
    limit = wings(craft).limit
    if b.zone(after.hex) in AIR and limit and after.velocity > limit:
        craft.velocity = limit
        scorch(play, craft, rule("atmosphere")["bow_damage_per_point"] * (after.velocity - limit))


def _check_air(play: P, craft: Craft) -> None:
    """No streamlining and no anti-grav in the air, or out of control without power on the ground: the craft is lost."""
    b = board(play.state.layout)
    zone = b.zone(craft.hex)
    if craft.where != "board" or zone not in AIR:
        return
    if wings(craft).limit == 0:
        destroy(play, craft, "cannot fly in the atmosphere and crashes", rule_name="interceptor: Atmosphere")
    elif zone == "ground" and craft.wild and thrust(craft, play.state.at.turn) == 0:
        words = f"crashes powerless, its pilot is down in {b.label(craft.hex)}" if bails_out(play, craft) else "crashes powerless"
        destroy(play, craft, words, rule_name="centurion: Interceptor Integration (Movement)")
