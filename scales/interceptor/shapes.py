"""The shape of everything that comes in from outside: nothing unknown, nothing of another type."""

from pydantic import BaseModel, ConfigDict


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
