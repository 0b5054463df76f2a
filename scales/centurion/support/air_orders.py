"""Orders for craft that attack the ground: runs and dives offered, and why one is refused (centurion: Strafing, Dive Bombing)."""

from collections.abc import Mapping
from typing import Any

from scales.centurion.combat import aim
from scales.centurion.combat.weapons import figures
from scales.centurion.ground.terrain import on_board
from scales.centurion.state import PARITY, BattleState, Run
from scales.centurion.support import craft_aim
from scales.engine import Decision, Fault, Json, Option, Orders, Slot
from scales.hexes import HEADINGS, Hex, distance, hex_of, neighbor, within
from scales.messages import GroundAttack

MOST = 12
LONGEST = 60
APPROACH = 2
"""Hexes before its first target at which a run is offered to begin."""


def craft_of(state: BattleState, id: str) -> GroundAttack | None:
    return next((craft for craft in state.air if craft.craft == id), None)


def offers(state: BattleState, decision: Decision) -> list[Slot]:
    """A slot for each craft: break off, or one of the best runs or dives."""
    crafts = [craft_of(state, id) for id in decision.data["units"]]
    return [Slot(craft.craft, f"{craft.craft_name} attacks", _options(state, craft), craft.craft) for craft in crafts if craft is not None]


def _options(state: BattleState, craft: GroundAttack) -> list[Option]:
    """`info`: where the counter goes, what is rolled for each weapon or round, and for a run every vehicle in the corridor with its number."""
    found = _runs(state, craft) if craft.attack == "strafing" else _dives(state, craft)
    best = sorted(found, key=lambda f: (-f[0], str(f[1])))[:MOST]
    options = [Option(order, label, {"score": score, **_info(state, craft, order)}) for score, order, label in best if score > 0]
    return [*options, Option({}, "break off the attack")]


def _info(state: BattleState, craft: GroundAttack, order: Json) -> Json:
    hex = hex_of(order["hex"])
    where = {"hex": hex.label, "at": [hex.column, hex.row], "facing": order["heading"]}
    if craft.attack != "strafing":
        return {**where, "bombs": order["bombs"], "scatter": "a miss scatters a hex or more", **craft_aim.diving(craft).info()}
    run = Run(hex, order["heading"], order["length"])
    path = craft_aim.path_of(run)
    under = [v for v in state.vehicles.values() if aim.in_play(v) and not v.under_water and v.hex is not None]
    struck = [v for v in under if v.hex is not None and min(distance(v.hex, p, PARITY) for p in path) <= 1]
    targets = [{"target": v.id, "name": v.name, "side": v.side, **craft_aim.at_vehicle(state, craft, run, v).info()} for v in struck]
    return {
        **where,
        "length": run.length,
        "weapons": dict(craft.weapons),
        "targets": targets,
        **craft_aim.strafing(craft_aim.aimed(craft)).info(),
    }


def _values(state: BattleState, side: str) -> list[tuple[Hex, int]]:
    """Hexes of units with what they are worth as targets: enemies good, friends twice as bad."""
    return [(u.hex, 1 if u.side != side else -2) for u in state.in_play() if u.hex is not None]


def _runs(state: BattleState, craft: GroundAttack) -> list[tuple[int, Json, str]]:
    """Runs of the least length over each enemy, along each heading."""
    units, length = _values(state, craft.side), figures("air")["least_run"]
    found = []
    for target in sorted({hex for hex, value in units if value > 0}):
        for heading in HEADINGS:
            start = neighbor(target, heading + 3, PARITY, APPROACH)
            if on_board(state, start):
                path = [neighbor(start, heading, PARITY, step) for step in range(length + 1)]
                score = sum(value for hex, value in units if min(distance(hex, p, PARITY) for p in path) <= 1)
                order = {"hex": start.label, "heading": heading, "length": length}
                found.append((score, order, f"strafe {length} hexes from {start.label}, heading {heading}"))
    return found


def _dives(state: BattleState, craft: GroundAttack) -> list[tuple[int, Json, str]]:
    """All bombs on the hex of an enemy or next to it."""
    units, bombs = (
        _values(state, craft.side),
        {kind: n for kind, n in sorted(craft.bombs.items()) if n > 0 and kind in figures("artillery")},
    )
    around = {h for hex, value in units if value > 0 for h in within(hex, 1, PARITY) if on_board(state, h)}
    found = []
    for hex in sorted(around) if bombs else []:
        score = 2 * sum(value for at, value in units if at == hex) + sum(value for at, value in units if distance(at, hex, PARITY) <= 1)
        names = ", ".join(f"{count} {figures('artillery')[kind]['name']}" for kind, count in bombs.items())
        found.append((score, {"hex": hex.label, "heading": 1, "bombs": bombs}, f"dive at {hex.label} with {names}"))
    return found


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


def read_hex(label: Any) -> Hex | None:
    try:
        return hex_of(label) if isinstance(label, str) else None
    except ValueError:
        return None


def _strafing_faults(state: BattleState, craft: GroundAttack, order: Mapping[str, Any]) -> list[str]:
    least, length = figures("air")["least_run"], order.get("length")
    if set(order) - {"hex", "heading", "length", "dfm"}:
        return ["A strafing order has hex, heading, length and dfm only (centurion: Strafing)."]
    if type(length) is not int or not least <= length <= LONGEST:
        return [f"A strafing run is {least} to {LONGEST} hexes long (centurion: Strafing)."]
    if "dfm" not in order:
        return []
    hex = read_hex(order["dfm"])
    path = [neighbor(hex_of(order["hex"]), order["heading"], PARITY, step) for step in range(length + 1)]
    carried = craft.weapons.get("dfm", 0) or craft.bombs.get("dfm", 0)
    if not carried or hex is None or not on_board(state, hex) or min(distance(hex, p, PARITY) for p in path) > 1:
        return [f"{craft.craft_name} has no DFM for that hex of its corridor (centurion: Strafing)."]
    return []


def _dive_faults(_state: BattleState, craft: GroundAttack, order: Mapping[str, Any]) -> list[str]:
    bombs = order.get("bombs")
    if set(order) - {"hex", "heading", "bombs"} or not isinstance(bombs, Mapping) or not bombs:
        return ["A dive has hex, heading and bombs (centurion: Dive Bombing)."]
    found = []
    for kind, count in bombs.items():
        carried = craft.bombs.get(kind, 0) if isinstance(kind, str) and kind in figures("artillery") else 0
        if type(count) is not int or not 1 <= count <= carried:
            found.append(f"{craft.craft_name} carries {carried} rounds of {str(kind)[:20]} (centurion: Dive Bombing).")
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
