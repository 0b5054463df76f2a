"""Moves worked out anew: thrust, paths, safe limits, the plant, loss of control, gravity, air and edges. interceptor: Movement; leviathan: Gravity Well"""

from typing import Any

from scales.engine import Event
from scales.hexes import Hex
from scales.interceptor.state import Craft
from tests.interceptor.recomputed import armor, book, figures, space
from tests.interceptor.recomputed.referee import Referee, first


def order_of(ref: Referee, craft: Craft) -> dict[str, Any] | None:
    """The move that was ordered for a craft in this moment."""
    order = ref.orders("move").get("move", {})
    return order if order.get("craft") == craft.id else None


def price(ref: Referee, craft: Craft, order: dict[str, Any]) -> int:
    """Thrust of a move: speed, hexsides by the chart, a point more for each hexside by a thruster that is hit, orbit."""
    velocity = craft.velocity + order.get("faster", 0)
    spent: int = abs(order.get("faster", 0)) + abs(order.get("after", 0)) + order.get("up", 0)
    for hexsides in order.get("turns", [0]):
        side = "right" if hexsides > 0 else "left"
        hit = figures.hits(craft, "vector_thruster", side) + figures.hits(craft, "vector_thruster", "stern")
        if hexsides:
            ref.is_right(
                "no turn with a thruster that is out", max(figures.hits(craft, "vector_thruster", s) for s in (side, "stern")) < 2, True
            )
        spent += abs(hexsides) * (book.turn_price(velocity, bool(ref.table.options.get("optional_turning"))) + hit)
    return spent


def moved(ref: Referee, event: Event) -> None:
    """Path, heading, velocity and thrust: of an order, of a random maneuver, or of a drift."""
    craft = ref.table.craft[event.units[0]]
    order = order_of(ref, craft)
    if craft.id in ref.thrown:
        order = {}
        spent = 0
    elif order is not None:
        spent = price(ref, craft, order)
        limit = figures.thrust(craft, ref.turn) + order.get("push", 0)
        ref.is_right("no more thrust than there is", spent <= limit, True)
        within(ref, craft, order, spent)
    else:
        ref.is_right("nobody is asked who can steer", craft.wild or not figures.thrust(craft, ref.turn) or craft.crew != "aboard", True)
        order, spent = {}, 0
    fly(ref, event, craft, order, spent)


def within(ref: Referee, craft: Craft, order: dict[str, Any], spent: int) -> None:
    """A move over the safe limit has had its roll; one that pushes the plant too."""
    told = [e.kind for e in ref.log if e.units[:1] == [craft.id]]
    safe = book.safe_thrust(figures.thrust(craft, ref.turn), figures.piloting(craft))
    ref.is_right("a roll for what is not safe", "thrust_exceeded" in told, spent > safe)
    ref.is_right("the plant is pushed", "plant_pushed" in told, bool(order.get("push")))


def fly(ref: Referee, event: Event, craft: Craft, order: dict[str, Any], spent: int) -> None:
    craft.velocity += order.get("faster", 0)
    hexes = ref.thrown.get(craft.id, craft.velocity)
    turns = order.get("turns", [0] * (hexes + 1))
    ref.is_right("a heading for every hex", len(turns), hexes + 1) if order else None
    path = follow(ref, craft, turns if order else [0] * (hexes + 1), hexes)
    craft.velocity += order.get("after", 0)
    for _ in range(order.get("up", 0)):
        ref.is_right("only along the ground", craft.heading in {1, 4} and space.pulled(ref.layout, craft.hex), True)
        craft.place(Hex(craft.column - space.FALL[ref.layout], craft.row))
    told = (event.data["path"], event.data["heading"], event.data["velocity"])
    ref.is_right("path", told, ([space.label(ref.layout, h) for h in path], craft.heading, craft.velocity))
    ref.is_right("thrust", event.data["thrust"], spent)
    ref.is_right("where a move ends", f"s to {space.label(ref.layout, craft.hex)}," in event.text, True)


def follow(ref: Referee, craft: Craft, turns: list[int], hexes: int) -> list[Hex]:
    """Hex by hex until the way is flown or leads off the board; whoever is slowed on it flies no farther than that."""
    path = list[Hex]()
    while len(path) < hexes:
        craft.heading = space.turn(craft.heading, turns[len(path)])
        here = space.step(craft.hex, craft.heading)
        fast = craft.velocity
        if space.on_board(ref.layout, here):
            enter(ref, craft, here)
        hexes = hexes if craft.velocity == fast else max(craft.velocity, len(path) + 1)
        craft.place(here)
        path.append(here)
        if not space.on_board(ref.layout, here):
            return path
    craft.heading = space.turn(craft.heading, turns[len(path)])
    return path


def enter(ref: Referee, craft: Craft, here: Hex) -> None:
    """The air, and for patrol craft the interface, slow whoever is too fast."""
    zone = space.zone(ref.layout, here)
    limit = air_limit(craft) if space.in_air(ref.layout, here) else 4 if zone == "interface" and figures.is_patrol(craft) else 99
    if craft.velocity > limit:
        ref.slowed[craft.id] = (craft.velocity - limit) * 10
        craft.velocity = limit


def air_limit(craft: Craft) -> int:
    """Four with what makes a craft streamlined, two on anti-grav alone, none without either."""
    if streamlined(craft):
        return 4
    return 2 if anti_grav(craft) else 0


def streamlined(craft: Craft) -> bool:
    return bool(book.craft(craft.type)["streamlined"] and not figures.hits(craft, "atmospheric_controls"))


def anti_grav(craft: Craft) -> bool:
    return bool(book.craft(craft.type)["anti_grav"] and not figures.hits(craft, "anti_grav_drive"))


