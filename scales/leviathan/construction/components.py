"""What the components of a ship draw, weigh and cost, and their bay factors; each function gives the lines of one step (leviathan: Ship Construction).

Masses and prices are exact; of shield generators alone the mass is rounded to the ton before it is priced (ruling R-LEV-03).
"""

from fractions import Fraction

from scales.leviathan import catalog
from scales.leviathan.construction.design import Design
from scales.leviathan.construction.figures import FIGURES, Exact, bay, exact, limits, percent, share
from scales.leviathan.construction.weapon_rules import craft_factors, fighter_factors
from scales.worksheet import PartOf, whole

Line = PartOf[Exact]
NAMES = {
    "controls": "Controls",
    "cargo": "Cargo space",
    "ftl": "FTL drives",
    "anti_grav": "Anti-grav drives",
    "streamlining": "Streamlining",
}
LINKS = {2: "Double links", 3: "Triple links"}


def devoted(design: Design) -> list[Line]:
    """Thirds of the power that carriers need for their fighters (Weapons), and for thrust (Optional Construction Rules)."""
    third = exact(share(design.power))
    fighters = [Line("Fighter operations, a third of the power", third)] if design.carrier else []
    return fighters + ([Line("One thrust more, a third of the power", third)] if design.extra_thrust else [])


def engines(design: Design) -> list[Line]:
    """Engines with their linkage controls."""
    found = [Line(f"Engine, rating {rating:,}", exact(0, *FIGURES["engines"][rating]), "engines") for rating in design.engines]
    return found + ([links(found)] if len(found) > 1 else [])


def links(engines: list[Line]) -> Line:
    """Linkage controls of two or three engines: hundredths of their mass."""
    row = FIGURES["links"][len(engines)]
    mass = percent(sum((each.load.mass for each in engines), Fraction(0)), row["percent"])
    return Line(LINKS[len(engines)], exact(0, mass, row["cost"] + mass * FIGURES["link_cost_a_ton"]), "links")


def armor(design: Design) -> list[Line]:
    """Boxes on each side by the mass of the class."""
    tons, price = limits(design.hull)["armor"][1], FIGURES["armor_cost_a_ton"]
    sides = [(side, design.armor_of(side)) for side in catalog.SIDES]
    return [Line(f"Armor {boxes}, {side}", exact(0, boxes * tons, boxes * tons * price), "armor") for side, boxes in sides if boxes]


def weapons(design: Design) -> list[Line]:
    """Spinal mount, bays, missiles and the turrets of the class."""
    mount, missiles, turrets = design.spinal_mount, design.missiles, limits(design.hull)["turrets"]
    found = [Line(f"Spinal mount {mount}", exact(*FIGURES["spinal_mounts"][mount]), "spinal")] if mount else []
    found += [Line(f"Bay {name}, {place}", bay_load(name), "bays") for place, name in design.placed_bays()]
    found += [Line(f"Missile system {missiles}", exact(0, *FIGURES["missiles"][missiles]), "missiles")] if missiles else []
    return found + ([Line(f"Turrets of a {design.hull}", exact(0, *turrets), "turrets")] if design.turrets else [])


def bay_load(name: str) -> Exact:
    """What a bay draws, weighs and costs, and its bay factors."""
    row = bay(name)
    return exact(row.power, row.mass, row.cost, row.factors)


def shields(power: int, mass: Fraction) -> Line:
    """A generator for each of the six sides, by the power rating and the tons so far."""
    figures, sides = FIGURES["shield"], len(catalog.SIDES)
    sixths, hundredths = figures["divided"]
    each = whole((power + mass / sixths) / hundredths)
    cost = max(figures["least"], each * figures["cost_a_ton"])
    return Line(f"Shield generators, {sides} of {each:,} tons", exact(0, sides * each, sides * cost), "shields")


def part(kind: str, mass: Fraction) -> Line:
    """A component that weighs so many hundredths of a mass, priced by its own tons."""
    own = percent(mass, FIGURES[kind]["percent"])
    return Line(NAMES[kind], exact(0, own, own * FIGURES[kind]["cost_a_ton"]), kind)


def craft(design: Design) -> list[Line]:
    """Bays of fighters with further launch and recovery facilities, and of small craft (Fighter Bays, Small Ship Bays)."""
    found, fighters, small = [], design.fighters, design.small_craft
    if fighters.number:
        name = f"Fighter bays, {fighters.number} of {fighters.tons_each:,} tons"
        found.append(_room("fighters", name, fighters.number * fighters.tons_each, fighter_factors(design)))
    if more := fighters.launchers + fighters.stations:
        found.append(_room("fighters", f"Further launch and recovery facilities, {more}", more * fighters.tons_each))
    if small.number:
        name = f"Small ship bays, {small.number} of {small.tons_each:,} tons"
        found.append(_room("small_craft", name, small.number * small.tons_each, craft_factors(design)))
    return found


def _room(kind: str, name: str, tons: int, factors: int = 0) -> Line:
    """Facilities for craft of so many tons together."""
    mass = tons * FIGURES["craft"]["times"]
    return Line(name, exact(0, mass, mass * FIGURES["craft"]["cost_a_ton"], factors), kind)


def life_support(people: int) -> Line:
    """Room for crew, passengers and marines."""
    mass = people * FIGURES["life_support"]["tons"]
    return Line(f"Life support for {people:,}", exact(0, mass, mass * FIGURES["life_support"]["cost_a_ton"]), "life_support")


def compensator(thrust: int, mass: Fraction) -> Line:
    """The mass over fifty, times the thrust of the class (rulings R-LEV-06, R-LEV-47)."""
    figures = FIGURES["compensator"]
    own = mass / figures["divided"] * thrust
    return Line("Acceleration compensator", exact(0, own, own * figures["cost_a_ton"]), "compensator")
