"""What a set-up may say of help from orbit in a battle without boards above it: ships and Thor satellites, and the turns in which they help."""

from typing import Annotated, Literal

from pydantic import Field

from scales.centurion.preparation.spec import Id, Spec, Turn


class ShipSpec(Spec):
    """A ship of a class of the Naval Fire Support Damage Table: each of its laser bays is a mission a turn that lands in turns `since` to `until`
    (0: the last), unless it does without `lasers`; its missiles only with `missiles` (true: all that the class has, or how many salvos), where the
    option missile_barrages is on. With the option leviathan_naval_rules it has one mission in five turns, and fires from its `zone`."""

    id: Id
    name: Annotated[str, Field(min_length=1, max_length=100)]
    side: Id
    type: str
    since: Turn = 1
    until: Turn = 0
    missiles: bool | Annotated[int, Field(ge=0, le=20)] = False
    lasers: bool = True
    zone: Literal["atmosphere", "interface", "space"] = "atmosphere"


class ThorSpec(Spec):
    """Missions of a Thor satellite that a side may call in the End Phases of turns `since` to `until` (0: the last)."""

    side: Id
    missions: Annotated[int, Field(ge=1, le=20)] = 1
    since: Turn = 1
    until: Turn = 0
