"""Options for every decision, and what is wrong with an order (see `scales.engine`: any choice of one option a slot is legal)."""

from collections.abc import Callable
from typing import Any

from scales.engine import Decision, Fault, Option, Orders, Slot
from scales.hexes import distance
from scales.interceptor import missiles as missile_rules
from scales.interceptor.announce import choices, may_announce
from scales.interceptor.board import Board, board, hexes_below
from scales.interceptor.combat import can_fire, launch_targets
from scales.interceptor.condition import armed, kind, safe_thrust, shots_allowed, thrust, wings
from scales.interceptor.flight import End, Plan, Pose, cost, follow, may_raise, unharmed
from scales.interceptor.gunnery import aim, base_at, bearing, bears, power
from scales.interceptor.orders import read, shape_faults
from scales.interceptor.state import Craft, State
from scales.interceptor.tables import missiles, weapons
from scales.interceptor.view import View

MOVES_OFFERED = 150
RULE = "interceptor: Movement"


def slots_of(decision: Decision) -> list[str]:
    """Ids of the slots of a decision."""
    if decision.kind == "move":
        return ["move"]
    if decision.kind == "place":
        return [f"{id}.{part}" for id in decision.units for part in ("hex", "heading", "velocity")]
    return list(decision.units)


def offers(view: View, decision: Decision) -> list[Slot]:
    """The options of every slot."""
    state = view.state
    if decision.kind == "move":
        return [Slot("move", "Which craft moves, and how", _moves(state, decision))]
    if decision.kind == "place":
        return [s for id in decision.units for s in _places(state, state.craft[id], decision.data["above"][id])]
    make: Callable[[State, Craft], list[Option]] = {"fire": _fires, "launch": _launches, "announce": _announces}[decision.kind]
    return [Slot(id, state.craft[id].name, make(state, state.craft[id])) for id in decision.units]


# --- movement -------------------------------------------------------------------------------------------------------------------------


def move_json(craft: Craft, plan: Plan) -> dict[str, Any]:
    """A plan as an order."""
    order: dict[str, Any] = {"craft": craft.id, "faster": plan.faster, "turns": list(plan.turns)}
    return order | ({"after": plan.after} if plan.after else {}) | ({"up": plan.up} if plan.up else {})


def safe_ends(b: Board, craft: Craft, turn: int) -> tuple[End, ...]:
    """Ends within the safe thrust that cost the craft nothing; all of them when there is no such end."""
    return unharmed(b, Pose(craft.hex, craft.heading, craft.velocity), safe_thrust(craft, turn), wings(craft))


