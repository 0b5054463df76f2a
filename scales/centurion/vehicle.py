"""A vehicle as built: what the catalogue lists and what a design comes to."""

from dataclasses import dataclass


@dataclass(slots=True, frozen=True)
class Mount:
    """A weapon and where it sits: turret, hull_1, hull_2 or hull_both."""

    weapon: str
    location: str


@dataclass(slots=True, frozen=True)
class VehicleType:
    """A vehicle as built. `thrust` of a grav vehicle is in points, of a ground vehicle 0; `movement_points` the other way round.

    `shields` are flicker rates (factor = a tenth), `armor` points of a facing; `points` scenario points.
    """

    id: str
    name: str
    faction: str
    role: str
    grav: bool
    thrust: int
    movement_points: int
    shields: dict[str, int]
    armor: dict[str, int]
    weapons: tuple[Mount, ...]
    missiles: dict[str, int]
    vulcan: int
    infantry_capacity: int
    digging_charges: int
    smoke_charges: int
    mass: int
    points: int
