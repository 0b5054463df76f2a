"""The battles that the documentation shows, as set-ups."""

import re
from pathlib import Path

from campaigns.check import board_setup, parse
from scales.engine import Json
from scales.engines import engine

BATTLES = Path(__file__).parents[2] / "docs" / "leviathan-battles.md"
ORDERS = BATTLES.with_name("leviathan-orders.md")


def examples() -> list[Json]:
    """The set-ups of docs/leviathan-battles.md."""
    texts = re.findall(r"```yaml\n(.*?)```", BATTLES.read_text(), re.S)
    found = [parse(text, "example.yaml", engine) for text in texts]
    return [board_setup(campaign, campaign.theatres[0], "leviathan") for campaign in found]
