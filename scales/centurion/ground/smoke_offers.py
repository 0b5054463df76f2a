"""Smoke offered to a side: rounds of its idle guns on hexes worth covering, and grenades in every direction (centurion: Smoke)."""

from itertools import islice

from scales.centurion.combat import morale
from scales.centurion.combat.painting import name_of
from scales.centurion.ground import smoke
from scales.centurion.ground.smoke import Gun
from scales.centurion.ground.terrain import on_board
from scales.centurion.preparation.deploy import facing_to
from scales.centurion.state import PARITY, BattleState, Squad, Vehicle
from scales.engine import Decision, Option, Slot
from scales.hexes import HEADINGS, Hex, distance, hex_of

MOST_HEXES = 6
COVER = 20
"""What covering a unit that is badly hurt or withdraws, and cannot get away by itself, is worth to the bot."""
NEAR = 15
"""Hexes within which an enemy makes cover worth anything."""


def offers(state: BattleState, decision: Decision) -> list[Slot]:
    """A slot for each unit that may lay smoke: none, a round on one of a few hexes, or grenades in one of six directions."""
    hexes = _hexes(state, decision.data["side"])
    return [Slot(id, f"{name_of(state, id)} lays smoke", _options(state, id, hexes), id) for id in decision.data["units"]]


def _hexes(state: BattleState, side: str) -> dict[Hex, int]:
    """Hexes with what smoke there is worth: those of friends, the most needy first, then those of enemies."""
    found: dict[Hex, int] = {}
    for unit in state.in_play():
        if unit.hex is not None and unit.side == side:
            found[unit.hex] = found.get(unit.hex, 0) + _need(state, unit)
    for unit in state.in_play():
        if unit.hex is not None and unit.side != side:
            found.setdefault(unit.hex, -1)
    smoky = state.ground.smoke
    return {hex: 0 if hex.label in smoky else worth for hex, worth in sorted(found.items(), key=lambda item: (-item[1], item[0]))}


def _need(state: BattleState, unit: Vehicle | Squad) -> int:
    """How much a unit that stands still needs cover: when it is hurt inside or withdraws, and an enemy is near."""
    moves = isinstance(unit, Vehicle) and unit.velocity
    hurt = morale.is_withdrawing(unit) or (isinstance(unit, Vehicle) and unit.effects and unit.internals)
    return COVER if hurt and not moves and _nearest(state, unit) is not None else 0


def _nearest(state: BattleState, unit: Vehicle | Squad) -> Hex | None:
    """The hex of the nearest enemy, if one is near."""
    if unit.hex is None:
        return None
    foes = [(distance(u.hex, unit.hex, PARITY), u.hex) for u in state.in_play() if u.side != unit.side and u.hex is not None]
    away, hex = min(foes, default=(NEAR + 1, None))
    return hex if away <= NEAR else None


def _options(state: BattleState, id: str, hexes: dict[Hex, int]) -> list[Option]:
    unit = state.unit(id)
    found = [Option({}, "no smoke")]
    if unit is None or unit.hex is None:
        return found
    for gun in smoke.guns(unit):
        found += _rounds(state, unit, gun, hexes)
    if isinstance(unit, Vehicle) and smoke.has_grenades(unit):
        need, foe = _need(state, unit), _nearest(state, unit)
        toward = facing_to(unit.hex, foe) if need and foe is not None else 0
        found += [_grenades(state, unit, heading, need if heading == toward else 0) for heading in HEADINGS]
    return found


def _rounds(state: BattleState, unit: Vehicle | Squad, gun: Gun, hexes: dict[Hex, int]) -> list[Option]:
    """The best hexes that a gun can reach; the hex of its vehicle's other fire alone when there was any."""
    aimed = unit.aimed_at if isinstance(unit, Vehicle) else ""
    wanted = [hex_of(aimed)] if aimed else list(hexes)
    fit = (hex for hex in wanted if not smoke.why_not(state, unit, gun, hex))
    return [_round(state, unit, gun, hex, hexes.get(hex, 0)) for hex in islice(fit, MOST_HEXES)]


def _round(state: BattleState, unit: Vehicle | Squad, gun: Gun, hex: Hex, score: int) -> Option:
    """`info`: the hex, what is rolled with every modifier, what a miss does, the worth for the bot."""
    found = smoke.reckoned(state, unit, gun.arm, hex)
    what = "a column of smoke" if gun.arm.family == "artillery" else "smoke"
    info = {"hex": hex.label, "at": [hex.column, hex.row], "weapon": gun.arm.name, "score": score, **found.info()}
    label = f"{gun.arm.name}: {what} on hex {hex.label}, on {found.number} or less"
    return Option({"rounds": [[gun.number, hex.label]]}, label, info | {"scatter": "a miss scatters a hex or more in any direction"})


def _grenades(state: BattleState, vehicle: Vehicle, heading: int, score: int) -> Option:
    """`info`: the hexes that are filled, grenades left, the worth for the bot: between a needy vehicle and the nearest enemy."""
    hexes = [hex for hex in smoke.cloud(vehicle, heading) if on_board(state, hex)]
    labels = [hex.label for hex in hexes]
    info = {"hexes": labels, "cells": [[h.column, h.row] for h in hexes], "left": vehicle.smoke - 1, "score": score}
    return Option({"grenades": heading}, f"grenades: smoke fills {', '.join(labels) or 'nothing'}", info)
