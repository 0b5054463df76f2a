"""The routes of the service, one module a kind of thing; `MISSING` documents the answer for what is not there."""

from typing import Any

MISSING: dict[int | str, dict[str, Any]] = {404: {"description": "there is no such thing; `detail` says which"}}