def plant_pushed(ref: Referee, event: Event) -> None:
    """The chart by the thrust there is; on more than its number, and always in the last column, the plant takes a hit."""
    craft = ref.table.craft[event.units[0]]
    thrust, extra = figures.thrust(craft, ref.turn), event.data["extra"]
    order = order_of(ref, craft) or {}
    number = book.PUSH[min(thrust, 5) - 1][extra - 1]
    ref.is_right("pushing the plant", (extra, event.data["number"]), (order.get("push"), number))
    passed = bool(number) and ref.roll("pushing the plant", event.checks[0], number, {})
    ref.is_right("the plant holds", event.data["held"], passed)
    if not passed:
        ref.fresh.append((craft.id, "plant", "stern"))


def thrust_exceeded(ref: Referee, event: Event) -> None:
    """SOT less what is more than it."""
    craft = ref.table.craft[event.units[0]]
    safe = book.safe_thrust(figures.thrust(craft, ref.turn), figures.piloting(craft))
    excess = price(ref, craft, order_of(ref, craft) or {}) - safe
    ref.is_right("more than is safe", excess > 0, True)
    passed = ref.roll("exceeding SOT", event.checks[0], safe, {"thrust over the safe limit": -excess})
    ref.is_right("exceeding SOT", (event.data["number"], event.data["saved"]), (safe - excess, passed))


def thrown(ref: Referee, event: Event) -> None:
    """One random maneuver in place of the move: speed, or a turn and one hex."""
    craft, die = ref.table.craft[event.units[0]], first(r.value for r in event.rolls if "random movement" in r.why)
    kind, value = book.RANDOM[die - 1]
    word = {"speed": f"{value:+d}V", "turn": f"T{'R' if value > 0 else 'L'}{abs(value)}", "lost": "DIS"}[kind]
    ref.is_right("random maneuver", event.data["result"], word)
    if kind == "lost":
        craft.wild, craft.heading = True, first(r.value for r in event.rolls if "new heading" in r.why)
    elif kind == "speed":
        craft.velocity = max(0, craft.velocity + value)
        ref.thrown[craft.id] = craft.velocity
    else:
        craft.heading = space.turn(craft.heading, value)
        ref.thrown[craft.id] = 1


def control(ref: Referee, event: Event) -> None:
    craft = ref.table.craft[event.units[0]]
    ref.is_right("only who is out of control regains it", craft.wild, True)
    craft.wild = not ref.roll("regaining control", event.checks[0], figures.piloting(craft), {})
    ref.is_right("out of control", event.data["wild"], craft.wild)


def gravity(ref: Referee, event: Event) -> None:
    """One column toward the ground; a craft that heads that way gains a point of speed, one that heads away loses it."""
    craft = ref.table.craft[event.units[0]]
    hexes = [craft.hex, figures.stern_hex(ref, craft)] if figures.is_patrol(craft) else [craft.hex]
    ref.is_right("gravity pulls", any(space.zone(ref.layout, h) in {"interface", "well"} for h in hexes), True)
    ref.pulled.add(craft.id)
    if craft.heading in space.DOWN[ref.layout]:
        craft.velocity += 1
    elif craft.heading in space.UP[ref.layout]:
        craft.velocity = max(0, craft.velocity - 1)
    here = Hex(craft.column + space.FALL[ref.layout], craft.row)
    told = f"to {space.label(ref.layout, here)}, velocity {craft.velocity}"
    ref.is_right("gravity", (told in event.text, event.data["velocity"]), (True, craft.velocity))
    enter(ref, craft, here)
    craft.place(here)


def all_pulled(ref: Referee) -> None:
    """Whoever ends a move in the well is pulled, and nobody else: the air is left out."""
    if not any(e.kind == "gravity" for e in ref.log):
        return
    for craft in ref.there():
        if craft.type != "thor_satellite" and craft.id not in ref.pulled:
            hexes = [craft.hex, figures.stern_hex(ref, craft)] if figures.is_patrol(craft) else [craft.hex]
            ref.is_right("gravity leaves nobody out", any(space.zone(ref.layout, h) in {"interface", "well"} for h in hexes), False)


def scorched(ref: Referee, event: Event) -> None:
    """Ten boxes of the bow for each point too fast, spread over the side."""
    craft = ref.table.craft[event.units[0]]
    damage = ref.slowed.pop(craft.id, 0)
    ref.is_right("damage of the air", event.data["damage"], damage)
    gone = armor.along(ref.left(craft, "bow"), damage)
    ref.is_right("armor boxes burnt", f"{gone} armor box" in event.text, True)


def left(ref: Referee, event: Event) -> None:
    craft = ref.table.craft[event.units[0]]
    craft.where = event.data["where"]
    if ref.moment.phase == "movement":
        order = ({} if craft.id in ref.thrown else order_of(ref, craft)) or {}
        craft.velocity += order.get("faster", 0)
        hexes = ref.thrown.get(craft.id, craft.velocity)
        path = follow(ref, craft, order.get("turns") or [0] * (hexes + 1), hexes)
        ref.is_right("off the board", bool(path) and space.on_board(ref.layout, path[-1]), False)
        steer = figures.thrust(craft, ref.turn) and craft.crew == "aboard"
        ref.is_right("for good or for a while", event.data["where"], "away" if steer else "left")
        craft.away = ref.turn


def came_back(ref: Referee, event: Event) -> None:
    """Over the edge it left by, from the second initiative on, at the velocity it had."""
    craft = ref.table.craft[event.units[0]]
    ref.is_right("turns away", 2 <= ref.turn - craft.away <= 5, True)
    ref.is_right("velocity of a craft that comes back", event.data["velocity"], craft.velocity)
    here = space.hex_of(ref.layout, event.data["hex"])
    craft.where, craft.heading = "board", event.data["heading"]
    craft.place(here)
