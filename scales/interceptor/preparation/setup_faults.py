"""What is wrong with a set-up: every mistake of meaning at once; the shape is the model's business."""

from collections import Counter
from difflib import get_close_matches

from scales import switches
from scales.engine import Fault
from scales.interceptor.board import board, layouts
from scales.interceptor.damage.condition import air_limit, kind
from scales.interceptor.damage.sheets import with_sheet
from scales.interceptor.patrol.allocation import fit_faults
from scales.interceptor.patrol.halves import in_air, spots
from scales.interceptor.preparation.craft import new_craft
from scales.interceptor.preparation.models import CraftIn, Setup
from scales.interceptor.satellites import placing
from scales.interceptor.switches import SWITCHES
from scales.interceptor.tables import aliases, craft_types, rounds

HELL_SHARE = 10
"""At most one in so many ground rounds of a side may be HELL (centurion: Fighter Ground Missions)."""


def faults_of(setup: Setup) -> list[Fault]:
    """Every mistake of meaning at once."""
    if setup.layout not in layouts():
        return [Fault("unknown_layout", f"There is no Interceptor layout '{setup.layout}'; known are {', '.join(layouts())}.", "layout")]
    found = _twice([s.id for s in setup.sides], "sides", "side") + _twice(
        [*(c.id for c in setup.craft), *(s.id for s in setup.satellites)], "craft", "craft"
    )
    found += [Fault("no_seat", f"Side '{s.id}' has no seat.", f"sides.{n}.seat") for n, s in enumerate(setup.sides) if not s.seat]
    found += switches.faults("interceptor", SWITCHES, setup.options)
    found += [Fault("unknown_rule", f"There is no rule '{r}' to override.", f"rules.{r}") for r in sorted(setup.rules)]
    for number, craft in enumerate(setup.craft):
        found += craft_faults(setup.layout, [s.id for s in setup.sides], craft, f"craft.{number}")
    for number, satellite in enumerate(setup.satellites):
        found += placing.faults(setup.layout, [s.id for s in setup.sides], satellite, f"satellites.{number}")
    for battle, label in setup.battles.items():
        found += _hex_faults(setup.layout, label, f"battles.{battle}", "ground")
    return found + _hell_faults(setup)


def _twice(ids: list[str], where: str, what: str) -> list[Fault]:
    return [
        Fault("double_id", f"Two {what}s have the id '{id}'." if what == "side" else f"Two {what} have the id '{id}'.", where)
        for id, n in Counter(ids).items()
        if n > 1
    ]


def craft_faults(layout: str, sides: list[str], craft: CraftIn, where: str) -> list[Fault]:
    """Everything wrong with one craft on a board of these sides."""
    found = _hex_faults(layout, craft.hex, where + ".hex")
    if craft.side not in sides:
        found.append(Fault("unknown_side", f"{craft.id}: there is no side '{craft.side}'.", where + ".side"))
    id = aliases().get(craft.type.lower())
    if id is None:
        near = get_close_matches(craft.type.lower(), sorted(craft_types()), 3, 0.5)
        words = f"; did you mean {' or '.join(near)}?" if near else "."
        return [*found, Fault("unknown_type", f"{craft.id}: there is no craft '{craft.type}'{words}", where + ".type")]
    if craft_types()[id].kind == "satellite":
        found.append(
            Fault(
                "not_a_craft",
                f"{craft.id}: a Thor satellite is no craft that a side can fly: it is one of the satellites.",
                where + ".type",
            )
        )
    return found or _condition_faults(layout, craft, where)


def _condition_faults(layout: str, given: CraftIn, where: str) -> list[Fault]:
    """Loads or a sheet that do not fit, and air that it cannot fly in."""
    try:
        craft = with_sheet(new_craft(given), given.sheet)
    except ValueError as error:
        return [Fault("bad_sheet", f"{given.id}: {error}", where)]
    found = [Fault("shields", f"{given.id}: {words}.", where + ".shields") for words in fit_faults(craft, craft.shields)]
    b = board(layout)
    if in_air(b, spots(b, b.hex(given.hex), given.heading, kind(craft).hexes)) and not air_limit(craft):
        found.append(Fault("not_made_for_air", f"{given.id} cannot fly in the atmosphere, where {given.hex} is.", where + ".hex"))
    return found


def _hex_faults(layout: str, label: str, where: str, zone: str = "") -> list[Fault]:
    try:
        hex = board(layout).hex(label)
    except ValueError as error:
        return [Fault("off_the_board", f"{error}.", where)]
    if zone and board(layout).zone(hex) != zone:
        return [Fault("not_ground", f"{label} is no ground hex of this board.", where)]
    return []


def _hell_faults(setup: Setup) -> list[Fault]:
    found = []
    for side in setup.sides:
        loads: Counter[str] = Counter()
        for craft in setup.craft:
            if craft.side == side.id and craft.mission == "ground" and craft.loads:
                loads.update({k: v for k, v in craft.loads.items() if k in rounds()})
        if loads["hell"] * HELL_SHARE > sum(loads.values()):
            found.append(Fault("too_many_hell", f"More than a tenth of the ground ordnance of side '{side.id}' is HELL rounds.", "craft"))
    return found
