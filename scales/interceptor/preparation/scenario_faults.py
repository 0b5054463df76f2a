"""What is wrong with the scenario of a set-up: craft without a place, zones, edges and units that there are not, tables nobody can read."""

from collections import Counter
from collections.abc import Iterator

from scales.engine import Fault
from scales.interceptor.board import AIR, board
from scales.interceptor.preparation.models import Setup
from scales.interceptor.preparation.scenario_models import EntryIn, LevelIn, VictoryIn
from scales.interceptor.preparation.scenario_setup import corners, named
from scales.interceptor.scenario import edges
from scales.interceptor.tables import aliases, craft_types

RULE = "interceptor: Set-Up"
LEVELS = "centurion: Victory Levels"


def scenario_faults(setup: Setup) -> Iterator[Fault]:
    """Every mistake in the entries and the victory of a set-up whose layout is known."""
    for number, entry in enumerate(setup.entries):
        yield from _entry_faults(setup, entry, f"entries.{number}")
    yield from _place_faults(setup)
    if setup.victory is not None:
        yield from _victory_faults(setup, setup.victory)


def _side_fault(setup: Setup, side: str, where: str) -> Iterator[Fault]:
    sides = [s.id for s in setup.sides]
    if side not in sides:
        yield Fault("unknown_side", f"There is no side '{side}'; the sides are {' and '.join(sides)}.", f"{where}.side")


def _unit_faults(setup: Setup, ids: list[str], where: str, side: str = "") -> Iterator[Fault]:
    """Craft that there are not, or that belong to another side."""
    owners = {c.id: c.side for c in setup.craft} | {s.id: s.side for s in setup.satellites}
    for id in ids:
        if id not in owners:
            yield Fault("unknown_unit", f"There is no craft '{id}' in this set-up.", f"{where}.units")
        elif side and owners[id] != side:
            yield Fault("wrong_side", f"'{id}' belongs to side '{owners[id]}', not to '{side}'.", f"{where}.units")


# --- where craft begin --------------------------------------------------------------------------------------------------------------------


def _entry_faults(setup: Setup, entry: EntryIn, where: str) -> Iterator[Fault]:
    yield from _side_fault(setup, entry.side, where)
    yield from _unit_faults(setup, entry.units, where, entry.side)
    satellites = {s.id for s in setup.satellites}
    for id in (u for u in entry.units if u in satellites):
        yield Fault("wrong_unit", f"'{id}' is a satellite, which starts in its orbit ({RULE}).", f"{where}.units")
    try:
        hexes = corners(setup.layout, entry.corners)
    except ValueError as error:
        yield Fault("off_the_board", f"{error}.", f"{where}.corners")
        return
    b = board(setup.layout)
    if all(b.zone(hex) == "ground" for hex in hexes):
        yield Fault("on_the_ground", f"Nothing begins a scenario on the ground, where all of this zone is ({RULE}).", f"{where}.corners")
    if all(b.zone(hex) in AIR for hex in hexes):
        types = {c.id: craft_types().get(aliases().get(c.type.lower(), "")) for c in setup.craft}
        for id in named(setup, entry):
            type = types.get(id)
            if type is not None and not (type.streamlined or type.anti_grav):
                yield Fault("not_made_for_air", f"{id} cannot fly in the atmosphere, where its whole zone is ({RULE}).", f"{where}.units")
    if entry.turn > setup.turn_limit:
        yield Fault("too_late", f"Turn {entry.turn} is after the last, {setup.turn_limit} ({RULE}).", f"{where}.turn")


def _place_faults(setup: Setup) -> Iterator[Fault]:
    """Each craft has a hex, or one entry, and not both."""
    entered = Counter(id for entry in setup.entries for id in named(setup, entry))
    for number, craft in enumerate(setup.craft):
        if entered[craft.id] + bool(craft.hex) > 1:
            text = f"{craft.id} begins in two places: it has a hex or one entry ({RULE})."
            yield Fault("two_places", text, f"craft.{number}.hex")
        elif not craft.hex and not entered[craft.id]:
            yield Fault("no_place", f"{craft.id} has no hex and enters nowhere ({RULE}).", f"craft.{number}.hex")
        elif not craft.hex and (craft.unit or craft.squadron):
            text = f"{craft.id} belongs to a unit or squadron of another board and has a hex of its own ({RULE})."
            yield Fault("no_place", text, f"craft.{number}.hex")


# --- victory ------------------------------------------------------------------------------------------------------------------------------


def _victory_faults(setup: Setup, given: VictoryIn) -> Iterator[Fault]:
    known = edges.names(setup.layout)
    for number, way in enumerate(given.exits):
        where = f"victory.exits.{number}"
        yield from _side_fault(setup, way.side, where)
        yield from _unit_faults(setup, way.units, where, way.side)
        for edge in (e for e in way.edges if e not in known):
            yield Fault("unknown_edge", f"The board has no edge '{edge}'; it has {', '.join(known)}.", f"{where}.edges")
    for number, term in enumerate(given.terms):
        where = f"victory.terms.{number}"
        yield from _side_fault(setup, term.side, where)
        yield from _unit_faults(setup, term.units, where, "" if term.event == "destroy" else term.side)
        if term.event in ("exit", "carry") and all(way.side != term.side for way in given.exits):
            yield Fault("no_exit", f"Side '{term.side}' has no safe edge to leave by ({LEVELS}).", f"{where}.event")
        if term.event == "keep" and term.wins:
            yield Fault("never_decides", f"What is kept to the end decides nothing before it ({LEVELS}).", f"{where}.wins")
    yield from _unit_faults(setup, given.ends_without, "victory")
    yield from _level_faults(setup, given)


def _level_faults(setup: Setup, given: VictoryIn) -> Iterator[Fault]:
    """A table reads the points of one side; no measure is in two rows."""
    if given.levels:
        yield from _side_fault(setup, given.of, "victory.of")
    for number, row in enumerate(given.levels):
        yield from _side_fault(setup, row.side, f"victory.levels.{number}")
        if any(_overlap(row, other) for other in given.levels[:number]):
            yield Fault("two_levels", f"A row before this one has some of the same points ({LEVELS}).", f"victory.levels.{number}")


def _overlap(a: LevelIn, b: LevelIn) -> bool:
    return (b.most < 0 or a.least <= b.most) and (a.most < 0 or b.least <= a.most)
