"""What a set-up may say of help from orbit in a battle without boards above it: ships and Thor satellites, and the turns in which they help."""

from typing import Annotated

from pydantic import Field

from scales.centurion.spec import Id, Spec, Turn


class ShipSpec(Spec):
    """A ship of a class of the Naval Fire Support Damage Table: each of its laser bays is a mission a turn that lands in turns `since` to `until`
    (0: the last); its missiles only with `missiles`, where the option missile_barrages is on."""

    id: Id
    name: Annotated[str, Field(min_length=1, max_length=100)]
    side: Id
    type: str
    since: Turn = 1
    until: Turn = 0
    missiles: bool = False


class ThorSpec(Spec):
    """Missions of a Thor satellite that a side may call in the End Phases of turns `since` to `until` (0: the last)."""

    side: Id
    missions: Annotated[int, Field(ge=1, le=20)] = 1
    since: Turn = 1
    until: Turn = 0
