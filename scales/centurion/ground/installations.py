"""Defensive installations on the board: a building with a turret on top, a shield over the buildings around it, and HELL launchers
(centurion: Defense Installations).

The turret is a vehicle of its own kind in `BattleState.vehicles`, which neither moves nor turns; the storeys are those of the hex's buildings;
what is left to know stands in an `Installation` under the turret's id.
"""

from typing import TypeGuard

from scales.centurion.catalog import InstallationType, data, installation_types, vehicle_type
from scales.centurion.preparation.setup import COUNTER
from scales.centurion.state import PARITY, BattleState, Building, Installation, Squad, Vehicle
from scales.engine import Json
from scales.hexes import Hex, distance

RULE = "centurion: Defense Installations"
KIND = COUNTER
"""The kind of a century that is a Legatus counter, or all that a side has of installations."""


def kind_of(base: Installation) -> InstallationType:
    """An installation as built."""
    return installation_types()[base.type]


def is_turret(unit: Vehicle | Squad | None) -> TypeGuard[Vehicle]:
    """Is a unit the turret of an installation?"""
    return isinstance(unit, Vehicle) and vehicle_type(unit.type).is_turret


def at(state: BattleState, hex: Hex | None) -> Installation | None:
    """The installation of a hex."""
    return next((base for base in state.installations.values() if base.hex == hex), None)


def turret_of(state: BattleState, base: Installation) -> Vehicle | None:
    """Its turret while that stands."""
    turret = state.vehicles.get(base.id)
    return turret if turret is not None and not turret.destroyed and not turret.left else None


def turret_at(state: BattleState, hex: Hex | None) -> Vehicle | None:
    """The turret that stands over a hex."""
    base = at(state, hex)
    return turret_of(state, base) if base is not None else None


