"""Organizing fighters into units before play (leviathan: Organization).

A wing is a number of fighters of each craft. An order is JSON: {"units": [{"size": "group", "fighters": {"cheetah": 12, ...}}, ...]}: every fighter
of the wing in exactly one unit, each of the fighters that its size has; what is left over of a wing, less than a squadron, is one more.
Once play has begun nothing is changed any more.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from scales.engine import Decision, Json, Option, Slot
from scales.leviathan import catalog
from scales.leviathan.preparation import setup
from scales.leviathan.preparation.models import FightersIn
from scales.leviathan.state import FighterUnit, State, Wing
from scales.play import Play

RULE = "leviathan: Organization"
MOST_UNITS = 400


def organize(play: Play[State]) -> list[Decision]:
    """Ask every side for the units of its wings, sealed, before anything is placed."""
    state = play.state
    if not state.wings:
        return []
    if play.asks_first():
        return [d for side in state.sides if (d := _decision(state, side.id, side.seat))]
    for key in sorted(play.answers):
        for wing_id, order in sorted(play.answers[key].choices.items()):
            form(play, next(w for w in state.wings if w.id == wing_id), order["units"])
    state.wings = []
    return []


def _decision(state: State, side: str, seat: str) -> Decision | None:
    wings = [w.id for w in state.wings if w.side == side]
    prompt = "Organize your fighters into squadrons, flights and groups."
    return Decision(f"organize:{side}", seat, "organize", prompt, wings, sealed=True) if wings else None


def form(play: Play[State], wing: Wing, units: Sequence[Json]) -> None:
    """Make a wing's units, numbered on from its id, and tell of them."""
    formed = {_made(play.state, wing, unit, number).id: unit for number, unit in enumerate(units, 1)}
    sizes = Counter(str(unit["size"]) for unit in units)
    data = {"wing": wing.id, "sizes": dict(sizes), "units": {id: {k: unit[k] for k in ("size", "fighters")} for id, unit in formed.items()}}
    play.tell("organized", f"{wing.name} is organized into {_sizes(units)}.", RULE, units=list(formed), data=data)


def _sizes(units: Sequence[Json]) -> str:
    """'1 group, 2 flights'."""
    return ", ".join(f"{n} {size}{'s' if n > 1 else ''}" for size, n in Counter(str(unit["size"]) for unit in units).items())


def _made(state: State, wing: Wing, unit: Json, number: int) -> FighterUnit:
    """One unit of a wing, aboard the wing's ship or still to be placed."""
    given = FightersIn(id=state.free_id(f"{wing.id}_", number), name=f"{wing.name} {number}", size=unit["size"], fighters=unit["fighters"])
    ship = state.ships.get(wing.aboard)
    made = setup.new_fighters(given, wing.side, ship.hex if ship else setup.NOWHERE, wing.aboard)
    made.waiting = not wing.aboard
    state.fighters[made.id] = made
    return made


# ---- what may be chosen --------------------------------------------------------------------------------------------


def offers(state: State, decision: Decision) -> list[Slot]:
    """All in squadrons, in flights, or in groups."""
    return [Slot(w.id, f"Organize {w.name}", _options(w)) for w in state.wings if w.id in decision.units]


def _options(wing: Wing) -> list[Option]:
    found: list[Option] = []
    for size in catalog.sizes():
        units = split(wing.fighters, size)
        if found and units == found[-1].order["units"]:
            continue  # a wing too small for one unit of this size
        info = {"size": size, "units": len(units), "fighters": sum(wing.fighters.values())}
        found.append(Option({"units": units}, _sizes(units), info))
    return found


def split(fighters: Mapping[str, int], size: str) -> list[Json]:
    """As many full units of a size as a wing makes, and smaller ones of the rest; squadrons of one craft as far as they go, larger units with
    the craft dealt out evenly among them."""
    sizes = strengths(sum(fighters.values()), size)
    units: list[Counter[str]] = [Counter() for _ in sizes]
    sixes = [(craft, min(6, count - start)) for craft, count in sorted(fighters.items()) for start in range(0, count, 6)]
    for number, (craft, count) in enumerate(sorted(sixes, key=lambda six: -six[1])):
        _deal(units, [most for _, most in sizes], craft, count, number)
    return [{"size": kind, "fighters": dict(sorted(unit.items()))} for (kind, _), unit in zip(sizes, units, strict=True)]


def strengths(fighters: int, size: str) -> list[tuple[str, int]]:
    """The units that so many fighters make, none larger than a size, with the fighters of each: all full but for one squadron of the rest."""
    found, left = [], fighters
    for kind, most in sorted(catalog.sizes().items(), key=lambda s: -s[1]):
        if most <= catalog.sizes()[size]:
            found += [(kind, most)] * (left // most)
            left %= most
    return found + ([("squadron", left)] if left else [])


def _deal(units: list[Counter[str]], most: Sequence[int], craft: str, count: int, first: int) -> None:
    """Put fighters of a craft into the units from the `first` on, each filled no further than its strength."""
    for step in range(len(units)):
        at = (first + step) % len(units)
        taken = min(count, most[at] - units[at].total())
        if taken:
            units[at][craft] += taken
            count -= taken


def faults(state: State, slot: str, order: object) -> list[str]:
    """What is wrong with an organization."""
    wing = next(w for w in state.wings if w.id == slot)
    units = order.get("units") if isinstance(order, dict) and set(order) == {"units"} else None
    if not isinstance(units, list) or not 0 < len(units) <= MOST_UNITS:
        return [f"{wing.name} is organized by a list of units, each with size and fighters"]
    found = [text for number, unit in enumerate(units, 1) for text in _unit_faults(wing, unit, number)]
    return found or _count_faults(wing, units)


def _unit_faults(wing: Wing, unit: object, number: int) -> list[str]:
    where = f"unit {number} of {wing.name}"
    if not isinstance(unit, dict) or set(unit) != {"size", "fighters"} or not isinstance(unit["fighters"], dict) or not unit["fighters"]:
        return [f"{where} has a size and its fighters by craft"]
    if unit["size"] not in tuple(catalog.sizes()):
        return [f"{where} is a squadron, a flight or a group ({RULE})"]
    if not all(craft in wing.fighters and type(n) is int and n > 0 for craft, n in unit["fighters"].items()):
        return [f"{where} has fighters of {', '.join(sorted(wing.fighters))}, each a whole number above 0"]
    full, count = catalog.sizes()[unit["size"]], sum(unit["fighters"].values())
    short = unit["size"] == "squadron" and count < full
    return [] if count == full or short else [f"{where}: a {unit['size']} has {full} fighters, this one {count} ({RULE})"]


def _count_faults(wing: Wing, units: Sequence[Json]) -> list[str]:
    used: Counter[str] = Counter()
    for unit in units:
        used.update(unit["fighters"])
    found = [
        f"{wing.name} has {count} {craft}, and its units {used[craft]} ({RULE})"
        for craft, count in sorted(wing.fighters.items())
        if used[craft] != count
    ]
    full = catalog.sizes()["squadron"]
    short = sum(unit["size"] == "squadron" and sum(unit["fighters"].values()) < full for unit in units)
    return found + (
        [f"only one squadron of {wing.name} may have fewer than {full} fighters, and there are {short} ({RULE})"] if short > 1 else []
    )
