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


def example() -> Json:
    """The battle that the documentation shows."""
    found = re.search(r"```yaml\n(.*?)```", DOCUMENT.read_text(), re.S)
    assert found is not None
    campaign = parse(found[1], "ford.yaml", engine)
    return board_setup(campaign, campaign.theatres[0], "centurion")
