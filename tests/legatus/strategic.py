"""Battles of the strategic game for tests: files, their conversion, and what a battle made of them."""

from typing import Any

from scales.dice import KeyedDice, seeded_secret
from scales.engine import Json
from scales.legatus import ENGINE
from scales.legatus.prefect.conversion import setup_of
from scales.legatus.prefect.file_faults import faults
from scales.legatus.prefect.forces import Brought, forces
from scales.legatus.prefect.models import StrategicBattle
from tests.legatus.table import FLAT

LINE = {"id": "line", "type": "light_cohort"}
"""A counter that holds ground."""
FOE = {"id": "foe", "type": "light_cohort"}
"""One of the other side."""


def file(ours: list[Json], theirs: list[Json] | None = None, /, **more: Any) -> Json:
    """A battle of TOG and the Commonwealth, who has a light cohort unless other counters are given, on flat ground; fields of a side under its
    id, those of the battle under their names."""
    sides = {
        "tog": {"faction": "tog", "passed_by": 0, "zone": {"edge": "left", "within": 4}, "counters": ours},
        "commonwealth": {"faction": "commonwealth", "passed_by": 0, "zone": {"edge": "right", "within": 4}, "counters": theirs or [FOE]},
    }
    for side, fields in sides.items():
        fields.update(more.pop(side, {}))
    return {"prefect": 1, "name": "field", "map": "flat", "rows": FLAT, "attacker": "tog", "turn_limit": 4, "sides": sides} | more


def battle(ours: list[Json], theirs: list[Json] | None = None, /, **more: Any) -> StrategicBattle:
    """The same as a model without faults."""
    written = file(ours, theirs, **more)
    assert faults(written) == []
    return StrategicBattle.model_validate(written)


def brought(ours: list[Json], /, **more: Any) -> dict[str, Brought]:
    """What TOG's counters bring, by the id of the counter."""
    return {each.counter.id: each for each in forces(battle(ours, **more)) if each.counter.side == "tog"}


def set_up(ours: list[Json], theirs: list[Json] | None = None, /, **more: Any) -> Json:
    """The set-up of a battle, which the engine takes."""
    made = setup_of(battle(ours, theirs, **more))
    assert ENGINE.faults(made) == []
    return made


def cohorts(made: Json, side: str = "tog") -> dict[str, list[str]]:
    """The ids of centuries by cohort."""
    return {c["id"]: [u["id"] for u in c["centuries"]] for c in made["cohorts"] if c["side"] == side}


def result(written: StrategicBattle, **statuses: str) -> Json:
    """A result of a battle in which everybody came out well but those named; dots of ids are written as two underlines."""
    fates = {
        piece.id: {"side": each.counter.side, "name": piece.name, "status": "ok", "sheet": {"kind": piece.kind}}
        for each in forces(written)
        for piece in each.here
    }
    for side, force in written.sides.items():
        fates |= {thor.id: {"side": side, "name": thor.id, "status": "ok", "sheet": {}} for thor in force.satellites}
    for id, status in statuses.items():
        fates[id.replace("__", ".")]["status"] = status
    return {"scale": "legatus", "fates": fates, "points": {"tog": 12, "commonwealth": 10}, "outcome": "draw", "winner": None}


def dice(seed: int) -> KeyedDice:
    return KeyedDice(key=seeded_secret(seed))