def shield(state: BattleState, hex: Hex) -> int:
    """Shield factor of the buildings in a hex, whoever is in them: that of the strongest generators in or next to it (Combat: Shields)."""
    radius = int(data("installations")["common"]["shield_radius"])
    return max((base.shield // 10 for base in state.installations.values() if distance(base.hex, hex, PARITY) <= radius), default=0)


def has_spoils(base: Installation) -> bool:
    """Has it launchers or shield generators left to lose?"""
    return base.launchers > 0 or base.shield > 0


def levels(state: BattleState, base: Installation) -> list[int]:
    """Boxes left of its storeys, lowest first."""
    return building(state, base).levels


def building(state: BattleState, base: Installation) -> Building:
    """The storeys under its turret; put on the board when the battle begins."""
    return state.ground.buildings[base.hex.label]


def strongholds(state: BattleState, side: str) -> list[Hex]:
    """Hexes of enemy installations that have lost their turret and still have something to lose, with nobody of the side inside."""
    if not state.installations:
        return []
    inside = {s.hex: s.side for s in state.squads.values() if s.level and not s.destroyed and not s.left}
    found = [base for base in state.installations.values() if base.side != side and turret_of(state, base) is None]
    return [
        base.hex
        for base in found
        if any(levels(state, base)) and inside.get(base.hex, "") != side and (has_spoils(base) or base.hex in inside)
    ]


# --- what is left of it -------------------------------------------------------------------------------------------------------------


def is_out(state: BattleState, base: Installation) -> bool:
    """Neither turret nor launchers: it fights no more; shields count on their own (designed: conversion between the boards)."""
    return turret_of(state, base) is None and not base.launchers


def outcome(state: BattleState, counter: str) -> str:
    """How the installations of one counter stand together: two thirds of them out cripple it, all of them destroy it (R-LEG-18)."""
    own = [base for base in state.installations.values() if base.century == counter]
    out = sum(is_out(state, base) for base in own)
    return "destroyed" if out == len(own) else "crippled" if 3 * out >= 2 * len(own) else "effective"


def sheet(state: BattleState, base: Installation) -> Json:
    """What a later battle needs of an installation beside the sheet of its turret."""
    return {
        "turret": turret_of(state, base) is not None,
        "levels": list(levels(state, base)),
        "launchers": base.launchers,
        "shield": base.shield,
    }


def wear(state: BattleState, base: Installation, sheet: Json) -> None:
    """Put what an earlier battle or a table left of it on an installation; what the sheet leaves out stays as it is."""
    base.launchers, base.shield = int(sheet.get("launchers", base.launchers)), int(sheet.get("shield", base.shield))
    if "levels" in sheet:
        building(state, base).levels = [int(boxes) for boxes in sheet["levels"]]


def sheet_faults(sheet: object, had: Json) -> list[str]:
    """What is wrong with such a sheet: it never gives back what was lost. `had`: the launchers, shield and boxes of the levels before."""
    if not isinstance(sheet, dict):
        return [f"installation is a table with {', '.join(SHEET)}"]
    out = [f"installation has no '{str(key)[:40]}'; it has {', '.join(SHEET)}" for key in sheet if key not in SHEET]
    out += [] if type(sheet.get("turret", True)) is bool else ["turret says whether the installation still has one: true or false"]
    for key in ("launchers", "shield"):
        if type(sheet.get(key, 0)) is not int or not 0 <= sheet.get(key, 0) <= had[key]:
            out.append(f"{key} of the installation must be 0 to {had[key]}")
    boxes, said = had["levels"], sheet.get("levels", had["levels"])
    if not _are_boxes(said, boxes):
        out.append(f"levels of the installation are the boxes left of {len(boxes)} storeys, at most {', '.join(map(str, boxes))}")
    return out


def struck_from_above(state: BattleState, unit: str, outcome: str) -> list[tuple[Vehicle, bool]]:
    """Turrets of a counter that another board damaged, and whether each installation is lost to its bottom level: all of a destroyed counter,
    of a crippled one as many turrets as that takes (designed: conversion between the boards)."""
    own = [base for _, base in sorted(state.installations.items()) if unit in (base.id, base.century)]
    lost = sum(turret_of(state, base) is None for base in own)
    count = {"destroyed": len(own), "crippled": int(data("installations")["counter"]["crippled_turrets"]) - lost}.get(outcome, 0)
    standing = [turret for base in own if (turret := turret_of(state, base)) is not None]
    return [(turret, outcome == "destroyed") for turret in standing[: max(0, count)]]


SHEET = ("turret", "levels", "launchers", "shield")


def _are_boxes(said: object, had: list[int]) -> bool:
    if not isinstance(said, list) or len(said) != len(had):
        return False
    return all(type(now) is int and 0 <= now <= before for now, before in zip(said, had, strict=True))


SYSTEMS = ("launchers", "shield_generators")
"""What a ruling may repair of an installation beside its turret."""


def is_whole(base: Installation, system: str) -> bool:
    """Is nothing of a system lost?"""
    kind = kind_of(base)
    return base.launchers == kind.launchers if system == "launchers" else base.shield == kind.shield


def mend(base: Installation, system: str) -> None:
    """All its launchers, or its shield generators, as built."""
    kind = kind_of(base)
    if system == "launchers":
        base.launchers = kind.launchers
    else:
        base.shield = kind.shield


def record(state: BattleState, base: Installation) -> Json:
    """The building part of its record sheet (Installation Record Sheet)."""
    kind = kind_of(base)
    inside = [s for _, s in sorted(state.squads.items()) if s.hex == base.hex and s.level and not s.destroyed and not s.left]
    return {
        "launchers": {"left": base.launchers, "of": kind.launchers},
        "shield": {"left": base.shield // 10, "of": kind.shield // 10},
        "storeys": [{"storey": n, "left": boxes, "of": kind.armor_factor} for n, boxes in enumerate(levels(state, base), start=1)],
        "inside": [{"unit": s.id, "name": s.name, "side": s.side, "storey": s.level} for s in inside if not s.concealed],
    }


def objections(state: BattleState, base: Installation) -> list[str]:
    """What can never be true of an installation (for the invariants)."""
    kind, turret = kind_of(base), state.vehicles.get(base.id)
    out = [] if 0 <= base.launchers <= kind.launchers else [f"{base.id} has {base.launchers} launchers"]
    out += [] if 0 <= base.shield <= kind.shield else [f"{base.id} has a shield of {base.shield}"]
    if turret is None or (turret.hex is not None and turret.hex != base.hex) or turret.velocity or turret.hexes_moved:
        out.append(f"the turret of {base.id} has moved or is missing")
    settled = not state.at.phase and state.turns_played == state.turn
    if settled and not levels(state, base)[0] and (has_spoils(base) or turret_of(state, base) is not None):
        out.append(f"{base.id} has lost its bottom level and still has a turret, launchers or shields")
    return out
