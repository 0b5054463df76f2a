"""The designs that a set-up brings: they play like catalogued classes, under the ids that the set-up gives them."""

from collections.abc import Iterator, Mapping

from scales.engine import Fault
from scales.leviathan import catalog
from scales.leviathan.construction.construction import worksheet
from scales.leviathan.construction.design import Design, type_id


def types(designs: Mapping[str, Design]) -> dict[str, str]:
    """The class id of each design that breaks no rule, by its id in the set-up."""
    return {id: type_id(design) for id, design in designs.items() if not worksheet(design).broken}


def faults(designs: Mapping[str, Design]) -> Iterator[Fault]:
    """Every rule that a design breaks, and ids that the catalogue has taken."""
    for id, design in designs.items():
        if id in catalog.sheets() or id in catalog.bases():
            yield Fault("twice", f"the design '{id}' has the id of a class of the catalogue; give it another", f"designs.{id}")
        for broken in worksheet(design).broken:
            yield Fault(broken.code, f"design '{id}': {broken.sentence}", f"designs.{id}.{broken.where}")
