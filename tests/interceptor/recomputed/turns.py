"""Initiative, shields, arrivals, satellites, the ground and the end worked out anew. interceptor: Initiative; centurion: Thor Satellites, Strafing"""

from itertools import groupby

from scales.engine import Event, Report
from scales.hexes import Hex
from scales.interceptor.state import Cluster, Craft, Shot, State
from tests.interceptor.recomputed import armor, book, figures, space
from tests.interceptor.recomputed.referee import Referee

# ---- initiative ------------------------------------------------------------------------------------------------------


def category(craft: Craft) -> int:
    return book.CATEGORIES.index(book.craft(craft.type)["class"])


def moving(state: State) -> dict[int, dict[str, int]]:
    """How many craft each side has in each category."""
    found: dict[int, dict[str, int]] = {}
    for craft in state.craft.values():
        if craft.where == "board" and craft.type != "thor_satellite":
            sides = found.setdefault(category(craft), {})
            sides[craft.side] = sides.get(craft.side, 0) + 1
    return found


def initiative(ref: Referee, event: Event) -> None:
    """A die for each side of a category, the higher moves first; equal ones are rolled again."""
    rolls = event.data["rolls"]
    ref.is_right("no tie", len(set(rolls.values())), len(rolls))
    last = [r.value for r in event.rolls[-len(rolls) :]]
    ref.is_right("dice of initiative", list(rolls.values()), last)
    first = max(rolls, key=lambda side: rolls[side])
    name = next((n for n, c in enumerate(book.CATEGORIES) if f"its {c}s first" in event.text), -1)
    ref.is_right("who moves first", event.text.startswith(f"{first} must move"), True)
    ref.led[name] = first


def order_of_movement(ref: Referee, state: State) -> None:
    """Largest first; who rolled high begins; sides alternate, the larger moving a proportionate number, each craft once."""
    for weight, sides in moving(state).items():
        if weight not in ref.led and len(sides) > 1:
            ref.is_right("initiative is rolled for a category that both have", weight, None)
    weights = [int(weight) for _, weight in state.order]
    ref.is_right("largest first", weights, sorted(weights, reverse=True))
    for weight, sides in moving(state).items():
        turns = [side for side, w in state.order if int(w) == weight]
        ref.is_right("every craft moves once", {s: turns.count(s) for s in sides}, sides)
        if len(sides) == 2:
            ref.is_right("who rolled high begins", turns[0], ref.led.get(weight))
            alternate(ref, turns, sides)