def _moves(state: State, decision: Decision) -> list[Option]:
    b = board(state.layout)
    each = max(1, MOVES_OFFERED // len(decision.units))
    found = []
    for id in decision.units:
        craft = state.craft[id]
        every = safe_ends(b, craft, state.at.turn)
        step = max(1, -(-len(every) // each))
        found += [_move_option(b, craft, end) for end in every[::step]]
    return found


def _move_option(b: Board, craft: Craft, end: End) -> Option:
    label = f"{craft.name} to {b.label(end.hex)}, heading {end.heading}, velocity {end.velocity}"
    return Option(move_json(craft, Plan(end.faster, end.turns)), label, {"thrust": end.spent, "hex": b.label(end.hex)})


def move_faults(state: State, decision: Decision, order: Any) -> list[Fault]:
    """Is a path within the craft's thrust?"""
    if order.craft not in decision.units:
        return [Fault("not_yours", f"'{order.craft}' is none of the craft that move now.", RULE)]
    craft, plan = state.craft[order.craft], order.plan()
    flown = craft.velocity + plan.faster
    if flown < 0 or flown + plan.after < 0:
        return [Fault("velocity", f"The velocity of {craft.name} cannot fall below 0.", RULE)]
    if len(plan.turns) != flown + 1:
        return [Fault("path", f"{craft.name} flies {flown} hexes: {flown + 1} turns must be given, not {len(plan.turns)}.", RULE)]
    return _thrust_faults(state, craft, plan)


def _thrust_faults(state: State, craft: Craft, plan: Plan) -> list[Fault]:
    needed, most = cost(plan, craft.velocity, wings(craft)), thrust(craft, state.at.turn)
    found = []
    if craft.marks.get("navigation"):
        most = safe_thrust(craft, state.at.turn)
    if needed > most:
        found.append(Fault("thrust", f"The path needs {min(needed, 999)} thrust, {craft.name} has {most}.", RULE))
    if plan.up and not needed > most:
        track = follow(
            board(state.layout), Pose(craft.hex, craft.heading, craft.velocity), Plan(plan.faster, plan.turns, plan.after), wings(craft)
        )
        if not may_raise(board(state.layout), track.pose.hex, track.pose.heading):
            found.append(
                Fault(
                    "orbit",
                    f"{craft.name} can raise its orbit only along the ground in the gravity well.",
                    "leviathan: Gravity Well Movement",
                )
            )
    return found


# --- fire, launches ---------------------------------------------------------------------------------------------------------------------


def _fires(state: State, craft: Craft) -> list[Option]:
    found = [Option({"fire": {}}, f"{craft.name} holds its fire")]
    for target in can_fire(state, craft):
        numbers = bearing(state, craft, target)
        at = aim(state, craft, target)
        info = {
            "to_hit": at.target,
            "range": at.range_hexes,
            "side": at.side,
            "damage": sum(power(craft, n, at.range_hexes) for n in numbers),
        }
        order = {"fire": {str(n): target.id for n in numbers}}
        found.append(
            Option(
                order,
                f"{craft.name} fires {len(numbers)} weapon{'s' if len(numbers) > 1 else ''} at {target.name} ({at.target} or less)",
                info,
            )
        )
    return found


def fire_faults(state: State, craft: Craft, order: Any) -> list[Fault]:
    """Does each weapon work, bear and reach?"""
    found, usable = [], armed(craft, state.at.turn)
    if len(order.fire) > shots_allowed(craft):
        found.append(Fault("too_many", f"{craft.name} may fire only {shots_allowed(craft)} weapons.", "interceptor: Damage"))
    for number, id in sorted(order.fire.items()):
        target = state.craft.get(id)
        if not number.isdecimal() or int(number) not in usable or str(int(number)) != number:
            found.append(Fault("no_weapon", f"{craft.name} has no working weapon {number}.", "interceptor: Combat"))
        elif target is None or target.where != "board" or target.side == craft.side:
            found.append(Fault("no_target", f"'{id}' is no target.", "interceptor: Combat"))
        elif not bears(state, craft, int(number), target) or not base_at(distance(craft.hex, target.hex, "odd")):
            name = weapons()[craft.mounts[int(number)].weapon].name
            found.append(Fault("no_bearing", f"The {name} of {craft.name} does not bear on {target.name}.", "interceptor: Combat"))
    return found


def _launches(state: State, craft: Craft) -> list[Option]:
    found = [Option({"missile": ""}, f"{craft.name} launches nothing")]
    for id in missile_rules.can_launch(state, craft):
        name = missiles()[id].name
        if id == "dfm":
            found += [
                Option({"missile": id, "ahead": n}, f"{craft.name} bursts a {name} {n} hexes ahead")
                for n in range(1, missiles()[id].reach + 1)
            ]
        else:
            found += [
                Option({"missile": id, "target": t.id}, f"{craft.name} launches a {name} at {t.name}") for t in launch_targets(state, craft)
            ]
    return found


def launch_faults(state: State, craft: Craft, order: Any) -> list[Fault]:
    """Is the missile aboard and the target in arc and range?"""
    if not order.missile:
        return []
    if order.missile not in missile_rules.can_launch(state, craft):
        return [Fault("no_missile", f"{craft.name} has no '{order.missile}' to launch.", missile_rules.RULE)]
    if order.missile == "dfm":
        reach = missiles()["dfm"].reach
        return [] if 1 <= order.ahead <= reach else [Fault("reach", f"A DFM bursts 1 to {reach} hexes ahead.", missile_rules.RULE)]
    if order.target not in [t.id for t in launch_targets(state, craft)]:
        return [Fault("no_lock", f"{craft.name} cannot lock on '{order.target}'.", missile_rules.RULE)]
    return []


# --- announcements, coming down ---------------------------------------------------------------------------------------------------------


def _announces(state: State, craft: Craft) -> list[Option]:
    words = {"stay": "stays", "up": "returns to the Leviathan board", "land": "lands", "strafing": "strafes", "dive_bombing": "dive bombs"}
    return [
        Option(c, f"{craft.name} {words[c['do']]} {c.get('battle', '')}".strip(), {"then_heading": c.get("heading", 0)})
        for c in choices(state, craft)
    ]


def announce_faults(state: State, craft: Craft, order: Any) -> list[Fault]:
    """Can the craft do that from its hex?"""
    if may_announce(state, craft, order):
        return []
    return [Fault("not_here", f"{craft.name} cannot do that from its hex.", "centurion: Interceptor Integration")]


def top_velocity(craft: Craft) -> int:
    """The greatest velocity at which a craft may come down (designed: its thrust)."""
    return kind(craft).thrust


def _places(state: State, craft: Craft, above: str) -> list[Slot]:
    b = board(state.layout)
    hexes = [Option({"hex": b.label(h)}, b.label(h)) for h in hexes_below(state.layout, above)]
    headings = [Option({"heading": h}, f"heading {h}") for h in range(1, 7)]
    speeds = [Option({"velocity": v}, f"velocity {v}") for v in range(top_velocity(craft) + 1)]
    parts = (("hex", hexes), ("heading", headings), ("velocity", speeds))
    return [Slot(f"{craft.id}.{part}", f"{craft.name}: {part}", options) for part, options in parts]


def _place_faults(view: View, decision: Decision, slot: str, order: Any) -> list[Fault]:
    id, _, part = slot.rpartition(".")
    craft = view.state.craft[id]
    value = getattr(order, part)
    below = [board(view.state.layout).label(h) for h in hexes_below(view.state.layout, decision.data["above"][id])]
    given = {n for n in ("hex", "heading", "velocity") if getattr(order, n) is not None}
    wrong = given != {part} or (part == "hex" and value not in below) or (part == "velocity" and value > top_velocity(craft))
    return (
        [Fault("place", f"{craft.name} cannot come down with that {part}.", "centurion: Moving Between Leviathan and Interceptor Boards")]
        if wrong
        else []
    )


# --- check ------------------------------------------------------------------------------------------------------------------------------


def check(view: View, decision: Decision, orders: Orders) -> list[Fault]:
    """Every fault of an answer; never raises for bad content."""
    slots = slots_of(decision)
    found = shape_faults(slots, orders)
    if found and found[0].code == "bad_shape":
        return found
    for slot in slots:
        if slot in orders.choices:
            found += _order_faults(view, decision, slot, orders.choices[slot])
    return found


def _order_faults(view: View, decision: Decision, slot: str, given: Any) -> list[Fault]:
    try:
        order = read(decision.kind, given)
    except ValueError as error:
        return [Fault("bad_order", f"This is no {decision.kind} order: {error}", where=slot)]
    if decision.kind == "move":
        return move_faults(view.state, decision, order)
    if decision.kind == "place":
        return _place_faults(view, decision, slot, order)
    judge: Callable[[State, Craft, Any], list[Fault]] = {"fire": fire_faults, "launch": launch_faults, "announce": announce_faults}[
        decision.kind
    ]
    return judge(view.state, view.state.craft[slot], order)
