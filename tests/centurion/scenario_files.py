"""Centurion battles of the library and of the documentation as set-ups."""

import re
from pathlib import Path

from campaigns.check import board_setup, parse
from campaigns.library import find
from scales.centurion import ENGINE
from scales.centurion.state import BattleState
from scales.dice import KeyedDice, seeded_secret
from scales.engine import Json
from scales.engines import engine

DOCUMENT = Path(__file__).parents[2] / "docs" / "centurion-battles.md"


def given(name: str) -> Json:
    """The set-up of a battle of the library."""
    campaign = find(name, engine)
    return board_setup(campaign, campaign.theatres[0], "centurion")


def opened(name: str) -> BattleState:
    state: BattleState = ENGINE.setup(given(name), KeyedDice(key=seeded_secret(1))).state
    return state


def examples() -> list[Json]:
    """The battles that the documentation shows."""
    texts = re.findall(r"```yaml\n(.*?)```", DOCUMENT.read_text(), re.S)
    found = [parse(text, "example.yaml", engine) for text in texts]
    return [board_setup(campaign, campaign.theatres[0], "centurion") for campaign in found]


def example() -> Json:
    """The first of them."""
    return examples()[0]
