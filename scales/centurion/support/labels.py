"""Hexes that orders for craft name."""

from typing import Any

from scales.hexes import Hex, hex_of


def read_hex(label: Any) -> Hex | None:
    """The hex of a label, None for anything else."""
    try:
        return hex_of(label) if isinstance(label, str) else None
    except ValueError:
        return None
