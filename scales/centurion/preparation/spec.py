"""What the tables of a set-up file are made of."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from scales.misfits import PLAIN

Label = Annotated[str, Field(pattern=r"^\d{4}$")]
Id = Annotated[str, Field(min_length=1, max_length=200, pattern=PLAIN)]
Facing = Annotated[int, Field(ge=1, le=6)]
Edge = Literal["north", "south", "east", "west"]
Ground = Literal["clear", "light_woods", "heavy_woods", "lake", "rough_rubble"]
Span = Annotated[list[Annotated[int, Field(ge=1, le=99)]], Field(min_length=2, max_length=2)]
Velocity = Annotated[int, Field(ge=0, le=40)]
Turn = Annotated[int, Field(ge=0, le=200)]


class Spec(BaseModel):
    """A table of a set-up file; it has no other keys than these."""

    model_config = ConfigDict(extra="forbid", strict=True)
