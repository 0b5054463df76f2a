"""Attacks at LAF: craft on the board above against vehicles at low altitude, and what those fire back."""

from typing import Any

from scales.centurion.state import BattleState
from scales.codec import plain
from scales.dice import ScriptedDice
from scales.engine import Delivery, Json
from scales.messages import GroundAttack
from tests.centurion.firing_range import advance, table, tank

ON = {"flight_modes": 1}


def craft(**more: Any) -> GroundAttack:
    base: Json = {"attack": "strafing", "gunnery": 4, "weapons": {"laser_5_4": 2}, "bombs": {}, "shields": {"bow": 60, "left": 40}}
    return GroundAttack("avenger", "Avenger 1", "avenger", "blue", "b", **{**base, **more})


def mail(attack: GroundAttack) -> list[Delivery]:
    return [Delivery("m1", "ground_attack", "air", plain(attack), "air:3")]


def high(**more: Any) -> BattleState:
    """A Horatius of red at low altitude, facing north, and one on the ground."""
    return table(
        [tank("h", "horatius", "0505") | {"mode": "laf"} | more, tank("low", "horatius", "0510")], [tank("v", "viper", "2010")], options=ON
    )


def test_strafing_runs_strike_what_flies_low_like_anything_else() -> None:
    """The craft counts as at low altitude itself: a 3 is the turret, a 4 the attacked side."""
    run = {"hex": "0501", "heading": 4, "length": 10}
    _, events = advance(high(), "combat", ScriptedDice.of(1, 10, 4, 5, 10, 10), {"air:blue": {"avenger": run}}, mail(craft()))
    assert next(e for e in events if e.kind == "hit").data["facing"] == "front"
