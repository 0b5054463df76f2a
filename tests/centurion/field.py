"""Small battles for tests: a flat sheet of clear ground with single hexes changed, and two sides of a few vehicles."""

from typing import Any

from scales.centurion.preparation.opening import opening
from scales.centurion.preparation.setup import SetUp
from scales.centurion.state import BattleState
from scales.dice import ScriptedDice
from scales.engine import Json
from scales.play import Play

FLAT = {f"{c:02d}{r:02d}": "0." for c in range(1, 26) for r in range(1, 15)}
SIDES = [
    {"id": "tog", "faction": "tog", "seat": "red", "name": "TOG"},
    {"id": "cw", "faction": "commonwealth", "seat": "blue", "name": "Commonwealth"},
]


def setup(*platoons: Json, changes: dict[str, str] | None = None, **more: Any) -> Json:
    """A set-up on flat ground."""
    board = {"sheets": ["map_3"], "terrain": {**FLAT, **(changes or {})}}
    return {"board": board, "sides": SIDES, "platoons": list(platoons), **more}


def platoon(side: str, *vehicles: Json, id: str = "", squads: tuple[Json, ...] = ()) -> Json:
    return {"id": id or f"{side}-1", "side": side, "vehicles": list(vehicles), "squads": list(squads)}


def vehicle(id: str, type: str, hex: str, **more: Any) -> Json:
    return {"id": id, "type": type, "hex": hex, "name": id, **more}


def battle(*vehicles: Json, changes: dict[str, str] | None = None, squads: tuple[Json, ...] = (), **more: Any) -> BattleState:
    """One TOG platoon against a Liberator far away in 2513."""
    enemy = platoon("cw", vehicle("enemy", "liberator", "2513"))
    return opening(SetUp.model_validate(setup(platoon("tog", *vehicles, squads=squads), enemy, changes=changes, **more)))


def play(state: BattleState, *dice: int) -> Play[BattleState]:
    """A working copy with scripted dice."""
    return Play(state, ScriptedDice.of(*dice))
