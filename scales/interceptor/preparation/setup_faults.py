"""What is wrong with a set-up: every mistake of meaning at once; the shape is the model's business."""

from collections import Counter
from collections.abc import Iterator
from difflib import get_close_matches

from scales import switches
from scales.engine import Fault
from scales.interceptor.board import board, layouts
from scales.interceptor.ground_fire import installed
from scales.interceptor.landing import from_orbit
from scales.interceptor.preparation.craft_faults import craft_faults, hex_fault, id_fault
from scales.interceptor.preparation.models import Setup
from scales.interceptor.preparation.ordnance import carried
from scales.interceptor.preparation.scenario_faults import scenario_faults
from scales.interceptor.satellites import placing
from scales.interceptor.switches import SWITCHES

HELL_SHARE = 10
"""At most one in so many ground rounds of a side may be HELL (centurion: Fighter Ground Missions)."""


def faults_of(setup: Setup) -> list[Fault]:
    """Every mistake of meaning at once; of hexes none where the layout is unknown."""
    sides = [s.id for s in setup.sides]
    known = setup.layout in layouts()
    found = [*_layout_faults(setup), *_side_faults(setup), *_id_faults(setup), *switches.faults("interceptor", SWITCHES, setup.options)]
    found += [Fault("unknown_rule", f"There is no rule '{r[:40]}' to override.", f"rules.{r[:40]}") for r in sorted(setup.rules)[:20]]
    for number, craft in enumerate(setup.craft):
        found += craft_faults(setup.layout, sides, craft, f"craft.{number}")
    for number, satellite in enumerate(setup.satellites if known else ()):
        found += placing.faults(setup.layout, sides, satellite, f"satellites.{number}")
    for number, drop in enumerate(setup.drops if known else ()):
        found += from_orbit.faults(setup.layout, sides, drop.side, drop.hex, drop.units, f"drops.{number}")
    for number, base in enumerate(setup.installations if known else ()):
        found += installed.faults(setup.layout, sides, list(setup.battles), base, f"installations.{number}")
    return [*found, *_unit_faults(setup), *_battle_faults(setup), *_hell_faults(setup), *(scenario_faults(setup) if known else ())]


def _layout_faults(setup: Setup) -> Iterator[Fault]:
    if setup.layout not in layouts():
        near = get_close_matches(setup.layout.lower(), layouts(), 1, 0.4)
        words = f"did you mean {near[0]}? Known are" if near else "known are"
        yield Fault("unknown_layout", f"There is no Interceptor layout '{setup.layout}'; {words} {', '.join(layouts())}.", "layout")


def _side_faults(setup: Setup) -> Iterator[Fault]:
    for id, n in Counter(s.id for s in setup.sides).items():
        if n > 1:
            yield Fault("double_id", f"Two sides have the id '{id}'.", "sides")
    for number, side in enumerate(setup.sides):
        if not side.seat.strip():
            yield Fault("no_seat", f"Side '{side.id}' has no seat.", f"sides.{number}.seat")


def _id_faults(setup: Setup) -> Iterator[Fault]:
    """Ids given twice, and ids that a missile in flight will have."""
    ids = [(c.id, f"craft.{n}.id") for n, c in enumerate(setup.craft)] + [
        (s.id, f"satellites.{n}.id") for n, s in enumerate(setup.satellites)
    ]
    ids += [(base.id, f"installations.{n}.id") for n, base in enumerate(setup.installations)]
    ids += [(unit.id, f"drops.{n}.units.{k}.id") for n, drop in enumerate(setup.drops) for k, unit in enumerate(drop.units)]
    ids += [(unit.id, f"craft.{n}.cargo.{k}.id") for n, c in enumerate(setup.craft) for k, unit in enumerate(c.cargo)]
    units, seen = {c.unit for c in setup.craft}, set[str]()
    for id, where in ids:
        if id in seen:
            yield Fault(
                "double_id", f"Two craft{' or units aboard' if '.cargo.' in where or '.units.' in where else ''} have the id '{id}'.", where
            )
        if id in units:
            yield Fault("double_id", f"A craft and the unit that it or another is of have the id '{id}'.", where)
        if fault := id_fault(id, where):
            yield fault
        seen.add(id)


def _unit_faults(setup: Setup) -> Iterator[Fault]:
    """Units of two sides, squadrons that show two craft, craft that are of both."""
    sides: dict[str, str] = {}
    squadrons: set[str] = set()
    for n, craft in enumerate(setup.craft):
        where = f"craft.{n}"
        if craft.unit and craft.squadron:
            text = f"{craft.id}: a craft is of a unit from above or of a squadron from the ground, not of both."
            yield Fault("two_homes", text, where + ".squadron")
        if craft.unit and sides.setdefault(craft.unit, craft.side) != craft.side:
            text = f"{craft.id}: unit '{craft.unit}' is of side '{sides[craft.unit]}', not of '{craft.side}'."
            yield Fault("unit_of_two_sides", text, where + ".unit")
        if craft.squadron in squadrons:
            text = f"{craft.id}: squadron '{craft.squadron}' shows one craft, and has one already (legatus: Interceptors)."
            yield Fault("double_squadron", text, where + ".squadron")
        squadrons |= {craft.squadron} - {""}


def _battle_faults(setup: Setup) -> Iterator[Fault]:
    for battle, label in setup.battles.items() if setup.layout in layouts() else ():
        fault = hex_fault(setup.layout, label, f"battles.{battle}")
        if fault is not None:
            yield fault
        elif board(setup.layout).zone(board(setup.layout).hex(label)) != "ground":
            text = f"{label} is no ground hex of this board, where battle '{battle}' could be (centurion: Map Set-Up)."
            yield Fault("not_ground", text, f"battles.{battle}")


def _hell_faults(setup: Setup) -> Iterator[Fault]:
    for side, rounds in carried(setup).items():
        if rounds["hell"] * HELL_SHARE > rounds["all"]:
            text = f"More than a tenth of the ground ordnance of side '{side}' is HELL rounds (centurion: Fighter Ground Missions)."
            yield Fault("too_many_hell", text, "craft")
