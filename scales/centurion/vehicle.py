"""A vehicle as built: what the catalogue lists and what a design comes to."""

from dataclasses import dataclass

TURRET = "installation"
"""The role of a turret of a defensive installation."""


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
    loads: tuple[str, ...] = ()
    """What a design hangs on each of its hard points; () where the catalogue says nothing."""

    @property
    def is_turret(self) -> bool:
        """Is it the turret of a defensive installation, which neither moves nor turns? What strikes it strikes its building."""
        return self.role == TURRET

    @property
    def sheet(self) -> str:
        """The kind of its record sheet, by which its Internal Component Diagram goes."""
        return "installation_turret" if self.is_turret else "grav_vehicle" if self.grav else "ground_vehicle"
