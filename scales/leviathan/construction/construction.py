"""Ship Construction: a design worked out step by step, with exact running totals (ruling R-LEV-03), what it comes to, and every rule that it breaks.

Headings of the book played here too: Controls, Cargo Space, FTL Drives, Life Support and Fill Out Record Sheet.
"""

from collections.abc import Sequence
from fractions import Fraction

from scales.leviathan import catalog
from scales.leviathan.construction import components, crew, headings, rules
from scales.leviathan.construction.components import Line
from scales.leviathan.construction.design import LOCATIONS, Design
from scales.leviathan.construction.figures import Exact, limits
from scales.worksheet import SheetOf, StepOf, added, whole

ShipSheet = SheetOf[Exact]
Chapter = StepOf[Exact]


def worksheet(design: Design) -> ShipSheet:
    """Every step with its loads, what the ship comes to, and every rule it breaks; no steps if a part is in no table."""
    sheet = ShipSheet(design.name, design.ship_class.replace("_", " "), broken=rules.broken(design))
    if rules.is_priced(design):
        sheet.steps = chapters(design)
        sheet.results = results(design, sheet.steps)
    return sheet


def chapters(design: Design) -> list[Chapter]:
    """The sixteen steps in the order of the book, and shields, which it works out before controls."""
    out = [
        _chapter("Choose Ship Class", headings.CLASS, [_note(f"{design.ship_class.replace('_', ' ').capitalize()}")]),
        _chapter("Choose Power Rating", headings.POWER, [_note(f"Power rating {design.power:,}"), *components.devoted(design)]),
        _chapter("Choose Engines", headings.ENGINES, components.engines(design)),
        _chapter("Choose Armor", headings.ARMOR, components.armor(design)),
        _chapter("Choose Weapons", headings.WEAPONS, components.weapons(design)),
    ]
    out.append(_chapter("Choose Shields", headings.SHIELDS, [components.shields(design.power, mass(out))]))
    out.append(_chapter("Add Controls", headings.CONTROLS, _share(True, "controls", mass(out))))
    out.append(_chapter("Add Cargo Space", headings.CARGO, _share(design.cargo > 0, "cargo", Fraction(design.cargo))))
    out.append(_chapter("Add Fighter and Small Craft Facilities", headings.EXTRAS, components.craft(design)))
    out.append(_chapter("Add FTL Drives", headings.FTL, _share(design.ftl, "ftl", mass(out))))
    people = crew.complement(design, masses(out))
    out.append(_chapter("Calculate Crew Requirements", headings.CREW, [_note(f"{number:,} {name}") for name, number in people.items()]))
    out.append(_chapter("Add Life-Support Facilities", headings.LIFE, [components.life_support(sum(people.values()))]))
    out.append(_chapter("Add Acceleration Compensator", headings.COMPENSATOR, [components.compensator(class_thrust(design), mass(out))]))
    # streamlining is of the mass with the anti-grav drives (ruling R-LEV-42)
    out.append(_chapter("Add Anti-Grav Drives", headings.ANTI_GRAV, _share(design.anti_grav, "anti_grav", mass(out))))
    out.append(_chapter("Add Streamlining", headings.STREAMLINING, _share(design.streamlining, "streamlining", mass(out))))
    out.append(_chapter("Check Ship Limitations", headings.LIMITS, [_note(text) for text in rules.checked(design)]))
    out.append(_chapter("Fill Out Ship Record Sheet", headings.RECORD, [_note(text) for text in placed(design)]))
    return out


def _chapter(title: str, rule: str, lines: Sequence[Line]) -> Chapter:
    return Chapter(title, rule, lines, Exact())


def _note(text: str) -> Line:
    return Line(text, Exact())


def _share(wanted: bool, kind: str, of: Fraction) -> list[Line]:
    """A component that goes by a mass, if the ship has it."""
    return [components.part(kind, of)] if wanted else []


def mass(steps: Sequence[Chapter]) -> Fraction:
    """Tons so far."""
    return added([step.load for step in steps], Exact()).mass


def masses(steps: Sequence[Chapter]) -> dict[str, Fraction]:
    """Tons by kind of component."""
    found: dict[str, Fraction] = {}
    for line in (line for step in steps for line in step.parts):
        found[line.kind] = found.get(line.kind, Fraction(0)) + line.load.mass
    return found


def placed(design: Design) -> list[str]:
    """Shield factors and weapons by their places on the record sheet."""
    arms = {place: [name for where, name in design.placed_bays() if where == place] for place in LOCATIONS}
    if design.spinal_mount:
        arms["F"].insert(0, f"spinal mount {design.spinal_mount}")
    factors = ", ".join(f"{side} {design.shield_of(side)}" for side in catalog.SIDES)
    return [f"Shield factors: {factors}", *(f"{place}: {', '.join(names)}" for place, names in arms.items() if names)]


# --- what it comes to -----------------------------------------------------------------------------------------------------------


def class_thrust(design: Design) -> int:
    """The normal thrust of the class."""
    return int(catalog.tables()["thrust_by_hexes"][limits(design.hull)["hexes"]])


def results(design: Design, steps: Sequence[Chapter]) -> dict[str, int]:
    """What the ship comes to; its crew without passengers and marines."""
    used = added([step.load for step in steps], Exact())
    people = crew.complement(design, masses(steps))
    return {
        "power_rating": design.power,
        "power_used": whole(used.power),
        "mass": whole(used.mass),
        "cost": whole(used.cost),
        "bay_factors": used.bay_factors,
        "thrust": class_thrust(design) + design.extra_thrust,
        "crew": sum(people.values()) - design.passengers - design.marines,
    }
