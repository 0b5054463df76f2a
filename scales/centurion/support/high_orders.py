"""Craft that stay on the board above and engage vehicles at low altitude: what is offered, and why one is refused (centurion: Attacks at LAF)."""

from collections.abc import Mapping
from typing import Any

from scales.centurion.combat import aim
from scales.centurion.state import BattleState, Run, Vehicle
from scales.centurion.support import craft_aim
from scales.engine import Json
from scales.hexes import HEADINGS
from scales.messages import GroundAttack

RULE = "centurion: Attacks at LAF"
WORTH = 2
"""Score of an engagement: a vehicle at low altitude can hardly get away, and little on the ground can fire back."""


def targets(state: BattleState, craft: GroundAttack) -> list[Vehicle]:
    """The enemy's vehicles at low altitude."""
    return [v for _, v in sorted(state.vehicles.items()) if v.side != craft.side and v.mode == "laf" and aim.in_play(v)]


def options(state: BattleState, craft: GroundAttack) -> list[tuple[int, Json, str]]:
    """Each of them from the heading on which it is hit best: score, order, label."""
    found = []
    for vehicle in targets(state, craft):
        heading = max(HEADINGS, key=lambda h: (craft_aim.at_vehicle(state, craft, run_at(vehicle, h), vehicle).number, -h))
        order = {"engage": vehicle.id, "heading": heading}
        found.append((WORTH, order, f"engage {vehicle.name} at low altitude, heading {heading}"))
    return found


def run_at(vehicle: Vehicle, heading: int) -> Run:
    """Where the craft fires from, as a run."""
    assert vehicle.hex is not None
    return Run(vehicle.hex, heading, engages=vehicle.id)


def info(state: BattleState, craft: GroundAttack, order: Json) -> Json:
    """What is rolled for each weapon."""
    vehicle = state.vehicles[order["engage"]]
    assert vehicle.hex is not None
    rolled = craft_aim.at_vehicle(state, craft, run_at(vehicle, order["heading"]), vehicle).info()
    where = {"hex": vehicle.hex.label, "at": [vehicle.hex.column, vehicle.hex.row], "facing": order["heading"]}
    return {
        **where,
        "weapons": dict(craft.weapons),
        "targets": [{"target": vehicle.id, "name": vehicle.name, "side": vehicle.side, **rolled}],
        **rolled,
    }


def faults(state: BattleState, craft: GroundAttack, order: Mapping[str, Any]) -> list[str]:
    """Why an engagement is refused."""
    if set(order) != {"engage", "heading"}:
        return [f"An attack at low altitude has engage and heading only ({RULE})."]
    if craft.attack != "strafing":
        return [f"{craft.craft_name} dives: only a craft that comes with its guns engages vehicles at low altitude ({RULE})."]
    found = []
    if order["engage"] not in [v.id for v in targets(state, craft)]:
        found.append(f"There is no enemy vehicle {str(order['engage'])[:40]} at low altitude ({RULE}).")
    if type(order["heading"]) is not int or order["heading"] not in HEADINGS:
        found.append(f"The heading is 1 to 6 ({RULE}).")
    return found
