"""What callers send is of exactly the documented form: a misspelt field is told, not passed over, and "1" is no number."""

from typing import Any

from pydantic import BaseModel, ConfigDict


class Sent(BaseModel):
    """A body of a request."""

    model_config = ConfigDict(strict=True, extra="forbid")


def example(*bodies: dict[str, Any]) -> ConfigDict:
    """Bodies to show in the description."""
    return ConfigDict(json_schema_extra={"examples": list(bodies)})
