"""What must hold in every Legatus state."""

from scales.legatus import board
from scales.legatus.defenses.installations import is_fixed
from scales.legatus.deployment import altitudes_of
from scales.legatus.movement.movement import grid_of
from scales.legatus.state import WAITING, Century, LegatusState, Squadron, present
from scales.legatus.support.artillery import is_artillery
from scales.legatus.tables import kinds

BOXES = {"ready", "cap", "ground_support", "re_arming", "away", "left", "destroyed"}


def broken(state: LegatusState) -> list[str]:
    """A sentence for each thing that cannot be."""
    found = [text for id in sorted(state.units) for text in _unit(state, id, state.units[id])]
    found += [text for q in sorted(state.squadrons) for text in _squadron(state.squadrons[q])]
    found += _orbit(state)
    found += [f"the pool of {s.id} is {s.pool}" for s in state.sides if s.pool < 0]
    heads = {c.id for c in state.cohorts.values() if c.level == "manus"}
    found += [
        f"{c.id} is under {c.under}, which heads no manus" for _, c in sorted(state.cohorts.items()) if c.under and c.under not in heads
    ]
    held = [u for c in state.clashes for u in c.units]
    found += [f"{u} is held by two engagements" for u in sorted({u for u in held if held.count(u) > 1})]
    return found


def _unit(state: LegatusState, id: str, unit: Century) -> list[str]:
    found = [f"{id} stands at '{unit.at}', which is no place of the map"] if not _placed(state, unit) else []
    if unit.id != id or unit.status not in {"ok", "destroyed", "left", WAITING}:
        found.append(f"{id} is recorded as {unit.id}, {unit.status}")
    if not {unit.altitude, unit.began or unit.altitude} <= set(altitudes_of(kinds()[unit.kind].carriage)):
        found.append(f"{id} cannot be at {unit.altitude}, nor come there from '{unit.began}'")
    if is_fixed(unit) and (unit.altitude != "normal" or "|" in unit.at or unit.broken):
        found.append(f"{id} is an installation at {unit.at}, {unit.altitude}{', broken' if unit.broken else ''}")
    if not 0 <= unit.watch <= 6:
        found.append(f"{id} watches toward {unit.watch}, which is no heading")
    if unit.side in unit.spotted_by or unit.spotted_by != sorted(set(unit.spotted_by)):
        found.append(f"{id} is spotted by {', '.join(unit.spotted_by)}")
    if unit.crippled_at_start and not unit.crippled:
        found.append(f"{id} has healed")
    holders = [c.id for c in state.clashes if id in c.units]
    if unit.engaged and unit.engaged not in holders:
        found.append(f"{id} is held by {unit.engaged}, which does not hold it")
    if present(unit) and holders and not unit.engaged:
        found.append(f"{id} belongs to {holders[0]} and is not held")
    return found


def _squadron(squadron: Squadron) -> list[str]:
    found = [f"squadron {squadron.id} is in '{squadron.box}'"] if squadron.box not in BOXES else []
    if squadron.side in squadron.spotted_by or squadron.spotted_by != sorted(set(squadron.spotted_by)):
        found.append(f"squadron {squadron.id} is spotted by {', '.join(squadron.spotted_by)}")
    return found


def _orbit(state: LegatusState) -> list[str]:
    """Satellites keep their courses; shots are those of guns; only what is here is sent and called."""
    found = [
        f"satellite {s.id} flies along {s.heading} at {s.velocity}" for s in state.satellites if not 1 <= s.heading <= 6 or s.velocity < 0
    ]
    found += [f"{u.id} has fired {u.shots} shots" for u in state.units.values() if u.shots and (u.shots < 0 or not is_artillery(u))]
    found += [f"there is no squadron {q} to send" for q in sorted(state.plans.missions) if q not in state.squadrons]
    above = {s.id for s in state.satellites} | {s.id for s in state.supports}
    return found + [f"there is no {id} to call" for id in sorted(state.plans.calls) if id not in above]


def _placed(state: LegatusState, unit: Century) -> bool:
    return not present(unit) or (board.is_position(unit.at) and board.on_map(grid_of(state), unit.at))