def alternate(ref: Referee, turns: list[str], sides: dict[str, int]) -> None:
    """The smaller side moves one at a time, the larger its share, rounded either way."""
    small = min(sides.values())
    share = max(sides.values()) / small
    runs = [(side, len(list(group))) for side, group in groupby(turns)]
    for side, length in runs:
        fair = {1} if sides[side] == small else {int(share), -int(-share // 1)}
        ref.is_right("proportionate number", length in fair, True)


def no_air(ref: Referee, event: Event) -> None:
    """Ten turns after life support is gone the crew suffers, each turn."""
    craft = ref.table.craft[event.units[0]]
    ref.is_right("life support is gone", figures.hits(craft, "life_support") > 0, True)
    ref.fresh.append((craft.id, "pilot", "bow"))


def shields_set(ref: Referee, event: Event) -> None:
    """Every side at its price, within the power of the design."""
    craft, setting = ref.table.craft[event.units[0]], event.data["shields"]
    sheet = book.craft(craft.type)
    power = sum(book.SHIELD_PRICE[rating] for rating in setting.values())
    ref.is_right("power of shields", (event.data["power"], event.data["of"]), (power, sheet["shield_power"]))
    ref.is_right("no more power than there is", power <= sheet["shield_power"], True)
    ref.is_right("every side has a shield", sorted(setting), sorted(sheet["armor"]))
    craft.shields = dict(setting)


# ---- hits and the end ------------------------------------------------------------------------------------------------


def widowed(ref: Referee, event: Event) -> None:
    craft = ref.table.craft[event.units[0]]
    gone = {side: armor.fallen(ref.left(craft, side), len(grid.rows)) for side, grid in craft.armor.items()}
    ref.is_right("loose armor", event.data, {side: len(boxes) for side, boxes in gone.items()})
    for side, boxes in gone.items():
        ref.armor[craft.id, side] -= boxes


def nothing_loose(ref: Referee, state: State) -> None:
    """When a turn is over no armor hangs loose on a craft that was struck in it."""
    for craft in state.craft.values():
        if craft.where in {"board", "away"}:
            loose = {
                side: armor.fallen(armor.boxes(grid.rows), len(grid.rows))
                for side, grid in craft.armor.items()
                if any(r != 1023 for r in grid.rows)
            }
            ref.is_right("nothing hangs loose", [side for side, boxes in loose.items() if boxes], [])


def store_lost(ref: Referee, event: Event) -> None:
    craft, store = ref.table.craft[event.units[0]], event.data["store"]
    ref.is_right("a store that hung there", craft.missiles.get(store, 0) + craft.bombs.get(store, 0) + (store in craft.pods) > 0, True)
    if craft.missiles.get(store):
        craft.missiles[store] -= 1


def points(ref: Referee, state: State, report: Report) -> None:
    """Twice the cost of enemy craft destroyed by hundred thousands, fractions up, and what a scenario gives for those it names."""
    for side in state.sides:
        lost = [c for c in state.craft.values() if c.side != side.id and c.where == "destroyed"]
        terms = [t for t in state.goals.terms if t.side == side.id and t.event == "destroy"] if state.goals else []
        named = sum(term.points for term in terms for c in lost if not term.units or c.id in term.units)
        worth = sum(-(-2 * book.craft(c.type)["cost"] // 100_000) for c in lost)
        ref.is_right("points", report.points[side.id], worth + named)


# ---- arrivals and the ground -----------------------------------------------------------------------------------------


def came_down(ref: Referee, event: Event) -> None:
    """In any hex, at any heading, at a velocity up to the thrust."""
    craft = ref.table.craft[event.units[0]]
    heading, velocity = (
        int(text.split(" ")[0].strip(".,")) for text in (event.text.split("heading ")[1], event.text.split("velocity ")[1])
    )
    ref.is_right("velocity of a craft that comes down", velocity <= book.craft(craft.type)["thrust"], True)
    craft.where, craft.heading, craft.velocity = "board", heading, velocity
    craft.place(space.hex_of(ref.layout, event.data["hex"]))


def deployed(ref: Referee, event: Event) -> None:
    """A craft of a scenario that enters where its player wants."""
    craft = ref.table.craft[event.units[0]]
    craft.where, craft.heading, craft.velocity = "board", event.data["heading"], event.data["velocity"]
    craft.place(space.hex_of(ref.layout, event.data["hex"]))


def attacks_ground(ref: Referee, event: Event) -> None:
    craft = ref.table.craft[event.units[0]]
    ref.is_right("over the battlefield", craft.hex, ref.table.battles[event.data["battle"]].hex)
    ref.is_right("with its comm system", figures.hits(craft, "comm_system"), 0)
    craft.where = "ground_attack"


def attack_over(ref: Referee, event: Event) -> None:
    """Back in the hex, heading 1 or 4, at the velocity it came with."""
    craft = ref.table.craft[event.units[0]]
    ref.is_right("heading after an attack", event.data["heading"] in {1, 4}, True)
    ref.is_right("velocity after an attack", event.data["velocity"], craft.velocity)
    ref.is_right("hex after an attack", event.data["hex"], space.label(ref.layout, craft.hex))
    craft.where, craft.heading = "board", event.data["heading"]


def landed(ref: Referee, event: Event) -> None:
    """A ground squadron at its base, at a velocity of two or less. legatus: Interceptors"""
    craft = ref.table.craft[event.units[0]]
    ref.is_right("slow enough to land", craft.velocity <= 2, True)
    craft.where = "landed"


def went_up(ref: Referee, event: Event) -> None:
    ref.table.craft[event.units[0]].where = "up"


# ---- satellites ------------------------------------------------------------------------------------------------------


def satellite(ref: Referee, event: Event) -> None:
    """On along its heading; a hexrow down for what is shorted, and for orbital controls that are destroyed."""
    craft = ref.table.craft[event.units[0]]
    short = figures.short(craft, "orbit", ref.turn) or figures.short(craft, "power", ref.turn)
    here, path = craft.hex, list[Hex]()
    for n in range(craft.velocity):
        here = Hex(here.column + space.FALL[ref.layout], here.row) if short and n == 0 else space.step(here, craft.heading)
        path.append(here)
    if figures.hits(craft, "orbital_controls") < 4:
        ref.is_right("path of a satellite", event.data["path"], [space.label(ref.layout, h) for h in path])
    told = (event.data["heading"], event.data["velocity"])
    ref.is_right("heading and velocity of a satellite", told, (craft.heading, craft.velocity))
    craft.place(space.hex_of(ref.layout, event.data["path"][-1]))


def thor_launched(ref: Referee, event: Event) -> None:
    """One hexrow below the satellite, at velocity 1."""
    craft, battle = ref.table.craft[event.units[0]], ref.table.battles[event.data["battle"]]
    below = Hex(craft.column + space.FALL[ref.layout], craft.row)
    ref.is_right("where javelins start", event.data["hex"], space.label(ref.layout, below))
    craft.missiles["thor_cluster"] -= 1
    ref.is_right("clusters left", event.data["left"], craft.missiles["thor_cluster"])
    far, minutes = space.gap(below, battle.hex), 0
    while far > 0:
        minutes += 1
        far -= minutes + 1
    ref.is_right("minutes that javelins fall", event.data["minutes"], minutes)
    ref.is_right("one cluster a turn", [e for e in ref.log if e.kind == "thor_launched" and e.units == event.units], [event])
    ref.table.shots.append(
        Shot("", "thor_cluster", craft.side, craft.id, "", *below, 1, ref.turn, battle=battle.id, cluster=Cluster("", 3))
    )


def thor_falls(ref: Referee, event: Event) -> None:
    """A hex more each turn, always nearer to the battlefield."""
    here, speed = space.hex_of(ref.layout, event.data["hex"]), event.data["velocity"]
    old = [s for s in ref.table.shots if s.kind == "thor_cluster" and s.velocity == speed - 1 and space.gap(s.hex, here) <= speed]
    if ref.is_right("javelins gain a hex a turn", bool(old), True):
        goal = ref.table.battles[old[0].battle].hex
        ref.is_right("hexes of javelins", space.gap(old[0].hex, goal) - space.gap(here, goal), min(speed, space.gap(old[0].hex, goal)))
        old[0].velocity = speed
        old[0].place(here)


def javelins_lost(ref: Referee, event: Event) -> None:
    """A hit takes one, a blast all; the last takes the cluster along."""
    lost, left = event.data["lost"], event.data["left"]
    found = [s for s in clusters(ref, event.units[1]) if s.cluster and s.cluster.javelins == lost + left]
    if ref.is_right("javelins lost", bool(found), True) and found[0].cluster:
        found[0].cluster.javelins = left
        ref.table.shots = [s for s in ref.table.shots if s is not found[0] or left]


def thor_lands(ref: Referee, event: Event) -> None:
    """A cluster that has reached the battlefield hex strikes in the combat phase."""
    found = [s for s in clusters(ref, event.units[0]) if s.hex == ref.table.battles[s.battle].hex]
    if ref.is_right("javelins that land are there", bool(found), True):
        ref.table.shots = [s for s in ref.table.shots if s is not found[0]]


def clusters(ref: Referee, satellite: str) -> list[Shot]:
    return [s for s in ref.table.shots if s.kind == "thor_cluster" and s.owner == satellite]


def ended(ref: Referee, state: State, report: Report) -> None:
    """A battle is over when a side has nothing left, its turns are played, or ten went by without damage."""
    if state.standing:
        return
    here = {
        s.id: sum(c.side == s.id and c.where in {"arriving", "board", "ground_attack", "away"} for c in state.craft.values())
        for s in state.sides
    }
    if min(here.values()) == 0 or state.turns_over >= state.turn_limit or state.quiet >= 10:
        ref.is_right("a battle that is over", report.over, True)
    elif all(effective(state, side) for side in here):
        ref.is_right("a battle that goes on", report.over, False)


def effective(state: State, side: str) -> bool:
    """Has a side a craft that can fight: undamaged inside, with its crew?"""
    return any(
        c.side == side and c.where == "board" and not c.marks and c.crew == "aboard" and c.type != "thor_satellite"
        for c in state.craft.values()
    )
