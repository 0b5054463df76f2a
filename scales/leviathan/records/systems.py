"""What of a ship is out of order on its record sheet: components and faults that pass, what it takes to mend them, and who is at it.

`repairs`: `name`, `number` of areas or boxes, `time` in words (and what one `takes` in a `unit`), `at` (aboard, a certified facility or shipyard),
`crew` (can damage control parties do it), and `until` what and `then` where for what they can do in part only. They are the times after a battle.
"""

from scales.engine import Json
from scales.leviathan import switches
from scales.leviathan.combat import turrets
from scales.leviathan.damage import components, damage_control, effects, internals, repair_times, sparing
from scales.leviathan.records.words import SIDES, count
from scales.leviathan.state import Ship, State


def inside(ship: Ship) -> Json:
    """Boxes of the Internal Component Block."""
    of = sum(len(row) for row in internals.block_of(ship).grid)
    return {"left": of - sum(row.bit_count() for row in ship.internals), "of": of}


def systems(ship: Ship) -> list[Json]:
    """Components out of order, faults that pass, and what goes out of order at the end of the turn."""
    found = [
        {"name": effects.name(part), "state": "out of order" if hits == 1 else f"hit {count(hits, 'time')}", "effect": effects.effect(part),
         "rule": effects.rule(part)}
        for part, hits in sorted(ship.effects.items())
        if hits
    ]  # fmt: skip
    for field, (name, does, section) in effects.SHORTS.items():
        if getattr(ship, field):
            state = f"out for {count(getattr(ship, field), 'turn')}"
            found.append({"name": name, "state": state, "effect": does, "rule": f"leviathan: {section}"})
    return found + [
        {"name": effects.name(part), "state": f"hit this turn{_on(side)}", "effect": "goes out of order at the end of the turn",
         "rule": effects.rule(part)}
        for part, side, *_ in ship.pending
    ]  # fmt: skip


def _on(side: str) -> str:
    return f" on the {SIDES[side]} side" if SIDES.get(side) else ""


# ---- repairs -------------------------------------------------------------------------------------------------------


def repairs(ship: Ship) -> list[Json]:
    """What it takes to mend all that is out of order."""
    counted = [(part, number) for part, number in sorted({**ship.effects, **_elsewhere(ship)}.items()) if number]
    rows = [{"name": effects.name(part), "number": number, **repair_times.told(part)} for part, number in counted]
    return rows + [_unfinished(part) for part in ship.patched if not ship.effects.get(part)]


def _elsewhere(ship: Ship) -> dict[str, int]:
    """Hits that are kept with shields, bays and turrets; bays destroyed count ten guns, turrets points of their factor."""
    guns = sum(_guns(ship, n) for n, bay in enumerate(ship.bays) if bay.destroyed)
    return {
        "shield_destroyed": len(ship.broken), "bay_fire_control": sum(bay.fire_control for bay in ship.bays), "bay_destroyed": -(-guns // 10),
        "left_turret_fire_control": ship.turret_fc.get("L", 0), "right_turret_fire_control": ship.turret_fc.get("R", 0),
        "half_turret_lost": sum(_points_lost(ship, mount) for mount in turrets.mounts(ship)),
    }  # fmt: skip


def _guns(ship: Ship, bay: int) -> int:
    """The guns of a bay, which its name begins with ('100 37.5/30'); ten where it names none."""
    first = ship.card.bays[bay].name.split()[0]
    return int(first) if first.isdecimal() else 10


def _points_lost(ship: Ship, mount: str) -> int:
    """Points of the turret factor at the shortest range."""
    whole = ship.card.turret_factor[0]
    return whole - (whole >> ship.turret_halves.get(components.flank_of(mount), 0))


def _unfinished(part: str) -> Json:
    """Something that the crew has brought back in part."""
    told = repair_times.told(part)
    return {"name": effects.name(part), "number": 1, **told, "at": told["then"], "crew": False}


# ---- damage control ------------------------------------------------------------------------------------------------


def gives_up(ship: Ship) -> Json:
    """In which order the defender gives up bays and shields where the rules leave him the choice."""
    return {"bays": sparing.bays(ship), "shields": [side for side in sparing.shields(ship) if side not in ship.broken]}


def parties(state: State, ship: Ship) -> Json:
    """Damage control parties and the boxes they work on; {} where the option is not played."""
    if not switches.is_on(state, "damage_control"):
        return {}
    work = [
        {"name": effects.name(internals.at(ship, row, column)[0]), "row": row + 1, "column": column, "turns": left}
        for row, column, left in ship.repairs
    ]
    return {"damage_control": {"parties": damage_control.parties(ship), "turns": damage_control.turns(ship), "at_work": work}}
