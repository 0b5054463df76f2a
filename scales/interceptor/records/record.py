"""A craft's record sheet as a person reads it. Sheets lie open on the table; what a craft carries and came for is its own side's alone.

`armor` counts boxes {"left", "of"} by side, `shields` are in percent; `weapons` give damage in boxes by range band; `systems` name what was hit with
what that does.
"""

from scales.armor import boxes_left
from scales.engine import Json
from scales.interceptor.board import board
from scales.interceptor.damage.condition import (
    air_limit,
    gunnery,
    has_control,
    is_helpless,
    is_out,
    is_ready,
    is_short,
    kind,
    piloting,
    safe_thrust,
    shield,
    thrust,
    wounds,
)
from scales.interceptor.damage.systems import systems
from scales.interceptor.ground_fire import batteries
from scales.interceptor.landing import hold
from scales.interceptor.movement.handling import push_chart
from scales.interceptor.patrol.halves import BOW, STERN, half_of, hex_of
from scales.interceptor.patrol.shields import power_of, setting
from scales.interceptor.pilots.familiarity import bonus
from scales.interceptor.pilots.fates import state_of
from scales.interceptor.records.stores import coming, stores
from scales.interceptor.satellites.record import thor
from scales.interceptor.scenario.outcome import condition
from scales.interceptor.state import ON_BOARD, Craft, Mount, State
from scales.interceptor.tables import Weapon, by_range, rule, weapons
from scales.interceptor.view import View

PLACES = {
    "waiting": "still to be placed", "arriving": "coming down", "board": "on the board", "ground_attack": "attacking the ground", "on_ground": "on the ground map", "away": "off the board, may come back", "up": "gone up to the Leviathan board",
    "left": "off the board", "landed": "landed at its base", "captured": "captured", "destroyed": "destroyed",
}  # fmt: skip


def record(view: View, unit: str) -> Json:
    """What the view knows of a craft; empty if nothing."""
    craft = view.state.craft.get(unit)
    if craft is None:
        return batteries.record(view.state, unit)
    state, turn, type = view.state, view.state.at.turn, kind(craft)
    found: Json = {
        "type": f"{type.name}, {type.kind}", "class": type.id, "name": craft.name, "side": craft.side,
        "at": board(state.layout).label(craft.hex) if craft.where in ON_BOARD else "", "place": PLACES[craft.where], "facing": craft.heading,
        "movement": _movement(craft, turn),
        "armor": {side: {"left": boxes_left(grid), "of": type.armor[side]} for side, grid in craft.armor.items()},
        "shields": {side: _shield(craft, side, turn) for side in craft.armor if type.shields.get(side)},
        **_halves(state, craft),
        "weapons": [_weapon(craft, number, mount, turn) for number, mount in enumerate(craft.mounts)],
        "systems": systems(craft, turn), "crew": _crew(craft),
        "missiles_at_it": coming(state, craft),
        "status": condition(state, craft),
    }  # fmt: skip
    if type.is_satellite:
        return {name: part for name, part in found.items() if name != "crew"} | thor(state, craft)
    return found | (_own(state, craft, turn) if craft.side in view.sides else {})


def _movement(craft: Craft, turn: int) -> Json:
    """Thrust in points, `safe` without a roll, `plant` the numbers for 1, 2, ... points more out of the plant (A: damaged); `in_the_air` is the
    greatest velocity in the atmosphere, 0 that it cannot fly there."""
    points = {"thrust": thrust(craft, turn), "of": kind(craft).thrust, "safe": safe_thrust(craft, turn), "plant": push_chart(craft, turn)}
    return {"velocity": craft.velocity, **points, "in_the_air": air_limit(craft), "out_of_control": craft.wild}


def _halves(state: State, craft: Craft) -> Json:
    """What only patrol craft have: their two hexes with the sides and turrets of each, and the power their shields take and share."""
    type, b = kind(craft), board(state.layout)
    if not type.is_patrol:
        return {}
    places = [*type.sides, *(f"turret_{number}" for number in range(1, len(type.turrets) + 1))]
    found: Json = {"shield_power": {"used": power_of(setting(craft)), "of": type.shield_power}}
    if craft.where in ON_BOARD:
        found["halves"] = {
            half: {"at": b.label(hex_of(b, craft, half)), "holds": [_said(p) for p in places if half_of(type, p) == half]}
            for half in (BOW, STERN)
        }
    return found


def _shield(craft: Craft, side: str, turn: int) -> Json:
    of, percent = setting(craft)[side], shield(craft, side, turn)
    gone = f"shield_destroyed:{side}" in craft.marks
    return {
        "percent": percent,
        "of": of,
        "state": "destroyed" if gone else "down" if not percent else "ok" if percent == of else "weakened",
    }


def _weapon(craft: Craft, number: int, mount: Mount, turn: int) -> Json:
    """`number` is the one that fire orders name; `electron` the second part of a LEPC, `intercepts` the numbers against 1, 2, ... missiles."""
    weapon = weapons()[mount.weapon]
    found: Json = {
        "name": weapon.name,
        "number": number,
        "location": _said(mount.location),
        "arc": _said(mount.arc),
        "range": _range(weapon),
    }
    found |= {"damage": by_range(weapon.damage)}
    found |= {"electron": by_range(weapon.second)} if weapon.second else {}
    found |= {"intercepts": list(weapon.intercept)} if weapon.intercept else {}
    return found | {"state": _weapon_state(craft, mount, turn)}


def _said(name: str) -> str:
    return name.replace("_", " ")


def _range(weapon: Weapon) -> int:
    """The farthest hex at which it does anything."""
    lasts = [last for row in (weapon.damage, weapon.second) for last, damage in zip(rule("bands")["last_hex"], row, strict=False) if damage]
    return max(lasts, default=0)


def _weapon_state(craft: Craft, mount: Mount, turn: int) -> str:
    if mount.gone:
        return "destroyed"
    if is_out(mount, turn):
        return "shorted"
    if not has_control(craft):
        return "without control"
    return "ok" if is_ready(craft, mount, turn) else "shorted" if is_short(craft, "weapons", turn) else "without power"


def _crew(craft: Craft) -> Json:
    """Skills as familiarity makes them and wounds leave them, the pilot, and where he is when he had to get out."""
    state = "helpless" if is_helpless(craft) else "wounded" if wounds(craft) else "ok"
    piloting_more, gunnery_more = bonus(craft.missions)
    familiar = {"missions": craft.missions, "familiarity": {"piloting": piloting_more, "gunnery": gunnery_more}}
    found = {"gunnery": gunnery(craft), "piloting": piloting(craft), "wounds": wounds(craft), "state": state}
    return found | {"pilot": craft.pilot, "pilot_is": state_of(craft).replace("_", " "), "pilot_in": craft.pilot_in} | familiar


def _own(state: State, craft: Craft, turn: int) -> Json:
    """What only its side knows."""
    found = stores(craft, turn) | {"mission": craft.mission, "unit": craft.unit, "home": craft.home}
    cargo = {"cargo": list(craft.cargo), "cargo_lost": list(craft.cargo_lost)} if kind(craft).is_patrol else {}
    lines = [{"unit": u.id, "name": u.name, "kind": u.kind, "men": u.men, "in": u.aboard} for u in hold.aboard(state, craft)]
    return found | cargo | ({"aboard": lines} if lines else {})
