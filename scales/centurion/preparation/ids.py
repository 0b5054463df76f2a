"""Ids of a set-up: whatever has one, or will get one in play, has it alone, and none looks like the name of a target on the ground."""

from collections.abc import Iterable, Iterator

from scales.centurion.catalog import century_type
from scales.centurion.preparation import installation_setup, muster
from scales.centurion.preparation.setup import CenturySpec, InstallationSpec, PlatoonSpec, SetUp
from scales.centurion.support.naval_fire import broadside, known_classes
from scales.engine import Fault

CREW = "-crew"
"""What the id of a crew on foot adds to that of its vehicle."""
TARGETS = ("hex:", "building:", "thor:")
"""How targets begin that are no units, and missions of a satellite."""
Named = Iterator[tuple[str, str]]


def faults(setup: SetUp) -> Iterator[Fault]:
    """Ids that stand twice, once with the ids that the rules give by themselves."""
    seen: dict[str, str] = {}
    for id, what in _named(setup):
        if id in seen:
            yield Fault("twice", f"two {_kinds(seen[id], what)} have the id '{id}'", id)
        seen.setdefault(id, what)
        if id.startswith(TARGETS):
            yield Fault(
                "id", f"the id '{id}' begins with {id.partition(':')[0]}:, which names a target that is no unit; choose another", id
            )


def _kinds(one: str, other: str) -> str:
    """'units', or both kinds when they are not the same: 'things (a battery and a vehicle)'."""
    if one == other == "side":
        return "sides"
    units = ("century", "platoon", "vehicle", "squad", "installation", "ship")
    if one in units and other in units:
        return "units"
    return f"things ({one} and {other})"


def _named(setup: SetUp) -> Named:
    """Every id with what it names; first those that the set-up itself gives."""
    yield from ((side.id, "side") for side in setup.sides)
    yield from ((century.id, "century") for century in setup.centuries)
    for platoon in setup.platoons:
        yield from _platoon(platoon)
    yield from ((spec.id, "installation") for spec in setup.installations)
    yield from ((ship.id, "ship") for ship in setup.ships)
    yield from ((battery.id, "battery") for battery in setup.batteries)
    yield from _given(setup)


def _platoon(platoon: PlatoonSpec) -> Named:
    yield platoon.id, "platoon"
    yield from ((vehicle.id, "vehicle") for vehicle in platoon.vehicles)
    yield from ((squad.id, "squad") for squad in platoon.squads)


def _given(setup: SetUp) -> Named:
    """The ids that the rules give: to the units of centuries, garrisons, crews on foot, the attacks of ships, and what loose platoons make up."""
    yield from crews(setup.platoons)
    factions = {side.id: side.faction for side in setup.sides}
    for century in setup.centuries:
        if century.side in factions:
            yield from _century(century, factions[century.side])
    for spec in setup.installations:
        yield from _installation(spec)
    loose = dict.fromkeys(p.side for p in setup.platoons if not p.century)
    yield from ((f"{side}-century", f"the century of the loose platoons of {side}") for side in loose)
    counters = dict.fromkeys(spec.century or f"{spec.side}-installations" for spec in setup.installations)
    yield from ((id, "the counter of installations") for id in counters)
    for ship in setup.ships:
        bays = len(broadside(ship.type)) if ship.type in known_classes() else 0
        yield from ((f"{ship.id}/{n}", f"an attack of the ship {ship.id}") for n in [*range(1, bays + 1), "missiles"])


def crews(platoons: Iterable[PlatoonSpec]) -> Named:
    """The ids that crews get when they get out of their vehicles."""
    return ((f"{v.id}{CREW}", f"the crew of {v.id} on foot") for platoon in platoons for v in platoon.vehicles)


def _century(spec: CenturySpec, faction: str) -> Named:
    if spec.kind and century_type(spec.kind, spec.faction or faction, spec.formation) is not None:
        platoons = muster.expand(spec.model_copy(update={"damage": {}, "crippled": False}), faction)[1]
        yield from ((id, f"a {what} of century {spec.id}") for platoon in platoons for id, what in _platoon(platoon))
        yield from crews(platoons)


def _installation(spec: InstallationSpec) -> Named:
    yield f"{spec.id}/garrison", f"the garrison of {spec.id}"
    for n in range(1, len(installation_setup.garrison(spec)) + 1):
        yield installation_setup.squad_id(spec, n), f"a squad of the garrison of {spec.id}"
