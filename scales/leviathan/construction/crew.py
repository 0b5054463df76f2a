"""Crew of a ship by department (leviathan: Crew). Fractions are dropped but for fighter crews (ruling R-LEV-05); bay technicians go by the tons of
the bays or, if the design says so, by their guns (ruling R-LEV-02)."""

from collections.abc import Mapping
from fractions import Fraction

from scales.leviathan.construction.design import Design
from scales.leviathan.construction.figures import FIGURES, bay

DEPARTMENTS = {
    "engines": "sub-light drive engineers",
    "ftl": "FTL drive engineers",
    "spinal": "spinal mount technicians",
    "bays": "bay technicians",
    "missiles": "missile technicians",
    "turrets": "turret technicians",
    "bridge": "bridge personnel",
}
BRIDGE = ("controls", "cargo", "fighters", "small_craft", "ftl")


def complement(design: Design, tons: Mapping[str, Fraction]) -> dict[str, int]:
    """Everybody aboard by department, passengers and marines last; nobody where there is nothing to see to. `tons` by kind of component."""
    bridge = sum((tons.get(kind, Fraction(0)) for kind in BRIDGE), Fraction(0))
    found = {name: staff(kind, bridge if kind == "bridge" else tons.get(kind, Fraction(0))) for kind, name in DEPARTMENTS.items()}
    if design.bay_crew == "guns":
        found[DEPARTMENTS["bays"]] = staff("guns", guns(design))
    figures = FIGURES["craft_crew"]
    found["fighter crews"] = -(-design.fighters.number * figures["fighters_halves"] // 2)
    found["small craft crews"] = design.small_craft.number * figures["small_craft"]
    found |= {"passengers": design.passengers, "marines": design.marines}
    return {name: number for name, number in found.items() if number}


def staff(kind: str, amount: Fraction | int) -> int:
    """The crew of a department that sees to so many tons or guns; not under the least of any department."""
    figures = FIGURES["crew"]
    return max(figures["least"], int(amount // figures[kind])) if amount else 0


def guns(design: Design) -> int:
    """Guns of all bays."""
    return sum(bay(name).guns for _, name in design.placed_bays())
