"""The terms on which a unit watches for a target (Opportunity Fire): at what, on which number, and whether its player wants to be asked."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from scales.centurion.state import Squad, Vehicle

KINDS = {"vehicles": Vehicle, "squads": Squad}


class Terms(BaseModel):
    """`targets`: kinds (vehicles, squads) and ids of units that it fires at, none for all; `least`: weapons fire that hit on this number or a
    higher one; `sparing`: it keeps its missiles; `ask`: it fires only when its player says so, asked at each hex that an enemy enters."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)
    targets: Annotated[list[Annotated[str, Field(max_length=200)]], Field(max_length=40)] = []
    least: Annotated[int, Field(ge=1, le=12)] = 1
    sparing: bool = False
    ask: bool = False

    def meant(self, mover: Vehicle | Squad) -> bool:
        """Does it fire at this unit at all?"""
        return not self.targets or mover.id in self.targets or any(isinstance(mover, KINDS[k]) for k in self.targets if k in KINDS)
