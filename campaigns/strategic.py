"""A battle of the strategic game as a campaign file: one Legatus board, to be checked, played and linked like any other."""

from typing import Any

import yaml

from scales.engine import Json
from scales.legatus.prefect.conversion import seat_of, setup_of
from scales.legatus.prefect.models import StrategicBattle

BY_THE_CAMPAIGN = ("sides", "options", "turn_limit")
"""What a campaign file says elsewhere than on the board."""
WIDTH = 140


def campaign_of(battle: StrategicBattle) -> Json:
    """The file of a campaign whose only board is the converted battle; its points are those of the rule book."""
    setup = setup_of(battle)
    board = {key: value for key, value in setup.items() if key not in BY_THE_CAMPAIGN and value not in ([], {}, "")}
    sides = {side: {"name": force.name or side, "faction": force.faction} for side, force in battle.sides.items()}
    return {
        "imperator": 1,
        "name": battle.name,
        "title": battle.title or battle.name,
        "about": _about(battle),
        "sides": sides,
        "seats": {seat_of(side, force): {"side": side} for side, force in battle.sides.items()},
        **({"options": {"legatus": setup["options"]}} if setup["options"] else {}),
        "theatres": [{"id": battle.name, "engagements": {"policy": "none"}, "boards": {"legatus": board}}],
        "victory": {"turn_limit": battle.turn_limit, "conditions": [{"side": "each", "kind": "book", "points": 100}]},
    }


def _about(battle: StrategicBattle) -> str:
    """What everybody may know: pools, forces and works are secrets of their sides."""
    attacker, defender = battle.attacker, next(side for side in battle.sides if side != battle.attacker)
    return f"{battle.sides[attacker].name or attacker} attacks {battle.sides[defender].name or defender}."


class _Writer(yaml.SafeDumper):
    """YAML in which hexes stay texts for every reader, since some take 0603 for a number."""


def _text(writer: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return writer.represent_scalar("tag:yaml.org,2002:str", text, '"' if text.isdecimal() else None)


_Writer.add_representer(str, _text)


def as_yaml(document: Json, comments: list[str]) -> str:
    """A document as YAML, below comments."""
    heading = "".join(f"# {line}\n" for line in comments)
    written: Any = yaml.dump(document, Dumper=_Writer, sort_keys=False, width=WIDTH, allow_unicode=True, default_flow_style=None)
    return heading + str(written)
