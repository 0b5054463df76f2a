"""The battles that the documentation shows, as set-ups."""

import re
from pathlib import Path

from campaigns.check import board_setup, parse
from scales.engine import Json
from scales.engines import engine

BATTLES = Path(__file__).parents[2] / "docs" / "interceptor-battles.md"


def texts() -> list[str]:
    return re.findall(r"```yaml\n(.*?)```", BATTLES.read_text(), re.S)


def examples() -> list[Json]:
    """The set-ups of docs/interceptor-battles.md."""
    found = [parse(text, "example.yaml", engine) for text in texts()]
    return [board_setup(campaign, campaign.theatres[0], "interceptor") for campaign in found]
