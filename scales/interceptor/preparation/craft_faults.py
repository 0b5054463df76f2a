"""What is wrong with one craft of a set-up or of a ruling: its type, side and place, what it carries, the damage it brings."""

import re
from collections import Counter
from collections.abc import Iterator
from difflib import get_close_matches

from scales.engine import Fault
from scales.ground_loads import load_of
from scales.interceptor.board import AIR, Board, board, layouts
from scales.interceptor.damage.condition import air_limit, kind
from scales.interceptor.damage.sheets import with_sheet
from scales.interceptor.landing import hold
from scales.interceptor.patrol.allocation import fit_faults
from scales.interceptor.patrol.halves import spots
from scales.interceptor.preparation.craft import new_craft
from scales.interceptor.preparation.loads import loads_faults
from scales.interceptor.preparation.models import CraftIn
from scales.interceptor.state import Craft
from scales.interceptor.tables import CraftType, aliases, craft_types, rule

LOADS = "centurion: Fighter Ground Missions"
AIR_RULE = "leviathan: Atmospheric Movement"
MISSILE_MARK = re.compile(r"\.m\d+$")
"""How the id of a missile ends that a craft launches."""


def craft_faults(layout: str, sides: list[str], given: CraftIn, where: str) -> list[Fault]:
    """Everything wrong with one craft on a board of these sides; nothing about its hex where the layout is unknown."""
    found = []
    if given.side not in sides:
        text = f"{given.id}: there is no side '{given.side}'; the sides are {' and '.join(sides)}."
        found.append(Fault("unknown_side", text, where + ".side"))
    fault = hex_fault(layout, given.hex, where + ".hex") if layout in layouts() and given.hex else None
    found += [fault] if fault else []
    type = craft_types().get(aliases().get(given.type.lower(), ""))
    if type is None or type.is_satellite:
        return [*found, _type_fault(given, where + ".type")]
    found += _load_faults(type, given, where + ".loads")
    placed = fault is None and layout in layouts() and bool(given.hex)
    return [*found, *_condition_faults(board(layout) if placed else None, given, where, loaded=not found)]


def id_fault(id: str, where: str) -> Fault | None:
    """What is wrong with an id that a missile in flight could have, if anything."""
    if MISSILE_MARK.search(id):
        return Fault("bad_id", f"'{id}' would mean a missile in flight: no id of a craft ends in .m and a number.", where)
    return None


def hex_fault(layout: str, label: str, where: str) -> Fault | None:
    """What is wrong with a label, if anything."""
    try:
        board(layout).hex(label)
    except ValueError as error:
        return Fault("off_the_board", f"{error}.", where)
    return None


def _type_fault(given: CraftIn, where: str) -> Fault:
    if aliases().get(given.type.lower()):
        text = f"{given.id}: a Thor satellite is no craft that a side can fly: it is one of the satellites."
        return Fault("not_a_craft", text, where)
    near = get_close_matches(given.type.lower(), sorted(aliases()), 3, 0.5)
    words = f"did you mean {' or '.join(near)}?" if near else "'imperator catalog interceptor craft' lists them."
    return Fault("unknown_type", f"{given.id}: there is no craft '{given.type}'; {words}", where)


def _load_faults(type: CraftType, given: CraftIn, where: str) -> list[Fault]:
    words = loads_faults(type, given.mission, given.loads or {})
    return [Fault("loads", f"{given.id}: {each} ({LOADS}).", where) for each in words]


def _condition_faults(b: Board | None, given: CraftIn, where: str, *, loaded: bool) -> Iterator[Fault]:
    """A sheet or shields that do not fit, and zones in which the craft cannot fly, or not so fast."""
    craft = new_craft(given if loaded else given.model_copy(update={"loads": {}}))
    try:
        craft = with_sheet(craft, given.sheet)
    except ValueError as error:
        yield Fault("bad_sheet", f"{given.id}: {error}.", where + ".sheet")
        return
    state = given.sheet.get("pilot", {}).get("state", "aboard")
    if state != "aboard":
        text = f"{given.id}, by its sheet: {craft.pilot} is {state.replace('_', ' ')}, somebody else has to fly it."
        yield Fault("bad_sheet", text, where + ".sheet.pilot")
    if given.sheet and loaded:
        stores = Counter(craft.pods) | Counter(craft.missiles) | Counter(craft.bombs)
        words = loads_faults(kind(craft), craft.mission, stores)
        yield from (Fault("bad_sheet", f"{given.id}, by its sheet: {each} ({LOADS}).", where + ".sheet") for each in words)
    yield from (
        Fault("shields", f"{given.id}: {words} (interceptor: Variable Shields).", where + ".shields")
        for words in fit_faults(craft, craft.shields)
    )
    cargo = [load_of(unit, given.side) for unit in given.cargo]
    yield from (Fault("cargo", f"{given.id} {words} ({hold.RULE}).", where + ".cargo") for words in hold.misfits(craft, cargo))
    if b is not None:
        yield from _zone_faults(b, craft, given, where)


def _zone_faults(b: Board, craft: Craft, given: CraftIn, where: str) -> Iterator[Fault]:
    """Air that it is not made for, and velocities that no craft has there."""
    zones = {b.zone(hex) for hex in spots(b, b.hex(given.hex), given.heading, kind(craft).hexes)}
    most = air_limit(craft)
    if zones & set(AIR) and not most:
        yield Fault("not_made_for_air", f"{given.id} cannot fly in the atmosphere, where {given.hex} is ({AIR_RULE}).", where + ".hex")
    elif zones & set(AIR) and given.velocity > most:
        text = f"{given.id}: in the atmosphere, where {given.hex} is, {most} is the most for it, not {given.velocity} ({AIR_RULE})."
        yield Fault("too_fast", text, where + ".velocity")
    elif "interface" in zones and kind(craft).is_patrol and given.velocity > rule("atmosphere")["interface"]:
        most = rule("atmosphere")["interface"]
        text = f"{given.id}: in the interface, where {given.hex} is, {most} is the most for it, not {given.velocity} ({AIR_RULE})."
        yield Fault("too_fast", text, where + ".velocity")
