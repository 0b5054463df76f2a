"""Orders for craft that attack the ground: what is asked about each, and why an order is refused (centurion: Strafing, Dive Bombing)."""

from collections.abc import Mapping
from typing import Any

from scales.centurion.combat.weapons import figures
from scales.centurion.ground.terrain import on_board
from scales.centurion.state import PARITY, BattleState, Run
from scales.centurion.support import air_offers, craft_aim
from scales.centurion.support.craft_aim import LONGEST
from scales.centurion.support.labels import read_hex
from scales.engine import Decision, Fault, Orders, Slot
from scales.hexes import HEADINGS, distance, hex_of
from scales.messages import GroundAttack


def craft_of(state: BattleState, id: str) -> GroundAttack | None:
    return next((craft for craft in state.air if craft.craft == id), None)


def offers(state: BattleState, decision: Decision) -> list[Slot]:
    """A slot for each craft: break off, or one of the best runs or dives."""
    crafts = [craft_of(state, id) for id in decision.data["units"]]
    slots = [(craft, air_offers.options(state, craft)) for craft in crafts if craft is not None]
    return [Slot(craft.craft, f"{craft.craft_name} attacks", options, craft.craft) for craft, options in slots]


def faults(state: BattleState, craft: GroundAttack, order: Any) -> list[str]:
    """Why the order of a craft is refused; {} breaks the attack off."""
    if not isinstance(order, Mapping):
        return ["An attack is a mapping with hex and heading."]
    if not order:
        return []
    hex = read_hex(order.get("hex"))
    found = [] if hex is not None and on_board(state, hex) else ["The counter goes on a hex of the map, such as 0812."]
    if type(order.get("heading")) is not int or order["heading"] not in HEADINGS:
        found.append("The heading is 1 to 6.")
    own = _strafing_faults if craft.attack == "strafing" else _dive_faults
    return found or own(state, craft, order)


def _strafing_faults(state: BattleState, craft: GroundAttack, order: Mapping[str, Any]) -> list[str]:
    least, length = figures("air")["least_run"], order.get("length")
    if set(order) - {"hex", "heading", "length", "dfm"}:
        return ["A strafing order has hex, heading, length and dfm only (centurion: Strafing)."]
    if type(length) is not int or not least <= length <= LONGEST:
        return [f"A strafing run is {least} to {LONGEST} hexes long (centurion: Strafing)."]
    if "dfm" not in order:
        return []
    hex = read_hex(order["dfm"])
    path = craft_aim.path_of(Run(hex_of(order["hex"]), order["heading"], length))
    if not craft.weapons.get("dfm", 0) or hex is None or not on_board(state, hex) or min(distance(hex, p, PARITY) for p in path) > 1:
        return [f"{craft.craft_name} has no DFM for that hex of its corridor (centurion: Strafing)."]
    return []


def _dive_faults(state: BattleState, craft: GroundAttack, order: Mapping[str, Any]) -> list[str]:
    bombs = order.get("bombs")
    if set(order) - {"hex", "heading", "bombs", "column"} or not isinstance(bombs, Mapping) or not bombs:
        return ["A dive has hex, heading and bombs, and a column where smoke is among them (centurion: Dive Bombing)."]
    found = []
    if "column" in order and ("smoke" not in bombs or type(order["column"]) is not int or order["column"] not in HEADINGS):
        found.append("The column of a smoke round lies along a heading from 1 to 6 (centurion: Smoke Rounds).")
    for kind, count in bombs.items():
        carried = craft.bombs.get(kind, 0) if isinstance(kind, str) and kind in figures("artillery") else 0
        if type(count) is not int or not 1 <= count <= carried:
            found.append(f"{craft.craft_name} carries {carried} rounds of {str(kind)[:20]} (centurion: Dive Bombing).")
        elif why := air_offers.not_played(state, kind):
            found.append(f"{craft.craft_name} cannot drop {str(kind)[:20]} rounds: {why}.")
    return found


def check(state: BattleState, decision: Decision, orders: Orders) -> list[Fault]:
    """All faults of the orders for craft."""
    crafts = {id: craft_of(state, id) for id in decision.data["units"]}
    return [
        Fault("not_legal", text, id)
        for id, craft in crafts.items()
        if craft is not None and id in orders.choices
        for text in faults(state, craft, orders.choices[id])
    ]
