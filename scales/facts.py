"""Files of facts: weapons, units, terrain, tables."""

from pathlib import Path
from typing import Any

import yaml

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The quick one where it is built in."""


def read(path: Path) -> Any:
    """What a YAML file holds."""
    return yaml.load(path.read_text(encoding="utf-8"), Loader=LOADER)
