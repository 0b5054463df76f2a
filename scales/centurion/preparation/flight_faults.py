"""How vehicles of a set-up begin to fly, and what is wrong with it (Alternate Grav Movement Modes; Landing or Launching Centurion Units)."""

from collections.abc import Iterator

from scales.centurion import switches
from scales.centurion.catalog import data, is_vehicle, vehicle_type
from scales.centurion.movement import flight
from scales.centurion.preparation.setup import CenturySpec, SetUp, VehicleSpec
from scales.engine import Fault

FASTEST = 40
"""Velocity with which a vehicle may begin below low altitude."""


def faults(setup: SetUp) -> Iterator[Fault]:
    """Vehicles that fly as they cannot, or where the battle does not play it."""
    plays = int(setup.options.get("flight_modes", switches.SWITCHES["flight_modes"].standard)) > 0
    for century in setup.centuries:
        for text in _century(century, plays):
            yield Fault("flight", f"century '{century.id}' {text}", f"centuries.{century.id}")
    for platoon in setup.platoons:
        for vehicle in platoon.vehicles:
            for text in _vehicle(vehicle, plays):
                yield Fault("flight", f"vehicle '{vehicle.id}' {text}", f"platoons.{platoon.id}.{vehicle.id}")


def _century(spec: CenturySpec, plays: bool) -> Iterator[str]:
    if spec.mode != "nf" and not plays:
        yield f"begins in {flight.NAMES[spec.mode]}, and the option flight_modes is off"
    if spec.mode != "nf" and spec.dug_in:
        yield f"begins in {flight.NAMES[spec.mode]} and dug in"


def _vehicle(spec: VehicleSpec, plays: bool) -> Iterator[str]:
    high = spec.mode != "nf" or spec.dropped
    if high and not plays:
        yield f"begins in {flight.NAMES[mode_of(spec)]}, and the option flight_modes is off"
    if high and is_vehicle(spec.type) and not vehicle_type(spec.type).grav:
        yield f"begins in {flight.NAMES[mode_of(spec)]}, and only grav vehicles fly"
    if high and (spec.grounded or spec.crater):
        yield f"begins in {flight.NAMES[mode_of(spec)]} and on the ground"
    if spec.dropped and spec.mode == "ttf":
        yield "is dropped, which is at low altitude, and begins in tree-top flight"
    if abs(spec.velocity) > FASTEST and mode_of(spec) != "laf":
        yield f"begins at velocity {spec.velocity}: more than {FASTEST} only at low altitude"


def mode_of(spec: VehicleSpec) -> str:
    """The mode of flight in which a vehicle begins."""
    return "laf" if spec.dropped else spec.mode


def start_of(spec: VehicleSpec) -> str:
    """The mode in which a grav vehicle begins: on the ground or in flight."""
    return "grounded" if spec.grounded else mode_of(spec)


def velocity_of(spec: VehicleSpec) -> int:
    """The velocity with which a vehicle begins: dropped ones fall as fast as the air lets them."""
    return int(data("flight")["laf"]["limit"]) if spec.dropped else spec.velocity
