"""The tables of Ship Construction (leviathan: Power Rating Table, Engine Table, Armor Table, Class Weapons Limits, Bay Weapons Table, Shield Point
Table). Masses in tons, costs in talents, power in points; exact numbers are fractions (ruling R-LEV-03)."""

from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from scales.leviathan import catalog

FIGURES = catalog.construction()


class Exact(NamedTuple):
    """Power, mass and cost, not rounded, and bay factors."""

    power: Fraction = Fraction(0)
    mass: Fraction = Fraction(0)
    cost: Fraction = Fraction(0)
    bay_factors: int = 0


def exact(power: Fraction | int = 0, mass: Fraction | int = 0, cost: Fraction | int = 0, factors: int = 0) -> Exact:
    return Exact(Fraction(power), Fraction(mass), Fraction(cost), factors)


def percent(amount: Fraction, hundredths: int) -> Fraction:
    return amount * hundredths / 100


class Bay(NamedTuple):
    """A bay by its table: `length` in tenths of a meter, `tons` of the lasers alone."""

    guns: int
    length: int
    diameter: int
    power: Fraction
    tons: Fraction
    factors: int
    cost: int

    @property
    def mass(self) -> Fraction:
        """The lasers and a tenth for the structure (leviathan: Bay Geometry)."""
        return percent(self.tons, FIGURES["bay_percent"])

    @property
    def damage(self) -> list[int]:
        """Boxes at the six range bands."""
        return catalog.bay_row(self.guns, self.length, self.diameter)


def is_bay(name: str) -> bool:
    """Is there such a bay, named by its guns and its laser ("100 37.5/20")?"""
    guns, _, laser = name.partition(" ")
    return guns in map(str, FIGURES["bay_guns"]) and laser in FIGURES["bays"]


@lru_cache(maxsize=256)
def bay(name: str) -> Bay:
    """A bay by its name, which `is_bay` must know (leviathan: Bays; ruling R-LEV-09)."""
    count, _, laser = name.partition(" ")
    guns = int(count)
    power, tons, factors = FIGURES["bays"][laser]
    length, diameter = laser.split("/")
    cost = Fraction(length) * int(diameter) * guns * FIGURES["bay_price"]
    size = FIGURES["bay_guns"].index(guns)
    tenths = int(Fraction(length) * 10)
    return Bay(guns, tenths, int(diameter), Fraction(power * guns, 10), Fraction(tons * guns, 10), factors[size], int(cost))


def class_of(power: int) -> str:
    """The class of a power rating (leviathan: Ship Class; ruling R-LEV-34); '' below all of them."""
    for name, row in FIGURES["classes"].items():
        if power >= row["power"][0]:
            return str(name)
    return ""


def limits(hull: str) -> dict[str, Any]:
    """The row of a class."""
    found: dict[str, Any] = FIGURES["classes"][hull]
    return found


def a(kind: str) -> str:
    """'a cruiser', 'an escort'."""
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


def share(power: int) -> Fraction:
    """The third of the power that a spinal mount may draw, and that fighter operations and a point of thrust take."""
    return Fraction(power, FIGURES["third"])
