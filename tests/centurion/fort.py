"""A battle about one installation: red before it, blue in it with a tank far away."""

from typing import Any

from scales.centurion.combat import plans
from scales.centurion.state import BattleState, Installation
from scales.engine import Json
from tests.centurion.firing_range import table, tank, vehicle

FORT = "1205"


def fort(type: int = 1, side: str = "blue", hex: str = FORT, **more: Any) -> Json:
    return {"id": "fort", "side": side, "type": type, "hex": hex, "name": "Fort", **more}


def field(
    *red: Json, blue: tuple[Json, ...] = (), terrain: dict[str, str] | None = None, bases: tuple[Json, ...] = (), **more: Any
) -> BattleState:
    """Red before an installation of blue, whose tank is far away."""
    far = (tank("far", "liberator", "2513"), *blue)
    return table(list(red) or [tank("h", "horatius", "0805", 2)], list(far), terrain, installations=list(bases or (fort(),)), **more)


def base(state: BattleState) -> Installation:
    return state.installations["fort"]


def shots(state: BattleState, firer: str, target: str) -> list[Any]:
    """A vehicle's fire plan with all that bears on a target but missiles."""
    found = plans.bearing(state, vehicle(state, firer), target, missiles=False)
    assert found is not None
    lines: list[Any] = plans.plan_of(found.shots)["fire"]
    return lines
